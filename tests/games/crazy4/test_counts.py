"""Crazy 4 Poker: the stored counts, a recount, and the figures that follow."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any

import numpy as np
import pytest

from maths.fours_twin import all_hands, best_keys, key_of, own_key, without
from pitboss.games.crazy4 import solve as crazy4
from pitboss.games.crazy4.solve import FOLD, PLAY_1, PLAY_3, RESULTS, action_values, solution
from pitboss.maths.counting import as_text, read_stored
from pitboss.maths.kernels import fours
from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, DECK, parse_cards
from pitboss.rules.hands import Four, Strength, best_four
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

DEALS = 2_598_960
ROUNDS = 2_598_960 * 1_533_939
SUPER_BONUS = {
    "straight": Fraction(1),
    "flush": Fraction(3, 2),
    "three_of_a_kind": Fraction(2),
    "straight_flush": Fraction(15),
    "four_of_a_kind": Fraction(30),
    "four_aces": Fraction(200),
}
COUNTS: Any = read_stored("crazy4")


def leaves(tree: Any) -> Iterator[int]:
    if isinstance(tree, int):
        yield tree
    else:
        for branch in tree.values():
            yield from leaves(branch)


def player_result(joint: Any) -> Fraction:
    """What a round is worth to the player, in antes, straight from the rules."""
    total = Fraction(0)
    for action, bet in (("fold", 0), ("play_1", 1), ("play_3", 3)):
        for name, results in joint[action].items():
            for result, rounds in results.items():
                dealer, comparison = result.split("_")
                sign = {"win": 1, "tie": 0, "loss": -1}[comparison]
                if action == "fold":
                    units = Fraction(-2)
                elif dealer == "unqualified":
                    units = Fraction(bet)
                else:
                    units = Fraction((bet + 1) * sign)
                if action != "fold":
                    units += min(sign, 0) if name == "below_straight" else SUPER_BONUS[name]
                total += units * rounds
    return total / ROUNDS


def test_a_recount_gives_the_stored_counts() -> None:
    shares: list[float] = []
    assert as_text(crazy4.count(shares.append)) == as_text(COUNTS)
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_c4_1_every_deal_is_counted_once() -> None:
    assert comb(52, 5) == DEALS
    assert DEALS * comb(47, 5) == ROUNDS
    for name in ("dealt", "five_card"):
        assert sum(leaves(COUNTS[name])) == DEALS
        for outcome, deals in COUNTS[name].items():
            parts = [COUNTS[f"{name}_{part}"][outcome] for part in ("folded", "played")]
            assert sum(parts) == deals
    assert sum(leaves(COUNTS["base"])) == ROUNDS
    assert sum(leaves(COUNTS["bad_beat"])) == ROUNDS
    for joint in COUNTS["strategies"].values():
        assert sum(leaves(joint)) == ROUNDS


def test_the_five_cards_are_the_known_poker_hands() -> None:
    assert COUNTS["five_card"] == {
        "nothing": 1_302_540 + 1_098_240 + 123_552,
        "three_of_a_kind": 54_912,
        "straight": 10_200,
        "flush": 5_108,
        "full_house": 3_744,
        "four_of_a_kind": 624,
        "straight_flush": 36,
        "royal_flush": 4,
    }


def test_optimal_play_folds_only_high_cards() -> None:
    assert COUNTS["dealt_folded"] == dict.fromkeys(fours.OUTCOMES, 0) | {"high_card": 610_944}
    assert COUNTS["five_card_folded"] == dict.fromkeys(FIVE_CARD_OUTCOMES, 0) | {"nothing": 610_944}


def test_c4_9_house_edge_is_the_printed_one() -> None:
    edge = -player_result(COUNTS["base"])
    assert edge == Fraction(264_142_729, 7_726_058_340)
    assert round(100 * edge, 2) == Fraction("3.42")


def test_element_of_risk_is_the_published_one() -> None:
    bets = {"fold": 2, "play_1": 3, "play_3": 5}
    wagered = sum(bets[action] * sum(leaves(COUNTS["base"][action])) for action in bets)
    risk = -player_result(COUNTS["base"]) * ROUNDS / wagered
    assert round(100 * risk, 2) == Fraction("1.09")


def test_c4_9_bonus_hit_is_three_of_a_kind_or_better() -> None:
    paid = ("three_of_a_kind", "straight_flush", "four_of_a_kind", "four_aces")
    hit = Fraction(sum(COUNTS["dealt"][name] for name in paid), DEALS)
    assert round(100 * hit, 2) == Fraction("2.36")


def test_c4_9_base_game_hit_differs_from_the_printed_48_06_percent() -> None:
    wins, paid = 0, 0
    for action in ("play_1", "play_3"):
        for name, results in COUNTS["base"][action].items():
            won = sum(results[result] for result in RESULTS[:4])
            wins += won
            paid += won if name == "below_straight" else sum(results.values())
    assert round(Fraction(100 * wins, ROUNDS), 2) == Fraction("47.34")
    assert round(Fraction(100 * paid, ROUNDS), 2) == Fraction("47.92")


def test_c4_9_queens_up_hit_differs_from_the_printed_24_88_percent() -> None:
    loses = COUNTS["dealt"]["high_card"] + COUNTS["dealt"]["low_pair"]
    assert round(100 - Fraction(100 * loses, DEALS), 2) == Fraction("24.79")


@pytest.mark.parametrize(
    ("rule", "edge"),
    [
        ("play_everything", Fraction(7_129_192_223, 55_370_084_770)),
        ("play_king_high", Fraction(2_783_541_361, 55_370_084_770)),
        ("play_king_queen_eight_four", Fraction(1_893_072_393, 55_370_084_770)),
    ],
)
def test_a_rule_of_thumb_costs_something(rule: str, edge: Fraction) -> None:
    assert -player_result(COUNTS["strategies"][rule]) == edge
    assert edge > -player_result(COUNTS["base"])


def test_c4_7_bad_beats_are_the_same_from_both_sides() -> None:
    hands = solution()
    losses = hands.members * (hands.results[:, 2] + hands.results[:, 5])
    own = fours.classify(crazy4.BEATEN, hands.strengths)
    lost = [int(losses[own == place].sum()) for place in range(len(crazy4.BEATEN))]
    assert lost == (hands.members[:, None] * hands.beaten).sum(axis=0).tolist()
    assert [COUNTS["bad_beat"][name] for name in crazy4.BEATEN] == [2 * number for number in lost]


def test_c4_7_bad_beat_hits_about_one_round_in_forty_one() -> None:
    hit = 1 - Fraction(COUNTS["bad_beat"]["nothing"], ROUNDS)
    assert round(100 * hit, 1) == Fraction("2.4")
    assert COUNTS["bad_beat"]["two_pair"] == 50_167_600_128
    assert COUNTS["bad_beat"]["four_of_a_kind"] == 295_152


def test_c4_7_a_folded_hand_has_no_part_in_a_bad_beat() -> None:
    hands = solution()
    folded = hands.actions == FOLD
    assert (hands.strengths[folded] < fours.TWO_PAIR).all()
    assert hands.beaten[folded].sum() == 0


def test_c4_3_three_times_is_right_with_aces_and_never_else() -> None:
    hands = solution()
    aces = hands.strengths >= fours.PAIR_OF_ACES
    assert ((hands.actions == PLAY_3) == aces).all()


def test_no_two_actions_are_worth_the_same() -> None:
    hands = solution()
    results = hands.results
    ante = results[:, 3] - results[:, 5]
    play = results[:, :3].sum(axis=1) + ante
    assert (play[hands.strengths >= fours.PAIR_OF_ACES] != 0).all()
    bonus = np.where(hands.strengths < fours.STRAIGHT, -results[:, 2] - results[:, 5], 0)
    assert (play + ante + bonus != -2 * 1_533_939).all()


def test_the_rule_in_words_is_the_table() -> None:
    hands = solution()
    limit = {text: fours.strength_of(parse_cards(text)) for text in ("Kc Qd 8h 5s", "Kc Qd 8h 3s")}
    assert (hands.actions[hands.strengths >= limit["Kc Qd 8h 5s"]] != FOLD).all()
    assert (hands.actions[hands.strengths == limit["Kc Qd 8h 3s"]] == FOLD).all()
    below = fours.strength_of(parse_cards("Kc Qd 7h 5s"))
    assert (hands.actions[hands.strengths <= below] == FOLD).all()
    assert "K-Q-8-5 or better" in crazy4.in_words({})


@pytest.mark.parametrize(
    ("cards", "action"),
    [
        ("Kh Qh 8c 4d 2s", PLAY_1),
        ("Kh Qd 7c 6s 3h", FOLD),
        ("Ah Ad 9c 8s 3h", PLAY_3),
        ("7h 6h 5h 4h 4s", PLAY_3),
    ],
)
def test_c4_4_results_agree_with_plain_counting(cards: str, action: int) -> None:
    own = parse_cards(cards)
    keys = best_keys(all_hands(without(*own), 5))
    mine, king_high = own_key(own), key_of(best_four(parse_cards("Kc 4d 3h 2s")))
    expected = [
        int(((keys >= king_high) == qualified)[comparison].sum())
        for qualified in (False, True)
        for comparison in (keys < mine, keys == mine, keys > mine)
    ]
    results = dict(zip(RESULTS, expected, strict=True))
    assert row_of(own)["results"] == expected
    assert row_of(own)["action"] == action
    ante = results["qualified_win"] - results["qualified_loss"]
    play = sum(expected[:3]) + ante
    straight = fours.strength_of(own) >= fours.STRAIGHT
    bonus = 15 * len(keys) if straight else -expected[2] - expected[5]
    worth = action_values(own, SUPER_BONUS)
    assert worth["fold"] == -2
    assert worth["play_1"] == Fraction(play + ante + bonus, len(keys))
    if fours.strength_of(own) >= fours.PAIR_OF_ACES:
        assert worth["play_3"] == Fraction(3 * play + ante + bonus, len(keys))
    else:
        assert "play_3" not in worth


def test_a_simulation_of_the_rules_agrees_with_the_count() -> None:
    rng, rounds = random.Random(4), 30_000
    lowest, aces, king_high = (
        best_four(parse_cards(text)) for text in ("Kc Qd 8h 4s", "Ac Ad 3h 2s", "Kc 4d 3h 2s")
    )
    results = []
    for _ in range(rounds):
        cards = rng.sample(DECK, 10)
        own, other = best_four(cards[:5]), best_four(cards[5:])
        if own < lowest:
            results.append(-2.0)
            continue
        bet, sign = 3 if own >= aces else 1, (own > other) - (own < other)
        won = (bet + 1) * sign if other >= king_high else bet
        results.append(won + (float(paid_bonus(own)) if own[0] >= Four.STRAIGHT else min(sign, 0)))
    exact = player_result(COUNTS["strategies"]["play_king_queen_eight_four"])
    mean, error = np.mean(results), np.std(results) / np.sqrt(rounds)
    assert abs(mean - float(exact)) < 4 * error


def paid_bonus(own: Strength) -> Fraction:
    if own == (Four.FOUR_OF_A_KIND, ACE):
        return SUPER_BONUS["four_aces"]
    return SUPER_BONUS[Four(own[0]).name.lower()]


def row_of(own: tuple[int, ...]) -> dict[str, Any]:
    """The solved row of a hand, found by its renamed suits."""
    hands = solution()
    wanted = sorted(sorted(card // 4 for card in own if card % 4 == suit) for suit in range(4))
    for row in np.nonzero(hands.strengths == fours.strength_of(own))[0]:
        cards = hands.cards[row].tolist()
        suits = sorted(sorted(card // 4 for card in cards if card % 4 == s) for s in range(4))
        if suits == wanted:
            return {"results": hands.results[row].tolist(), "action": int(hands.actions[row])}
    raise AssertionError(own)


def test_the_strategy_has_one_row_for_each_suit_class() -> None:
    rows = list(islice(crazy4.rows({}, lambda _: None), 3))
    assert rows[0] == crazy4.STRATEGY_COLUMNS
    assert rows[1][2:4] == ("seven-six high", "fold")
    assert len(solution().members) == 134_459


def test_a_hand_of_four_cards_is_refused() -> None:
    with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
        action_values((0, 1, 2, 3), SUPER_BONUS)
