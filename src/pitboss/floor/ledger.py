"""Which accounts an event moves. The postings of every event sum to zero; there is no tolerance.

Accounts: `players` is money that passes between players and the house (negative: paid in);
`meter:J:L`, `reserve:J:L`, `overflow:J:L` are held for players; `owed` is won and not yet paid;
`withheld` is tax that the house kept of prizes for the tax office, `forfeited` are prizes of
excluded people for whom the rule names, `unclaimed` those that nobody came for, for the state: none
is held for players, and `paid_over` is what they got; `bank_charges` is what the bank took as fees,
less the interest it paid;
`pending` is recorded on an older keypad and not yet off its meter; `held` is off its meter for a
mark and not yet paid out of the hold; `house` is the house's own; `bank` is in the jackpot bank
account, and `cage` is where it came from; `property:P` is what a property owes this hub (below
zero) or is owed, `hub:J:L` what a hub owes for prizes that were won here, `hub:paid` what was sent
to it (below zero) or came from it, and `remitted` is money that passes between them (below zero:
came in). What trains has the same accounts under `training:`, and none of them is held for anybody
(PS-64)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from typing import Any, TypeAlias, TypeVar

from pitboss.floor.facts.awards import AwardBackedOut, AwardsRecorded, MetersMoved
from pitboss.floor.facts.bank import DepositRecorded, WithdrawalRecorded, WithdrawalVoided
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.changes import ChangeApplied
from pitboss.floor.facts.jackpots import JackpotOpened, MeterAdjusted
from pitboss.floor.facts.paying_over import PaidOver, PayOverVoided
from pitboss.floor.facts.payments import (
    EnvyFormNoted,
    PaymentVoided,
    PrizeCanceled,
    PrizeForfeited,
    PrizeHandedOver,
    PrizePaid,
)
from pitboss.floor.facts.remittances import SENT, RemittanceRecorded, RemittanceVoided
from pitboss.floor.facts.rounds import HoldsChanged, RoundEnded, RoundStarted, RoundVoided
from pitboss.floor.facts.values import Award, Balance, Movement
from pitboss.floor.facts.wide import ClaimGranted, StatementPosted, WideAwardRecorded, each_cents
from pitboss.floor.facts.wide_lost import ClaimRepeated, RestsRecorded
from pitboss.floor.meter import micros
from pitboss.floor.state import State
from pitboss.floor.wide_state import grant_name
from pitboss.money import Cents, Micros, cents_and_micros, shown_down

Posting: TypeAlias = tuple[str, int]
_SomeEvent = TypeVar("_SomeEvent", bound=Event)
LEVELS_KEPT = 4096
HELD = ("meter:", "reserve:", "overflow:", "owed", "pending", "held")
TRAINING = "training:"
HUB, HUB_PAID, PROPERTY = "hub:", "hub:paid", "property:"


def postings(state: State, event: Event) -> list[Posting]:
    """What an event posts; an account may come more than once. `state` is the floor before it."""
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
    """Whether an event moves play money. A table has jackpots of one sort, so it is all or none."""
    if isinstance(event, JackpotOpened):
        return event.terms.training
    if table := getattr(event, "table", ""):
        at = state.tables.get(table)
        return at is not None and at.training
    jackpot = getattr(event, "jackpot", "")
    if isinstance(event, PrizePaid | PaymentVoided | PrizeForfeited | PrizeCanceled):
        jackpot = state.award(event.award).award.jackpot
    for moved in getattr(event, "movements", ()):
        jackpot = jackpot or moved.jackpot
    return is_training(state, jackpot)


def is_training(state: State, jackpot: str) -> bool:
    """Whether a jackpot, also one that is gone, has play money."""
    found = state.jackpots.get(jackpot)
    return found is not None and found.terms.training


def required_micros(state: State) -> Micros:
    """What the jackpot bank account must hold: all that is held for players (PS-62), less what
    lies in the account of the other end of a wide jackpot."""
    held = sum(amount for account, amount in state.balances.items() if account.startswith(HELD))
    return Micros(held + elsewhere_micros(state))


def kept_cents(state: State, account: str) -> Cents:
    """What the house keeps for others on this account; nothing where they have more than that."""
    return shown_down(Micros(max(0, state.balance(account))))


def elsewhere_micros(state: State) -> Micros:
    """By how much this floor's account must hold more, or less below zero, than its meters say,
    because a wide jackpot's money lies at two ends. A property holds what it owes its hub, and
    what it has collected and granted to winners here it does not hold twice; a hub holds what its
    properties do not hold for it, and one that was given up holds nothing."""
    if state.wide.hub:
        return Micros(max(0, owed_to(state, state.wide.hub)) - _collected(state))
    return Micros(
        sum(
            max(0, owed) if found.given_up else owed
            for name, found in state.properties.items()
            for owed in (state.balance(f"{PROPERTY}{name}"),)
        )
    )


def owed_to(state: State, party: str) -> Micros:
    """What this floor owes its hub, or as a hub one of its properties; below zero: is owed."""
    if not state.wide.hub:
        return state.balance(f"{PROPERTY}{party}")
    paid = sum(amount for account, amount in state.balances.items() if account.startswith(HUB))
    return Micros(_collected(state) + paid)


def _collected(state: State) -> int:
    """What wagers here have given to the jackpots of the hub, less voids."""
    return sum(
        level.reading.meter_micros + level.reading.reserve_micros
        for _, jackpot in state.jackpots.items()
        if jackpot.terms.wide
        for level in jackpot.levels.values()
    )


def _jackpot_opened(state: State, event: JackpotOpened) -> Iterator[Posting]:
    for reading in event.opening:
        yield f"meter:{event.jackpot}:{reading.level}", reading.meter_micros
        yield "house", -reading.meter_micros


def _round_started(state: State, event: RoundStarted) -> list[Posting]:
    """A list, and without what is nothing: no event comes as often."""
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


def _round_voided(state: State, event: RoundVoided) -> Iterator[Posting]:
    yield from _movements(event.movements)
    for taking in event.takings:
        yield "players", taking.wager_micros
        yield "house", -taking.house_micros


def _holds_changed(state: State, event: HoldsChanged) -> Iterator[Posting]:
    opened = state.table(event.table).round
    assert opened is not None
    yield from _movements(event.released)
    for before in opened.holds:
        if before.mark.jackpot == event.jackpot:
            yield "held", -micros(before.held_cents)
    for hold in event.holds:
        yield from _movements(hold.movements)
        yield "held", micros(hold.held_cents)


def _awards_recorded(state: State, event: AwardsRecorded) -> Iterator[Posting]:
    yield from _awards(event.awards, sign=1)


def _meters_moved(state: State, event: MetersMoved) -> Iterator[Posting]:
    yield from _movements(event.movements)
    for name in event.awards:
        found = state.award(name)
        cents = micros(found.award.meter_cents)
        yield "pending", cents
        if found.movement is not None:  # it was held, and the hold pays it
            yield "held", -cents


def _award_backed_out(state: State, event: AwardBackedOut) -> Iterator[Posting]:
    found = state.award(event.award)
    yield from _movements(event.movements)
    yield from _awards((found.award,), sign=-1)
    if event.movements:
        source = "held" if found.status == "recorded" else "pending"
        yield source, -micros(found.award.meter_cents)


def _meter_adjusted(state: State, event: MeterAdjusted) -> Iterator[Posting]:
    yield from _movements((event.movement,))
    if event.award:
        yield "owed", micros(Cents(event.house_cents - event.cents))
        yield "house", -micros(event.house_cents)


def _change_applied(state: State, event: ChangeApplied) -> Iterator[Posting]:
    yield from _movements(event.movements)


def _round_ended(state: State, event: RoundEnded) -> list[Posting]:
    posted: list[Posting] = []
    for envy in event.envy:
        posted.append(("house", -micros(envy.cents)))
        posted.append(("players", micros(envy.cents)))
    return posted


def _paid(state: State, event: PrizePaid | PaymentVoided, *, sign: int = 1) -> Iterator[Posting]:
    """Of what the tray has paid only the tax is left to move: it comes back from the player, as
    does tax that is more than what is paid. What he does not bring is the house's."""
    tax_cents = Cents(event.withheld_cents + event.collected_cents)
    yield "owed", -sign * micros(event.cents)
    yield "players", sign * micros(Cents(event.cents - tax_cents))
    if event.borne_cents:
        yield "house", -sign * micros(event.borne_cents)
    yield "withheld", sign * micros(Cents(tax_cents + event.borne_cents))


def _prize_forfeited(state: State, event: PrizeForfeited) -> Iterator[Posting]:
    yield "owed", -micros(event.cents)
    yield "forfeited", micros(event.cents)


def _prize_handed_over(state: State, event: PrizeHandedOver) -> Iterator[Posting]:
    yield "owed", -micros(event.cents)
    yield "unclaimed", micros(event.cents)


def _prize_canceled(state: State, event: PrizeCanceled) -> Iterator[Posting]:
    yield from _movements(event.movements)
    yield "owed", -micros(event.cents)
    yield "house", micros(state.award(event.award).award.house_cents)


def _envy_form_noted(state: State, event: EnvyFormNoted) -> Iterator[Posting]:
    kept = micros(Cents(event.withheld_cents - event.before_cents))
    borne = micros(Cents(event.borne_cents - event.borne_before_cents))
    yield "players", Micros(-kept)
    if borne:
        yield "house", Micros(-borne)
    yield "withheld", Micros(kept + borne)


def _banked(
    state: State, event: DepositRecorded | WithdrawalRecorded | WithdrawalVoided, *, sign: int = 1
) -> Iterator[Posting]:
    """The cage sends and gets money, or the bank itself takes and pays it; a correction goes the
    way of what it corrects."""
    wrong = state.bank_entries.get(getattr(event, "corrects", ""))
    is_of_bank = (event.purpose if wrong is None else wrong.purpose) in ("fee", "interest")
    yield "bank", sign * micros(event.cents)
    yield "bank_charges" if is_of_bank else "cage", -sign * micros(event.cents)


def _paid_over(
    state: State, event: PaidOver | PayOverVoided, *, sign: int = 1
) -> Iterator[Posting]:
    yield event.purpose, -sign * micros(event.cents)
    yield "paid_over", sign * micros(event.cents)


def _statement_posted(state: State, event: StatementPosted) -> Iterator[Posting]:
    yield from _movements(event.movements)
    account = f"property:{event.stated.statement.property}"
    for moved in event.movements:
        held = moved.meter_micros + moved.reserve_micros + moved.overflow_micros
        yield account, moved.house_micros - held


def _claim_granted(state: State, event: ClaimGranted) -> Iterator[Posting]:
    yield from _movements((event.movement,))
    ways = len(event.grant.seats)
    yield f"property:{event.grant.property}", ways * micros(each_cents(event.grant))
    yield "house", -ways * micros(event.grant.house_cents)


def _claim_repeated(state: State, event: ClaimRepeated) -> Iterator[Posting]:
    grant = event.grant
    known = state.grants.get(grant_name(grant.property, event.before))
    assert known is not None
    yield from _movements(() if event.movement is None else (event.movement,))
    ways, known_ways = len(grant.seats), len(known.seats)
    more = ways * micros(each_cents(grant)) - known_ways * micros(each_cents(known))
    yield f"property:{grant.property}", more
    yield "house", known_ways * micros(known.house_cents) - ways * micros(grant.house_cents)


def _wide_award_recorded(state: State, event: WideAwardRecorded) -> Iterator[Posting]:
    for award in event.awards:
        yield "owed", micros(award.owed_cents)
        yield f"hub:{award.jackpot}:{award.level}", -micros(award.owed_cents)


def _rests_recorded(state: State, event: RestsRecorded) -> Iterator[Posting]:
    """Players have paid it, in rows that are lost."""
    yield from _movements(event.movements)
    for moved in event.movements:
        yield "players", -(moved.meter_micros + moved.reserve_micros + moved.overflow_micros)


def _remitted(
    state: State, event: RemittanceRecorded | RemittanceVoided, *, sign: int = 1
) -> Iterator[Posting]:
    """The account of this floor, and what it owes the other end, change by the same amount."""
    way = -sign if event.direction == SENT else sign
    amount = way * micros(event.cents)
    yield "bank", amount
    yield "cage", -amount
    yield HUB_PAID if state.wide.hub else f"{PROPERTY}{event.party}", amount
    yield "remitted", -amount


def _movements(movements: Iterable[Movement]) -> Iterator[Posting]:
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
    """Every account with its balance; together they make nothing."""
    assert sum(amount for _, amount in state.balances.items()) == 0
    return tuple(
        Balance(name, *cents_and_micros(Micros(amount)))
        for name, amount in state.balances.items()
        if amount
    )


_Row: TypeAlias = tuple[type[Event], Callable[[State, Any], Iterable[Posting]]]


def _by(event: type[_SomeEvent], posts: Callable[[State, _SomeEvent], Iterable[Posting]]) -> _Row:
    """One row of the table; the type checker sees that the function takes the event."""
    return event, posts


# An event that moves money stands here; the others move none.
POSTS = dict(
    (
        _by(JackpotOpened, _jackpot_opened),
        _by(RoundStarted, _round_started),
        _by(RoundVoided, _round_voided),
        _by(HoldsChanged, _holds_changed),
        _by(AwardsRecorded, _awards_recorded),
        _by(MetersMoved, _meters_moved),
        _by(AwardBackedOut, _award_backed_out),
        _by(MeterAdjusted, _meter_adjusted),
        _by(ChangeApplied, _change_applied),
        _by(RoundEnded, _round_ended),
        _by(PrizePaid, _paid),
        _by(PaymentVoided, partial(_paid, sign=-1)),
        _by(PrizeForfeited, _prize_forfeited),
        _by(PrizeHandedOver, _prize_handed_over),
        _by(PrizeCanceled, _prize_canceled),
        _by(EnvyFormNoted, _envy_form_noted),
        _by(DepositRecorded, _banked),
        _by(WithdrawalRecorded, partial(_banked, sign=-1)),
        _by(WithdrawalVoided, _banked),
        _by(PaidOver, _paid_over),
        _by(PayOverVoided, partial(_paid_over, sign=-1)),
        _by(StatementPosted, _statement_posted),
        _by(ClaimGranted, _claim_granted),
        _by(ClaimRepeated, _claim_repeated),
        _by(WideAwardRecorded, _wide_award_recorded),
        _by(RestsRecorded, _rests_recorded),
        _by(RemittanceRecorded, _remitted),
        _by(RemittanceVoided, partial(_remitted, sign=-1)),
    )
)
