"""The page of a thing: how it is, its story in sentences, and all that it leads to. One page for
awards, rounds, tables, seats, meters, jackpots, badges, devices and changes, for who reads the
journal."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.books.things import Thing
from pitboss.evidence.story import tell_story
from pitboss.refusal import Refusal
from pitboss.web.language import WORDS
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.labels import label_of
from pitboss.web.office.story_facts import STORIES, head_of

router = APIRouter(prefix="/office", include_in_schema=False)
StoryDesk = Annotated[Desk, Depends(desk("journal"))]

TOUCHES_MOST = 12  # of one kind


@router.get("/story/{kind}/{name:path}")
async def story(desk: StoryDesk, kind: str, name: str, before: int = 0) -> Response:
    """The story of one thing; of one that goes on, before an entry."""
    if kind not in STORIES:
        raise Refusal("THING_UNKNOWN", where=kind[:40], reason="nothing of this kind has a page")
    about = Thing(kind, name)
    told = await desk.books(tell_story, about, desk.site, WORDS.now(), before=before)
    floor = await desk.floor()
    touches = {kind: list(each) for kind, each in groupby(told.touches, lambda one: one.kind)}
    return desk.page(
        "story",
        about=about,
        heading=label_of(desk, floor, about),
        head=await head_of(desk, floor, told),
        story=told,
        touches=touches,
        touches_most=TOUCHES_MOST,
        label_of=partial(label_of, desk, floor),
    )
