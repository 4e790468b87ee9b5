"""The auditor follows payments: gross, tax and net by its own arithmetic, checks used once,
payments taken back or held, prizes forfeited or canceled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from pitboss.floor.facts import payments, persons
from pitboss.floor.facts.values import STEP_FIELDS, Award, Payment
from proof.sim.follow_office import check_approvers
from proof.sim.follow_rounds import same_change
from proof.sim.form_books import EnvyFormBook
from proof.sim.law_books import law_at
from proof.sim.level_book import CENT_MICROS
from proof.sim.model import AuditorBooks, OwedAward, need, same
from proof.sim.prizes import need_unmarked

GONE = ("backed out", "forfeited", "unclaimed", "canceled")


def person_recorded(
    books: AuditorBooks, asked: persons.RecordPerson, event: persons.PersonRecorded
) -> None:
    books.people[asked.person] = asked.tax_number is not None


def hand_verified(
    books: AuditorBooks, asked: payments.VerifyHand, event: payments.HandVerified
) -> None:
    prize = books.prizes[asked.award]
    need(holds=prize.status in ("recorded", "moved"), saying=f"{asked.award} is settled already")
    same(event.found, prize.award.outcome, f"the hand that the cards of {asked.award} make")
    mark = (prize.table, prize.round, prize.mark)
    for each in books.prizes.values():
        if each is prize or (prize.mark and (each.table, each.round, each.mark) == mark):
            each.verified = True


def payout_step_noted(
    books: AuditorBooks, asked: payments.NotePayoutStep, event: payments.PayoutStepNoted
) -> None:
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", ""), f"how {asked.award} stands at a step")
    noted = {name: getattr(asked.payment, name) for name in STEP_FIELDS[asked.step]}
    prize.noted.update(noted)
    prize.skipped.discard(asked.step)


def payout_step_skipped(
    books: AuditorBooks, asked: payments.SkipPayoutStep, event: payments.PayoutStepSkipped
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
    prize.skipped.add(asked.step)
    if asked.step == "verify":
        prize.verified = False
    for name in STEP_FIELDS[asked.step]:
        prize.noted.pop(name, None)


def prize_paid(books: AuditorBooks, asked: payments.PayPrize, event: payments.PrizePaid) -> None:
    need(holds=asked.award in books.prizes, saying=f"award {asked.award} was never recorded")
    prize = books.prizes[asked.award]
    paid = _merged(prize, asked.payment)
    same(prize.status, "moved", f"how {asked.award} stands when it is paid")
    need(holds=not prize.hold, saying=f"{asked.award} was paid while its payment was held")
    cents = prize.award.meter_cents + prize.award.house_cents
    need(holds=cents > 0, saying=f"{asked.award} was paid, and nothing was owed")
    same(event.cents, cents, "the payment")
    same(event.payment, paid, "how it was paid")
    need(
        holds=asked.badge not in (*prize.confirmed_by, prize.dealer),
        saying=f"{asked.badge} dealt or confirmed it, and paid",
    )
    _check_duties(books, paid, cents)
    _check_steps(books, prize, paid, asked.badge)
    taxed = tax_on(books, paid, prize, asked.at_ms)
    tax = taxed.left_cents
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
    on_form = (part.reported_cents, part.identical_cents, part.state_cents)
    same(on_form, taxed.on_form, f"what the form of {asked.award} says")
    if paid.check_number:
        need(
            holds=paid.check_number not in books.check_numbers,
            saying=f"check {paid.check_number} was written twice",
        )
        books.check_numbers.add(paid.check_number)
    prize.status, prize.paid_to, prize.withheld_cents = "paid", paid.person, tax
    prize.paid_by.add(asked.badge)
    prize.noted = {name: getattr(paid, name) for name in Payment.__struct_fields__}
    prize.borne_cents, prize.reported_cents = borne, taxed.own_cents
    prize.state_cents = taxed.state_cents
    prize.seats = frozenset(paid.identical_seats or ())
    _move(books, cents, tax, borne)
    _leave_bank(books, prize.award)


def _merged(prize: OwedAward, payment: Payment) -> Payment:
    """What the steps noted, overridden by the payment itself."""
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


class Taxed(NamedTuple):
    """What the tax office gets with a payment, and what the form says: what the wager won, and what
    identical wagers won."""

    left_cents: int
    state_cents: int  # its part
    own_cents: int
    beside_cents: int

    @property
    def on_form(self) -> tuple[int, int, int]:
        """What a form says, the state's part last."""
        return self.own_cents, self.beside_cents, self.state_cents


def tax_on(books: AuditorBooks, paid: Payment, prize: OwedAward, at_ms: int) -> Taxed:
    """The tax on a prize: its wager is its own game, together with identical wagers of the same
    person at the seats the cashier named."""
    wager = (prize.table, prize.round, prize.award.jackpot, prize.award.seat)
    return _taxed(books, paid, wager, at_ms, prize=prize)


def recorded_bettor(books: AuditorBooks, prize: OwedAward) -> str:
    """The bettor of a prize's wager on record: the person paid for an identical one."""
    wager = (prize.table, prize.round, prize.award.jackpot, prize.award.seat)
    seats = _bettor_seats(books, wager, (), replaced=None) - {prize.award.seat}
    paid = [each.paid_to for each in _on_jackpot(books, wager) if each.award.seat in seats]
    paid += [each.person for place, each in _forms(books, wager) if place[3] in seats]
    return next((each for each in paid if each), "")


Wagered: TypeAlias = tuple[str, int, str, int]  # table, round, jackpot, seat


def _on_jackpot(books: AuditorBooks, wager: Wagered) -> list[OwedAward]:
    return [
        each
        for each in books.prizes.values()
        if wager[0] and (each.table, each.round, each.award.jackpot) == wager[:3]
        and each.status not in GONE
    ]  # fmt: skip


def _forms(books: AuditorBooks, wager: Wagered) -> list[tuple[Wagered, EnvyFormBook]]:
    return [each for each in books.envy_forms.items() if each[0][:3] == wager[:3]]


def _bettor_seats(
    books: AuditorBooks, wager: Wagered, said: Iterable[int], *, replaced: Wagered | None
) -> set[int]:
    """All seats that somebody called the same person's; what a replaced form said doesn't count."""
    together = [{each.award.seat, *each.seats} for each in _on_jackpot(books, wager)]
    together += [
        {place[3], *each.seats} for place, each in _forms(books, wager) if place != replaced
    ]
    seats = {wager[3], *said}
    for _ in together:  # each turn joins one more group, or none is left
        seats = seats.union(*(each for each in together if each & seats))
    return seats


def _taxed(
    books: AuditorBooks, paid: Payment, wager: Wagered, at_ms: int,
    *, prize: OwedAward | None = None,
) -> Taxed:  # fmt: skip
    """A form for envy replaces an earlier one for the same wager."""
    law, place, jackpot = law_at(books.law, books.dated, at_ms), wager[:2], wager[2]
    awards = [each for each in _on_jackpot(books, wager) if each is not prize]
    awards += [prize] if prize is not None else []
    envy = [(pay[0], pay[2]) for pay in books.envy.get(place, ()) if pay[1] == jackpot]
    won: dict[int, int] = {}
    for seat, cents in [*((each.award.seat, _received(each)) for each in awards), *envy]:
        won[seat] = won.get(seat, 0) + cents
    each_cents = books.jackpots[jackpot].terms.wager_cents
    threshold_cents = law.tax_threshold.cents

    def is_due(seats: set[int]) -> bool:
        total, wagered = sum(won.get(seat, 0) for seat in seats), each_cents * len(seats)
        base = max(0, total - wagered) if books.takes_wager_off else total
        return base >= max(threshold_cents, law.tax_multiple.value * wagered)

    need(
        holds=paid.identical_seats is not None or len(won) < 2 or not is_due({*won, wager[3]}),
        saying=f"{place} was paid, and nobody asked about other seats",
    )
    replaced = wager if prize is None else None
    seats = _bettor_seats(books, wager, paid.identical_seats or (), replaced=replaced)
    own = won.pop(wager[3], 0)
    beside = sum(won.get(seat, 0) for seat in seats)
    won[wager[3]] = own
    need(
        holds=not is_due(seats) or paid.tax_form not in ("", "none"),
        saying=f"{place} was paid without the form that is due",
    )
    net, wagered = max(0, own + beside - each_cents * len(seats)), each_cents * len(seats)
    is_large = net > law.withholding_above.cents and net >= law.tax_multiple.value * wagered
    rate = law.withholding_percent.ppm if is_large else 0
    if not rate and not books.people.get(paid.person, False):
        rate = law.backup_percent.ppm
    mine = [each for each in awards if each.award.seat in seats]
    forms = [
        each
        for form, each in _forms(books, wager)
        if form[3] in seats and (prize is not None or form != wager)
    ]
    of_state = sum(each.state_cents for each in mine) + sum(each.state_cents for each in forms)
    kept = sum(each.withheld_cents for each in mine) + sum(each.tax_cents for each in forms)
    ppm = law.state_withholding_percent.ppm
    is_state = law.state_tax.value != "federal" or is_large
    for_state = max(0, net * ppm // 1_000_000 - of_state) if is_state and is_due(seats) else 0
    off = each_cents if books.takes_wager_off else 0
    noted = books.envy_forms.get(wager, EnvyFormBook()).reported_cents if prize is not None else 0
    said = (max(0, own - off - noted), max(0, beside - off * (len(seats) - 1)))
    reported = said if paid.tax_form not in ("", "none") else (0, 0)
    federal = max(0, net * rate // 1_000_000 - kept + of_state) if is_due(seats) else 0
    return Taxed(federal + for_state, for_state, *reported)


def _received(prize: OwedAward) -> int:
    return _total(prize) + prize.award.stake_cents


def _check_collected(paid: Payment, rest: int) -> None:
    """Tax beyond the payment was collected to the cent, and somebody says how."""
    same(paid.tax_collected_cents, rest, "what was collected of the tax")
    need(holds=not rest or bool(paid.tax_reason), saying="nobody says how tax was collected")


def _check_borne(books: AuditorBooks, paid: Payment, most: int, badge: str) -> None:
    """The house covers what the winner would have had to bring, and an executive signed for it."""
    if borne := paid.tax_borne_cents:
        need(holds=0 < borne <= most, saying=f"the house bears {borne} of {most} cents of tax")
        signed = paid.witness != badge and books.badges.get(paid.witness) == "executive"
        need(holds=signed and bool(paid.tax_reason), saying="nobody signed for tax that is borne")


def envy_form_noted(
    books: AuditorBooks, asked: payments.NoteEnvyForm, event: payments.EnvyFormNoted
) -> None:
    wager = (asked.table, asked.round, asked.jackpot, asked.seat)
    pays = books.envy.get(wager[:2], ())
    cents = sum(pay[2] for pay in pays if pay[:2] == (asked.seat, asked.jackpot))
    need(holds=cents > 0, saying=f"a form for envy that seat {asked.seat} never got")
    own = [each for each in _on_jackpot(books, wager) if each.award.seat == asked.seat]
    need(
        holds=all(each.status == "paid" for each in own),
        saying=f"a form for envy, and the prize of seat {asked.seat} is still to be paid",
    )
    taxed = _taxed(books, asked.payment, wager, asked.at_ms)
    tax, borne = taxed.left_cents, asked.payment.tax_borne_cents
    _check_collected(asked.payment, max(0, tax - borne - cents))
    _check_borne(books, asked.payment, tax, asked.badge)
    before = books.envy_forms.get(wager, EnvyFormBook())
    said = (event.cents, event.withheld_cents, event.before_cents)
    same(said, (cents, tax - borne, before.tax_cents - before.borne_cents), "envy")
    borne_before = before.borne_cents
    same((event.borne_cents, event.borne_before_cents), (borne, borne_before), "tax borne of envy")
    reported = max(0, taxed.own_cents - sum(each.reported_cents for each in own))
    on_form = (event.reported_cents, event.identical_cents, event.state_cents)
    said_of = (reported, taxed.beside_cents, taxed.state_cents)
    same(on_form, said_of, "what the form for envy says")
    seats = frozenset(asked.payment.identical_seats or ())
    who = asked.payment.person
    books.envy_forms[wager] = EnvyFormBook(who, tax, borne, reported, seats, taxed.state_cents)
    had = before.tax_cents
    books.players_micros -= (tax - borne - had + borne_before) * CENT_MICROS
    books.house_micros -= (borne - borne_before) * CENT_MICROS
    books.withheld_micros += (tax - had) * CENT_MICROS


def _total(prize: OwedAward) -> int:
    award = prize.award
    return award.meter_cents + award.house_cents + award.tray_cents


def _move(books: AuditorBooks, cents: int, withheld_cents: int, borne_cents: int) -> None:
    books.owed_micros -= cents * CENT_MICROS
    books.players_micros += (cents - withheld_cents + borne_cents) * CENT_MICROS
    books.house_micros -= borne_cents * CENT_MICROS
    books.withheld_micros += withheld_cents * CENT_MICROS


def _leave_bank(books: AuditorBooks, award: Award, *, sign: int = 1) -> None:
    """Only what came off a meter was in the bank."""
    books.floor_micros -= sign * award.meter_cents * CENT_MICROS
    books.unreimbursed_cents += sign * award.meter_cents


def payment_voided(
    books: AuditorBooks, asked: payments.VoidPayment, event: payments.PaymentVoided
) -> None:
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
    prize.borne_cents, prize.reported_cents, prize.seats = 0, 0, frozenset()
    prize.state_cents = 0
    for step in ("exclusion", "method", "signatures", "seal"):
        prize.skipped.discard(step)
        for name in STEP_FIELDS[step]:
            prize.noted.pop(name, None)


def payment_held(
    books: AuditorBooks, asked: payments.HoldPayment, event: payments.PaymentHeld
) -> None:
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", ""), f"how {asked.award} stands when it is held")
    prize.hold = asked.ground


def payment_released(
    books: AuditorBooks, asked: payments.ReleasePayment, event: payments.PaymentReleased
) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    need(holds=bool(prize.hold), saying=f"{asked.award} was released and never held")
    same(event.ground, prize.hold, "why it was held")
    prize.hold = ""


def prize_forfeited(
    books: AuditorBooks, asked: payments.ForfeitPrize, event: payments.PrizeForfeited
) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same(prize.status, "moved", "a prize that is forfeited")
    need(holds=prize.hold in ("excluded", "under_age"), saying=f"forfeited, held: {prize.hold}")
    cents = prize.award.meter_cents + prize.award.house_cents
    same(event.cents, cents, "what goes to whom")
    books.owed_micros -= cents * CENT_MICROS
    books.forfeited[asked.to] += cents
    _leave_bank(books, prize.award)
    prize.status, prize.hold = "forfeited", ""


def prize_handed_over(
    books: AuditorBooks, asked: payments.HandOverPrize, event: payments.PrizeHandedOver
) -> None:
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same((prize.status, prize.hold), ("moved", ""), "a prize that nobody claimed")
    taken = {*prize.confirmed_by, prize.dealer} & {*asked.badges}
    need(holds=not taken, saying=f"{asked.award}: {taken} handed over an award of their own")
    cents = prize.award.meter_cents + prize.award.house_cents
    same(event.cents, cents, "what goes to the state")
    books.owed_micros -= cents * CENT_MICROS
    books.unclaimed_micros += cents * CENT_MICROS
    _leave_bank(books, prize.award)
    prize.status = "unclaimed"


def prize_canceled(
    books: AuditorBooks, asked: payments.CancelPrize, event: payments.PrizeCanceled
) -> None:
    """What an award took off a meter is players' money, and goes back to a meter."""
    check_approvers(books, asked.badges)
    prize = books.prizes[asked.award]
    same(prize.status, "moved", f"how {asked.award} stands when it is canceled")
    need(holds=not prize.paid_by & {*asked.badges}, saying=f"{asked.award}: the payer canceled it")
    made_by = {*prize.confirmed_by} if prize.by_hand else set()
    need(holds=not made_by & {*asked.badges}, saying=f"{asked.award}: who made it canceled it")
    award = prize.award
    same(event.cents, award.meter_cents + award.house_cents, "what is canceled")
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
