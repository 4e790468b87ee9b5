"""What people call the jackpots of a site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from pitboss.evidence.known_names import KnownNames, with_titles
from pitboss.evidence.teller import Teller
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import AwardState
from pitboss.live.running_site import RunningSite
from pitboss.notation import apart
from pitboss.refusal import Told
from pitboss.reports.source import meter_text
from pitboss.web.shell.telling import explain
from pitboss.words.language import WORDS

NO_AWARDS: Mapping[str, AwardState] = MappingProxyType({})
NO_DEVICES: Mapping[str, DeviceState] = MappingProxyType({})


def site_names(
    site: RunningSite,
    *,
    awards: Mapping[str, AwardState] = NO_AWARDS,
    devices: Mapping[str, DeviceState] = NO_DEVICES,
    tells_payments: bool = False,
) -> KnownNames:

    def hand(jackpot: str, outcome: str) -> str:
        return site.hand(jackpot, outcome).long

    def person(badge: str) -> str:
        found = site.badges.get(badge)
        return found.name if found else ""

    def device(name: str) -> tuple[str, str] | None:
        found = devices.get(name)
        return (found.kind, found.place) if found else None

    return KnownNames(
        hand,
        partial(jackpot_title, site),
        site.level,
        partial(paytable_title, site),
        person,
        awards.get,
        device,
        tells_payments,
        partial(property_title, site),
        partial(meter_title, site),
    )


def site_teller(site: RunningSite, known: KnownNames) -> Teller:
    """The teller of a running site's entries, for the current reader."""
    return Teller(WORDS.now(), time_zone=site.site.time_zone, known=known)


def meter_title(site: RunningSite, jackpot: str, level: str) -> str:
    """A meter by its jackpot, and by its level if the jackpot has several."""
    paytable = site.paytable_of.get(jackpot)
    levels = site.paytable_lookup[paytable].levels if paytable else ()
    return meter_text(jackpot_title(site, jackpot), site.level(jackpot, level), levels)


def jackpot_title(site: RunningSite, jackpot: str) -> str:
    """A jackpot's title on its sign: the site file's, else its paytable's; with its tables if
    others share the title, or its id if it isn't ours."""
    if jackpot not in site.paytable_of:
        return site.names.jackpots.get(jackpot) or jackpot
    title = _plain(site, jackpot)
    is_shared = sum(_plain(site, each) == title for each in site.paytable_of) > 1
    tables = [each.table for each in site.site.tables if jackpot in each.jackpots]
    return apart(title, jackpot, tables) if is_shared else title


def property_title(site: RunningSite, name: str) -> str:
    """What a house of a hub is called; by its id where the site file has no title."""
    return site.names.properties.get(name, name)


def explain_titled(site: RunningSite, told: Told) -> str:
    """A refusal for whoever reads, with what people call the things that it names."""
    return name_place(site, explain(with_titles(told, partial(property_title, site))))


def name_place(site: RunningSite, text: str) -> str:
    """Replace the id of a jackpot or a property by its title where a message names a place; also
    for drop boxes and levels."""
    if not text:  # nothing was refused
        return text
    place, sign, rest = _levels_titled(site, boxes_titled(site, text)).partition(": ")
    if not sign:
        return place
    known = jackpot_title if place in site.paytable_of else property_title
    return f"{known(site, place)}{sign}{rest}"


def _levels_titled(site: RunningSite, text: str) -> str:
    """A text with each level of a jackpot as people call both: Four-Card, Main."""
    for jackpot, paytable in list(site.paytable_of.items()):
        levels = [each.name for each in site.paytable_lookup[paytable].levels]
        if levels and f"{jackpot} " in text:
            named = rf"(?<![\w-]){re.escape(jackpot)} ({'|'.join(levels)})(?![\w-])"
            text = re.sub(named, partial(_level_titled, site, jackpot), text)
    return text


def _level_titled(site: RunningSite, jackpot: str, found: re.Match[str]) -> str:
    return meter_title(site, jackpot, found[1])


def boxes_titled(site: RunningSite, text: str) -> str:
    """A text with each drop box by its table and what people call its jackpot: T1 four-card."""
    for table in (each.table for each in site.site.tables):
        if f"{table} " in text:
            box = rf"(?<![\w-]){re.escape(table)} ([\w-]+)"
            text = re.sub(box, partial(_box_titled, site), text)
    return text


def _box_titled(site: RunningSite, box: re.Match[str]) -> str:
    if box[1] not in site.paytable_of:
        return box[0]
    return box[0].removesuffix(box[1]) + jackpot_title(site, box[1])


def paytable_title(site: RunningSite, paytable: str) -> str:
    """A paytable's title, or its id if it no longer exists."""
    found = site.paytable_lookup.get(paytable)
    return found.title if found else paytable


def _plain(site: RunningSite, jackpot: str) -> str:
    paytable = site.paytable_of[jackpot]
    return site.names.jackpots.get(jackpot) or site.paytable_lookup[paytable].title
