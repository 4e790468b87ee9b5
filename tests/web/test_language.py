"""Words that a page says of wagers and records; those of hands are the paytables' own."""

from __future__ import annotations

import re

from pitboss.rules import catalog
from pitboss.web.language import WORDS


def test_every_wager_of_a_layout_has_words() -> None:
    wagers = {wager.name for name in catalog.game_names() for wager in catalog.game(name).wagers}
    assert wagers == set(WORDS["wagers"])


def test_all_that_a_board_gives_as_a_reason_has_words() -> None:
    said = {name: sorted(re.findall(r"{(\w+)}", text)) for name, text in WORDS["why"].items()}
    assert said == {
        "said": ["text"],
        "closed": [],
        "suspended": ["title"],
        "retired": ["title"],
        "award_first": ["level"],
    }
