"""The state of the jackpot bank account: what it must hold, what it holds, what is due and since
when. It includes a deposit's worksheet (PS-62)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pitboss.floor import extension
from pitboss.floor.facts.bank import BankCovered, BankFellShort, BankSeenWhole
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import BankAccount, Reading
from pitboss.floor.money.bank_matching import is_on_its_way, net_cents, proposals, read_again
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.bank import BankEntry, StatementState, Unmatched
from pitboss.floor.state.floor import State
from pitboss.money import MICROS_PER_CENT, Cents, Micros, covering_up, need_exact, shown_down

DAY_MS = 86_400_000
LOOK_EVERY_MS = 3_600_000  # while the account is whole
BANK = "bank"
WON = "won and not yet paid"
MARKED = "held for marked winners"
ELSEWHERE = "held at the other end of a shared jackpot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accrual:
    """What is held for one jackpot, for wins from any of them, or for marks: after the last
    deposit, and now."""

    name: str
    then_micros: Micros
    now_micros: Micros


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStanding:
    """The account as a board shows it. `since_ms` is when it last held what it must, `due_ms` the
    latest time for the next deposit; `stopped` is the rule by which no round starts. The amount due
    is the sum of the accruals' changes, plus what was due after the last deposit and what the bank
    has paid out since. `unreimbursed_cents` of prizes are paid and not yet drawn: the account holds
    them for the cage, and `players_micros` is the rest."""

    account: BankAccount | None
    required_micros: Micros
    bank_micros: Micros
    players_micros: Micros
    bank_then_micros: Micros
    due_cents: Cents
    since_ms: int | None
    due_ms: int | None
    deposit_day: str
    unreimbursed_cents: Cents
    stopped: str
    accruals: tuple[Accrual, ...]


def sum_account(state: State) -> BankStanding:
    """The account's current figures."""
    bank = state.bank
    due_cents, due_ms = _due_cents(state), None
    if due_cents and bank.covered_ms is not None:
        due_ms = bank.covered_ms + _deposit_ms(state, bank.covered_ms)
    return BankStanding(
        account=bank.account,
        required_micros=required_micros(state),
        bank_micros=bank_holds(state),
        players_micros=for_players(state),
        bank_then_micros=bank.bank_then_micros,
        due_cents=due_cents,
        since_ms=bank.covered_ms,
        due_ms=due_ms,
        deposit_day=bank.deposit_day,
        unreimbursed_cents=shown_down(Micros(undrawn_micros(state)))
        if bank.unreimbursed_cents >= 0
        else bank.unreimbursed_cents,
        stopped=bank.stopped,
        accruals=_accruals(state),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class BankStop:
    """Why no round starts at a table with a progressive jackpot: this much must be deposited first,
    by this rule, or two people must name the account."""

    due_cents: Cents
    rule: str
    is_unnamed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconciliation:
    """The bank's last statement beside the record: what the bank says, what is in transit in either
    direction, and where they differ, with and without a known reason. `not_counted_cents` is what
    the bank has and nobody has recorded, apart from deposits it only calls by another name. `gap`
    is the first and the last day that no statement covers."""

    to_day: str
    statement_cents: Cents
    in_transit_cents: Cents
    outstanding_cents: Cents
    not_counted_cents: int
    explained_cents: int
    unmatched: tuple[Unmatched, ...]
    gap: tuple[str, ...]

    @property
    def unexplained(self) -> tuple[Unmatched, ...]:
        """What nobody has explained, item by item: a credit doesn't offset a missing deposit."""
        return tuple(each for each in self.unmatched if not each.reason)


def reconcile_bank(state: State) -> Reconciliation | None:
    """How the last statement and the record compare; None before the first."""
    statement = state.bank.statement
    if statement is None:
        return None
    explained = sum(each.cents for each in statement.unmatched if each.reason)
    arrived = _arrived_cents(state, statement)
    return Reconciliation(
        to_day=statement.to_day,
        statement_cents=statement.closing_cents,
        in_transit_cents=Cents(statement.in_transit_cents - arrived),
        outstanding_cents=statement.outstanding_cents,
        not_counted_cents=statement.difference_cents - statement.lacking_cents - arrived,
        explained_cents=explained,
        unmatched=statement.unmatched,
        gap=statement.gap,
    )


def _arrived_cents(state: State, statement: StatementState) -> int:
    """The deposits in transit that seem to be on the statement under a number of the bank's: no
    longer in transit, and no more than the house has brought."""
    fitting = (state.bank_entries.get(each.entry) for each in proposals(state))
    return sum(
        net_cents(entry)
        for entry in fitting
        if entry is not None and entry.cents > 0 and is_on_its_way(entry, statement)
    )


def find_outstanding(state: State) -> tuple[tuple[str, BankEntry], ...]:
    """The withdrawals that no statement has, by reference, oldest first."""
    found = [(name, entry) for name, entry in state.bank_entries.items() if entry.is_outstanding]
    return tuple(sorted(found, key=lambda each: each[1].seq))


def _deposit_ms(state: State, seen_ms: int) -> int:
    """How long money accrued since a time may wait for its deposit."""
    return state.law_at(seen_ms).deposit_days.value * DAY_MS


def held_by_jackpot(state: State) -> tuple[tuple[str, Micros], ...]:
    """What is held for players: jackpot by jackpot, then wins, then marks, then the difference held
    at a wide jackpot's other end; the total is what is required."""
    held = [
        (name, Micros(sum(held_of(level.reading) for level in jackpot.levels.values())))
        for name, jackpot in state.jackpots.items()
        if jackpot.levels and not jackpot.terms.training
    ]
    marked = state.balance("held")
    elsewhere = extension.here().elsewhere_micros(state)
    won = required_micros(state) - marked - (elsewhere or 0) - sum(amount for _, amount in held)
    there = ((ELSEWHERE, elsewhere),) if elsewhere is not None else ()
    return (*held, (WON, Micros(won)), (MARKED, marked), *there)


def bank_holds(state: State) -> Micros:
    """What the account is taken to hold: what is recorded, less each item missing from the bank's
    statement. Unrecorded money at the bank offsets nothing."""
    return _taken_to_hold(state.balance(BANK), state.bank.statement)


def holds_with(
    state: State, changes: Mapping[str, BankEntry], cents: int, *, corrects: str = ""
) -> Micros:
    """What the account would be taken to hold with these entries, and this much more recorded."""
    recorded = state.balance(BANK) + cents * MICROS_PER_CENT
    return _taken_to_hold(recorded, read_again(state, changes, cents, corrects=corrects))


def holds_by(state: State, statement: StatementState) -> Micros:
    """What the account would be taken to hold by this statement."""
    return _taken_to_hold(state.balance(BANK), statement)


def _taken_to_hold(recorded: int, statement: StatementState | None) -> Micros:
    lacking = statement.lacking_cents if statement is not None else 0
    return Micros(recorded + lacking * MICROS_PER_CENT)


def for_players(state: State) -> Micros:
    """What the account holds for players: everything but the prizes the cage has paid and may still
    draw. So it doesn't matter when the cage draws them."""
    return Micros(bank_holds(state) - undrawn_micros(state))


def undrawn_micros(state: State, *, more_cents: int = 0) -> int:
    """What the cage may still draw, with this much more paid; 0 if it has drawn too much. Of a wide
    prize that its hub hasn't remitted, at most what was collected here: the rest would be other
    players' money."""
    undrawn = (state.bank.unreimbursed_cents + more_cents) * MICROS_PER_CENT
    return max(0, undrawn - extension.here().unfunded_micros(state)) if undrawn > 0 else 0


def is_covered(state: State, *, more_micros: int = 0) -> bool:
    """Whether the account holds what it must, with this much more in it for players."""
    return not is_unnamed(state) and for_players(state) + more_micros >= required_micros(state)


def is_unnamed(state: State) -> bool:
    """Whether players' money needs an account that two people haven't named: a deposit that one
    person enters would be nowhere anyone knows."""
    return (
        state.bank.account is None
        and stops(state)
        and any(each.levels and not each.terms.training for _, each in state.jackpots.items())
    )


def bank_stop(state: State, at_ms: int | None) -> BankStop | None:
    """What stops play at this time, as recorded or as found now; None while rounds start."""
    rule = state.bank.stopped or shortage(state, at_ms)
    if not rule:
        return None
    return BankStop(due_cents=_due_cents(state), rule=rule, is_unnamed=is_unnamed(state))


def _due_cents(state: State) -> Cents:
    return covering_up(Micros(max(0, required_micros(state) - for_players(state))))


def verdict(state: State, at_ms: int) -> Sequence[Event]:
    """What a check of the account finds at this time: short, whole again, or whole as before."""
    if is_covered(state):
        seen = BankSeenWhole(
            required_micros=required_micros(state), bank_micros=for_players(state), at_ms=at_ms
        )
        return [seen, cover_account(state)] if state.bank.stopped else [seen]
    rule = shortage(state, at_ms)
    if not rule or state.bank.stopped:
        return []
    return [fell_short(state, since_ms=state.bank.covered_ms or at_ms, rule=rule)]


def is_due(state: State, at_ms: int) -> bool:
    """Whether the account needs a check now: it has become short, or it is whole and the last check
    is so old that the days until a deposit would count from too early."""
    if not stops(state):
        return False
    if state.bank.stopped:
        return is_covered(state)
    if not required_micros(state):
        return False  # a training house holds nothing for anyone
    if shortage(state, at_ms):
        return True
    seen_ms = state.bank.covered_ms
    looked = seen_ms is not None and 0 <= at_ms - seen_ms < LOOK_EVERY_MS
    return not looked and is_covered(state)


def shortage(state: State, at_ms: int | None) -> str:
    """The rule by which no wager is taken at this time, because the account holds too little; empty
    if play doesn't stop. Every START calls this, so it usually only compares two numbers."""
    bank, stop, floor = state.bank, state.law.bank_shortfall, state.law.bank_floor
    if stop.value != "stop":
        return ""
    is_low = for_players(state) < bank.floor_micros
    waits = bank.account is None or _waits(state, at_ms)
    if not (is_low or waits) or is_covered(state):
        return ""
    if is_low and floor.value == "immediate":
        return floor.rule
    return stop.rule if waits else ""


def _waits(state: State, at_ms: int | None) -> bool:
    """Whether money has waited for its deposit longer than the law allows: never within a day, so
    that most STARTs don't look up the law."""
    seen_ms = state.bank.covered_ms
    if seen_ms is None or at_ms is None:
        return seen_ms is None
    waited_ms = at_ms - seen_ms
    return waited_ms > DAY_MS and waited_ms > _deposit_ms(state, seen_ms)


def stops(state: State) -> bool:
    """Whether play stops while the account is short."""
    return state.law.bank_shortfall.value == "stop"


def fell_short(state: State, *, since_ms: int, rule: str, less_micros: int = 0) -> BankFellShort:
    """Record that the account is short, with this much less in it."""
    required = required_micros(state)
    need_exact(required, where=BANK)
    return BankFellShort(
        required_micros=required,
        bank_micros=Micros(for_players(state) - less_micros),
        since_ms=since_ms,
        rule=rule,
    )


def cover_account(state: State, *, more_micros: int = 0) -> BankCovered:
    """Record that the account is whole again, with this much more in it."""
    return BankCovered(
        required_micros=required_micros(state),
        bank_micros=Micros(for_players(state) + more_micros),
    )


def held_of(reading: Reading) -> Micros:
    """Everything a level holds."""
    return Micros(reading.meter_micros + reading.reserve_micros + reading.overflow_micros)


def _accruals(state: State) -> tuple[Accrual, ...]:
    then = dict(state.bank.held_then)
    now = dict(held_by_jackpot(state))
    return tuple(
        Accrual(
            name=name, then_micros=then.get(name, Micros(0)), now_micros=now.get(name, Micros(0))
        )
        for name in dict.fromkeys((*now, *then))
    )
