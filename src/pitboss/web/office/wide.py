"""Shared jackpots: the page comes from `pitboss.wide` in a house that has them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import Response

from pitboss.floor import extension
from pitboss.web.office.desk import Desk, desk

router = APIRouter(prefix="/office", include_in_schema=False)
WideDesk = Annotated[Desk, Depends(desk("wide"))]


@router.get("/wide")
async def wide(desk: WideDesk) -> Response:
    """The page of a property, of a hub, or of a house that shares nothing."""
    if extension.is_loaded():
        from pitboss.wide.office import shared_page

        if (page := await shared_page(desk)) is not None:
            return page
    return desk.page("wide_none")
