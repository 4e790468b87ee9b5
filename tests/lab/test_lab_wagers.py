"""The library: a wager by its id, and what other settings, pays and meters make of it."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.refusal import Refusal

PAIR_PLUS = "three_card_poker/pair_plus/1"


def test_a_tie_at_war_is_a_matching_card() -> None:
    """Six decks: 23 of the other 311 cards have the rank; 10 to 1."""
    tie = pitboss.look_up("casino_war/tie/10", decks=6)
    assert tie.edge == 1 - Fraction(23, 311) * 11
    assert tie.hit_frequency == Fraction(23, 311)
    assert [line.pays for line in tie.lines] == ["10 to 1", "loses"]
    assert sum(line.probability for line in tie.lines) == 1


def test_another_number_of_decks_is_another_wager() -> None:
    tie = pitboss.look_up("casino_war/tie/10", decks=6)
    assert tie.at(decks=1).hit_frequency == Fraction(3, 51)
    assert tie.hit_frequency == Fraction(23, 311)


def test_one_more_to_one_is_worth_its_frequency() -> None:
    tie = pitboss.look_up("casino_war/tie/10", decks=6)
    dearer = tie.with_pays(tie="11 to 1")
    assert tie.edge is not None
    assert dearer.edge == tie.edge - Fraction(23, 311)
    assert dearer.edge == pitboss.look_up("casino_war/tie/11", decks=6).edge


def test_a_meter_at_its_break_even_leaves_the_house_nothing() -> None:
    progressive = pitboss.look_up("crazy4/progressive/pays-1")
    assert progressive.variance is None
    level = progressive.paytable.levels[0].name
    even = progressive.break_even_cents
    assert even is not None
    below, at = (progressive.with_meters(**{level: cents}).edge for cents in (even - 1, even))
    assert below is not None
    assert at is not None
    assert below > 0 >= at


@pytest.mark.parametrize(
    ("changed", "code"),
    [({"no_such_hand": "5 to 1"}, "OUTCOME_UNKNOWN"), ({"tie": "5 to"}, "PAY_UNREADABLE")],
)
def test_a_pay_that_cannot_be_is_refused(changed: dict[str, str], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.look_up("casino_war/tie/10").with_pays(**changed)
    assert refused.value.code == code


def test_a_column_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.look_up("casino_war/tie/10").with_pays(column="left", tie="5 to 1")
    assert refused.value.code == "COLUMN_UNKNOWN"


def test_wagers_are_listed_by_game() -> None:
    ours = pitboss.list_wagers("casino_war")
    assert "casino_war/tie/10" in ours
    assert set(ours) < set(pitboss.list_wagers())
    assert not [each for each in ours if not each.startswith("casino_war/")]


def test_queen_six_four_is_worth_just_more_than_a_fold() -> None:
    """The rule of Three Card Poker: play queen, six, four or better."""
    base = "three_card_poker/base/5-4-1"
    hand, weaker = (pitboss.value_actions(base, cards) for cards in ("Qs 6h 4d", "Qs 6h 3d"))
    assert max(hand, key=lambda action: hand[action]) == "play"
    assert max(weaker, key=lambda action: weaker[action]) == "fold"


def test_the_same_seed_plays_the_same_rounds() -> None:
    tie = pitboss.look_up("casino_war/tie/10")
    first, second = (tie.simulate(20_000, rng_seed=3) for _ in range(2))
    assert first == second
    assert first.agrees


def test_looking_up_a_figure_needs_no_compiler() -> None:
    look = (
        "import sys, pitboss; pitboss.look_up('crazy4/queens_up/c4p-09').edge; "
        "assert 'numba' not in sys.modules and 'pitboss.web' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", look], check=True)


def test_a_name_that_the_library_lacks_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = pitboss.no_such_name


def test_one_more_on_a_line_costs_its_chance() -> None:
    """Of the hands of three cards: 48 straight flushes on one line, 52, 720, 1,096 and 3,744."""
    found = pitboss.look_up("three_card_poker/pair_plus/40-30-6-3-1").sensitivities
    assert list(found.values()) == [Fraction(-n, 22100) for n in (48, 52, 720, 1096, 3744)]


def test_a_line_that_an_edge_does_not_depend_on_has_no_sensitivity() -> None:
    assert list(pitboss.look_up("blackjack/base/standard").sensitivities) == ["blackjack"]
    progressive = pitboss.look_up("multi_game/five_card/01").sensitivities
    assert "royal_flush" not in progressive  # a share of a meter
    assert progressive["full_house"] == Fraction(-3744, 2598960)


@pytest.mark.parametrize(
    ("terms", "case"),
    [
        ({"rate_ppm": 2_000_000}, "rates"),
        ({"rate_ppm": 999_999, "reserve_ppm": 2}, "rates"),
        ({"rate_ppm": -1}, "range"),
        ({"rate_ppm": 1.5}, "whole"),
        ({"seed_cents": Fraction(1)}, "whole"),
        ({"seed_cents": -1}, "range"),
        ({"seed_cents": 10**15}, "range"),
        ({"rate": 5}, "range"),
    ],
)
def test_terms_that_no_level_can_have_are_refused(terms: dict[str, Any], case: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.look_up("blackjack/trilux/6").with_level("main", **terms)
    assert (refused.value.code, refused.value.case) == ("LAB_FIELD_WRONG", case)
