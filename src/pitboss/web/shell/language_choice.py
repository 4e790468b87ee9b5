"""The language of an answer: its page's, else its reader's choice.

A person's choice is stored with the PIN, in the store of `access`, else in the site file. A sign's
is in the site file or its address. A console speaks the dealer's language. A visitor gets the
browser's language, everyone else the house's.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response

from pitboss.floor.facts import people
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.site.model import Site
from pitboss.web.access.admission import Access
from pitboss.web.access.front import read_form
from pitboss.web.access.gate import need_role, person
from pitboss.web.access.issued import EVERY_TABLE
from pitboss.web.api import openapi
from pitboss.web.api.bodies import object_schema
from pitboss.web.api.commands import answer_done, body_of
from pitboss.web.shell.middleware import own_language
from pitboss.words.language import language_now, languages

LANGUAGE_SCHEMA = object_schema("Language", {"language": {"type": "string", "maxLength": 16}})

router = APIRouter(tags=["keys"])


def check_language(language: str, *, where: str) -> None:
    """Refuse a language without a file; empty means the house's own."""
    if language and language not in languages():
        raise Refusal("LANGUAGE_UNKNOWN", where=where, languages=languages())


def check_languages(site: Site) -> None:
    """Refuse a site that names an unknown language; checked when a server starts."""
    check_language(site.language, where="property.language")
    for badge in site.badges:
        check_language(badge.language, where=f"badge.{badge.badge}.language")
    for table in site.tables:
        check_language(table.sign_language, where=f"table.{table.table}.sign_language")


@router.post("/language", include_in_schema=False)
async def choose(request: Request) -> Response:
    """Choose the language of your own screens."""
    form = await read_form(request)
    await _keep(request, person(request).badge, form["language"])
    return RedirectResponse("/pin", 303)


@router.post(
    "/api/badges/{badge}/language",
    **openapi.describe_operation("ChooseBadgeLanguage", LANGUAGE_SCHEMA),
)
async def choose_for(request: Request, badge: str) -> JSONResponse:
    """Choose a person's language from the office; nothing means the house's own."""
    need_role(person(request), people.RenewKeys.permission.roles)
    body = await body_of(request)
    chosen = body.get("language")
    if not isinstance(chosen, str) or len(body) > 1:
        raise Refusal("COMMAND_UNREADABLE", "takes_language_nothing", where="body")
    running_site: RunningSite = request.app.state.running_site
    if badge not in running_site.badges:
        raise Refusal("BADGE_UNKNOWN", "no_such_badge_office", where=badge)
    await _keep(request, badge, chosen)
    return answer_done()


@router.get("/table/{table}/language", include_in_schema=False)
async def at_table(request: Request, table: str) -> JSONResponse:
    """The console's language now; it asks when the dealer changes."""
    return JSONResponse({"language": await language_at(request, table)})


async def language_at(request: Request, table: str) -> str:
    """The dealer's language at a table. Without one, or without a dealer, the house's; in a demo
    the visitor's, whose browser is every table's console."""
    running_site: RunningSite = request.app.state.running_site
    site, at = running_site.site, request.state.device
    dealer = await running_site.look(lambda state: state.table(table).dealer)
    visits = at is not None and at.table == EVERY_TABLE
    own = own_language(request.app.state.access, site, dealer)
    return own or (language_now() if visits else site.language)


async def _keep(request: Request, badge: str, language: str) -> None:
    check_language(language, where="language")
    access: Access = request.app.state.access
    await asyncio.to_thread(access.choose_language, badge, language)
