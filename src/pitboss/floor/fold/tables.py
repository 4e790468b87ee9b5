"""Applies events of tables to the floor."""

from __future__ import annotations

from pitboss.floor.facts import tables
from pitboss.floor.fold.cover import add_to_cover
from pitboss.floor.fold.shared import change_table, put_table_compared, with_approval
from pitboss.floor.state.floor import Call, State, TableState, changed


def table_opened(state: State, event: tables.TableOpened) -> None:
    assert state.tables.get(event.table) is None
    table = TableState(
        table=event.table,
        game=event.game,
        seats=event.seats,
        jackpots=event.jackpots,
        keypad=event.keypad,
        keys_are_personal=event.keys_are_personal,
        order=event.order,
        title=event.title,
        plays=event.plays,
        equipment=event.equipment,
        clauses=event.clauses,
        shuffler_steps=event.shuffler_steps,
        training=event.training,
        folded_qualify=event.folded_qualify,
        odds_prizes=event.odds_prizes,
    )
    if not event.training:
        release = event.approval.release or state.release
        table = with_approval(state, table, event.approval, release)
    put_table_compared(state, table)
    add_to_cover(state, table)


def table_paused(state: State, event: tables.TablePaused) -> None:
    change_table(state, event.table, paused=True)


def papers_posted(state: State, event: tables.PapersPosted) -> None:
    change_table(state, event.table, posted=event.items)


def table_resumed(state: State, event: tables.TableResumed) -> None:
    change_table(state, event.table, paused=False)


def equipment_recorded(state: State, event: tables.EquipmentRecorded) -> None:
    table = state.table(event.table)
    parts = {part.part: part for part in (*table.equipment, *event.parts)}
    for name in event.gone:
        del parts[name]
    put_table_compared(state, changed(table, equipment=tuple(parts.values())))


def supervisor_called(state: State, event: tables.SupervisorCalled) -> None:
    table = state.table(event.table)
    assert table.call is None
    state.tables[event.table] = changed(table, call=Call(event.reason, event.at_ms))


def call_answered(state: State, event: tables.CallAnswered) -> None:
    table = state.table(event.table)
    assert table.call is not None
    state.tables[event.table] = changed(table, call=None)


def betting_closed(state: State, event: tables.BettingClosed) -> None:
    table = state.table(event.table)
    others = (each for each in table.betting_closed if each[0] != event.device)
    closed = (*others, (event.device, event.told))
    state.tables[event.table] = changed(table, betting_closed=closed)


def betting_opened(state: State, event: tables.BettingOpened) -> None:
    table = state.table(event.table)
    closed = tuple(each for each in table.betting_closed if each[0] != event.device)
    assert len(closed) < len(table.betting_closed)
    state.tables[event.table] = changed(table, betting_closed=closed)
