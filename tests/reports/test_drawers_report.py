"""R19: a cashier's turn at a drawer, from count to count."""

from __future__ import annotations

from pitboss.books import Entry, Period
from pitboss.floor.facts import drawers, payments
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Payment
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import Badge, State
from pitboss.money import Cents
from pitboss.reports import r19_drawers
from pitboss.reports.source import ReportSource

from .standing import SITE, StandingBooks


class DrawerBooks(StandingBooks):
    """Books of one drawer's day: opened with $500.00, $100.00 in, $40.00 out, $75.00 paid and
    $5.00 of it voided; counted $10.00 short, handed over, counted right and closed."""

    def find_entries(self, *kinds: str, **wanted: object) -> list[object]:
        return [each for each in ENTRIES if each.event.kind in kinds]


TILL = {"till": "till-1"}
EVENTS: tuple[Event, ...] = (
    drawers.DrawerOpened(**TILL, cents=Cents(50_000), badges=("ann", "eve")),  # type: ignore[arg-type]
    drawers.CashMoved(**TILL, purpose="fill", cents=Cents(10_000), badges=("ann", "eve")),
    drawers.CashMoved(**TILL, purpose="drop", cents=Cents(4_000), badges=("ann", "eve")),
    payments.PrizePaid(
        award="a",
        cents=Cents(7_500),
        withheld_cents=Cents(0),
        parts=(),
        keep_until="",
        payment=Payment(),
        badge="ann",
        till="till-1",
        drawer=1,
        drawer_cents=Cents(7_500),
    ),
    payments.PaymentVoided(
        award="b",
        cents=Cents(500),
        withheld_cents=Cents(0),
        check_number="",
        reason="x",
        badges=("eve", "bob"),
        till="till-1",
        drawer=1,
        drawer_cents=Cents(500),
    ),
    drawers.DrawerHandedOver(
        till="till-1",
        cents=Cents(48_000),
        expected_cents=Cents(49_000),
        reason="a bill counted twice",
        badges=("ann", "bob"),
    ),
    drawers.DrawerClosed(
        till="till-1",
        cents=Cents(48_000),
        expected_cents=Cents(48_000),
        cashier="bob",
        badges=("bob", "eve"),
    ),
)
ENTRIES = [Entry(seq, seq * 1000, event) for seq, event in enumerate(EVENTS, start=1)]


def made(period: Period) -> list[tuple[object, ...]]:
    state = State()
    state.devices["till-1"] = DeviceState("till-1", "till", "", "", number=3)
    for badge in ("ann", "bob", "eve"):
        state.badges[badge] = Badge(badge, badge.title(), "accounting")
    source = ReportSource(DrawerBooks(state), period, SITE)  # type: ignore[arg-type]
    (sheet,) = r19_drawers.make(source)
    return [row[2:3] + row[4:12] for row in sheet.rows]


def test_R19_each_turn_says_what_was_due_and_counted() -> None:
    ann = (3, 50_000, 10_000, 4_000, 7_000, 49_000, 48_000, -1_000, "a bill counted twice")
    bob = (3, 48_000, 0, 0, 0, 48_000, 48_000, 0, "")
    assert made(Period(0, 10_000)) == [ann, bob]


def test_R19_a_turn_is_in_the_period_of_the_count_that_ends_it() -> None:
    assert [row[5] for row in made(Period(7_000, 10_000))] == [48_000]
