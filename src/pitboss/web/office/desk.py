"""An office page in the making: its reader, its site, and how to answer.

Every table on a page is a sheet; with `?csv=NAME` the same address returns it as CSV.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Request
from fastapi.responses import Response
from msgspec import Struct

from pitboss.books import Books, Entry, things
from pitboss.books.clerk import Clerk
from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.money.ledger import TRAINING
from pitboss.floor.money.meter import read_shown
from pitboss.floor.money.state_tax import depends_on_residence
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import Badge, JackpotState, State, TableState
from pitboss.floor.view.confirmed import to_confirmed
from pitboss.live.behind import Behind
from pitboss.live.running_site import RunningSite
from pitboss.money import PPM_WHOLE, Cents, Ppm, percent_text, shown_down
from pitboss.money import dollars as plain_dollars
from pitboss.notation import (
    dollars,
    format_exact_moment,
    format_moment,
    format_recent_moment,
    name_text,
    percentage,
    title_options,
    title_text,
)
from pitboss.reports.citing import bracket_rule, cite
from pitboss.reports.paper_report import FORMATS, empty_text
from pitboss.reports.parsheet_text import percent
from pitboss.reports.sheet import (
    Cell,
    CellValue,
    Column,
    Linked,
    LinkedParts,
    Sheet,
    SingleCell,
    sheet,
)
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.source import SiteFacts
from pitboss.rules.house_jackpot import lines_to_post
from pitboss.web.access.gate import Person, person
from pitboss.web.access.records import Records
from pitboss.web.api.permission_words import for_others
from pitboss.web.office.command_forms import form_of, label_of
from pitboss.web.office.menu import (
    BY_NAME,
    INSPECTED_BY_NAME,
    OFFICE,
    READING_ROOM,
    Section,
    need_reader,
    sections_for,
    story_address,
)
from pitboss.web.office.report_site import site_facts
from pitboss.web.screens.titles import jackpot_title, meter_title, property_title
from pitboss.web.shell.page_templates import shown_page
from pitboss.words import language

LISTED_MOST = 5_000  # entries on one page

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def _plain(cents: int) -> str:
    """An amount as a form field holds it."""
    return plain_dollars(cents).replace("$", "").replace(",", "")


# How templates say amounts.
SAYING: dict[str, Callable[..., object]] = {
    "dollars": dollars,
    "micros": lambda amount: dollars(shown_down(amount)),
    "ppm": lambda rate: percentage(percent(Fraction(rate, PPM_WHOLE), 2)),
    "plain": _plain,
    "percent_plain": lambda rate: percent_text(Ppm(rate)).removesuffix(" %"),  # as a form has it
    "plain_words": title_text,
    "story_address": story_address,
    "cited": cite,
    "bracketed": bracket_rule,
    "empty_text": empty_text,
    "title_options": title_options,
    "form_of": form_of,
    "label_of": label_of,
}


class Floor(Struct, frozen=True):
    """What pages need of the state, read between two commands."""

    seq: int
    badges: Mapping[str, Badge]
    tables: Mapping[str, TableState]
    jackpots: Mapping[str, JackpotState]
    shown: Mapping[str, JackpotState]  # as signs show them: a hub's with what the hub confirmed
    balances: Mapping[str, int]
    shared_names: frozenset[str]  # of several people
    bank: str  # that has the account; empty: none is named
    devices: Mapping[str, DeviceState]

    def tables_of(self, jackpot: str) -> tuple[str, ...]:
        return tuple(name for name, table in self.tables.items() if jackpot in table.jackpots)

    def trains(self, jackpot: str) -> bool:
        """Whether a jackpot, even a former one, has play money."""
        found = self.jackpots.get(jackpot)
        return found is not None and found.terms.training

    def name_of(self, badge: str) -> str:
        """Who a badge is, as a page shows it: by name, with the badge where others have that name;
        the badge alone where it is nobody's."""
        found = self.badges.get(badge)
        if found is None:
            return badge
        return self.name_and_badge(badge) if found.name in self.shared_names else found.name

    def name_and_badge(self, badge: str) -> str:
        """The same where badges are told apart or typed."""
        found = self.badges.get(badge)
        said: str = language.WORDS["sentences"]["person"]
        return said.format(name=found.name, badge=badge) if found else badge

    def badge_and_name(self, badge: str) -> str:
        """The same as files have it."""
        found = self.badges.get(badge)
        return f"{badge} {found.name}" if found else badge


def floor_of(state: State) -> Floor:
    """The floor as it stands; every value of it is immutable."""
    names = Counter(badge.name for _, badge in state.badges.items())
    return Floor(
        state.seq,
        dict(state.badges.items()),
        dict(state.tables.items()),
        dict(state.jackpots.items()),
        {name: to_confirmed(state, each) for name, each in state.jackpots.items()},
        {name: state.balance(name) for name, _ in state.balances.items()},
        frozenset(name for name, people in names.items() if people > 1),
        account.bank if (account := state.bank.account) is not None else "",
        dict(state.devices.items()),
    )


class Desk:
    """One request to one section."""

    def __init__(self, request: Request, who: Person, section: Section) -> None:
        self.request = request
        self.who = who
        self.section = section
        self.running_site: RunningSite = request.app.state.running_site

    def _as_of_ms(self) -> int:
        """The time the page's content is from: slightly in the past on a server that follows."""
        behind = self.running_site.behind
        return self.running_site.now_ms() - ((behind.ms or 0) if behind is not None else 0)

    @property
    def _menu(self) -> list[Section]:
        """The reader's menu in this house."""
        site = self.running_site.site
        shares = site.wide is not None or site.hub is not None
        sections = sections_for(self.who.role, self.section.room)
        return [each for each in sections if shares or not each.is_shared]

    @property
    def _reminds(self) -> bool:
        """Whether to remind the reader that a day can be closed: on accounts and days pages, for
        people who can act on it."""
        day = BY_NAME["day"]
        is_there = self.section.room == day.room and self.section.group in ("accounts", day.group)
        return is_there and self.who.role in day.writers

    @property
    def time_zone(self) -> str:
        """The site's clock."""
        return self.running_site.site.time_zone

    def time(self, at_ms: int | None) -> str:
        return "–" if at_ms is None else format_moment(at_ms, self.time_zone)

    def recent_time(self, at_ms: int) -> str:
        """The same in a list of now."""
        return format_recent_moment(at_ms, self.time_zone)

    def exact_time(self, at_ms: int) -> str:
        """The same to the second and with its zone, for the page of a detail."""
        return format_exact_moment(at_ms, self.time_zone)

    def hand_of(self, jackpot: str, outcome: str) -> str:
        """A hand as the paytable of its jackpot prints it."""
        return self.running_site.hand(jackpot, outcome).long

    def posted_lines(self, jackpot: JackpotState) -> list[tuple[str, Cents]]:
        """What a house jackpot posts: each printed line once, under its lowest hand, with its
        amount."""
        posted = dict(jackpot.terms.house_prizes)
        paytable = self.running_site.paytables.get(jackpot.terms.paytable)
        return [(least, posted[least]) for least in lines_to_post(paytable) if least in posted]

    def level_of(self, jackpot: str, level: str) -> str:
        """A level's title by its letter; nothing if no level is meant."""
        return self.running_site.level(jackpot, level)

    def title_of(self, jackpot: str) -> str:
        """A jackpot's title on its sign, or in the record if it names none of ours."""
        return jackpot_title(self.running_site, jackpot)

    def meter_title(self, jackpot: str, level: str) -> str:
        """A meter by its jackpot, and by its level if the jackpot has several."""
        return meter_title(self.running_site, jackpot, level)

    def property_title(self, name: str) -> str:
        """A house of a hub, as people call it."""
        return property_title(self.running_site, name)

    def table_title(self, table: str) -> str:
        """A table's number and the name on its sign."""
        return " ".join(filter(None, (table, self.running_site.names.tables.get(table))))

    def tables_listed(self, floor: Floor) -> list[tuple[str, str]]:
        """The tables that are open, for a form."""
        return [
            (name, self.table_title(name))
            for name, table in floor.tables.items()
            if not table.closed
        ]

    def meters_listed(self, floor: Floor) -> list[tuple[str, str, Cents, Cents]]:
        """Every meter for a form: jackpot and level in one, its name, what it shows, its seed."""
        return [
            (
                f"{name}|{level}",
                self.meter_title(name, level),
                read_shown(found),
                found.setting.seed_cents,
            )
            for name, jackpot in floor.jackpots.items()
            for level, found in jackpot.levels.items()
        ]

    def titles_of(self, jackpots: Iterable[str]) -> str:
        """Several jackpots in one cell."""
        return ", ".join(self.title_of(each) for each in jackpots)

    def of_account(self, account: str) -> str:
        """A ledger account; a level's by both titles, one with play money marked as such."""
        kind, _, place = account.removeprefix(TRAINING).partition(":")
        jackpot, _, level = place.rpartition(":")
        if jackpot in self.running_site.paytable_of:
            place = self.meter_title(jackpot, level)
        else:
            place = self.property_title(place) if kind == "property" else name_text(place)
        said = ": ".join(filter(None, (title_text(kind), place)))
        return f"{said} ({name_text('training')})" if account.startswith(TRAINING) else said

    def of_jackpot(self, jackpot: str, text: str) -> str:
        """A text with its jackpot's title, or the text alone."""
        return f"{self.title_of(jackpot)}: {text}" if jackpot else text

    @property
    def site(self) -> SiteFacts:
        """The site file's content that reports and sentences need."""
        site = self.running_site
        return site_facts(site.site, site.law.stated, site.names, site.folder)

    @property
    def house_words(self) -> Mapping[str, Any]:
        """The words for anything that leaves the house, in its own language."""
        return language.texts(self.running_site.site.language)

    async def floor(self) -> Floor:
        """The floor as it stands now."""
        return await self.running_site.look(floor_of)

    async def books(
        self,
        question: Callable[Concatenate[Books, _Given], _Found],
        *given: _Given.args,
        **named: _Given.kwargs,
    ) -> _Found:
        clerk: Clerk = self.request.app.state.clerk
        return await clerk.ask(question, *given, **named)

    async def keep(self, kind: Callable[..., Command], /, where: str, **content: Any) -> Reply:
        """Record what the reader is about to get; if that is refused, it doesn't leave."""
        records: Records = self.request.app.state.records
        reply = await records.keep(kind, badge=self.who.badge, **content)
        reply.need(where)
        return reply

    async def newest(self, *kinds: str, most: int = LISTED_MOST) -> list[Entry]:
        """The newest entries of these kinds, the newest first."""
        return await self.books(Books.newest, *kinds, most=most)

    def reads(self, section: str) -> bool:
        """Whether the reader's menu has a section."""
        return self.who.role in BY_NAME[section].readers

    def opens(self, address: str) -> bool:
        """Whether the reader may open a page; everyone in the office may open the pit."""
        _, room, *rest = address.split("/")
        return room != OFFICE or self.reads(
            {"payout": "wins", "cards": "permissions"}.get(rest[0], rest[0])
        )

    @property
    def tells_stories(self) -> bool:
        """Whether things link to their stories: for readers of the house's journal."""
        return self.section.room == OFFICE and self.who.role in BY_NAME["journal"].readers

    def thing_cell(
        self, kind: str, name: str, value: CellValue = "", shown: str = ""
    ) -> SingleCell:
        """A cell that leads to the story of a thing, for who may read it."""
        said = name if value == "" else value
        if not (self.tells_stories and name):
            return Linked(said, "", shown=shown) if shown else said
        return Linked(said, story_address(kind, name), shown=shown)

    def person_cell(self, floor: Floor, badge: str) -> SingleCell:
        """Somebody by name."""
        return self.thing_cell(
            things.BADGE, badge, floor.badge_and_name(badge), floor.name_of(badge)
        )

    def jackpot_cell(self, jackpot: str) -> SingleCell:
        return self.thing_cell(things.JACKPOT, jackpot, self.title_of(jackpot))

    def meter_cell(self, jackpot: str, level: str) -> Cell:
        """A level by its letter's name; a dash if no level is meant."""
        said = self.level_of(jackpot, level)
        return self.thing_cell(things.METER, f"{jackpot}/{level}", said) if said else None

    def round_cell(self, table: str, number: int) -> Cell:
        """A round of a table; a dash if its rows are lost."""
        if not number:
            return None
        return self.thing_cell(things.ROUND, f"{table}/{number}", number)

    def seat_cell(self, table: str, seat: int) -> Cell:
        """A table's seat; a dash if unknown, the number alone without a table."""
        if not seat:
            return None
        return self.thing_cell(things.SEAT, f"{table}/{seat}" if table else "", seat)

    def tables_cell(self, tables: Iterable[str]) -> Cell:
        return LinkedParts(tuple(self.thing_cell(things.TABLE, each) for each in tables))

    def people_cell(self, floor: Floor, badges: Iterable[str]) -> Cell:
        """Those whose badges something names, each by his name."""
        return LinkedParts(tuple(self.person_cell(floor, badge) for badge in badges))

    def sheet(
        self,
        name: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Cell]],
        note: str = "",
    ) -> Sheet:
        """A table of this page."""
        return sheet(name, columns, rows, time_zone=self.time_zone, note=note)

    def page(self, template: str, sheets: Sequence[Sheet] = (), **context: Any) -> Response:
        """The page, or one of its tables as CSV."""
        wanted = self.request.query_params.get("csv", "")
        for each in sheets:
            if each.name == wanted and self.section.saves:
                headers = {"Content-Disposition": f'attachment; filename="{each.name}.csv"'}
                return Response(csv_text([each]), media_type=FORMATS["csv"], headers=headers)
        return shown_page(
            self.request,
            f"office/{template}.html",
            {
                "house": self.running_site.site.name,
                "who": self.who,
                "section": self.section,
                "menu": self._menu,
                "may_change": self.who.role in self.section.writers,
                "others_may": for_others(self.section.asks, self.who.role),
                "sheets": {each.name: each.dense for each in sheets},
                "now": self.recent_time(self._as_of_ms()),
                "now_ms": self.running_site.now_ms(),
                "follower": _follower(self.running_site.behind),
                "tells_stories": self.tells_stories,
                "waiting_day": self.running_site.waiting_day() if self._reminds else None,
                "time": self.time,
                "recent_time": self.recent_time,
                "exact_time": self.exact_time,
                "title_of": self.title_of,
                "titles_of": self.titles_of,
                "table_title": self.table_title,
                "hand_of": self.hand_of,
                "level_of": self.level_of,
                "asks_residence": depends_on_residence(self.running_site.profile.law),
                **SAYING,
                **context,
            },
        )


def _follower(behind: Behind | None) -> dict[str, Any] | None:
    """How far this server is behind, in words, if it follows another."""
    if behind is None:
        return None
    said, common = behind.as_plain(), language.WORDS["common"]
    text: str = common["behind_unknown" if said["seconds"] is None else "behind"]
    if is_too_far := behind.is_too_far:
        text = common["too_far_behind"].replace("{behind}", text)
    return {"words": text.format_map(said), "is_too_far": is_too_far}


def desk(section: str) -> Callable[[Request, Person], Awaitable[Desk]]:
    """The dependency of every section's pages in the office and the reading room: refuses people
    the section isn't for. A reader of its first page may search or open a report next, so the books
    get ready meanwhile."""

    async def opened(request: Request, who: Annotated[Person, Depends(person)]) -> Desk:
        _, room, *_ = request.url.path.split("/")
        found = (INSPECTED_BY_NAME if room == READING_ROOM else BY_NAME)[section]
        need_reader(found, who.role)
        clerk: Clerk = request.app.state.clerk
        clerk.make_ready()
        return Desk(request, who, found)

    return opened
