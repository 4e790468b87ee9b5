"""A page of the office in the making: who reads it, the site it is about, and how it is answered.

Every table of a page is a sheet; asked with `?csv=NAME` the same address gives it as CSV."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar

from fastapi import Depends, Request
from fastapi.responses import HTMLResponse, Response

from pitboss.books import Books, Entry
from pitboss.books.clerk import Clerk
from pitboss.floor.state import Badge, JackpotState, State, TableState
from pitboss.floor.view.due import due_things
from pitboss.floor.view.due.thing import DueThing
from pitboss.live.running_site import RunningSite
from pitboss.local_time import local_day
from pitboss.money import PPM_WHOLE, Cents, Micros, shown_down
from pitboss.money import dollars as plain_dollars
from pitboss.notation import dollars, moment, percentage, titled
from pitboss.reports.paper_report import FORMATS
from pitboss.reports.parsheet_text import decimal, percent
from pitboss.reports.sheet import LONG, TIME, Cell, Column, Linked, Sheet, sheet
from pitboss.reports.sheet_csv import csv_text
from pitboss.reports.source import SiteFacts
from pitboss.rules.house_jackpot import lines_to_post
from pitboss.web import language
from pitboss.web.gate import Person, person
from pitboss.web.office.menu import BY_NAME, OFFICE, Section, need_reader, sections_for
from pitboss.web.report_site import site_facts

PERCENT_PPM = 10_000
LISTED_MOST = 5_000  # entries on one page
DUE = (Column("what"), Column("about", LONG), Column("due_by", TIME), Column("status"))

_Given = ParamSpec("_Given")
_Found = TypeVar("_Found")


def _micros(amount: Micros) -> str:
    """An amount of the ledger in whole cents; what is below stays unsaid."""
    return dollars(shown_down(amount))


def _ppm(rate: int) -> str:
    return percentage(percent(Fraction(rate, PPM_WHOLE), 2))


def _plain(cents: int) -> str:
    """An amount as a field of a form holds it."""
    return plain_dollars(cents).replace("$", "").replace(",", "")


def _percent_plain(rate: int) -> str:
    return decimal(Fraction(rate, PERCENT_PPM), 4)


# How templates say amounts.
SAYING: dict[str, Callable[..., str]] = {
    "dollars": dollars,
    "micros": _micros,
    "ppm": _ppm,
    "plain": _plain,
    "percent_plain": _percent_plain,
    "plain_words": titled,
}


@dataclass(frozen=True, slots=True)
class Floor:
    """What the pages need of the state, taken between two commands."""

    seq: int
    badges: Mapping[str, Badge]
    tables: Mapping[str, TableState]
    jackpots: Mapping[str, JackpotState]
    balances: Mapping[str, int]

    def tables_of(self, jackpot: str) -> tuple[str, ...]:
        """The tables that share a jackpot."""
        return tuple(name for name, table in self.tables.items() if jackpot in table.jackpots)

    def name_of(self, badge: str) -> str:
        """Who a badge is, as a page shows it."""
        found = self.badges.get(badge)
        return f"{badge} {found.name}" if found else badge


def floor_of(state: State) -> Floor:
    """The floor as it stands; every value of it is immutable."""
    return Floor(
        state.seq,
        dict(state.badges.items()),
        dict(state.tables.items()),
        dict(state.jackpots.items()),
        {name: state.balance(name) for name, _ in state.balances.items()},
    )


class Desk:
    """One request to one section."""

    def __init__(self, request: Request, who: Person, section: Section) -> None:
        self.request = request
        self.who = who
        self.section = section
        self.running_site: RunningSite = request.app.state.running_site
        self._behind = 0

    @property
    def time_zone(self) -> str:
        """The site's clock."""
        return self.running_site.site.time_zone

    def time(self, at_ms: int | None) -> str:
        """A time on that clock."""
        return "–" if at_ms is None else moment(at_ms, self.time_zone)

    def hand_of(self, jackpot: str, outcome: str) -> str:
        """A hand as the paytable of its jackpot prints it."""
        return self.running_site.hand(jackpot, outcome).long

    def posted_lines(self, jackpot: JackpotState) -> list[tuple[str, Cents]]:
        """What a house jackpot posts: each printed line once, by the least of its hands, with its
        amount."""
        posted = dict(jackpot.terms.house_prizes)
        paytable = self.running_site.paytables.get(jackpot.terms.paytable)
        return [(least, posted[least]) for least in lines_to_post(paytable) if least in posted]

    def level_of(self, jackpot: str, level: str) -> str:
        """A level as its letter names it; nothing where no level is meant."""
        return self.running_site.level(jackpot, level)

    def title_of(self, jackpot: str) -> str:
        """What a jackpot is called on its sign; by its id where the site file has no title."""
        return self.running_site.names.jackpots.get(jackpot) or jackpot

    def of_jackpot(self, jackpot: str, text: str) -> str:
        """A text about a jackpot, with its title; the text alone where it is about none."""
        return f"{self.title_of(jackpot)}: {text}" if jackpot else text

    @property
    def site(self) -> SiteFacts:
        """What the site's file says, as reports and sentences need it."""
        site = self.running_site
        return site_facts(site.site, site.profile, site.names, site.folder)

    @property
    def house_words(self) -> Mapping[str, Any]:
        """The words of what leaves the house, in its own language."""
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
        """What a question finds in the books; the page says how many entries they lack."""
        clerk: Clerk = self.request.app.state.clerk
        found, self._behind = await clerk.look(question, *given, **named)
        return found

    async def newest(self, *kinds: str, most: int = LISTED_MOST) -> list[Entry]:
        """The newest entries of these kinds, the newest first."""
        return await self.books(Books.newest, *kinds, most=most)

    async def due(self) -> Sheet:
        """What is due, from every subject that has clocks: for the first page of a role."""
        now_ms, said = self.running_site.now_ms(), language.WORDS["office"]["due_list"]
        today = local_day(now_ms, self.time_zone)
        found = await self.running_site.look(lambda state: due_things(state, now_ms))
        rows = [
            (
                Linked(said["what"][each.what], each.address),
                self.of_jackpot(each.jackpot, each.about),
                each.due_ms or None,
                said[_urgency(each, now_ms, today, self.time_zone)],
            )
            for each in found
        ]
        return self.sheet("due", DUE, rows, said["nothing"] if not rows else "")

    def sheet(
        self,
        name: str,
        columns: Sequence[Column],
        rows: Iterable[Sequence[Cell]],
        note: str = "",
        optional: Sequence[str] = (),
    ) -> Sheet:
        """A table of this page; what is optional is not shown while it is empty."""
        return sheet(name, columns, rows, time_zone=self.time_zone, note=note, optional=optional)

    def page(self, template: str, sheets: Sequence[Sheet] = (), **context: Any) -> Response:
        """The page, or one of its tables as CSV."""
        wanted = self.request.query_params.get("csv", "")
        for each in sheets:
            if each.name == wanted and self.section.room == OFFICE:
                headers = {"Content-Disposition": f'attachment; filename="{each.name}.csv"'}
                return Response(csv_text([each]), media_type=FORMATS["csv"], headers=headers)
        shown: HTMLResponse = self.request.app.state.pages.TemplateResponse(
            self.request,
            f"office/{template}.html",
            {
                "house": self.running_site.site.name,
                "who": self.who,
                "section": self.section,
                "menu": sections_for(self.who.role, self.section.room),
                "may_change": self.who.role in self.section.writers,
                "sheets": {each.name: each.dense for each in sheets},
                "now": self.time(self.running_site.now_ms()),
                "behind": self._behind,
                "waiting_day": self.running_site.waiting_day(),
                "time": self.time,
                "title_of": self.title_of,
                "hand_of": self.hand_of,
                "level_of": self.level_of,
                **SAYING,
                **context,
            },
        )
        return shown


def _urgency(thing: DueThing, now_ms: int, today: str, time_zone: str) -> str:
    """Whether something is late, due today, later, or without a time."""
    if not thing.due_ms:
        return "open"
    if thing.is_overdue(now_ms):
        return "overdue"
    return "today" if local_day(thing.due_ms, time_zone) == today else "later"


def desk(section: str) -> Callable[[Request, Person], Desk]:
    """The dependency of every page of a section of the office: refused to whom it is not for."""
    return desk_of(BY_NAME[section])


def desk_of(section: Section) -> Callable[[Request, Person], Desk]:
    """The same for a section of any room."""

    def opened(request: Request, who: Annotated[Person, Depends(person)]) -> Desk:
        need_reader(section, who.role)
        return Desk(request, who, section)

    return opened
