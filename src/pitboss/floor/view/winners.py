"""Each jackpot's last winners, as signs show them: what was won with which hand, where and when,
and nothing about the person. A fold beside the state, which stays small."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any

from msgspec import Struct

from pitboss.floor.facts import awards
from pitboss.floor.facts.awards import AwardsRecorded
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.labels import HandWords
from pitboss.money import Cents

WINNERS_MOST = 6  # of one jackpot
UNDONE = "backed out"


class Winner(Struct, frozen=True, kw_only=True, gc=False):
    """One prize that a jackpot paid; a split prize's shares count as one."""

    awards: tuple[str, ...]
    table: str
    jackpot: str
    level: str
    outcome: str
    cents: Cents
    at_ms: int


class LastWinners:
    """Every jackpot's newest prizes, newest first, and never more than a few of each."""

    def __init__(self) -> None:
        self._winners: dict[str, tuple[Winner, ...]] = {}
        self._undone: dict[str, tuple[str, ...]] = {}  # the newest backed-out awards

    def begin(self, state: State, at_ms_of: Callable[[int], int | None]) -> None:
        """Start from a stored floor: the awards it still keeps. `at_ms_of` says when a row was
        written; a prize whose row is gone is omitted."""
        kept: dict[str, list[AwardState]] = {}
        for _, found in state.awards.items():
            if _is_shown(found):
                kept.setdefault(found.award.jackpot, []).append(found)
        for found_awards in kept.values():
            for prize in sorted(_newest(found_awards), key=lambda each: each[0].seq):
                at_ms = at_ms_of(prize[0].seq)
                if at_ms is not None:
                    self._add(prize, at_ms=at_ms)

    def record(
        self, state: State, event: AwardsRecorded | awards.WideAwardRecorded, *, at_ms: int
    ) -> None:
        """Add awards recorded just now."""
        shown = [found for award in event.awards if _is_shown(found := state.award(award.award))]
        for prize in _prizes(shown):
            self._add(prize, at_ms=at_ms)

    def undo(self, jackpot: str, award: str) -> None:
        """Remove an award that was backed out: it was no prize."""
        before = self._winners.get(jackpot, ())
        self._winners[jackpot] = tuple(each for each in before if award not in each.awards)
        self._undone[jackpot] = (award, *self._undone.get(jackpot, ()))[:WINNERS_MOST]

    def board(self, state: State, paytables: PaytableLookup, jackpot: str) -> dict[str, Any]:
        """One jackpot's last winners, in words."""
        hands = HandWords(state, paytables)
        return {
            "seq": str(state.seq),
            "jackpot": jackpot,
            "winners": [
                {
                    "award": winner.awards[0],
                    "table": winner.table,
                    "level": winner.level,
                    "level_name": hands.level(jackpot, winner.level),
                    **hands(jackpot, winner.outcome),
                    "cents": winner.cents,
                    "at_ms": winner.at_ms,
                }
                for winner in self._winners.get(jackpot, ())
            ],
            "undone": list(self._undone.get(jackpot, ())),
        }

    def _add(self, prize: tuple[AwardState, ...], *, at_ms: int) -> None:
        first = prize[0].award
        winner = Winner(
            awards=tuple(each.award.award for each in prize),
            table=prize[0].table,
            jackpot=first.jackpot,
            level=first.level,
            outcome=first.outcome,
            cents=Cents(sum(each.award.total_cents for each in prize)),
            at_ms=at_ms,
        )
        before = self._winners.get(first.jackpot, ())
        self._winners[first.jackpot] = (winner, *before)[:WINNERS_MOST]


def _is_shown(found: AwardState) -> bool:
    """Whether a sign shows a prize: won at a table, from a meter or the house."""
    return bool(found.table and found.award.owed_cents) and found.status != UNDONE


def _newest(awards: Iterable[AwardState]) -> list[tuple[AwardState, ...]]:
    return heapq.nlargest(WINNERS_MOST, _prizes(awards), key=lambda prize: prize[0].seq)


def _prizes(awards: Iterable[AwardState]) -> list[tuple[AwardState, ...]]:
    """Awards as prizes: the shares of a split one belong together."""

    def prize_of(found: AwardState) -> str:
        return found.shares[0] if found.shares else found.award.award

    return [tuple(prize) for _, prize in groupby(sorted(awards, key=prize_of), key=prize_of)]
