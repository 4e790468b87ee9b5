"""What the reports say, worked out a second time from exported rows and from nothing else: no line
of it is shared with the product."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from .played import Rows

CENT = 1_000_000
PARTS = ("meter_micros", "reserve_micros", "overflow_micros")


def money(cents: int) -> str:
    """Cents as the CSV has them."""
    return f"{Decimal(cents) / 100:.2f}"


def shown(micros: int) -> str:
    """Micros as whole cents, rounded down."""
    return money(micros // CENT)


def moment(at_ms: int) -> str:
    """A time on the house's clock, as the CSV has it."""
    local = datetime.fromtimestamp(at_ms / 1000, ZoneInfo("America/Los_Angeles"))
    return local.isoformat(timespec="milliseconds")


def events(rows: Rows, *kinds: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Events of these kinds with their rows; of all kinds where none is named."""
    for row in rows:
        for event in row["events"]:
            if not kinds or event["kind"] in kinds:
                yield row, event


def moves(value: Any) -> Iterator[dict[str, Any]]:
    """Everything inside an event that says what a level holds after it."""
    if isinstance(value, list):
        for each in value:
            yield from moves(each)
    elif isinstance(value, dict) and "after" in value and "meter_micros" in value:
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from moves(each)


def accrued(rows: Rows) -> dict[tuple[str, str, str], list[int]]:
    """What wagers gave to each level, by table, less voids."""
    found: dict[tuple[str, str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
    for _, event in events(rows, "round-started", "round-voided"):
        for move in moves(event):
            place = (event["table"], move["jackpot"], move["after"]["level"])
            for number, part in enumerate(PARTS):
                found[place][number] += move[part]
    return found


def bets(rows: Rows) -> dict[tuple[str, str], Counter[str]]:
    """Bets and wagers by table and jackpot: made, voided, late."""
    found: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for _, event in events(rows, "round-started", "round-voided"):
        name = "made" if event["kind"] == "round-started" else "voided"
        for taking in event["takings"]:
            counted = found[event["table"], taking["jackpot"]]
            counted[name] += taking["bets"]
            sign = 1 if name == "made" else -1
            counted["wagered"] += sign * taking["wager_micros"]
            counted["house"] += sign * taking["house_micros"]
    for _, event in events(rows, "late-bet-seen"):
        found[event["table"], event["jackpot"]]["late"] += 1
    return found


def held(rows: Rows) -> dict[tuple[str, str], list[int]]:
    """What every level holds after the last of these rows."""
    found: dict[tuple[str, str], list[int]] = {}
    for _, event in events(rows):
        for reading in event.get("opening", ()) if event["kind"] == "jackpot-opened" else ():
            found[event["jackpot"], reading["level"]] = [reading[part] for part in PARTS]
        for move in moves(event):
            after = move["after"]
            found[move["jackpot"], after["level"]] = [after[part] for part in PARTS]
    return found


def prizes(rows: Rows) -> dict[str, dict[str, Any]]:
    """Every award with what became of it by the last of these rows."""
    found: dict[str, dict[str, Any]] = {}
    for row, event in events(rows, "awards-recorded", "wide-award-recorded"):
        for award in event["awards"]:
            owed = award["meter_cents"] + award["house_cents"]
            found[award["award"]] = {
                **award, "table": event["table"], "round": event["round"], "won": row["at_ms"],
                "gross": owed + award["tray_cents"], "owed": owed, "paid": 0,
                "badge": event["badge"], "seq": row["seq"],
            }  # fmt: skip
    for _, event in events(rows, "prize-paid"):
        found[event["award"]] |= {"paid": event["cents"], "owed": 0}
    for _, event in events(rows, "award-backed-out"):
        found[event["award"]]["owed"] = 0
    return found


def bank(rows: Rows) -> int:
    """What lies in the bank, in cents."""
    return sum(
        event["cents"] if event["kind"] == "deposit-recorded" else -event["cents"]
        for _, event in events(rows, "deposit-recorded", "withdrawal-recorded")
    )


def opened(rows: Rows, kind: str, name: str) -> dict[str, dict[str, Any]]:
    """The last event of a kind for each thing that it names."""
    return {event[name]: event for _, event in events(rows, kind)}
