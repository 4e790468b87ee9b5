"""Wins from the tray without their tax form: what a dealer holds, and what still needs a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.floor.facts.values import EnvyPay, Payment, Spot
from pitboss.floor.money import tax
from pitboss.floor.state.floor import RoundState, State, TableState, changed
from pitboss.floor.state.payouts import RoundWins
from pitboss.floor.view.tax_due import UNPAID, award_tax_due, envy_tax_due
from pitboss.money import Cents


class FormDue(NamedTuple):
    """A win the tray has paid without its form; no award if it was only envy."""

    award: str
    wager: tax.SeatWager
    win: tax.TaxedWin


def spots_held(
    state: State, table: TableState, envy: Sequence[EnvyPay], *, at_ms: int
) -> list[Spot]:
    """The spots of an open round for which the dealer holds the tray's payment, prize or coming
    envy, until someone has done the tax form."""
    opened = table.round
    if opened is None or table.training or not (opened.awards or envy):
        return []
    rules = tax.tax_rules(state, at_ms)
    return [spot for spot in opened.spots if _is_held(state, table, opened, spot, envy, rules)]


def _is_held(
    state: State, table: TableState, opened: RoundState, spot: Spot, envy: Sequence[EnvyPay],
    rules: tax.TaxRules,
) -> bool:  # fmt: skip
    wager = tax.SeatWager(table.table, opened.number, spot.seat, table.jackpots[spot.sensor - 1])
    awards = (state.award(name) for name in opened.awards)
    unpaid = [each for each in awards if tax.wager_of(each) == wager and each.status in UNPAID]
    to_come = sum(pay.cents for pay in envy if (pay.seat, pay.sensor) == (spot.seat, spot.sensor))
    if any(each.award.owed_cents for each in unpaid):
        return False  # the cage has its form, and withholds from the prize
    if not to_come and not unpaid:
        return False
    win = tax.envy_win_of(state, wager)
    return tax.is_reported(rules, changed(win, own_cents=Cents(win.own_cents + to_come)))


def forms_due(state: State, at_ms: int) -> list[FormDue]:
    """Wins from the tray, including envy, with a form due."""
    found: list[FormDue] = []
    least_cents = tax.tax_rules(state, at_ms).least_cents
    for place, wins in state.round_wins.items():
        if _total_cents(state, wins) < least_cents:
            continue  # most rounds: none of their wagers needs a closer look
        table, _, number = place.rpartition(" ")
        found += _find_unreported(state, wins, table, int(number), at_ms)
    return found


def _total_cents(state: State, wins: RoundWins) -> int:
    awards = (state.award(name).award for name in wins.awards)
    won = sum(each.total_cents + each.stake_cents for each in awards)
    return won + sum(pay.cents for pay in wins.envy)


def _find_unreported(
    state: State, wins: RoundWins, table: str, number: int, at_ms: int
) -> Iterator[FormDue]:
    for name in wins.awards:
        each = state.award(name)
        if each.status == "moved" and not each.award.owed_cents:
            due = award_tax_due(state, each, each.draft or Payment(), at_ms=at_ms)
            if due is not None:
                yield FormDue(name, tax.wager_of(each), due.win)
    for seat, jackpot in sorted({(pay.seat, pay.jackpot) for pay in wins.envy}):
        wager = tax.SeatWager(table, number, seat, jackpot)
        due = envy_tax_due(state, wager, at_ms=at_ms)
        if due is not None:
            yield FormDue("", wager, due.win)
