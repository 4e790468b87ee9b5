"""What a hub and its properties tell whoever watches them (docs/operations.md)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pitboss.demo.wide_folders import HUB
from pitboss.live.line_standing import LineStanding
from pitboss.web.access.issued import Secret
from pitboss.wide.facts.sharing import AdmitProperty, HubRow, RefuseStatement
from pitboss.wide.line.gauges import line_gauges

from .wide_support import NORTH, WideSite, running_wide

Keys = tuple[Path, dict[str, Secret]]
TWO = ("S200", "A400")


@pytest.fixture
def hub(tmp_path: Path, keys: Keys) -> Iterator[WideSite]:
    with running_wide(tmp_path, keys, HUB) as found:
        yield found


def gauges(found: WideSite) -> dict[str, int]:
    """What is read of properties and lines now."""
    text = found.site.watch("/metrics").text
    lines = [line.split(" ") for line in text.splitlines() if line[0] != "#" and "{" not in line]
    wide = ("pitboss_line", "pitboss_propert", "pitboss_statements", "pitboss_hub")
    return {
        name.removeprefix("pitboss_"): int(value) for name, value in lines if name.startswith(wide)
    }


def test_a_hub_counts_statements_that_wait_for_people(hub: WideSite) -> None:
    quiet = {"statements_held": 0, "statements_refused": 0, "properties_forked": 0, "hub_short": 0}
    assert gauges(hub) == {"properties_silent": 2, **quiet}
    hub.site.running_site.callers.heard_ms[NORTH] = hub.now_ms
    assert hub.stated(1, 10_000_000).accepted
    assert gauges(hub) == {"properties_silent": 1, **quiet, "statements_held": 1}
    refused = hub.ask(RefuseStatement, property=NORTH, number=1, reason="too much", badges=TWO)
    assert refused.accepted, refused
    assert gauges(hub) == {"properties_silent": 1, **quiet, "statements_refused": 1}
    assert hub.stated(1, 100).accepted
    assert gauges(hub) == {"properties_silent": 1, **quiet, "properties_forked": 1}


def test_a_hub_that_was_restored_counts_who_has_heard_of_its_lost_rows(hub: WideSite) -> None:
    assert hub.stated(1, 100, heard=HubRow(90, "b" * 64)).accepted
    assert gauges(hub)["properties_forked"] == 1


def test_a_property_that_was_admitted_in_the_office_is_silent_too(hub: WideSite) -> None:
    admitted = hub.ask(
        AdmitProperty,
        hub=HUB,
        property="east",
        key="ab" * 32,
        tables=2,
        seats=6,
        rounds_an_hour=60,
        jackpots=("wide",),
        badges=TWO,
    )
    assert admitted.accepted, admitted
    assert gauges(hub)["properties_silent"] == 3


@pytest.mark.parametrize(
    ("standing", "closed", "is_stopped"),
    [
        ("", (), 0),
        ("open", (), 0),
        ("open", ("wide",), 1),
        ("held", (), 1),
        ("refused", (), 1),
        ("forked", (), 1),
    ],
)
def test_a_property_says_that_the_hub_has_stopped_it_though_the_line_is_up(
    standing: str, closed: tuple[str, ...], is_stopped: int
) -> None:
    line = LineStanding(heard_ms=1, standing=standing, closed=closed)
    room: Any = SimpleNamespace(site=SimpleNamespace(wide=object()), line=line)
    told = {"pitboss_line_up": 1, "pitboss_property_stopped": is_stopped}
    assert asyncio.run(line_gauges(room)) == told


def test_the_health_of_a_property_says_how_it_stands_at_its_hub(tmp_path: Path, keys: Keys) -> None:
    with running_wide(tmp_path, keys, NORTH) as room:
        line = room.site.watch("/healthz").json()["line"]
        assert (line["standing"], line["closed"], line["account_short"]) == ("", [], False)
        assert gauges(room) == {"line_up": 0, "property_stopped": 0}
