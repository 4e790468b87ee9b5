"""The same figures a second time, from all rows and by the plainest way there is."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.books import Period
from pitboss.floor.fold import apply
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from proof.sim.running import Run

CENT = 1_000_000
HOUR_MS = 3_600_000
BEGIN_MS = 1_700_000_000_000
HELD = ("meter_micros", "reserve_micros", "overflow_micros")


def random_rows(rng_seed: int, *, rounds: int = 40) -> list[Row]:
    """The journal of a simulated floor, dated anew: by fits and starts, and sometimes back."""
    run = Run(rng_seed=rng_seed, rounds=rounds, faults="none")
    run.play()
    return dated(run.rows, random.Random(rng_seed))


def dated(rows: Sequence[Row], chance: random.Random) -> list[Row]:
    """Rows whose clock is set now and then."""
    at_ms, made = BEGIN_MS, []
    for row in rows:
        at_ms += chance.choice((0, 1, 40, 900, 15_000, 15_000, 15_000, 600_000))
        jump = chance.randrange(200)
        if jump == 0:
            at_ms -= chance.randrange(3 * HOUR_MS)
        elif jump == 1:
            at_ms += chance.randrange(48 * HOUR_MS)
        made.append(row._replace(at_ms=at_ms))
    return made


def journal_of(rows: Sequence[Row]) -> MemoryJournal:
    """A journal of these rows, for reading."""
    return MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)


def random_period(rows: Sequence[Row], chance: random.Random) -> Period:
    """From one instant to another, at the edge of a row or of an hour as often as not."""

    def instant() -> int:
        at_ms = chance.choice(rows).at_ms + chance.choice((0, 0, 1, chance.randrange(HOUR_MS)))
        return at_ms // HOUR_MS * HOUR_MS if chance.randrange(3) == 0 else at_ms

    one, two = sorted((instant(), instant()))
    return Period(one, two + 1)


# ---- sums ---------------------------------------------------------------------------------------


def events_in(rows: Sequence[Row], period: Period) -> Iterator[dict[str, Any]]:
    """The events as they are stored, of the rows dated in a period."""
    for row in rows:
        if period.from_ms <= row.at_ms < period.to_ms:
            yield from json.loads(row.events)


def level_changes(event: dict[str, Any]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """What an event did to each level: every value in it that says what a level holds after."""
    for reading in event.get("opening", ()):
        yield event["jackpot"], reading["level"], tuple(reading[name] for name in HELD)
    if event["kind"] != "jackpot-opened":
        yield from _inside(event)


def _inside(value: Any) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    if isinstance(value, list):
        for each in value:
            yield from _inside(each)
    elif isinstance(value, dict) and "after" in value and "meter_micros" in value:
        change = tuple(value[name] for name in HELD)
        yield value["jackpot"], value["after"]["level"], change
    elif isinstance(value, dict):
        for each in value.values():
            yield from _inside(each)


def levels_moved(rows: Sequence[Row], period: Period) -> dict[tuple[str, ...], tuple[int, ...]]:
    """By table, jackpot, level and kind."""
    found: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0, 0])
    for event in events_in(rows, period):
        for jackpot, level, change in level_changes(event):
            place = (event.get("table", ""), jackpot, level, event["kind"])
            for n in range(3):
                found[place][n] += change[n]
    return {place: tuple(change) for place, change in found.items() if any(change)}


def held_after(rows: Sequence[Row], seq: int) -> dict[tuple[str, str], tuple[int, ...]]:
    """What every level that holds something held after a row, whatever the rows are dated."""
    found: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for row in rows[:seq]:
        for event in json.loads(row.events):
            for jackpot, level, change in level_changes(event):
                for n in range(3):
                    found[jackpot, level][n] += change[n]
    return {level: tuple(held) for level, held in found.items() if any(held)}


def played(rows: Sequence[Row], period: Period) -> dict[tuple[str, str], dict[str, int]]:
    """Rounds, wagers and prizes by table and jackpot."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    of_award = {
        award["award"]: {**award, "table": event.get("table", "")}
        for row in rows
        for event in json.loads(row.events)
        for award in _awards_of(event)
    }
    for event in events_in(rows, period):
        table, kind = event.get("table", ""), event["kind"]
        if kind in ("round-started", "round-voided"):
            sign = 1 if kind == "round-started" else -1
            for taking in event["takings"]:
                of = found[table, taking["jackpot"]]
                of["rounds"] += sign
                of["voids"] += sign < 0
                of["bets"] += sign * taking["bets"]
                of["wager_micros"] += sign * taking["wager_micros"]
        elif kind == "round-ended":
            for envy in event["envy"]:
                found[table, envy["jackpot"]]["envy_micros"] += envy["cents"] * CENT
        elif awards := _awards_of(event):
            for award in awards:
                _count_award(found[table, award["jackpot"]], award, 1)
        elif kind == "award-backed-out" and event["award"] in of_award:
            award = of_award[event["award"]]
            _count_award(found[table, award["jackpot"]], award, -1)
        elif kind == "prize-canceled":  # what the tray has paid stays paid
            award = {**of_award[event["award"]], "tray_cents": 0, "stake_cents": 0}
            _count_award(found[award["table"], award["jackpot"]], award, -1)
    return {
        place: {name: amount for name, amount in count.items() if amount}
        for place, count in found.items()
    }


def _awards_of(event: dict[str, Any]) -> list[dict[str, Any]]:
    """The awards that an event records, at a table or by hand."""
    if event["kind"] == "awards-recorded":
        awards: list[dict[str, Any]] = event["awards"]
        return awards
    if event["kind"] != "meter-adjusted" or not event["award"]:
        return []
    made = {"award": event["award"], "jackpot": event["jackpot"], "meter_cents": -event["cents"]}
    return [{**made, "house_cents": 0, "tray_cents": 0}]


def _count_award(of: Counter[str], award: dict[str, Any], sign: int) -> None:
    of["awards"] += sign
    of["from_meter_micros"] += sign * award["meter_cents"] * CENT
    of["from_house_micros"] += sign * award["house_cents"] * CENT
    of["from_tray_micros"] += sign * (award["tray_cents"] + award.get("stake_cents", 0)) * CENT


def house_moved(rows: Sequence[Row], period: Period) -> int:
    """What came to the accounts of the house, by the postings of the ledger."""
    state, house = State(), 0
    for row in rows:
        state.seq += 1
        for event in events_of(row.events):
            if period.from_ms <= row.at_ms < period.to_ms:
                house += sum(
                    amount
                    for account, amount in list_postings(state, event)
                    if account in ("house", "training:house")
                )
            apply(state, event)
    return house


# ---- entries and the floor ----------------------------------------------------------------------


def entries(rows: Sequence[Row], period: Period) -> list[tuple[int, int, Any]]:
    """Everything but plain rounds. The start of a round with a prize or a void counts."""
    special = {
        (event["table"], event["round"])
        for row in rows
        for event in json.loads(row.events)
        if event["kind"] in ("awards-recorded", "round-voided")
    }
    return [
        (row.seq, row.at_ms, event)
        for row in rows
        if period.from_ms <= row.at_ms < period.to_ms
        for event, told in zip(events_of(row.events), json.loads(row.events), strict=True)
        if told["kind"] not in ("round-started", "round-ended")
        or told.get("envy")
        or (told["kind"] == "round-started" and (told["table"], told["round"]) in special)
    ]


def seq_at(rows: Sequence[Row], at_ms: int) -> int:
    """The last row dated before an instant."""
    return max((row.seq for row in rows if row.at_ms < at_ms), default=0)


def state_text(rows: Sequence[Row], seq: int) -> str:
    """The floor after a row, from the first one on."""
    state = State()
    for row in rows[:seq]:
        state.seq += 1
        for event in events_of(row.events):
            apply(state, event)
    return write_snapshot(state)
