"""A table of the office as a value: shown on a page, printed, or written for a spreadsheet.

A column says what its cells are; the labels are in the language file. Cells are plain values:
amounts in cents, times in milliseconds. One definition serves screen, print and every export."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from pitboss.local_time import local_time
from pitboss.money import MICROS_PER_CENT, PPM_WHOLE, Micros, shown_down
from pitboss.notation import (
    count,
    day,
    dollars,
    figures,
    format_recent_moment,
    heading_text,
    known_name,
    localize_text,
    money,
    name_text,
    pay,
    percentage,
    reason_said,
    title_text,
    translate,
)
from pitboss.refusal import Told
from pitboss.reports.parsheet_text import decimal, percent

TEXT, LONG, FIGURE, WORDS, COUNT, MONEY, MICROS, TIME, RATE, SHARE, MARK = (
    "text", "long", "figure", "words", "count", "money", "micros", "time", "rate", "share", "mark",
)  # fmt: skip
# A percentage for people; `SHARE` has enough decimals to check the mathematics.
PERCENT = "percent"
PLACES = {SHARE: 4, PERCENT: 2}  # decimals
DAY, TITLED = "day", "titled"  # a day in ISO form; a title, or a name with its own word
TOLD = "told"  # a sentence of the system, or what somebody typed or a file says instead
PAY = "pay"  # odds as a layout prints them, or an amount
METHOD = "method"  # of a payment, worded to follow it: by check
SHEET, COLUMN_NAME = "sheet", "column"  # the heading of another sheet or of its column
RIGHT = (FIGURE, COUNT, MONEY, MICROS, RATE, SHARE, PERCENT)
DOLLAR_MICROS = 100 * MICROS_PER_CENT
MICRO_PLACES = 8  # decimals of a dollar that show every micro
JOINED_FROM = 10  # as many columns don't fit side by side on a desk's screen
SUMMABLE = (COUNT, MONEY, MICROS)
KINDS = (*RIGHT, TEXT, LONG, WORDS, TIME, MARK, DAY, TITLED, TOLD, PAY, METHOD, SHEET, COLUMN_NAME)
COLUMN = re.compile(r"(\w+)(?::([a-z]+))?([+?*]*)(?:@(\w+))?")

CellValue: TypeAlias = str | int | Fraction | Told | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name in words file and CSV, what its cells are, and whether they add up. A
    `may_be_empty` column is hidden while it is empty; a page leaves an `is_detail` column to each
    row's own page. Files have every column, so that programs find the same ones every day. On a
    crowded page, a column appears below the column `under`, if it has a value. A page shows an
    `in_cents` column in whole cents, and every micro on demand."""

    name: str
    kind: str = TEXT
    summed: bool = False
    may_be_empty: bool = False
    is_detail: bool = False
    under: str = ""
    in_cents: bool = False

    def __post_init__(self) -> None:
        assert self.kind in KINDS, f"{self.name} is of no kind: {self.kind}"
        assert not self.summed or self.kind in SUMMABLE, f"{self.name} does not add up"

    @property
    def right(self) -> bool:
        """Figures are right-aligned."""
        return self.kind in RIGHT


def columns(*lines: str) -> tuple[Column, ...]:
    """Parse columns such as `day:day shift:count@day paid:money+ why:long?`: name, then type if not
    text; `+` adds up, `?` may be empty, `*` is a detail, and `@day` goes under the day."""
    return tuple(_column(each) for line in lines for each in line.split())


def _column(text: str) -> Column:
    found = COLUMN.fullmatch(text)
    assert found is not None, text
    name, kind, marks, under = found.groups(default="")
    return Column(
        name,
        kind or TEXT,
        summed="+" in marks,
        may_be_empty="?" in marks,
        is_detail="*" in marks,
        under=under,
    )


class Linked(Struct, frozen=True):
    """A cell that links to a page of its own; `is_next` if the list exists to lead there. A page
    shows `shown` instead of a number or a badge, which files have."""

    value: CellValue
    address: str
    is_next: bool = False
    shown: str = ""


SingleCell: TypeAlias = CellValue | Linked


class LinkedParts(Struct, frozen=True):
    """A cell that names several things, each of which may be a link."""

    parts: tuple[SingleCell, ...]

    @property
    def value(self) -> str:
        """All parts in one text, as in a file."""
        return ", ".join(str(value_of(part)) for part in self.parts)


Cell: TypeAlias = SingleCell | LinkedParts


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell as a page needs it: the text, the sort value, and the link; `parts` if it names
    several things, one cell each; `exact` if the text omits part of a cent; `is_next` if the list
    exists to lead to its page; `below` has cells of other columns in the same place, by column
    name."""

    text: str
    order: str
    address: str
    right: bool
    kind: str
    parts: tuple[ShownCell, ...] = ()
    exact: str = ""
    is_next: bool = False
    below: tuple[tuple[str, ShownCell], ...] = ()
    plain: str = ""  # a day or a time as files have it

    @property
    def found_by(self) -> str:
        """What a list finds it by, beside its text."""
        cells = (self, *(cell for _, cell in self.below))
        return " ".join(each.plain for each in cells if each.plain and each.plain != each.text)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. `note` is a sentence below it, such as where the rest is; `left_out` is how many
    more rows it has."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    time_zone: str
    note: str = ""
    left_out: int = 0

    @property
    def dense(self) -> Sheet:
        """The same without details and without empty optional columns."""
        kept = [
            place
            for place, column in enumerate(self.columns)
            if not column.is_detail
            and (not column.may_be_empty or any(row[place] for row in self.rows))
        ]
        return replace(
            self,
            columns=tuple(self.columns[place] for place in kept),
            rows=tuple(tuple(row[place] for place in kept) for row in self.rows),
        )

    @property
    def shown(self) -> list[list[ShownCell]]:
        """Every cell as text."""
        return [
            [self._shown(column, cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]

    @property
    def sums(self) -> tuple[CellValue, ...]:
        """The last line: the sum of each summed column; empty if no column adds up."""
        if not self.rows or not any(column.summed for column in self.columns):
            return ()
        return tuple(
            self.sum_of(place) if column.summed else None
            for place, column in enumerate(self.columns)
        )

    def sum_of(self, place: int) -> int:
        """The sum of a column; zero if there are no rows."""
        return _sum(row[place] for row in self.rows)

    @property
    def shown_sums(self) -> list[str]:
        """The last line as text, empty for columns that don't add up."""
        return [
            "" if value is None else cell_text(column.kind, value, self.time_zone)
            for column, value in zip(self.columns, self.sums, strict=False)
        ]

    @property
    def page_columns(self) -> list[Column]:
        return [self.columns[lead] for lead, *_ in self._places]

    @property
    def page_rows(self) -> list[list[ShownCell]]:
        """Every cell as a page shows it, with the cells below it."""
        return [
            [
                replace(
                    shown[lead],
                    below=tuple(
                        (self.columns[at].name, shown[at]) for at in below if value_of(row[at])
                    ),
                )
                for lead, *below in self._places
            ]
            for row, shown in zip(self.rows, self.shown, strict=True)
        ]

    @property
    def page_sums(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The last line of a page: each sum, with the sums below it by name."""
        values, shown = self.sums, self.shown_sums
        return [
            (shown[lead], [(self.columns[at].name, shown[at]) for at in below if values[at]])
            for lead, *below in (self._places if values else ())
        ]

    @property
    def is_joined(self) -> bool:
        """Whether there are more columns than fit side by side."""
        return len(self.columns) >= JOINED_FROM and any(each.under for each in self.columns)

    @property
    def _places(self) -> list[list[int]]:
        """The columns that share a place, by number."""
        found: dict[str, list[int]] = {}
        for at, column in enumerate(self.columns):
            place = (self.is_joined and column.under) or column.name
            found.setdefault(place, []).append(at)
        return list(found.values())

    def cut(self, most: int) -> Sheet:
        """At most so many of its rows; the rest doesn't count in the sums."""
        left_out = len(self.rows) - most
        if left_out <= 0:
            return self
        columns = tuple(replace(column, summed=False) for column in self.columns)
        return replace(self, columns=columns, rows=self.rows[:most], left_out=left_out)

    def _shown(self, column: Column, cell: Cell) -> ShownCell:
        value = value_of(cell)
        address = cell.address if isinstance(cell, Linked) else ""
        shown = cell.shown if isinstance(cell, Linked) else ""
        text, exact = shown or cell_text(column.kind, value, self.time_zone), ""
        if column.in_cents and isinstance(value, int):
            text, exact = _in_cents(value)
        order = str(float(value)) if isinstance(value, int | Fraction) else text
        plain = ""
        if column.kind == TIME and isinstance(value, int):
            plain = local_time(value, self.time_zone)
        elif column.kind in (TEXT, DAY) and isinstance(value, str) and not shown:
            plain = order = value
        held = cell.parts if isinstance(cell, LinkedParts) else ()
        parts = tuple(self._shown(column, part) for part in held)
        is_next = isinstance(cell, Linked) and cell.is_next
        return ShownCell(
            text, order, address, column.right, column.kind, parts, exact, is_next, plain=plain
        )


def sheet(
    name: str,
    columns: Sequence[Column],
    rows: Iterable[Sequence[Cell]],
    *,
    time_zone: str,
    note: str = "",
) -> Sheet:
    """A table from rows of any kind."""
    return Sheet(name, tuple(columns), tuple(tuple(row) for row in rows), time_zone, note)


def value_of(cell: Cell) -> CellValue:
    """A cell's value, without its link."""
    return cell.value if isinstance(cell, Linked | LinkedParts) else cell


def plain_words(name: str) -> str:
    """A name of the record, such as a kind or a status, in a file or an entry."""
    return name.replace("_", " ").capitalize()


def cell_text(kind: str, value: CellValue, time_zone: str) -> str:
    """A value as a person reads it; a dash if there is none."""
    if value is None:
        return "–"
    if isinstance(value, str | Told):
        return _text_of(kind, value)
    match kind:
        case "money":
            return dollars(int(value))
        case "micros":
            return _in_dollars(value, 6)
        case "time":
            return format_recent_moment(int(value), time_zone)
        case "rate":
            return percentage(percent(Fraction(value, PPM_WHOLE), 2))
        case "share" | "percent":
            return percentage(percent(Fraction(value), PLACES[kind]))
        case "count":
            return count(int(value))
        case "mark":
            return "✓" if value else ""
        case _:
            return str(value)


def _in_dollars(micros: int | Fraction, places: int) -> str:
    amount = figures(decimal(abs(Fraction(micros, DOLLAR_MICROS)), places))
    return ("-" if micros < 0 else "") + money(amount)


def _in_cents(micros: int) -> tuple[str, str]:
    """An amount in whole cents, and the exact amount if it has part of a cent."""
    cents = shown_down(Micros(abs(micros)))
    is_whole = cents * MICROS_PER_CENT == abs(micros)
    exact = "" if is_whole else _in_dollars(micros, MICRO_PLACES)
    return dollars(-cents if micros < 0 else cents), exact


def _text_of(kind: str, value: str | Told) -> str:
    if isinstance(value, Told):
        return value.reason
    match kind:
        case "words":
            return title_text(value)
        case "day":
            return day(value)
        case "titled":
            return translate(known_name(value))
        case "told":
            return translate(reason_said(value))
        case "pay":
            return pay(value)
        case "sheet" | "column":
            return heading_text(kind, value)
        case "method":
            return name_text(f"by_{value}") if value else ""
        case "long":
            return localize_text(reason_said(value))
        case _:
            return localize_text(value)


def _sum(cells: Iterable[Cell]) -> int:
    """The sum of a column's cells; empty ones add nothing."""
    total = 0
    for cell in cells:
        value = value_of(cell)
        if value is not None:
            assert isinstance(value, int), value
            total += value
    return total
