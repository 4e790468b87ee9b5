"""Imports run one way: which room may look into which. A room not listed may look nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "pitboss"

# room -> rooms it may import, itself apart. The longest name that fits a module is its room.
ALLOWED = {
    "refusal": (),
    "money": ("refusal",),
    "rules": ("money", "refusal"),
    "rules.games": ("money", "refusal", "rules"),
    "maths": ("money", "refusal", "rules"),
    "maths.kernels": ("maths", "money", "refusal", "rules", "rules.games"),
    "maths.solvers": ("maths", "maths.kernels", "money", "refusal", "rules"),
    "maths.games": ("maths", "maths.kernels", "money", "refusal", "rules"),
    "maths.simulators": (
        "maths",
        "maths.games",
        "maths.kernels",
        "maths.solvers",
        "money",
        "refusal",
        "rules",
    ),
    "maths.strategies": (
        "maths",
        "maths.games",
        "maths.kernels",
        "maths.solvers",
        "money",
        "refusal",
        "rules",
    ),
    "reports": ("floor", "maths", "money", "refusal", "rules"),
    "floor": ("money", "refusal", "rules"),
    "journal": ("floor", "money", "refusal"),
    "engine": ("floor", "journal", "refusal"),
    "site": ("floor", "maths", "maths.games", "money", "refusal", "rules"),
    "audit": ("engine", "floor", "journal", "money", "refusal"),
    "sim": ("engine", "floor", "journal", "money", "refusal", "rules"),
    "live": ("engine", "floor", "journal", "money", "refusal", "rules", "site"),
    "devices": ("engine", "floor", "live", "refusal"),
    "web": (
        "devices",
        "engine",
        "floor",
        "journal",
        "live",
        "maths",
        "money",
        "refusal",
        "reports",
        "rules",
        "site",
    ),
    "demo": ("floor", "live", "refusal", "reports", "web"),
    "cli": (
        "audit",
        "demo",
        "devices",
        "engine",
        "floor",
        "journal",
        "live",
        "sim",
        "site",
        "web",
        "maths",
        "maths.simulators",
        "maths.strategies",
        "money",
        "refusal",
        "reports",
        "rules",
    ),
    "__main__": ("cli",),
    "__init__": (),
}
# Who finds files by looking into their folder, or counts what is not stored.
FINDERS = {
    "rules.catalog": "rules.games",
    "maths.counting": "maths.solvers",
    "maths.analysis": "maths.games",
    "maths.games.blackjack": "maths.solvers",
}
# Only these may import the packages that count; a server runs without them.
COUNTING_PACKAGES = ("numba", "numpy", "llvmlite")
PURE = ("refusal", "money", "rules", "rules.games", "floor")
EDGES = ("datetime", "random", "secrets", "socket", "subprocess", "time", "os")


def modules() -> list[str]:
    """Every module, by its dotted name below the package."""
    return sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.py")
    )


def room_of(module: str) -> str:
    """The room a module stands in."""
    fits = [room for room in ALLOWED if module == room or module.startswith(f"{room}.")]
    assert fits, f"{module} stands in no room; add it to the table or move it"
    return max(fits, key=len)


def imports(module: str) -> Iterator[str]:
    """All that a module imports, functions' own imports included."""
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: write imports whole, not relative"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("module", modules())
def test_imports_run_one_way(module: str) -> None:
    room = room_of(module)
    for name in imports(module):
        if not name.startswith("pitboss."):
            continue
        other = name.removeprefix("pitboss.")
        # `from pitboss.rules import games` names a module, `... import Round` a thing inside one.
        target = room_of(other)
        allowed = (room, *ALLOWED[room], FINDERS.get(module, room))
        assert target in allowed, f"{module} must not import {name}"


@pytest.mark.parametrize("module", [m for m in modules() if m.startswith("rules.games.")])
def test_games_do_not_import_each_other(module: str) -> None:
    assert not [name for name in imports(module) if name.startswith("pitboss.rules.games")]


@pytest.mark.parametrize("module", [m for m in modules() if room_of(m) in PURE])
def test_the_heart_is_pure(module: str) -> None:
    names = {name.split(".")[0] for name in imports(module)}
    assert not names & {*EDGES, *COUNTING_PACKAGES}, f"{module} reaches outside"


@pytest.mark.parametrize("module", [m for m in modules() if not m.startswith("maths.")])
def test_nothing_imports_numba_that_does_not_count(module: str) -> None:
    assert not {name.split(".")[0] for name in imports(module)} & set(COUNTING_PACKAGES)
