"""What each jurisdiction decides, as its profile says it."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pitboss
from pitboss.rules import catalog
from pitboss.rules.cited_law import Cited, Law, value_text
from pitboss.rules.profile import ForPeople, Profile, parse_profile
from pitboss.words.language import ENGLISH, texts

COMMON = "united_states"
SURE = texts(ENGLISH)["office"]["rules"]["confidence"]


def switch_lines() -> list[str]:
    """Every switch, and what it says."""
    said = {name: text for made in (Law, Profile) for name, text in _attribute_texts(made)}
    names = sorted(catalog.profile().switches)
    return ["| switch | says |", "|---|---|", *(f"| `{each}` | {said[each]} |" for each in names)]


def common_lines() -> list[str]:
    """What holds in a state where no rule of its own was found."""
    rows = [
        f"| `{name}` | {_value(each)} | {each.rule} | {SURE[each.confidence]} |"
        for name, each in sorted(_common().switches.items())
    ]
    people = map(_for_people, _common().for_people)
    return ["| switch | value | rule | known |", "|---|---|---|---|", *rows, *people]


def jurisdiction_lines() -> list[str]:
    """What each of them has of its own."""
    return [line for name in catalog.profile_names() for line in _one(catalog.profile(name))]


def _one(profile: Profile) -> Iterator[str]:
    common = _common()
    yield from ("", f"### {profile.title}", "", f'`profile = "{profile.name}"`', "")
    yield from ("| switch | value | rule | known |", "|---|---|---|---|")
    for name, each in sorted(profile.switches.items()):
        if each != common.switches.get(name):
            yield f"| `{name}` | {_value(each)} | {each.rule} | {SURE[each.confidence]} |"
    yield from (_for_people(rule) for rule in profile.for_people if rule not in common.for_people)


def _for_people(rule: ForPeople) -> str:
    return f"| `{rule.name}` | for people: {rule.says} | {rule.rule} | {SURE[rule.confidence]} |"


@cache
def _common() -> Profile:
    """A profile that states nothing itself."""
    file = Path(pitboss.__file__).parent / "profiles" / "common" / f"{COMMON}.toml"
    text = f'title = "Common"\nbuilds_on = "{COMMON}"\n'
    return parse_profile(text, name=COMMON, shared={COMMON: file.read_text("utf-8")})


def _attribute_texts(made: type) -> Iterator[tuple[str, str]]:
    """The text below each attribute of a class."""
    tree = ast.parse(inspect.getsource(made)).body[0]
    assert isinstance(tree, ast.ClassDef)
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(
                value=ast.Constant(value=str(text))
            ):
                yield name, " ".join(text.split()).rstrip(".").replace("NO_LIMIT", "0")


def _value(cited: Cited) -> str:
    return value_text(cited) or "none"
