"""Which wagers may share a meter."""

from __future__ import annotations

import pytest

from pitboss.maths.linking import LinkAnswer, may_link, members_of
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables

PAYTABLES = Paytables()


def link(*wagers: tuple[str, dict[str, str]]) -> LinkAnswer:
    members = [
        member
        for paytable_id, options in wagers
        for member in members_of(PAYTABLES.get(paytable_id), options)
    ]
    return may_link(members)


@pytest.mark.parametrize("name", ["01", "ml01", "ml03"])
def test_PS_30_multi_game_tables_may_be_linked_across_games(name: str) -> None:
    answer = link((f"multi_game/five_card/{name}", {}))
    assert answer.allowed
    assert [member.name.rpartition(" (")[2].rstrip(")") for member in answer.members] == [
        "Crazy 4 Poker",
        "Four Card Poker",
        "Texas Hold'em Bonus",
        "Caribbean Stud Poker with Cover All",
        "Let It Ride",
        "Mississippi Stud",
        "Ultimate Texas Hold'em",
    ]


def test_PS_30_not_where_a_folded_hand_loses_its_chance() -> None:
    # A flush in five suited cards is never folded at Crazy 4; 7-2 of two suits is, at Hold'em,
    # and then four of a kind cannot come.
    answer = link(("multi_game/five_card/ml03", {"folded_qualify": "no"}))
    assert not answer.allowed
    assert any("Four of a Kind isn't equally likely" in str(reason) for reason in answer.reasons)
    assert all(reason.rule == "PS-30" for reason in answer.reasons)


def test_PS_30_different_winning_hands_are_refused() -> None:
    answer = link(("crazy4/progressive/pays-1", {}), ("holdem_bonus/progressive/quick-hit-11", {}))
    assert any("Four Aces wins only" in str(reason) for reason in answer.reasons)


def test_PS_31_blackjack_needs_the_same_paytable_and_decks() -> None:
    same = ("blackjack/blazing_7s/1", {"decks": "6"})
    assert link(same, same).allowed
    assert not link(same, ("blackjack/blazing_7s/1", {"decks": "8"})).allowed
    assert not link(same, ("blackjack/blazing_7s/2", {"decks": "6"})).allowed
    assert not link(same, ("blackjack/blazing_7s/1", {"third_card": "dealer"})).allowed


def test_PS_32_dragon_bonus_progressive_is_linked_with_no_other_game() -> None:
    dragon: tuple[str, dict[str, str]] = ("baccarat/dragon_progressive/2", {})
    answer = link(dragon, ("crazy4/progressive/pays-1", {}))
    assert answer.reasons[0].rule == "PS-32"
    assert link(dragon, dragon).allowed
    assert not link(dragon, ("baccarat/dragon_progressive/3", {})).allowed


def test_PS_16_wagers_of_different_size_are_refused() -> None:
    answer = link(
        ("baccarat/dragon_progressive/1", {}), ("baccarat/dragon_progressive/1-five-dollar", {})
    )
    assert any(reason.rule == "PS-16" for reason in answer.reasons)


def test_a_wager_without_meters_can_not_be_linked() -> None:
    with pytest.raises(Refusal, match="LINK_NO_METER"):
        link(("crazy4/queens_up/c4p-09", {}))


def test_one_wager_alone_is_no_link() -> None:
    with pytest.raises(Refusal, match="LINK_ALONE"):
        link(("baccarat/dragon_progressive/2", {}))
