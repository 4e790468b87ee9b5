"""`pitboss profiles`: the jurisdictions, and what each of them asks."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeAlias

from typer.testing import Result

from pitboss.rules import catalog

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]


def test_every_jurisdiction_is_listed(run: Run) -> None:
    lines = run("profiles").stdout.splitlines()
    assert [line.split()[0] for line in lines[:10]] == list(catalog.profile_names())
    assert "ohio          Ohio (casinos)" in lines
    listed = json.loads(run("profiles", "--json").stdout)
    assert [each["name"] for each in listed] == list(catalog.profile_names())


def test_one_shows_each_switch_with_its_rule_and_confidence(run: Run) -> None:
    lines = run("profiles", "ohio").stdout.splitlines()
    at = lines.index("reserve_disclosure: sign")
    assert lines[at + 1 : at + 3] == [
        "    OAC 3772-11-29: where a part of the contribution feeds a secondary payout, a",
        "    sign says so (read)",
    ]
    assert lines.index("for people to follow") > at
    assert "tax_threshold: $600.00 from 2025-01-01, $2,000.00 from 2026-01-01" in lines


def test_one_as_json(run: Run) -> None:
    found = json.loads(run("profiles", "louisiana", "--json").stdout)
    assert found["switches"]["deposit_days"] == {
        "value": 7, "rule": "no rule found: we use the strictest", "confidence": "inferred",
    }  # fmt: skip
    assert [each["name"] for each in found["for_people"]][-1] == "debts"
    assert found["dated"][1]["first_day"] == "2026-01-01"
    assert found["dated"][1]["cents"] == 200_000


def test_an_unknown_one_is_refused_with_those_there_are(refuses: Refuses) -> None:
    line = refuses("profiles", "xx")
    assert line.startswith("PROFILE_UNKNOWN: ")
    assert line.endswith(", ".join(catalog.profile_names()))
