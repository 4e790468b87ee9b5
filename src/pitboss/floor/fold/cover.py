"""What the cover of large prizes makes of the floor."""

from __future__ import annotations

from pitboss.floor.exposure import cover_of
from pitboss.floor.facts.cover import CoverRecorded, LimitsRecorded
from pitboss.floor.facts.values import CoverGround
from pitboss.floor.state import State, changed


def cover_recorded(state: State, event: CoverRecorded) -> None:
    others = [each for each in state.bank.cover.grounds if each.reference != event.cover.reference]
    judge_cover(state, (*others, event.cover) if event.cover.cents else tuple(others))


def limits_recorded(state: State, event: LimitsRecorded) -> None:
    table = state.table(event.table)
    state.tables[event.table] = changed(table, odds_prizes=event.odds_prizes)
    judge_cover(state)


def judge_cover(state: State, grounds: tuple[CoverGround, ...] | None = None) -> None:
    """Work out what START reads, after a table, a limit, the law or the cover is another."""
    before = state.bank.cover
    cover = cover_of(state, before.grounds if grounds is None else grounds)
    if cover != before:
        state.bank = changed(state.bank, cover=cover)
