"""The record of a match: everything needed to play it again and to prove that it was fair.

Acts are numbered from 1 without gaps; the version of a match is the number of its last act. A referee's
act is written `absent` or `leave`. In a sealed phase the acts of all actors stand in seat order, although
each was decided without knowledge of the others'.

A bot's move is decided from the position at the version it saw, plus its own answers to a sealed
decision so far; the seed of its search belongs to the act `version + own answers + 1`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from engines.chance import KeyedChance, bot_seed, commitment, match_key, silent_nonce
from engines.protocol import (
    Actor,
    BadOptions,
    IllegalMove,
    Move,
    OptionValue,
    Result,
    Rules,
    Seat,
    State,
    Told,
    UnknownNotation,
)
from engines.registry import UnknownGame, rules

ABSENT = "absent"
LEAVE = "leave"

Brain = Callable[[Rules, State, Seat, str, int], Move]
"""`engines.bots.choose`: rules, state, seat, level, seed."""


class Act(msgspec.Struct, frozen=True, omit_defaults=True):
    """One public act of a match."""

    seq: int
    actor: Actor
    seat: int
    notation: str
    drawn: tuple[int, ...] = ()
    """What chance drew during the act, in order."""
    level: str = ""
    """Of the bot that made the move."""
    bot_version: int | None = None


class Record(msgspec.Struct, frozen=True):
    """A match as it is downloaded. Bytes are hex."""

    match: str
    """Public code of the match; nonces of bots and silent seats derive from it."""
    game: str
    title: str
    rules_version: int
    components: str
    seats: int
    options: dict[str, OptionValue]
    commitment: str
    secret: str | None
    """None until the match has ended."""
    nonces: tuple[str, ...]
    """In seat order."""
    dealt: tuple[int, ...]
    """What chance drew at the start."""
    acts: tuple[Act, ...]
    result: Result | None
    format: int = 1


class BadRecord(ValueError):
    """The bytes are not a record, or it cannot be replayed at all; the text says why."""


def encode(record: Record) -> bytes:
    """JSON for people to keep and compare."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1)


def decode(data: bytes) -> Record:
    try:
        record = msgspec.json.decode(data, type=Record)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"this is not the record of a match: {error}") from error
    if record.format != 1:
        raise BadRecord(f"the record has format {record.format}; this program reads format 1")
    return record


def silent_seats(record: Record) -> list[Seat]:
    """Seats that put nothing of their own into the chance of the match: the proof binds the site only
    where somebody did."""
    return [
        seat
        for seat, nonce in enumerate(record.nonces)
        if nonce == silent_nonce(record.match, seat).hex()
    ]  # fmt: skip


class Table:
    """Plays one match and writes its record."""

    def __init__(
        self,
        game: Rules,
        seats: int,
        options: dict[str, OptionValue],
        secret: bytes,
        match: str = "local",
        title: str = "",
    ) -> None:
        self.game = game
        self.options = dict(game.check(seats, options))
        self.seats = seats
        self.secret = secret
        self.match = match
        self.title = title or game.info.titles[0].key
        self.nonces = [silent_nonce(match, seat) for seat in range(seats)]
        chance = KeyedChance(match_key(secret, self.nonces))
        dealt: list[int] = []
        chance.drawn = dealt
        self.state = game.start(seats, self.options, chance)
        self.dealt = tuple(dealt)
        self.acts: list[Act] = []

    def play(
        self, seat: Seat, move: Move, told: list[Told] | None = None, level: str = "", bot: int | None = None
    ) -> None:
        drawn = self._listen()
        self.state.play(seat, move, told)
        actor: Actor = "seat" if bot is None else "bot"
        notation = self.game.write(move)
        self.acts.append(Act(len(self.acts) + 1, actor, seat, notation, tuple(drawn), level, bot))

    def absent(self, seat: Seat, told: list[Told] | None = None) -> None:
        drawn = self._listen()
        self.state.absent(seat, told)
        self.acts.append(Act(len(self.acts) + 1, "referee", seat, ABSENT, tuple(drawn)))

    def leave(self, seat: Seat, told: list[Told] | None = None) -> None:
        drawn = self._listen()
        self.state.leave(seat, told)
        self.acts.append(Act(len(self.acts) + 1, "referee", seat, LEAVE, tuple(drawn)))

    def _listen(self) -> list[int]:
        drawn: list[int] = []
        assert isinstance(self.state.chance, KeyedChance)
        self.state.chance.drawn = drawn
        return drawn

    def record(self) -> Record:
        return Record(
            match=self.match,
            game=self.game.info.key,
            title=self.title,
            rules_version=self.game.info.rules_version,
            components=self.game.info.components,
            seats=self.seats,
            options=self.options,
            commitment=commitment(self.secret),
            secret=self.secret.hex(),
            nonces=tuple(nonce.hex() for nonce in self.nonces),
            dealt=self.dealt,
            acts=tuple(self.acts),
            result=self.state.result(),
        )


def replay(record: Record) -> State:
    """The position after the last act; raises BadRecord where the record cannot be followed."""
    playback = Playback(record)
    for _ in playback:
        pass
    return playback.state


def verify(record: Record, brain: Brain | None = None, bot_version: int | None = None) -> list[str]:
    """What is wrong with the record; empty if it proves the match.

    `brain` recomputes the moves of bots that were made by `bot_version`.
    """
    faults: list[str] = []
    try:
        playback = Playback(record)
    except BadRecord as error:
        return [str(error)]
    if record.components != playback.game.info.components:
        faults.append("the record names other component data than this program has")
    if commitment(playback.secret) != record.commitment:
        faults.append("the secret does not fit the commitment that was published before the match")
    if playback.drawn != record.dealt:
        faults.append("the set-up was not what the secret and the nonces yield")
    try:
        for act in playback:
            if playback.drawn != act.drawn:
                yields = list(playback.drawn)
                faults.append(f"act {act.seq}: drawn {list(act.drawn)}, but the key yields {yields}")
            if act.actor == "bot" and brain is not None:
                faults += playback.bot_faults(act, brain, bot_version)
    except BadRecord as error:
        return [*faults, str(error)]
    return faults + _result_faults(record, playback.state)


def _result_faults(record: Record, state: State) -> list[str]:
    result = state.result()
    if record.result is None:
        return ["the match is over, but the record has no result"] if result else []
    if result is None:
        if record.result.reason in ("finished", "left"):
            return ["the record has a result, but its acts do not end the match"]
        return []  # decided by the referee, not by the rules
    same = (
        record.result.places == result.places
        and record.result.points == result.points
        and record.result.reason == result.reason
    )
    return [] if same else [f"the result is {record.result}, but the acts give {result}"]


class Playback:
    """Plays the acts of a record one by one; iterate to the end.

    After each act `drawn` holds what chance drew for it (before the first: for the set-up).
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.secret, nonces = _keys(record)
        try:
            self.game = rules(record.game, record.rules_version)
            chance = KeyedChance(match_key(self.secret, nonces))
            dealt: list[int] = []
            chance.drawn = dealt
            self.state = self.game.start(record.seats, record.options, chance)
        except (UnknownGame, BadOptions) as error:
            raise BadRecord(str(error)) from error
        self.drawn = tuple(dealt)
        self._seen: list[tuple[int, State]] = []
        """Positions, with their versions, from which the act may have been decided; more than one only
        if somebody left while a decision was sealed."""
        self._own: dict[Seat, list[Move]] = {}
        """While a decision is sealed: what each actor has answered so far."""
        self._open: set[Seat] = set()
        """Actors whose answers to the sealed decision are not complete."""
        self._before: list[Move] = []
        """Answers of the acting seat before the act."""

    def __iter__(self) -> Iterator[Act]:
        for number, act in enumerate(self.record.acts, 1):
            if act.seq != number:
                raise BadRecord(f"act {act.seq} stands where act {number} belongs")
            if not self._open:
                self._seen, self._own = [(number - 1, self.state.fork())], {}
                self._open = set(self.state.actors()) if self.state.sealed() else set()
            self._before = self._own.get(act.seat, [])
            self._do(act)
            yield act

    def _do(self, act: Act) -> None:
        chance = self.state.chance
        assert isinstance(chance, KeyedChance)
        drawn: list[int] = []
        chance.drawn = drawn
        try:
            if act.actor == "referee":
                self._referee(act)
            else:
                move = self.game.read(act.notation)
                self.state.play(act.seat, move)
                self._answered(act.seat, move)
        except (IllegalMove, UnknownNotation) as error:
            who = f"{act.actor} {act.seat}"
            raise BadRecord(f"act {act.seq} ({who}, {act.notation!r}) is not legal: {error}") from error
        self.drawn = tuple(drawn)

    def _referee(self, act: Act) -> None:
        if act.notation == ABSENT:
            self.state.absent(act.seat)
            self._open.discard(act.seat)
        elif act.notation == LEAVE:
            self.state.leave(act.seat)
            if self._open:
                self._seen.append((act.seq, self.state.fork()))
        else:
            raise UnknownNotation("the referee's acts are `absent` and `leave`")

    def _answered(self, seat: Seat, move: Move) -> None:
        if seat not in self._open:
            return
        self._own[seat] = [*self._before, move]
        standing = self._standing(0, self._own[seat], seat)
        if not standing.sealed() or seat not in standing.actors():
            self._open.discard(seat)

    def _standing(self, index: int, own: Sequence[Move], seat: Seat) -> State:
        """What the seat saw: the position at that version and its own answers, nobody else's."""
        state = self._seen[index][1].fork()
        for move in own:
            state.play(seat, move)
        return state

    def bot_faults(self, act: Act, brain: Brain, bot_version: int | None) -> list[str]:
        """Whether the bot would make the move again; call it right after the act."""
        if act.bot_version is None or act.bot_version != bot_version:
            return [
                f"act {act.seq}: the move of bot version {act.bot_version} cannot be recomputed; "
                f"this program has version {bot_version}"
            ]
        answers = []
        for index, (version, _) in enumerate(self._seen):
            state = self._standing(index, self._before, act.seat)
            seq = version + len(self._before) + 1
            seed = bot_seed(self.secret, act.seat, seq, act.bot_version, act.level)
            answers.append(self.game.write(brain(self.game, state, act.seat, act.level, seed)))
        if act.notation in answers:
            return []
        played, found = f"bot {act.level!r} played {act.notation!r}", f"its search gives {answers[0]!r}"
        return [f"act {act.seq}: {played}, but {found}"]


def _keys(record: Record) -> tuple[bytes, list[bytes]]:
    if record.secret is None:
        raise BadRecord("the record has no secret yet: it is published when the match has ended")
    if len(record.nonces) != record.seats:
        raise BadRecord(f"the record has {len(record.nonces)} nonces for {record.seats} seats")
    try:
        return bytes.fromhex(record.secret), [bytes.fromhex(nonce) for nonce in record.nonces]
    except ValueError as error:
        raise BadRecord(f"secret and nonces have to be hexadecimal: {error}") from error
