"""What is lost with a restored journal, or with a house that does not come back: two people take a
grant over, or give a property up, and no micro differs (docs/wide.md)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.engine import Reply
from pitboss.floor.facts import awards, rounds
from pitboss.floor.facts.values import Spot
from pitboss.floor.money.ledger import required_micros
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryStore
from pitboss.wide.facts import lost_rows, sharing
from pitboss.wide.postings import owed_to
from pitboss.wide.property_end import rows_to_show
from pitboss.wide.state import claims_of, grants_of, properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.wide_floor import SharedTerms
from wide.line import TWO, Line, kinds, said
from wide.test_restored_hub import granted, lost_and_found, standing


def settle_own_fork(line: Line) -> None:
    """p1, which was restored, speaks; two people at the hub decide, and p1 hears of it."""
    line.exchange(line.p1, times=3)
    line.settle(line.p1, posts=False)


def hit_and_lose(line: Line, *, decided: bool = True) -> str:
    """p1 has a hit of $10,001.08 in rows that it loses, and joins the line again; its claim."""
    backup = line.kept(line.p1)
    assert line.start(line.p1, 6).accepted
    line.win(line.p1)
    (claim,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    if decided:
        assert line.decide(line.p1, posts=False).accepted
    return claim


def take_over(line: Line, claim: str) -> Reply:
    taken = lost_rows.TakeOverGrant(
        **line.ids(line.p1),  # type: ignore[arg-type]
        claim=claim,
        reason="the camera has the hand, and the winner waits at the cage",
        badges=TWO,
    )
    return line.p1.ask(taken)[0]


def give_up(line: Line, name: str) -> Reply:
    asked = lost_rows.GiveUpProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        property=name,
        reason="the house burned down",
        badges=TWO,
    )
    return line.hub.ask(asked)[0]


def need_whole(line: Line, *, explained: int = 0, unsettled: int = 0) -> None:
    """No micro differs between the journals, and every command is decided again."""
    line.need_sound()
    found = line.proven()
    assert found.differences == ()
    assert (len(found.explained), len(found.unsettled)) == (explained, unsettled)


# ---- a grant whose claim is lost ----------------------------------------------------------------


def test_a_grant_whose_claim_is_lost_is_owed_to_its_winner_once_two_people_take_it_over(
    line: Line,
) -> None:
    claim = hit_and_lose(line)
    assert kinds(line.exchange(line.p1)) == ["answer-taken", "rests-recorded", "grants-lost"]
    assert line.owed_cents(line.p1) == {}
    need_whole(line, unsettled=1)
    taken = take_over(line, claim)
    assert kinds(taken) == ["grant-taken-over", "wide-award-recorded"]
    # $10,000.00 and six wagers at 18 cents.
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}
    award = line.p1.state.award(f"{claim}.1")
    assert (award.table, award.round, award.confirmed_by) == ("T1", 0, TWO)
    line.collect(line.p1, 6)
    # Twelve wagers at 20 cents, less what was won.
    owes = 240_000_000 - 1_000_108_000_000
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1") == owes
    need_whole(line)


def test_a_grant_is_taken_over_once_and_never_granted_again(line: Line) -> None:
    claim = hit_and_lose(line)
    assert take_over(line, claim).code == "GRANT_NOT_LOST", "the hub has not told of it yet"
    line.exchange(line.p1)
    assert take_over(line, "T9-1-1-1.w1").code == "GRANT_NOT_LOST"
    assert take_over(line, claim).accepted
    assert take_over(line, claim).code == "GRANT_NOT_LOST"
    for _ in range(3):
        line.play(line.p1, 1)
        assert line.exchange(line.p1).accepted
    assert granted(line) == [(claim, 1_000_108, 0)]
    assert wide_of(line.p1.state).lost_grants == ()


def test_a_property_that_is_restored_again_learns_anew_what_it_has_lost(line: Line) -> None:
    backup = line.kept(line.p1)
    claim = hit_and_lose(line)
    line.exchange(line.p1)
    assert take_over(line, claim).accepted
    line.collect(line.p1, 1)
    line.restore(line.p1, backup)
    settle_own_fork(line)
    assert take_over(line, claim).accepted
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}
    need_whole(line)


@pytest.mark.parametrize("is_taken", [False, True])
def test_a_restored_hub_is_shown_a_grant_that_was_lost_too(line: Line, *, is_taken: bool) -> None:
    before = line.kept(line.hub)
    claim = hit_and_lose(line)
    line.exchange(line.p1)
    if is_taken:
        assert take_over(line, claim).accepted
    line.restore(line.hub, before)
    for node in (line.p1, line.p2):
        line.exchange(node, times=3)
        line.join(node)
    assert line.decide(line.p1, posts=True).accepted
    assert line.exchange(line.p1).accepted
    assert [(name, cents) for name, cents, _ in granted(line)] == [(claim, 1_000_108)]
    if not is_taken:
        assert take_over(line, claim).accepted
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")


def test_another_claim_under_a_number_of_a_backup_is_a_fork_and_no_wrong_answer(
    line: Line,
) -> None:
    assert line.start(line.p1, 6).accepted
    assert line.start(line.p1, 6, table="T2").accepted
    line.state(line.p1)  # statement 2 waits
    backup = line.kept(line.p1)
    line.exchange(line.p1)
    line.hit(line.p1)  # statement 3, granted $10,002.16
    line.exchange(line.p1)
    (lost,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.hit(line.p1, table="T2")  # another statement 3
    settle_own_fork(line)
    assert take_over(line, lost).accepted
    line.end(line.p1)
    line.exchange(line.p1)
    # It restarted with $10,000.00 and the reserve of twelve wagers at 2 cents.
    assert sorted(line.owed_cents(line.p1).values()) == [1_000_024, 1_000_216]
    need_whole(line)


# ---- a round that was open in the backup --------------------------------------------------------


def test_a_hit_of_a_round_that_was_open_in_a_backup_is_not_confirmed_twice(line: Line) -> None:
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    (lost,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.exchange(line.p1)
    assert wide_of(line.p1.state).own_fork
    marked, undecided, _ = confirm(line)
    assert (marked.accepted, undecided.code) == (True, "PROPERTY_FORKED")
    line.exchange(line.p1)
    line.settle(line.p1, posts=False)
    refused = line.p1.ask(confirmation(line))[0]
    assert refused.code == "HIT_GRANTED"
    assert "lost; take that grant over in the office, then press " in str(refused.refused)
    assert take_over(line, lost).accepted
    again = line.p1.ask(confirmation(line))[0]
    assert again.code == "HIT_GRANTED", "nor once it is taken over"
    assert "lost; that grant was taken over, and its winner has the award. Press " in str(
        again.refused
    )
    cleared, nothing, ended = confirm(line)
    assert (cleared.accepted, nothing.code, ended.accepted) == (True, "NOTHING_MARKED", True)
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {f"{lost}.1": 1_000_108}
    need_whole(line)


def test_a_round_whose_hit_was_granted_is_not_voided_after_a_restore(line: Line) -> None:
    """Nor before two people at the hub have decided; one without a hit is, then."""
    for table in ("T1", "T2"):
        assert line.start(line.p1, 6, table=table).accepted
    assert line.start(line.p1, 6, table="T3", wide=False).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    (lost,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    assert [void(line, table) for table in ("T1", "T2", "T3")] == ["PROPERTY_FORKED"] * 2 + [""]
    line.settle(line.p1, posts=False)
    assert (void(line, "T1"), void(line, "T2")) == ("HIT_GRANTED", "")
    assert take_over(line, lost).accepted
    assert void(line, "T1") == "HIT_GRANTED", "nor once it is taken over"
    line.end(line.p1)
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted
    assert void(line, "T1") == ""
    need_whole(line)


def void(line: Line, table: str) -> str:
    """A round is voided at p1; why not, if it is not."""
    return line.p1.ask(made.void(line.p1.new_id(), line.now_ms, table))[0].code


def test_another_round_of_the_same_number_and_another_seat_are_claimed(line: Line) -> None:
    """The backup has round 1 open, with a hit of seat 1 in rows that are lost; so is round 2."""
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    assert line.start(line.p1, 6).accepted
    line.win(line.p1)
    line.restore(line.p1, backup)
    settle_own_fork(line)
    assert [reply.code for reply in confirm(line, seat=2)] == ["", "", ""]
    line.exchange(line.p1)
    assert line.start(line.p1, 6).accepted
    line.win(line.p1)
    assert len(line.owed_cents(line.p1)) == 2
    need_whole(line, unsettled=2)


@pytest.mark.parametrize("waits", [False, True])
def test_a_hit_confirmed_again_before_the_hub_has_answered_is_granted_once(
    line: Line, *, waits: bool
) -> None:
    """It gets what it was granted before, whatever its name is now."""
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    if waits:
        line.state(line.p1)
    line.hit(line.p1)
    while wide_of(line.p1.state).waiting:
        line.exchange(line.p1)
    (first,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.state(line.p1)
    line.start(line.p1, 1, wide=False, table="T2")
    line.hit(line.p1)
    (second,) = claims_of(line.p1.state)
    assert second != first
    line.exchange(line.p1, times=3)
    decided = line.decide(line.p1, posts=False)
    assert "claim-repeated" in kinds(decided)
    assert "claim-granted" not in kinds(decided)
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {f"{second}.1": 1_000_108}
    assert wide_of(line.p1.state).lost_grants == ()
    line.collect(line.p1, 6)
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line)


def test_two_hits_at_the_same_row_of_a_journal_that_was_restored_are_two_claims(
    line: Line,
) -> None:
    """Seat 1 wins in rows that are lost, and is granted; seat 2 wins when the line is down."""
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    assert [reply.code for reply in confirm(line)] == ["", "", ""]
    line.exchange(line.p1)
    (first,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    assert [reply.code for reply in confirm(line, seat=2)] == ["", "", ""]
    (second,) = claims_of(line.p1.state)
    assert first.rpartition("-")[0] == second.rpartition("-")[0]
    assert first != second
    settle_own_fork(line)
    assert take_over(line, first).accepted
    line.exchange(line.p1)
    assert sorted(line.owed_cents(line.p1)) == sorted([f"{first}.1", f"{second}.1"])
    need_whole(line)


@pytest.mark.parametrize("waits", [False, True])
def test_a_property_that_goes_on_from_its_first_disk_has_a_hit_once_that_was_claimed_again(
    line: Line, *, waits: bool
) -> None:
    """The hub has renamed the grant; the first disk has its award, or has yet to hear of it."""
    older = line.kept(line.hub)
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.hit(line.p1)
    (first,) = claims_of(line.p1.state)
    waiting = line.kept(line.p1)
    line.exchange(line.p1)
    disk = waiting if waits else line.kept(line.p1)
    claim_again(line, backup)
    line.settle(line.p1, posts=False)
    renamed = line.kept(line.hub)
    line.restore(line.p1, disk)
    settle_own_fork(line)
    assert wide_of(line.p1.state).lost_grants == ()
    assert line.owed_cents(line.p1) == {f"{first}.1": 1_000_108}
    need_whole(line)
    held = sum(line.micros(line.hub))
    for explained, copy in enumerate((renamed, older), start=1):
        line.restore(line.hub, copy)
        settle(line)
        assert sum(line.micros(line.hub)) == held
        assert line.owed_cents(line.p1) == {f"{first}.1": 1_000_108}
        assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
        need_whole(line, explained=explained)


def test_another_hand_for_a_wager_that_was_granted_is_named_to_who_decides() -> None:
    line = Line(SharedTerms(pays_fixed=True))
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    line.restore(line.p1, backup)
    line.state(line.p1)
    line.hit(line.p1, "four_of_a_kind")
    line.exchange(line.p1, times=3)
    facts = [fact for row in line.hub.store.rows for fact in events_of(row.events)]
    forks = [fact for fact in facts if isinstance(fact, sharing.ForkFound)]
    assert "seat 1 already won wide in that round" in forks[-1].why.reason


@pytest.fixture
def sharing_line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """A line whose hands are shared by the seats that the dealer names."""
    paytable = replace(made.PAYTABLE, splits_awards=True)
    monkeypatch.setattr(made, "PAYTABLE", paytable)
    monkeypatch.setattr(made, "BOOK", {paytable.id: paytable})
    found = Line(SharedTerms(pays_fixed=True))
    found.talk(found.p1)
    found.talk(found.p2)
    return found


@pytest.mark.parametrize("sharers", [(1, 2), (4,)])
def test_a_shared_hand_claimed_again_with_none_of_its_sharers_is_granted_once(
    sharing_line: Line, sharers: tuple[int, ...]
) -> None:
    line = sharing_line
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    confirm(line, seat=3, sharers=(3,))
    line.exchange(line.p1)
    held = sum(line.micros(line.hub))
    line.restore(line.p1, backup)
    assert confirm(line, seat=sharers[0], sharers=sharers)[1].accepted
    (claim,) = claims_of(line.p1.state)
    settle_own_fork(line)
    assert sum(line.micros(line.hub)) == held
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}
    assert line.p1.state.award(f"{claim}.1").award.seat == 3
    need_whole(line)


def test_a_shared_hand_whose_grant_is_lost_is_not_claimed_for_others(sharing_line: Line) -> None:
    line = sharing_line
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    confirm(line, seat=3, sharers=(3, 5))
    line.exchange(line.p1)
    line.restore(line.p1, backup)
    settle_own_fork(line)
    marked, claimed = confirm(line, seat=1, sharers=(1, 2))[:2]
    assert (marked.code, claimed.code) == ("", "HIT_GRANTED")


def test_a_shared_hand_claimed_again_with_other_sharers_is_granted_once(sharing_line: Line) -> None:
    """It is owed to those who shared it when it was granted."""
    line = sharing_line
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    assert [reply.code for reply in confirm(line, seat=3, sharers=(3, 5, 6))] == ["", "", ""]
    line.exchange(line.p1)
    held = sum(line.micros(line.hub))
    line.restore(line.p1, backup)
    pressed, confirmed = press(line, seat=5, sharers=(3, 5)), confirmation(line)
    assert [reply.code for reply in line.p1.ask(pressed, confirmed)] == ["", ""]
    (claim,) = claims_of(line.p1.state)
    settle_own_fork(line)
    assert sum(line.micros(line.hub)) == held
    assert wide_of(line.p1.state).lost_grants == ()
    # $10,001.08 by three.
    assert line.owed_cents(line.p1) == {f"{claim}.{place}": 333_369 for place in (1, 2, 3)}
    shared = [line.p1.state.award(f"{claim}.{place}").award.seat for place in (1, 2, 3)]
    assert shared == [6, 5, 3], "in the order of payment"
    again, granted_before = confirm(line, "straight_flush", seat=6)[:2]
    assert (again.code, granted_before.code) == ("", "HIT_GRANTED")
    need_whole(line)


def test_a_shared_hand_is_claimed_once_in_a_round(sharing_line: Line) -> None:
    line = sharing_line
    assert line.start(line.p1, 6).accepted
    pressed = press(line, seat=3, sharers=(3, 5)), confirmation(line)
    assert [reply.code for reply in line.p1.ask(*pressed)] == ["", ""]
    assert line.p1.ask(press(line, seat=6, sharers=(6,)))[0].code == "HAND_MARKED"


def test_a_wager_that_was_granted_for_two_hands_is_owed_once_and_named_by_reconcile() -> None:
    line = Line(SharedTerms(pays_fixed=True))
    line.talk(line.p1)
    line.talk(line.p2)
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    (first,) = claims_of(line.p1.state)
    line.restore(line.p1, backup)
    line.hit(line.p1, "four_of_a_kind")
    (second,) = claims_of(line.p1.state)
    settle_own_fork(line)
    assert take_over(line, first).code == "HIT_GRANTED"
    assert list(line.owed_cents(line.p1)) == [f"{second}.1"]
    found = line.proven()
    assert said(found.differences) == (
        f"p1: seat 1 of T1, round 1, was granted wide twice, as {first} and as {second}",
    )


def confirm(
    line: Line, outcome: str = "four_aces", *, seat: int = 1, sharers: tuple[int, ...] = ()
) -> list[Reply]:
    """At the table of p1: press the hand of a seat, confirm, END."""
    pressed = press(line, outcome, seat=seat, sharers=sharers)
    end = rounds.EndRound(**line.ids(line.p1), table="T1")  # type: ignore[arg-type]
    return [line.p1.ask(each)[0] for each in (pressed, confirmation(line), end)]


def press(
    line: Line, outcome: str = "four_aces", *, seat: int, sharers: tuple[int, ...]
) -> rounds.PressHand:
    return rounds.PressHand(
        **line.ids(line.p1),  # type: ignore[arg-type]
        table="T1",
        spot=Spot(seat, 2),
        outcome=outcome,
        sharers=sharers,
    )


def confirmation(line: Line) -> awards.ConfirmAwards:
    return awards.ConfirmAwards(**line.ids(line.p1), table="T1", badge="eve")  # type: ignore[arg-type]


# ---- a hub that is restored once more -----------------------------------------------------------


def test_a_hub_that_is_restored_once_more_before_anybody_decided_is_shown_every_grant(
    line: Line,
) -> None:
    older = line.kept(line.hub)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.exchange(line.p1)  # statement 2, granted $10,001.08
    newer = line.kept(line.hub)
    line.collect(line.p2, 1)
    line.exchange(line.p1)  # hears of a row that the newer copy does not have
    (claim,) = claims_of(line.p1.state)
    line.restore(line.hub, newer)
    line.exchange(line.p1)  # a fork, and the hub has statement 2
    line.restore(line.hub, older)
    line.exchange(line.p1, times=3)
    assert line.decide(line.p1, 2, posts=True).accepted
    assert line.join(line.p1).accepted
    assert line.exchange(line.p1).accepted
    assert [(name, cents) for name, cents, _ in granted(line)] == [(claim, 1_000_108)]
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}


def test_an_answer_that_a_restored_hub_should_have_is_shown_too_but_need_not_be_there(
    line: Line,
) -> None:
    """By its number the hub has it, but that number may be of another journal; it may be in an
    archive."""
    assert line.start(line.p1, 6).accepted
    line.win(line.p1)
    row, copy = line.p1.state.seq, line.kept(line.hub)
    line.talk(line.p2)
    line.exchange(line.p1)  # hears of a row that the copy does not have
    line.restore(line.hub, copy)
    line.exchange(line.p1)
    assert rows_to_show(line.p1.state) == {row: False}


def test_a_hub_that_goes_back_to_an_undecided_fork_is_shown_what_it_granted_after_deciding_it(
    line: Line,
) -> None:
    older = line.kept(line.hub)
    line.play(line.p2, 6)
    line.talk(line.p2)
    line.talk(line.p1)  # hears of a row that the older copy does not have
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.restore(line.hub, older)
    for _ in range(2):
        line.exchange(line.p1)  # a fork, and p1 shows that it was granted nothing
    undecided = line.kept(line.hub)
    number = line.forked_number(line.p1)
    assert line.decide(line.p1, number, posts=True).accepted
    assert line.join(line.p1).accepted
    line.exchange(line.p1)
    ((claim, cents, _),) = granted(line)
    assert line.owed_cents(line.p1) == {f"{claim}.1": cents}
    line.restore(line.hub, undecided)
    line.exchange(line.p1, times=3)
    assert line.decide(line.p1, posts=True).accepted
    assert [(name, paid) for name, paid, _ in granted(line)] == [(claim, cents)]
    assert granted(line)[0][2] > 0, "brought back, not granted again"


@pytest.mark.parametrize("plays_on", [False, True])
@pytest.mark.parametrize("kept", ["before the grant", "with the grant", "with the fork"])
def test_a_restored_hub_grants_a_hit_once_that_a_restored_property_claimed_again(
    line: Line, kept: str, *, plays_on: bool
) -> None:
    """The hub has lost at least that it gave the second claim the first one's grant."""
    backups = {"before the grant": line.kept(line.hub)}
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    line.win(line.p1)
    backups["with the grant"] = line.kept(line.hub)
    claim = claim_again(line, backup)
    backups["with the fork"] = line.kept(line.hub)
    decided = line.decide(line.p1, posts=False)
    assert "claim-repeated" in kinds(decided)
    line.exchange(line.p1)
    if plays_on:
        line.collect(line.p1, 6)
    held = sum(line.micros(line.hub))
    line.restore(line.hub, backups[kept])
    settle(line)
    assert sum(line.micros(line.hub)) == held
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_108}
    assert [name for name, _ in grants_of(line.hub.state).items()] == [f"p1 {claim}"]
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line, explained=1)


def test_a_hub_whose_first_disk_has_an_answer_that_never_came_grants_what_the_property_has(
    line: Line,
) -> None:
    """It has granted the same claim twice, each time on another disk, and the property has heard
    of the second alone."""
    assert line.start(line.p1, 6).accepted
    older = line.kept(line.hub)
    line.hit(line.p1)
    line.reach(line.message(line.p1))
    disk = line.kept(line.hub)
    line.restore(line.hub, older)
    line.play(line.p2, 6)
    line.talk(line.p2)
    line.exchange(line.p1)
    owed = line.owed_cents(line.p1)
    assert [cents for _, cents, _ in granted(line)] == list(owed.values()) == [1_000_216]
    line.restore(line.hub, disk)
    assert [cents for _, cents, _ in granted(line)] == [1_000_108]
    settle(line)
    assert line.owed_cents(line.p1) == owed
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    # The seed and the reserve of p1's six wagers; p2's reserve came after the restart.
    assert sum(line.micros(line.hub)) == 1_000_024_000_000
    need_whole(line, explained=2)


def test_a_hub_that_goes_back_to_a_restored_propertys_fork_is_shown_what_it_granted_since(
    line: Line,
) -> None:
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    assert line.start(line.p1, 3, table="T3").accepted
    line.play(line.p2, 6)
    line.talk(line.p1)
    claim = claim_again(line, backup)
    undecided = line.kept(line.hub)
    line.talk(line.p2)
    line.settle(line.p1, posts=False)
    # Nine wagers of p1 and six of p2 at 18 cents; the copy does not have those of p2.
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_270}
    line.restore(line.hub, undecided)
    settle(line)
    ((name, cents, forgotten),) = granted(line)
    assert (name, cents, forgotten > 0) == (claim, 1_000_270, True)
    need_whole(line, explained=2)


def test_a_property_restored_to_before_the_hub_was_states_first_what_it_has(line: Line) -> None:
    """Two hits wait in its backup, and the hub was shown both after its own restore."""
    older = line.kept(line.hub)
    line.talk(line.p1)  # hears of a row that the older copy does not have
    for _ in range(2):
        assert line.start(line.p1, 6).accepted
        line.hit(line.p1)
    backup = line.kept(line.p1)
    line.exchange(line.p1, times=2)
    owed = line.owed_cents(line.p1)
    assert len(owed) == 2
    line.restore(line.hub, older)
    settle(line)
    held = sum(line.micros(line.hub))
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    assert line.join(line.p1).accepted
    line.exchange(line.p1)
    assert line.decide(line.p1, posts=False).accepted
    assert line.exchange(line.p1).accepted
    assert line.owed_cents(line.p1) == owed
    assert sum(line.micros(line.hub)) == held
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line, explained=1)


def claim_again(line: Line, backup: MemoryStore) -> str:
    """p1 goes on from a backup with a round open, and claims a hit before the hub has answered; the
    hub has its fork to decide. The claim."""
    line.restore(line.p1, backup)
    line.state(line.p1)
    line.hit(line.p1)
    (claim,) = claims_of(line.p1.state)
    line.exchange(line.p1, times=3)
    return claim


def settle(line: Line, *, posts: bool = True) -> None:
    """Both properties speak to a hub that was restored, and people at both ends go on."""
    both = (line.p1, line.p2)
    for node in both:
        line.exchange(node, times=2)
        line.join(node)
    for node in both:
        found = properties_of(line.hub.state).get(node.name)
        assert found is not None
        if found.fork is not None:
            assert line.decide(node, found.fork.statement.number, posts=posts).accepted
    for node in both:
        assert line.exchange(node).accepted


# ---- both restored ------------------------------------------------------------------------------


def show_and_restore(
    line: Line, backup: MemoryStore, *, shows: bool = True, older: MemoryStore | None = None
) -> None:
    """A hit of p1 is granted, the hub goes back to before it, and is shown it; then p1 goes back
    too, before anybody has decided."""
    older = older or line.kept(line.hub)
    if line.p1.state.table("T1").round is None:
        assert line.start(line.p1, 6).accepted
    line.win(line.p1)
    line.restore(line.hub, older)
    for _ in range(2 if shows else 1):
        line.exchange(line.p1)
    line.restore(line.p1, backup)


def hit_and_go_back(
    line: Line, tables: tuple[str, ...], *, hub: MemoryStore, p1: MemoryStore
) -> tuple[dict[str, int], MemoryStore]:
    """Hits of p1 are granted, and both ends go on from before; what it owed, and its first disk."""
    for table in tables:
        line.win(line.p1, table=table)
    owed, disk = line.owed_cents(line.p1), line.kept(line.p1)
    line.restore(line.hub, hub)
    line.restore(line.p1, p1)
    return owed, disk


def test_what_was_shown_to_a_restored_hub_is_granted_when_that_property_is_restored_then(
    line: Line,
) -> None:
    backup = line.kept(line.p1)
    line.collect(line.p1, 6)
    show_and_restore(line, backup)
    line.exchange(line.p1, times=3)
    assert wide_of(line.p1.state).standing == "forked"
    decided = line.decide(line.p1, posts=False)
    assert kinds(decided) == ["fork-decided", "statement-posted", "claim-granted"]
    ((claim, cents, forgotten),) = granted(line)
    # $10,000.00 and twelve wagers at 18 cents.
    assert (cents, forgotten > 0) == (1_000_216, True)
    assert "grants-lost" in kinds(line.exchange(line.p1))
    need_whole(line, unsettled=1)
    assert take_over(line, claim).accepted
    line.collect(line.p1, 6)
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_216}
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line)


@pytest.mark.parametrize("lost", [1, 3])
def test_a_hit_that_was_shown_and_is_claimed_again_by_a_restored_property_is_granted_once(
    line: Line, lost: int
) -> None:
    """Whether the hub has more statements than it makes now, or it learns later that it was
    restored."""
    line.collect(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    backup = line.kept(line.p1)
    for _ in range(lost):
        line.state(line.p1)
        line.exchange(line.p1)
    show_and_restore(line, backup)
    line.start(line.p1, 1, wide=False, table="T2")
    claim = claim_again(line, line.kept(line.p1))
    decided = kinds(line.decide(line.p1, posts=False))
    if lost == 1:
        line.exchange(line.p1, times=3)
        decided += kinds(line.decide(line.p1, posts=False))
    assert [each for each in decided if each.startswith("claim")] == [
        "claim-granted",
        "claim-repeated",
    ]
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_216}
    assert wide_of(line.p1.state).lost_grants == ()
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line)


def test_a_hit_claimed_again_is_granted_once_though_its_statement_does_not_say_restored(
    line: Line,
) -> None:
    """The backup has heard of a row that the hub has lost, and no answer tells the property that it
    was restored itself: the hub's people decide about a statement like any other."""
    older = line.kept(line.hub)
    line.collect(line.p1, 6)
    assert line.start(line.p1, 6).accepted
    show_and_restore(line, line.kept(line.p1), older=older)
    line.hit(line.p1)
    (claim,) = claims_of(line.p1.state)
    line.exchange(line.p1, times=2)
    found = properties_of(line.hub.state).get("p1")
    assert found is not None
    assert found.fork is not None
    assert not found.fork.statement.restored
    decided = line.decide(line.p1, found.fork.statement.number, posts=False)
    assert kinds(decided)[-2:] == ["claim-granted", "claim-repeated"]
    settle(line)
    assert line.owed_cents(line.p1) == {f"{claim}.1": 1_000_216}
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line, explained=1)


@pytest.mark.parametrize("claims", ["the same hit", "another hit", "nothing"])
@pytest.mark.parametrize("is_found", [False, True])
def test_a_first_disk_that_comes_back_after_both_were_restored_shows_all_that_it_was_granted(
    line: Line, claims: str, *, is_found: bool
) -> None:
    """Two hits were granted to it by rows that the hub has lost, under numbers that the hub has by
    now of the journal that was restored. What both have won counts once, as the disk has it."""
    older = line.kept(line.hub)
    for table in ("T1", "T2", "T3"):
        assert line.start(line.p1, 6, table=table).accepted
    backup = line.kept(line.p1)
    if is_found:
        line.state(line.p1)
        line.exchange(line.p1)
        older = line.kept(line.hub)
    hits, disk = hit_and_go_back(line, ("T1", "T2"), hub=older, p1=backup)
    line.talk(line.p2)
    line.play(line.p2, 5)
    line.talk(line.p2)
    if is_found:
        settle_own_fork(line)
    if claims != "nothing":
        line.hit(line.p1, table="T1" if claims == "the same hit" else "T3")
    line.exchange(line.p1, times=3)
    others = line.owed_cents(line.p1)
    line.restore(line.p1, disk)
    settle(line, posts=False)
    lost = [each.grant.claim for each in wide_of(line.p1.state).lost_grants]
    if claims == "another hit":
        assert [f"{claim}.1" for claim in lost] == list(others)
        assert take_over(line, lost[0]).accepted
        hits |= others
    else:
        assert lost == []
    assert line.owed_cents(line.p1) == hits
    line.exchange(line.p1)
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line, explained=1)


def test_what_a_first_disk_has_shown_is_told_to_the_other_journal_if_that_goes_on(
    line: Line,
) -> None:
    """Hits at two tables, by rows that the hub has lost; one of them is granted to the other
    journal too, with another amount."""
    for table in ("T1", "T2"):
        assert line.start(line.p1, 6, table=table).accepted
    older, backup = line.kept(line.hub), line.kept(line.p1)
    hits, disk = hit_and_go_back(line, ("T2", "T1"), hub=older, p1=backup)
    line.hit(line.p1)
    for _ in range(2):
        line.exchange(line.p1)
        line.play(line.p1, 6)
    line.exchange(line.p1)
    ((own, cents),) = line.owed_cents(line.p1).items()
    (again, _), (only, only_cents) = sorted((each, hits[each]) for each in hits)
    assert cents != hits[again], "both of T1"
    other = line.kept(line.p1)
    line.restore(line.p1, disk)
    line.exchange(line.p1, times=3)
    assert standing(line, "p1") == "forked", "the form leaves the tick out"
    line.restore(line.p1, other)
    settle_own_fork(line)
    (lost,) = wide_of(line.p1.state).lost_grants
    assert take_over(line, lost.grant.claim).accepted
    line.exchange(line.p1)
    assert line.owed_cents(line.p1) == {own: cents, only: only_cents}
    assert owed_to(line.p1.state, "hub") == -owed_to(line.hub.state, "p1")
    need_whole(line)


def test_what_a_restored_property_cannot_show_any_more_is_granted_as_it_was_shown_before(
    line: Line,
) -> None:
    """Its backup has the first hit and has heard of a row that the hub has lost, but not the
    second."""
    older = line.kept(line.hub)
    for _ in range(2):
        backup = line.kept(line.p1)
        assert line.start(line.p1, 6).accepted
        line.win(line.p1)
    hits = list(line.owed_cents(line.p1).items())
    line.restore(line.hub, older)
    line.exchange(line.p1, times=2)
    line.restore(line.p1, backup)
    settle(line)
    assert [(f"{name}.1", cents) for name, cents, _ in granted(line)] == hits
    assert take_over(line, granted(line)[1][0]).accepted
    assert line.owed_cents(line.p1) == dict(hits)
    need_whole(line, explained=1)


def test_a_property_that_is_restored_before_it_has_shown_its_grants_is_given_up_first(
    line: Line,
) -> None:
    backup = line.kept(line.p1)
    line.collect(line.p1, 6)
    show_and_restore(line, backup, shows=False)
    line.exchange(line.p1, times=3)
    assert line.decide(line.p1, posts=False).code == "GRANTS_NOT_SHOWN"
    assert give_up(line, "p1").accepted
    found = properties_of(line.hub.state).get("p1")
    assert found is not None
    admitted = sharing.AdmitProperty(
        **line.ids(line.hub),  # type: ignore[arg-type]
        hub="hub",
        property="p1",
        key=found.key,
        tables=4,
        seats=found.seats,
        rounds_an_hour=found.rounds_an_hour,
        jackpots=found.jackpots,
        badges=TWO,
    )
    line.accepted(line.hub, admitted)
    line.exchange(line.p1)
    assert line.decide(line.p1, posts=False).accepted
    assert line.exchange(line.p1).accepted
    assert line.start(line.p1, 6).accepted


# ---- a property that does not come back ---------------------------------------------------------


def test_a_property_that_showed_a_restored_hub_and_is_gone_is_given_up_by_two_people(
    line: Line,
) -> None:
    lost_and_found(line)
    heard = wide_of(line.p1.state).find_last_heard()
    line.reach(line.message(line.p1))
    assert line.decide(line.p1, 2, posts=True).code == "GRANTS_NOT_SHOWN"
    line.now_ms += 1
    assert line.answer(line.message(line.p2)).answer.standing == "restored"
    (event,) = give_up(line, "p1").events
    # Its statement 2 was never posted here; what it was granted since that row is not known.
    assert (event.owes_micros, event.lost) == (0, heard)  # type: ignore[attr-defined]
    assert len(event.claims) == 1  # type: ignore[attr-defined]
    assert standing(line, "p1") == "given_up"
    assert give_up(line, "p1").code == "PROPERTY_GIVEN_UP"
    line.now_ms += 1
    for _ in range(2):
        message = line.message(line.p2)
        line.reach(message)
        line.take(line.p2, line.answer(message))
        line.now_ms += 1
    assert line.decide(line.p2, message.stated.statement.number, posts=True).accepted
    assert line.join(line.p2).accepted
    assert line.talk(line.p2).accepted
    assert line.start(line.p2, 6).accepted, "the others play on"


def test_what_a_property_owes_that_was_given_up_the_hub_holds_itself(line: Line) -> None:
    line.collect(line.p1, 6)
    # The seed of $10,000.00; what six wagers gave lies at p1.
    assert required_micros(line.hub.state) == 1_000_000_000_000
    (event,) = give_up(line, "p1").events
    assert event.owes_micros == 120_000_000  # type: ignore[attr-defined]
    assert required_micros(line.hub.state) == 1_000_120_000_000
    assert owed_to(line.hub.state, "p1") == -120_000_000, "it still owes it"
