"""`/api/tournaments/`: lists, one with everything about it, and everything its director can do.

What is read are views of their own; what is done are rows of two tables, `playing.COMMANDS` and
`directing.COMMANDS`, that `commands.view_of` turns into views.
"""
