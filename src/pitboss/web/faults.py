"""What is answered where a request goes wrong."""

from __future__ import annotations

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from pitboss.refusal import Refusal
from pitboss.web.answers import refused
from pitboss.web.log import kept_path, log
from pitboss.web.middleware import answer_to

NO_PAGE = "there is no such page; go to the home page"
FAULTS = {404: "PAGE_UNKNOWN", 405: "METHOD_WRONG"}


async def on_refusal(request: Request, refusal: Exception) -> Response:
    """What the floor or a page refuses. What a storage or a line said itself is for the log."""
    assert isinstance(refusal, Refusal)
    cause = refusal.__cause__
    if cause is not None:
        cause_text = f"{type(cause).__name__}: {cause}"
        log("refused", path=kept_path(request.url.path), code=refusal.code, fault=cause_text)
    return await answer_to(request, refusal)


async def on_http(request: Request, fault: Exception) -> Response:
    """An address or method that there is not."""
    assert isinstance(fault, HTTPException)
    code = FAULTS.get(fault.status_code, "COMMAND_UNREADABLE")
    reason = NO_PAGE if code == "PAGE_UNKNOWN" else str(fault.detail)
    return await refused(request, Refusal(code, where=request.url.path, reason=reason))


async def on_unreadable(request: Request, fault: Exception) -> Response:
    """An address with a word where a number belongs is no address; a question can be mended."""
    assert isinstance(fault, RequestValidationError)
    where, *rest = fault.errors()[0]["loc"]
    if where == "path":
        refusal = Refusal("PAGE_UNKNOWN", where=request.url.path[:200], reason=NO_PAGE)
    else:
        reason = fault.errors()[0]["msg"]
        refusal = Refusal("COMMAND_UNREADABLE", where=".".join(map(str, rest)), reason=reason)
    return await refused(request, refusal)


async def on_fault(request: Request, fault: Exception) -> Response:
    """What nobody has foreseen."""
    log("fault", path=kept_path(request.url.path), fault=f"{type(fault).__name__}: {fault}")
    reason = "the server could not answer; the log says why"
    answer = await refused(request, Refusal("SERVER_FAULT", where=request.url.path, reason=reason))
    answer.headers["Connection"] = "close"  # uvicorn does that after a fault; nobody asks in vain
    return answer
