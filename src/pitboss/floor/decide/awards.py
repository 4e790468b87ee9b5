"""Decisions about awards: confirmed by badge or key, backed out, printed, found on camera."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.calls import call_met
from pitboss.floor.decide.checks import (
    need_here,
    need_jackpot,
    need_reason,
    need_text,
    open_round,
    playing,
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
from pitboss.floor.decide.wide_lost import need_not_granted
from pitboss.floor.decide.wide_property import claims_made, is_hit
from pitboss.floor.facts.awards import (
    AwardBackedOut,
    AwardsRecorded,
    BackOutAward,
    CameraNoted,
    ConfirmAwards,
    KeyTurned,
    MetersMoved,
    NoteCamera,
    PressJackpot,
    PrintWinPage,
    TurnKey,
    TurnNumberedKey,
    WinPagePrinted,
)
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.permission import DEALER
from pitboss.floor.facts.values import Movement
from pitboss.floor.meter import micros, moved
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.reversal import is_remembered, reverse_award
from pitboss.floor.state import AwardState, LevelState, RoundState, State, TableState, changed
from pitboss.local_time import instant
from pitboss.money import dollars
from pitboss.refusal import Refusal


def confirm_awards(
    state: State, command: ConfirmAwards, paytables: PaytableLookup
) -> Sequence[Event]:
    table = playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if table.has_key:
        raise Refusal("USE_THE_KEY", where=command.table, reason="turn the key to JPH, press J-POT")
    if not opened.marks:
        raise Refusal("NOTHING_MARKED", where=command.table, reason="mark the winners first")
    marks = payment_order(table, opened.marks)
    priced = price(state, table, marks, paytables)
    _authority(state, command.badge, priced)
    hits = [mark for mark in marks if is_hit(state, mark, paytables)]
    need_not_granted(state, command.table, opened, hits)
    priced = priced.without(hits)
    recorded: list[Event] = [
        event_from(AwardsRecorded, command, round=opened.number, awards=priced.awards),
        MetersMoved(
            table=command.table,
            round=opened.number,
            awards=tuple(award.award for award in priced.awards),
            movements=priced.movements,
        ),
    ]
    return [
        *(recorded if priced.marks else ()),
        *claims_made(state, table, hits, command.badge, command),
        *call_met(state, table, command.badge, at_ms=command.at_ms),
    ]


def turn_key(state: State, command: TurnKey, paytables: PaytableLookup) -> Sequence[Event]:
    table = state.table(command.table)
    badge = command.badge or _holder(state, command, table, paytables)
    turned = _turned(
        state, command.table, command.position, badge=badge, without_badge=not command.badge
    )
    return [*turned, *call_met(state, table, badge, at_ms=command.at_ms)]


def _holder(state: State, command: TurnKey, table: TableState, paytables: PaytableLookup) -> str:
    """Whose key goes back to RUN: the one that is in the lock, and still may be there."""
    if not table.key_badge or table.key != "JPH" or command.position != "RUN":
        detail = "swipe your card first, then turn the key"
        raise Refusal("KEY_HOLDER_UNKNOWN", where=command.table, reason=detail)
    need_permission(state, changed(command, badge=table.key_badge), paytables)
    return table.key_badge


def turn_numbered_key(state: State, command: TurnNumberedKey) -> Sequence[Event]:
    table = state.table(command.table)
    if table.has_key and table.keys_are_personal:
        detail = "swipe your card first, then turn the key"
        raise Refusal("KEY_HOLDER_UNKNOWN", where=command.table, reason=detail)
    need_text(command.key_number, where="key_number")
    return _turned(state, command.table, command.position, key_number=command.key_number)


def _turned(
    state: State,
    name: str,
    position: str,
    *,
    badge: str = "",
    key_number: str = "",
    without_badge: bool = False,
) -> Sequence[Event]:
    """Back at RUN, what was recorded under the key comes off the meters."""
    table = state.table(name)
    if not table.has_key:
        raise Refusal("NO_KEY", where=name, reason="this keypad has no key")
    if position not in ("JPH", "RUN"):
        raise Refusal("KEY_POSITION_UNKNOWN", where=position, reason="JPH or RUN")
    turned = KeyTurned(
        table=name,
        position=position,
        badge=badge,
        key_number=key_number,
        without_badge=without_badge,
    )
    if position == "JPH" or table.round is None or not table.round.unmoved:
        return [turned]
    return [turned, _moving(state, table, table.round)]


def _moving(state: State, table: TableState, opened: RoundState) -> MetersMoved:
    """The recorded awards come off the meters; what wagers added since the record stays on. What
    was locked at the mark is off already."""
    movements = []
    levels: dict[tuple[str, str], LevelState] = {}
    for name in opened.unmoved:
        found = state.award(name)
        award = found.award
        if award.level and found.movement is None:
            place = (award.jackpot, award.level)
            level = levels.get(place, state.jackpot(award.jackpot).levels[award.level])
            movements.append(movement_of(award, level))
            levels[place] = moved(level, movements[-1].after)
    return MetersMoved(
        table=table.table,
        round=opened.number,
        awards=opened.unmoved,
        movements=tuple(movements),
    )


def press_jackpot(
    state: State, command: PressJackpot, paytables: PaytableLookup
) -> Sequence[Event]:
    table = playing(state, command.table)
    need_jackpot(table)
    opened = open_round(table)
    if not table.has_key or table.key != "JPH":
        raise Refusal("KEY_NOT_IN_JPH", where=command.table, reason="turn the key to JPH first")
    marks = [mark for mark in opened.marks if is_of(mark, command.spot)]
    if not marks:
        raise Refusal("NOTHING_MARKED", where=command.table, reason="mark this seat's hand first")
    need_apart(state, command, table.key_badge, DEALER)  # whose key it is confirms
    priced = price(state, table, marks, paytables)
    _authority(state, table.key_badge, priced)
    if is_hit(state, marks[0], paytables):
        need_not_granted(state, command.table, opened, marks)
        return claims_made(state, table, marks, table.key_holder, command)
    return [
        AwardsRecorded(
            table=command.table, round=opened.number, badge=table.key_holder, awards=priced.awards
        )
    ]


def _authority(state: State, badge: str, priced: Priced) -> None:
    """Whether this badge, or a key without one, confirms these awards, and none waits for another
    on its meter."""
    for each in priced.movements:
        if each.after.level in state.jackpot(each.jackpot).pending:
            reason = "another award must move first"
            raise Refusal("AWARD_PENDING", where=each.jackpot, reason=reason)
    if badge:
        need_tier(state, badge, priced)
    elif (needed := authority_for(state, priced)).is_over:
        detail = (
            f"a key confirms up to {dollars(needed.limit_cents)}; swipe an "
            f"{needed.roles[-1]}'s card, then press J-POT ({needed.rule})"
        )
        raise Refusal("ROLE_TOO_LOW", where="key", reason=detail)


def back_out_award(
    state: State, command: BackOutAward, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    found = state.award(command.award)
    if not found.is_reversible:
        raise Refusal("AWARD_FINAL", where=command.award, reason=_why_final(found))
    need_here(state, found.award)
    if not is_remembered(state, found):
        reason = "it was paid, and its meter has gone on since; cancel the prize instead"
        if found.seq <= state.calendar.closed_seq:
            reason = "its gambling day is closed; cancel the prize instead, with the evidence"
        raise Refusal("AWARD_FINAL", where=command.award, reason=reason)
    if found.movement is not None:
        jackpot = state.jackpot(found.award.jackpot)
        need_unmarked(state, jackpot, found.award.level, paytables)
    successor = _restart_successor(state, found)
    return [
        AwardBackedOut(
            award=command.award,
            table=found.table,
            round=found.round,
            reverses=found.seq,
            reason=command.reason,
            badges=command.badges,
            movements=_undone(state, found, successor),
            restart_passes_to=successor,
        )
    ]


def _why_final(found: AwardState) -> str:
    """Why an award is not backed out, and what is done instead."""
    if found.status == "paid":
        return "already paid; void the payment first"
    if found.status != "moved":
        return f"already {found.status}; put it right by an adjustment of the meter"
    return "entered by hand; cancel the prize instead"


def _restart_successor(state: State, found: AwardState) -> str:
    """The share that restarts the meter in place of an undone one: the last that still stands. The
    restart belongs to the split as a whole."""
    if not found.award.restarts:
        return ""
    others = [name for name in found.shares if name != found.award.award]
    standing = [name for name in others if state.award(name).status != "backed out"]
    return standing[-1] if standing else ""


def _undone(state: State, found: AwardState, successor: str) -> tuple[Movement, ...]:
    if found.movement is None:
        return ()
    award = found.award
    level = state.jackpot(award.jackpot).levels[award.level]
    back = micros(award.meter_cents)
    return (reverse_award(award.jackpot, level, award.award, back, successor=successor),)


def print_win_page(state: State, command: PrintWinPage) -> Sequence[Event]:
    found = state.award(command.award)
    if command.table:
        state.table(command.table)
    return [event_from(WinPagePrinted, command, copy=found.prints + 1)]


def note_camera(state: State, command: NoteCamera) -> Sequence[Event]:
    state.award(command.award)
    need_text(command.camera, where="camera")
    shown_ms = instant(command.shown_at, state.time_zone)
    if shown_ms is None or shown_ms > command.at_ms:
        reason = "write when to look, such as 2026-11-14 21:10, and not ahead of time"
        raise Refusal("DAY_WRONG", where="shown_at", reason=reason)
    return [event_from(CameraNoted, command)]
