"""The figures of a PAR sheet, their volatility, and what the source prints for them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.verdicts import verdicts
from pitboss.refusal import Refusal
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_counts import MoneyRow
from pitboss.reports.parsheet_identity import GIVEN, Subject
from pitboss.reports.parsheet_text import LEFT, RIGHT, Block, SheetSection

FigureRow: TypeAlias = tuple[str, str, str, str]  # name, formula, value, exact

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
# How many standard deviations on both sides of the mean hold this much of a normal distribution.
CONFIDENCE = {"90 %": "1.644854", "95 %": "1.959964", "99 %": "2.575829"}


# ---- figures ------------------------------------------------------------------------------------


def figures_section(about: Subject, rows: Iterable[MoneyRow]) -> SheetSection:
    """The figures, each with its formula and exact fraction."""
    analysis, rows = about.analysis, list(rows)
    edge, risk = edge_and_risk(analysis)
    wins = sum(row.case.weight for row in rows if row.case.wins)
    at_meters = " at the meters used" if about.meters else ""
    envy, less = (" and envy", ", less envy") if analysis.envy_return else ("", "")
    stake, unit = analysis.average_stake, about.unit
    turned = f"sum of count x net over the total, its sign turned{less}; of the {unit}"
    staked = f"sum of probability x staked, in units of the {unit}"
    listed = [
        ("Average stake", staked, write.decimal(stake, 6), str(stake)),
        share(f"House edge{at_meters}", turned, edge),
        share(f"Element of risk{at_meters}", "house edge over average stake", risk),
        share(
            f"Return to player{at_meters}",
            f"sum of the returns{envy}: 1 less element of risk",
            1 - risk,
        ),
    ]
    if analysis.hit_frequency is not None:
        better = f"counts that end better off, {wins:,}, over the total"
        listed.append(share("Hit frequency", better, analysis.hit_frequency))
    return write.make_section("Figures", figures_block([*listed, *_spread(about, rows, at_meters)]))


def share(name: str, how: str, value: Fraction) -> FigureRow:
    return name, how, write.percent(value), str(value)


def _spread(about: Subject, rows: Iterable[MoneyRow], at_meters: str) -> list[FigureRow]:
    """Variance and standard deviation, if they are defined."""
    variance = about.analysis.variance
    if variance is None:
        return []
    squares = sum((row.probability * row.net**2 for row in rows), Fraction(0))
    own = "; of the seat's own hand, without envy" if about.analysis.envy_return else ""
    return [
        (
            f"Mean squared net{at_meters}",
            "sum of probability x net x net",
            write.decimal(squares, 6),
            str(squares),
        ),
        (
            f"Variance{at_meters}",
            f"mean squared net less the square of the mean net, the sum of count x net over the "
            f"total{own}",
            write.decimal(variance, 6),
            str(variance),
        ),
        (
            f"Standard deviation{at_meters}",
            f"square root of the variance, in units of the {about.unit}",
            write.decimal(write.root(variance), 6),
            "root of the variance",
        ),
    ]


def figures_block(rows: Iterable[FigureRow]) -> Block:
    """Figures with formula, value and exact fraction."""
    keys = ("name", "how", "value", "exact")
    return {"kind": "figures", "rows": [dict(zip(keys, row, strict=True)) for row in rows]}


def edge_and_risk(analysis: Analysis) -> tuple[Fraction, Fraction]:
    """House edge and element of risk, which need a value for every meter."""
    edge, risk = analysis.house_edge, analysis.element_of_risk
    assert edge is not None
    assert risk is not None
    return edge, risk


# ---- volatility ---------------------------------------------------------------------------------


def volatility_section(about: Subject, rows: Iterable[MoneyRow]) -> SheetSection | None:
    """The range of the actual hold after so many rounds."""
    variance = about.analysis.variance
    if variance is None:
        return None
    edge, deviation = edge_and_risk(about.analysis)[0], write.root(variance)
    best = max((row for row in rows if row.probability), key=lambda row: row.net)
    columns = dict.fromkeys(("Rounds", *CONFIDENCE, "Best outcome"), RIGHT)
    listed = []
    for count in ROUNDS:
        spread = deviation / write.root(Fraction(count))
        held = [
            f"{write.percent(edge - z * spread, 3)} to {write.percent(edge + z * spread, 3)}"
            for z in map(Fraction, CONFIDENCE.values())
        ]
        listed.append((f"{count:,}", *held, write.decimal(count * best.probability, 3)))
    factors = ", ".join(f"{factor} for {share}" for share, factor in CONFIDENCE.items())
    meters = "; the meters stay as they are in the settings" if about.meters else ""
    return write.make_section(
        "Volatility",
        write.text(
            f"Confidence intervals of what the house actually holds of each {about.unit} of one "
            f"seat, by the normal approximation: house edge plus and minus z x standard deviation "
            f"/ square root of the rounds, z = {factors}{meters}.",
            f"The last column is the number of times the best outcome, {best.case.outcome}, is "
            "expected. Where it is small the true distribution is lopsided and the interval is a "
            "rough one.",
        ),
        write.table(columns, listed),
    )


# ---- other settings and printed figures ---------------------------------------------------------


def settings_section(about: Subject) -> SheetSection | None:
    """The main figures under every other choice of one setting at a time."""
    columns = write.columns("Setting", "House edge", "Exact", "Element of risk", "Hit frequency")
    listed = []
    for option in options_for(about.paytable.id, about.paytable):
        if option.name == "players":
            continue
        for choice in option.choices:
            label = f"{write.words(option.name)} {write.words(str(choice))}"
            used = about.analysis.options[option.name] == choice
            listed.append(
                (label + (" (used)" if used else ""), *_main(about, option.name, str(choice)))
            )
    if not listed:
        return None
    meters = " Edges are in the long run." if _long_run(about) else ""
    return write.make_section(
        "Each setting by itself",
        write.text(f"One setting changed, all others as used.{meters}"),
        write.table(columns, listed),
    )


def _long_run(about: Subject) -> bool:
    """Whether no meter was given, so that a progressive is compared by its long run."""
    return bool(about.meters) and all(origin != GIVEN for _, origin in about.meters.values())


def _main(about: Subject, option: str, choice: str) -> tuple[str, str, str, str]:
    settings = {name: str(value) for name, value in about.analysis.options.items()}
    meters = {} if _long_run(about) else about.analysis.meters_cents
    try:
        found = analyze(about.paytable, settings | {option: choice}, meters)
    except Refusal as refusal:
        return ("-", refusal.code, "-", "-")
    edge, risk = edge_and_risk(found)
    return (
        write.percent(edge),
        str(edge),
        write.percent(risk),
        "-" if found.hit_frequency is None else write.percent(found.hit_frequency),
    )


def printed_section(about: Subject) -> SheetSection | None:
    """What the source prints, beside the true figures."""
    found = verdicts(about.as_printed)
    if not found:
        return None
    columns = {
        "Figure": LEFT,
        "For": LEFT,
        "Printed": RIGHT,
        "Exact, rounded": RIGHT,
        "Reading": LEFT,
        "Verdict": LEFT,
    }
    listed = [
        (
            write.words(verdict.figure),
            write.words("; ".join(part for part in (verdict.where, verdict.place) if part)) or "-",
            verdict.printed,
            verdict.shown,
            verdict.reading or "-",
            verdict.verdict,
        )
        for verdict in found
    ]
    return write.make_section(
        "Printed figures",
        write.text(
            "What the source prints, right or wrong. A figure that does not say for which decks, "
            "side or reading it holds is compared with all of them; the one it agrees with is "
            "named. Other settings and the meters are as the paytable proposes."
        ),
        write.table(columns, listed),
    )
