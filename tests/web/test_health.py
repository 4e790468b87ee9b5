"""What a server says of itself to strangers, and to those who watch it."""

from __future__ import annotations

import httpx

from pitboss.devices.emulator import enroll
from pitboss.live.clocks import clock_ms
from pitboss.web.shell.server import API_VERSION

from .server_support import Site


def ask(site: Site, path: str, **headers: str) -> httpx.Response:
    """As a plain proxy on the server's machine passes it on: from loopback, to loopback."""
    return httpx.get(f"{site.address}{path}", headers=headers)


def test_a_stranger_learns_only_that_the_server_is_well(site: Site) -> None:
    told = ask(site, "/healthz")
    assert (told.status_code, set(told.json())) == (200, {"leads", "seq"})
    assert ask(site, "/healthz?leader").status_code == 200
    counted = ask(site, "/metrics")
    assert (counted.status_code, counted.json()["code"]) == (401, "NOT_SIGNED_ON")
    assert "token of an enrolled system" in counted.json()["reason"]


def test_an_enrolled_system_and_who_has_signed_on_learn_everything(site: Site) -> None:
    code = site.access.make_code(kind="system", table="", now_ms=clock_ms())
    token = {"Authorization": f"Bearer {enroll(site.address, code).token}"}
    person = site.visitor().sign_on("S200")
    for health in (ask(site, "/healthz", **token), person.load("/healthz")):
        assert health.json()["disk"] == "ok"
    for counted in (ask(site, "/metrics", **token), person.load("/metrics")):
        assert "\npitboss_engine_leads 1\n" in counted.text


def test_a_stranger_does_not_learn_the_release(site: Site) -> None:
    described = site.visitor().load("/api/openapi.json").json()
    assert described["info"]["version"] == API_VERSION
