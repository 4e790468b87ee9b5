"""Decisions that set a floor up: badges, jackpots, tables, dealers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.book import Book
from pitboss.floor.checks import need_role, need_two_approvers
from pitboss.floor.meter import micros
from pitboss.floor.papers import need_approval, need_equipment, need_one_sort
from pitboss.floor.state import State
from pitboss.floor.values import CENTS_MOST, ROLES, Reading
from pitboss.money import PPM_WHOLE, Micros
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Paytable

SEATS_MOST = 9
SENSORS_MOST = 2


def issue_badge(state: State, command: commands.IssueBadge, book: Book) -> Sequence[events.Event]:
    if command.role not in ROLES:
        raise Refusal("ROLE_UNKNOWN", where=command.role, reason=f"there are {', '.join(ROLES)}")
    return [events.BadgeIssued(badge=command.badge, name=command.name, role=command.role)]


def open_jackpot(state: State, command: commands.OpenJackpot, book: Book) -> Sequence[events.Event]:
    need_two_approvers(state, command.badges)
    if state.jackpots.get(command.jackpot) is not None:
        raise Refusal("JACKPOT_EXISTS", where=command.jackpot, reason="it is open already")
    paytable = book.get(command.paytable)
    if paytable is None or paytable.sha256 != command.paytable_sha256:
        raise Refusal(
            "PAYTABLE_CHANGED",
            where=command.paytable,
            reason="the paytable at hand is not the one that was approved",
        )
    _check_levels(command, paytable)
    _check_fixed_from(command)
    opening = tuple(
        Reading(each.level, micros(each.seed_cents), Micros(0), Micros(0))
        for each in command.levels
    )
    return [
        events.JackpotOpened(
            jackpot=command.jackpot,
            jackpot_kind=command.kind,
            paytable=command.paytable,
            paytable_sha256=command.paytable_sha256,
            wager_cents=command.wager_cents,
            levels=command.levels,
            house_prizes=command.house_prizes,
            executive_above_cents=command.executive_above_cents,
            lock_at_mark=command.lock_at_mark,
            fixed_from=command.fixed_from,
            training=command.training,
            equipment_least=command.equipment_least,
            opening=opening,
            badges=command.badges,
        )
    ]


def _check_levels(command: commands.OpenJackpot, paytable: Paytable) -> None:
    if command.kind not in ("progressive", "house"):
        raise Refusal("JACKPOT_KIND_UNKNOWN", where=command.kind, reason="progressive or house")
    amounts = [command.executive_above_cents, *(cents for _, cents in command.house_prizes)]
    amounts += [level.seed_cents for level in command.levels]
    if command.wager_cents <= 0 or min(amounts) < 0:
        raise Refusal("AMOUNT_WRONG", where=command.jackpot, reason="below nothing")
    if max(command.wager_cents, *amounts) > CENTS_MOST:
        raise Refusal("AMOUNT_WRONG", where=command.jackpot, reason="more than any meter shows")
    named = [level.level for level in command.levels]
    if command.kind == "house":
        if named or command.lock_at_mark or command.fixed_from:
            raise Refusal("HOUSE_JACKPOT_GROWS", reason="a house jackpot has no meter (PS-34)")
        return
    if not named or named != [level.name for level in paytable.levels]:
        raise Refusal("LEVELS_WRONG", where=command.jackpot, reason="not the paytable's levels")
    rates = sum(level.rate_ppm + level.reserve_ppm for level in command.levels)
    lowest = min(min(level.rate_ppm, level.reserve_ppm) for level in command.levels)
    if lowest < 0 or rates > PPM_WHOLE:
        raise Refusal("RATES_WRONG", where=command.jackpot, reason=f"{rates:,} of 1,000,000")
    for level in command.levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            raise Refusal("MAXIMUM_TOO_LOW", where=level.level, reason="below the seed")


def _check_fixed_from(command: commands.OpenJackpot) -> None:
    named = [level.level for level in command.levels]
    if command.fixed_from and command.fixed_from not in named:
        known = f"fixed awards come from one of {', '.join(named)}, or from the tray (PS-12)"
        raise Refusal("LEVEL_UNKNOWN", where=command.fixed_from, reason=known)


def open_table(state: State, command: commands.OpenTable, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, "supervisor", "executive", "technician")
    if state.tables.get(command.table) is not None:
        raise Refusal("TABLE_EXISTS", where=command.table, reason="it is open already")
    if not 1 <= command.seats <= SEATS_MOST or not 1 <= len(command.jackpots) <= SENSORS_MOST:
        raise Refusal("TABLE_WRONG", where=command.table, reason="1 to 9 seats, 1 or 2 jackpots")
    if len(set(command.jackpots)) < len(command.jackpots):
        raise Refusal("JACKPOT_TWICE", where=command.table, reason="one for each sensor (PS-33)")
    if command.keypad not in ("atlas", "nexus", "aquarius"):
        raise Refusal("KEYPAD_UNKNOWN", where=command.keypad, reason="atlas, nexus or aquarius")
    for name in command.jackpots:
        if command.game not in book[state.jackpot(name).paytable].games:
            raise Refusal("PAYTABLE_NOT_FOR_GAME", where=name, reason=f"not for {command.game}")
    kinds = {state.jackpot(name).kind for name in command.jackpots}
    if len(kinds) > 1:
        raise Refusal(
            "JACKPOT_KINDS_MIXED", where=command.table, reason="progressive or house (PS-33)"
        )
    if command.order and sorted(command.order) != list(range(1, command.seats + 1)):
        raise Refusal("ORDER_WRONG", where=command.table, reason="name every seat once")
    need_one_sort(state, command)
    need_approval(state, command)
    need_equipment(command.equipment)
    return [
        events.TableOpened(
            table=command.table,
            game=command.game,
            seats=command.seats,
            jackpots=command.jackpots,
            keypad=command.keypad,
            order=command.order,
            title=command.title,
            bundle=command.bundle,
            approval=command.approval,
            equipment=command.equipment,
            training=command.training,
            badge=command.badge,
        )
    ]


def sign_in(state: State, command: commands.SignIn, book: Book) -> Sequence[events.Event]:
    state.table(command.table)
    need_role(state, command.badge, "dealer", "supervisor", "executive")
    return [events.DealerSignedIn(table=command.table, badge=command.badge)]


def sign_out(state: State, command: commands.SignOut, book: Book) -> Sequence[events.Event]:
    table = state.table(command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", where=command.table, reason="end the round first")
    if not table.dealer:
        raise Refusal("NO_DEALER", where=command.table, reason="nobody is signed in")
    return [events.DealerSignedOut(table=command.table, badge=table.dealer)]
