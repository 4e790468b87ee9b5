"""A jackpot's wagers and hits, in their order, as the books have them."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.books.keeping import Books
from pitboss.books.period import HOUR_MS, Period
from pitboss.books.won import WON_AT_TABLE
from pitboss.floor.facts.rounds import RoundStarted
from pitboss.journal.codec import events_of


class BookedHit(NamedTuple):
    """A hand that won, and the wagers since the hit before."""

    wagers: int
    outcome: str
    at_ms: int


class JackpotPlay(NamedTuple):
    """All hits that stand, the wagers since the last one, and when the first and last were."""

    hits: tuple[BookedHit, ...]
    wagers_after: int
    from_ms: int
    to_ms: int

    @property
    def wagers(self) -> int:
        """All wagers of the jackpot."""
        return sum(hit.wagers for hit in self.hits) + self.wagers_after


def read_jackpot_play(books: Books, jackpot: str) -> JackpotPlay:
    """Hours without a hit are read as sums, the others round by round; voids take wagers back."""
    undone = {entry.event.award for entry in books.find_entries("award-backed-out")}
    won = [
        (entry, award)
        for entry in books.find_entries(*WON_AT_TABLE)
        for award in entry.event.awards
        if award.jackpot == jackpot and award.award not in undone
    ]
    apart = {entry.at_ms // HOUR_MS for entry, _ in won}
    steps: list[tuple[int, int, int, str]] = []  # when, its row, wagers, outcome
    hours = books.bet_hours(jackpot, since_hour=0)
    for hour, bets in hours:
        if hour not in apart:
            steps.append((hour * HOUR_MS, 0, bets, ""))
            continue
        for row in books.rows(Period(hour * HOUR_MS, (hour + 1) * HOUR_MS)):
            for event in events_of(row.events, seq=row.seq):
                if isinstance(event, RoundStarted):
                    bets = sum(each.bets for each in event.takings if each.jackpot == jackpot)
                    steps.append((row.at_ms, row.seq, bets, ""))
    for entry in books.find_entries("round-voided"):
        bets = sum(each.bets for each in entry.event.takings if each.jackpot == jackpot)
        steps.append((entry.at_ms, entry.seq, bets if bets < 0 else -bets, ""))
    steps += [(entry.at_ms, entry.seq, 0, award.outcome) for entry, award in won]
    hits, wagers = [], 0
    for at_ms, _, bets, outcome in sorted(steps, key=lambda step: step[:2]):
        wagers += bets
        if outcome:
            hits.append(BookedHit(wagers, outcome, at_ms))
            wagers = 0
    first, last = (hours[0][0], hours[-1][0] + 1) if hours else (0, 0)
    return JackpotPlay(tuple(hits), wagers, first * HOUR_MS, last * HOUR_MS)
