"""Cards that a cashier types: for every paytable of every game they class to the hand they make."""

from __future__ import annotations

import pytest

from pitboss.demo.demo_cards import FILE, cards_of
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable

PAYTABLES = catalog.Paytables()
# A game need not class a wager: whether a blackjack hand has won is known from the play alone. A
# bet that is a file has cards to show only where it has a meter: test_bets tries its conditions.
BETS = {f"{name}/{bet.name}" for name in catalog.game_names() for bet in catalog.game(name).bets}
CLASSED = [
    each
    for each in PAYTABLES.ids()
    if any(catalog.typed_hand(each, game) for game in PAYTABLES.get(each).games)
    and (each.rpartition("/")[0] not in BETS or PAYTABLES.get(each).levels)
]


def made(paytable: Paytable, cards: str, **options: str) -> str:
    """What cards make at a table with these settings."""
    return catalog.outcome_of_typed(paytable, cards, options, game_name=paytable.games[0])


@pytest.mark.parametrize("paytable_id", CLASSED)
def test_every_hand_of_every_paytable_is_classed(paytable_id: str) -> None:
    paytable = PAYTABLES.get(paytable_id)
    folder = paytable_id.split("/")[0]
    if not (catalog.GAMES / folder / FILE).is_file():
        pytest.skip(f"no games/{folder}/{FILE}")
    for outcome in paytable.outcomes:
        assert made(paytable, cards_of(paytable, outcome)) == outcome


@pytest.mark.parametrize(
    ("paytable_id", "cards", "outcome"),
    [
        ("crazy4/progressive/pays-1", "Ks Kh Kd Kc 2s", "four_of_a_kind"),
        ("multi_game/five_card/01", "Ks Qs Js Ts 9s", "straight_flush"),
        ("holdem_bonus/progressive/thbp-08", "As Ks / 2d Qs Js Ts 3h", "royal_after_6"),
        ("holdem_bonus/progressive/thbp-08", "As Ks / 2d 3h Qs Js Ts", "royal_after_7"),
        ("blackjack/blazing_7s/ml03", "7d 7d / 7h", "three_sevens_color"),
        ("blackjack/blazing_7s/ml03", "7d 7d /", "two_sevens"),
        ("baccarat/dragon_progressive/2", "2d 3d 4h / Ks Jc Qh", "two_three_four_unsuited"),
        ("baccarat/dragon_progressive/3", "9s Ks / Qs Jh", "win_by_nine"),
        ("three_card_poker/pair_plus/40-30-6-3-1", "As Ks Qh", "straight"),
    ],
)
def test_one_card_makes_the_difference(paytable_id: str, cards: str, outcome: str) -> None:
    assert made(PAYTABLES.get(paytable_id), cards) == outcome


def test_a_hand_of_baccarat_is_typed_in_any_order() -> None:
    dragon = PAYTABLES.get("baccarat/dragon_progressive/1")
    for cards in ("2d 3d 4d / Ks 5h 5c", "4d 3d 2d / 5h 5c Ks"):
        assert made(dragon, cards) == "two_three_four_diamonds"


def test_the_same_paytable_takes_the_cards_of_the_game_it_is_played_at() -> None:
    paytable, seven = PAYTABLES.get("multi_game/five_card/01"), "As Ks Qs Js Ts 9s 8s"
    holdem = catalog.outcome_of_typed(paytable, seven, {}, game_name="holdem_bonus")
    assert holdem == "royal_flush"


def test_a_card_is_there_once_for_each_deck_of_the_table() -> None:
    sevens = PAYTABLES.get("blackjack/blazing_7s/ml03")
    assert made(sevens, "7d 7d / 7d", decks="6").startswith("three_sevens")
    with pytest.raises(Refusal, match="CARD_DUPLICATED"):
        made(sevens, "7d 7d / 7d", decks="2")


def test_the_settings_of_the_table_count() -> None:
    house_money = PAYTABLES.get("blackjack/house_money/1")
    assert made(house_money, "As 2h", ace_two="yes") == "straight"
    assert made(house_money, "As 2h", ace_two="no") == "nothing"


@pytest.mark.parametrize(
    ("paytable_id", "cards", "code"),
    [
        ("crazy4/progressive/pays-1", "As Ah Ad", "CARDS_WRONG"),
        ("crazy4/progressive/pays-1", "As As Ad Ac Kd", "CARD_DUPLICATED"),
        ("holdem_bonus/progressive/thbp-08", "As Ks Qs Js Ts 2d 3h", "CARDS_WRONG"),
        ("holdem_bonus/progressive/thbp-08", "As Ks / As Js Ts 2d 3h", "CARD_DUPLICATED"),
        ("baccarat/dragon_progressive/1", "9s / Ks Qs", "CARDS_WRONG"),
        # A player of Crazy 4 has five cards.
        ("crazy4/progressive/pays-1", "As Ah Ad Ac Kd Qs", "CARDS_WRONG"),
        ("multi_game/five_card/01", "As Ks Qs Js Ts 9s 8s", "CARDS_WRONG"),
        # The banker draws at nothing; a player of five and less draws; nobody at a natural.
        ("baccarat/dragon_progressive/1", "2d 3d 4d / Ks Qh", "CARDS_WRONG"),
        ("baccarat/dragon_progressive/1", "2d 3d / Ks Qh Jc", "CARDS_WRONG"),
        ("baccarat/dragon_progressive/1", "9d Kd 2c / Ks Qh", "CARDS_WRONG"),
        ("baccarat/base/standard", "7d Kd / Ks 3h", "CARDS_WRONG"),
    ],
)
def test_cards_that_cannot_be_classed_are_refused(paytable_id: str, cards: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        made(PAYTABLES.get(paytable_id), cards)
    assert refused.value.code == code


def test_where_the_play_decides_a_person_says_it() -> None:
    assert made(PAYTABLES.get("blackjack/base/standard"), "As Kh") == ""
