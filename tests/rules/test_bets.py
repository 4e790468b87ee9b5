"""Bets that are files: the vocabulary of their conditions, and what a wrong file says (TI-2)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.bets import NOTHING, read_bets, read_condition
from pitboss.rules.cards import parse_cards
from rules.support import record, told

BLACKJACK = catalog.game("blackjack")
LOOKS = {look.name: look for look in BLACKJACK.looks}


def holds(text: str, *hands: str, look: str = "player_two") -> bool:
    condition = read_condition(text, LOOKS[look], BLACKJACK.measures)
    return condition.holds([parse_cards(hand) for hand in hands])


@pytest.mark.parametrize(
    ("condition", "takes", "leaves"),
    [
        ("suited", "Kd 2d", "Kd 2h"),
        ("not suited", "Kd 2h", "Kd 2d"),
        ("one_color", "Kd 2h", "Kd 2s"),
        ("suit h", "Kh 2h", "Kh 2d"),
        ("ranks K Q", "Qd Kh", "Kd Kh"),
        ("ranks K K", "Kd Kh", "Qd Kh"),
        ("cards Qh Qh", "Qh Qh", "Qh Qd"),
        ("among T J Q K", "Td Kh", "9d Kh"),
        ("straight", "Ad 2h", "Ad 3h"),
        ("straight", "Kd Ah", "Qd Ah"),
        ("alike 2", "7d 7h", "7d 8d"),
        ("twins 2", "7d 7d", "7d 7h"),
        ("total 20", "Ad 9h", "Ad Kh"),
        ("total 19..21", "Ad Kh", "9d 9h"),
        ("total 17+", "Td 7h", "Td 6h"),
        ("player count 2", "Td 6h", "Td 6h 2c"),
    ],
)
def test_a_condition_takes_its_cards_and_leaves_others(
    condition: str, takes: str, leaves: str
) -> None:
    assert holds(condition, takes)
    assert not holds(condition, leaves)


def test_a_condition_can_be_about_one_hand_or_about_all_cards() -> None:
    both = "player_two+dealer_up"
    assert holds("player suited", "Kd 2d", "9s", look=both)
    assert not holds("suited", "Kd 2d", "9s", look=both)
    assert holds("total 21", "6d 7d", "8s", look=both)


@pytest.mark.parametrize(
    ("cards", "up", "matches", "twins"),
    [("7d 7h", "7s", 2, 0), ("7s 7h", "7s", 1, 1), ("7s 7s", "7s", 0, 2), ("8s 7h", "7s", 1, 0)],
)
def test_matches_are_counted_card_by_card(cards: str, up: str, matches: int, twins: int) -> None:
    both = "player_two+dealer_up"
    assert holds(f"matches {matches}", cards, up, look=both)
    assert holds(f"twin_matches {twins}", cards, up, look=both)


GOOD = """
title = "Ours"
looks_at = "{look}"
usual = "1"
[[outcome]]
name = "pair"
when = ["{when}"]
"""


def read(folder: Path, text: str) -> None:
    (folder / "ours").mkdir()
    (folder / "ours" / "bet.toml").write_text(text)
    read_bets("blackjack", folder, looks=BLACKJACK.looks, measures=BLACKJACK.measures)


@pytest.mark.parametrize(
    ("text", "case"),
    [
        (GOOD.format(look="nowhere", when="alike 2"), "look_unknown"),
        (GOOD.format(look="player_two", when="allike 2"), "condition"),
        (GOOD.format(look="player_two", when="alike two"), "condition"),
        (GOOD.format(look="player_two", when="suited 2"), "condition"),
        (GOOD.format(look="player_two", when="total 22..4"), "condition"),
        (GOOD.format(look="player_two", when=""), "condition"),
        (GOOD.format(look="player_two", when="matches 1"), "condition"),
        (GOOD.format(look="player_two+dealer_final", when="dealer suited"), "drawn"),
        ('looks_at = "player_two"\nusual = "1"', "key_missing"),
        ('color = "red"' + GOOD.format(look="player_two", when="alike 2"), "key_unknown"),
        ('title = "Ours"\nlooks_at = "player_two"\nusual = "1"', "outcomes_wrong"),
        (GOOD.format(look="player_two", when="alike 2").replace('"pair"', '"nothing"'),
         "outcome_twice"),
        ("title = ", "unreadable"),
    ],
)  # fmt: skip
def test_a_wrong_file_is_refused_by_what_is_wrong(tmp_path: Path, text: str, case: str) -> None:
    with pytest.raises(Refusal) as refused:
        read(tmp_path, text)
    assert (refused.value.code, refused.value.case) == ("BET_WRONG", case)
    assert "ours/bet.toml" in refused.value.where


def test_the_first_outcome_that_holds_counts() -> None:
    bet = next(bet for bet in BLACKJACK.bets if bet.name == "lucky_ladies")
    for hands, outcome in (
        (("Qh Qh", "Ad Kh"), "queens_of_hearts_blackjack"),
        (("Qh Qh", "Td Kh"), "queens_of_hearts"),
        (("Jc Jc", "Ad Kh"), "matched_20"),
        (("Jc Kc", "Ad Kh"), "suited_20"),
        (("Ac 9d", "Ad Kh"), "any_20"),
        (("Ac Kd", "Ad Kh"), NOTHING),
    ):
        assert bet.find_outcome([parse_cards(hand) for hand in hands]) == outcome


def test_bets_are_settled_in_a_round_when_their_cards_are_there() -> None:
    bets = {"royal_match": 500, "lucky_lucky": 500, "lucky_ladies": 500, "buster": 500}
    settled = told(
        record(
            "blackjack",
            cards={1: "Kd Qd", "dealer": "Ts 6h 9c"},
            wagers={1: {"blackjack": 1000, **bets}},
            actions=["1 stand"],
            paytables={bet: f"blackjack/{bet}/1" for bet in bets},
        )
    )
    assert settled == [
        "1 lucky_lucky loses -500",
        "1 royal_match wins +12500",
        "1 buster wins +1000",
        "1 lucky_ladies wins +4500",
        "1 blackjack wins +1000",
    ]


def test_the_dealer_draws_for_a_bet_on_the_final_hand_when_every_player_is_bust() -> None:
    settled = told(
        record(
            "blackjack",
            cards={1: "Td 6c 8h", "dealer": "Ts 6h 9c"},
            wagers={1: {"blackjack": 1000, "buster": 500}},
            actions=["1 hit"],
            paytables={"buster": "blackjack/buster/1"},
        )
    )
    assert settled == ["1 blackjack loses -1000", "1 buster wins +1000"]


@pytest.mark.parametrize("game", ["free_bet", "zappit"])
def test_a_bet_is_settled_at_another_game_that_it_names(game: str) -> None:
    settled = told(
        record(
            game,
            cards={1: "Kd Qd", "dealer": "Ts 6h 9c"},
            wagers={1: {"blackjack": 1000, "royal_match": 500}},
            actions=["1 stand"],
            paytables={"royal_match": "blackjack/royal_match/1"},
        )
    )
    assert settled == ["1 royal_match wins +12500", "1 blackjack wins +1000"]


def test_bets_that_wait_for_the_dealers_bust_stay_where_a_22_is_a_bust() -> None:
    for game in ("free_bet", "zappit"):
        names = {bet.name for bet in catalog.game(game).bets}
        assert "lucky_ladies" in names
        assert names.isdisjoint({"buster", "bet_the_bust", "lucky_ladies_one_deck"})
