"""Small values that commands, events and state share. All are frozen and have plain fields, so that
the codec can write them without knowing what they mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, dataclass_transform

from msgspec import Struct, field

from pitboss.floor.facts.limits import BankDay, Day, HouseTime, PastDay, SignedCents
from pitboss.floor.facts.meanings import (
    AwardId,
    BadgeId,
    CheckNumber,
    Coded,
    Inside,
    JackpotId,
    OpenName,
    Private,
    Reference,
    TableId,
)
from pitboss.money import MICROS_PER_CENT, Cents, Micros, Ppm
from pitboss.rules.game import OWN_SIDE
from pitboss.rules.letters import Clause

INSPECTOR = "inspector"  # of an agency: not house staff, reads and sends no commands
ROLES = ("dealer", "supervisor", "executive", "accounting", "technician", "auditor", INSPECTOR)
# Who is independent of whom, if a change takes someone from another department.
DEPARTMENTS = {
    "dealer": "pit", "supervisor": "pit", "executive": "pit", "accounting": "accounting",
    "technician": "technical", "auditor": "audit", INSPECTOR: "agency",
}  # fmt: skip

NOBODY = ("", "")  # in place of two badges, during setup, when nobody has one
SYSTEM = "system"  # another system: belongs to no table, reads the outbox and sends no commands
TILL = "till"  # of the cage: it pays prizes from its drawer
DEVICES = ("console", "sign", "sensor", "keypad", "reader", TILL, SYSTEM)
TABLELESS = (TILL, SYSTEM)
COVER_GROUNDS = ("account", "credit_line")  # where the cover of a large prize may be
TIME_END = 2**53 - 1  # later than any command's time
PAYMENTS = ("cash", "chips", "check", "tray")
TAX_FORMS = ("none", "W-2G", "1042-S", "5754")
WHOLE, LESS_WAGER = WINNINGS_REPORTED = ("whole", "less_wager")  # the house chooses
# The kinds of documents that identify a winner; their numbers belong in the vault.
IDENTITIES = (
    "driver license", "passport", "state identity card", "military identity card",
    "tribal identity card", "permanent resident card",
)  # fmt: skip


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A small value inside commands, events and state."""


class Keypad(Value):
    """A family of keypads, as far as the floor needs to know it."""

    has_key: bool  # awards are recorded one by one under a supervisor's key (PS-5), not by a swipe


KEYPADS: Mapping[str, Keypad] = {
    "atlas": Keypad(has_key=False),
    "nexus": Keypad(has_key=False),
    "aquarius": Keypad(has_key=True),
}


class Spot(Value):
    """One sensor of one seat."""

    seat: int
    sensor: int


class LevelSetting(Value):
    """How a meter is fed and where it restarts."""

    level: OpenName
    seed_cents: Cents
    rate_ppm: Ppm
    reserve_ppm: Ppm
    maximum_cents: Cents | None = None


class JackpotTerms(Value, kw_only=True):
    """What a jackpot is played for and how: its paytable, wager, meters and the house's choices."""

    kind: OpenName  # progressive or house
    paytable: OpenName
    paytable_sha256: OpenName
    wager_cents: Cents
    levels: tuple[LevelSetting, ...]
    house_prizes: tuple[tuple[OpenName, Cents], ...] = ()
    executive_above_cents: Inside[Cents]
    lock_at_mark: Inside[bool] = False
    fixed_from: Inside[OpenName] = (
        ""  # the level that pays every fixed award; empty: the tray (PS-12)
    )
    split_among: Inside[OpenName] = OWN_SIDE
    dealer_records_up_to_cents: Inside[Cents] = Cents(
        0
    )  # tray pays that the dealer's own press records
    training: bool = False  # play money, in separate accounts (PS-64)
    systems: Inside[
        tuple[Clause, ...]
    ] = ()  # a table has the parts of one of these (PS-36); empty: any
    wide: Inside[str] = ""  # the hub whose jackpot it is: meters here show what it collected

    def posted_cents(self, outcome: str) -> Cents | None:
        """What a house jackpot posts for a hand; None if the paytable says what it pays."""
        return next((cents for hand, cents in self.house_prizes if hand == outcome), None)

    def pays_fixed_from(self, level: str) -> str:
        """The level a fixed award comes from if the paytable names `level` or none; empty: the
        tray, as always without meters (PS-12, PS-34)."""
        return (level or self.fixed_from) if self.levels else ""


class Reading(Value):
    """What a level holds: the meter, its reserve, and the overflow above its maximum."""

    level: OpenName
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros


class Mark(Value):
    """The dealer's press of a hand button for a spot; `sharers` are the seats that share a
    percentage of Dragon Bonus Progressive."""

    spot: Spot
    jackpot: JackpotId
    outcome: Coded
    sharers: tuple[int, ...] = ()


class Award(Value):
    """A prize as recorded: what the seat gets, and from where.

    `meter_cents` came off the level, the house adds `house_cents` if a meter was too low, and the
    tray at the table paid `tray_cents`."""

    award: AwardId
    seat: int
    sensor: int
    jackpot: JackpotId
    outcome: Coded
    level: OpenName
    meter_cents: Cents
    house_cents: Cents
    tray_cents: Cents
    restarts: bool
    stake_cents: Cents = Cents(0)

    @property
    def total_cents(self) -> Cents:
        """Everything the seat gets."""
        return Cents(self.meter_cents + self.house_cents + self.tray_cents)

    @property
    def owed_cents(self) -> Cents:
        """The amount owed until a cashier pays it; the tray has paid its part."""
        return Cents(self.meter_cents + self.house_cents)


class Contribution(Value):
    """What a round's wagers gave to one level."""

    jackpot: JackpotId
    level: OpenName
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros
    after: Reading


class Taking(Value):
    """What the house keeps of a round's wagers on one jackpot."""

    jackpot: JackpotId
    bets: int
    wager_micros: Micros
    house_micros: Micros


class EnvyPay(Value):
    """What a seat gets for another seat's hit, from the tray."""

    seat: int
    sensor: int
    jackpot: JackpotId
    outcome: Coded
    seat_hit: int
    cents: Cents


class Movement(Value):
    """A change of one level other than a contribution: amounts may be negative, `after` is the
    resulting reading. `house_micros` is what the house puts in, or takes if negative; of that,
    `top_up_micros` fills up what the level lacks, such as its seed, and goes back if negative.
    `award` names the award paid or undone."""

    award: AwardId
    jackpot: JackpotId
    meter_micros: Micros
    reserve_micros: Micros
    overflow_micros: Micros
    house_micros: Micros
    after: Reading
    top_up_micros: Micros = Micros(0)


class Hold(Value):
    """What is held for a mark whose amount was locked at the button: its awards, already off their
    meter. `whole_cents` is the amount before a split."""

    mark: Mark
    whole_cents: Cents
    awards: tuple[Award, ...]
    movements: tuple[Movement, ...]

    @property
    def held_cents(self) -> Cents:
        """What is off the meter for this mark."""
        return Cents(sum(award.meter_cents for award in self.awards))


class Balance(Value):
    """One line of a trial balance: whole cents, rounded down, and the micros above them. The micros
    of everything players ever paid in exceed what other programs read exactly."""

    account: OpenName
    cents: Cents
    micros: Micros

    @property
    def total_micros(self) -> int:
        """The account's balance."""
        return self.cents * MICROS_PER_CENT + self.micros


class BankAccount(Value):
    """The account for the players' money: bank, state and last four digits."""

    bank: str
    state: str  # two letters
    last_four: Private[str]  # of the account's number; the whole number is stored nowhere


class StatementLine(Value):
    """A line of the bank's own statement: below zero if money left the account."""

    day: BankDay
    cents: SignedCents
    reference: Reference
    text: str = ""


class OddsPrize(Value):
    """The most a paytable line pays by odds on the highest wager, within any aggregate limit."""

    bet: str
    hand: str
    wager_cents: Cents
    odds: str
    cents: Cents


class CoverGround(Value):
    """Money ready for a large prize beside the players' money, and until when."""

    ground: Coded  # account, credit_line
    cents: Cents
    reference: Reference
    until: Day  # its last day; empty: it has none
    until_ms: int  # when that day is over; TIME_END where it has none


class CoverState(Value):
    """The money ready for the second-highest prize by odds, the highest prize, how much must be
    ready, and the time from which it is no longer enough."""

    grounds: tuple[CoverGround, ...] = ()
    highest_cents: Cents = Cents(0)
    needed_cents: Cents = Cents(0)
    enough_until_ms: int = TIME_END


class Equipment(Value):
    """A part of a table's equipment with its version (PS-63)."""

    part: str
    name: Reference
    version: str
    mode: str = ""  # what a shuffler is set to
    approval: str = ""  # of the part itself, if no letter names it
    serial: str = ""  # of the installed one; another of the same kind counts as approved
    made: PastDay = ""  # its date of manufacture


class BundleItem(Value):
    """One line of what an approval covers: the wager of a sensor, a rate, the shuffler."""

    item: str
    value: str


class ApprovalRecord(Value):
    """The papers that approve something: each paper with its reference, the letter's date, who
    signed it for the agency, and until when it holds."""

    papers: tuple[tuple[str, str], ...] = ()
    date: PastDay = ""
    signer: str = ""
    until: Day = ""  # the last day; empty: without end
    release: str = ""  # the digest of the software it names; empty: the running one


NO_PAPERS = ApprovalRecord()


class IdentityNote(Value):
    """What the journal knows of a number in the vault: its kind, its last four characters, and a
    keyed digest to find the same number again."""

    identity: Private[Coded]  # passport, driver license, tax number
    last_four: Private[str]
    digest: str


class GroupShare(Value):
    """What one of several people gets of a prize they won together (Form 5754)."""

    person: Private[str]
    cents: Cents


class PaidPart(Value):
    """What one person got of a payment before tax, and its tax: withheld, collected or absorbed by
    the house."""

    person: Private[str]  # empty if nobody's data is kept
    cents: Cents
    withheld_cents: Cents
    collected_cents: Cents = Cents(0)
    borne_cents: Cents = Cents(0)
    reported_cents: Cents = Cents(0)
    identical_cents: Cents = Cents(0)
    state_cents: Cents = Cents(0)  # the state's part of the tax


class Payment(Value):
    """How a cashier paid a prize and what was checked first; `person` is an id of the vault."""

    method: Coded = ""  # cash, chips, check, tray
    check_number: CheckNumber = ""  # of the one check
    group_checks: tuple[CheckNumber, ...] = ()  # in its place, one for each of the group, in order
    person: Private[str] = ""  # who is paid
    group: Inside[tuple[GroupShare, ...]] = ()  # in place of one person
    identity: Private[Coded] = ""  # the kind of document shown, if nobody's data is kept
    of_age: Inside[bool] = False  # if nobody's data is kept: the date of birth was checked
    # The same bettor's in the round; None: nobody asked.
    identical_seats: Inside[tuple[int, ...] | None] = None
    exclusion: str = ""  # who checked the winner against the self-exclusion list
    exclusion_list: HouseTime = ""  # that list's day and time, on the house's clock
    seal: str = ""  # of the bag with the hand and its deck
    tax_form: str = ""  # none, W-2G, 1042-S, 5754
    tax_reason: str = ""  # why 1042-S, how tax beyond the payment was collected, or why it wasn't
    tax_collected_cents: Inside[Cents] = Cents(0)  # from the winner, for tax above the payment
    tax_borne_cents: Inside[Cents] = Cents(0)  # by the house: tax the winner won't bring
    winner_signed: Inside[bool] = False  # the form of the payment
    witness: BadgeId = ""  # the badge of the second employee who signed it


# The steps of a payout, in order, with the payment fields that each notes. A separate command
# verifies the hand.
STEP_FIELDS: Mapping[str, tuple[str, ...]] = {
    "verify": (),
    "person": ("person", "group", "identity", "of_age", "identical_seats"),
    "exclusion": ("exclusion", "exclusion_list"),
    "tax": ("tax_form", "tax_reason", "tax_collected_cents", "tax_borne_cents"),
    "method": ("method", "check_number", "group_checks"),
    "signatures": ("winner_signed", "witness"),
    "seal": ("seal",),
}


DAY_BEGINS = "06:00"  # of a gambling day, in the house's time, unless the site says otherwise


class SetTerms(Value, kw_only=True, tag="set", tag_field="action"):
    """Other terms for a jackpot; an empty field stays as it is."""

    jackpot: JackpotId
    levels: tuple[LevelSetting, ...] = ()
    executive_above_cents: Cents | None = None
    house_prizes: tuple[tuple[OpenName, Cents], ...] = ()
    lock_at_mark: bool | None = None
    fixed_from: OpenName | None = None
    split_among: OpenName | None = None
    dealer_records_up_to_cents: Cents | None = None


class Transfer(Value, kw_only=True, tag="transfer", tag_field="action"):
    """Everything above the seeds goes into another jackpot, level by level as `pairs` name them."""

    jackpot: JackpotId
    into: JackpotId
    pairs: tuple[tuple[OpenName, OpenName], ...]


class Retire(Value, kw_only=True, tag="retire", tag_field="action"):
    """A jackpot goes out of play for good, and all its money into another; `seed_to_house` returns
    the seeds to the house."""

    jackpot: JackpotId
    into: JackpotId = ""
    pairs: tuple[tuple[OpenName, OpenName], ...] = ()
    seed_to_house: bool = False


class SetTable(Value, kw_only=True, tag="set_table", tag_field="action"):
    """Other jackpots, another keypad or order for a table; an empty field stays as it is."""

    table: TableId
    jackpots: tuple[JackpotId, ...] = ()
    keypad: OpenName = ""
    order: tuple[int, ...] | None = None
    keys_are_personal: bool | None = None


class CloseTable(Value, kw_only=True, tag="close_table", tag_field="action"):
    """A table closes for good."""

    table: TableId


Change: TypeAlias = SetTerms | Transfer | Retire | SetTable | CloseTable


class JackpotStanding(Value, kw_only=True, tag="jackpot", tag_field="about"):
    """The terms of a jackpot before or after a change."""

    jackpot: JackpotId
    terms: JackpotTerms


class LevelsStanding(Value, kw_only=True, tag="levels", tag_field="about"):
    """The meter settings of a jackpot whose money a change moves."""

    jackpot: JackpotId
    levels: tuple[LevelSetting, ...]


class TableStanding(Value, kw_only=True, tag="table", tag_field="about"):
    """A table's settings before or after a change."""

    table: TableId
    jackpots: tuple[JackpotId, ...]
    keypad: OpenName
    order: tuple[int, ...]
    keys_are_personal: bool


Standing: TypeAlias = JackpotStanding | LevelsStanding | TableStanding
