"""Cards for the hands of the demonstration: its crews mark hands by chance, without any."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from pitboss.rules.paytable import Paytable

# The poker wagers whose cards are typed in one group.
_SHARED = {
    "five_card": "five_cards", "cover_all": "five_cards", "six_card": "five_cards",
    "pair_plus": "three_cards", "bad_beat": "bad_beat",
}  # fmt: skip
_BASES = {
    "caribbean_stud": "five_cards", "holdem_bonus": "five_cards", "three_card_poker": "three_cards",
}  # fmt: skip


@cache
def _file() -> Mapping[str, Any]:
    text = resources.files("pitboss").joinpath("demo/hands.toml").read_text("utf-8")
    return tomllib.loads(text)


def cards_of(paytable: Paytable, outcome: str) -> str:
    """Cards that make an outcome of a paytable, as a cashier types them."""
    game, slot = paytable.id.split("/")[:2]
    own: Mapping[str, Any] = _file().get(game, {})
    if slot in own or paytable.scheme in own:
        hands: Mapping[str, str] = own.get(slot) or own[paytable.scheme]
    elif slot == "base":
        hands = _file()[_BASES.get(game, "four_cards")]
    else:
        hands = _file()[_SHARED.get(slot, "four_cards")]
    return hands[outcome]
