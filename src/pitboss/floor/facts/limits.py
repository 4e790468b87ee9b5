"""Limits of a command's days, times, amounts and texts. A field gets them from its type, and every
command is checked before it is decided (`decide/limits.py`). `Cents` are neither below zero nor
more than a record holds. A text has no control characters."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Struct

from pitboss.floor.facts.meanings import Meaning
from pitboss.money import CENTS_MOST, MICROS_MOST, Cents


class DayLimit(Struct, frozen=True):
    """How far a day may be from today, on the house's clock."""

    years_back: int = 60
    years_ahead: int = 0


class TimeLimit(Struct, frozen=True):
    """An instant that a clock can show."""


class AmountLimit(Struct, frozen=True):
    """The lowest and the highest amount a command may have."""

    least: Cents = Cents(0)
    most: Cents = CENTS_MOST


class TextLimit(Struct, frozen=True):
    """Whether a text may have several lines, and whether it is a time on the clock of the house."""

    lines: bool = False
    is_time: bool = False


PROPERTY_TABLES_MOST, ROUNDS_AN_HOUR_MOST = 10_000, 1_000  # of a property of a hub
TIME_MOST = 2**47  # ms since 1970: in the year 6429, which calendars still have
Day: TypeAlias = Annotated[str, DayLimit(years_ahead=30), Meaning.OPEN]
PastDay: TypeAlias = Annotated[str, DayLimit(), Meaning.OPEN]
BankDay: TypeAlias = Annotated[str, DayLimit(years_back=10), Meaning.OPEN]
HouseTime: TypeAlias = Annotated[str, TextLimit(is_time=True)]  # as 2026-03-08 14:05
TextLines: TypeAlias = Annotated[str, TextLimit(lines=True)]
TimeMs: TypeAlias = Annotated[int, TimeLimit()]
SignedCents: TypeAlias = Annotated[Cents, AmountLimit(least=Cents(-CENTS_MOST))]
# What another house has signed is checked when it is decided.
StatedCents: TypeAlias = Annotated[
    Cents, AmountLimit(least=Cents(-MICROS_MOST), most=Cents(MICROS_MOST))
]
EntryCents: TypeAlias = Annotated[Cents, AmountLimit(least=Cents(1))]
