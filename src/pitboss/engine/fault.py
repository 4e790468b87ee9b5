"""A fault of the program that one command has shown, for whoever maintains it."""

from __future__ import annotations

from pathlib import Path
from traceback import extract_tb

from msgspec import Struct

from pitboss.floor.facts.base import Command
from pitboss.refusal import Refusal


class CommandFault(Struct, frozen=True, gc=False):
    """A command that could not be decided. `trace` has the kind of fault and its lines of code;
    what somebody has asked for is nowhere in it."""

    number: str  # where the journal ended, and which fault of this engine it is
    kind: str
    command_id: str
    at_ms: int
    trace: str

    @property
    def refusal(self) -> Refusal:
        """What is answered. Nothing is written, so a repeat is decided again."""
        return Refusal("COMMAND_FAULT", number=self.number)


def fault_of(command: Command, fault: Exception, *, number: str) -> CommandFault:
    """A fault as it is reported: the lines that led to it, without the values that its own sentence
    may repeat."""
    lines = [
        f"{'/'.join(Path(line.filename).parts[-2:])}:{line.lineno} in {line.name}"
        for line in extract_tb(fault.__traceback__)
    ]
    trace = f"{type(fault).__name__}: {', '.join(lines)}"
    return CommandFault(number, command.kind, command.command_id, command.at_ms, trace)
