"""Titles and names of things on office pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from ipaddress import ip_address
from types import MappingProxyType

from pitboss.books import things as of
from pitboss.books.things import Thing
from pitboss.evidence.lookup import ENTRY
from pitboss.floor.state.changes import change_number
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import AwardState
from pitboss.notation import count, title_text
from pitboss.reports.source import prize_text
from pitboss.web.office.desk import Desk, Floor
from pitboss.words import language

NO_AWARDS: Mapping[str, AwardState] = MappingProxyType({})
MINUTE_MS = 60_000
HOUR_MIN, DAY_MIN = 60, 24 * 60


def change_title(change: str) -> str:
    """What a page calls a change."""
    text: str = language.WORDS["story"]["names"][of.CHANGE]
    return text.format(name=change_number(change))


def label_of(
    desk: Desk, floor: Floor, thing: Thing, awards: Mapping[str, AwardState] = NO_AWARDS
) -> str:
    """What a page calls a thing; `awards` are those that it calls by their hands."""
    text: str = language.WORDS["story"]["names"][thing.kind]
    where, which = thing.place
    name = thing.name
    if thing.kind == of.METER:
        known = where in floor.jackpots
        name = desk.meter_title(where, which) if known else f"{desk.title_of(where)}, {which}"
    elif thing.kind == of.ROUND:
        which = count(int(which)) if which.isdecimal() else which
    elif thing.kind == of.AWARD and (won := awards.get(name)):
        hand = desk.hand_of(won.award.jackpot, won.award.outcome)
        return prize_text(language.WORDS["win"]["called"], hand, won.table, won.award.seat)
    elif thing.kind == of.JACKPOT:
        name = desk.title_of(name)
    elif thing.kind == of.CHANGE:
        return change_title(name)
    elif thing.kind == of.DEVICE:
        return _device_title(floor, name)
    elif thing.kind == of.BADGE:
        name = floor.name_and_badge(name)
    elif thing.kind == of.TABLE and (found := floor.tables.get(name)) and found.title:
        name = f"{name}, {found.title}"
    elif thing.kind == ENTRY:
        name = count(int(name))
    return text.format(name=name, where=where, which=which)


def devices_named(text: str, devices: Mapping[str, DeviceState]) -> str:
    """A text with each device of a table by what it is and where, in place of its id."""
    said: str = language.WORDS["story"]["names"]["device_at"]
    for device, found in devices.items():
        if device in text and found.table:
            title = said.format(name=title_text(found.kind), where=found.table)
            place = rf"(?<![\w-])(?:{re.escape(found.table)}, )?{re.escape(device)}(?![\w-])"
            text = title.join(re.split(place, text))
    return text


def sender_text(floor: Floor, sent_from: str) -> str:
    """What carried a command, as a page names it: a device, or one of a few others, with its name
    if there are several."""
    if sent_from in floor.devices:
        return _device_title(floor, sent_from)
    said = language.WORDS["office"]["senders"]
    kind, _, name = sent_from.partition(" ")
    text: str = said.get(sent_from.replace(" ", "_")) or said.get(kind, sent_from)
    return text.format(name=name)


def _device_title(floor: Floor, device: str) -> str:
    """A device by what it is and where; a browser that is none of the house's by its address."""
    said, found = language.WORDS["story"]["names"], floor.devices.get(device)
    if found is None:
        word = "browser" if _is_address(device) else of.DEVICE
        return f"{said[word].format(name=device)}"
    word = "device_at" if found.table in floor.tables else "device_alone"
    return f"{said[word].format(name=title_text(found.kind), where=found.table, which=device)}"


def _is_address(device: str) -> bool:
    try:
        ip_address(device)
    except ValueError:
        return False
    return True


def format_wait(span_ms: int) -> str:
    """How long something has waited, such as 12 min, 3 h 5 min, 2 d 4 h; at least 0 min, even if
    the clock was set back."""
    minutes = max(0, span_ms) // MINUTE_MS
    said = language.WORDS["office"]["waited"]
    days, hours = minutes // DAY_MIN, minutes % DAY_MIN // HOUR_MIN
    unit = "days" if days else "hours" if hours else "minutes"
    text: str = said[unit].format(days=days, hours=hours, minutes=minutes % HOUR_MIN)
    return text
