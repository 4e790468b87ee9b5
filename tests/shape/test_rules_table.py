"""The table of the rules is whole: every switch has its words and its tests, every test exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pitboss.evidence.standards import read_clauses
from pitboss.rules import catalog
from pitboss.rules.law import (
    CHOICES,
    NEVER_NOTHING,
    Cited,
    CitedAmount,
    CitedFlag,
    CitedNumber,
    CitedRate,
    CitedTexts,
)
from pitboss.rules.profile import Profile
from pitboss.rules.tested import TESTED
from pitboss.web.office.rules import DOES, NONE, SOME, behavior

ROOT = Path(__file__).parents[2]
SWITCHES = catalog.profile().switches
PROFILES = [catalog.profile(name) for name in catalog.profile_names()]
TEST_ID = re.compile(r"(?P<file>tests/[\w/]+\.py)::(?P<name>test_\w+)(?:\[(?P<case>\w+)\])?")


@cache
def named_in(file: str) -> frozenset[str]:
    """The tests that a file has."""
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def cases_of(name: str, cited: Cited) -> set[str]:
    """The cases that the words of a switch must tell apart."""
    match cited:
        case CitedFlag():
            return {"yes", "no"}
        case CitedNumber() | CitedAmount() | CitedRate():
            return {SOME, NONE}
        case CitedTexts():
            empty: set[str] = set() if name in NEVER_NOTHING else {NONE}
            return set(CHOICES.get(name, (SOME,))) | empty
        case _:
            return set(CHOICES.get(name, ("none", "washington")))


def test_every_switch_is_tested_and_nothing_else_is_listed() -> None:
    asked = {each.name for profile in PROFILES for each in profile.for_people}
    assert set(SWITCHES) - set(TESTED) == set()
    assert set(TESTED) - set(SWITCHES) - asked == set()
    assert all(TESTED.values())


@pytest.mark.parametrize(
    "test_id",
    sorted(
        {each for ids in TESTED.values() for each in ids}
        | {each for clause in read_clauses() for each in clause.evidence}
    ),
)
def test_all_evidence_that_is_named_exists(test_id: str) -> None:
    if test_id.startswith("docs/"):
        assert (ROOT / test_id).is_file()
        return
    found = TEST_ID.fullmatch(test_id)
    assert found is not None
    assert (ROOT / found["file"]).is_file()
    assert found["name"] in named_in(found["file"])
    if found["case"]:  # the only tests that are told apart by a case are scenarios
        assert (ROOT / "tests" / "scenarios" / f"{found['case']}.txt").is_file()


def test_every_switch_has_its_words() -> None:
    assert set(DOES) == set(SWITCHES)
    for name, words in DOES.items():
        if not isinstance(words, str):
            assert set(words) == cases_of(name, SWITCHES[name]), name


@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_every_rule_of_a_jurisdiction_has_its_behavior(profile: Profile) -> None:
    for name, cited in profile.switches.items():
        said = behavior(name, cited)
        assert said.endswith("."), name
        assert "{" not in said, name
        no_limit = isinstance(cited, CitedNumber) and cited.value == 0
        assert not (no_limit and isinstance(DOES[name], str)), f"{name} says nothing of no limit"
