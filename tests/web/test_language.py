"""Words of the language's file: of hands, and of all that a board names without saying it."""

from __future__ import annotations

import re

from pitboss.floor.view.board import Names
from pitboss.rules.catalog import Paytables
from pitboss.web.language import HANDS, WORDS, hand_words


def test_every_shipped_outcome_reads_as_words() -> None:
    shipped = Paytables()
    for name in shipped.ids():
        for outcome in shipped.get(name).outcomes:
            words = hand_words(outcome)
            assert "_" not in words
            assert words[0].isupper() or words[0].isdigit(), words


def test_words_where_the_plain_name_is_bad() -> None:
    assert hand_words("royal_after_5") == "Royal flush in five cards"
    assert hand_words("four_of_a_kind") == "Four of a kind"
    assert hand_words("two_three_four_suited") == "Nine over zero, 2-3-4 suited"


def test_boards_and_pages_name_a_hand_alike() -> None:
    names = Names(hands=HANDS)
    for outcome in (*HANDS, "four_aces"):
        assert names.hand(outcome) == hand_words(outcome)


def test_all_that_a_board_gives_as_a_reason_has_words() -> None:
    said = {name: sorted(re.findall(r"{(\w+)}", text)) for name, text in WORDS["why"].items()}
    assert said == {
        "said": ["text"],
        "closed": [],
        "suspended": ["title"],
        "retired": ["title"],
        "award_first": ["level"],
    }
