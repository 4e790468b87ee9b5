"""Every switch of the record is read by code: one that nothing obeys has no place in it."""

from __future__ import annotations

import ast
from pathlib import Path

from pitboss.rules import catalog

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
RECORD = ("rules/law.py", "rules/profile.py")


def name_of(node: ast.expr) -> str:
    """The last name of an expression: `law` of `state.law`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def switches_read() -> set[str]:
    """What is read of a law or a profile outside the record. The simulator's auditor only watches
    whether others obey."""
    return {
        node.attr
        for path in SOURCE.rglob("*.py")
        if "sim" not in path.relative_to(SOURCE).parts and not str(path).endswith(RECORD)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and name_of(node.value) in ("law", "profile", "_profile")
    }


def test_every_switch_is_read_by_code() -> None:
    assert set(catalog.profile().switches) - switches_read() == set()
