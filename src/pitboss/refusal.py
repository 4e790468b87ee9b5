"""The one way to say no to bad input: a named refusal that tells where and why.

A refusal is what a person did wrong (a card dealt twice, a wager over the limit). What a
programmer did wrong is an assertion.
"""

from __future__ import annotations

WHERE_MOST, REASON_MOST = 300, 2000  # characters; what is longer is somebody's own input


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not a fault of the program
    """Bad input. `code` is a plain statement, `where` the file and key, `reason` a sentence.

    `goes_on` is what a server does by itself once that is mended; it is told behind the reason."""

    def __init__(self, code: str, *, where: str = "", reason: str, goes_on: str = "") -> None:
        where, cause = cut(where, WHERE_MOST), cut(reason, REASON_MOST)
        reason = f"{cause}, and {goes_on}" if goes_on else cause
        super().__init__(code, where, reason)
        self.code = code
        self.where = where
        self.reason = reason
        self._cause, self._goes_on = cause, goes_on

    def at(self, where: str) -> Refusal:
        """The same refusal, seen from further out: the file in front of the key."""
        joined = f"{where}: {self.where}" if self.where else where
        return Refusal(self.code, where=joined, reason=self._cause, goes_on=self._goes_on)

    def for_command(self) -> Refusal:
        """The same for who gave a command: it has ended, where a server goes on."""
        again = "try again" if self._goes_on else ""
        return Refusal(self.code, where=self.where, reason=self._cause, goes_on=again)

    def __str__(self) -> str:
        return f"{self.code}: {self.where + ': ' if self.where else ''}{self.reason}"


def cut(text: str, most: int) -> str:
    """A text without its middle where it is too long; both ends tell most."""
    if len(text) <= most:
        return text
    half = (most - 3) // 2
    return f"{text[:half]}...{text[-half:]}"
