"""What a server that follows passes on to the leading engine: everything that changes something,
and the pages that belong to such a change. The client gets the leader's own answer, once its rows
show here too."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from fastapi import Request
from fastapi.responses import Response

from pitboss.live.leader_line import (
    LeaderAnswer,
    LeaderRequest,
    ask_leader,
    netloc_of,
    refuse_unreachable,
)
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.shell.addresses import PASSED_ON
from pitboss.web.shell.heads import SAFE

AT_ONCE = 16
SHOWN_S = 3.0  # the answer is true even if its rows take longer to get here
LOOK_S = 0.005
END_HEADER = "pitboss-seq"  # where the leader's journal ended when it answered
FORWARDED_HEADER = "pitboss-forwarded"
# Only the server that made a page waiting for a phone knows it.
PAGES_OF_LEADER = ("/enroll", "/pair", "/setup")
# Only the leader knows what chips light: it isn't a fact and has no row.
CONSOLE_PAGES = ("/table/", "/api/stream/table/")
OF_ONE_LINE = frozenset(
    {
        "connection", "content-length", "expect", "host", "keep-alive", "origin", "te", "trailer",
        "transfer-encoding", "upgrade", FORWARDED_HEADER, "x-forwarded-proto", *PASSED_ON,
    }
)  # fmt: skip
NOT_RELAYED = frozenset({"connection", "content-length", "keep-alive", "transfer-encoding"})
# These are refused for a header that is otherwise rewritten on the way.
REFUSED_FOR_HEADER = frozenset({"HOST_UNKNOWN", "CROSS_SITE"})


class Forwarder:
    """The way from a server that follows to its leader, wherever that is now."""

    def __init__(self, running_site: RunningSite, access: Access) -> None:
        self._running_site = running_site
        self._access = access
        self._threads = ThreadPoolExecutor(AT_ONCE, "forward")

    def close(self) -> None:
        """Stop passing anything on."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def takes(self, request: Request) -> bool:
        """Whether the leader must answer a request; refused if it can't be passed on."""
        path = request.url.path
        if path.startswith(CONSOLE_PAGES):
            raise self._follows_only()
        return request.method not in SAFE or _is_below(path, PAGES_OF_LEADER)

    async def forward(self, request: Request, body: bytes) -> Response:
        """The leader's answer, once its rows show here."""
        answer = await self._asked(request, _headers(request, self._address), body)
        await self._shown(answer)
        return _relayed(request, answer)

    async def forward_refusal(self, request: Request, refusal: Refusal) -> Response | None:
        """The leader's answer to a try this server refused: the leader keeps the record, and may
        know someone new. Nothing if it has no answer or would stream."""
        if refusal.code in REFUSED_FOR_HEADER:
            headers = [*_passed_on(request), *_own(request, ("host", "origin"))]
        else:
            headers = _headers(request, self._address)
        with suppress(Refusal):
            answer = await self._asked(request, headers, b"")
            return None if answer.is_stream else _relayed(request, answer)
        return None

    @property
    def _address(self) -> str:
        leader = self._running_site.leader
        return leader.address if leader else ""

    async def _asked(
        self, request: Request, headers: list[tuple[str, str]], body: bytes
    ) -> LeaderAnswer:
        address = self._address
        if FORWARDED_HEADER in request.headers:
            raise refuse_unreachable(address, "leads_to_follower")
        path, query = request.scope["raw_path"].decode("ascii"), request.url.query
        asked = LeaderRequest(
            method=request.method,
            target=f"{path}?{query}" if query else path,
            headers=headers,
            body=body,
        )
        request.state.logged["forwarded"] = address
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, ask_leader, address, asked)

    async def _shown(self, answer: LeaderAnswer) -> None:
        """Wait for the rows behind an answer, and for new badges and devices since."""
        named = next((value for name, value in answer.headers if name.lower() == END_HEADER), "")
        if not named.isdecimal():
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(SHOWN_S):
                while self._running_site.seq < int(named):
                    await asyncio.sleep(LOOK_S)
        with suppress(Refusal):  # it is also checked every other second
            await asyncio.to_thread(self._access.refresh)

    def _follows_only(self) -> Refusal:
        leader = self._running_site.leader
        if leader is None:
            return Refusal("FOLLOWS_ONLY", "nobody_leads", where="console")
        at = {"name": leader.name, "address": leader.address}
        return Refusal("FOLLOWS_ONLY", "console", where="console", **at)


def _is_below(path: str, prefixes: Iterable[str]) -> bool:
    return any(f"{path}/".startswith(f"{prefix}/") for prefix in prefixes)


def _headers(request: Request, address: str) -> list[tuple[str, str]]:
    """The headers of a request already found to be for us and from us; both address headers get the
    leader's own name."""
    host = netloc_of(address)
    headers = [*_passed_on(request), ("host", host)]
    if "origin" in request.headers:
        headers.append(("origin", f"{address.partition('://')[0]}://{host}"))
    return headers


def _passed_on(request: Request) -> list[tuple[str, str]]:
    """What stays the same on both lines, and where the request came from."""
    kept = [
        (name.decode("latin-1"), value.decode("latin-1"))
        for name, value in request.headers.raw
        if name.decode("latin-1") not in OF_ONE_LINE
    ]
    client = request.client.host if request.client else ""
    said = [("x-forwarded-for", client)] if client else []
    return [
        *kept,
        *said,
        ("x-forwarded-proto", request.url.scheme),
        (FORWARDED_HEADER, "1"),
    ]


def _own(request: Request, names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, request.headers[name]) for name in names if name in request.headers]


def _relayed(request: Request, answer: LeaderAnswer) -> Response:
    """The answer as it came. Its page belongs to the visitor the leader named."""
    request.state.new_visitor = False
    relayed = Response(answer.body, answer.status)
    length = (b"content-length", str(len(answer.body)).encode())
    relayed.raw_headers = [
        *(
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in answer.headers
            if name.lower() not in NOT_RELAYED
        ),
        length,
    ]
    return relayed
