"""What an event names: tables, rounds, seats, awards, meters, people, devices, changes, papers,
checks and amounts. The books index entries by these things, and pages link to each of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.floor.facts import days, jackpots
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.meanings import meanings_of
from pitboss.floor.facts.values import (
    Award,
    CloseTable,
    CoverGround,
    EnvyPay,
    GroupShare,
    Hold,
    Mark,
    Movement,
    PaidPart,
    Payment,
    Retire,
    SetTable,
    SetTerms,
    Spot,
    StatementLine,
    Transfer,
)

TABLE, ROUND, SEAT, AWARD, JACKPOT, METER = "table", "round", "seat", "award", "jackpot", "meter"
BADGE, DEVICE, CHANGE, PAPER = "badge", "device", "change", "paper"
CHECK, AMOUNT, REFUSAL = "check", "amount", "refusal"
NAMED = (TABLE, AWARD, JACKPOT, BADGE, DEVICE, CHANGE, PAPER, CHECK, REFUSAL)  # by one field

# Values to look inside; the others hold terms, readings and sums.
_WALKED = (
    Award, CloseTable, CoverGround, EnvyPay, GroupShare, Hold, days.LevelRead, Mark, Movement,
    PaidPart,
    Payment, Retire, SetTable, SetTerms, Spot, StatementLine, Transfer, jackpots.WonAt,
)  # fmt: skip


def change_name(number: str) -> str:
    """The name of a change from its number, with or without commas."""
    return f"change-{number.replace(',', '')}"


class Thing(NamedTuple):
    """Something with a story of its own: its kind, and its unique name in that kind. Rounds, seats
    and meters are named by where they are, as in C1/186, C1/4 and fours/main; an amount by its
    cents."""

    kind: str
    name: str

    @property
    def place(self) -> tuple[str, str]:
        """The table of a round or seat with its number, the jackpot of a meter with its level."""
        where, _, which = self.name.rpartition("/")
        return where, which


def inside(kind: str, where: str, which: object) -> Thing:
    """A round or a seat of a table, or a level of a jackpot."""
    return Thing(kind, f"{where}/{which}")


def badges_of(event: Event) -> tuple[str, ...]:
    """The badge or badges that an event names as those who acted."""
    several = getattr(event, "badges", None) or getattr(event, "by", None)
    names = several or (getattr(event, "badge", ""),)
    return tuple(name for name in names if name)


def things_of(event: Event) -> set[Thing]:
    """Everything an event names, except the seats that were lit at START."""
    at = getattr(event, "won_at", None) or event  # a prize by hand was won in a round, too
    table: str = getattr(at, "table", "")
    found = set(_named(event, table))
    number: int = getattr(at, "round", 0)
    if table and number:
        found.add(inside(ROUND, table, number))
    return found


def _named(value: Struct, table: str) -> Iterator[Thing]:
    for field, kind in _kinds_of(type(value)):
        held = getattr(value, field)
        for each in held if type(held) is tuple else (held,):
            if kind and each:
                yield Thing(kind, each)
            elif isinstance(each, _WALKED):
                yield from _named(each, table)
    yield from _own(value, table)


@cache
def _kinds_of(kind: type[Struct]) -> tuple[tuple[str, str], ...]:
    """The fields of a struct, each with the kind of thing it names; empty: it names nothing."""
    return tuple(
        (field, next((each.value for each in meanings if each.value in NAMED), ""))
        for field, meanings in meanings_of(kind).items()
        if field != "spots"
    )


def _own(value: Any, table: str) -> Iterator[Thing]:
    """What several fields name together."""
    yield from (inside(METER, *place) for place in _levels(value))
    seat: int = getattr(value, "seat", 0)
    if table and seat:
        yield inside(SEAT, table, seat)
    yield from _amounts(value)


def _levels(value: Any) -> Iterator[tuple[str, str]]:
    """The levels of jackpots that a value concerns."""
    match value:
        case Movement():
            yield value.jackpot, value.after.level
        case jackpots.JackpotOpened():
            yield from ((value.jackpot, each.level) for each in value.opening)
        case SetTerms():
            yield from ((value.jackpot, each.level) for each in value.levels)
        case Transfer() | Retire():
            for level, into in value.pairs:
                yield from ((value.jackpot, level), (value.into, into))
        case _ if level := getattr(value, "level", ""):
            yield value.jackpot, level


def _amounts(value: Any) -> Iterator[Thing]:
    """The amounts of an award and of all awards of a round together: prize, payment or booking,
    withholding, and what was handed over."""
    cents: int = value.total_cents if isinstance(value, Award) else getattr(value, "cents", 0)
    withheld: int = getattr(value, "withheld_cents", 0)
    awards = [each for each in getattr(value, "awards", ()) if isinstance(each, Award)]
    for each in (cents, withheld, cents - withheld, sum(award.total_cents for award in awards)):
        if each:
            yield Thing(AMOUNT, str(abs(each)))
