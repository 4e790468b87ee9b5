"""What the auditor of a hub knows about grants: their names, their costs, and what wins once."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.rules.paytable import Paytable, Share
from pitboss.wide.facts import sharing


def names_of(grant: sharing.Grant) -> tuple[str, ...]:
    """A grant's name, and its earlier ones."""
    return (grant.claim, *grant.earlier)


def all_names(grants: Mapping[str, sharing.Grant]) -> set[str]:
    """Every name that these have or had."""
    return {name for grant in grants.values() for name in names_of(grant)}


def beside(
    before: Mapping[str, sharing.Grant], now: Mapping[str, sharing.Grant]
) -> dict[str, sharing.Grant]:
    """What was shown before, and isn't shown now under any name."""
    names = all_names(now)
    return {claim: each for claim, each in before.items() if names.isdisjoint(names_of(each))}


def cost_of(grant: sharing.Grant) -> tuple[int, int]:
    """The cents a grant takes off its meter, and from the hub's house."""
    return grant.meter_cents * len(grant.seats), grant.house_cents * len(grant.seats)


def wins_once(won: sharing.Claim | sharing.Grant, paytable: Paytable) -> set[tuple[object, ...]]:
    """What can win only once: a hand of a round if seats share it, otherwise a seat's wager."""
    hand = (won.jackpot, won.outcome, won.table, won.round, won.sensor)
    if paytable.splits_awards and isinstance(paytable.prize(won.outcome), Share):
        return {hand}
    return {(*hand, seat) for seat in won.seats}
