"""The tax on a prize: whether a form is due, and what the house withholds.

Each wager is a game of its own: its award and the envy on the same sensor are one win, separate
from other wagers. Only identical wagers count as one: those of the same bettor on the same jackpot
in the same round, at the seats a cashier names. The payment records what it withheld from each
person, and that is never worked out again. Nothing here is tax advice: the figures are the
profile's, and a person chooses the form."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pitboss.floor.facts.values import LESS_WAGER, Award, PaidPart, Payment
from pitboss.floor.money.state_tax import state_withheld
from pitboss.floor.state.floor import AwardState, State, changed
from pitboss.floor.state.payouts import EnvyForm, RoundWins, round_name
from pitboss.money import Cents, parts_down, share_down
from pitboss.rules.cited_law import Law

W2G = "W-2G"
NRA = "1042-S"
GROUP = "5754"
NO_FORM = ("", "none")
GONE = ("backed out", "forfeited", "unclaimed", "canceled")
NO_WINS = RoundWins()


class TaxRules(Struct, frozen=True, gc=False):
    """The figures that hold at a time, and whether the house subtracts the wager before it checks
    if a win is reported."""

    law: Law
    least_cents: Cents  # the smallest reported win
    takes_wager_off: bool = False


class SeatWager(Struct, frozen=True, gc=False):
    """What one seat put on one jackpot in a round."""

    table: str
    round: int
    seat: int
    jackpot: str


class TaxedWin(Struct, frozen=True, gc=False):
    """What a wager won, including a returned stake, and what identical ones won."""

    own_cents: Cents
    wager_cents: Cents  # each of them
    identical_cents: Cents = Cents(0)
    wagers: int = 1
    withheld_cents: Cents = Cents(0)  # already, with earlier payments
    state_cents: Cents = Cents(0)  # of that, for the state
    has_payment: bool = False  # a cashier has paid part of them

    @property
    def total_cents(self) -> Cents:
        """Everything that came back for the wagers."""
        return Cents(self.own_cents + self.identical_cents)

    @property
    def wagered_cents(self) -> Cents:
        """Everything put down."""
        return Cents(self.wager_cents * self.wagers)

    @property
    def won_cents(self) -> Cents:
        """Winnings, less the wagers."""
        return Cents(max(0, self.total_cents - self.wagered_cents))


class Withholding(Struct, frozen=True, gc=False):
    """A payment for the tax office: the win that decides whether a form is due, and each person's
    amount, withholding and collected tax."""

    win: TaxedWin
    is_due: bool
    parts: tuple[PaidPart, ...]
    may_void: bool = False  # an earlier payment, in place of collecting

    @property
    def withheld_cents(self) -> Cents:
        """Everything the house keeps of the payment."""
        return Cents(sum(part.withheld_cents for part in self.parts))

    @property
    def short_cents(self) -> Cents:
        """Tax above the payment that the house doesn't absorb."""
        return Cents(sum(part.collected_cents for part in self.parts))

    @property
    def borne_cents(self) -> Cents:
        """Tax the winner doesn't bring and the house absorbs."""
        return Cents(sum(part.borne_cents for part in self.parts))


def tax_rules(state: State, at_ms: int) -> TaxRules:
    """The figures on the house's day at a time."""
    law = state.law_at(at_ms)
    reported = state.site.winnings_reported if state.site is not None else ""
    return TaxRules(law, law.tax_threshold.cents, takes_wager_off=reported == LESS_WAGER)


def is_reported(rules: TaxRules, win: TaxedWin) -> bool:
    """Whether a tax form is due for a win."""
    cents = win.won_cents if rules.takes_wager_off else win.total_cents
    return cents >= max(rules.least_cents, rules.law.tax_multiple.value * win.wagered_cents)


def withheld_from(rules: TaxRules, win: TaxedWin) -> Cents:
    """The regular tax on a win, rounded down to the cent. It depends on winnings above the wager,
    whatever the house reports."""
    law, won = rules.law, win.won_cents
    is_large = won > law.withholding_above.cents
    if not (is_large and won >= law.tax_multiple.value * win.wagered_cents):
        return Cents(0)
    return share_down(won, law.withholding_percent.ppm) if is_reported(rules, win) else Cents(0)


# ---- a wager's win ------------------------------------------------------------------------------


def wager_of(found: AwardState) -> SeatWager:
    """The wager behind an award."""
    return SeatWager(found.table, found.round, found.award.seat, found.award.jackpot)


def wins_of(state: State, wager: SeatWager) -> RoundWins:
    """What the round of a wager won."""
    return state.round_wins.get(round_name(wager.table, wager.round)) or NO_WINS


def live_awards(state: State, wins: RoundWins, jackpot: str) -> list[AwardState]:
    """A round's awards of a jackpot that were neither undone nor forfeited."""
    awards = (state.award(name) for name in wins.awards)
    return [each for each in awards if each.award.jackpot == jackpot and each.status not in GONE]


def other_seats(state: State, wager: SeatWager) -> tuple[int, ...]:
    """The other seats that won on the same jackpot in the round: the same person may be there."""
    wins = wins_of(state, wager)
    seats = {each.award.seat for each in live_awards(state, wins, wager.jackpot)}
    seats |= {pay.seat for pay in wins.envy if pay.jackpot == wager.jackpot}
    return tuple(sorted(seats - {wager.seat}))


def win_of(state: State, found: AwardState, said: Iterable[int] = ()) -> TaxedWin:
    """What the wager of an award won. `said` are the same bettor's other seats."""
    wager = wager_of(found)
    wins = wins_of(state, wager)
    live = live_awards(state, wins, wager.jackpot)
    others = (each for each in live if each.award.award != found.award.award)
    return _added_up(state, wager, wins, [found, *others], said)


def envy_win_of(state: State, wager: SeatWager, said: Iterable[int] = ()) -> TaxedWin:
    """What a wager that may have won only envy got, paid by the tray. What its own form kept
    doesn't count: a second form replaces the first."""
    wins = wins_of(state, wager)
    others = tuple(each for each in wins.forms if not _is_for(each, wager))
    awards = live_awards(state, wins, wager.jackpot)
    return _added_up(state, wager, changed(wins, forms=others), awards, said)


def left_for_envy(
    state: State, wager: SeatWager, win: TaxedWin, rules: TaxRules, form: str = W2G
) -> Cents:
    """How much of a wager's win a form for its envy must report: nothing while its prize is unpaid,
    because that form will have the envy too, or if that form has it."""
    live = live_awards(state, wins_of(state, wager), wager.jackpot)
    own = [each for each in live if each.award.seat == wager.seat]
    if any(each.status != "paid" for each in own):
        return Cents(0)
    on_forms = sum(part.reported_cents for each in own for part in each.parts)
    return Cents(max(0, reported_of(rules, win, form)[0] - on_forms))


def seats_asked(state: State, wager: SeatWager, rules: TaxRules) -> tuple[int, ...]:
    """The other seats to ask a cashier about: none if everything they won together needs no
    form."""
    seats = other_seats(state, wager)
    return seats if seats and is_reported(rules, envy_win_of(state, wager, seats)) else ()


def payees_beside(
    state: State, wager: SeatWager, said: Iterable[int]
) -> list[tuple[int, set[str]]]:
    """The people paid by name for identical wagers, seat by seat."""
    wins = wins_of(state, wager)
    awards = live_awards(state, wins, wager.jackpot)
    forms = [each for each in wins.forms if each.jackpot == wager.jackpot]
    seats = _bettor_seats(wager.seat, said, awards, forms) - {wager.seat}
    found = [(each.award.seat, {part.person for part in each.parts}) for each in awards]
    found += [(each.seat, {each.person}) for each in forms]
    return [(seat, people) for seat, people in found if seat in seats and people - {""}]


def envy_cents(wins: RoundWins, wager: SeatWager) -> Cents:
    """What a wager got for other seats' hits."""
    same = (wager.seat, wager.jackpot)
    return Cents(sum(pay.cents for pay in wins.envy if (pay.seat, pay.jackpot) == same))


def form_of(wins: RoundWins, wager: SeatWager) -> EnvyForm | None:
    """The form on record for a wager's envy."""
    return next((each for each in wins.forms if _is_for(each, wager)), None)


def _is_for(form: EnvyForm, wager: SeatWager) -> bool:
    return (form.seat, form.jackpot) == (wager.seat, wager.jackpot)


def _added_up(
    state: State, wager: SeatWager, wins: RoundWins, awards: list[AwardState], said: Iterable[int]
) -> TaxedWin:
    forms = [each for each in wins.forms if each.jackpot == wager.jackpot]
    seats = _bettor_seats(wager.seat, said, awards, forms)
    received: dict[int, int] = dict.fromkeys(seats, 0)
    mine = [each for each in awards if each.award.seat in seats]
    for each in mine:
        received[each.award.seat] += each.award.total_cents + each.award.stake_cents
    for pay in wins.envy:
        if pay.jackpot == wager.jackpot and pay.seat in seats:
            received[pay.seat] += pay.cents
    kept = sum(each.withheld_cents + each.collected_cents + each.borne_cents for each in mine)
    kept += sum(each.withheld_cents + each.borne_cents for each in forms if each.seat in seats)
    for_state: int = sum(part.state_cents for each in mine for part in each.parts)
    for_state += sum(each.state_cents for each in forms if each.seat in seats)
    own = received.pop(wager.seat)
    return TaxedWin(
        own_cents=Cents(own),
        wager_cents=state.kept_jackpot(wager.jackpot).terms.wager_cents,
        identical_cents=Cents(sum(received.values())),
        wagers=len(seats),
        withheld_cents=Cents(kept),
        state_cents=Cents(for_state),
        has_payment=any(each.award.owed_cents and each.parts for each in mine),
    )


def _bettor_seats(
    seat: int, said: Iterable[int], awards: Iterable[AwardState], forms: Iterable[EnvyForm]
) -> set[int]:
    """One bettor's seats: those named now, and those that payments and forms on record named
    together with any of them."""
    recorded = [
        {each.award.seat, *(each.payment.identical_seats or ())}
        for each in awards
        if each.payment is not None
    ]
    recorded += [{each.seat, *each.identical_seats} for each in forms]
    seats, before = {seat, *said}, set[int]()
    while seats != before:
        before = seats
        seats = seats.union(*(each for each in recorded if each & seats))
    return seats


# ---- withholding --------------------------------------------------------------------------------


def find_withholding(
    state: State, found: AwardState, payment: Payment, rules: TaxRules
) -> Withholding:
    """What the house keeps of this payment for the tax office, and from whom. The house absorbs
    what a winner doesn't bring: it owes the tax whether it was withheld or not."""
    due = _withheld_or_due(state, found, payment, rules)
    if not payment.tax_borne_cents:
        return due
    is_at_table = not found.award.owed_cents
    parts, left = [], payment.tax_borne_cents
    for part in due.parts:
        beyond = min(left, part.collected_cents)
        of_it = min(left - beyond, part.withheld_cents) if is_at_table else 0
        left = Cents(left - beyond - of_it)
        parts.append(
            changed(
                part,
                collected_cents=part.collected_cents - beyond,
                withheld_cents=part.withheld_cents - of_it,
                borne_cents=beyond + of_it,
            )
        )
    return changed(due, parts=tuple(parts))


def _withheld_or_due(
    state: State, found: AwardState, payment: Payment, rules: TaxRules
) -> Withholding:
    """A group's tax falls on all by their shares, backup tax on those without a tax number. The
    first of a group sits at the seat and gets the envy, the returned stake and odd cents."""
    cents = paid_cents(found.award)
    shares = [each.cents for each in payment.group] or [cents]
    people = [each.person for each in payment.group] or [payment.person]
    win = win_of(state, found, payment.identical_seats or ())
    got = [Cents(shares[0] + win.own_cents - cents), *shares[1:]]
    each_got = list(zip(people, got, strict=True))
    taxes = zip(
        tax_left(state, payment, win, each_got, rules),
        state_left(state, payment, win, each_got, rules),
        strict=True,
    )
    own, identical = reported_of(rules, win, payment.tax_form)
    wager = wager_of(found)
    if (noted := form_of(wins_of(state, wager), wager)) is not None:
        own = Cents(max(0, own - noted.reported_cents))  # envy that is on a separate form
    forms = zip(parts_down(own, got), parts_down(identical, got), strict=True)
    parts = tuple(
        PaidPart(
            person,
            share,
            Cents(min(tax, share)),
            Cents(max(0, tax - share)),
            reported_cents=on_form,
            identical_cents=beside,
            state_cents=for_state,
        )
        for person, share, (tax, for_state), (on_form, beside) in zip(
            people, shares, taxes, forms, strict=True
        )
    )
    is_short = any(part.collected_cents for part in parts)
    return Withholding(win, is_reported(rules, win), parts, is_short and win.has_payment)


def reported_of(rules: TaxRules, win: TaxedWin, form: str) -> tuple[Cents, Cents]:
    """What a form reports as won: on the wager, and on identical ones. Form 1042-S has all of
    it."""
    if form in NO_FORM:
        return Cents(0), Cents(0)
    if form == NRA or not rules.takes_wager_off:
        return win.own_cents, win.identical_cents
    others_cents = win.wagered_cents - win.wager_cents
    return (
        Cents(max(0, win.own_cents - win.wager_cents)),
        Cents(max(0, win.identical_cents - others_cents)),
    )


def tax_left(
    state: State,
    payment: Payment,
    win: TaxedWin,
    got: list[tuple[str, Cents]],
    rules: TaxRules,
) -> tuple[Cents, ...]:
    """What each person still owes on a win, less what the house has kept: the federal tax and the
    state's. Form 1042-S covers everything won: only the other forms' rule subtracts the wager."""
    weights = [cents for _, cents in got]
    if payment.tax_form == NRA:
        due = share_down(win.total_cents, rules.law.nra_percent.ppm)
    elif not (due := withheld_from(rules, win)) and is_reported(rules, win):
        weights = [Cents(0) if _has_number(state, who) else cents for who, cents in got]
        won = _won_by(win, [cents for _, cents in got], weights)
        due = share_down(won, rules.law.backup_percent.ppm)
    left = parts_down(Cents(max(0, due + win.state_cents - win.withheld_cents)), weights)
    of_state = state_left(state, payment, win, got, rules)
    return tuple(Cents(tax + part) for tax, part in zip(left, of_state, strict=True))


def state_left(
    state: State,
    payment: Payment,
    win: TaxedWin,
    got: list[tuple[str, Cents]],
    rules: TaxRules,
) -> tuple[Cents, ...]:
    """The state's part, by each person's residence; nothing of a Form 1042-S."""
    if payment.tax_form == NRA:
        return tuple(Cents(0) for _ in got)
    taxed = {"is_taxed": withheld_from(rules, win) > 0, "is_reported": is_reported(rules, win)}
    parts = parts_down(win.won_cents, [cents for _, cents in got])
    due = [
        state_withheld(rules.law, part, lives_elsewhere=_lives_elsewhere(state, who), **taxed)
        for (who, _), part in zip(got, parts, strict=True)
    ]
    return parts_down(Cents(max(0, sum(due) - win.state_cents)), due)


def _won_by(win: TaxedWin, got: list[Cents], weights: list[Cents]) -> Cents:
    """What each person with a share won, less their part of the wagers."""
    totals, wagers = parts_down(win.total_cents, got), parts_down(win.wagered_cents, got)
    parts = (
        max(0, total - wager)
        for total, wager, weight in zip(totals, wagers, weights, strict=True)
        if weight
    )
    return Cents(min(sum(parts), win.won_cents))


def _lives_elsewhere(state: State, person: str) -> bool:
    found = state.people.get(person)
    return found is not None and found.lives_elsewhere


def _has_number(state: State, person: str) -> bool:
    found = state.people.get(person)
    return found is not None and found.tax_number is not None


def paid_cents(award: Award) -> Cents:
    """A payment's amount: what is owed, or what the tray has paid if nothing is."""
    return award.owed_cents or award.tray_cents


def people_of(payment: Payment) -> tuple[str, ...]:
    """Who gets paid."""
    people = (payment.person, *(each.person for each in payment.group))
    return tuple(dict.fromkeys(person for person in people if person))
