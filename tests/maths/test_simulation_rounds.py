"""Rounds of the kernels beside the same cards played in plain Python by the rules of the games."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from pitboss.games.caribbean_stud import rules as caribbean_stud
from pitboss.games.crazy4 import rules as crazy4
from pitboss.games.holdem_bonus import rules as holdem_bonus
from pitboss.rules.cards import ACE, JACK, KING, QUEEN, RANK_OF, TEN, Card
from pitboss.rules.hands import Five, Four, Strength, best_five, best_four
from pitboss.rules.prizes import five_card_outcome, four_card_outcome, queens_up

ROUNDS = 3_000
RNG_SEED = 20_260_101
WORD = 1 << 64


def mixed(state: int) -> int:
    state = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % WORD
    state = (state ^ state >> 27) * 0x94D049BB133111EB % WORD
    return state ^ state >> 31


def deals(size: int) -> Iterator[list[Card]]:
    """The cards of each round, all within the first block."""
    state = mixed(RNG_SEED)
    for _ in range(ROUNDS):
        cards: list[Card] = []
        while len(cards) < size:
            state = (state + 0x9E3779B97F4A7C15) % WORD
            product = (mixed(state) >> 32) * 52
            card = Card(product >> 32)
            if product % (1 << 32) >= (1 << 32) % 52 and card not in cards:
                cards.append(card)
        yield cards


def simulate(name: str, *, wanted: str = "base", **settings: Any) -> Any:
    module = importlib.import_module(f"pitboss.maths.simulators.{name}")
    return module.simulate(
        settings=settings, wanted=wanted, rounds=ROUNDS, rng_seed=RNG_SEED, report=lambda _: None
    )


def nonzero(counts: Any, names: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Every count that is not zero, under its path of names."""
    for name, value in counts.items():
        if isinstance(value, dict):
            yield from nonzero(value, (*names, name))
        elif value:
            yield (*names, name), value


def assert_same(counts: Any, seen: Counter[tuple[str, ...]]) -> None:
    assert dict(nonzero(counts)) == dict(seen)


def compared(own: Strength, other: Strength) -> str:
    return "win" if own > other else "tie" if own == other else "loss"


@pytest.mark.parametrize(
    ("rule", "lowest"),
    [
        ("play_everything", (Four.HIGH_CARD,)),
        ("play_king_high", (Four.HIGH_CARD, KING)),
        ("play_king_queen_eight_four", (Four.HIGH_CARD, KING, QUEEN, 6, 2)),
    ],
)
def test_C4_4_crazy4_by_rules_of_thumb(rule: str, lowest: Strength) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    beats: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        own, other = best_four(cards[:5]), best_four(cards[5:])
        action = "fold" if own < lowest else "play_3" if own >= (Four.PAIR, ACE) else "play_1"
        kind = four_card_outcome(own) if own >= (Four.STRAIGHT,) else "below_straight"
        qualified = "qualified" if other >= (Four.HIGH_CARD, KING) else "unqualified"
        seen[action, kind, f"{qualified}_{compared(own, other)}"] += 1
        beats[(crazy4.bad_beat(own, other),)] += 1
    played = simulate("crazy4", strategy=rule)
    assert_same(played["strategies"][rule], seen)
    assert_same(played["bad_beat"], beats)


def test_C4_6_crazy4_hands_dealt() -> None:
    four: Counter[tuple[str, ...]] = Counter()
    five: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        four[(queens_up(best_four(cards[:5])),)] += 1
        five[(five_card_outcome(best_five(cards[:5])),)] += 1
    played = simulate("crazy4", wanted="queens_up")
    dealt = played["dealt"]
    dealt["nothing"] = dealt.pop("high_card") + dealt.pop("low_pair")
    dealt["queens_or_better"] = dealt.pop("high_pair")
    assert_same(dealt, four)
    assert_same(played["five_card"], five)


def test_SF_2_six_five_four_by_a_rule_of_thumb() -> None:
    rule = "play_pair_king_queen"
    lowest = {
        "six": (Four.PAIR,),
        "five": (Four.HIGH_CARD, KING),
        "four": (Four.HIGH_CARD, QUEEN),
    }
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(11):
        dealer = cards[5:]
        while len(dealer) > 4 and RANK_OF[dealer[0]] >= TEN:
            dealer = dealer[1:]
        case = {6: "six", 5: "five", 4: "four"}[len(dealer)]
        own, other = best_four(cards[:5]), best_four(dealer)
        action = "play" if own >= lowest[case] else "fold"
        high = own >= (Four.STRAIGHT_FLUSH,)
        kind = four_card_outcome(own) if high else "below_straight_flush"
        seen[case, action, kind, compared(own, other)] += 1
    assert_same(simulate("six_five_four", strategy=rule)["strategies"][rule], seen)


def raises_by_three_rules(cards: Sequence[Card], up: int) -> bool:
    own = best_five(cards)
    if own >= (Five.PAIR,) or own < (Five.HIGH_CARD, ACE, KING):
        return own >= (Five.PAIR,)
    ranks = sorted(RANK_OF[card] for card in cards)
    if up >= KING:
        return QUEEN in ranks or JACK in ranks
    return up in ranks or (QUEEN in ranks and up < ranks[1])


@pytest.mark.parametrize(
    ("rule", "lowest"),
    [
        ("raise_everything", (Five.HIGH_CARD,)),
        ("raise_pairs", (Five.PAIR,)),
        ("raise_ace_king", (Five.HIGH_CARD, ACE, KING)),
        ("raise_ace_king_jack_eight_three", (Five.HIGH_CARD, ACE, KING, JACK, 6, 1)),
        ("raise_by_three_rules", None),
    ],
)
def test_CS_1_caribbean_stud_by_rules_of_thumb(rule: str, lowest: Strength | None) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(10):
        own, other = best_five(cards[:5]), best_five(cards[5:])
        raises = (
            raises_by_three_rules(cards[:5], RANK_OF[cards[5]]) if lowest is None else own >= lowest
        )
        qualified = other >= (Five.HIGH_CARD, ACE, KING)
        result = compared(own, other) if qualified else "unqualified"
        seen["raise" if raises else "fold", caribbean_stud.raise_hand(own), result] += 1
    assert_same(simulate("caribbean_stud", strategy=rule)["strategies"][rule], seen)


@pytest.mark.parametrize("hands", [2, 5, 8])
def test_CS_2_cover_all(hands: int) -> None:
    seen: Counter[tuple[str, ...]] = Counter()
    for cards in deals(5 * hands):
        best = max(best_five(cards[at : at + 5]) for at in range(0, 5 * hands, 5))
        seen[(five_card_outcome(best),)] += 1
    assert_same(simulate("cover_all", hands=hands)[str(hands)], seen)


def test_TH_5_holdem_side_bets() -> None:
    bonus: Counter[tuple[str, ...]] = Counter()
    five: Counter[tuple[str, ...]] = Counter()
    seven: Counter[tuple[str, ...]] = Counter()
    for cards in deals(9):
        bonus[(holdem_bonus.bonus(cards[:2], cards[2:4]),)] += 1
        five[(five_card_outcome(best_five(cards[:2] + cards[4:7])),)] += 1
        best = best_five(cards[:2] + cards[4:])
        seven[(holdem_bonus.progressive(cards[:2], cards[4:], best),)] += 1
    played = simulate("holdem_bonus", wanted="bonus")
    assert_same(played["bonus"], bonus)
    assert_same(played["five_card"]["all"], five)
    assert_same(played["progressive"]["all"], seven)


def test_TH_3_holdem_without_bets_after_the_flop() -> None:
    """A deuce with a three to seven of another suit folds by the published rule; no other hand."""
    paid = {
        "three_tens": (Five.THREE_OF_A_KIND, TEN),
        "straight": (Five.STRAIGHT,),
        "flush": (Five.FLUSH,),
    }
    seen: Counter[tuple[str, ...]] = Counter()
    folds = 0
    for cards in deals(9):
        own, other = best_five(cards[:2] + cards[4:]), best_five(cards[2:])
        for criterion, lowest in paid.items():
            result = compared(own, other)
            if result == "win":
                result = "win_ante_paid" if own >= lowest else "win_ante_pushed"
            seen[criterion, "check_check", result] += 1
        low, high = sorted(RANK_OF[card] for card in cards[:2])
        folds += low == 0 and 1 <= high <= 5 and cards[0] % 4 != cards[1] % 4
    played = simulate("holdem_bonus", strategy="never_bet")["strategies"]["never_bet"]
    assert_same(played, seen)
    published = simulate("holdem_bonus", strategy="published")["strategies"]["published"]
    assert {published[criterion]["fold"]["loss"] for criterion in paid} == {folds}
