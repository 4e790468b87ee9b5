"""The wagers of a round before the deal: which a seat may make, and for how much (ALL-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.game import Bets, Equal, Mandatory, Wager

if TYPE_CHECKING:
    from pitboss.rules.round import Table


def check_bets(table: Table, bets: Bets) -> None:
    """Refuse wagers that are missing, extra, off their relation or outside the limits (ALL-2)."""
    if not bets:
        raise Refusal("WAGER_MISSING", where="wagers", reason="no seat has made a wager")
    for seat, placed in bets.items():
        if not 1 <= seat <= table.game.seats_most:
            raise Refusal(
                "SEAT_UNKNOWN",
                where=f"wagers.{seat}",
                reason=f"{table.game.title} has seats 1 to {table.game.seats_most}",
            )
        try:
            _check_seat(table, placed)
        except Refusal as refusal:
            raise refusal.at(f"wagers.{seat}") from None


def _check_seat(table: Table, placed: Mapping[str, Cents]) -> None:
    for name, cents in placed.items():
        wager = table.game.wager(name)
        if not wager.before_the_deal:
            raise Refusal(
                "WAGER_NOT_BEFORE_DEAL", where=name, reason=f"it is made {wager.relation}"
            )
        if wager.slot not in table.paytables:
            raise Refusal(
                "PAYTABLE_MISSING", where=name, reason=f"the table has no {wager.slot} paytable"
            )
        least, most = table.limits[name]
        if not least <= cents <= most:
            raise Refusal(
                "WAGER_OUTSIDE_LIMITS",
                where=name,
                reason=f"{cents} cents is not within the posted {least} to {most} cents",
            )
    for wager in table.game.wagers:
        _check_relation(wager, placed)
    if not placed:
        raise Refusal("WAGER_MISSING", reason="the seat has made no wager")
    table.game.check_bets(table, placed)


def _check_relation(wager: Wager, placed: Mapping[str, Cents]) -> None:
    relation = wager.relation
    if isinstance(relation, Mandatory | Equal) and wager.name not in placed:
        raise Refusal("WAGER_MISSING", where=wager.name, reason=f"it is {relation}")
    if isinstance(relation, Equal) and placed[wager.name] != placed[relation.to]:
        raise Refusal(
            "WAGER_NOT_EQUAL",
            where=wager.name,
            reason=f"{placed[wager.name]} cents is not the {relation.to}'s {placed[relation.to]}",
        )
    if wager.name in placed and wager.needs and not any(name in placed for name in wager.needs):
        raise Refusal(
            "WAGER_NEEDS_ANOTHER", where=wager.name, reason=f"it needs {' or '.join(wager.needs)}"
        )
