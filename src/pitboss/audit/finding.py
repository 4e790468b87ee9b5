"""What a proof finds."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from pitboss.floor.facts import engines
from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal, Told, say

DIGEST_SHOWN = 8  # characters of a release's digest: enough to tell two apart


class BadRow(Exception):  # noqa: N818 - what the proof found, not a fault of the program
    """The first bad row; `field` is empty if nobody can tell which field it was."""

    def __init__(self, seq: int, why: Told | Refusal, *, field: str = "") -> None:
        self.told = why.told if isinstance(why, Refusal) else why
        super().__init__(seq, field, self.told)
        self.seq = seq
        self.field = field

    @property
    def reason(self) -> str:
        """What is wrong, in the reader's language."""
        return self.told.reason

    def __str__(self) -> str:
        place = f"row {self.seq}" + (f", {self.field}" if self.field else "")
        return f"{place}: {self.reason}"


class RowRelease(NamedTuple):
    """The release that decided a row: its version and the digest of its files. Both are empty
    before an engine starts."""

    version: str = ""
    code_sha256: str = ""

    def __str__(self) -> str:
        return f"{self.version} ({self.code_sha256[:DIGEST_SHOWN]})"


def release_of(before: State, command: Command) -> RowRelease:
    """The release that decided a command: that of the engine that leads or is starting to."""
    by = command if isinstance(command, engines.BeginEngine) else before.engine
    return RowRelease() if by is None else RowRelease(by.version, by.code_sha256)


class DecidedOtherwise(NamedTuple):
    """A row of another release that this one would decide differently, and the difference."""

    seq: int
    at_ms: int
    command: str
    release: RowRelease
    told: Told


def why_not(fault: Exception) -> Told:
    """Explain why a row doesn't fit, from the error that was raised."""
    if isinstance(fault, Refusal):
        return fault.told
    if isinstance(fault, AssertionError) and str(fault):
        return say("PART", "as_is", text=fault)
    return say("ROW_BAD", "does_not_follow", fault=f"{type(fault).__name__}: {fault}")


def bad_row(seq: int, case: str, *, field: str = "", **values: object) -> BadRow:
    """Describe what is wrong, by case."""
    return BadRow(seq, say("ROW_BAD", case, **values), field=field)


# ---- what differs -------------------------------------------------------------------------------


class DifferingPlace(NamedTuple):
    """The first place where two JSON values differ, and both values."""

    where: str
    left: Any
    right: Any


def first_difference_of(left: str, right: str) -> str:
    """The first place where two texts of a state differ."""
    return first_difference(json.loads(left), json.loads(right)).where or "its spelling"


def first_difference(left: Any, right: Any, where: str = "") -> DifferingPlace:
    """Find the deepest first difference; None if the values are equal."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in sorted(left.keys() | right.keys()):
            if left.get(key) != right.get(key):
                return first_difference(left.get(key), right.get(key), f"{where}.{key}")
    if isinstance(left, list) and isinstance(right, list) and len(left) == len(right):
        for place, (one, other) in enumerate(zip(left, right, strict=True)):
            if one != other:
                return first_difference(one, other, f"{where}.{place}")
    return DifferingPlace(where.removeprefix("."), left, right)
