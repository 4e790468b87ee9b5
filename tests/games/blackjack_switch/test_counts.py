"""Blackjack Switch: exact values against a slow table, published figures, seeded play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from games.blackjack.twin import Cards, Done, Line, SlowTable, small_shoe, total_of
from pitboss.games.blackjack_switch.best_switch import solve
from pitboss.games.blackjack_switch.odds import USUAL
from pitboss.games.blackjack_switch.solve import in_words, rows, values
from pitboss.games.blackjack_switch.switches import Switching
from pitboss.maths.analysis import analyze
from pitboss.maths.counting import as_text, branch, read_stored, tally
from pitboss.maths.point_hands import BlackjackRules, full_shoe
from pitboss.maths.simulation import simulate
from pitboss.maths.strategy_tables import Tables
from pitboss.rules.cards import parse_cards
from pitboss.rules.catalog import Paytables
from rules.shoe_support import refuses

PAYTABLE = Paytables().get("blackjack_switch/base/standard")
Two = tuple[int, int]


def silent(share: float) -> None:
    assert 0 < share <= 1


def edge(**options: Any) -> Fraction:
    found = analyze(PAYTABLE, {name: str(value) for name, value in options.items()}).house_edge
    assert found is not None
    return found


class SecondHand(SlowTable):
    """The second hand of a seat, compared together with the first when it is done."""

    def __init__(self, tables: Tables, rules: BlackjackRules, first: tuple[Done, ...]) -> None:
        super().__init__(tables, rules)
        self.before = first

    def _settle(self, shoe: Cards, dealer: Cards, done: tuple[Done, ...]) -> Line:
        return super()._settle(shoe, dealer, self.before + done)


class FirstHand(SlowTable):
    """The first hand of a seat; the second one is played when it is done."""

    def __init__(self, tables: Tables, rules: BlackjackRules, second: Two) -> None:
        super().__init__(tables, rules)
        self.second = second

    def _settle(self, shoe: Cards, dealer: Cards, done: tuple[Done, ...]) -> Line:
        return SecondHand(self.tables, self.rules, done).first(shoe, self.second, dealer)


class SlowSwitch(SlowTable):
    """A table that plays both hands one after the other, by exhausting all ways to deal."""

    def both(self, shoe: Cards, hands: tuple[Two, Two], up: int, *, pays: bool) -> Fraction:
        """What two hands win together, over all hole cards that make no blackjack."""
        win = Fraction(0)
        for hole, chance, left in self.draws(shoe):
            if total_of((up, hole))[0] == 21:
                continue
            paid = [pays and total_of(hand)[0] == 21 for hand in hands]
            win += chance * sum(paid)
            others = [hand for hand, is_paid in zip(hands, paid, strict=True) if not is_paid]
            if len(others) == 2:
                table = FirstHand(self.tables, self.rules, others[1])
                win += chance * table.first(left, others[0], (up, hole))[0]
            elif others:
                win += chance * self.first(left, others[0], (up, hole))[0]
        return win

    def deals(self, shoe: Cards) -> Iterator[tuple[list[int], Fraction, Cards]]:
        """The first four cards and the up card."""
        dealt: list[tuple[list[int], Fraction, Cards]] = [([], Fraction(1), shoe)]
        for _ in range(5):
            dealt = [
                ([*cards, card], chance * more, after)
                for cards, chance, left in dealt
                for card, more, after in self.draws(left)
            ]
        yield from dealt

    def best(self, shoe: Cards, *, pays: bool) -> Fraction:
        """The expected win of a hand by the better of two arrangements."""
        win = Fraction(0)
        for (a, b, c, d, up), chance, left in self.deals(shoe):
            kept = self.both(left, ((a, b), (c, d)), up, pays=True)
            switched = self.both(left, ((a, d), (c, b)), up, pays=pays)
            win += chance * max(kept, switched)
            for hole, more, _ in self.draws(left):
                if total_of((up, hole))[0] == 21:
                    lost = sum(total_of(hand)[0] != 21 for hand in ((a, b), (c, d)))
                    win -= chance * more * lost
        return win / 2


@pytest.mark.proof
@pytest.mark.parametrize(
    ("rules", "shoe"),
    [
        (replace(USUAL, split_hands=2), small_shoe(p6=4, p9=5, p10=9)),
        (replace(USUAL, split_hands=2, double="9-11"), small_shoe(p1=4, p7=5, p10=9)),
    ],
)
def test_small_shoes_agree_with_a_slow_table(rules: BlackjackRules, shoe: Cards) -> None:
    found = solve(rules, shoe=shoe, report=silent)
    slow = SlowSwitch(found.tables, rules)
    for reading in ("21", "blackjack"):
        way = found.ways[reading]["best"]
        assert way.switched > 0
        assert way.win + way.naturals == slow.best(shoe, pays=reading == "blackjack")


def test_what_is_stored_reads_back() -> None:
    for decks in ("6", "8"):
        for soft_17 in ("hit", "stand"):
            kept = branch(read_stored("blackjack_switch"), "base", decks, soft_17)
            assert Switching.of_counts(kept).as_counts() == kept


def test_the_edge_is_near_the_published_ones() -> None:
    """blackjackpromotions.com prints 0.58 %, and what other rules change; ibetbct.com prints 0.16 %
    and 0.18 % where a switched blackjack wins."""
    usual = float(edge())
    assert round(100 * usual, 2) == 0.54
    assert round(100 * float(edge(switched_blackjack="blackjack", decks=8)), 2) == 0.18
    for change, options in (
        (+0.02, {"decks": 8}),
        (-0.40, {"switched_blackjack": "blackjack"}),
        (-0.21, {"blackjack_tie": "wins"}),
        (-0.30, {"soft_17": "stand"}),
    ):
        assert abs(100 * (float(edge(**options)) - usual) - change) < 0.1


def test_simple_switches_cost_what_they_cost() -> None:
    """Adding up two numbers of a table costs a few thousandths of a percent."""
    assert 0 < edge(strategy="values") - edge() < Fraction(2, 100_000)
    assert edge(strategy="never") - edge() > Fraction(9, 100)


def test_a_double_that_depends_on_the_decks() -> None:
    """wizardofodds.com: with six decks double a nine against a five, with eight do not."""
    for decks, letter in (("6", "Dh"), ("8", "H")):
        kept = branch(read_stored("blackjack_switch"), "base", decks, "hit")
        assert Switching.of_counts(kept).tables["hard"]["9"][3] == letter


def test_a_published_switch() -> None:
    """casinocitytimes.com: against a seven ace-seven and ten-nine stay; ace-five and ten-six
    switch."""
    settings: dict[str, str | int] = {"decks": 6, "switched_blackjack": "21"}
    stays = values(parse_cards("As 7h Tc 9d 7c"), PAYTABLE, settings)
    assert stays["keep"] > stays["switch"]
    goes = values(parse_cards("5s Ah Tc 6d 7c"), PAYTABLE, settings)
    assert goes["switch"] > goes["keep"]
    with refuses("CARD_DUPLICATED"):
        values(parse_cards("As As As As As"), PAYTABLE, {**settings, "decks": 4})


def test_the_play_in_words_and_rows() -> None:
    settings: dict[str, str | int] = {"decks": 6, "switched_blackjack": "21"}
    assert in_words(settings).startswith("Add the values of your two hands")
    table = {row[0]: row[1:] for row in rows(settings, silent)}
    assert table["value A-T"] == ["100"] * 10  # a blackjack is paid at once
    assert all(int(each) < 100 for each in table["value T-A"])


@pytest.mark.parametrize("n", [6, 8])
def test_super_match_is_a_closed_form(n: int) -> None:
    of_a_rank = 4 * n
    assert tally(read_stored("blackjack_switch/bets/super_match"), str(n)) == {
        "four_of_a_kind": 13 * comb(of_a_rank, 4),
        "two_pairs": comb(13, 2) * comb(of_a_rank, 2) ** 2,
        "three_of_a_kind": 13 * comb(of_a_rank, 3) * 12 * of_a_rank,
        "pair": 13 * comb(of_a_rank, 2) * comb(12, 2) * of_a_rank**2,
        "nothing": comb(13, 4) * of_a_rank**4,
        "total": comb(52 * n, 4),
    }


@pytest.mark.proof
def test_recounted() -> None:
    """The usual rules of six decks, solved again."""
    solved = solve(USUAL, shoe=full_shoe(6), report=silent)
    kept = branch(read_stored("blackjack_switch"), "base", "6", "hit")
    assert as_text(solved.as_counts()) == as_text(kept)


@pytest.mark.proof
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"strategy": "values", "decks": "8", "soft_17": "stand"},
        {"strategy": "never", "blackjack_tie": "wins"},
        {"switched_blackjack": "blackjack"},
    ],
)
def test_played_by_chance(options: dict[str, str]) -> None:
    played = simulate(PAYTABLE, options, rounds=400_000, rng_seed=29, report=lambda _: None)
    assert played.agrees
