"""Finds which wager a printed paytable is of, and which hands each of its lines means: by words,
then by pays, then by order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

from pitboss.lab.printed_text import WORDS, PrintedTable, pay_as
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable
from pitboss.rules.posted import PostedLine, posted_lines

SAME, HANDS = WORDS["same"], WORDS["hands"]
MATCHED_LEAST = 2
LOST = ("loses", "push")
# How well a line's pay fits a printed one.
OTHER_PAY, OTHER_WORD, SAME_PAY = range(3)


def find_wagers(table: PrintedTable, *, house: Path | None = None) -> tuple[str, ...]:
    """The ids of the wagers that fit a printed table best, all equally; refused if none does."""
    known = catalog.Paytables(house)
    scores = {each: _score(table, known.get(each)) for each in known.ids()}
    best = max(scores.values())
    if best[0] < MATCHED_LEAST:
        raise Refusal("PRINTED_UNREADABLE", "no_wager")
    return tuple(each for each, score in scores.items() if score == best)


def match_lines(table: PrintedTable, paytable: Paytable) -> dict[int, tuple[str, ...]]:
    """The hands that each printed line means."""
    posted = posted_lines(paytable)
    found: dict[int, PostedLine] = {}
    for at, line in enumerate(table.lines):
        wanted = to_words(line.label)
        for each in posted:
            if each not in found.values() and _is_named(wanted, each, paytable):
                found[at] = each
                break
    for at, line in enumerate(table.lines):
        left = [each for each in posted if each not in found.values()]
        if at not in found and line.pays:
            fits = {each: _rate_pay(each, line.pays) for each in left}
            most = max(fits.values(), default=OTHER_PAY)
            alike = [each for each in left if fits[each] == most != OTHER_PAY]
            if len(alike) == 1 and _fits_between(at, alike[0], found, posted):
                found[at] = alike[0]
    open_lines = [at for at in range(len(table.lines)) if at not in found]
    left = [each for each in posted if each not in found.values()]
    if len(open_lines) == len(left):
        for at, each in zip(open_lines, left, strict=True):
            if _fits_between(at, each, found, posted) and _may_mean(table, at, each, found):
                found[at] = each
    return {at: each.outcomes for at, each in sorted(found.items())}


def _score(table: PrintedTable, paytable: Paytable) -> tuple[int, int, int]:
    """How well a paytable fits: its lines, less those it has beyond; its pays; its title."""
    posted = posted_lines(paytable)
    matched = []
    for line in table.lines:
        wanted = to_words(line.label)
        if found := next((each for each in posted if _is_named(wanted, each, paytable)), None):
            matched.append((line, found))
    paid = [each for each in posted if str(each.prizes[0]) != "loses"]
    beyond = sum(each not in [other for _, other in matched] for each in paid)
    rated = [_rate_pay(each, line.pays) for line, each in matched]
    same = rated.count(SAME_PAY)
    pays = max(same, sum(_has_numbers(each, line.pays) for line, each in matched))
    own, title = (
        set(re.findall(r"[a-z0-9]+", text.lower()))
        for text in (f"{paytable.title} {paytable.id}", table.title)
    )
    return 2 * len(matched) + pays - beyond, len(own & title), same


def _rate_pay(line: PostedLine, pays: str) -> int:
    """Whether a line pays the same: 3 to 1 is 4 for 1. The same numbers with the other word are
    another reading, which fits less well."""
    own = _pay_text(line)
    if pays and (own == pays or _paid_on_one(own) == _paid_on_one(pays) is not None):
        return SAME_PAY
    return OTHER_WORD if _has_numbers(line, pays) else OTHER_PAY


def _has_numbers(line: PostedLine, pays: str) -> bool:
    """Whether a line pays the same numbers, to or for."""
    own = _pay_text(line)
    return bool(pays) and pay_as(own, "to") == pay_as(pays, "to")


def _pay_text(line: PostedLine) -> str:
    return str(line.prizes[0]).replace(",", "").partition(" from ")[0]


def _paid_on_one(pays: str) -> Fraction | None:
    """What comes on top of the stake, from `3 to 1` or `4 for 1`; None if it isn't odds."""
    top, word, bottom = (*pays.split(" "), "", "")[:3]
    if word not in ("to", "for") or not bottom.isdecimal() or not int(bottom):
        return None
    return Fraction(top) / int(bottom) - (word == "for")


def _is_named(wanted: frozenset[str], line: PostedLine, paytable: Paytable) -> bool:
    """Whether printed words mean a line. Where only one line wins, they may name the bet."""
    if wanted in _names(line):
        return True
    paid = [each for each in posted_lines(paytable) if str(each.prizes[0]) not in LOST]
    own = to_words(paytable.slot)
    every = own | to_words(f"{paytable.title} {' '.join(paytable.games)} {line.label.long}")
    return paid == [line] and own <= wanted <= every


def _fits_between(
    at: int, line: PostedLine, found: dict[int, PostedLine], posted: tuple[PostedLine, ...]
) -> bool:
    """Whether a line keeps the order of those found."""
    places = {index: posted.index(each) for index, each in found.items()}
    own = posted.index(line)
    return all((index < at) == (place < own) for index, place in places.items())


def _may_mean(table: PrintedTable, at: int, line: PostedLine, found: dict[int, PostedLine]) -> bool:
    """Whether a line with other words may be a posted one by its place alone: both lose or neither
    does. Without a pay, it needs a figure in a column of a line that was found."""
    printed = table.lines[at]
    if printed.pays:
        return (printed.pays == "loses") == (_pay_text(line) == "loses")
    columns = {name for other in found for name in table.lines[other].figures}
    return not columns.isdisjoint(printed.figures)


@cache
def to_words(label: str) -> frozenset[str]:
    """The words of a hand that matter, in one spelling."""
    words: list[str] = []
    for word in re.findall(r"[a-z']+|\d+", label.lower().replace("_", " ")):
        plain = word if word in SAME else word.removesuffix("s") if len(word) > 3 else word
        words += SAME.get(plain, plain).split()
    kept = frozenset(words) - {*HANDS["left_out"]}
    return kept or frozenset(words)


def _names(line: PostedLine) -> Iterator[frozenset[str]]:
    yield to_words(line.label.short)
    yield to_words(line.label.long)
    yield from map(to_words, line.outcomes)
    if line.outcomes[0] == "nothing":
        yield from map(to_words, HANDS["losing"])
