"""Applies events of the site and its changes to the floor."""

from __future__ import annotations

from pitboss.floor.facts import values
from pitboss.floor.facts.changes import (
    ChangeApplied,
    ChangeApproved,
    ChangeBegun,
    ChangePlanned,
    ChangeRejected,
    ChangeRequested,
    ChangeWithdrawn,
    SiteOpened,
)
from pitboss.floor.fold.bank import money_put_up
from pitboss.floor.fold.cover import judge_cover
from pitboss.floor.fold.shared import (
    change_jackpot,
    move_between,
    put_level,
    put_moved,
    put_table_compared,
)
from pitboss.floor.money.reversal import remember_terms
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.floor import State, changed
from pitboss.floor.state.house import SiteState


def site_opened(state: State, event: SiteOpened) -> None:
    before = state.site
    opened_ms, reviewed_ms, entered = (
        (event.at_ms, 0, ())
        if before is None
        else (before.opened_ms, before.reviewed_ms, before.entered)
    )
    state.site = SiteState(
        event.name,
        event.currency,
        event.time_zone,
        event.profile,
        event.law,
        event.day_begins,
        event.shifts,
        event.winnings_reported,
        opened_ms,
        reviewed_ms,
        event.dated,
        entered,
    )
    judge_cover(state)


def change_requested(state: State, event: ChangeRequested) -> None:
    assert state.changes.get(event.change) is None
    asked = ChangeState(
        event.change,
        event.what,
        event.before,
        event.after,
        event.warnings,
        event.reason,
        event.badge,
        state.badge(event.badge).role,
    )
    state.changes[event.change] = asked


def change_approved(state: State, event: ChangeApproved) -> None:
    _put_change(state, event.change, status="approved")


def change_rejected(state: State, event: ChangeRejected) -> None:
    _put_change(state, event.change, status="rejected")


def change_withdrawn(state: State, event: ChangeWithdrawn) -> None:
    _put_change(state, event.change, status="withdrawn")


def change_planned(state: State, event: ChangePlanned) -> None:
    _put_change(state, event.change, planned_ms=event.from_ms, planned_by=event.badge)


def change_begun(state: State, event: ChangeBegun) -> None:
    asked = state.change(event.change)
    for name in event.jackpots:
        assert state.jackpot(name).status == "open"
        change_jackpot(state, name, status="suspended", suspended_for=asked.reason)
    _put_change(state, event.change, held=(*asked.held, *event.jackpots))


def change_applied(state: State, event: ChangeApplied) -> None:
    """Move its money first."""
    asked = state.change(event.change)
    assert asked.status == "approved"
    assert (asked.what, asked.before, asked.after) == (event.what, event.before, event.after)
    _put_change(state, event.change, status="applied")
    if not isinstance(event.what, values.SetTerms):
        move_between(state, event.movements)
    match event.what, event.after:
        case values.SetTerms(), values.JackpotStanding() as after:
            _set_terms(state, after, event.movements)
        case values.Retire(jackpot=name, into=into, pairs=pairs), _:
            heirs = {level: (into, other) for level, other in pairs}
            change_jackpot(state, name, status="retired", heirs=heirs)
        case values.SetTable(table=name), values.TableStanding() as after:
            table = changed(
                state.table(name),
                jackpots=after.jackpots,
                keypad=after.keypad,
                order=after.order,
                keys_are_personal=after.keys_are_personal,
            )
            put_table_compared(state, table)
        case values.CloseTable(table=name), _:
            state.tables[name] = changed(state.table(name), closed=True)
            judge_cover(state)


def _set_terms(
    state: State, after: values.JackpotStanding, fills: tuple[values.Movement, ...]
) -> None:
    """Set other terms for a jackpot; the house has put up what a meter lacked of a higher seed."""
    systems = state.jackpot(after.jackpot).terms.systems
    assert after.terms.systems == systems, "its tables would be judged anew"
    filled = {each.after.level: each for each in fills}
    for setting in after.terms.levels:
        before = state.jackpot(after.jackpot).levels[setting.level]
        if setting == before.setting:
            continue
        level = remember_terms(before, setting, state.seq)
        if setting.level in filled:
            put_moved(state, filled.pop(setting.level), level)
        else:
            assert level.reading == before.reading, f"not told where it goes: {level.reading}"
            put_level(state, after.jackpot, level)
    assert not filled, f"money moves without other terms: {filled}"
    change_jackpot(state, after.jackpot, terms=after.terms)
    if not after.terms.training:
        money_put_up(state, sum(each.house_micros for each in fills))
    for _, table in state.tables.items():
        if after.jackpot in table.jackpots and not table.closed:
            put_table_compared(state, table)


def _put_change(state: State, change: str, **changes: object) -> None:
    state.changes[change] = changed(state.change(change), **changes)
