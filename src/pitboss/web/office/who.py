"""Who did what an entry describes: people by badge, a device, or the system itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from pitboss.books import Entry, things
from pitboss.floor.facts import awards
from pitboss.reports.sheet import Cell
from pitboss.web.office.desk import Desk, Floor
from pitboss.words.language import WORDS

SYSTEM = "server"  # what the sentences of the journal call it
UNSIGNED = {"by": "site_file", "who": "somebody"}  # who did what no badge stands for, by its field


def who_of(floor: Floor, entry: Entry) -> str:
    """The badges an entry names."""
    return ", ".join(floor.name_of(badge) for badge in _badges_of(entry))


def who_cell(
    desk: Desk,
    floor: Floor,
    entry: Entry,
    confirmers: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Cell:
    """The same as a cell with links. A meter's payment only names the awards: `confirmers` says who
    confirmed each. Without a person it is the device or the system."""
    paid = entry.event.awards if isinstance(entry.event, awards.MetersMoved) else ()
    named = [badge for award in paid for badge in confirmers.get(award, ())]
    badges = _badges_of(entry) or list(dict.fromkeys(named))
    device: str = getattr(entry.event, "device", "")
    if device and not badges:
        return desk.thing_cell(things.DEVICE, device)
    system = next((said for name, said in UNSIGNED.items() if hasattr(entry.event, name)), SYSTEM)
    return people_or_system(desk, floor, badges, system)


def people_or_system(desk: Desk, floor: Floor, badges: Sequence[str], system: str = SYSTEM) -> Cell:
    """The people whose badges something names; without any, the journal's own words."""
    said: str = WORDS["sentences"][system]
    return desk.people_cell(floor, badges) if badges else said


def _badges_of(entry: Entry) -> list[str]:
    event = entry.event
    badges = getattr(event, "badges", None) or getattr(event, "by", None)
    names = badges if badges is not None else (getattr(event, "badge", ""),)
    return [badge for badge in names if badge]
