"""Imports run one way: which room may look into which. A room not listed may look nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2] / "src" / "pitboss"

# room -> rooms it may import, itself apart. The longest name that fits a module is its room.
ALLOWED = {
    "refusal": ("words",),
    "money": ("refusal",),
    "local_time": (),
    "notation": ("local_time",),
    "compiled_toml": (),
    "file_digests": (),
    "packaged_games": ("file_digests",),
    "words": ("compiled_toml", "notation"),
    "key_file": ("refusal",),
    "progress": (),
    "ofx": ("refusal",),
    "bank_statements": ("floor", "money", "ofx", "refusal"),
    "rules": ("compiled_toml", "file_digests", "money", "packaged_games", "refusal"),
    "maths": ("file_digests", "money", "packaged_games", "progress", "refusal", "rules"),
    "lab": ("maths", "money", "progress", "refusal", "rules"),
    "games": ("maths", "money", "progress", "refusal", "rules"),
    "file_words": ("refusal",),
    "vault": ("file_words", "floor", "key_file", "refusal"),
    "reports": (
        "books",
        "floor",
        "journal",
        "lab",
        "local_time",
        "maths",
        "money",
        "notation",
        "refusal",
        "rules",
        "words",
    ),
    "floor": ("local_time", "money", "refusal", "rules"),
    "journal": ("file_words", "floor", "money", "refusal"),
    "engine": ("floor", "journal", "refusal"),
    "wide": ("engine", "floor", "journal", "money", "refusal", "rules"),
    "wide.line": ("engine", "floor", "journal", "live", "refusal", "site", "web", "wide"),
    "wide.office": (
        "books",
        "floor",
        "live",
        "local_time",
        "money",
        "notation",
        "reports",
        "web",
        "wide",
    ),
    "site": ("floor", "maths", "money", "refusal", "rules"),
    "audit": ("engine", "floor", "journal", "money", "progress", "refusal"),
    "books": (
        "audit",
        "engine",
        "file_words",
        "floor",
        "journal",
        "local_time",
        "money",
        "refusal",
    ),
    "evidence": (
        "books",
        "file_digests",
        "floor",
        "journal",
        "local_time",
        "money",
        "notation",
        "progress",
        "refusal",
        "reports",
        "rules",
        "site",
        "words",
    ),
    "live": (
        "compiled_toml",
        "engine",
        "file_digests",
        "floor",
        "journal",
        "key_file",
        "local_time",
        "money",
        "packaged_games",
        "refusal",
        "rules",
        "site",
        "words",
    ),
    "cluster": ("live", "refusal"),
    "devices": ("engine", "floor", "live", "refusal", "rules"),
    "web": (
        "books",
        "devices",
        "engine",
        "evidence",
        "file_words",
        "floor",
        "journal",
        "lab",
        "live",
        "local_time",
        "maths",
        "money",
        "notation",
        "refusal",
        "reports",
        "rules",
        "site",
        "bank_statements",
        "vault",
        "wide.line",
        "wide.office",
        "words",
    ),
    "demo": (
        "engine",
        "floor",
        "journal",
        "live",
        "local_time",
        "maths",
        "money",
        "refusal",
        "rules",
        "site",
        "vault",
        "web",
        "wide",
        "wide.line",
        "words",
    ),
    "cli": (
        "audit",
        "books",
        "cluster",
        "compiled_toml",
        "demo",
        "devices",
        "engine",
        "evidence",
        "file_digests",
        "file_words",
        "floor",
        "journal",
        "lab",
        "live",
        "local_time",
        "ofx",
        "site",
        "bank_statements",
        "web",
        "maths",
        "money",
        "notation",
        "progress",
        "refusal",
        "reports",
        "rules",
        "vault",
        "wide",
        "words",
    ),
    "__main__": ("cli",),
    "__init__": ("lab",),
}
# Only these may import the packages that count; a server runs without them.
COUNTING_PACKAGES = ("numba", "numpy", "llvmlite")
# A command says who may ask for it; lists of roles are for pages, and for who checks it anew.
ROLE_LISTS = (
    "ACCOUNTANTS",
    "APPROVERS",
    "CHANGERS",
    "DEALERS",
    "READERS",
    "STAFF",
    "SUPERVISORS",
    "TECHNICIANS",
)
LISTS_ROLES = {"floor.decide.permissions", "web.access.gate", "web.office.menu"}
PURE = ("refusal", "money", "rules", "floor", "wide")
DECIDES = (*PURE, "journal", "engine")  # what decides on money, and writes it down
CHANCE = ("random", "secrets", "uuid")
EDGES = ("datetime", "random", "secrets", "socket", "subprocess", "time", "os")


def modules() -> list[str]:
    """Every module, by its dotted name below the package."""
    return sorted(
        ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ROOT.rglob("*.py")
    )


@cache
def room_of(module: str) -> str:
    """The room a module stands in."""
    fits = [room for room in ALLOWED if module == room or module.startswith(f"{room}.")]
    assert fits, f"{module} stands in no room; add it to the table or move it"
    return max(fits, key=len)


def source_of(module: str) -> str:
    """The text of a module."""
    return ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8")


@cache
def imports(module: str) -> tuple[str, ...]:
    """All that a module imports, also within functions and for its types alone."""
    return tuple(_imports(module))


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source_of(module))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: write imports whole, not relative"
            assert node.module is not None
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def ours(module: str) -> list[str]:
    """What a module imports of the package, by the dotted name below it."""
    names = (name for name in imports(module) if name.startswith("pitboss."))
    return [name.removeprefix("pitboss.") for name in names]


def packages(module: str) -> set[str]:
    """The top-level packages that a module imports."""
    return {name.split(".")[0] for name in imports(module)}


def may_count(module: str) -> bool:
    """Whether a module may import numba: kernels, the lab, and all of a game but its rules and
    odds."""
    part = module.rpartition(".")[2]
    return module.startswith(("lab.", "maths.kernels.")) or (
        module.startswith("games.") and part not in ("rules", "odds")
    )


def test_imports_run_one_way() -> None:
    wrong = [
        f"{module} must not import {name}"
        for module in modules()
        for name in ours(module)
        if room_of(name) not in (room_of(module), *ALLOWED[room_of(module)])
    ]
    assert wrong == []


def test_the_server_imports_shared_jackpots_where_it_needs_them() -> None:
    early = {
        (module, node.module)
        for module in modules()
        if room_of(module) == "web"
        for node in ast.parse(source_of(module)).body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pitboss.wide")
    }
    assert early == set()


def test_no_two_modules_import_each_other() -> None:
    known = set(modules())
    imported = {
        module: {name if name in known else name.rpartition(".")[0] for name in ours(module)}
        for module in known
    }
    circles = [
        (one, other)
        for one in sorted(known)
        for other in imported[one] & known
        if one < other and one in imported[other]
    ]
    assert circles == []


def test_who_may_ask_is_read_from_the_command() -> None:
    lists = {f"floor.facts.permission.{name}" for name in ROLE_LISTS}
    users = {each for each in modules() if not each.startswith(("floor.facts.", "wide.facts."))}
    assert {module for module in users if lists & set(ours(module))} == LISTS_ROLES


def test_games_keep_to_themselves_and_their_rules_to_the_rules() -> None:
    for module in modules():
        room, *inside = module.split(".")
        if room != "games" or len(inside) < 2:
            continue
        own = f"games.{inside[0]}."
        others = [name for name in ours(module) if name.startswith("games.")]
        assert all(name.startswith(own) for name in others), module
        if inside[1] == "rules":
            assert {room_of(name) for name in ours(module)} <= {"money", "refusal", "rules"}


def test_the_heart_is_pure() -> None:
    for module in modules():
        is_rules = module.startswith("games.") and module.endswith(".rules")
        if room_of(module) in PURE or is_rules:
            assert not packages(module) & {*EDGES, *COUNTING_PACKAGES}, f"{module} reaches outside"


def test_no_chance_where_money_is_decided() -> None:
    for module in filter(lambda each: room_of(each) in DECIDES, modules()):
        assert not packages(module) & set(CHANCE), module
        assert "urandom" not in source_of(module), module


def test_nothing_imports_numba_that_does_not_count() -> None:
    for module in modules():
        if module != "maths.threads" and not may_count(module):
            assert not packages(module) & set(COUNTING_PACKAGES), module
