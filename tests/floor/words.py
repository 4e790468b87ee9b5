"""The words of a scenario's line, and the amounts, rates and spots among them."""

from __future__ import annotations

import re

from pitboss.floor.facts.values import Spot
from pitboss.money import Cents, Ppm

_AMOUNT = re.compile(r"(-?)\$(\d[\d,]*)(?:\.(\d{2,8}))?\Z")


class Wrong(AssertionError):  # noqa: N818 - a line of a scenario is wrong, not the program
    """A line that is not true, or cannot be read."""


def amount_micros(text: str) -> int:
    """'-$1,000.605' in micros."""
    match = _AMOUNT.match(text)
    if match is None:
        raise Wrong(f"{text!r} is no amount")
    sign, whole, decimals = match.groups()
    size = int(whole.replace(",", "")) * 10**8 + int((decimals or "").ljust(8, "0"))
    return -size if sign else size


def amount_cents(text: str) -> Cents:
    """'$9.00' in cents."""
    whole, rest = divmod(amount_micros(text), 10**6)
    if rest:
        raise Wrong(f"{text!r} is no whole number of cents")
    return Cents(whole)


def rate_ppm(text: str) -> Ppm:
    """'33.3333%' in parts per million."""
    match = re.match(r"(-?)(\d{1,3})(?:\.(\d{1,4}))?%\Z", text)
    if match is None:
        raise Wrong(f"{text!r} is no rate such as 20%")
    size = int(match[2]) * 10_000 + int((match[3] or "").ljust(4, "0"))
    return Ppm(-size if match[1] else size)


def spot_of(text: str) -> Spot:
    """'3' is sensor 1 of seat 3; '3/2' its sensor 2."""
    seat, _, sensor = text.partition("/")
    return Spot(int(seat), int(sensor or 1))


class Words:
    """The words of a line, taken from the left."""

    def __init__(self, words: list[str]) -> None:
        self._words = words

    @property
    def are_left(self) -> bool:
        """Whether the line has more of them."""
        return bool(self._words)

    def has_amount(self) -> bool:
        """Whether the next word is an amount."""
        return bool(self._words and _AMOUNT.match(self._words[0]))

    def take(self) -> str:
        """The next word."""
        if not self._words:
            raise Wrong("a word is missing at the end of the line")
        return self._words.pop(0)

    def skip(self, *expected: str) -> None:
        """Words that are there for the reader."""
        for word in expected:
            if (found := self.take()) != word:
                raise Wrong(f"{found!r} where {word!r} belongs")

    def after(self, *keyword: str) -> bool:
        """Whether these words come next; they are taken then."""
        if self._words[: len(keyword)] != list(keyword):
            return False
        del self._words[: len(keyword)]
        return True

    def rest(self) -> list[str]:
        """All that is left."""
        left, self._words = self._words, []
        return left
