"""The office's search: whatever people type, in every way they may mean it. It finds things the
floor knows by name there, and the rest in the index of the books."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Annotated, NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Period
from pitboss.books import things as of
from pitboss.books.things import Thing, inside
from pitboss.evidence.lookup import ENTRY, TIME, Lookup, look_up
from pitboss.evidence.typed import Typed, plain, read_typed
from pitboss.floor.money.meter import read_shown
from pitboss.floor.state.floor import JackpotState, TableState
from pitboss.floor.view.labels import PayLine, lines_of
from pitboss.floor.view.next_step import pays_now
from pitboss.local_time import local
from pitboss.notation import dollars, name_text, title_text
from pitboss.reports.making import ReportFile, reports
from pitboss.rules import catalog
from pitboss.rules.paytable import Paytable
from pitboss.web.api.typed_times import reader_words
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.figure_words import pay_said
from pitboss.web.office.menu import BY_NAME, OFFICE, sections_for, story_address
from pitboss.web.office.page_labels import label_of
from pitboss.web.screens.wins import find_awards, find_standings
from pitboss.words.language import WORDS, languages, speaking

router = APIRouter(prefix="/office", include_in_schema=False)
SearchDesk = Annotated[Desk, Depends(desk("journal"))]

PAGE = "page"  # of the office
OWED = "owed"  # as an award's standing begins while it can be paid
# The order in which a page shows what it has found.
GROUPS = (
    of.TABLE, of.AWARD, of.ROUND, of.SEAT, of.METER, of.JACKPOT, of.BADGE, of.DEVICE, of.CHANGE,
    of.PAPER, of.AMOUNT, of.CHECK, of.REFUSAL, ENTRY, TIME, PAGE,
)  # fmt: skip
REFERENCE_LEAST = 3  # characters of a paper's reference
NAMED_MOST = 8  # of one kind that the floor knows by name


class ShownHit(NamedTuple):
    """What a search has found, as its page shows it."""

    group: str
    name: str
    address: str
    line: str
    at_ms: int = 0
    standing: str = ""  # of an award
    is_owed: bool = False  # an award that can be paid


class SearchLink(NamedTuple):
    """Where the journal goes on with what was typed."""

    name: str
    address: str


@router.get("/search")
async def search(desk: SearchDesk, q: str = "") -> Response:
    """Everything a text may mean, by kind, one line each."""
    typed = read_text(desk, q)
    groups = await find_hits(desk, await desk.floor(), typed)
    links = list(_links(desk, typed)) if typed.text else []
    # A time without a hit isn't a failed search: its entries are in the journal.
    dated = links.pop(0) if typed.period and not groups else None
    return desk.page("search", sought=typed.text, groups=groups, links=links, dated=dated)


def read_text(desk: Desk, text: str) -> Typed:
    """What a reader of the office may mean by a text."""
    return read_typed(
        text,
        now_ms=desk.running_site.now_ms(),
        time_zone=desk.time_zone,
        words=reader_words(),
    )


async def find_hits(desk: Desk, floor: Floor, typed: Typed) -> dict[str, list[ShownHit]]:
    """Everything a text may mean, by group; nothing for no text."""
    if not typed.text:
        return {}
    tables = tuple(floor.tables)
    wanted = Lookup(
        typed=typed,
        tables=tables,
        named_tables=tuple(name for name in tables if _is_named(name, typed)),
    )
    hits = [*_known(desk, floor, typed), *await _recorded(desk, floor, wanted)]
    found = {group: [hit for hit in hits if hit.group == group] for group in GROUPS}
    return {group: each for group, each in found.items() if each}


async def _recorded(desk: Desk, floor: Floor, wanted: Lookup) -> list[ShownHit]:
    """What the books found; a hit that leads to an award shows its status."""
    found = await desk.books(look_up, wanted, desk.site, WORDS.now())
    names = dict.fromkeys(hit.thing.name for hit in found if hit.thing.kind == of.AWARD)
    awards = await find_awards(desk.request, list(names))
    standing = await find_standings(desk.running_site, awards)
    return [
        ShownHit(
            hit.group,
            label_of(desk, floor, hit.thing, awards),
            story_address(*hit.thing),
            hit.line,
            hit.at_ms,
            title_text(standing.get(hit.thing.name, "")) if hit.thing.kind == of.AWARD else "",
            hit.thing.kind == of.AWARD and standing.get(hit.thing.name, "").startswith(OWED),
        )
        for hit in found
    ]


# ---- what the floor knows by name ---------------------------------------------------------------


def _known(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    for find in (_tables, _jackpots, _badges, find_pages, _meters):
        yield from list(find(desk, floor, typed))[:NAMED_MOST]


def _tables(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    for name, table in floor.tables.items():
        game = catalog.game(table.game).title
        if _is_named(name, typed) or typed.is_in(f"{table.title} {game}"):
            line = ": ".join(filter(None, (game, ", ".join(map(desk.title_of, table.jackpots)))))
            yield _shown(desk, floor, Thing(of.TABLE, name), line)
        elif papers := _papers(table, typed):
            yield _shown(desk, floor, Thing(of.TABLE, name), ", ".join(papers))


def _papers(table: TableState, typed: Typed) -> list[str]:
    """The papers of a table's approval whose reference begins as it was typed."""
    begun = typed.text.lower()
    if table.approval is None or len(begun) < REFERENCE_LEAST:
        return []
    return [
        f"{title_text(kind)}: {reference}"
        for kind, reference in table.approval.record.papers
        if reference.lower().startswith(begun)
    ]


def _jackpots(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    for name, jackpot in floor.jackpots.items():
        is_called_so = typed.is_in(f"{name} {desk.title_of(name)}")
        pays = _pays(desk, floor.shown[name], typed)
        if is_called_so or pays:
            several = len(jackpot.levels) > 1
            amounts = [
                f"{desk.level_of(name, level) if several else ''} {dollars(read_shown(found))}"
                for level, found in (jackpot.levels.items() if is_called_so else ())
            ]
            line = (
                ", ".join(map(str.strip, amounts)) or "; ".join(pays) or title_text(jackpot.status)
            )
            yield _shown(desk, floor, Thing(of.JACKPOT, name), line)


def _pays(desk: Desk, jackpot: JackpotState, typed: Typed) -> list[str]:
    """A jackpot's pay for each hand with that name: a meter's current amount, and nothing of meters
    the hand doesn't pay."""
    paytable = desk.running_site.paytable_lookup[jackpot.terms.paytable]
    found = [line for line in lines_of(jackpot.terms, paytable) if typed.is_in(line.label.long)]
    return [f"{line.label.long}: {_pay(jackpot, line, paytable)}" for line in found]


def _pay(jackpot: JackpotState, line: PayLine, paytable: Paytable) -> str:
    said = pay_said(line.pay, paytable)
    return f"{said}, {dollars(pays_now(jackpot, line))}" if line.share else said


def _badges(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    for name, badge in floor.badges.items():
        is_begun = name.lower().startswith(typed.text.lower())
        called = partial(_person, floor.name_and_badge(name), badge.role)
        if is_begun or is_called(typed, called):
            yield _shown(desk, floor, Thing(of.BADGE, name), title_text(badge.role))


def _meters(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    """The meters that are called so, or whose sign shows an amount."""
    for name, jackpot in floor.jackpots.items():
        for level, found in jackpot.levels.items():
            thing = inside(of.METER, name, level)
            label = label_of(desk, floor, thing)
            own = f"{level} {desk.level_of(name, level)}"
            is_called_so = plain(label) == plain(typed.text) or typed.is_in(own)
            # Any word of a meter's name is enough only with the word meter: four-card meter.
            called = f"{name} {label} {own}"
            is_said = not typed.is_in(called) and is_called(typed, partial(_meter, called))
            if read_shown(found) in typed.amounts or is_called_so or is_said:
                line = WORDS["search"]["amount"].format(amount=dollars(read_shown(found)))
                yield _shown(desk, floor, thing, line)


def find_pages(desk: Desk, floor: Floor, typed: Typed) -> Iterator[ShownHit]:
    """Office pages and reports by title, by what people do there, or by the account's bank."""
    titles = WORDS["office"]["sections"]
    for each in sections_for(desk.who.role, OFFICE):
        bank = floor.bank if each.name == "bank" else ""
        if bank and typed.is_in(bank):
            yield ShownHit(PAGE, titles[each.name], each.address, bank)
        elif is_called(typed, partial(_page, each.name)):
            yield ShownHit(PAGE, titles[each.name], each.address, "")
    listed = BY_NAME["reports"]
    mine = [report for report in reports() if desk.who.role in report.readers]
    for report in mine if desk.reads(listed.name) else ():
        if is_called(typed, partial(_report, report)):
            yield ShownHit(
                PAGE, _report(report), f"{listed.address}/{report.name}", titles[listed.name]
            )


def _shown(desk: Desk, floor: Floor, thing: Thing, line: str) -> ShownHit:
    return ShownHit(thing.kind, label_of(desk, floor, thing), story_address(*thing), line)


def is_called(typed: Typed, called: Callable[[], str]) -> bool:
    """Whether the typed text is in a page's name for something, in any language."""
    for language in languages():
        with speaking(language):
            if typed.is_in(called()):
                return True
    return False


def _person(name: str, role: str) -> str:
    return f"{name} {name_text(role)}"


def _meter(called: str) -> str:
    return f"{called} {WORDS['story']['kinds'][of.METER]}"


def _report(report: ReportFile) -> str:
    return f"{report.label} {WORDS['office']['reports']['titles'][report.name]}"


def _page(name: str) -> str:
    return f"{WORDS['office']['sections'][name]} {WORDS['search']['acts'].get(name, '')}"


def _is_named(table: str, typed: Typed) -> bool:
    """Whether a text names a table: as one of its words, or as what was said to be a table, with
    or without the letters before its number."""
    name, said = table.lower(), typed.table.lower()
    return name in typed.words or (said != "" and said in (name, name.lstrip(_letters(name))))


def _letters(text: str) -> str:
    return "".join(letter for letter in text if letter.isalpha())


# ---- where the journal goes on ------------------------------------------------------------------


def _links(desk: Desk, typed: Typed) -> Iterable[SearchLink]:
    said = WORDS["search"]
    if typed.period is not None:
        begin, last = typed.period.from_ms, typed.period.to_ms - 1
        shown = {"begin": desk.time(begin), "end": desk.time(last)}
        case = "at_once" if shown["begin"] == shown["end"] else "in_period"
        text = said[case].format(**shown)
        yield SearchLink(text, f"/office/journal?{urlencode(_asked(desk, typed.period))}")
    code = typed.text.upper().replace(" ", "_")
    if code in WORDS["refusals"]:
        yield SearchLink(said["refusal"].format(code=code), f"/help/refusals/{code}")
    asked = urlencode({"text": typed.text})
    yield SearchLink(said["in_text"].format(text=typed.text), f"/office/journal?{asked}")


def _asked(desk: Desk, period: Period) -> dict[str, str]:
    """A period as the form of the journal has it."""
    ends = (period.from_ms, period.to_ms - 1)
    times = [local(at_ms, desk.time_zone).replace(tzinfo=None) for at_ms in ends]
    since, until = (time.isoformat(timespec="milliseconds") for time in times)
    return {"since": since, "until": until}
