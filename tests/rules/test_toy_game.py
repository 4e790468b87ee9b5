"""A game is one rules file and its paytables: a copy of the package with a toy game in it plays.

Nothing else of the copy is touched: the toy is found, dealt, settled, and held to every check
that holds for the games that come with the product."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pitboss

HERE = Path(__file__).parent
ADDED = {
    "rules/games/high_card.py": "high_card.py",
    "rules/paytables/high_card/base/standard.toml": "base.toml",
    "rules/paytables/high_card/pair/standard.toml": "pair.toml",
}
SETTLE = """
import json, sys
from pitboss.rules import catalog
from pitboss.rules.record import play_record

asked = json.load(sys.stdin)
paytables = catalog.Paytables()
played = play_record(asked, paytables)
print(json.dumps({
    "file": catalog.__file__,
    "games": catalog.game_names(),
    "ids": [name for name in paytables.ids() if name.startswith("high_card/")],
    "lines": [[at.seat, at.wager, at.result, at.net_cents] for at in played.settle()],
}))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A folder to import from, with a copy of the package and the toy game in it."""
    original = Path(pitboss.__file__).parent
    skip = shutil.ignore_patterns("__pycache__", "maths", "web")
    shutil.copytree(original, tmp_path / "pitboss", ignore=skip)
    for target, source in ADDED.items():
        path = tmp_path / "pitboss" / target
        assert not path.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "toy" / source, path)
    return tmp_path


def run(copy: Path, *arguments: str, text: str = "") -> str:
    """Run Python with the copy in front of the installed package."""
    environment = os.environ | {"PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=copy, env=environment, input=text, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_toy_game_is_found_dealt_and_settled(copy: Path) -> None:
    asked = {
        "game": "high_card",
        "paytables": {"pair": "high_card/pair/standard"},
        "meters": {"pair": {"main": 12345}},
        "cards": {"1": "Ks 2c", "2": "9c 9d", "3": "As Ad", "dealer": "Kd 3h"},
        "wagers": {
            "1": {"ante": 500},
            "2": {"ante": 500, "pair": 100},
            "3": {"ante": 500, "pair": 100},
        },
        "actions": [
            {"seat": 1, "action": "play"},
            {"seat": 2, "action": "fold"},
            {"seat": 3, "action": "play"},
        ],
    }
    answer = json.loads(run(copy, "-c", SETTLE, text=json.dumps(asked)))
    assert Path(answer["file"]).is_relative_to(copy)
    assert "high_card" in answer["games"]
    assert answer["ids"] == ["high_card/base/standard", "high_card/pair/standard"]
    assert answer["lines"] == [
        [1, "play", "pushes", 0],
        [1, "ante", "pushes", 0],
        [2, "pair", "wins", 1000],
        [2, "ante", "loses", -500],
        [3, "pair", "wins", 12245],
        [3, "play", "wins", 500],
        [3, "ante", "wins", 500],
    ]


@pytest.mark.slow
def test_a_toy_game_passes_every_generic_check(copy: Path) -> None:
    checks = str(HERE / "test_rounds.py")
    quiet = ("-p", "no:cacheprovider", "-p", "no:xdist", "-k", "high_card")
    shown = run(copy, "-m", "pytest", checks, *quiet)
    passed = re.search(r"^(\d+) passed", shown, re.MULTILINE)
    assert passed is not None
    assert int(passed[1]) >= 10
