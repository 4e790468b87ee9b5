"""What a proof finds."""

from __future__ import annotations


class BadRow(Exception):  # noqa: N818 - what the proof found, not a fault of the program
    """The first row that does not hold; `field` is empty where nobody can tell."""

    def __init__(self, seq: int, reason: str, *, field: str = "") -> None:
        super().__init__(seq, field, reason)
        self.seq = seq
        self.field = field
        self.reason = reason

    def __str__(self) -> str:
        place = f"row {self.seq}" + (f", {self.field}" if self.field else "")
        return f"{place}: {self.reason}"
