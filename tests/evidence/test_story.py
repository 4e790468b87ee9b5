"""Stories found by the books' index are what a plain look at all rows finds."""

from __future__ import annotations

from collections import defaultdict

import pytest

from books.plain import journal_of, random_rows
from pitboss.books import Books, folding, keeping, open_books
from pitboss.books.history import changes_of
from pitboss.books.moves import is_plain
from pitboss.books.things import Thing, things_of
from pitboss.evidence import story
from pitboss.evidence.story import Contributed
from pitboss.floor.facts import rounds
from pitboss.journal import Row
from pitboss.journal.codec import events_of
from pitboss.reports.source import SiteFacts
from pitboss.rules.catalog import profile
from pitboss.words.language import WORDS

SITE = SiteFacts(
    house="House", time_zone="UTC", profile=profile(), tables={}, jackpots={}, terms={},
    wagers={}, reserve="", removal="", notices={}, own_paytables="",
)  # fmt: skip


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return random_rows(14, rounds=150)


@pytest.fixture
def books(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> Books:
    """Books with pages and transactions so small that a short journal has many."""
    monkeypatch.setattr(folding, "PAGE_ROWS", 40)
    monkeypatch.setattr(keeping, "PAGE_ROWS", 40)
    monkeypatch.setattr(keeping, "TAKEN_ROWS", 70)
    opened = open_books(journal_of(rows))
    assert opened.catch_up() == 0
    return opened


def test_the_index_has_every_entry_under_all_that_it_names(rows: list[Row], books: Books) -> None:
    expected = defaultdict(set)
    for row in rows:
        for event in events_of(row.events):
            if not is_plain(event):
                for thing in things_of(event):
                    expected[thing].add(row.seq)
    assert len(expected) > 50
    for thing, seqs in expected.items():
        found = books.find_naming(thing, most=10_000)
        others = {each.seq for each in found if not is_plain(each.event)}
        assert others == seqs, thing
        assert [each.seq for each in found] == sorted((each.seq for each in found), reverse=True)
        assert all(thing in things_of(each.event) for each in found)


def test_every_round_is_found_from_start_to_end(rows: list[Row], books: Books) -> None:
    began, over = {}, {}
    for row in rows:
        for event in events_of(row.events):
            if isinstance(event, rounds.RoundStarted):
                began[event.table, event.round] = row.seq
            elif isinstance(event, rounds.RoundEnded | rounds.RoundVoided):
                over[event.table, event.round] = row.seq
    assert len(began) > 20
    for (table, number), seq in began.items():
        found = story.round_entries(books, table, number)
        assert found[0].seq == seq
        assert found[-1].seq == over.get((table, number), found[-1].seq)
        assert {getattr(each.event, "table", table) for each in found} == {table}
    assert story.round_entries(books, "nowhere", 1) == []


def test_the_parts_of_a_long_story_make_the_whole(
    books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    (table, *_) = books.names("table", "", most=1)
    about = Thing("table", table)
    whole = [line.seq for line in story.tell_story(books, about, SITE, WORDS).lines]
    monkeypatch.setattr(story, "STORY_MOST", 3)
    told, before = [], 0
    while True:
        part = story.tell_story(books, about, SITE, WORDS, before=before)
        told += [line.seq for line in part.lines]
        before = part.reached
        if not before:
            break
    assert told[: len(whole)] == whole
    assert len(set(told)) == len(told)


def test_wagers_between_the_entries_of_a_meter_make_its_story_add_up(
    rows: list[Row], books: Books, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(story, "STORY_MOST", 7)
    meters = [Thing("meter", name) for name in books.names("meter", "", most=100)]
    seen = 0
    for meter in meters:
        added, before, moved = _contributions(rows, meter), 0, 0
        parts: list[Contributed] = []
        while True:
            part = story.tell_story(books, meter, SITE, WORDS, before=before)
            parts += part.contributed.values()
            assert all(meter not in line.also for line in part.lines)
            moved += sum(
                change.meter_micros
                for entry in part.entries
                for change in changes_of(entry.event)
                if (change.jackpot, change.after.level) == meter.place
            )
            before = part.reached
            if not before:
                break
        assert sum(each.micros for each in parts) == sum(added)
        assert moved + sum(added) == _holds(books, meter)
        seen += len(parts)
    assert seen > 5


def _contributions(rows: list[Row], meter: Thing) -> list[int]:
    """What each round added to a meter."""
    return [
        given.meter_micros
        for row in rows
        for event in events_of(row.events)
        if isinstance(event, rounds.RoundStarted)
        for given in changes_of(event)
        if (given.jackpot, given.after.level) == meter.place
    ]


def _holds(books: Books, meter: Thing) -> int:
    jackpot, level = meter.place
    return books.state_after(books.last_seq()).jackpots[jackpot].levels[level].reading.meter_micros


def test_no_story_names_a_jackpot_beside_its_own_meter(books: Books) -> None:
    """A meter's name begins with its jackpot's: both would read as the same thing twice."""
    abouts = [
        Thing(kind, name)
        for kind in ("jackpot", "badge")
        for name in books.names(kind, "", most=100)
    ]
    told = [line for about in abouts for line in story.tell_story(books, about, SITE, WORDS).lines]
    metered = [
        (line, {each.place[0] for each in line.also if each.kind == "meter"}) for line in told
    ]
    assert any(jackpots for _, jackpots in metered)
    for line, jackpots in metered:
        assert not jackpots & {each.name for each in line.also if each.kind == "jackpot"}
