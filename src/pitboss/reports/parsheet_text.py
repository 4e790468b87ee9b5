"""Formats the figures of the PAR sheet, and builds the blocks of a section.

Every digit comes from a fraction by integer arithmetic, roots included: floats print alike on most
machines, but the sheet must be the same on all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, TypeAlias

Block: TypeAlias = dict[str, Any]
SheetSection: TypeAlias = dict[str, Any]

LEFT, RIGHT = "left", "right"
NEVER = "never"
ROOT_DIGITS = 12


# ---- figures ------------------------------------------------------------------------------------


def decimal(value: Fraction | int, digits: int) -> str:
    """A figure with so many decimals, rounded half away from zero, with thousands separators."""
    top, bottom = value.numerator, value.denominator  # whole numbers are fast
    scaled = (2 * abs(top) * 10**digits + bottom) // (2 * bottom)
    whole, rest = divmod(scaled, 10**digits)
    minus = "-" if value < 0 and (whole or rest) else ""
    return f"{minus}{whole:,}" + (f".{rest:0{digits}d}" if digits else "")


def percent(value: Fraction, digits: int = 4) -> str:
    """A share as a percentage."""
    return f"{decimal(value * 100, digits)} %"


def one_in(probability: Fraction) -> str:
    """How many rounds it takes on average for one of these."""
    return decimal(1 / probability, 2) if probability else NEVER


def cents(value: Fraction | int) -> str:
    """An amount of cents, exact or not, to the cent."""
    return f"${decimal(Fraction(value) / 100, 2)}"


def exact(value: Fraction | int) -> str:
    """A figure without rounding: whole, with its decimals if they end soon, or as p/q."""
    fraction = Fraction(value)
    for digits in range(4):
        if (fraction * 10**digits).denominator == 1:
            return decimal(fraction, digits)
    return str(fraction)


def root(value: Fraction) -> Fraction:
    """The square root to twelve decimals, rounded down."""
    return Fraction(isqrt(int(value * 10 ** (2 * ROOT_DIGITS))), 10**ROOT_DIGITS)


def words(name: str) -> str:
    """An outcome, an option or a figure in words."""
    return name.replace("_", " ")


# ---- blocks -------------------------------------------------------------------------------------


def make_section(title: str, *blocks: Block) -> SheetSection:
    """A part of the sheet under its own heading."""
    return {"title": title, "blocks": list(blocks)}


def text(*lines: str) -> Block:
    """Sentences, a paragraph each."""
    return {"kind": "text", "lines": list(lines)}


def number_lines(lines: Sequence[str]) -> Block:
    """A numbered list."""
    return {"kind": "numbered", "lines": list(lines)}


def table(
    columns: Mapping[str, str], rows: Sequence[Sequence[str]], total: Sequence[str] = ()
) -> Block:
    """A table: each column's head and alignment, the rows, and a row of totals."""
    assert all(len(row) == len(columns) for row in (*rows, total or tuple(columns)))
    return {
        "kind": "table",
        "head": list(columns),
        "align": list(columns.values()),
        "rows": [list(row) for row in rows],
        "total": list(total),
    }


def columns(first: str, *others: str) -> dict[str, str]:
    """Column heads for a table of figures: labels on the left, the rest on the right."""
    return {first: LEFT, **dict.fromkeys(others, RIGHT)}


def pairs(rows: Sequence[Sequence[str]]) -> Block:
    """Names and values."""
    return {"kind": "pairs", "rows": [list(row) for row in rows]}
