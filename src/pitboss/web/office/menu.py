"""The sections of the office and the reading room: their readers, their commands, and the page of
each thing."""

from __future__ import annotations

from urllib.parse import quote

from msgspec import Struct

from pitboss.books import things as of
from pitboss.evidence.lookup import ENTRY
from pitboss.floor.facts import COMMANDS, persons
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.permission import ACCOUNTANTS, STAFF
from pitboss.floor.facts.values import INSPECTOR
from pitboss.refusal import Refusal

READERS = (*ACCOUNTANTS, "auditor")
SUPERVISED = (*READERS, "supervisor")
ON_THE_FLOOR = (*SUPERVISED, "technician")
PAGES = {of.PAPER: "/office/papers", ENTRY: "/office/journal"}  # of what has another page
OFFICE, READING_ROOM = "office", "inspect"  # as their addresses begin


class Section(Struct, frozen=True):
    """A menu entry. An auditor reads everything, signs the close of a gambling day and of a month,
    and changes nothing else."""

    name: str
    readers: tuple[str, ...] = READERS
    group: str = ""  # under which head of the menu it stands
    room: str = OFFICE
    saves: bool = True  # whether its tables are given as CSV
    is_shared: bool = False  # only where a jackpot is shared

    @property
    def asks(self) -> list[type[Command]]:
        """The commands of its forms."""
        if self.room != OFFICE:
            return []
        return [command for command in COMMANDS if command.office == self.name]

    @property
    def writers(self) -> frozenset[str]:
        """The roles that may send one of its commands."""
        return frozenset(role for command in self.asks for role in command.permission.roles)

    @property
    def address(self) -> str:
        return f"/{self.room}/{self.name}"

    @property
    def withholds(self) -> bool:
        """Whether nothing about people is told here."""
        return self.room == READING_ROOM


SECTIONS = (
    Section("today", readers=ON_THE_FLOOR),
    Section("prizes", group="prizes", readers=SUPERVISED),
    Section("wins", group="prizes", readers=SUPERVISED),
    Section("winners", group="prizes", readers=persons.CLEAR_READERS),
    Section("meters", group="accounts", readers=SUPERVISED),
    Section("adjustments", group="accounts"),
    Section("bank", group="accounts"),
    Section("ledger", group="accounts"),
    Section("tax_year", group="accounts", readers=persons.CLEAR_READERS),
    Section("wide", group="accounts", readers=SUPERVISED, is_shared=True),
    Section("day", group="days", readers=SUPERVISED),
    Section("days", group="days"),
    Section("months", group="days"),
    Section("reports", group="days", readers=STAFF),
    Section("floor_play", group="floor", readers=SUPERVISED),
    Section("integrity", group="floor", readers=("executive", "auditor")),
    Section("jackpots", group="floor", readers=SUPERVISED),
    Section("paytables", group="floor"),
    Section("lab", group="floor", readers=SUPERVISED),
    Section("changes", group="floor", readers=STAFF),
    Section("approvals", group="floor", readers=ON_THE_FLOOR),
    Section("devices", group="floor", readers=ON_THE_FLOOR),
    Section("signs", group="floor", readers=ON_THE_FLOOR),
    Section("badges", group="people"),
    Section("permissions", group="people", readers=STAFF),
    Section("papers", group="records", readers=ON_THE_FLOOR),
    Section("rules", group="records", readers=STAFF),
    Section("journal", group="records"),
    Section("system", group="records", readers=(*READERS, "technician")),
)
# An inspector reads everything but people's data. Entries and reports leave the house as a recorded
# export; meters and rules are saved as they are.
# reports is an export, on record; meters and rules are saved as they are.
INSPECTED = tuple(
    Section(
        name,
        readers=(*READERS, INSPECTOR),
        room=READING_ROOM,
        saves=name in ("past_meters", "rules"),
    )
    for name in ("journal", "past_meters", "reports", "export", "rules")
)
BY_NAME = {section.name: section for section in SECTIONS}
INSPECTED_BY_NAME = {section.name: section for section in INSPECTED}


def sections_for(role: str, room: str = OFFICE) -> tuple[Section, ...]:
    """A role's menu in a room."""
    sections = SECTIONS if room == OFFICE else INSPECTED
    return tuple(section for section in sections if role in section.readers)


def home_of(role: str) -> Section:
    """A role's first page."""
    return sections_for(role)[0]


def need_reader(section: Section, role: str) -> None:
    """Refuse a role that may not read a section."""
    if role not in section.readers:
        raise Refusal("ROLE_TOO_LOW", "page", readers=section.readers)


def story_address(kind: str, name: str) -> str:
    """The address of a thing's story; papers and entries have their own pages."""
    return f"{PAGES.get(kind) or f'/office/story/{kind}'}/{quote(name)}"
