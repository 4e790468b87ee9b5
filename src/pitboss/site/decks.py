"""What exactly changes if a table deals a paytable with other decks than it was designed for."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.maths.analysis import Analysis, analyze
from pitboss.maths.cases import percent
from pitboss.refusal import Told, say
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.jackpot_figures import ways_at
from pitboss.site.model import PROGRESSIVE
from pitboss.site.terms import PlayedJackpot


def check_decks(played: PlayedJackpot, tables: Mapping[str, Table], faults: Faults) -> None:
    """Warn for each number of decks the paytable isn't designed for, with the exact edge and hit
    frequency beside those of the design."""
    designed = played.paytable.designed_for_decks
    if not designed:
        return
    others = {table.decks: table for table in tables.values() if table.decks not in designed}
    for decks, table in sorted(others.items()):
        paytable = played.own_paytable() if _grows(played) else played.paytable
        way = ways_at(paytable, table)[0]
        now, then = analyze(paytable, way), analyze(paytable, {**way, "decks": str(designed[0])})
        faults.warning(
            "DECKS_NOT_DESIGNED",
            "paytable",
            "one" if decks == 1 else "",
            rule="BJ-6",
            title=played.paytable.title,
            designed=designed[0],
            decks=decks,
            effects=_effects(now, then, with_edge=_grows(played)),
        )


def _grows(played: PlayedJackpot) -> bool:
    return played.terms.kind == PROGRESSIVE


def _effects(now: Analysis, then: Analysis, *, with_edge: bool) -> list[Told]:
    pairs: dict[str, tuple[Fraction | None, Fraction | None]] = {
        "edge_instead": (now.long_run_edge, then.long_run_edge) if with_edge else (None, None),
        "frequency_instead": (now.hit_frequency, then.hit_frequency),
    }
    return [
        say("PART", name, here=percent(here), there=percent(there))
        for name, (here, there) in pairs.items()
        if here is not None and there is not None
    ]
