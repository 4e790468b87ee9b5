"""pitboss: an open table-game progressive system.

`import pitboss` is also a library of exact figures: `pitboss.look_up("casino_war/tie/10").edge`.
Its names are loaded when they are first used, so that a server's start doesn't pay for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.lab.award_law import AwardLaw
    from pitboss.lab.cash_bands import CashBand, find_cash_bands
    from pitboss.lab.designer import Design, Wishes, design
    from pitboss.lab.joined_wagers import JointFigures, join
    from pitboss.lab.lab_wagers import LabWager, LineFigures, list_wagers, look_up, value_actions
    from pitboss.lab.meter_life import MeterLife, chance_of_hits, find_life
    from pitboss.lab.printed_check import CheckedFigure, CheckedTable, check_printed
    from pitboss.lab.seen_cards import SeenEdge, find_seen_edge
    from pitboss.lab.sweeps import sweep
    from pitboss.lab.vulnerability import (
        CardCount,
        Removals,
        ShoeGain,
        Vulnerability,
        find_count,
        find_gains,
        find_removals,
        find_vulnerability,
        simulate_shoes,
    )
    from pitboss.lab.what_if import LevelReplay, PlayedHit, replay

__all__ = [
    "AwardLaw",
    "CardCount",
    "CashBand",
    "CheckedFigure",
    "CheckedTable",
    "Design",
    "JointFigures",
    "LabWager",
    "LevelReplay",
    "LineFigures",
    "MeterLife",
    "PlayedHit",
    "Removals",
    "SeenEdge",
    "ShoeGain",
    "Vulnerability",
    "Wishes",
    "chance_of_hits",
    "check_printed",
    "design",
    "find_cash_bands",
    "find_count",
    "find_gains",
    "find_life",
    "find_removals",
    "find_seen_edge",
    "find_vulnerability",
    "join",
    "list_wagers",
    "look_up",
    "replay",
    "simulate_shoes",
    "sweep",
    "value_actions",
]

_HOMES = {
    "CheckedFigure": "printed_check", "CheckedTable": "printed_check",
    "check_printed": "printed_check",
    "AwardLaw": "award_law", "CashBand": "cash_bands", "find_cash_bands": "cash_bands",
    "Design": "designer", "MeterLife": "meter_life", "Wishes": "designer", "design": "designer",
    "CardCount": "vulnerability", "Removals": "vulnerability",
    "ShoeGain": "vulnerability", "find_count": "vulnerability", "find_gains": "vulnerability",
    "LevelReplay": "what_if", "PlayedHit": "what_if", "chance_of_hits": "meter_life",
    "find_life": "meter_life", "replay": "what_if",
    "JointFigures": "joined_wagers", "join": "joined_wagers",
    "find_removals": "vulnerability", "SeenEdge": "seen_cards", "find_seen_edge": "seen_cards",
    "Vulnerability": "vulnerability", "find_vulnerability": "vulnerability",
    "simulate_shoes": "vulnerability", "sweep": "sweeps",
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"pitboss.lab.{_HOMES.get(name, 'lab_wagers')}"), name)
