"""The manuals in a request for approval, each with its revision from git."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from pathlib import Path

from pitboss.evidence.submission import Manual
from pitboss.refusal import Refusal


def read_manuals(folder: Path) -> list[Manual]:
    """Every page in a folder. Its revision is its number of commits; its date is the last one's."""
    if _git(folder, "rev-parse", "--is-shallow-repository") != "false\n":
        raise Refusal("MANUALS_UNREVISED", "shallow", where=str(folder))
    if _git(folder, "status", "--porcelain", "--", "."):
        raise Refusal("MANUALS_UNREVISED", "changed", where=str(folder))
    days: dict[str, list[str]] = defaultdict(list)
    day = ""
    for line in _git(folder, "log", "--relative", "--name-only", "--format=@%cs").splitlines():
        if line.startswith("@"):
            day = line[1:]
        elif line:
            days[line].append(day)
    return [
        Manual(page.name, len(days[page.name]), days[page.name][0], page.read_text("utf-8"))
        for page in sorted(folder.glob("*.md"))
    ]


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the words are ours
            ["git", *words],  # noqa: S607
            cwd=folder,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        raise Refusal("MANUALS_UNREVISED", "no_clone", where=str(folder)) from None
    return done.stdout
