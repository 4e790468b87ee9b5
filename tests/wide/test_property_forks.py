"""A property that goes on from a backup: who notices, what two people decide, and that no hit and
no micro of its players is lost by it (docs/wide.md)."""

from __future__ import annotations

import pytest

from pitboss.floor.facts import bank
from pitboss.floor.money.ledger import required_micros
from pitboss.journal.codec import events_of
from pitboss.money import Cents, Micros
from pitboss.wide.facts import remittances, sharing
from pitboss.wide.postings import owed_to
from pitboss.wide.reconcile import Reconciled
from pitboss.wide.state import grants_of, wide_of
from wide.line import TWO, Line, kinds

SEED = 1_000_000_000_000  # $10,000.00
DAY = "2027-01-15"
SIX = (108_000_000, 12_000_000)  # what six wagers give: 18 cents and 2 cents each


def proven(line: Line) -> Reconciled:
    """What all three journals say together."""
    line.need_sound()
    return line.proven()


def need_same(line: Line, owes: int) -> None:
    """Both ends say that p1 owes so much, and together they hold what the hub's meters have, and
    what it has granted and not remitted yet."""
    assert owed_to(line.p1.state, "hub") == owes
    assert owed_to(line.hub.state, "p1") == -owes
    held = sum(required_micros(node.state) for node in (line.p1, line.p2, line.hub))
    local = sum(
        sum((level.reading.meter_micros, level.reading.reserve_micros))
        for node in (line.p1, line.p2)
        for _, jackpot in node.state.jackpots.items()
        if not jackpot.terms.wide
        for level in jackpot.levels.values()
    )
    won = sum(
        Micros(cents * 1_000_000)
        for node in (line.p1, line.p2)
        for cents in line.owed_cents(node).values()
    )
    assert held == sum(line.micros(line.hub)) + local + won + max(0, -owes)


# ---- a backup with a statement that waits -------------------------------------------------------


def test_a_hit_that_waited_in_the_backup_is_recorded_once_two_people_have_decided(
    line: Line,
) -> None:
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)  # statement 2, with a claim
    backup = line.kept(line.p1)
    line.exchange(line.p1)
    line.play(line.p1, 5)
    line.exchange(line.p1)  # statement 3
    line.restore(line.p1, backup)
    assert kinds(line.exchange(line.p1)) == ["property-fork-found"]
    assert line.start(line.p1, 6).code == "LEASE_LOST"
    line.exchange(line.p1)
    assert line.forked_number(line.p1) == 4, "the hub has three"
    assert line.owed_cents(line.p1) == {}
    assert line.decide(line.p1, 4, posts=False).accepted
    taken = line.exchange(line.p1)
    assert kinds(taken) == ["answer-taken", "rests-recorded", "wide-award-recorded"]
    # $10,000.00 and six wagers at 18 cents.
    assert list(line.owed_cents(line.p1).values()) == [1_000_108]
    assert len(list(grants_of(line.hub.state).items())) == 1, "granted once"
    line.play(line.p1, 1)
    assert line.exchange(line.p1).accepted
    # It restarted with the seed and the reserve of six; then five wagers, and one.
    assert line.micros(line.hub) == (SEED + 12_000_000 + 6 * 18_000_000, 6 * 2_000_000)
    need_same(line, 12 * 20_000_000 - 1_000_108_000_000)
    assert proven(line).differences == ()


def test_hits_that_waited_one_behind_the_other_are_acknowledged_one_by_one(line: Line) -> None:
    for table in ("T1", "T2", "T3"):
        assert line.start(line.p1, 1, table=table).accepted
    for table in ("T1", "T2", "T3"):
        line.hit(line.p1, table=table)
    backup = line.kept(line.p1)
    line.exchange(line.p1, times=3)
    owed = line.owed_cents(line.p1)
    assert len(owed) == 3
    line.restore(line.p1, backup)
    for _ in range(3):
        assert line.exchange(line.p1).accepted
    assert line.owed_cents(line.p1) == owed
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    assert proven(line).differences == ()


def test_a_hit_of_a_backup_that_the_hub_never_heard_of_is_granted_after_the_fork(
    line: Line,
) -> None:
    assert line.start(line.p1, 6).accepted
    before = line.kept(line.p1)
    line.hit(line.p1)  # statement 2, never sent
    with_hit = line.kept(line.p1)
    line.restore(line.p1, before)
    line.end(line.p1)
    for _ in range(2):
        line.play(line.p1, 1)
        assert line.exchange(line.p1).accepted  # statements 2 and 3
    line.restore(line.p1, with_hit)
    line.exchange(line.p1, times=2)
    line.settle(line.p1, posts=False)
    # $10,000.00, the six wagers and the two that the restored journal has lost, at 18 cents.
    assert list(line.owed_cents(line.p1).values()) == [1_000_144]
    assert proven(line).differences == ()


def test_a_property_that_is_restored_again_before_anybody_decided_states_anew(line: Line) -> None:
    backup = line.kept(line.p1)
    line.collect(line.p1, 6)
    for _ in range(2):
        line.restore(line.p1, backup)
        line.exchange(line.p1, times=2)
    line.settle(line.p1, posts=False)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    need_same(line, sum(SIX))
    assert proven(line).differences == ()


@pytest.mark.parametrize("wins", [False, True])
def test_an_answer_that_the_hub_gave_before_it_heard_of_the_restore_opens_nothing(
    line: Line, *, wins: bool
) -> None:
    """A restored property has asked twice before it knows that it was; the second answer comes
    when it has stated what it has."""
    backup = line.kept(line.p1)
    assert line.start(line.p1, 6).accepted
    if wins:
        line.hit(line.p1)
    else:
        line.end(line.p1)
    line.exchange(line.p1)
    line.restore(line.p1, backup)
    answers = []
    for _ in range(2):
        line.now_ms += 10_000
        answers.append(line.answer(line.message(line.p1)))
    first, late = answers
    assert kinds(line.take(line.p1, first)) == ["property-fork-found"]
    line.state(line.p1)
    assert line.take(line.p1, late).code == "ANSWER_OLD"
    assert line.start(line.p1, 6).code == "LEASE_LOST"
    line.exchange(line.p1)
    line.settle(line.p1, posts=False)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    assert proven(line).differences == ()


def test_another_statement_of_the_same_number_is_no_late_one_though_its_clock_is_behind(
    line: Line,
) -> None:
    backup = line.kept(line.p1)
    line.play(line.p1, 6)
    line.now_ms += 200_000
    line.exchange(line.p1)  # statement 2
    line.restore(line.p1, backup)
    line.now_ms -= 100_000
    line.state(line.p1)  # statement 2, another one, and earlier than that
    for _ in range(3):
        line.exchange(line.p1, ahead_ms=100_000)
    assert not wide_of(line.p1.state).has_lease(line.now_ms)
    assert line.decide(line.p1, posts=False).accepted
    line.exchange(line.p1, ahead_ms=100_000)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    need_same(line, sum(SIX))


# ---- who owes whom ------------------------------------------------------------------------------


def test_what_rows_collected_that_are_lost_is_owed_by_the_property_and_can_be_sent(
    line: Line,
) -> None:
    line.collect(line.p1, 6)
    backup = line.kept(line.p1)
    for _ in range(3):
        line.collect(line.p1, 6)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    assert line.decide(line.p1, posts=False).accepted
    assert kinds(line.exchange(line.p1)) == ["answer-taken", "rests-recorded"]
    line.collect(line.p1, 6)
    # Thirty wagers of a dollar, at 20 %.
    need_same(line, 600_000_000)
    found = proven(line)
    assert found.differences == ()
    # Collected in rows that are there, posted, under way, learned from the hub.
    sums = (240_000_000, 600_000_000, 0, 360_000_000, 0, 0)
    assert found.levels[0] == ("p1", "wide", "main", *sums)
    deposit = bank.RecordDeposit(
        **line.ids(line.p1),  # type: ignore[arg-type]
        cents=Cents(100_600),
        reference="seed and collected",
        day=DAY,
        badge="ann",
    )
    sent = remittances.RecordRemittance(
        **line.ids(line.p1),  # type: ignore[arg-type]
        party="hub",
        direction=remittances.SENT,
        cents=Cents(600),
        reference="wire 1",
        day=DAY,
        badges=("ann", "eve"),
    )
    line.accepted(line.p1, deposit, sent)
    assert owed_to(line.p1.state, "hub") == 0


def test_the_rest_of_a_second_fork_comes_to_that_of_the_first(line: Line) -> None:
    backup = line.kept(line.p1)
    for wagers in (6, 3):
        line.play(line.p1, wagers)
        line.exchange(line.p1)
        line.restore(line.p1, backup)
        line.exchange(line.p1, times=2)
        line.settle(line.p1, posts=False)
    need_same(line, 9 * 20_000_000)
    assert line.micros(line.hub) == (SEED + 9 * 18_000_000, 9 * 2_000_000)
    assert proven(line).differences == ()


def test_what_two_people_take_back_is_off_the_meters_and_owed_by_nobody(line: Line) -> None:
    backup = line.kept(line.p1)
    line.collect(line.p1, 6)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    assert line.decide(line.p1, posts=True).accepted
    assert kinds(line.exchange(line.p1)) == ["answer-taken"]
    need_same(line, 0)
    assert line.micros(line.hub) == (SEED, 0)
    assert proven(line).differences == ()


# ---- a statement that was refused ---------------------------------------------------------------


def test_what_is_stated_beyond_what_was_posted_is_posted_though_nothing_is_taken_back(
    line: Line,
) -> None:
    line.collect(line.p1, 6)
    line.play(line.p1, 6)  # six more, true
    backup = line.kept(line.p1)
    for _ in range(60):
        line.play(line.p1, 6)  # more than ten seconds allow
    line.exchange(line.p1)
    refused = sharing.RefuseStatement(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property="p1",
        number=3,
        reason="counted by hand",
        badges=TWO,
    )
    assert line.hub.ask(refused)[0].accepted
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=3)
    line.settle(line.p1, posts=False)
    assert wide_of(line.p1.state).has_lease(line.now_ms)
    assert line.micros(line.hub) == (SEED + 216_000_000, 24_000_000)
    need_same(line, 240_000_000)
    assert proven(line).differences == ()


def test_nobody_decides_before_a_restored_property_has_said_what_it_has(line: Line) -> None:
    """The number comes again with another content; with the answer to that the property learns that
    it was restored, and says so. One decision is enough then."""
    line.talk(line.p1)
    backup = line.kept(line.p1)
    line.play(line.p1, 6)
    line.talk(line.p1)
    line.restore(line.p1, backup)
    line.now_ms += 10_000
    line.state(line.p1)
    message = line.message(line.p1)
    assert kinds(line.reach(message)) == ["fork-found"]
    refused = line.decide(line.p1, posts=False)
    assert refused.code == "FORK_NOT_STATED"
    assert "It will within seconds" in str(refused.refused)
    assert kinds(line.take(line.p1, line.answer(message))) == ["property-fork-found"]
    line.exchange(line.p1)
    line.settle(line.p1, posts=False)
    assert wide_of(line.p1.state).standing == "open"
    found = [event.kind for row in line.hub.store.rows for event in events_of(row.events)]
    assert found.count("fork-decided") == 1
    assert line.proven().unsettled == line.proven().differences == ()
    line.need_sound()
