"""The auditor of shared jackpots notices what a property or a hub has reckoned wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pitboss.floor.facts.base import Event
from pitboss.floor.facts.wide import (
    RECEIVED,
    SENT,
    ClaimGranted,
    RecordRemittance,
    StatementMade,
    StatementPosted,
    WideAwardRecorded,
)
from pitboss.floor.ledger import owed_to
from pitboss.journal.codec import command_of, events_of
from pitboss.money import Cents
from pitboss.sim import wide_floor as made
from pitboss.sim.follow_wide import WideAuditor
from pitboss.sim.model import Discrepancy
from pitboss.sim.wide_node import Node
from wide.line import Line

Change = Callable[[Event], Event]


def _same(event: Event) -> Event:
    return event


def _followed(node: Node, changed: Change = _same) -> WideAuditor:
    auditor = WideAuditor(made.BOOK)
    for row in node.store.rows:
        auditor.follow(command_of(row.asked), [changed(each) for each in events_of(row.events)])
    return auditor


@pytest.fixture
def line() -> Line:
    """Six wagers at p1, of which one was a hit."""
    played = Line()
    played.talk(played.p1)
    assert played.start(played.p1, 6).accepted
    played.hit(played.p1)
    played.talk(played.p1)
    return played


def test_it_follows_a_hit_from_wager_to_award(line: Line) -> None:
    # Six wagers at 20 cents are $1.20; $10,000.00 and six at 18 cents were won.
    owes = 120_000_000 - 1_000_108_000_000
    there, hub = _followed(line.p1), _followed(line.hub)
    assert there.owes_micros == hub.stated["p1"].owes_micros == owes
    assert list(there.recorded.values()) == [1_000_108]
    # It restarts with the seed and the reserve of six wagers at 2 cents.
    assert hub.meters["wide", "main"] == [1_000_012_000_000, 0, 0]


def test_it_follows_remittances_at_both_ends(line: Line) -> None:
    for node, party, direction in ((line.hub, "p1", SENT), (line.p1, "hub", RECEIVED)):
        if node is line.hub:
            line.deposit(node, 2_100_000)
        remittance = RecordRemittance(
            **line.ids(node),  # type: ignore[arg-type]
            party=party,
            direction=direction,
            cents=Cents(700_000),
            reference="wire 1",
            day="2027-01-15",
            badges=("ann", "eve"),
        )
        line.accepted(node, remittance)
    owes = 120_000_000 - 1_000_108_000_000 + 700_000_000_000
    assert _followed(line.p1).owes_micros == owes == owed_to(line.p1.state, "hub")
    assert _followed(line.hub).stated["p1"].owes_micros == owes


def _more_granted(event: Event) -> Event:
    if not isinstance(event, ClaimGranted):
        return event
    return replace(event, grant=replace(event.grant, meter_cents=Cents(1_000_109)))


def _other_number(event: Event) -> Event:
    if not isinstance(event, StatementPosted):
        return event
    number = event.stated.statement.number + 1
    statement = replace(event.stated.statement, number=number)
    return replace(event, stated=replace(event.stated, statement=statement))


def _less_stated(event: Event) -> Event:
    if not isinstance(event, StatementMade) or event.statement.number == 1:
        return event
    return replace(event, statement=replace(event.statement, sums=()))


def _more_recorded(event: Event) -> Event:
    if not isinstance(event, WideAwardRecorded):
        return event
    (award,) = event.awards
    return replace(event, awards=(replace(award, meter_cents=Cents(1)),))


@pytest.mark.parametrize(
    ("name", "change"),
    [("hub", _more_granted), ("hub", _other_number), ("p1", _less_stated), ("p1", _more_recorded)],
)
def test_it_notices_another_amount_and_another_number(
    line: Line, name: str, change: Change
) -> None:
    node = line.hub if name == "hub" else line.p1
    with pytest.raises(Discrepancy):
        _followed(node, change)
