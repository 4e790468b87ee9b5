"""Rules: what a jurisdiction asks and what the system does because of it; the file of a table has
which test holds it.

The site's own jurisdiction first; any other one is a link away, for a comparison."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.notation import named, retold
from pitboss.reports.sheet import LONG, Cell, Column
from pitboss.rules import catalog
from pitboss.rules.law import Cited, CitedNumber, CitedTexts, value_text
from pitboss.rules.profile import ForPeople, Profile
from pitboss.rules.tested import TESTED
from pitboss.web.language import WORDS, WordTable
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
RulesDesk = Annotated[Desk, Depends(desk("rules"))]

DOES = WordTable("office", "rules", "does")
SURE = WordTable("office", "rules", "confidence")
NONE, SOME = "none", "some"  # how the words tell an empty list or NO_LIMIT from the rest

SWITCHES = (
    Column("switch"), Column("rule", LONG), Column("confidence"), Column("value", LONG),
    Column("does", LONG), Column("tested", LONG),
)  # fmt: skip
FOR_PEOPLE = (
    Column("switch"), Column("rule", LONG), Column("confidence"), Column("asks", LONG),
    Column("tested", LONG),
)  # fmt: skip


@router.get("/rules")
async def own_rules(desk: RulesDesk) -> Response:
    """The rules of the jurisdiction that this site is in."""
    return rules_page(desk, desk.running_site.profile)


@router.get("/rules/{name}")
async def rules_of(desk: RulesDesk, name: str) -> Response:
    """The rules of any jurisdiction."""
    return rules_page(desk, catalog.profile(name))


def behavior(name: str, cited: Cited) -> str:
    """What the system does because a switch says what it says."""
    words = DOES[name]
    said = [words] if isinstance(words, str) else [words[each] for each in _cases(words, cited)]
    return " ".join(said).replace("{value}", value_text(cited))


def _cases(words: Mapping[str, str], cited: Cited) -> Sequence[str]:
    """Which sentences hold where the words tell cases apart."""
    match cited:
        case CitedNumber(0) | CitedTexts(()):
            return (NONE,)
        case CitedTexts(values) if SOME not in words:
            return values
        case _:
            return (SOME if SOME in words else value_text(cited),)


def rules_page(desk: Desk, profile: Profile) -> Response:
    """A jurisdiction's rules, in the room from which they are asked."""
    return desk.page(
        "rules",
        [
            desk.sheet(
                "switches",
                SWITCHES,
                [_row(*each) for each in profile.switches.items()],
                details=("tested",),
            ),
            desk.sheet(
                "for_people",
                FOR_PEOPLE,
                [_asked(each) for each in profile.for_people],
                details=("tested",),
            ),
        ],
        profile=profile,
        own=desk.running_site.profile.name,
        profiles=[(name, retold(catalog.profile(name).title)) for name in catalog.profile_names()],
    )


def _row(name: str, cited: Cited) -> tuple[Cell, ...]:
    return (*_source(name, cited), _value(cited), behavior(name, cited), _tests(name))


def _asked(asked: ForPeople) -> tuple[Cell, ...]:
    return (*_source(asked.name, asked), retold(asked.says), _tests(asked.name))


def _source(name: str, cited: Cited | ForPeople) -> tuple[Cell, ...]:
    """What a rule is about, where it stands and how surely that is known."""
    return _name(name), retold(cited.rule), SURE[cited.confidence]


def _name(switch: str) -> str:
    text: str = WORDS["office"]["rules"]["names"][switch]
    return text


def _value(cited: Cited) -> str:
    """What a switch says, in the reader's words."""
    if isinstance(cited, CitedTexts):
        if cited.value and all(each.endswith(".") for each in cited.value):
            return " ".join(map(retold, cited.value))
        return ", ".join(map(named, cited.value)) or named("none")
    return named(value_text(cited))


def _tests(switch: str) -> str:
    """The tests by their ids; a rule for people has none where no code could see to it."""
    return ", ".join(TESTED.get(switch, ())) or WORDS["office"]["rules"]["people"]
