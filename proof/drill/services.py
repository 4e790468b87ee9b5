"""What a systemd unit starts: its user, command and environment. A drill has no systemd; it starts
the shipped units, and Debian's own for etcd, HAProxy and keepalived."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

# The first one wins: ours, then Debian's; drop-ins come on top.
UNITS = ("etc/systemd/system", "lib/systemd/system", "usr/lib/systemd/system")
ROOT = "root"


@dataclass(frozen=True, kw_only=True)
class Service:
    """A parsed unit."""

    user: str
    words: tuple[str, ...]
    environment: dict[str, str]


def read_service(name: str, root: Path) -> Service:
    """The unit of a machine whose files are under a folder."""
    found = (root / place / f"{name}.service" for place in UNITS)
    files = [file for file in found if file.exists()][:1]
    files += sorted((root / UNITS[0] / f"{name}.service.d").glob("*.conf"))
    user, command, environment = ROOT, "", dict[str, str]()
    for line in "\n".join(file.read_text("utf-8") for file in files).splitlines():
        key, _, value = line.replace("%p", name).partition("=")
        if key == "User":
            user = value
        elif key == "ExecStart" and value:
            command = value
        elif key == "Environment":
            environment |= _assignments(shlex.split(value))
        elif key == "EnvironmentFile":
            file = root / value.removeprefix("-").removeprefix("/")
            if file.exists():
                lines = file.read_text("utf-8").splitlines()
                environment |= _assignments([each for each in lines if not each.startswith("#")])
    words = [part for word in shlex.split(command) for part in _filled(word, environment)]
    return Service(user=user, words=tuple(words), environment=environment)


def _assignments(words: list[str]) -> dict[str, str]:
    pairs = (word.partition("=") for word in words if "=" in word)
    return {key.strip(): value.strip().strip('"') for key, _, value in pairs}


def _filled(word: str, environment: dict[str, str]) -> list[str]:
    """A word of a command; `$NAME` alone becomes as many words as it holds."""
    return environment.get(word[1:], "").split() if word.startswith("$") else [word]
