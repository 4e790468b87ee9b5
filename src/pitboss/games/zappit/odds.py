"""Zappit Blackjack by basic strategy, and the jackpots it shares with blackjack."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.zappit.rules import GAME
from pitboss.maths.blackjack_odds import BlackjackOdds, jackpot_cases, jackpot_options
from pitboss.maths.cases import Cases
from pitboss.maths.counting import Counts
from pitboss.maths.point_hands import BlackjackRules
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

USUAL = BlackjackRules(
    soft_17="hit", split_hands=3, surrender="late", dealer_22="pushes", zap="15-17"
)
BASE = BlackjackOdds(GAME, USUAL)


def options(slot: str) -> tuple[Option, ...]:
    """What the odds depend on."""
    return BASE.settings if slot == "base" else jackpot_options(slot)


def cases(paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
    """The cases of the wager that a paytable pays."""
    answer = BASE.cases if paytable.slot == "base" else jackpot_cases
    return answer(paytable, settings, counts)
