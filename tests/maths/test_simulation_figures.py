"""Every exact figure of every wager lies within four standard errors of its simulation."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from math import inf
from typing import Any

import pytest

from examples import of_few_games
from pitboss.maths import parts
from pitboss.maths.analysis import PLAYERS, analyze, options_for
from pitboss.maths.comparison import Comparison, compare, share
from pitboss.maths.counting import read_stored
from pitboss.maths.kernels.chance import Session
from pitboss.maths.simulation import simulate
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.posted import case_words

PAYTABLES = Paytables()
RNG_SEED = 12
IDS = tuple(
    name
    for name in PAYTABLES.ids()
    if set(PAYTABLES.get(name).games) <= set(parts.games_with("simulate"))
)


def is_bet(name: str) -> bool:
    """Whether a wager is a bet that is a file: all of them are played by the same few lines."""
    game, slot, _ = name.split("/")
    return game != "multi_game" and "/" in parts.source_of(game, slot)


def other_options() -> Iterator[tuple[str, dict[str, str]]]:
    """For one paytable of each slot every other choice, one at a time, and all the last together.
    Wagers of which averages are known are solved anew for every choice: their games test them."""
    seen: set[str] = set()
    for name in IDS:
        paytable = PAYTABLES.get(name)
        slot = name.rpartition("/")[0]
        if slot in seen or analyze(paytable).cases.averaged:
            continue
        seen.add(slot)
        known = [option for option in options_for(name, paytable) if option != PLAYERS]
        for option in known:
            yield from ((name, {option.name: str(choice)}) for choice in option.choices[1:])
        if len(known) > 1:
            yield name, {option.name: str(option.choices[-1]) for option in known}


OTHER_OPTIONS = tuple(other_options())


def played(
    paytable_id: str, options: dict[str, str], *, rounds: int, rng_seed: int = RNG_SEED
) -> Comparison:
    return simulate(
        PAYTABLES.get(paytable_id), options,
        rounds=rounds, rng_seed=rng_seed, report=lambda _share: None,
    )  # fmt: skip


def far_off(comparison: Comparison) -> list[str]:
    figures = (*comparison.outcomes, *comparison.figures)
    return [f"{figure.name}: {figure.errors_apart}" for figure in figures if not figure.agrees]


@pytest.mark.parametrize("paytable_id", of_few_games(IDS))
def test_every_paytable(paytable_id: str) -> None:
    comparison = played(paytable_id, {}, rounds=100_000 if is_bet(paytable_id) else 300_000)
    assert far_off(comparison) == []
    assert comparison.agrees
    judged = [figure for figure in comparison.outcomes if figure.errors_apart is not None]
    assert judged
    assert 0 < comparison.figures[0].standard_error < 0.05


@pytest.mark.parametrize(("paytable_id", "options"), of_few_games(OTHER_OPTIONS))
def test_other_options(paytable_id: str, options: dict[str, str]) -> None:
    assert far_off(played(paytable_id, options, rounds=200_000)) == []


def test_a_wrong_figure_is_caught() -> None:
    """One natural win in thirty counted as nothing, as a wrong drawing rule might have it."""
    wrong: Any = deepcopy(read_stored("baccarat"))
    outcomes = wrong["8"]["dragon_bonus"]["player"]
    moved = outcomes["natural_win"] // 30
    outcomes["natural_win"] -= moved
    outcomes["nothing"] += moved
    paytable = PAYTABLES.get("baccarat/dragon_bonus/1")
    session = Session(300_000, RNG_SEED, lambda _share: None)
    counts = parts.simulate_part("baccarat").simulate({"decks": 8}, "dragon_bonus", session)
    simulated = analyze(paytable, counts_of=lambda _: counts)
    right = compare(analyze(paytable), simulated, rng_seed=RNG_SEED)
    assert right.agrees
    found = compare(analyze(paytable, counts_of=lambda _: wrong), simulated, rng_seed=RNG_SEED)
    assert not found.agrees
    assert {line.split(":")[0] for line in far_off(found)} >= {"natural_win", "nothing"}


def test_a_wrong_decision_is_caught() -> None:
    """Folding nothing is not the best play, and its figures are not those of the best play."""
    paytable = PAYTABLES.get("crazy4/base/c4p")
    settings = {"strategy": "play_everything"}
    session = Session(100_000, RNG_SEED, lambda _share: None)
    counts: Any = parts.simulate_part("crazy4").simulate(settings, "base", session)
    as_best = {**counts, "base": counts["strategies"]["play_everything"]}
    simulated = analyze(paytable, counts_of=lambda _: as_best)
    assert not compare(analyze(paytable), simulated, rng_seed=RNG_SEED).agrees


def test_four_standard_errors_agree_and_one_hit_more_does_not() -> None:
    half = Fraction(1, 2)
    assert share("even", half, hits=5_200, rounds=10_000).errors_apart == pytest.approx(4)
    assert share("even", half, hits=5_200, rounds=10_000).agrees
    assert not share("even", half, hits=5_201, rounds=10_000).agrees
    assert not share("even", half, hits=4_799, rounds=10_000).agrees


def test_what_is_expected_less_than_ten_times_is_not_judged() -> None:
    rare = share("rare", Fraction(1, 1_001), hits=9_999, rounds=10_000)
    assert rare.errors_apart is None
    assert rare.agrees
    assert share("seldom", Fraction(1, 1_000), hits=10, rounds=10_000).errors_apart == 0


def test_what_cannot_happen_must_not_happen() -> None:
    assert share("never", Fraction(0), hits=1, rounds=10).errors_apart == inf
    assert not share("never", Fraction(0), hits=1, rounds=10).agrees
    assert share("never", Fraction(0), hits=0, rounds=10).errors_apart == 0


def test_outcomes_by_action_leave_out_the_class_of_the_hand() -> None:
    comparison = played("crazy4/base/c4p", {}, rounds=20_000)
    grouped = {figure.name: figure for figure in comparison.by_action()}
    assert next(iter(grouped)) == "play_3, qualified_win"
    assert list(grouped)[-1] == "fold"
    assert sum(figure.exact for figure in grouped.values()) == 1
    assert sum(figure.simulated for figure in grouped.values()) == 1
    wins = [
        figure for figure in comparison.outcomes
        if figure.name.startswith("play_3, ") and figure.name.endswith(", qualified_win")
    ]  # fmt: skip
    assert len(wins) == 7
    assert grouped["play_3, qualified_win"].exact == sum(figure.exact for figure in wins)


def test_outcomes_that_a_posting_calls_the_same_are_one_row() -> None:
    comparison = played("crazy4/queens_up/c4p-09", {}, rounds=20_000)
    labels = [case_words(comparison.paytable, figure.name) for figure in comparison.by_action()]
    assert labels.count("4 of a Kind") == 1
    grouped = {figure.name: figure for figure in comparison.by_action()}
    fours = next(grouped[name] for name in grouped if "four" in name)
    # 13 ranks and each of the 48 other cards, among the hands of five cards.
    assert fours.exact == Fraction(13 * 48, 2_598_960)


@pytest.mark.parametrize("rounds", [0, -1, (1 << 38) + 1])
def test_rounds_that_cannot_be_played_are_refused(rounds: int) -> None:
    with pytest.raises(Refusal, match="ROUNDS_WRONG"):
        played("crazy4/base/c4p", {}, rounds=rounds)


@pytest.mark.parametrize("rng_seed", [-1, 1 << 64])
def test_seeds_that_are_no_64_bits_are_refused(rng_seed: int) -> None:
    with pytest.raises(Refusal, match="RNG_SEED_WRONG"):
        played("crazy4/base/c4p", {}, rounds=1, rng_seed=rng_seed)
