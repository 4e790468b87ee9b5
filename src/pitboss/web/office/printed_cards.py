"""Printable cards: one sheet for each game, keypad and set of jackpots in the house, and one for
supervisors; and the papers of each table.

A card is in its reader's language, a paper in that of the house; neither is a record.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts.values import KEYPADS
from pitboss.floor.state.floor import State
from pitboss.floor.state.posting import posted_drift
from pitboss.local_time import local_day
from pitboss.notation import day, dollars, translate
from pitboss.refusal import Refusal, Told
from pitboss.reports.card import PocketCard, card_page
from pitboss.reports.table_papers import KINDS, papers_pdf
from pitboss.reports.typeset import check_paper
from pitboss.rules import catalog
from pitboss.rules.game import OWN_SIDE
from pitboss.rules.scaling import at_wager
from pitboss.site.model import SiteJackpot
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.report_site import papers_of
from pitboss.web.screens.posted_page import posted_bet
from pitboss.words.language import WordTable, language_now

router = APIRouter(prefix="/office", include_in_schema=False)
CardsDesk = Annotated[Desk, Depends(desk("permissions"))]

SAID = WordTable("cards")
CONSOLE = WordTable("help", "screens", "console")
KEYLESS = "atlas"  # the console of this system, which has keys of a keyboard
HANDS_MOST = 14  # of a card, so that it stays one sheet


@router.get("/cards")
async def cards(desk: CardsDesk, paper: str = "letter") -> Response:
    """The cards of this house, and the papers of each table."""
    check_paper(paper)
    made = [
        {
            "title": catalog.game(kind.game).title,
            "words": SAID["keypads"][kind.keypad],
            "jackpots": ", ".join(_titles(desk, tables)) or SAID["no_jackpot"],
            "tables": ", ".join(tables),
            "table": tables[0],
        }
        for kind, tables in (await _kinds(desk)).items()
    ]
    papers = await desk.running_site.look(_posted)
    return desk.page(
        "cards",
        cards=made,
        papers=papers,
        paper=paper,
        kinds=KINDS,
        offered=[(each.table, f"{each.table} · {each.game}") for each in papers],
    )


@router.get("/cards/{table}/{kind}.pdf")
async def table_paper(desk: CardsDesk, table: str, kind: str, paper: str = "letter") -> Response:
    """One of the papers of a table, in the language of the house."""
    if kind not in KINDS:
        raise Refusal("PAGE_UNKNOWN", "house_no_such", where=kind)
    site = desk.running_site.site
    papers = await desk.books(papers_of, table, desk.site, site.language)
    today, words = local_day(desk.running_site.now_ms(), desk.time_zone), desk.house_words
    printed = words["table_papers"]["printed"].format(house=site.name, day=day(today))
    made = await asyncio.to_thread(
        papers_pdf, papers, kind, words["table_papers"], day=today, printed=printed, paper=paper
    )
    return _pdf(made, f"{kind}-{table}")


class PostedState(NamedTuple):
    """Whether a table's papers show what it runs; nothing if nobody recorded them."""

    table: str
    game: str
    is_recorded: bool
    differs: tuple[Told, ...]


def _posted(state: State) -> list[PostedState]:
    """On the engine's thread."""
    return [
        PostedState(
            name,
            table.title or catalog.game_title(table.game),
            bool(table.posted),
            tuple(each.as_posted for each in posted_drift(state, table)),
        )
        for name, table in state.tables.items()
        if not table.closed
    ]


@router.get("/cards/supervisor.pdf")
async def supervisor(desk: CardsDesk, paper: str = "letter") -> Response:
    """The card of people who confirm."""
    profile, check = desk.running_site.profile, SAID["check"]
    from_pit = "pit" in profile.confirmed_at.value
    has_key = any(KEYPADS[each.keypad].has_key for each in desk.running_site.site.tables)
    limits = await _limits(desk)
    amount = dollars(profile.law.deck_counted_from.cents)
    card = _card(
        desk,
        SAID["supervisor"],
        translate(profile.title),
        [
            (
                SAID["winner_head"],
                [
                    check["hand"],
                    check["wager"],
                    check["deck"].format(amount=amount),
                    check["order"],
                    *([check["key"]] if has_key else []),
                ],
            ),
            (
                SAID["confirms"],
                [
                    *limits,
                    check["not_dealer"],
                    check["at_pit" if from_pit else "at_table"],
                ],
            ),
            (SAID["trouble_head"], [check["void"], check["back_out"], check["pause"]]),
            (SAID["papers"], [check["prints"], check["pay"], check["close"]]),
        ],
    )
    return await _printed(card, "supervisor", paper)


@router.get("/cards/{table}.pdf")
async def dealer(desk: CardsDesk, table: str, paper: str = "letter") -> Response:
    """A dealer's card for a table, and every other table that plays the same way."""
    found = [(kind, tables) for kind, tables in (await _kinds(desk)).items() if table in tables]
    if not found:
        raise Refusal("PAGE_UNKNOWN", "house_no_such", where=table)
    ((kind, tables),) = found
    about = (", ".join(tables), SAID["keypads"][kind.keypad], *_titles(desk, tables))
    pays = _pays(desk, table)
    card = _card(
        desk,
        f"{SAID['dealer']}: {catalog.game(kind.game).title}",
        " · ".join(about),
        _dealers_parts(kind, pays_envy=any(envy for _, _, envy in pays)),
        pays=pays,
        keys=CONSOLE["keys"] if kind.keypad == KEYLESS and kind.paytables else (),
    )
    return await _printed(card, table, paper)


class Kind(NamedTuple):
    """Tables that play the same way."""

    game: str
    keypad: str
    paytables: tuple[str, ...]
    has_shuffler: bool  # whose failure a letter has steps for
    shares: tuple[str, ...]  # who shares a percentage, where seats do: the names of those lines


async def _kinds(desk: Desk) -> dict[Kind, list[str]]:
    """The tables of each game, keypad and jackpots, as the site file has them."""
    site, opened = desk.running_site.site, (await desk.floor()).tables
    names = {each.jackpot: each.paytable for each in site.jackpots}
    splits = {each.jackpot: _shares(desk, each) for each in site.jackpots}
    found: dict[Kind, list[str]] = {}
    for table in site.tables:
        paytables = tuple(names[jackpot] for jackpot in table.jackpots)
        steps = opened[table.table].shuffler_steps if table.table in opened else ()
        shares = tuple(dict.fromkeys(line for name in table.jackpots for line in splits[name]))
        kind = Kind(table.game, table.keypad, paytables, bool(steps), shares)
        found.setdefault(kind, []).append(table.table)
    return found


def _shares(desk: Desk, jackpot: SiteJackpot) -> tuple[str, ...]:
    """The line about a percentage that several seats share (MB-6); none where nobody does."""
    paytable = desk.running_site.paytables.get(jackpot.paytable)
    if not paytable.splits_awards or jackpot.kind != "progressive":
        return ()
    return ("share" if jackpot.split_among == OWN_SIDE else "share_all",)


def _dealers_parts(kind: Kind, *, pays_envy: bool) -> list[tuple[str, list[str]]]:
    key = "_with_key" if KEYPADS[kind.keypad].has_key else ""
    begin = ["sign_in", "touch", f"start{key}", "deal", f"end{key}", f"relief{key}"]
    envy = ["envy"] if pays_envy else []
    won = ["mark", *kind.shares, "split", f"call{key}", "pay", *envy, f"finish{key}"]
    trouble = [f"late{key}", "misdeal", "lost", "pause"]
    if not kind.paytables:
        begin.remove("touch")
        won = ["no_jackpot"]
        trouble = ["misdeal_no_jackpot", "lost", "pause"]
    if kind.has_shuffler:
        trouble.append("shuffler")
    return [
        (SAID[f"{part}_head"], [SAID[part][name] for name in names])
        for part, names in (("round", begin), ("winner", won), ("trouble", trouble))
    ]


def _titles(desk: Desk, tables: Sequence[str]) -> list[str]:
    """The jackpots' titles on some tables' signs."""
    site = desk.running_site.site
    played = [name for each in site.tables if each.table in tables for name in each.jackpots]
    return [desk.title_of(name) for name in dict.fromkeys(played)]


async def _limits(desk: Desk) -> list[str]:
    """The amount above which an executive confirms; by jackpot if they differ."""
    check, floor = SAID["check"], await desk.floor()
    limits: dict[int, list[str]] = {}
    for jackpot in floor.jackpots.values():
        if jackpot.status != "retired":
            limits.setdefault(jackpot.terms.executive_above_cents, []).append(
                desk.title_of(jackpot.jackpot)
            )
    if len(limits) == 1:
        return [check["limit"].format(amount=dollars(*limits))]
    return [
        check["limit_of"].format(amount=dollars(cents), jackpots=", ".join(titles))
        for cents, titles in sorted(limits.items())
    ]


def _pays(desk: Desk, table: str) -> list[tuple[str, str, str]]:
    """The hands a dealer marks, best first, with their pays at the house's wager and the envy for
    each other seat; with two jackpots, each under a row with its title."""
    site, found = desk.running_site.site, desk.running_site.paytables
    played = {each.jackpot: each for each in site.jackpots}
    (jackpots,) = (each.jackpots for each in site.tables if each.table == table)
    rows: list[tuple[str, str, str]] = []
    for jackpot in jackpots:
        if len(jackpots) > 1:
            rows.append((desk.title_of(jackpot), "", ""))
        wager_cents, paytable = played[jackpot].wager_cents, found.get(played[jackpot].paytable)
        if wager_cents is not None:
            paytable = at_wager(paytable, wager_cents)
        hands = posted_bet(paytable)["rows"][: HANDS_MOST // len(jackpots)]
        rows += [(hand["hand"], " / ".join(hand["pays"]), hand["envy"]) for hand in hands]
    return rows


def _card(
    desk: Desk,
    title: str,
    about: str,
    parts: list[tuple[str, list[str]]],
    *,
    pays: list[tuple[str, str, str]] | None = None,
    keys: list[list[str]] | tuple[()] = (),
) -> PocketCard:
    today = local_day(desk.running_site.now_ms(), desk.time_zone)
    house = desk.running_site.site.name
    return PocketCard(
        title=title,
        about=about,
        day=today,
        printed=SAID["printed"].format(house=house, day=day(today)),
        language=language_now(),
        parts=parts,
        refused=(SAID["refused"], SAID["refused_text"]),
        pays=pays or [],
        keys=keys,
        heads={"pays": SAID["pays_head"], "others": SAID["others"], "keys": SAID["keys"]},
    )


async def _printed(card: PocketCard, name: str, paper: str) -> Response:
    made = await asyncio.to_thread(card_page, card, paper=paper)
    return _pdf(made, f"card-{name}")


def _pdf(made: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)
