"""The auditor's own books: what it believes the floor holds, in plain integers.

Nothing here is shared with the floor's arithmetic. Amounts end in `_cents` or `_micros`; a micro is
a millionth of a cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.floor.facts.values import KEYPADS, Award, Change, JackpotTerms, Reading, Spot, Standing
from pitboss.rules.cited_law import DatedFigure, Law
from pitboss.rules.paytable import Paytable
from proof.sim.day_books import DayBooks
from proof.sim.evidence_books import EvidenceBooks
from proof.sim.form_books import EnvyFormBook
from proof.sim.law_books import law_at
from proof.sim.level_book import CENT_MICROS, LevelBook

DAY_MS = 86_400_000
# A void can come after the tax was paid over.
MAY_BE_BELOW = ("house", "players", "pending", "cage", "bank_charges", "withheld")
WHOLE_PPM = 1_000_000
SHOWN_MOST = 400  # characters on each side of a difference


class Discrepancy(Exception):  # noqa: N818 - what an auditor finds is a discrepancy
    """The floor and the auditor disagree."""


def need(*, holds: bool, saying: str) -> None:
    """Stop the audit if something is wrong."""
    if not holds:
        raise Discrepancy(saying)


def same(found: object, expected: object, what: str) -> None:
    """Stop the audit if the floor and the auditor disagree."""
    if found != expected:
        raise Discrepancy(f"{what}: the floor says {_short(found)}, the auditor {_short(expected)}")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= SHOWN_MOST else f"{text[:SHOWN_MOST]} ..."


@dataclass(slots=True)
class JackpotBook:
    """One jackpot."""

    terms: JackpotTerms
    levels: dict[str, LevelBook]
    status: str = "open"


@dataclass(frozen=True, slots=True)
class Marked:
    """A pressed hand button."""

    spot: Spot
    jackpot: str
    outcome: str
    sharers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What is off the meters for a mark: its awards, and the whole amount."""

    mark: Marked
    whole_cents: int
    taken: tuple[Award, ...]


@dataclass(slots=True)
class RoundBook:
    """An open round."""

    number: int
    spots: frozenset[Spot]
    given: list[tuple[str, str, int]]  # micros to each level
    wagers_micros: int
    house_micros: int
    marks: list[Marked] = field(default_factory=list)
    hits: list[Marked] = field(default_factory=list)
    awards: list[str] = field(default_factory=list)
    unmoved: list[str] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    dealer: str = ""
    hands: int = 0


@dataclass(slots=True)
class TableBook:
    """One table."""

    seats: int
    jackpots: tuple[str, ...]
    keypad: str
    order: tuple[int, ...]
    dealer: str = ""
    paused: bool = False
    key: str = "RUN"
    key_badge: str = ""
    rounds: int = 0
    round: RoundBook | None = None
    closed: bool = False
    folded_qualify: bool = True
    shuffler_steps: tuple[str, ...] = ()
    keys_are_personal: bool = True
    key_number: str = ""  # of a key that was turned without a badge
    steps_done: int | None = None  # of those for a failed shuffler; None: it works
    approved: tuple[object, ...] = ()  # the terms of its jackpots in its papers

    @property
    def has_key(self) -> bool:
        """Whether its keypad has a key."""
        return KEYPADS[self.keypad].has_key


@dataclass(slots=True)
class RequestedChange:
    """A requested change."""

    badge: str
    role: str
    what: Change
    before: Standing
    after: Standing
    status: str = "requested"


@dataclass(slots=True)
class OwedAward:
    """A recorded award on its way to the winner; `mark` is what won it. `is_off` says whether it is
    off its meter, `restarts` whether it restarts the meter."""

    award: Award
    table: str
    round: int
    mark: Marked | None
    status: str = "recorded"
    is_off: bool = False
    restarts: bool = False
    by_hand: bool = False
    confirmed_by: tuple[str, ...] = ()
    dealer: str = ""  # of its round
    hold: str = ""  # why nobody may pay it
    paid_to: str = ""
    paid_by: set[str] = field(default_factory=set)
    withheld_cents: int = 0  # tax, including what the house covers
    borne_cents: int = 0
    state_cents: int = 0  # its part
    reported_cents: int = 0  # on its tax form
    seats: frozenset[int] = frozenset()  # the winner's other seats, as the cashier said
    verified: bool = False  # its cards were typed and make the hand
    skipped: set[str] = field(default_factory=set)  # skipped steps of its payout
    noted: dict[str, Any] = field(default_factory=dict)  # what its other steps noted


@dataclass(slots=True)
class AuditorBooks:
    """Everything the auditor believes."""

    paytables: Mapping[str, Paytable]
    badges: dict[str, str] = field(default_factory=dict)
    jackpots: dict[str, JackpotBook] = field(default_factory=dict)
    tables: dict[str, TableBook] = field(default_factory=dict)
    prizes: dict[str, OwedAward] = field(default_factory=dict)
    # Every wager that was ever locked, with its START's row, its jackpot and dealer.
    locked: dict[tuple[str, int, Spot], tuple[int, str, str]] = field(default_factory=dict)
    voided: set[tuple[str, int]] = field(default_factory=set)  # rounds
    changes: dict[str, RequestedChange] = field(default_factory=dict)
    law: Law = field(default_factory=Law)
    dated: list[DatedFigure] = field(default_factory=list)
    takes_wager_off: bool = False  # whether the house reports winnings less the wager
    seq: int = 0  # of the row being followed
    epoch: int = 0  # of the engine that wrote it
    days: DayBooks = field(default_factory=DayBooks)
    evidence: EvidenceBooks = field(default_factory=EvidenceBooks)
    people: dict[str, bool] = field(default_factory=dict)  # whether each gave a tax number
    check_numbers: set[str] = field(default_factory=set)
    # By table, round, jackpot and seat.
    envy_forms: dict[tuple[str, int, str, int], EnvyFormBook] = field(default_factory=dict)
    # By table and round: seat, jackpot and cents of each envy pay.
    envy: dict[tuple[str, int], list[tuple[int, str, int]]] = field(default_factory=dict)
    owed_micros: int = 0
    withheld_micros: int = 0
    forfeited: Counter[str] = field(default_factory=Counter)  # cents by payee
    unclaimed_micros: int = 0
    pending_micros: int = 0
    held_micros: int = 0
    players_micros: int = 0
    house_micros: int = 0
    account_named: bool = False  # whether two people named the account that holds players' money
    bank_micros: int = 0
    charges_micros: int = 0  # bank fees less interest paid
    interest: set[str] = field(default_factory=set)  # by reference
    # By reference: purpose, payee, cents.
    paid_over: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    floor_micros: int = 0  # what the bank must hold at once
    covered_ms: int | None = None  # when it was last seen whole
    # By reference: cents and purpose of each one nobody has voided.
    withdrawals: dict[str, tuple[int, str]] = field(default_factory=dict)
    unreimbursed_cents: int = 0  # prizes paid and not yet drawn from the bank
    is_stopped: bool = False  # no wagers on meters, because the bank holds less than it must

    def level(self, jackpot: str, level: str) -> LevelBook:
        need(holds=jackpot in self.jackpots, saying=f"jackpot {jackpot} was never opened")
        levels = self.jackpots[jackpot].levels
        need(holds=level in levels, saying=f"jackpot {jackpot} has no level {level}")
        return levels[level]

    def table(self, table: str) -> TableBook:
        need(holds=table in self.tables, saying=f"table {table} was never opened")
        return self.tables[table]

    def open_round(self, table: str) -> RoundBook:
        found = self.table(table).round
        if found is None:
            raise Discrepancy(f"no round is open at {table}")
        return found

    def need_role(self, badge: str, roles: Collection[str], did: str) -> str:
        """Check that a badge that acted has one of these roles."""
        role = self.badges.get(badge, "nobody")
        need(holds=role in roles, saying=f"{badge}, {role}, {did}")
        return role

    def approved_terms(self, jackpots: tuple[str, ...]) -> tuple[object, ...]:
        """What a letter approves about jackpots; who confirms and records is up to the house."""
        terms = [self.jackpots[name].terms for name in jackpots]
        return tuple(
            (
                each.kind, each.paytable, each.wager_cents, each.levels, each.house_prizes,
                each.fixed_from, each.split_among, each.lock_at_mark,
            )
            for each in terms
        )  # fmt: skip

    def list_readings(self) -> tuple[tuple[str, Reading], ...]:
        """What every level holds, by jackpot in name order."""
        return tuple(
            (name, level.to_reading())
            for name, jackpot in sorted(self.jackpots.items())
            for level in jackpot.levels.values()
        )

    def own_micros(self) -> tuple[int, ...]:
        """The house's own money in each level, in the order of `readings`."""
        return tuple(
            level.own_micros
            for _, jackpot in sorted(self.jackpots.items())
            for level in jackpot.levels.values()
        )

    def balances(self) -> dict[str, int]:
        """Every account with a nonzero balance."""
        found = {
            "held": self.held_micros,
            "house": self.house_micros,
            "owed": self.owed_micros,
            "withheld": self.withheld_micros,
            "forfeited": self.forfeited.total() * CENT_MICROS,
            "unclaimed": self.unclaimed_micros,
            "pending": self.pending_micros,
            "players": self.players_micros,
            "bank": self.bank_micros,
            "bank_charges": self.charges_micros,
            "cage": -self.bank_micros - self.charges_micros,
            "paid_over": sum(cents for _, _, cents in self.paid_over.values()) * CENT_MICROS,
        }
        for name, jackpot in self.jackpots.items():
            for level_name, level in jackpot.levels.items():
                place = f"{name}:{level_name}"
                found[f"meter:{place}"] = level.meter_micros
                found[f"reserve:{place}"] = level.reserve_micros
                found[f"overflow:{place}"] = level.overflow_micros
        return {account: micros for account, micros in found.items() if micros}

    def required_micros(self) -> int:
        """Players' money, which the bank must hold."""
        levels = [level for each in self.jackpots.values() for level in each.levels.values()]
        held = sum(level.held_micros() for level in levels)
        return held + self.owed_micros + self.pending_micros + self.held_micros

    def is_covered(self) -> bool:
        """Whether the bank holds the players' money, in a known account."""
        named = self.account_named or self.law.bank_shortfall.value != "stop"
        named = named or not any(each.levels for each in self.jackpots.values())
        return named and self.for_players_micros() >= self.required_micros()

    def for_players_micros(self) -> int:
        """The bank's balance, less the prizes that the cage has paid and can still draw."""
        return self.bank_micros - max(0, self.unreimbursed_cents) * CENT_MICROS

    def lower_floor(self) -> None:
        """Money that isn't needed at all isn't needed at once, either."""
        self.floor_micros = min(self.floor_micros, self.required_micros())

    def may_take_wagers(self, at_ms: int) -> bool:
        """Whether the bank holds enough for a round to start."""
        if self.is_stopped:
            return False
        if self.law.bank_shortfall.value != "stop" or self.is_covered():
            return True
        if self.covered_ms is None or not self.account_named:
            return False
        days = law_at(self.law, self.dated, self.covered_ms).deposit_days.value
        late = at_ms - self.covered_ms > days * DAY_MS
        is_low = self.for_players_micros() < self.floor_micros
        return not (late or (is_low and self.law.bank_floor.value == "immediate"))

    def check(self) -> None:
        """Money is neither made nor lost, and no holding is negative."""
        balances = self.balances()
        same(sum(balances.values()), 0, "all accounts together")
        for account, micros in balances.items():
            below = account in MAY_BE_BELOW
            need(holds=micros >= 0 or below, saying=f"{account} holds {micros}")
