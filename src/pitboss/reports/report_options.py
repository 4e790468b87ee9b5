"""What whoever reads a report chooses beside its period: what of it is in sums.

A report without a choice is whole. The choices of a report are its `OPTIONS`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refusal

ChosenOptions: TypeAlias = Mapping[str, str]  # what was chosen; what is whole is not in it


@dataclass(frozen=True, slots=True)
class ReportOption:
    """One choice: one of several words, or an amount where there are none. `whole` is the one that
    leaves everything as it is, `usual` what a page offers first."""

    name: str
    usual: str
    whole: str
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> str:
        """What somebody typed, as it is kept."""
        if not self.choices:
            return dollars(parse_dollars(text))
        if text not in self.choices:
            known = " or ".join(self.choices)
            raise Refusal("REPORT_OPTION_WRONG", "choose", where=self.name, known=known)
        return text


def options_text(options: ChosenOptions) -> str:
    """What was chosen, as the record keeps it: boxes=totals."""
    return ", ".join(f"{name}={value}" for name, value in options.items())
