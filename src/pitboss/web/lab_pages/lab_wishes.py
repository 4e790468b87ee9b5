"""Wishes for a design, as a page has them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from starlette.datastructures import QueryParams

from pitboss.lab.designer import Design, Span, Wishes, design, free_lines
from pitboss.lab.lab_wagers import LabWager
from pitboss.refusal import Refusal
from pitboss.web.lab_pages.explorer import TERMS, Explored
from pitboss.web.lab_pages.lab_searches import SECONDS_MOST, DesignSearches, SearchState
from pitboss.web.office.figures import known_paytable

DESIGNS = 5
NUMBER = re.compile(r"-?\d{1,7}(?:\.\d{1,6})?", re.ASCII)
SEARCHES = DesignSearches()


class WishField(NamedTuple):
    """A wish with two ends: what a field's number is a part of, its limits, and its slider's."""

    name: str
    per: int
    least: int
    most: int
    slider: Mapping[str, str]


FIELDS = (
    WishField("edge", 100, -1000, 100, {"min": "0", "max": "30", "step": "0.1"}),
    WishField("hits", 100, 0, 100, {"min": "0", "max": "60", "step": "0.5"}),
    WishField("deviation", 1, 0, 1_000_000, {"min": "0", "max": "40", "step": "0.5"}),
    WishField("top", 1, 0, 1_000_000, {"min": "0", "max": "5000", "step": "25"}),
)
ENDS = ("low", "high")


@dataclass(frozen=True)
class WishForm:
    """What was wished, and the fields that can't be read."""

    wager: LabWager  # a progressive is designed for the long run, without what its meters show
    typed: Mapping[str, str]
    terms: tuple[str, ...]  # of levels that may change, such as seed.mega
    keep: tuple[str, ...]
    lose: tuple[str, ...]
    faults: Mapping[str, Refusal]
    wishes: Wishes


def read_wishes(found: Explored, query: QueryParams) -> WishForm:
    """The wishes of an address; without any, an edge near the present one."""
    names = [f"{each.name}.{end}" for each in FIELDS for end in ENDS]
    typed = {name: query.get(name, "").strip()[:20] for name in (*names, "changes")}
    wager = replace(found.wager, meters_cents={})
    if "find" not in query and wager.edge is not None:
        low = float(round(wager.edge * 200)) / 2
        typed |= {"edge.low": f"{max(low - 0.5, 0):g}", "edge.high": f"{max(low + 0.5, 1):g}"}
    free = tuple(reversed(free_lines(found.wager.paytable)))
    keep = tuple(each for each in free if each in query.getlist("keep"))
    lose = tuple(each for each in free if each in query.getlist("lose") and each not in keep)
    terms = {
        f"{kind}.{level.name}": ((level.name, term), _ladder(kind, getattr(level, term)))
        for level in wager.paytable.levels
        for kind, term in TERMS.items()
        if f"{kind}.{level.name}" in query.getlist("term")
    }
    faults: dict[str, Refusal] = {}
    spans = {each.name: _span(each, typed, faults) for each in FIELDS}
    wishes = Wishes(
        edge=spans["edge"],
        hit_frequency=spans["hits"],
        deviation=spans["deviation"],
        top_pay=spans["top"],
        changes_most=_changes(typed["changes"], faults),
        keep=keep,
        may_lose=lose,
        terms=dict(terms.values()),
    )
    return WishForm(wager, typed, tuple(terms), keep, lose, faults, wishes)


def find_designs(found: Explored, form: WishForm) -> SearchState:
    """The designs for these wishes, or how far the search is."""
    key = (
        known_paytable(found.wager.paytable),
        tuple(sorted(found.typed.items())),
        tuple(sorted(form.typed.items())),
        (form.terms, form.keep, form.lose),
    )
    return SEARCHES.ask(
        key,
        lambda report: design(
            form.wager, form.wishes, most=DESIGNS, seconds_most=SECONDS_MOST, report=report
        ),
    )


def design_fields(found: Explored, made: Design) -> dict[str, str]:
    """What a wager's page has to be told to show a design: each outcome of a printed line."""
    lines = free_lines(found.wager.paytable)
    changes = made.changes.items()
    changed = {_field(each): now for name, (_, now) in changes for each in lines.get(name, (name,))}
    return {**found.typed, **changed}


def changed_terms(found: tuple[Design, ...]) -> dict[str, str]:
    """The terms of meters that designs change, each with what it was."""
    changes = (change for each in found for change in each.changes.items())
    return {name: was for name, (was, _) in changes if " " in name}


def _field(name: str) -> str:
    """The field of a line, or of a level's term as a design names it: mega seed."""
    level, _, term = name.rpartition(" ")
    return f"{term}.{level}" if level else f"pay.{name}"


def _ladder(kind: str, present: int) -> list[int]:
    """What a seed or a rate may become."""
    if kind == "seed":
        return [present * quarters // 400 * 100 for quarters in (1, 2, 3, 4, 5, 6, 8, 12, 16)]
    return [percent * 10_000 for percent in range(61)]


def _span(field: WishField, typed: Mapping[str, str], faults: dict[str, Refusal]) -> Span | None:
    texts = [typed[f"{field.name}.{end}"] for end in ENDS]
    if not any(texts):
        return None
    ends = []
    for end, text, usual in zip(ENDS, texts, (field.least, field.most), strict=True):
        number = Fraction(text or usual) if not text or NUMBER.fullmatch(text) else None
        if number is None or not field.least <= number <= field.most:
            faults[f"{field.name}.{end}"] = Refusal(
                "LAB_FIELD_WRONG", "range", least=field.least, most=f"{field.most:,}"
            )
            return None
        ends.append(number / field.per)
    if ends[0] > ends[1]:
        faults[f"{field.name}.high"] = Refusal("LAB_FIELD_WRONG", "swapped", where=field.name)
        return None
    return ends[0], ends[1]


def _changes(text: str, faults: dict[str, Refusal]) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len("99")):
        faults["changes"] = Refusal("LAB_FIELD_WRONG", "range", least=0, most="99")
        return None
    return int(text)
