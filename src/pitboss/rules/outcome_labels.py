"""The printed words of outcomes from a paytable's file: short for a button, long for a sign
(PS-45). Words are never made from a name; a file without them is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.refusal import Refusal

SHORT_MOST = 24  # letters that fit on a hand button
LONG_MOST = 60


@dataclass(frozen=True, slots=True)
class Label:
    """The printed words of an outcome: short on a button, long on a sign."""

    short: str
    long: str


def read_labels(table: Mapping[str, Any], outcomes: Sequence[str]) -> dict[str, Label]:
    """Read the words of every outcome from `[labels]`; a refusal names a missing one."""
    for outcome in table:
        if outcome not in outcomes:
            raise Refusal(
                "OUTCOME_UNKNOWN",
                "not_one_of",
                where=f"labels.{outcome}",
                found=outcome,
                known=outcomes,
            )
    return {outcome: _label(table.get(outcome), f"labels.{outcome}") for outcome in outcomes}


def _label(value: Any, where: str) -> Label:
    if value is None:
        raise Refusal("LABEL_MISSING", "every_outcome_needs", where=where)
    if not isinstance(value, dict) or set(value) != {"short", "long"}:
        raise Refusal("LABEL_WRONG", "two_texts_short", where=where)
    for key, most in (("short", SHORT_MOST), ("long", LONG_MOST)):
        if not is_printable(value[key], most=most):
            raise Refusal("LABEL_WRONG", "length", where=f"{where}.{key}", most=most)
    return Label(short=value["short"], long=value["long"])


def is_printable(text: Any, *, most: int) -> bool:
    """Whether a text fits on a button or a sign."""
    if not isinstance(text, str) or not text.isprintable() or text.strip() != text:
        return False
    return 0 < len(text) <= most


def check_labels(labels: Mapping[str, Label], worth: Callable[[str], object]) -> None:
    """Refuse one text for two pays: nobody could tell the buttons apart."""
    said: dict[str, str] = {}
    for outcome, label in labels.items():
        for text in (label.short, label.long):
            other = said.setdefault(text, outcome)
            if worth(other) != worth(outcome):
                raise Refusal("LABEL_TWICE", where=f"labels.{outcome}", text=text, other=other)
