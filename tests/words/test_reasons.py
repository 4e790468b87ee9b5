"""Every sentence lies in words/: each refusal of the code has its own there, in every language, and
code below has none."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from pitboss.words.language import ENGLISH, languages, texts
from pitboss.words.sentences import PLACE, SAYS

ROOT = Path(__file__).parents[2]
FOLDERS = (ROOT / "src" / "pitboss", ROOT / "proof")
BY_ITSELF = {
    "also",
    "goes_on",
    "owner",
    "rule",
}  # values that stand behind a sentence, where there are any
NOT_VALUES = {"where"}


class Use(NamedTuple):
    """A sentence that code names, and the values that it gives; none where they are not written
    out."""

    at: str
    code: str
    case: str
    values: frozenset[str] | None


def sentences(language: str) -> dict[tuple[str, str], str]:
    """Every sentence of a language, by code and case."""
    found: dict[tuple[str, str], str] = {}
    for code, said in texts(language)["reasons"].items():
        cases: dict[str, Any] = {SAYS: said} if isinstance(said, str) else said
        found |= {(code, case): text for case, text in cases.items()}
    return found


@cache
def trees() -> dict[str, ast.Module]:
    """The code, read once."""
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for folder in FOLDERS
        for path in sorted(folder.rglob("*.py"))
    }


def uses() -> Iterator[Use]:
    """Each place where code names a sentence by its code, and by its case where that is written
    there."""
    constants = {
        target.id: node.value.value
        for tree in trees().values()
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }

    def text(node: ast.expr | None) -> str | None:
        match node:
            case None:
                return ""
            case ast.Constant(value=str(said)):
                return said
            case ast.Name(id=name):
                return constants.get(name)
        return None

    for path, tree in trees().items():
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Name(id="Refusal" | "say"), args=[code, *more]):
                    case = more[0] if more else None
                case ast.Call(
                    func=ast.Attribute(attr="error" | "warning", value=faults),
                    args=[code, _, *more],
                ) if "faults" in ast.unparse(faults):
                    case = more[0] if more else None
                case _:
                    continue
            named, chosen = text(code), text(case)
            if named and chosen is not None:
                given = [each.arg for each in node.keywords]
                values = frozenset(str(each) for each in given) - NOT_VALUES
                yield Use(
                    f"{path}:{node.lineno}",
                    named,
                    chosen or SAYS,
                    None if None in given else values,
                )


def names_in(text: str) -> set[tuple[str, str]]:
    """The values that a sentence names, and how each is written."""
    return {(place[2], place[4] or "") for place in PLACE.finditer(text)}


def test_every_sentence_that_code_names_is_there_with_the_values_it_is_given() -> None:
    english, wrong = sentences(ENGLISH), []
    for use in uses():
        said = english.get((use.code, use.case))
        if said is None:
            wrong.append(f"{use.at}: {use.code} has no sentence {use.case}")
        elif use.values is not None:
            named = {name for name, _ in names_in(said)}
            if named != use.values - BY_ITSELF:
                wrong.append(f"{use.at}: {use.code} {use.case} names {named}, not {use.values}")
    assert not wrong, "\n".join(wrong)


def test_no_sentence_is_there_that_nothing_says() -> None:
    """A code whose cases are chosen by code is not looked into."""
    named, chosen = defaultdict(set), {text for tree in trees().values() for text in _texts(tree)}
    for use in uses():
        named[use.code].add(use.case)
    unused = [
        f"{code} {case}"
        for code, case in sentences(ENGLISH)
        if case not in named[code] and not (code in chosen and _is_chosen(case, chosen))
    ]
    assert not unused, "\n".join(unused)


def _is_chosen(case: str, chosen: set[str]) -> bool:
    """Whether code may put it together."""
    parts = case.split("_")
    begins = {"_".join(parts[:count]) for count in range(1, len(parts) + 1)}
    return case == SAYS or bool(begins & chosen)


def _texts(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_language_says_the_same_with_the_same_values(language: str) -> None:
    english, said = sentences(ENGLISH), sentences(language)
    assert sorted(english.keys() - said.keys()) == []
    assert sorted(said.keys() - english.keys()) == []
    other = {
        key: (text, said[key])
        for key, text in english.items()
        if names_in(text) != names_in(said[key])
    }
    assert other == {}


def test_no_refusal_is_made_of_a_sentence() -> None:
    """A code, a case and names are one word each."""
    found = [
        f"{path}:{node.lineno}"
        for path, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "id", getattr(node.func, "attr", "")) in ("Refusal", "say")
        for each in (*node.args, *(given.value for given in node.keywords))
        for text in ast.walk(each)
        if isinstance(text, ast.Constant) and isinstance(text.value, str)
        if re.search(r"[a-z]+ [a-z]+ [a-z]+", text.value)
    ]
    assert found == []
