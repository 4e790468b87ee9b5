"""pitboss: an open table-game progressive system.

`import pitboss` is also a library of exact figures: `pitboss.look_up("casino_war/tie/10").edge`.
Its names are loaded when they are first used, so that a server's start doesn't pay for them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.lab.lab_wagers import LabWager, LineFigures, list_wagers, look_up, value_actions
    from pitboss.lab.meter_life import MeterLife, find_life

__all__ = [
    "LabWager",
    "LineFigures",
    "MeterLife",
    "find_life",
    "list_wagers",
    "look_up",
    "value_actions",
]

_LIFE = ("MeterLife", "find_life")


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(name)
    home = "meter_life" if name in _LIFE else "lab_wagers"
    return getattr(import_module(f"pitboss.lab.{home}"), name)
