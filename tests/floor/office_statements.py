"""What a word in small letters says about the bank, papers, equipment and calls."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from pitboss.floor.facts.payments import PrizePaid
from pitboss.floor.money.custody import bank_holds, sum_account
from pitboss.floor.view.attention import list_attention

from .bank_words import BANK_STATEMENTS
from .person_verbs import PERSON_STATEMENTS
from .script import Script
from .words import Words, Wrong, amount_cents, amount_micros


def _told(what: str, *, found: object, wanted: object) -> None:
    if found != wanted:
        raise Wrong(f"{what} is {found}, not {wanted}")


def _due(script: Script, words: Words) -> None:
    """due $0.60 by 2026-11-21 09:00 — or without a time, where nothing is due."""
    found = sum_account(script.floor.state)
    _told("what is due", found=found.due_cents, wanted=amount_cents(words.take()))
    wanted = f"{words.take()} {words.take()}" if words.after("by") else "never"
    when = "never"
    if found.due_ms is not None:
        when = datetime.fromtimestamp(found.due_ms // 1000, UTC).strftime("%Y-%m-%d %H:%M")
    _told("the latest time", found=when, wanted=wanted)


def _holds(script: Script, words: Words) -> None:
    """holds $9,500.00: what the bank account is taken to hold."""
    wanted = amount_micros(words.take())
    _told("what the account holds", found=bank_holds(script.floor.state), wanted=wanted)
    _told("as it stands", found=sum_account(script.floor.state).bank_micros, wanted=wanted)


def _accrued(script: Script, words: Words) -> None:
    """accrued four-card from $1,000.00 to $1,000.40"""
    name = words.take()
    (line,) = [line for line in sum_account(script.floor.state).accruals if line.name == name]
    words.skip("from")
    _told("then", found=line.then_micros, wanted=amount_micros(words.take()))
    words.skip("to")
    _told("now", found=line.now_micros, wanted=amount_micros(words.take()))


def _stopped(script: Script, words: Words) -> None:
    """stopped by WAC 230-15-455 — or stopped no"""
    found = script.floor.state.bank.stopped
    if words.after("no"):
        _told("what stops play", found=found, wanted="")
        return
    words.skip("by")
    _told("what stops play", found=found.partition(":")[0], wanted=" ".join(words.rest()))


def _flagged(script: Script, words: Words) -> None:
    """flagged T1 controller PART_TOO_OLD, display PART_MISSING — or flagged T1 no"""
    shorts = script.floor.state.table(words.take()).shortfalls
    found = [f"{short.part} {short.code}" for short in shorts]
    _told("what falls short", found=", ".join(found) or "no", wanted=" ".join(words.rest()))


def _paid(script: Script, words: Words) -> None:
    """paid award 1 method check, check_number 1001"""
    words.skip("award")
    payment = script.award(words.take()).payment
    if payment is None:
        raise Wrong("it is not paid")
    names = ("method", "check_number", "person", "identity", "exclusion", "seal", "tax_form")
    found = [f"{name} {getattr(payment, name)}" for name in names if getattr(payment, name)]
    _told("the payment", found=", ".join(found) or "nothing", wanted=" ".join(words.rest()))


def _step(script: Script, words: Words) -> None:
    """step award 1 seal ann "no bag left": who noted it, and why it was left out if it was"""
    words.skip("award")
    award, name = script.award(words.take()), words.take()
    note = award.step(name)
    found = (note.badge, note.skipped) if note else None
    _told(name, found=found, wanted=(words.take(), words.take()))


def _net(script: Script, words: Words) -> None:
    """net $3,800.40: what the winner gets of the payment that was just made"""
    (paid,) = script.floor.rows[-1]
    if not isinstance(paid, PrizePaid):
        raise Wrong("nothing was just paid")
    _told("the net amount", found=paid.net_cents, wanted=amount_cents(words.take()))


def _calls(script: Script, words: Words) -> None:
    """calls T1 "fill" since 21:10:05 — or calls T1 no"""
    call = script.floor.state.table(words.take()).call
    if words.after("no"):
        _told("the call", found=call, wanted=None)
        return
    if call is None:
        raise Wrong("nobody is called")
    _told("the reason", found=call.reason, wanted=words.take())
    words.skip("since")
    since = datetime.fromtimestamp(call.since_ms // 1000, UTC).strftime("%H:%M:%S")
    _told("since", found=since, wanted=words.take())


def _alarm(script: Script, words: Words) -> None:
    """alarm bank_differs "slip B: -$300.00": what the office is told under that word"""
    what = words.take()
    found = list_attention(script.floor.state, script.floor.at_ms)
    _told(what, found=[str(each.about) for each in found if each.what == what], wanted=words.rest())


OFFICE_STATEMENTS: dict[str, Callable[[Script, Words], None]] = {
    **BANK_STATEMENTS,
    **PERSON_STATEMENTS,
    "alarm": _alarm,
    "due": _due,
    "holds": _holds,
    "accrued": _accrued,
    "stopped": _stopped,
    "flagged": _flagged,
    "paid": _paid,
    "step": _step,
    "net": _net,
    "calls": _calls,
}
