"""Words that a page says of wagers and records; those of hands are the paytables' own."""

from __future__ import annotations

from pitboss.rules import catalog
from pitboss.web.language import WORDS


def test_every_wager_of_a_layout_has_words() -> None:
    wagers = {wager.name for name in catalog.game_names() for wager in catalog.game(name).wagers}
    assert wagers == set(WORDS["wagers"])
