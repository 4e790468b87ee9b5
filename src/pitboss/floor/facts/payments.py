"""Payments: the steps of a payout, the prize paid, its payment voided, held, released, the prize
forfeited or canceled; the form for a wager that won only envy."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import BankDay, Day, HouseTime, TimeMs
from pitboss.floor.facts.meanings import (
    AwardId,
    BadgeId,
    CheckNumber,
    Coded,
    DeviceId,
    Inside,
    JackpotId,
    OpenName,
    Private,
    Reference,
    TableId,
    TypedText,
)
from pitboss.floor.facts.permission import (
    CONFIRMER,
    DEALT,
    MAKER,
    ONE_APPROVER,
    PAYER,
    TWO_APPROVERS,
)
from pitboss.floor.facts.values import Movement, PaidPart, Payment
from pitboss.money import Cents


class VerifyHand(Command):
    """Check the winning cards again and type them in; the server says what they make."""

    permission = ONE_APPROVER
    office = "wins"
    no_numbers = True
    worked_out = ("found", "won_ms")
    witness_at = "witness"
    award: AwardId
    cards: str
    deck_cards: int  # counted, the hand included; 0: nobody counted
    camera: TypedText  # which one
    shown_at: HouseTime  # when the cards were shown to it, on the house's clock
    witness: BadgeId = ""  # the witness's badge
    instead_of_ms: int = 0  # when the verification replaced by this one was made; 0: none
    badge: BadgeId
    found: str = ""  # the hand that the cards make; empty if no rule of the system classes it
    won_ms: TimeMs = 0  # when the award was recorded; 0 if its row is gone


class HandVerified(Event):
    """The cards of an award make the marked hand, or people say so if `found` is empty. The shares
    of one mark are verified together."""

    award: AwardId
    cards: str
    deck_cards: int
    camera: TypedText
    shown_at: str
    witness: BadgeId
    found: str
    at_ms: int
    badge: BadgeId


class NotePayoutStep(Command):
    """A step of a payout is done: the payee, the exclusion list, the tax form, the method, the
    signatures or the seal. Only that step's fields of `payment` are filled in; repeating a step
    replaces what it noted."""

    permission = ONE_APPROVER
    office = "wins"
    no_numbers = True
    witness_at = "payment.witness"
    award: AwardId
    step: Coded
    payment: Payment
    badge: BadgeId


class PayoutStepNoted(Event):
    """A step of a payout is done, with what it notes of the payment."""

    award: AwardId
    step: Coded
    payment: Payment
    at_ms: int
    badge: BadgeId


class SkipPayoutStep(Command):
    """Leave out a step that the jurisdiction lets a named person leave out."""

    permission = ONE_APPROVER
    office = "wins"
    no_numbers = True
    award: AwardId
    step: Coded
    reason: TypedText
    badge: BadgeId


class PayoutStepSkipped(Event):
    """Who left out which step of a payout, and why."""

    award: AwardId
    step: Coded
    reason: TypedText
    at_ms: int
    badge: BadgeId


class PayPrize(Command):
    """A cashier has paid what is owed (PS-8), or notes who got what the tray has paid. Fields that
    `payment` leaves empty are as the payout's steps noted them."""

    permission = replace(ONE_APPROVER, differs_from=(CONFIRMER, DEALT))
    office = "wins"
    no_numbers = True
    worked_out = ("till",)
    witness_at = "payment.witness"
    award: AwardId
    payment: Payment = Payment()
    badge: BadgeId
    till: DeviceId = ""  # where it is paid; empty: at no till


class PrizePaid(Event):
    """A prize that was owed has been paid: `cents` of it, less withheld tax. `parts` say who got
    what with how much withheld, including what the tray had paid before, if nothing was owed.
    `collected_cents` is tax above the payment that the winner brought; `borne_cents` is tax the
    winner didn't bring and the house absorbs. A till's drawer is `drawer_cents` poorer by it."""

    in_outbox = True
    award: AwardId
    cents: Cents
    withheld_cents: Cents
    collected_cents: Cents = Cents(0)
    borne_cents: Cents = Cents(0)
    parts: Inside[tuple[PaidPart, ...]]
    keep_until: str  # the last day on which its records must be kept
    payment: Payment
    badge: BadgeId
    at_ms: Inside[int] = 0
    till: Inside[DeviceId] = ""
    drawer: Inside[int] = 0  # the row that opened it
    drawer_cents: Inside[Cents] = Cents(0)  # below zero: more tax came in than was paid out

    @property
    def net_cents(self) -> Cents:
        """What the winner takes home."""
        return Cents(self.cents - self.withheld_cents)


class VoidPayment(Command):
    """Take a payment back: a check that was lost, spoiled or never handed over. The prize is owed
    again. The person who paid it isn't one of the two."""

    permission = replace(TWO_APPROVERS, differs_from=(PAYER,))
    office = "wins"
    no_numbers = True
    award: AwardId
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PaymentVoided(Event):
    """A payment was taken back, with its tax; the number of its check stays used. What its drawer
    paid is back in it at `till`, or in the vault if that drawer was closed since."""

    in_outbox = True
    award: AwardId
    cents: Cents
    withheld_cents: Cents
    collected_cents: Cents = Cents(0)
    borne_cents: Cents = Cents(0)
    check_number: CheckNumber
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]
    till: Inside[DeviceId] = ""
    drawer: Inside[int] = 0
    drawer_cents: Inside[Cents] = Cents(0)


class HoldPayment(Command):
    """Hold a prize until two people release it: an excluded person, an underage winner, a dispute,
    no identification."""

    permission = ONE_APPROVER
    office = "wins"
    no_numbers = True
    award: AwardId
    ground: Coded
    person: Private[str] = ""  # of the vault, if known; if empty, as the payout names them
    reason: TypedText
    badge: BadgeId


class PaymentHeld(Event):
    """A prize isn't paid for now, and why."""

    award: AwardId
    ground: Coded
    person: Private[str] = ""
    reason: TypedText
    badge: BadgeId


class ReleasePayment(Command):
    """Two people agree that a prize may be paid after all."""

    permission = TWO_APPROVERS
    office = "wins"
    no_numbers = True
    award: AwardId
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PaymentReleased(Event):
    """A prize may be paid again."""

    award: AwardId
    ground: Coded
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class ForfeitPrize(Command):
    """An excluded person's prize goes to the payee the rule names. So does an underage winner's, if
    the rule says so, or if it was not read and the agency has decided so."""

    permission = TWO_APPROVERS
    office = "wins"
    no_numbers = True
    award: AwardId
    to: str
    reason: TypedText
    badges: tuple[BadgeId, BadgeId]


class PrizeForfeited(Event):
    """A prize goes to someone other than its winner; the agency must hear of it by `notice_due_ms`,
    0 where no rule says."""

    in_outbox = True
    award: AwardId
    cents: Cents
    to: str
    reason: TypedText
    notice_due_ms: Inside[int]
    keep_until: str
    badges: tuple[BadgeId, BadgeId]


class HandOverPrize(Command):
    """Nobody collected a prize within the law's time limit: it is unclaimed property, and two
    people who had no part in the award hand it over. `reference` is the report to the state, `day`
    its date."""

    permission = replace(TWO_APPROVERS, differs_from=(CONFIRMER, DEALT))
    office = "wins"
    no_numbers = True
    worked_out = ("won_ms",)
    award: AwardId
    reference: Reference
    day: BankDay
    badges: tuple[BadgeId, BadgeId]
    won_ms: TimeMs = 0  # when the award was recorded; 0 if its row is gone


class PrizeHandedOver(Event):
    """A prize went to the state as unclaimed property."""

    in_outbox = True
    award: AwardId
    cents: Cents
    reference: Reference
    day: Day
    keep_until: str
    badges: tuple[BadgeId, BadgeId]


class CancelPrize(Command):
    """A prize still owed was a mistake, and its meter has moved on: two people who neither paid nor
    made it cancel it, with evidence. `jackpot` and `level` say where the players' money goes if its
    own jackpot is retired."""

    permission = replace(TWO_APPROVERS, differs_from=(PAYER, MAKER))
    no_numbers = True
    award: AwardId
    reason: TypedText
    evidence: Reference
    jackpot: JackpotId = ""
    level: OpenName = ""
    badges: tuple[BadgeId, BadgeId]


class PrizeCanceled(Event):
    """A prize is no longer owed. What came off a meter is back on one, above its maximum in
    overflow; what the house added is the house's again."""

    moves_by = "back-outs"
    in_outbox = True
    award: AwardId
    cents: Cents
    reason: TypedText
    evidence: Reference
    badges: tuple[BadgeId, BadgeId]
    movements: tuple[Movement, ...]


class NoteEnvyForm(Command):
    """Record who got the envy of a wager that won nothing else, and the form that is due. A second
    one replaces the first."""

    permission = ONE_APPROVER
    office = "prizes"
    no_numbers = True
    table: TableId
    round: int
    seat: int
    jackpot: JackpotId
    payment: Payment
    badge: BadgeId


class EnvyFormNoted(Event):
    """The form for a wager's envy. The tray has paid it. The player pays back the tax, less what an
    earlier form of this wager kept; the house absorbs what the player doesn't bring, less what it
    absorbed with the earlier one. The form reports `reported_cents` won, and `identical_cents` on
    identical wagers."""

    table: TableId
    round: int
    seat: int
    jackpot: JackpotId
    cents: Cents
    withheld_cents: Cents
    before_cents: Cents
    borne_cents: Cents = Cents(0)
    borne_before_cents: Cents = Cents(0)
    reported_cents: Cents = Cents(0)
    identical_cents: Cents = Cents(0)
    state_cents: Cents = Cents(0)  # the state's part of the tax
    keep_until: str
    payment: Payment
    badge: BadgeId
