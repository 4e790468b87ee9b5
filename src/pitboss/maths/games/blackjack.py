"""Blackjack's side bets, and the game itself by basic strategy (BJ-1 to BJ-7)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.maths.cases import Cases, single
from pitboss.maths.counting import CountsOf, branch, tally
from pitboss.rules.game import YES_NO, Option, Setting
from pitboss.rules.paytable import Paytable

DECKS = Option("decks", (6, 8, 4, 2, 1), "Decks in the shoe.")
JACKPOT_DECKS = Option("decks", (6, 8), "Decks in the shoe.")
ACE_TWO = Option("ace_two", YES_NO, "Whether ace-two is a straight.")
THIRD_CARD = Option(
    "third_card",
    ("player", "dealer"),
    "Whose card is the third; a pair of sevens always takes one, so both are alike.",
)


def options(slot: str) -> tuple[Option, ...]:
    """What an answer depends on."""
    return {
        "house_money": (DECKS, ACE_TWO),
        "blazing_7s": (JACKPOT_DECKS, THIRD_CARD),
        "trilux": (JACKPOT_DECKS,),
    }[slot]


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts_of: CountsOf) -> Cases:
    """The cases of the wager that a paytable pays."""
    counts = branch(counts_of("blackjack_sides"), str(settings["decks"]))
    weights = tally(counts, paytable.slot)
    total = weights.pop("total")
    assert total == sum(weights.values())
    if paytable.slot == "house_money":
        weights = _house_money(weights, ace_two=settings["ace_two"] == "yes")
    return single(paytable, weights)


def _house_money(weights: dict[str, int], *, ace_two: bool) -> dict[str, int]:
    """Ace-two among the straights, or among nothing."""
    for name in ("straight_flush", "straight"):
        weights[name if ace_two else "nothing"] += weights.pop(f"{name}_ace_two")
    return weights
