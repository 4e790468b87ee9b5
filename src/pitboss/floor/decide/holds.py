"""Lock at the mark, a house option: the amount of a percentage leaves its meter at the hand button
and is held until it is recorded, or goes back with the mark.

Other tables play for what the meter restarted with. A second mark in the round reprices everything
held on the jackpot, in the posted order; recorded awards don't change."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.pricing import hold, payment_order
from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import Hold, Mark, Movement
from pitboss.floor.money.meter import micros
from pitboss.floor.money.reversal import reverse_award, without_award
from pitboss.floor.state.floor import JackpotState, LevelState, State, TableState
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.refusal import Refusal
from pitboss.rules.paytable import Share


def reprice_holds(
    state: State, table: TableState, pressed: Mark, marks: Sequence[Mark], paytables: PaytableLookup
) -> list[rounds.HoldsChanged]:
    """What pressing a hand button does to held amounts; `marks` are those after the press."""
    jackpot = state.jackpot(pressed.jackpot)
    if not _is_held(jackpot, pressed, paytables):
        return []
    standing = [
        mark
        for mark in marks
        if mark.jackpot == jackpot.jackpot and _is_held(jackpot, mark, paytables)
    ]
    released = _release_holds(state, table, jackpot.jackpot)
    holds = hold(state, table, payment_order(table, standing), paytables, released=released)
    for level in {award.level for each in holds for award in each.awards} & jackpot.pending:
        tables = ", ".join(jackpot.awaited_at(level))
        raise Refusal("AWARD_PENDING", "award_from_meter", where=table.table, tables=tables)
    return [_change(table, jackpot.jackpot, table.dealer, released, holds)]


def release(state: State, table: TableState, badge: str) -> list[rounds.HoldsChanged]:
    """Return everything held for the round, jackpot by jackpot."""
    assert table.round is not None
    held = {each.mark.jackpot for each in table.round.holds}
    return [
        _change(table, name, badge, _release_holds(state, table, name), ())
        for name in table.jackpots
        if name in held
    ]


def after_release(
    level: LevelState, releases: Sequence[rounds.HoldsChanged], jackpot: str
) -> LevelState:
    """A jackpot's level once the held amounts are back."""
    for change in releases:
        for each in change.released:
            if (each.jackpot, each.after.level) == (jackpot, level.setting.level):
                level = without_award(level, each.award)
    return level


def _change(
    table: TableState,
    jackpot: str,
    badge: str,
    released: tuple[Movement, ...],
    holds: tuple[Hold, ...],
) -> rounds.HoldsChanged:
    assert table.round is not None
    return rounds.HoldsChanged(
        table=table.table,
        round=table.round.number,
        jackpot=jackpot,
        badge=badge,
        released=released,
        holds=holds,
    )


def _is_held(jackpot: JackpotState, mark: Mark, paytables: PaytableLookup) -> bool:
    """Whether the amount is held: only percentages are, because a fixed pay doesn't depend on the
    meter."""
    terms = jackpot.terms
    return terms.lock_at_mark and isinstance(paytables[terms.paytable].prize(mark.outcome), Share)


def _release_holds(state: State, table: TableState, jackpot: str) -> tuple[Movement, ...]:
    """Return held amounts, last first."""
    assert table.round is not None
    levels = dict(state.jackpot(jackpot).levels)
    undone: list[Movement] = []
    for each in reversed(table.round.holds):
        if each.mark.jackpot != jackpot:
            continue
        for award in reversed(each.awards):
            level, back = levels[award.level], micros(award.meter_cents)
            undone.append(reverse_award(jackpot, level, award.award, back))
            levels[award.level] = without_award(level, award.award)
    return tuple(undone)
