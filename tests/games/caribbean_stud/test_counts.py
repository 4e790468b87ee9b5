"""Caribbean Stud: the counts against hands dealt one by one, published figures and simulation."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.games.caribbean_stud.raise_decisions import (
    ACTIONS,
    CLASSES,
    HIGH_CARD_ABOVE,
    HIGH_CARD_BELOW,
    PAIR_ABOVE,
    RESULTS,
    decisions_hold,
)
from pitboss.games.caribbean_stud.solve import (
    RaisedHands,
    action_values,
    counts_of,
    in_words,
    rows_of,
    solve,
)
from pitboss.maths.counting import as_text, counts_path, read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, parse_card, parse_cards
from pitboss.rules.hands import Five, best_five, is_royal

UP_CARDS_SEEN = comb(52, 5) * 47
DEALS = UP_CARDS_SEEN * comb(46, 4)
USUAL_ODDS = {
    name: Fraction(odds)
    for name, odds in zip(CLASSES, (1, 1, 2, 3, 4, 5, 7, 20, 50, 100), strict=True)
}
ACE_KING = (Five.HIGH_CARD, 12, 11)


@pytest.fixture(scope="module")
def hands() -> RaisedHands:
    shares: list[float] = []
    solved = solve(shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    return solved


def strategy(name: str) -> Any:
    counts: Any = read_stored("caribbean_stud")
    return counts["base"] if name == "base" else counts["strategies"][name]


def names() -> list[str]:
    counts: Any = read_stored("caribbean_stud")
    return ["base", *counts["strategies"]]


def house_edge(joint: Any) -> Fraction:
    """Of the ante, at the usual odds."""
    won = -sum(sum(results.values()) for results in joint["fold"].values())
    for name, results in joint["raise"].items():
        paid = results["win"] * (1 + 2 * USUAL_ODDS[name])
        won += results["unqualified"] + paid - 3 * results["loss"]
    return -Fraction(won) / DEALS


def raise_frequency(joint: Any) -> Fraction:
    return Fraction(sum(sum(results.values()) for results in joint["raise"].values()), DEALS)


def result_of(cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> str:
    own, his = best_five(cards), best_five(dealer)
    if his < ACE_KING:
        return "unqualified"
    return "tie" if own == his else "win" if own > his else "loss"


def class_of(cards: tuple[Card, ...]) -> str:
    strength = best_five(cards)
    return CLASSES[strength[0] + is_royal(strength)]


def dealt_one_by_one(cards: tuple[Card, ...], up: Card) -> Counter[str]:
    rest = [card for card in DECK if card != up and card not in cards]
    own = best_five(cards)
    results: Counter[str] = Counter()
    for others in combinations(rest, 4):
        his = best_five((up, *others))
        if his < ACE_KING:
            results["unqualified"] += 1
        else:
            results["tie" if own == his else "win" if own > his else "loss"] += 1
    return results


@pytest.mark.parametrize("name", names())
def test_CS_1_every_deal_is_counted_once(name: str) -> None:
    joint = strategy(name)
    assert sorted(joint) == sorted(ACTIONS)
    total = 0
    dealt: Counter[str] = Counter()
    for action in ACTIONS:
        assert sorted(joint[action]) == sorted(CLASSES)
        for class_name, results in joint[action].items():
            assert sorted(results) == sorted(RESULTS)
            dealt[class_name] += sum(results.values())
            total += sum(results.values())
    assert total == DEALS
    hands_of_class = (
        1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4,
    )  # fmt: skip
    assert [dealt[class_name] for class_name in CLASSES] == [
        number * 47 * comb(46, 4) for number in hands_of_class
    ]


@pytest.mark.proof
def test_CS_1_the_whole_count_is_as_stored(hands: RaisedHands) -> None:
    counts = counts_of(hands)
    kept = read_stored("caribbean_stud")
    assert {**counts, "cover_all": kept["cover_all"]} == kept
    assert counts_path("caribbean_stud").read_text("utf-8") == as_text(kept)


def test_CS_1_published_house_edge_and_element_of_risk() -> None:
    edge, raised = house_edge(strategy("base")), raise_frequency(strategy("base"))
    assert edge == Fraction(142_031_221, 2_718_662_100)
    assert raised == Fraction(5_316_167, 10_179_260)
    assert f"{float(edge):.5f}" == "0.05224"
    assert f"{float(edge / (1 + 2 * raised)):.5f}" == "0.02555"


@pytest.mark.parametrize(
    ("name", "edge", "rounded"),
    [
        ("raise_everything", Fraction(18_390_890_767, 110_740_169_540), "16.607"),
        ("raise_pairs", Fraction(18_171_201_691, 332_220_508_620), "5.470"),
        ("raise_ace_king", Fraction(484_017_181, 8_518_474_580), "5.682"),
        # The published figure of this rule is 5.316 %.
        ("raise_ace_king_jack_eight_three", Fraction(5_887_307_781, 110_740_169_540), "5.316"),
        ("raise_by_three_rules", Fraction(539_036_107, 10_317_407_100), "5.225"),
    ],
)
def test_CS_1_what_rules_of_thumb_cost(name: str, edge: Fraction, rounded: str) -> None:
    assert house_edge(strategy(name)) == edge
    assert f"{100 * float(edge):.3f}" == rounded
    assert edge > house_edge(strategy("base"))


@pytest.mark.proof
@pytest.mark.parametrize(
    ("cards", "up"), [("As Kd Qh 9c 2s", "9d"), ("4c 4d Ah Js 7c", "Ks"), ("Qc Jd 9h 8s 2c", "2d")]
)
def test_CS_1_values_agree_with_hands_dealt_one_by_one(cards: str, up: str) -> None:
    dealt, seen = parse_cards(cards), parse_card(up)
    results = dealt_one_by_one(dealt, seen)
    assert results.total() == 163_185
    won = results["unqualified"] + 3 * results["win"] - 3 * results["loss"]
    worth = action_values(dealt, seen, raise_odds=USUAL_ODDS)
    assert worth == {"fold": Fraction(-1), "raise": Fraction(won, 163_185)}


@pytest.mark.proof
def test_CS_1_the_table_agrees_with_hands_dealt_one_by_one(hands: RaisedHands) -> None:
    generator = np.random.default_rng(7)
    ties = np.flatnonzero(hands.results[2].any(axis=1))
    for row in [*generator.integers(len(hands.possible), size=1), *generator.choice(ties, 1)]:
        cards = tuple(DECK[card] for card in hands.table.cards[row])
        up = DECK[generator.choice(np.flatnonzero(hands.possible[row]))]
        results = dealt_one_by_one(cards, up)
        assert hands.results[:, row, up].tolist() == [results[name] for name in RESULTS]


@pytest.mark.proof
def test_CS_1_the_table_has_every_hand_once(hands: RaisedHands) -> None:
    assert len(hands.table.members) == 134_459
    assert hands.table.members.sum() == comb(52, 5)
    assert hands.possible.sum(axis=1).tolist() == [47] * 134_459
    assert (hands.results.sum(axis=0) == comb(46, 4) * hands.possible).all()


@pytest.mark.proof
def test_CS_1_decisions_hold_exactly_between_the_stated_odds(hands: RaisedHands) -> None:
    """A raise is right above the odds (3 l - 1 - u - w) / 2 w."""
    unqualified, win, _, loss = hands.results.astype(np.int64)
    over = np.where(hands.possible, 3 * loss - comb(46, 4) - unqualified - win, 0)
    under = 2 * win
    kinds = hands.table.strengths >> 20
    ace_king = (hands.table.strengths >= 12 << 16 | 11 << 12) & (kinds == 0)
    pairs = kinds == 1

    def margins(rows: NDArray[np.bool_], odds: Fraction) -> NDArray[np.int64]:
        """Positive where a raise is wrong at these odds; 0 at the very odds where it changes."""
        margin: NDArray[np.int64] = over[rows] * odds.denominator - under[rows] * odds.numerator
        return margin[hands.possible[rows]]

    at_one = margins(ace_king, Fraction(1))
    assert not (at_one == 0).any()
    for odds in (HIGH_CARD_ABOVE, HIGH_CARD_BELOW):
        changed = margins(ace_king, odds)
        assert (changed == 0).any()
        assert (np.sign(changed[changed != 0]) == np.sign(at_one[changed != 0])).all()
    assert margins(pairs, PAIR_ABOVE).max() == 0
    assert margins(kinds > 1, Fraction(0)).max() < 0
    # Below ace-king a hand never beats a dealer who qualifies, so that odds do not matter.
    below = hands.table.strengths < (12 << 16 | 11 << 12)
    assert win[below].max() == 0
    assert over[below][hands.possible[below]].min() > 0


def test_CS_1_which_raise_odds_the_counts_serve() -> None:
    assert decisions_hold(USUAL_ODDS)
    assert decisions_hold({**USUAL_ODDS, "royal_flush": Fraction(250), "flush": Fraction(6)})
    assert not decisions_hold({**USUAL_ODDS, "high_card": Fraction(2)})
    assert not decisions_hold({**USUAL_ODDS, "pair": Fraction(3, 4)})


@pytest.mark.proof
def test_CS_1_the_strategy_table_is_whole(hands: RaisedHands) -> None:
    rows = list(rows_of(hands))
    assert sum(int(row[4]) for row in rows) == UP_CARDS_SEEN
    raised = sum(int(row[4]) for row in rows if row[3] == "raise")
    assert Fraction(raised, UP_CARDS_SEEN) == raise_frequency(strategy("base"))
    assert rows[:3] == [
        ("pair or better", "any", "any", "raise", 60_931_740),
        ("below ace-king", "any", "any", "fold", 53_357_220),
        ("AKQJ9", "A", "any", "raise", 3_060),
    ]
    assert ("AKQ62", "4", "1 (A K); 2; 3; 4", "raise", 2_148) in rows
    assert ("AKQ62", "4", "0; 1 (2 6 Q)", "fold", 1_932) in rows
    assert in_words({}).startswith("RAISE with a pair or better.")


@pytest.mark.parametrize(
    ("cards", "up"), [("As Kd Qh 9c", "9d"), ("As Kd Qh 9c 2s", "2s"), ("As As Qh 9c 2s", "2d")]
)
def test_CS_1_impossible_cards_are_refused(cards: str, up: str) -> None:
    with pytest.raises(Refusal) as refused:
        action_values(parse_cards(cards), parse_card(up), raise_odds=USUAL_ODDS)
    assert refused.value.code == "CARDS_IMPOSSIBLE"


@pytest.mark.proof
def test_CS_1_dealt_rounds_lie_within_four_standard_errors() -> None:
    rounds = 6_000
    generator = np.random.default_rng(20_240_612)
    seen: Counter[tuple[str, str, str]] = Counter()
    for _ in range(rounds):
        dealt = tuple(DECK[card] for card in generator.permutation(52)[:10])
        cards, dealer = dealt[:5], dealt[5:]
        worth = {"raise": Fraction(0), "fold": Fraction(-1)}
        if best_five(cards) < ACE_KING:
            worth["raise"] = Fraction(-2)
        elif best_five(cards)[0] == Five.HIGH_CARD:
            worth = action_values(cards, dealer[0], raise_odds=USUAL_ODDS)
        action = max(worth, key=lambda name: worth[name])
        seen[action, class_of(cards), result_of(cards, dealer)] += 1
    for action in ACTIONS:
        for class_name, results in strategy("base")[action].items():
            for result, deals in results.items():
                chance = deals / DEALS
                error = (chance * (1 - chance) / rounds) ** 0.5
                share = seen[action, class_name, result] / rounds
                assert abs(share - chance) <= 4 * error, (action, class_name, result)
