"""An amount as a check writes it: whole dollars in words, cents in figures."""

from __future__ import annotations

from pitboss.money import Cents, dollars

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_THOUSANDS = ("", "thousand", "million", "billion", "trillion")


def amount_words(amount: Cents) -> str:
    """12481743 is "one hundred twenty-four thousand eight hundred seventeen dollars and 43 cents";
    an amount below nothing starts with "minus"."""
    sign, _, figures = dollars(amount).partition("$")
    whole, _, cents = figures.partition(".")
    groups = whole.split(",")
    assert len(groups) <= len(_THOUSANDS), amount
    parts = ["minus"] if sign else []
    for group, thousands in zip(groups, reversed(_THOUSANDS[: len(groups)]), strict=True):
        parts += _hundreds(int(group), thousands)
    said = " ".join(parts) if int("".join(groups)) else " ".join([*parts, "zero"])
    dollar = "dollar" if whole == "1" else "dollars"
    return f"{said} {dollar} and {cents} {'cent' if cents == '01' else 'cents'}"


def _hundreds(number: int, thousands: str) -> list[str]:
    """A group of three figures, with what it counts: nothing for 0."""
    hundreds, rest = divmod(number, 100)
    parts = [_ONES[hundreds], "hundred"] if hundreds else []
    if rest:
        parts.append(_below_hundred(rest))
    return [*parts, thousands] if parts and thousands else parts


def _below_hundred(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
