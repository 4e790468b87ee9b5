"""Reads a paytable somebody printed, with its figures: plain text, CSV, a Markdown table or TOML.

It only finds labels, pays and figures. Which wager they are about and whether they are right is for
`printed_check`.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from pitboss.refusal import Refusal
from pitboss.rules.reading import toml_data

CHARACTERS_MOST = 100_000
LINES_MOST = 500
DIGITS_MOST = 40  # of a number

# How sources print things: the words that head a column, and those that name a figure.
WORDS = toml_data(
    Path(__file__).with_name("printed_words.toml").read_text("utf-8"), code="PRINTED_UNREADABLE"
)
_COLUMN_OF = {word: kind for kind, words in WORDS["columns"].items() for word in words.split()}
_FIGURE_OF = {word: kind for kind, words in WORDS["figures"].items() for word in words.split()}

_NUMBER = r"\$?\d[\d,]*(?:\.\d+)?|\$?\.\d+"
_ODDS = rf"(?P<top>{_NUMBER})(?: ?(?P<word>to|for|:) ?|-)(?P<bottom>\d+)(?![\d-])"
_PAY = re.compile(
    rf"(?P<even>even money|1 ?: ?1)|(?P<push>push(?:es)?|tie)|(?P<loses>loses?|loss|no win)"
    rf"|(?<![\d-]){_ODDS}"
    rf"|(?P<share>\d+(?:\.\d+)? ?% of [a-z_ ]+|(?:\d+ ?% )?[a-z ]*jackpot)",
    re.ASCII | re.IGNORECASE,
)
_VALUE = re.compile(
    rf"1(?: in |:)(?P<one_in>{_NUMBER})|(?P<fraction>\d[\d,]*/\d[\d,]*)"
    rf"|(?P<against>{_NUMBER})(?: to | ?: ?)1(?![\d.])"
    rf"|(?:(?P<sign>[-\N{{MINUS SIGN}}+]) ?)?(?P<number>{_NUMBER})(?P<percent> ?%)?",
    re.ASCII | re.IGNORECASE,
)
_BELOW_NOTHING = re.compile(rf"\s(?=[-\N{{MINUS SIGN}}]{_ODDS})", re.ASCII | re.IGNORECASE)
# Where one row begins another line or figure: after a pay, a percentage or a one-in come words.
_NEXT = re.compile(
    rf"(?:(?<![\d-]){_ODDS}|\d ?%|\b1 in (?:{_NUMBER})|even money)\)?(?P<gap>[,;]\s*|\.?\s+)"
    r"(?!(?:for|on|if|when|against|from|or|to|in)\b)"
    r"(?=(?:[a-z]|\d (?:of|pairs?)\b)[^\n]{0,80}(?:\d|even|push|los))",
    re.ASCII | re.IGNORECASE,
)
_SAME_SIGN = {**dict.fromkeys(range(0x2010, 0x2016), "-"), 0xA0: " "}  # dashes and hard spaces
_DECKS = re.compile(r"\b(\d|one|two|four|six|eight)[ -]decks?\b|\bdecks? ?[:=]? ?(\d)\b", re.I)


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A figure as printed, and its value with sign. `like` is the form it is rounded in."""

    printed: str
    value: Fraction
    like: str  # without a sign; empty for an exact fraction
    is_odds: bool = False  # 1 in so many, or so many to 1

    @property
    def half_digit(self) -> Fraction:
        """Half of its last digit: how far rounding may have moved it."""
        if not self.like:
            return Fraction(0)
        decimals = self.like.removesuffix(" %").partition(".")[2]
        return Fraction(1, 2 * 10 ** len(decimals) * (100 if self.like.endswith("%") else 1))


@dataclass(frozen=True, slots=True)
class PrintedLine:
    """A line of the paytable: its words, its pay, and its figures by column."""

    label: str
    pays: str = ""
    figures: Mapping[str, PrintedFigure] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintedWhole:
    """A figure of the whole wager, or of a column in a row of totals. `where` are the settings that
    it is printed for."""

    figure: str
    column: str
    printed: PrintedFigure
    where: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """All that was read. A column without a known head has a number for a name."""

    lines: tuple[PrintedLine, ...]
    wholes: tuple[PrintedWhole, ...]
    settings: Mapping[str, str]
    title: str
    unread: tuple[str, ...]


def read_printed(text: str) -> PrintedTable:
    """Read a paytable with its figures; refused if it has none."""
    text = text.translate(_SAME_SIGN)
    rows = text.splitlines()
    is_toml = _is_toml(rows)
    if not is_toml and len(text) <= CHARACTERS_MOST:
        rows = [each for row in rows for each in _part(row)]
    if len(text) > CHARACTERS_MOST or len(rows) > LINES_MOST:
        raise Refusal("PRINTED_UNREADABLE", "too_long", lines=LINES_MOST, size=CHARACTERS_MOST)
    if long := re.search(rf"[\d.,]{{{DIGITS_MOST + 1},}}", text):
        raise Refusal("PRINTED_UNREADABLE", "number", most=DIGITS_MOST, text=f"{long[0][:12]}...")
    cells = _toml_rows(text) if is_toml else _split_rows(rows)
    found = _Reader()
    for row in cells:
        found.read(row)
    found.settle_bare()
    if not found.lines and not found.wholes:
        raise Refusal("PRINTED_UNREADABLE", "no_figures")
    title, unread = "\n".join(found.titles), tuple(found.unread)
    return PrintedTable(tuple(found.lines), tuple(found.wholes), _decks_in(text), title, unread)


def _is_bare(line: PrintedLine) -> bool:
    """Whether a line has nothing but a whole number, which is its pay."""
    return list(line.figures) == ["1"] and line.figures["1"].like.isdecimal()


def to_figure(text: str) -> PrintedFigure | None:
    """A figure such as 7.10 %, .0364, 1,096, $2,500, 1 in 220 or 3/25; None if it isn't one."""
    found = _VALUE.fullmatch(text.strip())
    if found is None:
        return None
    if found["fraction"]:
        above, below = (int(each.replace(",", "")) for each in found["fraction"].split("/"))
        return PrintedFigure(text.strip(), Fraction(above, below), "") if below else None
    is_odds = bool(found["one_in"] or found["against"])
    bare = found["one_in"] or found["against"] or found["number"]
    dollars, bare = ("$", bare[1:]) if bare.startswith("$") else ("", bare)
    bare = f"0{bare}" if bare.startswith(".") else bare
    value = Fraction(bare.replace(",", ""))
    value *= -1 if found["sign"] and found["sign"] != "+" else 1
    percent = " %" if found["percent"] else ""
    return PrintedFigure(
        text.strip(), value / 100 if percent else value, f"{dollars}{bare}{percent}", is_odds
    )


# ---- rows ---------------------------------------------------------------------------------------


def _is_toml(rows: Sequence[str]) -> bool:
    """Whether a row heads a table or has a quoted value, or all have bare numbers."""
    if any(re.match(r"\s*(\[\[?[\w.\"]+\]\]?|[\w\"]+ *= *[\"'\[{])", row) for row in rows):
        return True
    kept = [row for row in rows if row.strip()]
    return bool(kept) and all(re.fullmatch(r"\s*\w+ *= *[-.\d]+\s*", row) for row in kept)


def _toml_rows(text: str) -> Iterator[list[str]]:
    """The rows that a TOML file stands for: its figures, its pays, and its tables of lines. A
    paytable of ours is such a file."""
    data = toml_data(text, code="PRINTED_UNREADABLE")
    labels = data.pop("labels", {})
    for name, value in data.items():
        if name == "pays" and isinstance(value, dict):
            for each, pays in value.items():
                yield [labels.get(each, {}).get("long", each), str(pays)]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            rows = [_printed_row(each) for each in value] if name == "printed" else value
            heads = list(dict.fromkeys(key for each in rows for key in each))
            yield heads if name != "printed" else [""]
            yield from ([str(each.get(key, "")) for key in heads] for each in rows)
        elif isinstance(value, str | int | float) and (name == "title" or _figure_of(name)):
            yield [str(value)] if name == "title" else [name, str(value)]


def _printed_row(row: Mapping[str, Any]) -> dict[str, str]:
    """A printed figure of a paytable of ours as a row."""
    where = row.get("where", {})
    decks = f" {where['decks']} decks" if "decks" in where else ""
    value = f"1 in {row['value']}" if row["figure"] == "one_in" else row["value"]
    return {"label": where.get("outcome", f"{row['figure']}{decks}"), "value": value}


def _part(row: str) -> list[str]:
    """The lines and figures that one row has one after the other, and the title before them."""
    ends = [(each.start("gap"), each.end()) for each in _NEXT.finditer(row)]
    starts, stops = [0, *(end for _, end in ends)], [*(start for start, _ in ends), len(row)]
    found = [row[start:stop] for start, stop in zip(starts, stops, strict=True)]
    if len(found) > 1:
        found[:1] = re.split(r": (?=[A-Za-z])(?!pays?\b)", found[0], maxsplit=1)
    return [re.sub(r"(?<=[\d%])\.$", "", each) for each in found]


def _split_rows(rows: Sequence[str]) -> Iterator[list[str]]:
    """Each row's cells: by tab, bar, semicolon, or comma where most rows have one; or wide gaps."""
    kept = [row for row in rows if row.strip() and not re.fullmatch(r"[\s|:+=_-]+", row)]
    for sign in ("\t", "|", ";", ","):
        between = re.compile(r",(?!\d{3}\b) *[-$.\d\"]" if sign == "," else re.escape(sign))
        has_cells = [bool(between.search(row)) or _is_head(row, sign) for row in kept]
        if 2 * sum(has_cells) > len(kept):
            for cells in csv.reader(kept, delimiter=sign, skipinitialspace=True):
                yield [cell.strip() for cell in cells] if sign != "|" else _trim(cells)
            return
    for row in kept:
        cells = re.split(r"\s{2,}", row.strip())
        yield cells if len(cells) > 1 else _cut(row.strip())


def _trim(row: Sequence[str]) -> list[str]:
    """A row of a Markdown table without its outer bars."""
    cells = [cell.strip() for cell in row]
    return cells[not cells[0] : len(cells) - (not cells[-1])] if cells else []


def _cut(row: str) -> list[str]:
    """The cells of a row with single spaces: words, a pay where there is one, then figures."""
    if not re.search(r"\d", row):
        columns = re.findall(r"1 in|one in|expected (?:return|value)|total paid|\S+", row, re.I)
        return columns if _head(columns) else [row]
    if below := _BELOW_NOTHING.search(row):  # no pay, and none of its numbers is a figure
        return [row[: below.start()], row[below.end() :]]
    pays = [each for each in _PAY.finditer(row) if each.start()]
    odds = [each for each in pays if each["top"]]  # "tie" may be the hand
    pay = next(iter(odds or pays), None)
    if pay is None or not re.search(r"[\s:(]$", row[: pay.start()]):
        tail = re.search(r"[\s:=](?:(?:1 in )?[-\N{MINUS SIGN}$.\d][\d.,/]*(?: ?%)?\s*)+$", row)
        if tail is None:
            return [row]
        return [row[: tail.start()], *_cut_values(tail[0])]
    return [row[: pay.start()].rstrip(" ("), pay[0], *_cut_values(row[pay.end() :])]


def _cut_values(text: str) -> list[str]:
    return [each[0].strip() for each in _VALUE.finditer(text)]


def _figure_of(label: str) -> str:
    """The figure that a row is of; empty if it is a line of the paytable."""
    words = _plain(_DECKS.sub("", label)).split("_")
    while words and words[0] in WORDS["said"]["before"]:
        words.pop(0)
    while words and words[-1] in WORDS["said"]["after"]:
        words.pop()
    return str(_FIGURE_OF.get("_".join(words), ""))


def _plain(text: str) -> str:
    """A head or a figure's name as the lists above write it."""
    return "_".join(re.findall(r"[a-z0-9]+", text.lower().replace("'", "")))


def _head(cells: Sequence[str]) -> list[str]:
    """The kind of each column that a row heads; empty if the row is no head."""
    kinds = [_COLUMN_OF.get(_plain(cell)) for cell in cells]
    if sum(kind is not None for kind in kinds[1:]) == 0:
        return []
    # Odds beside pays are how often a hand comes; on their own they are the pays.
    odds = "one_in" if "pays" in kinds else "pays"
    kinds = [odds if kind == "odds" else kind for kind in kinds]
    return [str(at) if kind in (None, "unclear") else kind for at, kind in enumerate(kinds)]


def _is_head(row: str, sign: str) -> bool:
    return bool(_head([cell.strip() for cell in row.split(sign)]))


def _decks_in(text: str) -> dict[str, str]:
    """The number of decks, if the text says one alone."""
    found = [(each[1] or each[2]).lower() for each in _DECKS.finditer(text)]
    return {"decks": WORDS["decks"].get(found[0], found[0])} if len(set(found)) == 1 else {}


class _Reader:
    """Takes rows of cells one by one."""

    def __init__(self) -> None:
        self.lines: list[PrintedLine] = []
        self.wholes: list[PrintedWhole] = []
        self.titles: list[str] = []
        self.unread: list[str] = []
        self._columns: list[str] = []

    def read(self, cells: Sequence[str]) -> None:
        """Take one row: a head, a figure, a row of totals, a line of the paytable, or words."""
        if columns := _head(cells) if not any(map(to_figure, cells)) else []:
            self._columns = columns
            return
        surplus = len(cells) - len(self._columns) if self._columns else 0
        if surplus > 0:  # the label has numbers
            cells = [" ".join(cells[: surplus + 1]), *cells[surplus + 1 :]]
        label, values = cells[0].strip(" :=-"), cells[1:]
        where, figure = _decks_in(label), _figure_of(label)
        if figure == "total":
            _, found = self._figures_of(values, is_total=True)
            self.wholes += [PrintedWhole(figure, name, each) for name, each in found.items()]
        elif figure:
            read = [each for each in map(to_figure, values) if each]
            self.wholes += [PrintedWhole(figure, "", each, where) for each in read[:1]]
            if not read:
                self.unread.append(" ".join(cells))
        elif values and _plain(label) not in ("decks", "deck"):
            pays, found = self._figures_of(values)
            if pays or found or any(map(_PAY.fullmatch, values)):
                self.lines.append(PrintedLine(label, pays, found))
            else:
                self.unread.append(" ".join(cells))
        else:
            kept = self.unread if re.search(r"\d ?%", cells[0]) else self.titles
            kept.append(" ".join(cells))

    def settle_bare(self) -> None:
        """Without a head, lines with nothing but a whole number have it as their pay; a single one
        before others is a title such as Dragon 7."""
        bare = [line for line in self.lines if _is_bare(line)]
        if self._columns or not bare:
            return
        if len(bare) == 1:
            self.lines.remove(bare[0])
            self.titles.insert(0, f"{bare[0].label} {bare[0].figures['1'].printed}")
        elif len(bare) == len(self.lines):
            self.lines = [PrintedLine(each.label, to_pay(each.figures["1"].like)) for each in bare]

    def _figures_of(
        self, values: Sequence[str], *, is_total: bool = False
    ) -> tuple[str, dict[str, PrintedFigure]]:
        """The pay and the figures of a row. A row with fewer cells than the head has them at its
        right; a total has no pay."""
        columns = self._columns[1:] or [
            *(["pays"] if values and _PAY.fullmatch(values[0]) else []),
            *map(str, range(1, len(values) + 1)),
        ]
        if is_total and len(values) < len(columns) and "pays" in columns:
            columns.remove("pays")
        columns = columns[max(0, len(columns) - len(values)) :]
        pays, figures = "", {}
        for column, text in zip(columns, values, strict=False):
            if column == "pays" or (column.isdecimal() and not pays and _PAY.fullmatch(text)):
                pays = to_pay(text) or pays
            elif figure := to_figure(text):
                figures[column] = figure
        return pays, figures


def to_pay(text: str) -> str:
    """A pay in a paytable's words; a bare number is to 1. Empty if it is none, or a meter's."""
    found = _PAY.fullmatch(text.strip())
    if found is None:
        figure = to_figure(text)
        if figure is None or figure.is_odds or text.strip().endswith("%"):
            return ""
        if figure.value < 0:
            return "loses" if figure.value == -1 else ""
        if text.strip().startswith("$"):
            return text.strip()
        return _odds(figure.value, "to", 1) if figure.value else "push"
    if found["even"]:
        return "1 to 1"
    if found["push"] or found["loses"]:
        return "push" if found["push"] else "loses"
    if found["share"]:
        return ""
    top = Fraction(found["top"].lstrip("$").replace(",", ""))
    return _odds(
        top, "for" if (found["word"] or "").lower() == "for" else "to", int(found["bottom"])
    )


def _odds(top: Fraction, word: str, bottom: int) -> str:
    if top.denominator == 1:
        return f"{top} {word} {bottom}"
    whole = top / (bottom or 1)
    return f"{whole.numerator} {word} {whole.denominator}"


def pay_as(pay: str, word: str) -> str:
    """The same pay read as `to` or as `for`."""
    return re.sub(r" (to|for) ", f" {word} ", pay)
