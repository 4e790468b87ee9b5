"""Help: the documents, and a page for each refusal that a screen can show."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from pitboss.refusal import Refusal
from pitboss.web.screens import documents
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import WORDS

router = APIRouter(prefix="/help", include_in_schema=False)
router.include_router(documents.router)


@router.get("")
def first() -> RedirectResponse:
    """Where somebody who types /help begins."""
    return documents.first()


@router.get("/refusals")
def refusals(request: Request) -> HTMLResponse:
    """All of them, as somebody looks up a code."""
    return shown_page(request, "refusals.html", {"shown": dict(sorted(WORDS["refusals"].items()))})


@router.get("/refusals/{code}")
def refusal(request: Request, code: str) -> HTMLResponse:
    """What one means, and what to do next."""
    found = WORDS["refusals"].get(code)
    if found is None:
        raise Refusal("PAGE_UNKNOWN", "no_such_refusal", where=code[:64])
    return shown_page(request, "refusals.html", {"shown": {code: found}})
