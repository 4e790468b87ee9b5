"""Names say what a thing does: functions are verbs, and a module's name is used for one thing."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
PLACES = (SOURCE, ROOT / "proof")
FACTS = {"property", "cached_property", "setter", "contextmanager", "asynccontextmanager"}
TYPED = "command"  # a command line's function is named for what a person types
PARTICIPLE = re.compile(
    ".*(?:ed|ing)|begun|born|bound|bought|broken|brought|built|chosen|come|cut|dealt|done|drawn"
    "|driven|fallen|felt|found|given|gone|grown|heard|held|hidden|kept|known|laid|left|lent|lit"
    "|lost|made|meant|met|misread|overdrawn|paid|.*told|said|seen|sent|unsent|shown|shut|sold|spent"
    "|spoken|stolen|stood|stuck|swept|taken|taught|thought|took|torn|undone|understood|unread"
    "|withdrawn|withheld|won|worn|wound|written|wrote"
)
NOUN = re.compile(".*(?:[ts]ion|ments?|ings|ure|ness|ies|ity|[ae]nce)")
# English verbs, and nouns that stay.
RIGHT = {
    "argument": "a declaration, as Typer's own `Argument`",
    "balance": "a lookup of the floor by its word, as `table` and `award` are",
    "cut": "a verb: cut a line, cut a text",
    "feed": "a verb",
    "glance": "a verb",
    "measure": "a verb",
    "need": "a verb: refuse what lacks it",
    "option": "a declaration, as Typer's own `Option`",
    "warning": "a noun, as `error` is",
}
# In mathematics a function is named for its value.
MATHEMATICS = {SOURCE / "maths", SOURCE / "games", SOURCE / "lab"}
# Rooms that treat the same subjects: one name in all of them is the pattern.
SUBJECTS = {
    *(f"floor/{room}" for room in ("facts", "decide", "fold", "state", "view", "view/due")),
    *(f"wide/{room}" for room in ("facts", "decide", "fold")),
}


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Public functions and methods; a property is a fact, and a context may last (`speaking`)."""
    bodies = [tree.body] + [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in chain.from_iterable(bodies):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            marks = {
                getattr(mark, "attr", getattr(mark, "id", ""))
                for each in node.decorator_list
                for mark in [each.func if isinstance(each, ast.Call) else each]
            }
            if not marks & {*FACTS, TYPED} and not node.name.startswith("_"):
                yield node


def test_a_function_is_a_verb() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {node.name}"
        for place in PLACES
        for path in sorted(place.rglob("*.py"))
        for node in functions(ast.parse(path.read_text("utf-8")))
        if "_" not in node.name and node.name not in RIGHT
        if PARTICIPLE.fullmatch(node.name)
        or (NOUN.fullmatch(node.name) and not set(path.parents) & MATHEMATICS)
    ]
    assert not found, "\n".join(["", *found])


def test_a_module_name_has_one_meaning() -> None:
    """Of the games, each has the same parts; of the floor, each room the same subjects."""
    places = defaultdict(set)
    for path in sorted(SOURCE.rglob("*.py")):
        room = path.parent.relative_to(SOURCE).as_posix()
        if not path.stem.startswith("__"):
            shared = "subject" if room in SUBJECTS else room
            places[path.stem].add("game" if room.startswith("games/") else shared)
    twice = [f"{name}: {sorted(found)}" for name, found in places.items() if len(found) > 1]
    assert not twice, "\n".join(["", *twice])
