"""The sign studio: looks of the house's own, the pictures and videos that they show, when each is
shown, and how signs celebrate, with a live preview."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response

from pitboss.floor.facts.signs import FILE_BYTES_MOST, MOTIONS, KeepSignFile, SignFile
from pitboss.refusal import Refusal
from pitboss.rules.sign_look import COLORS, FAMILIES, FRAMES, PATTERNS
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import need_role
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.office.desk import Desk, desk
from pitboss.web.screens.look import THEMES_FOLDER
from pitboss.web.screens.pictures import SIDE_LEAST, SIDE_MOST, kind_of_content
from pitboss.web.screens.theme import TYPEFACES, Theme, themes

DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
NAME_MOST = 100
ALL_WEEK = (1, 2, 3, 4, 5, 6, 7)

router = APIRouter(prefix="/office/signs", include_in_schema=False)
StudioDesk = Annotated[Desk, Depends(desk("signs"))]


@router.get("")
async def studio(desk: StudioDesk) -> Response:
    """The studio, with what each look may have."""
    site, signs = desk.running_site, desk.running_site.signs
    known = themes(site.folder / THEMES_FOLDER)
    tables = [each.table for each in site.site.tables]
    return desk.page(
        "signs",
        begins={name: _as_plain(each) for name, each in known.items()},
        theme_titles={name: each.title for name, each in known.items()},
        looks=msgspec.to_builtins(signs.looks),
        files=[
            {**msgspec.to_builtins(each), "is_video": each.media_type.startswith("video/")}
            for each in signs.files.values()
        ],
        settings=msgspec.to_builtins(signs.settings),
        jackpots=[(each.jackpot, desk.title_of(each.jackpot)) for each in site.site.jackpots],
        signs=[(f"/sign/{table}", desk.table_title(table)) for table in tables],
        choices={"pattern": PATTERNS, "frame": FRAMES, "family": FAMILIES, "motion": MOTIONS},
        colors=COLORS,
        all_week=ALL_WEEK,
        typefaces=TYPEFACES,
        file_bytes=FILE_BYTES_MOST,
    )


@router.post("/files/{digest}/{part}")
async def take_part(desk: StudioDesk, request: Request, digest: str, part: int) -> JSONResponse:
    """Take one part of a file; it counts once all have come and the journal has it."""
    need_role(desk.who, KeepSignFile.permission.roles)
    _need_digest(digest)
    access: Access = request.app.state.access
    content, kept = await request.body(), set(desk.running_site.signs.files)
    await asyncio.to_thread(access.sign_files.take_part, digest, part, content, kept=kept)
    return answer_done()


@router.post("/files/{digest}")
async def keep_file(desk: StudioDesk, request: Request, digest: str) -> JSONResponse:
    """Keep a file whose parts have all come: what it is, its first bytes say."""
    need_role(desk.who, KeepSignFile.permission.roles)
    _need_digest(digest)
    name = str((await body_of(request)).get("file_name", ""))[:NAME_MOST]
    access: Access = request.app.state.access
    content = await asyncio.to_thread(access.sign_files.read, digest)
    if content is None:
        raise Refusal("SIGN_LOOK_WRONG", "file_parts", where="file")
    if len(content) > FILE_BYTES_MOST:
        raise Refusal(
            "SIGN_LOOK_WRONG", "file_bytes", where="file", name=name, most=FILE_BYTES_MOST
        )
    if (found := kind_of_content(content)) is None:
        raise Refusal("SIGN_LOOK_WRONG", "file_other", where="file", name=name)
    media_type, width, height = found
    if width and not all(SIDE_LEAST <= side <= SIDE_MOST for side in (width, height)):
        size = {"width": width, "height": height, "least": SIDE_LEAST, "most": SIDE_MOST}
        raise Refusal("THEME_VALUE_WRONG", "image_size", where="file", name=name, **size)
    file = SignFile(
        sha256=digest,
        media_type=media_type,
        file_name=name,
        width=width,
        height=height,
        size_bytes=len(content),
    )
    await desk.keep(KeepSignFile, "file", file=file)
    return answer_done(desk.running_site.seq)


def _need_digest(text: str) -> None:
    if not DIGEST.fullmatch(text):
        raise Refusal("SIGN_LOOK_WRONG", "file_parts", where="file")


def _as_plain(theme: Theme) -> dict[str, Any]:
    """A theme as a look to begin with."""
    return {
        "colors": dict(theme.colors),
        "levels": theme.levels,
        "pattern": theme.pattern,
        "frame": theme.frame,
        "family": theme.family,
        "scale_percent": theme.scale_percent,
        "veil_percent": theme.veil_percent,
        "motion": theme.motion,
    }
