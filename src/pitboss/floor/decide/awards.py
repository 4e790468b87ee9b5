"""Decisions about awards: confirmed by badge or key, backed out, printed, seen on camera."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import extension
from pitboss.floor.decide.calls import call_met
from pitboss.floor.decide.checks import (
    need_here,
    need_jackpot,
    need_playing,
    need_reason,
    need_text,
    open_round,
)
from pitboss.floor.decide.pending import need_unmarked
from pitboss.floor.decide.permissions import need_apart, need_permission
from pitboss.floor.decide.pricing import (
    Priced,
    authority_for,
    is_of,
    movement_of,
    payment_order,
    price,
)
from pitboss.floor.decide.tiers import need_tier
from pitboss.floor.facts import awards
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.permission import DEALER
from pitboss.floor.facts.values import Movement
from pitboss.floor.money.meter import micros, move_level
from pitboss.floor.money.reversal import is_remembered, reverse_award
from pitboss.floor.state.floor import AwardState, LevelState, RoundState, State, TableState, changed
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.local_time import instant
from pitboss.refusal import Refusal


def confirm_awards(
    state: State, command: awards.ConfirmAwards, paytables: PaytableLookup
) -> Sequence[Event]:
    table = need_playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if table.has_key:
        raise Refusal("USE_THE_KEY", where=command.table)
    if not opened.marks:
        raise Refusal("NOTHING_MARKED", "mark_winners", where=command.table)
    marks = payment_order(table, opened.marks)
    priced = price(state, table, marks, paytables)
    _authority(state, command.badge, priced)
    hits, claims = extension.here().claimed(state, table, marks, command.badge, paytables, command)
    priced = priced.without(hits)
    recorded: list[Event] = [
        event_from(awards.AwardsRecorded, command, round=opened.number, awards=priced.awards),
        awards.MetersMoved(
            table=command.table,
            round=opened.number,
            awards=tuple(award.award for award in priced.awards),
            movements=priced.movements,
        ),
    ]
    return [
        *(recorded if priced.marks else ()),
        *claims,
        *call_met(state, table, command.badge, at_ms=command.at_ms),
    ]


def turn_key(state: State, command: awards.TurnKey, paytables: PaytableLookup) -> Sequence[Event]:
    table = state.table(command.table)
    badge = command.badge or _holder(state, command, table, paytables)
    turned = _turn_back_to_run(
        state, command.table, command.position, badge=badge, without_badge=not command.badge
    )
    return [*turned, *call_met(state, table, badge, at_ms=command.at_ms)]


def _holder(
    state: State, command: awards.TurnKey, table: TableState, paytables: PaytableLookup
) -> str:
    """Who turns the key back to RUN: the person whose key is in the lock, if still allowed
    there."""
    if not table.key_badge or table.key != "JPH" or command.position != "RUN":
        raise Refusal("KEY_HOLDER_UNKNOWN", "swipe_your_card", where=command.table)
    need_permission(state, changed(command, badge=table.key_badge), paytables)
    return table.key_badge


def turn_numbered_key(state: State, command: awards.TurnNumberedKey) -> Sequence[Event]:
    table = state.table(command.table)
    if table.has_key and table.keys_are_personal:
        raise Refusal("KEY_HOLDER_UNKNOWN", "swipe_your_card", where=command.table)
    need_text(command.key_number, where="key_number")
    return _turn_back_to_run(state, command.table, command.position, key_number=command.key_number)


def _turn_back_to_run(
    state: State,
    name: str,
    position: str,
    *,
    badge: str = "",
    key_number: str = "",
    without_badge: bool = False,
) -> Sequence[Event]:
    """Turn the key back to RUN and take the awards recorded under it off the meters."""
    table = state.table(name)
    if not table.has_key:
        raise Refusal("NO_KEY", where=name)
    if position not in ("JPH", "RUN"):
        raise Refusal("KEY_POSITION_UNKNOWN", where=position)
    turned = awards.KeyTurned(
        table=name,
        position=position,
        badge=badge,
        key_number=key_number,
        without_badge=without_badge,
    )
    if position == "JPH" or table.round is None or not table.round.unmoved:
        return [turned]
    return [turned, _moving(state, table, table.round)]


def _moving(state: State, table: TableState, opened: RoundState) -> awards.MetersMoved:
    """Take the recorded awards off the meters, which keep what wagers have added since. Amounts
    locked at the mark are already off."""
    movements = []
    levels: dict[tuple[str, str], LevelState] = {}
    for name in opened.unmoved:
        found = state.award(name)
        award = found.award
        if award.level and found.movement is None:
            place = (award.jackpot, award.level)
            level = levels.get(place, state.jackpot(award.jackpot).levels[award.level])
            movements.append(movement_of(award, level))
            levels[place] = move_level(level, movements[-1].after)
    return awards.MetersMoved(
        table=table.table,
        round=opened.number,
        awards=opened.unmoved,
        movements=tuple(movements),
    )


def press_jackpot(
    state: State, command: awards.PressJackpot, paytables: PaytableLookup
) -> Sequence[Event]:
    table = need_playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if not table.has_key or table.key != "JPH":
        raise Refusal("KEY_NOT_IN_JPH", where=command.table)
    marks = [mark for mark in opened.marks if is_of(mark, command.spot)]
    if not marks:
        raise Refusal("NOTHING_MARKED", "mark_seat_hand", where=command.table)
    need_apart(state, command, table.key_badge, DEALER)  # the key's owner confirms
    priced = price(state, table, marks, paytables)
    _authority(state, table.key_badge, priced)
    hits, claims = extension.here().claimed(
        state, table, marks, table.key_holder, paytables, command
    )
    if hits:
        return claims
    return [
        awards.AwardsRecorded(
            table=command.table, round=opened.number, badge=table.key_holder, awards=priced.awards
        )
    ]


def _authority(state: State, badge: str, priced: Priced) -> None:
    """Whether this badge, or a key without one, confirms these awards, with none waiting for
    another on its meter."""
    for each in priced.movements:
        if each.after.level in state.jackpot(each.jackpot).pending:
            raise Refusal("AWARD_PENDING", "another_award_must", where=each.jackpot)
    if badge:
        need_tier(state, badge, priced)
    elif (needed := authority_for(state, priced)).is_over:
        raise Refusal(
            "ROLE_TOO_LOW",
            "key_confirms_up",
            where="key",
            limit=needed.limit_cents,
            roles=needed.roles[-1],
            rule=needed.rule,
        )


def back_out_award(
    state: State, command: awards.BackOutAward, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    if not found.is_reversible:
        raise _final(found)
    need_here(state, found.award)
    if not is_remembered(state, found):
        case = "day_closed" if found.seq <= state.calendar.closed_seq else "meter_gone_on"
        raise Refusal("AWARD_FINAL", case, where=command.award)
    if found.movement is not None:
        jackpot = state.jackpot(found.award.jackpot)
        need_unmarked(state, jackpot, found.award.level, paytables)
    successor = _restart_successor(state, found)
    return [
        awards.AwardBackedOut(
            award=command.award,
            table=found.table,
            round=found.round,
            reverses=found.seq,
            reason=command.reason,
            badges=command.badges,
            movements=_undo_award(state, found, successor),
            restart_passes_to=successor,
        )
    ]


def _final(found: AwardState) -> Refusal:
    """Why an award can't be backed out, and what to do instead."""
    case = {"paid": "paid", "moved": "by_hand"}.get(found.status, "settled")
    return Refusal("AWARD_FINAL", case, where=found.award.award, status=found.status)


def _restart_successor(state: State, found: AwardState) -> str:
    """The share that restarts the meter in place of an undone one: the last one left. The restart
    belongs to the split as a whole."""
    if not found.award.restarts:
        return ""
    others = [name for name in found.shares if name != found.award.award]
    standing = [name for name in others if state.award(name).status != "backed out"]
    return standing[-1] if standing else ""


def _undo_award(state: State, found: AwardState, successor: str) -> tuple[Movement, ...]:
    if found.movement is None:
        return ()
    award = found.award
    level = state.jackpot(award.jackpot).levels[award.level]
    back = micros(award.meter_cents)
    return (reverse_award(award.jackpot, level, award.award, back, successor=successor),)


def print_win_page(state: State, command: awards.PrintWinPage) -> Sequence[Event]:
    found = state.award(command.award)
    if command.table:
        state.table(command.table)
    return [event_from(awards.WinPagePrinted, command, copy=found.prints + 1)]


def note_camera(state: State, command: awards.NoteCamera) -> Sequence[Event]:
    state.award(command.award)
    need_text(command.camera, where="camera")
    shown_ms = instant(command.shown_at, state.time_zone)
    if shown_ms is None or shown_ms > command.at_ms:
        raise Refusal("DAY_WRONG", "write_when_look", where="shown_at")
    return [event_from(awards.CameraNoted, command)]
