"""Decisions that set a floor up: jackpots, tables, dealers."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor import commands, events
from pitboss.floor.book import Book
from pitboss.floor.checks import need_id, need_proof, need_role, need_two_approvers
from pitboss.floor.meter import micros
from pitboss.floor.papers import need_approval, need_equipment, need_one_sort
from pitboss.floor.state import State
from pitboss.floor.values import CENTS_MOST, DEALERS, LevelSetting, Reading
from pitboss.money import PPM_WHOLE, Cents, Micros
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Paytable

SEATS_MOST = 9
SENSORS_MOST = 2


def open_jackpot(state: State, command: commands.OpenJackpot, book: Book) -> Sequence[events.Event]:
    need_two_approvers(state, command.badges)
    need_id(command.jackpot, where="jackpot")
    if state.jackpots.get(command.jackpot) is not None:
        raise Refusal("JACKPOT_EXISTS", where=command.jackpot, reason="it is open already")
    paytable = book.get(command.paytable)
    if paytable is None or paytable.sha256 != command.paytable_sha256:
        raise Refusal(
            "PAYTABLE_CHANGED",
            where=command.paytable,
            reason="the paytable at hand is not the one that was approved",
        )
    check_terms(
        jackpot=command.jackpot,
        kind=command.kind,
        wager_cents=command.wager_cents,
        levels=command.levels,
        house_prizes=command.house_prizes,
        executive_above_cents=command.executive_above_cents,
        lock_at_mark=command.lock_at_mark,
        fixed_from=command.fixed_from,
        paytable=paytable,
    )
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


def check_terms(
    *,
    jackpot: str,
    kind: str,
    wager_cents: Cents,
    levels: Sequence[LevelSetting],
    house_prizes: Sequence[tuple[str, Cents]],
    executive_above_cents: Cents,
    lock_at_mark: bool,
    fixed_from: str,
    paytable: Paytable,
) -> None:
    """Whether a jackpot may be set so."""
    if kind not in ("progressive", "house"):
        raise Refusal("JACKPOT_KIND_UNKNOWN", where=kind, reason="progressive or house")
    amounts = [executive_above_cents, *(cents for _, cents in house_prizes)]
    amounts += [level.seed_cents for level in levels]
    if wager_cents <= 0 or min(amounts) < 0:
        raise Refusal("AMOUNT_WRONG", where=jackpot, reason="below nothing")
    if max(wager_cents, *amounts) > CENTS_MOST:
        raise Refusal("AMOUNT_WRONG", where=jackpot, reason="more than any meter shows")
    named = [level.level for level in levels]
    if kind == "house":
        if named or lock_at_mark or fixed_from:
            raise Refusal("HOUSE_JACKPOT_GROWS", reason="a house jackpot has no meter (PS-34)")
        return
    _check_levels(jackpot, levels, paytable)
    if fixed_from and fixed_from not in named:
        known = f"fixed awards come from one of {', '.join(named)}, or from the tray (PS-12)"
        raise Refusal("LEVEL_UNKNOWN", where=fixed_from, reason=known)


def _check_levels(jackpot: str, levels: Sequence[LevelSetting], paytable: Paytable) -> None:
    named = [level.level for level in levels]
    if not named or named != [level.name for level in paytable.levels]:
        raise Refusal("LEVELS_WRONG", where=jackpot, reason="not the paytable's levels")
    rates = sum(level.rate_ppm + level.reserve_ppm for level in levels)
    lowest = min(min(level.rate_ppm, level.reserve_ppm) for level in levels)
    if lowest < 0 or rates > PPM_WHOLE:
        raise Refusal("RATES_WRONG", where=jackpot, reason=f"{rates:,} of 1,000,000")
    for level in levels:
        if level.maximum_cents is not None and level.maximum_cents < level.seed_cents:
            raise Refusal("MAXIMUM_TOO_LOW", where=level.level, reason="below the seed")


def open_table(state: State, command: commands.OpenTable, book: Book) -> Sequence[events.Event]:
    need_role(state, command.badge, "supervisor", "executive", "technician")
    need_id(command.table, where="table")
    if state.tables.get(command.table) is not None:
        raise Refusal("TABLE_EXISTS", where=command.table, reason="it is open already")
    check_table(
        state,
        book,
        table=command.table,
        game=command.game,
        seats=command.seats,
        jackpots=command.jackpots,
        keypad=command.keypad,
        order=command.order,
    )
    need_one_sort(state, command.jackpots, training=command.training)
    need_approval(state, command)
    need_equipment(command.equipment)
    need_proof(state, command.table, command.jackpots, proof=command.proof, already=())
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
            proof=command.proof,
            badge=command.badge,
        )
    ]


def check_table(
    state: State,
    book: Book,
    *,
    table: str,
    game: str,
    seats: int,
    jackpots: tuple[str, ...],
    keypad: str,
    order: tuple[int, ...],
) -> None:
    """Whether a table may be set so."""
    if not 1 <= seats <= SEATS_MOST or len(jackpots) > SENSORS_MOST:
        raise Refusal("TABLE_WRONG", where=table, reason="1 to 9 seats, at most 2 jackpots")
    if len(set(jackpots)) < len(jackpots):
        raise Refusal("JACKPOT_TWICE", where=table, reason="one for each sensor (PS-33)")
    if keypad not in ("atlas", "nexus", "aquarius"):
        raise Refusal("KEYPAD_UNKNOWN", where=keypad, reason="atlas, nexus or aquarius")
    for name in jackpots:
        if game not in book[state.jackpot(name).paytable].games:
            raise Refusal("PAYTABLE_NOT_FOR_GAME", where=name, reason=f"not for {game}")
    kinds = {state.jackpot(name).kind for name in jackpots}
    if len(kinds) > 1:
        raise Refusal("JACKPOT_KINDS_MIXED", where=table, reason="progressive or house (PS-33)")
    if order and sorted(order) != list(range(1, seats + 1)):
        raise Refusal("ORDER_WRONG", where=table, reason="name every seat once")


def sign_in(state: State, command: commands.SignIn, book: Book) -> Sequence[events.Event]:
    state.table(command.table)
    need_role(state, command.badge, *DEALERS)
    return [events.DealerSignedIn(table=command.table, badge=command.badge)]


def sign_out(state: State, command: commands.SignOut, book: Book) -> Sequence[events.Event]:
    table = state.table(command.table)
    if table.round is not None:
        raise Refusal("ROUND_OPEN", where=command.table, reason="end the round first")
    if not table.dealer:
        raise Refusal("NO_DEALER", where=command.table, reason="nobody is signed in")
    return [events.DealerSignedOut(table=command.table, badge=table.dealer)]
