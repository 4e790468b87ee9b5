"""Cards for the demonstration's hands: its crews mark random hands without any cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from pitboss.rules.catalog import game_folder
from pitboss.rules.paytable import Paytable

FILE = "hands.toml"
UNTYPED = "not typed"  # for a game that doesn't say which cards make a hand


def cards_of(paytable: Paytable, outcome: str) -> str:
    """Cards that make an outcome of a paytable, as a cashier types them."""
    folder, slot = paytable.id.split("/")[:2]
    hands = _file(folder)
    own: Mapping[str, str] = hands.get(slot) or hands.get(paytable.scheme) or hands
    return own.get(outcome, UNTYPED)


@cache
def _file(folder: str) -> Mapping[str, Any]:
    """The hands file of a game's folder: the hands of a wager, or of a way to class them, in their
    own table, the others at the top."""
    path = game_folder(folder) / FILE
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
