"""The demonstration's accountant: pays the winners of the crews, keeps the bank account funded,
reads the signs, counts the drop and closes each gambling day. So a demonstration that runs for
weeks never stops for a short bank, and no close is overdue."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pitboss.demo.crew import PlayedSite
from pitboss.demo.demo_cards import cards_of
from pitboss.demo.prize_people import keep_winner
from pitboss.floor.facts import payments, persons
from pitboss.floor.facts.bank import RecordDeposit, RecordWithdrawal
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.days import BoxCount, CloseDay, RecordCounts, RecordReading
from pitboss.floor.facts.values import Payment
from pitboss.floor.money import tax
from pitboss.floor.money.custody import BankStanding, sum_account
from pitboss.floor.state.approved import shoe_cards_of
from pitboss.floor.state.calendar import DayState
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.view.labels import hand_label
from pitboss.live.chores import turn_shift
from pitboss.live.folder import new_id
from pitboss.local_time import WRITTEN, local, local_day
from pitboss.vault.master_key import key_file
from pitboss.vault.vault_file import Vault
from pitboss.words.language import WORDS

ACCOUNTING, EXECUTIVE, SUPERVISOR, AUDITOR = "A400", "E300", "S200", "R600"
CHECK_CENTS = 100_000  # smaller prizes are paid in cash
DEPOSIT_CENTS = 50_000  # smaller amounts wait for the day's close


@dataclass(frozen=True, slots=True, kw_only=True)
class _Prize:
    """A prize to pay, and what its payout needs."""

    won: AwardState
    needs_form: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """What is due on the floor now."""

    seq: int
    bank: BankStanding
    days: tuple[DayState, ...]  # over but not closed
    prizes: tuple[_Prize, ...]


class Accountant:
    """One accountant with one badge, at a running site or one in the past."""

    def __init__(
        self, running_site: PlayedSite, chance: random.Random, *, vault_key: Path | None = None
    ) -> None:
        self._running_site = running_site
        self._chance = chance
        self.drawn: dict[str, str] = {}  # the bank's line for each prize
        self._key_file = key_file(running_site.folder, named=vault_key, environment=os.environ)

    async def work(self, *, away: frozenset[str]) -> None:
        """Do everything due now; visitors pay the prizes of the tables `away`."""
        await turn_shift(self._running_site)
        now_ms = self._running_site.now_ms()
        today = local_day(now_ms, self._running_site.site.time_zone)
        due = await self._running_site.look(partial(_due, away=away, now_ms=now_ms))
        for number, prize in enumerate(due.prizes, 1):  # each payment is at least an entry
            await self._pay(prize, today, check_number=f"{due.seq + number}")
        enough = due.bank.due_cents >= DEPOSIT_CENTS or due.bank.stopped or due.days
        if due.bank.due_cents and enough:
            await self._ask(
                RecordDeposit,
                cents=due.bank.due_cents,
                reference=f"deposit slip {due.seq}",
                day=today,
            )
        for day in due.days:
            await self._close(day)

    async def _close(self, day: DayState) -> None:
        """Signs show what they must and every chip is there; an open round keeps the day open until
        next time."""
        for shift in day.shifts:
            named = {"day": day.day, "shift": shift.shift}
            if shift.ledger and not shift.is_read:
                both = (ACCOUNTING, SUPERVISOR)
                await self._ask(RecordReading, signs=shift.ledger, badges=both, **named)
            boxes = [box for box in shift.boxes if box.chips is None]
            counts = tuple(BoxCount(box.table, box.jackpot, max(0, box.bets)) for box in boxes)
            if counts:
                both = (ACCOUNTING, EXECUTIVE)
                await self._ask(RecordCounts, counts=counts, badges=both, **named)
        await self._ask(CloseDay, day=day.day, badges=(ACCOUNTING, AUDITOR))

    async def _pay(self, prize: _Prize, today: str, *, check_number: str) -> None:
        """Verify the hand, pay the winner, and draw the cage's money from the bank."""
        award, cents = prize.won.award.award, prize.won.award.owed_cents
        await self._verify(prize.won)
        by_check = cents >= CHECK_CENTS
        payment = Payment(
            method="check" if by_check else "cash",
            check_number=check_number if by_check else "",
            person=await self._winner_of(prize.won) if prize.needs_form else "",
            identity="" if prize.needs_form else "driver license",
            of_age=not prize.needs_form,
            identical_seats=(),
            exclusion=f"{ACCOUNTING}, {today}",
            exclusion_list=f"{today} 00:00",
            tax_form="W-2G" if prize.needs_form else "none",
            winner_signed=True,
            witness=EXECUTIVE,
            seal=f"bag {check_number}",
        )
        await self._ask(payments.PayPrize, award=award, payment=payment)
        paid = (await self._running_site.look(sum_account)).unreimbursed_cents
        if paid > 0:  # a house jackpot pays the house's own money
            await self._ask(
                RecordWithdrawal,
                cents=paid,
                reference=await self._reference(prize.won, check_number),
                day=today,
                purpose="prize",
                badges=(ACCOUNTING, EXECUTIVE),
            )

    async def _reference(self, prize: AwardState, number: str) -> str:
        """The bank's line for a prize: 4017, Four Aces at C1, seat 3."""
        award = prize.award
        paytable = await self._running_site.look(
            lambda state: state.kept_jackpot(award.jackpot).terms.paytable
        )
        hand = hand_label(self._running_site.paytable_lookup[paytable], award.outcome).long
        if prize.table:  # none: a prize that someone took off a meter by hand
            hand = WORDS["win"]["called"].format(hand=hand, table=prize.table, seat=award.seat)
        self.drawn[award.award] = f"{number}, {hand}"
        return self.drawn[award.award]

    async def _winner_of(self, prize: AwardState) -> str:
        """The name for the tax form: the cage records a winner, unless a payment of this prize was
        voided."""
        if prize.draft is not None and prize.draft.person:
            return prize.draft.person

        def keep() -> dict[str, Any]:
            with closing(Vault(self._running_site.folder, self._key_file)) as vault:
                return keep_winner(vault, self._chance)

        known = await asyncio.to_thread(keep)
        await self._ask(persons.RecordPerson, **known)
        return str(known["person"])

    async def _verify(self, prize: AwardState) -> None:
        """The crews hold no cards, so type cards that make the hand they marked. Shares of one mark
        are verified together, each hand once."""
        site, award = self._running_site, prize.award
        paytable, deck_cards, done = await site.look(
            lambda state: (
                state.kept_jackpot(award.jackpot).terms.paytable,
                shoe_cards_of(state.table(prize.table).plays),
                state.award(award.award).step("verify"),
            )
        )
        if done is not None:
            return
        found = site.paytable_lookup[paytable]
        await self._ask(
            payments.VerifyHand,
            award=award.award,
            cards=cards_of(found, award.outcome),
            deck_cards=deck_cards,
            camera="demonstration",
            shown_at=local(site.now_ms(), site.site.time_zone).strftime(WRITTEN),
            witness=EXECUTIVE,
            found=award.outcome,
        )

    async def _ask(self, kind: Callable[..., Command], **content: object) -> None:
        if "badges" not in content:
            content["badge"] = ACCOUNTING
        made = kind(command_id=new_id(), at_ms=self._running_site.now_ms(), **content)
        await self._running_site.ask(made)


def _due(state: State, *, away: frozenset[str], now_ms: int) -> _Due:
    """Runs on the engine's thread. Due are unpaid awards whose meters have moved, except visitors'
    awards and those of closed days: their winners haven't come."""
    rules, closed_seq = tax.tax_rules(state, now_ms), state.calendar.closed_seq
    return _Due(
        seq=state.seq,
        bank=sum_account(state),
        days=tuple(day for day in state.calendar.days if day.ended_ms is not None),
        prizes=tuple(
            _Prize(
                won=found,
                needs_form=tax.is_reported(rules, tax.win_of(state, found)),
            )
            for found in map(state.award, dict(state.owed.items()))
            if found.status == "moved"
            and found.table not in away
            and not found.payment_hold
            and found.seq > closed_seq
        ),
    )
