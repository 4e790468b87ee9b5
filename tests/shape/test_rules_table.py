"""The table of the rules is whole: every switch has its words and its tests, every test exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from pitboss.evidence.standards import READ, StandardClause, read_clauses
from pitboss.rules import catalog
from pitboss.rules.cited_law import (
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
from pitboss.web.office.rule_pages import DOES, NONE, SOME, behavior

ROOT = Path(__file__).parents[2]
SWITCHES = catalog.profile().switches
PROFILES = [catalog.profile(name) for name in catalog.profile_names()]
# Every section of a law or standard whose text was read, whole or in part.
SECTIONS_READ = (
    "WAC 230-06-050", "WAC 230-06-054", "WAC 230-15-035", "WAC 230-15-040", "WAC 230-15-055",
    "WAC 230-15-060", "WAC 230-15-140", "WAC 230-15-455", "WAC 230-15-490", "WAC 230-15-671",
    "WAC 230-15-685", "WAC 230-15-695", "WAC 230-15-700", "230-15-715", "WAC 230-15-730",
    "WAC 230-23", "25 CFR 543.10(a)", "25 CFR 543.10(c)", "25 CFR 543.10(e)", "25 CFR 543.10(f)",
    "25 CFR 543.12(c)", "25 CFR 543.12(d)", "25 CFR 543.16", "9 NYCRR 5320.8", "9 NYCRR 5321.3",
    "9 NYCRR 5321.8", "9 NYCRR 5321.18", "N.J.A.C. 13:69D-1.52", "N.J.A.C. 13:69E-1.28",
    "N.J.A.C. 13:69E-1.39A", "N.J.A.C. 13:69E-1.39B", "N.J.A.C. 13:69E-1.39C",
    "58 Pa. Code 605a.7", "58 Pa. Code 461a.12", "44 Pa.B. 599", "COMAR 36.05.03.24",
    "COMAR 36.04.01.30", "OAC 3772-11-29", "R 432.1838", "R 432.1841", "LAC 42:III.4201",
    "Arkansas progressive requirements",
)  # fmt: skip
# What each of these asks for, point by point: so many rows of the matrix of every bundle.
POINTS_READ = {
    "25 CFR 543.10(c)": 1, "25 CFR 543.12(c)": 1, "9 NYCRR 5321.18": 6, "9 NYCRR 5321.3": 2,
    "9 NYCRR 5321.8": 1, "N.J.A.C. 13:69D-1.52": 6, "N.J.A.C. 13:69E-1.39A": 3,
    "N.J.A.C. 13:69E-1.39B": 5, "COMAR 36.05.03.24": 6, "OAC 3772-11-29": 3,
    "25 CFR 543.16": 2, "Arkansas progressive requirements 29.1": 4,
}  # fmt: skip
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


@pytest.mark.parametrize("section", SECTIONS_READ)
def test_every_section_that_was_read_is_in_a_matrix(section: str) -> None:
    rules = [each for profile in PROFILES for each in profile.switches.values()]
    people = [each for profile in PROFILES for each in profile.for_people]
    cited = [each.rule for each in (*rules, *people) if each.confidence in READ]
    assert any(section in each for each in (*cited, *(each.cite for each in read_clauses())))


@pytest.mark.parametrize(("section", "points"), POINTS_READ.items())
def test_every_point_of_a_clause_that_was_read_has_its_row(section: str, points: int) -> None:
    whole = re.compile(rf"{re.escape(section)}(?!\d)")
    asked = {each.asks for each in read_clauses() if whole.search(each.cite)}
    assert len(asked) == points


@pytest.mark.parametrize("clause", read_clauses(), ids=lambda each: f"{each.cite}: {each.asks}")
def test_a_clause_is_met_by_files_with_evidence_or_by_the_house(clause: StandardClause) -> None:
    assert bool(clause.done_in) == bool(clause.evidence)
    assert clause.done_in or clause.house
    for file in clause.done_in:
        assert (ROOT / "src" / "pitboss" / file).is_file(), file


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
