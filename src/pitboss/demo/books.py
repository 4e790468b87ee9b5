"""The accounting of the demonstration: it pays the winners of the crews, keeps the bank account
whole, reads the signs, counts the drop and closes each gambling day. So a demonstration that runs
for weeks never stops for a short bank, and no close is overdue."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from pitboss.demo.hands import cards_of
from pitboss.floor.decide.payouts import DECK_CARDS
from pitboss.floor.facts import payments, persons
from pitboss.floor.facts.bank import RecordDeposit, RecordWithdrawal
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.days import BoxCount, CloseDay, RecordCounts, RecordReading
from pitboss.floor.facts.values import IdentityNote, Payment
from pitboss.floor.money.custody import BankStanding, standing
from pitboss.floor.state.approved import decks_of
from pitboss.floor.state.calendar import DayState
from pitboss.floor.state.floor import AwardState, State
from pitboss.live.chores import turn_shift
from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.local_time import WRITTEN, local, local_day

ACCOUNTING, EXECUTIVE, SUPERVISOR, AUDITOR = "A400", "E300", "S200", "R600"
WINNER = "everybody"  # made up, as is all that he showed
MADE_UP = tuple(IdentityNote(kind, "0000", "0" * 64) for kind in ("driver license", "passport"))
DEPOSIT_CENTS = 50_000  # a smaller amount waits for the close of the day


@dataclass(frozen=True, slots=True, kw_only=True)
class _Due:
    """What a look at the floor finds to do."""

    seq: int
    bank: BankStanding
    days: tuple[DayState, ...]  # that are over and not closed
    prizes: tuple[AwardState, ...]
    knows_winner: bool


class Accountant:
    """One accountant with one badge."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site

    async def work(self, *, away: frozenset[str]) -> None:
        """Do all that is due now; prizes of the tables `away` are for the visitors to pay."""
        await turn_shift(self._running_site)
        today = local_day(self._running_site.now_ms(), self._running_site.site.time_zone)
        due = await self._running_site.look(partial(_due, away=away))
        if due.prizes and not due.knows_winner:
            await self._ask(persons.RecordPerson, person=WINNER, identities=MADE_UP, is_of_age=True)
        for number, prize in enumerate(due.prizes, 1):
            await self._pay(prize, today, check_number=f"{due.seq % 1_000_000 * 100 + number}")
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
        """Signs show what they must and every chip is there; a round that is still on keeps the day
        open until the next time."""
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

    async def _pay(self, prize: AwardState, today: str, *, check_number: str) -> None:
        """The hand verified, a check for the winner, and the bank's money for the check."""
        award, cents = prize.award.award, prize.award.owed_cents
        await self._verify(prize)
        payment = Payment(
            method="check",
            check_number=check_number,
            person=WINNER,
            identical_seats=(),
            exclusion=f"{ACCOUNTING}, {today}",
            exclusion_list=f"{today} 00:00",
            tax_form="W-2G",
            winner_signed=True,
            witness=EXECUTIVE,
            seal=f"bag {check_number}",
        )
        if await self._ask(payments.PayPrize, award=award, payment=payment):
            reference = f"prize {award}"
            await self._ask(
                RecordWithdrawal,
                cents=cents,
                reference=reference,
                day=today,
                purpose="prize",
                badges=(ACCOUNTING, EXECUTIVE),
            )

    async def _verify(self, prize: AwardState) -> None:
        """The crews have no cards in their hands: cards that make the hand they marked."""
        site, award = self._running_site, prize.award
        paytable, decks = await site.look(
            lambda state: (
                state.kept_jackpot(award.jackpot).terms.paytable,
                decks_of(state.table(prize.table).plays),
            )
        )
        found = site.paytable_lookup[paytable]
        await self._ask(
            payments.VerifyHand,
            award=award.award,
            cards=cards_of(found, award.outcome),
            deck_cards=decks * DECK_CARDS,
            camera="demonstration",
            shown_at=local(site.now_ms(), site.site.time_zone).strftime(WRITTEN),
            witness=EXECUTIVE,
            found=award.outcome,
        )

    async def _ask(self, kind: Callable[..., Command], **content: object) -> bool:
        if "badges" not in content:
            content["badge"] = ACCOUNTING
        made = kind(command_id=new_id(), at_ms=self._running_site.now_ms(), **content)
        return (await self._running_site.ask(made)).accepted


def _due(state: State, *, away: frozenset[str]) -> _Due:
    """On the engine's thread. Awards whose meters have moved and that nobody has paid are due, but
    for those of visitors."""
    return _Due(
        seq=state.seq,
        bank=standing(state),
        days=tuple(day for day in state.calendar.days if day.ended_ms is not None),
        prizes=tuple(
            found
            for found in map(state.award, dict(state.owed.items()))
            if found.status == "moved" and found.table not in away and not found.payment_hold
        ),
        knows_winner=state.people.get(WINNER) is not None,
    )
