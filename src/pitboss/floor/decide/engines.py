"""Which engine leads."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import TEXT_MOST
from pitboss.floor.facts import engines
from pitboss.floor.facts.base import Event
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal

WITNESSES_MOST = 16


def begin_engine(state: State, command: engines.BeginEngine) -> Sequence[Event]:
    """The next epoch and no other, so two engines that begin after the same row can't both
    succeed."""
    due = state.epoch + 1
    if command.epoch != due:
        raise Refusal("EPOCH_WRONG", where=f"epoch {command.epoch}", due=due)
    return [
        engines.EngineBegan(
            epoch=command.epoch,
            engine=command.engine[:TEXT_MOST],
            address=command.address[:TEXT_MOST],
            version=command.version[:TEXT_MOST],
            code_sha256=command.code_sha256[:TEXT_MOST],
            witnesses=tuple(each[:TEXT_MOST] for each in command.witnesses[:WITNESSES_MOST]),
        )
    ]
