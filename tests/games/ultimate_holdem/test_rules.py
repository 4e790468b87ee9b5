"""Ultimate Texas Hold'em, rule by rule. Amounts are cents."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from pitboss.games.ultimate_holdem.rules import is_raised
from pitboss.rules.cards import DECK, RANK_OF, SUIT_OF
from rules.support import line_of, net, record, refused, told

TO_THE_END = ("1 check", "1 check", "1 play_1")
FOLDED = ("1 check", "1 check", "1 fold")
LOW_BOARD = "Ah Kd 9s 7c 4h"


def one(
    hole: str, board: str, *actions: str, dealer: str, base: str = "straight", **rest: Any
) -> dict[str, Any]:
    """A round of one seat with an ante and a blind of ten dollars."""
    more = rest.pop("wagers", {})
    tables = {slot: f"ultimate_holdem/{slot}/{name}" for slot, name in rest.pop("bets", {}).items()}
    return record(
        "ultimate_holdem",
        paytables={"base": f"ultimate_holdem/base/{base}", **tables},
        cards={1: hole, "dealer": dealer, "board": board},
        wagers={1: {"ante": 1000, "blind": 1000, **more}},
        actions=actions or TO_THE_END,
        **rest,
    )


# ---- betting ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "play"),
    [
        (("1 play_4",), 4000),
        (("1 play_3",), 3000),
        (("1 check", "1 play_2"), 2000),
        (TO_THE_END, 1000),
    ],
)
def test_the_earlier_the_larger(actions: tuple[str, ...], play: int) -> None:
    won = one("Ac Ad", "Kh Ks 7c 5d 9h", *actions, dealer="2c 3d")
    assert told(won) == [f"1 play wins +{play}", "1 ante wins +1000", "1 blind pushes 0"]


@pytest.mark.parametrize(
    ("actions", "code"),
    [
        (("1 play_2",), "ACTION_ILLEGAL"),
        (("1 fold",), "ACTION_ILLEGAL"),
        (("1 check", "1 play_3"), "ACTION_ILLEGAL"),
        (("1 check", "1 fold"), "ACTION_ILLEGAL"),
        (("1 check", "1 check", "1 check"), "ACTION_ILLEGAL"),
        (("1 check", "1 check", "1 play_2"), "ACTION_ILLEGAL"),
        (("1 play_4 3500",), "ACTION_AMOUNT_WRONG"),
        (("1 play_4", "1 play_2"), "ACTION_ILLEGAL"),  # who has bet is not asked again
    ],
)
def test_other_bets_are_refused(actions: tuple[str, ...], code: str) -> None:
    assert refused(one("Ac Ad", "Kh Ks 7c 5d 9h", *actions, dealer="2c 3d")).code == code


def test_the_blind_is_mandatory_and_equals_the_ante() -> None:
    missing = one("Ac Ad", "Kh Ks 7c 5d 9h", dealer="2c 3d")
    del missing["wagers"]["1"]["blind"]
    assert refused(missing).code == "WAGER_MISSING"
    other = one("Ac Ad", "Kh Ks 7c 5d 9h", dealer="2c 3d", wagers={"blind": 500})
    assert refused(other).code == "WAGER_NOT_EQUAL"


def test_no_bet_is_above_the_most_that_a_wager_may_be() -> None:
    """Washington's $400: three times $120, but not four times; at $150 only twice."""
    for ante, allowed, illegal in ((12000, "1 play_3", "1 play_4"), (15000, "", "1 play_3")):
        limits = {"ante": [500, 15000]}
        wagers = {"ante": ante, "blind": ante}
        hand = ("Ac Ad", "Kh Ks 7c 5d 9h")
        too_much = one(*hand, illegal, dealer="2c 3d", wagers=wagers, limits=limits)
        assert refused(too_much).code == "ACTION_ILLEGAL"
        actions = (allowed,) if allowed else ("1 check", "1 play_2")
        won = one(*hand, *actions, dealer="2c 3d", wagers=wagers, limits=limits)
        assert net(won) == {1: ante * (4 if allowed else 3)}


def test_a_fold_loses_ante_and_blind() -> None:
    assert told(one("3c 2d", LOW_BOARD, *FOLDED, dealer="Qc Jd")) == [
        "1 ante loses -1000",
        "1 blind loses -1000",
    ]


# ---- the dealer's pair --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hole", "dealer", "lines"),
    [
        # Ace-king-queen-jack against nothing of his own: no pair, so the ante pushes.
        ("Qs Jh", "Tc 8d", ["play wins +1000", "ante pushes 0", "blind pushes 0"]),
        ("3c 2d", "Qc Jd", ["play loses -1000", "ante pushes 0", "blind loses -1000"]),
        ("Qs Jh", "Qc Jd", ["play pushes 0", "ante pushes 0", "blind pushes 0"]),
        # A pair of fours is enough.
        ("Kc 2d", "4c 2s", ["play wins +1000", "ante wins +1000", "blind pushes 0"]),
        ("Qs Jh", "4c 2s", ["play loses -1000", "ante loses -1000", "blind loses -1000"]),
    ],
)
def test_without_a_pair_the_ante_pushes(hole: str, dealer: str, lines: list[str]) -> None:
    assert told(one(hole, LOW_BOARD, dealer=dealer)) == [f"1 {line}" for line in lines]


def test_a_pair_on_the_board_qualifies_the_dealer() -> None:
    lines = told(one("3c 2d", "Ah Ad 9s 7c 4h", dealer="Qc Jd"))
    assert lines[1] == "1 ante loses -1000"


def test_a_straight_on_the_board_is_a_tie() -> None:
    tied = one("4c 5c", "Ah Kd Qs Jc Th", dealer="2c 9d")
    assert told(tied) == ["1 play pushes 0", "1 ante pushes 0", "1 blind pushes 0"]


# ---- blind --------------------------------------------------------------------------------------

BLINDS = [
    pytest.param("9c 9d", "9h Ks 7c 5d 2h", "Kc 4s", 0, 0, id="three of a kind"),
    pytest.param("8c 9d", "Th Js 7c 2d Kh", "Kc 4s", 1000, 0, id="straight"),
    pytest.param("4h 5h", "Th 6h 2h Ks 9c", "Kc 3s", 1500, 1500, id="flush"),
    pytest.param("2d 2h", "3h 3s 2s Ks 9c", "Kc Qd", 3000, 3000, id="full house"),
    pytest.param("Tc Td", "Th Ts Kc 5d 2h", "Kd 4s", 10000, 10000, id="four of a kind"),
    pytest.param("8h 9h", "Th Jh 7h 2d Kc", "Kd 4s", 50000, 50000, id="straight flush"),
    pytest.param("Ah Kh", "Qh Jh Th 2d 3c", "2c 4s", 500000, 500000, id="royal flush"),
]


@pytest.mark.parametrize(("hole", "board", "dealer", "straight", "flush"), BLINDS)
def test_what_a_winning_blind_is_paid(
    hole: str, board: str, dealer: str, straight: int, flush: int
) -> None:
    for base, paid in (("straight", straight), ("flush", flush)):
        line = line_of(one(hole, board, dealer=dealer, base=base), 1, "blind")
        assert (line.back_cents, line.paid_cents) == (1000, paid)


def test_a_losing_straight_loses_the_blind() -> None:
    lost = one("8c 9d", "Th Js 7c 2d Kh", dealer="Qs Ad")  # a straight to the ace
    assert told(lost)[-1] == "1 blind loses -1000"


# ---- side bets ----------------------------------------------------------------------------------

TRIPS: dict[str, Any] = {"bets": {"trips": "50-40-30-8-7-4-3"}, "wagers": {"trips": 500}}
BEATEN: dict[str, Any] = {"bets": {"bad_beat": "2500-500-50-30-20-9"}, "wagers": {"bad_beat": 500}}


def test_trips_are_paid_although_the_dealer_wins() -> None:
    lost = one("7d 2d", "7h 7s Kc Qd 4s", dealer="Kd Kh", **TRIPS)
    assert told(lost)[-2:] == ["1 blind loses -1000", "1 trips wins +1500"]
    assert told(one("Kd Kh", "7h 2s 4c Qd Js", dealer="7d 2d", **TRIPS))[-1] == "1 trips loses -500"


@pytest.mark.parametrize(
    ("hole", "dealer", "board", "cents"),
    [
        ("7d 2d", "Kd Kh", "7h 7s Kc Qd 4s", 4500),  # three sevens beaten by kings full
        ("Kd Kh", "7d 2d", "7h 7s Kc Qd 4s", 4500),  # so are the dealer's
        ("5s 4s", "Ts 9s", "8s 7s 6s Kc 2h", 1250000),  # a straight flush by a higher one
        ("9c 9d", "8c 8d", "Ah Kd 7s 4c 2h", -500),  # a pair is not enough
        ("4c 5c", "2c 9d", "Ah Kd Qs Jc Th", -500),  # a tie beats nobody
    ],
)
def test_bad_beat_pays_on_the_beaten_hand(hole: str, dealer: str, board: str, cents: int) -> None:
    line = line_of(one(hole, board, dealer=dealer, **BEATEN), 1, "bad_beat")
    assert line.net_cents == cents


def test_the_house_says_whether_a_fold_takes_trips_and_bad_beat() -> None:
    board, dealer = "7c 7h 7s Qd Js", "Ac Ad"
    bets = {"bets": TRIPS["bets"] | BEATEN["bets"], "wagers": TRIPS["wagers"] | BEATEN["wagers"]}
    kept = one("3c 2d", board, *FOLDED, dealer=dealer, **bets)
    assert told(kept)[2:] == ["1 trips wins +1500", "1 bad_beat wins +4500"]
    taken = one("3c 2d", board, *FOLDED, dealer=dealer, options={"folded_side_bets": "no"}, **bets)
    assert told(taken)[2:] == ["1 trips loses -500", "1 bad_beat loses -500"]


@pytest.mark.parametrize(
    ("flop", "outcome"), [("9h Ks 7c 5d 2h", "three_of_a_kind"), ("Ks 7c 5d 9h 9s", "nothing")]
)
def test_PS_42_the_progressive_looks_at_the_flop(flop: str, outcome: str) -> None:
    for actions, options in ((TO_THE_END, {}), (FOLDED, {"folded_qualify": "no"})):
        played = one("9c 9d", flop, *actions, dealer="Kc 4s", wagers={"five_card": 100})
        played["paytables"]["five_card"] = "multi_game/five_card/01"
        played |= {"meters": {"five_card": {"main": 1000001}}, "options": options}
        line = line_of(played, 1, "five_card")
        assert (line.outcome or line.net_cents) == (-100 if options else outcome)


# ---- settlement ---------------------------------------------------------------------------------


def test_seats_decide_in_turn_and_are_settled_from_the_dealers_right() -> None:
    played = record(
        "ultimate_holdem",
        cards={1: "Ac Ad", 3: "Qs Jh", 5: "3c 2d", "dealer": "4c 2s", "board": LOW_BOARD},
        wagers={seat: {"ante": 1000, "blind": 1000} for seat in (1, 3, 5)},
        actions=("1 play_4", "3 check", "5 check", "3 play_2", "5 check", "5 fold"),
    )
    assert told(played) == [
        "5 ante loses -1000",
        "5 blind loses -1000",
        "3 play loses -2000",
        "3 ante loses -1000",
        "3 blind loses -1000",
        "1 play wins +4000",
        "1 ante wins +1000",
        "1 blind pushes 0",
    ]


def test_a_card_is_dealt_once() -> None:
    twice = one("Ac Ad", "Ac Ks 7c 5d 9h", dealer="2c 3d")
    assert refused(twice).code == "CARD_DUPLICATED"
    assert refused(one("Ac Ad", "Kh Ks 7c 5d", dealer="2c 3d")).code == "CARDS_WRONG_NUMBER"


def test_the_usual_raises_as_card_rooms_print_them() -> None:
    """Threes and up, any ace, king-deuce suited, king-five, queen-six suited, queen-eight,
    jack-eight suited, jack-ten."""
    for hole in combinations(DECK, 2):
        low, high = sorted(RANK_OF[card] + 2 for card in hole)
        suited = SUIT_OF[hole[0]] == SUIT_OF[hole[1]]
        lowest = {14: 2, 13: 2 if suited else 5, 12: 6 if suited else 8, 11: 8 if suited else 10}
        expected = low >= 3 if low == high else low >= lowest.get(high, 15)
        assert is_raised(hole) == expected, hole
