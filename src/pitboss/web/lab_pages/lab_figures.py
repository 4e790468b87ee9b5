"""How the lab writes figures and draws them, in the reader's words.

Floats are fine in a drawing: a place on the screen isn't an amount.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple

from pitboss.lab.designer import ROUND
from pitboss.lab.meter_life import MeterLife
from pitboss.money import dollars as plain_dollars
from pitboss.money import percent_text
from pitboss.notation import count, dollars, percentage, title_text
from pitboss.reports import parsheet_text as exact
from pitboss.rules.paytable import PLAIN, Fixed, Odds, Paytable, Prize
from pitboss.rules.posted import case_words
from pitboss.web.lab_pages.explorer import DollarPart, Explored
from pitboss.web.office.figure_words import SHARE, case_said, pay_said, setting_said
from pitboss.words.language import WORDS

WIDE, HIGH = 600, 260
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 26, 40
STEPS = 60
ALL_BUT = Fraction(1, 100)  # of the hits are beyond the curve's end
MARKS = (Fraction(1, 2), Fraction(9, 10))
TABLE = (Fraction(1, 10), Fraction(1, 4), *MARKS, Fraction(99, 100))
TICKS = 4
BAR = 1000
DAY_H, YEAR_H = 24, 24 * 365
LONG_DAYS = 3
AMOUNT_STEPS = 200  # of a slider


class FieldView(NamedTuple):
    """A field with a slider: `slider` is what a script needs to move it."""

    name: str
    label: str
    value: str
    slider: Mapping[str, str]


class SettingView(NamedTuple):
    """A setting with its choices, each with its words."""

    name: str
    label: str
    choices: list[tuple[str, str]]
    value: str
    slides: bool


class BarPart(NamedTuple):
    """A part of the dollar's bar."""

    name: str
    share: Fraction
    across: str
    wide: str


class CurveMark(NamedTuple):
    """By when so many are hit, and what the meter shows then."""

    chance: str
    wagers: int
    hours: Fraction
    cents: int | None  # unknown until the law of the award is asked for
    across: str
    up: str


class LifeCurve(NamedTuple):
    """The chance that a meter is hit, over the wagers since its restart."""

    line: str
    marks: list[CurveMark]
    table: list[CurveMark]
    ticks: list[tuple[str, str, str]]  # place, meter, wagers
    ups: list[tuple[str, str]]  # place, chance
    break_even: str  # its place, if it is in sight


# ---- figures ------------------------------------------------------------------------------------


def share_text(value: Fraction | None, digits: int = 4) -> str:
    """A share for people; a dash where it isn't known."""
    return "–" if value is None else percentage(exact.percent(value, digits))


def likely_text(value: Fraction | None) -> str:
    """A probability, as one in so many."""
    if value is None:
        return "–"
    said: str = WORDS["lab"]["one_in" if value else "never"]
    return said.replace("{n}", exact.one_in(value).removesuffix(".00"))


def long_text(hours: Fraction) -> str:
    """A time in the unit people would use."""
    words = WORDS["lab"]["time"]
    if hours < LONG_DAYS * DAY_H:
        return str(words["hours"]).replace("{n}", exact.decimal(hours, 1))
    if hours < YEAR_H:
        return str(words["days"]).replace("{n}", exact.decimal(hours / DAY_H, 0))
    return str(words["years"]).replace("{n}", exact.decimal(hours / YEAR_H, 1))


def outcome_text(outcome: str, paytable: Paytable) -> str:
    """A line's name as the layout prints it; its own where others print the same."""
    printed = [case_words(paytable, each) for each in paytable.outcomes]
    name = case_words(paytable, outcome)
    return title_text(outcome) if printed.count(name) > 1 else case_said(name, paytable)


def all_cases(found: Explored) -> Iterator[tuple[str, str, Fraction, Fraction]]:
    """Every way the wager ends, where the lines of the paytable don't tell all."""
    analysis, paytable = found.analysis, found.wager.paytable
    for case in analysis.printed_cases:
        likely = analysis.probability(case)
        words = case_said(case.outcome, paytable)
        yield words, pay_said(case.pays, paytable), likely, likely * analysis.back(case)


# ---- fields -------------------------------------------------------------------------------------


def setting_views(found: Explored) -> list[SettingView]:
    """The settings of the wager; numbers slide, the smallest first."""
    views = []
    for option in found.wager.options:
        slides = all(isinstance(each, int) for each in option.choices) and len(option.choices) > 1
        choices = sorted(option.choices) if slides else option.choices
        said = [
            setting_said(option.name, str(each), found.wager.paytable).partition(": ")
            for each in choices
        ]
        views.append(
            SettingView(
                f"set.{option.name}",
                said[0][0] if said[0][2] else WORDS["lab"]["game"],
                [(str(each), text[2] or text[0]) for each, text in zip(choices, said, strict=True)],
                str(found.analysis.options[option.name]),
                slides,
            )
        )
    return views


def pay_view(found: Explored, outcome: str) -> FieldView:
    """The field of a line's pay, in the reader's words. A pay on one unit slides along the round
    numbers."""
    prize = found.wager.paytable.prize(outcome)
    text, name = str(prize), f"pay.{outcome}"
    if share := SHARE.fullmatch(text):
        said = str(WORDS["figure_words"]["pays"]["share"])
        text = said.format(share=share[1], level=share[2])
    elif " from " not in text:
        text = pay_said(text, found.wager.paytable)
    shown = found.typed[name] if name in found.faults else text
    label = outcome_text(outcome, found.wager.paytable)
    return FieldView(name, label, shown, _pay_slider(prize, text))


def plain_pay(text: str) -> str:
    """A pay in the reader's words as a paytable's file has it."""
    said = WORDS["figure_words"]["pays"]
    for word in ("to", "for"):
        pattern = re.escape(said[word]).replace(r"\{odds\}", "([0-9,]+)")
        if found := re.fullmatch(pattern.replace(r"\{unit\}", "([0-9]+)"), text):
            return f"{found[1]} {word} {found[2]}"
    pattern = re.escape(said["share"]).replace(r"\{share\}", r"([\d.,]+)")
    if found := re.fullmatch(pattern.replace(r"\{level\}", r"(\w+)"), text):
        return f"{found[1]} % of {found[2]}"
    return {said["push"]: "push", said["loses"]: "loses"}.get(text, text)


def has_pays(paytable: Paytable) -> bool:
    """Whether each line has one pay, so that it can be changed here."""
    return PLAIN in paytable.columns


def level_views(found: Explored) -> list[tuple[str, list[FieldView]]]:
    """The fields of each meter: what it shows, its seed, rate and reserve."""
    views = []
    for level in found.wager.paytable.levels:
        least, seed = 0, level.seed_cents
        most = max(4 * seed, 2 * found.wager.meters_cents[level.name], 10_000)
        whole = {
            "min": str(least),
            "max": str(most // 100),
            "step": str(max(1, most // 100 // AMOUNT_STEPS)),
        }
        rates = {"min": "0", "max": "50", "step": "0.5"}
        values = {
            "meter": (plain_dollars(found.wager.meters_cents[level.name]), whole),
            "seed": (plain_dollars(seed), whole),
            "rate": (percent_text(level.rate_ppm), rates),
            "reserve": (percent_text(level.reserve_ppm), rates),
        }
        fields = [
            FieldView(
                name := f"{kind}.{level.name}",
                WORDS["lab"]["fields"][kind],
                found.typed[name]
                if name in found.faults
                else text.removesuffix(" %").removesuffix(".00"),
                slider,
            )
            for kind, (text, slider) in values.items()
        ]
        views.append((level.label, fields))
    return views


def _pay_slider(prize: Prize, text: str) -> dict[str, str]:
    if isinstance(prize, Odds) and prize.denominator == 1:
        return {"pattern": text.replace(f"{prize.numerator:,}", "{n}", 1)}
    if isinstance(prize, Fixed):
        return {"pattern": text.replace(plain_dollars(prize.cents).removesuffix(".00"), "${n}")}
    return {}


LADDER = "|".join(map(str, ROUND))


# ---- drawings -----------------------------------------------------------------------------------


def bar_parts(parts: tuple[DollarPart, ...]) -> list[BarPart]:
    """The dollar's bar. What the house loses has no place in it; the others share it then."""
    whole = sum((max(part.share, Fraction(0)) for part in parts), Fraction(0)) or Fraction(1)
    at, found = Fraction(0), []
    for name, share in parts:
        if not share:
            continue
        wide = max(share, Fraction(0)) * BAR / whole
        found.append(BarPart(name, share, f"{float(at):.1f}", f"{float(wide):.1f}"))
        at += wide
    return found


def is_plain(life: MeterLife) -> bool:
    """Whether an award follows from the wagers since the restart alone, so that it is known at
    once. Its law takes too long to move with a slider."""
    return not (life.shares or life.draws or life.reserve_cents) and life.maximum_cents is None


def award_rows(life: MeterLife) -> list[tuple[str, int]]:
    """What awards are not above, so often: the law of the award."""
    law = life.law
    return [(share_text(chance, 0), floor(law.cents_at(float(chance)))) for chance in TABLE]


def life_curve(life: MeterLife, pace: int, break_even_cents: int | None) -> LifeCurve:
    """The curve to where nearly all are hit."""
    last, plain = life.wagers_until(1 - ALL_BUT), is_plain(life)

    def across(wagers: float) -> str:
        return f"{LEFT + (WIDE - LEFT - RIGHT) * wagers / last:.1f}"

    def up(chance: float) -> str:
        return f"{HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * chance:.1f}"

    def mark(chance: Fraction) -> CurveMark:
        wagers = life.wagers_until(chance)
        return CurveMark(
            share_text(chance, 0),
            wagers,
            Fraction(wagers, pace),
            life.meter_cents_after(wagers) if plain else None,
            across(wagers),
            up(float(chance)),
        )

    steps = [ceil(last * step / STEPS) for step in range(STEPS + 1)]
    ends = [round(last * tick / TICKS) for tick in range(TICKS + 1)]
    at = _wagers_to(life, break_even_cents) if plain else None
    return LifeCurve(
        " ".join(f"{across(each)},{up(life.chance_within(each))}" for each in steps),
        [mark(chance) for chance in MARKS],
        [mark(chance) for chance in TABLE],
        [
            (
                across(each),
                dollars_short(life.meter_cents_after(each)) if plain else "",
                count(each),
            )
            for each in ends
        ],
        [(up(chance / 4), share_text(Fraction(chance, 4), 0)) for chance in range(5)],
        across(float(at)) if at is not None and 0 < at <= last else "",
    )


def dollars_short(cents: int) -> str:
    """An amount beside an axis, to the dollar."""
    return dollars(round(cents, -2)).removesuffix(".00").removesuffix(",00")


def _wagers_to(life: MeterLife, cents: int | None) -> Fraction | None:
    if cents is None or not life.feed_cents:
        return None
    return (cents - life.seed_cents) / life.feed_cents
