"""Seeded play of a wager, compared with its exact figures.

Imports numba only for playing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, cast

from pitboss.maths import parts
from pitboss.maths.analysis import Analysis, analyze, choose, game_of, options_for
from pitboss.maths.comparison import Comparison, compare
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Paytable

if TYPE_CHECKING:
    from pitboss.maths.kernels.chance import Session

RNG_SEEDS = 1 << 64
# More blocks of the generator's sequence would overlap; that is many hours of play.
ROUNDS_MOST = 1 << 38


class AveragesPart(Protocol):
    """What a game's `simulate.py` also offers for wagers whose cases are averages."""

    def compare_averages(self, exact: Analysis, session: Session) -> Comparison:
        """Play a wager and compare it with its exact averages."""


def simulate(
    paytable: Paytable,
    options: Mapping[str, str],
    *,
    rounds: int,
    rng_seed: int,
    report: TellProgress,
) -> Comparison:
    """Play this many rounds of a wager, each from a full shoe, and compare."""
    check(paytable, options, rounds=rounds)
    if not 0 <= rng_seed < RNG_SEEDS:
        raise Refusal("RNG_SEED_WRONG", where="--rng-seed", rng_seed=rng_seed)
    from pitboss.maths.kernels.chance import Session  # imports numba

    session = Session(rounds, rng_seed, report)
    exact = analyze(paytable, options)
    if exact.cases.averaged:
        game = game_of(paytable.id, exact.options)
        return _averages_part(game).compare_averages(exact, session)

    def played(source: str) -> Counts:
        return parts.simulate_part(source).simulate(exact.options, paytable.slot, session)

    return compare(exact, analyze(paytable, options, counts_of=played), rng_seed=rng_seed)


def check(paytable: Paytable, options: Mapping[str, str], *, rounds: int) -> None:
    """Refuse what can't be played, before a seed is drawn for it."""
    settings = choose(options_for(paytable.id, paytable), options)
    parts.need_simulate(parts.source_of(game_of(paytable.id, settings), paytable.slot))
    if not 1 <= rounds <= ROUNDS_MOST:
        raise Refusal("ROUNDS_WRONG", where="--rounds", rounds=rounds, rounds_most=ROUNDS_MOST)


def _averages_part(game: str) -> AveragesPart:
    need = {"case": "no_averages", "needs": "compare_averages"}
    found = parts.find_part(game, "simulate", "SIMULATION_NONE", **need)
    return cast("AveragesPart", found)
