"""Small values that commands, events and state share. All frozen, all of plain fields, so that the
codec can write them without knowing what they mean."""

from __future__ import annotations

from msgspec import Struct

from pitboss.money import MICROS_PER_CENT, Cents, Micros, Ppm

ROLES = ("dealer", "supervisor", "executive", "accounting", "technician", "auditor")
# Who stands apart from whom, where a change takes somebody of another department (25 CFR 543.12).
DEPARTMENTS = {
    "dealer": "pit",
    "supervisor": "pit",
    "executive": "pit",
    "accounting": "accounting",
    "technician": "technical",
    "auditor": "audit",
}


NOBODY = ("", "")  # in place of two badges, while a floor is set up and nobody has one
PARTS = ("controller", "manager", "display", "shuffler", "shoe")
DEVICES = ("console", "sign", "sensor", "keypad", "reader")
PAYMENTS = ("cash", "chips", "cheque")
TAX_FORMS = ("none", "W-2G", "1042-S", "5754")


class Spot(Struct, frozen=True, gc=False):
    """One sensor of one seat."""

    seat: int
    sensor: int


class LevelSetting(Struct, frozen=True, gc=False):
    """How a meter is fed and where it restarts."""

    level: str
    seed_cents: Cents
    rate_ppm: Ppm
    reserve_ppm: Ppm
    maximum_cents: Cents | None = None


class Reading(Struct, frozen=True, gc=False):
    """What a level holds: the meter, its reserve, and what went over its maximum."""

    level: str
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros


class Mark(Struct, frozen=True, gc=False):
    """The dealer's press of a hand button for a spot; `sharers` are the seats that share a
    percentage of Dragon Bonus Progressive."""

    spot: Spot
    jackpot: str
    outcome: str
    sharers: tuple[int, ...] = ()


class Award(Struct, frozen=True, gc=False):
    """A prize as it was recorded: what the seat gets, and from where.

    `meter_cents` came off the level, `house_cents` the house adds where a meter was too low, and
    `tray_cents` was paid from the tray at the table."""

    award: str
    seat: int
    sensor: int
    jackpot: str
    outcome: str
    level: str
    meter_cents: Cents
    house_cents: Cents
    tray_cents: Cents
    restarts: bool
    stake_cents: Cents = Cents(0)

    @property
    def total_cents(self) -> Cents:
        """All that the seat gets."""
        return Cents(self.meter_cents + self.house_cents + self.tray_cents)

    @property
    def owed_cents(self) -> Cents:
        """What is owed until a cashier has paid it; the tray has paid its part."""
        return Cents(self.meter_cents + self.house_cents)

    @property
    def lacking_cents(self) -> Cents:
        """What the meter was too low for and the house added; screens warn of it (PS-12)."""
        return self.house_cents if self.level else Cents(0)


class Contribution(Struct, frozen=True, gc=False):
    """What the wagers of a round gave to one level."""

    jackpot: str
    level: str
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros
    after: Reading


class Taking(Struct, frozen=True, gc=False):
    """What the house keeps of the wagers of a round on one jackpot."""

    jackpot: str
    bets: int
    wager_micros: Micros
    house_micros: Micros


class EnvyPay(Struct, frozen=True, gc=False):
    """What a seat gets for another seat's hit, from the tray."""

    seat: int
    sensor: int
    jackpot: str
    outcome: str
    seat_hit: int
    cents: Cents


class Movement(Struct, frozen=True, gc=False):
    """A change of one level that is no contribution: amounts may be negative, `after` is the
    reading that results. `house_micros` is what the house puts in, or takes if negative; `award`
    names the award that is paid or undone."""

    award: str
    jackpot: str
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros
    house_micros: Micros
    after: Reading


class Hold(Struct, frozen=True, gc=False):
    """What is held for a mark whose amount was locked at the button: its awards, already off their
    meter by the movements. `whole_cents` is the amount before a split."""

    mark: Mark
    whole_cents: Cents
    awards: tuple[Award, ...]
    movements: tuple[Movement, ...]

    @property
    def held_cents(self) -> Cents:
        """What is off the meter for this mark."""
        return Cents(sum(award.meter_cents for award in self.awards))


class Balance(Struct, frozen=True, gc=False):
    """One line of a trial balance: whole cents, rounded down, and the micros above them. All that
    players ever paid in comes to more micros than other programs read exactly."""

    account: str
    cents: Cents
    micros: Micros

    @property
    def total_micros(self) -> int:
        """What stands on the account."""
        return self.cents * MICROS_PER_CENT + self.micros


class Equipment(Struct, frozen=True, gc=False):
    """A part of a table's equipment with its version (PS-63)."""

    part: str
    name: str
    version: str


class Payment(Struct, frozen=True, gc=False):
    """How a cashier paid a prize, and what was looked at before; empty: not noted."""

    method: str = ""  # cash, chips, cheque
    cheque: str = ""  # its number
    identity: str = ""  # what the winner showed
    exclusion: str = ""  # who looked him up in the list of the self-excluded, and when
    seal: str = ""  # of the bag with the hand and its deck
    tax_form: str = ""  # none, W-2G, 1042-S, 5754


class Change(Struct, frozen=True, gc=False):
    """A change of a running floor, or how things stood before it. Each action has fields of its
    own; the others stay empty, and an empty one of its own leaves that as it is.

    `set` gives a jackpot other settings. `transfer` moves all above the seeds `into` another,
    level by level as `pairs` name them; `retire` moves everything, `seed_to_house` sends the seeds
    home. `set_table` and `close_table` speak of a table."""

    action: str
    jackpot: str = ""
    levels: tuple[LevelSetting, ...] = ()
    executive_above_cents: Cents | None = None
    house_prizes: tuple[tuple[str, Cents], ...] = ()
    lock_at_mark: bool | None = None
    fixed_from: str | None = None
    into: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    seed_to_house: bool = False
    table: str = ""
    jackpots: tuple[str, ...] = ()
    keypad: str = ""
    order: tuple[int, ...] | None = None
