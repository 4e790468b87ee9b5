"""Seeded play of a wager, compared with its exact figures.

Imports numba only for playing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING, Protocol, cast

from pitboss.maths import parts
from pitboss.maths.analysis import Analysis, analyze, choose, game_of, options_for
from pitboss.maths.comparison import Comparison, compare
from pitboss.maths.counting import Counts
from pitboss.maths.spreading import cut, spread
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable

if TYPE_CHECKING:
    from pitboss.maths.kernels.chance import Session, Tally

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
    processes: int = 1,
    cluster: str = "",
) -> Comparison:
    """Play this many rounds of a wager, each from a full shoe, and compare."""
    check(paytable, options, rounds=rounds)
    if not 0 <= rng_seed < RNG_SEEDS:
        raise Refusal("RNG_SEED_WRONG", where="--rng-seed", rng_seed=rng_seed)
    from pitboss.maths.kernels.chance import BLOCK_ROUNDS, CHUNK_BLOCKS, Session  # imports numba

    session = Session(rounds, rng_seed, report)
    exact = analyze(paytable, options)
    if cluster or processes > 1:
        blocks = cut(-(-rounds // BLOCK_ROUNDS), least=CHUNK_BLOCKS)
        work = _PlayBlocks(exact, rounds, rng_seed)
        played = spread(work, blocks, processes=processes, cluster=cluster, report=report)
        session = Session(rounds, rng_seed, report, played=iter(_add_up(played)))
    if exact.cases.averaged:
        return _averages_part(exact).compare_averages(exact, session)
    counts = _play(exact, session)
    simulated = analyze(paytable, options, counts_of=lambda source: counts)
    return compare(exact, simulated, rng_seed=rng_seed)


@dataclass(frozen=True, slots=True)
class _PlayBlocks:
    """Plays some blocks of a simulation: the tallies of each kernel."""

    exact: Analysis
    rounds: int
    rng_seed: int

    def __call__(self, blocks: range) -> list[Tally]:
        from pitboss.maths.kernels.chance import BLOCK_ROUNDS, Session  # imports numba

        rounds = min(blocks.stop * BLOCK_ROUNDS, self.rounds) - blocks.start * BLOCK_ROUNDS
        session = Session(rounds, self.rng_seed, lambda done: None, first_block=blocks.start)
        if self.exact.cases.averaged:
            _averages_part(self.exact).compare_averages(self.exact, session)
        else:
            _play(self.exact, session)
        return session.tallies


def _add_up(played: Iterable[list[Tally]]) -> list[Tally]:
    """The tallies of all pieces, kernel by kernel."""
    sums, *others = played
    for piece in others:
        sums = list(map(add, sums, piece))
    return sums


def _play(exact: Analysis, session: Session) -> Counts:
    game, slot = game_of(exact.paytable.id, exact.options), exact.paytable.slot
    catalog.game(game).slot(slot)  # another machine hasn't the bets of a house's folder
    part = parts.simulate_part(parts.source_of(game, slot))
    return part.simulate(exact.options, slot, session)


def check(paytable: Paytable, options: Mapping[str, str], *, rounds: int) -> None:
    """Refuse what can't be played, before a seed is drawn for it."""
    settings = choose(options_for(paytable.id, paytable), options)
    parts.need_simulate(parts.source_of(game_of(paytable.id, settings), paytable.slot))
    if not 1 <= rounds <= ROUNDS_MOST:
        raise Refusal("ROUNDS_WRONG", where="--rounds", rounds=rounds, rounds_most=ROUNDS_MOST)


def _averages_part(exact: Analysis) -> AveragesPart:
    game = game_of(exact.paytable.id, exact.options)
    need = {"case": "no_averages", "needs": "compare_averages"}
    found = parts.find_part(game, "simulate", "SIMULATION_NONE", **need)
    return cast("AveragesPart", found)
