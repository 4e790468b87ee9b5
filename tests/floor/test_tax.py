"""Tax by wager: whether a form is due, what is withheld of whom, and what the form says. Every
expected figure is worked out by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import LESS_WAGER, Award, EnvyPay, GroupShare, Payment
from pitboss.floor.money.tax import TaxRules, Withholding, find_withholding, tax_rules, win_of
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.money import Cents, parse_dollars

from .boards import board
from .support import Floor
from .test_payments import DAY_15_NOV_2026, WASHINGTON, another, washington

YEAR_MS = 365 * 86_400_000


def cents(text: str) -> Cents:
    return parse_dollars(text)


class Case(NamedTuple):
    """A prize as a cashier pays it, and what is expected. Two shares are kim's, who gave a taxpayer
    number, and lee's, who did not; a third is pat's, who did."""

    name: str
    won: str
    wager: str = "$1"
    envy: str = "$0"  # on the same sensor
    beside: str = "$0"  # won at seat 3 on the same jackpot; the cashier has checked that seat
    form: str = "W-2G"
    has_number: bool = True
    less_wager: bool = False
    from_tray: bool = False
    stake: str = "$0"
    shares: tuple[str, ...] = ()
    year: int = 2026
    is_due: bool = True
    withheld: tuple[str, ...] = ("$0",)
    collected: tuple[str, ...] = ("$0",)
    reported: tuple[str, ...] = ("$0",)  # box 1
    identical: tuple[str, ...] = ("$0",)  # box 7


FLAGS: dict[str, dict[str, Any]] = {
    "no number": {"has_number": False}, "less wager": {"less_wager": True},
    "from tray": {"from_tray": True}, "due": {}, "not due": {"is_due": False},
}  # fmt: skip
FIELDS = {"on": "wager", "in": "year"}
LISTS = ("shares", "withheld", "collected", "reported", "identical")


def case_of(line: str) -> Case:
    """A line of taxes.txt; what it does not say is as its first lines have it."""
    name, how, what = (part.strip() for part in line.split("|"))
    said: dict[str, Any] = {}
    for text in (*how.split(", "), *what.split(", ")):
        word, _, value = text.partition(" ")
        if text in FLAGS:
            said |= FLAGS[text]
        elif word in LISTS:
            said[word] = tuple(value.split(" + "))
        else:
            said[FIELDS.get(word, word)] = value
    shares, is_due = said.get("shares"), said.get("is_due", True)
    form = said.setdefault("form", "W-2G" if is_due else "none")
    said.setdefault("reported", shares or ("$0" if form == "none" else said["won"],))
    for each in ("withheld", "collected", "identical"):
        said.setdefault(each, tuple("$0" for _ in said["reported"]))
    return Case(name, **{**said, "year": int(said.get("year", 2026))})


TAXES = (Path(__file__).parent / "taxes.txt").read_text("utf-8").splitlines()
CASES = [case_of(line) for line in TAXES if "|" in line]


def tax_of(found: Case) -> Withholding:
    """What a payment works out, on a floor where the wins are written by hand."""
    floor, name = washington(taxed=found.has_number)
    another(floor, "lee", taxed=False)
    another(floor, "pat")
    state, award = floor.state, floor.state.award(name)
    jackpot = state.kept_jackpot(award.award.jackpot)
    terms = replace(jackpot.terms, wager_cents=cents(found.wager))
    state.jackpots[jackpot.jackpot] = replace(jackpot, terms=terms)
    won = _won(award.award, cents(found.won), from_tray=found.from_tray)
    won = replace(won, stake_cents=cents(found.stake))
    state.awards[name] = replace(award, award=won)
    other = replace(_won(award.award, cents(found.beside)), award="beside", seat=3)
    state.awards["beside"] = replace(award, award=other)
    envy = EnvyPay(won.seat, 1, jackpot.jackpot, "royal", 6, cents(found.envy))
    names = (name, "beside") if other.total_cents else (name,)
    state.round_wins[round_name(award.table, award.round)] = RoundWins(names, (envy,))
    payment = Payment(
        person="" if found.shares else "kim",
        group=tuple(map(GroupShare, ("kim", "lee", "pat"), map(cents, found.shares))),
        tax_form=found.form,
        identical_seats=(3,) if other.total_cents else (),
    )
    rules = tax_rules(state, DAY_15_NOV_2026 - (2026 - found.year) * YEAR_MS)
    rules = replace(rules, takes_wager_off=found.less_wager)
    return find_withholding(state, state.award(name), payment, rules)


def _won(award: Award, amount: Cents, *, from_tray: bool = False) -> Award:
    at_cage, at_table = (Cents(0), amount) if from_tray else (amount, Cents(0))
    return replace(award, meter_cents=at_cage, house_cents=Cents(0), tray_cents=at_table)


@pytest.mark.parametrize("found", CASES, ids=lambda found: f"{found.won}: {found.name}")
def test_the_tax_on_a_wager(found: Case) -> None:
    tax = tax_of(found)
    assert tax.is_due == found.is_due
    assert [part.withheld_cents for part in tax.parts] == [*map(cents, found.withheld)]
    assert [part.collected_cents for part in tax.parts] == [*map(cents, found.collected)]
    assert [part.reported_cents for part in tax.parts] == [*map(cents, found.reported)]
    assert [part.identical_cents for part in tax.parts] == [*map(cents, found.identical)]


@pytest.mark.parametrize(
    ("first", "second"),
    [("$300.00", "$5,000.12"), ("$3,000.00", "$2,004.60"), ("$5,000.00", "$5,000.00")],
)
def test_two_sensors_of_one_seat_are_two_games(first: str, second: str) -> None:
    """$1 on each: none of these is above $5,000 less its own wager, however much they are
    together."""
    floor, name = washington()
    state, found = floor.state, floor.state.award(name)
    jackpot = state.kept_jackpot(found.award.jackpot)
    state.jackpots["mega"] = replace(jackpot, jackpot="mega")
    on_mega = replace(_won(found.award, cents(second)), award="on-mega", sensor=2, jackpot="mega")
    state.awards[name] = replace(found, award=_won(found.award, cents(first)))
    state.awards["on-mega"] = replace(found, award=on_mega)
    state.round_wins[round_name(found.table, found.round)] = RoundWins((name, "on-mega"))
    rules = tax_rules(state, DAY_15_NOV_2026)
    for award, won in ((name, first), ("on-mega", second)):
        tax = find_withholding(state, state.award(award), Payment(person="kim"), rules)
        assert (tax.win.total_cents, tax.withheld_cents) == (cents(won), 0)
        assert tax.is_due == (cents(won) >= cents("$2,000"))


def test_envy_on_another_sensor_is_another_games() -> None:
    """$4,500.00 on sensor 1; $1,000.00 of envy on sensor 2."""
    floor, name = washington()
    state, found = floor.state, floor.state.award(name)
    state.awards[name] = replace(found, award=_won(found.award, cents("$4,500.00")))
    envy = EnvyPay(found.award.seat, 2, "mega", "royal", 6, cents("$1,000.00"))
    state.round_wins[round_name(found.table, found.round)] = RoundWins((name,), (envy,))
    assert win_of(state, state.award(name)).total_cents == cents("$4,500.00")


# ---- at the table -------------------------------------------------------------------------------


def held(floor: Floor) -> list[dict[str, int]]:
    spots: list[dict[str, int]] = board(floor, at_ms=DAY_15_NOV_2026)["forms"]
    return spots


def test_the_dealer_holds_envy_that_a_form_is_due_for() -> None:
    """Two royal flushes pay seat 3 $2,000.00 of envy, and each other $1,000.00: the cage has that
    on the form of their prize. One royal flush alone pays seat 3 $1,000.00."""
    floor, _ = washington()
    floor.must(rounds.EndRound, table="T1")
    floor.start("T1", 1, 2, 3)
    floor.press("T1", 1, "royal_flush")
    floor.confirm("T1")
    assert held(floor) == []
    floor.press("T1", 2, "royal_flush")
    floor.confirm("T1")
    assert held(floor) == [{"seat": 3, "sensor": 1}]
    assert board(floor)["forms"] == []


def test_the_dealer_holds_a_tray_prize_until_its_form_is_done() -> None:
    """Four of a kind pays $300.00 from the tray; $2,000.00 of envy is to come on the same wager."""
    floor, _ = washington()
    floor.must(rounds.EndRound, table="T1")
    floor.start("T1", 1, 2, 3)
    floor.press("T1", 3, "four_of_a_kind")
    floor.confirm("T1")
    assert held(floor) == []
    for seat in (1, 2):
        floor.press("T1", seat, "royal_flush")
    floor.confirm("T1")
    assert held(floor) == [{"seat": 3, "sensor": 1}]


def test_a_house_reports_winnings_less_the_wager_if_its_site_says_so() -> None:
    floor, _ = washington()
    assert tax_rules(floor.state, DAY_15_NOV_2026) == TaxRules(WASHINGTON, cents("$2,000"))
    assert floor.state.site is not None
    floor.state.site = replace(floor.state.site, winnings_reported=LESS_WAGER)
    assert tax_rules(floor.state, DAY_15_NOV_2026).takes_wager_off
