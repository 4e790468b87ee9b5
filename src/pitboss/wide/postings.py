"""Which accounts the events of shared jackpots move, and what the two ends owe each other
(docs/ledger.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from pitboss.floor.facts.awards import WideAwardRecorded
from pitboss.floor.facts.base import Event
from pitboss.floor.money.ledger import Posting, post_movements
from pitboss.floor.money.meter import micros
from pitboss.floor.state.floor import State
from pitboss.money import MICROS_PER_CENT, Micros
from pitboss.wide.facts import lost_rows, remittances, sharing
from pitboss.wide.state import grant_name, grants_of, properties_of, wide_of

HUB, HUB_PAID, PROPERTY = "hub:", "hub:paid", "property:"


def elsewhere_micros(state: State) -> Micros | None:
    """How much more (or less, if negative) than its meters this floor's account must hold, because
    a wide jackpot's money is at two ends. A property holds what it owes its hub, and doesn't hold
    twice what it collected and granted to winners here. A hub holds what its properties don't hold
    for it; one that was given up holds nothing. None: nothing is shared."""
    if wide_of(state).hub:
        return Micros(max(0, owed_to(state, wide_of(state).hub)) - _collected(state))
    if not properties_of(state).any():
        return None
    return Micros(
        sum(
            max(0, owed) if found.given_up else owed
            for name, found in properties_of(state).items()
            for owed in (state.balance(f"{PROPERTY}{name}"),)
        )
    )


def unfunded_micros(state: State) -> int:
    """What the hub owes for prizes that were paid here; the cage can't draw what it owes for unpaid
    ones."""
    if not wide_of(state).hub:
        return 0
    owes = -owed_to(state, wide_of(state).hub)
    waits = sum(
        state.award(name).award.meter_cents
        for name, _ in state.owed.items()
        if state.kept_jackpot(state.award(name).award.jackpot).terms.wide
    )
    return max(0, owes - waits * MICROS_PER_CENT)


def owed_to(state: State, party: str) -> Micros:
    """What this floor owes its hub, or as a hub one of its properties; negative: is owed."""
    if not wide_of(state).hub:
        return state.balance(f"{PROPERTY}{party}")
    paid = sum(amount for account, amount in state.balances.items() if account.startswith(HUB))
    return Micros(_collected(state) + paid)


def _collected(state: State) -> int:
    """What wagers here have given the hub's jackpots, less voids."""
    return sum(
        level.reading.meter_micros + level.reading.reserve_micros
        for _, jackpot in state.jackpots.items()
        if jackpot.terms.wide
        for level in jackpot.levels.values()
    )


def _statement_posted(state: State, event: sharing.StatementPosted) -> Iterator[Posting]:
    yield from post_movements(event.movements)
    account = f"property:{event.stated.statement.property}"
    for moved in event.movements:
        held = moved.meter_micros + moved.reserve_micros + moved.overflow_micros
        yield account, moved.house_micros - held


def _claim_granted(state: State, event: sharing.ClaimGranted) -> Iterator[Posting]:
    yield from post_movements((event.movement,))
    ways = len(event.grant.seats)
    yield f"property:{event.grant.property}", ways * micros(sharing.each_cents(event.grant))
    yield "house", -ways * micros(event.grant.house_cents)


def _claim_repeated(state: State, event: lost_rows.ClaimRepeated) -> Iterator[Posting]:
    grant = event.grant
    known = grants_of(state).get(grant_name(grant.property, event.before))
    assert known is not None
    yield from post_movements(() if event.movement is None else (event.movement,))
    ways, known_ways = len(grant.seats), len(known.seats)
    more = ways * micros(sharing.each_cents(grant)) - known_ways * micros(sharing.each_cents(known))
    yield f"property:{grant.property}", more
    yield "house", known_ways * micros(known.house_cents) - ways * micros(grant.house_cents)


def _wide_award_recorded(state: State, event: WideAwardRecorded) -> Iterator[Posting]:
    for award in event.awards:
        yield "owed", micros(award.owed_cents)
        yield f"hub:{award.jackpot}:{award.level}", -micros(award.owed_cents)


def _rests_recorded(state: State, event: lost_rows.RestsRecorded) -> Iterator[Posting]:
    """Players paid it, in lost rows."""
    yield from post_movements(event.movements)
    for moved in event.movements:
        yield "players", -(moved.meter_micros + moved.reserve_micros + moved.overflow_micros)


def _remitted(
    state: State,
    event: remittances.RemittanceRecorded | remittances.RemittanceVoided,
    *,
    sign: int = 1,
) -> Iterator[Posting]:
    """This floor's account and its debt to the other end change by the same amount."""
    way = -sign if event.direction == remittances.SENT else sign
    amount = way * micros(event.cents)
    yield "bank", amount
    yield "cage", -amount
    yield HUB_PAID if wide_of(state).hub else f"{PROPERTY}{event.party}", amount
    yield "remitted", -amount


POSTS: dict[type[Event], Callable[[State, Any], Iterable[Posting]]] = {
    sharing.StatementPosted: _statement_posted,
    sharing.ClaimGranted: _claim_granted,
    lost_rows.ClaimRepeated: _claim_repeated,
    WideAwardRecorded: _wide_award_recorded,
    lost_rows.RestsRecorded: _rests_recorded,
    remittances.RemittanceRecorded: _remitted,
    remittances.RemittanceVoided: partial(_remitted, sign=-1),
}
