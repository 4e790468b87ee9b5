"""The answers when a request goes wrong."""

from __future__ import annotations

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pitboss.refusal import Refusal
from pitboss.web.shell.answers import answer_refusal
from pitboss.web.shell.log import kept_path, log
from pitboss.web.shell.middleware import answer_to

FAULTS = {404: "PAGE_UNKNOWN", 405: "METHOD_WRONG"}


async def on_refusal(request: Request, refusal: Exception) -> Response:
    """A refusal by the floor or a page."""
    assert isinstance(refusal, Refusal)
    return await answer_to(request, refusal)


async def on_http(request: Request, fault: Exception) -> Response:
    """An unknown address or method."""
    assert isinstance(fault, HTTPException)
    code = FAULTS.get(fault.status_code, "COMMAND_UNREADABLE")
    case = "no_such_page" if code == "PAGE_UNKNOWN" else "said"
    return await answer_refusal(
        request, Refusal(code, case, where=request.url.path, fault=fault.detail)
    )


async def on_unreadable(request: Request, fault: Exception) -> Response:
    """A word in place of a number makes an unknown address; a bad query can be fixed."""
    assert isinstance(fault, RequestValidationError)
    where, *rest = fault.errors()[0]["loc"]
    if where == "path":
        refusal = Refusal("PAGE_UNKNOWN", "no_such_page", where=request.url.path[:200])
    else:
        at, said = ".".join(map(str, rest)), fault.errors()[0]["msg"]
        refusal = Refusal("COMMAND_UNREADABLE", "said", where=at, fault=said)
    return await answer_refusal(request, refusal)


async def on_fault(request: Request, fault: Exception) -> Response:
    """An unexpected exception."""
    log("fault", path=kept_path(request.url.path), fault=f"{type(fault).__name__}: {fault}")
    answer = await answer_refusal(request, Refusal("SERVER_FAULT", where=request.url.path))
    answer.headers["Connection"] = "close"  # uvicorn closes it after a fault; nobody asks in vain
    return answer
