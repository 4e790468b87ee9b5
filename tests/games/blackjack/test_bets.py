"""The bets beside blackjack: counts by closed forms, settled rounds (TI-1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from pitboss.maths.counting import branch, tally
from pitboss.maths.counting import read_stored as stored
from pitboss.rules.cards import RANK_OF, SUIT_OF, shoe
from pitboss.rules.catalog import Paytables
from rules.support import record, refused, told

DECKS = (1, 2, 4, 6, 8)


def counts(bet: str, decks: int) -> dict[str, int]:
    return tally(stored(f"blackjack/bets/{bet}"), str(decks))


def field_gold(ranks: list[int], suits: set[int]) -> str:
    """The bet as its maker says it; an ace is rank 12, a jack 9."""
    points = sum(min(rank + 2, 10) if rank < 12 else 1 for rank in ranks)
    if sorted(ranks) == [9, 12] and len(suits) == 1:
        return "ace_jack"
    if points == 2:
        return "aces"
    for name, totals in (("three_or_four", (3, 4)), ("nine_or_ten", (9, 10))):
        if points in totals:
            return name
    if 12 in ranks and points == 11:
        return "blackjack"
    return "eleven_or_twelve" if points in (11, 12) else "nothing"


@pytest.mark.parametrize("decks", [1, 2])
def test_field_gold_is_counted_pair_by_pair(decks: int) -> None:
    found = Counter(
        field_gold([RANK_OF[card] for card in two], {SUIT_OF[card] for card in two})
        for two in combinations(shoe(decks), 2)
    )
    assert {**found, "total": found.total()} == counts("field_gold", decks)


@pytest.mark.parametrize("n", DECKS)
def test_royal_match_with_pairs_is_a_closed_form(n: int) -> None:
    assert counts("royal_match_pairs", n) == {
        "royal_match": 4 * n * n,
        "suited_pair": 52 * comb(n, 2),
        "straight_flush": 4 * 12 * n * n,  # ace-two up to ace-king, but king-queen
        "suited": 4 * (78 - 13) * n * n,
        "nothing": 6 * (13 * n) ** 2,
        "total": comb(52 * n, 2),
    }


@pytest.mark.parametrize("n", DECKS)
def test_trilux_bonus_is_21_plus_3_with_one_three_of_a_kind(n: int) -> None:
    merged = counts("twenty_one_plus_three", n)
    merged["three_of_a_kind"] += merged.pop("suited_three_of_a_kind")
    assert counts("trilux_bonus", n) == merged


@pytest.mark.parametrize(("bet", "ranks"), [("aces", 1), ("aces_kings", 2), ("aces_to_queens", 3)])
def test_the_21_plus_3_progressives_split_the_suited_threes(bet: str, ranks: int) -> None:
    """In 3 n (n - 1) (n - 2) / 6 orders each: two cards in any order, then the dealer's."""
    for n in DECKS:
        found, plain = counts(f"twenty_one_plus_three_{bet}", n), counts("twenty_one_plus_three", n)
        threes = 3 * comb(n, 3)
        assert found.pop("declared_suit") == ranks * threes
        assert found.pop("suited_top") == 3 * ranks * threes
        assert found.pop("suited_three_of_a_kind") == (52 - 4 * ranks) * threes
        plain.pop("suited_three_of_a_kind")
        assert found == plain


def test_fortune_blackjack_has_the_hands_of_lucky_lucky() -> None:
    assert stored("blackjack/bets/fortune_blackjack") == stored("blackjack/bets/lucky_lucky")


def settled(cards: dict[Any, str], wagers: dict[str, int], **rest: Any) -> list[str]:
    """A round of one seat that stands."""
    return told(
        record(
            "blackjack",
            cards=cards,
            wagers={1: {"blackjack": 1000, **wagers}},
            actions=["1 stand"],
            **rest,
        )
    )


def test_field_gold_counts_every_ace_as_one() -> None:
    paytables = {"field_gold": "blackjack/field_gold/1"}
    for hand, won in (("Ac 9d", 1000), ("Ac 2d", 1500), ("Ac Ad", 5000), ("Tc 9d", -500)):
        lines = settled({1: hand, "dealer": "Ts 7h"}, {"field_gold": 500}, paytables=paytables)
        assert lines[0].endswith(f"field_gold {'wins' if won > 0 else 'loses'} {won:+d}")


def test_three_aces_of_spades_take_the_21_plus_3_meter() -> None:
    slot = "twenty_one_plus_three_aces"
    lines = settled(
        {1: "As As", "dealer": "As 7h"},
        {slot: 100},
        paytables={slot: f"blackjack/{slot}/3"},
        meters={slot: {"main": 345_600}},
        options={"insurance": "no"},
    )
    assert f"1 {slot} wins +345500" in lines


@pytest.mark.parametrize("n", DECKS)
def test_the_crown_treasure_is_a_closed_form(n: int) -> None:
    """A suited king and queen are gone: of their suit (n - 1)^2 pairs are left, of others n^2."""
    found = counts("crown_treasure", n)
    dealer = comb(52 * n - 2, 2)
    assert found["crown_treasure"] == 4 * n * n * ((n - 1) ** 2 + 3 * n * n)
    assert found["royal_match"] == 4 * n * n * dealer - found["crown_treasure"]
    assert found["easy_match"] == (4 * comb(13 * n, 2) - 4 * n * n) * dealer
    assert found["total"] == comb(52 * n, 2) * dealer


@pytest.mark.parametrize("n", DECKS)
def test_royal_match_with_suited_blackjack_is_a_closed_form(n: int) -> None:
    found = counts("royal_match_blackjack", n)
    assert found["royal_match"] == 4 * n * n
    assert found["suited_blackjack"] == 4 * 4 * n * n
    assert found["easy_match"] == 4 * comb(13 * n, 2) - 20 * n * n


# ---- Bet the Bust: made when the up card is seen ------------------------------------------------

VALUES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]


def bust_after(up: int, decks: int, *, hits_soft_17: bool = False) -> Fraction:
    """The chance that a dealer without blackjack busts, card after card."""
    left = {value: (16 if value == 10 else 4) * decks for value in VALUES}
    left[up] -= 1

    @cache
    def busts(held: tuple[int, ...]) -> Fraction:
        points = sum(held)
        soft = 1 in held and points <= 11
        best = points + 10 * soft
        if best > 21:
            return Fraction(1)
        if len(held) > 1 and best >= 17 and not (hits_soft_17 and soft and best == 17):
            return Fraction(0)
        now = {value: number - held[1:].count(value) for value, number in left.items()}
        if sorted((up, 1 if up == 10 else 10)) == [1, 10] and len(held) == 1:
            now[1 if up == 10 else 10] = 0  # the dealer has looked
        size = sum(now.values())
        chances = (
            Fraction(number, size) * busts((up, *sorted((*held[1:], value))))
            for value, number in now.items()
            if number
        )
        return sum(chances, Fraction(0))

    return busts((up,))


PRINTED = {  # one deck and two, to six digits; the page's columns of 4, 6, 8 are of 3, 4, 5 decks
    "A": (0.169815, 0.168096), "2": (0.352973, 0.353291), "3": (0.375588, 0.374794),
    "4": (0.402803, 0.398540), "5": (0.428905, 0.422505), "6": (0.420823, 0.422132),
    "7": (0.259854, 0.261143), "8": (0.238627, 0.241630), "9": (0.233442, 0.230898),
    "T": (0.232499, 0.231144),
}  # fmt: skip
OTHER_COLUMNS = {3: 0.167557, 4: 0.167293, 5: 0.167136}  # of the ace


def counted(decks: int, soft_17: str, up: str) -> Fraction:
    below = tally(branch(stored("blackjack/bets/bet_the_bust"), str(decks), soft_17), up)
    return Fraction(below["total"] - below["nothing"], below["total"])


@pytest.mark.parametrize(("up", "printed"), PRINTED.items())
def test_bet_the_bust_is_counted_as_printed_for_one_deck_and_two(
    up: str, printed: tuple[float, float]
) -> None:
    for decks, value in zip((1, 2), printed, strict=True):
        assert abs(float(counted(decks, "stand", up)) - value) <= 5.1e-7


def test_the_pages_other_columns_have_other_decks() -> None:
    for decks, value in OTHER_COLUMNS.items():
        assert abs(float(bust_after(1, decks)) - value) <= 5.1e-7


@pytest.mark.parametrize(("up", "value"), [("A", 1), ("6", 6), ("T", 10)])
def test_bet_the_bust_is_counted_as_card_after_card(up: str, value: int) -> None:
    assert counted(6, "stand", up) == bust_after(value, 6)
    assert counted(1, "hit", up) == bust_after(value, 1, hits_soft_17=True)


BUST = {"bet_the_bust": "blackjack/bet_the_bust/1"}


def test_bet_the_bust_is_offered_when_the_up_card_is_seen() -> None:
    """After insurance; up to the blackjack wager. The dealer draws though every hand is bust."""
    bust = record(
        "blackjack",
        cards={1: "Td 6c 8h", 2: "Tc Td", "dealer": "7s 6h 9c"},
        wagers={1: {"blackjack": 1000}, 2: {"blackjack": 1000}},
        actions=["1 bet 800", "2 decline", "1 hit", "2 stand"],
        paytables=BUST,
    )
    assert told(bust) == [
        "1 blackjack loses -1000",
        "1 bet_the_bust wins +2000",
        "2 blackjack wins +1000",
    ]
    over = {**bust, "actions": [{"seat": 1, "action": "bet", "cents": 1001}]}
    assert refused(over).code == "ACTION_AMOUNT_WRONG"


def test_bet_the_bust_is_not_offered_against_a_blackjack() -> None:
    lines = told(
        record(
            "blackjack",
            cards={1: "Td 6c", "dealer": "Ts Ah"},
            wagers={1: {"blackjack": 1000}},
            paytables=BUST,
        )
    )
    assert lines == ["1 blackjack loses -1000"]


def test_bet_the_bust_loses_where_the_dealer_stands() -> None:
    lines = told(
        record(
            "blackjack",
            cards={1: "Td 9c", "dealer": "6s Th 2c"},
            wagers={1: {"blackjack": 1000}},
            actions=["1 bet 500", "1 stand"],
            paytables=BUST,
        )
    )
    assert sorted(lines) == ["1 bet_the_bust loses -500", "1 blackjack wins +1000"]


def test_a_bet_made_after_the_deal_has_no_meter(tmp_path: Path) -> None:
    text = Paytables().text(BUST["bet_the_bust"]).replace('"7 to 2"', '"100 % of main"')
    levels = '[levels.main]\nseed = "$500"\nrate_ppm = 100_000\nreserve_ppm = 0\n'
    file = tmp_path / "blackjack" / "bet_the_bust" / "meter.toml"
    file.parent.mkdir(parents=True)
    head, pays = text.partition("[pays]")[::2]
    text = f"{head}{levels}[split]\nhouse_ppm = 900_000\n[pays]{pays.partition('[[printed]]')[0]}"
    file.write_text(text.replace("games =", 'wager = "$1"\ngames =', 1))
    paytables = {"bet_the_bust": "blackjack/bet_the_bust/meter"}
    offered = record(
        "blackjack",
        cards={1: "Td 9c", "dealer": "6s Th 2c"},
        wagers={1: {"blackjack": 1000}},
        paytables=paytables,
        meters={"bet_the_bust": {"main": 50_000}},
    )
    assert "made after the deal" in refused(offered, Paytables(tmp_path)).reason
