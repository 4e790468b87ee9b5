"""A typical table of each game, with its jackpots: a part of a site file.

A game's folder defines it in `table.toml`. A game without one gets a plain table: its usual
paytables, and a jackpot if one of them has a meter."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from functools import cache
from typing import Any, TypeAlias

from pitboss.rules.catalog import Paytables, game, game_folder
from pitboss.rules.game import Multiple, Range
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Game
from pitboss.site.model import PROGRESSIVE

SiteData: TypeAlias = dict[str, Any]

FILE = "table.toml"
SEATS = 6
LIMITS, SIDE_LIMITS = ["$5", "$100"], ["$1", "$50"]
EQUIPMENT = {
    "console": {"name": "pitboss console", "version": "0.2.0"},
    "sign": {"name": "pitboss sign", "version": "0.2.0"},
    "shoe": {"name": "dealing shoe", "version": "1.0"},
}


def usual_table(name: str) -> SiteData:
    """One table of a game, with its jackpots."""
    return deepcopy(_read(name))


@cache
def _read(name: str) -> SiteData:
    path = game_folder(name) / FILE
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else _plain(game(name))


def _plain(played: Game) -> SiteData:
    """A table of a game without a `table.toml`."""
    paytables = Paytables()
    beside = {bet.name for bet in played.bets}
    slots = [slot for slot in played.slots if slot.name not in beside]
    usual = {slot.name: paytables.get(played.usual_id(slot)) for slot in slots}
    jackpots = [_jackpot(each) for each in usual.values() if each.levels]
    return {
        "jackpot": jackpots,
        "table": [
            {
                "id": played.title[0],
                "game": played.name,
                "title": played.title,
                "seats": min(SEATS, played.seats_most),
                "jackpots": [jackpot["id"] for jackpot in jackpots],
                "paytables": {slot: each.id for slot, each in usual.items() if not each.levels},
                "limits": {
                    wager.name: LIMITS if wager.slot == "base" else SIDE_LIMITS
                    for wager in played.wagers
                    if not isinstance(wager.relation, Multiple | Range)
                    and wager.slot in usual
                    and not usual[wager.slot].levels
                },
                "equipment": EQUIPMENT,
            }
        ],
    }


def _jackpot(paytable: Paytable) -> SiteData:
    identifier = "-".join(paytable.id.split("/")[:2]).replace("_", "-")
    return {
        "id": identifier,
        "kind": PROGRESSIVE,
        "paytable": paytable.id,
        "title": paytable.title,
    }
