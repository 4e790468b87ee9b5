"""`make drill`: what was chosen wrongly is said first, before anybody installs what it needs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from deploy.support import ROOT
from pitboss.live.release import Release


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (("--faults", "kill,freze"), "FAULT_UNKNOWN: freze: there is no such fault"),
        (("--pause", "3"), "PAUSE_TOO_SHORT: 3 s: "),
        ((), "DRILL_MISSING: "),
    ],
)
def test_choices_are_checked_before_programs_are_missed(choice: tuple[str, ...], code: str) -> None:
    words = [sys.executable, "-m", "bench.drill", "--patroni", "/nowhere", *choice]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 2, found.stderr
    assert found.stdout.startswith(code)


def test_a_drill_writes_what_the_house_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from bench.drill.table import Count, Measure, Measures, trial_of

    kills = [
        Measure(name="kill", gap_s=gap_s, proxy_gap_s=None, late=0, load=1.0, idle=0.5)
        for gap_s in (0.5, 1.25)
    ]
    count = Count(acknowledged=9, lost=0, doubled=0, unknown=0, rows=12, fault="")
    made = trial_of(Measures(kills), count, Release("0.2.0", ""), day="2026-11-16")
    (killed,) = made.tried
    assert (killed.loss, killed.times, killed.longest_ms, killed.bound_ms) == (
        "process",
        2,
        1250,
        3000,
    )
    assert made.is_sound
    late = trial_of(Measures(kills), replace(count, lost=1), Release("0.2.0", ""), day="")
    assert not late.is_sound
