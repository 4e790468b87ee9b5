"""A table's phase, its one next step, and what a hand would pay there now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import json

from pitboss.floor.decide.checks import need_betting
from pitboss.floor.decide.holds import reprice_holds
from pitboss.floor.decide.pricing import Priced, authority_for, payment_order, price_next
from pitboss.floor.facts.values import Mark, Spot
from pitboss.floor.money.custody import bank_stop
from pitboss.floor.money.meter import share_each
from pitboss.floor.state.floor import JackpotState, RoundState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.labels import PayLine, lines_of
from pitboss.money import dollars
from pitboss.refusal import Refusal, Told

# A word of the language and its values, in reading order; empty if nothing is left to say.
Why: TypeAlias = list[dict[str, str]]


def phase_of(table: TableState) -> str:
    """A table's phase; closed for good, then paused, override everything."""
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
    return "awarded" if opened.awards or opened.claims else "open"


def next_step(
    state: State,
    table: TableState,
    phase: str,
    priced: Priced | None,
    title_of: Callable[[JackpotState], str],
    level_of: Callable[[str, str], str],
) -> tuple[str, Why]:
    """The one obvious next step; if that is to wait, for what. `priced` are the current marks;
    `title_of` and `level_of` name a jackpot and its level."""
    if phase == "marked":
        assert priced is not None
        return _winners_step(state, table, priced, level_of)
    step = {"paused": "resume", "no_dealer": "sign_in", "recorded": "key_run"}.get(phase)
    if step is None and table.key != "RUN":
        step = "key_run"
    if phase == "closed":
        return "wait", [{"word": "closed"}]
    if phase == "idle" and step is None:
        return _start_step(state, table, title_of)
    return step or {"open": "play", "awarded": "end"}[phase], []


def _start_step(
    state: State, table: TableState, title_of: Callable[[JackpotState], str]
) -> tuple[str, Why]:
    """Whether wagers may be taken, or why not; a jackpot that takes none stops only its own
    sensor."""
    if (failed := table.shuffler) is not None:
        step = {"number": str(failed.done + 1), "text": table.shuffler_steps[failed.done]}
        return "shuffler", [{"word": "shuffler_step", **step}]
    if why := stopped_by(state, table):
        return "wait", why
    stopped = [state.kept_jackpot(name) for name in table.jackpots]
    return "start", [
        {"word": each.status, "title": title_of(each)} for each in stopped if each.status != "open"
    ]


def stopped_by(state: State, table: TableState) -> Why:
    """Why no round starts at a table, whoever deals; a failed shuffler has steps of its own."""
    if table.shuffler is not None:
        return []
    try:
        need_betting(state, table, at_ms=None)
    except Refusal as refusal:
        stopped = refusal.code in ("BANK_SHORT", "BANK_UNNAMED")
        return bank_stopped(state) if stopped else why_told(refusal.told)
    if table.shortfalls and not table.training:
        return why_told(table.shortfalls[0].told)  # START itself quotes the letter
    return []


def bank_stopped(state: State) -> Why:
    """Why the bank account stops rounds; empty while it doesn't."""
    stop = bank_stop(state, None)
    if stop is None:
        return []
    if stop.is_unnamed:
        return [{"word": "bank_unnamed"}]
    return [{"word": "bank_short", "amount": dollars(stop.due_cents)}]


def quote(text: str) -> Why:
    """A person's own words."""
    return [{"word": "said", "text": text}] if text else []


def why_told(what: Told) -> Why:
    """The code's reason, as JSON: a picture is the same for all languages, and the screen makes the
    sentence."""
    return [{"word": "told", "text": json.encode(what).decode()}]


def _winners_step(
    state: State, table: TableState, priced: Priced, level_of: Callable[[str, str], str]
) -> tuple[str, Why]:
    """One swipe for all marks; a keypad with a key records them one by one, in the order of
    payment."""
    assert table.round is not None
    due = priced.first(1) if table.has_key else priced
    for moves in due.movements:
        level = moves.after.level
        if level in state.jackpot(moves.jackpot).pending:
            if table.round.unmoved:
                return "key_run", []
            return "wait", [{"word": "award_first", "level": level_of(moves.jackpot, level)}]
    if not table.has_key:
        return "confirm", []
    needed = authority_for(state, due)
    if table.key != "JPH":
        return "key_jph", []
    if table.key_number:
        return ("key_jph" if needed.is_over else "j_pot"), []
    turned_by = state.badges.get(table.key_badge)
    is_enough = turned_by is not None and turned_by.role in needed.roles
    return ("j_pot" if is_enough else "key_jph"), []


def would_pay(
    state: State,
    table: TableState,
    opened: RoundState,
    priced: Priced,
    paytables: PaytableLookup,
) -> dict[str, Any]:
    """What a hand would pay an unmarked spot, if the current marks change it: each award comes from
    what the one before left. By spot as `seat.sensor`, then by outcome."""
    taken = {mark.spot for mark in (*opened.marks, *opened.hits)}
    changes: dict[str, Any] = {}
    # Spots that come after the same marks get the same.
    known: dict[tuple[str, str, int], int] = {}
    for spot in sorted(set(opened.spots) - taken, key=spot_place):
        jackpot = state.jackpot(table.jackpots[spot.sensor - 1])
        for line in lines_of(jackpot.terms, paytables[jackpot.terms.paytable]):
            if line.share is None or line.shared:
                continue
            mark = Mark(spot, jackpot.jackpot, line.outcome)
            marks = payment_order(table, (*opened.marks, mark))
            place = (mark.jackpot, mark.outcome, marks.index(mark))
            if place not in known:
                known[place] = _would_get(state, table, mark, marks, priced, paytables)
            if known[place] != pays_now(jackpot, line):
                by_hand = changes.setdefault(f"{spot.seat}.{spot.sensor}", {})
                by_hand[line.outcome] = known[place]
    return changes


def _would_get(
    state: State,
    table: TableState,
    mark: Mark,
    marks: list[Mark],
    priced: Priced,
    paytables: PaytableLookup,
) -> int:
    """What one more mark would get; a lock at the mark reprices everything held."""
    jackpot = state.jackpot(mark.jackpot)
    if jackpot.terms.lock_at_mark and not jackpot.pending:
        (held,) = reprice_holds(state, table, mark, marks, paytables)
        return next(each for each in held.holds if each.mark == mark).held_cents
    return price_next(state, table, priced.first(marks.index(mark)), mark, paytables).whole_cents


def spot_place(spot: Spot) -> tuple[int, int]:
    """Seat, then sensor."""
    return spot.seat, spot.sensor


def pays_now(jackpot: JackpotState, line: PayLine) -> int:
    """What a hand pays on its own."""
    if line.share is not None:
        return share_each(jackpot.levels[line.share.level], line.share.share_ppm)
    assert line.cents is not None
    return line.cents


def needs_of(
    state: State, table: TableState, phase: str, *, stopped: bool, sensor_dead: bool
) -> str:
    """What a table needs someone from the pit for; empty: nothing. `stopped` means no round starts
    there."""
    if phase == "paused":
        return "resume"
    if phase == "marked":
        return "key" if table.has_key else "confirm"
    if phase == "recorded" or (phase != "no_dealer" and table.key != "RUN"):
        return "key"
    if table.call is not None:
        return "supervisor"
    if sensor_dead or table.betting_closed:
        return "sensor"
    if stopped and phase == "idle":
        return "stopped"
    return _dark(state, table)


def _dark(state: State, table: TableState) -> str:
    """The dark screen there: the console before the sign, because people press it."""
    kinds = {state.device(name).kind for name, _ in table.dark_screens}
    return "console" if "console" in kinds else "sign" if kinds else ""
