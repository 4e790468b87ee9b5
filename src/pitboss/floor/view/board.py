"""What each screen shows, as plain values that can be written as JSON.

A board is built on the engine's thread after every event, so it reads what changed and keeps what
does not (`labels.py`). Amounts are strings of digits, as everywhere outside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from pitboss.floor.decide.pricing import Priced, envy_pays, payment_order
from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.facts.values import Award, EnvyPay, Mark, Spot
from pitboss.floor.meter import shown
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import JackpotState, RoundState, State, TableState, changed
from pitboss.floor.view.labels import PayLine, hand_words, level_words, lines_of
from pitboss.floor.view.next_step import (
    executives_limits,
    next_step,
    pays_now,
    phase_of,
    priced_now,
    spot_place,
    would_pay,
)
from pitboss.floor.view.pit_memory import QUIET, PitMemory
from pitboss.money import dollars

Board: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the site file says and the state does not hold: titles, and notices by jackpot."""

    tables: Mapping[str, str] = field(default_factory=dict)
    jackpots: Mapping[str, str] = field(default_factory=dict)
    notices: Mapping[str, Sequence[str]] = field(default_factory=dict)


NAMELESS = Names()


# ---- a table ------------------------------------------------------------------------------------


def table_board(
    state: State,
    book: PaytableLookup,
    table: str,
    *,
    names: Names = NAMELESS,
    watch: PitMemory = QUIET,
) -> Board:
    """The board of a table: console, sign and pit."""
    found = _table(state, table)
    opened = found.round
    phase = phase_of(found)
    priced = priced_now(state, found, book)
    step, why = next_step(state, found, phase, book)
    return {
        "seq": str(state.seq),
        "table": found.table,
        "title": _title(found, names),
        "game": found.game,
        "seats": found.seats,
        "sensors": len(found.jackpots),
        "keypad": found.keypad,
        "phase": phase,
        "why": why or watch.why,
        "training": found.training,
        "dealer": _dealer(state, found),
        "key": found.key,
        "called": found.call is not None,
        "round": found.rounds,
        "round_open": opened is not None,
        "spots": _spots(opened.spots) if opened else [],
        "marks": [_mark(mark, opened) for mark in opened.marks] if opened else [],
        "awards": [_recorded(state, name) for name in opened.awards] if opened else [],
        "late": _spots(watch.late),
        "confirm": _confirm(state, found, opened, priced, book) if opened and priced else None,
        "envy": [_envy(pay) for pay in envy_pays(state, opened, book)] if opened else [],
        "would": would_pay(state, found, opened, book) if opened and opened.marks else {},
        "jackpots": list(found.jackpots),
        "next": step,
    }


def _confirm(
    state: State, table: TableState, opened: RoundState, priced: Priced, book: PaytableLookup
) -> Board:
    """The prize list as the supervisor sees it, and whose badge it takes (PS-4)."""
    exceeded = executives_limits(state, priced)
    limits = exceeded or [state.jackpot(name).executive_above_cents for name in priced.largest]
    tiers = state.law.win_confirmation.value
    role = tiers[-1] if exceeded else tiers[0]
    hits = (*opened.hits, *payment_order(table, opened.marks))
    return {
        "awards": [_award(award, "priced") for award in priced.awards],
        "envy": [_envy(pay) for pay in envy_pays(state, changed(opened, hits=hits), book)],
        "total_cents": str(sum(award.total_cents for award in priced.awards)),
        "role": role,
        "why": f"{'over' if exceeded else 'up to'} {dollars(min(limits))}: {role}",
    }


def _table(state: State, name: str) -> TableState:
    """The table, one that is closed for good too."""
    return state.tables.get(name) or state.table(name)


def _title(table: TableState, names: Names) -> str:
    return table.title or names.tables.get(table.table) or table.game.replace("_", " ").capitalize()


def _dealer(state: State, table: TableState) -> Board | None:
    if not table.dealer:
        return None
    badge = state.badges.get(table.dealer)
    return {"badge": table.dealer, "name": badge.name if badge else ""}


def _spots(spots: Iterable[Spot]) -> list[Board]:
    return [{"seat": spot.seat, "sensor": spot.sensor} for spot in sorted(spots, key=spot_place)]


def _mark(mark: Mark, opened: RoundState) -> Board:
    return {
        "seat": mark.spot.seat,
        "sensor": mark.spot.sensor,
        "jackpot": mark.jackpot,
        "outcome": mark.outcome,
        "hand": hand_words(mark.outcome),
        "sharers": list(mark.sharers),
        "held": any(hold.mark == mark for hold in opened.holds),
    }


def _recorded(state: State, name: str) -> Board:
    found = state.award(name)
    return _award(found.award, found.status)


def _award(award: Award, status: str) -> Board:
    return {
        "award": award.award,
        "seat": award.seat,
        "sensor": award.sensor,
        "jackpot": award.jackpot,
        "outcome": award.outcome,
        "hand": hand_words(award.outcome),
        "level": award.level,
        "level_name": level_words(award.level),
        "meter_cents": str(award.meter_cents),
        "house_cents": str(award.house_cents),
        "tray_cents": str(award.tray_cents),
        "stake_cents": str(award.stake_cents),
        "total_cents": str(award.total_cents),
        "restarts": award.restarts,
        "status": status,
    }


def _envy(pay: EnvyPay) -> Board:
    return {
        "seat": pay.seat,
        "sensor": pay.sensor,
        "jackpot": pay.jackpot,
        "outcome": pay.outcome,
        "hand": hand_words(pay.outcome),
        "seat_hit": pay.seat_hit,
        "cents": str(pay.cents),
    }


# ---- a jackpot ----------------------------------------------------------------------------------


def links(state: State) -> dict[str, tuple[str, ...]]:
    """The tables of every jackpot. It changes only when a table does: keep it between boards."""
    found: dict[str, tuple[str, ...]] = {name: () for name, _ in state.jackpots.items()}
    for name, table in state.tables.items():
        for jackpot in table.jackpots:
            found[jackpot] = (*found[jackpot], name)
    return found


def jackpot_board(
    state: State,
    book: PaytableLookup,
    jackpot: str,
    *,
    names: Names = NAMELESS,
    tables: Sequence[str] | None = None,
) -> Board:
    """The board of a jackpot: one for all tables that share it. `tables` is its row of `links`."""
    found = state.jackpots.get(jackpot) or state.jackpot(jackpot)
    paytable = book[found.paytable]
    linked = links(state)[jackpot] if tables is None else tables
    return {
        "seq": str(state.seq),
        "jackpot": jackpot,
        "title": names.jackpots.get(jackpot, paytable.title),
        "kind": found.kind,
        "wager_cents": str(found.wager_cents),
        "suspended": found.status != "open",
        "training": found.training,
        "levels": [
            {
                "level": name,
                "name": level_words(name),
                "meter_cents": str(shown(level)),
                "maximum_cents": _maybe(level.setting.maximum_cents),
                "pending": list(found.awaited_at(name)),
            }
            for name, level in found.levels.items()
        ],
        "hands": [_hand(found, line) for line in lines_of(found, paytable)],
        "tables": list(linked),
        "notices": list(names.notices.get(jackpot, ())),
    }


def _hand(jackpot: JackpotState, line: PayLine) -> Board:
    return {
        "outcome": line.outcome,
        "hand": line.hand,
        "pay": line.pay,
        "from": line.source,
        "pays_cents": str(pays_now(jackpot, line)),
        "envy_cents": _maybe(line.envy_cents),
        "shared": line.shared,
    }


def _maybe(cents: int | None) -> str | None:
    return None if cents is None else str(cents)


# ---- a hit, and the pit -------------------------------------------------------------------------


def hit_board(state: State, event: AwardsRecorded, *, at_ms: int, names: Names = NAMELESS) -> Board:
    """Awards that were recorded just now, for every table of their jackpots."""
    table = _table(state, event.table)
    return {
        "seq": str(state.seq),
        "table": event.table,
        "title": _title(table, names),
        "at_ms": at_ms,
        "awards": [_recorded(state, award.award) for award in event.awards],
    }


def pit_row(
    state: State,
    table: str,
    *,
    names: Names = NAMELESS,
    watch: PitMemory = QUIET,
    sensor_dead: bool,
) -> Board:
    """One table as the pit sees it; what it needs, the most urgent first."""
    found = _table(state, table)
    phase = phase_of(found)
    return {
        "table": table,
        "title": _title(found, names),
        "game": found.game,
        "phase": phase,
        "why": watch.why,
        "round": found.rounds,
        "dealer": _dealer(state, found),
        "called_ms": found.call.since_ms if found.call else None,
        "waiting_since_ms": watch.waiting_since_ms,
        "needs": _needs(found, phase, sensor_dead=sensor_dead),
        "marks": len(found.round.marks) if found.round else 0,
        "late": len(watch.late),
    }


def _needs(table: TableState, phase: str, *, sensor_dead: bool) -> str:
    if phase == "paused":
        return "resume"
    if phase == "marked":
        return "key" if table.keypad == "aquarius" else "confirm"
    if phase == "recorded" or (phase != "no_dealer" and table.key != "RUN"):
        return "key"
    if table.call is not None:
        return "supervisor"
    return "sensor" if sensor_dead or table.betting_closed else ""


def pit_board(
    state: State,
    *,
    names: Names = NAMELESS,
    watches: Mapping[str, PitMemory] | None = None,
    dead: Iterable[str] = (),
) -> Board:
    """Every table for the pit; `dead` are those whose sensor board does not answer."""
    silent, seen = set(dead), watches or {}
    rows = [
        pit_row(state, name, names=names, watch=seen.get(name, QUIET), sensor_dead=name in silent)
        for name, _ in state.tables.items()
    ]
    locked = [row for name, _ in state.jackpots.items() for row in _locked(state, name, names)]
    return {"seq": str(state.seq), "tables": rows, "locked": locked}


def _locked(state: State, name: str, names: Names) -> list[Board]:
    """Where the money of a jackpot stands still: it is suspended, or an award is on its way."""
    jackpot = state.kept_jackpot(name)
    title = names.jackpots.get(name) or name
    waiting = [
        {"jackpot": name, "title": title, "level": level_words(level), "tables": list(tables)}
        for level in jackpot.levels
        if (tables := jackpot.awaited_at(level))
    ]
    suspended = {"jackpot": name, "title": title, "level": "", "tables": []}
    return [*([suspended] if jackpot.status == "suspended" else []), *waiting]
