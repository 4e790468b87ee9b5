"""Applies the cover of large prizes to the floor."""

from __future__ import annotations

from pitboss.floor.facts.cover import CoverRecorded, LimitsRecorded
from pitboss.floor.facts.values import CoverGround
from pitboss.floor.money.exposure import cover_above, cover_of, cover_with, large_prizes_at
from pitboss.floor.state.floor import State, TableState, changed


def cover_recorded(state: State, event: CoverRecorded) -> None:
    others = [each for each in state.bank.cover.grounds if each.reference != event.cover.reference]
    judge_cover(state, (*others, event.cover) if event.cover.cents else tuple(others))


def limits_recorded(state: State, event: LimitsRecorded) -> None:
    table = state.table(event.table)
    state.tables[event.table] = changed(table, odds_prizes=event.odds_prizes)
    judge_cover(state)


def add_to_cover(state: State, table: TableState) -> None:
    """Add the prizes of a table that opens. Only its own are checked: otherwise a floor of many
    tables would open ever more slowly."""
    if prizes := large_prizes_at(table, cover_above(state).cents):
        state.bank = changed(state.bank, cover=cover_with(state.bank.cover, prizes))


def judge_cover(state: State, grounds: tuple[CoverGround, ...] | None = None) -> None:
    """Work out what START reads, after a limit, the law or the cover changed."""
    before = state.bank.cover
    cover = cover_of(state, before.grounds if grounds is None else grounds)
    if cover != before:
        state.bank = changed(state.bank, cover=cover)
