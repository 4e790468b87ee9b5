"""What the reader of a report chooses besides its period: which parts to sum up.

A report without a choice is complete. A report's choices are its `OPTIONS`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from msgspec import Struct

from pitboss.money import dollars, parse_dollars
from pitboss.refusal import Refusal

ChosenOptions: TypeAlias = Mapping[str, str]  # choices made; anything complete isn't in it


class ReportOption(Struct, frozen=True):
    """One choice: one of several words, or an amount if there are none. `whole` leaves the report
    complete, `usual` is what a page offers first."""

    name: str
    usual: str
    whole: str
    choices: tuple[str, ...] = ()

    def read(self, text: str) -> str:
        """What somebody typed, as stored."""
        if not self.choices:
            return dollars(parse_dollars(text))
        if text not in self.choices:
            known = " or ".join(self.choices)
            raise Refusal("REPORT_OPTION_WRONG", "choose", where=self.name, known=known)
        return text


def options_text(options: ChosenOptions) -> str:
    """The choices as the record keeps them: boxes=totals."""
    return ", ".join(f"{name}={value}" for name, value in options.items())
