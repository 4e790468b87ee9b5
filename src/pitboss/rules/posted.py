"""A paytable as posted. Outcomes that a layout prints as one line, with the same words and the same
pay, are one line."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.rules.outcome_labels import Label
from pitboss.rules.paytable import Paytable, Prize


@dataclass(frozen=True, slots=True)
class PostedLine:
    """One line of a posted paytable. `outcome` is the lowest outcome it covers, so its name is true
    of all of them; `prizes` has one for each column."""

    outcome: str
    outcomes: tuple[str, ...]
    label: Label
    prizes: tuple[Prize, ...]
    envy_cents: Cents | None


def posted_lines(paytable: Paytable) -> tuple[PostedLine, ...]:
    """The lines of a paytable as a layout prints them, best first."""
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


def source_words(paytable: Paytable) -> str:
    """Where a paytable comes from: its document number, the printed text, and the date."""
    source = paytable.source
    number = f"document {source['document']}" if "document" in source else ""
    parts = [number, source.get("name", ""), source.get("date", ""), source.get("place", "")]
    return ", ".join(part for part in parts if part) or "the house's own paytable"


def case_words(paytable: Paytable, case: str) -> str:
    """A counted case in words: an outcome's long label, plus the base game's decision or result."""
    known = paytable.labels
    parts = [known[case].long] if case in known else case.split(", ")
    return ", ".join(
        known[part].long if part in known else part.replace("_", " ") for part in parts
    )
