from __future__ import annotations

import hashlib

import msgspec
import pytest

from engines import records
from engines.bots import BOT_VERSION, choose
from engines.chance import KeyedChance
from engines.records import Act, BadRecord, Record, decode, encode, replay, verify
from tests.engines.matches import SECRET, bot_match, random_match


@pytest.fixture
def record() -> Record:
    return random_match().record()


def changed(record: Record, **fields: object) -> Record:
    return msgspec.structs.replace(record, **fields)


def changed_act(record: Record, number: int, **fields: object) -> Record:
    acts = list(record.acts)
    acts[number - 1] = msgspec.structs.replace(acts[number - 1], **fields)
    return changed(record, acts=tuple(acts))


def test_an_honest_record_proves_its_match(record: Record) -> None:
    assert verify(record) == []


def test_a_record_survives_its_file(record: Record) -> None:
    assert decode(encode(record)) == record


def test_replay_ends_in_the_same_bytes() -> None:
    table = random_match(4, seed=3)
    again = replay(table.record())
    for state in (table.state, again):
        assert isinstance(state.chance, KeyedChance)
    assert table.game.save(again) == table.game.save(table.state)


def test_another_secret_is_noticed(record: Record) -> None:
    faults = verify(changed(record, secret="00" * 32))
    assert "the secret does not fit the commitment that was published before the match" in faults
    assert "the set-up was not what the secret and the nonces yield" in faults


def test_a_secret_chosen_afterwards_with_its_commitment_is_noticed_by_the_deal(record: Record) -> None:
    forged = changed(record, secret="00" * 32, commitment=hashlib.sha256(bytes(32)).hexdigest())
    assert "the set-up was not what the secret and the nonces yield" in verify(forged)


def test_another_nonce_is_noticed(record: Record) -> None:
    assert verify(changed(record, nonces=(*record.nonces[:-1], "ff" * 32)))


def test_a_forged_die_is_noticed(record: Record) -> None:
    number = next(act.seq for act in record.acts if act.drawn)
    die = record.acts[number - 1].drawn[0]
    faults = verify(changed_act(record, number, drawn=((die + 1) % 6,)))
    assert faults == [f"act {number}: drawn [{(die + 1) % 6}], but the key yields [{die}]"]


def test_an_illegal_act_is_named(record: Record) -> None:
    faults = verify(changed_act(record, 1, notation="airmail"))
    assert len(faults) == 1
    assert faults[0].startswith("act 1 (seat 0, 'airmail') is not legal: choose a postcard")


def test_an_act_out_of_turn_is_named(record: Record) -> None:
    assert "it is not your turn" in verify(changed_act(record, 1, seat=1))[0]


def test_nonsense_in_an_act_is_named(record: Record) -> None:
    assert "act 2" in verify(changed_act(record, 2, notation="fly away"))[0]


def test_unknown_acts_of_the_referee_are_named(record: Record) -> None:
    assert "`absent` and `leave`" in verify(changed_act(record, 1, actor="referee", notation="nap"))[0]


def test_a_missing_act_is_noticed(record: Record) -> None:
    faults = verify(changed(record, acts=record.acts[:3] + record.acts[4:]))
    assert faults == ["act 5 stands where act 4 belongs"]


def test_a_cut_off_record_does_not_carry_its_result(record: Record) -> None:
    faults = verify(changed(record, acts=record.acts[:-1]))
    assert faults == ["the record has a result, but its acts do not end the match"]


def test_another_result_is_noticed(record: Record) -> None:
    assert record.result is not None
    upside_down = msgspec.structs.replace(record.result, places=(3, 3, 3))
    assert "the result is" in verify(changed(record, result=upside_down))[0]


def test_a_result_decided_by_the_referee_stands_on_an_unfinished_match(record: Record) -> None:
    assert record.result is not None
    decided = msgspec.structs.replace(record.result, reason="adjudicated")
    assert verify(changed(record, acts=record.acts[:4], result=decided)) == []


def test_other_component_data_is_noticed(record: Record) -> None:
    assert verify(changed(record, components="0")) == [
        "the record names other component data than this program has"
    ]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"rules_version": 99}, "no rules version 99"),
        ({"secret": None}, "it is published when the match has ended"),
        ({"nonces": ()}, "0 nonces for 3 seats"),
        ({"secret": "zz"}, "hexadecimal"),
        ({"options": {"turns": 9}}, "'turns' cannot be 9"),
        ({"seats": 9, "nonces": ("00",) * 9}, "2, 3 or 4"),
    ],
)
def test_what_cannot_be_replayed_says_why(record: Record, fields: dict[str, object], why: str) -> None:
    faults = verify(changed(record, **fields))
    assert len(faults) == 1
    assert why in faults[0]
    with pytest.raises(BadRecord, match=r"."):
        replay(changed(record, **fields))


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"match": 1}'])
def test_bytes_that_are_no_record_are_refused(data: bytes) -> None:
    with pytest.raises(BadRecord, match="not the record of a match"):
        decode(data)


def test_a_later_format_is_refused(record: Record) -> None:
    with pytest.raises(BadRecord, match="format 2"):
        decode(encode(changed(record, format=2)))


def test_missed_turns_and_departures_are_replayed() -> None:
    table = records.Table(random_match().game, 3, {}, SECRET, match="m3")
    table.absent(0)
    table.leave(2)
    table.leave(1)
    record = table.record()
    assert [act.notation for act in record.acts] == ["absent", "leave", "leave"]
    assert record.result is not None
    assert record.result.places == (1, 2, 3)
    assert verify(record) == []


def test_seats_without_a_nonce_of_their_own_are_named(record: Record) -> None:
    assert records.silent_seats(record) == [0, 1, 2]
    assert records.silent_seats(changed(record, nonces=("11" * 32, *record.nonces[1:]))) == [1, 2]


def test_moves_of_bots_are_searched_again() -> None:
    record = bot_match(["novice", "steady", "random"]).record()
    assert {act.actor for act in record.acts} == {"bot"}
    assert verify(record, choose, BOT_VERSION) == []


def test_a_move_that_the_bot_would_not_make_is_noticed() -> None:
    record = bot_match(["steady", "steady"]).record()
    faults = [
        fault
        for number in range(1, len(record.acts) + 1)
        for fault in verify(changed_act(record, number, level="random"), choose, BOT_VERSION)
    ]
    assert faults
    assert all("bot 'random' played" in fault and "but its search gives" in fault for fault in faults)


def test_a_bot_of_another_version_cannot_be_searched_again() -> None:
    record = bot_match(["novice", "novice"]).record()
    faults = verify(changed_act(record, 1, bot_version=99), choose, BOT_VERSION)
    assert faults == [
        f"act 1: the move of bot version 99 cannot be recomputed; this program has version {BOT_VERSION}"
    ]


def test_sealed_answers_of_bots_stay_provable_when_somebody_leaves_before_they_open() -> None:
    record = bot_match(["steady", "novice", "steady"], leaver=1).record()
    sealed = [act.notation.split()[0] for act in record.acts[-4:]]
    assert sealed == ["leave", "keep", "keep", "keep"]
    assert verify(record, choose, BOT_VERSION) == []


def test_acts_are_small(record: Record) -> None:
    assert (
        msgspec.json.encode(Act(1, "seat", 0, "post L1"))
        == b'{"seq":1,"actor":"seat","seat":0,"notation":"post L1"}'
    )
