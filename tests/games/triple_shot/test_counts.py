"""Triple Shot: the count beside closed forms and slow twins, and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb, perm
from typing import Any

import pytest

from games.dealt import deals, nonzero, simulate
from pitboss.games.triple_shot.rules import POKER, war
from pitboss.games.triple_shot.solve import DEPTH, SHOE, STRATEGIES, count, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.maths.point_hands import kind_of
from pitboss.refusal import Refusal
from pitboss.rules.blackjack_round import dealer_draws, is_blackjack, total
from pitboss.rules.cards import Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import best_five

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("triple_shot/base/6-5")


@pytest.mark.proof
def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("triple_shot")


def test_war_in_closed_form() -> None:
    """Three of 51 cards tie and lose half; the others win as often as they lose."""
    edge = analyze(PAYTABLES.get("triple_shot/war/standard")).house_edge
    assert edge == Fraction(3, 51) / 2  # printed as 2.94 %


def test_six_cards_as_poker_by_hand() -> None:
    poker: Any = read_stored("triple_shot")["poker"]
    assert poker["royal_flush"] == 4 * 47
    assert poker["four_of_a_kind"] == 13 * comb(48, 2)
    # A three, a pair and another card; or two threes.
    assert poker["full_house"] == 13 * 4 * 12 * 6 * 44 + comb(13, 2) * 16
    assert sum(poker.values()) == comb(52, 6)


def test_blackjacks_by_hand() -> None:
    """Two cards are a blackjack 128 times of 2,652; then the other two 90 times of 2,450."""
    counts: Any = read_stored("triple_shot")
    deals_in_all = perm(52, DEPTH + 1)
    dealer, both = Fraction(128, 2_652), Fraction(128 * 90, 2_652 * 2_450)
    for played in (counts["base"], *counts["strategies"].values()):
        dealt = {name: Fraction(deals, deals_in_all) for name, deals in played["dealt"].items()}
        assert dealt == {"blackjack": dealer - both, "push": both, "loss": dealer - both}
        assert sum(number for _, number in nonzero(played)) == deals_in_all


def test_each_rule_costs_something() -> None:
    edges = [analyze(USUAL, {"strategy": rule}).house_edge for rule in STRATEGIES]
    assert edges[0] < edges[1] < edges[2]  # type: ignore[operator]
    assert round(100 * (edges[1] - edges[0]), 2) == Fraction("0.19")  # type: ignore[operator]


def test_a_sixth_card_by_hand() -> None:
    """Fourteen in five cards: of 46 cards 22 don't bust, and win; no ace or ten is up."""
    found = values(parse_cards("2s 2h 3s 3h 4d 6c"), USUAL, {})
    assert found["hit"] == Fraction(22 - 24, 46)


def dealer_twin(left: tuple[int, ...], hard: int, *, ace: bool, own: int) -> Fraction:
    """What standing on a total wins, less what it loses, card by card."""
    best = hard + 10 if ace and hard <= 11 else hard
    if best > 17 or (best == 17 and best == hard):
        return Fraction(1 if best > 21 or best < own else 0 if best == own else -1)
    cards, worth = sum(left), Fraction(0)
    for kind, ways in enumerate(left):
        if ways:
            rest = (*left[:kind], ways - 1, *left[kind + 1 :])
            drawn = dealer_twin(rest, hard + kind + 1, ace=ace or kind == 0, own=own)
            worth += Fraction(ways, cards) * drawn
    return worth


@pytest.mark.parametrize("cards", ["Ts 9h 8d", "As 7h 9d", "7s 7h 5d 7d"])
def test_standing_beside_a_slow_twin(cards: str) -> None:
    *own, up = parse_cards(cards)
    seen = Counter(map(kind_of, (*own, up)))
    left = tuple(number - seen[kind] for kind, number in enumerate(SHOE))
    hard = kind_of(up) + 1
    worth = dealer_twin(left, hard, ace=False, own=total(own))
    assert values((*own, up), USUAL, {})["stand"] == worth


def test_a_double_is_a_card_and_the_dealers_hand_twice() -> None:
    *own, up = parse_cards("6s 5h 8d")
    seen = Counter(map(kind_of, (*own, up)))
    left = tuple(number - seen[kind] for kind, number in enumerate(SHOE))
    worth = Fraction(0)
    for kind, ways in enumerate(left):
        rest = (*left[:kind], ways - 1, *left[kind + 1 :])
        three = 12 if kind == 0 else 11 + kind + 1
        worth += 2 * Fraction(ways, 49) * dealer_twin(rest, 8, ace=False, own=three)
    assert values((*own, up), USUAL, {})["double"] == worth


def test_the_best_play_of_some_hands() -> None:
    table = {(row[0], row[1]): row[3] for row in list(rows({}, lambda _share: None))[1:]}
    assert table["T", "88"] == "hit"  # eights can't split
    assert {table[up, "AA"] for up in "A23456789T"} == {"split"}
    assert table["6", "56"] == "double"
    assert table["T", "22334"] == "hit"  # one more card that doesn't bust wins
    assert table["T", "7T"] == "stand"


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks", "As As Kd", "Ks Qs 5d 2c"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


def mimic(dealt: list[Card]) -> tuple[str, str]:
    """How a player ends who hits as the dealer does, from the rules."""
    own, dealer, place = [dealt[0], dealt[2]], [dealt[1], dealt[3]], 4
    if is_blackjack(dealer) or is_blackjack(own):
        both = is_blackjack(dealer) and is_blackjack(own)
        return "dealt", "push" if both else "loss" if is_blackjack(dealer) else "blackjack"
    first = "hit" if dealer_draws(own, soft_17="hit") else "stand"
    while len(own) < 6 and dealer_draws(own, soft_17="hit"):
        own.append(dealt[place])
        place += 1
    if total(own) > 21 or len(own) == 6:
        return first, "loss" if total(own) > 21 else "win"
    while dealer_draws(dealer, soft_17="hit"):
        dealer.append(dealt[place])
        place += 1
    mine, its = total(own), total(dealer)
    return first, "win" if its > 21 or mine > its else "push" if mine == its else "loss"


@pytest.mark.proof
def test_dealt_rounds_end_as_the_rules_say() -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for dealt in deals(24):
        seen["strategies", "mimic_dealer", *mimic(dealt)] += 1
        seen["war", war(dealt[0], dealt[1])] += 1
        seen["poker", POKER.outcome(best_five([dealt[0], dealt[2], *dealt[4:8]]))] += 1
    assert dict(nonzero(simulate("triple_shot", strategy="mimic_dealer"))) == dict(seen)
