"""Casino War: the closed form beside a slow twin, published figures and dealt rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from games.dealt import RNG_SEED, ROUNDS, play_shoe, shoe_deals
from pitboss.games.casino_war.solve import count, rows, values
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import read_stored
from pitboss.refusal import Refusal
from pitboss.rules.cards import parse_cards
from pitboss.rules.catalog import Paytables

PAYTABLES = Paytables()
BONUS, STANDARD = (PAYTABLES.get(f"casino_war/base/{name}") for name in ("bonus", "standard"))
NAMES = {1: "win", 0: "tie", -1: "loss"}


def outcome(first: int, second: int, third: int, fourth: int) -> str:
    """How four cards in the order dealt end, by their ranks."""
    result = NAMES[(first > second) - (first < second)]
    return result if first != second else f"war_{NAMES[(third > fourth) - (third < fourth)]}"


@pytest.mark.parametrize("decks", range(1, 9))
def test_the_slow_twin_deals_every_four_ranks(decks: int) -> None:
    seen: Counter[str] = Counter()
    for ranks in product(range(13), repeat=4):
        ways, left = 1, [4 * decks] * 13
        for rank in ranks:
            ways *= left[rank]
            left[rank] -= 1
        seen[outcome(*ranks)] += ways
    stored = read_stored("casino_war")[str(decks)]
    assert isinstance(stored, dict)
    assert stored["base"] == dict(seen)
    ties = sum(ways for name, ways in seen.items() if name.startswith("war"))
    assert stored["tie"] == {"tie": ties, "nothing": seen["win"] + seen["loss"]}


def test_the_whole_count_is_as_stored() -> None:
    assert count(lambda _share: None) == read_stored("casino_war")


@pytest.mark.parametrize(
    ("paytable", "options", "edge"),
    [
        ("base/bonus", {}, "23138/993023"),
        ("base/standard", {}, "142853/4965115"),
        ("base/bonus", {"strategy": "surrender_ties"}, "23/622"),
        ("tie/10", {}, "58/311"),
        ("tie/10", {"decks": "1"}, "6/17"),
        ("tie/11", {}, "35/311"),
    ],
)
def test_house_edges(paytable: str, options: dict[str, str], edge: str) -> None:
    found = analyze(PAYTABLES.get(f"casino_war/{paytable}"), options)
    assert found.house_edge == Fraction(edge)


@pytest.mark.parametrize("decks", [1, 6])
def test_the_value_of_a_war_is_that_of_the_count(decks: int) -> None:
    found = values(parse_cards("Kc Kh"), BONUS, {"decks": decks})
    counted = read_stored("casino_war")[str(decks)]
    assert isinstance(counted, dict)
    base = counted["base"]
    assert isinstance(base, dict)
    won, tied, lost = (int(str(base[f"war_{name}"])) for name in ("win", "tie", "loss"))
    war = Fraction(won + 2 * tied - 2 * lost, won + tied + lost)
    assert found == {"surrender": Fraction(-1, 2), "war": war}


def test_a_war_is_worth_more_than_half_the_wager_without_the_bonus_too() -> None:
    assert values(parse_cards("2c 2c"), STANDARD, {"decks": 6})["war"] > Fraction(-1, 2)
    assert analyze(STANDARD).actions == {"war": Fraction(23, 311)}
    table = list(rows({"decks": 6}, lambda _share: None))
    assert [row[1] for row in table[1:]] == ["war"] * 13


def test_cards_that_are_no_tie_are_refused() -> None:
    for cards, decks in (("Kc", 6), ("Kc Qc", 6), ("Kc Kh Kd", 6), ("Kc Kc", 1)):
        with pytest.raises(Refusal, match=r"CARDS_IMPOSSIBLE|CARD_DUPLICATED"):
            values(parse_cards(cards), BONUS, {"decks": decks})


def test_dealt_rounds_end_as_plain_python_says() -> None:
    seen: Counter[str] = Counter()
    for cards in shoe_deals(RNG_SEED, ROUNDS, cards=312, size=4):
        seen[outcome(*(card // 4 for card in cards))] += 1
    played = play_shoe("casino_war", "base", decks=6, rounds=ROUNDS, rng_seed=RNG_SEED)["6"]
    assert {name: hits for name, hits in played["base"].items() if hits} == dict(seen)
    assert played["tie"]["nothing"] == seen["win"] + seen["loss"]
