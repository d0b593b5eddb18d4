"""What may still come: possible final ranks, what a player needs, how long it will take, what to think of
before a tournament starts.

`ranks`, `needs`, `duration` and `advice` take plain values and give plain values: the words are made by
whoever shows them, the rows are gathered by whoever asks. `docs/swiss.md` says what each promises.

Nothing here may import Django, read a clock or draw from a global random source.
"""
