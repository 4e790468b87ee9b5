"""What is posted: a table's limits, the pays of the bets on its layout, and the page `/posted` with
every paytable as a sign prints it, and a page of each table as it runs. The words are the
paytable's own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from pitboss.books.clerk import Clerk
from pitboss.floor.view.labels import pay_words, stake_note
from pitboss.live.running_site import RunningSite
from pitboss.money import Cents
from pitboss.notation import title_text, translate, whole_dollars
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Loses, Paytable
from pitboss.rules.posted import posted_lines, source_words
from pitboss.site.model import Site, SiteTable
from pitboss.web.office.figure_words import pay_said
from pitboss.web.office.report_site import papers_of, site_facts
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS, language_now

if TYPE_CHECKING:
    from pitboss.web.screens.posted_odds import BetOdds

TO_ONE = " to 1"

router = APIRouter(include_in_schema=False)


@router.get("/posted")
def show_posted(request: Request) -> HTMLResponse:
    """Every paytable as its letter prints it, game by game; also for printing."""
    paytables: Paytables = request.app.state.running_site.paytables
    return _page(request, [paytables.get(name) for name in paytables.ids()])


@router.get("/posted/table/{table}")
async def posted_at(request: Request, table: str) -> HTMLResponse:
    """What a table runs now: limits, pays, odds, notices and rules. A player's phone comes here by
    the code on the sign, so nobody signs in."""
    running_site: RunningSite = request.app.state.running_site
    clerk: Clerk = request.app.state.clerk
    site = running_site.site
    facts = site_facts(site, running_site.law.stated, running_site.names, running_site.folder)
    papers = await clerk.ask(papers_of, table, facts, language_now())
    odds = await asyncio.to_thread(_odds_of, running_site, table)
    device = request.state.device
    back = f"/table/{table}" if device is not None and device.table == table else ""
    return shown_page(request, "posted_table.html", {"papers": papers, "odds": odds, "back": back})


def _odds_of(running_site: RunningSite, table: str) -> list[BetOdds]:
    from pitboss.web.screens.posted_odds import odds_of  # loads the lab, beside the floor's work

    site = running_site.site
    return odds_of(site, table_of(site, table), running_site.paytables)


@router.get("/posted/{paytable:path}")
def posted_one(request: Request, paytable: str) -> HTMLResponse:
    return _page(request, [request.app.state.running_site.paytables.get(paytable)])


def _page(request: Request, shown: list[Paytable]) -> HTMLResponse:
    running_site: RunningSite = request.app.state.running_site
    sheets = [
        {"id": each.id, "title": each.title, "source": source_words(each), **posted_bet(each)}
        for each in shown
    ]
    for sheet, each in zip(sheets, shown, strict=True):
        if each.levels and (stake := stake_note(each)):
            sheet["footnotes"].append(WORDS["sign"]["stake"][stake])
        sheet["footnotes"] += [WORDS["posted"]["split"]] if each.splits_awards else []
    context = {"house": running_site.site.name, "sheets": sheets}
    return shown_page(request, "posted.html", context)


# ---- a table ------------------------------------------------------------------------------------


def table_of(site: Site, table: str) -> SiteTable:
    """A table of the site file, or TABLE_UNKNOWN."""
    for each in site.tables:
        if each.table == table:
            return each
    raise Refusal("TABLE_UNKNOWN", "no_such_table", where=table)


def limits_of(table: SiteTable) -> list[dict[str, str]]:
    """The posted limits, in the order of the layout."""
    return [
        {
            "wager": wager.name,
            "words": WORDS["wagers"].get(wager.name) or title_text(wager.name),
            **_amounts(table.limits[wager.name]),
        }
        for wager in catalog.game(table.game).wagers
        if wager.name in table.limits
    ]


def bets_of(table: SiteTable, paytables: Paytables) -> list[dict[str, Any]]:
    """The bets that the table's paytables pay, side bets first, each with its lines, best first. If
    pays depend on the round, each kind of round has a column."""
    game = catalog.game(table.game)
    slots = [slot.name for slot in game.slots if slot.name in table.paytables]
    slots.sort(key=lambda slot: slot == "base")
    bets = [posted_bet(paytables.get(table.paytables[slot])) for slot in slots]
    for bet in bets:
        bet["footnotes"] += _folded_bet(table, bet["slot"])
    return [bet for bet in bets if bet["rows"]]


def _folded_bet(table: SiteTable, slot: str) -> list[str]:
    """Whether a bet is paid on a folded hand, where the house may say (SF-5)."""
    name = f"folded_{slot}"
    for option in catalog.game(table.game).options:
        if option.name == name:
            paid = table.options.get(name, option.default) == "yes"
            return [WORDS["sign"]["folded_paid" if paid else "folded_unpaid"]]
    return []


def hand_counts(table: SiteTable, paytables: Paytables) -> list[int]:
    """The hand counts that decide a round's pays; none if no pay depends on them (CS-2)."""
    columns = {column for bet in bets_of(table, paytables) for column in bet["columns"]}
    return sorted(count for count in map(int, columns) if count <= table.seats + 1)


def posted_bet(paytable: Paytable) -> dict[str, Any]:
    """One paytable as a sign prints it."""
    wager = paytable.wager_cents
    return {
        "slot": paytable.slot,
        "words": paytable.bet,
        "wager": "" if wager is None else whole_dollars(wager),
        "columns": list(paytable.columns) if len(paytable.columns) > 1 else [],
        "rows": _rows(paytable),
        "has_envy": bool(paytable.envy),
        "footnotes": list(map(in_both, paytable.footnotes)),
        "dealing": paytable.dealing,
    }


def in_both(footnote: str) -> str:
    """A letter's text below its pays, as printed; if it says what a player loses, the reader's own
    words follow."""
    said = translate(footnote)
    return footnote if said == footnote else f"{footnote} / {said}"


def _rows(paytable: Paytable) -> list[dict[str, Any]]:
    """Each line that does more than lose, with its pay in every column."""
    rows = []
    for line in posted_lines(paytable):
        if all(isinstance(prize, Loses) for prize in line.prizes):
            continue
        pays = [pay_words(prize, paytable) for prize in line.prizes]
        if len(pays) > 1:  # the column head says that odds are to 1
            pays = [pay.removesuffix(TO_ONE) for pay in pays]
        pays = [pay_said(pay, paytable) for pay in pays]
        envy = "" if line.envy_cents is None else whole_dollars(line.envy_cents)
        rows.append({"hand": line.label.long, "pays": pays, "envy": envy})
    return rows


def _amounts(limits: tuple[Cents, Cents]) -> dict[str, str]:
    least, most = (whole_dollars(cents) for cents in limits)
    return {"least": least, "most": most}
