"""What is asked of the bank account, and of what the house keeps for others."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.floor.facts import bank, cover, paying_over
from pitboss.floor.facts.values import BankAccount, OddsPrize, StatementLine

from .script import Script
from .words import Words, amount_cents


def _entry(words: Words) -> dict[str, object]:
    words.skip("reference")
    reference = words.take()
    words.skip("day")
    return {"reference": reference, "day": words.take()}


def _deposit(script: Script, words: Words) -> None:
    """DEPOSIT $2.00 as interest reference "int 11" day 2026-11-14 ann"""
    cents = amount_cents(words.take())
    noted = {"purpose": words.take()} if words.after("as") else {}
    script.ask(bank.RecordDeposit, cents=cents, **noted, **_entry(words), badge=words.take())


def _withdraw(script: Script, words: Words) -> None:
    cents = amount_cents(words.take())
    words.skip("for")
    purpose = words.take()
    entry = _entry(words)
    corrects = words.take() if words.after("corrects") else ""
    badges = (words.take(), words.take())
    script.ask(
        bank.RecordWithdrawal,
        cents=cents,
        purpose=purpose,
        corrects=corrects,
        badges=badges,
        **entry,
    )


def _statement(script: Script, words: Words) -> None:
    """STATEMENT of 4821 from 2026-11-09 to 2026-11-12 closing $9,500.00 "F1" $9,500.00 2026-11-10
    same "slip 7" also "F0" same "slip 6" by ann eve: of the account that is named, and with the
    earlier line F0, where that is said"""
    account = script.floor.state.bank.account
    last_four = account.last_four if account else ""
    last_four = words.take() if words.after("of") else last_four
    days = {}
    for key in ("from", "to"):
        words.skip(key)
        days[f"{key}_day"] = words.take()
    words.skip("closing")
    closing, lines, same = amount_cents(words.take()), [], []
    while not words.after("by"):
        is_earlier, reference = words.after("also"), words.take()
        if not is_earlier:
            cents = amount_cents(words.take())
            lines.append(StatementLine(words.take(), cents, reference))
        if words.after("same"):
            same.append(bank.LineMatch(reference, words.take()))
    fields = script.floor.with_shown(
        last_four=last_four, closing_cents=closing, lines=tuple(lines), same=tuple(same),
        badges=(words.take(), words.take()), **days,
    )  # fmt: skip
    script.ask(bank.RecordStatement, **fields)


def _name_account(script: Script, words: Words) -> None:
    """ACCOUNT "Cedar Bank" WA 7730 by eve ann"""
    account = BankAccount(words.take(), words.take(), words.take())
    words.skip("by")
    script.ask(bank.NameBankAccount, account=account, badges=(words.take(), words.take()))


def _void_withdrawal(script: Script, words: Words) -> None:
    """VOID-WITHDRAWAL "check 7" ann eve destroyed"""
    reference, badges = words.take(), (words.take(), words.take())
    script.ask(bank.VoidWithdrawal, reference=reference, badges=badges, reason=words.take())


def _pay_over(script: Script, words: Words) -> None:
    """PAY-OVER withheld $100.00 to IRS reference "EFTPS 1" day 2026-11-14 ann eve"""
    purpose, cents = words.take(), amount_cents(words.take())
    words.skip("to")
    to, entry = words.take(), _entry(words)
    badges = (words.take(), words.take())
    script.ask(paying_over.PayOver, purpose=purpose, cents=cents, to=to, badges=badges, **entry)


def _void_pay_over(script: Script, words: Words) -> None:
    """VOID-PAY-OVER "EFTPS 1" ann eve "entered twice\""""
    reference, badges = words.take(), (words.take(), words.take())
    script.ask(paying_over.VoidPayOver, reference=reference, badges=badges, reason=words.take())


def _leave_in_account(script: Script, words: Words) -> None:
    """LEAVE-IN-ACCOUNT $100.00 ann eve "the next seed\""""
    cents, badges = amount_cents(words.take()), (words.take(), words.take())
    script.ask(bank.LeaveInAccount, cents=cents, badges=badges, reason=words.take())


def _cover(script: Script, words: Words) -> None:
    """COVER $120,000.00 in credit_line reference "line 7" until 2026-12-31 ann eve"""
    cents = amount_cents(words.take())
    words.skip("in")
    ground = words.take()
    words.skip("reference")
    reference = words.take()
    until = words.take() if words.after("until") else ""
    badges = (words.take(), words.take())
    script.ask(
        cover.RecordCover,
        cents=cents,
        ground=ground,
        reference=reference,
        until=until,
        badges=badges,
    )


def _limits(script: Script, words: Words) -> None:
    """LIMITS T1 "Queens Up" "Four aces" $400.00 "1,000 to 1" $400,000.00 by sam"""
    table, prizes = words.take(), []
    while not words.after("by"):
        bet, hand, wager = words.take(), words.take(), amount_cents(words.take())
        prizes.append(OddsPrize(bet, hand, wager, words.take(), amount_cents(words.take())))
    script.ask(cover.RecordLimits, table=table, odds_prizes=tuple(prizes), badge=words.take())


def _explain(script: Script, words: Words) -> None:
    """EXPLAIN "closing balance" ann "a fee\""""
    reference, badge = words.take(), words.take()
    script.ask(bank.ExplainDifference, reference=reference, badge=badge, reason=words.take())


def _look_at_bank(script: Script, words: Words) -> None:
    """What the server asks by itself as time passes."""
    script.ask(bank.CheckBank)


BANK_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    "DEPOSIT": _deposit,
    "WITHDRAW": _withdraw,
    "VOID-WITHDRAWAL": _void_withdrawal,
    "PAY-OVER": _pay_over,
    "VOID-PAY-OVER": _void_pay_over,
    "LEAVE-IN-ACCOUNT": _leave_in_account,
    "STATEMENT": _statement,
    "ACCOUNT": _name_account,
    "EXPLAIN": _explain,
    "LOOK-AT-BANK": _look_at_bank,
    "COVER": _cover,
    "LIMITS": _limits,
}
