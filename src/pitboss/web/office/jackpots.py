"""Jackpots and links: what is played for where, and under which terms."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.sheet import COUNT, MONEY, WORDS, Cell, Column, Linked

router = APIRouter(prefix="/office", include_in_schema=False)
JackpotsDesk = Annotated[Desk, Depends(desk("jackpots"))]

JACKPOTS = (
    Column("jackpot"), Column("title"), Column("kind", WORDS), Column("status", WORDS),
    Column("paytable"), Column("wager", MONEY), Column("executive_above", MONEY),
    Column("bets_in", COUNT), Column("tables"), Column("link"),
)  # fmt: skip
TABLES = (
    Column("table"), Column("title"), Column("game", WORDS), Column("seats", COUNT),
    Column("jackpots"), Column("keypad"), Column("dealer"), Column("rounds", COUNT),
    Column("paused"),
)  # fmt: skip


@router.get("/jackpots")
async def jackpots(desk: JackpotsDesk) -> Response:
    """Every jackpot with the tables that share it, and every table."""
    floor = await desk.floor()
    titles = {table.table: table.title for table in desk.house.site.tables}
    listed: list[tuple[Cell, ...]] = []
    for name, jackpot in floor.jackpots.items():
        shared = floor.tables_of(name)
        listed.append(
            (
                name,
                desk.house.book[jackpot.paytable].title,
                jackpot.kind,
                getattr(jackpot, "status", "open"),
                Linked(jackpot.paytable, f"/office/paytables/{jackpot.paytable}"),
                jackpot.wager_cents,
                jackpot.executive_above_cents,
                jackpot.bets,
                ", ".join(shared),
                "linked" if len(shared) > 1 else "",
            )
        )
    tables = [
        (
            Linked(name, f"/pit/{name}"),
            titles.get(name, ""),
            table.game,
            table.seats,
            ", ".join(table.jackpots),
            table.keypad,
            floor.name_of(table.dealer),
            table.rounds,
            "paused" if table.paused else "",
        )
        for name, table in floor.tables.items()
    ]
    return desk.page(
        "jackpots",
        [desk.sheet("jackpots", JACKPOTS, listed), desk.sheet("tables", TABLES, tables)],
        names=list(floor.jackpots),
    )
