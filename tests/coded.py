"""A refusal on the command line, with its code first, as tests list refusals."""

from __future__ import annotations

import re

CODE_LAST = re.compile(r"^(.*?! |)(.*) \(([A-Z][A-Z0-9_]+)\)$", re.MULTILINE)


def code_first(printed: str) -> str:
    """Each line `where: reason (CODE)` as `CODE: where: reason`; other lines as they are."""
    return CODE_LAST.sub(r"\1\3: \2", printed)
