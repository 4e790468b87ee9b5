"""Applies events to the floor. Every replay goes through here, and every assertion holds then as it
did when the event was decided."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pitboss.floor import facts
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.base import CommandRefused, Event, function_for, modules_of
from pitboss.floor.fold import bank
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.state.floor import State

_SomeEvent = TypeVar("_SomeEvent", bound=Event)


def record(state: State, events: Iterable[Event]) -> None:
    """Fold one more row of the journal into the state: all events of a command."""
    state.seq += 1
    for event in events:
        apply(state, event)


def apply(state: State, event: Event) -> None:
    """Fold one event of the newest row into the state, including its postings."""
    posted = list_postings(state, event)
    FOLDS[type(event)](state, event)
    if posted:
        balances = state.balances
        for account, amount in posted:
            balances[account] = (balances.get(account) or 0) + amount
        if type(event) in _LOWERS:
            bank.required_fell(state)


def follow(event: type[_SomeEvent], also: Callable[[State, _SomeEvent], None]) -> None:
    """Apply an extension's changes for an event, after the floor's own."""
    first = FOLDS[event]

    def both(state: State, found: _SomeEvent) -> None:
        first(state, found)
        also(state, found)

    FOLDS[event] = both


# After these, the bank account may have to hold less.
_LOWERS = frozenset((
    facts.payments.PrizePaid, facts.payments.PrizeForfeited, facts.payments.PrizeCanceled,
    facts.jackpots.MeterAdjusted, facts.changes.ChangeApplied,
))  # fmt: skip

# These are on the record, and change nothing.
_KEPT_ALONE = (
    CommandRefused,
    facts.persons.PersonRead,
    facts.persons.PeopleExported,
    facts.tables.PaytableOpened,
    facts.papers.SiteStopped,
    facts.papers.SiteRestarted,
)
_SUBJECTS = modules_of(__name__, __path__)


def _keep_nothing(state: State, event: Event) -> None:
    pass


FOLDS: dict[type[Event], Callable[[State, Any], None]] = {
    event: _keep_nothing if event in _KEPT_ALONE else function_for(event, _SUBJECTS)
    for event in set(EVENTS) - set(facts.awards.OF_HUB)
}
