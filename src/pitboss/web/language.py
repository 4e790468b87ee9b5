"""The words of the product's language, read once: every word that a person reads on a page."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from pitboss.live.folder import BoardWords

LANGUAGE = "en"
WORDS: dict[str, Any] = tomllib.loads(
    (resources.files("pitboss.web") / "words" / f"{LANGUAGE}.toml").read_text("utf-8")
)
HANDS: dict[str, str] = WORDS["hands"]
BOARD_WORDS = BoardWords(hands=HANDS, **WORDS["boards"])


def hand_words(outcome: str) -> str:
    """A hand as a page names it."""
    return HANDS.get(outcome) or outcome.replace("_", " ").capitalize()
