"""The API's own description: sound in itself, true to the gate, and true to what is answered."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.facts import COMMANDS, changes, people, rounds
from pitboss.floor.facts.base import Command, kind_of
from pitboss.floor.facts.values import ROLES
from pitboss.refusal import Refusal
from pitboss.web.access.device_codes import KINDS
from pitboss.web.access.gate import PAGES, Person, check_page, check_place
from pitboss.web.access.issued import EVERY_TABLE, Device
from pitboss.web.api.openapi import SERVERS_OWN
from pitboss.web.shell.server import api_description

from .server_support import Site, by_pin

EXAMPLES = 1  # of each operation
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
BEFORE_SIGN_IN = {"phase": "no_dealer", "next": "sign_in", "why": []}
REFUSAL = {"accepted", "seq", "code", "reason", "events"}
Operation = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """What `pitboss api` prints."""
    return api_description()


def operations(document: dict[str, Any]) -> Iterator[Operation]:
    """Every operation, with its address and method."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield path, method, operation


def references(part: Any) -> Iterator[str]:
    """Every place that a part of the document points to."""
    if isinstance(part, dict):
        if "$ref" in part:
            yield part["$ref"]
        for each in part.values():
            yield from references(each)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


# ---- sound in itself ----------------------------------------------------------------------------


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    found = set(references(document))
    assert found >= {"#/components/schemas/Answer", "#/components/schemas/Refusal"}
    for reference in found:
        start, *steps = reference.split("/")
        place = document
        for step in steps:
            place = place[step]
        assert start == "#"
        assert place["type"] == "object"


def test_every_operation_has_a_name_an_answer_and_its_refusals(document: dict[str, Any]) -> None:
    names = [operation["operationId"] for _, _, operation in operations(document)]
    assert len(set(names)) == len(names) >= len(COMMANDS)
    for path, method, operation in operations(document):
        assert operation["summary"], path
        answers = operation["responses"]
        assert "421" in answers, path
        assert ("200" in answers) != operation.get(SERVERS_OWN, False), path
        if operation["security"]:
            assert {"401", "403", "422", "503"} <= set(answers), path
        if method == "post":
            assert {"408", "413", "429"} <= set(answers), path
            assert ("409" in answers) == ("200" in answers), path
            assert operation["requestBody"]["content"]["application/json"]["schema"]


def test_a_refusal_looks_the_same_everywhere(document: dict[str, Any]) -> None:
    one = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
    for path, _, operation in operations(document):
        for status, answer in operation["responses"].items():
            assert answer["description"], path
            if status != "200" and (path, status) != ("/healthz", "503"):
                assert answer["content"] == one, (path, status)
    assert set(document["components"]["schemas"]["Refusal"]["required"]) == REFUSAL


# ---- true to the gate ---------------------------------------------------------------------------


def test_every_scheme_that_an_operation_names_is_there(document: dict[str, Any]) -> None:
    schemes = document["components"]["securitySchemes"]
    assert {each["type"] for each in schemes.values()} == {"apiKey", "http"}
    for path, method, operation in operations(document):
        for shown in operation["security"]:
            assert set(shown) <= set(schemes), path
            by_cookie = bool({"badge_session", "device_cookie"} & set(shown))
            assert ("page_token" in shown) == (by_cookie and method == "post"), path


@pytest.mark.parametrize("kind", COMMANDS, ids=kind_of)
def test_who_may_ask_for_a_command_is_whom_the_gate_lets_pass(
    document: dict[str, Any], kind: type[Command]
) -> None:
    operation = document["paths"][f"/api/commands/{kind_of(kind)}"]["post"]
    told = {name for shown in operation["security"] for each in shown.values() for name in each}
    passed = {role for role in ROLES if _passes(kind, who=_person(role))}
    passed |= {each for each in KINDS if _passes(kind, at=_device(each))}
    assert told == passed
    assert operation.get(SERVERS_OWN, False) == (not passed)
    assert (operation["security"] == [{"server_only": []}]) == (not passed)
    assert not _passes(kind)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (changes.OpenSite, "the server does this on its own. You don't need to ask for it"),
        (people.SignOn, "this has its own page. Do it there"),
    ],
)
def test_who_asks_for_what_the_server_asks_reads_why(kind: type[Command], reason: str) -> None:
    for who, at in ((_person("executive"), None), (None, _device("console"))):
        with pytest.raises(Refusal) as refused:
            check_place(kind, "", who, at)
        assert refused.value.reason == reason


def test_who_presses_away_from_a_device_reads_where_it_stands() -> None:
    for table, where in (("C1", "table C1"), ("", "its table")):
        with pytest.raises(Refusal) as refused:
            check_place(rounds.StartRound, table, _person("dealer"), None)
        assert refused.value.reason == f"press this on the console at {where}"


def test_who_may_open_a_stream_is_whom_the_gate_lets_pass(document: dict[str, Any]) -> None:
    streams = [each for each in operations(document) if each[0].startswith("/api/stream/")]
    assert len(streams) == sum(page.prefix.startswith("/api/stream/") for page in PAGES)
    for path, _, operation in streams:
        told = {name for shown in operation["security"] for each in shown.values() for name in each}
        at_table = path.replace("{table}", "C1")
        passed = {role for role in ROLES if _opens(at_table, _person(role), None)}
        places = [_device(kind, table) for kind in KINDS for table in ("C1", "")]
        passed |= {each.kind for each in places if _opens(at_table, None, each)}
        assert told == passed, path


def _passes(kind: type[Command], *, who: Person | None = None, at: Device | None = None) -> bool:
    try:
        check_place(kind, "C1", who, at)
    except Refusal:
        return False
    return True


def _opens(path: str, who: Person | None, at: Device | None) -> bool:
    try:
        check_page(path, who, at)
    except Refusal:
        return False
    return True


def _person(role: str) -> Person:
    return Person(badge="X1", name="X", role=role)


def _device(kind: str, table: str = "C1") -> Device:
    return Device(device="x", kind=kind, table=table, enrolled_ms=0, enrolled_by="", key_sha256="")


# ---- true to what is answered -------------------------------------------------------------------


NOT_TOLD = ("DEVICE_UNKNOWN", "DEVICE_ELSEWHERE", "TABLE_UNKNOWN")  # of which table, or to whom


def test_the_gate_refuses_in_the_same_shape_as_the_floor(site: Site) -> None:
    stranger, console = site.visitor(), site.visitor().enroll("console", "C1")
    dealer, supervisor = site.visitor().sign_on("D100"), site.visitor().sign_on("S200")
    wrong = {"badge": "D101", "pin": "90210"}
    at: dict[str, Any] = {"table": "C1"}
    why = {**at, "reason": "x"}
    for status, code, visitor, name, body in (
        (401, "DEVICE_UNKNOWN", stranger, "start-round", {**at, "spots": []}),
        (401, "SWIPE_MISSING", console, "sign-in", at),
        (401, "PIN_WRONG", console, "sign-in", {**at, "swipe": wrong}),
        (403, "DEVICE_ELSEWHERE", console, "start-round", {"table": "C2", "spots": []}),
        (403, "ROLE_TOO_LOW", dealer, "void-round", why),
        (409, "ROLE_TOO_LOW", console, "confirm-awards", {**at, "swipe": by_pin("D100")}),
        (409, "NO_DEALER", console, "start-round", {**at, "spots": []}),
        (409, "TABLE_UNKNOWN", supervisor, "pause-table", {**why, "table": "Z9"}),
        (422, "COMMAND_UNREADABLE", console, "start-round", {**at, "spots": 7}),
        (422, "SWIPE_UNREADABLE", console, "sign-in", {**at, "swipe": {}}),
        *[(401, "PIN_WRONG", console, "sign-in", {**at, "swipe": wrong})] * 4,
        (429, "LOCKED_OUT", console, "sign-in", {**at, "swipe": wrong}),
    ):
        answer = visitor.press(name, **body)
        told = answer.json()
        assert (answer.status_code, told["code"]) == (status, code)
        assert (told["accepted"], told["events"], bool(told["reason"])) == (False, [], True)
        assert set(told) - {"table", "field", "case", "where", "values"} == REFUSAL
        assert told.get("table") == (None if code in NOT_TOLD else BEFORE_SIGN_IN)


def test_what_a_keypad_sends_wrong_is_answered_with_its_table(site: Site) -> None:
    _, token = site.access.add_device(kind="keypad", table="C1", enrolled_by="E300", now_ms=1)
    headers = {"Authorization": f"Bearer {token}"}
    answer = site.client.post("/api/devices/signals", content=b"{", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "SIGNAL_UNREADABLE")
    assert answer.json()["table"] == BEFORE_SIGN_IN


@pytest.mark.parametrize("examples", [EXAMPLES, pytest.param(100, marks=pytest.mark.proof)])
def test_nothing_that_is_sent_breaks_the_server(site: Site, examples: int) -> None:
    """As somebody who may do much: enrolled at every table and signed on."""
    _, token = site.access.add_device(
        kind="console", table=EVERY_TABLE, enrolled_by="E300", now_ms=site.running_site.now_ms()
    )
    visitor = site.visitor().sign_on("E300")
    visitor.cookies["pitboss_device"] = token
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    answer = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run", f"{site.address}/api/openapi.json",
            "--phases", "fuzzing", "--max-examples", str(examples), "--generation-deterministic",
            "--checks", ",".join(CHECKS), "--no-color",
            "--exclude-path-regex", "^/api/stream",  # these have no end
            "-H", f"Cookie: {cookies}", "-H", f"X-CSRF-Token: {visitor.csrf}",
        ],
        capture_output=True, text=True, timeout=550,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout


def test_a_device_reads_what_the_answer_to_its_signals_is(document: dict[str, Any]) -> None:
    described = document["paths"]["/api/devices/signals"]["post"]
    answer = described["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer["required"] == ["heard", "lights", "now_ms", "last_n"]
