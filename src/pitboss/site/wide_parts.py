"""`[wide]` and `[hub]` of a site file: a house that plays a hub's jackpots, and a house that is a
hub (docs/wide.md). Reads and checks them, and says what a floor needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing
from urllib.parse import urlsplit

from pitboss.floor import extension
from pitboss.floor.facts.limits import PROPERTY_TABLES_MOST, ROUNDS_AN_HOUR_MOST
from pitboss.floor.state.signatures import need_key
from pitboss.refusal import Refusal, Told
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.profile import Profile
from pitboss.site.faults import Faults
from pitboss.site.file_keys import Keys, incomplete, parts_of
from pitboss.site.model import PROGRESSIVE, Site, SiteHub, SiteJackpot, SiteProperty, SiteWide
from pitboss.site.table_approval import TRAINING_MIXED

PROPERTIES_MOST = 1_000
ADDRESSES_MOST = 8
OFF = "off"


# ---- reading ------------------------------------------------------------------------------------


def read_wide(keys: Keys) -> SiteWide | None:
    """`[wide]`: the hub, and its name for this house."""
    if not keys.has("wide"):
        return None
    extension.load()
    with closing(keys.below("wide", keys.raw("wide"))) as part:
        return SiteWide(
            hub=part.identifier("hub"),
            property=part.identifier("property"),
            key=part.text("key"),
            addresses=part.texts("addresses"),
            jackpots=part.texts("jackpots"),
        )


def read_hub(keys: Keys) -> SiteHub | None:
    """`[hub]`: its name, and a `[[hub.property]]` for each house it keeps jackpots for."""
    if not keys.has("hub"):
        return None
    extension.load()
    with closing(keys.below("hub", keys.raw("hub"))) as part:
        name = part.identifier("name")
        return SiteHub(name, parts_of(part, "property", PROPERTIES_MOST, _property))


def _property(keys: Keys, name: str) -> SiteProperty:
    return SiteProperty(
        property=name,
        key=keys.text("key"),
        tables=_count(keys, "tables", PROPERTY_TABLES_MOST),
        seats=_count(keys, "seats", SEATS_MOST),
        rounds_an_hour=_count(keys, "rounds_an_hour", ROUNDS_AN_HOUR_MOST),
        jackpots=keys.texts("jackpots"),
        title=keys.text("title", default=""),
    )


def _count(keys: Keys, key: str, most: int) -> int:
    found = keys.number(key)
    if found is None:
        incomplete(keys.faults, key)
    elif not 1 <= found <= most:
        keys.faults.error("NUMBER_WRONG", key, "out_of_range", most=most)
    return found or 0


def host_and_port(address: str) -> tuple[str, int]:
    """A hub's address, such as hub.example:8443, or ADDRESS_WRONG."""
    try:
        found = urlsplit(f"//{address}")
        if found.hostname and found.port is not None and found.netloc == address:
            return found.hostname, found.port
    except ValueError:
        pass
    raise Refusal("ADDRESS_WRONG", where="addresses", address=address)


# ---- whether it can be --------------------------------------------------------------------------


def check_wide(
    site: Site, training: Mapping[str, Told | None], profile: Profile, faults: Faults
) -> None:
    """Check a property's part and its hub's jackpots, or a hub's part. `training` says why each
    table may only train; empty for a real-money table."""
    if (site.wide or site.hub) and profile.law.wide_area.value == OFF:
        at = "wide" if site.wide else "hub"
        faults.error(
            "WIDE_NOT_ALLOWED",
            at,
            "jackpot_played_at_location",
            rule=profile.law.wide_area.rule,
            name=profile.name,
        )
    if site.wide and site.hub:
        faults.error("HUB_AND_PROPERTY", "hub")
    if site.wide:
        _check_property(site, site.wide, training, faults)
    if site.hub:
        _check_hub(site, site.hub, faults)


def _check_property(
    site: Site, wide: SiteWide, training: Mapping[str, Told | None], faults: Faults
) -> None:
    at = faults.below("wide")
    _check_key(wide.key, at)
    if not 1 <= len(wide.addresses) <= ADDRESSES_MOST:
        at.error("ADDRESS_WRONG", "addresses", "count", most=ADDRESSES_MOST)
    for address in wide.addresses:
        try:
            _, port = host_and_port(address)
        except Refusal as refusal:
            at.refusal(refusal, "addresses")
        else:
            if not port:
                at.error("ADDRESS_WRONG", "addresses", "no_port", address=address)
    _check_jackpots(site, wide.jackpots, at)
    for jackpot in site.jackpots:
        if jackpot.wide:
            below = faults.below(f"jackpot.{jackpot.jackpot}")
            _check_wide_jackpot(jackpot, below)
            for table in site.tables_of(jackpot.jackpot):
                if why := training.get(table.table):
                    named = {"table": table.table, "why": why}
                    below.error(TRAINING_MIXED, "", "wide", rule="PS-64", **named)


def _check_wide_jackpot(jackpot: SiteJackpot, faults: Faults) -> None:
    for level in jackpot.levels:
        for key, value in (("seed", level.seed_cents), ("maximum", level.maximum_cents)):
            if value is not None:
                faults.error("JACKPOT_WIDE", f"levels.{level.level}.{key}", "leave_out")
    if jackpot.lock_at_mark:
        faults.error("JACKPOT_WIDE", "lock_at_mark", "leave_out")
    if jackpot.kind and jackpot.kind != PROGRESSIVE:
        faults.error("JACKPOT_WIDE", "kind", "hub_keeps_progressive")


def _check_hub(site: Site, hub: SiteHub, faults: Faults) -> None:
    if site.tables:
        faults.error("HUB_HAS_TABLES", "table")
    for jackpot in site.jackpots:
        if jackpot.kind and jackpot.kind != PROGRESSIVE:
            key = f"jackpot.{jackpot.jackpot}.kind"
            faults.error("JACKPOT_WIDE", key, "hub_keeps_progressive")
    seen: dict[str, str] = {}
    for each in hub.properties:
        at = faults.below(f"hub.property.{each.property}")
        _check_key(each.key, at)
        if each.key in seen:
            at.error("KEY_TWICE", "key", "property", other=seen[each.key])
        seen.setdefault(each.key, each.property)
        _check_jackpots(site, each.jackpots, at)


def _check_key(key: str, faults: Faults) -> None:
    try:
        need_key(key)
    except Refusal as refusal:
        if key:  # a missing key is reported when the file is read
            faults.refusal(refusal, "key")


def _check_jackpots(site: Site, names: Sequence[str], faults: Faults) -> None:
    known = [jackpot.jackpot for jackpot in site.jackpots]
    if not names:
        faults.error("JACKPOT_MISSING", "jackpots")
    for name in names:
        if name not in known:
            faults.error("JACKPOT_UNKNOWN", "jackpots", "no_jackpot_id", name=name, known=known)
