"""What surveillance should look at: lines that luck hardly explains, and the rounds behind each."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.incidents import HIT, KINDS, Incident
from pitboss.books.play_reading import day_of_number
from pitboss.books.play_sums import DEALER, HOUR
from pitboss.local_time import is_day, local
from pitboss.notation import clock_text, count, figures
from pitboss.refusal import Refusal
from pitboss.reports.integrity import PERSON, LookedAt, LuckKey, LuckLine, show_integrity
from pitboss.reports.parsheet_text import decimal
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.web.office.desk import LISTED_MOST, Desk, Floor, desk
from pitboss.words.language import WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
IntegrityDesk = Annotated[Desk, Depends(desk("integrity"))]
SAID = WordTable("office", "integrity")
LIST = "looked_at"
LOOKED_AT = columns(
    "what by table seat:count? hour? who? jackpot? hand? cases:count expected_cases:figure",
    "out_of:count house_cases:count? house_out_of:count? luck:figure luck_anywhere:figure",
    "worth_a_look",
)
CASES = columns(
    "entry time:time camera_clock table? round:count? seat:count? jackpot? hand? dealer? who?"
)
RAREST = Decimal("1E-15")  # that a sentence says as a figure
ONE_DIGIT_FROM = 1  # expected cases; fewer have four decimals


@router.get("/integrity")
async def integrity_page(
    desk: IntegrityDesk, begin: str = "", end: str = "", line: str = ""
) -> Response:
    """What stands out in some days; the last thirty until somebody chooses others."""
    for day in (begin, end):
        if day and not is_day(day):
            raise Refusal("TIME_UNREADABLE", "write_day_or_time", where=day[:40])
    floor, key = await desk.floor(), _key(line)
    found = await desk.books(show_integrity, begin, end, desk.site.own_paytables, key)
    looked, asked = found.looked, found.asked
    chosen = {"begin": day_of_number(asked.first), "end": day_of_number(asked.last)}
    exported = looked.lines if desk.request.query_params.get("csv") == LIST else ()
    worth = [
        {
            "said": _line_text(desk, floor, each),
            "luck": _luck_text(each),
            "address": f"?{urlencode({**chosen, 'line': '|'.join(each.key)})}#sheet-cases",
            "is_chosen": each.key == key,
        }
        for each in looked.worth
    ]
    cases = [_case(desk, floor, each) for each in found.incidents[-LISTED_MOST:]]
    days = asked.last - asked.first + 1
    return desk.page(
        "integrity",
        [
            desk.sheet(LIST, LOOKED_AT, [_row(desk, floor, looked, each) for each in exported]),
            desk.sheet("cases", CASES, cases),
        ],
        chosen=chosen,
        query=f"{urlencode({**chosen, 'line': line})}&",
        worth=worth,
        shows_cases=key is not None,
        summary=SAID["worth" if worth else "quiet"].format(
            days=count(days), lines=count(len(looked.lines)), found=count(len(worth))
        ),
        unknown=desk.titles_of(looked.unknown),
        alone=", ".join(map(floor.name_of, looked.alone)),
        first=day_of_number(found.known.first),
        last=day_of_number(found.known.last),
    )


def _key(text: str) -> LuckKey | None:
    """The line that an address names."""
    parts = text.split("|")
    is_line = len(parts) == len(LuckKey._fields) and parts[0] in KINDS
    return LuckKey(*parts) if is_line else None


def _line_text(desk: Desk, floor: Floor, line: LuckLine) -> str:
    """Where, what, how often, and how often is to be expected."""
    key, words = line.key, SAID.now()
    value = floor.name_of(key.value) if key.slice in (DEALER, PERSON) else key.value
    if key.slice == HOUR:
        value = clock_text(f"{value}:00")
    where = words["where"][key.slice].format(table=key.table, value=value)
    what = words["kinds"][key.kind].format(
        hand=desk.hand_of(key.jackpot, key.outcome) if key.kind == HIT else "",
        jackpot=desk.title_of(key.jackpot) if key.kind == HIT else "",
    )
    by = HIT if key.kind == HIT else PERSON if key.slice == PERSON else "rounds"
    numbers = {
        "cases": count(line.count), "base": count(line.base),
        "house_cases": count(line.house_count), "house_base": count(line.house_base),
        "expected": figures(_expected(line)),
    }  # fmt: skip
    text: str = words["against"][by].format(where=where, what=what, **numbers)
    return text


def _expected(line: LuckLine) -> str:
    return decimal(line.expected, 1 if line.expected >= ONE_DIGIT_FROM else 4)


def _luck_text(line: LuckLine) -> str:
    """How often luck alone does this, to two digits."""
    words: Mapping[str, Any] = SAID.now()
    if line.chance < RAREST:
        return str(words["luck_less"]).format(times=count(int(1 / RAREST)))
    times = int(Decimal(f"{1 / line.chance:.1e}"))
    return str(words["luck"]).format(times=count(times))


def _row(desk: Desk, floor: Floor, looked: LookedAt, line: LuckLine) -> tuple[Cell, ...]:
    """A line for a program: codes, and chances with 15 digits."""
    key, is_hit = line.key, line.key.kind == HIT
    is_person = key.slice in (DEALER, PERSON)
    return (
        key.kind,
        key.slice,
        key.table,
        int(key.value) if key.slice == "seat" else None,
        key.value if key.slice == "hour" else "",
        floor.badge_and_name(key.value) if is_person else "",
        desk.title_of(key.jackpot) if is_hit else "",
        desk.hand_of(key.jackpot, key.outcome) if is_hit else "",
        line.count,
        decimal(Fraction(line.expected), 6),
        line.base,
        None if is_hit else line.house_count,
        None if is_hit else line.house_base,
        f"{line.chance:.14E}",
        f"{looked.chance_anywhere(line):.14E}",
        "yes" if line in looked.worth else "",
    )


def _case(desk: Desk, floor: Floor, case: Incident) -> tuple[Cell, ...]:
    """One case, with the time as a camera's clock has it."""
    hand = desk.hand_of(case.jackpot, case.outcome) if case.outcome else ""
    return (
        Linked(case.seq, f"/office/journal/{case.seq}"),
        case.at_ms,
        f"{local(case.at_ms, desk.time_zone):%H:%M:%S}",
        case.table,
        desk.round_cell(case.table, case.round) if case.round else None,
        case.seat or None,
        desk.title_of(case.jackpot) if case.jackpot else "",
        hand,
        desk.person_cell(floor, case.dealer) if case.dealer else "",
        desk.people_cell(floor, case.badges.split()),
    )
