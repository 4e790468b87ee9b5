"""A fault of the program refuses one entry over HTTP, and people are told where they look."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pitboss.engine import core
from pitboss.floor.facts.base import Command
from pitboss.refusal import Refusal
from pitboss.web.shell.answers import _for_outside

from .server_support import Site, by_pin, code_of


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can call a supervisor: the program has a fault there."""
    sound: Any = vars(core)["decide"]

    def decide(state: object, command: Command, paytables: object) -> object:
        assert command.kind != "call-supervisor", "a reason that Mr. Smith typed"
        return sound(state, command, paytables)

    monkeypatch.setattr(core, "decide", decide)


@pytest.mark.usefixtures("broken")
def test_a_fault_refuses_one_entry_and_the_table_plays_on(
    site: Site, caplog: pytest.LogCaptureFixture
) -> None:
    console = site.visitor().enroll("console", "C1")
    seq = site.running_site.seq
    refused = console.press("call-supervisor", table="C1", reason="Smith")
    assert code_of(refused) == (409, "COMMAND_FAULT")
    number = f"{seq}-1"
    assert refused.json()["reason"] == (
        f"software error. Nothing was recorded. Give your technician fault number {number}"
    )
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
    assert console.press("start-round", table="C1", spots=[]).status_code == 200
    assert "\npitboss_command_faults_total 1\n" in site.watch("/metrics").text
    health = site.watch("/healthz")
    assert (health.status_code, health.json()["faults"]) == (200, 1)
    executive = site.visitor().sign_on("E300")
    assert "An entry failed because of a software error" in executive.load("/office/today").text
    page = executive.load("/office/system").text
    assert "Software errors since the server started" in page
    assert number in page
    (line,) = [each for each in caplog.messages if each.startswith(f"fault {number}: ")]
    assert "call-supervisor" in line
    assert "AssertionError: " in line
    assert "Smith" not in line


def test_work_that_a_fault_has_ended_rings_and_is_named_on_today(site: Site) -> None:
    assert "\npitboss_work_ended 0\n" in site.watch("/metrics").text
    site.running_site.counts.work_ended("keep books", KeyError("lost"))
    assert "\npitboss_work_ended 1\n" in site.watch("/metrics").text
    page = site.visitor().sign_on("E300").load("/office/today").text
    assert "Part of the server stopped on a software error" in page
    assert "keep books" in page


def test_a_server_without_faults_says_nothing_of_them(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    assert site.watch("/healthz").json()["faults"] == 0
    assert "software error" not in executive.load("/office/today").text
    assert "Software errors" not in executive.load("/office/system").text


@pytest.mark.parametrize(
    ("folder", "reason", "told"),
    [
        ("m", "/metrics: m/site.toml is missing", "/metrics: site.toml is missing"),
        ("room", "no jackpot rooms in the room", "no jackpot rooms in the room"),
        ("/srv/room", "/srv/room/floor.db is full", "floor.db is full"),
        ("/srv/room", "no journal in /srv/room.", "no journal in the site's folder."),
        ("/srv/room", "/srv/rooms and /old/srv/room/x", "/srv/rooms and /old/srv/room/x"),
    ],
)  # fmt: skip
def test_a_refusal_leaves_out_the_folders_path_only(folder: str, reason: str, told: str) -> None:
    refusal = Refusal("COMMAND_UNREADABLE", "said", fault=reason)
    assert _for_outside(refusal, Path(folder)).reason == told
