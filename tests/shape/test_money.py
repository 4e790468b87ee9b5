"""Money is divided in `money.py` alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src" / "pitboss"
UNITS = ("cents", "micros", "ppm")
NAMED = re.compile("|".join(UNITS), re.IGNORECASE)
# Mathematics has fractions; figures are written by `notation`, and pictures are drawn to scale by
# the other two.
ELSEWHERE = (
    "money.py", "maths/", "notation.py", "reports/parsheet_meters.py",
    "web/office/chart.py",
)  # fmt: skip


def divisions(text: str) -> Iterator[int]:
    """The lines on which an amount is divided and rounded, or what is left of one is taken."""
    if not NAMED.search(text):  # most files: to parse them all takes seconds
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.FloorDiv | ast.Mod):
            is_text = isinstance(node.left, ast.Constant | ast.JoinedStr)
            if not is_text and _is_money(node):
                yield node.lineno


def _is_money(node: ast.BinOp) -> bool:
    names = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
    names += [each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)]
    return any(name.lower().split("_")[-1] in UNITS or "MICROS_PER" in name for name in names)


def test_a_division_of_money_is_found_by_its_unit() -> None:
    assert list(divisions("share = award_cents // 2\nleft = micros % MICROS_PER_CENT")) == [1, 2]
    assert list(divisions("half = rows // 2\ntext = '%s' % cents")) == []


def test_money_is_divided_in_one_place() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in sorted(ROOT.rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE)
        for line in divisions(path.read_text("utf-8"))
    ]
    assert found == []
