"""The steps of a payout: asked for as the jurisdiction says, left out by name, forms for envy."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import asdict, replace

from pitboss.floor.decide import decide
from pitboss.floor.facts import approvals, changes, payments, rounds
from pitboss.floor.facts.values import BundleItem, EnvyPay, GroupShare, PaidPart, Payment
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.money.tax import SeatWager, find_withholding, tax_rules, wager_of, win_of
from pitboss.floor.state.payouts import EnvyForm, RoundWins, round_name
from pitboss.floor.state.seals import award_sealed
from pitboss.floor.view.due import due_things
from pitboss.floor.view.tax_due import TaxDue, envy_tax_due
from pitboss.money import Cents
from pitboss.rules.cited_law import CitedText, Law
from pitboss.web.office.payout_guide import guide_of

from .support import BOOK, Floor, micros
from .test_payments import (
    CHECKED,
    DAY_15_NOV_2026,
    WASHINGTON,
    another,
    ask,
    ask_pay,
    code,
    washington,
)

STRICT = replace(
    WASHINGTON,
    payout_verify=CitedText("required", "the rule"),
    payout_identity=CitedText("required", "the rule"),
    payout_signatures=CitedText("named", "the rule"),
    payout_seal=CitedText("named", "the rule"),
)
LOOKED: dict[str, Any] = {
    "cards": "As Ks Qs Js Ts", "deck_cards": 52, "camera": "7", "shown_at": "2026-11-15 19:00",
    "witness": "sam", "found": "royal_flush", "badge": "ann",
}  # fmt: skip
SHARED = replace(
    CHECKED, person="", tax_form="5754", check_number="", group_checks=("1002", "1003")
)
ROYAL_CENTS, FLUSH_CENTS = 450_036, 50_004


def under(law: Law, **how: Any) -> tuple[Floor, str]:
    """An award of $5,000.20 under a law of its own."""
    floor, award = washington(**how)
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="own", reason="another law",
        law=law, by=("eve", "ann"),
    )  # fmt: skip
    return floor, award


def pay(floor: Floor, award: str, payment: Payment) -> str:
    """How a payment is answered."""
    return code(ask_pay(floor, award, payment))


@pytest.mark.parametrize(
    ("items", "whole", "wrong"),
    [
        ({}, 52, (51, 104, 416)),  # a game without the option is dealt from one deck
        ({"option decks": "6"}, 312, (52, 311, 416)),
        ({"option decks": "8"}, 416, (52, 312, 417)),
        ({"deck size": "53"}, 53, (52, 106)),  # with a joker
        ({"deck size": "48", "option decks": "6"}, 288, (48, 312)),  # without tens
    ],
)
def test_the_count_is_that_of_the_decks_of_the_table(
    items: dict[str, str], whole: int, wrong: tuple[int, ...]
) -> None:
    floor, award = under(STRICT)
    found = floor.state.award(award)
    plays = [BundleItem("game", "crazy4")]
    plays += [BundleItem(item, value) for item, value in items.items()]
    floor.must(approvals.ChangeBundle, table=found.table, plays=tuple(plays), badge="sam")
    looked = {**LOOKED, "award": award, "found": found.award.outcome}
    for cards in wrong:
        refused = ask(floor, payments.VerifyHand, **{**looked, "deck_cards": cards})
        assert code(refused) == "DECK_WRONG"
        assert str(whole) in refused.reason
    assert code(ask(floor, payments.VerifyHand, **{**looked, "deck_cards": whole})) == ""


def test_cards_are_shown_after_they_won_and_before_now() -> None:
    """Won at 19:00, verified at 20:00; a camera's clock may be ten minutes off."""
    floor, award = under(STRICT)
    looked = {**LOOKED, "award": award, "found": floor.state.award(award).award.outcome}
    looked["won_ms"] = DAY_15_NOV_2026 - 3_600_000
    for shown in ("2020-01-01 10:00", "2026-11-15 18:49", "2026-11-15 20:11", "at eight"):
        refused = ask(floor, payments.VerifyHand, **{**looked, "shown_at": shown})
        assert code(refused) == "DAY_WRONG"
    for shown in ("2026-11-15 18:50", "2026-11-15 19:30", "2026-11-15 20:10"):
        before = floor.state.award(award).step("verify")
        looked["instead_of_ms"] = before.at_ms if before else 0
        assert code(ask(floor, payments.VerifyHand, **{**looked, "shown_at": shown})) == ""


def test_nobody_replaces_a_verification_that_he_has_not_seen() -> None:
    floor, award = under(STRICT)
    looked = {**LOOKED, "award": award, "found": floor.state.award(award).award.outcome}
    assert code(ask(floor, payments.VerifyHand, **looked)) == ""
    stale = ask(floor, payments.VerifyHand, **looked)
    assert code(stale) == "HAND_VERIFIED"
    assert "ann verified this hand, 2026-11-15 20:00:00 UTC. Reload the page" in stale.reason
    seen = floor.state.award(award).step("verify")
    assert seen is not None
    assert code(ask(floor, payments.VerifyHand, **looked, instead_of_ms=seen.at_ms)) == ""


# ---- several people -----------------------------------------------------------------------------


def test_backup_tax_falls_on_whoever_gave_no_number() -> None:
    """$5,000.20 on $1 in halves: 24 % of lee's $2,500.10 less $0.50 is $599.90; kim gave a
    number."""
    floor, award = washington()
    another(floor, "lee", taxed=False)
    group = (GroupShare("kim", Cents(250_010)), GroupShare("lee", Cents(250_010)))
    payment = replace(SHARED, group=group)
    (paid,) = ask_pay(floor, award, payment)
    assert paid.withheld_cents == 59_990
    assert paid.parts == floor.state.award(award).parts
    assert paid.parts == (
        PaidPart("kim", Cents(250_010), Cents(0), reported_cents=Cents(250_010)),
        PaidPart("lee", Cents(250_010), Cents(59_990), reported_cents=Cents(250_010)),
    )


def test_what_a_group_paid_in_tax_stays_when_a_number_comes_later() -> None:
    """lee brings his number after $599.90 were withheld from him: form and page still say so."""
    floor, award = washington()
    another(floor, "lee", taxed=False)
    group = (GroupShare("kim", Cents(250_010)), GroupShare("lee", Cents(250_010)))
    payment = replace(SHARED, group=group)
    (paid,) = ask_pay(floor, award, payment)
    another(floor, "lee", taxed=True)
    guide = guide_of(floor.state, award, (), DAY_15_NOV_2026)
    assert (guide.parts, guide.withheld_cents) == (paid.parts, 59_990)


def test_what_is_withheld_from_a_group_is_told_once_its_shares_are_the_prize() -> None:
    """lee gave no tax number: 24 % of his half of $5,000.20 less half of the wager."""
    floor, award = washington()
    another(floor, "lee", taxed=False)
    guide = guide_of(floor.state, award, ("kim", "lee"), DAY_15_NOV_2026)
    assert (guide.form, guide.is_reckoned) == ("5754", False)
    assert guide.tax is not None
    assert guide.tax.withheld_cents == 0
    halves = (Cents(250_010), Cents(250_010))
    guide = guide_of(floor.state, award, ("kim", "lee"), DAY_15_NOV_2026, shares=halves)
    assert guide.is_reckoned
    assert [part.withheld_cents for part in guide.parts] == [0, 59_990]
    group = (GroupShare("kim", halves[0]), GroupShare("lee", halves[1]))
    (paid,) = ask_pay(floor, award, replace(SHARED, group=group))
    assert paid.parts == guide.parts


def test_what_is_withheld_follows_the_form_and_waits_for_the_winner() -> None:
    """30 % of $5,000.20 without a tax number or with one."""
    floor, award = washington()
    assert not guide_of(floor.state, award, (), DAY_15_NOV_2026).is_reckoned
    regular = guide_of(floor.state, award, ("kim",), DAY_15_NOV_2026)
    assert (regular.form, regular.withheld_cents) == ("W-2G", 0)
    alien = guide_of(floor.state, award, ("kim",), DAY_15_NOV_2026, form="1042-S")
    assert (alien.form, alien.withheld_cents) == ("1042-S", 150_006)


def two_winners() -> tuple[Floor, str, str]:
    """Seat 1 has a royal flush of $4,500.36 and $300 of envy, seat 2 a straight flush of $500.04
    and $1,000 of envy; kim and lee have given their tax numbers."""
    floor, _ = washington()
    floor.must(rounds.EndRound, table="T1")
    another(floor, "lee")
    floor.start("T1", 1, 2)
    floor.press("T1", 1, "royal_flush")
    floor.press("T1", 2, "straight_flush")
    recorded, _ = floor.confirm("T1")
    floor.must(rounds.EndRound, table="T1")
    by_seat = {each.seat: each for each in recorded.awards}
    assert (by_seat[1].total_cents, by_seat[2].total_cents) == (ROYAL_CENTS, FLUSH_CENTS)
    return floor, by_seat[1].award, by_seat[2].award


def test_a_group_that_bet_at_two_seats_is_one_bettor() -> None:
    """kim and lee share $4,500.36 at seat 1, with $300 of envy for kim, and $500.04 at seat 2, with
    $1,000: 24 % of $6,300.40 less $2 is $1,511.61, of kim's $2,550.18 and lee's $2,250.18."""
    floor, royal, flush = two_winners()
    halves = (GroupShare("kim", Cents(225_018)), GroupShare("lee", Cents(225_018)))
    first = replace(SHARED, group=halves, identical_seats=(2,))
    (paid,) = ask_pay(floor, royal, first)
    assert [part.withheld_cents for part in paid.parts] == [80_304, 70_857]
    assert [part.identical_cents for part in paid.parts] == [79_690, 70_314]
    rest = (GroupShare("kim", Cents(25_002)), GroupShare("lee", Cents(25_002)))
    second = replace(SHARED, group=rest, group_checks=("1004", "1005"), identical_seats=())
    alone = replace(CHECKED, check_number="1006", identical_seats=())
    assert pay(floor, flush, alone) == "PAYMENT_WRONG"
    (paid,) = ask_pay(floor, flush, second)
    assert paid.withheld_cents == 0


def test_collected_tax_is_kept_and_comes_back_with_a_void() -> None:
    """A tray prize of $300.00 and $2,000 of envy on $1, no tax number: 24 % of $2,299.00 is
    $551.76. $300.00 is withheld, $251.76 collected; there is no other payment to void."""
    floor, _ = washington(taxed=False)
    floor.must(rounds.EndRound, table="T1")
    floor.start("T1", 1, 2, 3)
    floor.press("T1", 1, "four_of_a_kind")
    floor.press("T1", 2, "royal_flush")
    floor.press("T1", 3, "royal_flush")
    recorded = floor.confirm("T1")[0]
    floor.must(rounds.EndRound, table="T1")
    (award,) = (each for each in recorded.awards if each.seat == 1)
    assert (award.tray_cents, award.owed_cents) == (30_000, 0)
    tray = replace(CHECKED, method="tray", check_number="", identical_seats=())
    short = ask_pay(floor, award.award, tray)
    assert code(short) == "TAX_SHORT"
    assert "the tax due is $251.76 more" in short.reason
    assert "void" not in short.reason
    told = replace(tray, tax_collected_cents=Cents(25_176), tax_reason="cash, receipt 13")
    before = floor.state.balance("players")
    (paid,) = ask_pay(floor, award.award, told)
    assert (paid.withheld_cents, paid.collected_cents) == (30_000, 25_176)
    assert floor.state.balance("withheld") == micros(55_176)
    assert floor.state.balance("players") == before - micros(55_176)
    why: dict[str, Any] = {"reason": "the wrong person", "badges": ("sam", "eve")}
    (void,) = ask(floor, payments.VoidPayment, award=award.award, **why)
    assert (void.withheld_cents, void.collected_cents) == (30_000, 25_176)
    assert floor.state.balance("withheld") == 0


# ---- the seal -----------------------------------------------------------------------------------


def test_prizes_of_one_hand_lie_in_one_envelope() -> None:
    floor, award = washington()
    assert pay(floor, award, replace(CHECKED, seal="A-77")) == ""
    found = floor.state.award(award)
    beside = replace(found, award=replace(found.award, award="beside"))
    assert award_sealed(floor.state, "A-77", beside) == ""
    elsewhere = replace(beside, round=beside.round + 1)
    assert award_sealed(floor.state, "A-77", elsewhere) == award


def test_a_seal_stays_taken_while_one_payment_of_its_hand_stands() -> None:
    floor, award = washington()
    assert pay(floor, award, replace(CHECKED, seal="A-77")) == ""
    found = floor.state.award(award)
    elsewhere = replace(found, award=replace(found.award, award="other"), round=found.round + 1)
    # The same hand won beside it; its payment named the seal too, and was voided.
    beside = replace(found, award=replace(found.award, award="beside"), payment=None)
    floor.state.awards["beside"] = beside
    place = round_name(found.table, found.round)
    floor.state.round_wins[place] = RoundWins(awards=(award, "beside"))
    floor.state.seals["a-77"] = "beside"
    assert award_sealed(floor.state, "A-77", elsewhere) == award
    floor.state.awards[award] = replace(found, payment=None)
    assert award_sealed(floor.state, "A-77", elsewhere) == ""


# ---- what is told before the payment ------------------------------------------------------------


def test_what_is_due_is_told_as_it_is_paid() -> None:
    """kim won $4,500.36 and $300 of envy at seat 1, and was paid $500.04 for seat 2, which has
    $1,000 of envy: 24 % of $6,298.40 is $1,511.61. Once that is paid the payment says so."""
    floor, royal, flush = two_winners()
    of_flush = replace(CHECKED, tax_form="none", check_number="1002", identical_seats=())
    assert code(ask_pay(floor, flush, of_flush)) == ""
    due = guide_of(floor.state, royal, ("kim",), DAY_15_NOV_2026, seats=(2,)).tax
    assert due is not None
    assert (due.win.total_cents, due.cents, due.withheld_cents) == (630_040, 450_036, 151_161)
    both = replace(CHECKED, identical_seats=(2,))
    (paid,) = ask_pay(floor, royal, both)
    assert paid.withheld_cents == due.withheld_cents
    assert guide_of(floor.state, royal, (), DAY_15_NOV_2026).tax is None


def test_a_form_is_told_that_another_prize_of_the_round_makes_due() -> None:
    """$500.04 and $1,000 of envy ask for no form, $500 of envy more do. What a winner without a
    tax number pays is told once he is named: 24 % of $2,003.04."""
    floor, _, flush = two_winners()
    found = floor.state.award(flush)
    assert guide_of(floor.state, flush, (), DAY_15_NOV_2026).tax is None
    place = round_name(found.table, found.round)
    wins = floor.state.round_wins.get(place)
    assert wins is not None
    more = EnvyPay(2, 1, found.award.jackpot, "royal", 6, Cents(50_000 + 400))
    floor.state.round_wins[place] = replace(wins, envy=(*wins.envy, more))
    due = guide_of(floor.state, flush, (), DAY_15_NOV_2026).tax
    assert due is not None
    assert (due.win.total_cents, due.withheld_cents) == (200_404, 0)
    floor.state.people["lee"] = replace(floor.state.person("lee"), tax_number=None)
    due = guide_of(floor.state, flush, ("lee",), DAY_15_NOV_2026).tax
    assert due is not None
    assert (due.withheld_cents, due.rule) == (48_072, floor.state.law.backup_percent.rule)


def test_envy_of_a_seat_is_told_whole_until_its_form_is_noted() -> None:
    """Two envies of $1,000 are one win of $2,000; that of a winner goes with his prize."""
    floor, award = washington()
    wager = with_envy(floor, award)

    def due(seat: int) -> TaxDue | None:
        return envy_tax_due(floor.state, replace(wager, seat=seat), at_ms=DAY_15_NOV_2026)

    told = due(5)
    assert told is not None
    assert (told.win.total_cents, told.withheld_cents) == (200_000, 0)
    assert due(floor.state.award(award).award.seat) is None
    place = round_name(wager.table, wager.round)
    wins = floor.state.round_wins.get(place)
    assert wins is not None
    form = EnvyForm(5, wager.jackpot, "kim", Cents(0))
    floor.state.round_wins[place] = replace(wins, forms=(form,))
    assert due(5) is None


# ---- envy alone ---------------------------------------------------------------------------------


def envy_form(floor: Floor, **fields: Any) -> Any:
    """How a form for envy is decided; the wins of these rounds are written by hand, so nothing
    follows from it."""
    command = payments.NoteEnvyForm(command_id="c", at_ms=DAY_15_NOV_2026, badge="ann", **fields)
    return decide(floor.state, command, BOOK)


def with_envy(floor: Floor, award: str) -> SeatWager:
    """Seat 5 got two envies of $1,000 on $1, and nothing else."""
    found = floor.state.award(award)
    envy = tuple(EnvyPay(5, 1, found.award.jackpot, "royal", hit, Cents(100_000)) for hit in (1, 2))
    wins = RoundWins(awards=(award,), envy=envy)
    floor.state.round_wins[round_name(found.table, found.round)] = wins
    return replace(wager_of(found), seat=5)


def test_a_seat_with_envy_alone_has_a_form() -> None:
    """Without a number 24 % of $1,999.00 come back from the player: $479.76."""
    floor, award = washington(taxed=False)
    wager = with_envy(floor, award)
    listed = replace(CHECKED, method="tray", check_number="", identical_seats=())
    where: dict[str, Any] = asdict(wager)
    none = replace(listed, tax_form="none")
    assert code(envy_form(floor, payment=none, **where)) == "FORM_DUE"
    nobody = replace(listed, person="")
    assert code(envy_form(floor, payment=nobody, **where)) == "PERSON_MISSING"
    alone = replace(listed, tax_form="5754")  # a group has two people at least
    assert code(envy_form(floor, payment=alone, **where)) == "PAYMENT_WRONG"
    assert code(envy_form(floor, payment=listed, **{**where, "seat": 6})) == "NOT_OWED"
    (noted,) = envy_form(floor, payment=listed, **where)
    assert isinstance(noted, payments.EnvyFormNoted)
    assert (noted.cents, noted.withheld_cents, noted.before_cents) == (200_000, 47_976, 0)
    assert list_postings(floor.state, noted) == [
        ("players", -micros(47_976)),
        ("withheld", micros(47_976)),
    ]
    place = round_name(wager.table, wager.round)
    wins = floor.state.round_wins.get(place)
    assert wins is not None
    form = EnvyForm(5, wager.jackpot, "kim", Cents(47_976))
    floor.state.round_wins[place] = replace(wins, forms=(form,))
    listed = replace(listed, tax_form="1042-S", tax_reason="a passport of Norway")
    (again,) = envy_form(floor, payment=listed, **where)
    assert (again.withheld_cents, again.before_cents) == (60_000, 47_976)  # 30 % of $2,000.00


def test_a_form_that_a_win_from_the_tray_lacks_is_due() -> None:
    floor, award = washington(taxed=False)
    assert "tax_forms" not in [each.what for each in due_things(floor.state, DAY_15_NOV_2026)]
    table = with_envy(floor, award).table
    (due,) = [each for each in due_things(floor.state, DAY_15_NOV_2026) if each.what == "tax_forms"]
    assert (due.about, due.address) == (f"{table} $2,000.00", "/office/prizes")


def test_envy_that_comes_after_the_prize_is_paid_has_a_form_of_its_own() -> None:
    """$5,000.20 is on its form when $1,000 of envy comes: the second form has the envy, and 24 % of
    $6,000.20 less $1. Paid anew, the prize's form has the prize alone."""
    floor, award = washington()
    (paid,) = ask_pay(floor, award)
    assert (paid.parts[0].reported_cents, paid.withheld_cents) == (500_020, 0)
    found = floor.state.award(award)
    place = round_name(found.table, found.round)
    pay_out = EnvyPay(found.award.seat, 1, found.award.jackpot, "royal", 6, Cents(100_000))
    floor.state.round_wins[place] = RoundWins((award,), (pay_out,))
    wager = wager_of(found)
    listed = replace(
        CHECKED, method="tray", check_number="", tax_reason="receipt 15",
        tax_collected_cents=Cents(43_980),
    )  # fmt: skip
    (noted,) = envy_form(floor, payment=listed, **asdict(wager))
    assert (noted.reported_cents, noted.withheld_cents) == (100_000, 143_980)
    form = EnvyForm(wager.seat, wager.jackpot, "kim", Cents(143_980), Cents(0), Cents(100_000))
    floor.state.round_wins[place] = RoundWins((award,), (pay_out,), (form,))
    unpaid = replace(found, status="moved", payment=None, parts=())
    rules = tax_rules(floor.state, DAY_15_NOV_2026)
    again = find_withholding(floor.state, unpaid, CHECKED, rules)
    assert (again.parts[0].reported_cents, again.withheld_cents) == (500_020, 0)


def test_a_wager_that_won_a_prize_too_has_one_form_for_all() -> None:
    floor, award = washington()
    found = floor.state.award(award)
    seat, place = found.award.seat, round_name(found.table, found.round)
    pay_out = EnvyPay(seat, 1, found.award.jackpot, "royal", 6, Cents(100_000))
    floor.state.round_wins[place] = RoundWins((award,), (pay_out,))
    listed = replace(CHECKED, method="tray", check_number="")
    answer = envy_form(floor, payment=listed, **asdict(wager_of(found)))
    assert code(answer) == "PAYMENT_WRONG"
    assert win_of(floor.state, found).total_cents == found.award.total_cents + 100_000
