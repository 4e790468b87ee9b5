"""What a search finds in the books."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest.mock import Mock

import pytest

from evidence.test_story import SITE
from pitboss.books import ALWAYS, Books, Entry, Period
from pitboss.books.things import AMOUNT, AWARD, CHANGE, ROUND, SEAT, Thing, things_of
from pitboss.evidence import lookup
from pitboss.evidence.known_names import KnownNames
from pitboss.evidence.lookup import ENTRY, TIME, Lookup
from pitboss.evidence.teller import Teller
from pitboss.evidence.typed import Typed, read_typed, search_words
from pitboss.floor.facts import changes, payments, rounds
from pitboss.floor.facts.awards import AwardsRecorded, CameraNoted
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.values import Award, Payment
from pitboss.journal import Row
from pitboss.journal.codec import events_text
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports.source import SiteFacts
from pitboss.words.language import WORDS, texts

SHARE_CENTS, LEAST_CENTS = 166_676, 5_000


@pytest.fixture(autouse=True)
def _plain_names(monkeypatch: pytest.MonkeyPatch) -> None:
    def tells(_books: Books, _site: SiteFacts, words: Mapping[str, Any]) -> Teller:
        known = KnownNames(hand=lambda _, hand: hand, title=str, tells_payments=True)
        return Teller(words, time_zone="UTC", known=known)

    monkeypatch.setattr(lookup, "teller_of", tells)


def award(seat: int, cents: int) -> Award:
    """What a seat won in the one round of this test."""
    return Award(
        f"M1-1-76.{seat}", seat, 1, "dragon", "suited", "main",
        Cents(cents), Cents(0), Cents(0), restarts=False,
    )  # fmt: skip


def books_of(event: AwardsRecorded) -> Mock:
    """Books with one entry."""
    books = Mock(spec=Books)
    books.find_naming.side_effect = lambda thing, **_: (
        [Entry(76, 0, event)] if thing in things_of(event) else []
    )
    books.names.return_value = books.newest.return_value = []
    books.row.return_value = None
    return books


def test_an_amount_leads_to_every_award_of_it_that_one_entry_has() -> None:
    awards = (*(award(seat, SHARE_CENTS) for seat in (1, 4, 6)), award(2, LEAST_CENTS))
    event = AwardsRecorded(table="M1", round=1, badge="E300", awards=awards)
    typed = Typed(text="1666.76", cents=SHARE_CENTS)
    wanted = Lookup(typed=typed, tables=("M1",), named_tables=())
    hits = lookup.look_up(books_of(event), wanted, SITE, WORDS)
    assert [(hit.group, hit.thing) for hit in hits] == [
        (AMOUNT, Thing(AWARD, f"M1-1-76.{seat}")) for seat in (1, 4, 6)
    ]


@pytest.mark.parametrize("typed", ["1042-S", "1042s", "Form 1042-S"])
def test_a_form_leads_to_the_awards_that_were_paid_with_it(typed: str) -> None:
    paid = [
        payments.PrizePaid(
            award=name, cents=Cents(500_000), payment=Payment(method="check", tax_form=form),
            withheld_cents=Cents(0), parts=(), keep_until="2031-12-31", badge="A400",
        )
        for name, form in (("M1-1-76.1", "1042-S"), ("M1-2-80.1", "W-2G"), ("M1-3-90.1", "none"))
    ]  # fmt: skip
    books = Mock(spec=Books)
    books.find_naming.return_value = books.names.return_value = []
    books.row.return_value = None
    books.newest.side_effect = lambda *kinds, **_: (
        [Entry(90, 0, each) for each in paid] if kinds == ("prize-paid",) else []
    )
    wanted = Lookup(typed=Typed(text=typed), tables=("M1",), named_tables=())
    hits = lookup.look_up(books, wanted, SITE, WORDS)
    assert [(hit.group, hit.thing) for hit in hits] == [(AWARD, Thing(AWARD, "M1-1-76.1"))]


def found(text: str, *events: Event) -> list[Thing]:
    """What a text leads to in books with these entries alone."""
    books = Mock(spec=Books)
    books.find_naming.return_value = books.names.return_value = []
    books.row.return_value = None
    books.newest.side_effect = lambda *kinds, **_: [
        Entry(90, 0, each) for each in events if each.kind in kinds
    ]
    spoken = search_words(texts("en"))
    typed = read_typed(text, now_ms=0, time_zone="UTC", words=spoken)
    wanted = Lookup(
        typed=typed, tables=("M1",), named_tables=(),
    )  # fmt: skip
    return [hit.thing for hit in lookup.look_up(books, wanted, SITE, WORDS)]


@pytest.mark.parametrize(
    "text", ["PTZ 12", "ptz", "camera PTZ 12", "camera ptz", "camera PTZ 12 yesterday"]
)
def test_a_camera_is_found_by_all_words_of_its_name(text: str) -> None:
    noted = CameraNoted(award="M1-1-76.1", camera="PTZ 12", shown_at="", badge="S200")
    assert found(text, noted) == [Thing(AWARD, "M1-1-76.1")]


@pytest.mark.parametrize("text", ["12", "camera 12", "PTZ 1", "camera PTZ 1"])
def test_another_camera_is_not_meant(text: str) -> None:
    noted = CameraNoted(award="M1-1-76.1", camera="PTZ 12", shown_at="", badge="S200")
    assert not found(text, noted)


@pytest.mark.parametrize("text", ["CAM 4", "cam 4", "cam4", "camera 4", "CAM 4 yesterday"])
@pytest.mark.parametrize("name", ["CAM 4", "Camera 4", "CAM-4", "cam4"])
def test_the_word_for_a_camera_may_be_a_part_of_its_name(text: str, name: str) -> None:
    noted = CameraNoted(award="M1-1-76.1", camera=name, shown_at="", badge="S200")
    assert found(text, noted) == [Thing(AWARD, "M1-1-76.1")]
    other = CameraNoted(award="M1-1-76.1", camera=f"{name}2", shown_at="", badge="S200")
    assert not found(text, other)


@pytest.mark.parametrize("text", ["dispute", "disputa", "two guests", "dispute seat"])
def test_a_hold_is_found_by_its_ground_and_by_its_reason(text: str) -> None:
    held = payments.PaymentHeld(
        award="M1-1-76.1", ground="dispute", reason="two guests claim the seat", badge="A400"
    )
    assert found(text, held) == [Thing(AWARD, "M1-1-76.1")]


@pytest.mark.parametrize("text", ["misdeal", "mano nula"])
def test_every_void_is_found_as_consoles_call_it(text: str) -> None:
    voided = rounds.RoundVoided(
        table="M1", round=4, badge="S200", reason="two cards stuck", reverses=80, movements=(),
        takings=(),
    )  # fmt: skip
    assert found(text, voided) == [Thing(ROUND, "M1/4")]


def test_a_hand_is_found_behind_a_thousand_newer_awards() -> None:
    wins = [
        AwardsRecorded(table="M1", round=1, badge="E300", awards=(award(1, SHARE_CENTS),)),
        *[AwardsRecorded(table="M1", round=2, badge="E300", awards=())] * 1_000,
    ]
    books = Mock(spec=Books)
    books.find_naming.return_value = books.names.return_value = []
    books.row.return_value = None
    books.newest.side_effect = lambda *kinds, most, **_: [
        Entry(seq, 0, wins[seq]) for seq in range(1_000, -1, -1) if wins[seq].kind in kinds
    ][:most]
    typed = read_typed("suited", now_ms=0, time_zone="UTC")
    wanted = Lookup(typed=typed, tables=("M1",), named_tables=())
    (hit,) = lookup.look_up(books, wanted, SITE, WORDS)
    assert hit.thing == Thing(AWARD, "M1-1-76.1")


def test_an_award_is_told_by_how_it_began_however_much_followed() -> None:
    """Each step of a payout is an entry: more than a page shows of one kind."""
    recorded = AwardsRecorded(table="M1", round=1, badge="E300", awards=(award(1, SHARE_CENTS),))
    steps = [
        payments.PayoutStepNoted(
            award="M1-1-76.1", step="tax", payment=Payment(), at_ms=0, badge="A400"
        )
    ] * (2 * lookup.HITS_MOST)
    entries = [Entry(90, 0, each) for each in (*steps, recorded)]
    books = Mock(spec=Books)
    books.find_naming.side_effect = lambda thing, most: entries[:most]
    books.names.return_value = ["M1-1-76.1"]
    teller = Mock()
    typed = read_typed("M1-1", now_ms=0, time_zone="UTC")
    wanted = Lookup(typed=typed, tables=(), named_tables=())
    (hit,) = lookup._Finder(books, wanted, [teller], "UTC")._by_name(AWARD)
    assert hit.line == teller.value(recorded.awards[0])
    teller.tell_text.assert_not_called()


def test_whatever_was_done_for_a_reason_is_found_by_it() -> None:
    voided = payments.PaymentVoided(
        award="M1-1-76.1", cents=Cents(500), withheld_cents=Cents(0), check_number="",
        badges=("A400", "S200"), reason="persona equivocada",
    )  # fmt: skip
    assert found("equivocada", voided) == [Thing(AWARD, "M1-1-76.1")]


@pytest.mark.parametrize("text", ["card exposed", "carta expuesta"])
def test_a_reason_that_was_offered_is_found_in_the_words_of_every_language(text: str) -> None:
    voided = rounds.RoundVoided(
        table="M1", round=4, badge="S200", reason="@card_exposed", reverses=80, movements=(),
        takings=(),
    )  # fmt: skip
    assert found(text, voided) == [Thing(ROUND, "M1/4")]


REJECTED = changes.ChangeRejected(change="change-66", reason="the letter says 20 %", badge="E300")


def test_the_reason_of_a_change_leads_to_the_change() -> None:
    assert found("letter says", REJECTED) == [Thing(CHANGE, "change-66")]


@pytest.mark.parametrize("text", ["change 66", "Change 66", "change-66"])
def test_a_change_is_found_as_pages_call_it(text: str) -> None:
    books = Mock(spec=Books)
    found = [Entry(66, 0, REJECTED)]
    books.find_naming.side_effect = lambda thing, **_: found * (thing.kind == CHANGE)
    books.names.side_effect = lambda kind, text, **_: [
        each for each in ("change-66",) if kind == CHANGE and each.startswith(text)
    ]
    books.newest.return_value, books.row.return_value = [], None
    typed = read_typed(text, now_ms=0, time_zone="UTC")
    wanted = Lookup(typed=typed, tables=(), named_tables=())
    things = [hit.thing for hit in lookup.look_up(books, wanted, SITE, WORDS)]
    assert things == [Thing(CHANGE, "change-66")]


def start(seq: int, at_ms: int) -> Row:
    """A row in which a round was started."""
    started = rounds.RoundStarted(
        table="M1", round=seq, badge="D100", spots=(), contributions=(), takings=()
    )
    return Row(seq, at_ms, f"c-{seq}", "{}", events_text([started]), "")


def in_minute(rows: list[Row], *events: Entry) -> list[Thing]:
    """What the minute from the first instant on leads to, in books with these rows and entries."""
    period = Period(0, 60_000)
    books = Mock(spec=Books)
    books.find_naming.return_value = books.names.return_value = []
    books.row.return_value = None
    books.kinds.return_value = [each.event.kind for each in events]
    books.newest.side_effect = lambda *kinds, most, period=ALWAYS: [
        each for each in events if each.event.kind in kinds and period.holds(each.at_ms)
    ][:most]
    books.first_at.side_effect = lambda at_ms: 1 + sum(row.at_ms < at_ms for row in rows)
    books.stored_rows.side_effect = lambda after, to: [row for row in rows if after < row.seq <= to]
    wanted = Lookup(
        typed=Typed(text="16:00", period=period),
        tables=(),
        named_tables=(),
    )
    return [hit.thing for hit in lookup.look_up(books, wanted, SITE, WORDS) if hit.group == TIME]


VOIDED = rounds.RoundVoided(
    table="M1", round=2, badge="S200", reason="misdeal", reverses=2, movements=(), takings=()
)
REFUSED = CommandRefused(command="start-round", table="M1", badge="D100", code="ROUND_OPEN")


def test_a_time_leads_to_voids_refused_presses_and_rounds() -> None:
    rows = [start(1, 1_000), start(2, 2_000), start(3, 60_000)]
    others = (Entry(2, 2_500, VOIDED), Entry(2, 59_000, REFUSED), Entry(9, 60_000, REFUSED))
    assert in_minute(rows, *others) == [
        Thing(ROUND, "M1/2"), Thing(ENTRY, "2"), Thing(ROUND, "M1/1"),
    ]  # fmt: skip


def test_of_a_time_the_newest_rounds_are_listed_and_no_more_than_a_page_shows() -> None:
    rows = [start(seq, seq * 100) for seq in range(1, 100)]
    assert in_minute(rows) == [
        Thing(ROUND, f"M1/{number}") for number in range(100 - lookup.HITS_MOST, 100)
    ]


def test_a_time_in_which_something_else_happened_leads_to_that() -> None:
    assert in_minute([], Entry(7, 9_000, REJECTED)) == [Thing(ENTRY, "7")]


def test_a_time_whose_rows_are_in_archives_has_no_rounds_and_breaks_nothing() -> None:
    archived = Mock(side_effect=Refusal("ROWS_ARCHIVED", where="row 9"))
    books = Mock(spec=Books, first_at=archived)
    finder = lookup._Finder(books, Mock(), [Mock()], "UTC")
    assert finder._begun_in(Period(0, 60_000)) == []


def test_a_seat_of_a_named_table_is_found_by_whatever_names_it() -> None:
    books = Mock(spec=Books)
    books.newest.return_value = books.names.return_value = []
    books.row.return_value = None
    seat = Thing(SEAT, "C1/3")
    books.find_naming.side_effect = lambda thing, **_: [Entry(7, 0, REFUSED)] * (thing == seat)
    typed = read_typed("seat 3 table C1", now_ms=0, time_zone="UTC")
    wanted = Lookup(typed=typed, tables=("C1",), named_tables=("C1",))
    assert [hit.thing for hit in lookup.look_up(books, wanted, SITE, WORDS)] == [seat]
