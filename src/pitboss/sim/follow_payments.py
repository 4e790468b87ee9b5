"""How the auditor follows payments: gross, tax and net by its own arithmetic, checks used once,
payments taken back or held, prizes forfeited."""

from __future__ import annotations

from datetime import UTC, datetime

from pitboss.floor.facts.payments import (
    ForfeitPrize,
    HoldPayment,
    PaymentHeld,
    PaymentReleased,
    PaymentVoided,
    PayPrize,
    PrizeForfeited,
    PrizePaid,
    ReleasePayment,
    VoidPayment,
)
from pitboss.floor.facts.persons import PersonRecorded, RecordPerson
from pitboss.sim.follow_office import check_approvers
from pitboss.sim.model import CENT_MICROS, AuditorBooks, OwedAward, need, same

GONE = ("backed out", "forfeited")


def person_recorded(books: AuditorBooks, asked: RecordPerson, event: PersonRecorded) -> None:
    same((event.person, event.identities), (asked.person, asked.identities), "the person")
    books.people[asked.person] = asked.tax_number is not None


def prize_paid(books: AuditorBooks, asked: PayPrize, event: PrizePaid) -> None:
    need(holds=asked.award in books.prizes, saying=f"award {asked.award} was never recorded")
    prize, paid = books.prizes[asked.award], asked.payment
    same(prize.status, "moved", f"how {asked.award} stands when it is paid")
    need(holds=not prize.hold, saying=f"{asked.award} was paid while its payment was held")
    cents = prize.award.meter_cents + prize.award.house_cents
    need(holds=cents > 0, saying=f"{asked.award} was paid, and nothing was owed")
    same((event.award, event.cents, event.badge), (asked.award, cents, asked.badge), "the payment")
    same(event.payment, paid, "how it was paid")
    need(
        holds=asked.badge not in prize.confirmed_by, saying=f"{asked.badge} confirmed it, and paid"
    )
    _check_duties(books, asked, cents)
    same(event.withheld_cents, _tax(books, asked, prize), f"the tax on {asked.award}")
    if paid.check_number:
        need(
            holds=paid.check_number not in books.check_numbers,
            saying=f"check {paid.check_number} was written twice",
        )
        books.check_numbers.add(paid.check_number)
    prize.status, prize.paid_to, prize.withheld_cents = "paid", paid.person, event.withheld_cents
    _move(books, cents, event.withheld_cents)


def _check_duties(books: AuditorBooks, asked: PayPrize, cents: int) -> None:
    paid = asked.payment
    need(
        holds=not books.law.exclusion_check.value or bool(paid.exclusion and paid.exclusion_list),
        saying="a winner was paid whom nobody looked up",
    )
    most = books.law.prize_cash_most
    need(
        holds=paid.method == "check" or cents <= most.cents,
        saying=f"{cents} cents were paid in cash",
    )


def _tax(books: AuditorBooks, asked: PayPrize, prize: OwedAward) -> int:
    """What the house keeps: the person's wins of the round together, less the wagers."""
    law, person = books.law, asked.payment.person
    year = datetime.fromtimestamp(asked.at_ms // 1000, UTC).year
    mine = [each for each in books.prizes.values() if each is prize or _same(each, prize, person)]
    seats = {each.award.seat for each in mine}
    envy = [pay for pay in books.envy.get((prize.table, prize.round), ()) if pay[0] in seats]
    total = sum(_total(each) for each in mine) + sum(pay[2] for pay in envy)
    spots = {(each.award.seat, each.award.jackpot) for each in mine} | {pay[:2] for pay in envy}
    wager = sum(books.jackpots[jackpot].terms.wager_cents for _, jackpot in spots)
    is_due = total >= max(law.tax_threshold.cents(year), law.tax_multiple.value * wager)
    need(
        holds=not is_due or asked.payment.tax_form not in ("", "none"),
        saying=f"{asked.award} was paid without the form that is due",
    )
    if not is_due:
        return 0
    won = max(0, total - wager)
    percent = law.withholding_percent.value if won > law.withholding_above.cents else 0
    if not percent and not books.people.get(person, False):
        percent = law.backup_percent.value
    kept = sum(each.withheld_cents for each in mine)
    owed = prize.award.meter_cents + prize.award.house_cents
    return min(max(0, won * percent // 100 - kept), owed)


def _same(each: OwedAward, prize: OwedAward, person: str) -> bool:
    if not prize.table or (each.table, each.round) != (prize.table, prize.round):
        return False
    if each.status in GONE:
        return False
    if person and each.paid_to:
        return person == each.paid_to
    return each.award.seat == prize.award.seat


def _total(prize: OwedAward) -> int:
    award = prize.award
    return award.meter_cents + award.house_cents + award.tray_cents


def _move(books: AuditorBooks, cents: int, withheld_cents: int) -> None:
    books.owed_micros -= cents * CENT_MICROS
    books.players_micros += (cents - withheld_cents) * CENT_MICROS
    books.withheld_micros += withheld_cents * CENT_MICROS
    _leave_bank(books, cents)


def _leave_bank(books: AuditorBooks, cents: int) -> None:
    books.floor_micros = max(0, books.floor_micros - cents * CENT_MICROS)
    books.unreimbursed_cents += cents


def payment_voided(books: AuditorBooks, asked: VoidPayment, event: PaymentVoided) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same(prize.status, "paid", f"how {asked.award} stands when its payment is voided")
    cents = prize.award.meter_cents + prize.award.house_cents
    same((event.cents, event.withheld_cents), (cents, prize.withheld_cents), "what is voided")
    _move(books, -cents, -prize.withheld_cents)
    prize.status, prize.paid_to, prize.withheld_cents = "moved", "", 0


def payment_held(books: AuditorBooks, asked: HoldPayment, event: PaymentHeld) -> None:
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", ""), f"how {asked.award} stands when it is held")
    same((event.ground, event.badge), (asked.ground, asked.badge), "why it is held")
    prize.hold = asked.ground


def payment_released(books: AuditorBooks, asked: ReleasePayment, event: PaymentReleased) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    need(holds=bool(prize.hold), saying=f"{asked.award} was released and never held")
    same(event.ground, prize.hold, "why it was held")
    prize.hold = ""


def prize_forfeited(books: AuditorBooks, asked: ForfeitPrize, event: PrizeForfeited) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", "excluded"), "a prize that is forfeited")
    cents = prize.award.meter_cents + prize.award.house_cents
    same((event.cents, event.to), (cents, asked.to), "what goes to whom")
    books.owed_micros -= cents * CENT_MICROS
    books.forfeited_micros += cents * CENT_MICROS
    _leave_bank(books, cents)
    prize.status, prize.hold = "forfeited", ""
