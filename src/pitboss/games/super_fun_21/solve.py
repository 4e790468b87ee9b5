"""Solves Super Fun 21: one deck with the dealer hitting and standing on a soft 17, two decks.

The counts are "base", by number of decks and then "hit" or "stand": for the "best" play and the
play by "total_and_cards" the exact "net" of all but hands paid at once, the "stake", how many hands
are "paid" by outcome, and the "first_actions"; "dealer_blackjack", and the lines of "strategy".
"""

from __future__ import annotations

from pitboss.games.super_fun_21.odds import BASE
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.many_card_lab import ManyCardLab
from pitboss.progress import TellProgress

LAB = ManyCardLab(BASE)
OPTIONS = BASE.settings
in_words, rows, values = LAB.in_words, LAB.rows, LAB.values


def count(report: TellProgress) -> Counts:
    """Solve the game."""
    return {"base": LAB.count_base({1: BASE.stored, 2: {"hit": BASE.usual}}, report)}
