"""What a word in small letters says about the bank's own statements."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.floor.facts.bank import LineMatch
from pitboss.floor.money.bank_matching import proposals
from pitboss.floor.money.custody import (
    Reconciliation,
    find_outstanding,
    held_by_jackpot,
    reconcile_bank,
)
from pitboss.floor.state.bank import StatementState

from .script import Script
from .words import Words, Wrong, amount_cents, amount_micros


def _need(what: str, *, found: object, wanted: object) -> None:
    if found != wanted:
        raise Wrong(f"{what}: {found}, not {wanted}")


def _statement(script: Script) -> StatementState:
    found = script.floor.state.bank.statement
    if found is None:
        raise Wrong("there is no statement of the bank")
    return found


def _reconciliation(script: Script) -> Reconciliation:
    found = reconcile_bank(script.floor.state)
    if found is None:
        raise Wrong("there is no statement of the bank")
    return found


def _differs(script: Script, words: Words) -> None:
    """differs  "wire 9" $300.00  "closing balance" -$15.00 because "a fee" — or differs none"""
    wanted = []
    while not words.after("none") and words.are_left:
        reference, cents = words.take(), amount_cents(words.take())
        wanted.append((reference, cents, words.take() if words.after("because") else ""))
    statement = _statement(script)
    found = [(each.reference, each.cents, each.reason) for each in statement.unmatched]
    _need("what differs", found=found, wanted=wanted)
    _need("in all", found=statement.difference_cents, wanted=sum(cents for _, cents, _ in wanted))


def _in_transit(script: Script, words: Words) -> None:
    found = _reconciliation(script).in_transit_cents
    _need("in transit", found=found, wanted=amount_cents(words.take()))


def _not_counted(script: Script, words: Words) -> None:
    found = _reconciliation(script).not_counted_cents
    _need("not counted", found=found, wanted=amount_cents(words.take()))


def _outstanding(script: Script, words: Words) -> None:
    """outstanding $50.00 "check 8": in all, and the checks that no statement has"""
    found = _statement(script).outstanding_cents
    _need("outstanding", found=found, wanted=amount_cents(words.take()))
    if words.are_left:
        names = [name for name, _ in find_outstanding(script.floor.state)]
        _need("the checks", found=names, wanted=words.rest())


def _matched(script: Script, words: Words) -> None:
    _need("matched", found=list(_statement(script).matched), wanted=words.rest())


def _uncovered(script: Script, words: Words) -> None:
    """uncovered 2025-12-07 2025-12-13: the first and the last day of a gap — or uncovered none"""
    found = list(_statement(script).gap) or ["none"]
    _need("without a statement", found=found, wanted=words.rest())


def _proposed(script: Script, words: Words) -> None:
    """proposed "F9" same "slip 2": a line that may be that entry"""
    line = words.take()
    words.skip("same")
    wanted = [LineMatch(line, words.take())]
    _need("proposed", found=proposals(script.floor.state), wanted=wanted)


def _held_for(script: Script, words: Words) -> None:
    """held-for  "multi" $4,500.18  "won and not yet paid" $500.02"""
    wanted = []
    while words.are_left:
        wanted.append((words.take(), amount_micros(words.take())))
    _need("held", found=list(held_by_jackpot(script.floor.state)), wanted=wanted)


BANK_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    "differs": _differs,
    "in-transit": _in_transit,
    "not-counted": _not_counted,
    "outstanding": _outstanding,
    "matched": _matched,
    "uncovered": _uncovered,
    "proposed": _proposed,
    "held-for": _held_for,
}
