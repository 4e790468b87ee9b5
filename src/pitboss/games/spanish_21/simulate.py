"""Plays Spanish 21 by the best play, or by the total and number of cards."""

from __future__ import annotations

from pitboss.games.spanish_21.odds import BASE
from pitboss.maths.kernels.many_card_lab import ManyCardLab

LAB = ManyCardLab(BASE)
simulate, compare_averages = LAB.simulate, LAB.compare_averages
