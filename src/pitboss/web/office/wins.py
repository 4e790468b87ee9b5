"""Wins in the office: the list, and one win with what may be done about it."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.clerk import Clerk
from pitboss.books.pages import newest_awards, settled_awards
from pitboss.evidence.award_pack import award_files
from pitboss.evidence.sealed import sealed_zip
from pitboss.floor.facts.reports import RecordReport
from pitboss.floor.facts.values import Award
from pitboss.floor.state import AwardState, State
from pitboss.live.house_key import HouseKey
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports.sheet import COUNT, MONEY, TIME, WORDS, Column, Linked
from pitboss.web import language
from pitboss.web.front import read_form
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.menu import BY_NAME, need_reader
from pitboss.web.office.meters import training_of
from pitboss.web.records import Records
from pitboss.web.wins import find_win, win_context

router = APIRouter(prefix="/office", include_in_schema=False)
WinsDesk = Annotated[Desk, Depends(desk("wins"))]

SHOWN_MOST = 1_000
PACK = "dispute_pack"  # under which name its copies are numbered
WINS = (
    Column("award"), Column("time", TIME), Column("table"), Column("round", COUNT),
    Column("seat", COUNT), Column("hand"), Column("jackpot"), Column("training", WORDS),
    Column("level"),
    Column("from_meter", MONEY), Column("from_house", MONEY), Column("from_tray", MONEY),
    Column("total", MONEY), Column("status", WORDS), Column("confirmed_by"),
    Column("prints", COUNT),
)  # fmt: skip


@router.get("/wins")
async def wins(desk: WinsDesk) -> Response:
    """The newest wins, those from a meter or the house apart from what the tray has paid."""
    floor = await desk.floor()
    entries, count = await desk.books(newest_awards, most=SHOWN_MOST)
    listed = [(entry, award) for entry in entries for award in reversed(entry.event.awards)]
    shown = listed[:SHOWN_MOST]
    states = await _states(desk, [award.award for _, award in shown])
    rows = [
        (
            Linked(award.award, f"/office/wins/{award.award}"),
            entry.at_ms,
            entry.event.table,
            entry.event.round,
            award.seat,
            desk.hand_of(award.jackpot, award.outcome),
            award.jackpot,
            training_of(floor.jackpots[award.jackpot]),
            desk.level_of(award.jackpot, award.level) or None,
            award.meter_cents,
            award.house_cents,
            award.tray_cents,
            award.total_cents,
            _where(award, states[award.award].status),
            floor.name_of(entry.event.badge),
            states[award.award].prints,
        )
        for entry, award in shown
    ]
    note = ""
    if count > SHOWN_MOST:
        text = language.WORDS["office"]["newest"]
        note = text.format(shown=f"{SHOWN_MOST:,}", all=f"{count:,}")
    owed = await desk.running_site.look(_owed_cents)
    return desk.page("wins", [desk.sheet("wins", WINS, rows, note)], owed_cents=Cents(owed))


@router.post("/pack")
async def pack(desk: WinsDesk) -> Response:
    """The dispute pack of a win, for those who read the journal; a numbered copy, on the record
    before it leaves."""
    need_reader(BY_NAME["journal"], desk.who.role)
    award = (await read_form(desk.request))["award"]
    clerk: Clerk = desk.request.app.state.clerk
    made = await clerk.ask(award_files, award, desk.site, desk.house_words)
    key: HouseKey = desk.request.app.state.house_key
    data = await asyncio.to_thread(sealed_zip, made.files, made.about, key)
    records: Records = desk.request.app.state.records
    reply = await records.keep(
        RecordReport,
        report=PACK,
        file_format="zip",
        from_ms=made.period.from_ms,
        to_ms=made.period.to_ms,
        last_seq=made.last_seq,
        sha256=sha256(data).hexdigest(),
        badge=desk.who.badge,
    )
    if not reply.accepted:
        raise Refusal(reply.code, where=award, reason=reply.reason)
    headers = {"Content-Disposition": f'attachment; filename="pack-{award}.zip"'}
    return Response(data, media_type="application/zip", headers=headers)


@router.get("/wins/{award}")
async def win(desk: WinsDesk, award: str) -> Response:
    """One win: what the record says, the forms to pay it and to back it out."""
    found = await find_win(desk.request, award)
    return desk.page(
        "win",
        packable=desk.who.role in BY_NAME["journal"].readers,
        payable=found.status == "moved" and found.award.owed_cents > 0,
        undoable=found.status in ("recorded", "moved") and found.table != "",
        **win_context(desk.running_site, found),
    )


# ---- inside -------------------------------------------------------------------------------------


async def _states(desk: Desk, names: list[str]) -> dict[str, AwardState]:
    """How awards stand: from the floor, and of those that have left it, from the books."""
    found = await desk.running_site.look(
        lambda state: {each: state.awards.get(each) for each in names}
    )
    standing = {name: award for name, award in found.items() if award is not None}
    gone = [name for name in names if name not in standing]
    return standing | (await desk.books(settled_awards, gone) if gone else {})


def _where(award: Award, status: str) -> str:
    """What the tray has paid needs no cashier."""
    if status != "moved":
        return status
    return "owed" if award.owed_cents else "paid at the table"


def _owed_cents(state: State) -> int:
    """What waits for a cashier: play money is owed to nobody."""
    training = {name for name, jackpot in state.jackpots.items() if jackpot.terms.training}
    return sum(
        cents
        for name, cents in state.owed.items()
        if state.award(name).award.jackpot not in training
    )
