"""Jackpots and links: what people play for, where, and under which terms."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import things
from pitboss.floor.state.approved import DIGEST_SHOWN
from pitboss.floor.state.floor import JackpotState, TableState
from pitboss.floor.view.approvals import record_text
from pitboss.reports.sheet import Cell, Linked, LinkedParts, columns
from pitboss.rules import catalog
from pitboss.web.office.desk import Desk, Floor, desk

router = APIRouter(prefix="/office", include_in_schema=False)
JackpotsDesk = Annotated[Desk, Depends(desk("jackpots"))]

JACKPOTS = columns(
    "title status:words tables link:words? wager:money executive_above:money bets_in:count",
    "kind:words paytable jackpot*",
)
TABLES = columns(
    "table title status:words dealer game seats:count rounds:count jackpots keypad* approval:told",
    "bundle*",
)


@router.get("/jackpots")
async def jackpots(desk: JackpotsDesk) -> Response:
    """Every jackpot with the tables that share it, and every table."""
    floor = await desk.floor()
    listed = [_jackpot_row(desk, floor, jackpot) for jackpot in floor.jackpots.values()]
    titles = {table.table: table.title for table in desk.running_site.site.tables}
    tables = [
        (
            _table(desk, name),
            titles.get(name, ""),
            _standing(table),
            desk.person_cell(floor, table.dealer),
            catalog.game(table.game).title,
            table.seats,
            table.rounds,
            LinkedParts(tuple(desk.jackpot_cell(each) for each in table.jackpots)),
            table.keypad,
            record_text(table.approval.record) if table.approval else "",
            table.bundle[:DIGEST_SHOWN],
        )
        for name, table in floor.tables.items()
    ]
    return desk.page(
        "jackpots",
        [
            desk.sheet("jackpots", JACKPOTS, listed),
            desk.sheet("tables", TABLES, tables),
        ],
        playing=_listed(desk, floor, "open"),
        suspended=_listed(desk, floor, "suspended"),
    )


def _jackpot_row(desk: Desk, floor: Floor, jackpot: JackpotState) -> tuple[Cell, ...]:
    terms, shared = jackpot.terms, floor.tables_of(jackpot.jackpot)
    paytable = desk.running_site.paytable_lookup[terms.paytable]
    return (
        desk.jackpot_cell(jackpot.jackpot),
        f"{jackpot.status}, training" if jackpot.terms.training else jackpot.status,
        desk.tables_cell(shared),
        "linked" if len(shared) > 1 else "",
        terms.wager_cents,
        terms.executive_above_cents,
        jackpot.bets,
        terms.kind,
        Linked(paytable.title, f"/office/paytables/{terms.paytable}"),
        jackpot.jackpot,
    )


def _table(desk: Desk, name: str) -> Cell:
    """A link to the table's story, or straight to the pit for readers without stories."""
    if desk.tells_stories:
        return desk.thing_cell(things.TABLE, name)
    return Linked(name, f"/pit/{name}")


def _listed(desk: Desk, floor: Floor, status: str) -> list[tuple[str, str, str]]:
    """The jackpots of a status for a form: each with its tables and how it stands."""
    return [
        (name, desk.title_of(name), f"{status}; {', '.join(floor.tables_of(name))}")
        for name, jackpot in floor.jackpots.items()
        if jackpot.status == status
    ]


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
