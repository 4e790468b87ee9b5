"""The wagers of a round that is over, for whoever makes a prize of one by hand."""

from __future__ import annotations

from pitboss.books import Books
from pitboss.books.things import ROUND, inside
from pitboss.evidence.story import WHOLE_MOST, round_entries
from pitboss.floor.facts import jackpots, rounds
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.locked_wager import locked_wager
from pitboss.reports.source import awards_in

CANCELED = "prize-canceled"


def wagers_in(books: Books, table: str, number: int) -> dict[Spot, jackpots.LockedWager]:
    """Every wager that a round of a table locked, with what became of it; none where there is no
    such round."""
    named = books.naming(inside(ROUND, table, number), most=WHOLE_MOST)
    found = {(each.seq, each.event) for each in (*round_entries(books, table, number), *named)}
    for award in {each.award for _, event in found for each in awards_in(event)}:
        found |= {(each.seq, each.event) for each in books.entries(CANCELED, award=award)}
    entries = sorted(found, key=lambda each: each[0])
    spots = [each.spots for _, each in entries if isinstance(each, rounds.RoundStarted)]
    wagers = {
        spot: locked_wager(entries, jackpots.WonAt(table, number, spot, ""))
        for spot in next(iter(spots), ())
    }
    return {spot: wager for spot, wager in wagers.items() if wager is not None}
