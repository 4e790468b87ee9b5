"""The progressive part of a PAR sheet: what meters are worth, alone and against the house edge."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pitboss.maths.analysis import THOUSAND_CENTS, Analysis
from pitboss.maths.house_amounts import PostedWorth
from pitboss.money import PPM_WHOLE, Cents
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_figures import FigureRow, edge_and_risk, figures_block, share
from pitboss.reports.parsheet_identity import Subject
from pitboss.reports.parsheet_text import LEFT, RIGHT, Block, SheetSection
from pitboss.rules.game import SEATS_MOST

METER_EDGES = ("Edge at the meters used", "Edge in the long run")
TICKS = 8  # at most, on either side of a chart


def meters_section(about: Subject) -> SheetSection:
    """Awards, meters and the figures that follow from them."""
    return write.make_section(
        "Progressive",
        _awards(about.analysis),
        _levels(about.analysis),
        write.text(
            "The average award is what a meter shows on average when all of it is won: (seed + "
            "contribution / p) / (1 + s / p), where p is the probability that all of it is won, s "
            "the sum of share x probability of its other awards, and the contribution is rate and "
            "reserve of one wager."
        ),
        figures_block(_figures(about)),
        *_chart(about),
    )


def _awards(analysis: Analysis) -> Block:
    columns = write.columns(
        "Award", "Meter", "Share", "Probability", "One in", "Return per $1,000", "Exact"
    ) | {"Meter": LEFT}
    rows = [
        (
            line.outcome,
            line.level,
            write.percent(line.share, 0),
            str(line.probability),
            write.one_in(line.probability),
            write.percent(line.return_per_1000, 6),
            str(line.return_per_1000),
        )
        for line in analysis.printed_meter_lines
    ]
    return write.table(columns, rows)


def _levels(analysis: Analysis) -> Block:
    columns = write.columns(
        "Meter", "Seed", "Rate", "Reserve", "Rounds between full awards", "Average award"
    )
    rows = []
    for figures in analysis.levels:
        level, between = figures.level, figures.rounds_between_hits
        average = figures.average_award_cents
        rows.append(
            (
                level.name,
                write.cents(level.seed_cents),
                write.percent(Fraction(level.rate_ppm, PPM_WHOLE), 2),
                write.percent(Fraction(level.reserve_ppm, PPM_WHOLE), 2),
                write.NEVER if between is None else write.decimal(between, 2),
                "-" if average is None else write.cents(average),
            )
        )
    return write.table(columns, rows)


def _figures(about: Subject) -> list[FigureRow]:
    analysis = about.analysis
    meters = analysis.meter_return
    assert meters is not None
    from_tray = analysis.fixed_return - analysis.fixed_from_meter
    envy = " envy," if about.paytable.envy else ""
    seeds = "sum of seed x probability of a full award, over the wager"
    all_of = f"1 less fixed return,{envy} contribution and cost of the seeds"
    return [
        share("Fixed return", "sum of the returns that no meter pays", from_tray),
        share("Return of the meters used", "sum of return per $1,000 x meter / $1,000", meters),
        share("Contribution", "rates and reserves together", analysis.contribution),
        share("Cost of the seeds", seeds, analysis.seed_cost),
        *_envy(about),
        share("House edge in the long run", all_of, analysis.long_run_edge),
        _break_even(about),
    ]


def _envy(about: Subject) -> list[FigureRow]:
    envy = share("Envy", "see the table of envy", about.analysis.envy_return)
    return [envy] if about.paytable.envy else []


def _break_even(about: Subject) -> FigureRow:
    analysis = about.analysis
    needed = analysis.break_even_cents
    assert needed is not None
    top = analysis.meter_lines[0].level
    envy = ", envy" if about.paytable.envy else ""
    others = " and what the other meters return" if len(about.meters) > 1 else ""
    how = (
        f"least {top} meter at which the house keeps nothing: 1 less fixed return{envy}{others}, "
        f"over the return per $1,000 of {top}, x $1,000; up to the cent"
    )
    return "Break-even meter", how, write.cents(needed), f"{needed:,} cents"


# ---- house edge against the meter ---------------------------------------------------------------


def _chart(about: Subject) -> list[Block]:
    """House edge as a straight line over the top meter, with the break-even marked."""
    analysis = about.analysis
    top = analysis.meter_lines[0].level
    needed = analysis.break_even_cents or 0
    shown_cents, _ = about.meters[top]
    most_cents = max(needed * 5 // 4, shown_cents * 5 // 4, THOUSAND_CENTS)
    step_cents = tick_step(most_cents)
    last_cents = -(-most_cents // step_cents) * step_cents
    first, last = (_edge_at(analysis, top, at) for at in (0, last_cents))
    high, low = max(first, Fraction(0)), min(last, Fraction(0))
    step_y = Fraction(tick_step(int((high - low) * 1_000_000)), 1_000_000)
    ceiling, floor = -(-high // step_y) * step_y, low // step_y * step_y

    def across(at_cents: int) -> str:
        return write.decimal(Fraction(at_cents, last_cents), 6)

    def up(edge: Fraction) -> str:
        return write.decimal((edge - floor) / (ceiling - floor), 6)

    marks = [(needed, f"break-even {write.cents(needed)}")] if needed else []
    marks.append((shown_cents, f"meter used {write.cents(shown_cents)}"))
    return [
        {
            "kind": "line",
            "title": f"House edge against the {top} meter"
            + (", other meters as used" if len(about.meters) > 1 else ""),
            "from": [across(0), up(first)],
            "to": [across(last_cents), up(last)],
            "zero": up(Fraction(0)),
            "across": [
                {"at": across(at), "label": f"${at // 100:,}"}
                for at in range(0, last_cents + 1, step_cents)
            ],
            "up": [
                {"at": up(floor + n * step_y), "label": write.percent(floor + n * step_y, 0)}
                for n in range(int((ceiling - floor) / step_y) + 1)
            ],
            "marks": [
                {"at": [across(at), up(_edge_at(analysis, top, at))], "label": label}
                for at, label in marks
            ],
        }
    ]


def tick_step(span: int) -> int:
    """The smallest round number (1, 2 or 5 with zeros) that makes few enough parts of a span."""
    step = 1
    while True:
        for round_number in (step, 2 * step, 5 * step):
            if round_number * TICKS >= span:
                return round_number
        step *= 10


def _edge_at(analysis: Analysis, level: str, meter_cents: int) -> Fraction:
    meters = {**analysis.meters_cents, level: Cents(meter_cents)}
    there = replace(analysis, meters_cents=meters)
    return edge_and_risk(there)[0]


# ---- house jackpots -----------------------------------------------------------------------------


def house_section(about: Subject) -> SheetSection:
    """What a house jackpot posts and returns, and the amounts where the house breaks even."""
    columns = write.columns("Posted for", "Amount", "Return", "Exact")
    rows = [
        (worth.name, write.cents(worth.posted_cents), write.percent(worth.returns, 6),
         str(worth.returns))
        for worth in about.worths
    ]  # fmt: skip
    analysis = about.analysis
    edge = edge_and_risk(analysis)[0]
    posted = sum((worth.returns for worth in about.worths), Fraction(0))
    tray = analysis.fixed_return - posted
    figures = [
        share("Return of the posted amounts", "sum of the returns above", posted),
        share("Return from the tray", "sum of the fixed lines' returns", tray),
        *_envy(about),
        share("House edge", "1 less these returns", edge),
    ]
    return write.make_section(
        "House jackpot",
        write.text(
            "The house posts an amount in place of each percentage and pays it in full to each "
            "player who makes the hand; fixed lines and envy come from the tray (PS-34). There is "
            "no meter and no contribution."
        ),
        write.table(columns, rows),
        figures_block([*figures, *(_even(worth) for worth in about.worths)]),
    )


def _even(worth: PostedWorth) -> FigureRow:
    how = "amount at which the house keeps nothing, the others as posted"
    even = worth.break_even_cents
    if even is None:
        return f"Break-even of {worth.name}", how, write.NEVER, "-"
    return f"Break-even of {worth.name}", how, f"${write.decimal(even / 100, 4)}", f"{even} cents"


# ---- envy ---------------------------------------------------------------------------------------


def envy_section(about: Subject) -> SheetSection:
    """What the other players' hands are worth, by the number of players with the wager."""
    edges = ("Edge at the posted amounts",) if about.worths else METER_EDGES
    columns = dict.fromkeys(("Players", "Envy return", "Exact", *edges), RIGHT)
    rows = []
    for players in range(1, SEATS_MOST + 1):
        there = replace(about.analysis, options={**about.analysis.options, "players": players})
        rows.append(
            (
                str(players),
                write.percent(there.envy_return),
                str(there.envy_return),
                write.percent(edge_and_risk(there)[0]),
                *(() if about.worths else (write.percent(there.long_run_edge),)),
            )
        )
    return write.make_section(
        "Envy",
        write.text(
            "Players that made the wager, this one included. A seat gets the envy pay of every "
            "other one's hand: (players less 1) x sum of probability x envy, over the wager."
        ),
        write.table(columns, rows),
    )
