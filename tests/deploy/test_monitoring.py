"""The dashboard and the alarms ask for what a server counts, and somebody is told what to do."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from deploy.support import DEPLOY
from pitboss.engine.leadership import STANDING_BY, SUPERSEDED
from pitboss.live.counts import HELP, SiteCounters
from web.conftest import folder, keys, site
from web.server_support import Site, by_pin

__all__ = ["folder", "keys", "site"]

ALERTS = (DEPLOY / "alerts.yml").read_text("utf-8")
DASHBOARD: dict[str, Any] = json.loads((DEPLOY / "grafana.json").read_text("utf-8"))
OPERATIONS = (DEPLOY.parent / "docs" / "operations.md").read_text("utf-8")
RINGING = Path(__file__).with_name("alerts_ring.yml")
RINGS = RINGING.read_text("utf-8")
NAME = re.compile(r"\bpitboss_[a-z_]+")
SOURCE = DEPLOY.parent / "src" / "pitboss"
CODE = re.compile(r"`([A-Z_]+)`")
RAISED = re.compile(r'Refusal\("([A-Z_]+)"')
HISTOGRAM = "pitboss_command_seconds"
# Of a server that follows, of one with a broker, of a property and of a hub.
ELSEWHERE = {
    "pitboss_behind_rows",
    "pitboss_behind_milliseconds",
    "pitboss_outbox_seq",
    "pitboss_line_up",
    "pitboss_property_stopped",
    "pitboss_statements_held",
    "pitboss_statements_refused",
    "pitboss_properties_forked",
    "pitboss_properties_silent",
    "pitboss_hub_short",
}

# The modules whose every refusal stops a line.
OF_THE_LINE = (
    "wide/line/hub_call.py", "wide/line/hub_line.py", "live/line_tls.py", "wide/line/serving.py",
    "wide/messages.py", "wide/decide/hub_answers.py", "wide/decide/posting.py",
)  # fmt: skip
# Those of other modules, which refuse more than what comes over a line.
ELSEWHERE_OF_THE_LINE = {
    "ANSWER_OLD", "ENGINE_BUSY", "ENGINE_STOPPED", "HUB_FORKED", "JACKPOT_RETIRED",
    "JACKPOT_UNKNOWN", "PROPERTY_FORKED", "PROPERTY_GIVEN_UP", "PROPERTY_UNKNOWN", "RATES_DIFFER",
    "SIGNATURE_WRONG", "STATEMENT_WRONG", STANDING_BY, SUPERSEDED,
}  # fmt: skip


def expressions() -> list[str]:
    """Everything that alarms and panels ask for."""
    asked = re.findall(r"^ +expr: (.+)$", ALERTS, re.M)
    assert len(asked) == len(alarms())
    return [*asked, *(target["expr"] for each in DASHBOARD["panels"] for target in each["targets"])]


def alarms() -> list[str]:
    return re.findall(r"^ +- alert: (\w+)$", ALERTS, re.M)


@pytest.fixture
def counted(site: Site) -> set[str]:
    """The names on a server's page after something was accepted and something refused."""
    console = site.visitor().enroll("console", "C1")
    console.press("start-round", table="C1", spots=[{"seat": 1, "sensor": 1}])
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    console.press("start-round", table="C1", spots=[{"seat": 1, "sensor": 1}])
    text = site.watch("/metrics").text
    return {line.split("{")[0].split(" ")[0] for line in text.splitlines() if line[0] != "#"}


def test_every_name_is_one_that_a_server_has(counted: set[str]) -> None:
    asked = {name for each in expressions() for name in NAME.findall(each)}
    assert asked - counted == ELSEWHERE
    assert set(HELP) >= ELSEWHERE


def test_every_name_of_a_server_is_on_the_dashboard(counted: set[str]) -> None:
    shown = {name for each in expressions() for name in NAME.findall(each)}
    assert {name for name in HELP if name != HISTOGRAM} <= shown
    assert any(name.startswith(HISTOGRAM) for name in shown)


def test_a_counter_that_an_alarm_watches_is_there_before_its_first_count() -> None:
    fresh = SiteCounters().text({})
    watched = re.findall(r'code=~?"([A-Z_|]+)"', ALERTS)
    assert watched
    for code in watched[0].split("|"):
        assert f'pitboss_refusals_total{{code="{code}"}} 0' in fresh
    assert 'status=~"5.."' in ALERTS
    for status in (500, 502, 503, 504):
        assert f'pitboss_requests_total{{status="{status}"}} 0' in fresh


def test_alarms_ring_and_cease(tmp_path: Path) -> None:
    program = shutil.which("promtool", path=f"{Path(sys.prefix) / 'bin'}:{os.environ['PATH']}")
    assert program is not None, "no promtool here; `make system-test` brings it"
    for name in alarms():
        assert f"alertname: {name}\n" in RINGS, "nothing rings it"
        assert f"alertname: {name}, exp_alerts: []" in RINGS, "nothing ends it"
    for file in (DEPLOY / "alerts.yml", RINGING):
        shutil.copy(file, tmp_path)
    words = [program, "test", "rules", RINGING.name]
    tried = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert tried.returncode == 0, tried.stdout + tried.stderr


def test_brackets_and_quotes_of_every_expression_close() -> None:
    for each in expressions():
        assert each.count('"') % 2 == 0, each
        for opening, closing in ("()", "[]", "{}"):
            assert each.count(opening) == each.count(closing), each


def test_whoever_is_woken_finds_what_to_do() -> None:
    told = re.findall(r"^\| `(Pitboss\w+)` \|[^|]+\|[^|]+\|$", OPERATIONS, re.M)
    assert told == alarms()
    assert len(alarms()) == ALERTS.count("summary: ") == ALERTS.count("severity: ")


def test_whoever_finds_the_line_down_finds_what_to_do() -> None:
    section = OPERATIONS.split("\n### A line that is down\n")[1].split("\n## ")[0]
    told = {
        code for first in re.findall(r"^\|([^|]+)\|", section, re.M) for code in CODE.findall(first)
    }
    raised = {code for name in OF_THE_LINE for code in RAISED.findall((SOURCE / name).read_text())}
    assert raised, "the modules of the line raise refusals"
    assert told >= raised | ELSEWHERE_OF_THE_LINE
    listed = (DEPLOY.parent / "docs" / "refusals.md").read_text("utf-8")
    assert [code for code in told if f"| `{code}` |" not in listed] == []


def test_panels_do_not_lie_over_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not taken & cells, panel["title"]
        taken |= cells
    assert max(x for x, _ in taken) == 23


def test_the_files_are_where_the_page_says() -> None:
    for name in ("alerts.yml", "grafana.json"):
        assert f"deploy/{name}" in OPERATIONS
        assert Path(DEPLOY / name).is_file()
