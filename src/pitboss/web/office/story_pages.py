"""A thing's page: its state, its story in sentences, and all its links. One page for awards,
rounds, tables, seats, meters, jackpots, badges, devices and changes, for readers of the journal."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.things import AWARD, Thing
from pitboss.evidence.filling import exact
from pitboss.evidence.story import Contributed, tell_story
from pitboss.evidence.teller import in_order
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.page_labels import label_of
from pitboss.web.office.thing_facts import STORIES, head_of
from pitboss.web.screens.wins import find_awards
from pitboss.words.language import WORDS

router = APIRouter(prefix="/office", include_in_schema=False)
StoryDesk = Annotated[Desk, Depends(desk("journal"))]

TOUCHES_MOST = 12  # of one kind
TYPED_LENGTH = len("2026-11-16T08:05:09.123")  # without the offset from UTC


@router.get("/story/{kind}/{name:path}")
async def story(desk: StoryDesk, kind: str, name: str, before: int = 0) -> Response:
    """One thing's story; `before` an entry if it is long."""
    if kind not in STORIES:
        raise Refusal("THING_UNKNOWN", "nothing_kind_page", where=kind[:40])
    about, floor = Thing(kind, name), await desk.floor()
    try:
        found = await desk.books(tell_story, about, desk.site, WORDS.now(), before=before)
    except Refusal as refusal:
        if refusal.code != "THING_UNKNOWN":
            raise
        called = label_of(desk, floor, about)[:80]  # as the reader's pages call it
        raise Refusal.of(refusal.told, called) from None
    won = [each.name for each in (about, *found.touches) if each.kind == AWARD]
    named = partial(label_of, desk, floor, awards=await find_awards(desk.request, won))
    head = await head_of(desk, floor, found)
    above = {fact.thing for fact in head.facts if fact.thing}
    leads_to = sorted(above | set(found.touches), key=in_order)
    touches = {kind: list(each) for kind, each in groupby(leads_to, lambda one: one.kind)}
    return desk.page(
        "story",
        about=about,
        heading=named(about),
        head=head,
        story=found,
        touches=touches,
        touches_most=TOUCHES_MOST,
        label_of=named,
        exact=exact,
        rounds_address=partial(_rounds_address, desk, about),
    )


def _rounds_address(desk: Desk, meter: Thing, wanted: Contributed) -> str:
    """Where the rounds are whose wagers were added to a meter."""
    asked = {"kind": "round-started", "jackpot": meter.place[0]}
    asked["since"] = _typed(desk, wanted.from_ms)
    if wanted.to_ms:
        asked["until"] = _typed(desk, wanted.to_ms)
    return f"/office/journal?{urlencode(asked)}"


def _typed(desk: Desk, at_ms: int) -> str:
    """A time as the form of the journal sends it."""
    return local(at_ms, desk.time_zone).isoformat(timespec="milliseconds")[:TYPED_LENGTH]
