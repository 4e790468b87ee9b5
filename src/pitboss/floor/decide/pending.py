"""Awards on their way from a meter: marked, held or recorded. Meanwhile nobody moves the meter by
hand."""

from __future__ import annotations

from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.floor import JackpotState, State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Fixed, Odds, Paytable, Share


def paying_level(terms: JackpotTerms, paytable: Paytable, outcome: str) -> str:
    """The level that pays a hand; empty: the tray, the house, or nobody pays it."""
    if terms.posted_cents(outcome) is not None:
        return ""
    prize = paytable.prize(outcome)
    if isinstance(prize, Share):
        return prize.level
    return terms.pays_fixed_from(prize.level) if isinstance(prize, Odds | Fixed) else ""


def marked_at(
    state: State, jackpot: JackpotState, level: str, paytables: PaytableLookup
) -> tuple[str, ...]:
    """The tables with a mark that a level will pay, its amount not yet held."""
    terms = jackpot.terms
    return tuple(
        name
        for name, table in state.tables.items()
        if table.round is not None
        and any(
            paying_level(terms, paytables[terms.paytable], mark.outcome) == level
            for mark in table.round.marks
            if mark.jackpot == jackpot.jackpot
            and all(mark != hold.mark for hold in table.round.holds)
        )
    )


def need_unmarked(
    state: State, jackpot: JackpotState, level: str, paytables: PaytableLookup
) -> None:
    """Refuse to reverse an award under a mark that the same level will pay."""
    _refuse(level, marked_at(state, jackpot, level, paytables))


def need_not_pending(
    state: State, jackpot: JackpotState, level: str, paytables: PaytableLookup
) -> None:
    """Refuse to move a level by hand while it has a pending award."""
    marked = marked_at(state, jackpot, level, paytables)
    _refuse(level, tuple(sorted({*marked, *jackpot.awaited_at(level)})))


def _refuse(level: str, tables: tuple[str, ...]) -> None:
    if tables:
        raise Refusal("AWARD_PENDING", "award_pending_at_confirm", where=level, tables=tables)
