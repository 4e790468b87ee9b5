"""The auditor of shared jackpots notices what a property or a hub has reckoned wrong."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from pitboss.floor.facts.awards import WideAwardRecorded
from pitboss.floor.facts.base import Event
from pitboss.journal.codec import command_of, events_of
from pitboss.money import Cents, Micros
from pitboss.wide import hub_end
from pitboss.wide.decide import at_hub, at_property, deciding, possible
from pitboss.wide.facts import lost_rows, remittances
from pitboss.wide.facts.sharing import ClaimGranted, ForkDecided, StatementMade, StatementPosted
from pitboss.wide.postings import owed_to
from pitboss.wide.state import grants_of
from proof.sim import wide_floor as made
from proof.sim.follow_wide import WideAuditor
from proof.sim.model import Discrepancy
from proof.sim.wide_node import Node
from wide.line import Line
from wide.test_disks_that_return import named_twice
from wide.test_lost_grants import hit_and_lose, settle, take_over
from wide.test_undecided import both_found, both_won, decided, found_restored

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
    for node, party, direction in (
        (line.hub, "p1", remittances.SENT),
        (line.p1, "hub", remittances.RECEIVED),
    ):
        if node is line.hub:
            line.deposit(node, 2_100_000)
        remittance = remittances.RecordRemittance(
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


# ---- maximum, fixed prizes, lost grants ----------------------------------------------------------


def _seen(name: str, outcome: str = "four_aces", **terms: object) -> tuple[WideAuditor, Line]:
    """Twelve wagers at p1 of which one was a hit, under other terms; as the auditor has an end."""
    played = Line(made.SharedTerms(**terms))  # type: ignore[arg-type]
    played.talk(played.p1)
    played.play(played.p1, 6)
    played.talk(played.p1)
    assert played.start(played.p1, 6).accepted
    played.hit(played.p1, outcome)
    played.talk(played.p1)
    return _followed(played.hub if name == "hub" else played.p1), played


def test_it_follows_what_goes_over_a_maximum_and_comes_back_at_a_restart() -> None:
    # The meter holds $10.00 of seed and takes 50 cents more: of twelve wagers at 18 cents, $2.16,
    # $1.66 is overflow. Won are $10.50; then seed, reserve of 24 cents and overflow are $11.90.
    hub, played = _seen("hub", seed_cents=Cents(1_000), maximum_cents=Cents(1_050))
    assert list(played.owed_cents(played.p1).values()) == [1_050]
    assert hub.meters["wide", "main"] == [1_050_000_000, 0, 140_000_000]


def test_it_follows_a_fixed_prize_that_is_more_than_the_meter_holds() -> None:
    # 100 for $1.00 are $100.00. The meter holds $2.00 of seed and $2.16 of wagers; the house adds
    # $95.84, and the reserve of 24 cents stays.
    terms = {"seed_cents": Cents(200), "pays_fixed": True}
    hub, played = _seen("hub", "straight_flush", **terms)
    (grant,) = [grant for _, grant in grants_of(played.hub.state).items()]
    assert (grant.meter_cents, grant.house_cents, grant.restarts) == (416, 9_584, False)
    assert hub.meters["wide", "main"] == [0, 24_000_000, 0]
    assert hub.stated["p1"].owes_micros == 240_000_000 - 10_000_000_000


def _less_over(event: Event) -> Event:
    if not isinstance(event, StatementPosted) or not event.movements:
        return event
    (move,) = event.movements
    after = replace(move.after, overflow_micros=Micros(0))
    return replace(event, movements=(replace(move, after=after),))


def test_it_notices_an_overflow_that_is_not_kept() -> None:
    _, played = _seen("hub", seed_cents=Cents(1_000), maximum_cents=Cents(1_050))
    with pytest.raises(Discrepancy):
        _followed(played.hub, _less_over)


def _other_house(event: Event) -> Event:
    if not isinstance(event, ClaimGranted):
        return event
    return replace(event, grant=replace(event.grant, house_cents=Cents(1)))


def test_it_notices_another_fixed_prize() -> None:
    _, played = _seen("hub", "straight_flush", seed_cents=Cents(200), pays_fixed=True)
    with pytest.raises(Discrepancy):
        _followed(played.hub, _other_house)


def _not_lost(event: Event) -> Event:
    return replace(event, lost_grants=()) if isinstance(event, ForkDecided) else event


def _other_taken(event: Event) -> Event:
    if not isinstance(event, lost_rows.GrantTakenOver):
        return event
    return replace(event, grant=replace(event.grant, meter_cents=Cents(1)))


@pytest.mark.parametrize(("name", "change"), [("hub", _not_lost), ("p1", _other_taken)])
def test_it_notices_a_lost_grant_that_is_left_out_or_taken_over_with_another_amount(
    name: str, change: Change
) -> None:
    played = Line()
    played.talk(played.p1)
    claim = hit_and_lose(played)
    played.exchange(played.p1)
    assert take_over(played, claim).accepted
    node = played.hub if name == "hub" else played.p1
    assert _followed(played.p1).owes_micros == owed_to(played.p1.state, "hub")
    with pytest.raises(Discrepancy):
        _followed(node, change)


def test_it_notices_a_hit_that_is_granted_by_two_names(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Line()
    played.talk(played.p1)
    monkeypatch.setattr(possible, "_each_once", iter)
    played.restore(played.hub, named_twice(played))
    settle(played)
    with pytest.raises(Discrepancy, match="granted twice"):
        _followed(played.hub)


def test_it_notices_an_answer_from_before_a_restore(monkeypatch: pytest.MonkeyPatch) -> None:
    played = Line()
    played.talk(played.p1)
    backup = played.kept(played.p1)
    played.play(played.p1, 6)
    played.exchange(played.p1)
    played.restore(played.p1, backup)
    played.now_ms += 10_000
    first = played.answer(played.message(played.p1))
    played.now_ms += 10_000
    late = played.answer(played.message(played.p1))
    assert played.take(played.p1, first).accepted, "it knows that it was restored"
    played.state(played.p1)
    monkeypatch.setattr(at_property, "_is_before_own_fork", lambda wide, answer: False)
    assert played.take(played.p1, late).accepted
    with pytest.raises(Discrepancy, match="before a restore"):
        _followed(played.p1)


def test_it_notices_a_hit_that_a_restored_hub_grants_before_the_decision_about_another_house(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(at_hub, "need_decided", lambda *asked: None)
    monkeypatch.setattr(hub_end, "is_put_off", lambda *asked: False)
    played = Line()
    found_restored(played)
    played.hit(played.p2)
    played.exchange(played.p2)
    with pytest.raises(Discrepancy, match="granted to p2 while others are undecided"):
        _followed(played.hub)


def test_it_notices_a_decision_about_lost_rows_that_does_not_wait_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deciding, "_undecided_beside", lambda state, found: [])
    played = Line()
    both_found(played)
    assert decided(played, played.p1) == ""
    with pytest.raises(Discrepancy, match="all that have heard of lost rows are decided about"):
        _followed(played.hub)


def test_it_notices_a_hit_that_is_granted_before_what_another_house_has_shown() -> None:
    """Two have won and claim another hit each: what both were granted comes off the meter first."""
    played = Line()
    both_won(played)
    assert decided(played, played.p1) == decided(played, played.p2) == ""
    *before, last = played.hub.store.rows
    auditor = WideAuditor(made.BOOK)
    for row in before:
        auditor.follow(command_of(row.asked), events_of(row.events))
    *events, late, first, second = events_of(last.events)
    with pytest.raises(Discrepancy, match="granted to p1 before what was shown"):
        auditor.follow(command_of(last.asked), [*events, first, late, second])


def test_it_notices_a_later_hit_that_is_granted_before_an_earlier_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deciding, "_turn", lambda each: each.found.property != "p2")
    played = Line()
    both_won(played)
    assert decided(played, played.p1) == decided(played, played.p2) == ""
    with pytest.raises(Discrepancy, match="granted to p1 after a later one"):
        _followed(played.hub)
