"""What no browser of ours sends: it is answered by name, and never with a fault of the server."""

from __future__ import annotations

import socket
from contextlib import closing
from urllib.parse import urlsplit

import pytest

from pitboss.engine import Reply
from pitboss.floor.facts import rounds
from pitboss.rules.reading import TOO_DEEP, TOO_LONG
from pitboss.web.access import records
from pitboss.web.shell import middleware

from .server_support import Site, code_of
from .test_stream import listening


def raw(site: Site, request: bytes, *, end: bool = False) -> bytes:
    """The first line of the answer to bytes; `end`: say no more, but listen."""
    found = urlsplit(site.address)
    with closing(socket.create_connection((found.hostname or "", found.port or 0), 30)) as line:
        line.sendall(request)
        if end:
            line.shutdown(socket.SHUT_WR)
        return line.recv(4096).partition(b"\r\n")[0]


def post(path: str, headers: str, body: str = "{}", length: int | None = None) -> bytes:
    """A POST as bytes."""
    size = len(body) if length is None else length
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n{headers}\r\n"
    return (head + body).encode("latin-1")


@pytest.mark.parametrize("path", ["/api/commands/start-round", "/sign-on"])
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ("Origin: http://[\r\n", b"403 Forbidden"),
        ("Origin: null\r\n", b"403 Forbidden"),
        ("Cookie: pitboss_visitor=a\r\nX-CSRF-Token: \xe9\r\n", b"403 Forbidden"),
        (
            "Cookie: pitboss_visitor=\xff; pitboss_session=\xff; pitboss_device=\xff\r\n",
            b"401 Unauthorized",
        ),
    ],
)
def test_unreadable_headers_are_refused(site: Site, path: str, headers: str, status: bytes) -> None:
    assert raw(site, post(path, headers)) == b"HTTP/1.1 " + status


def test_a_token_of_no_letters_of_ours_is_refused(site: Site) -> None:
    form = "csrf=%E9&badge=S200&pin=1"
    answer = raw(site, post("/sign-on", "Cookie: pitboss_visitor=a\r\n", form))
    assert answer == b"HTTP/1.1 403 Forbidden"


def test_a_missing_body_is_not_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "BODY_S", 0.05)
    answer = raw(site, post("/api/devices/enroll", "Content-Type: application/json\r\n", "{", 9))
    assert answer == b"HTTP/1.1 408 Request Timeout"


def test_who_only_looks_and_is_told_to_sign_on_writes_nothing(site: Site) -> None:
    for _ in range(5):
        assert site.visitor().load("/api/stream/pit").status_code == 401
    shown = site.visitor().sign_on("E300").load("/office/devices?csv=turned_away").text
    assert "NOT_SIGNED_ON" not in shown


def test_a_flood_of_one_kind_hides_no_other(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "RECORDED_A_MINUTE", 2)
    monkeypatch.setattr(site.running_site, "now_ms", lambda: 1_800_000_000_000)
    for _ in range(5):
        site.visitor().press("close-day", day="2026-11-15")
    site.visitor().form("/sign-on", badge="S200", pin="9999")
    executive = site.visitor().sign_on("E300")
    shown = executive.load("/office/devices?csv=turned_away").text
    assert (shown.count("NOT_SIGNED_ON"), shown.count("PIN_WRONG")) == (2, 1)


def test_an_address_with_a_word_for_a_number_is_no_page(site: Site) -> None:
    visitor = site.visitor()
    for address in ("/verify/first/0123456789abcdef", f"/verify/{'9' * 5000}/0123456789abcdef"):
        answer = visitor.load(address)
        assert (answer.status_code, "PAGE_UNKNOWN" in answer.text) == (404, True)
        assert answer.headers["content-type"].startswith("text/html")


def test_a_page_that_there_is_not_says_its_address_as_it_was_typed(site: Site) -> None:
    """The letter in front of a sentence is made a capital; an address has none."""
    visitor = site.visitor().sign_on("E300")
    shown = visitor.load("/office/no/such/page").text
    said = "/office/no/such/page: no such page. Go to the home page"
    assert f'<p class="refusal at-name" role="alert">{said} ' in shown


def test_a_row_that_no_journal_has_is_none(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    far = 10**20
    assert executive.load(f"/office/journal?before={far}").status_code == 200
    assert executive.load(f"/office/journal/{far}").status_code == 404


def test_an_engine_that_has_stopped_is_said_by_name(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    engine = site.running_site._engine

    def fails(reply: Reply) -> None:
        raise RuntimeError("a fault of the program")

    engine.ask(rounds.EndRound(command_id="a", at_ms=1, table="C1"), fails)
    engine._thread.join()
    assert code_of(executive.load("/api/stream/pit?table=C1")) == (503, "ENGINE_STOPPED")
    assert executive.load("/office/badges").status_code == 503
    assert "\npitboss_engine_stopped 1\n" in site.watch("/metrics").text


def test_a_stream_ends_for_whom_it_is_no_longer(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    sign = site.visitor().enroll("sign", "C1")
    executive = site.visitor().sign_on("E300")
    (device,) = (each.device for each in site.access.devices())
    with (
        listening(site, supervisor, "/api/stream/pit") as pit,
        listening(site, sign, "/api/stream/sign/C1") as shown,
    ):
        pit.until("beat")
        shown.until("beat")
        supervisor.form("/sign-off")
        executive.post(f"/api/devices/{device}/retire", {"reason": "stolen"})
        for watching in (pit, shown):
            with pytest.raises(AssertionError, match="the stream has ended"):
                watching.until("nothing")


def test_a_body_without_end_is_refused_in_words(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.load()
    headers = {"X-CSRF-Token": console.csrf, "Content-Type": "application/json"}
    for body, told in (
        ('{"table": "C1", "spots": ' + "9" * 5_000 + "}", TOO_LONG),
        ('{"table": "C1", "spots": ' + "[" * 20_000 + "]" * 20_000 + "}", TOO_DEEP),
        ('{"table": "C1", "spots": ' + "[" * 900 + "]" * 900 + "}", TOO_DEEP),
    ):
        answer = console.request("POST", "/api/commands/start-round", content=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (422, "COMMAND_UNREADABLE")
        assert answer.json()["reason"].endswith(told.reason)
