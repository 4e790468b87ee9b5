"""Badges: who may do what, and how two other people change that."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books import things
from pitboss.floor.facts.values import ROLES
from pitboss.floor.state.floor import Badge
from pitboss.notation import name_text
from pitboss.reports.sheet import Linked, columns
from pitboss.web.access.proving import Prover
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.who import who_cell
from pitboss.web.shell.telling import why_text
from pitboss.words import language

router = APIRouter(prefix="/office", include_in_schema=False)
BadgesDesk = Annotated[Desk, Depends(desk("badges"))]

BADGES = columns("badge name role:words status:words locked_out:time? ends:time table")
RECORD = columns("seq:count time:time kind:words badge name role:words who why:long")
KINDS = ("badge-issued", "badge-changed", "badge-revoked", "keys-renewed")


def status_of(badge: Badge, now_ms: int) -> str:
    """A badge's status."""
    if badge.revoked:
        return "revoked"
    return "ended" if badge.has_ended(now_ms) else "good"


def _standing(desk: Desk, badge: Badge, now_ms: int) -> str:
    """A badge, for someone about to change it."""
    said = [name_text(badge.role), name_text(status_of(badge, now_ms))]
    if badge.ends_ms:
        said.append(f"{language.WORDS['office']['columns']['ends']} {desk.time(badge.ends_ms)}")
    return ", ".join(said)


@router.get("/badges")
async def badges(desk: BadgesDesk) -> Response:
    """Everyone, the history of badges, and the forms."""
    floor = await desk.floor()
    now_ms = desk.running_site.now_ms()
    dealing = {table.dealer: name for name, table in floor.tables.items() if table.dealer}
    prover: Prover = desk.request.app.state.prover
    waiting = sorted(prover.lock_outs.list_waiting(), key=lambda each: each.until_ms)
    locked_out = {each.badge: each.until_ms for each in waiting}
    rows = [
        (
            desk.thing_cell(things.BADGE, name),
            badge.name,
            badge.role,
            status_of(badge, now_ms),
            locked_out.get(name),
            badge.ends_ms or None,
            desk.thing_cell(things.TABLE, dealing.get(name, "")),
        )
        for name, badge in floor.badges.items()
    ]
    record = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            desk.thing_cell(things.BADGE, entry.event.badge),
            getattr(entry.event, "name", ""),
            getattr(entry.event, "role", ""),
            who_cell(desk, floor, entry),
            why_text(entry.event),
        )
        for entry in await desk.newest(*KINDS)
    ]
    names = [
        (name, floor.name_and_badge(name), _standing(desk, badge, now_ms))
        for name, badge in floor.badges.items()
    ]
    return desk.page(
        "badges",
        [
            desk.sheet("badges", BADGES, rows),
            desk.sheet("badge_record", RECORD, record),
        ],
        roles=ROLES,
        names=names,
        known=[
            (*each, {"name": badge.name, "role": badge.role})
            for each, badge in zip(names, floor.badges.values(), strict=True)
        ],
        languages=language.listed_languages(),
    )
