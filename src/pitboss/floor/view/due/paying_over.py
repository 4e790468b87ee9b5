"""What the house keeps from prizes for others, and hasn't paid over yet."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.facts import paying_over
from pitboss.floor.money.ledger import kept_cents
from pitboss.floor.state.floor import State
from pitboss.floor.view.due.thing import DueThing
from pitboss.money import dollars


def due(state: State, at_ms: int) -> Iterator[DueThing]:
    """Tax, forfeited and unclaimed prizes, each in one line. The rules we read name no deadline:
    how often a house deposits tax depends on its earlier deposits."""
    for purpose in paying_over.KEPT_FOR_OTHERS:
        if cents := kept_cents(state, purpose):
            yield DueThing(
                what=f"pay_over_{purpose}", about=dollars(cents), due_ms=0, address="/office/bank"
            )
