"""One word, one meaning: names of types exist once, and phrases that nobody says are not said."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
KINDS = (".css", ".html", ".js", ".md", ".py", ".toml", ".typ")
PHRASES = (
    "can not", "cheques?", "stands? still", "(?:be|is) minded", "against the journal",
    "PIN until now", "do not count up", "question of a player", "needs? a person",
    "person is needed", "it is already", "held against",
)  # fmt: skip
CAMEL_CASE = re.compile(r"[A-Z]\w*[a-z]\w*")
UNSAID = re.compile(rf"\b(?:{'|'.join(PHRASES)})\b".replace(" ", " +"), re.I)
RETIRED_NAMES = re.compile(
    r"\b(?:Awaited|(?i:asked_for|_heir|hold_again|is_worded|need_one_sort|office_folds|rest_on"
    r"|setting_up|site_folds|untold))\b"
)


def texts() -> dict[str, str]:
    """What people read: the package, the documents and the pages of the root, in English."""
    paths = [*SOURCE.rglob("*"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for path in sorted(paths)
        if path.suffix in KINDS and (path.parent.parent.name != "words" or path.parent.name == "en")
    }


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    """Where a pattern is found, over the end of a line too, as "file:line: what was found"."""
    return [
        f"{name}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}"
        for name, text in texts().items()
        for found in pattern.finditer(re.sub(r"\s", " ", text))
    ]


def type_names(tree: ast.Module) -> Iterator[str]:
    """Classes, and what a module calls a type: aliases, annotated types, type variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
    for statement in tree.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="TypeAlias")):
                yield name
            case ast.Assign(
                targets=[ast.Name(id=name)], value=ast.Subscript() | ast.BinOp() | ast.Call()
            ) if CAMEL_CASE.fullmatch(name):
                yield name


def test_a_public_type_name_exists_once() -> None:
    places = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        for name in type_names(ast.parse(path.read_text("utf-8"))):
            if not name.startswith("_"):
                places[name].append(path.relative_to(SOURCE).as_posix())
    twice = [f"{name}: {', '.join(found)}" for name, found in places.items() if len(found) > 1]
    assert not twice, "\n".join(["", *twice])


def test_nobody_reads_a_phrase_that_nobody_says() -> None:
    found = lines_with(UNSAID)
    assert not found, "\n".join(["", *found])


def test_a_constant_has_no_replaced_name_either() -> None:
    assert RETIRED_NAMES.search("if kind in UNTOLD:")
    assert not RETIRED_NAMES.search("if found.awaited:")


def test_names_that_were_replaced_are_gone() -> None:
    found = lines_with(RETIRED_NAMES)
    assert not found, "\n".join(["", *found])
