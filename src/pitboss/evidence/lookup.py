"""Searches the books for what somebody typed: awards, rounds, seats, amounts, times, entries and
papers by the books' index; words in the sentences of the newest entries. For each, it reads at most
a page of rows from the journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct

from pitboss.books import Books, Entry, Period
from pitboss.books import things as of
from pitboss.books.pages import ON_CAMERA, rows_backward
from pitboss.books.things import Thing, change_name, inside
from pitboss.books.won import WON_AT_TABLE, WonAtTable
from pitboss.evidence.award_pack import PackWords
from pitboss.evidence.story import WHOLE_MOST, round_entries
from pitboss.evidence.teller import Teller, search_fields, teller_of
from pitboss.evidence.typed import Typed, plain
from pitboss.floor.facts import EVENTS, people, rounds
from pitboss.floor.facts.base import CommandRefused, kind_of
from pitboss.floor.facts.values import Award
from pitboss.journal.codec import events_of
from pitboss.local_time import instant
from pitboss.refusal import Refusal
from pitboss.reports.source import SiteFacts
from pitboss.words.language import languages, texts

HITS_MOST = 8  # of one kind
ROUNDS_MOST = 4  # each is read from the journal
ENTRY, TIME = "entry", "time"  # what a search finds besides things
BY_NAME = (of.AWARD, of.CHANGE, of.PAPER, of.DEVICE)
READ_MOST = 200  # entries to read for their reference
WINS_MOST = 2_000  # entries to read for their hand
LOOKED_MOST = 2_000  # rows to read for the rounds of a time
TYPED_LEAST = 3  # characters needed to search the words of entries
ROUND_STARTED, VOIDED = kind_of(rounds.RoundStarted), kind_of(rounds.RoundVoided)
REFUSED = (kind_of(CommandRefused), kind_of(people.AccessRefused))
SHOWING_SEAT = (*WON_AT_TABLE, "winner-marked", "winner-unmarked", "late-bet-seen")


class Lookup(Struct, frozen=True, kw_only=True):
    """A search: the text, and the tables it covers (all if none is named)."""

    typed: Typed
    tables: tuple[str, ...]
    named_tables: tuple[str, ...]


@cache
def _searched_kinds(events: int) -> tuple[str, ...]:
    """The kinds of events to search for words, if this many are known."""
    with_words = (kind_of(each) for each in EVENTS if search_fields(each, is_number=False))
    return (*WON_AT_TABLE, *with_words)


class Hit(NamedTuple):
    """A hit: its group, its link, its entry, and one line about it."""

    group: str
    thing: Thing
    seq: int
    at_ms: int
    line: str


def look_up(books: Books, wanted: Lookup, site: SiteFacts, words: PackWords) -> list[Hit]:
    """Find everything the text may mean."""
    tellers = [teller_of(books, site, each) for each in (words, *map(texts, languages()))]
    return list(_each_award_once(_Finder(books, wanted, tellers, site.time_zone).hits()))


def _each_award_once(hits: Iterable[Hit]) -> Iterator[Hit]:
    """If several entries of a group lead to one award, keep the newest. An older one may show what
    a later one has undone."""
    listed: set[tuple[str, Thing]] = set()
    for hit in hits:
        key = (hit.group, hit.thing)
        if hit.thing.kind != of.AWARD or key not in listed:
            listed.add(key)
            yield hit


class _Finder:
    """Runs one search; the first teller speaks the reader's language."""

    def __init__(self, books: Books, wanted: Lookup, tellers: list[Teller], time_zone: str) -> None:
        self._books, self._time_zone = books, time_zone
        self._wanted = wanted
        self._typed = wanted.typed
        self._teller, self._tellers = tellers[0], tellers

    def hits(self) -> Iterator[Hit]:
        for kind in BY_NAME:
            yield from self._by_name(kind)
        yield from self._said_in_entries()
        yield from self._cameras()
        yield from self._refusals()
        yield from self._rounds()
        yield from self._seats()
        yield from self._numbers()
        yield from self._time()

    def _by_name(self, kind: str) -> Iterator[Hit]:
        """Things whose name begins with the text, in any case."""
        text = self._find_word(kind) or self._typed.text
        typed = dict.fromkeys((text, text.upper(), text.lower())) if text else ()
        found = [name for each in typed for name in self._books.names(kind, each, most=HITS_MOST)]
        for name in list(dict.fromkeys(found))[:HITS_MOST]:
            thing = Thing(kind, name)
            # Show a device's newest entry, and anything else's first.
            entries = self._books.find_naming(thing, most=1 if kind == of.DEVICE else WHOLE_MOST)
            entry = next((each for each in entries if _records(each, thing)), entries[-1])
            yield self._make_hit(kind, thing, entry)

    def _find_word(self, kind: str) -> str:
        """A thing whose kind was typed, by the beginning of its name; pages call a change by its
        number."""
        typed = self._typed
        if kind == of.CHANGE:
            return change_name(typed.change) if typed.change else ""
        return {of.AWARD: typed.award, of.PAPER: typed.paper, of.DEVICE: typed.device}[kind]

    def _said_in_entries(self) -> Iterator[Hit]:
        """The newest entries with these words, in any language: in a hand, a reason, a reference, a
        ground or a form. Each leads to its subject, if that has a page."""
        if len(self._typed.text) < TYPED_LEAST:
            return
        found = [
            (thing, entry)
            for kind in _searched_kinds(len(EVENTS))
            for entry in self._books.newest(
                kind, most=WINS_MOST if kind in WON_AT_TABLE else READ_MOST
            )
            for thing, value in _parts_of(entry)
            if self._is_meant(value)
        ]
        for thing, entry in sorted(found, key=lambda each: -each[1].seq)[:HITS_MOST]:
            yield self._make_hit(thing.kind, thing, entry)

    def _is_meant(self, value: Any) -> bool:
        is_number = self._typed.number > 0
        return any(
            self._typed.is_in(" ".join(teller.found_by(value, is_number=is_number)))
            for teller in self._tellers[1:]
        )

    def _cameras(self) -> Iterator[Hit]:
        """The newest awards that this camera saw."""
        noted = self._books.newest(*ON_CAMERA, most=READ_MOST)
        for entry in [each for each in noted if self._is_camera(each.event.camera)][:HITS_MOST]:
            yield self._make_hit(of.AWARD, Thing(of.AWARD, entry.event.award), entry)

    def _is_camera(self, name: str) -> bool:
        """Whether the text means a camera: the name begins with it, word by word. After the word
        for a camera, which may be part of the name, more may follow; a number alone needs that
        word."""
        words, said = _parts(name), _parts(self._typed.camera)
        typed = _parts(self._typed.text)
        if not said:
            return not self._typed.number and bool(typed) and typed == words[: len(typed)]
        word = typed[-len(said) - 1]
        own = words[1:] if len(words) > 1 and _is_begun(word, words[0]) else words
        return bool(own) and all(one == other for one, other in zip(said, own))  # noqa: B905 the shorter one

    def _is_seen(self, entry: Entry, period: Period) -> bool:
        """Whether a camera's time is in the text."""
        shown_ms = instant(entry.event.shown_at, self._time_zone)
        return shown_ms is not None and period.from_ms <= shown_ms < period.to_ms

    def _refusals(self) -> Iterator[Hit]:
        """The newest refusals with this code."""
        code = self._typed.text.upper().replace(" ", "_")
        for entry in self._books.find_naming(Thing(of.REFUSAL, code), most=HITS_MOST):
            yield self._make_hit(of.REFUSAL, _entry_of(entry), entry)

    def _rounds(self) -> Iterator[Hit]:
        """Rounds of the named tables; of any table only if the text says round."""
        tables = self._wanted.named_tables
        number = self._typed.round or (self._typed.number_beside(tables) if tables else 0)
        for table in (tables or self._wanted.tables)[: ROUNDS_MOST if number else 0]:
            entries = round_entries(self._books, table, number)
            if entries:
                yield self._make_hit(of.ROUND, inside(of.ROUND, table, number), entries[0])

    def _seats(self) -> Iterator[Hit]:
        """The newest entries at a seat."""
        seat, tables = self._typed.seat, self._wanted.named_tables or self._wanted.tables
        found = [
            (entry, inside(of.SEAT, table, seat))
            for table in (tables if seat else ())
            for entry in self._at_seat(inside(of.SEAT, table, seat))
        ]
        newest = sorted(found, key=lambda each: -each[0].seq)
        yield from (self._make_hit(of.SEAT, thing, entry) for entry, thing in newest[:HITS_MOST])

    def _at_seat(self, seat: Thing) -> list[Entry]:
        """The newest entries that show something about a seat; if its table is named, at least one
        that leads there."""
        named = self._books.find_naming(seat, most=HITS_MOST)
        showing = [each for each in named if each.event.kind in SHOWING_SEAT]
        return showing or (named[:1] if self._wanted.named_tables else [])

    def _numbers(self) -> Iterator[Hit]:
        """An amount, a check, an entry."""
        typed = self._typed
        yield from self._amounts()
        yield from self._checks()
        row = self._books.row(typed.entry or typed.number)
        if row is not None:
            told = self._teller.row(row).sentence
            yield Hit(ENTRY, Thing(ENTRY, str(row.seq)), row.seq, row.at_ms, told)

    def _amounts(self) -> Iterator[Hit]:
        """The newest entries with a matching amount; exact matches first."""
        found = [list(self._naming(Thing(of.AMOUNT, str(each)))) for each in self._typed.amounts]
        near = sorted(
            (named for each in found[1:] for named in each), key=lambda each: -each[1].seq
        )
        for named in [*(found[0] if found else ()), *near][:HITS_MOST]:
            yield from self._leading(*named)

    def _checks(self) -> Iterator[Hit]:
        check = self._typed.check or (str(self._typed.number) if self._typed.number else "")
        for named in self._naming(Thing(of.CHECK, check)) if check else ():
            yield from self._leading(*named)

    def _naming(self, thing: Thing) -> Iterator[tuple[Thing, Entry]]:
        """The newest entries that name an amount or a check."""
        return ((thing, entry) for entry in self._books.find_naming(thing, most=HITS_MOST))

    def _leading(self, thing: Thing, entry: Entry) -> Iterator[Hit]:
        """Link an entry to each matching award, or to itself."""
        for each in _awards_in(entry, thing) or [_entry_of(entry)]:
            yield self._make_hit(thing.kind, each, entry)

    def _time(self) -> Iterator[Hit]:
        """What happened in a day, an hour or a minute, each thing once: its awards, awards whose
        cards a camera saw then, voids, refused presses and rounds; if there are none, whatever else
        is on record."""
        period = self._typed.period
        if period is None:
            return
        listed: set[Thing] = set()
        for find in (
            self._won_in,
            self._seen_in,
            self._voided_in,
            self._refused_in,
            self._begun_in,
        ):
            found = [named for named in find(period) if named[0] not in listed]
            listed |= {thing for thing, _ in found}
            yield from (self._make_hit(TIME, thing, entry) for thing, entry in found)
        if not listed:
            for entry in self._newest_in(period, *self._books.kinds()):
                yield self._make_hit(TIME, _entry_of(entry), entry)

    def _newest_in(self, period: Period, *kinds: str) -> list[Entry]:
        """The newest of these kinds in a time, in order."""
        return self._books.newest(*kinds, most=HITS_MOST, period=period)[::-1]

    def _won_in(self, period: Period) -> Iterator[tuple[Thing, Entry]]:
        for entry in self._newest_in(period, *WON_AT_TABLE):
            yield from ((Thing(of.AWARD, award.award), entry) for award in _awards(entry))

    def _seen_in(self, period: Period) -> list[tuple[Thing, Entry]]:
        noted = self._books.newest(*ON_CAMERA, most=READ_MOST)
        seen = [each for each in noted if self._is_seen(each, period)]
        return [(Thing(of.AWARD, each.event.award), each) for each in seen][:HITS_MOST]

    def _voided_in(self, period: Period) -> Iterator[tuple[Thing, Entry]]:
        return ((_done_to(each), each) for each in self._newest_in(period, VOIDED))

    def _refused_in(self, period: Period) -> Iterator[tuple[Thing, Entry]]:
        return ((_entry_of(each), each) for each in self._newest_in(period, *REFUSED))

    def _begun_in(self, period: Period) -> list[tuple[Thing, Entry]]:
        """The newest rounds that started in a time. The books don't list plain rounds, so this
        reads rows backward from the time's end, up to a limit."""
        try:
            first, behind = map(self._books.first_at, period)
        except Refusal:
            return []  # they are in archives elsewhere
        rows = islice(rows_backward(self._books, behind, first - 1), LOOKED_MOST)
        found = (
            (inside(of.ROUND, event.table, event.round), Entry(row.seq, row.at_ms, event))
            for row in rows
            if period.holds(row.at_ms) and f'"{ROUND_STARTED}"' in row.events
            for event in events_of(row.events, seq=row.seq)
            if isinstance(event, rounds.RoundStarted)
        )
        return list(islice(found, HITS_MOST))[::-1]

    def _make_hit(self, group: str, thing: Thing, entry: Entry) -> Hit:
        return Hit(group, thing, entry.seq, entry.at_ms, self._line(thing, entry))

    def _line(self, thing: Thing, entry: Entry) -> str:
        """The sentence of an entry; for an award, the part about it."""
        for award in _awards(entry):
            if thing.kind == of.AWARD and award.award == thing.name:
                return self._teller.value(award)
        return self._teller.tell_text(entry.event)


def _parts(name: str) -> list[str]:
    """A name as words and numbers: CAM-4, cam 4 and CAM4 are the same."""
    return re.findall(r"[^\W\d_]+|\d+", plain(name))


def _is_begun(one: str, other: str) -> bool:
    """Whether one word begins the other, as cam begins camera."""
    return one.startswith(other) or other.startswith(one)


def _parts_of(entry: Entry) -> Iterable[tuple[Thing, Any]]:
    """The searched parts of an entry, and where each leads: awards count one by one."""
    awards = [(Thing(of.AWARD, each.award), each) for each in _awards(entry)]
    return awards or [(_done_to(entry), entry.event)]


def _done_to(entry: Entry) -> Thing:
    """Events where somebody acted on something."""
    event = entry.event
    if event.kind == VOIDED:
        return inside(of.ROUND, event.table, event.round)
    named = (Thing(kind, getattr(event, kind, "")) for kind in (of.AWARD, of.CHANGE, of.PAPER))
    return next((each for each in named if each.name), _entry_of(entry))


def _awards(entry: Entry) -> Iterable[Award]:
    return entry.event.awards if isinstance(entry.event, WonAtTable) else ()


def _records(entry: Entry, thing: Thing) -> bool:
    """Whether an entry is the one that created an award."""
    return thing.kind == of.AWARD and isinstance(entry.event, WonAtTable)


def _awards_in(entry: Entry, thing: Thing) -> list[Thing]:
    """The awards an entry is about; of several, those of that amount."""
    name = getattr(entry.event, "award", "")
    names = (
        [name]
        if name
        else [
            award.award
            for award in _awards(entry)
            if thing == Thing(of.AMOUNT, str(award.total_cents))
        ]
    )
    return [Thing(of.AWARD, each) for each in names]


def _entry_of(entry: Entry) -> Thing:
    return Thing(ENTRY, str(entry.seq))
