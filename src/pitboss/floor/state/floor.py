"""The floor as it stands: a fold over its events.

A table, a jackpot, an award is an immutable value; the state holds the newest of each. A draft is a
state on top of another: what is applied to it is seen only through it, until it is adopted. So a
rehearsal costs what it touches, however large the floor is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.floor.facts.values import (
    KEYPADS,
    ApprovalRecord,
    Award,
    BundleItem,
    Contribution,
    Equipment,
    Hold,
    JackpotTerms,
    LevelSetting,
    Mark,
    Movement,
    OddsPrize,
    PaidPart,
    Payment,
    Reading,
    Spot,
    Taking,
)
from pitboss.floor.state.approved import Drift, ReleaseState, TableApproval
from pitboss.floor.state.bank import BankEntry, BankState, PaidOverEntry
from pitboss.floor.state.calendar import CalendarState
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.entries import Entries, HeldEntries
from pitboss.floor.state.equipment import Shortfall
from pitboss.floor.state.house import LAW_WITHOUT_SITE, SiteState
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.state.papers import PaperState
from pitboss.floor.state.payouts import PersonState, RoundWins, StepNote
from pitboss.local_time import local_day
from pitboss.money import Cents, Micros
from pitboss.refusal import Refusal, Told
from pitboss.rules.cited_law import Law
from pitboss.rules.letters import Clause

PAST_KEY_DIGITS = 16  # of a digest: enough to know it again


class Badge(Struct, frozen=True, gc=False):
    """Who may do what."""

    badge: str
    name: str
    role: str
    revoked: bool = False
    ends_ms: int = 0  # by itself, at this time; 0: it does not
    deals_at: str = ""  # the one table at which it is signed in
    keys_sha256: str = ""  # of its PIN and card, as they were noted last
    sessions: tuple[str, ...] = ()  # the digests of the newest that were begun and not ended
    past_keys: tuple[str, ...] = ()  # how the digests of earlier PINs and cards begin

    def has_ended(self, at_ms: int) -> bool:
        """Whether it has ended by itself."""
        return 0 < self.ends_ms <= at_ms


class PastChange(Struct, frozen=True, gc=False):
    """A change of a level that was no wager, as a reversal of something earlier reckons it again:
    an award with what it took, or the amounts of a change by hand, a transfer, other terms.

    `fed_micros` and `fed_reserve_micros` are what wagers gave since the change before it: to meter
    and overflow, and to the reserve. `setting` was in force until then. With `keeps_seed` a restart
    has its seed, and amounts that go take nothing of the seed that is on the meter."""

    row: int
    setting: LevelSetting
    fed_micros: int
    fed_reserve_micros: int
    award: str = ""
    paid_micros: int = 0
    beyond_micros: int = 0  # taken by hand above what its line pays: nothing of the seed
    restarts: bool = False
    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0
    house_micros: int = 0  # of the house's own money in it, by which these amounts change it
    keeps_seed: bool = False


class LevelHistory(Struct, frozen=True, gc=False):
    """How a level came to what it holds, as far back as anything can still be reversed: what it
    held then, what changed it since, and what it held after the last change. The rest is wagers.

    `house_first_micros` and `house_micros` are how much of `first` and `last` is money that the
    house put up as a seed and that has not gone out since. No wager changes it."""

    first: Reading
    last: Reading
    changes: tuple[PastChange, ...] = ()
    house_first_micros: int = 0
    house_micros: int = 0


class LevelState(Struct, frozen=True, gc=False):
    """One meter: how it is set, what it holds, how it came to that, and how often it was won."""

    setting: LevelSetting
    reading: Reading
    history: LevelHistory
    hits: int = 0
    wins_cents: Cents = Cents(0)


class PendingAward(Struct, frozen=True, gc=False):
    """An award that a table is about to pay from a level: its amount is held, or it is recorded
    and still on the meter until the key's turn to RUN."""

    level: str
    table: str
    held: bool


class JackpotState(Struct, frozen=True, gc=False):
    """One jackpot on the floor."""

    jackpot: str
    terms: JackpotTerms
    levels: Mapping[str, LevelState]
    bets: int = 0
    named: bool = False  # by a table, now or before
    awaited: tuple[PendingAward, ...] = ()
    status: str = "open"  # open, suspended, retired
    suspended_for: str = ""  # the reason that somebody gave, for it or for the change that holds it
    opened_seq: int = 0  # the row by which it took wagers again
    last_day: str = ""  # of play, where its removal is announced
    heirs: Mapping[str, tuple[str, str]] = {}  # retired: which levels got its money

    @property
    def pending(self) -> frozenset[str]:
        """The levels whose award is recorded and still on the meter."""
        return frozenset(each.level for each in self.awaited if not each.held)

    def awaited_at(self, level: str) -> tuple[str, ...]:
        """The tables with an award on its way from a level: *award pending* on every screen."""
        return tuple(sorted({each.table for each in self.awaited if each.level == level}))


class RoundState(Struct, frozen=True, gc=False):
    """An open round. `hits` are the awarded marks that pay envy, `unmoved` the awards of an older
    keypad that wait for RUN, `holds` what was locked at the mark and is not yet recorded."""

    number: int
    seq: int
    spots: tuple[Spot, ...]
    contributions: tuple[Contribution, ...]
    takings: tuple[Taking, ...]
    marks: tuple[Mark, ...] = ()
    hits: tuple[Mark, ...] = ()
    awards: tuple[str, ...] = ()
    unmoved: tuple[str, ...] = ()
    holds: tuple[Hold, ...] = ()
    dealer: str = ""
    hands: int = 0  # dealt in it, the dealer's included; 0: nobody counted
    claims: tuple[str, ...] = ()  # made to the hub


class Call(Struct, frozen=True, gc=False):
    """A dealer waits for somebody."""

    reason: str
    since_ms: int


class ShufflerState(Struct, frozen=True, gc=False):
    """A shuffler that failed, why, and how many steps of its replacement are done."""

    reason: str
    done: int


class TableState(Struct, frozen=True, gc=False):
    """One table on the floor. `betting_closed` names each device that cannot read wagers, with
    the reason."""

    table: str
    game: str
    seats: int
    jackpots: tuple[str, ...]
    keypad: str
    order: tuple[int, ...]
    dealer: str = ""
    key: str = "RUN"
    key_badge: str = ""
    key_number: str = ""  # of a key that is its own authority
    keys_are_personal: bool = True
    paused: bool = False
    rounds: int = 0
    round: RoundState | None = None
    title: str = ""
    plays: tuple[BundleItem, ...] = ()
    bundle: str = ""  # the digest of all that an approval covers, as it runs
    approval: TableApproval | None = None  # none: it trains
    drift: tuple[Drift, ...] = ()  # where it runs otherwise than approved, for every START
    equipment: tuple[Equipment, ...] = ()
    clauses: tuple[Clause, ...] = ()
    shortfalls: tuple[Shortfall, ...] = ()  # found when a part changes, for every START
    shuffler_steps: tuple[str, ...] = ()
    training: bool = False
    shuffler: ShufflerState | None = None  # none while it works
    call: Call | None = None
    betting_closed: tuple[tuple[str, Told], ...] = ()
    dark_screens: tuple[tuple[str, int], ...] = ()  # which are not seen, and since when
    closed: bool = False
    folded_qualify: bool = True  # whether a folded hand can win a jackpot here
    odds_prizes: tuple[OddsPrize, ...] = ()  # the best of each bet, and all that need cover

    @property
    def key_holder(self) -> str:
        """Who turned the key, or the key itself where it is its own authority."""
        return self.key_badge or (f"key {self.key_number}" if self.key_number else "")

    def shuffler_out(self, code: str) -> Refusal:
        """What is to be done first about a shuffler that failed."""
        assert self.shuffler is not None
        step = self.shuffler.done
        return Refusal(code, where=self.table, step=step + 1, text=self.shuffler_steps[step])

    @property
    def has_key(self) -> bool:
        """Whether awards are confirmed by key here."""
        return KEYPADS[self.keypad].has_key


class AwardState(Struct, frozen=True, gc=False):
    """A recorded award: where it stands on its way to the winner. One that was held has its
    movement from the record on; `shares` are all awards of its mark, where one is split."""

    award: Award
    table: str
    round: int
    seq: int
    status: str  # recorded, moved, paid, forfeited, unclaimed, canceled, backed out
    movement: Movement | None = None
    shares: tuple[str, ...] = ()
    payment: Payment | None = None
    prints: int = 0  # of its win page
    by_hand: bool = False  # somebody took it off its meter, and no table recorded it
    confirmed_by: tuple[str, ...] = ()  # both, where it was adjusted by hand
    dealt_by: str = ""  # who dealt its round
    paid_by: tuple[str, ...] = ()  # also where the payment was voided
    paid_ms: int = 0  # when it was paid last
    withheld_cents: Cents = Cents(0)  # tax, of what was paid
    collected_cents: Cents = Cents(0)  # tax beyond it, from the winner
    borne_cents: Cents = Cents(0)  # tax that he did not bring, by the house
    parts: tuple[PaidPart, ...] = ()  # of what was paid, to whom
    payment_hold: str = ""  # why nobody may pay it now
    held_person: str = ""  # whose prize is held, by his id in the vault
    draft: Payment | None = None  # what the steps of its payout have noted
    steps: tuple[StepNote, ...] = ()  # of its payout, in the order in which they were taken

    @property
    def is_reversible(self) -> bool:
        """Whether it may be backed out: a table recorded it, and it is neither paid nor undone."""
        return self.status in ("recorded", "moved") and not self.by_hand

    def step(self, name: str) -> StepNote | None:
        """How a step of its payout was taken; none while it was not."""
        return next((each for each in self.steps if each.step == name), None)


def box_name(table: str, jackpot: str) -> str:
    """By which the state keeps what a table took for a jackpot."""
    return f"{table} {jackpot}"


class DeviceState(Struct, frozen=True, gc=False):
    """What may speak to the floor, and the digest of its key. A sensor board that names no `seats`
    reads every seat of its table."""

    device: str
    kind: str
    table: str
    key_sha256: str
    retired: bool = False
    seats: tuple[int, ...] = ()
    enrolled_by: str = ""  # who made its code; empty: the command line
    confirmed_by: str = ""  # somebody else


class DeviceCodeState(Struct, frozen=True, gc=False):
    """What a code enrolls, and who made it; kept until it is over, so that none counts twice."""

    kind: str
    table: str
    until_ms: int
    badge: str
    replaces: str
    is_used: bool = False


class State:
    """The whole floor. `seq` is the number of the last row: how many commands it is made of."""

    badges = HeldEntries[Badge]()
    badge_names = HeldEntries[int]()  # how many badges have each
    tables = HeldEntries[TableState]()
    jackpots = HeldEntries[JackpotState]()
    awards = HeldEntries[AwardState]()
    # What awards wait for a cashier, and those settled in a span of rows: see fold/settling.
    owed = HeldEntries[Cents]()
    settled = HeldEntries[tuple[str, ...]]()
    let_go = HeldEntries[int]()  # how many awards have left, by what became of them
    balances = HeldEntries[int]()
    bank_entries = HeldEntries[BankEntry]()  # of the bank, by reference
    paid_over = HeldEntries[PaidOverEntry]()  # what was kept for others, by reference
    forfeited = HeldEntries[Cents]()  # not paid over yet, by to whom it goes
    # What each table took for each jackpot since the shift began.
    bets = HeldEntries[int]()
    round_wins = HeldEntries[RoundWins]()
    people = HeldEntries[PersonState]()
    # The award that each was written for, voided or not.
    check_numbers = HeldEntries[str]()
    seals = HeldEntries[str]()
    devices = HeldEntries[DeviceState]()
    device_codes = HeldEntries[DeviceCodeState]()  # by digest
    changes = HeldEntries[ChangeState]()
    reports = HeldEntries[int]()  # how many copies of each have left the system
    # By jackpot and level: cents that no meter showed, by the last closing liability kept.
    unshown = HeldEntries[int]()
    papers = HeldEntries[PaperState]()
    # Software that has run, by the digest of its manifest, and papers for what is yet to run.
    releases = HeldEntries[ReleaseState]()
    release_papers = HeldEntries[ApprovalRecord]()

    def __init__(self, below: State | None = None) -> None:
        self.below = below
        self.made: dict[str, Entries[Any]] = {}  # the parts that a draft was asked for
        if below is not None:
            self._take_values(below)
            return
        self.seq: int = 0
        self.release: str = ""  # of `releases`, the one that runs
        # The rows that say which older rows were taken out, as far as they are still here.
        self.removals: tuple[int, ...] = ()
        self.site: SiteState | None = None
        self.bank: BankState = BankState()
        self.engine: LeadingEngine | None = None
        self.calendar: CalendarState = CalendarState()

    def _take_values(self, other: State) -> None:
        """All that is not kept by name."""
        self.seq, self.release, self.removals = other.seq, other.release, other.removals
        self.site, self.bank, self.engine = other.site, other.bank, other.engine
        self.calendar = other.calendar

    def draft(self) -> State:
        """A state on top of this one, to rehearse on."""
        return State(self)

    def rebase(self, below: State) -> None:
        """What this was rehearsed on has been handed down to `below`."""
        assert self.below is not None
        self.below = below
        for name, part in self.made.items():
            part.rebase(getattr(below, name))

    def adopt(self, draft: State) -> None:
        """What was rehearsed on top of this, and of nothing else, has become durable."""
        for name, newer in draft.made.items():
            if newer:
                getattr(self, name).adopt(newer)
        self._take_values(draft)

    def balance(self, account: str) -> Micros:
        """What stands on an account."""
        return Micros(self.balances.get(account) or 0)

    @property
    def epoch(self) -> int:
        """How many engines have begun to lead, one after the other."""
        return self.engine.epoch if self.engine else 0

    @property
    def law(self) -> Law:
        """What the jurisdiction decided; the strictest reading where the site does not say. Its
        switches are always the same: whoever asks for a figure names the day."""
        return LAW_WITHOUT_SITE if self.site is None else self.site.law

    def law_on(self, day: str) -> Law:
        """The same with the figures that hold on a day."""
        return LAW_WITHOUT_SITE if self.site is None else self.site.law_on(day)

    def law_at(self, at_ms: int) -> Law:
        """The same at a time, by the clock of the house."""
        return self.law_on(local_day(at_ms, self.time_zone))

    @property
    def time_zone(self) -> str:
        """The clock of the house."""
        return "UTC" if self.site is None else self.site.time_zone

    # ---- what must be there, or the command is refused ----------------------------------------

    def badge(self, badge: str) -> Badge:
        """The badge, or BADGE_UNKNOWN, BADGE_REVOKED."""
        found = self.badges.get(badge)
        if found is None:
            raise Refusal("BADGE_UNKNOWN", "badge_not_issued", where=badge)
        if found.revoked:
            raise Refusal("BADGE_REVOKED", where=badge)
        return found

    def table(self, table: str) -> TableState:
        """The table, or TABLE_UNKNOWN, TABLE_CLOSED."""
        found = self.tables.get(table)
        if found is None:
            raise Refusal("TABLE_UNKNOWN", "no_such_table", where=table)
        if found.closed:
            raise Refusal("TABLE_CLOSED", where=table)
        return found

    def jackpot(self, jackpot: str) -> JackpotState:
        """The jackpot, or JACKPOT_UNKNOWN, JACKPOT_RETIRED."""
        found = self.jackpots.get(jackpot)
        if found is None:
            raise Refusal("JACKPOT_UNKNOWN", "no_such_jackpot", where=jackpot)
        if found.status == "retired":
            raise Refusal("JACKPOT_RETIRED", "out_play_good", where=jackpot)
        return found

    def kept_jackpot(self, jackpot: str) -> JackpotState:
        """A jackpot that a table or an award names: it is there, retired or not."""
        found = self.jackpots.get(jackpot)
        assert found is not None
        return found

    def award(self, award: str) -> AwardState:
        """The award, or AWARD_UNKNOWN."""
        found = self.awards.get(award)
        if found is None:
            raise Refusal("AWARD_UNKNOWN", where=award)
        return found

    def person(self, person: str) -> PersonState:
        """The person, or PERSON_UNKNOWN, PERSON_PURGED."""
        found = self.people.get(person)
        if found is None:
            raise Refusal("PERSON_UNKNOWN", "record_person", where=person)
        if found.purged:
            raise Refusal("PERSON_PURGED", "person_data_purged", where=person)
        return found

    def device(self, device: str) -> DeviceState:
        """The device, or DEVICE_UNKNOWN."""
        found = self.devices.get(device)
        if found is None:
            raise Refusal("DEVICE_UNKNOWN", "enroll", where=device)
        return found

    def change(self, change: str) -> ChangeState:
        """The change, or CHANGE_UNKNOWN."""
        found = self.changes.get(change)
        if found is None:
            raise Refusal("CHANGE_UNKNOWN", where=change)
        return found

    def paper(self, paper: str) -> PaperState:
        """The paper, or PAPER_UNKNOWN."""
        found = self.papers.get(paper)
        if found is None:
            raise Refusal("PAPER_UNKNOWN", "no_such_paper", where=paper)
        return found


# All that a state keeps by name.
PARTS = tuple(name for name, part in vars(State).items() if isinstance(part, HeldEntries))
EXTENDED: dict[str, Any] = {}  # what an extension keeps by name, and the type of its values
# The same value with other fields.
changed = replace


def extend(name: str, part: HeldEntries[Any], kind: Any) -> None:
    """Let every state hold the entries of an extension."""
    part.__set_name__(State, name)
    setattr(State, name, part)
    EXTENDED[name] = kind
