"""A text that somebody types into a search, read in every way that it may be meant."""

from __future__ import annotations

import pytest

from pitboss.books import Period
from pitboss.evidence.typed import Typed, read_clock, read_typed, search_words
from pitboss.local_time import local_time
from pitboss.words.language import texts

ZONE = "America/Los_Angeles"
NOW_MS = 1_794_700_800_000  # Saturday, 2026-11-14 16:00 PST


def period(text: str) -> tuple[str, int] | None:
    """When it begins on the clock of the house, and how many seconds it has."""
    found: Period | None = read_typed(text, now_ms=NOW_MS, time_zone=ZONE).period
    if found is None:
        return None
    return local_time(found.from_ms, ZONE)[:-4], (found.to_ms - found.from_ms) // 1000


@pytest.mark.parametrize(
    ("text", "begin", "seconds"),
    [
        ("14:05", "2026-11-14 14:05:00", 60),
        ("2:05 pm", "2026-11-14 14:05:00", 60),
        ("12:05 am", "2026-11-14 00:05:00", 60),
        ("9:05 pm", "2026-11-13 21:05:00", 60),
        ("9:05 p.m. yesterday", "2026-11-13 21:05:00", 60),
        ("9 pm", "2026-11-13 21:00:00", 3600),  # all of the hour
        ("2pm", "2026-11-14 14:00:00", 3600),
        ("12 a. m.", "2026-11-14 00:00:00", 3600),
        ("nov 12 9 pm", "2026-11-12 21:00:00", 3600),
        ("22:10", "2026-11-13 22:10:00", 60),  # it has not been so late today
        ("yesterday 22:10", "2026-11-13 22:10:00", 60),
        ("22:10 yesterday", "2026-11-13 22:10:00", 60),
        ("today", "2026-11-14 00:00:00", 86_400),
        ("2026-11-14", "2026-11-14 00:00:00", 86_400),
        ("2026-11-01", "2026-11-01 00:00:00", 90_000),  # the clock is set back
        ("2026-11-14 14:05:09", "2026-11-14 14:05:09", 1),
        ("11/14", "2026-11-14 00:00:00", 86_400),
        ("12/24", "2025-12-24 00:00:00", 86_400),
        ("nov 13", "2026-11-13 00:00:00", 86_400),
        ("Nov. 13, 2025", "2025-11-13 00:00:00", 86_400),
        ("december 24", "2025-12-24 00:00:00", 86_400),  # it is not yet December
        ("13 november 14:05", "2026-11-13 14:05:00", 60),
        ("nov 13 14:05:09", "2026-11-13 14:05:09", 1),
        ("11/14/25 14:05", "2025-11-14 14:05:00", 60),
    ],
)
def test_times_are_read_on_the_clock_of_the_house(text: str, begin: str, seconds: int) -> None:
    assert period(text) == (begin, seconds)


@pytest.mark.parametrize(
    "text",
    [
        "25:00",
        "25 pm",
        "9 players",
        "12:60",
        "2026-02-30",
        "13/1",
        "noon",
        "14.05",
        "nov 31",
        "nov",
        "novel 12",
        "",
    ],
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert period(text) is None


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("$2,026.75", 202_675),
        ("2026.75", 202_675),
        ("2,026.75", 202_675),
        ("$2026", 202_600),
        ("2026", 202_600),
        ("0.5", 50),
        ("1,00", 0),
        ("$", 0),
        ("2026.755", 0),
        ("-5", 0),
    ],
)
def test_amounts_are_read_with_and_without_signs(text: str, cents: int) -> None:
    assert read_typed(text, now_ms=NOW_MS, time_zone=ZONE).cents == cents


def test_a_word_says_what_its_number_is() -> None:
    typed = read_typed("T3 seat 4 round 1,204", now_ms=NOW_MS, time_zone=ZONE)
    assert (typed.words, typed.seat, typed.round) == (("t3",), 4, 1204)
    typed = read_typed("Round F1 3", now_ms=NOW_MS, time_zone=ZONE)
    assert (typed.words, typed.round) == (("f1",), 3)
    assert read_typed("entry 36", now_ms=NOW_MS, time_zone=ZONE).entry == 36
    assert read_typed("check #501", now_ms=NOW_MS, time_zone=ZONE).check == "501"
    assert read_typed("table 7", now_ms=NOW_MS, time_zone=ZONE).table == "7"
    assert read_typed("camera C-7", now_ms=NOW_MS, time_zone=ZONE).camera == "C-7"
    assert read_typed("change 1,204", now_ms=NOW_MS, time_zone=ZONE).change == "1,204"


def test_a_number_behind_a_camera_is_of_its_name() -> None:
    typed = read_typed("camera PTZ 12", now_ms=NOW_MS, time_zone=ZONE)
    assert (typed.camera, typed.number, typed.amounts) == ("PTZ 12", 0, range(0))


SPANISH = search_words(texts("es"))


def test_a_language_has_its_own_words_beside_the_english_ones() -> None:
    def read(text: str) -> Typed:
        return read_typed(text, now_ms=NOW_MS, time_zone=ZONE, words=SPANISH)

    assert (read("puesto 4").seat, read("seat 4").seat) == (4, 4)
    assert (read("asiento 38").entry, read("ronda 1").round) == (38, 1)
    for spoken, english in (("hoy", "today"), ("ayer 22:10", "yesterday 22:10")):
        assert read(spoken).period == read(english).period is not None
    assert read("6/11/2026").period == read("2026-11-06").period  # the day comes first
    for spoken in ("6 nov", "6 de noviembre de 2026", "nov 6", "6 november 2026"):
        assert read(spoken).period == read("2026-11-06").period


def test_letters_are_found_without_their_accents_and_apostrophes() -> None:
    def is_in(typed: str, text: str) -> bool:
        return read_typed(typed, now_ms=NOW_MS, time_zone=ZONE).is_in(text)

    assert is_in("pena", "Luis Peña")
    assert is_in("holdem", "Texas Hold'em Bonus")
    assert not is_in("$", "Texas")
    assert read_typed("award C1-6-36.1", now_ms=NOW_MS, time_zone=ZONE).award == "C1-6-36.1"


def test_words_are_found_by_how_they_begin() -> None:
    def is_in(typed: str, text: str) -> bool:
        return read_typed(typed, now_ms=NOW_MS, time_zone=ZONE).is_in(text)

    assert is_in("play", "Two players dispute it")
    assert is_in("card", "Four-card progressive")
    assert is_in("hand", "high_hand")
    assert not is_in("ayer", "Two players dispute it")
    assert not is_in("puesto", "formulario impuesto W-2G")


def test_the_words_of_every_language_are_read_and_a_day_as_the_reader_writes_it() -> None:
    words = search_words(texts("en"), texts("es"))
    typed = read_typed("puesto 4 mesa C1", now_ms=NOW_MS, time_zone=ZONE, words=words)
    assert (typed.seat, typed.table) == (4, "C1")
    for spanish, english in (("ayer", "yesterday"), ("2 de enero", "1/2")):
        one = read_typed(spanish, now_ms=NOW_MS, time_zone=ZONE, words=words).period
        assert one is not None
        assert one == read_typed(english, now_ms=NOW_MS, time_zone=ZONE, words=words).period


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Nov 13, 2:05 PM", "2026-11-13 14:05"),
        ("4:50 PM", "2026-11-13 16:50"),
        ("yesterday 9 pm", "2026-11-13 21:00"),
        ("2026-11-13 14:05", "2026-11-13 14:05"),
        ("Nov 13", "Nov 13"),
        ("Nov 13, 2:05 PM sharp", "Nov 13, 2:05 PM sharp"),
        ("25:00", "25:00"),
        ("", ""),
    ],
)
def test_a_field_that_holds_a_time_is_written_as_in_the_journal(text: str, written: str) -> None:
    assert read_clock(text, now_ms=NOW_MS, time_zone=ZONE) == written
