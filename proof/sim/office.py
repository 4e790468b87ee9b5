"""The people around the tables: accounting, and the end of a run."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from pitboss.floor.facts import awards, bank, jackpots, paying_over, payments, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import STEP_FIELDS, Payment
from pitboss.money import Cents
from proof.sim.follow_payments import recorded_bettor, tax_on
from proof.sim.follow_won import wager_said
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import OwedAward
from proof.sim.people import Asking, AskingPerson, CommandMaker, SharedFloor, insist
from proof.sim.site import DrawnSite

ADJUSTMENTS = (
    "won",
    "faulty_display",
    "over_limit",
    "gross_receipts",
    "seed_recovery",
    "a_whim",
)
REASONS = (*["checked with surveillance"] * 9, " ")
WINNERS = ("winner-a", "winner-b")  # the second gives no tax number
GROUNDS = ("excluded", "excluded", "dispute", "no_identity", "a_whim")
BANK_DAY = "2021-01-01"
PAYERS = ("ann", "eve", "sam", "eli")
APPROVALS = (*[("sam", "ann"), ("sue", "eve"), ("ann", "eve")] * 3, ("sam", "sam"))


class Office:
    """Accounting: payments, adjustments, back-outs and the bank, during play."""

    def __init__(self, floor: SharedFloor, site: DrawnSite) -> None:
        self._floor = floor
        self._site = site
        self._asker = CommandMaker("office", floor.clock)
        self._idle_percent = floor.chance.choice((20, 60, 90))
        self._entry = 0
        self._check = 0
        # Some offices pay at once, some never correct anything: each run has its own tendencies.
        every = (
            self._pay, self._pay, self._prepare, self._settle, self._back_out, self._adjust,
            self._look, self._pause, self._bank, self._cancel,
        )  # fmt: skip
        self._leaning = tuple(floor.chance.choices(every, k=4))

    def work(self) -> AskingPerson:
        """Do something now and then."""
        return self._floor.now_and_then(
            lambda: self._floor.chance.choice(self._leaning)(), idle_percent=self._idle_percent
        )

    def _draw_award(self) -> str:
        recent = list(self._floor.books.prizes)[-8:]
        if not recent or self._floor.often(5):
            return "no-such-award"
        return self._floor.chance.choice(recent)

    def _pay(self) -> Command:
        chance, award = self._floor.chance, self._draw_award()
        won = self._floor.books.prizes.get(award)
        paid = replace(self._payment(chance.choice(WINNERS)), identical_seats=self._draw_seats())
        in_cash = replace(paid, method="cash", check_number="")
        return self._asker.make(
            payments.PayPrize,
            award=award,
            payment=chance.choice(
                (paid, paid, paid, replace(paid, exclusion=""), replace(paid, tax_form=""), in_cash)
            ),
            badge=chance.choice(("ann", "ann", "dora", won.confirmed_by[0] if won else "eve")),
        )

    def _draw_seats(self) -> tuple[int, ...] | None:
        """The winner's other seats, as a cashier says; most winners have one seat."""
        chance = self._floor.chance
        return chance.choice(((), (), (), None, (1,), (2,), (1, 3)))

    def _payment(self, person: str) -> Payment:
        """A check, usually with a new number."""
        self._check += 0 if self._floor.often(10) else 1
        listed = datetime.fromtimestamp(self._floor.clock.at_ms // 1000, UTC)
        return Payment(
            method="check",
            check_number=f"{1000 + self._check}",
            person=person,
            exclusion="not listed, ann",
            exclusion_list=listed.strftime("%Y-%m-%d %H:%M"),
            tax_form="W-2G",
            identical_seats=(),
            winner_signed=True,
            witness="sue",
            seal=f"bag {self._check}",
        )

    def _prepare(self) -> Command:
        """A step of a payout: the cards, a note, a skipped step; a form for envy."""
        chance, award = self._floor.chance, self._draw_award()
        draws = (self._verify, self._verify, self._note, self._skip)
        if self._floor.books.envy and self._floor.often(20):
            return self._note_envy()
        return chance.choice(draws)(award)

    def _verify(self, award: str) -> Command:
        won = self._floor.books.prizes.get(award)
        outcome = won.award.outcome if won else "nothing"
        now = datetime.fromtimestamp(self._floor.clock.at_ms // 1000, UTC)
        return self._asker.make(
            payments.VerifyHand,
            award=award,
            cards="as they lay",
            deck_cards=self._floor.chance.choice((52, 52, 52, 51)),
            camera="7",
            shown_at=now.strftime("%Y-%m-%d %H:%M"),
            witness="sam",
            badge="ann",
            found=outcome if not self._floor.often(5) else "nothing",
        )

    def _note(self, award: str) -> Command:
        chance = self._floor.chance
        step = chance.choice(tuple(STEP_FIELDS))
        whole = self._payment(chance.choice(WINNERS))
        part = Payment(**{name: getattr(whole, name) for name in STEP_FIELDS[step]})
        return self._asker.make(
            payments.NotePayoutStep, award=award, step=step, payment=part, badge="ann"
        )

    def _skip(self, award: str) -> Command:
        chance = self._floor.chance
        step, reason = chance.choice(tuple(STEP_FIELDS)), chance.choice(REASONS)
        return self._asker.make(
            payments.SkipPayoutStep, award=award, step=step, reason=reason, badge="ann"
        )

    def _note_envy(self) -> Command:
        chance = self._floor.chance
        (table, number), pays = chance.choice(list(self._floor.books.envy.items()))
        seat, jackpot, _ = chance.choice(pays) if pays else (1, "no-such-jackpot", 0)
        whole = self._payment(chance.choice(WINNERS))
        paid = replace(
            whole, method="tray", check_number="", seal="", identical_seats=self._draw_seats()
        )
        return self._asker.make(
            payments.NoteEnvyForm, table=table, round=number, seat=seat, jackpot=jackpot,
            payment=paid,
            badge="ann",
        )  # fmt: skip

    def _settle(self) -> Command:
        """A payment voided, held or released; a prize forfeited."""
        chance, award = self._floor.chance, self._draw_award()
        reason, badges = chance.choice(REASONS), self._draw_badges()
        kind = chance.choice(
            (
                payments.VoidPayment,
                payments.HoldPayment,
                payments.ReleasePayment,
                payments.ForfeitPrize,
            )
        )
        if kind is payments.HoldPayment:
            ground = chance.choice(GROUNDS)
            return self._asker.make(kind, award=award, ground=ground, reason=reason, badge="ann")
        to = {"to": self._payee()} if kind is payments.ForfeitPrize else {}
        return self._asker.make(kind, award=award, reason=reason, badges=badges, **to)

    def _payee(self) -> str:
        """Who gets forfeited prizes."""
        return (*self._floor.books.law.forfeit_to.value, "the agency's account")[0]

    def _cancel(self) -> Command:
        """Cancel a prize that was entered by hand; enter one if there is none."""
        prizes = self._floor.books.prizes.items()
        by_hand = [name for name, each in prizes if each.status == "moved" and each.by_hand]
        if not by_hand:
            return self._adjust("won")
        return self._asker.make(
            payments.CancelPrize,
            award=self._floor.chance.choice(by_hand),
            evidence="camera 7",
            reason=self._floor.chance.choice(REASONS),
            badges=self._draw_badges(),
        )

    def _back_out(self) -> Command:
        return self._asker.make(
            awards.BackOutAward,
            award=self._draw_share() if self._floor.often(50) else self._draw_award(),
            reason=self._floor.chance.choice(REASONS),
            badges=self._draw_badges(),
        )

    def _draw_share(self) -> str:
        """A share that restarts the meter for the others of its split, if there is one."""
        prizes = list(self._floor.books.prizes.items())[-20:]
        found = [
            name
            for name, prize in prizes
            if prize.restarts and prize.status != "backed out" and prize.mark and prize.mark.sharers
        ]
        return self._floor.chance.choice(found) if found else self._draw_award()

    def _draw_badges(self) -> tuple[str, str]:
        return self._floor.chance.choice(APPROVALS)

    def _adjust(self, only: str = "") -> Command:
        chance = self._floor.chance
        jackpot = chance.choice(self._site.jackpots)
        level = chance.choice([each.level for each in jackpot.terms.levels] or ["none"])
        kind = only or chance.choice(ADJUSTMENTS)
        fields: dict[str, Any] = {
            "jackpot": jackpot.name,
            "level": level,
            "adjustment": kind,
            "cents": self._draw_change(jackpot.name, level),
            "reason": chance.choice(REASONS),
            "badges": self._draw_badges(),
        }
        if kind == "won" and self._floor.books.locked and not self._floor.often(5):
            fields |= self._draw_won()
        return self._asker.make(jackpots.AdjustMeter, **fields)

    def _draw_won(self) -> dict[str, Any]:
        """A wager of the last rounds, usually with a hand that its own meter pays, and what the
        journal says about it."""
        chance, books = self._floor.chance, self._floor.books
        (table, number, spot), (_, name, _) = chance.choice(list(books.locked.items())[-40:])
        terms = books.jackpots[name].terms
        lines = books.paytables[terms.paytable].outcomes
        if self._floor.often(5):
            spot = replace(spot, seat=spot.seat % 7 + 1)
        at = jackpots.WonAt(table, number, spot, chance.choice(lines))
        level = chance.choice([each.level for each in terms.levels] or ["none"])
        other = self._floor.often(30)
        return {
            "jackpot": name,
            "level": level,
            "won_at": at,
            "wager": wager_said(books, at),
            "cents": self._draw_change(name, level) if other else Cents(0),
            "amount_reason": chance.choice(REASONS) if other else "",
        }

    def _draw_change(self, jackpot: str, level: str) -> Cents:
        """A change of a meter: small, as much as it shows, a little more than that, or up."""
        held = self._floor.books.jackpots[jackpot].levels.get(level)
        shown_cents = held.shown_cents() if held is not None else 0
        chance = self._floor.chance
        return Cents(chance.choice((-1, -10, -500, -shown_cents, -shown_cents - 1, 0, 1, 12_345)))

    def _look(self) -> Command:
        """Look, as the server does every minute."""
        return self._asker.make(bank.CheckBank)

    def _bank(self) -> Command:
        """Void a withdrawal, leave prizes in the account, pay over what is kept for others, or
        record a deposit or a withdrawal: small, the whole amount, or more."""
        chance, books = self._floor.chance, self._floor.books
        if chance.randrange(6) == 0:
            return self._pay_over()
        if books.withdrawals and chance.randrange(6) == 0:
            reference = chance.choice(list(books.withdrawals))
            both = chance.choice((("ann", "eve"), ("ann", "sam")))
            reason = chance.choice(REASONS)
            return self._asker.make(
                bank.VoidWithdrawal, reference=reference, reason=reason, badges=both
            )
        if books.unreimbursed_cents > 0 and chance.randrange(6) == 0:
            cents = Cents(books.unreimbursed_cents + chance.randint(-1, 1))
            both = chance.choice((("ann", "eve"), ("ann", "ann")))
            return self._asker.make(
                bank.LeaveInAccount, cents=cents, reason="next seed", badges=both
            )
        self._entry += 1
        held_cents = books.required_micros() // CENT_MICROS
        bank_cents = books.bank_micros // CENT_MICROS
        fields = {
            "reference": chance.choice((f"slip {self._entry}", f"slip {self._entry}", "slip 1")),
            "day": BANK_DAY,
        }
        if chance.randrange(2):
            cents = Cents(chance.choice((1, 12_345, held_cents, held_cents + 1, 0)))
            badge = chance.choice(("ann", "ann", "eve", "dora"))
            purpose = chance.choice(("deposit", "deposit", "interest", "fun"))
            return self._asker.make(
                bank.RecordDeposit, cents=cents, purpose=purpose, badge=badge, **fields
            )
        purpose = chance.choice(("prize", "surplus", "seizure", "correction", "fee", "fun"))
        paid_cents = books.unreimbursed_cents
        cents = Cents(chance.choice((1, paid_cents, bank_cents, bank_cents + 1)))
        badges = chance.choice((("ann", "eve"), ("ann", "eve"), ("eve", "ann"), ("ann", "ann")))
        corrects = chance.choice(("", "slip 1")) if purpose == "correction" else ""
        return self._asker.make(
            bank.RecordWithdrawal,
            cents=cents,
            purpose=purpose,
            badges=badges,
            corrects=corrects,
            **fields,
        )

    def _pay_over(self) -> Command:
        """Pay over what is kept for others, all of it or a little more; or take it back."""
        chance, books = self._floor.chance, self._floor.books
        both = chance.choice((("ann", "eve"), ("ann", "ann")))
        if books.paid_over and chance.randrange(3) == 0:
            reference = chance.choice(list(books.paid_over))
            return self._asker.make(
                paying_over.VoidPayOver, reference=reference, reason="wrong", badges=both
            )
        purpose = chance.choice(("withheld", "forfeited", "unclaimed"))
        left_cents = books.balances().get(purpose, 0) // CENT_MICROS
        self._entry += 1
        return self._asker.make(
            paying_over.PayOver,
            purpose=purpose,
            cents=Cents(max(0, left_cents) + chance.choice((0, 0, 1))),
            to=self._payee() if purpose == "forfeited" else "whom it belongs to",
            reference=f"paid {self._entry}",
            day=BANK_DAY,
            badges=both,
        )

    def _pause(self) -> Command:
        table = self._floor.chance.choice(self._site.tables).name
        return self._asker.make(
            tables.PauseTable, table=table, badge="tom", reason="the display is dark"
        )

    def pay_everything(self) -> AskingPerson:
        """Pay everything still owed after the last round."""
        for name, prize in list(self._floor.books.prizes.items()):
            owed_cents = prize.award.meter_cents + prize.award.house_cents
            if prize.status == "moved" and owed_cents:
                yield from self._pay_at_last(name, prize)

    def _pay_at_last(self, name: str, prize: OwedAward) -> Asking:
        if prize.hold:
            release = self._asker.make(
                payments.ReleasePayment, award=name, reason="it is settled", badges=("sam", "ann")
            )
            yield from self._insist(release)
        if not prize.verified:
            verify = replace(self._verify(name), deck_cards=52, found=prize.award.outcome)
            yield from self._insist(verify)
        self._check += 1
        apart = (*prize.confirmed_by, prize.dealer)
        payer = next(each for each in PAYERS if each not in apart)
        paid = replace(
            self._payment(recorded_bettor(self._floor.books, prize) or WINNERS[0]),
            check_number=f"{900_000 + self._check}",
            tax_reason="what the prize does not cover was collected",
        )
        asked = self._asker.make(payments.PayPrize, award=name, payment=paid, badge=payer)
        owed_cents = prize.award.meter_cents + prize.award.house_cents
        rest = max(0, tax_on(self._floor.books, paid, prize, asked.at_ms).left_cents - owed_cents)
        if rest and self._floor.often(50):  # the winner will not bring it
            witness = "eve" if payer != "eve" else "eli"
            paid = replace(paid, tax_borne_cents=Cents(rest), witness=witness)
            rest = 0
        paid = replace(paid, tax_collected_cents=Cents(rest))
        return (yield from self._insist(replace(asked, payment=paid)))

    def _insist(self, command: Command) -> Asking:
        return insist(lambda: command, _no_remedy)


def _no_remedy(code: str) -> Asking:
    """Nothing helps against a refusal at the end; another try will show that."""
    yield None
    return code
