"""Which clause of a standard asks for what, and what shows that the system meets it. Clauses come
from the profile and from `standards.toml`; only those we have read, in full or in part."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec
from msgspec import Struct

from pitboss.evidence.submission import make_part
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import LEFT
from pitboss.rules.profile import Profile
from pitboss.rules.tested import TESTED

READ = ("read", "part")
LIMITS = (
    "Only clauses whose text was read are listed. The texts of GLI-12 and GLI-13 were not, and"
    " nothing here claims to meet them; the Arkansas requirements follow GLI-12."
)
HOW_TO_READ = (
    "Text says how much of a clause was read: the whole (read), or its beginning (part). Evidence"
    " names files of the software, and tests: in a clone, `pytest` with the name of a test runs it;"
    " copy names from standards.json in this PDF. What no software can do is the house's."
)
PEOPLE = "The house follows it."


class StandardClause(Struct, frozen=True, forbid_unknown_fields=True):
    """One clause in our own words: the files of the system that meet it, the tests, scenarios and
    pages that show it, and what is left to the house."""

    cite: str
    asks: str
    text: Literal["read", "part"]
    done_in: tuple[str, ...] = ()
    evidence: tuple[str, ...] = ()
    house: str = ""


@cache
def read_clauses() -> tuple[StandardClause, ...]:
    """The clauses of the data file."""
    text = resources.files("pitboss.evidence").joinpath("standards.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, tuple[StandardClause, ...]])["clause"]


def standards_part(profile: Profile) -> dict[str, Any]:
    """The matrix for one jurisdiction."""
    rules = [(name, each.rule, each.confidence) for name, each in profile.switches.items()]
    rules += [(each.name, each.rule, each.confidence) for each in profile.for_people]
    own = [
        (rule, sure, "\n".join(TESTED.get(name, (PEOPLE,))))
        for name, rule, sure in sorted(rules, key=lambda each: each[1])
        if sure in READ
    ]
    others = [
        (f"{each.cite}: {each.asks}", each.text, "\n".join(_list_met(each)))
        for each in read_clauses()
    ]
    columns = {"Clause": LEFT, "Text": LEFT, "Evidence": LEFT}
    return make_part(
        "Standards",
        "standards",
        profile.title,
        write.make_section("What is listed", write.text(LIMITS, HOW_TO_READ)),
        write.make_section(f"Rules of {profile.title}", write.table(columns, own)),
        write.make_section("Clauses of every jurisdiction", write.table(columns, others)),
    )


def _list_met(clause: StandardClause) -> Iterator[str]:
    """Where and how the system meets a clause, a line each."""
    yield from (f"src/pitboss/{file}" for file in clause.done_in)
    yield from clause.evidence
    if clause.house:
        yield f"The house: {clause.house}"
