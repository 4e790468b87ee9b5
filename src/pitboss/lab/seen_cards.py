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
from typing import cast

from pitboss.lab.lab_wagers import LabWager
from pitboss.maths import parts
from pitboss.maths.cases import total_of
from pitboss.maths.seen_game import SeenGame
from pitboss.maths.spreading import cut, spread
from pitboss.maths.threads import need_numba
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK
from pitboss.rules.paytable import Paytable

DEALS_LEAST = 50  # of a piece of a sample


@dataclass(frozen=True, slots=True)
class SeenEdge:
    """The house's edge against a seat that sees these cards and plays them best, in units."""

    seats: int  # that show each other their cards
    dealer_cards: int  # seen, besides those that the rules show
    edge: Fraction | float
    error: float  # the standard error; 0 where every deal was counted
    deals: int  # sampled


def find_seen_edge(
    wager: LabWager,
    *,
    seats: int = 1,
    dealer_cards: int = 0,
    deals: int = 2_000,
    rng_seed: int,
    processes: int = 1,
    cluster: str = "",
    report: TellProgress = lambda done: None,
) -> SeenEdge:
    """The edge for seats in collusion, or with cards of the dealer exposed. The same seed gives
    the same figure, whoever samples the deals."""
    paytable = wager.paytable
    if paytable.slot != "base":
        raise Refusal("VULNERABILITY_NONE", "no_seen", where=paytable.id)
    need_numba()
    game = _find_game(paytable)
    if not (1 <= seats <= 7 and 0 <= dealer_cards < game.cards - game.shown and deals > 1):
        most = game.cards - game.shown - 1
        raise Refusal("VULNERABILITY_NONE", "seen_most", where=paytable.id, most=most)
    if (seats, dealer_cards) == (1, 1) and game.one_more:
        return SeenEdge(seats, dealer_cards, -game.one_more(paytable), 0.0, 0)
    work = _SampleDeals(paytable, seats, dealer_cards, rng_seed)
    pieces = cut(deals, least=DEALS_LEAST)
    played = spread(work, pieces, processes=processes, cluster=cluster, report=report)
    gain, squares = map(total_of, zip(*played, strict=True))
    mean = gain / deals
    plain = wager.at(strategy=game.strategy).edge
    assert plain is not None
    error = sqrt((squares / deals - mean**2) / deals)
    return SeenEdge(seats, dealer_cards, float(plain - mean), error, deals)


def _find_game(paytable: Paytable) -> SeenGame:
    game = paytable.games[0]
    part = parts.find_part(game, "solve", "VULNERABILITY_NONE", "no_seen", needs="SEEN")
    return cast("SeenGame", part.SEEN)


@dataclass(frozen=True, slots=True)
class _SampleDeals:
    """Samples some deals, each by luck of its own: what knowledge gains, and its squares."""

    paytable: Paytable
    seats: int
    dealer_cards: int
    rng_seed: int

    def __call__(self, deals: range) -> tuple[Fraction, Fraction]:
        game, gain, squares = _find_game(self.paytable), Fraction(0), Fraction(0)
        for deal in deals:
            rng = Random(f"{self.rng_seed} {deal}")  # noqa: S311 - a sample, not secrets
            cards = rng.sample(DECK, game.cards * (self.seats + 1))
            own, dealer = cards[: game.cards], cards[-game.cards :]
            known, gone = dealer[: game.shown + self.dealer_cards], cards[game.cards : -game.cards]
            play = game.worth(own, known, gone, self.paytable)
            more = max(play, Fraction(-1)) - (play if game.is_played(own) else -1)
            gain, squares = gain + more, squares + more**2
        return gain, squares
