"""Wins in the office: the list, and one win with its next steps."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import Entry, things
from pitboss.books.clerk import Clerk
from pitboss.books.pages import newest_awards
from pitboss.evidence.award_pack import award_files
from pitboss.evidence.sealed import sealed_zip
from pitboss.floor.facts import reports
from pitboss.floor.facts.values import Award
from pitboss.floor.state.floor import AwardState
from pitboss.floor.view.undoing import undoing_of
from pitboss.live.house_key import HouseKey
from pitboss.money import Cents
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.reports.source import awards_in
from pitboss.web.access.front import read_form
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.menu import BY_NAME, need_reader
from pitboss.web.office.meter_pages import training_of
from pitboss.web.office.note_pages import notes_sheet
from pitboss.web.office.prize_pages import owed_awards
from pitboss.web.office.who import who_cell
from pitboss.web.screens.wins import find_awards, find_standings, find_win, win_context
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
WinsDesk = Annotated[Desk, Depends(desk("wins"))]

SHOWN_MOST, SAVED_MOST = 200, 1_000  # on the page, as CSV
PACK = "dispute_pack"  # under which name its copies are numbered
WINS = columns(
    "award* time:time total:money status:words hand table seat:count jackpot level training:words?",
    "confirmed_by round:count* from_meter:money* from_house:money* from_tray:money* prints:count*",
)


@router.get("/wins")
async def wins(desk: WinsDesk) -> Response:
    """The newest wins, those from a meter or the house apart from those paid from the tray."""
    floor = await desk.floor()
    most = SAVED_MOST if "csv" in desk.request.query_params else SHOWN_MOST
    entries, count = await desk.books(newest_awards, most=most)
    listed = [(entry, award) for entry in entries for award in reversed(awards_in(entry.event))]
    shown = listed[:most]
    states = await find_awards(desk.request, [award.award for _, award in shown])
    standing = await find_standings(desk.running_site, states)
    rows = [
        _row(desk, floor, entry, award, states[award.award], standing[award.award])
        for entry, award in shown
    ]
    note = ""
    if count > most:
        text = language.WORDS["office"]["newest_wins"]
        note = text.format(shown=f"{most:,}", all=f"{count:,}", saved=f"{SAVED_MOST:,}")
    owed = await desk.running_site.look(owed_awards)
    return desk.page(
        "wins",
        [desk.sheet("wins", WINS, rows, note)],
        owed_cents=Cents(sum(each.award.owed_cents for each in owed)),
    )


def _row(
    desk: Desk, floor: Floor, entry: Entry, award: Award, state: AwardState, standing: str
) -> tuple[Cell, ...]:
    return (
        award.award,
        entry.at_ms,
        award.total_cents,
        standing,
        Linked(desk.hand_of(award.jackpot, award.outcome), f"/office/wins/{award.award}"),
        desk.thing_cell(things.TABLE, state.table),
        desk.seat_cell(state.table, award.seat),
        desk.jackpot_cell(award.jackpot),
        desk.meter_cell(award.jackpot, award.level),
        training_of(floor.jackpots[award.jackpot]),
        who_cell(desk, floor, entry),
        desk.round_cell(state.table, state.round),
        award.meter_cents,
        award.house_cents,
        award.tray_cents,
        state.prints,
    )


@router.post("/pack")
async def pack(desk: WinsDesk) -> Response:
    """A win's dispute pack, for readers of the journal; a numbered copy, recorded before it
    leaves."""
    need_reader(BY_NAME["journal"], desk.who.role)
    award = (await read_form(desk.request))["award"]
    clerk: Clerk = desk.request.app.state.clerk
    made = await clerk.ask(award_files, award, desk.site, desk.house_words)
    key: HouseKey = desk.request.app.state.house_key
    data = await asyncio.to_thread(sealed_zip, made.files, made.about, key)
    await desk.keep(
        reports.RecordReport,
        award,
        report=PACK,
        file_format="zip",
        from_ms=made.period.from_ms,
        to_ms=made.period.to_ms,
        last_seq=made.last_seq,
        sha256=sha256(data).hexdigest(),
    )
    headers = {"Content-Disposition": f'attachment; filename="pack-{award}.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


@router.get("/wins/{award}")
async def win(desk: WinsDesk, award: str) -> Response:
    """One win: its record, and the forms to pay it and to back it out."""
    found = await find_win(desk.request, award)
    return desk.page(
        "win",
        [await notes_sheet(desk, award=award)],
        packable=desk.who.role in BY_NAME["journal"].readers,
        payable=found.status == "moved" and found.award.owed_cents > 0,
        undoing=await desk.running_site.look(lambda state: undoing_of(state, award)),
        **win_context(desk.running_site, found),
    )
