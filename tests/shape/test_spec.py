"""Every line of docs/spec.md is named by a test, a paytable or a page, or is not yet served."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SPEC = ROOT / "docs" / "spec.md"
ID = re.compile(r"\b((?:C4|SF|TH|CS|MB|BJ|ALL|PS)[-_]\d+)\b")
IN_TEST = re.compile(r"(?<![A-Z])((?:C4|SF|TH|CS|MB|BJ|ALL|PS)[-_]\d+)(?!\d)")
FAMILIES = {"C4": 9, "SF": 6, "TH": 6, "CS": 3, "MB": 6, "BJ": 8, "ALL": 4}
PROGRESSIVE = (
    *range(1, 9), *range(10, 17), 20, 21, *range(30, 36), *range(40, 46), 50, 51, *range(60, 68),
)  # fmt: skip


def parts() -> tuple[str, str]:
    """The list of lines, and the part that says what is not yet served."""
    listed, _, not_yet = SPEC.read_text("utf-8").partition("## Not yet served")
    return listed, not_yet


def ids(text: str) -> set[str]:
    return set(ID.findall(text))


def served() -> set[str]:
    """The lines that something of the project names."""
    named: set[str] = set()
    for path in (ROOT / "tests").rglob("*.py"):
        if path.parent.name != "shape":
            named |= {name.replace("_", "-") for name in IN_TEST.findall(path.read_text("utf-8"))}
    for path in (ROOT / "src" / "pitboss" / "games").rglob("*.toml"):
        named |= ids(path.read_text("utf-8"))
    for path in (ROOT / "docs").glob("*.md"):
        if path != SPEC:
            named |= ids(path.read_text("utf-8"))
    return named


def test_the_list_is_complete() -> None:
    expected = {f"{family}-{n}" for family, last in FAMILIES.items() for n in range(1, last + 1)}
    expected |= {f"PS-{n}" for n in PROGRESSIVE}
    assert set(re.findall(r"^- ((?:C4|SF|TH|CS|MB|BJ|ALL|PS)-\d+) ", parts()[0], re.M)) == expected


def test_every_line_is_served_or_listed_as_not_yet_served() -> None:
    listed, not_yet = parts()
    missing = ids(listed) - served() - ids(not_yet)
    assert not missing, f"neither served nor listed as not yet served: {sorted(missing)}"


def test_what_is_listed_as_not_yet_served_exists() -> None:
    listed, not_yet = parts()
    assert ids(not_yet) <= ids(listed)
