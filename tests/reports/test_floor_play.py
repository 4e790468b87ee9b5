"""R17 of a room of three weeks, every figure and limit worked out again from exported rows alone:
no line of this arithmetic is shared with the product."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date, datetime
from decimal import ROUND_CEILING, Decimal, getcontext
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

import pytest

from pitboss.books import Period, open_books
from pitboss.floor.facts import days, people, rounds
from pitboss.floor.facts.awards import BackOutAward
from pitboss.floor.facts.values import Spot
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import read_folder
from pitboss.reports.choosing import instant
from pitboss.reports.making import make_report
from pitboss.reports.paper_report import csv_of
from pitboss.web.office.report_site import site_facts
from pitboss.web.shell.telling import BOARD_WORDS
from web.history import Past

from .played import CsvSheets, Rows, exported_rows, make_house, sheets_of

KINDS = ("table", "seat", "dealer", "hour", "shift", "weekday")
SHEETS = [*(f"played_by_{kind}" for kind in KINDS), "played_boxes"]
FOURS, CENT, HOUR_MS = "Crazy 4 Progressive", 1_000_000, 3_600_000
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# Hands of five cards by what a $1 wager costs the house in cents, and each other wager's envy:
# 48 hands have four aces; 12 ranks make 576 other fours; of 44 runs of four in one suit with 48
# cards beside them, the 40 runs of five count twice; threes are 13 x 4 x 1,128.
HANDS = (
    (48, 100_000, 10_000),  # the seed of the meter
    (12 * 48, 30_000, 2_500),
    (44 * 48 - 40, 10_000, 0),
    (13 * 4 * 1_128, 1_500, 0),
)
DEALS = 2_598_960
Made: TypeAlias = Callable[[str, str], CsvSheets]
DAYS = 20
getcontext().prec = 60


def three_weeks(past: Past) -> None:
    """Dealers change tables, hands hit, rounds are void, a prize is backed out, drops are counted
    wrong and again."""
    chance = random.Random(17)
    past.ask(people.SignOut, table="H2")
    past.end_day()
    for number in range(DAYS):
        pair = ("D100", "D101") if number % 3 else ("D101", "D100")
        past.ask(people.SignOut, table="C1")
        past.ask(people.SignIn, table="C1", badge=pair[0])
        past.ask(people.SignIn, table="C2", badge=pair[1])
        for _ in range(chance.randrange(8, 20)):
            past.at_ms += chance.choice((20_000, 45_000, 90_000, 3_000_000))
            table = chance.choice(("C1", "C1", "C2"))
            seats = sorted(chance.sample(range(1, 7), chance.randrange(0, 6)))
            hit = chance.choice(("", "", "", "three_of_a_kind", "four_of_a_kind", "four_aces"))
            if hit == "four_aces" and chance.randrange(6):
                hit = "straight_flush"
            past.round(table, seats, hands={seats[0]: hit} if seats and hit else None)
        past.ask(rounds.StartRound, table="C2", spots=(Spot(2, 1), Spot(3, 1)))
        past.ask(rounds.VoidRound, table="C2", badge="S200", reason="misdeal")
        if number == 4:
            past.round("C1", [1, 5], hands={5: "four_aces"})
            awards = past.state.awards.items()
            award, _ = max(awards, key=lambda each: each[1].seq)
            past.ask(BackOutAward, award=award, reason="misread", badges=("A400", "S200"))
        past.ask(people.SignOut, table="C2")
        past.end_day(closes=number % 7 != 6)
        if number % 7 == 6:
            _count_twice(past)


def _count_twice(past: Past) -> None:
    *_, kept, _ = past.state.calendar.days
    for less in (3, 1):
        boxes = [
            days.BoxCount(box.table, box.jackpot, max(0, box.bets - less), box.bets + 2)
            for box in kept.shifts[0].boxes
        ]
        past.ask(days.RecordCounts, day=kept.day, shift=1, counts=tuple(boxes),
                 badges=("A400", "S200"))  # fmt: skip


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("room") / "site"
    make_house(folder, then=three_weeks)
    return folder


@pytest.fixture(scope="module")
def rows(room: Path) -> Rows:
    return exported_rows(room)


@pytest.fixture(scope="module")
def made(room: Path) -> Made:
    """The report from one instant of the house's clock to another, whatever day this runs on."""
    found = read_folder(room)
    books = open_books(JournalPlace(room)())
    assert books.catch_up() == 0
    facts = site_facts(found.site, found.profile, found.names(BOARD_WORDS), room)

    def report(begin: str, end: str) -> CsvSheets:
        period = Period(*(instant(text, facts.time_zone) for text in (begin, end)))
        made = make_report(books, "floor_play", period, facts)
        return sheets_of(csv_of(made.sheets).decode(), SHEETS)

    return report


def of_days(first: str, last: str) -> tuple[str, str]:
    """From the beginning of a gambling day to the end of another: they begin at six."""
    end = date.fromordinal(date.fromisoformat(last).toordinal() + 1)
    return f"{first}T06:00", f"{end}T06:00"


# ---- the second calculation ---------------------------------------------------------------------


class Wagers:
    """What one line adds up."""

    def __init__(self) -> None:
        self.rounds = self.bets = self.kept = self.paid = self.prizes = self.places = 0
        self.mean = self.variance = self.third = Fraction(0)

    def wager(self, others: int, sign: int) -> None:
        """One wager of a dollar: 25 cents go to the meter and its reserve."""
        costs = [(Fraction(deals, DEALS), cost + others * envy) for deals, cost, envy in HANDS]
        costs.append((1 - sum((chance for chance, _ in costs), Fraction(0)), 0))
        mean = sum(chance * cost for chance, cost in costs)
        self.bets += sign
        self.kept += sign * 75 * CENT
        self.mean += sign * (75 - mean)
        self.variance += sign * sum(p * (cost - mean) ** 2 for p, cost in costs)
        self.third += sign * sum(p * (cost - mean) ** 3 for p, cost in costs)


class Room:
    """All lines and paces of a kind of slice, from the rows of some gambling days."""

    def __init__(self, rows: Rows, kind: str, first: str, last: str) -> None:
        self.kind = kind
        self.lines: dict[tuple[str, ...], Wagers] = defaultdict(Wagers)
        self.paces: dict[tuple[str, ...], list[int]] = defaultdict(lambda: [0, 0])
        self.tables: dict[str, Any] = {}
        self.open: dict[str, Any] = {}
        self.awards: dict[str, Any] = {}
        self.last_ms: dict[str, int] = {}
        self.day = self.shift = ""
        for row in rows:
            self.at_ms = row["at_ms"]
            for event in row["events"]:
                self.counts = first <= self.day <= last
                self.take(event)

    def keys(self, table: str, dealer: str, seat: int = 0) -> Iterator[tuple[str, ...]]:
        local = datetime.fromtimestamp(self.at_ms / 1000, ZoneInfo("America/Los_Angeles"))
        names = {"D100": "D100 First Dealer", "D101": "D101 Second Dealer"}
        values = {
            "table": (table,),
            "dealer": (names.get(dealer, ""),),
            "hour": (f"{local.hour:02}:00",),
            "shift": (self.shift,),
            "weekday": (WEEKDAYS[date.fromisoformat(self.day).weekday()],) if self.day else ("",),
        }
        if self.kind != "seat":
            yield values[self.kind]
        elif seat:
            yield table, str(seat)

    def add(self, table: str, dealer: str, seat: int, jackpot: str) -> Iterator[Wagers]:
        if self.counts:
            for key in self.keys(table, dealer, seat):
                yield self.lines[*key, jackpot]

    def take(self, event: dict[str, Any]) -> None:
        kind = event["kind"]
        if kind == "shift-began":
            self.day, self.shift = event["day"], str(event["shift"])
        elif kind == "table-opened":
            self.tables[event["table"]] = event
        elif kind == "round-started":
            self.start(event)
        elif kind == "round-voided":
            self.play(self.open.pop(event["table"]), -1)
        elif kind == "round-ended":
            self.end(event)
        else:
            self.win(event)

    def end(self, event: dict[str, Any]) -> None:
        """Envy belongs to the hand that it is for."""
        for envy in event["envy"]:
            for line in self.at(event["table"], envy["seat_hit"], envy["jackpot"]):
                line.kept -= envy["cents"] * CENT
                line.paid += envy["cents"] * CENT
        self.open.pop(event["table"])

    def win(self, event: dict[str, Any]) -> None:
        if event["kind"] == "awards-recorded":
            dealer = self.open[event["table"]]["badge"]
            for award in event["awards"]:
                name = award["award"]
                self.awards[name] = {**award, "table": event["table"], "dealer": dealer}
                self.prize(name, 1)
        elif event["kind"] == "award-backed-out":
            self.prize(event["award"], -1)
        if event["kind"] in ("meters-moved", "award-backed-out"):
            self.restart(event)

    def start(self, event: dict[str, Any]) -> None:
        table, dealer = event["table"], event["badge"]
        self.open[table] = event
        gap_ms = self.at_ms - self.last_ms.get(table, -(10**15))
        self.last_ms[table] = self.at_ms
        for key in self.keys(table, dealer, 0) if self.kind != "seat" else [(table,)]:
            if self.counts and gap_ms <= 600_000:
                self.paces[key][0] += 1
                self.paces[key][1] += gap_ms
        self.play(event, 1)

    def play(self, event: dict[str, Any], sign: int) -> None:
        table, dealer = event["table"], event["badge"]
        opened = self.tables[table]
        (jackpot,) = opened["jackpots"]
        for seat in range(1, opened["seats"] + 1) if self.kind == "seat" else [0]:
            for line in self.add(table, dealer, seat, jackpot):
                line.rounds += sign
                line.places += sign * (1 if self.kind == "seat" else opened["seats"])
        spots = event["spots"]
        for spot in spots:
            for line in self.add(table, dealer, spot["seat"], jackpot):
                line.wager(len(spots) - 1, sign)

    def at(self, table: str, seat: int, jackpot: str) -> Iterator[Wagers]:
        return self.add(table, self.open[table]["badge"], seat, jackpot)

    def prize(self, name: str, sign: int) -> None:
        award = self.awards[name]
        house = award["house_cents"] + award["tray_cents"] + award["stake_cents"]
        total = award["meter_cents"] + award["house_cents"] + award["tray_cents"]
        for line in self.add(award["table"], award["dealer"], award["seat"], award["jackpot"]):
            line.kept -= sign * house * CENT
            line.paid += sign * total * CENT
            line.prizes += sign

    def restart(self, event: dict[str, Any]) -> None:
        for moved in event["movements"]:
            award = self.awards[moved["award"]]
            cost = moved["house_micros"] - moved.get("top_up_micros", 0)
            for line in self.add(award["table"], award["dealer"], award["seat"], moved["jackpot"]):
                line.kept -= cost


def places(value: Fraction, digits: int) -> str:
    """Rounded half away from zero, with commas."""
    scaled = Decimal(value.numerator) / value.denominator
    return f"{scaled.quantize(Decimal(1).scaleb(-digits), 'ROUND_HALF_UP'):,}"


def limits(wagers: Wagers) -> tuple[str, str, str]:
    """1.96 deviations each side in whole cents, outward; and whether there are few wagers."""
    reach = (Decimal(wagers.variance.numerator) / wagers.variance.denominator).sqrt()
    wide = int((reach * Decimal("1.96")).to_integral_value(ROUND_CEILING))
    low = wagers.mean.numerator // wagers.mean.denominator - wide
    high = -(-wagers.mean.numerator // wagers.mean.denominator) + wide
    few = 25 * wagers.third**2 >= wagers.variance**3
    return f"{Decimal(low) / 100:.2f}", f"{Decimal(high) / 100:.2f}", "few_wagers" if few else ""


def verdict(wagers: Wagers, low: str, high: str) -> str:
    held = Decimal(wagers.kept) / (100 * CENT)
    return "below" if held < Decimal(low) else "above" if held > Decimal(high) else "within"


def expected(room: Room) -> dict[tuple[str, ...], dict[str, str]]:
    """The lines of the linked jackpot that had wagers, as the CSV has them."""
    found = {}
    for (*key, jackpot), line in room.lines.items():
        if jackpot != "fours" or not line.bets:
            continue
        low, high, few = limits(line)
        rounds_paced, paced_ms = room.paces[(key[0],) if room.kind == "seat" else tuple(key)]
        theory = line.mean / (100 * line.bets)
        found[tuple(key)] = {
            "rounds": str(line.rounds),
            "hourly_rounds": places(Fraction(rounds_paced * HOUR_MS, paced_ms), 1)
            if paced_ms else "–",
            "bets": str(line.bets),
            "bets_a_round": places(Fraction(line.bets, line.rounds), 2),
            "take_up": places(Fraction(100 * line.bets, line.places), 6),
            "wagered": f"{line.bets}.00",
            "hold": f"{Decimal(line.kept // CENT) / 100:.2f}",
            "theory_exact": f"{theory.numerator}/{theory.denominator}",
            "low": low,
            "high": high,
            "chance": few,
            "verdict": verdict(line, low, high),
            "prizes_won": str(line.prizes),
            "prizes_paid": f"{Decimal(line.paid // CENT) / 100:.2f}",
        }  # fmt: skip
    return found


def told(sheet: list[dict[str, str]], kind: str) -> dict[tuple[str, ...], dict[str, str]]:
    names = ("table", "seat") if kind == "seat" else (kind,)
    return {
        tuple(row[name] for name in names): row
        for row in sheet
        if row["jackpot"] == FOURS and row["bets"] != "0"
    }


PERIODS = (("2026-11-07", "2026-11-29"), ("2026-11-10", "2026-11-25"), ("2026-11-14", "2026-11-14"))


@pytest.mark.parametrize("period", PERIODS)
def test_R17_every_figure_of_every_slice_follows_from_the_rows(
    made: Made, rows: Rows, period: tuple[str, str]
) -> None:
    report = made(*of_days(*period))
    for kind in KINDS:
        lines = expected(Room(rows, kind, *period))
        found = told(report[f"played_by_{kind}"], kind)
        assert found.keys() == lines.keys(), kind
        assert len(lines) > 1 or kind in ("shift", "weekday")
        for key, line in lines.items():
            assert {name: found[key][name] for name in line} == line, (kind, key)


def test_R17_drop_boxes_have_their_newest_count_beside_bets_and_sensor(
    made: Made, rows: Rows
) -> None:
    boxes: dict[tuple[str, int, str], dict[str, int | None]] = {}
    for row in rows:
        for event in row["events"]:
            if event["kind"] == "counts-recorded":
                for box in event["counts"]:
                    boxes[event["day"], event["shift"], box["table"]] = box
    totals: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for (_, _, table), box in boxes.items():
        read = box["sensor"] is not None
        parts = box["bets"], box["chips"], box["bets"] if read else 0, box["sensor"] or 0
        totals[table] = [a + int(b or 0) for a, b in zip(totals[table], parts, strict=True)]
    found = made(*of_days(*PERIODS[0]))["played_boxes"]
    names = ("box_bets", "chips", "sensor_bets", "sensor_count")
    assert {
        row["table"]: [int(row[name] or 0) for name in names]
        for row in found
        if row["jackpot"] == FOURS
    } == {table: totals[table] for table in ("C1", "C2")}
    assert sum(int(row["sensor_bets"] or 0) for row in found)


def test_R17_a_period_without_a_gambling_day_of_its_own_is_empty(made: Made) -> None:
    assert not any(made("2026-11-10T07:00", "2026-11-10T08:00").values())
