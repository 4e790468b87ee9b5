"""The bets beside baccarat, and the base game without commission: published counts, closed forms
and rounds settled by hand (TI-1)."""

from __future__ import annotations

from math import comb, perm
from typing import Any

import pytest

from pitboss.maths.counting import branch, read_stored, tally
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.bets import read_condition
from pitboss.rules.cards import parse_cards
from pitboss.rules.typed_hand import TypedTerms
from rules.support import PAYTABLES, record, told

DECKS = (4, 6, 8)
FINAL = "player_final+banker_final"


def counts(bet: str, decks: int) -> dict[str, int]:
    return tally(read_stored(f"baccarat/bets/{bet}"), str(decks))


# Out of the 4,998,398,275,503,360 deals of six cards from eight decks, as other people count them.
@pytest.mark.parametrize(
    ("bet", "published"),
    [
        ("dragon_7", {"three_card_seven": 112_633_011_329_024}),
        ("panda_8", {"three_card_eight": 172_660_763_262_976}),
        ("lucky_6", {"three_card_six": 83_058_367_551_488, "two_card_six": 186_173_936_904_192}),
        ("kill", {"killed": 84_102_272_663_808 + 54_956_551_870_464}),
        ("player_three_card_win", {"three_card_win": 942_837_427_226_624}),
        ("banker_three_card_win", {"three_card_win": 763_885_033_768_960}),
        ("eight_beats_six", {"eight_beats_six": 150_358_085_283_840}),
        ("two_card_nine_beats_seven", {"nine_beats_seven": 90_066_027_282_432}),
        ("three_card_nine_beats_one", {"nine_beats_one": 28_511_182_835_712}),
    ],
)
def test_eight_decks_are_counted_as_published(bet: str, published: dict[str, int]) -> None:
    found = counts(bet, 8)
    assert found.pop("total") == 4_998_398_275_503_360
    assert published.items() <= found.items()


@pytest.mark.parametrize("decks", DECKS)
def test_the_game_and_its_bets_count_the_same_banker_wins(decks: int) -> None:
    """The game counts by points and cards, a bet by its conditions."""
    game = branch(read_stored("baccarat"), str(decks))
    wins, sixes = tally(game, "banker_wins"), counts("lucky_6", decks)
    assert sum(wins.values()) == tally(game, "base")["banker"]
    assert wins["three_card_seven"] == counts("dragon_7", decks)["three_card_seven"]
    assert wins["six"] == sixes["two_card_six"] + sixes["three_card_six"]
    assert sixes["total"] == perm(52 * decks, 6)


def test_bets_that_share_hands_count_them_alike() -> None:
    for decks in DECKS:
        six = counts("lucky_6", decks)
        for bet, name in (("small_tiger", "two_card_six"), ("big_tiger", "three_card_six")):
            assert counts(bet, decks)[name] == six[name]
        cards = [counts(f"{number}_cards", decks) for number in ("four", "five", "six")]
        assert sum(each["total"] - each["nothing"] for each in cards) == six["total"]


# ---- settled ------------------------------------------------------------------------------------


def settled(player: str, banker: str, wagers: dict[str, int], **rest: Any) -> list[str]:
    """A round of one seat."""
    paytables = {bet.name: f"baccarat/{bet.name}/1" for bet in catalog.game("baccarat").bets}
    cards: dict[Any, str] = {"player": player, "banker": banker}
    paytables |= rest.pop("paytables", {})
    return told(record("baccarat", cards=cards, wagers={1: wagers}, paytables=paytables, **rest))


SEVEN = ("2c 3d Ah", "Ts 2s 5d")  # 6 against a three-card 7
SIX = ("2c 3d Kh", "Ts 6s")  # 5 against a two-card 6


@pytest.mark.parametrize(
    ("paytable", "hands", "banker", "player"),
    [
        ("commission-free", SEVEN, 0, -1000),
        ("commission-free", ("2c 4d", "Ts 7s"), 1000, -1000),
        ("commission-free", SIX, 1000, -1000),
        ("commission-free", ("2c 5d", "Ts 7s"), 0, 0),
        ("commission-free", ("2c 5d", "Ts 6s"), -1000, 1000),
        ("six-half", SIX, 500, -1000),
        ("six-half", SEVEN, 1000, -1000),
        ("six-half", ("2c 5d", "Ts 6s"), -1000, 1000),
        ("standard", SEVEN, 950, -1000),
        ("standard", SIX, 950, -1000),
    ],
)
def test_the_layout_decides_what_a_banker_win_pays(
    paytable: str, hands: tuple[str, str], banker: int, player: int
) -> None:
    paytables = {"base": f"baccarat/base/{paytable}"}
    for side, net in (("banker", banker), ("player", player)):
        (line,) = settled(*hands, {side: 1000}, paytables=paytables)
        assert line.endswith(f"{net:+d}" if net else "pushes 0")


def test_bets_are_paid_after_the_base_game_from_the_right() -> None:
    wagers = {"banker": 1000, "dragon_7": 500, "panda_8": 500, "lucky_6": 500}
    assert settled(*SEVEN, wagers, paytables={"base": "baccarat/base/commission-free"}) == [
        "1 banker pushes 0",
        "1 dragon_7 wins +20000",
        "1 lucky_6 loses -500",
        "1 panda_8 loses -500",
    ]
    # 5 draws a three: 8. A banker with 3 stands against an 8 only, so it draws here: 3 + 4 = 7.
    assert settled("2c 3d 3h", "Ts 3s 4d", {**wagers, "dragon_7": 500})[1:] == [
        "1 dragon_7 loses -500",
        "1 lucky_6 loses -500",
        "1 panda_8 wins +12500",
    ]


@pytest.mark.parametrize(
    ("bet", "hands", "outcome"),
    [
        ("dragon_7", ("6c Kd", "Ts 2s 5d"), "three_card_seven"),
        ("dragon_7", ("7c Kd", "Ts 2s 5d"), "nothing"),  # a tie
        ("dragon_7", ("6c Kd", "Ts 7s"), "nothing"),
        ("panda_8", ("8c Kd", "Ts 2s"), "nothing"),  # two cards
        ("panda_8", ("2c 3d 3h", "Ts 3s 5d"), "nothing"),  # a tie
        ("lucky_6", ("2c 2d Ah", "Ts 2s 4d"), "three_card_six"),
        ("lucky_6", SIX, "two_card_six"),
        ("lucky_6", ("6c Kd", "Ts 6s"), "nothing"),
        ("ox_6", ("2c 3d Ah", "Ts 3s 2d"), "three_card_six"),
        ("ox_6", SEVEN, "nothing"),
        ("kill", SEVEN, "killed"),  # the ox; the tiger wins
        ("kill", ("7c Kd", "Ts 2s 5d"), "killed"),
        ("kill", ("6c Kd", "Ts 2s 5d"), "nothing"),
        ("heavenly_9", ("2c 3d 4h", "Ts 3s 6d"), "both_three_card_nines"),
        ("heavenly_9", ("2c 3d 4h", "Ts 3s 5d"), "one_three_card_nine"),
        ("heavenly_9", ("9c Kd", "Ts 9s"), "nothing"),
        ("blazing_sevens", ("7c Kd", "Ts 7s"), "two_card_sevens"),
        ("blazing_sevens", ("2c 3d 2h", "Ts 3s 4d"), "three_card_sevens"),
        ("blazing_sevens", ("7c Kd", "Ts 3s 4d"), "nothing"),
        ("cover_all", ("7c Kd", "Ts 7s"), "any_treasure"),
        ("cover_all", ("7c Kd", "Ts 3s 4d"), "nothing"),
        ("lucky_7", ("7c Kd", "Ts 6s"), "two_card_seven"),
        ("lucky_7", ("2c 3d 2h", "Ts 6s"), "three_card_seven"),
        ("super_lucky_7", ("7c Kd", "Ts 6s"), "four_cards"),
        ("super_lucky_7", ("2c 3d 2h", "Ts 6s"), "five_cards"),
        ("super_lucky_7", ("2c 3d 2h", "Ts 3s 3d"), "six_cards"),
        ("super_lucky_7", ("7c Kd", "Ts 3s 3d"), "nothing"),
        ("eight_beats_six", ("8c Kd", "Ts 6s"), "eight_beats_six"),
        ("three_card_nine_beats_one", ("2c 3d 4h", "Ts 3s 8d"), "nine_beats_one"),
        ("three_card_nine_beats_seven", ("2c 3d 2h", "Ts 3s 6d"), "nine_beats_seven"),
        ("five_cards", ("7c Kd", "Ts 3s 3d"), "five_cards"),
    ],
)
def test_a_bet_types_its_hands(bet: str, hands: tuple[str, str], outcome: str) -> None:
    game = catalog.game("baccarat")
    terms = TypedTerms(PAYTABLES.get(f"baccarat/{bet}/1"), {})
    assert game.typed[bet].outcome(" / ".join(hands), terms, decks=8) == outcome


def test_hands_that_no_round_ends_with_are_refused() -> None:
    typed = catalog.game("baccarat").typed["dragon_7"]
    terms = TypedTerms(PAYTABLES.get("baccarat/dragon_7/1"), {})
    with pytest.raises(Refusal, match="CARDS_WRONG"):
        typed.outcome("6c Kd / Ts 2s", terms, decks=8)


# ---- the vocabulary -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("condition", "player", "banker", "holds"),
    [
        ("player leads 1+", "Kc 7d", "Ks 6s", True),
        ("player leads 1+", "Kc 7d", "Ks 7s", False),
        ("banker leads 0", "Kc 7d", "Ks 7s", True),
        ("banker leads 4..9", "Kc 3d 2h", "Ks 9s", True),
        ("player not leads 1+", "Kc 7d", "Ks 7s", True),
        ("banker points 0", "Kc 7d", "Ks Qs Td", True),
        ("count 4", "Kc 7d", "Ks 6s", True),
    ],
)
def test_a_condition_can_compare_two_hands(
    condition: str, player: str, banker: str, *, holds: bool
) -> None:
    game = catalog.game("baccarat")
    look = next(look for look in game.looks if look.name == FINAL)
    found = read_condition(condition, look, game.measures)
    assert found.holds([parse_cards(player), parse_cards(banker)]) is holds


@pytest.mark.parametrize("condition", ["leads 1+", "player suited", "banker alike 2"])
def test_a_drawn_hand_is_asked_only_for_its_count_and_points(condition: str) -> None:
    game = catalog.game("baccarat")
    look = next(look for look in game.looks if look.name == FINAL)
    with pytest.raises(Refusal, match="BET_WRONG"):
        read_condition(condition, look, game.measures)


def test_a_pair_is_two_ranks_alike_on_its_own_side() -> None:
    wagers = {"player": 1000, "player_pair": 100, "banker_pair": 100}
    assert settled("3c 3d", "Ks Qs 2d", wagers)[1:] == [
        "1 banker_pair loses -100",
        "1 player_pair wins +1100",
    ]


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.parametrize("decks", DECKS)
def test_pairs_are_a_closed_form(side: str, decks: int) -> None:
    pairs, total = 13 * comb(4 * decks, 2), comb(52 * decks, 2)
    assert counts(f"{side}_pair", decks) == {
        "pair": pairs, "nothing": total - pairs, "total": total
    }  # fmt: skip
