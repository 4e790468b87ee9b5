"""The exact mathematics of a jackpot at the tables that offer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths import parts
from pitboss.maths.analysis import PLAYERS, Analysis, LevelFigures, analyze, options_for
from pitboss.maths.cases import fraction_text, percent
from pitboss.money import Cents
from pitboss.refusal import Told, say
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Fixed, Odds, Paytable
from pitboss.rules.round import Table
from pitboss.site.terms import PlayedJackpot, prizes_of


def analyses_of(
    played: PlayedJackpot, tables: Sequence[Table], *, players: int = 1
) -> tuple[Analysis, ...]:
    """One analysis for each way the jackpot is played; at the usual settings if no table plays it
    yet. Envy is what this many players with the wager get from each other."""
    paytable = played.own_paytable()
    ways = [way for table in tables for way in ways_at(paytable, table)] or [{}]
    distinct = {tuple(sorted(way.items())): way for way in ways}
    envy = with_players(paytable, players)
    return tuple(analyze(paytable, {**way, **envy}) for way in distinct.values())


def with_players(paytable: Paytable, players: int) -> dict[str, str]:
    """The option of an analysis for this many players with the wager, if there is envy."""
    return {PLAYERS.name: str(players)} if paytable.envy else {}


def ways_at(paytable: Paytable, table: Table) -> tuple[dict[str, str], ...]:
    """The analysis options at a table; several sets if a wager can be played in several ways, such
    as on either of two sides."""
    settings: dict[str, Setting] = {**table.options, "game": table.game.name}
    names = [option.name for option in options_for(paytable.id, paytable)]
    return tuple(
        {name: str(value) for name, value in {**settings, **way}.items() if name in names}
        for way in parts.ways_at(table, paytable.slot)
    )


@dataclass(frozen=True, slots=True)
class LevelLongRun:
    """The long run of one meter under its maximum. If it isn't exact, the average is an upper
    bound."""

    average_cents: Fraction | None
    held_back: Fraction  # of a wager: what the maximum keeps anyone from ever winning
    is_exact: bool = True


def under_maximum(
    figures: LevelFigures, analysis: Analysis, maximum_cents: Cents | None
) -> LevelLongRun:
    """Work out what a maximum does to a meter.

    Contributions above it wait for the next restart. As long as the average award without a maximum
    is below it, every cent is won in the end and the average stays the same. If it is above, more
    comes in than can be won: the waiting money grows forever, each restart is at the maximum, and
    every award is the maximum. An award of part of a meter leaves it below its maximum until wagers
    fill it again; no exact figure is known for that."""
    average = figures.average_award_cents
    if maximum_cents is None:
        return LevelLongRun(average, Fraction(0))
    if average is None:
        return LevelLongRun(None, Fraction(0), is_exact=False)
    most = min(average, Fraction(maximum_cents))
    if not _is_won_whole(figures.level.name, analysis):
        return LevelLongRun(most, Fraction(0), is_exact=False)
    over = (average - most) * figures.restart_probability
    return LevelLongRun(most, over / (analysis.paytable.wager_cents or 100))


def _is_won_whole(level: str, analysis: Analysis) -> bool:
    """Whether only awards of the whole meter come off a level."""
    fixed = any(
        isinstance(prize, Odds | Fixed) and prize.level == level
        for prize in prizes_of(analysis.paytable).values()
    )
    shares = [line.share for line in analysis.meter_lines if line.level == level]
    return not fixed and all(share == 1 for share in shares)


def edges_of(played: PlayedJackpot, tables: Sequence[Table]) -> dict[str, Fraction]:
    """The house's share of a wager on a house jackpot at the posted amounts, before envy, by the
    way it is played (PS-34)."""
    edges = {}
    for analysis in analyses_of(played, tables):
        settings = (f"{name} {value}" for name, value in analysis.options.items())
        assert analysis.house_edge is not None, "a house jackpot has no meter to be known"
        edges[", ".join(settings).replace("_", " ")] = analysis.house_edge
    return edges


def describe_edges(played: PlayedJackpot, tables: Sequence[Table]) -> Told:
    """The same in a sentence, one figure for each way: 25.0000 % (1/4), before envy."""
    edges = edges_of(played, tables)
    case = "edge_with" if len(edges) > 1 else "edge"
    figures = [
        say("PART", case, edge=percent(edge), fraction=fraction_text(edge), way=way)
        for way, edge in edges.items()
    ]
    return say("HOUSE_EDGE", "before_envy" if played.paytable.envy else "", edges=figures)
