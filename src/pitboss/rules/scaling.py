"""A paytable at a wager other than its own (PS-16)."""

from __future__ import annotations

from dataclasses import replace

from pitboss.money import Cents
from pitboss.rules.paytable import Fixed, Paytable


def at_wager(paytable: Paytable, wager_cents: Cents) -> Paytable:
    """The paytable for another wager (PS-16): fixed amounts and seeds scale in proportion, and envy
    if the paytable says so."""
    own = paytable.wager_cents
    if own is None or own == wager_cents:
        return paytable

    def scaled(cents: Cents) -> Cents:
        return Fixed(cents).pays_cents(wager_cents, own)

    columns = {
        column: {
            outcome: replace(prize, cents=scaled(prize.cents))
            if isinstance(prize, Fixed)
            else prize
            for outcome, prize in prizes.items()
        }
        for column, prizes in paytable.columns.items()
    }
    envy = paytable.envy
    if paytable.envy_times_wager:
        envy = {outcome: scaled(cents) for outcome, cents in envy.items()}
    levels = tuple(replace(level, seed_cents=scaled(level.seed_cents)) for level in paytable.levels)
    return replace(paytable, wager_cents=wager_cents, columns=columns, envy=envy, levels=levels)
