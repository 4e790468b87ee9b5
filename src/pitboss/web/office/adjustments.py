"""Manual adjustments: a closed list of reasons, two badges, and the record of all of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse, Response
from msgspec import to_builtins

from pitboss.books import Entry
from pitboss.books.clerk import Clerk
from pitboss.evidence.story import wagers_in
from pitboss.floor.decide.jackpots import ADJUSTMENTS
from pitboss.floor.decide.pending import paying_level
from pitboss.floor.decide.won_by_hand import line_pays
from pitboss.floor.facts import jackpots
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.state.shortfalls import LIABILITY
from pitboss.floor.view.labels import lines_of
from pitboss.money import Cents, cents_and_micros, shown_down
from pitboss.notation import dollars
from pitboss.reports.sheet import Cell, Linked, columns
from pitboss.web.office.desk import Desk, Floor, desk
from pitboss.web.office.who import who_cell
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
AdjustmentsDesk = Annotated[Desk, Depends(desk("adjustments"))]

COLUMNS = columns(
    "seq:count time:time jackpot level adjustment:words before:money change:money after:money",
    "below_cent:micros? why:long who award? amount_reason:long? corrects:count?",
)


@router.get("/adjustments")
async def show_adjustments(desk: AdjustmentsDesk) -> Response:
    """All adjustments, and the form for one more."""
    floor = await desk.floor()
    rows = [_row(desk, floor, entry) for entry in await desk.newest("meter-adjusted")]
    allowed = desk.running_site.profile.law.reduction_reasons
    reasons = [kind for kind in ADJUSTMENTS if kind in allowed.value]
    return desk.page(
        "adjustments",
        [desk.sheet("adjustments", COLUMNS, rows)],
        reasons=reasons,
        rule=allowed.rule,
        meters=desk.meters_listed(floor),
        tables=desk.tables_listed(floor),
        lines=await desk.running_site.look(lambda state: list(_lines(desk, state))),
        evidence=await desk.running_site.look(lambda state: list(_evidence(desk, state))),
    )


@router.get("/adjustments/wagers/{table}/{number}")
async def wagers(desk: AdjustmentsDesk, table: str, number: int) -> Response:
    """A round's wagers, for someone reporting that one has won: each with its jackpot, the state of
    the round, and any award."""
    clerk: Clerk = desk.request.app.state.clerk
    found = await clerk.ask(wagers_in, table, number)
    listed = [to_builtins(spot) | to_builtins(wager) for spot, wager in found.items()]
    return JSONResponse({"accepted": True, "wagers": listed})


def _row(desk: Desk, floor: Floor, entry: Entry) -> tuple[Cell, ...]:
    event = entry.event
    after = event.movement.after.meter_micros
    before, (now, below) = shown_down(after - event.movement.meter_micros), cents_and_micros(after)
    return (
        Linked(entry.seq, f"/office/journal/{entry.seq}"),
        entry.at_ms,
        desk.jackpot_cell(event.jackpot),
        desk.meter_cell(event.jackpot, event.level),
        event.adjustment,
        before,
        event.cents,
        now,
        below,
        event.reason,
        who_cell(desk, floor, entry),
        _award_cell(desk, event) if event.award else "",
        event.amount_reason,
        event.corrects,
    )


def _award_cell(desk: Desk, event: jackpots.MeterAdjusted) -> Linked:
    """A prize that was recorded by hand, by its hand."""
    hand = desk.hand_of(event.jackpot, event.won_at.outcome) if event.won_at else ""
    return Linked(event.award, f"/office/wins/{event.award}", shown=hand)


def _evidence(desk: Desk, state: State) -> Iterator[tuple[str, str]]:
    """On the engine's thread: how players' money may leave a meter now."""
    said = language.WORDS["office"]["evidence"]
    for name, found in state.papers.items():
        if (left := found.cents - found.taken_cents) > 0 and found.status != "dismissed":
            meter = desk.meter_title(found.jackpot, found.level)
            yield name, said["notice"].format(paper=name, meter=meter, left=dollars(left))
    if copy := state.reports.get(LIABILITY):
        yield f"{LIABILITY} {copy}", said["report"].format(copy=copy)


def _lines(desk: Desk, state: State) -> Iterator[tuple[str, str, str, Cents, bool]]:
    """On the engine's thread: the hands each meter pays, best first, the current amount, and
    whether it is the whole meter."""
    for name, jackpot in state.jackpots.items():
        paytable = desk.running_site.paytable_lookup[jackpot.terms.paytable]
        for line in lines_of(jackpot.terms, paytable):
            if level := paying_level(jackpot.terms, paytable, line.outcome):
                at = jackpots.WonAt("", 0, Spot(0, 0), line.outcome)
                pays = line_pays(state, at, jackpot, paytable)
                hand = desk.hand_of(name, line.outcome)
                yield f"{name}|{level}", line.outcome, hand, pays.cents, pays.restarts
