"""An analysis as plain data: what `pitboss odds --json` prints and other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import fraction_text
from pitboss.maths.house import PostedWorth
from pitboss.maths.verdicts import Verdict
from pitboss.money import Cents


def as_data(
    analysis: Analysis,
    printed: tuple[Verdict, ...],
    *,
    posted_cents: Mapping[str, Cents],
    worths: Sequence[PostedWorth] = (),
) -> dict[str, object]:
    """Every figure, fractions as "p/q", amounts in cents. `posted_cents` is what a house jackpot
    posts for each hand, `worths` what its amounts are worth."""
    progressive = bool(analysis.paytable.levels)
    jackpot = progressive or posted_cents
    return {
        "id": analysis.paytable.id,
        "title": analysis.paytable.title,
        "sha256": analysis.paytable.sha256,
        "options": dict(analysis.options),
        "unit": analysis.cases.unit,
        "method": analysis.cases.method,
        "house_edge": fraction_text(analysis.house_edge),
        "hit_frequency": fraction_text(analysis.hit_frequency),
        "element_of_risk": fraction_text(analysis.element_of_risk),
        "variance": fraction_text(analysis.variance),
        "posted_cents": dict(posted_cents),
        "posted_break_even_cents": {
            worth.name: fraction_text(worth.break_even_cents) for worth in worths
        },
        "average_stake": fraction_text(analysis.average_stake),
        "actions": {name: fraction_text(share) for name, share in analysis.actions.items()},
        "outcomes": _outcomes(analysis),
        "meters": _meters(analysis),
        "fixed_return": fraction_text(analysis.fixed_return) if jackpot else None,
        "envy_return": fraction_text(analysis.envy_return) if analysis.paytable.envy else None,
        "long_run_edge": fraction_text(analysis.long_run_edge) if progressive else None,
        "break_even_cents": analysis.break_even_cents,
        "levels": _levels(analysis),
        "printed": [_verdict(each) for each in printed],
    }


def _outcomes(analysis: Analysis) -> list[dict[str, object]]:
    return [
        {
            "outcome": case.outcome,
            "probability": fraction_text(analysis.probability(case)),
            "pays": case.pays,
            "return": fraction_text(analysis.probability(case) * case.back),
        }
        for case in analysis.cases.cases
    ]


def _meters(analysis: Analysis) -> list[dict[str, object]]:
    return [
        {
            "level": line.level,
            "outcome": line.outcome,
            "probability": fraction_text(line.probability),
            "share": fraction_text(line.share),
            "return_per_1000": fraction_text(line.return_per_1000),
        }
        for line in analysis.meter_lines
    ]


def _levels(analysis: Analysis) -> list[dict[str, object]]:
    return [
        {
            "level": figures.level.name,
            "seed_cents": figures.level.seed_cents,
            "rate_ppm": figures.level.rate_ppm,
            "reserve_ppm": figures.level.reserve_ppm,
            "average_award_cents": fraction_text(figures.average_award_cents),
            "rounds_between_hits": fraction_text(figures.rounds_between_hits),
        }
        for figures in analysis.levels
    ]


def _verdict(verdict: Verdict) -> dict[str, object]:
    return {
        "figure": verdict.figure,
        "where": verdict.where,
        "printed": verdict.printed,
        "exact": fraction_text(verdict.exact),
        "reading": verdict.reading,
        "verdict": verdict.verdict,
    }
