"""R18: a month for accounting: the trial balance in the house's own codes, how each account got
from its opening to its closing balance, and what each jackpot took in and paid.

It counts whole gambling days: those that began in the period. Their rows say where they end, so
the figures are those of the days' closes, whatever the clock did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from pitboss.books import Entry, Moved, Place
from pitboss.books.general_ledger import real_balances
from pitboss.books.period import total
from pitboss.books.questions import DAY
from pitboss.floor.facts.values import Balance
from pitboss.floor.money.ledger import TRAINING, is_debit
from pitboss.floor.state.account_codes import AccountCode, CodesOf, code_on
from pitboss.money import Cents, below_cent
from pitboss.reports.sheet import Cell, Linked, Sheet, columns
from pitboss.reports.source import ReportSource, cents_of

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("accounting", "auditor")

BALANCE = columns("account_code account_name@account_code account:words debit:money+ credit:money+")
ROLLED = columns(
    "account:words account_code@account opening:money+ from_wagers:money+ from_others:money+",
    "closing:money+ below_cent:micros+?@closing",
)
BY_JACKPOT = columns(
    "jackpot rounds:count+ bets:count+ coin_in:money+ to_levels:money+ to_house:money+",
    "awards:count+ from_meter:money+? from_house:money+? from_tray:money+? envy:money+?@from_tray",
)
LEVEL_ACCOUNTS = ("meter", "reserve", "overflow")
OF_WAGERS = ("contributions", "voids")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """The trial balance, each account's roll-forward, and the jackpots."""
    days = _Days(source)
    return (
        source.sheet("month_balance", BALANCE, _balance(days)),
        source.sheet("rolled_forward", ROLLED, _rolled(days)),
        source.sheet("by_jackpot", BY_JACKPOT, _by_jackpot(days)),
    )


@dataclass(frozen=True)
class _Days:
    """The gambling days of the period, with the books where they begin and end."""

    source: ReportSource

    @cached_property
    def ended(self) -> list[Entry]:
        """The ends of all days so far."""
        return self.source.books.find_entries("day-ended")

    @cached_property
    def of_period(self) -> list[Entry]:
        """Those that began in the period."""
        began: dict[str, int] = {}
        for each in self.source.books.find_entries("shift-began"):
            began.setdefault(each.event.day, each.event.at_ms)
        holds = self.source.period.holds
        return [each for each in self.ended if holds(began[each.event.day])]

    @cached_property
    def opening(self) -> tuple[Balance, ...]:
        """The balances before the first of them."""
        first = self.of_period[0].seq if self.of_period else self.source.books.end.seq + 1
        earlier = [each for each in self.ended if each.seq < first]
        return earlier[-1].event.balances if earlier else ()

    @cached_property
    def closing(self) -> tuple[Balance, ...]:
        """The balances after the last of them."""
        return self.of_period[-1].event.balances if self.of_period else self.opening

    @cached_property
    def moved(self) -> Mapping[Place, Moved]:
        """What moved in them, without play money."""
        found: dict[Place, list[Moved]] = {}
        for each in self.of_period:
            for place, moved in self.source.books.find_moved(DAY, each.seq).items():
                if place.jackpot not in self.source.training:
                    found.setdefault(place, []).append(moved)
        return {place: total(parts) for place, parts in found.items()}

    @cached_property
    def codes(self) -> CodesOf:
        """Every code on record, even if it was entered later for these days."""
        return self.source.books.state_after(self.source.books.end.seq).account_codes.get

    def code(self, account: str) -> AccountCode | None:
        """The house's code of an account on the last of these days."""
        if not self.of_period:
            return None
        return code_on(self.codes, account, self.of_period[-1].event.day)


def _balance(days: _Days) -> Iterator[tuple[Cell, ...]]:
    """As an export of the general ledger has it: rounded, and the rest in an account of its own."""
    rows = []
    for account, cents in real_balances(days.closing).items():
        code = days.code(account)
        signed = cents if is_debit(account) else -cents
        debit, credit = Cents(max(signed, 0)), Cents(max(-signed, 0))
        named = (code.code, code.name) if code else ("", "")
        rows.append((*named, account, debit, credit))
    for *code_and_name, account, debit, credit in sorted(rows):
        yield *code_and_name, _account(account), debit, credit


def _rolled(days: _Days) -> Iterator[tuple[Cell, ...]]:
    opening, closing = _totals(days.opening), _totals(days.closing)
    wagers = _from_wagers(days.moved)
    for account in sorted(opening.keys() | closing.keys() | wagers.keys()):
        begun, ended = opening.get(account, 0), closing.get(account, 0)
        by_wagers = cents_of(wagers.get(account, 0))
        code = days.code(account)
        others = Cents(cents_of(ended) - cents_of(begun) - by_wagers)
        named = (_account(account), code.code if code else "")
        yield (*named, cents_of(begun), by_wagers, others, cents_of(ended), below_cent(ended))


def _account(account: str) -> Linked:
    """A level's account by its exact name, any other by its word."""
    return Linked(account, "", shown=account if ":" in account else "")


def _totals(balances: Iterable[Balance]) -> dict[str, int]:
    return {
        each.account: each.total_micros
        for each in balances
        if not each.account.startswith(TRAINING)
    }


def _from_wagers(moved: Mapping[Place, Moved]) -> dict[str, int]:
    """What wagers, less voids, put into each account."""
    found: dict[str, int] = {}

    def add(account: str, amount: int) -> None:
        if amount:
            found[account] = found.get(account, 0) + amount

    for place, each in moved.items():
        if place.cause == "wagers":
            add("players", -each.wager_micros)
            add("house", each.house_micros)
        elif place.cause in OF_WAGERS:
            for account, amount in zip(LEVEL_ACCOUNTS, each.amounts, strict=True):
                add(f"{account}:{place.jackpot}:{place.level}", amount)
            if place.cause == "voids":
                add("house", each.house_micros)
    return found


def _by_jackpot(days: _Days) -> Iterator[tuple[Cell, ...]]:
    found: dict[str, dict[str, list[Moved]]] = {}
    for place, moved in days.moved.items():
        if place.cause in ("wagers", "prizes", *OF_WAGERS):
            kind = "levels" if place.cause in OF_WAGERS else place.cause
            found.setdefault(place.jackpot, {}).setdefault(kind, []).append(moved)
    for jackpot, parts in sorted(found.items()):
        taken = total([Moved(), *parts.get("wagers", ())])
        won = total([Moved(), *parts.get("prizes", ())])
        given = total([Moved(), *parts.get("levels", ())])
        yield (
            days.source.title(jackpot),
            taken.rounds,
            taken.bets,
            cents_of(taken.wager_micros),
            cents_of(sum(given.amounts)),
            cents_of(taken.house_micros),
            won.awards,
            cents_of(won.from_meter_micros),
            cents_of(won.from_house_micros),
            cents_of(won.from_tray_micros),
            cents_of(won.envy_micros),
        )
