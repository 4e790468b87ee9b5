"""A property takes no answer that cannot be true, whoever signed it; and whatever comes over the
line, at either end, is refused or recorded: no engine stops."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from examples import third
from pitboss.money import CENTS_MOST, MICROS_MOST, Cents, Micros
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.signing import answer_bytes, statement_bytes
from pitboss.wide.state import wide_of
from wide.line import Line
from wide.test_lost_grants import give_up, take_over
from wide.test_restored_hub import lost_and_found


def answered() -> tuple[Line, AnswerMessage]:
    """p1 has a hit that the hub has granted, $10,001.08; the answer is on its way."""
    line = Line()
    line.talk(line.p1)
    line.talk(line.p2)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.now_ms += 10_000
    message = line.message(line.p1)
    line.reach(message)
    return line, line.answer(message)


def signed(line: Line, answer: sharing.HubAnswer) -> AnswerMessage:
    """An answer that says something else, signed by the hub all the same."""
    return AnswerMessage(answer, line.hub.key.sign(answer_bytes(answer)).hex())


GRANTS = [
    {"level": "mini"}, {"meter_cents": -5}, {"house_cents": -5}, {"meter_cents": CENTS_MOST + 1},
    {"seats": ()}, {"seats": (1, 1)}, {"property": "p2"},
]  # fmt: skip
ANSWERS = [
    {"readings": (sharing.WideReading("wide", "main", Cents(-1)),)},
    {"readings": (sharing.WideReading("wide", "main", Cents(1)),) * 2},
    {"rests": (sharing.LevelRest("wide", "main", Micros(-1), Micros(0)),), "rests_of": 1},
    {"rests": (sharing.LevelRest("wide", "main", Micros(1), Micros(0)),) * 2, "rests_of": 1},
    {"hub_seq": MICROS_MOST}, {"number": MICROS_MOST}, {"number": -1},
    {"rests_of": 3}, {"rests_of": -1}, {"standing": "well"},
]  # fmt: skip


@pytest.mark.parametrize("other", [*({"grant": each} for each in GRANTS), *ANSWERS], ids=str)
def test_an_answer_that_cannot_be_true_is_not_taken_and_the_floor_plays_on(
    other: dict[str, object],
) -> None:
    line, right = answered()
    (grant,) = right.answer.grants
    changes = dict(other)
    if "grant" in changes:
        changes = {"grants": (replace(grant, **changes["grant"]),)}  # type: ignore[arg-type]
    taken = line.take(line.p1, signed(line, replace(right.answer, **changes)))
    assert taken.code == "ANSWER_WRONG"
    assert line.owed_cents(line.p1) == {}
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    assert line.take(line.p1, right).accepted
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    line.need_sound()


def test_a_grant_twice_in_one_answer_is_not_taken() -> None:
    line, right = answered()
    twice = replace(right.answer, lost_grants=right.answer.grants)
    assert line.take(line.p1, signed(line, twice)).code == "ANSWER_WRONG"


# ---- whatever comes -----------------------------------------------------------------------------

TEXTS = st.sampled_from(["", "x", "wide", "main", "p1", "p2", "T1", "T9", "four_aces", "open"])
NUMBERS = st.sampled_from([-1, 0, 1, 2, 3, 7, 1_000, 108_000_000, MICROS_MOST, -MICROS_MOST])
CHANGES_MOST = 4


def leaves(found: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something can be changed: every value, and every list."""
    if isinstance(found, dict):
        for name, value in found.items():
            yield from leaves(value, (*path, name))
    elif isinstance(found, list):
        yield path
        for place, value in enumerate(found):
            yield from leaves(value, (*path, place))
    elif path[-1] != "signature":
        yield path


def other_value(data: st.DataObject, value: Any) -> Any:
    """Something else of the same kind."""
    if value is None:
        return []
    if isinstance(value, list):
        return data.draw(st.sampled_from([[], value * 2, value[::-1], value[:1]]))
    if isinstance(value, bool):
        return not value
    return data.draw(NUMBERS if isinstance(value, int) else TEXTS)


def altered(data: st.DataObject, message: Any) -> Any:
    """A message in which a few values are others."""
    found = msgspec.json.decode(msgspec.json.encode(message))
    for _ in range(data.draw(st.integers(1, CHANGES_MOST))):
        path = data.draw(st.sampled_from(list(leaves(found))))
        holder = found
        for name in path[:-1]:
            holder = holder[name]
        holder[path[-1]] = other_value(data, holder[path[-1]])
    return msgspec.convert(found, type(message), strict=False)


@given(data=st.data())
@settings(max_examples=third(60))
def test_no_statement_of_a_property_stops_the_hub(data: st.DataObject) -> None:
    line = Line()
    line.talk(line.p1)
    line.talk(line.p2)
    if data.draw(st.booleans(), label="the hub was restored, and p1 shows its grants"):
        lost_and_found(line)
        line.take(line.p1, line.answer(line.message(line.p1)))
        if data.draw(st.booleans(), label="it has spoken before"):
            line.reach(replace(line.message(line.p1), shown=None))
    else:
        assert line.start(line.p1, 6).accepted
        line.hit(line.p1)
    line.now_ms += 10_000
    right = line.message(line.p1)
    wrong: StatementMessage = altered(data, right)
    sent = statement_bytes(wrong.stated, wrong.heard, wrong.asked_ms)
    signature = line.p1.key.sign(sent).hex()
    for _ in range(2):
        with suppress(Refusal):
            line.reach(replace(wrong, signature=signature))
            line.answer(wrong)
    number = wrong.stated.statement.number
    line.release(line.p1, number)
    line.decide(line.p1, number, posts=data.draw(st.booleans()))
    give_up(line, "p1")
    with suppress(Refusal):
        line.reach(right)
    line.talk(line.p2)
    line.need_sound()


@given(data=st.data())
@settings(max_examples=third(60))
def test_no_answer_of_a_hub_stops_a_property(data: st.DataObject) -> None:
    line, right = answered()
    wrong: AnswerMessage = altered(data, right)
    line.take(line.p1, signed(line, wrong.answer))
    line.now_ms += 10_000
    with suppress(Refusal):
        line.exchange(line.p1)
    assert line.start(line.p1, 6, wide=False).accepted, "its own jackpot plays on"
    for lost in wide_of(line.p1.state).lost_grants:
        take_over(line, lost.grant.claim)
    line.need_sound()
