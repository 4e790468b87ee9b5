"""Three Card Draw Poker, rule by rule. Amounts are cents."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.games.three_card_draw.rules import best_of_four
from pitboss.rules.cards import parse_cards
from pitboss.rules.hands import describe_three
from rules.support import net, record, refused, told

JACK_HIGH = "Jc 8d 5h 3s"
KINGS = "Kc Kd 9h 4s"


def one(player: str, dealer: str, action: str = "stand", **wagers: int) -> dict[str, Any]:
    """A round of one seat with an ante of $10."""
    return record(
        "three_card_draw",
        cards={1: player, "dealer": dealer},
        wagers={1: {"ante": 1000, **wagers}},
        actions=(f"1 {action}",),
        paytables={"first_three": "three_card_draw/first_three/200-50-30-6-3-1"},
    )


@pytest.mark.parametrize(
    ("dealer", "words"),
    [
        ("Jc 8d 5h 3s", "jack-eight-five high"),
        ("Kc Kd 9h 4s", "pair of kings"),
        ("Ac 2d 3h 9s", "straight, three high"),
        ("Ac 2d 3h 4s", "straight, four high"),
        ("Kc Kd 9c 4c", "flush, king high"),  # better than the pair
        ("9c Td Jh 9s", "straight, jack high"),
        ("9c 9d 9h 9s", "three nines"),
        ("9s Ts Js Jd", "straight flush, jack high"),
    ],
)
def test_the_dealer_plays_the_best_three_of_four(dealer: str, words: str) -> None:
    assert describe_three(best_of_four(parse_cards(dealer))) == words


@pytest.mark.parametrize(
    ("player", "dealer", "lines"),
    [
        ("Qc 7d 2s", JACK_HIGH, ["1 play wins +1000", "1 ante wins +1000"]),
        ("Td 7s 2h", JACK_HIGH, ["1 play loses -1000", "1 ante loses -1000"]),
        ("Jd 8s 5c", JACK_HIGH, ["1 play pushes 0", "1 ante pushes 0"]),
        ("Ad Kh 2s", KINGS, ["1 play loses -1000", "1 ante loses -1000"]),
    ],
)
def test_a_hand_that_stands_meets_a_dealer_who_always_qualifies(
    player: str, dealer: str, lines: list[str]
) -> None:
    assert told(one(player, dealer)) == lines


@pytest.mark.parametrize(
    ("action", "cards", "total"),
    [
        ("draw_1", "2c Kh Ks Kd", 2000 + 5000),  # three kings, and 5 to 1
        ("draw_2", "Kh 2c Ks Kd", 2000 + 5000),
        ("draw_3", "Kh Ks 2c Kd", 2000 + 5000),
        ("draw_3", "Kh Ks 2c 3d", 2000),
        ("draw_1", "2c 9h Ts 4d", -2000),
    ],
)
def test_a_draw_replaces_the_card_it_names(action: str, cards: str, total: int) -> None:
    assert net(one(cards, "Qc Qd 8h 4s", action)) == {1: total}


@pytest.mark.parametrize(
    ("player", "paid"),
    [
        ("As Ks Qs", 20_000), ("9s Ts Js", 10_000), ("9s 9h 9d", 5_000), ("9s Th Jd", 1_000),
        ("9s 5s 2s", 0),
    ],
)  # fmt: skip
def test_the_bonus_is_paid_win_or_lose(player: str, paid: int) -> None:
    for dealer in (JACK_HIGH, "Ah Kh Qh 4c"):
        lines = [line for line in told(one(player, dealer)) if "bonus" in line]
        assert lines == ([f"1 play_bonus wins +{paid}"] if paid else [])


def test_a_fold_loses_the_ante_and_the_first_three() -> None:
    folded = told(one("9c 9d 2h", KINGS.replace("9h", "8h"), "fold", first_three=500))
    assert folded == ["1 ante loses -1000", "1 first_three loses -500"]


@pytest.mark.parametrize(
    ("action", "cards", "paid"),
    [
        ("stand", "As Ks Qs", 100_000), ("stand", "9s Ts Js", 25_000),
        ("stand", "9s 9c 9d", 15_000), ("stand", "9s Tc Jd", 3_000),
        ("stand", "9s 5s 2s", 1_500), ("stand", "9s 9c 2s", 500),
        ("stand", "As Kd 2s", -500),
        ("draw_3", "9s 9c 2s 9d", 500),  # the third nine lies apart
        ("draw_1", "9s 9c 2s 2d", -500),  # a pair that was put down
        ("draw_3", "9s 5s 2s 3s", -500),
    ],
)  # fmt: skip
def test_the_first_three_are_paid_by_the_cards_that_can_be_shown(
    action: str, cards: str, paid: int
) -> None:
    lines = told(one(cards, "Jc 8d 5h 3h", action, first_three=500))
    assert lines[-1].split()[1::2] == ["first_three", f"{paid:+d}"]


def test_cards_are_drawn_after_everybody_has_decided() -> None:
    shared = record(
        "three_card_draw",
        cards={1: "Kh Ks 2c Kd", 2: "9c 5d 2h", 3: "As 9s 4d 2s", "dealer": "Qc Qd 8h 4s"},
        wagers={seat: {"ante": 1000} for seat in (1, 2, 3)},
        actions=["1 draw_3", "2 fold", "3 draw_3"],
    )
    assert net(shared) == {1: 7000, 2: -1000, 3: 2000}
    short = shared | {"cards": shared["cards"] | {"1": "Kh Ks 2c"}}
    assert refused(short).code == "CARDS_WRONG_NUMBER"


def test_cards_and_amounts_that_are_refused() -> None:
    assert refused(one("Kc 7d 2s", KINGS)).code == "CARD_DUPLICATED"
    assert refused(one("Ac 7d 2s", KINGS, "stand 999")).code == "ACTION_AMOUNT_WRONG"
    assert refused(one("Ac 7d 2s", KINGS, "draw_4")).code == "ACTION_ILLEGAL"
