"""What the tax office wants of a prize: whether a form is due, and what the house withholds.

A person's wins of one round are one win: awards, shares and envy are added up. Nothing here is tax
advice: the figures are the profile's, and a person chooses the form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pitboss.floor.facts.values import Award, Payment
from pitboss.floor.payout_state import RoundWins, round_name
from pitboss.floor.state import AwardState, State, changed
from pitboss.money import Cents, parts_down, percent_down
from pitboss.rules.law import Law

NRA = "1042-S"
GROUP = "5754"
GONE = ("backed out", "forfeited")
ADJUSTED = RoundWins()  # an award that was entered by hand belongs to no round


class PaidPart(Struct, frozen=True, gc=False):
    """What one person gets of a payment, before tax, and the tax that the house keeps of it."""

    person: str
    cents: Cents
    withheld_cents: Cents


class TaxedWin(Struct, frozen=True, gc=False):
    """One person's wins of one round, with the wagers that won them."""

    total_cents: Cents
    wager_cents: Cents
    withheld_cents: Cents = Cents(0)  # already, with what was paid of it

    @property
    def won_cents(self) -> Cents:
        """Winnings, less the wager."""
        return Cents(max(0, self.total_cents - self.wager_cents))


def is_reported(law: Law, win: TaxedWin, *, year: int) -> bool:
    """Whether a tax form is due for a win."""
    least_cents = max(law.tax_threshold.cents(year), law.tax_multiple.value * win.wager_cents)
    return win.total_cents >= least_cents


def withheld_from(law: Law, win: TaxedWin, *, year: int) -> Cents:
    """The regular tax on a win, rounded down to the cent."""
    if not is_reported(law, win, year=year) or win.won_cents <= law.withholding_above.cents:
        return Cents(0)
    return percent_down(win.won_cents, law.withholding_percent.value)


def win_of(state: State, found: AwardState, person: str = "") -> TaxedWin:
    """All that the seat of an award won in its round, and what the same person got there at other
    seats. What was undone or forfeited was not won."""
    place = round_name(found.table, found.round)
    wins = (state.round_wins.get(place) or ADJUSTED) if found.table else ADJUSTED
    others = [state.award(name) for name in wins.awards if name != found.award.award]
    same = [each for each in others if _is_same(each, found.award.seat, person)]
    return _added_up(state, (found, *same), wins, found.award.seat, person)


def envy_win_of(state: State, table: str, number: int, seat: int, person: str = "") -> TaxedWin:
    """All that a seat won in a round; it may be envy alone, which the tray has paid. What its own
    form has kept of it does not count: a second form takes the place of the first."""
    wins = state.round_wins.get(round_name(table, number)) or ADJUSTED
    awards = [state.award(name) for name in wins.awards]
    same = [each for each in awards if _is_same(each, seat, person)]
    others = tuple(each for each in wins.forms if each.seat != seat)
    return _added_up(state, same, changed(wins, forms=others), seat, person)


def live_awards(state: State, wins: RoundWins) -> tuple[str, ...]:
    """The awards of a round that were neither undone nor forfeited."""
    return tuple(name for name in wins.awards if state.award(name).status not in GONE)


def _is_same(each: AwardState, seat: int, person: str) -> bool:
    if each.status in GONE:
        return False
    paid_to = each.payment.person if each.payment is not None else ""
    if person and paid_to:
        return person == paid_to
    return each.award.seat == seat


def _added_up(
    state: State, awards: Sequence[AwardState], wins: RoundWins, seat: int, person: str
) -> TaxedWin:
    forms = [each for each in wins.forms if each.seat == seat or (person and each.person == person)]
    seats = {seat, *(each.award.seat for each in awards), *(each.seat for each in forms)}
    envy = [pay for pay in wins.envy if pay.seat in seats]
    total = sum(each.award.total_cents for each in awards) + sum(pay.cents for pay in envy)
    spots = {(each.award.seat, each.award.jackpot) for each in awards}
    spots |= {(pay.seat, pay.jackpot) for pay in envy}
    wager = sum(state.kept_jackpot(jackpot).terms.wager_cents for _, jackpot in spots)
    kept = sum(each.withheld_cents for each in awards)
    kept_of_envy = sum(each.withheld_cents for each in forms)
    return TaxedWin(Cents(total), Cents(wager), Cents(kept + kept_of_envy))


def withheld_now(state: State, found: AwardState, payment: Payment, *, year: int) -> Cents:
    """What the house keeps of this payment for the tax office."""
    win = win_of(state, found, payment.person)
    return withheld_of(state, payment, win, most_cents=paid_cents(found.award), year=year)


def withheld_of(
    state: State, payment: Payment, win: TaxedWin, *, most_cents: Cents, year: int
) -> Cents:
    """All that is due for a person's win of a round, less what the house has kept already, and no
    more than is paid."""
    law = state.law
    if payment.tax_form == NRA:
        due = percent_down(win.won_cents, law.nra_percent.value)
    else:
        due = withheld_from(law, win, year=year)
        if not due and is_reported(law, win, year=year):
            due = percent_down(_without_number(state, payment, win), law.backup_percent.value)
    return Cents(min(max(0, due - win.withheld_cents), most_cents))


def parts_of(
    state: State, found: AwardState, payment: Payment, *, withheld_cents: Cents, year: int
) -> tuple[PaidPart, ...]:
    """What each person gets of a payment, and what the house keeps of each. Regular tax falls on
    all by their shares, backup tax on those who gave no tax number; the first has the odd cents."""
    cents = paid_cents(found.award)
    if not payment.group:
        return (PaidPart(payment.person, cents, withheld_cents),)
    win = win_of(state, found)
    is_regular = withheld_from(state.law, win, year=year) > 0
    weights = [
        each.cents if is_regular or not _has_number(state, each.person) else Cents(0)
        for each in payment.group
    ]
    kept = parts_down(withheld_cents, weights)
    return tuple(
        PaidPart(each.person, each.cents, part)
        for each, part in zip(payment.group, kept, strict=True)
    )


def _without_number(state: State, payment: Payment, win: TaxedWin) -> Cents:
    """The part of a win whose winners gave no tax number."""
    if not payment.group:
        return Cents(0) if _has_number(state, payment.person) else win.won_cents
    parts = (each.cents for each in payment.group if not _has_number(state, each.person))
    return Cents(min(sum(parts), win.won_cents))


def form_withheld(wins: RoundWins, seat: int) -> Cents:
    """What the form for a seat's envy has kept."""
    return Cents(sum(each.withheld_cents for each in wins.forms if each.seat == seat))


def _has_number(state: State, person: str) -> bool:
    found = state.people.get(person)
    return found is not None and found.tax_number is not None


def paid_cents(award: Award) -> Cents:
    """What a payment is about: what is owed, or what the tray has paid where nothing is."""
    return award.owed_cents or award.tray_cents


def people_of(payment: Payment) -> tuple[str, ...]:
    """Who is paid."""
    return _distinct((payment.person, *(each.person for each in payment.group)))


def _distinct(people: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(person for person in people if person))
