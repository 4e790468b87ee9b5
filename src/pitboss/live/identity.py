"""What an engine says of itself when it begins to lead."""

from __future__ import annotations

import socket
from dataclasses import dataclass

from pitboss.floor.facts.engines import BeginEngine
from pitboss.floor.state import State
from pitboss.live.folder import new_id
from pitboss.live.release import running_release


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineIdentity:
    """By which name and address an engine is known. Its version and code are those that run."""

    name: str
    address: str = ""

    def begin(self, state: State, *, at_ms: int) -> BeginEngine:
        """The command with which it begins to lead, on the floor as it is."""
        release = running_release()
        return BeginEngine(
            command_id=new_id(),
            at_ms=at_ms,
            epoch=state.epoch + 1,
            engine=self.name,
            address=self.address,
            version=release.version,
            code_sha256=release.sha256,
        )


def this_machine(address: str = "") -> EngineIdentity:
    """The engine of this machine."""
    return EngineIdentity(name=socket.gethostname() or "engine", address=address)
