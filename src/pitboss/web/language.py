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
BOARD_WORDS = BoardWords(**WORDS["boards"])
