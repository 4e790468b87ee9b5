"""Every page of the office: collects the routers of this folder's modules."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from pitboss.web import office as pages
from pitboss.web.access.gate import person
from pitboss.web.office.menu import home_of

router = APIRouter(include_in_schema=False)


@router.get("/office")
async def office(request: Request) -> RedirectResponse:
    """Redirect to the reader's first section."""
    return RedirectResponse(home_of(person(request).role).address, 303)


for _found in iter_modules(pages.__path__, f"{pages.__name__}."):
    _module = import_module(_found.name)
    if _found.name != __name__ and hasattr(_module, "router"):
        router.routes += _module.router.routes
