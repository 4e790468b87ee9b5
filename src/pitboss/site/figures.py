"""The exact mathematics of a jackpot at the tables that offer it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.maths import parts
from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.cases import fraction_text
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table
from pitboss.site.terms import PlayedJackpot


def analyses_of(played: PlayedJackpot, tables: Sequence[Table]) -> tuple[Analysis, ...]:
    """One analysis for each way in which the jackpot is played; at the usual settings where no
    table plays it yet."""
    paytable = played.own_paytable()
    ways = [way for table in tables for way in ways_at(paytable, table)] or [{}]
    distinct = {tuple(sorted(way.items())): way for way in ways}
    return tuple(analyze(paytable, way) for way in distinct.values())


def ways_at(paytable: Paytable, table: Table) -> tuple[dict[str, str], ...]:
    """The options of the analysis at a table; more than one set where a wager can be played in
    several ways, such as with one of two sides."""
    settings: dict[str, Setting] = {**table.options, "game": table.game.name}
    names = [option.name for option in options_for(paytable.id, paytable)]
    return tuple(
        {name: str(value) for name, value in {**settings, **way}.items() if name in names}
        for way in parts.ways_at(table, paytable.slot)
    )


def edges_of(played: PlayedJackpot, tables: Sequence[Table]) -> dict[str, Fraction]:
    """What the house keeps of a wager on a house jackpot at the posted amounts, before envy, by the
    way it is played (PS-34)."""
    edges = {}
    for analysis in analyses_of(played, tables):
        settings = (f"{name} {value}" for name, value in analysis.options.items())
        assert analysis.house_edge is not None, "a house jackpot has no meter to be known"
        edges[", ".join(settings).replace("_", " ")] = analysis.house_edge
    return edges


def edges_text(played: PlayedJackpot, tables: Sequence[Table]) -> str:
    """The same in a sentence, one figure for each way: 25.0000 % (1/4), before envy."""
    before = ", before envy" if played.paytable.envy else ""
    edges = edges_of(played, tables)
    figures = (
        f"{float(100 * edge):.4f} % ({fraction_text(edge)})"
        + (f" with {way}" if len(edges) > 1 else "")
        for way, edge in edges.items()
    )
    return f"house edge {'; '.join(figures)}{before}, at the posted amounts"
