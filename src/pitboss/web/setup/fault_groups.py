"""Findings of the site check, by the setup step that fixes them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from pitboss.refusal import Refusal
from pitboss.site.faults import ERROR, Fault
from pitboss.site.model import Site
from pitboss.web.access.front import Form

# The page that fixes a fault, by the first word of its key.
PLACES = {"property": "house", "badge": "people", "table": "tables", "jackpot": "jackpots"}
PEOPLE_OF = ("property.opened_by",)
BUNDLE = re.compile(r"; [^;]* [0-9a-f]{64}\Z")
UNUSED = "JACKPOT_UNUSED"
ROLE_MISSING = "ROLE_MISSING"
KEYPAD_WRONG = "SYSTEM_NOT_APPROVED"
# What is entered after the floor opens, before anyone plays for money.
LATER = ("APPROVAL_MISSING", "PART_NOT_APPROVED")


class FaultGroup(Struct, frozen=True):
    """Faults of one code and rule, each sentence once; the first one explains them. `owners` are
    the parts of the file that have all of them."""

    place: str
    owners: tuple[str, ...]
    faults: tuple[Fault, ...]

    @property
    def owner(self) -> str:
        """The first part of the file that has them."""
        return self.owners[0]

    def page_of(self, owner: str) -> str:
        """The setup page that fixes them for one part, and the place on it."""
        if self.place == "tables" and owner:
            return f"tables/{owner}"
        if self.place == "jackpots":
            at_table = is_of_jackpots(self.faults[0])
            return "jackpots#at-tables" if at_table else f"jackpots#jackpot-{owner}"
        return self.place

    @property
    def severity(self) -> str:
        """An error or a warning."""
        return self.faults[0].severity

    @property
    def other_parts(self) -> list[str]:
        """The parts of all faults but the first, each once; without their owner as a whole."""
        parts = dict.fromkeys(part_of(each) for each in self.faults[1:])
        return [each for each in parts if each not in self.owners]

    @property
    def is_for_later(self) -> bool:
        """Whether no step before the opening fixes it."""
        return self.faults[0].code in LATER

    @property
    def is_note(self) -> bool:
        """Whether a floor opens with it, and a step before the opening can fix it."""
        return self.severity != ERROR and not self.is_for_later


def group_faults(faults: Sequence[Fault], *, is_of_all: bool = False) -> list[FaultGroup]:
    """Group faults that say the same about one part of the file; in a list that `is_of_all` parts,
    also those that several parts share."""
    owners: dict[tuple[str, ...], dict[str, None]] = {}
    for fault in faults:
        owners.setdefault(_sentence(fault), {})[owner_of(fault)] = None
    groups: dict[tuple[str, str, str, str, str, tuple[str, ...]], dict[object, Fault]] = {}
    for fault in faults:
        said = _sentence(fault)
        which = repr(fault.told) if fault.code == ROLE_MISSING else ""  # each names another role
        have = tuple(owners[said]) if is_of_all else (owner_of(fault),)
        key = (fault.severity, fault.code, fault.rule, which, place_of(fault), have)
        groups.setdefault(key, {}).setdefault(said if is_of_all else fault, fault)
    return [
        FaultGroup(place, have, tuple(found.values()))
        for (*_, place, have), found in groups.items()
    ]


def _sentence(fault: Fault) -> tuple[str, ...]:
    """A page's sentence for a fault, whichever part of the file it is about."""
    said = without_bundle(fault.reason)
    return fault.severity, fault.code, fault.rule, place_of(fault), wager_of(fault), said


class StepFix(NamedTuple):
    """What keeps a saved step from being done: where to fix it, what people call that, and what is
    wrong."""

    address: str
    label: str
    fault: Fault


def fixes_of(site: Site, faults: Sequence[Fault], step: str, table: str = "") -> list[StepFix]:
    """All fixes for a step or one table, as a summary lists them."""
    names = {each.jackpot: each.title for each in site.jackpots}
    names |= {each.badge: each.name for each in site.badges}
    return [
        StepFix("" if table else _address(group), names.get(group.owner) or group.owner, first)
        for group in group_faults(wrong_at(faults, step, table))
        for first in group.faults[:1]
    ]


def wrong_at(faults: Sequence[Fault], step: str, table: str = "") -> list[Fault]:
    """The errors to fix at a step, or at one table."""
    return [
        fault
        for fault in faults
        if fault.severity == ERROR
        and place_of(fault) == step
        and (not table or owner_of(fault) == table)
    ]


def onward(
    faults: Sequence[Fault], step: str, then: str, *, page: str = "", table: str = ""
) -> str:
    """Where a saved step leads: on, or back to its page, which says what to fix first."""
    if not wrong_at(faults, step, table):
        return then
    page = page or step
    return f"{page}{'&' if '?' in page else '?'}fix=1#to-fix"


def _address(group: FaultGroup) -> str:
    """Where to fix a fault, from its step's page; nothing if it is about all of it."""
    if is_of_jackpots(group.faults[0]):
        return "#at-tables"
    starts = {"jackpots": "#wrong-", "tables": "tables/", "people": "#badge-"}
    start = starts.get(group.place, "#at-")
    return f"{start}{group.owner}" if group.owner else ""


def wrong_signature(refusal: Refusal, typed: Form) -> str:
    """The field of the people going live that a refusal is about; none if neither. The same person
    twice is an error in the second field."""
    badges = {typed[f"badge-{number}"].strip().casefold(): number for number in (1, 2)}
    number = badges.get(refusal.where.casefold())
    return f"{'pin' if refusal.code == 'PIN_WRONG' else 'badge'}-{number}" if number else ""


def without_bundle(text: str) -> str:
    """A sentence without its last part about a bundle: that is for people who write the file by
    hand, and here a page enters the papers."""
    return BUNDLE.sub("", text)


def told_of_jackpots(faults: Sequence[Fault]) -> tuple[list[FaultGroup], list[FaultGroup]]:
    """Faults of jackpots, and of those at a table. A jackpot waiting for its table is no fault
    there: its checkboxes say so."""
    own = [each for each in faults if key_of(each).startswith("jackpot.") and each.code != UNUSED]
    return group_faults(own), group_faults([each for each in faults if is_of_jackpots(each)])


def of_table(faults: Sequence[Fault], name: str) -> list[Fault]:
    """What to fix at a table before anyone plays there for money; papers come later."""
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
    """The table, jackpot or badge a fault is about; none if it is about the house."""
    kind, _, rest = key_of(fault).partition(".")
    return "" if kind == "property" else rest.partition(".")[0]


def wager_of(fault: Fault) -> str:
    """The wager whose limits a fault is about; none if it is about something else."""
    *_, part, name = ("", *key_of(fault).split("."))
    return name if part == "limits" else ""


def part_of(fault: Fault) -> str:
    """The part or field a fault is about, as the file writes it."""
    return key_of(fault).rpartition(".")[2]


def place_of(fault: Fault) -> str:
    """The step that fixes it."""
    key = key_of(fault)
    if key in PEOPLE_OF:
        return "people"
    if key.startswith("table.") and ".equipment." in key:
        return "equipment"
    return "jackpots" if is_of_jackpots(fault) else PLACES.get(key.split(".")[0], "check")


def is_of_jackpots(fault: Fault) -> bool:
    """Whether it is about a table's choice of jackpots; those are chosen on the jackpots' page."""
    key = key_of(fault)
    return key.startswith("table.") and key.endswith(".jackpots")
