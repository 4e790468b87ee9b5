"""A paytable that is designed for other decks than a table has: what exactly that changes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.analysis import Analysis, analyze
from pitboss.maths.cases import percent
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.figures import ways_at
from pitboss.site.model import PROGRESSIVE
from pitboss.site.terms import PlayedJackpot


def check_decks(played: PlayedJackpot, tables: Mapping[str, Table], faults: Faults) -> None:
    """Warn for each number of decks that the paytable is not designed for, with the exact edge and
    hit frequency beside those of the design."""
    designed = played.paytable.designed_for_decks
    if not designed:
        return
    others = {table.decks: table for table in tables.values() if table.decks not in designed}
    for decks, table in sorted(others.items()):
        paytable = played.own_paytable() if _grows(played) else played.paytable
        way = ways_at(paytable, table)[0]
        now, then = analyze(paytable, way), analyze(paytable, {**way, "decks": str(designed[0])})
        dealt = "1 deck" if decks == 1 else f"{decks} decks"
        faults.warning(
            "DECKS_NOT_DESIGNED",
            "paytable",
            f"{played.paytable.title} is designed for {designed[0]} decks; with {dealt} "
            + " and ".join(_effects(now, then, with_edge=_grows(played))),
            rule="BJ-6",
        )


def _grows(played: PlayedJackpot) -> bool:
    return played.terms.kind == PROGRESSIVE


def _effects(now: Analysis, then: Analysis, *, with_edge: bool) -> list[str]:
    pairs: dict[str, tuple[Fraction | None, Fraction | None]] = {
        "house edge": (now.long_run_edge, then.long_run_edge) if with_edge else (None, None),
        "hit frequency": (now.hit_frequency, then.hit_frequency),
    }
    return [
        f"the {name} is {percent(here)} instead of {percent(there)}"
        for name, (here, there) in pairs.items()
        if here is not None and there is not None
    ]
