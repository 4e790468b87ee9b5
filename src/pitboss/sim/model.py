"""The auditor's own books: what it believes the floor holds, in plain integers.

Nothing here is shared with the floor's arithmetic. Amounts end in `_cents` or `_micros`; a micro is
a millionth of a cent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pitboss.floor.facts.values import (
    KEYPADS,
    Award,
    Change,
    JackpotTerms,
    LevelSetting,
    Movement,
    Reading,
    Spot,
    Standing,
)
from pitboss.rules.law import Law
from pitboss.rules.paytable import Paytable

DAY_MS = 86_400_000
CENT_MICROS = 1_000_000
WHOLE_PPM = 1_000_000
TOLD_MOST = 400  # characters of each side of a difference


class Discrepancy(Exception):  # noqa: N818 - what an auditor finds is a discrepancy
    """The floor and the auditor do not agree."""


def need(*, holds: bool, saying: str) -> None:
    """Stop the audit if something does not hold."""
    if not holds:
        raise Discrepancy(saying)


def same(found: object, expected: object, what: str) -> None:
    """Stop the audit if the floor says something else than the auditor."""
    if found != expected:
        raise Discrepancy(f"{what}: the floor says {_short(found)}, the auditor {_short(expected)}")


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= TOLD_MOST else f"{text[:TOLD_MOST]} ..."


@dataclass(slots=True)
class LevelBook:
    """One meter with its reserve and overflow."""

    setting: LevelSetting
    meter_micros: int
    reserve_micros: int = 0
    overflow_micros: int = 0
    house_lent_micros: int = 0  # for what a reversal did not find on the meter
    meter_lent_micros: int = 0  # to the reserve, for what a reversal did not find there

    def reading(self) -> Reading:
        """What the level holds, as the floor would say it."""
        return Reading(
            self.setting.level,
            self.meter_micros,  # type: ignore[arg-type]
            self.reserve_micros,  # type: ignore[arg-type]
            self.overflow_micros,  # type: ignore[arg-type]
            self.house_lent_micros,  # type: ignore[arg-type]
            self.meter_lent_micros,  # type: ignore[arg-type]
        )

    def copy(self) -> LevelBook:
        """The same level, to try things on."""
        return replace(self)

    def held_micros(self) -> int:
        """All that the level holds for players."""
        return self.meter_micros + self.reserve_micros + self.overflow_micros

    def shown_cents(self) -> int:
        """The whole cents on display."""
        return self.meter_micros // CENT_MICROS

    def feed(self, wagers_cents: int) -> MeterChange:
        """Wagers raise the meter up to its maximum, the rest goes over."""
        before = self.copy()
        self.meter_micros += wagers_cents * self.setting.rate_ppm
        self.reserve_micros += wagers_cents * self.setting.reserve_ppm
        if self.setting.maximum_cents is not None:
            limit = max(before.meter_micros, self.setting.maximum_cents * CENT_MICROS)
            over = max(0, self.meter_micros - limit)
            self.meter_micros -= over
            self.overflow_micros += over
        return self.change_since(before, house_micros=0)

    def pay(self, cents: int, *, restarts: bool) -> MeterChange:
        """An award comes off. What is not there any more comes off the restart, then the house
        adds it."""
        before, house = self.copy(), 0
        self.meter_micros -= cents * CENT_MICROS
        if restarts:
            house = self.setting.seed_cents * CENT_MICROS
            self.meter_micros += house + self.reserve_micros + self.overflow_micros
            self.reserve_micros = self.overflow_micros = 0
        lacking = max(0, -self.meter_micros)
        self.meter_micros += lacking
        if restarts:
            self.spill()
        return self.change_since(before, house_micros=house + lacking)

    def spill(self) -> None:
        """What stands above the maximum is overflow."""
        if self.setting.maximum_cents is not None:
            over = max(0, self.meter_micros - self.setting.maximum_cents * CENT_MICROS)
            self.meter_micros -= over
            self.overflow_micros += over

    def take_back(self, given: MeterChange) -> MeterChange:
        """A contribution goes back: reserve from reserve, the rest out of overflow, then off the
        meter; what is nowhere any more the house lends."""
        before, lent = self.copy(), self.house_lent_micros
        wanted = given.meter_micros + given.overflow_micros
        wanted += self._change_reserve(-given.reserve_micros)
        for name in ("overflow_micros", "meter_micros"):
            found = min(wanted, getattr(self, name))
            setattr(self, name, getattr(self, name) - found)
            wanted -= found
        self.house_lent_micros += wanted
        return self.change_since(before, house_micros=self.house_lent_micros - lent)

    def undo(self, moved: MeterChange, *, restarted: bool) -> MeterChange:
        """What an award moved goes back, on the meter first. With a restart all that is there then
        is laid out anew: the meter up to its maximum, the rest over it."""
        before, lent = self.copy(), self.house_lent_micros
        coming = -moved.meter_micros - moved.overflow_micros
        coming -= self._change_reserve(-moved.reserve_micros)
        repaid = max(0, min(coming, lent))
        self.house_lent_micros -= repaid
        self.meter_micros += coming - repaid
        if restarted:
            self.meter_micros += self.overflow_micros
            self.overflow_micros = 0
            lacking = max(0, -self.meter_micros)
            self.meter_micros += lacking
            self.house_lent_micros += lacking
        self.spill()
        lent_now = self.house_lent_micros - lent
        return self.change_since(before, house_micros=lent_now - moved.house_micros)

    def _change_reserve(self, change: int) -> int:
        """Reserve comes or goes; what the meter has to give for it, negative where it gets back
        what it gave before."""
        if change >= 0:
            repaid = min(change, self.meter_lent_micros)
            self.meter_lent_micros -= repaid
            self.reserve_micros += change - repaid
            return -repaid
        lacking = max(0, -change - self.reserve_micros)
        self.reserve_micros += change + lacking
        self.meter_lent_micros += lacking
        return lacking

    def give(self, *, kept_micros: int) -> tuple[int, int, int]:
        """All but so much of the meter leaves."""
        gone = (self.meter_micros - kept_micros, self.reserve_micros, self.overflow_micros)
        self.meter_micros, self.reserve_micros, self.overflow_micros = kept_micros, 0, 0
        return gone

    def receive(self, meter_micros: int, reserve_micros: int, overflow_micros: int) -> None:
        """Another level's money comes in; a full meter lets it go over."""
        room = meter_micros
        if self.setting.maximum_cents is not None:
            room = max(0, self.setting.maximum_cents * CENT_MICROS - self.meter_micros)
        kept = min(room, meter_micros)
        self.meter_micros += kept
        self.reserve_micros += reserve_micros
        self.overflow_micros += overflow_micros + meter_micros - kept

    def change_since(self, before: LevelBook, *, house_micros: int) -> MeterChange:
        """What happened since a copy was made."""
        return MeterChange(
            self.meter_micros - before.meter_micros,
            self.reserve_micros - before.reserve_micros,
            self.overflow_micros - before.overflow_micros,
            house_micros,
        )


@dataclass(frozen=True, slots=True)
class MeterChange:
    """What one act did to a level, and what the house put in for it."""

    meter_micros: int
    reserve_micros: int
    overflow_micros: int
    house_micros: int

    def held_micros(self) -> int:
        """What the level holds more than before."""
        return self.meter_micros + self.reserve_micros + self.overflow_micros

    def plus(self, other: MeterChange) -> MeterChange:
        """Both changes as one."""
        return MeterChange(
            self.meter_micros + other.meter_micros,
            self.reserve_micros + other.reserve_micros,
            self.overflow_micros + other.overflow_micros,
            self.house_micros + other.house_micros,
        )

    def reversed(self) -> MeterChange:
        """The same, the other way round."""
        return MeterChange(
            -self.meter_micros, -self.reserve_micros, -self.overflow_micros, -self.house_micros
        )

    @staticmethod
    def of(moved: Movement) -> MeterChange:
        """What a movement of the floor says."""
        return MeterChange(
            moved.meter_micros, moved.reserve_micros, moved.overflow_micros, moved.house_micros
        )


@dataclass(slots=True)
class JackpotBook:
    """One jackpot."""

    terms: JackpotTerms
    levels: dict[str, LevelBook]
    status: str = "open"


@dataclass(frozen=True, slots=True)
class Marked:
    """A hand button that is down."""

    spot: Spot
    jackpot: str
    outcome: str
    sharers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Held:
    """What is off the meters for a mark: each award with what it moved, and the whole amount."""

    mark: Marked
    whole_cents: int
    taken: tuple[tuple[Award, MeterChange], ...]


@dataclass(slots=True)
class RoundBook:
    """An open round."""

    number: int
    spots: frozenset[Spot]
    given: list[tuple[str, str, MeterChange]]
    wagers_micros: int
    house_micros: int
    marks: list[Marked] = field(default_factory=list)
    hits: list[Marked] = field(default_factory=list)
    awards: list[str] = field(default_factory=list)
    unmoved: list[str] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    dealer: str = ""


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

    @property
    def has_key(self) -> bool:
        """Whether its keypad has a key."""
        return KEYPADS[self.keypad].has_key


@dataclass(slots=True)
class RequestedChange:
    """A change that somebody asked for."""

    badge: str
    role: str
    what: Change
    before: Standing
    after: Standing
    status: str = "requested"


@dataclass(slots=True)
class OwedAward:
    """A recorded award on its way to the winner; `mark` is what it was won with. `moved` is what
    it did to its level, `restarts` whether it is the one that restarts it."""

    award: Award
    table: str
    round: int
    mark: Marked | None
    status: str = "recorded"
    moved: MeterChange | None = None
    restarts: bool = False
    confirmed_by: tuple[str, ...] = ()


@dataclass(slots=True)
class AuditorBooks:
    """Everything the auditor believes."""

    paytables: Mapping[str, Paytable]
    badges: dict[str, str] = field(default_factory=dict)
    jackpots: dict[str, JackpotBook] = field(default_factory=dict)
    tables: dict[str, TableBook] = field(default_factory=dict)
    prizes: dict[str, OwedAward] = field(default_factory=dict)
    changes: dict[str, RequestedChange] = field(default_factory=dict)
    law: Law = field(default_factory=Law)
    owed_micros: int = 0
    pending_micros: int = 0
    held_micros: int = 0
    players_micros: int = 0
    house_micros: int = 0
    bank_micros: int = 0
    floor_micros: int = 0  # what must lie in the bank at once
    covered_ms: int | None = None  # when it was last seen whole
    unreimbursed_cents: int = 0  # prizes paid and not yet drawn from the bank
    is_stopped: bool = False  # no wagers on meters, because the bank holds less than it must

    def level(self, jackpot: str, level: str) -> LevelBook:
        """One level."""
        need(holds=jackpot in self.jackpots, saying=f"jackpot {jackpot} was never opened")
        levels = self.jackpots[jackpot].levels
        need(holds=level in levels, saying=f"jackpot {jackpot} has no level {level}")
        return levels[level]

    def table(self, table: str) -> TableBook:
        """One table."""
        need(holds=table in self.tables, saying=f"table {table} was never opened")
        return self.tables[table]

    def open_round(self, table: str) -> RoundBook:
        """The round of a table."""
        found = self.table(table).round
        if found is None:
            raise Discrepancy(f"no round is open at {table}")
        return found

    def readings(self) -> tuple[tuple[str, Reading], ...]:
        """What every level holds, by jackpot in the order of names."""
        return tuple(
            (name, level.reading())
            for name, jackpot in sorted(self.jackpots.items())
            for level in jackpot.levels.values()
        )

    def balances(self) -> dict[str, int]:
        """Every account that does not stand at nothing."""
        found = {
            "held": self.held_micros,
            "house": self.house_micros,
            "owed": self.owed_micros,
            "pending": self.pending_micros,
            "players": self.players_micros,
            "bank": self.bank_micros,
            "cage": -self.bank_micros,
        }
        for name, jackpot in self.jackpots.items():
            for level_name, level in jackpot.levels.items():
                place = f"{name}:{level_name}"
                found[f"meter:{place}"] = level.meter_micros
                found[f"reserve:{place}"] = level.reserve_micros
                found[f"overflow:{place}"] = level.overflow_micros
        return {account: micros for account, micros in found.items() if micros}

    def required_micros(self) -> int:
        """What belongs to players, and the bank must hold."""
        levels = [level for each in self.jackpots.values() for level in each.levels.values()]
        held = sum(level.held_micros() for level in levels)
        return held + self.owed_micros + self.pending_micros + self.held_micros

    def is_covered(self) -> bool:
        """Whether the bank holds what belongs to players."""
        return self.bank_micros >= self.required_micros()

    def may_take_wagers(self, at_ms: int) -> bool:
        """Whether the bank holds enough for a round to start."""
        if self.is_stopped:
            return False
        if self.law.bank_shortfall.value != "stop" or self.is_covered():
            return True
        if self.covered_ms is None:
            return False
        late = at_ms - self.covered_ms > self.law.deposit_days.value * DAY_MS
        low = self.bank_micros < self.floor_micros and self.law.bank_floor.value == "immediate"
        return not (late or low)

    def check(self) -> None:
        """Money is neither made nor lost, and nothing that is held is less than nothing."""
        balances = self.balances()
        same(sum(balances.values()), 0, "all accounts together")
        for account, micros in balances.items():
            held = account not in ("house", "players", "pending", "cage")
            need(holds=micros >= 0 or not held, saying=f"{account} holds {micros}")
