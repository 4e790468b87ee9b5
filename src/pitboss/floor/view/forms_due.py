"""Wins that the tray has paid and that lack their tax form."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.payout_state import RoundWins
from pitboss.floor.retention import local_year
from pitboss.floor.state import State
from pitboss.floor.tax import TaxedWin, envy_win_of, is_reported, live_awards, win_of


class FormDue(NamedTuple):
    """A win that the tray has paid and that lacks its form; no award where it was envy alone."""

    award: str
    table: str
    round: int
    seat: int
    win: TaxedWin


def forms_due(state: State, at_ms: int) -> list[FormDue]:
    """Wins from the tray, envy among them, that a form is due for."""
    year = local_year(state, at_ms)
    due = []
    for place, wins in state.round_wins.items():
        table, _, number = place.rpartition(" ")
        for each in _unreported(state, wins, table, int(number)):
            if is_reported(state.law, each.win, year=year):
                due.append(each)
    return due


def _unreported(state: State, wins: RoundWins, table: str, number: int) -> list[FormDue]:
    held = state.tables.get(table)
    if held is not None and held.training:
        return []
    awards = [state.award(name) for name in live_awards(state, wins)]
    from_tray = [
        FormDue(each.award.award, table, number, each.award.seat, win_of(state, each))
        for each in awards
        if each.status == "moved" and not each.award.owed_cents
    ]
    noted = {each.award.seat for each in awards} | {form.seat for form in wins.forms}
    seats = sorted({pay.seat for pay in wins.envy} - noted)
    return from_tray + [
        FormDue("", table, number, seat, envy_win_of(state, table, number, seat)) for seat in seats
    ]
