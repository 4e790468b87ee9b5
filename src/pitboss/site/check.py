"""`check`: every fault of a site at once, each with its file and key, and the rule it breaks."""

from __future__ import annotations

import re
import zoneinfo
from collections.abc import Iterable, Mapping

from pitboss.floor.facts import approvals
from pitboss.floor.facts.jackpots import OpenJackpot
from pitboss.floor.facts.permission import role_too_low
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import INSPECTOR, ROLES
from pitboss.floor.state.gambling_day import times_fault
from pitboss.refusal import Refusal, Told
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.house_jackpot import LINE_AMOUNTS_DIFFER
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.bank_account import check_bank
from pitboss.site.decks import check_decks
from pitboss.site.faults import ERROR, Fault, Faults
from pitboss.site.file_keys import incomplete
from pitboss.site.jackpot_check import check_jackpot
from pitboss.site.jackpot_figures import describe_edges
from pitboss.site.jurisdiction import profile_of
from pitboss.site.links import check_games, check_link, check_links_per_game, check_titles
from pitboss.site.model import HOUSE, Site, SiteJackpot, SitePayer, SiteTimeStamp
from pitboss.site.posted_table import check_games_of_hand, check_posted_limits, check_title
from pitboss.site.sends import check_sends
from pitboss.site.table_approval import (
    TRAINING_MIXED,
    check_approval,
    check_dates,
    check_equipment,
    check_recorded,
    check_training_mix,
    check_wager,
    why_training,
)
from pitboss.site.table_check import TableCheck
from pitboss.site.table_exposure import check_aggregate, check_exposure
from pitboss.site.terms import PlayedJackpot, as_played
from pitboss.site.wide_parts import check_wide

EIN = re.compile(r"[0-9]{2}-?[0-9]{7}")
STATE = re.compile(r"[A-Z]{2}")
ON_THE_WEB = ("http://", "https://")


def check(site: Site, paytables: Paytables, *, today: str = "") -> list[Fault]:
    """What couldn't be read, then what doesn't fit; the site opens if nothing is an error. `today`
    is the day on the house's clock; without it, no date counts as future."""
    faults = Faults(site.file, found=dict.fromkeys(site.faults))
    profile = _profile(site, faults)
    _check_time_zone(site, faults)
    if fault := times_fault(site.day_begins, site.shifts):
        faults.add(fault, "property.shifts")
    _check_payer(site.payer, faults)
    _check_time_stamp(site.time_stamp, faults)
    check_sends(site.sends, site.mail, faults)
    _check_badges(site, profile, faults)
    played = _jackpots(site, paytables, profile, faults)
    opened = _tables(site, played, paytables, profile, faults)
    check_bank(site, played, opened, profile, faults)
    check_dates(site, today, faults)
    training = {
        table.table: why_training(table, opened[table.table], played, profile)
        for table in site.tables
        if table.table in opened
    }
    for_money = [table for table, why in training.items() if not why]
    check_exposure(site, opened, for_money, profile, faults)
    check_wide(site, training, profile, faults)
    for jackpot in site.jackpots:
        if jackpot.jackpot in played:
            at = faults.below(f"jackpot.{jackpot.jackpot}")
            _check_jackpot(site, jackpot, played[jackpot.jackpot], opened, profile, at)
            sharing = site.tables_of(jackpot.jackpot)
            check_wager(played[jackpot.jackpot], sharing, for_money, at)
            if not jackpot.wide:  # a hub's jackpot is reported table by table
                check_training_mix(
                    [each for each in sharing if each.table in opened], for_money, profile, at
                )
            if not sharing and site.hub is None:
                at.warning("JACKPOT_UNUSED", "id")
    shared = {jackpot.jackpot: site.tables_of(jackpot.jackpot) for jackpot in site.jackpots}
    titles = {each.jackpot: each.title for each in site.jackpots}
    check_links_per_game(list(played.values()), shared, titles, profile, faults)
    return list(faults.found)


def sound(site: Site, paytables: Paytables) -> None:
    """Refuse a site with an error, with the first one and the rule it breaks."""
    for fault in errors_while_running(check(site, paytables)):
        raise Refusal.of(fault.cited)


def errors_while_running(faults: Iterable[Fault]) -> list[Fault]:
    """The errors that rule out a file on a running floor. Tables for money and in training on one
    jackpot keep a floor from opening; on an open one the record says which are which."""
    return [each for each in faults if each.severity == ERROR and each.code != TRAINING_MIXED]


def tables_of(site: Site, paytables: Paytables) -> dict[str, Table]:
    """The tables of a site as the rules play them, by id."""
    faults = Faults(site.file)
    profile = _profile(site, faults)
    played = _jackpots(site, paytables, profile, faults)
    return _tables(site, played, paytables, profile, faults)


def played_of(site: Site, paytables: Paytables) -> dict[str, PlayedJackpot]:
    faults = Faults(site.file)
    return _jackpots(site, paytables, _profile(site, faults), faults)


def posted_edges(site: Site, paytables: Paytables) -> dict[str, Told]:
    """The house's share of a wager on each house jackpot, in a sentence, before it is posted; for a
    site where `check` finds no error."""
    opened = tables_of(site, paytables)
    profile = profile_of(site)
    edges = {}
    for jackpot in site.jackpots:
        if jackpot.kind == HOUSE:
            tables = [opened[table.table] for table in site.tables_of(jackpot.jackpot)]
            edges[jackpot.jackpot] = describe_edges(as_played(jackpot, paytables, profile), tables)
    return edges


def _profile(site: Site, faults: Faults) -> Profile:
    """The site's profile; if it is unknown, the default, so that the checks continue."""
    try:
        return profile_of(site)
    except Refusal as refusal:
        faults.refusal(refusal, "property.profile")
        return catalog.profile()


def _check_payer(payer: SitePayer, faults: Faults) -> None:
    """Check the house's numbers as a tax form has them."""
    if payer.ein and not EIN.fullmatch(payer.ein):
        faults.error("SITE_VALUE_WRONG", "payer.ein", "employer_identification_number")
    if payer.state and not STATE.fullmatch(payer.state):
        faults.error("SITE_VALUE_WRONG", "payer.state", "write_two_letters")


def _check_time_stamp(said: SiteTimeStamp, faults: Faults) -> None:
    """A server without its authority's certificate proves nothing."""
    if said.server and not said.server.startswith(ON_THE_WEB):
        faults.error("SITE_VALUE_WRONG", "time_stamp.server", "write_address_web")
    for key, other in (("server", said.certificate), ("certificate", said.server)):
        if other and not getattr(said, key):
            incomplete(faults, key, f"time_stamp.{key}")


def _check_time_zone(site: Site, faults: Faults) -> None:
    if site.time_zone and not _is_time_zone(site.time_zone):
        faults.error(
            "TIME_ZONE_UNKNOWN", "property.time_zone", "no_time_zone", time_zone=site.time_zone
        )


def _is_time_zone(name: str) -> bool:
    """Whether a zone exists; on a machine without zone data, assume it does."""
    try:
        zoneinfo.ZoneInfo(name)
    except zoneinfo.ZoneInfoNotFoundError:
        return not zoneinfo.available_timezones()
    except (ValueError, OSError):
        return False
    return True


def _check_badges(site: Site, profile: Profile, faults: Faults) -> None:
    for badge in site.badges:
        if badge.role and badge.role not in ROLES:
            known = [role for role in ROLES if role != INSPECTOR]
            faults.error(
                "ROLE_UNKNOWN", f"badge.{badge.badge}.role", "not", role=badge.role, known=known
            )
        if badge.role == INSPECTOR:
            faults.error("BADGE_END_WRONG", f"badge.{badge.badge}.role", "inspector_badge_ends")
    needed: dict[str, str] = {}
    if site.hub is None:  # a hub has no dealers, and wins are confirmed at the properties
        needed = {"dealer": "PS-2", **dict.fromkeys(profile.law.win_confirmation.value, "PS-4")}
    if "accounting_notice" in profile.law.parameter_change.value:
        needed["accounting"] = profile.law.parameter_change.rule
    present = {badge.role for badge in site.badges}
    for role, rule in needed.items():
        if role not in present:
            faults.error("ROLE_MISSING", "badge", "no_badge", rule=rule, role=role)
    if "auditor" not in present:
        faults.warning("ROLE_MISSING", "badge", "no_auditor")
    _check_openers(site, faults)
    people = {f"badge.{each.badge}.name": (each.badge, each.name) for each in site.badges}
    jackpots = {
        f"jackpot.{each.jackpot}.title": (each.jackpot, each.title) for each in site.jackpots
    }
    _check_names(people, "badges", faults)
    _check_names(jackpots, "jackpots", faults)
    properties = {
        f"hub.property.{each.property}.title": (each.property, each.title)
        for each in (site.hub.properties if site.hub else ())
    }
    _check_names(properties, "properties", faults)


def _check_names(named: Mapping[str, tuple[str, str]], kind: str, faults: Faults) -> None:
    """Warn of names that several people share; `named` maps a key to the owner and the name."""
    shared: dict[str, list[str]] = {}
    for key, (_, name) in named.items():
        shared.setdefault(name, []).append(key)
    for name, keys in shared.items():
        if name and len(keys) > 1:
            owners = [named[key][0] for key in keys]
            faults.warning("NAME_SHARED", keys[0], kind, name=name, owners=owners)


def opener_roles() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The roles of the first person, and of both, who open a site's jackpots and tables."""
    jackpots, tables = OpenJackpot.permission.roles, OpenTable.permission.roles
    both = tuple(role for role in jackpots if role in tables)
    return tuple(role for role in both if role in approvals.ChangeBundle.permission.roles), both


def _check_openers(site: Site, faults: Faults) -> None:
    """Two people open the site's jackpots and tables; the first also signs for a changed bundle."""
    roles = {badge.badge: badge.role for badge in site.badges}
    key = "property.opened_by"
    first, both = opener_roles()
    if len(set(site.opened_by)) != 2 or len(site.opened_by) != 2:
        faults.error("BADGES_WRONG", key, "two_open", first=first, both=both)
    for badge, allowed in zip(site.opened_by, (first, both), strict=False):
        if badge not in roles:
            faults.error("BADGE_UNKNOWN", key, "no_badge_id", badge=badge)
        elif roles[badge] not in allowed:
            faults.refusal(role_too_low(badge, roles[badge], allowed), key)


def _jackpots(
    site: Site, paytables: Paytables, profile: Profile, faults: Faults
) -> dict[str, PlayedJackpot]:
    read = {}
    for jackpot in site.jackpots:
        if not jackpot.paytable:
            continue  # already reported when the file was read
        try:
            read[jackpot.jackpot] = as_played(jackpot, paytables, profile)
        except Refusal as refusal:
            differ = refusal.code == LINE_AMOUNTS_DIFFER
            key = f"prizes.{refusal.where}" if differ else "paytable"
            faults.refusal(refusal, f"jackpot.{jackpot.jackpot}.{key}")
    return read


def _tables(
    site: Site,
    played: Mapping[str, PlayedJackpot],
    paytables: Paytables,
    profile: Profile,
    faults: Faults,
) -> dict[str, Table]:
    """The tables that can open, by id; collects all faults of all tables."""
    jackpots = frozenset(jackpot.jackpot for jackpot in site.jackpots)
    opened = {}
    for table in site.tables:
        at = faults.below(f"table.{table.table}")
        found = TableCheck(table, profile, at).build_table(played, jackpots, paytables)
        check_recorded(table, profile, at)
        if found is not None:
            opened[table.table] = found
            check_title(table, found, profile, at)
            check_games_of_hand(found, profile, at)
            check_posted_limits(table, found, profile, at)
            check_equipment(table, found, played, profile, at)
            check_approval(table, found, played, profile, at)
            check_aggregate(table, found, profile, at)
    return opened


def _check_jackpot(
    site: Site,
    jackpot: SiteJackpot,
    played: PlayedJackpot,
    opened: Mapping[str, Table],
    profile: Profile,
    at: Faults,
) -> None:
    slot = played.paytable.slot
    sharing = site.tables_of(played.jackpot)
    playing = {
        table.table: opened[table.table]
        for table in sharing
        if table.table in opened and slot in opened[table.table].paytables
    }
    try:
        check_jackpot(jackpot, played, tuple(playing.values()), profile, at)
        check_decks(played, playing, at)
        if played.paytable.levels:
            check_link(played, playing, {each.table: each.title for each in sharing}, profile, at)
            check_titles(played, sharing, profile, at)
            check_games(played, sharing, profile, at)
    except Refusal as refusal:
        at.refusal(refusal, "paytable")  # the mathematics can't prove it
