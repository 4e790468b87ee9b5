"""The players' signs: `/sign/T` for a table, `/wall` for several jackpots, and their themes.

A page is a plain picture of what the floor publishes. It takes no input and decides nothing
(PS-50).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import FOLDED_QUALIFY
from pitboss.site.model import Site, SiteJackpot, SiteTable
from pitboss.web.access.admission import Access
from pitboss.web.screens.look import Looks, look_of
from pitboss.web.screens.posted_page import bets_of, in_both, limits_of, table_of
from pitboss.web.screens.qr import qr_code
from pitboss.web.screens.theme import style_of
from pitboss.web.shell.addresses import Addresses
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS, languages, speaking

# How long each page of a sign stays, during play and without.
TURN_MS = {"jackpots": 20_000, "bets": 10_000, "winners": 8_000}
IDLE_TURN_MS = {"jackpots": 12_000, "bets": 10_000, "winners": 10_000}
IDLE_AFTER_MS = 60_000  # without a round
WALL_TURN_MS = 12_000  # each page of a wall whose jackpots don't all fit
HIT_SECONDS = 20  # how long a hit fills the sign, by default
WORKER = Path(str(resources.files("pitboss.web"))) / "static" / "sign_worker.js"
CLOSED = {"Content-Security-Policy": "default-src 'none'; sandbox"}  # for what others made
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}  # its address has its digest

router = APIRouter(include_in_schema=False)


@router.get("/sign_worker.js")
def worker() -> FileResponse:
    """What lets a sign's browser load its page without a server: at the top, where it may serve
    signs and walls."""
    return FileResponse(WORKER, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/sign/themes/{name}.css")
def theme_style(request: Request, name: str) -> Response:
    """A theme, or a jackpot's own look, as a style sheet."""
    return Response(style_of(_looks(request).find_theme(name)), media_type="text/css")


@router.get("/sign/themes/images/{digest}/{file}")
def theme_image(request: Request, digest: str, file: str) -> Response:
    """A logo or a picture of the house's own."""
    found = _looks(request).image(digest, file)
    return FileResponse(found.path, media_type=found.media_type, headers=FOREVER)


@router.get("/sign/themes/files/{digest}")
def kept_file(request: Request, digest: str) -> Response:
    """A picture or video that somebody uploaded; nothing in it may run."""
    running_site: RunningSite = request.app.state.running_site
    access: Access = request.app.state.access
    known = running_site.signs.files.get(digest)
    content = access.sign_files.read(digest) if known is not None else None
    if known is None or content is None:
        raise Refusal("THEME_UNKNOWN", "no_sign_image", where=digest[:20])
    return Response(content, media_type=known.media_type, headers=FOREVER | CLOSED)


@router.get("/sign/{table}")
def sign(request: Request, table: str, page: str = "", language: str = "") -> HTMLResponse:
    """A table's sign, for a plain monitor. Its pages alternate: jackpots, pays of the other bets,
    last winners; `page` holds one of them. It speaks the `language` in its address, else the site
    file's."""
    site: Site = request.app.state.running_site.site
    found = table_of(site, table)
    spoken = language if language in languages() else site.sign_language(found.table)
    with speaking(spoken):
        return _shown(request, found, page)


def _shown(request: Request, found: SiteTable, page: str) -> HTMLResponse:
    site: Site = request.app.state.running_site.site
    looks = _looks(request)
    panels = _panels(site, found.jackpots, looks)
    bets = bets_of(found, request.app.state.running_site.paytables)
    ground = panels[0] if panels else look_of(looks.of_table(found))
    context = {
        **_common(site, looks, panels, ground),
        "table": found.table,
        "game": found.game,
        "title": found.title or catalog.game(found.game).title,
        "limits": limits_of(found),
        "bets": bets,
        "code": _code(request, found),
    }
    data = {
        "table": found.table,
        "stream": f"/api/stream/sign/{found.table}",
        "plain": not panels,
        "page": page if page in TURN_MS else "",
        "pages": ["jackpots", *(["bets"] if bets else []), "winners"] if panels else [],
        "turn_ms": TURN_MS,
        "idle_turn_ms": IDLE_TURN_MS,
        "idle_after_ms": IDLE_AFTER_MS,
        "folded": _folded(found),
        "footnotes": _footnotes(request.app.state.running_site, found),
    }
    return _page(request, "sign.html", context, data)


def _code(request: Request, table: SiteTable) -> str:
    """The QR code of the page with a table's odds and rules, if the house shows it."""
    if not request.app.state.running_site.signs.settings.shows_code:
        return ""
    addresses: Addresses = request.app.state.addresses
    return qr_code(f"{addresses.for_others(request)}/posted/table/{table.table}")


@router.get("/wall")
@router.get("/wall/{jackpots}")
def wall(request: Request, jackpots: str = "", page: str = "", language: str = "") -> HTMLResponse:
    """Several jackpots on one large picture: those in the address, separated by commas, or all. If
    they don't all fit, pages alternate; `page` holds one, counted from 1. It shows the hits at all
    their tables, and picks its language as a sign does."""
    site: Site = request.app.state.running_site.site
    with speaking(language if language in languages() else site.language):
        return _wall(request, jackpots, page)


def _wall(request: Request, jackpots: str, page: str) -> HTMLResponse:
    site: Site = request.app.state.running_site.site
    looks = _looks(request)
    wanted = tuple(dict.fromkeys(name for name in jackpots.split(",") if name))
    panels = _panels(site, wanted or tuple(each.jackpot for each in site.jackpots), looks)
    context = _common(site, looks, panels, panels[0] if panels else look_of(looks.of_house()))
    data = {
        "stream": f"/api/stream/wall?jackpots={','.join(wanted)}",
        "page": int(page) if re.fullmatch("[0-9]{1,3}", page) else 0,
        "turn_ms": WALL_TURN_MS,
    }
    return _page(request, "wall.html", context, data)


def _page(
    request: Request, template: str, context: Mapping[str, Any], data: Mapping[str, Any]
) -> HTMLResponse:
    running_site: RunningSite = request.app.state.running_site
    site, settings = running_site.site, running_site.signs.settings
    known = {
        **data,
        "hit_ms": (site.hit_seconds or HIT_SECONDS) * 1000,
        "signs": running_site.signs.key_at(running_site.now_ms(), site.time_zone),
        "calm": settings.calm,
        "sound": settings.sound and not settings.calm,
        "milestone_cents": settings.milestone_cents,
        "rehearses": getattr(request.state, "person", None) is not None,
        "time_zone": site.time_zone,
        "house": site.name,
    }
    return shown_page(request, template, {**context, "data": known})


def _common(
    site: Site, looks: Looks, panels: Sequence[Mapping[str, Any]], ground: Mapping[str, Any]
) -> dict[str, Any]:
    """What every sign shows: the house, its own words, and the looks it needs."""
    return {
        "house": site.name,
        "logo": looks.logo(),
        "signs": site.signs,
        "panels": panels,
        "ground": ground,
        "fonts": sorted({look["font"] for look in (*panels, ground)}),
        "themes": sorted({look["theme"] for look in (*panels, ground)}),
    }


def _folded(table: SiteTable) -> str:
    """Whether a folded hand can win here, in words; nothing if that can't come up (PS-35)."""
    asked = {option.name: option.default for option in catalog.game(table.game).options}
    if FOLDED_QUALIFY.name not in asked:
        return ""
    says = table.options.get(FOLDED_QUALIFY.name, asked[FOLDED_QUALIFY.name])
    text: str = WORDS["sign"]["folded_yes" if says == "yes" else "folded_no"]
    return text


def _footnotes(running_site: RunningSite, table: SiteTable) -> dict[str, str]:
    """The letters' text below their pays, and how this sign shows it."""
    site, paytables = running_site.site, running_site.paytables
    found = (paytables.get(_jackpot(site, name).paytable) for name in table.jackpots)
    return {each: in_both(each) for paytable in found for each in paytable.footnotes}


def check_themes(site: Site, folder: Path) -> None:
    """Refuse a site whose signs can't be drawn; checked when a server starts."""
    Looks(site, folder).check()


def _panels(site: Site, names: Sequence[str], looks: Looks) -> list[dict[str, Any]]:
    """What a page needs of each jackpot before its first picture arrives."""
    return [
        {
            "jackpot": name,
            "tables": [table.table for table in site.tables_of(name)],
            **look_of(looks.of_jackpot(_jackpot(site, name))),
        }
        for name in names
    ]


def _jackpot(site: Site, name: str) -> SiteJackpot:
    for each in site.jackpots:
        if each.jackpot == name:
            return each
    raise Refusal("JACKPOT_UNKNOWN", "no_such_jackpot", where=name)


def _looks(request: Request) -> Looks:
    running_site: RunningSite = request.app.state.running_site
    at_ms = running_site.now_ms()
    return Looks(running_site.site, running_site.folder, running_site.signs, at_ms=at_ms)
