"""What a house jackpot posts: one amount for each printed line. Amounts are cents."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.house_jackpot import for_every_hand, lines_to_post, posted_by_hand
from pitboss.rules.paytable import Paytable

QUICK_HIT = "holdem_bonus/progressive/quick-hit-11"
BLAZING = "blackjack/blazing_7s/1"
ROYALS = ("royal_after_7", "royal_after_6", "royal_after_5")


def paytable(paytable_id: str) -> Paytable:
    return Paytables().get(paytable_id)


def refused(paytable_id: str, named: dict[str, int]) -> Refusal:
    with pytest.raises(Refusal) as found:
        posted_by_hand(paytable(paytable_id), {name: Cents(n) for name, n in named.items()})
    return found.value


@pytest.mark.parametrize(
    ("paytable_id", "lines"),
    [
        (QUICK_HIT, {"royal_after_7": ROYALS}),
        (
            BLAZING,
            {
                "three_sevens_color": ("three_sevens_color",),
                "three_sevens_suited": ("three_sevens_suited", "three_sevens_diamonds"),
            },
        ),
        ("holdem_bonus/progressive/thbp-08", {royal: (royal,) for royal in ROYALS}),
        ("crazy4/progressive/pays-1", {"four_aces": ("four_aces",)}),
    ],
)
def test_PS_34_a_printed_line_is_posted_once_for_all_its_hands(
    paytable_id: str, lines: dict[str, tuple[str, ...]]
) -> None:
    assert lines_to_post(paytable(paytable_id)) == lines


@pytest.mark.parametrize("name", ROYALS)
def test_PS_34_any_hand_of_a_line_posts_for_all_of_them(name: str) -> None:
    found = for_every_hand(paytable(QUICK_HIT), [(name, Cents(250_000))])
    assert found == dict.fromkeys(ROYALS, 250_000)


def test_PS_34_the_same_amount_for_each_hand_of_a_line_is_one_amount() -> None:
    named = [(name, Cents(250_000)) for name in ROYALS]
    assert for_every_hand(paytable(QUICK_HIT), named) == dict.fromkeys(ROYALS, 250_000)


def test_PS_34_two_amounts_for_one_printed_line_are_refused_by_its_words() -> None:
    named = {"royal_after_5": 1_000_000, "royal_after_6": 500_000, "royal_after_7": 250_000}
    found = refused(QUICK_HIT, named)
    assert found.code == "LINE_AMOUNTS_DIFFER"
    assert found.where == "royal_after_7"
    assert found.reason == (
        "the printed line Royal Flush (royal_after_7, royal_after_6, royal_after_5) "
        "has royal_after_7 $2,500.00, royal_after_6 $5,000.00, royal_after_5 $10,000.00. "
        "Post one amount"
    )


def test_PS_34_a_level_and_a_hand_of_it_are_not_posted_together() -> None:
    found = refused(BLAZING, {"main": 100_000, "three_sevens_suited": 100_000})
    assert (found.code, found.where) == ("POSTED_TWICE", "three_sevens_suited")
    assert found.reason == "main already posts $1,000.00 for it. Keep one of the two"


def test_PS_34_words_of_a_button_alone_make_one_line() -> None:
    """Two buttons with the same word and two amounts could not be told apart."""
    found = paytable("holdem_bonus/progressive/thbp-08")
    short = found.labels["royal_after_5"].short
    labels = dict(found.labels)
    labels["royal_after_6"] = type(labels["royal_after_6"])(short, labels["royal_after_6"].long)
    lines = lines_to_post(replace(found, labels=labels))
    assert lines["royal_after_6"] == ("royal_after_6", "royal_after_5")
