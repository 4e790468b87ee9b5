"""What a check of the site file says, by the step of the setup where it is mended."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.site.faults import ERROR, Fault

# Where a fault is mended, by the first word of its key.
PLACES = {"property": "house", "badge": "people", "table": "tables", "jackpot": "jackpots"}
PEOPLE_OF = ("property.opened_by",)
BUNDLE = re.compile(r"; [^;]* [0-9a-f]{64}\Z")
UNUSED = "JACKPOT_UNUSED"
ROLE_MISSING = "ROLE_MISSING"
KEYPAD_WRONG = "SYSTEM_NOT_APPROVED"
# What is entered when the floor is open, before anybody plays for money.
LATER = ("APPROVAL_MISSING", "PART_NOT_APPROVED")


@dataclass(frozen=True, slots=True)
class FaultGroup:
    """Faults of one code and rule, of one part of the file: the first one says what they are."""

    place: str
    owner: str
    faults: tuple[Fault, ...]

    @property
    def page(self) -> str:
        """The page of the setup where it is mended, and the part of it that tells of it."""
        if self.place == "tables" and self.owner:
            return f"tables/{self.owner}"
        if self.place == "jackpots":
            at_table = is_of_jackpots(self.faults[0])
            return "jackpots#at-tables" if at_table else f"jackpots#jackpot-{self.owner}"
        return self.place

    @property
    def severity(self) -> str:
        """An error or a warning."""
        return self.faults[0].severity

    @property
    def is_for_later(self) -> bool:
        """Whether no step before the opening mends it."""
        return self.faults[0].code in LATER

    @property
    def is_note(self) -> bool:
        """Whether a floor opens with it, and a step before the opening can mend it."""
        return self.severity != ERROR and not self.is_for_later


def grouped(faults: Sequence[Fault]) -> list[FaultGroup]:
    """Faults that say the same of one part of the file, together."""
    groups: dict[tuple[str, ...], list[Fault]] = {}
    for fault in faults:
        which = fault.reason if fault.code == ROLE_MISSING else ""  # each names another role
        key = (fault.severity, fault.code, fault.rule, which, place_of(fault), owner_of(fault))
        groups.setdefault(key, []).append(fault)
    return [FaultGroup(place, owner, tuple(found)) for (*_, place, owner), found in groups.items()]


def without_bundle(text: str) -> str:
    """A sentence without its last part, a bundle: that is for who writes the file by hand, and here
    the papers enter it."""
    return BUNDLE.sub("", text)


def of_table(faults: Sequence[Fault], name: str) -> list[Fault]:
    """What is to be mended at a table before anybody plays there for money; papers come later."""
    return [
        fault
        for fault in faults
        if (fault.severity == ERROR or fault.code == KEYPAD_WRONG)
        and key_of(fault).startswith("table.")
        and owner_of(fault) == name
    ]


def key_of(fault: Fault) -> str:
    """What it is about, as the file writes it."""
    return fault.where.partition(": ")[2]


def owner_of(fault: Fault) -> str:
    """The table, jackpot or badge that a fault is about; none where it is about the house."""
    kind, _, rest = key_of(fault).partition(".")
    return "" if kind == "property" else rest.partition(".")[0]


def wager_of(fault: Fault) -> str:
    """The wager whose limits a fault is about; none where it is about something else."""
    *_, part, name = ("", *key_of(fault).split("."))
    return name if part == "limits" else ""


def place_of(fault: Fault) -> str:
    """The step where it is mended."""
    key = key_of(fault)
    if key in PEOPLE_OF:
        return "people"
    return "jackpots" if is_of_jackpots(fault) else PLACES.get(key.split(".")[0], "check")


def is_of_jackpots(fault: Fault) -> bool:
    """Whether it is about which jackpots a table has; those are chosen where the jackpots are."""
    key = key_of(fault)
    return key.startswith("table.") and key.endswith(".jackpots")
