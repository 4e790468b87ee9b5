"""Three Card Draw Poker: the count beside dealing everything, and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.three_card_draw import odds
from pitboss.games.three_card_draw.rules import best_of_four, first_three, in_to_win, keep_two
from pitboss.games.three_card_draw.solve import DEALS, DECISIONS, count, decide, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import three_cards

PAYTABLES = Paytables()
USUAL = PAYTABLES.get("three_card_draw/base/20-10-5-1")


@pytest.mark.proof
def test_the_whole_count_and_the_decisions_are_as_stored() -> None:
    shares: list[float] = []
    assert count(shares.append) == read_stored("three_card_draw")
    assert shares[-1] == 1
    [stored], [table] = DECISIONS, decide(shares.append)
    assert stored.is_stored(table)


def test_every_deal_is_counted_once_for_each_strategy() -> None:
    counts: Any = read_stored("three_card_draw")
    for played in (counts["base"], *counts["strategies"].values()):
        dealt = sum(
            sum(results.values()) for kinds in played.values() for results in kinds.values()
        )
        assert dealt == comb(52, 3) * DEALS == comb(52, 3) * comb(49, 4) * 45


@pytest.mark.proof
def test_a_mini_royal_by_hand() -> None:
    """It never loses, and ties if the dealer has another: three suits, 46 fourth cards."""
    row = next(row for row in rows({}, lambda _share: None) if row[0] == "Ac Kc Qc")
    assert row[3:] == ("stand", DEALS - 138 * 45, 138 * 45, 0)


def test_first_three_by_the_rule() -> None:
    seen = Counter(first_three(three_cards(cards)) for cards in combinations(DECK, 3))
    assert read_stored("three_card_draw")["first_three"] == dict(seen)


@pytest.mark.proof
@pytest.mark.parametrize("cards", ["Ah Kd 2c", pytest.param("9s 9h 4d", marks=pytest.mark.proof)])
def test_dealing_every_draw_agrees_with_the_count(cards: str) -> None:
    hand = parse_cards(cards)
    found = values(hand, USUAL, {})
    table = list(rows({}, lambda _share: None))[1:]
    row = next(row for row in table if _alike(str(row[0]), hand))
    won, _, lost = (int(number) for number in row[4:])
    best = max(found, key=lambda action: found[action])
    assert str(row[3]).startswith("draw for")
    assert best.startswith("draw")
    worth = Fraction(2 * (won - lost), DEALS)
    kept = keep_two(hand, best)
    others = [card for card in DECK if card not in hand]
    drawn = Counter(in_to_win(three_cards([*kept, card])) for card in others)
    pays = {"straight": 1, "three_of_a_kind": 5, "straight_flush": 10, "mini_royal": 20}
    worth += Fraction(sum(pays.get(name, 0) * number for name, number in drawn.items()), 49)
    assert found[best] == worth


def _alike(text: str, hand: tuple[Card, ...]) -> bool:
    """Whether cards differ in suit names only."""
    shown = parse_cards(text)
    return any(
        {Card(card - card % 4 + suits[card % 4]) for card in shown} == set(hand)
        for suits in permutations(range(4))
    )


def test_figures_of_the_best_play_and_of_simple_ones() -> None:
    found = [
        f"{100 * float(analyze(USUAL, {'strategy': rule}).house_edge or 0):.2f}"
        for rule in ("best", "never_fold", "never_draw")
    ]
    assert found == ["1.04", "2.06", "39.97"]
    # A column calls the game's edge 1.03 % of all the money: that of a player who never folds.
    risk = analyze(USUAL, {"strategy": "never_fold"}).element_of_risk
    assert risk is not None
    assert f"{100 * float(risk):.2f}" == "1.03"


@pytest.mark.proof
def test_the_best_play_keeps_each_pair_but_beside_an_ace_of_its_suit() -> None:
    broken = []
    for row in list(rows({}, lambda _share: None))[1:]:
        if str(row[2]).startswith("pair") and str(row[3]).startswith("draw"):
            out = str(row[3])[-2:]
            if str(row[0]).count(out[0]) == 2:
                broken.append((str(row[0])[:2][0], out[0], row[1]))
    assert broken == [("A", "2", 12), ("A", "3", 12)]


def test_other_pays_of_the_bonus_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(odds.COUNTED_PAYS, "straight", 2)
    with pytest.raises(Refusal, match="COUNTS_MISSING"):
        analyze(USUAL)


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks", "As As Ks"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


def _decisions() -> dict[frozenset[Card], tuple[str, Card | None]]:
    """What the best play does with every hand, and which card it puts down."""
    found: dict[frozenset[Card], tuple[str, Card | None]] = {}
    for row in list(rows({}, lambda _share: None))[1:]:
        shown, (action, *out) = parse_cards(str(row[0])), str(row[3]).split(" for ")
        for suits in permutations(range(4)):
            cards = frozenset(Card(card - card % 4 + suits[card % 4]) for card in shown)
            down = [Card(card - card % 4 + suits[card % 4]) for card in parse_cards(" ".join(out))]
            found[cards] = action, down[0] if down else None
    return found


@pytest.mark.proof
def test_dealt_rounds_end_as_the_rules_say() -> None:
    decisions = _decisions()
    base: Counter[tuple[str, ...]] = Counter()
    first: Counter[tuple[str, ...]] = Counter()
    for cards in deals(8):
        action, down = decisions[frozenset(cards[:3])]
        final = [cards[7] if card == down else card for card in cards[:3]]
        own, other = three_cards(final), best_of_four(cards[3:7])
        kind = in_to_win(own).replace("nothing", "below_straight")
        base[action, kind, compared(own, other)] += 1
        first[(first_three(three_cards(cards[:3])),)] += 1
    played = simulate("three_card_draw", strategy="best")
    assert_same(played["base"], base)
    assert_same(played["first_three"], first)
