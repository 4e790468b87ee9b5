"""What each screen shows, as plain values for JSON.

A board is built on the engine's thread after every event, so it reads what changed and caches the
rest (`labels.py`). Amounts are integers, in cents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from pitboss.floor import extension
from pitboss.floor.decide.pricing import Priced, authority_for, envy_in_order, payment_order, price
from pitboss.floor.facts import awards
from pitboss.floor.facts.values import JackpotTerms, Mark, Spot
from pitboss.floor.money.custody import bank_stop
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState, RoundState, State, TableState, changed
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.confirmed import to_confirmed
from pitboss.floor.view.dealer import dealer_of
from pitboss.floor.view.forms_due import spots_held
from pitboss.floor.view.held import holding_number
from pitboss.floor.view.labels import HandWords, PayLine, describe_label, lines_of, stake_note
from pitboss.floor.view.next_step import (
    bank_stopped,
    needs_of,
    next_step,
    pays_now,
    phase_of,
    quote,
    spot_place,
    stopped_by,
    would_pay,
)
from pitboss.floor.view.pit_memory import QUIET, PitMemory
from pitboss.floor.view.prizes import award_shown, envy_shown, list_prizes
from pitboss.rules.game import OWN_SIDE
from pitboss.rules.paytable import Paytable

Board: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the state doesn't hold: titles and notices by jackpot, from the site file."""

    tables: Mapping[str, str] = field(default_factory=dict)
    jackpots: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, str] = field(default_factory=dict)  # of the hub, or this house there
    notices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    terms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of the file, by item
    reserves: Collection[str] = ()  # jackpots whose sign must mention a reserve


NAMELESS = Names()


# ---- a table ------------------------------------------------------------------------------------


def table_board(
    state: State,
    paytables: PaytableLookup,
    table: str,
    *,
    names: Names = NAMELESS,
    memory: PitMemory = QUIET,
    at_ms: int | None = None,
) -> Board:
    """A table's board: console, sign and pit. What the dealer holds for a tax form depends on the
    time; without one, nothing."""
    found = _table(state, table)
    opened = found.round
    priced = _price_marks(state, found, paytables)
    hands = HandWords(state, paytables)
    envy = envy_in_order(state, found, opened, paytables) if opened else []
    step = _step(state, found, priced, paytables, names)
    return {
        "seq": str(state.seq),
        "table": found.table,
        "title": _title(found, names),
        "game": found.game,
        "seats": found.seats,
        "sensors": len(found.jackpots),
        "has_key": found.has_key,
        **step,
        "why": step["why"] or quote(memory.why),
        "training": found.training,
        "dealer": dealer_of(state, found),
        "key": found.key,
        "called": found.call is not None,
        "shuffler": _shuffler(found),
        "round": found.rounds,
        "round_open": opened is not None,
        "hands": opened.hands if opened else 0,
        "folded_qualify": found.folded_qualify,
        "spots": _spots(opened.spots) if opened else [],
        "marks": [_mark(mark, opened, hands) for mark in opened.marks] if opened else [],
        "awards": [_recorded_board(name, hands) for name in opened.awards] if opened else [],
        "claims": extension.here().claims_at(state, table, hands),
        "granted": _list_granted(memory, hands),
        "late": _spots(memory.late),
        "returned": _spots(memory.returned),
        "confirm": _confirm(found, opened, priced, hands, names) if opened and priced else None,
        "envy": envy_shown(envy, hands),
        "forms": _spots(spots_held(state, found, envy, at_ms=at_ms)) if at_ms is not None else [],
        "would": would_pay(state, found, opened, priced, paytables) if opened and priced else {},
        "jackpots": list(found.jackpots),
    }


def step_board(
    state: State, paytables: PaytableLookup, table: str, *, names: Names = NAMELESS
) -> Board | None:
    """A table's phase and next step, for the answer to a command; None if there is no such
    table."""
    found = state.tables.get(table)
    if found is None:
        return None
    return _step(state, found, _price_marks(state, found, paytables), paytables, names)


def _step(
    state: State,
    table: TableState,
    priced: Priced | None,
    paytables: PaytableLookup,
    names: Names,
) -> Board:
    phase = phase_of(table)
    title_of = partial(_jackpot_title, paytables=paytables, names=names)
    level_of = HandWords(state, paytables).level
    step, why = next_step(state, table, phase, priced, title_of, level_of)
    return {"phase": phase, "next": step, "why": why}


def _price_marks(state: State, table: TableState, paytables: PaytableLookup) -> Priced | None:
    """What the current marks would pay if confirmed now."""
    if table.round is None or not table.round.marks:
        return None
    return price(state, table, payment_order(table, table.round.marks), paytables)


def _confirm(
    table: TableState, opened: RoundState, priced: Priced, hands: HandWords, names: Names
) -> Board:
    """The prize list as the supervisor sees it, the badge it takes (PS-4), and what the next press
    records: all of it for a swipe, the first mark for J-POT."""
    state, paytables = hands.state, hands.paytables
    due = priced.first(1) if table.has_key else priced
    needed = authority_for(state, due)
    hits = (*opened.hits, *(each.mark for each in priced.marks))
    return {
        **list_prizes(priced, hands),
        "due": list_prizes(due, hands),
        "envy": envy_shown(
            envy_in_order(state, table, changed(opened, hits=hits), paytables), hands
        ),
        "unmarked": _list_unmarked(table, opened, priced, hands, names),
        "both": _both(opened, priced, hands),
        "role": needed.roles[0],
        "is_over": needed.is_over,
        "limit_cents": needed.limit_cents,
    }


def _list_unmarked(
    table: TableState, opened: RoundState, priced: Priced, hands: HandWords, names: Names
) -> list[Board]:
    """The other wagers of the winning seats: the same cards may win there too (PS-33)."""
    marked = {each.mark.spot for each in priced.marks} | {mark.spot for mark in opened.hits}
    seats = {each.mark.spot.seat for each in priced.marks}
    return [
        {
            "seat": spot.seat,
            "sensor": spot.sensor,
            "jackpot": _jackpot_title(
                hands.state.kept_jackpot(table.jackpots[spot.sensor - 1]), hands.paytables, names
            ),
        }
        for spot in sorted(set(opened.spots) - marked, key=spot_place)
        if spot.seat in seats
    ]


def _both(opened: RoundState, priced: Priced, hands: HandWords) -> list[Board]:
    """The seats that win on both of their wagers: the floor doesn't know the cards, so people check
    whether the same ones make both hands."""
    marks = (*opened.hits, *(each.mark for each in priced.marks))
    by_seat: dict[int, list[str]] = {}
    for mark in sorted(marks, key=lambda mark: spot_place(mark.spot)):
        by_seat.setdefault(mark.spot.seat, []).append(hands(mark.jackpot, mark.outcome)["hand"])
    return [{"seat": seat, "hands": own} for seat, own in by_seat.items() if len(own) > 1]


def _shuffler(table: TableState) -> Board | None:
    """The steps for a failing shuffler, and how many are done; None if no letter has any."""
    if not table.shuffler_steps:
        return None
    failed = table.shuffler
    steps = list(table.shuffler_steps)
    return {"steps": steps, "out": failed is not None, "done": failed.done if failed else 0}


def _table(state: State, name: str) -> TableState:
    """The table, even if closed for good."""
    return state.tables.get(name) or state.table(name)


def _title(table: TableState, names: Names) -> str:
    return table.title or names.tables.get(table.table) or table.game.replace("_", " ").capitalize()


def _spots(spots: Iterable[Spot]) -> list[Board]:
    return [{"seat": spot.seat, "sensor": spot.sensor} for spot in sorted(spots, key=spot_place)]


def _mark(mark: Mark, opened: RoundState, hands: HandWords) -> Board:
    return {
        "seat": mark.spot.seat,
        "sensor": mark.spot.sensor,
        "jackpot": mark.jackpot,
        "outcome": mark.outcome,
        **hands(mark.jackpot, mark.outcome),
        "sharers": list(mark.sharers),
        "held": any(hold.mark == mark for hold in opened.holds),
    }


def _recorded_board(name: str, hands: HandWords) -> Board:
    found = hands.state.award(name)
    return award_shown(found.award, found.status, hands)


def _list_granted(memory: PitMemory, hands: HandWords) -> list[Board]:
    """A hub's grants to seats of this table that nobody has paid yet."""
    owed = hands.state.owed
    found = [name for name in memory.granted if owed.get(name) is not None]
    return [
        {**_recorded_board(name, hands), "round": hands.state.award(name).round} for name in found
    ]


# ---- a jackpot ----------------------------------------------------------------------------------


def links(state: State) -> dict[str, tuple[str, ...]]:
    """The tables of every jackpot. This changes only when a table does: keep it between boards."""
    found: dict[str, list[str]] = {name: [] for name, _ in state.jackpots.items()}
    for name, table in state.tables.items():
        for jackpot in table.jackpots:
            found[jackpot].append(name)
    return {jackpot: tuple(tables) for jackpot, tables in found.items()}


def jackpot_board(
    state: State,
    paytables: PaytableLookup,
    jackpot: str,
    *,
    names: Names = NAMELESS,
) -> Board:
    """A jackpot's board: one for all tables that share it, however many."""
    found = to_confirmed(state, state.jackpots.get(jackpot) or state.jackpot(jackpot))
    paytable = paytables[found.terms.paytable]
    return {
        "seq": str(state.seq),
        "jackpot": jackpot,
        "title": _jackpot_title(found, paytables, names),
        "kind": found.terms.kind,
        "wager_cents": found.terms.wager_cents,
        "suspended": found.status != "open",
        "stopped": _is_stopped(state, found),
        "training": found.terms.training,
        "levels": [
            {
                "level": name,
                "name": paytable.level_label(name),
                "meter_cents": read_shown(level),
                "maximum_cents": level.setting.maximum_cents,
                "pending": list(found.awaited_at(name)),
            }
            for name, level in found.levels.items()
        ],
        "hands": [_hand(found, line) for line in lines_of(found.terms, paytable)],
        "notices": list(names.notices.get(jackpot, ())),
        "tells_reserve": jackpot in names.reserves,
        "last_day": found.last_day,
        "footnotes": list(paytable.footnotes),
        "stake": stake_note(paytable),
        "split": _split(found.terms, paytable),
        "after_start": paytable.after_start,
        **extension.here().board(state, found, HandWords(state, paytables)),
    }


def _is_stopped(state: State, jackpot: JackpotState) -> bool:
    """Whether a jackpot takes no wagers anywhere, because the bank account holds too little."""
    is_for_money = bool(jackpot.levels) and not jackpot.terms.training
    return is_for_money and bank_stop(state, None) is not None


def _jackpot_title(jackpot: JackpotState, paytables: PaytableLookup, names: Names) -> str:
    return names.jackpots.get(jackpot.jackpot) or paytables[jackpot.terms.paytable].title


def _split(terms: JackpotTerms, paytable: Paytable) -> str:
    """Who shares a percentage prize (MB-6); empty if nobody does, because each gets a house
    jackpot's posted amount."""
    return terms.split_among if paytable.splits_awards and terms.kind == "progressive" else ""


def _hand(jackpot: JackpotState, line: PayLine) -> Board:
    return {
        "outcome": line.outcome,
        "outcomes": list(line.outcomes),
        **describe_label(line.label),
        "pay": line.pay,
        "from": line.source,
        "pays_cents": pays_now(jackpot, line),
        "envy_cents": line.envy_cents,
        "shared": line.shared and jackpot.terms.split_among == OWN_SIDE,
        "takes_all_of": line.takes_all_of,
    }


# ---- a hit, and the pit -------------------------------------------------------------------------


def hit_board(
    state: State,
    paytables: PaytableLookup,
    event: awards.AwardsRecorded | awards.WideAwardRecorded,
    *,
    at_ms: int,
    names: Names = NAMELESS,
) -> Board:
    """Awards recorded just now, for every table of their jackpots."""
    table = _table(state, event.table)
    hands = HandWords(state, paytables)
    return {
        "seq": str(state.seq),
        "table": event.table,
        "title": _title(table, names),
        "training": table.training,
        "at_ms": at_ms,
        "awards": [_recorded_board(award.award, hands) for award in event.awards],
    }


def pit_row(
    state: State,
    paytables: PaytableLookup,
    table: str,
    *,
    names: Names = NAMELESS,
    memory: PitMemory = QUIET,
    sensor_dead: bool,
) -> Board:
    """One table as the pit sees it; its needs, most urgent first."""
    found = _table(state, table)
    phase = phase_of(found)
    stopped = stopped_by(state, found) if phase in ("idle", "no_dealer") else []
    return {
        "table": table,
        "title": _title(found, names),
        "game": found.game,
        "phase": phase,
        "why": quote(memory.why),
        "stopped": stopped,
        "round": found.rounds,
        "dealer": dealer_of(state, found),
        "called_ms": found.call.since_ms if found.call else None,
        "call": found.call.reason if found.call else "",
        "waiting_since_ms": memory.waiting_since_ms,
        "paused_ms": memory.paused_ms,
        "screen_dark_ms": min((since_ms for _, since_ms in found.dark_screens), default=None),
        "needs": needs_of(state, found, phase, stopped=bool(stopped), sensor_dead=sensor_dead),
        "wins": _wins(state, found, paytables),
        "suspended": _list_suspended(state, found, paytables, names),
        "claims": extension.here().claims_at(state, table, HandWords(state, paytables)),
        "wide": _wide(state, found, paytables, names),
        "late": len(memory.late),
    }


def _wins(state: State, table: TableState, paytables: PaytableLookup) -> list[Board]:
    """Wins waiting for a person: seat, hand and current pay."""
    opened, priced = table.round, _price_marks(state, table, paytables)
    if opened is None:
        return []
    hands = HandWords(state, paytables)
    marked = [award_shown(award, "priced", hands) for award in priced.awards] if priced else []
    waiting = [*(_recorded_board(name, hands) for name in opened.unmoved), *marked]
    return [
        {"seat": each["seat"], "hand": each["hand"], "cents": each["total_cents"]}
        for each in waiting
    ]


def _list_suspended(
    state: State, table: TableState, paytables: PaytableLookup, names: Names
) -> list[Board]:
    """A table's jackpots that take no wagers now, why, and which change holds them."""
    found = (state.kept_jackpot(name) for name in table.jackpots)
    return [
        {
            "title": _jackpot_title(each, paytables, names),
            "reason": each.suspended_for,
            "change": holding_number(state, each.jackpot),
        }
        for each in found
        if each.status == "suspended"
    ]


def _wide(state: State, table: TableState, paytables: PaytableLookup, names: Names) -> list[Board]:
    """A table's hub jackpots, and until when the hub takes their wagers."""
    found = (state.kept_jackpot(name) for name in table.jackpots)
    hands = HandWords(state, paytables)
    return [
        {
            "title": _jackpot_title(each, paytables, names),
            **{key: board["wide"][key] for key in ("confirmed_ms", "open_until_ms")},
        }
        for each in found
        if (board := extension.here().board(state, each, hands))
    ]


def pit_board(
    state: State,
    paytables: PaytableLookup,
    *,
    names: Names = NAMELESS,
    memories: Mapping[str, PitMemory] | None = None,
    dead: Iterable[str] = (),
) -> Board:
    """Every table for the pit; `dead` are those whose sensor board doesn't answer."""
    silent, seen = set(dead), memories or {}
    rows = [
        pit_row(
            state,
            paytables,
            name,
            names=names,
            memory=seen.get(name, QUIET),
            sensor_dead=name in silent,
        )
        for name, _ in state.tables.items()
    ]
    locked = [
        row
        for name, _ in state.jackpots.items()
        for row in _list_locks(state, paytables, name, names)
    ]
    return {
        "seq": str(state.seq),
        "tables": rows,
        "locked": locked,
        "bank_stopped": bank_stopped(state),
        "wide": _list_shared(state, paytables, names),
    }


def _list_shared(state: State, paytables: PaytableLookup, names: Names) -> list[Board]:
    """A hub's jackpots: whether the hub answers, and the hits it is verifying."""
    hands = HandWords(state, paytables)
    return [
        {
            "jackpot": name,
            "title": _jackpot_title(jackpot, paytables, names),
            **board["wide"],
        }
        for name, jackpot in state.jackpots.items()
        if (board := extension.here().board(state, jackpot, hands))
    ]


def _list_locks(state: State, paytables: PaytableLookup, name: str, names: Names) -> list[Board]:
    """Why a jackpot is on hold: it is suspended, or an award is pending. A jackpot's only level has
    its title."""
    jackpot = state.kept_jackpot(name)
    title = _jackpot_title(jackpot, paytables, names)
    label = paytables[jackpot.terms.paytable].level_label
    said = {level: label(level) if len(jackpot.levels) > 1 else "" for level in jackpot.levels}
    waiting: list[Board] = [
        {"jackpot": name, "title": title, "level": said[level], "tables": list(tables), "at": ""}
        for level in jackpot.levels
        if (tables := jackpot.awaited_at(level))
    ]
    if jackpot.status != "suspended":
        return waiting
    at = next(iter(links(state)[name]), "")  # where to look at it and resume it
    stopped = {"jackpot": name, "title": title, "level": "", "tables": [], "at": at}
    why = {"reason": jackpot.suspended_for, "change": holding_number(state, name)}
    return [{**stopped, **why}, *waiting]
