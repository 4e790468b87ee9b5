"""Copies of journals that come back one after the other: a hit is granted once, and what the hub is
owed by a property is what that property owes (docs/wide.md, "A fork")."""

from __future__ import annotations

import pytest

from pitboss.journal.memory import MemoryStore
from pitboss.wide.decide import possible
from pitboss.wide.postings import owed_to
from pitboss.wide.state import grants_of, wide_of
from wide.line import Line
from wide.test_lost_grants import claim_again, need_whole, settle, settle_own_fork, take_over
from wide.test_restored_hub import granted


def named_twice(line: Line) -> MemoryStore:
    """p1 goes on from its first disk, after another journal of that house has claimed its first hit
    again; an answer names it by the second name too. The hub as it was before all that."""
    older = line.kept(line.hub)
    for table in ("T1", "T2"):
        assert line.start(line.p1, 6, table=table).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    line.hit(line.p1, table="T2")
    disk = line.kept(line.p1)
    claim_again(line, backup)
    line.settle(line.p1, posts=False)
    line.restore(line.p1, disk)
    settle_own_fork(line)
    return older


def need_same_debt(line: Line) -> None:
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")


def test_a_hit_that_two_answers_name_differently_is_granted_once_by_a_restored_hub(
    line: Line,
) -> None:
    """The disk has the hit by its first name. The answer to its next hit tells of it as lost, by
    the name that the other journal had for it; a hub that goes back to before both is shown both
    answers."""
    older = named_twice(line)
    owed = line.owed_cents(line.p1)
    # $10,000.00 and twelve wagers at 18 cents; then the seed, and the reserve of twelve at 2 cents.
    assert list(owed.values()) == [1_000_216, 1_000_024]
    line.restore(line.hub, older)
    settle(line)
    assert sorted(cents for _, cents, _ in granted(line)) == sorted(owed.values())
    assert line.owed_cents(line.p1) == owed
    need_same_debt(line)
    need_whole(line, explained=1)


def test_a_hit_that_a_hub_has_by_two_names_stays_two_grants_that_reconcile_names(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As an earlier version granted it: to make them one would hide what the second took."""
    older = named_twice(line)
    with monkeypatch.context() as planted:
        planted.setattr(possible, "_each_once", iter)
        line.restore(line.hub, older)
        settle(line)
    both = sorted(grant.meter_cents for _, grant in grants_of(line.hub.state).items())
    twice = line.kept(line.hub)
    line.talk(line.p2)
    line.exchange(line.p1)  # hears of a row that the copy does not have
    line.restore(line.hub, twice)
    settle(line)
    assert both == [1_000_024, 1_000_216, 1_000_216]
    assert sorted(grant.meter_cents for _, grant in grants_of(line.hub.state).items()) == both
    (difference,) = line.proven().differences
    assert "was granted twice" in difference.reason


def test_a_disk_has_the_amount_that_stands_also_where_the_hit_was_claimed_again_since(
    line: Line,
) -> None:
    """Hub and property went back, and the same claim got another amount; then the property went
    back once more, and claimed the hit anew."""
    assert line.start(line.p1, 6).accepted
    older, backup = line.kept(line.hub), line.kept(line.p1)
    line.hit(line.p1)
    waits = line.kept(line.p1)
    line.exchange(line.p1)
    owed, disk = line.owed_cents(line.p1), line.kept(line.p1)
    line.restore(line.hub, older)
    line.restore(line.p1, waits)
    line.play(line.p2, 6)
    line.talk(line.p2)
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) != owed
    claim_again(line, backup)
    line.settle(line.p1, posts=False)
    line.restore(line.p1, disk)
    line.exchange(line.p1)
    settle(line, posts=False)
    assert [cents for _, cents in sorted(line.owed_cents(line.p1).items())] == list(owed.values())
    need_same_debt(line)
    need_whole(line, explained=1)


@pytest.mark.parametrize("claims", [False, True])
def test_a_hit_that_was_shown_by_its_second_name_is_not_lost_with_a_property_that_lost_both(
    line: Line, *, claims: bool
) -> None:
    """The hub has gone back to the first name and is shown the second; then the property goes back
    to before it claimed anything, and nobody has decided. It takes the grant over, or claims the
    hit a third time."""
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    first = line.kept(line.hub)
    second = claim_again(line, backup)
    line.settle(line.p1, posts=False)
    line.restore(line.hub, first)
    line.exchange(line.p1, times=2)
    line.restore(line.p1, backup)
    if claims:
        line.start(line.p1, 1, wide=False, table="T2")
        line.state(line.p1)
        line.hit(line.p1)
    settle_own_fork(line)
    lost = [each.grant.claim for each in wide_of(line.p1.state).lost_grants]
    assert lost == ([] if claims else [second])
    assert claims or take_over(line, second).accepted
    line.exchange(line.p1)
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    assert [cents for _, cents, _ in granted(line)] == [1_000_108]
    need_same_debt(line)
    need_whole(line)
