"""Which engine leads."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.engines import BeginEngine, EngineBegan
from pitboss.floor.state import State
from pitboss.refusal import Refusal


def begin_engine(state: State, command: BeginEngine) -> Sequence[Event]:
    """The next epoch, and no other: two engines that begin after the same row cannot both."""
    due = state.epoch + 1
    if command.epoch != due:
        reason = f"the next epoch is {due}; catch up with the journal, then begin again"
        raise Refusal("EPOCH_WRONG", where=f"epoch {command.epoch}", reason=reason)
    return [
        EngineBegan(
            epoch=command.epoch,
            engine=command.engine[:TEXT_MOST],
            address=command.address[:TEXT_MOST],
            version=command.version[:TEXT_MOST],
            code_sha256=command.code_sha256[:TEXT_MOST],
        )
    ]
