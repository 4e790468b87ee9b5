"""What holds for the mathematics of every game that is found."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from pitboss.maths import counting, parts, verdicts
from pitboss.maths.analysis import analyze, options_for
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables

PAYTABLES = Paytables()
WITH_ODDS = parts.games_with("odds")
IDS = tuple(name for name in PAYTABLES.ids() if set(PAYTABLES.get(name).games) <= set(WITH_ODDS))


def check_offers(module: Any, protocol: type) -> None:
    """Every function of the protocol, with its parameters by name and order."""
    for name, wanted in vars(protocol).items():
        if name.startswith("_") or not inspect.isfunction(wanted):
            continue
        found = inspect.signature(getattr(module, name)).parameters
        assert list(found) == list(inspect.signature(wanted).parameters)[1:], name
    for name in inspect.get_annotations(protocol):
        assert hasattr(module, name), name


@pytest.mark.parametrize("game", WITH_ODDS)
def test_odds_offer_what_is_asked(game: str) -> None:
    part = parts.odds_part(game)
    check_offers(part, parts.OddsPart)
    if hasattr(part, "ways_at"):
        check_offers(part, parts.WaysPart)
    for slot in catalog.game(game).slots:
        source = parts.odds_part(parts.source_of(game, slot.name))
        names = [option.name for option in source.options(slot.name)]
        assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", parts.sources_with_solve())
def test_counts_that_a_solver_makes_are_stored_as_it_writes_them(game: str) -> None:
    text = counting.counts_path(game).read_text("utf-8")
    assert text == counting.as_text(counting.read_stored(game))


@pytest.mark.parametrize("game", parts.sources_with_solve())
def test_solvers_offer_what_is_asked(game: str) -> None:
    part = parts.solve_part(game)
    check_offers(part, parts.SolvePart)
    if hasattr(part, "in_words"):
        check_offers(part, parts.StrategyPart)
    if hasattr(part, "DECISIONS"):
        check_offers(part, parts.DecisionsPart)
        assert all(
            stored.table().shape == stored.shape for stored in parts.decisions_part(game).DECISIONS
        )


DECIDING = [
    name for name in parts.games_with("solve") if hasattr(parts.solve_part(name), "in_words")
]


@pytest.mark.parametrize("game", DECIDING)
def test_a_strategy_speaks_in_sentences(game: str) -> None:
    part = parts.strategy_part(game)
    settings = {option.name: option.default for option in part.OPTIONS}
    assert part.in_words(settings).endswith(".")


@pytest.mark.parametrize("game", parts.games_with("simulate"))
def test_simulators_offer_what_is_asked(game: str) -> None:
    check_offers(parts.simulate_part(game), parts.SimulatePart)


@pytest.mark.parametrize("paytable_id", IDS)
def test_every_paytable_is_answered(paytable_id: str) -> None:
    paytable = PAYTABLES.get(paytable_id)
    analysis = analyze(paytable)
    assert sum(analysis.probability(case) for case in analysis.cases.cases) == 1
    assert min(case.weight for case in analysis.cases.cases) >= 0
    assert analysis.house_edge is not None
    assert set(analysis.options) == {option.name for option in options_for(paytable_id, paytable)}


@pytest.mark.parametrize("paytable_id", IDS)
def test_printed_figures_are_recorded_with_their_verdicts(paytable_id: str) -> None:
    found = verdicts.as_record(verdicts.verdicts(PAYTABLES.get(paytable_id)))
    recorded = verdicts.read_recorded()
    assert {key: recorded.get(key) for key in found} == found, "see `pitboss verify --write`"
