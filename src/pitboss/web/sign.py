"""The players' sign of a table: `/sign/T`, and the style sheets of its themes.

The page is a plain picture of what the floor publishes. It takes no input and decides nothing
(PS-50)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.game import FOLDED_QUALIFY
from pitboss.site.model import Site, SiteTable
from pitboss.web.language import WORDS, languages, speaking
from pitboss.web.posted import bets_of, limits_of
from pitboss.web.theme import GAME, IMAGE_TYPES, Theme, style_of, theme_for, themes

TURN_MS = {"jackpots": 20_000, "bets": 10_000}  # how long each page of a sign stays
HIT_SECONDS = 20  # how long a hit fills the sign, where the house does not say
THEMES_FOLDER = "themes"  # of the house's folder: its own themes and images

router = APIRouter(include_in_schema=False)


@router.get("/sign/themes/{name}.css")
def theme_style(request: Request, name: str) -> Response:
    """A theme as a style sheet."""
    return Response(style_of(_theme(request, name)), media_type="text/css")


@router.get("/sign/themes/{name}/image")
def theme_image(request: Request, name: str) -> Response:
    """The picture of a house's own theme."""
    theme = _theme(request, name)
    if theme.image is None:
        raise Refusal("THEME_UNKNOWN", where=name, reason="this theme has no image")
    return FileResponse(theme.image, media_type=IMAGE_TYPES[theme.image.suffix])


@router.get("/sign/{table}")
def sign(request: Request, table: str, page: str = "", language: str = "") -> HTMLResponse:
    """The sign of one table, for a plain monitor. Where a table has jackpots and other bets too,
    two pages take turns; `page` holds one of them, `jackpots` or `bets`. It speaks the `language`
    of its address, else the one that the site file has for it."""
    site: Site = request.app.state.running_site.site
    found = _table(site, table)
    spoken = language if language in languages() else site.sign_language(found.table)
    with speaking(spoken):
        return _shown(request, found, page)


def _shown(request: Request, found: SiteTable, page: str) -> HTMLResponse:
    site: Site = request.app.state.running_site.site
    known = _themes(request)
    panels = [_panel(site, name, known) for name in found.jackpots]
    bets = bets_of(found, request.app.state.running_site.paytables)
    looks = panels or [_look(theme_for(found.theme, kind=GAME, known=known))]
    context = {
        "table": found.table,
        "game": found.game,
        "title": found.title or catalog.game(found.game).title,
        "house": site.name,
        "panels": panels,
        "ground": looks[0],
        "themes": sorted({look["theme"] for look in looks}),
        "limits": limits_of(found),
        "bets": bets,
        "data": {
            "table": found.table,
            "hit_ms": (site.hit_seconds or HIT_SECONDS) * 1000,
            "plain": not panels,
            "page": page if page in TURN_MS else "",
            "turn_ms": TURN_MS if panels and bets else None,
            "folded": _folded(found),
        },
    }
    shown: HTMLResponse = request.app.state.pages.TemplateResponse(request, "sign.html", context)
    return shown


def _folded(table: SiteTable) -> str:
    """Whether a folded hand can win here, in words; nothing where the game does not ask (PS-35)."""
    asked = {option.name: option.default for option in catalog.game(table.game).options}
    if FOLDED_QUALIFY.name not in asked:
        return ""
    says = table.options.get(FOLDED_QUALIFY.name, asked[FOLDED_QUALIFY.name])
    text: str = WORDS["sign"]["folded_yes" if says == "yes" else "folded_no"]
    return text


def check_themes(site: Site, folder: Path) -> None:
    """Refuse a site whose signs could not be drawn; asked when a server starts."""
    known = themes(folder / THEMES_FOLDER)
    for jackpot in site.jackpots:
        theme_for(jackpot.theme, kind=jackpot.kind, known=known)
    for table in site.tables:
        theme_for(table.theme, kind=GAME, known=known)


def _panel(site: Site, name: str, known: Mapping[str, Theme]) -> dict[str, Any]:
    """What the page needs to know of one jackpot before any picture of it has come."""
    jackpot = next(each for each in site.jackpots if each.jackpot == name)
    theme = theme_for(jackpot.theme, kind=jackpot.kind, known=known)
    return {"jackpot": name, **_look(theme)}


def _look(theme: Theme) -> dict[str, Any]:
    return {"theme": theme.name, "pattern": theme.pattern, "image": theme.image is not None}


def _table(site: Site, table: str) -> SiteTable:
    for each in site.tables:
        if each.table == table:
            return each
    raise Refusal("TABLE_UNKNOWN", where=table, reason="no such table")


def _theme(request: Request, name: str) -> Theme:
    known = _themes(request)
    if name not in known:
        raise Refusal("THEME_UNKNOWN", where=name, reason="no such theme")
    return known[name]


def _themes(request: Request) -> Mapping[str, Theme]:
    return themes(request.app.state.running_site.folder / THEMES_FOLDER)
