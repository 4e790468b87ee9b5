"""The floor's state: a fold over its events.

A table, a jackpot, an award is an immutable value; the state holds the newest of each. A draft is a
state layered on another: its changes are visible only through it, until it is adopted. So a
rehearsal costs only what it touches, however large the floor is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.floor.facts.floor_plan import TablePlace
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
from pitboss.floor.state.account_codes import AccountCode
from pitboss.floor.state.approved import Drift, ReleaseState, TableApproval
from pitboss.floor.state.bank import BankEntry, BankState, PaidOverEntry
from pitboss.floor.state.calendar import CalendarState
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.devices import DeviceCodeState, DeviceState
from pitboss.floor.state.drawers import DrawerState
from pitboss.floor.state.entries import Entries, HeldEntries
from pitboss.floor.state.equipment import Shortfall
from pitboss.floor.state.house import LAW_WITHOUT_SITE, SiteState
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.state.papers import PaperState
from pitboss.floor.state.payouts import PersonState, RoundWins, StepNote
from pitboss.floor.state.signs import SignsState
from pitboss.local_time import local_day
from pitboss.money import Cents, Micros
from pitboss.refusal import Refusal, Told
from pitboss.rules.cited_law import Law
from pitboss.rules.letters import Clause

PAST_KEY_DIGITS = 16  # of a digest: enough to recognize it


class Badge(Struct, frozen=True, gc=False):
    """Who may do what."""

    badge: str
    name: str
    role: str
    revoked: bool = False
    ends_ms: int = 0  # when it expires; 0: never
    deals_at: str = ""  # the only table where it is signed in
    keys_sha256: str = ""  # of its PIN and card, as last recorded
    sessions: tuple[str, ...] = ()  # digests of the newest sessions that haven't ended
    past_keys: tuple[str, ...] = ()  # the beginnings of earlier PIN and card digests

    def has_ended(self, at_ms: int) -> bool:
        """Whether it has expired."""
        return 0 < self.ends_ms <= at_ms


class PastChange(Struct, frozen=True, gc=False):
    """A change of a level other than a wager, as a later reversal recalculates it: an award with
    what it took, or the amounts of a change by hand, a transfer, or other terms.

    `fed_micros` and `fed_reserve_micros` are what wagers gave since the change before it: to meter
    and overflow, and to the reserve. `setting` applied until then. With `keeps_seed` a restart has
    its seed, and outgoing amounts leave the seed on the meter alone."""

    row: int
    setting: LevelSetting
    fed_micros: int
    fed_reserve_micros: int
    award: str = ""
    paid_micros: int = 0
    beyond_micros: int = 0  # taken by hand above what its line pays, leaving the seed alone
    restarts: bool = False
    meter_micros: int = 0
    reserve_micros: int = 0
    overflow_micros: int = 0
    house_micros: int = 0  # of the house's own money in it, which these amounts change
    keeps_seed: bool = False


class LevelHistory(Struct, frozen=True, gc=False):
    """How a level reached its holdings, as far back as anything can still be reversed: what it held
    then, what changed it since, and what it held after the last change. The rest is wagers.

    `house_first_micros` and `house_micros` are how much of `first` and `last` the house put up as a
    seed and still has there. No wager changes it."""

    first: Reading
    last: Reading
    changes: tuple[PastChange, ...] = ()
    house_first_micros: int = 0
    house_micros: int = 0


class LevelState(Struct, frozen=True, gc=False):
    """One meter: its setting, what it holds, its history, and how often it was won."""

    setting: LevelSetting
    reading: Reading
    history: LevelHistory
    hits: int = 0
    wins_cents: Cents = Cents(0)


class PendingAward(Struct, frozen=True, gc=False):
    """An award a table is about to pay from a level: its amount is held, or it is recorded and
    stays on the meter until the key turns to RUN."""

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
    suspended_for: str = ""  # the reason someone gave, for it or for the change that holds it
    opened_seq: int = 0  # the row that let it take wagers again
    last_day: str = ""  # of play, if its removal is announced
    heirs: Mapping[str, tuple[str, str]] = {}  # retired: which levels got its money

    @property
    def pending(self) -> frozenset[str]:
        """The levels with a recorded award still on the meter."""
        return frozenset(each.level for each in self.awaited if not each.held)

    def awaited_at(self, level: str) -> tuple[str, ...]:
        """The tables with a pending award from a level: *award pending* on every screen."""
        return tuple(sorted({each.table for each in self.awaited if each.level == level}))


class RoundState(Struct, frozen=True, gc=False):
    """An open round. `hits` are the awarded marks that pay envy, `unmoved` an older keypad's awards
    that wait for RUN, `holds` what was locked at the mark and isn't recorded yet."""

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
    hands: int = 0  # dealt, including the dealer's; 0: nobody counted
    claims: tuple[str, ...] = ()  # made to the hub


class Call(Struct, frozen=True, gc=False):
    """A dealer waits for someone."""

    reason: str
    since_ms: int


class ShufflerState(Struct, frozen=True, gc=False):
    """A failed shuffler: why, and how many steps of its replacement are done."""

    reason: str
    done: int


class TableState(Struct, frozen=True, gc=False):
    """One table on the floor. `betting_closed` names each device that can't read wagers, with the
    reason."""

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
    bundle: str = ""  # the digest of everything an approval covers, as it runs
    approval: TableApproval | None = None  # None: it trains
    drift: tuple[Drift, ...] = ()  # differences from the approval, for every START
    posted: tuple[BundleItem, ...] = ()  # what its papers showed when they were put up
    equipment: tuple[Equipment, ...] = ()
    clauses: tuple[Clause, ...] = ()
    shortfalls: tuple[Shortfall, ...] = ()  # found when a part changes, for every START
    shuffler_steps: tuple[str, ...] = ()
    training: bool = False
    shuffler: ShufflerState | None = None  # None while it works
    call: Call | None = None
    betting_closed: tuple[tuple[str, Told], ...] = ()
    dark_screens: tuple[tuple[str, int], ...] = ()  # screens that aren't seen, and since when
    closed: bool = False
    folded_qualify: bool = True  # whether a folded hand can win a jackpot here
    odds_prizes: tuple[OddsPrize, ...] = ()  # the best of each bet, and all that need cover

    @property
    def key_holder(self) -> str:
        """Who turned the key, or the key itself if it is its own authority."""
        return self.key_badge or (f"key {self.key_number}" if self.key_number else "")

    def refuse_shuffler(self, code: str) -> Refusal:
        """What to do first about a failed shuffler."""
        assert self.shuffler is not None
        step = self.shuffler.done
        return Refusal(code, where=self.table, step=step + 1, text=self.shuffler_steps[step])

    @property
    def has_key(self) -> bool:
        """Whether awards here are confirmed by key."""
        return KEYPADS[self.keypad].has_key


class AwardState(Struct, frozen=True, gc=False):
    """A recorded award, on its way to the winner. One that was held has its movement from the
    record on; `shares` are all awards of its mark, if it is split."""

    award: Award
    table: str
    round: int
    seq: int
    status: str  # recorded, moved, paid, forfeited, unclaimed, canceled, backed out
    movement: Movement | None = None
    shares: tuple[str, ...] = ()
    payment: Payment | None = None
    prints: int = 0  # of its win page
    by_hand: bool = False  # someone took it off its meter, and no table recorded it
    confirmed_by: tuple[str, ...] = ()  # both, if it was adjusted by hand
    dealt_by: str = ""  # who dealt its round
    paid_by: tuple[str, ...] = ()  # also if the payment was voided
    paid_ms: int = 0  # when it was paid last
    withheld_cents: Cents = Cents(0)  # tax, of what was paid
    collected_cents: Cents = Cents(0)  # tax beyond it, from the winner
    borne_cents: Cents = Cents(0)  # tax the winner didn't bring, by the house
    parts: tuple[PaidPart, ...] = ()  # of what was paid, to whom
    payment_hold: str = ""  # why nobody may pay it now
    till: str = ""  # that paid it last; empty: none did
    drawer: int = 0  # the row that opened its drawer
    drawer_cents: Cents = Cents(0)  # what left it
    held_person: str = ""  # whose prize is held, as an id of the vault
    draft: Payment | None = None  # what the steps of its payout noted
    steps: tuple[StepNote, ...] = ()  # of its payout, in the order they were taken

    @property
    def is_reversible(self) -> bool:
        """Whether it can be backed out: a table recorded it, and it is neither paid nor undone."""
        return self.status in ("recorded", "moved") and not self.by_hand

    def step(self, name: str) -> StepNote | None:
        """How a step of its payout was taken; None if it wasn't."""
        return next((each for each in self.steps if each.step == name), None)


def box_name(table: str, jackpot: str) -> str:
    """The state's key for what a table took for a jackpot."""
    return f"{table} {jackpot}"


class State:
    """The whole floor. `seq` is the number of the last row, which is how many commands are in
    it."""

    badges = HeldEntries[Badge]()
    badge_names = HeldEntries[int]()  # how many badges have each name
    tables = HeldEntries[TableState]()
    jackpots = HeldEntries[JackpotState]()
    awards = HeldEntries[AwardState]()
    # Awards that wait for a cashier, and those settled in a span of rows: see fold/settling.
    owed = HeldEntries[Cents]()
    settled = HeldEntries[tuple[str, ...]]()
    let_go = HeldEntries[int]()  # how many awards have left, by their final status
    balances = HeldEntries[int]()
    bank_entries = HeldEntries[BankEntry]()  # of the bank, by reference
    paid_over = HeldEntries[PaidOverEntry]()  # money kept for others, by reference
    forfeited = HeldEntries[Cents]()  # not paid over yet, by payee
    # What each table took for each jackpot since the shift began.
    bets = HeldEntries[int]()
    round_wins = HeldEntries[RoundWins]()
    people = HeldEntries[PersonState]()
    # The award each was written for, voided or not.
    check_numbers = HeldEntries[str]()
    seals = HeldEntries[str]()
    devices = HeldEntries[DeviceState]()
    device_codes = HeldEntries[DeviceCodeState]()  # by digest
    drawers = HeldEntries[DrawerState]()  # by till
    changes = HeldEntries[ChangeState]()
    reports = HeldEntries[int]()  # how many copies of each have left the system
    account_codes = HeldEntries[tuple[AccountCode, ...]]()  # by account or its family
    unshown = HeldEntries[int]()  # by jackpot and level: cents on no meter at the last closing
    papers = HeldEntries[PaperState]()
    # Software that has run, by its manifest's digest, and papers for what hasn't run yet.
    releases = HeldEntries[ReleaseState]()
    release_papers = HeldEntries[ApprovalRecord]()

    def __init__(self, below: State | None = None) -> None:
        self.below = below
        self.made: dict[str, Entries[Any]] = {}  # the parts a draft was asked for
        if below is not None:
            self._take_values(below)
            return
        self.seq: int = 0
        self.release: str = ""  # the running one of `releases`
        # The rows that say which older rows were removed, as far as they are still here.
        self.removals: tuple[int, ...] = ()
        self.site: SiteState | None = None
        self.bank: BankState = BankState()
        self.engine: LeadingEngine | None = None
        self.calendar: CalendarState = CalendarState()
        self.signs: SignsState = SignsState()
        self.floor_plan: tuple[TablePlace, ...] = ()

    def _take_values(self, other: State) -> None:
        """Copy everything that isn't kept by name."""
        self.seq, self.release, self.removals = other.seq, other.release, other.removals
        self.site, self.bank, self.engine = other.site, other.bank, other.engine
        self.calendar, self.signs = other.calendar, other.signs
        self.floor_plan = other.floor_plan

    def draft(self) -> State:
        """A state on top of this one, for a rehearsal."""
        return State(self)

    def rebase(self, below: State) -> None:
        """Move onto `below`, which now holds what this was rehearsed on."""
        assert self.below is not None
        self.below = below
        for name, part in self.made.items():
            part.rebase(getattr(below, name))

    def adopt(self, draft: State) -> None:
        """Adopt what was rehearsed on top of this, and of nothing else, now that it is durable."""
        for name, newer in draft.made.items():
            if newer:
                getattr(self, name).adopt(newer)
        self._take_values(draft)

    def balance(self, account: str) -> Micros:
        return Micros(self.balances.get(account) or 0)

    @property
    def epoch(self) -> int:
        """How many engines have begun to lead so far."""
        return self.engine.epoch if self.engine else 0

    @property
    def law(self) -> Law:
        """The jurisdiction's law; the strictest reading if the site gives none. Its switches never
        change: a caller who needs a figure names the day."""
        return LAW_WITHOUT_SITE if self.site is None else self.site.law

    def law_on(self, day: str) -> Law:
        """The law with the figures that hold on a day."""
        return LAW_WITHOUT_SITE if self.site is None else self.site.law_on(day)

    def law_at(self, at_ms: int) -> Law:
        """The law at a time, on the house's clock."""
        return self.law_on(local_day(at_ms, self.time_zone))

    @property
    def time_zone(self) -> str:
        """The house's time zone."""
        return "UTC" if self.site is None else self.site.time_zone

    # ---- lookups that refuse ------------------------------------------------------------------

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
        """A jackpot that a table or an award names, retired or not."""
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


# Everything a state keeps by name.
PARTS = tuple(name for name, part in vars(State).items() if isinstance(part, HeldEntries))
EXTENDED: dict[str, Any] = {}  # what an extension keeps by name, with its value types
# The same value with other fields.
changed = replace


def extend(name: str, part: HeldEntries[Any], kind: Any) -> None:
    """Let every state hold an extension's entries."""
    part.__set_name__(State, name)
    setattr(State, name, part)
    EXTENDED[name] = kind
