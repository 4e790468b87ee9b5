"""What the events of the site and its changes make of the floor."""

from __future__ import annotations

from pitboss.floor.facts.changes import (
    ChangeApplied,
    ChangeApproved,
    ChangeRejected,
    ChangeRequested,
    ChangeWithdrawn,
    SiteOpened,
)
from pitboss.floor.fold.shared import change_jackpot, move_levels
from pitboss.floor.state import ChangeState, SiteState, State, TableState, changed


def site_opened(state: State, event: SiteOpened) -> None:
    state.site = SiteState(event.name, event.currency, event.time_zone, event.profile, event.law)


def change_requested(state: State, event: ChangeRequested) -> None:
    assert state.changes.get(event.change) is None
    asked = ChangeState(
        event.change,
        event.before,
        event.after,
        event.warnings,
        event.reason,
        event.badge,
        state.badge(event.badge).role,
    )
    state.changes.put(event.change, asked)


def change_approved(state: State, event: ChangeApproved) -> None:
    _put_change(state, event.change, status="approved", approved_by=event.badge)


def change_rejected(state: State, event: ChangeRejected) -> None:
    _put_change(state, event.change, status="rejected")


def change_withdrawn(state: State, event: ChangeWithdrawn) -> None:
    _put_change(state, event.change, status="withdrawn")


def change_applied(state: State, event: ChangeApplied) -> None:
    """Its money moves first."""
    move_levels(state, event.movements)
    asked = state.change(event.change)
    assert asked.status == "approved"
    assert (asked.before, asked.after) == (event.before, event.after)
    _put_change(state, event.change, status="applied")
    after = event.after
    match after.action:
        case "set":
            jackpot = state.jackpot(after.jackpot)
            levels = {
                each.level: changed(jackpot.levels[each.level], setting=each)
                for each in after.levels
            }
            change_jackpot(
                state,
                after.jackpot,
                levels=levels,
                executive_above_cents=after.executive_above_cents,
                house_prizes=dict(after.house_prizes),
                lock_at_mark=after.lock_at_mark,
                fixed_from=after.fixed_from,
            )
        case "retire":
            change_jackpot(state, after.jackpot, status="retired")
        case "set_table":
            table = state.table(after.table)
            void = table.approval_void or _plays_otherwise(state, table, after.jackpots)
            table = changed(
                table,
                jackpots=after.jackpots,
                keypad=after.keypad,
                order=after.order,
                approval_void=void,
            )
            state.tables.put(after.table, table)
        case "close_table":
            state.tables.put(after.table, changed(state.table(after.table), closed=True))


def _plays_otherwise(state: State, table: TableState, jackpots: tuple[str, ...]) -> bool:
    """Whether the papers of a table are of other paytables than it will play (PS-64)."""
    before, after = (
        [state.kept_jackpot(name).paytable for name in names]
        for names in (table.jackpots, jackpots)
    )
    return bool(table.approval) and before != after


def _put_change(state: State, change: str, **changes: object) -> None:
    state.changes.put(change, changed(state.change(change), **changes))
