"""The general ledger in the house's own codes: a transaction for each gambling day that ended, or
for each closed month.

Each rests on two trial balances of the journal, at the rows where one day ended and where the day
before did. So consecutive transactions share no row and miss none, and their sums are the rounded
balances (`money.rounded_balances`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from pitboss.books.keeping import Books
from pitboss.floor.facts.values import Balance
from pitboss.floor.money.ledger import TRAINING, is_debit
from pitboss.floor.state.account_codes import CodesOf, code_on
from pitboss.floor.state.closed_months import last_day_of, month_of
from pitboss.money import Cents, rounded_balances
from pitboss.refusal import Refusal

BY_DAY, BY_MONTH = "day", "month"
NAMED_MOST = 20  # unmapped accounts in a refusal


class LedgerLine(NamedTuple):
    """What one account gains: a debit above zero, a credit below. `account` is the product's."""

    code: str
    name: str
    account: str
    cents: Cents


class Transaction(NamedTuple):
    """What a gambling day or a month moved; its lines sum to zero. It covers the rows after
    `after_seq` through `last_seq`."""

    name: str  # the day, or the month
    day: str  # to post it
    after_seq: int
    last_seq: int
    lines: tuple[LedgerLine, ...]


class _Stop(NamedTuple):
    """The books at the row where a day or a month ended."""

    name: str
    day: str
    seq: int
    balances: tuple[Balance, ...]


def make_ledger(books: Books, first: str, last: str, by: str) -> tuple[Transaction, ...]:
    """The transactions of the days from one through another, or of their months. An account without
    a code is refused by name."""
    codes = books.state_after(books.end.seq).account_codes.get
    found, before = [], _Stop("", "", 0, ())
    for stop in _stops(books, by):
        if stop.name > last[: len(stop.name)]:
            break
        if stop.name >= first[: len(stop.name)]:
            found.append(_transaction(codes, before, stop))
        before = stop
    if not found:
        raise Refusal("PERIOD_WRONG", f"no_{by}_ended", where=f"{first} – {last}")
    return tuple(found)


def _stops(books: Books, by: str) -> list[_Stop]:
    """Where days ended, or closed months and the last day before the first of them."""
    days = [
        _Stop(each.event.day, each.event.day, each.seq, each.event.balances)
        for each in books.find_entries("day-ended")
    ]
    if by == BY_DAY:  # after a clock was set, a day can end twice
        return [list(same)[-1] for _, same in groupby(days, key=lambda each: each.name)]
    months = [
        _Stop(event.month, last_day_of(event.month), event.ended_seq, event.balances)
        for event in (each.event for each in books.find_entries("month-closed"))
    ]
    earlier = [each for each in days if months and month_of(each.day) < months[0].name]
    return [each._replace(name=month_of(each.day)) for each in earlier[-1:]] + months


def _transaction(codes: CodesOf, before: _Stop, stop: _Stop) -> Transaction:
    """What lies between two stops. An account that gets a new code moves there with its balance.
    Where the accounts weren't mapped yet at the earlier stop, this is the opening entry."""
    moved, unmapped = _coded(codes, stop)
    if unmapped:
        named = unmapped[:NAMED_MOST]
        raise Refusal("ACCOUNT_UNMAPPED", where=named[0], accounts=named, day=stop.day)
    opening, still_unmapped = _coded(codes, before)
    if not still_unmapped:
        moved.subtract(opening)
    lines = tuple(LedgerLine(*key, Cents(cents)) for key, cents in sorted(moved.items()) if cents)
    assert not sum(line.cents for line in lines), f"{stop.name} does not sum to zero"
    return Transaction(stop.name, stop.day, before.seq, stop.seq, lines)


def _coded(codes: CodesOf, stop: _Stop) -> tuple[Counter[tuple[str, str, str]], list[str]]:
    """The rounded balances by code, name and account; and the accounts without a code."""
    found: Counter[tuple[str, str, str]] = Counter()
    unmapped = []
    for account, cents in real_balances(stop.balances).items():
        code = code_on(codes, account, stop.day)
        if code is None:
            unmapped.append(account)
        else:
            found[code.code, code.name, account] += cents if is_debit(account) else -cents
    return found, sorted(unmapped)


def real_balances(balances: Iterable[Balance]) -> Mapping[str, Cents]:
    """A trial balance in whole cents, without play money."""
    return rounded_balances(
        {
            each.account: each.total_micros
            for each in balances
            if not each.account.startswith(TRAINING)
        }
    )
