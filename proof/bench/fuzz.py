"""Random requests from four identities: whatever is sent, no answer is a server error.

Two thousand of them; twenty thousand with `--long`. Bodies follow the API's own description, and
break it somewhere every other time. A server error is printed with its request, and the exit code
is 1."""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx

from pitboss.web.access.admission import Access
from proof.bench.web import make_keys, make_site, served

REQUESTS, MANY = 2_000, 20_000
RNG_SEED = 7
FAULT, NOT_YET = 500, 503
AGAIN_S = 0.2
BOOKS_PAGE = "/office/wins"
PIN = "480213"
PAGES = (
    "/", "/sign-on", "/enroll", "/pin", "/pit", "/pit/{table}", "/table/{table}", "/sign/{table}",
    "/office", "/office/meters", "/office/wins", "/office/wins/{award}", "/office/reports",
    "/office/changes", "/office/changes/new/{jackpot}", "/office/changes/table/{table}",
    "/office/changes/file", "/office/journal", "/office/journal/{seq}", "/office/devices",
    "/office/badges", "/office/bank", "/office/paytables", "/office/system", "/wins/{award}",
    "/wins/{award}/page.pdf", "/verify/{seq}/{hash}", "/healthz", "/metrics",
)  # fmt: skip
FORMS = ("/sign-on", "/sign-off", "/enroll", "/pin", "/office/changes/preview",
         "/office/changes/request")  # fmt: skip
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 2**53, 2**70, 1.5, "", "T1", "fours", "\x00", "é" * 300, "../../etc/passwd",
    [], {}, [[]], {"a": {"b": []}}, "<script>", "9" * 400, " ", "nowhere", "S200",
)  # fmt: skip
WORDS = {
    "table": ("T1", "T2", "T50"), "jackpot": ("fours",), "badge": ("D1", "S200", "E300", "A400"),
    "level": ("main",), "outcome": ("four_aces", "straight_flush"), "reason": ("a reason",),
}  # fmt: skip


def main() -> None:
    """Print how many answers had each status."""
    many = MANY if "--long" in sys.argv else REQUESTS
    with tempfile.TemporaryDirectory() as name:
        make_site(Path(name))
        tokens, _ = make_keys(Path(name))
        access = Access(Path(name))
        access.set_pin("E300", PIN)
        access.close()
        command = [sys.executable, "-m", "pitboss", "serve", "--site", name]
        with served(command) as server:
            address = f"http://127.0.0.1:{server.port}"
            answered, faults = asyncio.run(_fuzz(address, tokens, many))
    shown = ", ".join(f"{status}: {number:,}" for status, number in sorted(answered.items()))
    print(f"   {sum(answered.values()):,} requests in four identities  {shown}")
    print(f"   faults of the server  {len(faults)}")
    for fault in faults[:10]:
        print(f"   {fault[:400]}")
    if faults:
        sys.exit(1)


async def _fuzz(address: str, tokens: dict[str, str], many: int) -> tuple[Counter[int], list[str]]:
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        described = (await client.get("/api/openapi.json")).json()
        session = await signed_on(address, "E300")
        await until_made(client, BOOKS_PAGE, headers=session)
        identities: list[dict[str, str]] = [
            {},
            {"Authorization": f"Bearer {tokens['console T1']}"},
            {"Authorization": f"Bearer {tokens['sign T1']}"},
            session,
        ]
        walks = [
            _Walk(client, described, headers, random.Random(RNG_SEED + number))
            for number, headers in enumerate(identities)
        ]
        await asyncio.gather(*(walk.go(many // len(walks)) for walk in walks))
    answered: Counter[int] = Counter()
    for walk in walks:
        answered.update(walk.answered)
    return answered, [fault for walk in walks for fault in walk.faults]


async def until_made(browser: httpx.AsyncClient, page: str, **more: Any) -> None:
    """Ask for a page until the books behind it are ready."""
    while (answer := await browser.get(page, **more)).status_code == NOT_YET:
        await asyncio.sleep(AGAIN_S)
    answer.raise_for_status()


async def signed_on(address: str, badge: str) -> dict[str, str]:
    """The headers of a browser where somebody has signed in."""
    async with httpx.AsyncClient(base_url=address) as browser:
        form = {"badge": badge, "pin": PIN, "csrf": await _token(browser, "/sign-on")}
        assert (await browser.post("/sign-on", data=form)).status_code == 303
        token = await _token(browser, "/pin")
        cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    return {"Cookie": cookies, "X-CSRF-Token": token}


async def _token(browser: httpx.AsyncClient, page: str) -> str:
    text = (await browser.get(page)).text
    return text.split('name="csrf" content="')[1].split('"')[0]


class _Walk:
    """One identity, and what it sends."""

    def __init__(
        self,
        client: httpx.AsyncClient,
        described: dict[str, Any],
        headers: dict[str, str],
        rng: random.Random,
    ) -> None:
        self._client = client
        self._headers = headers
        self._rng = rng
        self._routes = [
            (path, method, route)
            for path, methods in described["paths"].items()
            for method, route in methods.items()
            if not path.startswith("/api/stream") and "sign-off" not in path
        ]
        self.answered: Counter[int] = Counter()
        self.faults: list[str] = []

    async def go(self, many: int) -> None:
        """Send this many requests."""
        for _ in range(many):
            method, path, more = self._request()
            answer = await self._client.request(method, path, headers=self._headers, **more)
            self.answered[answer.status_code] += 1
            if answer.status_code >= FAULT:
                self.faults.append(f"{method} {path} {more}: {answer.status_code} {answer.text}")

    def _request(self) -> tuple[str, str, dict[str, Any]]:
        rng = self._rng
        kind = rng.random()
        if kind < 0.15:
            query = rng.choice(("", "?csv=wins", "?before=x", "?before=99", "?paper=tabloid"))
            return "GET", self._filled(rng.choice(PAGES)) + query, {}
        if kind < 0.25:
            path = rng.choice([form for form in FORMS if form not in ("/sign-off", "/pin")])
            if path.startswith("/office"):
                what = {
                    "action": rng.choice(("set", "transfer", "retire", "set_table", "x")),
                    "table": self._word("table"), "jackpot": self._word("jackpot"),
                    "jackpots": rng.choice(ODD), "into": rng.choice(ODD), "pairs": rng.choice(ODD),
                }  # fmt: skip
                body = {"command_id": str(rng.random()), "reason": "x", "what": what}
                return "POST", path, {"json": body}
            fields = {name: str(rng.choice(ODD)) for name in ("badge", "pin", "code", "next")}
            return "POST", path, {"data": fields}
        path, method, route = rng.choice(self._routes)
        schema = (
            route.get("requestBody", {})
            .get("content", {})
            .get("application/json", {})
            .get("schema")
        )
        if schema is None:
            return method.upper(), self._filled(path), {}
        body = self._value(schema, "")
        if rng.random() < 0.5:
            body = self._broken(body)
        return method.upper(), self._filled(path), {"json": body}

    def _filled(self, path: str) -> str:
        parts = path.split("/")
        for place, part in enumerate(parts):
            if part.startswith("{"):
                found = str(self._word(part.strip("{}")))
                parts[place] = quote(found, safe="")
        return "/".join(parts)

    def _word(self, name: str) -> Any:
        rng = self._rng
        return rng.choice(WORDS.get(name, ODD) if rng.random() < 0.8 else ODD)

    def _value(self, schema: dict[str, Any], name: str) -> Any:
        rng = self._rng
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        for several in ("anyOf", "oneOf"):
            if several in schema:
                return self._value(rng.choice(schema[several]), name)
        match schema.get("type"):
            case "object":
                wanted = schema.get("required", [])
                return {
                    key: self._value(inner, key)
                    for key, inner in schema.get("properties", {}).items()
                    if key in wanted or rng.random() < 0.5
                }
            case "array":
                inner = schema.get("items") or {"type": "string"}
                least = schema.get("minItems", 0)
                return [self._value(inner, name) for _ in range(least + rng.randrange(3))]
            case "integer" | "number":
                return rng.choice((0, 1, 2, 3, 100, 2**31, -1))
            case "boolean":
                return rng.random() < 0.5
            case "null":
                return None
            case _:
                return str(rng.random()) if name == "command_id" else self._word(name)

    def _broken(self, body: Any) -> Any:
        """The same with one part that doesn't belong there."""
        rng = self._rng
        if isinstance(body, dict) and body and rng.random() < 0.9:
            key = rng.choice(list(body))
            return {**body, key: self._broken(body[key])}
        if isinstance(body, list) and body and rng.random() < 0.7:
            return [self._broken(body[0]), *body[1:]]
        return rng.choice(ODD)


if __name__ == "__main__":
    main()
