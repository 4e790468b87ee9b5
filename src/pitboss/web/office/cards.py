"""Cards to print: one sheet for each game and keypad of the house, and one for supervisors.

A card is for whoever reads it, in his language; it is no record."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.facts.values import KEYPADS
from pitboss.local_time import local_day
from pitboss.notation import day, dollars
from pitboss.refusal import Refusal
from pitboss.reports.card import PocketCard, card_page
from pitboss.rules import catalog
from pitboss.site.model import SiteTable
from pitboss.web.language import WordTable, language_now
from pitboss.web.office.desk import Desk, desk
from pitboss.web.posted import posted_bet

router = APIRouter(prefix="/office", include_in_schema=False)
CardsDesk = Annotated[Desk, Depends(desk("permissions"))]

SAID = WordTable("cards")
CONSOLE = WordTable("help", "screens", "console")
KEYLESS = "atlas"  # the console of this system, which has keys of a keyboard
HANDS_MOST = 14  # of a card, so that it stays one sheet


@router.get("/cards")
async def cards(desk: CardsDesk) -> Response:
    """The cards of this house."""
    made = [
        {
            "game": game,
            "title": catalog.game(game).title,
            "keypad": keypad,
            "words": SAID["keypads"][keypad],
            "tables": ", ".join(each.table for each in tables),
        }
        for (game, keypad), tables in _kinds(desk).items()
    ]
    return desk.page("cards", cards=made)


@router.get("/cards/supervisor.pdf")
async def supervisor(desk: CardsDesk, paper: str = "letter") -> Response:
    """The card of whoever confirms."""
    profile, check = desk.running_site.profile, SAID["check"]
    from_pit = "pit" in profile.confirmed_at.value
    has_key = any(KEYPADS[each.keypad].has_key for each in desk.running_site.site.tables)
    amount = dollars(profile.law.deck_counted_from.cents)
    limit = dollars(profile.executive_above.cents)
    card = _card(
        desk,
        SAID["supervisor"],
        profile.title,
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
                    check["limit"].format(amount=limit),
                    check["not_dealer"],
                    check["at_pit" if from_pit else "at_table"],
                ],
            ),
            (SAID["trouble_head"], [check["void"], check["back_out"], check["pause"]]),
            (SAID["papers"], [check["prints"], check["pay"], check["close"]]),
        ],
    )
    return await _printed(card, "supervisor", paper)


@router.get("/cards/{game}/{keypad}.pdf")
async def dealer(desk: CardsDesk, game: str, keypad: str, paper: str = "letter") -> Response:
    """The card of a dealer at one game, with one keypad."""
    tables = _kinds(desk).get((game, keypad))
    if tables is None:
        reason = "no table has this game with this keypad; /office/cards lists the cards"
        raise Refusal("PAGE_UNKNOWN", where=f"{game} {keypad}", reason=reason)
    key = "_with_key" if KEYPADS[keypad].has_key else ""
    begin, winner, trouble = SAID["round"], SAID["winner"], SAID["trouble"]
    card = _card(
        desk,
        f"{SAID['dealer']}: {catalog.game(game).title}",
        SAID["keypads"][keypad],
        [
            (
                SAID["round_head"],
                [
                    begin["sign_in"],
                    begin["touch"],
                    begin[f"start{key}"],
                    begin["deal"],
                    begin[f"end{key}"],
                    begin["relief"],
                ],
            ),
            (
                SAID["winner_head"],
                [
                    winner["mark"],
                    winner["split"],
                    winner[f"call{key}"],
                    winner["pay"],
                    SAID["envy"],
                    winner[f"finish{key}"],
                ],
            )
            if tables[0].jackpots
            else (SAID["winner_head"], [winner["pay"]]),
            (SAID["trouble_head"], list(trouble.values())),
        ],
        pays=_pays(desk, tables[0]),
        keys=CONSOLE["keys"] if keypad == KEYLESS else (),
    )
    return await _printed(card, f"{game}-{keypad}", paper)


def _kinds(desk: Desk) -> dict[tuple[str, str], list[SiteTable]]:
    """The tables of each game and keypad, as the site file has them."""
    found: dict[tuple[str, str], list[SiteTable]] = {}
    for table in desk.running_site.site.tables:
        found.setdefault((table.game, table.keypad), []).append(table)
    return found


def _pays(desk: Desk, table: SiteTable) -> list[tuple[str, str]]:
    """The hands that a dealer marks, best first, as the letter prints them."""
    running_site = desk.running_site
    names = {each.jackpot: each.paytable for each in running_site.site.jackpots}
    rows = [
        row
        for jackpot in table.jackpots
        for row in posted_bet(running_site.paytables.get(names[jackpot]))["rows"]
    ]
    return [(row["hand"], " / ".join(row["pays"])) for row in rows[:HANDS_MOST]]


def _card(
    desk: Desk,
    title: str,
    about: str,
    parts: list[tuple[str, list[str]]],
    *,
    pays: list[tuple[str, str]] | None = None,
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
        heads={"pays": SAID["pays_head"], "keys": SAID["keys"]},
    )


async def _printed(card: PocketCard, name: str, paper: str) -> Response:
    made = await asyncio.to_thread(card_page, card, paper=paper)
    headers = {"Content-Disposition": f'inline; filename="card-{name}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)
