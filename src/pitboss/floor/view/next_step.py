"""Where a table stands, what its one next step is, and what a hand would pay there now."""

from __future__ import annotations

from typing import Any

from pitboss.floor.decide.checks import need_betting
from pitboss.floor.decide.holds import reprice_holds
from pitboss.floor.decide.pricing import Priced, payment_order, price
from pitboss.floor.facts.values import Mark, Spot
from pitboss.floor.meter import share_each
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import JackpotState, RoundState, State, TableState
from pitboss.floor.view.labels import PayLine, level_words, lines_of
from pitboss.money import Cents
from pitboss.refusal import Refusal


def phase_of(table: TableState) -> str:
    """Where a table stands; closed for good, then paused win over everything."""
    opened = table.round
    if table.closed:
        return "closed"
    if table.paused:
        return "paused"
    if not table.dealer:
        return "no_dealer"
    if opened is None:
        return "idle"
    if opened.marks:
        return "marked"
    if opened.unmoved:
        return "recorded"
    return "awarded" if opened.awards else "open"


def next_step(state: State, table: TableState, phase: str, book: PaytableLookup) -> tuple[str, str]:
    """The one obvious next step; where it is to wait, for what."""
    if phase == "marked":
        return _winners_step(state, table, book)
    step = {"paused": "resume", "no_dealer": "sign_in", "recorded": "key_run"}.get(phase)
    if step is None and table.key != "RUN":
        step = "key_run"
    if phase == "closed":
        return "wait", "this table is closed for good"
    if phase == "idle" and step is None:
        return _start_step(state, table)
    return step or {"open": "play", "awarded": "end"}[phase], ""


def _start_step(state: State, table: TableState) -> tuple[str, str]:
    """Wagers may be taken, or why not; a jackpot that takes none stops its own sensor only."""
    try:
        need_betting(state, table)
    except Refusal as refusal:
        return "wait", refusal.reason
    stopped = [state.kept_jackpot(name) for name in table.jackpots]
    told = [f"{each.jackpot}: {each.status}" for each in stopped if each.status != "open"]
    return "start", f"{', '.join(told)}, no wagers" if told else ""


def _winners_step(state: State, table: TableState, book: PaytableLookup) -> tuple[str, str]:
    """One swipe for all marks; an older keypad records them one by one in the order of payment."""
    assert table.round is not None
    older = table.keypad == "aquarius"
    marks = payment_order(table, table.round.marks)
    priced = price(state, table, marks[:1] if older else marks, book)
    for moves in priced.movements:
        level = moves.after.level
        if level in state.jackpot(moves.jackpot).pending:
            if table.round.unmoved:
                return "key_run", ""
            return "wait", f"another table's award of {level_words(level)} has to move first"
    if not older:
        return "confirm", ""
    turned_by = state.badges.get(table.key_badge) if table.key == "JPH" else None
    if turned_by is None or (executives_limits(state, priced) and turned_by.role != "executive"):
        return "key_jph", ""
    return "j_pot", ""


def executives_limits(state: State, priced: Priced) -> list[Cents]:
    """The amounts up to which a supervisor confirms and that these awards exceed (PS-4)."""
    limits = {name: state.jackpot(name).terms.executive_above_cents for name in priced.largest}
    return [limits[name] for name, cents in priced.largest.items() if cents > limits[name]]


def priced_now(state: State, table: TableState, book: PaytableLookup) -> Priced | None:
    """What the standing marks would pay if they were confirmed now."""
    if table.round is None or not table.round.marks:
        return None
    return price(state, table, payment_order(table, table.round.marks), book)


def would_pay(
    state: State, table: TableState, opened: RoundState, book: PaytableLookup
) -> dict[str, Any]:
    """What a hand would pay a spot that is not marked yet, where the marks that stand change it:
    each award comes from what the one before left. By spot as `seat.sensor`, then by outcome."""
    taken = {mark.spot for mark in (*opened.marks, *opened.hits)}
    changes: dict[str, Any] = {}
    # All spots that come after the same marks would get the same.
    known: dict[tuple[str, str, int], int] = {}
    for spot in sorted(set(opened.spots) - taken, key=spot_place):
        jackpot = state.jackpot(table.jackpots[spot.sensor - 1])
        for line in lines_of(jackpot.terms, book[jackpot.terms.paytable]):
            if line.share is None or line.shared:
                continue
            mark = Mark(spot, jackpot.jackpot, line.outcome)
            marks = payment_order(table, (*opened.marks, mark))
            place = (mark.jackpot, mark.outcome, marks.index(mark))
            if place not in known:
                known[place] = _would_get(state, table, mark, marks, book)
            if known[place] != pays_now(jackpot, line):
                by_hand = changes.setdefault(f"{spot.seat}.{spot.sensor}", {})
                by_hand[line.outcome] = str(known[place])
    return changes


def _would_get(
    state: State, table: TableState, mark: Mark, marks: list[Mark], book: PaytableLookup
) -> int:
    """What one of these marks would get; a lock at the mark prices again all that is held."""
    jackpot = state.jackpot(mark.jackpot)
    if jackpot.terms.lock_at_mark and not jackpot.pending:
        (held,) = reprice_holds(state, table, mark, marks, book)
        return next(each for each in held.holds if each.mark == mark).held_cents
    upto = marks[: marks.index(mark) + 1]
    return price(state, table, upto, book).awards[-1].total_cents


def spot_place(spot: Spot) -> tuple[int, int]:
    """Seat, then sensor."""
    return spot.seat, spot.sensor


def pays_now(jackpot: JackpotState, line: PayLine) -> int:
    """What a hand pays if it is the only one."""
    if line.share is not None:
        return share_each(jackpot.levels[line.share.level], line.share.share_ppm)
    assert line.cents is not None
    return line.cents
