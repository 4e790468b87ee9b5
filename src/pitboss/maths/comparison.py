"""Compares a simulation with the exact figures, in standard errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import Case, fraction_text, total_of
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.posted import case_words

# Farther apart than this, an exact figure and its simulation contradict each other.
ERRORS_MOST = 4
# An outcome expected less often than this is too rare for a standard error to mean much.
HITS_LEAST = 10


@dataclass(frozen=True, slots=True)
class Figure:
    """One exact figure and its simulated value."""

    name: str
    exact: Fraction
    simulated: Fraction
    standard_error: float
    is_rare: bool = False

    @property
    def errors_apart(self) -> float | None:
        """Standard errors between the two; None if chance decides too much."""
        if self.is_rare:
            return None
        difference = float(self.simulated - self.exact)
        if not self.standard_error:
            return inf if difference else 0.0
        return difference / self.standard_error

    @property
    def agrees(self) -> bool:
        """Whether chance explains the difference."""
        apart = self.errors_apart
        return apart is None or abs(apart) <= ERRORS_MOST


@dataclass(frozen=True, slots=True)
class Comparison:
    """All outcomes of a wager, and the figures that follow from them."""

    paytable: Paytable
    options: Mapping[str, Setting]
    unit: str
    rounds: int
    rng_seed: int
    outcomes: tuple[Figure, ...]
    figures: tuple[Figure, ...]

    @property
    def agrees(self) -> bool:
        """Whether every exact figure is within four standard errors of the simulation."""
        return all(figure.agrees for figure in (*self.outcomes, *self.figures))

    @property
    def too_rare(self) -> int:
        """How many outcomes are too rare to judge."""
        return sum(figure.is_rare for figure in self.outcomes)

    def by_action(self) -> tuple[Figure, ...]:
        """The outcomes without the player's class of hand: the action and the result. Outcomes that
        a posting calls the same, such as two fours of a kind, are one."""
        groups: dict[str, tuple[str, list[Figure]]] = {}
        for figure in self.outcomes:
            *action, result = figure.name.split(", ")
            kept = action if len(action) < 2 else action[:-1]
            name = ", ".join((*kept, result))
            groups.setdefault(case_words(self.paytable, name), (name, []))[1].append(figure)
        return tuple(
            share(
                name,
                total_of(figure.exact for figure in group),
                hits=sum(int(figure.simulated * self.rounds) for figure in group),
                rounds=self.rounds,
            )
            for name, group in groups.values()
        )

    def as_data(self) -> dict[str, object]:
        """Everything as plain data: fractions as "p/q", standard errors as decimal numbers."""
        return {
            "id": self.paytable.id,
            "title": self.paytable.title,
            "sha256": self.paytable.sha256,
            "options": dict(self.options),
            "unit": self.unit,
            "rounds": self.rounds,
            "rng_seed": self.rng_seed,
            "outcomes": [_as_data(figure, name="outcome") for figure in self.outcomes],
            "figures": [_as_data(figure, name="figure") for figure in self.figures],
            "standard_errors_most": ERRORS_MOST,
            "within": self.agrees,
        }


def _as_data(figure: Figure, *, name: str) -> dict[str, object]:
    apart = figure.errors_apart
    return {
        name: figure.name,
        "exact": fraction_text(figure.exact),
        "simulated": fraction_text(figure.simulated),
        "standard_error": figure.standard_error,
        "standard_errors_apart": None if apart == inf else apart,
        "within": figure.agrees,
    }


def share(name: str, exact: Fraction, *, hits: int, rounds: int) -> Figure:
    """How often something happened, beside its probability."""
    expected = rounds * min(exact, 1 - exact)
    return Figure(
        name=name,
        exact=exact,
        simulated=Fraction(hits, rounds),
        standard_error=sqrt(exact * (1 - exact) / rounds),
        is_rare=0 < expected < HITS_LEAST,
    )


def compare(exact: Analysis, simulated: Analysis, *, rng_seed: int) -> Comparison:
    """Compare two analyses of one wager; the second uses simulated counts."""
    rounds = simulated.total
    probabilities, hits = _weights(exact), _weights(simulated)
    names = dict.fromkeys((*probabilities, *hits))
    outcomes = tuple(
        share(
            name, Fraction(probabilities.get(name, 0), exact.total),
            hits=hits.get(name, 0), rounds=rounds,
        )
        for name in names
    )  # fmt: skip
    hit_frequency, hit_share = exact.hit_frequency, simulated.hit_frequency
    assert hit_frequency is not None
    assert hit_share is not None
    return Comparison(
        paytable=exact.paytable,
        options=exact.options,
        unit=exact.cases.unit,
        rounds=rounds,
        rng_seed=rng_seed,
        outcomes=outcomes,
        figures=(
            _money(exact, simulated),
            share("hit_frequency", hit_frequency, hits=int(hit_share * rounds), rounds=rounds),
        ),
    )


def _weights(analysis: Analysis) -> dict[str, int]:
    """The weight of each outcome; adds up cases with one name, such as all folded hands."""
    weights: dict[str, int] = {}
    for case in analysis.cases.cases:
        weights[case.outcome] = weights.get(case.outcome, 0) + case.weight
    return weights


def _money(exact: Analysis, simulated: Analysis) -> Figure:
    """The house edge, or if meters pay a part of it, the return without them."""
    if exact.meter_lines:
        name, sign = "fixed_return", 1
    else:
        name, sign = "house_edge", -1
    mean = _mean(exact, sign)
    squares = sum(case.weight * _money_of(case, sign) ** 2 for case in exact.cases.cases)
    variance = squares / exact.total - mean**2
    return Figure(
        name=name,
        exact=mean,
        simulated=_mean(simulated, sign),
        standard_error=sqrt(variance / simulated.total),
    )


def _mean(analysis: Analysis, sign: int) -> Fraction:
    weighed = sum(case.weight * _money_of(case, sign) for case in analysis.cases.cases)
    return Fraction(weighed, analysis.total)


def _money_of(case: Case, sign: int) -> Fraction:
    """What came back, or what the house kept."""
    return case.back if sign > 0 else case.staked - case.back
