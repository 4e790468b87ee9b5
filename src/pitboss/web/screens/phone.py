"""The supervisor's phone (`/phone`): what waits at the tables, newest first, as an app on a phone.

The page lives by the pit's stream. A win is confirmed on its table's page of the pit."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse

from pitboss.floor.state.floor import State
from pitboss.live.running_site import RunningSite
from pitboss.web.access.gate import Person, person
from pitboss.web.screens.checklist import checklist
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS, language_now

WORKER = Path(str(resources.files("pitboss.web"))) / "static" / "phone_worker.js"
COLOR = "#10141c"  # of the icon's ground
ICONS = [
    {"src": f"/static/icon-{px}.png", "sizes": f"{px}x{px}", "type": "image/png"}
    for px in (192, 512)
]

router = APIRouter(include_in_schema=False)


@router.get("/phone")
async def phone(request: Request, who: Annotated[Person, Depends(person)]) -> HTMLResponse:
    """What waits for a supervisor, and where the profile lets a phone confirm it."""
    running_site: RunningSite = request.app.state.running_site

    def question(state: State) -> dict[str, bool]:
        return {name: table.training for name, table in state.tables.items()}

    tables = await running_site.look(question)
    data = {
        "time_zone": running_site.site.time_zone,
        "confirms": "pit" in running_site.profile.confirmed_at.value,
        "training": [name for name, training in tables.items() if training],
        "checks": {name: checklist(running_site, name) for name in tables},
    }
    context = {"house": running_site.site.name, "who": who, "data": data, "color": COLOR}
    return shown_page(request, "phone.html", context)


@router.get("/phone/app.webmanifest")
def manifest(request: Request) -> JSONResponse:
    """What a phone needs to install the page. Browsers ask for it without a session, so the page's
    language is in its address."""
    running_site: RunningSite = request.app.state.running_site
    title = WORDS["phone"]["title"]
    described: dict[str, Any] = {
        "id": "/phone",
        "name": f"{title} · {running_site.site.name}",
        "short_name": title,
        "lang": language_now(),
        "start_url": "/phone",
        "scope": "/",  # a win is confirmed beside the page, within the app
        "display": "standalone",
        "background_color": COLOR,
        "theme_color": COLOR,
        "icons": ICONS,
    }
    return JSONResponse(described, media_type="application/manifest+json")


@router.get("/phone/offline")
def offline(request: Request) -> HTMLResponse:
    """The page for a phone without a connection. It's kept there, so it knows nobody."""
    return shown_page(request, "phone_offline.html", {})


@router.get("/phone_worker.js")
def worker() -> FileResponse:
    """What shows that page. It's at the top, where it may serve `/phone`."""
    return FileResponse(WORKER, media_type="text/javascript", headers={"Cache-Control": "no-cache"})
