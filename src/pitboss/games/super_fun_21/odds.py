"""Super Fun 21 by the best play, and by the total and number of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.games.super_fun_21.rules import GAME
from pitboss.maths.cases import Cases
from pitboss.maths.counting import Counts
from pitboss.maths.many_card_odds import ManyCardOdds
from pitboss.maths.many_cards import ManyCardRules
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

USUAL = ManyCardRules(game="super_fun")
PAYS = {
    "six_cards": Fraction(1),
    "five_card_21": Fraction(2),
    "blackjack": Fraction(1),
    "blackjack_diamonds": Fraction(2),
}
STAND = replace(USUAL, soft_17="stand")
BASE = ManyCardOdds(GAME, USUAL, PAYS, {"hit": USUAL, "stand": STAND})


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return BASE.settings


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager."""
    return BASE.cases(paytable, settings, counts)
