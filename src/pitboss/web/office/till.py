"""A till of the cage: prizes to pay, the payout a step at a time, and the cashier's drawer.

A person signs in at an enrolled till; the till sends the same commands as the office."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor.state.drawers import DrawerState, is_open
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.view.forms_due import forms_due
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.web.access.gate import till_of
from pitboss.web.office.desk import Desk, Floor, desk, floor_of
from pitboss.web.office.payout import TypedSoFar, payout_page
from pitboss.web.office.prize_pages import SHOWN_MOST, owed_awards
from pitboss.web.screens.wins import recorded_ms
from pitboss.words.language import WORDS

router = APIRouter(prefix="/till", include_in_schema=False)
FRAME = "office/till_layout.html"
PIECES = tuple(map(Cents, (10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1)))


async def _at_till(desk: Annotated[Desk, Depends(desk("wins"))]) -> Desk:
    """Refuse a browser that isn't a till."""
    if not till_of(desk.request):
        raise Refusal("DEVICE_ELSEWHERE", "not_till", where=desk.request.url.path)
    return desk


TillDesk = Annotated[Desk, Depends(_at_till)]


class PrizeCard(NamedTuple):
    """A prize as a card of the till's first page."""

    award: str
    cents: Cents
    hand: str
    table: str
    seat: int
    won: str
    state: str  # held, due for a tax form, or empty


@router.get("")
async def home(desk: TillDesk) -> Response:
    """Prizes to pay, oldest first."""
    site = desk.running_site
    now_ms = site.now_ms()
    found = await site.look(lambda state: _waiting(state, now_ms))
    cards = [await _card(desk, each, state) for each, state in found]
    return desk.page("till_home", cards=cards, **await _where(desk))


@router.get("/prize/{award}")
async def prize(desk: TillDesk, award: str, typed: TypedSoFar) -> Response:
    """The payout of a prize; the drawer comes first."""
    return await payout_page(desk, award, typed, **await _where(desk))


@router.get("/drawer")
async def drawer(desk: TillDesk) -> Response:
    """Count, open, fill, drop, hand over, close."""
    return desk.page("till_drawer", pieces=PIECES, is_at_drawer=True, **await _where(desk))


async def _where(desk: Desk) -> dict[str, Any]:
    """What the till's layout needs on every page."""
    till = till_of(desk.request)
    number, held, floor = await desk.running_site.look(lambda state: _stands(state, till))
    badge = held.badge if held is not None and is_open(held) else ""
    return {
        "frame": FRAME,
        "here": "/till/prize/",
        "at_till": True,
        "till_name": str(WORDS["till"]["name"]).format(number=number),
        "drawer_of": floor.name_of(badge) if badge else "",
        "drawer_is_mine": bool(badge) and badge == desk.who.badge,
    }


def _stands(state: State, till: str) -> tuple[int, DrawerState | None, Floor]:
    """On the engine's thread."""
    return state.device(till).number, state.drawers.get(till), floor_of(state)


def _waiting(state: State, now_ms: int) -> list[tuple[AwardState, str]]:
    """On the engine's thread: what is owed, then what the tray paid without its tax form."""
    owed = [(each, "held" if each.payment_hold else "") for each in owed_awards(state)]
    due = [(state.award(each.award), "due") for each in forms_due(state, now_ms) if each.award]
    return [*owed, *due][:SHOWN_MOST]


async def _card(desk: Desk, found: AwardState, state: str) -> PrizeCard:
    award = found.award
    return PrizeCard(
        award.award,
        award.owed_cents or award.total_cents,
        desk.hand_of(award.jackpot, award.outcome),
        desk.table_title(found.table),
        award.seat,
        desk.recent_time(await recorded_ms(desk.running_site, found)),
        state,
    )
