"""Text layout: widths, aligned columns, terminal colors, cards."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Collection, Iterable, Sequence
from typing import TextIO

from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules.cards import DIAMONDS, HEARTS, JOKER, RANK_OF, RANKS, SUIT_OF, SUIT_SIGNS, Card
from pitboss.rules.cards import card_text as plain_card
from pitboss.words.language import language_now, texts
from pitboss.words.sentences import fill

WIDTH_LEAST, WIDTH_MOST = 60, 100  # longer lines are hard to read
GAP = "  "
PRINTED = ("commands", "printed")  # the files of words/ that commands use

BOLD, DIM, RED, GREEN, YELLOW, CYAN = "1", "2", "31", "32", "33", "36"

_PAINT = re.compile(r"\x1b\[[0-9;]*m")


def width() -> int:
    """The page width in columns: the terminal's, or 80 in a pipe."""
    return max(WIDTH_LEAST, min(WIDTH_MOST, shutil.get_terminal_size((80, 24)).columns))


def paint(text: str, style: str, *, stream: TextIO | None = None) -> str:
    """Colored text if the terminal supports it, else plain text."""
    shown_on = stream or sys.stdout
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"\x1b[{style}m{text}\x1b[0m" if wanted and shown_on.isatty() and text else text


def refusal_text(refusal: Refusal) -> str:
    """A refusal as one line: where, why, and its code to look up."""
    where = f"{refusal.where}: " if refusal.where else ""
    code = paint(refusal.code, f"{BOLD};{RED}", stream=sys.stderr)
    return f"{printable(where + refusal.reason)} ({code})"


def printable(text: str) -> str:
    """Outside text on one line, without terminal control characters."""
    return "".join(char if char.isprintable() else " " for char in text)


def format_heading(text: str) -> str:
    """The heading of a part of a page."""
    return paint(text, BOLD)


def words(name: str) -> str:
    """An outcome or figure in words."""
    return name.replace("_", " ")


def command_text(name: str, /, **values: object) -> str:
    """A text that a command prints, by its table and name in `[commands]`: `odds.long_edge`."""
    table, _, key = name.partition(".")
    told = {
        each: value if isinstance(value, int | list) or type(value) is tuple else str(value)
        for each, value in values.items()
    }
    return fill(texts(language_now(), *PRINTED)["commands"][table][key], told)


def wrap_text(text: str, *, first: str = "", rest: str | None = None) -> list[str]:
    """Wrap a text to the page; `rest` goes in front of each line but the first."""
    blank = " " * visible(first)
    lines = textwrap.wrap(
        printable(text),
        width(),
        initial_indent=blank,
        subsequent_indent=blank if rest is None else rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [first + lines[0][len(blank) :], *lines[1:]] if lines else [first.rstrip()]


def visible(text: str) -> int:
    """The number of columns a text takes, ignoring colors."""
    return len(_PAINT.sub("", text))


def lined_up(
    rows: Sequence[Sequence[str]],
    *,
    right: Collection[int] = (),
    indent: str = "",
    wraps: bool = True,
) -> list[str]:
    """Align rows of cells in columns; if `wraps`, a long last column wraps under itself."""
    count = max((len(row) for row in rows), default=0)
    widths = [
        max((visible(row[index]) for row in rows if index < len(row)), default=0)
        for index in range(count)
    ]
    lines: list[str] = []
    for row in rows:
        cells = [
            _padded(cell, widths[index], right=index in right) for index, cell in enumerate(row)
        ]
        *front, last = cells
        start = indent + "".join(cell + GAP for cell in front)
        short = visible(start) + visible(row[-1]) <= width()
        fits = short or not wraps or _PAINT.search(last)
        lines += [(start + last).rstrip()] if fits else wrap_text(row[-1], first=start)
    return lines


def _padded(cell: str, size: int, *, right: bool) -> str:
    blank = " " * (size - visible(cell))
    return blank + cell if right else cell + blank


def format_signed(cents: int) -> str:
    """A gain or a loss: +$5.00, -$5.00, $0.00."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def signed_paint(cents: int) -> str:
    """A gain in green, a loss in red."""
    style = GREEN if cents > 0 else RED
    return paint(format_signed(cents), style) if cents else format_signed(cents)


def amount(cents: int) -> str:
    """An amount as short as possible: $10, $2.50."""
    return dollars(cents).removesuffix(".00")


# ---- cards --------------------------------------------------------------------------------------


def _shows(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def card(shown: Card) -> str:
    """A card with its suit symbol, red suits in red; in letters without symbol support."""
    if shown == JOKER:
        return paint(plain_card(shown), f"{BOLD};{YELLOW}")
    suit = SUIT_OF[shown]
    text = RANKS[RANK_OF[shown]] + SUIT_SIGNS[suit]
    style = f"{BOLD};{RED}" if suit in (DIAMONDS, HEARTS) else BOLD
    return paint(text if _shows(text) else plain_card(shown), style)


def cards(shown: Iterable[Card], *, face_down: int = 0) -> str:
    """Cards in a row, the last `face_down` of them face down."""
    faces = list(shown)
    up = len(faces) - face_down
    back = paint("▒▒" if _shows("▒▒") else "##", CYAN)
    return " ".join([*map(card, faces[:up]), *[back] * face_down])
