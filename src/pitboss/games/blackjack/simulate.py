"""Plays blackjack: the side wagers, and the game itself by the basic strategy for the house's
settings. Every round is dealt from a full shoe."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.games.blackjack.odds import solution
from pitboss.games.blackjack.playing import Simulated, play_base
from pitboss.games.blackjack.point_hands import rules_of
from pitboss.games.blackjack.simulate_sides import simulate_sides
from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import odds
from pitboss.maths.comparison import Comparison, Figure, share
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.chance import Session
from pitboss.rules.game import Setting


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """How often each outcome of the side wagers came up."""
    decks = int(settings["decks"])
    return {"sides": {str(decks): simulate_sides(decks, session)}}


def simulate_base(settings: Mapping[str, Setting], session: Session) -> Simulated:
    """The sums of the game itself."""
    tables = solution(settings, read_stored("blackjack")).tables
    return play_base(tables, rules_of(settings), decks=int(settings["decks"]), session=session)


def compare_averages(exact: Analysis, session: Session) -> Comparison:
    """A round of blackjack can be several hands, and for all but the naturals only the mean is
    known. So this compares how often a natural is paid, and the edge, with the error of the
    play."""
    played = simulate_base(exact.options, session)
    pays = odds(exact.paytable.prize("blackjack"), exact.paytable)
    edge = exact.house_edge
    assert edge is not None
    natural = exact.cases.cases[0]
    paid = exact.probability(natural)
    return Comparison(
        paytable=exact.paytable,
        options=exact.options,
        unit=exact.cases.unit,
        rounds=session.rounds,
        rng_seed=session.rng_seed,
        outcomes=(share(natural.outcome, paid, hits=played.naturals, rounds=session.rounds),),
        figures=(Figure("house_edge", edge, -played.mean(pays), played.standard_error(pays)),),
    )
