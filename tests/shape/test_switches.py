"""Every switch of the record is read by code: one that nothing obeys has no place in it. Who
reads a figure names a day, and no code cites a rule."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.rules import catalog
from pitboss.rules.profile import FIGURES

SOURCE = Path(__file__).parents[2] / "src" / "pitboss"
RECORD = ("rules/cited_law.py", "rules/profile.py")
HOLDERS = ("law", "profile", "_profile", "law_at", "law_on", "profile_on")
FLOORS = ("state", "_state", "closing")
SAYS = ("rule", "confidence")  # where a switch comes from, not what it says


def name_of(node: ast.expr) -> str:
    """The last name of an expression: `law` of `state.law`, `law_on` of `state.law_on(day)`."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def values_read(tree: ast.Module) -> Iterator[str]:
    """The switches of a law or a profile whose value is read, or which are handed on whole; to cite
    the rule of one is not to obey it."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    cited = {id(node.value) for node in nodes if node.attr in SAYS}
    for node in nodes:
        if name_of(node.value) in HOLDERS and id(node) not in cited:
            yield node.attr


def switches_read() -> set[str]:
    """What is read outside the record."""
    return {
        switch
        for path in SOURCE.rglob("*.py")
        if not str(path).endswith(RECORD)
        if any(holder in (text := path.read_text("utf-8")) for holder in HOLDERS)
        for switch in values_read(ast.parse(text))
    }


def test_every_switch_is_read_by_code() -> None:
    assert set(catalog.profile().switches) - switches_read() == set()


def undated(tree: ast.Module) -> Iterator[str]:
    """Figures of a floor's law that are read without a day, and laws that are handed on so."""
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
    laws = [each for each in nodes if each.attr == "law" and name_of(each.value) in FLOORS]
    read = {id(each.value): each.attr for each in nodes}
    for each in laws:
        switch = read.get(id(each), "")
        if switch in FIGURES or not switch:
            yield f"{each.lineno}: {switch or 'law'}"


def test_whoever_reads_a_figure_says_for_which_day() -> None:
    """`state.law` has what the profile said first; `state.law_at(at_ms)` and `law_on(day)` have
    what holds."""
    found = {
        str(path.relative_to(SOURCE)): [*undated(ast.parse(path.read_text("utf-8")))]
        for path in SOURCE.rglob("*.py")
    }
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_a_figure_without_a_day_is_found() -> None:
    text = "state.law.deposit_days.value; law = state.law; state.law.bank_floor.value"
    assert [*undated(ast.parse(text))] == ["1: law", "1: deposit_days"]


CITATION = re.compile(r"\b(WAC|CFR|COMAR|RCW|IRC|NYCRR|OAC|LAC \d|Pa\. Code)\b|N\.J\.(A\.C|S\.A)")


@pytest.mark.parametrize("folder", ["**/*.py", "words/en/*.toml"])
def test_no_code_cites_a_rule(folder: str) -> None:
    """What differs between states is in their profiles, and so is the rule that says so. A game
    is what its sources say it is, so its folder cites the sections it was read in."""
    cited = [
        f"{path.relative_to(SOURCE)}:{number}"
        for path in sorted(SOURCE.glob(folder))
        if SOURCE / "games" not in path.parents
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1)
        if CITATION.search(line)
    ]
    assert cited == []


def test_a_switch_that_is_only_cited_is_not_read() -> None:
    read = values_read(ast.parse("state.law.one.rule, profile.two.value, law.three"))
    assert set(read) == {"two", "three"}
