"""The manuals that go with a request for approval, each with its revision as git counts it."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from pathlib import Path

from pitboss.evidence.submission import Manual
from pitboss.refusal import Refusal


def read_manuals(folder: Path) -> list[Manual]:
    """Every page of a folder. Its revision is how many commits have changed it, its day that of
    the last one."""
    if _git(folder, "rev-parse", "--is-shallow-repository") != "false\n":
        raise _unrevised(folder, "fetch the whole history")
    if _git(folder, "status", "--porcelain", "--", "."):
        raise _unrevised(folder, "commit what has changed")
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
        raise _unrevised(folder, "name a folder of a clone, where git is installed") from None
    return done.stdout


def _unrevised(folder: Path, do: str) -> Refusal:
    reason = f"git does not know the revision of these manuals; {do}"
    return Refusal("MANUALS_UNREVISED", where=str(folder), reason=reason)
