"""An analysis as plain data: what `pitboss odds --json` prints and other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from pitboss.maths.analysis import Analysis
from pitboss.maths.house_amounts import PostedWorth
from pitboss.maths.verdicts import Verdict
from pitboss.money import Cents


def as_data(
    analysis: Analysis,
    printed: tuple[Verdict, ...],
    *,
    posted_cents: Mapping[str, Cents],
    worths: Sequence[PostedWorth] = (),
) -> dict[str, object]:
    """Every figure, exact; amounts in cents. `posted_cents` is what a house jackpot posts for each
    hand, `worths` what its amounts are worth."""
    progressive = bool(analysis.paytable.levels)
    jackpot = progressive or posted_cents
    return {
        "id": analysis.paytable.id,
        "title": analysis.paytable.title,
        "sha256": analysis.paytable.sha256,
        "options": dict(analysis.options),
        "unit": analysis.cases.unit,
        "method": analysis.cases.method,
        "house_edge": analysis.house_edge,
        "hit_frequency": analysis.hit_frequency,
        "element_of_risk": analysis.element_of_risk,
        "variance": analysis.variance,
        "posted_cents": dict(posted_cents),
        "posted_break_even_cents": {worth.name: worth.break_even_cents for worth in worths},
        "average_stake": analysis.average_stake,
        "actions": analysis.actions,
        "outcomes": _outcomes(analysis),
        "meters": [asdict(line) for line in analysis.meter_lines],
        "fixed_return": analysis.fixed_return if jackpot else None,
        "envy_return": analysis.envy_return if analysis.paytable.envy else None,
        "long_run_edge": analysis.long_run_edge if progressive else None,
        "break_even_cents": analysis.break_even_cents,
        "levels": _levels(analysis),
        "printed": [_verdict(each) for each in printed],
    }


def _outcomes(analysis: Analysis) -> list[dict[str, object]]:
    return [
        {
            "outcome": case.outcome,
            "probability": analysis.probability(case),
            "pays": case.pays,
            "return": analysis.probability(case) * case.back,
        }
        for case in analysis.cases.cases
    ]


def _levels(analysis: Analysis) -> list[dict[str, object]]:
    return [
        {
            "level": figures.level.name,
            "seed_cents": figures.level.seed_cents,
            "rate_ppm": figures.level.rate_ppm,
            "reserve_ppm": figures.level.reserve_ppm,
            "average_award_cents": figures.average_award_cents,
            "rounds_between_hits": figures.rounds_between_hits,
        }
        for figures in analysis.levels
    ]


def _verdict(verdict: Verdict) -> dict[str, object]:
    return {
        "figure": verdict.figure,
        "where": verdict.where,
        "printed": verdict.printed,
        "exact": verdict.exact,
        "reading": verdict.reading,
        "verdict": verdict.verdict,
    }
