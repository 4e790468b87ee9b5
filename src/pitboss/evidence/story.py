"""The story of a thing: every entry that names it, in sentences, with what else each entry names.

All stories have one shape. Rounds and awards run from START to their last entry. Things without an
end, such as a table, a meter, a badge or a device, run backward from the newest entry. The books
find entries by what they name, and a round is read between START and END from at most a page of
rows before it, so no story reads the whole journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pitboss.books import Books, Entry
from pitboss.books import things as of
from pitboss.books.history import LevelMovement, changes_of
from pitboss.books.things import Thing, inside
from pitboss.books.won import WonAtTable
from pitboss.evidence.award_pack import PackWords
from pitboss.evidence.award_rows import OVER
from pitboss.evidence.teller import ToldEntry, in_order, teller_of
from pitboss.floor.facts import jackpots, rounds
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.locked_wager import locked_wager
from pitboss.journal import Row
from pitboss.journal.codec import command_of, events_of
from pitboss.money import Micros
from pitboss.refusal import Refusal
from pitboss.reports.source import SiteFacts, awards_in

STORY_MOST = 100  # entries of a story that continues
WHOLE_MOST = 500  # entries that name an award or a round
CANCELED = "prize-canceled"
ROUND_ROWS_MOST = 20_000  # rows to search for a round, with all other tables' rows in between


class Contributed(NamedTuple):
    """What rounds added before a row of the story, or since its newest, and what the meter held
    then; `from_ms` and `to_ms` are the time of play (0: until now)."""

    before_seq: int  # 0: since the newest entry
    micros: Micros
    held_micros: Micros
    from_ms: int
    to_ms: int


class Story(NamedTuple):
    """A complete story, oldest entry first; or the newest part of one that continues before the
    entry `reached` (0: it doesn't). `touches` is everything else it names; `entries` are its
    sources; `contributed` is what wagers added to a meter before each row."""

    about: Thing
    lines: list[ToldEntry]
    touches: list[Thing]
    is_whole: bool
    reached: int
    entries: list[Entry]
    contributed: dict[int, Contributed]


def tell_story(
    books: Books, about: Thing, site: SiteFacts, words: PackWords, *, before: int = 0
) -> Story:
    """The story of a thing, before an entry (0: to the newest); or THING_UNKNOWN."""
    entries, reached = _WHOLE.get(about.kind, _backwards)(books, about, before)
    if not entries:
        raise Refusal("THING_UNKNOWN", "no_entry_journal", where=f"{about.kind} {about.name}"[:80])
    teller = teller_of(books, site, words)
    told = (
        teller.entry(seq, at_ms, (entry.event for entry in of_row))
        for (seq, at_ms), of_row in groupby(entries, key=lambda entry: (entry.seq, entry.at_ms))
    )
    lines = [each._replace(also=tuple(one for one in each.also if one != about)) for each in told]
    sums = (
        sum_contributions(books, about, entries, before=before, reached=reached)
        if about.kind == of.METER
        else []
    )
    by_row = {each.before_seq: each for each in sums}
    return Story(
        about, lines, _find_touched(lines, about), about.kind in _WHOLE, reached, entries, by_row
    )


# ---- which entries ------------------------------------------------------------------------------


def _backwards(books: Books, about: Thing, before: int) -> tuple[list[Entry], int]:
    """Entries that name it, newest first, and where to continue."""
    found = books.find_naming(about, before=before, most=STORY_MOST + 1)
    if len(found) <= STORY_MOST:
        return found, 0
    whole = [entry for entry in found if entry.seq != found[-1].seq] or found
    return whole, whole[-1].seq


def _of_round(books: Books, about: Thing, before: int) -> tuple[list[Entry], int]:
    table, number = about.place
    played = round_entries(books, table, int(number)) if number.isdecimal() else []
    return _whole(played, books.find_naming(about, most=WHOLE_MOST)), 0


def _of_award(books: Books, about: Thing, before: int) -> tuple[list[Entry], int]:
    """An award's round, and everything that happened to the award."""
    named = books.find_naming(about, most=WHOLE_MOST)
    played: list[Entry] = []
    for event in (entry.event for entry in named):
        at = event.won_at if isinstance(event, jackpots.MeterAdjusted) else event
        if isinstance(at, WonAtTable | jackpots.WonAt):
            played = round_entries(books, at.table, at.round)
    return _whole(played, named), 0


def _of_change(books: Books, about: Thing, before: int) -> tuple[list[Entry], int]:
    return _whole([], books.find_naming(about, most=WHOLE_MOST)), 0


# Things whose story has a beginning and an end.
_WHOLE: dict[str, Callable[[Books, Thing, int], tuple[list[Entry], int]]] = {
    of.ROUND: _of_round,
    of.AWARD: _of_award,
    of.CHANGE: _of_change,
}


def _whole(played: list[Entry], named: list[Entry]) -> list[Entry]:
    """The rows of a round, and other rows that name the thing, in order."""
    known = {entry.seq for entry in played}
    later = [entry for entry in named if entry.seq not in known]
    return sorted([*played, *later], key=lambda entry: entry.seq)


def round_entries(books: Books, table: str, number: int) -> list[Entry]:
    """Everything at a table from a round's START to its end, refusals included; empty if there is
    no such round."""
    near = books.round_near(table, number)
    if not near:
        return []
    found: list[Entry] = []
    for row in books.rows_behind(near - 1, near - 1 + ROUND_ROWS_MOST):
        events = list(_at_table(row, table))
        if not found:
            events = [each for each in events if _is_start(each, number)]
        found += events
        if found and any(each.event.kind in OVER for each in events):
            break
    return found


def _at_table(row: Row, table: str) -> Iterator[Entry]:
    if f'"table":"{table}"' in row.asked or f'"table":"{table}"' in row.events:
        asked_here = getattr(command_of(row.asked, seq=row.seq), "table", "") == table
        for event in events_of(row.events, seq=row.seq):
            if getattr(event, "table", table if asked_here else "") == table:
                yield Entry(row.seq, row.at_ms, event)


def _is_start(entry: Entry, number: int) -> bool:
    return isinstance(entry.event, rounds.RoundStarted) and entry.event.round == number


def _find_touched(lines: Iterable[ToldEntry], about: Thing) -> list[Thing]:
    said = {piece.thing for line in lines for piece in line.pieces if piece.thing}
    return sorted((said | {each for line in lines for each in line.also}) - {about}, key=in_order)


# ---- what rounds added to a meter ---------------------------------------------------------------


def sum_contributions(
    books: Books, meter: Thing, entries: Sequence[Entry], *, before: int, reached: int
) -> list[Contributed]:
    """The sums for a part of a story, newest entry first. Between two entries that moved the meter,
    the rest of the difference is wagers."""
    held = _held_before(books, meter, before or books.last_seq() + 1)
    newer_seq = newer_ms = 0
    found = []
    for seq, at_ms, first, last in _movers(meter, entries):
        found.append(_sum(newer_seq, held, last.after.meter_micros, at_ms, newer_ms))
        held = first.after.meter_micros - first.meter_micros
        newer_seq, newer_ms = seq, at_ms
    if reached:
        found.append(
            _sum(newer_seq, held, _held_before(books, meter, reached), entries[-1].at_ms, newer_ms)
        )
    return [each for each in found if each.micros]


def _sum(newer_seq: int, held: int, older: int, from_ms: int, to_ms: int) -> Contributed:
    return Contributed(newer_seq, Micros(held - older), Micros(held), from_ms, to_ms)


def _movers(
    meter: Thing, entries: Sequence[Entry]
) -> Iterator[tuple[int, int, LevelMovement, LevelMovement]]:
    """The rows that moved the meter, each with its first and last movement."""
    for seq, row in groupby(entries, key=lambda entry: entry.seq):
        of_row = list(row)
        moved = [
            change
            for entry in of_row
            for change in changes_of(entry.event)
            if (change.jackpot, change.after.level) == meter.place
        ]
        if moved:
            yield seq, of_row[0].at_ms, moved[0], moved[-1]


def _held_before(books: Books, meter: Thing, seq: int) -> int:
    """What a meter held before a row; nothing before its jackpot was opened."""
    jackpot, level = meter.place
    found = books.state_after(seq - 1).jackpots.get(jackpot)
    known = found.levels.get(level) if found else None
    return known.reading.meter_micros if known else 0


# ---- the wagers of a round ----------------------------------------------------------------------


def wagers_in(books: Books, table: str, number: int) -> dict[Spot, jackpots.LockedWager]:
    """Every wager that a round of a table locked, and its outcome; None if there is no such
    round."""
    named = books.find_naming(inside(of.ROUND, table, number), most=WHOLE_MOST)
    found = {(each.seq, each.event) for each in (*round_entries(books, table, number), *named)}
    for award in {each.award for _, event in found for each in awards_in(event)}:
        found |= {(each.seq, each.event) for each in books.find_entries(CANCELED, award=award)}
    entries = sorted(found, key=lambda each: each[0])
    spots = [each.spots for _, each in entries if isinstance(each, rounds.RoundStarted)]
    wagers = {
        spot: locked_wager(entries, jackpots.WonAt(table, number, spot, ""))
        for spot in next(iter(spots), ())
    }
    return {spot: wager for spot, wager in wagers.items() if wager is not None}
