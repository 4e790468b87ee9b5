"""The facts above a story: a thing's current state, and other pages about it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from pitboss.books import Entry
from pitboss.books import things as of
from pitboss.books.things import Thing, inside
from pitboss.books.won import WON_AT_TABLE
from pitboss.evidence.story import Story
from pitboss.floor.facts import changes, devices
from pitboss.floor.facts.values import JackpotStanding
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState
from pitboss.floor.view.standing import standing_of
from pitboss.money import Micros, shown_down
from pitboss.notation import count, dollars, exact_clock, percentage, title_text
from pitboss.reports.parsheet_text import percent
from pitboss.rules import catalog
from pitboss.web.access.admission import Access
from pitboss.web.office.badges import status_of
from pitboss.web.office.change_pages import LATER, REQUESTED, ListedChange, listed_change
from pitboss.web.office.desk import Desk, Floor
from pitboss.web.office.figures import house_edge, ways_of
from pitboss.web.screens.wins import find_award
from pitboss.words import language

NOTHING = "–"


class StoryFact(NamedTuple):
    """One fact: its name in the words file, its text, and the thing it leads to."""

    label: str
    text: str
    thing: Thing | None = None


class StoryPage(NamedTuple):
    """Another page about the same thing, by its name in the words file."""

    label: str
    address: str


class Head(NamedTuple):
    """Everything above a story."""

    facts: list[StoryFact]
    pages: list[StoryPage]
    change: ListedChange | None = None


Heading: TypeAlias = Callable[[Desk, Floor, Story], Awaitable[Head]]


async def head_of(desk: Desk, floor: Floor, story: Story) -> Head:
    """What stands above the story of a thing."""
    return await _HEADS[story.about.kind](desk, floor, story)


# ---- for each kind ------------------------------------------------------------------------------


async def _award(desk: Desk, floor: Floor, story: Story) -> Head:
    name = story.about.name
    found = await find_award(desk.request, name)
    award, table = found.award, found.table
    facts = [
        StoryFact("amount", dollars(award.total_cents)),
        StoryFact("hand", desk.hand_of(award.jackpot, award.outcome) or NOTHING),
        _jackpot_fact(desk, award.jackpot),
    ]
    if award.level:
        facts.append(_meter_fact(desk, award.jackpot, award.level))
    if table:
        facts += [
            _table_fact(table),
            StoryFact("round", count(found.round), inside(of.ROUND, table, found.round))
            if found.round
            else StoryFact("round", language.WORDS["story"]["facts"]["lost_round"]),
            StoryFact("seat", str(award.seat), inside(of.SEAT, table, award.seat)),
        ]
    standing = await desk.running_site.look(lambda state: standing_of(state, found))
    facts.append(StoryFact("status", title_text(standing)))
    facts += [_badge_fact(floor, "confirmed_by", badge) for badge in found.confirmed_by]
    facts += await _device_facts(desk, table, found.seq)
    pages = [StoryPage("win", f"/office/wins/{name}")]
    return Head(facts, pages)


async def _round(desk: Desk, floor: Floor, story: Story) -> Head:
    table, number = story.about.place[0], int(story.about.place[1])
    facts = [_table_fact(table)]
    facts += [fact for entry in story.entries for fact in _start_facts(desk, floor, entry)]
    ended = [each for each in story.entries if each.event.kind in ("round-ended", "round-voided")]
    words = language.WORDS["story"]["facts"]
    facts.append(StoryFact("ended", desk.time(ended[0].at_ms) if ended else words["still_open"]))
    if ended and ended[0].event.kind == "round-voided":
        facts.append(StoryFact("status", words["void"]))
    if ended:
        facts.append(StoryFact("on_camera", _span(desk, story.entries[0], ended[0])))
    won = [entry.event.awards for entry in story.entries if entry.event.kind in WON_AT_TABLE]
    facts += [
        StoryFact("awards", dollars(award.total_cents), Thing(of.AWARD, award.award))
        for awards in won
        for award in awards
    ]
    facts += await _device_facts(desk, table, story.entries[0].seq)
    pages = [StoryPage("pit", f"/pit/{table}")]
    if number > 1:
        pages.append(StoryPage("previous_round", f"/office/story/round/{table}/{number - 1}"))
    if table in floor.tables and number < floor.tables[table].rounds:
        pages.append(StoryPage("next_round", f"/office/story/round/{table}/{number + 1}"))
    return Head(facts, pages)


async def _meter(desk: Desk, floor: Floor, story: Story) -> Head:
    jackpot, level = story.about.place
    found = floor.jackpots[jackpot].levels[level]
    facts = [
        StoryFact("shown", dollars(read_shown(found))),
        StoryFact("reserve", dollars(shown_down(found.reading.reserve_micros))),
        StoryFact("seed", dollars(found.setting.seed_cents)),
        StoryFact("hits", count(found.hits)),
        _jackpot_fact(desk, jackpot),
        *map(_table_fact, floor.tables_of(jackpot)),
    ]
    pages = [
        StoryPage("meter", f"/office/meters/{jackpot}/{level}"),
        StoryPage("accrual", "/office/reports/accrual"),
        StoryPage("ask_change", f"/office/changes/new/{jackpot}"),
    ]
    return Head(facts, pages)


async def _jackpot(desk: Desk, floor: Floor, story: Story) -> Head:
    name = story.about.name
    found = floor.jackpots[name]
    facts = [
        StoryFact("status", title_text(found.status)),
        *(_meter_fact(desk, name, level) for level in found.levels),
        *map(_table_fact, floor.tables_of(name)),
    ]
    pages = [
        StoryPage("accrual", "/office/reports/accrual"),
        StoryPage("prizes", "/office/reports/prize_register"),
        StoryPage("ask_change", f"/office/changes/new/{name}"),
        StoryPage("journal", f"/office/journal?jackpot={name}"),
    ]
    return Head(facts, pages)


async def _table(desk: Desk, floor: Floor, story: Story) -> Head:
    name = story.about.name
    found = floor.tables.get(name)
    if found is None:  # someone asked for a table that doesn't exist
        return Head([], [])
    facts = [
        StoryFact("game", catalog.game(found.game).title),
        StoryFact("seats", str(found.seats)),
        *(_jackpot_fact(desk, each) for each in found.jackpots),
    ]
    if found.dealer:
        facts.append(_badge_fact(floor, "dealer", found.dealer))
    last = inside(of.ROUND, name, found.rounds) if found.rounds else None
    facts.append(StoryFact("rounds", count(found.rounds), last))
    pages = [
        StoryPage("pit", f"/pit/{name}"),
        StoryPage("journal", f"/office/journal?table={name}"),
    ]
    return Head(facts, pages)


async def _seat(desk: Desk, floor: Floor, story: Story) -> Head:
    return Head([_table_fact(story.about.place[0])], [])


async def _badge(desk: Desk, floor: Floor, story: Story) -> Head:
    name = story.about.name
    found = floor.badges.get(name)
    facts: list[StoryFact] = []
    if found is not None:
        status = status_of(found, desk.running_site.now_ms())
        facts = [
            StoryFact("name", found.name),
            StoryFact("role", title_text(found.role)),
            StoryFact("status", title_text(status)),
        ]
        if found.ends_ms:
            facts.append(StoryFact("ends", desk.time(found.ends_ms)))
    deals_at = [each.table for each in floor.tables.values() if each.dealer == name]
    facts += [StoryFact("deals_at", table, Thing(of.TABLE, table)) for table in deals_at]
    pages = [
        StoryPage("badges", "/office/badges"),
        StoryPage("access", "/office/reports/access_review"),
        StoryPage("journal", f"/office/journal?badge={name}"),
    ]
    return Head(facts, pages)


async def _device(desk: Desk, floor: Floor, story: Story) -> Head:
    access: Access = desk.request.app.state.access
    words = language.WORDS["story"]["facts"]
    known = [each for each in access.devices() if each.device == story.about.name]
    retired = any(each.event.kind == "device-retired" for each in story.entries)
    facts = [StoryFact("status", words["retired"])] if retired and not known else []
    for each in known:
        facts = [
            StoryFact("status", words["working"]),
            StoryFact("kind", title_text(each.kind)),
            _table_fact(each.table) if each.table in floor.tables else StoryFact("table", NOTHING),
            StoryFact("enrolled", desk.time(each.enrolled_ms)),
        ]
    return Head(facts, [StoryPage("devices", "/office/devices")])


async def _change(desk: Desk, floor: Floor, story: Story) -> Head:
    asked = next((each for each in story.entries if each.event.kind == REQUESTED), None)
    if asked is None:  # its entry is in an archive
        return Head([], [StoryPage("changes", "/office/changes")])
    later = [each for each in story.entries if each.event.kind in LATER]
    change = listed_change(desk, floor, asked, later[-1] if later else None)
    words = language.WORDS["office"]
    about = change.about
    facts = [
        StoryFact("kind", words["actions"].get(change.action) or title_text(change.action)),
        *([StoryFact(about.kind, change.about_text, about)] if about else []),
        *map(
            _table_fact, floor.tables_of(about.name) if about and about.kind == of.JACKPOT else ()
        ),
        StoryFact("status", words["states"][change.status]),
        _badge_fact(floor, "asked_by", change.badge),
        StoryFact("reason", change.reason or NOTHING),
        StoryFact("decided", change.decided or NOTHING),
    ]
    facts += await _edge_facts(desk, floor, asked.event)
    pages = [
        StoryPage("change", f"/office/changes#{change.change}"),
        StoryPage("changes", "/office/changes"),
    ]
    return Head(facts, pages, change)


_HEADS: dict[str, Heading] = {
    of.AWARD: _award,
    of.ROUND: _round,
    of.METER: _meter,
    of.JACKPOT: _jackpot,
    of.TABLE: _table,
    of.SEAT: _seat,
    of.BADGE: _badge,
    of.DEVICE: _device,
    of.CHANGE: _change,
}
STORIES = tuple(_HEADS)  # what has a story


# ---- one fact -----------------------------------------------------------------------------------


def _jackpot_fact(desk: Desk, jackpot: str) -> StoryFact:
    return StoryFact("jackpot", desk.title_of(jackpot), Thing(of.JACKPOT, jackpot))


def _meter_fact(desk: Desk, jackpot: str, level: str) -> StoryFact:
    return StoryFact("level", desk.level_of(jackpot, level), inside(of.METER, jackpot, level))


def _table_fact(table: str) -> StoryFact:
    return StoryFact("table", table, Thing(of.TABLE, table))


def _badge_fact(floor: Floor, label: str, badge: str) -> StoryFact:
    known = Thing(of.BADGE, badge) if badge in floor.badges else None
    return StoryFact(label, floor.name_of(badge), known)


async def _device_facts(desk: Desk, table: str, seq: int) -> list[StoryFact]:
    """A table's devices when an entry was written: its signals and marks came from one of them."""
    paired: dict[str, str] = {}
    for entry in reversed(await desk.newest("device-enrolled", "device-retired")):
        if entry.seq > seq:
            break
        event = entry.event
        if isinstance(event, devices.DeviceRetired):
            paired.pop(event.device, None)
        elif event.table == table:
            paired[event.device] = event.device_kind
    return [
        StoryFact("device", title_text(kind), Thing(of.DEVICE, device))
        for device, kind in paired.items()
    ]


def _start_facts(desk: Desk, floor: Floor, entry: Entry) -> Iterator[StoryFact]:
    """Of the entry that began a round: when, by whom, with how many wagers."""
    event = entry.event
    if event.kind == "round-started":
        taken = sum(taking.wager_micros for taking in event.takings)
        yield StoryFact("started", desk.time(entry.at_ms))
        yield _badge_fact(floor, "dealer", event.badge)
        yield StoryFact("sensors", str(len(event.spots)))
        yield StoryFact("taken", dollars(shown_down(Micros(taken))))


async def _edge_facts(desk: Desk, floor: Floor, asked: changes.ChangeRequested) -> list[StoryFact]:
    """A change's effect on the house edge; nothing if unknown."""
    if not isinstance(asked.before, JackpotStanding) or not isinstance(
        asked.after, JackpotStanding
    ):
        return []
    jackpot = floor.jackpots[asked.before.jackpot]
    both = [replace(jackpot, terms=each.terms) for each in (asked.before, asked.after)]
    tables = floor.tables_of(jackpot.jackpot)
    edges = [await asyncio.to_thread(_edge, desk, each, tables) for each in both]
    shown_edges = [percentage(percent(edge, 2)) for edge in edges if edge is not None]
    return [StoryFact("edge", " → ".join(shown_edges))] if len(shown_edges) == len(edges) else []


def _edge(desk: Desk, jackpot: JackpotState, tables: tuple[str, ...]) -> Fraction | None:
    """The least edge of all ways in which it is played: in the long run, or as it posts."""
    if not jackpot.levels:
        return house_edge(desk.running_site, jackpot, tables)
    ways = ways_of(desk.running_site, jackpot, tables)
    return min((way.edge_long_run for way in ways), default=None)


def _span(desk: Desk, first: Entry, last: Entry) -> str:
    """From when to when to look."""
    return f"{desk.exact_time(first.at_ms)} – {exact_clock(last.at_ms, desk.time_zone)}"
