"""Tax by wager: whether a form is due, what is withheld of whom, and what the form says. Every
expected figure is worked out by hand."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import rounds
from pitboss.floor.facts.values import LESS_WAGER, Award, EnvyPay, GroupShare, Payment
from pitboss.floor.money.tax import TaxRules, Withholding, tax_rules, win_of, withholding
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


def case(name: str, won: str, **said: Any) -> Case:
    """One person's, unless there are shares; box 1 is the prize where nothing else is said."""
    told: dict[str, Any] = {"reported": won, **said}
    for key in ("withheld", "reported", "identical"):
        if isinstance(told.get(key), str):
            told[key] = (told[key],)
    return Case(name, won, **told)


NOT_DUE: dict[str, Any] = {"is_due": False, "form": "none", "reported": "$0"}
CASES = (
    # ---- the form: from the year's amount and 300 times the wager on
    case("a cent below the amount", "$1,999.99", **NOT_DUE),
    case("the amount", "$2,000.00"),
    case("the amount of 2025", "$600.00", year=2025),
    case("a cent below that of 2025", "$599.99", year=2025, **NOT_DUE),
    case("300 times $6.66 is $1,998.00", "$2,000.00", wager="$6.66"),
    case("300 times $6.67 is $2,001.00", "$2,001.00", wager="$6.67"),
    case("a cent below 300 times", "$2,000.99", wager="$6.67", **NOT_DUE),
    # ---- regular withholding: above $5,000 and at least 300 times, both less the wager
    case("$4,999.20 above the wager", "$5,000.20"),
    case("$5,000.00 above the wager is not above $5,000", "$5,001.00"),
    case("24 % of $5,000.01", "$5,001.01", withheld="$1,200.00"),
    case("24 % of $5,000.05 is rounded down", "$5,001.05", withheld="$1,200.01"),
    case("24 % of $10,003.00", "$10,004.00", withheld="$2,400.72"),
    case("$5,980 is 299 times $20", "$6,000.00", wager="$20"),
    case("$5,999.99 is below 300 times $20", "$6,019.99", wager="$20"),
    case("$6,000 is 300 times $20", "$6,020.00", wager="$20", withheld="$1,440.00"),
    # ---- a house that takes the wager off before it reports
    case("$1,999 above the wager", "$2,000.00", less_wager=True, **NOT_DUE),
    case("$2,000 above the wager", "$2,001.00", less_wager=True, reported="$2,000.00"),
    case("299 times", "$6,000.00", wager="$20", less_wager=True, **NOT_DUE),
    case("a cent below", "$6,019.99", wager="$20", less_wager=True, **NOT_DUE),
    case(
        "300 times", "$6,020.00", wager="$20", less_wager=True, withheld="$1,440.00",
        reported="$6,000.00",
    ),
    # ---- backup withholding of whoever gave no number, on what is above the wager
    case("24 % of $1,999.00", "$2,000.00", has_number=False, withheld="$479.76"),
    case("no form, no tax", "$1,999.99", has_number=False, **NOT_DUE),
    case("24 % of $5,980.00", "$6,000.00", wager="$20", has_number=False, withheld="$1,435.20"),
    case("24 % of $5,000.00", "$5,001.00", has_number=False, withheld="$1,200.00"),
    case("regular tax, and no other", "$10,004.00", has_number=False, withheld="$2,400.72"),
    # ---- a nonresident alien: 30 % of all, the wager is not taken off
    case("30 % of $5,000.20", "$5,000.20", form="1042-S", withheld="$1,500.06"),
    case("30 % of $4,707.50", "$4,707.50", wager="$15", form="1042-S", withheld="$1,412.25"),
    case("from the first cent", "$100.00", form="1042-S", is_due=False, withheld="$30.00"),
    case(
        "the whole on the form", "$5,000.20", form="1042-S", less_wager=True, withheld="$1,500.06"
    ),
    # ---- envy on the same sensor, and a stake that went back
    case("$5,000.00", "$4,001.00", envy="$1,000.00", reported="$5,001.00"),
    case(
        "24 % of $5,099.36", "$4,500.36", envy="$600.00", withheld="$1,223.84",
        reported="$5,100.36",
    ),
    case("to 1: $2,000 and the $5 back", "$2,000.00", wager="$5", stake="$5", reported="$2,005.00"),
    case(
        "$2,000 above the $5 that went back", "$2,000.00", wager="$5", stake="$5", less_wager=True,
    ),
    # ---- identical wagers
    case("$1,999.99 together", "$1,000.00", beside="$999.99", **NOT_DUE),
    case("$2,000.00 together", "$1,000.00", beside="$1,000.00", identical="$1,000.00"),
    case("300 times both", "$1,500.00", wager="$5", beside="$1,500.00", identical="$1,500.00"),
    case("a cent below 300 times both", "$1,500.00", wager="$5", beside="$1,499.99", **NOT_DUE),
    case("$5,000.00 less $2", "$2,501.00", beside="$2,501.00", identical="$2,501.00"),
    case(
        "24 % of $5,000.01", "$2,501.01", beside="$2,501.00", withheld="$1,200.00",
        identical="$2,501.00",
    ),
    case(
        "24 % of $5,498.00", "$3,000.00", beside="$2,500.00", withheld="$1,319.52",
        identical="$2,500.00",
    ),
    case(
        "a dollar off each", "$3,000.00", beside="$2,500.00", less_wager=True,
        withheld="$1,319.52", reported="$2,999.00", identical="$2,499.00",
    ),
    # ---- more tax than is paid
    case(
        "24 % of $2,299.00, $300 of it at hand", "$300.00", envy="$2,000.00", from_tray=True,
        has_number=False, withheld="$300.00", collected=("$251.76",), reported="$2,300.00",
    ),
    case(
        "24 % of $2,999.00", "$3,000.00", from_tray=True, has_number=False, withheld="$719.76"
    ),
    # ---- a group on Form 5754: each has a Form W-2G
    case(
        "24 % of lee's $2,500.10 less $0.50", "$5,000.20", form="5754",
        shares=("$2,500.10", "$2,500.10"), withheld=("$0", "$599.90"), collected=("$0", "$0"),
        reported=("$2,500.10", "$2,500.10"), identical=("$0", "$0"),
    ),
    case(
        "24 % of lee's $2,353.00 less $7.50", "$4,706.00", wager="$15", form="5754",
        shares=("$2,353.00", "$2,353.00"), withheld=("$0", "$562.92"), collected=("$0", "$0"),
        reported=("$2,353.00", "$2,353.00"), identical=("$0", "$0"),
    ),
    case(
        "24 % of lee's $1,890.23 less $0.48", "$3,890.23", form="5754",
        shares=("$2,000.00", "$1,890.23"), withheld=("$0", "$453.54"), collected=("$0", "$0"),
        reported=("$2,000.00", "$1,890.23"), identical=("$0", "$0"),
    ),
    case(
        "24 % of $10,003.00 by shares, odd cents from the first", "$10,004.00", form="5754",
        shares=("$5,002.00", "$3,002.00", "$2,000.00"),
        withheld=("$1,200.37", "$720.40", "$479.95"), collected=("$0", "$0", "$0"),
        reported=("$5,002.00", "$3,002.00", "$2,000.00"), identical=("$0", "$0", "$0"),
    ),
    case(
        "the envy is kim's, who sits there; 24 % of lee's $499.75", "$1,000.00", form="5754",
        envy="$1,000.00", shares=("$500.00", "$500.00"), withheld=("$0", "$119.94"),
        collected=("$0", "$0"), reported=("$1,500.00", "$500.00"), identical=("$0", "$0"),
    ),
)  # fmt: skip


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
    return withholding(state, state.award(name), payment, rules)


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
        tax = withholding(state, state.award(award), Payment(person="kim"), rules)
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
