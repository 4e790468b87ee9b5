"""Solves Spanish 21: six decks with each house setting, eight and five decks as usual.

The counts are "base", as `super_fun_21.solve` says, by number of decks and then by the name of the
setting that is not the usual one.
"""

from __future__ import annotations

from pitboss.games.spanish_21.odds import BASE
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.many_card_lab import ManyCardLab
from pitboss.progress import TellProgress

LAB = ManyCardLab(BASE)
OPTIONS = BASE.settings
in_words, rows, values = LAB.in_words, LAB.rows, LAB.values


def count(report: TellProgress) -> Counts:
    """Solve the game."""
    usual = {"hit": BASE.usual}
    return {"base": LAB.count_base({6: BASE.stored, 8: usual, 5: usual}, report)}
