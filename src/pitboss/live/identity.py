"""What an engine says of itself when it begins to lead."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from msgspec import Struct

from pitboss.floor.facts import engines
from pitboss.floor.state.floor import State
from pitboss.live.folder import new_id
from pitboss.live.outside_witness import place_name
from pitboss.live.release import running_release


class EngineIdentity(Struct, frozen=True, kw_only=True):
    """An engine's name and address, and who hears how its journal ends. Its version and code are
    the running ones."""

    name: str
    address: str = ""
    witnesses: Sequence[str] = ()

    def begin(self, state: State, *, at_ms: int) -> engines.BeginEngine:
        """The command that begins its tenure, on the floor as it is."""
        release = running_release()
        return engines.BeginEngine(
            command_id=new_id(),
            at_ms=at_ms,
            epoch=state.epoch + 1,
            engine=self.name,
            address=self.address,
            version=release.version,
            code_sha256=release.sha256,
            witnesses=tuple(map(place_name, self.witnesses)),
        )


def this_machine(address: str = "", witnesses: Sequence[str] = ()) -> EngineIdentity:
    name = socket.gethostname() or "engine"
    return EngineIdentity(name=name, address=address, witnesses=witnesses)
