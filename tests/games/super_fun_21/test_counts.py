"""Super Fun 21: exact values against a slow table, published figures, seeded play."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from games.blackjack.twin import Cards, small_shoe
from games.many_card_twin import SlowBest, SlowManyCards
from pitboss.games.super_fun_21.odds import PAYS, USUAL, options
from pitboss.games.super_fun_21.solve import LAB, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, branch, read_stored
from pitboss.maths.kernels.many_card_play import Ended, ManyCardUp
from pitboss.maths.kernels.many_card_solve import solve
from pitboss.maths.many_cards import SUITS
from pitboss.maths.point_hands import hand_of, without
from pitboss.maths.simulation import simulate
from pitboss.rules.cards import parse_cards
from pitboss.rules.catalog import Paytables
from rules.shoe_support import refuses

MADE = ("six_seven_eight", "three_sevens")
PAYTABLE = Paytables().get("super_fun_21/base/standard")
SETTINGS = {option.name: option.default for option in options("base")}


def silent(share: float) -> None:
    assert 0 < share <= 1


def edge(**options: Any) -> Fraction:
    found = analyze(PAYTABLE, {name: str(value) for name, value in options.items()}).house_edge
    assert found is not None
    return found


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (USUAL, small_shoe(p3=5, p6=5, p10=9)),
        (replace(USUAL, split_hands=3), small_shoe(p1=4, p4=5, p10=11)),
        (replace(USUAL, rescue="no", surrender="first_two"), small_shoe(p4=4, p7=5, p10=9)),
        (replace(USUAL, hit_split_aces="no", soft_17="stand"), small_shoe(p1=4, p6=5, p10=9)),
        pytest.param(
            replace(USUAL, split_hands=2, resplit_aces="no"),
            small_shoe(p1=4, p2=5, p5=4, p10=9),
            marks=pytest.mark.proof,
        ),
    ],
)
def test_small_shoes_agree_with_a_slow_table(rules: Any, shoe: Cards) -> None:
    solution = solve(rules, shoe=shoe, decks=1, pays=PAYS, report=silent)
    play = solution.total_and_cards
    slow = SlowManyCards(solution.tables, rules).round(shoe)
    assert play.net == slow.pop("net")
    assert play.stake == slow.pop("stake")
    natural = play.paid["blackjack"] + play.paid["blackjack_diamonds"]
    assert natural == slow.pop("blackjack", 0)
    assert {name: play.paid.get(name, 0) for name in slow} == dict(slow)
    assert solution.best.win(PAYS) >= play.win(PAYS)


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "kinds", "up"),
    [
        pytest.param(USUAL, (1, 2), 6, marks=pytest.mark.proof),  # 2-3 against a seven
        (USUAL, (0, 1), 9),  # ace-2 against a ten
        pytest.param(
            replace(USUAL, game="spanish", doubles=3, surrender="first_two"),
            (1, 3),
            0,
            marks=pytest.mark.proof,
        ),
        (replace(USUAL, game="spanish", rescue="no", surrender="none"), (3, 4), 9),
    ],
)
def test_nobody_can_play_better(rules: Any, kinds: tuple[int, int], up: int) -> None:
    """Every choice of one hand is tried, card by card, in a shoe without sixes and eights."""
    shoe = (4, 4, 4, 4, 3, 0, 3, 0, 3, 9)
    pays = PAYS | dict.fromkeys(("six_card_21", "seven_card_21"), Fraction(3))
    pays |= {f"{made}_{suits}": Fraction(2) for made in MADE for suits in SUITS}
    solver = ManyCardUp(rules=rules, shoe=shoe, decks=2, up=up, pays=pays)
    ended, hand = Ended(), hand_of(*kinds)
    solver.follow(ended, 0, {hand: solver.whole}, solver.first)
    solver.settle([ended])
    left = without(shoe, up, *kinds)
    found = solver.win(ended) / (solver.whole * solver.values.scale[sum(left)])
    slow = SlowBest(rules, pays | dict.fromkeys(MADE, Fraction(2)))
    points = tuple(sorted(kind + 1 for kind in kinds))
    assert found == slow.best(points, 0, up + 1, left)


def test_the_edges_are_the_published_ones() -> None:
    """21-blackjack-casino.com prints 0.94 %; barngamerz.com 0.75 % where the dealer stands on a
    soft 17; Orange County KO 0.9788 % by the Wizard of Odds' chart, near our lines."""
    assert round(100 * float(edge()), 2) == 0.94
    assert round(100 * float(edge(soft_17="stand")), 2) == 0.75
    assert edge() < edge(strategy="total_and_cards") < Fraction(9788, 10**6)


def test_every_round_ends_in_one_way() -> None:
    kept = LAB.odds.solution(SETTINGS, read_stored("super_fun_21"))
    for play in (kept.best, kept.total_and_cards):
        natural = play.paid["blackjack"] + play.paid["blackjack_diamonds"]
        assert natural == Fraction(2 * 4 * 16, 52 * 51)
        assert sum(play.first_actions.values()) + natural + kept.dealer_blackjack == 1


def test_the_value_of_a_hand_by_hand() -> None:
    """Five cards of 13 with 8 left to bust: the sixth card wins even money or busts."""
    cards = parse_cards("2c 2d 2h 3c 4d 6s")
    # Six is up: 46 cards are left, of which 9 to K bust (20): 26 win and 20 lose. But 21 has no
    # eight here: 13 + 8 = 21 pays 2 to 1, four of them.
    found = values(cards, PAYTABLE, SETTINGS)
    assert found["hit"] == Fraction(22 + 2 * 4 - 20, 46)
    assert found["surrender"] == Fraction(-1, 2)


def test_impossible_cards_are_refused() -> None:
    with refuses("CARD_DUPLICATED"):
        values(parse_cards("2c 2c 6s"), PAYTABLE, SETTINGS)
    with refuses("CARDS_IMPOSSIBLE"):
        values(parse_cards("Tc Td 6s 7h"), PAYTABLE, SETTINGS)
    with refuses("CARDS_WRONG_NUMBER"):
        values(parse_cards("Tc Td"), PAYTABLE, SETTINGS)


@pytest.mark.proof
def test_recounted() -> None:
    solution = solve(USUAL, decks=1, pays=PAYS, report=silent)
    kept = branch(read_stored("super_fun_21"), "base", "1", "hit")
    assert as_text(solution.as_counts()) == as_text(kept)


@pytest.mark.proof
@pytest.mark.parametrize("strategy", ["best", "total_and_cards"])
def test_played_by_chance(strategy: str) -> None:
    options = {"strategy": strategy}
    assert simulate(PAYTABLE, options, rounds=1_000_000, rng_seed=5, report=lambda _: None).agrees
