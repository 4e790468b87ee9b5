"""How the auditor follows payments: gross, tax and net by its own arithmetic, checks used once,
payments taken back or held, prizes forfeited or canceled."""

from __future__ import annotations

from datetime import UTC, datetime

from pitboss.floor.facts.payments import (
    CancelPrize,
    EnvyFormNoted,
    ForfeitPrize,
    HandVerified,
    HoldPayment,
    NoteEnvyForm,
    NotePayoutStep,
    PaymentHeld,
    PaymentReleased,
    PaymentVoided,
    PayoutStepNoted,
    PayoutStepSkipped,
    PayPrize,
    PrizeCanceled,
    PrizeForfeited,
    PrizePaid,
    ReleasePayment,
    SkipPayoutStep,
    VerifyHand,
    VoidPayment,
)
from pitboss.floor.facts.persons import PersonRecorded, RecordPerson
from pitboss.floor.facts.values import STEP_FIELDS, Award, Payment
from pitboss.sim.follow_office import check_approvers
from pitboss.sim.follow_rounds import same_change
from pitboss.sim.level_book import CENT_MICROS
from pitboss.sim.model import AuditorBooks, OwedAward, need, same
from pitboss.sim.prizes import need_unmarked

GONE = ("backed out", "forfeited", "canceled")


def person_recorded(books: AuditorBooks, asked: RecordPerson, event: PersonRecorded) -> None:
    same((event.person, event.identities), (asked.person, asked.identities), "the person")
    books.people[asked.person] = asked.tax_number is not None


def hand_verified(books: AuditorBooks, asked: VerifyHand, event: HandVerified) -> None:
    prize = books.prizes[asked.award]
    need(holds=prize.status in ("recorded", "moved"), saying=f"{asked.award} is settled already")
    same(event.found, prize.award.outcome, f"the hand that the cards of {asked.award} make")
    mark = (prize.table, prize.round, prize.mark)
    for each in books.prizes.values():
        if each is prize or (prize.mark and (each.table, each.round, each.mark) == mark):
            each.verified = True


def payout_step_noted(books: AuditorBooks, asked: NotePayoutStep, event: PayoutStepNoted) -> None:
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", ""), f"how {asked.award} stands at a step")
    same((event.step, event.payment), (asked.step, asked.payment), "what is noted")
    noted = {name: getattr(asked.payment, name) for name in STEP_FIELDS[asked.step]}
    prize.noted.update(noted)
    prize.skipped.discard(asked.step)


def payout_step_skipped(
    books: AuditorBooks, asked: SkipPayoutStep, event: PayoutStepSkipped
) -> None:
    prize, law = books.prizes[asked.award], books.law
    rules = {
        "verify": law.payout_verify.value,
        "person": law.payout_identity.value,
        "signatures": law.payout_signatures.value,
        "seal": law.payout_seal.value,
        "exclusion": "required" if law.exclusion_check.value else "free",
    }
    need(holds=rules.get(asked.step, "required") != "required", saying=f"{asked.step} was left out")
    same((event.step, event.reason), (asked.step, asked.reason), "what is left out")
    prize.skipped.add(asked.step)
    if asked.step == "verify":
        prize.verified = False
    for name in STEP_FIELDS[asked.step]:
        prize.noted.pop(name, None)


def prize_paid(books: AuditorBooks, asked: PayPrize, event: PrizePaid) -> None:
    need(holds=asked.award in books.prizes, saying=f"award {asked.award} was never recorded")
    prize = books.prizes[asked.award]
    paid = _merged(prize, asked.payment)
    same(prize.status, "moved", f"how {asked.award} stands when it is paid")
    need(holds=not prize.hold, saying=f"{asked.award} was paid while its payment was held")
    cents = prize.award.meter_cents + prize.award.house_cents
    need(holds=cents > 0, saying=f"{asked.award} was paid, and nothing was owed")
    same((event.award, event.cents, event.badge), (asked.award, cents, asked.badge), "the payment")
    same(event.payment, paid, "how it was paid")
    need(
        holds=asked.badge not in prize.confirmed_by, saying=f"{asked.badge} confirmed it, and paid"
    )
    _check_duties(books, paid, cents)
    _check_steps(books, prize, paid, asked.badge)
    tax = tax_left(books, paid, prize, asked.at_ms)
    kept, beyond, borne = min(tax, cents), max(0, tax - cents), paid.tax_borne_cents
    rest = beyond - borne
    said = (event.withheld_cents, event.collected_cents, event.borne_cents)
    same(said, (kept, rest, borne), f"the tax on {asked.award}")
    _check_collected(paid, rest)
    _check_borne(books, paid, beyond, asked.badge)
    (part,) = event.parts
    same(
        (part.person, part.cents, part.withheld_cents, part.collected_cents, part.borne_cents),
        (paid.person, cents, kept, rest, borne),
        "who got what with how much withheld",
    )
    if paid.check_number:
        need(
            holds=paid.check_number not in books.check_numbers,
            saying=f"check {paid.check_number} was written twice",
        )
        books.check_numbers.add(paid.check_number)
    prize.status, prize.paid_to, prize.withheld_cents = "paid", paid.person, tax
    prize.paid_by.add(asked.badge)
    prize.noted = {name: getattr(paid, name) for name in Payment.__struct_fields__}
    prize.borne_cents = borne
    _move(books, cents, tax, borne)
    _leave_bank(books, prize.award)


def _merged(prize: OwedAward, payment: Payment) -> Payment:
    """What the steps have noted, and on top of it what the payment itself says."""
    plain = Payment()
    said = {
        name: getattr(payment, name)
        for name in Payment.__struct_fields__
        if getattr(payment, name) != getattr(plain, name)
    }
    return Payment(**{**prize.noted, **said})


def _check_duties(books: AuditorBooks, paid: Payment, cents: int) -> None:
    need(
        holds=not books.law.exclusion_check.value or bool(paid.exclusion and paid.exclusion_list),
        saying="a winner was paid whom nobody looked up",
    )
    most = books.law.prize_cash_most
    need(
        holds=paid.method == "check" or cents <= most.cents,
        saying=f"{cents} cents were paid in cash",
    )


def _check_steps(books: AuditorBooks, prize: OwedAward, paid: Payment, badge: str) -> None:
    law = books.law
    is_large = _total(prize) >= law.deck_counted_from.cents
    seen = bool(paid.person or paid.group or (paid.identity and paid.of_age))
    for step, rule, is_done in (
        ("verify", law.payout_verify.value, prize.verified or not is_large),
        ("person", law.payout_identity.value, seen),
        ("signatures", law.payout_signatures.value, paid.winner_signed and bool(paid.witness)),
        ("seal", law.payout_seal.value, bool(paid.seal) or not is_large),
    ):
        is_named = rule == "named" and step in prize.skipped
        need(
            holds=is_done or is_named or rule == "free",
            saying=f"{prize.award.award} was paid without the step {step}",
        )
    need(holds=paid.witness != badge, saying=f"{badge} paid, and signed beside himself")


def tax_left(books: AuditorBooks, paid: Payment, prize: OwedAward, at_ms: int) -> int:
    """What the tax office gets with a payment: of the person's wins of the round together, less the
    wagers and what it has had of them."""
    mine = [
        each for each in books.prizes.values() if each is prize or _same(each, prize, paid.person)
    ]
    seats = {each.award.seat for each in mine}
    kept = sum(each.withheld_cents for each in mine)
    place = (prize.table, prize.round)
    return _due(books, paid, mine, place, seats, at_ms=at_ms, kept=kept, seat=prize.award.seat)


def _check_collected(paid: Payment, rest: int) -> None:
    """Tax that is more than what is paid was collected to the cent, and somebody says how."""
    same(paid.tax_collected_cents, rest, "what was collected of the tax")
    need(holds=not rest or bool(paid.tax_reason), saying="nobody says how tax was collected")


def _check_borne(books: AuditorBooks, paid: Payment, most: int, badge: str) -> None:
    """The house bears what the winner would have had to bring, and an executive signed for it."""
    if borne := paid.tax_borne_cents:
        need(holds=0 < borne <= most, saying=f"the house bears {borne} of {most} cents of tax")
        signed = paid.witness != badge and books.badges.get(paid.witness) == "executive"
        need(holds=signed and bool(paid.tax_reason), saying="nobody signed for tax that is borne")


def _due(
    books: AuditorBooks, paid: Payment, mine: list[OwedAward], place: tuple[str, int],
    seats: set[int], *, at_ms: int, kept: int, seat: int, is_form: bool = False,
) -> int:  # fmt: skip
    law, person = books.law, paid.person
    year = datetime.fromtimestamp(at_ms // 1000, UTC).year
    for (*where, other), (whose, withheld) in books.envy_forms.items():
        is_mine = (other == seat and not is_form) or (other != seat and person and whose == person)
        if tuple(where) == place and is_mine:
            seats, kept = seats | {other}, kept + withheld
    theirs = _taken_seats(books, place, person)
    envy = [pay for pay in books.envy.get(place, ()) if pay[0] in seats - theirs]
    total = sum(_total(each) for each in mine) + sum(pay[2] for pay in envy)
    spots = {(each.award.seat, each.award.jackpot) for each in mine} | {pay[:2] for pay in envy}
    wager = sum(books.jackpots[jackpot].terms.wager_cents for _, jackpot in spots)
    is_due = total >= max(law.tax_threshold.cents(year), law.tax_multiple.value * wager)
    need(
        holds=not is_due or paid.tax_form not in ("", "none"),
        saying=f"{place} was paid without the form that is due",
    )
    if not is_due:
        return 0
    won = max(0, total - wager)
    percent = law.withholding_percent.value if won > law.withholding_above.cents else 0
    if not percent and not books.people.get(person, False):
        percent = law.backup_percent.value
    return max(0, won * percent // 100 - kept)


def _taken_seats(books: AuditorBooks, place: tuple[str, int], person: str) -> set[int]:
    """Seats whose envy is somebody else's: the first who was paid by name there."""
    taken: dict[int, str] = {}
    for each in books.prizes.values():
        if (
            person
            and (each.table, each.round) == place
            and each.status not in GONE
            and each.paid_to
        ):
            taken.setdefault(each.award.seat, each.paid_to)
    return {seat for seat, whose in taken.items() if whose != person}


def envy_form_noted(books: AuditorBooks, asked: NoteEnvyForm, event: EnvyFormNoted) -> None:
    place = (asked.table, asked.round)
    cents = sum(pay[2] for pay in books.envy.get(place, ()) if pay[0] == asked.seat)
    need(holds=cents > 0, saying=f"a form for envy that seat {asked.seat} never got")
    mine = [
        each
        for each in books.prizes.values()
        if (each.table, each.round) == place
        and each.status not in GONE
        and asked.payment.person
        and each.paid_to == asked.payment.person
    ]
    seats = {asked.seat, *(each.award.seat for each in mine)}
    kept = sum(each.withheld_cents for each in mine)
    tax = _due(
        books, asked.payment, mine, place, seats, at_ms=asked.at_ms, kept=kept, seat=asked.seat,
        is_form=True,
    )  # fmt: skip
    borne = asked.payment.tax_borne_cents
    _check_collected(asked.payment, max(0, tax - borne - cents))
    _check_borne(books, asked.payment, tax, asked.badge)
    _, before = books.envy_forms.get((*place, asked.seat), ("", 0))
    borne_before = books.envy_borne.get((*place, asked.seat), 0)
    said = (event.cents, event.withheld_cents, event.before_cents)
    same(said, (cents, tax - borne, before - borne_before), "envy")
    same((event.borne_cents, event.borne_before_cents), (borne, borne_before), "tax borne of envy")
    books.envy_forms[(*place, asked.seat)] = (asked.payment.person, tax)
    books.envy_borne[(*place, asked.seat)] = borne
    books.players_micros -= (tax - borne - before + borne_before) * CENT_MICROS
    books.house_micros -= (borne - borne_before) * CENT_MICROS
    books.withheld_micros += (tax - before) * CENT_MICROS


def _same(each: OwedAward, prize: OwedAward, person: str) -> bool:
    if (each.table, each.round) != (prize.table, prize.round):
        return False
    if each.status in GONE:
        return False
    if person and each.paid_to:
        return person == each.paid_to
    return each.award.seat == prize.award.seat


def _total(prize: OwedAward) -> int:
    award = prize.award
    return award.meter_cents + award.house_cents + award.tray_cents


def _move(books: AuditorBooks, cents: int, withheld_cents: int, borne_cents: int) -> None:
    books.owed_micros -= cents * CENT_MICROS
    books.players_micros += (cents - withheld_cents + borne_cents) * CENT_MICROS
    books.house_micros -= borne_cents * CENT_MICROS
    books.withheld_micros += withheld_cents * CENT_MICROS


def _leave_bank(books: AuditorBooks, award: Award, *, sign: int = 1) -> None:
    """Only what came off a meter lay in the bank."""
    books.floor_micros -= sign * award.meter_cents * CENT_MICROS
    books.unreimbursed_cents += sign * award.meter_cents


def payment_voided(books: AuditorBooks, asked: VoidPayment, event: PaymentVoided) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same(prize.status, "paid", f"how {asked.award} stands when its payment is voided")
    cents = prize.award.meter_cents + prize.award.house_cents
    tax = event.withheld_cents + event.collected_cents + event.borne_cents
    same((event.cents, tax), (cents, prize.withheld_cents), "what is voided")
    same(event.borne_cents, prize.borne_cents, "tax that the house bore")
    _move(books, -cents, -prize.withheld_cents, -prize.borne_cents)
    _leave_bank(books, prize.award, sign=-1)
    prize.status, prize.paid_to, prize.withheld_cents = "moved", "", 0
    prize.borne_cents = 0
    for step in ("exclusion", "method", "signatures", "seal"):
        prize.skipped.discard(step)
        for name in STEP_FIELDS[step]:
            prize.noted.pop(name, None)


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
    _leave_bank(books, prize.award)
    prize.status, prize.hold = "forfeited", ""


def prize_canceled(books: AuditorBooks, asked: CancelPrize, event: PrizeCanceled) -> None:
    """What an award took off a meter is players' money, and goes back to a meter."""
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same(prize.status, "moved", f"how {asked.award} stands when it is canceled")
    need(holds=not prize.paid_by & {*asked.badges}, saying=f"{asked.award}: the payer canceled it")
    made_by = {*prize.confirmed_by} if prize.by_hand else set()
    need(holds=not made_by & {*asked.badges}, saying=f"{asked.award}: who made it canceled it")
    award = prize.award
    same(event.cents, award.meter_cents + award.house_cents, "what is canceled")
    same((event.reason, event.evidence), (asked.reason, asked.evidence), "why it is canceled")
    is_retired = books.jackpots[award.jackpot].status == "retired"
    place = (asked.jackpot, asked.level) if is_retired else (award.jackpot, award.level)
    (moved,) = event.movements
    same((moved.jackpot, moved.after.level), place, "where players' money goes")
    need_unmarked(books, *place)
    back_micros = award.meter_cents * CENT_MICROS
    change = books.level(*place).shift(meter=back_micros)
    same_change(books, moved, change, given_micros=back_micros)
    books.owed_micros -= event.cents * CENT_MICROS
    books.house_micros += award.house_cents * CENT_MICROS
    prize.status, prize.hold = "canceled", ""
