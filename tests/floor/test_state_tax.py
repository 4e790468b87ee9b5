"""What a state withholds of a prize beside the federal tax, worked out by hand."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from pitboss.floor.facts import changes, payments, persons
from pitboss.floor.facts.law import EnterFigure
from pitboss.floor.facts.values import GroupShare
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.money.state_tax import is_unread, state_rule
from pitboss.floor.money.tax import find_withholding, tax_rules
from pitboss.money import Cents, parse_dollars
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedText, CitedTexts

from .support import Floor
from .test_payments import CHECKED, DAY_15_NOV_2026, LICENSE, PASSPORT, TAX_NUMBER, ask, washington

FREE = {
    name: CitedText("free", "the rule")
    for name in ("payout_verify", "payout_identity", "payout_signatures", "payout_seal")
}


def house_in(profile: str, *, elsewhere: bool = False) -> tuple[Floor, str]:
    """An award of $5,000.20 on $1 in a state, and kim, who lives there or elsewhere."""
    floor, award = washington()
    stated = catalog.profile(profile)
    law = replace(
        stated.law, approval_needs=CitedTexts((), "the rule"),
        bank_shortfall=CitedText("warn", "the rule"), **FREE,
    )  # fmt: skip
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile=profile, reason="another state",
        law=law, dated=stated.dated, by=("eve", "ann"),
    )  # fmt: skip
    record(floor, "kim", elsewhere=elsewhere)
    return floor, award


def record(floor: Floor, person: str, *, elsewhere: bool) -> None:
    ask(
        floor, persons.RecordPerson, person=person, identities=(LICENSE, PASSPORT),
        tax_number=TAX_NUMBER,
        is_of_age=True, lives_elsewhere=elsewhere, badge="ann",
    )  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A prize on $1: what the tax office gets, and of that the state."""

    profile: str
    won: str
    federal: str
    state: str
    elsewhere: bool = False
    form: str = "W-2G"


@pytest.mark.parametrize(
    "case",
    [
        # 24 % of $9,999.20 is $2,399.808.
        Case("maryland", "$10,000.20", "$2,399.80", "$949.92"),  # 9.5 %: 949.924
        Case("maryland", "$10,000.20", "$2,399.80", "$874.93", elsewhere=True),  # 8.75 %
        Case("louisiana", "$10,000.20", "$2,399.80", "$299.97"),  # 3 %: 299.976
        Case("new_jersey", "$10,000.20", "$2,399.80", "$299.97", elsewhere=True),
        Case("ohio", "$10,000.20", "$2,399.80", "$399.96"),  # 4 %: 399.968
        Case("michigan", "$10,000.20", "$2,399.80", "$0"),
        Case("michigan", "$10,000.20", "$2,399.80", "$424.96", elsewhere=True),  # 4.25 %: 424.966
        Case("washington", "$10,000.20", "$2,399.80", "$0"),
        Case("pennsylvania", "$10,000.20", "$2,399.80", "$0"),
        Case("new_york", "$10,000.20", "$2,399.80", "$0"),
        # $5,000.00 less the wager are not above $5,000: federal and so Maryland's tax begin a cent
        # later, Ohio's with the form.
        Case("maryland", "$5,001.00", "$0", "$0"),
        Case("maryland", "$5,001.01", "$1,200.00", "$475.00"),
        Case("ohio", "$5,001.00", "$0", "$200.00"),
        Case("ohio", "$2,000.00", "$0", "$79.96"),  # 4 % of $1,999.00
        Case("ohio", "$1,999.99", "$0", "$0", form="none"),
        # Form 1042-S: 30 % of all that was won, and none for the state.
        Case("ohio", "$10,000.20", "$3,000.06", "$0", form="1042-S"),
        Case("maryland", "$10,000.20", "$3,000.06", "$0", form="1042-S"),
    ],
    ids=lambda case: f"{case.profile} {case.won} {case.form}",
)
def test_what_a_state_withholds(case: Case) -> None:
    floor, award = house_in(case.profile, elsewhere=case.elsewhere)
    found = floor.state.award(award)
    prize = replace(found.award, meter_cents=parse_dollars(case.won), house_cents=Cents(0))
    payment = replace(CHECKED, tax_form=case.form, tax_reason="passport of Japan")
    rules = tax_rules(floor.state, DAY_15_NOV_2026)
    (part,) = find_withholding(floor.state, replace(found, award=prize), payment, rules).parts
    federal, of_state = parse_dollars(case.federal), parse_dollars(case.state)
    assert (part.withheld_cents, part.state_cents) == (federal + of_state, of_state)


@pytest.mark.parametrize(
    "profile", ["washington", "tribal", "nevada", "pennsylvania", "new_york", "ohio", "maryland"]
)
def test_a_rate_that_two_people_have_entered_is_withheld(profile: str) -> None:
    """3.07 % of $9,999.20 is $306.975; of $1,999.00, which is reported, $61.369. Maryland's is due
    with the federal tax alone."""
    floor, award = house_in(profile)
    entered = {"figure": "state_withholding_percent", "value": "3.07 %", "citation": "a statute"}
    floor.must(EnterFigure, **entered, first_day="2026-11-15", badges=("eve", "ann"))
    found, rules = floor.state.award(award), tax_rules(floor.state, DAY_15_NOV_2026)

    def of_state(won: str) -> int:
        prize = replace(found.award, meter_cents=parse_dollars(won), house_cents=Cents(0))
        (part,) = find_withholding(floor.state, replace(found, award=prize), CHECKED, rules).parts
        return part.state_cents

    small = 0 if profile == "maryland" else 6_136
    assert (of_state("$10,000.20"), of_state("$2,000.00")) == (30_697, small)
    assert state_rule(rules.law) == "a statute"
    assert not is_unread(rules.law)


def test_a_group_is_withheld_from_by_where_each_lives() -> None:
    """Of $10,000.20 on $1 kim and lee get half each: of $9,999.20 each won $4,999.60. Maryland
    takes 9.5 % of kim, $474.962, and 8.75 % of lee, $437.465; the federal $2,399.80 in halves."""
    floor, award = house_in("maryland")
    record(floor, "lee", elsewhere=True)
    found = floor.state.award(award)
    prize = replace(found.award, meter_cents=Cents(1_000_020), house_cents=Cents(0))
    group = (GroupShare("kim", Cents(500_010)), GroupShare("lee", Cents(500_010)))
    payment = replace(CHECKED, person="", tax_form="5754", group=group)
    rules = tax_rules(floor.state, DAY_15_NOV_2026)
    parts = find_withholding(floor.state, replace(found, award=prize), payment, rules).parts
    assert [part.state_cents for part in parts] == [47_496, 43_746]
    assert [part.withheld_cents for part in parts] == [119_990 + 47_496, 119_990 + 43_746]


def test_the_payment_keeps_both_taxes_apart_and_the_books_together() -> None:
    """$5,000.20 on $1 in Ohio: no federal tax, and 4 % of $4,999.20, $199.968, for the state."""
    floor, award = house_in("ohio")
    (paid,) = ask(floor, payments.PayPrize, award=award, payment=CHECKED, badge="ann")
    assert (paid.withheld_cents, paid.parts[0].state_cents) == (19_996, 19_996)
    moved = dict(list_postings(floor.state, paid))
    assert moved["withheld"] == 19_996 * 1_000_000
    assert sum(moved.values()) == 0
