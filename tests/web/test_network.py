"""The network is switched on by a button: a server that listens on its own machine only listens at
one more address, and nothing restarts."""

from __future__ import annotations

import threading
import time

import httpx
import pytest
from fastapi import FastAPI

from pitboss.web.shell import addresses
from pitboss.web.shell.handover import Handover
from pitboss.web.shell.server import bind_socket, serve

from .server_processes import AGAIN_S, WAIT_S
from .server_support import ANSWER_S, Site

OTHER = "127.0.0.2"  # another address of loopback, in the place of one on a network


def test_a_technician_or_an_executive_lets_the_network_in_and_nobody_is_signed_out(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    executive = site.visitor().sign_on("E300")
    assert "it listens on this computer only" in executive.load("/setup/devices").text
    monkeypatch.setattr(addresses, "outward", lambda: "")
    nowhere = executive.form("/setup/network")
    assert (nowhere.status_code, "NETWORK_MISSING" in nowhere.text) == (409, True)
    monkeypatch.setattr(addresses, "outward", lambda: OTHER)
    clerk = site.visitor().sign_on("A400").form("/setup/network")
    assert (clerk.status_code, "ROLE_TOO_LOW" in clerk.text) == (403, True)
    there = f"{site.address.replace('127.0.0.1', OTHER)}/healthz"
    with pytest.raises(httpx.ConnectError):
        httpx.get(there)
    assert executive.form("/setup/network").headers["location"] == "/setup/devices"
    assert httpx.get(there, timeout=ANSWER_S).status_code == 200
    page = executive.load("/setup/devices").text
    assert f"{site.address.replace('127.0.0.1', OTHER)}/enroll" in page
    assert "--host 0.0.0.0" in page  # for the next start


def _app(handover: Handover, name: str) -> FastAPI:
    app = FastAPI()
    app.state.handover, app.state.end_streams = handover, lambda: None

    @app.get("/")
    async def answer() -> str:
        return name

    return app


def test_what_follows_in_the_process_listens_there_too() -> None:
    training, money = _app(Handover(lambda: money), "training"), _app(Handover(), "money")
    listener = bind_socket("127.0.0.1", 0)
    port = listener.getsockname()[1]

    @training.get("/on")
    async def switch_on() -> None:
        training.state.listen_at(OTHER, port)
        await training.state.handover.begin()

    thread = threading.Thread(
        target=lambda: serve(training, listener=listener, tell=lambda: None), daemon=True
    )
    thread.start()
    httpx.get(f"http://127.0.0.1:{port}/on", timeout=WAIT_S)
    until = time.monotonic() + WAIT_S
    while httpx.get(f"http://{OTHER}:{port}/", timeout=WAIT_S).json() != "money":
        assert time.monotonic() < until
        time.sleep(AGAIN_S)
    money.state.handover.stop()
    thread.join(WAIT_S)
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://{OTHER}:{port}/")
