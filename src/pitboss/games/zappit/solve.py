"""Counts Zappit Blackjack and gives its basic strategy.

The counts are "base", as `blackjack.solve` says, for the usual settings here: the dealer hits a
soft 17, three hands, surrender, zaps of 15 to 17, an ace and a ten after a zap win at once. The
lines are those of hands that were not zapped; what to zap is decided by exact values. Solved is
each number of decks with the dealer standing and hitting. "sides" are the jackpots, as
`blackjack_sides` says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pitboss.games.zappit.odds import BASE
from pitboss.maths import blackjack_sides
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.blackjack_play import BlackjackPlay
from pitboss.maths.strategy_tables import ZAP
from pitboss.progress import TellProgress
from pitboss.rules.cards import Card
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable

PLAY = BlackjackPlay(BASE)
OPTIONS = BASE.settings
in_words, rows = PLAY.in_words, PLAY.rows


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action; to keep what may be zapped is to play it at its best."""
    found = PLAY.values(cards, paytable, settings)
    kept = max(worth for action, worth in found.items() if action != ZAP)
    return {**found, "keep": kept} if ZAP in found else found


def count(report: TellProgress) -> Counts:
    """Solve the game and count the jackpots beside it."""
    return {"base": PLAY.count_base(report), "sides": blackjack_sides.count_jackpots()}
