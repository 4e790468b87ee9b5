"""What several folds do: move levels, change a table, note pending awards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import astuple

from pitboss.floor.equipment import shortfalls
from pitboss.floor.facts.values import Movement, Reading
from pitboss.floor.meter import moved
from pitboss.floor.state import LevelState, PendingAward, RoundState, State, TableState, changed
from pitboss.money import Micros


def move_levels(state: State, movements: Iterable[Movement]) -> None:
    for each in movements:
        before = level_at(state, each.jackpot, each.after.level).reading
        expected = Reading(
            each.after.level,
            Micros(before.meter_micros + each.meter_micros),
            Micros(before.reserve_micros + each.reserve_micros),
            Micros(before.overflow_micros + each.overflow_micros),
            each.after.borne_micros,
            each.after.short_micros,
        )
        assert expected == each.after, f"the meter is not where the event says: {each}"
        put_reading(state, each.jackpot, each.after)


def level_at(state: State, jackpot: str, level: str) -> LevelState:
    return state.jackpot(jackpot).levels[level]


def put_reading(state: State, name: str, reading: Reading) -> None:
    jackpot = state.jackpot(name)
    level = moved(jackpot.levels[reading.level], reading)
    levels = {**jackpot.levels, reading.level: level}
    state.jackpots[name] = changed(jackpot, levels=levels)


def change_table(state: State, table: str, **changes: object) -> None:
    state.tables[table] = changed(state.table(table), **changes)


def put_table_with_shortfalls(state: State, table: TableState) -> None:
    """Put a table whose parts, keypad or jackpots are new, with what falls short there (PS-36)."""
    systems = tuple(state.kept_jackpot(name).terms.systems for name in table.jackpots)
    found = shortfalls(table.game, table.keypad, table.equipment, table.clauses, systems)
    state.tables[table.table] = changed(table, shortfalls=found)


def round_at(state: State, table: str) -> RoundState:
    opened = state.table(table).round
    assert opened is not None, f"no open round at {table}"
    return opened


def note_pending(state: State, table: str) -> None:
    """Which awards of a table are on their way, for each of its jackpots."""
    found = state.table(table)
    opened = found.round
    holds = opened.holds if opened is not None else ()
    unmoved = [state.award(name) for name in opened.unmoved] if opened is not None else []
    waiting = [(award, True) for hold in holds for award in hold.awards]
    waiting += [(each.award, each.movement is not None) for each in unmoved if each.award.level]
    for name in found.jackpots:
        jackpot = state.kept_jackpot(name)
        others = {each for each in jackpot.awaited if each.table != table}
        own = {
            PendingAward(level=award.level, table=table, held=held)
            for award, held in waiting
            if award.jackpot == name
        }
        awaited = tuple(sorted(others | own, key=astuple))
        if awaited != jackpot.awaited:
            state.jackpots[name] = changed(jackpot, awaited=awaited)


def change_jackpot(state: State, jackpot: str, **changes: object) -> None:
    state.jackpots[jackpot] = changed(state.jackpot(jackpot), **changes)
