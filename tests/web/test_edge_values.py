"""Every command over HTTP with edge values in every field: no fault, and the table plays on."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec
import pytest

from floor.test_matrix import ASKED
from pitboss.floor.facts.base import Command, kind_of
from pitboss.web.access.issued import Secret

from .edge_values import Mutant, mutants
from .server_support import PINS, Site, Visitor, by_pin, running

FAULTS = ("COMMAND_FAULT", "ENGINE_STOPPED", "SERVER_FAULT")
HERE = {"T1": "C1", "multi": "fours"}
SAMPLED = 5  # edge values of each command, where not all are tried
TRIES = 10
RNG_SEED = 20_261_115
BADGES = {"dealer": "D100", "supervisor": "S200", "executive": "E300", "accounting": "A400",
          "auditor": "U600"}  # fmt: skip


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """One server for all of them."""
    folder = tmp_path_factory.mktemp("edges") / "site"
    shutil.copytree(keys[0], folder)
    with running(folder, keys[1]) as opened:
        yield opened


@pytest.fixture(scope="module")
def visitors(site: Site) -> dict[str, Visitor]:
    """A console, a sensor, a till, and somebody of each role."""
    found = {badge: site.visitor().sign_on(badge) for badge in PINS}
    found["till"] = site.visitor().enroll("till", "")
    return found | {kind: site.visitor().enroll(kind, "C1") for kind in ("console", "sensor")}


@pytest.mark.parametrize("name", ASKED)
def test_no_edge_value_breaks_a_page(site: Site, visitors: dict[str, Visitor], name: str) -> None:
    kind, fields = ASKED[name]
    tried = list(mutants(body_of(kind, fields)))
    press_all(site, visitors, kind, Random(RNG_SEED).sample(tried, min(SAMPLED, len(tried))))


@pytest.mark.proof
@pytest.mark.parametrize("name", ASKED)
def test_no_edge_value_at_all_breaks_the_server(
    site: Site, visitors: dict[str, Visitor], name: str
) -> None:
    kind, fields = ASKED[name]
    press_all(site, visitors, kind, list(mutants(body_of(kind, fields))))


def body_of(kind: type[Command], fields: dict[str, object]) -> dict[str, Any]:
    """What a page of this site sends for a command: who asks is seen otherwise."""
    asked = {"award": "C1-1-1.1", "change": "change-1", **fields}
    known: dict[str, Any] = {
        key: value for key, value in asked.items() if key in kind.__struct_fields__
    }
    body = msgspec.to_builtins(kind(command_id="c", at_ms=1, **known))
    ours = ("kind", "command_id", "at_ms", "sent_from")
    left_out = (*ours, kind.permission.badge_field, *kind.worked_out)
    return {key: placed(value) for key, value in body.items() if key not in left_out}


def placed(value: Any) -> Any:
    """A value with the names that this site has."""
    if isinstance(value, dict):
        return {key: placed(part) for key, part in value.items()}
    if isinstance(value, list):
        return [placed(part) for part in value]
    return HERE.get(value, value) if isinstance(value, str) else value


def press_all(
    site: Site, visitors: dict[str, Visitor], kind: type[Command], tried: list[Mutant]
) -> None:
    """Ask for each; afterwards a round starts."""
    permission = kind.permission
    able = [BADGES[role] for role in (*permission.away, *BADGES) if role in BADGES]
    device = next(iter(permission.devices), "")
    visitor = visitors[device or able[0]]
    swipes: dict[str, Any] = {"second_swipe": by_pin(able[1])} if permission.people == 2 else {}
    if device and permission.people:
        swipes["swipe"] = by_pin(able[0])
    wrong = []
    for each in tried:
        body = {"command_id": str(uuid4()), **each.body, **swipes}
        answer = visitor.post(f"/api/commands/{kind_of(kind)}", body)
        if answer.status_code >= 500 or answer.json()["code"] in FAULTS:
            wrong.append(f"{each}: {answer.status_code} {answer.text:.200}")
    assert not wrong, "\n".join(wrong)
    play(visitors)


def play(visitors: dict[str, Visitor]) -> None:
    """A round at the table, whatever stands in its way."""
    console, supervisor = visitors["console"], visitors["S200"]
    answer = console.press("start-round", table="C1", spots=[])
    if answer.status_code != 200:
        for name in ("void-round", "resume-table", "clear-shuffler"):
            supervisor.press(name, table="C1", reason="tidy up")
        console.press("sign-in", table="C1", swipe=by_pin("D100"))
        for _ in range(TRIES):  # a sensor that was silent on a busy machine answers for a second
            visitors["sensor"].press("open-betting", table="C1")
            answer = console.press("start-round", table="C1", spots=[])
            if answer.status_code == 200:
                break
            time.sleep(0.5)
    assert answer.status_code == 200, answer.text
    console.press("end-round", table="C1")
