"""The office in the demonstration's past: it keeps the books as usual, with an example of
everything that happens in an office now and then."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from msgspec.structs import replace

from pitboss.demo.accountant import ACCOUNTING, EXECUTIVE, SUPERVISOR, Accountant
from pitboss.demo.past_site import PastSite
from pitboss.floor.decide.statements import shown_sha256
from pitboss.floor.facts import bank, days, jackpots, payments
from pitboss.floor.facts.awards import BackOutAward
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import StatementLine
from pitboss.floor.money.bank_matching import net_cents, next_statement
from pitboss.floor.money.custody import is_due
from pitboss.floor.state.floor import State
from pitboss.live.folder import new_id
from pitboss.local_time import days_before, local_day
from pitboss.money import Cents

TYPED = tomllib.loads(resources.files("pitboss.demo").joinpath("past.toml").read_text("utf-8"))
AFTER_S = 20 * 60  # how long after a shift the office works on it
# Gambling days ago.
CORRECTED, MISREAD, VARIANCE = 9, 11, 13
DEPOSITED, STATED = (14, 7), (13, 6)
DEPOSIT_CENTS = Cents(150_000)
OTHER_SUPERVISOR = "S201"
LAST_FOUR = "0001"  # of the account in the site file
CHECKED_DAYS = 2  # a statement ends this many days before it arrives


class PastOffice:
    """Accounting: the accountant, and the people who sign with him."""

    def __init__(self, site: PastSite, chance: random.Random, *, vault_key: Path | None) -> None:
        self._site = site
        self._books = Accountant(site, chance, vault_key=vault_key)
        self._left: frozenset[str] = frozenset()  # tables whose winner hasn't come yet
        self._spoiled: list[str] = []  # prizes whose checks get spoiled
        opened = local_day(site.now_ms(), site.site.time_zone)
        self._stated = days_before(opened, 1)  # the last day with a statement

    async def work(self, *, days_ago: int) -> None:
        """A shift began, so many gambling days ago; do the work for the one before."""
        await self._site.wait(AFTER_S)
        now_ms = self._site.now_ms()
        if await self._site.look(lambda state: is_due(state, now_ms)):
            await self._ask(bank.CheckBank)
        is_morning = self._site.calendar.shift == 1
        if is_morning:
            await self._keep_day(days_ago + 1)
        await self.pay()
        while self._spoiled:
            await self._pay_again(self._spoiled.pop())
        if is_morning:
            await self._keep_bank(days_ago)

    async def pay(self) -> None:
        """Pay the winners who have come."""
        await self._books.work(away=self._left)

    async def follow(self, then: str, *, table: str, outcome: str) -> None:
        """Continue the story of a new prize."""
        award = await self._site.look(lambda state: _newest(state, table, outcome))
        if then == "void":
            self._spoiled.append(award)
        elif then == "wait":
            self._left = frozenset((table,))
        elif then == "hold":
            why = {"ground": "dispute", "reason": TYPED["dispute"], "badge": OTHER_SUPERVISOR}
            await self._ask(payments.HoldPayment, award=award, **why)
        elif then == "back_out":
            why = {"reason": TYPED["misread"], "badges": (ACCOUNTING, SUPERVISOR)}
            await self._ask(BackOutAward, award=award, **why)

    async def _keep_day(self, days_ago: int) -> None:
        """Settle what went wrong on a past day, before closing it."""
        day = await self._site.look(lambda state: state.calendar.days[0])
        shift = next((each for each in day.shifts if each.boxes), None)
        if shift is None:
            return
        of_shift = {"day": day.day, "shift": shift.shift}
        if days_ago == VARIANCE:
            box = max(shift.boxes, key=lambda each: each.bets)
            of_box = {"table": box.table, "jackpot": box.jackpot}
            count = days.BoxCount(**of_box, chips=box.bets - 2, sensor=box.bets)
            both = (ACCOUNTING, SUPERVISOR)
            await self._ask(days.RecordCounts, counts=(count,), badges=both, **of_shift)
            why = {"reason": TYPED["variance"], "badge": EXECUTIVE}
            await self._ask(days.CloseVariance, **of_box, **of_shift, **why)
        if days_ago == MISREAD:
            first, *others = shift.ledger
            signs = (replace(first, cents=Cents(first.cents - 20)), *others)
            said = {"explanation": TYPED["sign_late"], "camera": "C7"}
            both = (ACCOUNTING, SUPERVISOR)
            await self._ask(days.RecordReading, signs=signs, badges=both, **said, **of_shift)

    async def _keep_bank(self, days_ago: int) -> None:
        today = local_day(self._site.now_ms(), self._site.site.time_zone)
        if days_ago in DEPOSITED:
            slip = {"reference": TYPED["slip"].format(day=today), "day": today, "badge": ACCOUNTING}
            await self._ask(bank.RecordDeposit, cents=DEPOSIT_CENTS, **slip)
        if days_ago in STATED:
            await self._accept_statement(today)
        if days_ago == CORRECTED:
            await self._ask(
                jackpots.AdjustMeter,
                jackpot="rooms",
                level="minor",
                adjustment="faulty_display",
                cents=Cents(2_500),
                reason=TYPED["sign_wrong"],
                badges=(ACCOUNTING, SUPERVISOR),
            )

    async def _accept_statement(self, today: str) -> None:
        """Bring a bank statement with everything on record for some days."""
        site = self._site
        from_day, to_day = days_before(self._stated, -1), days_before(today, CHECKED_DAYS)
        entries = await site.look(lambda state: dict(state.bank_entries.items()))
        known = {name: each for name, each in entries.items() if each.day <= to_day}
        stated = bank.RecordStatement(
            command_id=new_id(),
            at_ms=site.now_ms(),
            last_four=LAST_FOUR,
            from_day=from_day,
            to_day=to_day,
            closing_cents=Cents(sum(map(net_cents, known.values()))),
            lines=tuple(
                StatementLine(each.day, Cents(net_cents(each)), name)
                for name, each in known.items()
                if each.day >= from_day and net_cents(each)
            ),
            shown_sha256="",
            badges=(ACCOUNTING, EXECUTIVE),
        )
        shown = await site.look(lambda state: shown_sha256(next_statement(state, stated)))
        await site.ask(replace(stated, shown_sha256=shown))
        self._stated = to_day

    async def _pay_again(self, award: str) -> None:
        """The check was spoiled: void the payment, and give the winner another."""
        both = (EXECUTIVE, SUPERVISOR)
        why = {"reason": TYPED["spoiled"], "badges": both}
        await self._ask(payments.VoidPayment, award=award, **why)
        why["badges"] = (ACCOUNTING, EXECUTIVE)
        await self._ask(bank.VoidWithdrawal, reference=self._books.drawn[award], **why)
        await self.pay()

    async def _ask(self, kind: Callable[..., Command], **content: object) -> None:
        made = kind(command_id=new_id(), at_ms=self._site.now_ms(), **content)
        await self._site.ask(made)


def _newest(state: State, table: str, outcome: str) -> str:
    """The award a hand has just won at a table."""
    won = [found for _, found in state.awards.items() if found.table == table]
    return max(
        (each for each in won if each.award.outcome == outcome), key=lambda each: each.seq
    ).award.award
