"""A paytable as it is posted: the printed words of each line, and lines that read alike as one.

Every outcome has its words in the paytable's file, short for a button and long for a sign (PS-45);
none are made from a name. Where a layout prints one line for several outcomes they have the same
words, and then they must pay the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pitboss.money import Cents
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.rules.paytable import Paytable, Prize

SHORT_MOST = 24  # letters that fit on a hand button
LONG_MOST = 60
REMOVE, LEAVE = "remove", "leave"  # what the dealer does with the wagers after START


@dataclass(frozen=True, slots=True)
class Label:
    """The printed words of an outcome: short on a button, long on a sign."""

    short: str
    long: str


@dataclass(frozen=True, slots=True)
class PostedLine:
    """One line of a posted paytable. `outcome` is the least of the outcomes it is printed for, so
    that its name is true of all of them; `prizes` has one for each column."""

    outcome: str
    outcomes: tuple[str, ...]
    label: Label
    prizes: tuple[Prize, ...]
    envy_cents: Cents | None


def posted_lines(paytable: Paytable) -> tuple[PostedLine, ...]:
    """The lines of a paytable as a layout prints them, the best first."""
    lines: list[PostedLine] = []
    for outcome in reversed(paytable.outcomes):
        label = paytable.labels[outcome]
        before = lines[-1] if lines else None
        is_same = before is not None and before.label == label
        outcomes = (*before.outcomes, outcome) if before and is_same else (outcome,)
        prizes = tuple(column[outcome] for column in paytable.columns.values())
        if is_same:
            lines.pop()
        lines.append(PostedLine(outcome, outcomes, label, prizes, paytable.envy.get(outcome)))
    return tuple(lines)


def case_words(paytable: Paytable, case: str) -> str:
    """A counted case in words: an outcome is its long label; what a base game puts beside it (the
    decision, the result) is said plainly."""
    known = paytable.labels
    parts = [known[case].long] if case in known else case.split(", ")
    return ", ".join(known[part].long if part in known else _plain(part) for part in parts)


def _plain(part: str) -> str:
    return part.replace("_", " ")


# ---- reading the file ---------------------------------------------------------------------------


def read_labels(table: Mapping[str, Any], outcomes: Sequence[str]) -> dict[str, Label]:
    """The words of every outcome from `[labels]`; a missing one is refused by its name."""
    for outcome in table:
        if outcome not in outcomes:
            reason = f"{outcome!r} is not one of {', '.join(outcomes)}"
            raise Refusal("OUTCOME_UNKNOWN", where=f"labels.{outcome}", reason=reason)
    return {outcome: _label(table.get(outcome), f"labels.{outcome}") for outcome in outcomes}


def _label(value: Any, where: str) -> Label:
    if value is None:
        reason = (
            'every outcome needs its printed words: { short = "on a button", long = "on a sign" }'
        )
        raise Refusal("LABEL_MISSING", where=where, reason=reason)
    if not isinstance(value, dict) or set(value) != {"short", "long"}:
        raise Refusal("LABEL_WRONG", where=where, reason="it has two texts, short and long")
    for key, most in (("short", SHORT_MOST), ("long", LONG_MOST)):
        text = value[key]
        is_sound = isinstance(text, str) and text.isprintable() and text.strip() == text
        if not is_sound or not 0 < len(text) <= most:
            reason = f"it must be a text of 1 to {most} characters"
            raise Refusal("LABEL_WRONG", where=f"{where}.{key}", reason=reason)
    return Label(short=value["short"], long=value["long"])


def check_labels(paytable: Paytable) -> None:
    """Refuse one text for two pays: nobody could tell the buttons apart."""
    said: dict[str, str] = {}
    for outcome, label in paytable.labels.items():
        for text in {label.short, label.long}:
            other = said.setdefault(text, outcome)
            if _worth(paytable, other) != _worth(paytable, outcome):
                raise Refusal(
                    "LABEL_TWICE",
                    where=f"labels.{outcome}",
                    reason=f"{text!r} is also {other}, which pays something else",
                )


def _worth(paytable: Paytable, outcome: str) -> tuple[object, ...]:
    prizes = tuple(column[outcome] for column in paytable.columns.values())
    return (*prizes, paytable.envy.get(outcome))
