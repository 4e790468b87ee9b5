"""Removes settled awards from the floor after a while, so that years of them cost nothing.

An owed award stays until it is paid, forfeited, canceled or backed out. A settled award stays as
long as someone may still have to change it. One the tray paid stays for about two days of fifty
tables (to be backed out, or noted for the tax office). One a cashier paid stays until an uncashed
check is stale (its payment may be voided). After that, only the journal and the books have it.

Awards of one round leave together: identical wagers of a round are one win for the tax office."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.floor.facts.values import Award
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.payouts import round_name


class Stay(NamedTuple):
    """How long awards of a kind stay, in rows of the journal, and how many of those rows are
    dropped together."""

    name: str
    rows: int
    span_rows: int

    def key(self, seq: int) -> str:
        """The span of rows where an award was settled."""
        return f"{self.name} {seq // self.span_rows:012d}"


TRAY = Stay("tray", 65_536, 4_096)
CASHIER = Stay("cashier", 8_388_608, 524_288)  # 230 days of fifty tables


def owe(state: State, award: Award) -> None:
    """Put an award on the cashier's list, unless the tray pays all of it."""
    if award.owed_cents:
        state.owed[award.award] = award.owed_cents


def settle(state: State, award: Award) -> None:
    """Take an award off the owed list; those settled long ago leave the floor."""
    state.owed.drop(award.award)
    _queue(state, CASHIER if award.owed_cents else TRAY, award.award)


def _queue(state: State, stay: Stay, award: str) -> None:
    key = stay.key(state.seq)
    queued = state.settled.get(key)
    state.settled[key] = (award,) if queued is None else (*queued, award)
    if queued is None:
        _let_go(state, stay, newest=key)


def _let_go(state: State, stay: Stay, *, newest: str) -> None:
    oldest = stay.key(max(0, state.seq - stay.rows))
    over = [
        (key, names)
        for key, names in state.settled.items()
        if key.startswith(stay.name) and key < oldest and key != newest
    ]
    for key, names in over:
        state.settled.drop(key)
        later = tuple(name for name in names if not _leaves(state, stay, name))
        state.settled[newest] = (*(state.settled.get(newest) or ()), *later)


def _leaves(state: State, stay: Stay, award: str) -> bool:
    """Remove an award with all of its round, once none of them may change. Returns whether it needs
    no further check: it has left, or leaves with one that a cashier paid."""
    found = state.awards.get(award)
    if found is None:
        return True
    place = round_name(found.table, found.round)
    wins = state.round_wins.get(place)
    group = [state.award(name) for name in wins.awards] if wins is not None else [found]
    if stay is TRAY and any(each.award.owed_cents for each in group):
        return True
    if _is_open(state, found) or any(_may_change(state, each) for each in group):
        return False
    for each in group:
        state.awards.drop(each.award.award)
        state.let_go[each.status] = (state.let_go.get(each.status) or 0) + 1
    if wins is not None:
        state.round_wins.drop(place)
    return True


def _is_open(state: State, found: AwardState) -> bool:
    table = state.tables.get(found.table)
    return table is not None and table.round is not None and table.round.number == found.round


def _may_change(state: State, found: AwardState) -> bool:
    """Whether it isn't settled, or a level remembers it because of earlier changes."""
    award = found.award
    if found.status == "recorded" or state.owed.get(award.award) is not None:
        return True
    jackpot = state.jackpots.get(award.jackpot)
    level = jackpot.levels.get(award.level) if jackpot is not None else None
    return level is not None and any(each.award == award.award for each in level.history.changes)
