"""Collusion and exposed cards: the edge of a game when a seat knows more than its own hand.

Each sampled deal is played twice, knowing the other cards and by a rule of thumb whose edge is
counted; what the knowledge is worth with those cards is exact. So only the gain is an estimate, and
its standard error is small.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from statistics import fmean, pstdev
from typing import cast

from pitboss.lab.lab_wagers import LabWager
from pitboss.maths import parts
from pitboss.maths.seen_game import SeenGame
from pitboss.maths.threads import need_numba
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK


@dataclass(frozen=True, slots=True)
class SeenEdge:
    """The house's edge against a seat that sees these cards and plays them best, in units."""

    seats: int  # that show each other their cards
    dealer_cards: int  # seen, besides those that the rules show
    edge: Fraction | float
    error: float  # the standard error; 0 where every deal was counted
    deals: int  # sampled


def find_seen_edge(
    wager: LabWager, *, seats: int = 1, dealer_cards: int = 0, deals: int = 2_000, rng_seed: int
) -> SeenEdge:
    """The edge for seats in collusion, or with cards of the dealer exposed. The same seed gives
    the same figure."""
    paytable = wager.paytable
    if paytable.slot != "base":
        raise Refusal("VULNERABILITY_NONE", "no_seen", where=paytable.id)
    need_numba()
    part = parts.find_part(
        paytable.games[0], "solve", "VULNERABILITY_NONE", "no_seen", needs="SEEN"
    )
    game = cast("SeenGame", part.SEEN)
    if not (1 <= seats <= 7 and 0 <= dealer_cards < game.cards - game.shown and deals > 1):
        most = game.cards - game.shown - 1
        raise Refusal("VULNERABILITY_NONE", "seen_most", where=paytable.id, most=most)
    if (seats, dealer_cards) == (1, 1) and game.one_more:
        return SeenEdge(seats, dealer_cards, -game.one_more(paytable), 0.0, 0)
    rng, gains = Random(rng_seed), []  # noqa: S311 - a sample, not secrets
    for _ in range(deals):
        cards = rng.sample(DECK, game.cards * (seats + 1))
        own, dealer, gone = (
            cards[: game.cards],
            cards[-game.cards :],
            cards[game.cards : -game.cards],
        )
        play = float(game.worth(own, dealer[: game.shown + dealer_cards], gone, paytable))
        gains.append(max(play, -1) - (play if game.is_played(own) else -1))
    plain = wager.at(strategy=game.strategy).edge
    assert plain is not None
    error = pstdev(gains) / sqrt(deals)
    return SeenEdge(seats, dealer_cards, float(plain) - fmean(gains), error, deals)
