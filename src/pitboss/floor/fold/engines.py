"""Which engine leads."""

from __future__ import annotations

from pitboss.floor.facts.engines import EngineBegan
from pitboss.floor.leading import LeadingEngine
from pitboss.floor.state import State, changed


def engine_began(state: State, event: EngineBegan) -> None:
    """A floor may go on from a backup, which has the lease of its time: none counts until the hub
    has answered the engine that leads now."""
    assert event.epoch == state.epoch + 1, "an epoch follows the one before"
    state.engine = LeadingEngine(
        epoch=event.epoch,
        name=event.engine,
        address=event.address,
        version=event.version,
        seq=state.seq,
    )
    state.wide = changed(state.wide, lease_until_ms=state.wide.asked_ms)
