"""Which engine leads."""

from __future__ import annotations

from pitboss.floor.facts.engines import EngineBegan
from pitboss.floor.leading import LeadingEngine
from pitboss.floor.state import State


def engine_began(state: State, event: EngineBegan) -> None:
    assert event.epoch == state.epoch + 1, "an epoch follows the one before"
    state.engine = LeadingEngine(
        epoch=event.epoch,
        name=event.engine,
        address=event.address,
        version=event.version,
        seq=state.seq,
    )
