"""How the floor is played, sliced: each slice adds up to what the rows say, however the days
fall into blocks."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitboss.books import ALWAYS, Books, keeping, open_books
from pitboss.books.play_folding import BLOCK_DAYS
from pitboss.books.play_reading import PlayedDays, played_days, read_play
from pitboss.books.play_sums import SLICES, TABLE
from pitboss.journal import Row

from . import plain
from .test_books import known_rows

# What is kept of wagers: they, prizes and restarts; a seed at the opening and corrections are not.
PLAYED_CAUSES = ("wagers", "prizes", "awards", "restarts", "releases", "voids", "back-outs")


def caught_up(rows: list[Row]) -> Books:
    books = open_books(plain.journal_of(rows))
    assert books.catch_up() == 0
    return books


@pytest.mark.parametrize("name", ["all", "locked", "1", "2"])
def test_every_slice_adds_up_to_what_moved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "TAKEN_ROWS", 70)
    rows = plain.random_rows(int(name)) if name.isdecimal() else known_rows()[name]
    books = caught_up(rows)
    expected: dict[str, Counter[str]] = {}
    for place, moved in books.sums(ALWAYS).moved.items():
        if place.table and place.cause in PLAYED_CAUSES:
            of = expected.setdefault(place.jackpot, Counter())
            of["bets"] += moved.bets
            of["wager_micros"] += moved.wager_micros
            of["house_micros"] += moved.house_micros
    for kind in SLICES:
        found: dict[str, Counter[str]] = {}
        for (offer, _), played in read_play(books, kind, PlayedDays(0, 10**6)).items():
            of = found.setdefault(offer.jackpot, Counter())
            of["bets"] += played.bets
            of["wager_micros"] += played.wager_micros
            of["house_micros"] += played.house_micros
        if kind != "seat":  # a seat has wagers and prizes alone
            assert {each: found[each] for each in expected} == expected, kind
        else:
            bets = {each: of["bets"] for each, of in found.items() if of["bets"]}
            assert bets == {each: of["bets"] for each, of in expected.items() if of["bets"]}


def test_blocks_of_days_answer_as_their_days_do(monkeypatch: pytest.MonkeyPatch) -> None:
    books = caught_up(plain.dated(plain.random_rows(3), random.Random(3)))
    known = played_days(books)
    whole = read_play(books, TABLE, known)
    monkeypatch.setattr("pitboss.books.play_reading.BLOCK_DAYS", (1,))
    assert read_play(books, TABLE, known) == whole
    assert BLOCK_DAYS == (1, 8, 64, 512)
