"""A program fault that one command exposed, for the maintainer."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from msgspec import Struct

from pitboss.floor.facts.base import Command
from pitboss.refusal import Refusal


class CommandFault(Struct, frozen=True, gc=False):
    """A command that couldn't be decided. `trace` has the kind of fault and its lines of code, and
    none of the command's values."""

    number: str  # where the journal ended, and a counter of this engine's faults
    kind: str
    command_id: str
    at_ms: int
    trace: str

    @property
    def refusal(self) -> Refusal:
        """The answer to the command. Nothing is written, so a repeat is decided again."""
        return Refusal("COMMAND_FAULT", number=self.number)


def fault_of(command: Command, fault: Exception, *, number: str) -> CommandFault:
    """A fault as reported: the lines that led to it, without the message, which may repeat
    values."""
    lines = [
        f"{'/'.join(Path(line.filename).parts[-2:])}:{line.lineno} in {line.name}"
        for line in extract_tb(fault.__traceback__)
    ]
    trace = f"{type(fault).__name__}: {', '.join(lines)}"
    return CommandFault(number, command.kind, command.command_id, command.at_ms, trace)
