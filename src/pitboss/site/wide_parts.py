"""`[wide]` and `[hub]` of a site file: a house that plays jackpots of a hub, and one that is a hub
(docs/wide.md). What they say, whether that can be, and what it asks of a floor."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from urllib.parse import urlsplit

from pitboss.floor.decide.wide_hub import ROUNDS_MOST, TABLES_MOST
from pitboss.floor.decide.wide_posting import SEATS_MOST
from pitboss.floor.facts.wide import AdmitProperty, JoinHub
from pitboss.floor.signatures import need_key
from pitboss.floor.state import State
from pitboss.refusal import Refusal
from pitboss.rules.profile import Profile
from pitboss.site.approvals import TRAINING_MIXED
from pitboss.site.faults import Faults
from pitboss.site.keys import Keys, missing, parts_of
from pitboss.site.model import PROGRESSIVE, Site, SiteHub, SiteJackpot, SiteProperty, SiteWide

PROPERTIES_MOST = 1_000
ADDRESSES_MOST = 8
OFF = "off"


# ---- reading ------------------------------------------------------------------------------------


def read_wide(keys: Keys) -> SiteWide | None:
    """`[wide]`: the hub, and what it calls this house."""
    if not keys.has("wide"):
        return None
    with closing(keys.below("wide", keys.raw("wide"))) as part:
        return SiteWide(
            hub=part.identifier("hub"),
            property=part.identifier("property"),
            key=part.text("key"),
            addresses=part.texts("addresses"),
            jackpots=part.texts("jackpots"),
        )


def read_hub(keys: Keys) -> SiteHub | None:
    """`[hub]`: its name, and a `[[hub.property]]` for each house that it keeps jackpots for."""
    if not keys.has("hub"):
        return None
    with closing(keys.below("hub", keys.raw("hub"))) as part:
        name = part.identifier("name")
        return SiteHub(name, parts_of(part, "property", PROPERTIES_MOST, _property))


def _property(keys: Keys, name: str) -> SiteProperty:
    return SiteProperty(
        property=name,
        key=keys.text("key"),
        tables=_count(keys, "tables", TABLES_MOST),
        seats=_count(keys, "seats", SEATS_MOST),
        rounds_an_hour=_count(keys, "rounds_an_hour", ROUNDS_MOST),
        jackpots=keys.texts("jackpots"),
    )


def _count(keys: Keys, key: str, most: int) -> int:
    found = keys.number(key)
    if found is None:
        keys.faults.error("SITE_INCOMPLETE", key, missing(key))
    elif not 1 <= found <= most:
        keys.faults.error("NUMBER_WRONG", key, f"1 to {most:,}")
    return found or 0


def host_and_port(address: str) -> tuple[str, int]:
    """Where a hub listens, such as hub.example:8443, or ADDRESS_WRONG."""
    try:
        found = urlsplit(f"//{address}")
        if found.hostname and found.port is not None and found.netloc == address:
            return found.hostname, found.port
    except ValueError:
        pass
    reason = f"{address!r} is no address such as hub.example:8443"
    raise Refusal("ADDRESS_WRONG", where="addresses", reason=reason)


# ---- whether it can be --------------------------------------------------------------------------


def check_wide(site: Site, training: Mapping[str, str], profile: Profile, faults: Faults) -> None:
    """A property's part, and the jackpots of its hub; a hub's part. `training` says for each table
    why it may train only; nothing of one that runs for money."""
    if (site.wide or site.hub) and profile.law.wide_area.value == OFF:
        reason = f"a jackpot is played at one location in {profile.name}"
        at = "wide" if site.wide else "hub"
        faults.error("WIDE_NOT_ALLOWED", at, reason, rule=profile.law.wide_area.rule)
    if site.wide and site.hub:
        reason = "a hub is no property of another hub: take out [wide] or [hub]"
        faults.error("HUB_AND_PROPERTY", "hub", reason)
    if site.wide:
        _check_property(site, site.wide, training, faults)
    if site.hub:
        _check_hub(site, site.hub, faults)


def _check_property(
    site: Site, wide: SiteWide, training: Mapping[str, str], faults: Faults
) -> None:
    at = faults.below("wide")
    _check_key(wide.key, at)
    if not 1 <= len(wide.addresses) <= ADDRESSES_MOST:
        reason = f"name 1 to {ADDRESSES_MOST} addresses where the hub listens, its standby's too"
        at.error("ADDRESS_WRONG", "addresses", reason)
    for address in wide.addresses:
        try:
            _, port = host_and_port(address)
        except Refusal as refusal:
            at.refusal(refusal, "addresses")
        else:
            if not port:
                at.error("ADDRESS_WRONG", "addresses", f"{address!r} names no port")
    _check_jackpots(site, wide.jackpots, at)
    for jackpot in site.jackpots:
        if jackpot.wide:
            below = faults.below(f"jackpot.{jackpot.jackpot}")
            _check_wide_jackpot(jackpot, below)
            for table in site.tables_of(jackpot.jackpot):
                if why := training.get(table.table):
                    reason = (
                        f"a hub's jackpot is played for money alone, and {table.table} may train "
                        f"only: {why}. Put back what was changed there, or enter the approval of "
                        "what it plays, or take the jackpot off the table"
                    )
                    below.error(TRAINING_MIXED, "", reason, rule="PS-64")


def _check_wide_jackpot(jackpot: SiteJackpot, faults: Faults) -> None:
    reason = "seeds, maximums and locks are its hub's; leave them out here"
    for level in jackpot.levels:
        for key, value in (("seed", level.seed_cents), ("maximum", level.maximum_cents)):
            if value is not None:
                faults.error("JACKPOT_WIDE", f"levels.{level.level}.{key}", reason)
    if jackpot.lock_at_mark:
        faults.error("JACKPOT_WIDE", "lock_at_mark", reason)
    if jackpot.kind and jackpot.kind != PROGRESSIVE:
        faults.error("JACKPOT_WIDE", "kind", "a hub keeps progressive jackpots")


def _check_hub(site: Site, hub: SiteHub, faults: Faults) -> None:
    if site.tables:
        reason = "a hub keeps jackpots for its properties, and has no tables of its own"
        faults.error("HUB_HAS_TABLES", "table", reason)
    for jackpot in site.jackpots:
        if jackpot.kind and jackpot.kind != PROGRESSIVE:
            key = f"jackpot.{jackpot.jackpot}.kind"
            faults.error("JACKPOT_WIDE", key, "a hub keeps progressive jackpots")
    seen: dict[str, str] = {}
    for each in hub.properties:
        at = faults.below(f"hub.property.{each.property}")
        _check_key(each.key, at)
        if each.key in seen:
            reason = f"{seen[each.key]} has the same key; each house signs with its own"
            at.error("KEY_TWICE", "key", reason)
        seen.setdefault(each.key, each.property)
        _check_jackpots(site, each.jackpots, at)


def _check_key(key: str, faults: Faults) -> None:
    try:
        need_key(key)
    except Refusal as refusal:
        if key:  # a key that is missing is told when the file is read
            faults.refusal(refusal, "key")


def _check_jackpots(site: Site, names: Sequence[str], faults: Faults) -> None:
    known = [jackpot.jackpot for jackpot in site.jackpots]
    if not names:
        faults.error("JACKPOT_MISSING", "jackpots", "name the hub's jackpots that are played")
    for name in names:
        if name not in known:
            reason = f"no [[jackpot]] has id {name!r}; there is {', '.join(known) or 'none'}"
            faults.error("JACKPOT_UNKNOWN", "jackpots", reason)


# ---- what it asks -------------------------------------------------------------------------------


def joining(site: Site, *, at_ms: int, ids: Iterator[str]) -> Iterator[JoinHub]:
    """What makes a floor a property of its hub, before it opens jackpots of it."""
    wide = site.wide
    if wide is not None:
        first, second = site.opened_by
        yield JoinHub(
            command_id=next(ids),
            at_ms=at_ms,
            hub=wide.hub,
            property=wide.property,
            key=wide.key,
            badges=(first, second),
        )


def admitting(site: Site, *, at_ms: int, ids: Iterator[str]) -> Iterator[AdmitProperty]:
    """What admits the properties of a hub, after it has opened its jackpots."""
    for each in site.hub.properties if site.hub is not None else ():
        first, second = site.opened_by
        yield AdmitProperty(
            command_id=next(ids),
            at_ms=at_ms,
            hub=site.hub.name if site.hub else "",
            property=each.property,
            key=each.key,
            tables=each.tables,
            seats=each.seats,
            rounds_an_hour=each.rounds_an_hour,
            jackpots=each.jackpots,
            badges=(first, second),
        )


def is_joined(state: State, wanted: JoinHub) -> bool:
    """Whether a floor is on record as this property of this hub."""
    wide = state.wide
    return (wide.hub, wide.property, wide.key) == (wanted.hub, wanted.property, wanted.key)


def is_admitted(state: State, wanted: AdmitProperty) -> bool:
    """Whether a hub has a property on record so."""
    found = state.properties.get(wanted.property)
    if found is None:
        return False
    standing = (found.hub, found.key, found.tables, found.seats, found.rounds_an_hour)
    asked = (wanted.hub, wanted.key, wanted.tables, wanted.seats, wanted.rounds_an_hour)
    return standing == asked and set(found.jackpots) == set(wanted.jackpots)
