"""Plays a wager and holds the play against its exact figures.

Numba is imported when something is played, not before.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache

from pitboss.maths import simulators
from pitboss.maths.analysis import Analysis, analyse, choose, options_for
from pitboss.maths.cases import odds
from pitboss.maths.counting import Counts, Report, tally
from pitboss.maths.simulators.comparison import Comparison, Figure, compare, share
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Paytable

RNG_SEEDS = 1 << 64
# Blocks of the generator's sequence would run into each other beyond; it is many hours of play.
ROUNDS_MOST = 1 << 38


def simulate(
    paytable: Paytable,
    options: Mapping[str, str],
    *,
    rounds: int,
    rng_seed: int,
    report: Report,
) -> Comparison:
    """Play so many rounds of a wager, each from a full shoe, and compare."""
    check(paytable, options, rounds=rounds)
    if not 0 <= rng_seed < RNG_SEEDS:
        raise Refusal(
            "RNG_SEED_WRONG", where="--rng-seed", reason=f"{rng_seed} is not from 0 to 2^64 - 1"
        )
    exact = analyse(paytable, options)
    if exact.cases.averaged:
        return _blackjack(exact, rounds=rounds, rng_seed=rng_seed, report=report)

    @cache
    def played(solver: str) -> Counts:
        simulator = importlib.import_module(f"{simulators.__name__}.{solver}")
        counts: Counts = simulator.simulate(
            settings=exact.options,
            wanted=paytable.slot,
            rounds=rounds,
            rng_seed=rng_seed,
            report=report,
        )
        return counts

    return compare(exact, analyse(paytable, options, counts_of=played), rng_seed=rng_seed)


def check(paytable: Paytable, options: Mapping[str, str], *, rounds: int) -> None:
    """Refuse what can not be played, before a seed is drawn for it."""
    choose(options_for(paytable.id, paytable), options)
    if not 1 <= rounds <= ROUNDS_MOST:
        raise Refusal(
            "ROUNDS_WRONG", where="--rounds", reason=f"{rounds} is not from 1 to {ROUNDS_MOST:,}"
        )


def _blackjack(exact: Analysis, *, rounds: int, rng_seed: int, report: Report) -> Comparison:
    """A round of blackjack can be several hands, and of all but the naturals only the mean is
    known: what is compared is how often one is paid, and the edge, whose error is the play's."""
    from pitboss.maths.kernels.blackjack_simulation import Simulated
    from pitboss.maths.simulators import blackjack

    counts = blackjack.simulate(
        settings=exact.options, wanted="base", rounds=rounds, rng_seed=rng_seed, report=report
    )
    played = Simulated(**tally(counts))
    pays = odds(exact.paytable.prize("blackjack"), exact.paytable)
    edge = exact.house_edge
    assert edge is not None
    natural = exact.cases.cases[0]
    return Comparison(
        paytable=exact.paytable,
        options=exact.options,
        unit=exact.cases.unit,
        rounds=rounds,
        rng_seed=rng_seed,
        outcomes=(
            share(natural.outcome, exact.probability(natural), hits=played.naturals, rounds=rounds),
        ),
        figures=(Figure("house_edge", edge, -played.mean(pays), played.standard_error(pays)),),
    )
