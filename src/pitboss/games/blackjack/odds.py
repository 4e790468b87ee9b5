"""Blackjack's side bets, and the game itself by basic strategy (BJ-1 to BJ-7)."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.blackjack.rules import GAME, house_money
from pitboss.maths.blackjack_odds import BlackjackOdds, jackpot_cases, jackpot_options, side_weights
from pitboss.maths.card_use import DealtWager
from pitboss.maths.cases import Cases, single
from pitboss.maths.counting import Counts
from pitboss.refusal import Refusal
from pitboss.rules.blackjack_jackpots import FIRST_TWO, UP_CARD, blazing_7s, trilux
from pitboss.rules.blackjack_round import DECKS
from pitboss.rules.game import YES_NO, Option, Setting
from pitboss.rules.paytable import Paytable

ACE_TWO = Option("ace_two", YES_NO, "Whether ace-two is a straight.")
BASE = BlackjackOdds(GAME)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    if slot == "base":
        return BASE.settings
    return (DECKS, ACE_TWO) if slot == "house_money" else jackpot_options(slot)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    if paytable.slot == "base":
        return BASE.cases(paytable, settings, counts)
    if paytable.slot != "house_money":
        return jackpot_cases(paytable, settings, counts)
    weights = side_weights(paytable, settings, counts)
    return single(paytable, _house_money(weights, ace_two=settings["ace_two"] == "yes"))


def describe_cards(paytable: Paytable, settings: Mapping[str, Setting]) -> DealtWager:
    """A wager beside the game by its cards; the game itself has decisions."""
    if paytable.slot == "base":
        raise Refusal("VULNERABILITY_NONE", "decisions", where=paytable.id)
    if paytable.slot == "house_money":
        ace_two = settings["ace_two"] == "yes"
        return DealtWager(
            {"player": FIRST_TWO},
            lambda held: house_money(held[0], ace_two=ace_two),
            suits_alike=True,
        )
    both = {"player": FIRST_TWO, "dealer": UP_CARD}
    if paytable.slot == "trilux":
        return DealtWager(both, lambda held: trilux((*held[0], *held[1])), suits_alike=True)
    return DealtWager(both, lambda held: blazing_7s(held[0], held[1][0]))


def _house_money(weights: dict[str, int], *, ace_two: bool) -> dict[str, int]:
    """Ace-two counts as a straight, or as nothing."""
    for name in ("straight_flush", "straight"):
        weights[name if ace_two else "nothing"] += weights.pop(f"{name}_ace_two")
    return weights
