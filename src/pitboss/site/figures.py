"""The exact mathematics of a jackpot at the tables that offer it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.maths.analysis import Analysis, analyse, options_for
from pitboss.maths.games.holdem_bonus import criterion_of
from pitboss.rules.game import Setting, Table
from pitboss.rules.paytable import Paytable
from pitboss.site.terms import PlayedJackpot


def analyses_of(played: PlayedJackpot, tables: Sequence[Table]) -> tuple[Analysis, ...]:
    """One analysis for each way in which the jackpot is played; at the usual settings where no
    table plays it yet."""
    paytable = played.own_paytable()
    ways = [way for table in tables for way in ways_at(paytable, table)] or [{}]
    distinct = {tuple(sorted(way.items())): way for way in ways}
    return tuple(analyse(paytable, way) for way in distinct.values())


def ways_at(paytable: Paytable, table: Table) -> tuple[dict[str, str], ...]:
    """The options of the analysis at a table; two sets where a wager goes with one of two sides."""
    settings: dict[str, Setting] = {**table.options, "game": table.game.name}
    base = table.paytables.get("base")
    if table.game.name == "holdem_bonus" and settings["folded_qualify"] == "no" and base:
        settings["criterion"] = criterion_of(base)  # decides which hands are folded
    names = [option.name for option in options_for(paytable.id, paytable)]
    way = {name: str(settings[name]) for name in names if name in settings}
    if "side" not in names:
        return (way,)
    own = ("player", "banker")
    sides = own if settings["progressive_side"] == "own" else ("either",)
    return tuple({**way, "side": side} for side in sides)
