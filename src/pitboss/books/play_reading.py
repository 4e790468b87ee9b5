"""How the floor was played in some gambling days, slice by slice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple, TypeAlias

from pitboss.books.books_file import PLAYED
from pitboss.books.keeping import Books
from pitboss.books.play_folding import BLOCK_DAYS, open_day
from pitboss.books.play_sums import Played, PlayOffer, plus

_TOTALS = ", ".join(f"sum({name})" for name in PLAYED)
READ = (
    'SELECT offer."table", jackpot, seats, is_training, plays, terms, value,'  # noqa: S608
    f" {_TOTALS} FROM play JOIN offer ON offer.number = play.offer"
    " WHERE size = ? AND slice = ? AND block >= ? AND block < ? GROUP BY offer, value"
)
_DAYS = "FROM play WHERE size = 1 AND slice = 'table'"
# One at a time: SQLite finds an end in its index, but both at once by reading every day.
ENDS = f"SELECT (SELECT min(block) {_DAYS}), (SELECT max(block) {_DAYS})"
OFFER_FIELDS = len(PlayOffer._fields)

SlicePlay: TypeAlias = dict[tuple[PlayOffer, str], Played]  # by offer and the slice's value


class PlayedDays(NamedTuple):
    """Gambling days from the first through the last, as numbers."""

    first: int
    last: int


def played_days(books: Books) -> PlayedDays:
    """The first gambling day with play, and the one that is on."""
    first, last = books.store.execute(ENDS).fetchone()
    on = open_day(books.state_after(books.end.seq).calendar) or last or 1
    return PlayedDays(min(first or on, on), on)


def read_play(books: Books, kind: str, asked: PlayedDays) -> SlicePlay:
    """What was played in some days, by one kind of slice; play money is left out. What it costs
    grows with what it answers, not with the days: whole blocks of them are one sum."""
    found: SlicePlay = {}
    known = played_days(books)
    first, last = max(asked.first, known.first), min(asked.last, known.last)
    for size, begin, end in _blocks(first, last + 1, known.last):
        for row in books.store.execute(READ, (size, kind, begin, end)):
            offer, value = PlayOffer(*row[:OFFER_FIELDS]), row[OFFER_FIELDS]
            if offer.is_training:
                continue
            played = Played(*row[OFFER_FIELDS + 1 :])
            before = found.get((offer, value))
            found[offer, value] = played if before is None else plus(before, played)
    return found


def day_number(day: str) -> int:
    """A gambling day as a number."""
    return date.fromisoformat(day).toordinal()


def day_of_number(number: int) -> str:
    """A number as its gambling day."""
    return date.fromordinal(number).isoformat()


def _blocks(first: int, end: int, on: int) -> Iterator[tuple[int, int, int]]:
    """The fewest blocks that make up some days: a size, its first block and the one after its last.
    Only blocks that ended before the day that is on are added up."""
    while first < end:
        size = next(
            each
            for each in reversed(BLOCK_DAYS)
            if each == 1 or (first % each == 0 and first + each <= min(end, on))
        )
        larger = BLOCK_DAYS[min(BLOCK_DAYS.index(size) + 1, len(BLOCK_DAYS) - 1)]
        stop = first + size
        while stop < end and (stop % larger or larger == size) and stop + size <= end:
            if size > 1 and stop + size > on:
                break
            stop += size
        yield size, first // size, stop // size
        first = stop
