"""Ultimate Three Card Poker (Face Up): the count beside dealing everything, and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from typing import Any

import pytest

from games.dealt import assert_same, compared, deals, simulate
from pitboss.games.ultimate_three_card.rules import PAIR, PUBLISHED, QUEEN_HIGH, blind
from pitboss.games.ultimate_three_card.solve import DECISIONS, HIDDEN, count, decide, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import RANK_OF, Card, parse_cards
from pitboss.rules.catalog import Paytables
from pitboss.rules.hands import three_cards

USUAL = Paytables().get("ultimate_three_card/base/100-8-6")


@pytest.mark.proof
def test_the_whole_count_and_the_decisions_are_as_stored() -> None:
    shares: list[float] = []
    assert count(shares.append) == read_stored("ultimate_three_card")
    [stored], [table] = DECISIONS, decide(shares.append)
    assert stored.is_stored(table)


def test_player_and_dealer_win_equally_often() -> None:
    counts: Any = read_stored("ultimate_three_card")
    for played in (counts["base"], *counts["strategies"].values()):
        total: Counter[str] = Counter()
        for classes in played.values():
            for results in classes.values():
                for name, hands in results.items():
                    total[name.partition("_")[2]] += hands
        assert total["win"] == total["loss"]
        assert sum(total.values()) == comb(52, 3) * 49 * comb(48, 2)


def test_the_published_edge_and_what_the_published_rule_costs() -> None:
    best = analyze(USUAL).house_edge
    assert best == Fraction(1_975_131, 50_896_300)  # printed as 3.8807 %
    rule = analyze(USUAL, {"strategy": "published"}).house_edge
    assert rule is not None
    assert best < rule < best + Fraction(1, 10_000)


@pytest.mark.proof
def test_every_pair_or_better_plays_three_times_against_every_up_card() -> None:
    for row in list(rows({}, lambda _share: None))[1:]:
        if three_cards(parse_cards(str(row[0]))) >= PAIR:
            assert row[4] == "play_3"


@pytest.mark.proof
@pytest.mark.parametrize("cards", ["Ts 8h 4d Tc", "Ts 8h 3d Tc", "9s 9h 4d Ac", "As Ks Qs 2d"])
def test_dealing_both_hidden_cards_agrees_with_the_count(cards: str) -> None:
    *own, up = parse_cards(cards)
    found = values((*own, up), USUAL, {})
    row = next(row for row in list(rows({}, lambda _share: None))[1:] if _alike(row, own, up))
    assert max(found, key=lambda action: found[action]) == row[4]
    results = [int(number) for number in row[5:]]
    won, lost, qualified = results[0] + results[3], results[2] + results[5], results[3] - results[5]
    times = 3 if row[4] == "play_3" else 1
    pays = {"mini_royal": 100}.get(blind(three_cards(own)), 0)
    worth = Fraction(times * (won - lost) + qualified - lost + pays * won, HIDDEN)
    assert found[f"play_{times}"] == worth


def _alike(row: Any, own: list[Card], up: Card) -> bool:
    """Whether a row's cards differ in suit names only."""
    shown, dealer = parse_cards(str(row[0])), parse_cards(str(row[1]))[0]
    return any(
        {Card(card - card % 4 + suits[card % 4]) for card in shown} == set(own)
        and dealer - dealer % 4 + suits[dealer % 4] == up
        for suits in permutations(range(4))
    )


def test_impossible_cards_are_refused() -> None:
    for cards in ("As Ks Qs", "As As Ks Qs"):
        with pytest.raises(Refusal, match="CARDS_IMPOSSIBLE"):
            values(parse_cards(cards), USUAL, {})


@pytest.mark.proof
@pytest.mark.parametrize("rule", [pytest.param("best", marks=pytest.mark.proof), "published"])
def test_dealt_rounds_end_as_the_rules_say(rule: str) -> None:
    best: dict[tuple[frozenset[Card], Card], bool] = {}
    for row in list(rows({}, lambda _share: None))[1:] if rule == "best" else ():
        shown, up = parse_cards(str(row[0])), parse_cards(str(row[1]))[0]
        for suits in permutations(range(4)):
            cards = frozenset(Card(card - card % 4 + suits[card % 4]) for card in shown)
            best[cards, Card(up - up % 4 + suits[up % 4])] = row[4] != "fold"
    seen: Counter[tuple[str, ...]] = Counter()
    for dealt in deals(6):
        own, other, up = three_cards(dealt[:3]), three_cards(dealt[3:]), dealt[3]
        played = best[frozenset(dealt[:3]), up] if best else own >= PUBLISHED[RANK_OF[up]]
        action = ("play_3" if own >= PAIR else "play_1") if played else "fold"
        kind = blind(own).replace("nothing", "below_flush")
        qualified = "qualified" if other >= QUEEN_HIGH else "unqualified"
        seen[action, kind, f"{qualified}_{compared(own, other)}"] += 1
    simulated = simulate("ultimate_three_card", strategy=rule)
    assert_same(simulated["base"] if rule == "best" else simulated["strategies"][rule], seen)
