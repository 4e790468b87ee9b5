"""What the tax office wants of a prize: whether a form is due, and what the house withholds.

A person's wins of one round are one win: awards, shares and envy are added up, in whatever order
they are paid. What a payment withheld from whom is kept with the payment and never reckoned again.
Nothing here is tax advice: the figures are the profile's, and a person chooses the form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pitboss.floor.facts.values import Award, GroupShare, PaidPart, Payment
from pitboss.floor.payout_state import RoundWins, round_name
from pitboss.floor.state import AwardState, State, changed
from pitboss.money import Cents, parts_down, percent_down
from pitboss.rules.law import Law

NRA = "1042-S"
GROUP = "5754"
GONE = ("backed out", "forfeited", "canceled")
NOTHING_WON = RoundWins()
NO_SEAT = 0


class TaxedWin(Struct, frozen=True, gc=False):
    """One person's wins of one round, with the wagers that won them."""

    total_cents: Cents
    wager_cents: Cents
    withheld_cents: Cents = Cents(0)  # already, with what was paid of it
    has_payment: bool = False  # a cashier has paid some of it

    @property
    def won_cents(self) -> Cents:
        """Winnings, less the wager."""
        return Cents(max(0, self.total_cents - self.wager_cents))


class TaxKept(Struct, frozen=True, gc=False):
    """The tax that the house keeps of a payment, and what is due above that and more than is
    paid: a cashier collects it, or voids what he has paid of the same win and pays this first."""

    cents: Cents
    short_cents: Cents = Cents(0)
    may_void: bool = False


class Withholding(Struct, frozen=True, gc=False):
    """What a payment is for the tax office: the win that decides whether a form is due, and who
    gets how much with how much withheld, and how much collected beside it."""

    win: TaxedWin
    is_due: bool
    parts: tuple[PaidPart, ...]
    may_void: bool = False  # an earlier payment, in place of collecting

    @property
    def withheld_cents(self) -> Cents:
        """All that the house keeps of the payment."""
        return Cents(sum(part.withheld_cents for part in self.parts))

    @property
    def short_cents(self) -> Cents:
        """All that is due and more than is paid, and that the house does not bear."""
        return Cents(sum(part.collected_cents for part in self.parts))

    @property
    def borne_cents(self) -> Cents:
        """All that the winner does not bring and the house bears."""
        return Cents(sum(part.borne_cents for part in self.parts))


class _Counted(Struct, frozen=True, gc=False):
    """An award as far as it counts as a person's: all of it, or his share of a group with his part
    of the wager. The first of a group sits at the seat."""

    found: AwardState
    cents: Cents
    withheld_cents: Cents
    wager_cents: Cents | None = None  # of a share; none: it counts whole
    has_seat: bool = True


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
    seats or as a share of a group. What was undone or forfeited was not won."""
    return _win_with(state, found, _whole(found), seat=found.award.seat, person=person)


def _member_win(state: State, found: AwardState, group: Sequence[GroupShare], at: int) -> TaxedWin:
    """A share of an award, and what the same person won in its round beside it. Envy of the seat,
    and what nobody was paid by name there, is the first one's: he sits there."""
    share = group[at]
    wager = _wager_parts(state, found, [each.cents for each in group])[at]
    counted = _Counted(found, share.cents, Cents(0), wager, has_seat=not at)
    seat = NO_SEAT if at else found.award.seat
    return _win_with(state, found, counted, seat=seat, person=share.person)


def _wager_parts(state: State, found: AwardState, cents: Sequence[Cents]) -> list[Cents]:
    """The wager of an award by the shares of a group; the first has the odd cents."""
    wager_cents = state.kept_jackpot(found.award.jackpot).terms.wager_cents
    return list(parts_down(wager_cents, cents))


def _win_with(
    state: State, found: AwardState, counted: _Counted, *, seat: int, person: str
) -> TaxedWin:
    place = round_name(found.table, found.round)
    wins = state.round_wins.get(place) or NOTHING_WON
    others = [state.award(name) for name in wins.awards if name != found.award.award]
    return _added_up(state, (counted, *_counted(state, others, seat, person)), wins, seat, person)


def envy_win_of(state: State, table: str, number: int, seat: int, person: str = "") -> TaxedWin:
    """All that a seat won in a round; it may be envy alone, which the tray has paid. What its own
    form has kept of it does not count: a second form takes the place of the first."""
    wins = state.round_wins.get(round_name(table, number)) or NOTHING_WON
    awards = [state.award(name) for name in wins.awards]
    others = tuple(each for each in wins.forms if each.seat != seat)
    same = tuple(_counted(state, awards, seat, person))
    return _added_up(state, same, changed(wins, forms=others), seat, person)


def live_awards(state: State, wins: RoundWins) -> tuple[str, ...]:
    """The awards of a round that were neither undone nor forfeited."""
    return tuple(name for name in wins.awards if state.award(name).status not in GONE)


def _counted(
    state: State, awards: Iterable[AwardState], seat: int, person: str
) -> Iterator[_Counted]:
    """What of some awards counts as a person's: what he was paid, and what nobody was paid by name
    and his seat won."""
    for each in awards:
        if each.status in GONE:
            continue
        named = [part for part in each.parts if part.person]
        if not person or not named:
            if each.award.seat == seat:
                yield _whole(each)
        elif len(named) == 1 and named[0].person == person:
            yield _whole(each)
        elif person in (places := [part.person for part in named]):
            at = places.index(person)
            wager = _wager_parts(state, each, [part.cents for part in named])[at]
            part = named[at]
            kept = Cents(part.withheld_cents + part.collected_cents + part.borne_cents)
            yield _Counted(each, part.cents, kept, wager, has_seat=not at)


def _whole(found: AwardState) -> _Counted:
    kept = Cents(found.withheld_cents + found.collected_cents + found.borne_cents)
    return _Counted(found, found.award.total_cents, kept)


def _added_up(
    state: State, counted: Sequence[_Counted], wins: RoundWins, seat: int, person: str
) -> TaxedWin:
    forms = [each for each in wins.forms if each.seat == seat or (person and each.person == person)]
    own = {each.found.award.seat for each in counted if each.has_seat}
    seats = {seat, *own, *(each.seat for each in forms)} - _taken_seats(state, wins, person)
    envy = [pay for pay in wins.envy if pay.seat in seats]
    total = sum(each.cents for each in counted) + sum(pay.cents for pay in envy)
    spots = {(each.found.award.seat, each.found.award.jackpot) for each in counted}
    spots |= {(pay.seat, pay.jackpot) for pay in envy}
    shares = [each for each in counted if each.wager_cents is not None]
    spots -= {(each.found.award.seat, each.found.award.jackpot) for each in shares}
    wager: int = sum(state.kept_jackpot(jackpot).terms.wager_cents for _, jackpot in spots)
    wager += sum(each.wager_cents or 0 for each in shares)
    kept = sum(each.withheld_cents for each in counted)
    kept_of_envy = sum(each.withheld_cents + each.borne_cents for each in forms)
    has_payment = any(each.found.award.owed_cents and each.found.parts for each in counted)
    return TaxedWin(Cents(total), Cents(wager), Cents(kept + kept_of_envy), has_payment)


def _taken_seats(state: State, wins: RoundWins, person: str) -> set[int]:
    """Seats at which somebody else was paid by name, the first of a group: envy there is his."""
    taken: dict[int, str] = {}
    for name in live_awards(state, wins) if person else ():
        found = state.award(name)
        if found.parts and found.parts[0].person:
            taken.setdefault(found.award.seat, found.parts[0].person)
    return {seat for seat, whose in taken.items() if whose != person}


def withholding(state: State, found: AwardState, payment: Payment, *, year: int) -> Withholding:
    """What the house keeps of this payment for the tax office, and of whom. What a winner does not
    bring of it the house bears: it owes the tax whether it was withheld or not (IRC 3403)."""
    due = _withheld_or_due(state, found, payment, year=year)
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
    state: State, found: AwardState, payment: Payment, *, year: int
) -> Withholding:
    if payment.group:
        return _group_withholding(state, found, payment, year=year)
    cents, law = paid_cents(found.award), state.law
    win = win_of(state, found, payment.person)
    kept = withheld_of(state, payment, win, most_cents=cents, year=year)
    parts = (PaidPart(payment.person, cents, kept.cents, kept.short_cents),)
    return Withholding(win, is_reported(law, win, year=year), parts, kept.may_void)


def _group_withholding(
    state: State, found: AwardState, payment: Payment, *, year: int
) -> Withholding:
    """A group's tax is that on the prize it shares: regular tax falls on all by their shares,
    backup tax on those who gave no tax number, and the first has the odd cents. Whoever won more in
    the round pays for that too."""
    law, cents, group = state.law, paid_cents(found.award), payment.group
    wager_cents = state.kept_jackpot(found.award.jackpot).terms.wager_cents
    win = TaxedWin(found.award.total_cents, wager_cents)
    is_due = is_reported(law, win, year=year)
    kept = withheld_of(state, payment, win, most_cents=cents, year=year)
    is_regular = withheld_from(law, win, year=year) > 0
    weights = [
        each.cents if is_regular or not _has_number(state, each.person) else Cents(0)
        for each in group
    ]
    parts, may_void = [], False
    shorts = parts_down(kept.short_cents, weights)
    for at, part in enumerate(parts_down(kept.cents, weights)):
        each, due_cents, short = group[at], part, shorts[at]
        own = _member_win(state, found, group, at)
        if own.total_cents > each.cents:
            alone = changed(payment, person=each.person, group=())
            tax = withheld_of(state, alone, own, most_cents=each.cents, year=year)
            due_cents, short = max(part, tax.cents), max(short, tax.short_cents)
            may_void = may_void or tax.may_void
            if not is_due and is_reported(law, own, year=year):
                win, is_due = own, True
        parts.append(PaidPart(each.person, each.cents, due_cents, short))
    return Withholding(win, is_due, tuple(parts), may_void)


def withheld_of(
    state: State, payment: Payment, win: TaxedWin, *, most_cents: Cents, year: int
) -> TaxKept:
    """All that is due for a person's win of a round, less what the house has kept already, and no
    more than is paid. Form 1042-S is on all that was won: only the rule of the other forms takes
    the wager off (IRC 871(a), 1441(a); 3402(q)(4)(A))."""
    law = state.law
    if payment.tax_form == NRA:
        due = percent_down(win.total_cents, law.nra_percent.value)
    else:
        due = withheld_from(law, win, year=year)
        if not due and is_reported(law, win, year=year):
            due = percent_down(_without_number(state, payment, win), law.backup_percent.value)
    left = max(0, due - win.withheld_cents)
    short = Cents(max(0, left - most_cents))
    return TaxKept(Cents(min(left, most_cents)), short, bool(short) and win.has_payment)


def _without_number(state: State, payment: Payment, win: TaxedWin) -> Cents:
    """The part of a win, less its part of the wager, whose winners gave no tax number."""
    if not payment.group:
        return Cents(0) if _has_number(state, payment.person) else win.won_cents
    wagers = parts_down(win.wager_cents, [each.cents for each in payment.group])
    parts = (
        max(0, each.cents - wager)
        for each, wager in zip(payment.group, wagers, strict=True)
        if not _has_number(state, each.person)
    )
    return Cents(min(sum(parts), win.won_cents))


def form_withheld(wins: RoundWins, seat: int) -> tuple[Cents, Cents]:
    """What the form for a seat's envy has kept, and what the house bears of it."""
    forms = [each for each in wins.forms if each.seat == seat]
    kept, borne = (each.withheld_cents for each in forms), (each.borne_cents for each in forms)
    return Cents(sum(kept)), Cents(sum(borne))


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
