"""Jackpots and links: what is played for where, and under which terms."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.approved import DIGEST_SHOWN
from pitboss.floor.state import JackpotState, TableState
from pitboss.floor.view.approvals import record_text
from pitboss.reports.sheet import COUNT, MONEY, WORDS, Cell, Column, Linked
from pitboss.rules import catalog
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
JackpotsDesk = Annotated[Desk, Depends(desk("jackpots"))]

JACKPOTS = (
    Column("jackpot"), Column("title"), Column("kind", WORDS), Column("status", WORDS),
    Column("tables"), Column("link", WORDS), Column("wager", MONEY),
    Column("executive_above", MONEY), Column("bets_in", COUNT), Column("paytable"),
)  # fmt: skip
TABLES = (
    Column("table"), Column("title"), Column("game"), Column("seats", COUNT),
    Column("jackpots"), Column("keypad"), Column("dealer"), Column("rounds", COUNT),
    Column("status", WORDS), Column("approval"), Column("bundle"),
)  # fmt: skip


@router.get("/jackpots")
async def jackpots(desk: JackpotsDesk) -> Response:
    """Every jackpot with the tables that share it, and every table."""
    floor = await desk.floor()
    titles = {table.table: table.title for table in desk.running_site.site.tables}
    listed: list[tuple[Cell, ...]] = []
    for name, jackpot in floor.jackpots.items():
        shared = floor.tables_of(name)
        listed.append(
            (
                name,
                desk.title_of(name),
                jackpot.terms.kind,
                _status(jackpot),
                ", ".join(shared),
                "linked" if len(shared) > 1 else "",
                jackpot.terms.wager_cents,
                jackpot.terms.executive_above_cents,
                jackpot.bets,
                Linked(jackpot.terms.paytable, f"/office/paytables/{jackpot.terms.paytable}"),
            )
        )
    tables = [
        (
            Linked(name, f"/pit/{name}"),
            titles.get(name, ""),
            catalog.game(table.game).title,
            table.seats,
            ", ".join(table.jackpots),
            table.keypad,
            floor.name_of(table.dealer),
            table.rounds,
            _standing(table),
            record_text(table.approval.record) if table.approval else "",
            table.bundle[:DIGEST_SHOWN],
        )
        for name, table in floor.tables.items()
    ]
    return desk.page(
        "jackpots",
        [desk.sheet("jackpots", JACKPOTS, listed), desk.sheet("tables", TABLES, tables)],
        names=list(floor.jackpots),
    )


def _status(jackpot: JackpotState) -> str:
    return f"{jackpot.status}, training" if jackpot.terms.training else jackpot.status


def _standing(table: TableState) -> str:
    """The first thing that keeps a table from playing for money, or that it plays."""
    if table.closed:
        return "closed"
    if table.paused:
        return "paused"
    if table.betting_closed:
        return "betting closed"
    if table.drift:
        return "not as approved"
    return "training" if table.training else "open"
