"""Which accounts an event moves. The postings of every event sum to zero; there is no tolerance.

Accounts: `players` is money that passes between players and the house (negative: paid in);
`meter:J:L`, `reserve:J:L`, `overflow:J:L` are held for players; `owed` is won and not yet paid.
Three are not held for players: `withheld` is tax that the house kept from prizes for the tax
office, `forfeited` holds excluded people's prizes for the payees the rule names, and `unclaimed`
uncollected prizes for the state; `paid_over` is what all of those received. `bank_charges` is the
bank's fees, less the interest it paid; `pending` is recorded on an older keypad and not yet off its
meter; `held` is off its meter for a mark and not yet paid out of the hold; `house` is the house's
own; `drawer:T` is the house's cash in the drawer of a till, which came from the `vault` (below
zero: taken out); `drawer_paid` is what drawers paid to winners, `over_short` what counts found
missing, or too much if below zero; `bank` is in the jackpot bank account, and `cage` is where it
came from; `property:P` is what a property owes this hub (below zero) or is owed, `hub:J:L` what a
hub owes for prizes won here, `hub:paid` what was sent to it (below zero) or came from it, and
`remitted` is money that passes between them (below zero: came in). Training has the same accounts
under `training:`, and none of them is held for anyone (PS-64)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

from pitboss.floor import extension
from pitboss.floor.facts import bank, changes, drawers, jackpots, paying_over, payments, rounds
from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded, MetersMoved
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import Award, Balance, Movement
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State
from pitboss.money import ROUNDING, Cents, Micros, cents_and_micros, shown_down

Posting: TypeAlias = tuple[str, int]
_SomeEvent = TypeVar("_SomeEvent", bound=Event)
LEVELS_KEPT = 4096
HELD = ("meter:", "reserve:", "overflow:", "owed", "pending", "held")
TRAINING = "training:"
# Accounts in which more is a debit; in the others it is a credit.
DEBIT = ("bank", "cage", "bank_charges")
OF_PLACES = ("meter", "reserve", "overflow")  # one for each level
ALONE = (
    "players", "owed", "withheld", "forfeited", "unclaimed", "paid_over", "pending", "held",
    "house", *DEBIT,
)  # fmt: skip
SHARED = ("property", "hub", "remitted")  # of jackpots that several properties share


def list_families() -> tuple[str, ...]:
    """What a house maps to its own codes: each account, each family of accounts, and what rounding
    to the cent leaves."""
    return (*OF_PLACES, *ALONE, *SHARED, ROUNDING)


def is_debit(account: str) -> bool:
    """Whether more in an account is a debit."""
    return account in DEBIT


def list_postings(state: State, event: Event) -> list[Posting]:
    """What an event posts; an account may appear more than once. `state` is the floor before it."""
    post = POSTS.get(type(event))
    if post is None:
        return []
    posted, total = [], 0
    for posting in post(state, event):
        if posting[1]:
            posted.append(posting)
            total += posting[1]
    assert total == 0, f"postings do not sum to zero: {event}"
    if posted and _trains(state, event):
        return [(TRAINING + account, amount) for account, amount in posted]
    return posted


def _trains(state: State, event: Any) -> bool:
    """Whether an event moves play money. A table's jackpots are all of one sort, so it is all or
    none."""
    if isinstance(event, jackpots.JackpotOpened):
        return event.terms.training
    if table := getattr(event, "table", ""):
        at = state.tables.get(table)
        return at is not None and at.training
    jackpot = getattr(event, "jackpot", "")
    if isinstance(
        event,
        payments.PrizePaid
        | payments.PaymentVoided
        | payments.PrizeForfeited
        | payments.PrizeCanceled,
    ):
        jackpot = state.award(event.award).award.jackpot
    for moved in getattr(event, "movements", ()):
        jackpot = jackpot or moved.jackpot
    return is_training(state, jackpot)


def is_training(state: State, jackpot: str) -> bool:
    """Whether a jackpot, even a retired one, has play money."""
    found = state.jackpots.get(jackpot)
    return found is not None and found.terms.training


def required_micros(state: State) -> Micros:
    """What the jackpot bank account must hold: everything held for players (PS-62), less what is in
    the account at the other end of a wide jackpot."""
    held = sum(amount for account, amount in state.balances.items() if account.startswith(HELD))
    return Micros(held + (extension.here().elsewhere_micros(state) or 0))


def kept_cents(state: State, account: str) -> Cents:
    """What the house keeps for others in this account; 0 if they have been paid more than that."""
    return shown_down(Micros(max(0, state.balance(account))))


def _jackpot_opened(state: State, event: jackpots.JackpotOpened) -> Iterator[Posting]:
    for reading in event.opening:
        yield f"meter:{event.jackpot}:{reading.level}", reading.meter_micros
        yield "house", -reading.meter_micros


def _round_started(state: State, event: rounds.RoundStarted) -> list[Posting]:
    """A list without zero amounts: no event is more frequent."""
    posted: list[Posting] = []
    for taking in event.takings:
        posted += ("players", -taking.wager_micros), ("house", taking.house_micros)
    for given in event.contributions:
        meter, reserve, overflow = _accounts(given.jackpot, given.level)
        posted.append((meter, given.meter_micros))
        if given.reserve_micros:
            posted.append((reserve, given.reserve_micros))
        if given.overflow_micros:
            posted.append((overflow, given.overflow_micros))
    return posted


@lru_cache(LEVELS_KEPT)
def _accounts(jackpot: str, level: str) -> tuple[str, str, str]:
    """The accounts of a level: its meter, its reserve, its overflow."""
    place = f"{jackpot}:{level}"
    return f"meter:{place}", f"reserve:{place}", f"overflow:{place}"


def _round_voided(state: State, event: rounds.RoundVoided) -> Iterator[Posting]:
    yield from post_movements(event.movements)
    for taking in event.takings:
        yield "players", taking.wager_micros
        yield "house", -taking.house_micros


def _holds_changed(state: State, event: rounds.HoldsChanged) -> Iterator[Posting]:
    opened = state.table(event.table).round
    assert opened is not None
    yield from post_movements(event.released)
    for before in opened.holds:
        if before.mark.jackpot == event.jackpot:
            yield "held", -micros(before.held_cents)
    for hold in event.holds:
        yield from post_movements(hold.movements)
        yield "held", micros(hold.held_cents)


def _awards_recorded(state: State, event: AwardsRecorded) -> Iterator[Posting]:
    yield from _awards(event.awards, sign=1)


def _meters_moved(state: State, event: MetersMoved) -> Iterator[Posting]:
    yield from post_movements(event.movements)
    for name in event.awards:
        found = state.award(name)
        cents = micros(found.award.meter_cents)
        yield "pending", cents
        if found.movement is not None:  # it was held, and the hold pays it
            yield "held", -cents


def _award_backed_out(state: State, event: AwardBackedOut) -> Iterator[Posting]:
    found = state.award(event.award)
    yield from post_movements(event.movements)
    yield from _awards((found.award,), sign=-1)
    if event.movements:
        source = "held" if found.status == "recorded" else "pending"
        yield source, -micros(found.award.meter_cents)


def _meter_adjusted(state: State, event: jackpots.MeterAdjusted) -> Iterator[Posting]:
    yield from post_movements((event.movement,))
    if event.award:
        yield "owed", micros(Cents(event.house_cents - event.cents))
        yield "house", -micros(event.house_cents)


def _change_applied(state: State, event: changes.ChangeApplied) -> Iterator[Posting]:
    yield from post_movements(event.movements)


def _round_ended(state: State, event: rounds.RoundEnded) -> list[Posting]:
    posted: list[Posting] = []
    for envy in event.envy:
        posted.append(("house", -micros(envy.cents)))
        posted.append(("players", micros(envy.cents)))
    return posted


def _post_paid_tax(
    state: State, event: payments.PrizePaid | payments.PaymentVoided, *, sign: int = 1
) -> Iterator[Posting]:
    """Of a prize the tray has paid, only the tax still moves: it comes back from the player, as
    does tax above the payment. The house pays what the player doesn't bring."""
    tax_cents = Cents(event.withheld_cents + event.collected_cents)
    yield "owed", -sign * micros(event.cents)
    yield "players", sign * micros(Cents(event.cents - tax_cents))
    if event.borne_cents:
        yield "house", -sign * micros(event.borne_cents)
    yield "withheld", sign * micros(Cents(tax_cents + event.borne_cents))
    cash = sign * micros(event.drawer_cents)
    yield (f"drawer:{event.till}" if event.till else "vault"), -cash
    yield "drawer_paid", cash


def _drawer_opened(state: State, event: drawers.DrawerOpened) -> Iterator[Posting]:
    yield f"drawer:{event.till}", micros(event.cents)
    yield "vault", -micros(event.cents)


def _cash_moved(state: State, event: drawers.CashMoved) -> Iterator[Posting]:
    cents = drawers.into_drawer(event)
    yield f"drawer:{event.till}", micros(cents)
    yield "vault", -micros(cents)


def _drawer_counted(
    state: State, event: drawers.DrawerHandedOver | drawers.DrawerClosed
) -> Iterator[Posting]:
    """Any difference is the house's own; a closed drawer's money goes back to the vault."""
    is_closed = isinstance(event, drawers.DrawerClosed)
    left = Cents(0) if is_closed else event.cents
    yield f"drawer:{event.till}", micros(Cents(left - event.expected_cents))
    yield "over_short", micros(Cents(event.expected_cents - event.cents))
    if is_closed:
        yield "vault", micros(event.cents)


def _prize_forfeited(state: State, event: payments.PrizeForfeited) -> Iterator[Posting]:
    yield "owed", -micros(event.cents)
    yield "forfeited", micros(event.cents)


def _prize_handed_over(state: State, event: payments.PrizeHandedOver) -> Iterator[Posting]:
    yield "owed", -micros(event.cents)
    yield "unclaimed", micros(event.cents)


def _prize_canceled(state: State, event: payments.PrizeCanceled) -> Iterator[Posting]:
    yield from post_movements(event.movements)
    yield "owed", -micros(event.cents)
    yield "house", micros(state.award(event.award).award.house_cents)


def _envy_form_noted(state: State, event: payments.EnvyFormNoted) -> Iterator[Posting]:
    kept = micros(Cents(event.withheld_cents - event.before_cents))
    borne = micros(Cents(event.borne_cents - event.borne_before_cents))
    yield "players", Micros(-kept)
    if borne:
        yield "house", Micros(-borne)
    yield "withheld", Micros(kept + borne)


def _post_bank(
    state: State,
    event: bank.DepositRecorded | bank.WithdrawalRecorded | bank.WithdrawalVoided,
    *,
    sign: int = 1,
) -> Iterator[Posting]:
    """The cage sends and receives money, or the bank itself does; a correction moves like the entry
    it corrects."""
    wrong = state.bank_entries.get(getattr(event, "corrects", ""))
    is_of_bank = (event.purpose if wrong is None else wrong.purpose) in ("fee", "interest")
    yield "bank", sign * micros(event.cents)
    yield "bank_charges" if is_of_bank else "cage", -sign * micros(event.cents)


def _paid_over(
    state: State, event: paying_over.PaidOver | paying_over.PayOverVoided, *, sign: int = 1
) -> Iterator[Posting]:
    yield event.purpose, -sign * micros(event.cents)
    yield "paid_over", sign * micros(event.cents)


def post_movements(movements: Iterable[Movement]) -> Iterator[Posting]:
    for moved in movements:
        meter, reserve, overflow = _accounts(moved.jackpot, moved.after.level)
        yield meter, moved.meter_micros
        yield reserve, moved.reserve_micros
        yield overflow, moved.overflow_micros
        yield "house", moved.top_up_micros - moved.house_micros
        yield "house", -moved.top_up_micros


def _awards(awards: Iterable[Award], *, sign: int) -> Iterator[Posting]:
    for award in awards:
        yield "owed", sign * micros(award.owed_cents)
        yield "pending", -sign * micros(award.meter_cents)
        at_table = award.tray_cents + award.stake_cents
        yield "house", -sign * micros(award.house_cents + at_table)
        yield "players", sign * micros(at_table)


def trial_balance(state: State) -> tuple[Balance, ...]:
    """Every account with its balance; together they sum to zero."""
    assert sum(amount for _, amount in state.balances.items()) == 0
    return tuple(
        Balance(name, *cents_and_micros(Micros(amount)))
        for name, amount in state.balances.items()
        if amount
    )


_Row: TypeAlias = tuple[type[Event], Callable[[State, Any], Iterable[Posting]]]


def _by(event: type[_SomeEvent], posts: Callable[[State, _SomeEvent], Iterable[Posting]]) -> _Row:
    """One row of the table; lets the type checker see that the function takes the event."""
    return event, posts


# Every event that moves money is here; the others move none.
POSTS = dict(
    (
        _by(jackpots.JackpotOpened, _jackpot_opened),
        _by(rounds.RoundStarted, _round_started),
        _by(rounds.RoundVoided, _round_voided),
        _by(rounds.HoldsChanged, _holds_changed),
        _by(AwardsRecorded, _awards_recorded),
        _by(MetersMoved, _meters_moved),
        _by(AwardBackedOut, _award_backed_out),
        _by(jackpots.MeterAdjusted, _meter_adjusted),
        _by(changes.ChangeApplied, _change_applied),
        _by(rounds.RoundEnded, _round_ended),
        _by(payments.PrizePaid, _post_paid_tax),
        _by(payments.PaymentVoided, partial(_post_paid_tax, sign=-1)),
        _by(payments.PrizeForfeited, _prize_forfeited),
        _by(payments.PrizeHandedOver, _prize_handed_over),
        _by(payments.PrizeCanceled, _prize_canceled),
        _by(payments.EnvyFormNoted, _envy_form_noted),
        _by(bank.DepositRecorded, _post_bank),
        _by(bank.WithdrawalRecorded, partial(_post_bank, sign=-1)),
        _by(bank.WithdrawalVoided, _post_bank),
        _by(drawers.DrawerOpened, _drawer_opened),
        _by(drawers.CashMoved, _cash_moved),
        _by(drawers.DrawerHandedOver, _drawer_counted),
        _by(drawers.DrawerClosed, _drawer_counted),
        _by(paying_over.PaidOver, _paid_over),
        _by(paying_over.PayOverVoided, partial(_paid_over, sign=-1)),
    )
)
