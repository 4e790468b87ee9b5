"""Every command of the floor with edge values in every field: named refusals, and no fault."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from pitboss.engine import Core
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command
from pitboss.journal.memory import MemoryJournal, MemoryStore
from web.edge_values import mutants

from .support import BOOK
from .test_matrix import ASKED, ON_AWARDS, ON_CHANGES, _asked_change, floor_in

CLOCK_MS = 1_794_720_270_000
PHASES = ("awarded", *(pytest.param(each, marks=pytest.mark.proof) for each in ("idle", "held")))


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("name", ASKED)
def test_no_edge_value_is_a_fault(name: str, phase: str) -> None:
    """A fault is raised here: nobody is told of it."""
    wrong = list(faulty(name, phase))
    assert not wrong, f"{len(wrong)} faults:\n" + "\n".join(wrong[:20])


def faulty(name: str, phase: str) -> Iterator[str]:
    """The edge values of a command that show a fault of the program, with that fault."""
    kind, given = ASKED[name]
    floor = floor_in(phase)
    fields = dict(given)
    if kind in ON_AWARDS:
        found = [award for award, _ in floor.state.awards.items()]
        fields["award"] = found[0] if found else "T1-1-1"
    if kind in ON_CHANGES:
        fields["change"] = _asked_change(floor, kind)
    asked = kind(command_id="c", at_ms=CLOCK_MS, **fields)
    for mutant in mutants(msgspec.to_builtins(asked)):
        try:
            command: Command = msgspec.convert(mutant.body, kind)
        except msgspec.ValidationError:
            continue  # no such command can be asked
        core = Core(MemoryJournal(MemoryStore()), BOOK)
        core.state = floor.state
        try:
            core.decide([command])
        except Exception as fault:  # noqa: BLE001 - each is listed
            yield f"{mutant}: {fault!r}"


def test_every_command_is_tried() -> None:
    assert {kind for kind, _ in ASKED.values()} == set(COMMANDS)
