"""Figures, times and texts of files and records as the reader writes them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from pitboss.notation import (
    PARTS_MOST,
    clock_text,
    day,
    format_exact_moment,
    format_moment,
    format_recent_moment,
    localize_text,
    reading_on,
    translate,
)
from pitboss.words.language import recording, speaking

HOUSE = "America/Los_Angeles"
AT_MS = 1_794_963_020_000  # 2026-11-17 16:50:20 PST

SPANISH = {"bets": "apuestas", "meters": "pozos", "bets of {name}": "apuestas de {name}"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("bets", "apuestas"),
        ("C1: bets, meters", "C1: apuestas, pozos"),
        ("bets of meters", "apuestas de pozos"),
        ("nobody's word", "nobody's word"),
    ],
)
def test_a_text_is_told_as_a_whole_or_in_its_parts(text: str, told: str) -> None:
    assert translate(text, SPANISH) == told


@pytest.mark.parametrize("parts", [PARTS_MOST // 2, 5_000])
def test_a_list_that_somebody_typed_costs_no_more_than_its_length(parts: int) -> None:
    """Looking at both sides of each sign took twice as long with every part."""
    typed = "".join(f"C1-{number}: four aces, " for number in range(parts))
    assert translate(typed, SPANISH) == typed


@pytest.mark.parametrize(
    ("language", "today", "told"),
    [
        ("en", "2026-11-17", ("Nov 17, 4:50 PM", "4:50 PM", "Nov 17, 4:50:20 PM PST")),
        ("en", "2026-11-18", ("Nov 17, 4:50 PM", "Nov 17, 4:50 PM", "Nov 17, 4:50:20 PM PST")),
        ("en", "2027-11-17", ("Nov 17, 2026, 4:50 PM",) * 2 + ("Nov 17, 2026, 4:50:20 PM PST",)),
        ("es", "2026-11-17", ("17 nov, 4:50 PM", "4:50 PM", "17 nov, 4:50:20 PM PST")),
    ],
)
def test_a_time_leaves_out_this_year_and_in_a_list_of_now_today(
    language: str, today: str, told: tuple[str, str, str]
) -> None:
    with speaking(language), reading_on(lambda: date.fromisoformat(today)):
        assert (
            tuple(
                write(AT_MS, HOUSE)
                for write in (format_moment, format_recent_moment, format_exact_moment)
            )
            == told
        )


@pytest.mark.parametrize("write", [format_moment, format_recent_moment, format_exact_moment])
def test_a_record_and_whatever_no_page_asks_for_have_times_as_iso_writes_them(write: Any) -> None:
    plain = "2026-11-17 16:50:20 PST"
    assert write(AT_MS, HOUSE) == plain
    with speaking("en"), reading_on(lambda: date(2026, 11, 17)), recording("es"):
        assert write(AT_MS, HOUSE) == plain
        assert localize_text(plain) == plain


@pytest.mark.parametrize(
    ("plain", "told"),
    [
        ("it ended 2026-11-17 16:50:20 PST.", "it ended Nov 17, 4:50 PM."),
        ("noted 2026-11-08 00:05, on 2025-01-02", "noted Nov 8, 12:05 AM, on Jan 2, 2025"),
        ("12:30 of 2026-11-17", "12:30 of Nov 17"),
        ("paper N-2026-11-17-1, 2026-13-40", "paper N-2026-11-17-1, 2026-13-40"),
        ("2026-11-17T16:50", "2026-11-17T16:50"),
    ],
)
def test_times_within_a_text_are_the_readers_and_ids_stay(plain: str, told: str) -> None:
    with speaking("en"), reading_on(lambda: date(2026, 11, 17)):
        assert localize_text(plain) == told


def test_an_hour_of_the_site_file_is_told_as_clocks_show_it() -> None:
    with speaking("en"):
        assert [clock_text(each) for each in ("00:00", "06:00", "12:00", "18:30", "")] == [
            "12:00 AM", "6:00 AM", "12:00 PM", "6:30 PM", "",
        ]  # fmt: skip
    assert clock_text("06:00") == "06:00"


def test_who_does_not_know_the_day_writes_the_year() -> None:
    with speaking("en"):
        assert day("2026-11-07") == "Nov 7, 2026"
