"""Which engine leads."""

from __future__ import annotations

from pitboss.floor.facts import engines
from pitboss.floor.state.floor import State
from pitboss.floor.state.leading import LeadingEngine


def engine_began(state: State, event: engines.EngineBegan) -> None:
    assert event.epoch == state.epoch + 1, "an epoch follows the one before"
    state.engine = LeadingEngine(
        epoch=event.epoch,
        name=event.engine,
        address=event.address,
        version=event.version,
        code_sha256=event.code_sha256,
        seq=state.seq,
    )
