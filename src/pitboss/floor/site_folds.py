"""What the events of a changing site make of the floor; `apply` calls these."""

from __future__ import annotations

from pitboss.floor import site_events
from pitboss.floor.state import Badge, ChangeState, SiteState, State, TableState, changed


def site_opened(state: State, event: site_events.SiteOpened) -> None:
    switches = {switch.name: switch for switch in event.switches}
    state.site = SiteState(event.name, event.currency, event.time_zone, event.profile, switches)


def badge_issued(state: State, event: site_events.BadgeIssued) -> None:
    state.badges.put(event.badge, Badge(event.badge, event.name, event.role))


def badge_changed(state: State, event: site_events.BadgeChanged) -> None:
    badge = state.badge(event.badge)
    assert (badge.name, badge.role) == (event.name_before, event.role_before)
    state.badges.put(event.badge, changed(badge, name=event.name, role=event.role))


def badge_revoked(state: State, event: site_events.BadgeRevoked) -> None:
    state.badges.put(event.badge, changed(state.badge(event.badge), revoked=True))


def keys_renewed(state: State, event: site_events.KeysRenewed) -> None:
    """Kept, and changes nothing."""


def jackpot_suspended(state: State, event: site_events.JackpotSuspended) -> None:
    _put_jackpot(state, event.jackpot, status="suspended")


def jackpot_resumed(state: State, event: site_events.JackpotResumed) -> None:
    _put_jackpot(state, event.jackpot, status="open")


def change_requested(state: State, event: site_events.ChangeRequested) -> None:
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


def change_approved(state: State, event: site_events.ChangeApproved) -> None:
    _put_change(state, event.change, status="approved", approved_by=event.badge)


def change_rejected(state: State, event: site_events.ChangeRejected) -> None:
    _put_change(state, event.change, status="rejected")


def change_withdrawn(state: State, event: site_events.ChangeWithdrawn) -> None:
    _put_change(state, event.change, status="withdrawn")


def change_settled(state: State, event: site_events.ChangeApplied) -> None:
    """An applied change, after its money has moved."""
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
            _put_jackpot(
                state,
                after.jackpot,
                levels=levels,
                executive_above_cents=after.executive_above_cents,
                house_prizes=dict(after.house_prizes),
                lock_at_mark=after.lock_at_mark,
                fixed_from=after.fixed_from,
            )
        case "retire":
            _put_jackpot(state, after.jackpot, status="retired")
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


def _put_jackpot(state: State, jackpot: str, **changes: object) -> None:
    state.jackpots.put(jackpot, changed(state.jackpot(jackpot), **changes))


def _put_change(state: State, change: str, **changes: object) -> None:
    state.changes.put(change, changed(state.change(change), **changes))
