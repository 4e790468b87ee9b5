"""Page templates. All applications of a process share them, so the floor that follows a setup or
training compiles none again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from fastapi import Request
from fastapi.responses import HTMLResponse
from fastapi.templating import Jinja2Templates
from jinja2 import Environment, FileSystemLoader, select_autoescape

from pitboss.web.shell.telling import FILTERS
from pitboss.words.language import TemplateWords

TEMPLATES = Path(str(resources.files("pitboss.web") / "templates"))


def pages_with(given: Callable[[Request], dict[str, Any]]) -> Jinja2Templates:
    """The templates for one application; each page gets what it says about a request."""
    return Jinja2Templates(env=compiled_templates(), context_processors=[given])


def shown_page(
    request: Request, template: str, context: Mapping[str, Any], status: int = 200
) -> HTMLResponse:
    pages: Jinja2Templates = request.app.state.pages
    return pages.TemplateResponse(request, template, dict(context), status)


class _Templates(Environment):
    """Templates in which `words.keys` is the word of that name."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A part of a value, for a dot in a template."""
        if isinstance(obj, TemplateWords) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def compiled_templates() -> Environment:
    # No auto_reload: it would check the disk for every page.
    made = _Templates(
        loader=FileSystemLoader(TEMPLATES), autoescape=select_autoescape(), auto_reload=False
    )
    made.filters.update(FILTERS)
    return made
