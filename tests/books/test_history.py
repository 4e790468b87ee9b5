"""How meters went, how fast they are played, the last of a table, days and house jackpots."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.support import filled_store
from floor.support import DRAGON, FOUR_CARD, MULTI_GAME, Floor, hired_floor, level
from pitboss.books import Amounts, Books, Period, history, open_books
from pitboss.books.history import History, PlayPace, history_of, pace_of
from pitboss.books.houses import HouseResult, house_results
from pitboss.books.opening import read_books
from pitboss.books.pages import about_award, table_memory
from pitboss.books.period import HOUR_MS
from pitboss.floor.facts import awards, days, rounds
from pitboss.floor.facts.values import Spot
from pitboss.journal import Row
from pitboss.journal.codec import events_text
from pitboss.money import Cents

from . import plain

CENT = 1_000_000
ROWS = filled_store().rows


def caught_up(rows: list[Row]) -> Books:
    books = open_books(plain.journal_of(rows))
    books.catch_up()
    return books


def rows_of(floor: Floor, *, step_ms: int = 1000) -> list[Row]:
    """The rows of a small floor, so far apart."""
    return [
        Row(seq, seq * step_ms, f"c{seq}", "", events_text(events), f"{seq:064}")
        for seq, events in enumerate(floor.rows, start=1)
    ]


def test_a_meter_falls_straight_down_and_rises_by_every_round_of_its_last_hour() -> None:
    """$1,000 to begin with, three wagers of 20.0005 cents, then four aces take all of it."""
    found = history_of(caught_up(ROWS[:14]), "J1", "main")
    assert [entry.event.kind for entry in found.marks] == ["jackpot-opened", "meters-moved"]
    assert [(point.at_ms - ROWS[4].at_ms, point.cents) for point in found.points] == [
        (0, 100_000),
        (5_000, 100_060),
        (8_000, 100_060),
        (8_000, 100_015),  # the seed, what was left below a cent, and the reserve
    ]


def test_a_line_has_no_amount_between_the_shares_of_one_entry() -> None:
    """10 % of $10,000.60 for three seats: $333.35 each, and no sign shows one paid without the
    others."""
    floor = hired_floor()
    floor.open_jackpot("dragon", DRAGON, levels=(level(seed_cents=1_000_000),))
    floor.open_table("M1", "dragon", game="baccarat", seats=7)
    floor.start("M1", 1, 2, 3)
    floor.press("M1", 1, "two_three_four_suited", sharers=(1, 2, 3))
    floor.confirm("M1")
    found = history_of(caught_up(rows_of(floor)), "dragon", "main")
    assert [point.cents for point in found.points] == [1_000_000, 1_000_060, 1_000_060, 900_055]


def test_a_long_line_has_a_point_for_each_hour_and_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = hired_floor()
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "multi")
    for _ in range(60):
        floor.start("T1", 1)
        floor.must(rounds.EndRound, table="T1")
    books = caught_up(rows_of(floor, step_ms=HOUR_MS // 4))
    name = next(iter(books.sums(Period(0, HOUR_MS * 100)).closing))[1]
    found = history_of(books, "multi", name)
    assert len(found.points) >= 30
    assert found.points == sorted(found.points, key=lambda point: point.at_ms)
    monkeypatch.setattr(history, "POINTS_MOST", 10)
    thin = history_of(books, "multi", name)
    assert len(thin.points) <= 10 + 3
    assert thin.points[-1] == found.points[-1]


def test_a_level_that_never_was_has_no_history() -> None:
    assert history_of(caught_up(ROWS), "J1", "other") == History([], [])


def test_the_pace_counts_the_wagers_after_the_first() -> None:
    """Three wagers in the round that began it; then 2, 7 and 7, and one; the void counts too."""
    now_ms = ROWS[-1].at_ms
    books = caught_up(ROWS)
    assert pace_of(books, "J1", now_ms=now_ms) == PlayPace(ROWS[9].at_ms, 2 + 7 + 7 + 1)
    assert pace_of(books, "J1", now_ms=now_ms + history.PACE_MS + 2 * HOUR_MS) is None
    assert pace_of(books, "J9", now_ms=now_ms) is None


# ---- the last of a table ------------------------------------------------------------------------


@pytest.mark.parametrize("read", [0, 9, 12, 20, len(ROWS)])
def test_the_last_of_a_table_is_the_same_however_much_is_read(tmp_path: Path, read: int) -> None:
    """What the file does not have yet is in the newest rows."""
    if read:
        writer = open_books(plain.journal_of(ROWS[:read]), tmp_path)
        writer.catch_up()
        writer.close()
    books = read_books(plain.journal_of(ROWS), tmp_path)
    memory = table_memory(books, "T1", ())
    assert [entry.seq for entry in memory.refusals] == [31]
    assert [entry.seq for entry in memory.late] == [11]
    followed = about_award(books, "T1-1-13.1", table="T1", round_number=1)
    assert [(entry.seq, entry.event.kind) for entry in followed] == [
        (14, "round-ended"),
        (22, "prize-paid"),
    ]


# ---- days and house jackpots --------------------------------------------------------------------


def test_a_day_is_all_rows_up_to_its_end() -> None:
    books = caught_up(ROWS)
    (close,) = books.find_entries("day-ended")
    assert close.seq == 32
    day, after = books.day(32), books.open_day()
    held = {
        (jackpot, reading.level): Amounts(
            reading.meter_micros, reading.reserve_micros, reading.overflow_micros
        )
        for jackpot, reading in close.event.readings
    }
    assert day.opening == {}
    assert day.closing == after.opening == held
    assert day.total(kind="round-started").bets == 3 + 2 + 7 + 7
    assert day.total(kind="round-voided").bets == -7
    assert after.total().bets == 1
    # The wager after the close gives 20.0005 cents to the meter and 5 to the reserve.
    (moved,) = after.levels().values()
    assert moved.meter_micros + moved.overflow_micros == 20_000_500
    assert after.closing["J1", "main"] == held["J1", "main"].plus(moved)


def test_PS_34_wagers_and_pays_of_a_house_jackpot_by_period() -> None:
    """Four aces for $2,000, four of a kind for $300 from the tray, $330 of envy. Then one award is
    backed out and a round is voided; the progressive beside it does not count."""
    floor = hired_floor()
    prizes = (("four_aces", Cents(200_000)),)
    floor.open_jackpot("posted", FOUR_CARD, kind="house", levels=(), house_prizes=prizes)
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "posted")
    floor.open_table("T2", "multi")
    floor.start("T2", 1)
    floor.start("T1", 1, 2, 3, 4)
    floor.must(rounds.PressHand, table="T1", spot=Spot(1, 1), outcome="four_aces")
    floor.must(rounds.PressHand, table="T1", spot=Spot(2, 1), outcome="four_of_a_kind")
    recorded, _ = floor.must(awards.ConfirmAwards, table="T1", badge="eve")
    floor.must(rounds.EndRound, table="T1")
    floor.must(days.TurnShift)
    floor.at_ms += 24 * 3_600_000
    floor.must(days.TurnShift)
    close = len(floor.rows)
    assert isinstance(recorded, awards.AwardsRecorded)
    (fours,) = [award for award in recorded.awards if award.tray_cents]
    floor.must(awards.BackOutAward, award=fours.award, badges=("sam", "ann"), reason="misread")
    floor.start("T1", 1, 2)
    floor.must(rounds.VoidRound, table="T1", badge="sam", reason="a card was exposed")

    books = caught_up(rows_of(floor))
    # Three seats get $100 and three get $10.
    first = HouseResult(4, 400 * CENT, 200_000 * CENT, 30_000 * CENT, 33_000 * CENT)
    assert house_results(books.day(close), {"posted"}) == {"posted": first}
    assert first.net_micros == -262_600 * CENT
    second = HouseResult(0, 0, 0, -30_000 * CENT, 0)
    assert house_results(books.open_day(), {"posted"}) == {"posted": second}
