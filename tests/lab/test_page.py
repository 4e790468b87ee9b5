"""The library's page, run as a reader would."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


def test_every_line_of_the_page_runs() -> None:
    code = "".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    told: dict[str, object] = {}
    exec(code.replace("1_000_000", "10_000"), told)  # noqa: S102 - our own page
    assert {"wager", "meter", "life", "best"} <= told.keys()
