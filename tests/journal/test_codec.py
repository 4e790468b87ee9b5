"""Events as text, and back."""

from __future__ import annotations

import json
from typing import Any, ClassVar, get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct, StructMeta
from msgspec.structs import replace

from pitboss.floor.facts import COMMANDS, EVENTS, values
from pitboss.floor.facts.awards import AwardBackedOut
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.people import BadgeIssued, DealerSignedIn, SignIn, SignOut
from pitboss.floor.facts.rounds import EndRound, StartRound
from pitboss.floor.facts.tables import TableOpened
from pitboss.floor.facts.values import Spot
from pitboss.journal.codec import Plain, command_digest, decode, encode, event_classes
from pitboss.journal.shapes import codec_of
from pitboss.journal.writers import writer_of
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import Refusal

from .strategies import values_of

UNITS = ("cents", "micros", "ppm")
START_DIGEST = "796355dc708ee506c664687b33a975eb4d3db1b72e5ed5e8c1e3506330d3c703"


class Part(Struct, frozen=True):
    """A part of a sample, with an amount."""

    level: str
    meter_micros: Micros


class Sample(Struct, frozen=True, kw_only=True):
    """One field of every sort that the codec knows; no event, so that events may grow."""

    table: str
    round: int
    locked: bool
    cents: Cents
    corrects: int | None
    spots: tuple[Spot, ...]
    parts: tuple[Part, ...]
    prizes: tuple[tuple[str, Cents], ...]
    badges: tuple[str, str]


SAMPLE = Sample(
    table='Zoë\'s "T-1"',
    round=7,
    locked=True,
    cents=Cents(-5),
    corrects=None,
    spots=(Spot(1, 1), Spot(6, 2)),
    parts=(Part("main", Micros(50_000_000)),),
    prizes=(("royal", Cents(100_000)),),
    badges=("7", "8"),
)
SAMPLE_TEXT = (
    '{"badges":["7","8"],"cents":"-5","corrects":null,"locked":true,'
    '"parts":[{"level":"main","meter_micros":"50000000"}],"prizes":[["royal","100000"]],'
    '"round":7,"spots":[{"seat":1,"sensor":1},{"seat":6,"sensor":2}],'
    '"table":"Zoë\'s \\"T-1\\""}'
)
START = StartRound(command_id="a", at_ms=1, table="T-1", spots=(Spot(1, 1), Spot(6, 2)))


def test_the_text_is_canonical() -> None:
    assert codec_of(Sample).write(SAMPLE) == SAMPLE_TEXT
    assert writer_of(Sample)(SAMPLE) == SAMPLE_TEXT
    assert codec_of(Sample).read(json.loads(SAMPLE_TEXT)) == SAMPLE


def test_a_field_that_may_be_missing_can_be_there() -> None:
    text = SAMPLE_TEXT.replace("null", "3")
    assert codec_of(Sample).write(replace(SAMPLE, corrects=3)) == text
    assert writer_of(Sample)(replace(SAMPLE, corrects=3)) == text
    assert codec_of(Sample).read(json.loads(text)) == replace(SAMPLE, corrects=3)


def test_the_body_of_an_event() -> None:
    event = BadgeIssued(badge="7", name="Zoë", role="dealer", by=("8", "9"))
    body = '{"badge":"7","by":["8","9"],"name":"Zoë","role":"dealer"}'
    assert encode(event) == body
    assert decode("badge-issued", 2, body) == event


def test_bodies_of_older_versions_are_brought_up_to_date() -> None:
    badge = BadgeIssued(badge="7", name="Zoë", role="dealer", by=("", ""))
    assert decode("badge-issued", 1, '{"badge":"7","name":"Zoë","role":"dealer"}') == badge
    body = (
        '{"badge":"7","game":"crazy4","jackpots":["J"],"keypad":"atlas","order":[],"seats":6,'
        '"table":"T"}'
    )
    table = TableOpened(
        table="T", game="crazy4", seats=6, jackpots=("J",), keypad="atlas", order=(), title="",
        bundle="", approval=(), equipment=(), training=False, proof="", badge="7",
    )  # fmt: skip
    assert decode("table-opened", 1, body) == table


@pytest.mark.parametrize("event_class", EVENTS, ids=lambda found: found.kind)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_event_comes_back(event_class: type[Event], data: st.DataObject) -> None:
    event = data.draw(values_of(event_class))
    body = encode(event)
    assert decode(event_class.kind, event_class.version, body) == event
    assert body == json.dumps(
        json.loads(body), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def test_every_event_is_found() -> None:
    assert set(event_classes().values()) == set(EVENTS)


def test_a_name_with_a_unit_is_an_amount() -> None:
    for found in (*COMMANDS, *EVENTS, *vars(values).values()):
        if isinstance(found, StructMeta):
            hints = get_type_hints(found)
            for name in found.__struct_fields__:
                if name.split("_")[-1] in UNITS:
                    assert {Cents, Micros, Ppm} & {hints[name], *get_args(hints[name])}


def misread(text: str) -> str:
    with pytest.raises(Refusal) as caught:
        codec_of(Sample).read(json.loads(text))
    return str(caught.value)


def refused(kind: str, version: int, body: str) -> str:
    with pytest.raises(Refusal) as caught:
        decode(kind, version, body)
    return str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"round":7', '"round":"7"', "round: '7' is not a whole number"),
        ('"round":7', '"round":7.0', "round: 7.0 is not a whole number"),
        ('"round":7', '"round":true', "round: True is not a whole number"),
        ('"round":7', '"round":null', "round: None is not a whole number"),
        ('"round":7', '"round":9007199254740992', "round: 9007199254740992 is not"),
        ('"round":7', '"round":NaN', "round: nan is not a whole number"),
        ('"round":7,', "", "keys: missing round"),
        ('"round":7', '"round":7,"colour":1', "keys: unknown 'colour'"),
        ('"round":7', '"Round":7', "keys: missing round; unknown 'Round'"),
        ('"seat":6', '"seat":true', "spots: 1: seat: True is not a whole number"),
        ('"seat":6', '"seat":[1]', "spots: 1: seat: [1] is not a whole number"),
        ('"seat":6', '"chair":6', "spots: 1: keys: missing seat; unknown 'chair'"),
        ('"seat":6', '"seat":6,"x":1', "spots: 1: keys: unknown 'x'"),
        ('{"seat":6,"sensor":2}', "5", "spots: 1: 5 is not an object"),
        ('{"seat":6,"sensor":2}', '"ab"', "spots: 1: 'ab' is not an object"),
        ('"50000000"', "50000000", "parts: 0: meter_micros: 50000000 is not an amount"),
        ('"50000000"', '"+5"', "parts: 0: meter_micros: '+5' is not an amount"),
        ('"50000000"', '"05"', "parts: 0: meter_micros: '05' is not an amount"),
        ('"50000000"', '"-0"', "parts: 0: meter_micros: '-0' is not an amount"),
        ('"50000000"', '" 5"', "parts: 0: meter_micros: ' 5' is not an amount"),
        ('"50000000"', '"5_0"', "parts: 0: meter_micros: '5_0' is not an amount"),
        ('"50000000"', '"５"', r"parts: 0: meter_micros: '\uff15' is not an amount"),
        ('"50000000"', '"1e3"', "parts: 0: meter_micros: '1e3' is not an amount"),
        ('"50000000"', f'"1{"0" * 40}"', "parts: 0: meter_micros: '1000"),
        ('"50000000"', f'"{"9" * 5000}"', "parts: 0: meter_micros: '9999"),
        ('"50000000"', "1e999", "parts: 0: meter_micros: inf is not an amount"),
        ('"50000000"', "[]", "parts: 0: meter_micros: [] is not an amount"),
        ('"100000"', "100000", "prizes: 0: 1: 100000 is not an amount"),
        ('"main"', r'"\ud800"', r"parts: 0: level: '\ud800' is not a text of whole characters"),
        ('"main"', "{}", "parts: 0: level: {} is not a text"),
        ("null", "false", "corrects: False is not a whole number"),
        ("true", "1", "locked: 1 is not true or false"),
        ('["7","8"]', '["7"]', "badges: ['7'] is not a list of 2"),
        ('["7","8"]', '["7",8]', "badges: 1: 8 is not a text"),
        ('["7","8"]', '"78"', "badges: '78' is not a list of 2"),
        ('[["royal","100000"]]', "{}", "prizes: {} is not a list"),
    ],
)
def test_a_wrong_body_is_refused_where_it_is_wrong(old: str, new: str, told: str) -> None:
    assert old in SAMPLE_TEXT
    assert misread(SAMPLE_TEXT.replace(old, new, 1)).startswith(f"EVENT_UNREADABLE: {told}")


def test_a_wrong_body_is_refused_with_its_kind() -> None:
    assert refused("dealer-signed-in", 1, '{"badge":7,"table":"T-1"}') == (
        "EVENT_UNREADABLE: dealer-signed-in 1: badge: 7 is not a text"
    )


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ("", "the body is not JSON"),
        ("{", "the body is not JSON"),
        ("{} {}", "the body is not JSON"),
        ("[" * 100_000, "the body is not JSON"),
        (f'{{"round":{"9" * 5000}}}', "the body is not JSON"),
        ("[]", "[] is not an object with keys"),
        ("null", "None is not an object with keys"),
    ],
)
def test_what_is_no_body_is_refused(body: str, told: str) -> None:
    assert refused("round-ended", 1, body) == f"EVENT_UNREADABLE: round-ended 1: {told}"


def test_an_unknown_kind_or_version_is_refused() -> None:
    body = '{"badge":"7","table":"T-1"}'
    assert refused("dealer-slept", 1, body) == (
        "EVENT_UNREADABLE: dealer-slept 1: no event has this kind"
    )
    for version in (-1, 0, 2):
        assert refused("dealer-signed-in", version, body) == (
            f"EVENT_UNREADABLE: dealer-signed-in {version}:"
            f" version {version} can not be read; the newest is 1"
        )


def with_badge(body: dict[str, Plain]) -> dict[str, Plain]:
    """From the version before badges were kept."""
    return {**body, "badge": "unknown"}


def table_renamed(body: dict[str, Plain]) -> dict[str, Plain]:
    """From the version before that, when a table was a place."""
    return {"table": body["place"]}


def test_an_old_version_is_upgraded_step_by_step() -> None:
    upgrades = {
        ("dealer-signed-in", 0): with_badge,
        ("dealer-signed-in", -1): table_renamed,
    }
    expected = DealerSignedIn(table="T-1", badge="unknown")
    assert decode("dealer-signed-in", 0, '{"table":"T-1"}', upgrades=upgrades) == expected
    assert decode("dealer-signed-in", -1, '{"place":"T-1"}', upgrades=upgrades) == expected
    with pytest.raises(Refusal, match="EVENT_UNREADABLE: dealer-signed-in 0: keys: unknown 'x'"):
        decode("dealer-signed-in", 0, '{"table":"T-1","x":1}', upgrades=upgrades)


def test_PS_7_a_back_out_of_the_first_version_passes_no_restart_on() -> None:
    body = (
        '{"award":"T1-1-9.1","badges":["S1","A1"],"movements":[],"reason":"misread","reverses":9,'
        '"round":1,"table":"T1"}'
    )
    undone = decode("award-backed-out", 1, body)
    assert isinstance(undone, AwardBackedOut)
    assert (undone.award, undone.restart_passes_to) == ("T1-1-9.1", "")


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"round": True}, "round: True is not a whole number"),
        ({"round": 2**53}, "round: 9007199254740992 is not a whole number"),
        ({"spots": [Spot(1, 1)]}, "spots: [Spot(seat=1, sensor=1)] is not a tuple"),
        ({"spots": (Spot(1, 1), (1, 2))}, "spots: 1: (1, 2) is not a Spot"),
        ({"spots": (Spot(seat=1, sensor=True),)}, "spots: 0: sensor: True is not a whole number"),
        ({"spots": (Spot(1, []),)}, "spots: 0: sensor: [] is not a whole number"),  # type: ignore[arg-type]
        ({"badges": ("7",)}, "badges: ('7',) is not a tuple of 2"),
        ({"badges": ("7", 8)}, "badges: 1: 8 is not a text"),
        ({"table": None}, "table: None is not a text"),
        ({"table": "\ud800"}, r"table: '\ud800' is not a text of whole characters"),
    ],
)
def test_what_can_not_be_read_again_is_not_written(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(Refusal) as caught:
        codec_of(Sample).write(replace(SAMPLE, **changes))
    assert str(caught.value).startswith(f"EVENT_UNREADABLE: {told}")
    with pytest.raises(Refusal) as quickly:
        writer_of(Sample)(replace(SAMPLE, **changes))
    assert str(quickly.value) == str(caught.value)


@pytest.mark.parametrize(
    "body",
    [
        '{"table":"T-1","badge":"7"}',
        '{"badge": "7","table":"T-1"}',
        '{"badge":"7","table":"T-1"} ',
        '{"badge":"\\u0037","table":"T-1"}',
        '{"badge":"8","badge":"7","table":"T-1"}',
    ],
)
def test_an_event_has_one_spelling(body: str) -> None:
    assert refused("dealer-signed-in", 1, body) == (
        "EVENT_UNREADABLE: dealer-signed-in 1: the body is not written as an event is"
    )


@pytest.mark.parametrize("digits", ["5", '"05"', '"5.0"', '"1e3"', '"-0"', '"+5"', "5.0"])
def test_an_amount_of_an_event_is_digits_in_quotes(digits: str) -> None:
    body = f'{{"award":"A1","badge":"7","cents":{digits}}}'
    assert "cents: " in refused("prize-paid", 1, body)


def test_texts_that_are_kept_are_of_whole_numbers() -> None:
    """True equals 1, and 1.0 does too."""
    writer = writer_of(Sample)
    plain = replace(SAMPLE, spots=(Spot(1, 1),))
    assert '"spots":[{"seat":1,"sensor":1}]' in writer(plain)
    assert writer(plain) == writer(replace(SAMPLE, spots=(Spot(1, 1),)))
    for seat in (True, 1.0, "1", None, 2**70, object()):
        odd = replace(SAMPLE, spots=(Spot(seat, 1),))  # type: ignore[arg-type]
        with pytest.raises(Refusal, match=r"spots: 0: seat: .* is not a whole number"):
            writer(odd)


def test_texts_that_are_kept_are_of_their_class() -> None:
    writer = writer_of(Sample)
    writer(replace(SAMPLE, spots=(Spot(1, 1),)))
    with pytest.raises(Refusal, match=r"spots: 0: .* is not a Spot"):
        writer(replace(SAMPLE, spots=({"seat": 1, "sensor": 1},)))
    with pytest.raises(Refusal, match=r"spots: .* is not a tuple"):
        writer(replace(SAMPLE, spots=[Spot(1, 1)]))


def test_what_is_no_event_of_the_floor_is_not_written() -> None:
    class Stranger(Struct, frozen=True):
        kind: ClassVar[str] = "dealer-signed-in"
        version: ClassVar[int] = 1

    with pytest.raises(Refusal, match="EVENT_UNREADABLE: dealer-signed-in 1: no event of the"):
        encode(Stranger())  # type: ignore[arg-type]


@pytest.mark.parametrize("amount", [1.0, "1", True, None, 10**40])
def test_an_amount_is_a_whole_number(amount: Any) -> None:
    with pytest.raises(Refusal, match=r"EVENT_UNREADABLE: meter_micros: .* is not an amount"):
        codec_of(Part).write(Part("main", amount))


def test_a_field_of_another_type_stops_the_program() -> None:
    with pytest.raises(TypeError, match="no way to write a field of type"):
        codec_of(dict[str, int])


def test_a_digest_is_of_the_content() -> None:
    assert command_digest(START) == START_DIGEST
    assert command_digest(replace(START, command_id="b", at_ms=2)) == START_DIGEST
    assert command_digest(replace(START, table="T-2")) != START_DIGEST
    assert command_digest(replace(START, spots=())) != START_DIGEST


def test_commands_of_the_same_fields_differ() -> None:
    kept = {"command_id": "a", "at_ms": 1, "table": "T-1"}
    digests = {
        command_digest(EndRound(**kept)),  # type: ignore[arg-type]
        command_digest(SignOut(**kept)),  # type: ignore[arg-type]
    }
    assert len(digests) == 2


@pytest.mark.parametrize("command_class", COMMANDS, ids=lambda found: found.__name__)
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_command_has_a_digest(command_class: Any, data: st.DataObject) -> None:
    command = data.draw(values_of(command_class))
    again = replace(command, command_id="another", at_ms=command.at_ms // 2)
    assert command_digest(command) == command_digest(again)
    assert len(command_digest(command)) == 64


def test_a_command_that_is_no_text_is_refused() -> None:
    with pytest.raises(Refusal, match=r"COMMAND_UNREADABLE: SignIn: badge: .* whole characters"):
        command_digest(SignIn(command_id="a", at_ms=1, table="T-1", badge="\ud800"))
