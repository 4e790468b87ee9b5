"""Applies events of awards to the floor."""

from __future__ import annotations

from pitboss.floor.facts import awards
from pitboss.floor.facts.values import Award, Mark, Spot
from pitboss.floor.fold.settling import owe, settle
from pitboss.floor.fold.shared import (
    change_table,
    count_win,
    forget_final,
    level_of,
    note_pending,
    note_win,
    pay_award,
    put_moved,
    round_at,
)
from pitboss.floor.money.reversal import without_award
from pitboss.floor.state.floor import AwardState, RoundState, State, changed


def awards_recorded(state: State, event: awards.AwardsRecorded) -> None:
    opened = round_at(state, event.table)
    assert opened.number == event.round
    for award in event.awards:
        parts = (award.meter_cents, award.house_cents, award.tray_cents, award.stake_cents)
        assert min(parts) >= 0, f"an award takes money: {award}"
    won = {(award.jackpot, award.outcome) for award in event.awards}
    seats = {(award.seat, award.sensor) for award in event.awards}
    done = tuple(
        mark
        for mark in opened.marks
        if (mark.jackpot, mark.outcome) in won
        and ((mark.spot.seat, mark.spot.sensor) in seats or mark.sharers)
    )
    _record(state, event, opened, done)
    names = tuple(award.award for award in event.awards)
    change_table(
        state,
        event.table,
        round=changed(
            opened,
            marks=tuple(mark for mark in opened.marks if mark not in done),
            hits=(*opened.hits, *done),
            awards=(*opened.awards, *names),
            unmoved=(*opened.unmoved, *names),
            holds=tuple(hold for hold in opened.holds if hold.mark not in done),
        ),
    )
    note_pending(state, event.table)


def _record(
    state: State, event: awards.AwardsRecorded, opened: RoundState, done: tuple[Mark, ...]
) -> None:
    """Put these marks' awards on the record; held ones as they were held."""
    holds = [hold for hold in opened.holds if hold.mark in done]
    assert all(award in event.awards for hold in holds for award in hold.awards)
    taken = {each.award: each for hold in holds for each in hold.movements}
    shares: dict[tuple[str, str], tuple[str, ...]] = {
        (mark.jackpot, mark.outcome): () for mark in done if mark.sharers
    }
    for award in event.awards:
        place = (award.jackpot, award.outcome)
        if place in shares:
            shares[place] = (*shares[place], award.award)
    for award in event.awards:
        assert state.awards.get(award.award) is None
        recorded = AwardState(
            award,
            event.table,
            event.round,
            state.seq,
            "recorded",
            movement=taken.get(award.award),
            shares=shares.get((award.jackpot, award.outcome), ()),
            confirmed_by=(event.badge,),
            dealt_by=opened.dealer,
        )
        state.awards[award.award] = recorded
        owe(state, award)
    note_win(state, event.table, event.round, tuple(award.award for award in event.awards))


def meters_moved(state: State, event: awards.MetersMoved) -> None:
    opened = round_at(state, event.table)
    assert opened.number == event.round
    assert {*event.awards, *(each.award for each in event.movements)} <= {*opened.unmoved}
    for each in event.movements:
        pay_award(state, each, state.award(each.award).award)
    by_award = {each.award: each for each in event.movements}
    for name in event.awards:
        found = state.award(name)
        movement = by_award.get(name, found.movement)
        state.awards[name] = changed(found, status="moved", movement=movement)
        count_win(state, found.award)
        if not found.award.owed_cents:
            settle(state, found.award)
        if found.award.level:
            forget_final(state, found.award.jackpot, found.award.level)
    left = tuple(name for name in opened.unmoved if name not in event.awards)
    change_table(state, event.table, round=changed(opened, unmoved=left))
    note_pending(state, event.table)


def key_turned(state: State, event: awards.KeyTurned) -> None:
    change_table(
        state,
        event.table,
        key=event.position,
        key_badge=event.badge,
        key_number=event.key_number,
    )


def award_backed_out(state: State, event: awards.AwardBackedOut) -> None:
    found = state.award(event.award)
    assert found.seq == event.reverses
    assert found.status in ("recorded", "moved")
    for each in event.movements:
        level = without_award(level_of(state, each), event.award, successor=event.restart_passes_to)
        put_moved(state, each, level)
    state.awards[event.award] = changed(found, status="backed out")
    settle(state, found.award)
    if found.status == "moved":
        count_win(state, found.award, sign=-1)
    if event.restart_passes_to:
        successor = state.award(event.restart_passes_to)
        award = changed(successor.award, restarts=True)
        state.awards[event.restart_passes_to] = changed(successor, award=award)
    table = state.tables.get(found.table)  # it may have closed since
    assert table is not None
    opened = table.round
    if opened is None or opened.number != found.round:
        return
    change_table(
        state,
        found.table,
        round=changed(
            opened,
            hits=tuple(left for hit in opened.hits if (left := _left_of(hit, found.award))),
            awards=tuple(name for name in opened.awards if name != event.award),
            unmoved=tuple(name for name in opened.unmoved if name != event.award),
        ),
    )
    note_pending(state, found.table)


def _left_of(hit: Mark, award: Award) -> Mark | None:
    """What is left of a hit without an award: other seats that share it have still won."""
    seats = hit.sharers or (hit.spot.seat,)
    if (hit.jackpot, hit.outcome) != (award.jackpot, award.outcome) or award.seat not in seats:
        return hit
    left = tuple(seat for seat in seats if seat != award.seat)
    return changed(hit, spot=Spot(left[0], hit.spot.sensor), sharers=left) if left else None


def win_page_printed(state: State, event: awards.WinPagePrinted) -> None:
    found = state.award(event.award)
    assert event.copy == found.prints + 1
    state.awards[event.award] = changed(found, prints=event.copy)


def camera_noted(state: State, event: awards.CameraNoted) -> None:
    """Recorded only; it changes nothing."""
    state.award(event.award)
