"""What surveillance should look at: honest months are quiet, made-up cheating comes first, and
every figure follows from exported rows by arithmetic that shares no line with the product."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.books import Books, open_books
from pitboss.books.incidents import ADJUSTMENT, ANY, HIT, LATE_BET, UNDONE, VOID, Incident
from pitboss.books.play_reading import played_days
from pitboss.books.play_sums import DEALER, HOUR, SEAT, TABLE, Played, PlayOffer
from pitboss.floor.facts import awards, jackpots, people, rounds
from pitboss.floor.facts.values import Spot
from pitboss.journal.place import JournalPlace
from pitboss.money import Cents
from pitboss.reports.integrity import (
    PERSON,
    RARE,
    SLICES,
    LookedAt,
    LuckKey,
    PlayedThen,
    is_case,
    look_at,
    read_then,
)
from web.history import Past

from .played import Rows, exported_rows, make_house

# Hands of five cards: 48 have four aces, 12 x 48 other fours, 13 x 4 x 1,128 threes of a kind.
DEALS = 2_598_960
ODDS = {"four_aces": 48, "four_of_a_kind": 12 * 48, "three_of_a_kind": 13 * 4 * 1_128}
MORE = """
[[badge]]
id = "S201"
name = "Second Supervisor"
role = "supervisor"

[[badge]]
id = "S202"
name = "Third Supervisor"
role = "supervisor"
"""
NIGHTS = 12


# ---- a month of a house, as counts --------------------------------------------------------------

TABLES = tuple(f"T{number}" for number in range(1, 9))
DEALERS = tuple(f"D{number}" for number in range(1, 21))
STAFF = {f"S{number}": "supervisor" for number in range(1, 7)}
OFFICE = {f"A{number}": "accounting" for number in range(1, 5)}
RATES = {UNDONE: 0.01, LATE_BET: 0.02, VOID: 0.004}


@pytest.fixture(scope="module")
def offer(room: Books) -> PlayOffer:
    """A jackpot as a table of the small house offers it."""
    found = room.store.execute("SELECT * FROM offer WHERE jackpot = 'fours'").fetchone()
    return PlayOffer(*found[1:])


def make_month(chance: random.Random, offer: PlayOffer, rounds_each: int = 300) -> PlayedThen:
    """A month in which everything falls by chance alone: six wagers in each round. As in the books,
    a void round is no round."""
    play: dict[str, Counter[tuple[PlayOffer, str]]] = {slice_: Counter() for slice_ in SLICES}
    cases: list[Incident] = []
    for table, number in product(TABLES, range(1, rounds_each + 1)):
        dealer, hour = chance.choice(DEALERS), f"{chance.randrange(24):02}"
        at = Incident(ANY, table=table, round=number, dealer=dealer, hour=hour)
        found = list(cases_of(chance, at))
        cases += found
        own = offer._replace(table=table)
        for slice_, value in ((TABLE, ""), (DEALER, dealer), (HOUR, hour)):
            play[slice_][own, value] += 6
            play[slice_][own._replace(jackpot=""), value] += all(
                each.kind != VOID for each in found
            )
        for seat in range(1, 7):
            play[SEAT][own, str(seat)] += 1
    slices = {
        slice_: {key: Played(rounds=times, bets=times) for key, times in found.items()}
        for slice_, found in play.items()
    }
    return PlayedThen(slices, cases, acts_of(chance), STAFF | OFFICE)


def cases_of(chance: random.Random, at: Incident) -> Iterator[Incident]:
    """What happens in a round."""
    for seat, outcome in product(range(1, 7), ("three_of_a_kind", "four_of_a_kind")):
        if chance.random() < ODDS[outcome] / DEALS:
            yield hit(at, seat, outcome)
    for kind, rate in RATES.items():
        if chance.random() < rate:
            yield at._replace(kind=kind)


def acts_of(chance: random.Random) -> Counter[tuple[str, str]]:
    """What people put on record, each as often as he likes."""
    acts: Counter[tuple[str, str]] = Counter()
    for badge in STAFF | OFFICE:
        acts[badge, ANY] = chance.randrange(20, 300)
        for kind, rate in ((VOID, 0.05), (ADJUSTMENT, 0.02)):
            acts[badge, kind] = sum(chance.random() < rate for _ in range(acts[badge, ANY]))
    return acts


def hit(at: Incident, seat: int, outcome: str) -> Incident:
    return at._replace(kind=HIT, seat=seat, jackpot="fours", outcome=outcome)


def test_honest_months_are_quiet(offer: PlayOffer) -> None:
    """Luck alone speaks up in at most 1 of 1,000 months: that none of 60 does has 94 in 100."""
    chance = random.Random(2026)
    for _ in range(60):
        looked = look_at(make_month(chance, offer, 100), "")
        assert len(looked.lines) > 400
        assert looked.worth == ()


def cheat_hits(then: PlayedThen) -> list[Incident]:
    mine = [
        Incident(ANY, table="T3", round=each * 40, dealer="D7", hour="02") for each in range(1, 7)
    ]
    return [*then.incidents, *(hit(at, 2, "four_of_a_kind") for at in mine)]


def cheat_late(then: PlayedThen) -> list[Incident]:
    mine = [
        Incident(
            LATE_BET, table=TABLES[each % 8], round=1_000 + each, dealer="D9", hour=f"{each:02}"
        )
        for each in range(24)
    ]
    return [*then.incidents, *mine]


def cheat_undone(then: PlayedThen) -> list[Incident]:
    mine = [
        Incident(UNDONE, table=TABLES[each % 8], round=1_000 + each, dealer="D4", hour=f"{each:02}")
        for each in range(20)
    ]
    return [*then.incidents, *mine]


CHEATS: dict[Callable[[PlayedThen], list[Incident]], tuple[str, set[tuple[str, str]]]] = {
    cheat_hits: (HIT, {(SEAT, "2"), (DEALER, "D7"), (TABLE, ""), (HOUR, "02")}),
    cheat_late: (LATE_BET, {(DEALER, "D9")}),
    cheat_undone: (UNDONE, {(DEALER, "D4")}),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_made_up_cheating_comes_first(
    offer: PlayOffer, cheat: Callable[[PlayedThen], list[Incident]]
) -> None:
    then = make_month(random.Random(7), offer)
    looked = look_at(replace(then, incidents=cheat(then)), "")
    kind, places = CHEATS[cheat]
    first = looked.worth[0].key
    assert first.kind == kind
    assert (first.slice, first.value) in places
    assert {(each.key.kind, each.key.slice) for each in looked.worth} <= {
        (kind, slice_) for slice_, _ in places
    }


@pytest.mark.parametrize(("kind", "badge"), [(VOID, "S5"), (ADJUSTMENT, "A2")])
def test_a_person_far_above_his_role_comes_first(offer: PlayOffer, kind: str, badge: str) -> None:
    then = make_month(random.Random(8), offer)
    more = {(badge, kind): then.acts[badge, kind] + 25, (badge, ANY): then.acts[badge, ANY] + 25}
    (found,) = look_at(replace(then, acts={**then.acts, **more}), "").worth
    assert (found.key.kind, found.key.slice, found.key.value) == (kind, PERSON, badge)


# ---- a house that was played, from its rows -----------------------------------------------------


def nights(past: Past) -> None:
    """Dealers change tables; at C2 under D101 fours come far too often, S202 voids winners and
    D101 takes marks back."""
    chance = random.Random(38)
    past.ask(people.SignOut, table="H2")
    past.end_day()
    for number in range(NIGHTS):
        pair = ("D100", "D101") if number % 2 else ("D101", "D100")
        past.ask(people.SignOut, table="C1")
        past.ask(people.SignIn, table="C1", badge=pair[0])
        past.ask(people.SignIn, table="C2", badge=pair[1])
        for _ in range(12):
            past.at_ms += chance.choice((60_000, 900_000, 2_400_000))
            table = chance.choice(("C1", "C2"))
            past.round(
                table, [1, 2, 4], hands={2: "three_of_a_kind"} if chance.random() < 0.1 else None
            )
        rigged = "C1" if pair[0] == "D101" else "C2"
        if number % 3 == 0:
            past.round(rigged, [1, 3, 4], hands={3: "four_of_a_kind"})
            if number == 6:
                found = max(past.state.awards.items(), key=lambda each: each[1].seq)
                past.ask(
                    awards.BackOutAward, award=found[0], reason="misread", badges=("A400", "S200")
                )
        mark = {"table": rigged, "spot": Spot(4, 1), "outcome": "three_of_a_kind"}
        past.ask(rounds.StartRound, table=rigged, spots=(Spot(4, 1),))
        past.ask(rounds.PressHand, **mark)
        past.ask(rounds.PressHand, **mark)
        past.ask(rounds.PressHand, **mark)
        past.try_to(awards.ConfirmAwards, table=rigged, badge="D100")
        past.ask(rounds.SeeLateBet, table=rigged, spot=Spot(5, 1))
        past.ask(rounds.VoidRound, table=rigged, badge="S202", reason="misdeal")
        past.ask(people.SignOut, table="C2")
        past.end_day()
    past.ask(
        jackpots.AdjustMeter, jackpot="fours", level="main", adjustment="faulty_display",
        cents=Cents(100), reason="sign", badges=("A400", "S201"),
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("nights") / "site"
    make_house(folder, then=nights, more=MORE)
    return folder


@pytest.fixture(scope="module")
def room(folder: Path) -> Books:
    books = open_books(JournalPlace(folder)())
    assert books.catch_up() == 0
    return books


@pytest.fixture(scope="module")
def then(room: Books) -> PlayedThen:
    return read_then(room, played_days(room))


@pytest.fixture(scope="module")
def looked(then: PlayedThen) -> LookedAt:
    return look_at(then, "")


class Counted:
    """The same counts, from rows as `pitboss export` gives them."""

    def __init__(self, rows: Rows) -> None:
        self.wagers: Counter[tuple[str, ...]] = Counter()
        self.hits: Counter[tuple[str, ...]] = Counter()
        self.dealt: Counter[str] = Counter()
        self.cases: dict[str, set[tuple[str, int]]] = {}
        self.dealers: dict[tuple[str, int], str] = {}
        self.acts: Counter[str] = Counter()
        self.voids: Counter[str] = Counter()
        self.open: dict[str, Any] = {}
        undone = {
            event["award"] for row in rows for event in row["events"]
            if event["kind"] == "award-backed-out"
        }  # fmt: skip
        for row in rows:
            for event in row["events"]:
                self.take(event, undone)

    def take(self, event: dict[str, Any], undone: set[str]) -> None:
        kind, table = event["kind"], event.get("table", "")
        if kind == "round-started":
            self.open[table] = event
            self.dealers[table, event["round"]] = event["badge"]
            self.dealt[event["badge"]] += 1
            self.add(event, 1)
            return
        if kind == "round-ended" and not event["envy"]:
            self.open.pop(table)
            return
        badges = event.get("badges") or event.get("by") or [event.get("badge", "")]
        for badge in badges:
            self.acts[badge] += 1
            self.voids[badge] += kind == "round-voided"
        if kind == "awards-recorded":
            for award in event["awards"]:
                if award["award"] not in undone and award["jackpot"] == "fours":
                    dealer = self.open[table]["badge"]
                    self.hits[DEALER, dealer, award["outcome"]] += 1
                    self.hits[SEAT, table, str(award["seat"]), award["outcome"]] += 1
        elif kind in ("winner-unmarked", "late-bet-seen", "command-refused") and table in self.open:
            self.cases.setdefault(kind, set()).add((table, self.open[table]["round"]))
        if kind == "round-voided":
            self.cases.setdefault(kind, set()).add((table, event["round"]))
            self.add(self.open[table], -1)
        if kind in ("round-voided", "round-ended"):
            self.open.pop(table)

    def add(self, event: dict[str, Any], sign: int) -> None:
        if event["table"] in ("C1", "C2"):
            for spot in event["spots"]:
                self.wagers[DEALER, event["badge"]] += sign
                self.wagers[SEAT, event["table"], str(spot["seat"])] += sign


@pytest.fixture(scope="module")
def counted(folder: Path) -> Counted:
    return Counted(exported_rows(folder))


def is_close(found: Decimal, exact: Fraction) -> bool:
    return abs(Fraction(found) - exact) <= exact / 10**12


def test_hits_follow_from_the_rows(looked: LookedAt, counted: Counted) -> None:
    checked = 0
    for line in looked.lines:
        key = line.key
        if key.kind != HIT or key.jackpot != "fours" or key.slice not in (DEALER, SEAT):
            continue
        place = (key.slice, key.value) if key.slice == DEALER else (SEAT, key.table, key.value)
        assert (line.base, line.count) == (counted.wagers[place], counted.hits[*place, key.outcome])
        if key.outcome in ODDS:
            odds, bets = Fraction(ODDS[key.outcome], DEALS), line.base
            exact = 1 - sum(
                comb(bets, j) * odds**j * (1 - odds) ** (bets - j) for j in range(line.count)
            )
            assert is_close(line.chance, Fraction(exact))
            checked += 1
    assert checked > 20


NAMES = {
    "undone": "winner-unmarked", "late_bet": "late-bet-seen", "refused": "command-refused",
    "void": "round-voided",
}  # fmt: skip


def test_presses_of_dealers_follow_from_the_rows(looked: LookedAt, counted: Counted) -> None:
    whole, checked = sum(counted.dealt.values()), 0
    for line in looked.lines:
        if line.key.slice == DEALER and line.key.kind in NAMES:
            cases = counted.cases[NAMES[line.key.kind]]
            count = sum(counted.dealers[case] == line.key.value for case in cases)
            own = counted.dealt[line.key.value]
            assert (line.count, line.base) == (count, own)
            assert (line.house_count, line.house_base) == (len(cases), whole)
            assert is_close(line.chance, share(count, len(cases), own, whole))
            checked += 1
    assert checked == 8


def share(found: int, picked: int, own: int, whole: int) -> Fraction:
    ways = sum(comb(own, j) * comb(whole - own, picked - j) for j in range(found, picked + 1))
    return Fraction(ways, comb(whole, picked))


def test_voids_of_people_follow_from_the_rows(looked: LookedAt, counted: Counted) -> None:
    role = [badge for badge in counted.acts if badge in ("S200", "S201", "S202")]
    whole, picked = (sum(found[badge] for badge in role) for found in (counted.acts, counted.voids))
    lines = {line.key.value: line for line in looked.lines if line.key[:2] == (VOID, PERSON)}
    assert lines.keys() >= set(role)
    for badge in role:
        line = lines[badge]
        assert (line.count, line.base) == (counted.voids[badge], counted.acts[badge])
        assert is_close(line.chance, share(line.count, picked, line.base, whole))


def test_the_house_of_a_cheat_says_so_and_each_case_has_its_round(
    looked: LookedAt, then: PlayedThen, counted: Counted
) -> None:
    for line in looked.lines:
        cases = [each for each in then.incidents if is_case(line.key, each)]
        apart = cases if line.key.slice == PERSON else {(each.table, each.round) for each in cases}
        assert line.key.kind == "winner_void" or len(apart) == line.count, line
    first = looked.worth[0].key
    assert (first.kind, first.slice) == (HIT, SEAT) or first.value in ("D101", "S202")
    assert all(looked.chance_anywhere(line) < RARE for line in looked.worth)
    key = LuckKey("undone", DEALER, value="D101")
    assert {(each.table, each.round) for each in then.incidents if is_case(key, each)} == {
        case for case in counted.cases["winner-unmarked"] if counted.dealers[case] == "D101"
    }
