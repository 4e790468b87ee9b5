"""A site as in its file, before paytable and profile fill anything in.

None or an empty value means that the file doesn't say: the paytable or the profile decides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from pitboss.floor.facts.values import DAY_BEGINS, WHOLE, BankAccount, Equipment
from pitboss.money import Cents, Ppm
from pitboss.rules.cited_law import DatedFigure
from pitboss.rules.game import OWN_SIDE, Setting
from pitboss.site.faults import Fault

PROGRESSIVE, HOUSE = "progressive", "house"
KINDS = (PROGRESSIVE, HOUSE)
LANGUAGE = "en"
RIGHTMOST, LEFTMOST = "rightmost", "leftmost"


@dataclass(frozen=True, slots=True)
class SiteBadge:
    """A badge and its role."""

    badge: str
    name: str
    role: str
    language: str = ""  # for its owner's screens; empty: the house's


@dataclass(frozen=True, slots=True)
class LevelChange:
    """What the house sets differently from the paytable, for one level."""

    level: str
    seed_cents: Cents | None
    rate_ppm: Ppm | None
    reserve_ppm: Ppm | None
    maximum_cents: Cents | None


@dataclass(frozen=True, slots=True)
class SiteJackpot:
    """One jackpot."""

    jackpot: str
    kind: str
    paytable: str
    wager_cents: Cents | None
    levels: tuple[LevelChange, ...]
    house_ppm: Ppm | None
    house_prizes: tuple[tuple[str, Cents], ...]
    executive_above_cents: Cents | None
    lock_at_mark: bool
    fixed_from: str  # the level that pays every fixed award; empty: the tray
    title: str  # as signs and screens name it
    theme: str  # how its signs look
    split_among: str = OWN_SIDE  # who shares a percentage of Dragon Bonus Progressive
    dealer_records_up_to_cents: Cents | None = None  # tray pays that the dealer's press records
    logo: str = ""  # for its signs: a file in the folder of the house's themes
    colors: tuple[tuple[str, str], ...] = ()  # for its signs: overrides of the theme
    wide: str = ""  # the hub that owns it; empty: this house


@dataclass(frozen=True, slots=True)
class Approval:
    """What lets a table run for money (PS-64): references to papers, and the digest of what they
    approved."""

    papers: Mapping[str, str]
    date: str
    bundle: str
    signer: str  # for the agency
    until: str = ""  # the last day; empty: no end
    release: str = ""  # of the software; empty: the one that runs when the floor opens


@dataclass(frozen=True, slots=True)
class SiteTable:
    """One gaming table; `jackpots` has one entry for each sensor, and is empty if its game has no
    jackpot. Then `theme` sets its sign's look."""

    table: str
    game: str
    title: str
    seats: int
    options: Mapping[str, Setting]
    paytables: Mapping[str, str]
    limits: Mapping[str, tuple[Cents, Cents]]
    jackpots: tuple[str, ...]
    keypad: str
    order: tuple[int, ...]  # seats in the order of payment; empty: rightmost first
    equipment: tuple[Equipment, ...]
    approval: Approval | None
    theme: str = ""
    sign_language: str = ""  # empty: the house's
    keys_are_personal: bool = True
    aggregate: Mapping[str, Cents] = field(default_factory=dict)  # the most a bet pays in a round


@dataclass(frozen=True, slots=True)
class SiteBank:
    """The account that holds the players' money, and its deposit from before opening, so that play
    starts funded."""

    account: BankAccount
    deposit_cents: Cents | None
    reference: str
    day: str
    deposited_by: str


@dataclass(frozen=True, slots=True)
class SitePayer:
    """Who pays prizes, as tax forms name the house; empty: enter it on the form."""

    name: str = ""
    ein: str = ""  # the employer identification number
    address: str = ""
    phone: str = ""
    state: str = ""  # two letters, to fill in the state's boxes
    state_number: str = ""  # the house's number in that state
    locality: str = ""


@dataclass(frozen=True, slots=True)
class SiteSigns:
    """The house's own words on its signs; empty: the product's words."""

    logo: str = ""  # the house's: a file in the folder of its themes
    no_data: str = ""  # in place of amounts that aren't current
    no_data_more: str = ""
    idle: str = ""  # while nobody plays
    staff_play: str = ""  # posted on paper: whether employees play
    disputes: str = ""  # posted on paper: how disputes are resolved


@dataclass(frozen=True, slots=True)
class SiteTimeStamp:
    """Who time-stamps the journal's end (RFC 3161); empty: nobody."""

    server: str = ""  # its web address
    certificate: str = ""  # its authority's: a PEM file in `stamps/` of the site's folder


@dataclass(frozen=True, slots=True)
class SiteSend:
    """Reports that are sent for each gambling day: after its close, or `at` a time after its end;
    into a folder, by mail, or both."""

    send: str
    reports: tuple[str, ...]
    file_format: str
    at: str = ""
    folder: str = ""
    mail: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteMail:
    """The mail server of the house, and who it sends for."""

    host: str
    port: int
    tls: str
    sender: str
    user: str = ""
    password_file: str = ""


@dataclass(frozen=True, slots=True)
class SiteWide:
    """A house as a property of a hub (docs/wide.md): its name there, the hub's public key and
    addresses, and which jackpots of the file are the hub's."""

    hub: str
    property: str
    key: str
    addresses: tuple[str, ...]
    jackpots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SiteProperty:
    """A property of this hub: its public key, its capacity for play, its jackpots, and its name."""

    property: str
    key: str
    tables: int
    seats: int
    rounds_an_hour: int
    jackpots: tuple[str, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class SiteHub:
    """A house that is a hub: it keeps jackpots for its properties, and has no tables."""

    name: str
    properties: tuple[SiteProperty, ...]


@dataclass(frozen=True)
class Site:
    """A whole site. `faults` holds what couldn't be read; `check` reports it with the rest."""

    file: str
    name: str
    currency: str
    time_zone: str
    profile: str
    opened_by: tuple[str, ...]
    hit_seconds: int | None  # how long a hit fills a sign
    badges: tuple[SiteBadge, ...] = ()
    jackpots: tuple[SiteJackpot, ...] = ()
    tables: tuple[SiteTable, ...] = ()
    faults: tuple[Fault, ...] = ()
    bank: SiteBank | None = None
    day_begins: str = DAY_BEGINS
    shifts: tuple[str, ...] = ()  # start times of the later shifts of a gambling day
    winnings_reported: str = WHOLE  # to the tax office: in full, or less the wager
    payer: SitePayer = SitePayer()
    language: str = LANGUAGE  # the house's: for its records, and for anyone who chose none
    signs: SiteSigns = SiteSigns()
    time_stamp: SiteTimeStamp = SiteTimeStamp()
    sends: tuple[SiteSend, ...] = ()
    mail: SiteMail | None = None
    wide: SiteWide | None = None
    hub: SiteHub | None = None
    law_day: str = ""  # the date of the law's figures; not from the file, nor are these:
    entered: tuple[DatedFigure, ...] = ()  # figures that two people entered on top of the profile's

    def sign_language(self, table: str) -> str:
        chosen = (each.sign_language for each in self.tables if each.table == table)
        return next(chosen, "") or self.language

    def tables_of(self, jackpot: str) -> tuple[SiteTable, ...]:
        """The tables that share a jackpot: two or more are a link."""
        return tuple(self._sharing.get(jackpot, ()))

    @cached_property
    def _sharing(self) -> dict[str, list[SiteTable]]:
        found: dict[str, list[SiteTable]] = {}
        for table in self.tables:
            for jackpot in dict.fromkeys(table.jackpots):
                found.setdefault(jackpot, []).append(table)
        return found
