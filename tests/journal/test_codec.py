"""Commands and events as text, and back."""

from __future__ import annotations

import json
from random import Random
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import StructMeta
from msgspec.structs import replace

from pitboss.floor.facts import COMMANDS, EVENTS, jackpots, payments, people, rounds, values
from pitboss.floor.facts.base import Command, Event, kind_of
from pitboss.floor.facts.values import EnvyPay, PaidPart, Payment, Spot
from pitboss.journal.codec import (
    command_of,
    command_text,
    events_of,
    events_text,
    need_exact_numbers,
)
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import Refusal

from .any_values import any_value, plain

UNITS = ("cents", "micros", "ppm")
TIMES = 25  # random values of each kind; the same ones at every run
START = rounds.StartRound(
    command_id="a", at_ms=1, table='Zoë\'s "T-1"', spots=(Spot(1, 1), Spot(6, 2))
)
START_TEXT = (
    '{"kind":"start-round","command_id":"a","at_ms":1,"sent_from":"server",'
    '"table":"Zoë\'s \\"T-1\\"","spots":[{"seat":1,"sensor":1},{"seat":6,"sensor":2}],"hands":0}'
)
ADJUST = jackpots.AdjustMeter(
    command_id="b", at_ms=2, sent_from="office 3f9a", jackpot="J", level="main", adjustment="won",
    cents=Cents(-5), won_at=jackpots.WonAt("T1", 2, Spot(3, 1), "royal"), reason="", badges=("7",
    "8"),
)  # fmt: skip
ADJUST_TEXT = (
    '{"kind":"adjust-meter","command_id":"b","at_ms":2,"sent_from":"office 3f9a","jackpot":"J",'
    '"level":"main","adjustment":"won","cents":-5,"corrects":null,"evidence":"",'
    '"won_at":{"table":"T1","round":2,"spot":{"seat":3,"sensor":1},"outcome":"royal"},"amount_reason":"",'
    '"wager":null,"reason":"","badges":["7","8"]}'
)
HAPPENED = (
    payments.PrizePaid(
        award="T-1",
        cents=Cents(100_060),
        withheld_cents=Cents(0),
        parts=(PaidPart("kim", Cents(100_060), Cents(0)),),
        keep_until="2029-12-31",
        payment=Payment(),
        badge="7",
    ),
    rounds.RoundEnded(table="T-1", round=7, envy=(EnvyPay(3, 1, "J", "royal", 2, Cents(500)),)),
)


def test_a_command_is_written_word_for_word() -> None:
    assert command_text(START) == START_TEXT
    assert command_of(START_TEXT) == START


def test_an_amount_is_an_integer_and_what_is_missing_is_null() -> None:
    assert command_text(ADJUST) == ADJUST_TEXT
    assert command_of(ADJUST_TEXT) == ADJUST


def test_events_are_a_list_in_their_order() -> None:
    text = events_text(HAPPENED)
    assert text == json.dumps(plain(HAPPENED), separators=(",", ":"))
    assert text.startswith('[{"kind":"prize-paid","award":"T-1","cents":100060,"withheld_cents":0,')
    assert events_of(text) == HAPPENED


@pytest.mark.parametrize("made", COMMANDS, ids=kind_of)
def test_every_command_comes_back(made: type[Command]) -> None:
    random = Random(kind_of(made))
    for _ in range(TIMES):
        command = any_value(made, random)
        text = command_text(command)
        assert command_of(text) == command
        assert text == json.dumps(plain(command), separators=(",", ":"), ensure_ascii=False)


@pytest.mark.parametrize("made", EVENTS, ids=kind_of)
def test_every_event_comes_back(made: type[Event]) -> None:
    random = Random(kind_of(made))
    for _ in range(TIMES):
        events = tuple(any_value(made, random) for _ in range(random.randint(1, 2)))
        text = events_text(events)
        assert events_of(text) == events
        assert text == json.dumps(plain(events), separators=(",", ":"), ensure_ascii=False)


def test_no_two_commands_and_no_two_events_are_stored_under_one_name() -> None:
    for classes in (COMMANDS, EVENTS):
        assert len({kind_of(made) for made in classes}) == len(classes)


def test_a_name_with_a_unit_is_an_amount() -> None:
    for found in (*COMMANDS, *EVENTS, *vars(values).values()):
        if isinstance(found, StructMeta):
            hints = get_type_hints(found)
            for name in found.__struct_fields__:
                if name.split("_")[-1] in UNITS:
                    assert {Cents, Micros, Ppm} & {hints[name], *get_args(hints[name])}


def unread(read: Any, text: str) -> str:
    with pytest.raises(Refusal) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('"at_ms":1', '"at_ms":"1"', "$.at_ms"),
        ('"at_ms":1', '"at_ms":1.0', "$.at_ms"),
        ('"at_ms":1', '"at_ms":1e3', "$.at_ms"),
        ('"at_ms":1', '"at_ms":true', "$.at_ms"),
        ('"at_ms":1', '"at_ms":null', "$.at_ms"),
        ('"at_ms":1', '"at_ms":NaN', "malformed"),
        ('"at_ms":1', '"at_ms":01', "malformed"),
        ('"at_ms":1,', "", "missing required field `at_ms`"),
        ('"at_ms":1', '"at_ms":1,"color":1', "unknown field `color`"),
        ('"at_ms":1', '"At_ms":1', "At_ms"),
        ('"seat":6', '"seat":true', "$.spots[1].seat"),
        ('"seat":6', '"seat":[1]', "$.spots[1].seat"),
        ('"seat":6', '"chair":6', "unknown field `chair`"),
        ('{"seat":6,"sensor":2}', "5", "$.spots[1]"),
        ('[{"seat":1,"sensor":1},{"seat":6,"sensor":2}]', "{}", "$.spots"),
        ('"start-round"', '"start-game"', "$.kind"),
        ('"kind":"start-round",', "", "missing required field `kind`"),
    ],
)
def test_a_wrong_text_is_refused_where_it_is_wrong(old: str, new: str, place: str) -> None:
    assert old in START_TEXT
    told = unread(command_of, START_TEXT.replace(old, new, 1))
    assert told.startswith("ROW_UNREADABLE: asked: ")
    assert place in told


@pytest.mark.parametrize("text", ["", "{", "{} {}", "[]", "null", "5", "[" * 100_000, "\ud800"])
def test_what_is_no_command_is_refused(text: str) -> None:
    assert unread(command_of, text).startswith("ROW_UNREADABLE: asked: ")


@pytest.mark.parametrize("text", ["", "[", "{}", "null", "[5]", "[" * 100_000, f"[{START_TEXT}]"])
def test_what_are_no_events_is_refused(text: str) -> None:
    assert unread(events_of, text).startswith("ROW_UNREADABLE: events: ")


def test_a_row_that_cannot_be_read_is_named_with_what_to_do() -> None:
    told = unread(lambda text: events_of(text, seq=3), "[5]")
    assert told.startswith("ROW_UNREADABLE: row 3: events: ")
    assert told.endswith("Use that version, or audit the journal")


def test_an_event_is_no_command() -> None:
    text = events_text([people.DealerSignedIn(table="T-1", badge="7")])
    assert "ROW_UNREADABLE: asked: " in unread(command_of, text[1:-1])


def test_a_command_that_is_no_text_is_refused() -> None:
    with pytest.raises(Refusal, match=r"COMMAND_UNREADABLE: SignIn: it contains half a character"):
        command_text(people.SignIn(command_id="a", at_ms=1, table="T-1", badge="\ud800"))
    with pytest.raises(Refusal, match=r"COMMAND_UNREADABLE: AdjustMeter: .*digits"):
        command_text(replace(ADJUST, cents=Cents(10**5000)))


@pytest.mark.parametrize("cents", [0, 2**53 - 1, -(2**53) + 1])
def test_a_number_that_every_reader_gets_exactly_may_be_asked(cents: int) -> None:
    need_exact_numbers(command_text(replace(ADJUST, cents=Cents(cents), reason="9" * 20)))


@pytest.mark.parametrize("cents", [2**53, -(2**53), 10**30])
def test_a_number_that_some_readers_round_is_refused(cents: int) -> None:
    text = command_text(replace(ADJUST, cents=Cents(cents)))
    with pytest.raises(
        Refusal, match=r"COMMAND_UNREADABLE: asked: other programs can't read -?\d+"
    ):
        need_exact_numbers(text)
