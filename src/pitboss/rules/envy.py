"""Envy: what a hit pays the other seats that made the same wager (PS-20, PS-21).

The only place with this rule: the floor pays a round's envy by it, and so does the settlement of a
recorded round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pitboss.money import Cents
from pitboss.rules.paytable import Fixed, Paytable


@dataclass(frozen=True, slots=True)
class Envied:
    """What one seat gets for another seat's hit."""

    seat: int
    cents: Cents


def envy_cents(paytable: Paytable, outcome: str, *, wager_cents: Cents) -> Cents | None:
    """What a hit pays a seat that made the wager; None if the hand pays no envy, or not for so
    small a wager."""
    envy = paytable.envy.get(outcome)
    if wager_cents < (paytable.envy_least_cents or 0):
        return None
    if envy is None or not paytable.envy_times_wager:
        return envy
    return Fixed(envy).pays_cents(wager_cents, paytable.wager_cents)


def envy_of_hit(
    paytable: Paytable, outcome: str, *, winners: frozenset[int], wagers: Mapping[int, Cents]
) -> Iterator[Envied]:
    """Everybody at the table who made the wager, from the dealer's right, except the winners.
    `winners` is the seat that hit, or all that share one hand; `wagers` is each seat's amount."""
    for seat in sorted(wagers.keys() - winners, reverse=True):
        cents = envy_cents(paytable, outcome, wager_cents=wagers[seat])
        if cents is not None:
            yield Envied(seat, cents)
