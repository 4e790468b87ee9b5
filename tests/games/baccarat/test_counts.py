"""The baccarat counts against play by hand, published figures and the printed ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm
from typing import Any

import pytest

from pitboss.games.baccarat.point_rounds import Rounds, Shoe, every_round, shoe_of_decks, weigh
from pitboss.games.baccarat.solve import count, count_shoe
from pitboss.maths.counting import as_text, counts_path, read_stored

SIDES = ("player", "banker")
PlainCard = tuple[int, str]  # points and suit
Hand = Sequence[PlainCard]


@pytest.fixture(scope="module")
def rounds() -> Rounds:
    return every_round()


def points(hand: Hand) -> int:
    return sum(value for value, _ in hand) % 10


def banker_draws(total: int, third: int) -> bool:
    """The banker's rule as it hangs on the wall, for a player who drew."""
    if total == 3:
        return third != 8
    if total == 4:
        return third in (2, 3, 4, 5, 6, 7)
    if total == 5:
        return third in (4, 5, 6, 7)
    if total == 6:
        return third in (6, 7)
    return total < 3


def play(deal: Iterable[PlainCard]) -> tuple[list[PlainCard], list[PlainCard]]:
    """The player's and the banker's cards; dealt in turn, the player first."""
    cards = iter(deal)
    player, banker = [next(cards)], [next(cards)]
    player.append(next(cards))
    banker.append(next(cards))
    if points(player) in (8, 9) or points(banker) in (8, 9):
        return player, banker
    if points(player) < 6:
        third = next(cards)
        if banker_draws(points(banker), third[0]):
            banker.append(next(cards))
        player.append(third)
    elif points(banker) < 6:
        banker.append(next(cards))
    return player, banker


def dragon_bonus(own: Hand, other: Hand) -> str:
    natural = len(own) == 2 and points(own) in (8, 9)
    if natural and points(own) == points(other):
        return "natural_tie" if len(other) == 2 else "nothing"
    if points(own) <= points(other):
        return "nothing"
    margin = points(own) - points(other)
    return "natural_win" if natural else f"win_by_{margin}" if margin > 3 else "nothing"


def nine_over_zero(own: Hand, other: Hand) -> str:
    natural = len(own) == 2 and points(own) in (8, 9)
    score = (points(own), points(other))
    if score == (9, 0) and sorted(value for value, _ in own) == [2, 3, 4]:
        suits = {suit for _, suit in own}
        if len(suits) > 1:
            return "two_three_four_unsuited"
        return "two_three_four_diamonds" if suits == {"d"} else "two_three_four_suited"
    if score == (9, 0):
        return "natural_nine_over_zero" if natural else "nine_over_zero"
    if natural and score[0] > score[1]:
        return "natural_win"
    return "eight_over_zero" if score == (8, 0) else "nothing"


def suited_nine(own: Hand, other: Hand) -> str:
    if (points(own), points(other)) != (9, 0):
        return "nothing"
    cards = [*own, *other]
    if len({suit for _, suit in cards}) == 1 and len(cards) != 5:
        return {6: "suited_six_card", 4: "suited_four_card"}[len(cards)]
    return "win_by_nine"


def count_by_hand(cards: Sequence[PlainCard]) -> dict[str, Any]:
    """Every order in which six of these cards can come, one after the other."""
    hands: Counter[tuple[tuple[PlainCard, ...], tuple[PlainCard, ...]]] = Counter()
    for deal in permutations(cards, 6):
        player, banker = play(deal)
        hands[tuple(player), tuple(banker)] += 1
    base: Counter[str] = Counter()
    wagers: dict[str, Counter[str]] = {}
    for (player_hand, banker_hand), orders in hands.items():
        lead = points(player_hand) - points(banker_hand)
        base["tie" if lead == 0 else "player" if lead > 0 else "banker"] += orders
        for wager in (dragon_bonus, nine_over_zero, suited_nine):
            for side, pair in zip(
                SIDES, ((player_hand, banker_hand), (banker_hand, player_hand)), strict=True
            ):
                name = f"{wager.__name__} {side}"
                wagers.setdefault(name, Counter())[wager(*pair)] += orders
    return {"base": base, **wagers}


def flat(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry of the counts in the form of `count_by_hand`; outcomes that never come left out."""
    wagers = {"dragon_bonus": entry["dragon_bonus"], **entry["dragon_progressive"]}
    named = {f"{name} {side}": wagers[name][side] for name in wagers for side in SIDES}
    return {
        name: Counter({outcome: weight for outcome, weight in tally.items() if weight})
        for name, tally in {"base": entry["base"], **named}.items()
    }


@pytest.mark.proof
@pytest.mark.parametrize(
    ("suits", "suit_points"),
    [
        ("d", (1, 1, 1, 1, 1, 1, 1, 1, 1, 1)),  # every point value once
        ("d", (3, 1, 0, 0, 2, 2, 0, 0, 0, 2)),  # many alike
        ("dh", (3, 0, 1, 1, 1, 0, 0, 0, 0, 0)),  # six suited cards can win with 2, 3 and 4
        ("cdhs", (1, 0, 0, 0, 1, 0, 0, 0, 0, 0)),  # few outcomes, four suits
    ],
)
def test_small_shoes_played_by_hand(
    rounds: Rounds, suits: str, suit_points: tuple[int, ...]
) -> None:
    cards = [
        (value, suit)
        for suit in suits
        for value, held in enumerate(suit_points)
        for _ in range(held)
    ]
    entry = count_shoe(rounds, Shoe(suits=len(suits), suit_points=suit_points))
    assert flat(entry) == count_by_hand(cards)


def full_deck() -> list[PlainCard]:
    return [(min(value, 10) % 10, suit) for suit in "cdhs" for value in range(1, 14)]


@pytest.mark.proof
@pytest.mark.parametrize("suits", ["ddd", "hhh", "dhs", "cdd"])
def test_two_three_four_from_a_whole_deck_dealt_by_hand(suits: str) -> None:
    """The winner's suits do not matter to the number of deals, though the loser may hold some."""
    special = tuple(zip((2, 3, 4), suits, strict=True))
    rest = [card for card in full_deck() if card not in special]
    player_wins = banker_wins = 0
    for other in permutations(rest, 3):
        if points(other) != 0:
            continue
        for first, second, last in permutations(special):
            player, banker = play((first, other[0], second, other[1], last, other[2]))
            player_wins += len(player) == len(banker) == 3
            player, banker = play((other[0], first, other[1], second, other[2], last))
            banker_wins += len(player) == len(banker) == 3
    sides: Any = read_stored("baccarat")["1"]
    sides = sides["dragon_progressive"]["nine_over_zero"]
    outcome, combinations = {
        "ddd": ("two_three_four_diamonds", 1),
        "hhh": ("two_three_four_suited", 3),
    }.get(suits, ("two_three_four_unsuited", 60))
    assert (player_wins, banker_wins) == (18_560, 7_920)
    assert sides["player"][outcome] == combinations * player_wins
    assert sides["banker"][outcome] == combinations * banker_wins


def test_four_suited_cards_from_a_whole_deck_dealt_by_hand() -> None:
    by_hand = 0
    for deal in permutations(full_deck()[:13], 4):
        player, banker = play(deal) if points(deal[0::2]) == 9 else ((), ())
        by_hand += len(player) == 2 and points(banker) == 0
    entry: Any = read_stored("baccarat")["1"]
    for side in SIDES:
        suited = entry["dragon_progressive"]["suited_nine"][side]["suited_four_card"]
        assert suited == 4 * by_hand * 48 * 47


@pytest.mark.parametrize("decks", [1, 2, 3, 4, 6, 8])
def test_all_rounds_of_a_shoe_weigh_its_ordered_deals(rounds: Rounds, decks: int) -> None:
    shoe = shoe_of_decks(decks)
    assert sum(weigh(rounds, shoe).values()) == shoe.total == perm(52 * decks, 6)


def test_stored_counts_are_those_of_a_recount() -> None:
    shares: list[float] = []
    text = as_text(count(shares.append))
    assert text == counts_path("baccarat").read_text("utf-8")
    assert shares == sorted(shares)
    assert shares[-1] == 1


@pytest.mark.parametrize("decks", [1, 2, 4, 6, 8])
def test_stored_tallies_sum_to_the_total(decks: int) -> None:
    entry: Any = read_stored("baccarat")[str(decks)]
    assert entry["total"] == perm(52 * decks, 6)
    for tally in flat(entry).values():
        assert sum(tally.values()) == entry["total"]


def probability(decks: int, *names: str) -> Fraction:
    """Of one outcome, by its names in the counts."""
    entry: Any = read_stored("baccarat")[str(decks)]
    total = entry["total"]
    for name in names:
        entry = entry[name]
    return Fraction(entry, total)


def percent(value: Fraction, digits: int) -> str:
    return f"{float(100 * value):.{digits}f}"


def test_MB_1_published_counts_of_eight_decks() -> None:
    entry: Any = read_stored("baccarat")["8"]
    assert entry["base"] == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }
    assert entry["total"] == 4_998_398_275_503_360


@pytest.mark.parametrize(
    ("decks", "banker_edge", "player_edge", "tie_edge"),
    [(6, "1.0558", "1.2374", "14.4382"), (8, "1.0579", "1.2351", "14.3596")],
)
def test_MB_1_published_edges(
    decks: int, banker_edge: str, player_edge: str, tie_edge: str
) -> None:
    player, banker, tie = (probability(decks, "base", who) for who in (*SIDES, "tie"))
    assert percent(player - banker * Fraction(95, 100), 4) == banker_edge
    assert percent(banker - player, 4) == player_edge
    assert percent(1 - 9 * tie, 4) == tie_edge


def test_MB_3_natural_wins_and_ties_come_alike_to_both_sides() -> None:
    for decks in (1, 2, 4, 6, 8):
        for outcome in ("natural_win", "natural_tie"):
            player, banker = (probability(decks, "dragon_bonus", side, outcome) for side in SIDES)
            assert player == banker


DRAGON_BONUS_PAYS = {  # win by 4 to 9 points
    1: (1, 2, 4, 6, 10, 30),
    2: (1, 3, 4, 7, 8, 20),
    3: (2, 2, 4, 4, 10, 30),
}


@pytest.mark.parametrize(
    ("table", "decks", "player_edge", "banker_edge"),
    [
        (1, 4, "2.70", "9.42"),
        (1, 6, "2.67", "9.39"),
        (1, 8, "2.65", "9.37"),
        (2, 4, "2.62", "8.88"),
        (2, 6, "2.59", "8.86"),
        (2, 8, "2.58", "8.85"),
        (3, 4, "2.54", "8.57"),
        (3, 6, "2.51", "8.54"),
        (3, 8, "2.50", "8.53"),
    ],
)
def test_MB_4_printed_house_edges(
    table: int, decks: int, player_edge: str, banker_edge: str
) -> None:
    for side, printed in zip(SIDES, (player_edge, banker_edge), strict=True):

        def chance(outcome: str, side: str = side) -> Fraction:
            return probability(decks, "dragon_bonus", side, outcome)

        pays = enumerate(DRAGON_BONUS_PAYS[table], start=4)
        won = chance("natural_win") + sum(pay * chance(f"win_by_{margin}") for margin, pay in pays)
        assert percent(chance("nothing") - won, 2) == printed


NINE_OVER_ZERO_HITS = (
    "two_three_four_diamonds",
    "two_three_four_suited",
    "two_three_four_unsuited",
    "nine_over_zero",
    "natural_nine_over_zero",
)


def progressive(scheme: str, side: str, *outcomes: str) -> Fraction:
    """With eight decks: on one side, or on either."""
    return sum(
        probability(8, "dragon_progressive", scheme, which, outcome)
        for which in (SIDES if side == "either" else (side,))
        for outcome in outcomes
    ) + Fraction(0)


def test_MB_5_table_1_hits_need_either_side_and_naturals() -> None:
    """Printed 3.47 %, cut and not rounded, and one in 569,182, which no reading gives."""
    hit = progressive("nine_over_zero", "either", *NINE_OVER_ZERO_HITS)
    assert percent(hit, 4) == "3.4756"
    assert percent(hit - progressive("nine_over_zero", "either", NINE_OVER_ZERO_HITS[-1]), 4) == (
        "0.6762"
    )
    assert round(1 / progressive("nine_over_zero", "either", NINE_OVER_ZERO_HITS[0])) == 588_304


@pytest.mark.parametrize(
    ("side", "hit", "one_in"),
    [("banker", "16.8747", 1_917_331), ("player", "16.9974", 848_721)],
)
def test_MB_5_table_2_hits_need_the_own_side(side: str, hit: str, one_in: int) -> None:
    """Printed 16.87 % and 16.99 %, cut, with one in 2,011,729 and 855,757, which are wrong."""
    outcomes = (*NINE_OVER_ZERO_HITS, "eight_over_zero", "natural_win")
    assert percent(progressive("nine_over_zero", side, *outcomes), 4) == hit
    assert round(1 / progressive("nine_over_zero", side, outcomes[0])) == one_in


def test_MB_5_table_3_hits_as_printed_on_either_side() -> None:
    outcomes = ("suited_six_card", "suited_four_card", "win_by_nine")
    assert percent(progressive("suited_nine", "either", *outcomes), 2) == "3.48"
    assert round(1 / progressive("suited_nine", "either", outcomes[0])) == 171_375


@pytest.mark.parametrize("side", SIDES)
def test_MB_5_both_schemes_count_the_same_nines_over_zero(side: str) -> None:
    nines = progressive("suited_nine", side, "suited_six_card", "suited_four_card", "win_by_nine")
    assert nines == progressive("nine_over_zero", side, *NINE_OVER_ZERO_HITS)
