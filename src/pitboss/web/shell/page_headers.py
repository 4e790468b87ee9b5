"""The headers that close an answer to strangers, scripts and frames of other sites."""

from __future__ import annotations

from fastapi import Request
from starlette.datastructures import MutableHeaders

from pitboss.web.shell.addresses import is_here

HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
        b" media-src blob:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
        b" base-uri 'none'; form-action 'self'; frame-src 'self'; frame-ancestors 'self'",
    ),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"SAMEORIGIN"),
)
KEPT, NOT_KEPT = (b"cache-control", b"no-cache"), (b"cache-control", b"no-store")
# Browsers honor this only in a secure context, and warn elsewhere.
OPENER_HEADER = (b"cross-origin-opener-policy", b"same-origin")


def close(request: Request, headers: MutableHeaders) -> None:
    """Add the headers that close an answer to strangers."""
    has = dict(headers.raw)
    closing = [*HEADERS, KEPT if request.url.path.startswith("/static/") else NOT_KEPT]
    if request.url.scheme == "https" or is_here(request):
        closing.append(OPENER_HEADER)
    for each in closing:
        if each[0] not in has:
            headers.raw.append(each)
