"""What an engine says of itself when it begins to lead."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib import metadata, resources
from pathlib import Path

from pitboss.floor.facts.engines import BeginEngine
from pitboss.floor.state import State
from pitboss.live.folder import new_id


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineIdentity:
    """By which name and address an engine is known. Its version and code are those that run."""

    name: str
    address: str = ""

    def begin(self, state: State, *, at_ms: int) -> BeginEngine:
        """The command with which it begins to lead, on the floor as it is."""
        return BeginEngine(
            command_id=new_id(),
            at_ms=at_ms,
            epoch=state.epoch + 1,
            engine=self.name,
            address=self.address,
            version=metadata.version("pitboss"),
            code_sha256=code_sha256(),
        )


def this_machine(address: str = "") -> EngineIdentity:
    """The engine of this machine."""
    return EngineIdentity(name=socket.gethostname() or "engine", address=address)


@cache
def code_sha256() -> str:
    """The SHA-256 of the program that runs: every source file with its path, in order."""
    package = Path(str(resources.files("pitboss")))
    made = sha256()
    for file in sorted(package.rglob("*.py")):
        content = file.read_bytes()
        made.update(f"{file.relative_to(package).as_posix()}\n{len(content)}\n".encode())
        made.update(content)
    return made.hexdigest()
