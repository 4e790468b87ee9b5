"""Spanish 21 by the best play, and by the total and number of cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pitboss.games.spanish_21.rules import GAME
from pitboss.maths.cases import Cases
from pitboss.maths.counting import Counts
from pitboss.maths.many_card_odds import ManyCardOdds
from pitboss.maths.many_cards import SUITS, ManyCardRules
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

USUAL = ManyCardRules(game="spanish", surrender="first_two")
BY_SUITS = dict(zip(SUITS, (Fraction(3, 2), Fraction(2), Fraction(3)), strict=True))
PAYS = {
    "blackjack": Fraction(3, 2),
    "five_card_21": Fraction(3, 2),
    "six_card_21": Fraction(2),
    "seven_card_21": Fraction(3),
    **{f"six_seven_eight_{suits}": pay for suits, pay in BY_SUITS.items()},
    **{f"three_sevens_{suits}": pay for suits, pay in BY_SUITS.items()},
}
CHANGES = {
    "hit": USUAL,
    "stand": replace(USUAL, soft_17="stand"),
    "doubles 3": replace(USUAL, doubles=3),
    "rescue no": replace(USUAL, rescue="no"),
    "surrender none": replace(USUAL, surrender="none"),
    "hit_split_aces no": replace(USUAL, hit_split_aces="no"),
    "split_bonus no": replace(USUAL, split_bonus="no"),
}
BASE = ManyCardOdds(GAME, USUAL, PAYS, CHANGES)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return BASE.settings


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager."""
    return BASE.cases(paytable, settings, counts)
