"""The configuration of Patroni says what docs/running.md asks for, and a drill knows it."""

from __future__ import annotations

import re

import pytest

from deploy.support import DEPLOY, ROOT

TEXT = (DEPLOY / "patroni.yml").read_text("utf-8")


@pytest.mark.parametrize(
    "line",
    [
        "synchronous_mode: true",
        "failsafe_mode: true",
        "mode: required",  # of the watchdog
        "use_pg_rewind: true",
    ],
)
def test_what_was_acknowledged_outlives_a_machine(line: str) -> None:
    assert re.search(rf"^ +{line}( +#.*)?$", TEXT, re.M)


def test_a_drill_knows_how_long_a_lost_primary_keeps_its_role() -> None:
    (ttl,) = re.findall(r"^ +ttl: (\d+)", TEXT, re.M)
    drill = (ROOT / "bench" / "drill" / "databases.py").read_text("utf-8")
    assert f"TTL_S = {ttl}.0" in drill
