"""Rules: what a jurisdiction requires and what the system does because of it; each row names the
tests that prove it.

The site's own jurisdiction comes first, with the figures two people entered and the forms to enter
one; any other is a link away, for comparison.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.local_time import local_day, local_time
from pitboss.notation import day, localize_text, name_text, spoken_day, translate
from pitboss.reports.sheet import Cell, columns
from pitboss.rules import catalog
from pitboss.rules.cited_law import (
    Cited,
    CitedAmount,
    CitedNumber,
    CitedRate,
    CitedTexts,
    EnteredFigure,
    LawFigure,
    value_text,
)
from pitboss.rules.profile import FIGURES, ForPeople, Profile
from pitboss.rules.tested import TESTED
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.words.language import WORDS, WordTable

pages = APIRouter(include_in_schema=False)  # of both rooms
RulesDesk = Annotated[Desk, Depends(desk("rules"))]

DOES = WordTable("office", "rules", "does")
SURE = WordTable("office", "rules", "confidence")
NONE, SOME = "none", "some"  # how the words tell an empty list or NO_LIMIT from the rest

SWITCHES = columns("switch rule:long confidence value:long entered:long? does:long tested:long*")
FOR_PEOPLE = columns("switch rule:long confidence asks:long tested:long*")


@pages.get("/rules")
async def own_rules(desk: RulesDesk) -> Response:
    """The rules of this site's jurisdiction, with entered figures, by whom and when."""
    law, floor = desk.running_site.law, await desk.floor()
    told = [_told(desk, floor, each) for each in law.entered]
    return _page(desk, law.stated, law.entered, told)


@pages.get("/rules/{name}")
async def rules_of(desk: RulesDesk, name: str) -> Response:
    """The rules of any jurisdiction."""
    return _page(desk, catalog.profile(name))


def behavior(name: str, cited: Cited) -> str:
    """What the system does because of a switch's value."""
    words = DOES[name]
    said = [words] if isinstance(words, str) else [words[each] for each in _cases(words, cited)]
    return " ".join(said).replace("{value}", value_text(cited))


def _cases(words: Mapping[str, str], cited: Cited) -> Sequence[str]:
    """Which sentences hold where the words tell cases apart."""
    match cited:
        case CitedNumber(0) | CitedAmount(0) | CitedRate(0) | CitedTexts(()):
            return (NONE,)
        case CitedTexts(values) if SOME not in words:
            return values
        case _:
            return (SOME if SOME in words else value_text(cited),)


def _page(
    desk: Desk,
    profile: Profile,
    entered: Sequence[EnteredFigure] = (),
    told: Sequence[str] = (),
) -> Response:
    """A jurisdiction's rules, in the room of the request; `told` words each figure entered here."""
    today = local_day(desk.running_site.now_ms(), desk.time_zone)
    now = profile.on(today, entered).switches
    return desk.page(
        "rules",
        [
            desk.sheet(
                "switches",
                SWITCHES,
                [
                    (
                        *_source(name, stated),
                        _stated(profile, name),
                        "; ".join(
                            text
                            for each, text in zip(entered, told, strict=True)
                            if each.figure == name
                        ),
                        behavior(name, now[name]),
                        _tests(name),
                    )
                    for name, stated in profile.switches.items()
                ],
            ),
            desk.sheet(
                "for_people",
                FOR_PEOPLE,
                [_asked(each) for each in profile.for_people],
            ),
        ],
        profile=profile,
        own=desk.running_site.profile.name,
        figures=[(name, _name(name), localize_text(value_text(now[name]))) for name in FIGURES],
        to_come=[
            (each.figure, each.first_day, f"{_name(each.figure)}, {day(each.first_day)}")
            for each in entered
            if each.first_day > today
        ],
        today=today,
        profiles=[
            (name, translate(catalog.profile(name).title)) for name in catalog.profile_names()
        ],
    )


def _told(desk: Desk, floor: Floor, each: EnteredFigure) -> str:
    """An entered figure, with its rule, who entered it and when."""
    return str(WORDS["office"]["rules"]["told"]).format(
        value=value_text(each.cited),
        day=spoken_day(each.first_day),
        rule=each.cited.rule,
        people=", ".join(map(floor.badge_and_name, each.badges)),
        when=local_time(each.at_ms, desk.time_zone),
    )


def _asked(asked: ForPeople) -> tuple[Cell, ...]:
    return (*_source(asked.name, asked), translate(asked.says), _tests(asked.name))


def _source(name: str, cited: Cited | ForPeople) -> tuple[Cell, ...]:
    """What a rule is about, its source, and how certain it is."""
    return _name(name), translate(cited.rule), SURE[cited.confidence]


def _name(switch: str) -> str:
    text: str = WORDS["office"]["rules"]["names"][switch]
    return text


def _stated(profile: Profile, name: str) -> str:
    """A profile's value of a switch, or of a figure on each of its days."""
    dated = [each for each in profile.dated if each.figure == name]
    if not dated:
        return _value(name, profile.switches[name])
    return ", ".join(f"{spoken_day(each.first_day)}: {value_text(each.cited)}" for each in dated)


def _value(name: str, cited: Cited) -> str:
    """What a switch says, in the reader's words."""
    words = DOES[name]
    if (
        isinstance(cited, LawFigure)
        and not isinstance(words, str)
        and _cases(words, cited) == (NONE,)
    ):
        return name_text(NONE)
    if isinstance(cited, CitedTexts):
        if cited.value and all(each.endswith(".") for each in cited.value):
            return " ".join(map(translate, cited.value))
        return ", ".join(translate(name_text(each)) for each in cited.value) or name_text("none")
    return name_text(value_text(cited))


def _tests(switch: str) -> str:
    """The tests by id; a rule for people has none if code can't check it."""
    return ", ".join(TESTED.get(switch, ())) or WORDS["office"]["rules"]["people"]


router = APIRouter(prefix="/office", include_in_schema=False)
router.include_router(pages)
