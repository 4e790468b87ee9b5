"""The sections of the office: who reads which, and who may change something there."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.refusal import Refusal

OFFICE = ("accounting", "executive")
READERS = (*OFFICE, "auditor")


@dataclass(frozen=True, slots=True)
class Section:
    """One entry of the menu. An auditor reads everything and changes nothing."""

    name: str
    readers: tuple[str, ...] = READERS
    writers: tuple[str, ...] = OFFICE

    @property
    def address(self) -> str:
        """Where it stands."""
        return f"/office/{self.name}"


SECTIONS = (
    Section("meters", readers=(*READERS, "supervisor")),
    Section("wins", readers=(*READERS, "supervisor"), writers=(*OFFICE, "supervisor")),
    Section("adjustments"),
    Section("reports"),
    Section("jackpots", readers=(*READERS, "supervisor"), writers=(*OFFICE, "supervisor")),
    Section("paytables"),
    Section("badges"),
    Section("changes"),
    Section("bank"),
    Section("devices", readers=(*READERS, "technician"), writers=("executive", "technician")),
    Section("journal"),
    Section("system", readers=(*READERS, "technician"), writers=("executive", "technician")),
)
BY_NAME = {section.name: section for section in SECTIONS}


def sections_for(role: str) -> tuple[Section, ...]:
    """What a role finds in its menu."""
    return tuple(section for section in SECTIONS if role in section.readers)


def need_reader(section: Section, role: str) -> None:
    """Refuse a role that has no business in a section."""
    if role not in section.readers:
        readers = ", ".join(section.readers)
        raise Refusal(
            "ROLE_TOO_LOW", where=section.name, reason=f"this page is for {readers}; sign on as one"
        )
