"""The one way to say no to bad input: a named refusal that tells where and why.

A refusal is what a person did wrong (a card dealt twice, a wager over the limit). What a
programmer did wrong is an assertion and stops the program.
"""

from __future__ import annotations

WHERE_MOST, REASON_MOST = 300, 2000  # characters; what is longer is somebody's own input


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """Bad input. `code` is a plain statement, `where` the file and key, `reason` a sentence."""

    def __init__(self, code: str, *, where: str = "", reason: str) -> None:
        where, reason = cut(where, WHERE_MOST), cut(reason, REASON_MOST)
        super().__init__(code, where, reason)
        self.code = code
        self.where = where
        self.reason = reason

    def at(self, where: str) -> Refusal:
        """The same refusal, seen from further out: the file in front of the key."""
        joined = f"{where}: {self.where}" if self.where else where
        return Refusal(self.code, where=joined, reason=self.reason)

    def __str__(self) -> str:
        return f"{self.code}: {self.where + ': ' if self.where else ''}{self.reason}"


def cut(text: str, most: int) -> str:
    """A text without its middle where it is too long; both ends tell most."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
