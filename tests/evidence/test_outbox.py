"""The outbox tells other systems what happened, field by field as listed here, and no name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from pitboss.engine import replay
from pitboss.evidence.outbox import (
    BEGIN,
    Position,
    _make_sent,
    choose_events,
    message_text,
    messages_of,
)
from pitboss.evidence.outbox_schema import outbox_schema
from pitboss.floor.facts import EVENTS, bank, months, paying_over, payments
from pitboss.floor.facts.base import Event, kind_of
from pitboss.floor.facts.limits import TextLines
from pitboss.floor.facts.meanings import BadgeId, CheckNumber, Inside, TableId
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.state.floor import State
from pitboss.journal import Row
from pitboss.journal.codec import events_of, events_text
from pitboss.journal.withheld import is_personal
from pitboss.money import Cents
from pitboss.refusal import Refusal, Told
from proof.sim.running import Run
from schema_check import faults
from wide.line import Line
from wide.test_lost_grants import hit_and_go_back, settle, settle_own_fork

# What of a chosen event stays in the house.
WITHHELD = {
    "round-started": {"badge"},
    "hands-corrected": {"badge", "reason"},
    "round-ended": set(),
    "round-voided": {"badge", "reason"},
    "awards-recorded": {"badge"},
    "award-backed-out": {"badges", "reason"},
    "prize-canceled": {"badges", "reason", "evidence"},
    "prize-paid": {"badge", "parts", "keep_until", "at_ms", "till", "drawer", "drawer_cents"},
    "payment-voided": {"badges", "check_number", "reason", "till", "drawer", "drawer_cents"},
    "prize-forfeited": {"badges", "to", "reason", "notice_due_ms", "keep_until"},
    "prize-handed-over": {"badges", "reference", "keep_until"},
    "deposit-recorded": {"badge", "reference"},
    "withdrawal-recorded": {"badges", "reference", "corrects"},
    "withdrawal-voided": {"badges", "reference", "reason"},
    "left-in-account": {"badges", "reason"},
    "paid-over": {"badges", "to", "reference"},
    "pay-over-voided": {"badges", "reference", "reason"},
    "meters-moved": set(),
    "holds-changed": {"badge"},
    "jackpot-opened": {"badges"},
    "jackpot-suspended": {"badge", "reason"},
    "jackpot-resumed": {"badge", "reason", "told"},
    "meter-adjusted": {"badges", "reason", "evidence", "amount_reason", "dealt_by"},
    "change-applied": {"badge", "before", "after"},
    "statement-made": set(),
    "statement-posted": set(),
    "claim-made": {"badge"},
    "claim-granted": set(),
    "claim-repeated": set(),
    "rests-recorded": set(),
    "answer-taken": {"heard_ms"},
    "wide-award-recorded": {"badge"},
    "shift-began": set(),
    "shift-ended": set(),
    "day-ended": set(),
    "day-closed": {"badges", "left"},
    "month-closed": {"badges"},
}
# Every name at any depth of a message: a new one is decided on here.
NAMES = {
    "table", "round", "spots", "seat", "sensor", "contributions", "jackpot", "level",
    "meter_micros", "reserve_micros", "overflow_micros", "house_micros", "after", "takings", "bets",
    "idle_to", "top_up_micros", "beyond_cents",
    "wager_micros", "hands", "before", "envy", "outcome", "seat_hit", "cents", "reverses",
    "movements", "award", "awards", "meter_cents", "house_cents", "tray_cents", "restarts",
    "stake_cents", "restart_passes_to", "released", "holds", "mark", "spot", "sharers",
    "whole_cents", "terms", "kind", "paytable", "paytable_sha256", "wager_cents", "levels",
    "seed_cents", "rate_ppm", "reserve_ppm", "maximum_cents", "house_prizes", "training", "opening",
    "adjustment", "corrects", "movement", "won_at", "change", "what", "action",
    "executive_above_cents", "lock_at_mark", "fixed_from", "split_among",
    "dealer_records_up_to_cents", "into", "pairs", "seed_to_house", "jackpots", "keypad", "order",
    "keys_are_personal", "day", "shift", "at_ms", "ends_ms", "readings", "balances", "account",
    "micros", "ended_seq", "answer", "claim", "claims", "given_micros", "given_reserve_micros",
    "grant", "hash", "hub", "rates", "forgotten_seq", "lease_until_ms", "made_ms", "number",
    "property", "seats", "seq", "standing", "stated", "statement", "sums", "taken_micros",
    "taken_reserve_micros", "restored", "closed", "closed_seq", "answered", "stated_as",
    "earlier", "payment", "method", "withheld_cents", "collected_cents", "borne_cents", "purpose",
    "month", "month_sha256",
}  # fmt: skip
# All that is told of an event about a person: which prize it was, how much, and in what.
OF_PERSONS = {
    "award", "cents", "withheld_cents", "collected_cents", "borne_cents", "payment", "method",
}  # fmt: skip
WIDE = {
    "statement-made", "statement-posted", "claim-made", "claim-granted", "answer-taken",
    "wide-award-recorded", "claim-repeated", "rests-recorded",
}  # fmt: skip
SEEDS = (1, 2, 3, 4, 5, 6)


def played(rng_seed: int) -> tuple[list[Row], State]:
    run = Run(rng_seed=rng_seed, rounds=40, faults="some")
    run.play()
    rows, state = list(run.rows), State()
    replay(state, rows)
    return rows, state


@pytest.fixture(scope="module")
def floors() -> list[tuple[list[Row], State]]:
    """Whole floors by chance, each with its journal."""
    return [played(rng_seed) for rng_seed in SEEDS]


def every_message(rows: list[Row]) -> Iterator[dict[str, Any]]:
    for row in rows:
        for message in messages_of(row):
            yield json.loads(message_text(message))


def test_every_field_of_every_event_was_decided_on() -> None:
    assert {kind_of(event) for event in choose_events()} == set(WITHHELD)
    for event, sent in choose_events().items():
        fields = set(event.__struct_fields__)
        assert set(sent.__struct_fields__) == fields - WITHHELD[kind_of(event)], event


class SomethingNoted(Event):
    """An event with one field of each sort."""

    table: TableId
    note: str
    lines: TextLines
    badges: tuple[BadgeId, ...]
    check_number: CheckNumber
    margin_cents: Inside[Cents]
    cents: Cents
    parts: tuple[Payment, ...]
    why: Told
    payment: Payment


def test_a_text_leaves_only_if_its_type_says_what_it_is() -> None:
    assert _make_sent(SomethingNoted).__struct_fields__ == ("table", "cents", "payment")


def test_of_an_event_about_a_person_the_prize_and_its_amounts_alone_are_told() -> None:
    assert len(EVENTS) > len(choose_events())
    personal = [sent for event, sent in choose_events().items() if is_personal(kind_of(event))]
    assert len(personal) == 3
    _, parts = msgspec.json.schema_components(personal)
    assert {name for part in parts.values() for name in part["properties"]} == OF_PERSONS


TWO = ("A400", "E300")
PAID = payments.PrizePaid(
    award="3F2A-7", cents=Cents(250_000), withheld_cents=Cents(60_000), keep_until="2029-12-31",
    badge="A400", parts=(PaidPart("ada", Cents(250_000), Cents(60_000)),), payment=Payment(
        method="check", check_number="1042", person="ada", exclusion="R. Diaz, 08:10",
        tax_form="W-2G", seal="S-8", witness="S200",
    ),
)  # fmt: skip
TAX = {"withheld_cents": 60_000, "collected_cents": 0, "borne_cents": 0}
MONEY: list[tuple[Event, dict[str, Any]]] = [
    (PAID, {"award": "3F2A-7", "cents": 250_000, **TAX, "payment": {"method": "check"}}),
    (
        payments.PaymentVoided(
            award="3F2A-7", cents=Cents(250_000), withheld_cents=Cents(60_000),
            check_number="1042", reason="lost by Ada", badges=TWO,
        ),
        {"award": "3F2A-7", "cents": 250_000, **TAX},
    ),
    (
        payments.PrizeForfeited(
            award="3F2A-7", cents=Cents(250_000), to="the fund", reason="Ada is excluded",
            notice_due_ms=9, keep_until="2029-12-31", badges=TWO,
        ),
        {"award": "3F2A-7", "cents": 250_000},
    ),
    (
        payments.PrizeHandedOver(
            award="3F2A-7", cents=Cents(250_000), reference="Ada's", day="2029-11-14",
            keep_until="2033-12-31", badges=TWO,
        ),
        {"award": "3F2A-7", "cents": 250_000, "day": "2029-11-14"},
    ),
    (
        bank.DepositRecorded(
            cents=Cents(3_000_000), reference="slip of Ada", day="2026-11-07", purpose="deposit",
            badge="A400", at_ms=7,
        ),
        {"cents": 3_000_000, "day": "2026-11-07", "purpose": "deposit", "at_ms": 7},
    ),
    (
        bank.WithdrawalRecorded(
            cents=Cents(104_060), reference="check to Ada", day="2026-11-08", purpose="prize",
            corrects="", badges=TWO, at_ms=8,
        ),
        {"cents": 104_060, "day": "2026-11-08", "purpose": "prize", "at_ms": 8},
    ),
    (
        bank.WithdrawalVoided(
            cents=Cents(104_060), reference="check to Ada", purpose="prize", reason="spoiled",
            badges=TWO, at_ms=9,
        ),
        {"cents": 104_060, "purpose": "prize", "at_ms": 9},
    ),
    (
        bank.LeftInAccount(cents=Cents(50), reason="for Ada's seed", badges=TWO, at_ms=10),
        {"cents": 50, "at_ms": 10},
    ),
    (
        paying_over.PaidOver(
            purpose="withheld", cents=Cents(60_000), to="IRS", reference="EFTPS of Ada",
            day="2026-11-09", badges=TWO,
        ),
        {"purpose": "withheld", "cents": 60_000, "day": "2026-11-09"},
    ),
    (
        paying_over.PayOverVoided(
            purpose="withheld", cents=Cents(60_000), reference="EFTPS of Ada", reason="twice",
            badges=TWO,
        ),
        {"purpose": "withheld", "cents": 60_000},
    ),
    (
        months.MonthClosed(
            month="2026-11", ended_seq=9, balances=(), month_sha256="0" * 64, badges=TWO, at_ms=11,
        ),
        {
            "month": "2026-11", "ended_seq": 9, "balances": [], "month_sha256": "0" * 64,
            "at_ms": 11,
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("event", "payload"), MONEY, ids=[event.kind for event, _ in MONEY])
def test_money_is_told_without_who_was_paid_and_what_was_typed(
    event: Event, payload: dict[str, Any]
) -> None:
    asked = '{"kind":"x","sent_from":"office 3f9ab2d04c7e1186"}'
    row = Row(1, 5, "c1", asked=asked, events=events_text([event]), hash="0" * 64)
    (message,) = every_message([row])
    assert (message["kind"], message["payload"]) == (event.kind, payload)
    assert message["sent_from"] == "office"
    assert faults(message, outbox_schema(), outbox_schema()) == []


def test_no_other_name_at_any_depth() -> None:
    _, parts = msgspec.json.schema_components(list(choose_events().values()))
    found = {name for part in parts.values() for name in part.get("properties", {})}
    assert found == NAMES


def test_real_messages_fit_the_schema_and_name_nobody(
    floors: list[tuple[list[Row], State]],
) -> None:
    schema, kinds = outbox_schema(), set()
    by_kind = {each["title"]: each for each in schema["oneOf"]}
    for rows, state in floors:
        badges = {badge for badge, _ in state.badges.items()}
        for message in every_message(rows):
            kinds.add(message["kind"])
            assert faults(message, by_kind[message["kind"]], schema) == []
            assert not badges & set(texts(message))
    rare = {event.kind for event, _ in MONEY} - {"deposit-recorded"}
    unseen = {"hands-corrected", "change-applied", "prize-canceled", *rare, *WIDE}
    assert kinds >= set(WITHHELD) - unseen


@pytest.fixture(scope="module")
def line() -> Line:
    """Hub and property were restored, a hit was granted to both journals of the property, to its
    first disk with another amount; then it was restored once more, to before its last round."""
    line = Line()
    for node in (line.p1, line.p2):
        line.talk(node)
    assert line.start(line.p1, 6).accepted
    hub, p1 = line.kept(line.hub), line.kept(line.p1)
    _, disk = hit_and_go_back(line, ("T1",), hub=hub, p1=p1)
    line.talk(line.p2)
    line.play(line.p2, 5)
    line.talk(line.p2)
    line.hit(line.p1)
    line.exchange(line.p1, times=3)
    line.restore(line.p1, disk)
    settle(line, posts=False)
    p1 = line.kept(line.p1)
    line.collect(line.p1, 6)
    line.restore(line.p1, p1)
    settle_own_fork(line)
    return line


def test_messages_of_a_hub_and_its_property_fit_the_schema_and_name_nobody(line: Line) -> None:
    schema, kinds = outbox_schema(), set()
    for node in (line.hub, line.p1):
        badges = {badge for badge, _ in node.state.badges.items()}
        for message in every_message(node.store.rows):
            kinds.add(message["kind"])
            assert faults(message, schema, schema) == []
            assert not badges & set(texts(message))
    assert kinds >= WIDE


def test_who_folds_the_readings_has_the_meters_of_a_hub(line: Line) -> None:
    """Also behind the row that brings a grant to what the property has on record."""
    (repeated,) = [row for row in line.hub.store.rows if "claim-repeated" in row.events]
    rows, state = line.hub.store.rows[: repeated.seq], State()
    replay(state, rows)
    folded = {jackpot: each["meter_micros"] for jackpot, each in readings([*every_message(rows)])}
    assert folded == {"wide": state.jackpot("wide").levels["main"].reading.meter_micros}


def test_a_wrong_message_does_not_fit_the_schema(floors: list[tuple[list[Row], State]]) -> None:
    schema = outbox_schema()
    message = next(each for each in every_message(floors[0][0]) if each["kind"] == "round-started")
    assert faults(message, schema, schema) == []
    assert faults({**message, "version": 2}, schema, schema)
    assert faults({**message, "badge": "D100"}, schema, schema)
    assert faults({**message, "payload": {**message["payload"], "round": "7"}}, schema, schema)


def test_who_folds_the_readings_has_every_meter(floors: list[tuple[list[Row], State]]) -> None:
    for rows, state in floors:
        folded: dict[tuple[str, str], int] = {}
        for message in every_message(rows):
            for jackpot, reading in readings(message):
                folded[jackpot, reading["level"]] = reading["meter_micros"]
        assert folded == {
            (name, level): each.reading.meter_micros
            for name, jackpot in state.jackpots.items()
            for level, each in jackpot.levels.items()
        }


def test_what_follows_any_position_is_the_rest(floors: list[tuple[list[Row], State]]) -> None:
    rows = floors[0][0]
    ids = [message["id"] for message in every_message(rows)]
    assert len(set(ids)) == len(ids)
    for n, each in enumerate(ids):
        row = rows[int(each.partition(".")[0]) - 1]
        later = [message.id for message in messages_of(row, after=Position.after(each))]
        assert later == [one for one in ids[n + 1 :] if one.startswith(f"{row.seq}.")]


def test_every_event_of_a_chosen_kind_is_told_once(floors: list[tuple[list[Row], State]]) -> None:
    leaving = {kind_of(event) for event in choose_events()}
    for rows, _ in floors:
        told = [(message["id"], message["kind"]) for message in every_message(rows)]
        assert told == [
            (f"{row.seq}.{place}-{row.hash[:8]}", event.kind)
            for row in rows
            for place, event in enumerate(events_of(row.events), start=1)
            if event.kind in leaving
        ]


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("0", BEGIN),
        ("813", Position(814, 0)),
        ("813.2", Position(813, 2)),
        ("813-5d41402a", Position(814, 0, "5d41402a")),
        ("813.2-5d41402a", Position(813, 2, "5d41402a")),
    ],
)
def test_a_position_is_the_id_of_the_last_message(text: str, position: Position) -> None:
    assert Position.after(text) == position
    assert str(position) == text


@pytest.mark.parametrize("text", ["0.0", "0.7"])
def test_there_is_no_row_0_to_have_a_part_of(text: str) -> None:
    assert Position.after(text) == BEGIN


@pytest.mark.parametrize("text", ["", "-1", "813.", "x", "1.2.3", "9" * 16, "٣"])
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(Refusal, match="COMMAND_UNREADABLE"):
        Position.after(text)


def texts(value: Any) -> Iterator[str]:
    """Every text at any depth."""
    if isinstance(value, str):
        yield value
    parts = list(value.values()) if isinstance(value, dict) else value
    for each in parts if isinstance(parts, list) else ():
        yield from texts(each)


def readings(value: Any, jackpot: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """What each level of a jackpot holds, in the order in which it was told; a shift's readings
    repeat them."""
    if isinstance(value, dict):
        jackpot = value.get("jackpot", jackpot)
        for name, each in value.items():
            if name == "after" and "level" in each:
                yield jackpot, each
            elif name == "opening":
                yield from ((jackpot, reading) for reading in each)
            else:
                yield from readings(each, jackpot)
    elif isinstance(value, list):
        for each in value:
            yield from readings(each, jackpot)
