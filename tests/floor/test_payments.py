"""Prizes paid right: gross, withheld and net, the form that is due, who is paid, what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.demo.demo_cards import cards_of
from pitboss.floor.decide import decide
from pitboss.floor.facts import awards, changes, payments, persons, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import EnvyPay, IdentityNote, Payment
from pitboss.floor.money.ledger import list_postings
from pitboss.floor.money.tax import SeatWager, TaxedWin, TaxRules, envy_win_of, is_reported, win_of
from pitboss.floor.state.floor import AwardState
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.floor.view.labels import lines_of
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.cited_law import CitedText, CitedTexts
from pitboss.rules.paytable import Paytable

from .support import BOOK, FOUR_CARD, Floor, hired_floor, micros
from .test_custody import a_winner

# As in Washington, without the duties that other tests are about.
WASHINGTON = replace(
    catalog.profile("washington").on("2026-11-15").law,
    approval_needs=CitedTexts((), "the rule"),
    bank_shortfall=CitedText("warn", "the rule"),
    payout_verify=CitedText("free", "the rule"),
    payout_identity=CitedText("free", "the rule"),
    payout_signatures=CitedText("free", "the rule"),
    payout_seal=CitedText("free", "the rule"),
)
DAY_15_NOV_2026 = int(datetime(2026, 11, 15, 20, 0, tzinfo=UTC).timestamp() * 1000)
DIGEST = "a" * 64
LICENSE = IdentityNote("driver license", "4711", DIGEST)
PASSPORT = IdentityNote("passport", "0815", DIGEST)
TAX_NUMBER = IdentityNote("tax number", "6789", DIGEST)
CHECKED = Payment(
    method="check",
    check_number="1001",
    person="kim",
    exclusion="ann looked",
    exclusion_list="2026-11-15 09:00",
    tax_form="W-2G",
)


def ask(floor: Floor, kind: type[Command], at_ms: int = DAY_15_NOV_2026, **fields: Any) -> Any:
    """A command on 15 November 2026."""
    floor.at_ms = at_ms - 1000
    return floor.ask(kind, **fields)


def ask_pay(floor: Floor, award: str, payment: Payment = CHECKED) -> Any:
    """The accountant pays a prize."""
    return ask(floor, payments.PayPrize, award=award, payment=payment, badge="ann")


def code(decision: Any) -> str:
    """The code of a refusal; empty where it is none."""
    return decision.code if isinstance(decision, Told) else ""


def washington(*, taxed: bool = True, papers: int = 2, of_age: bool = True) -> tuple[Floor, str]:
    """An award of $5,000.20 on $1 under Washington's rules, and a person to pay."""
    floor, award = a_winner()
    floor.must(
        changes.OpenSite,
        name="Cedar", currency="USD", time_zone="UTC", profile="washington", reason="the law",
        law=WASHINGTON, dated=catalog.profile("washington").dated, by=("eve", "ann"),
    )  # fmt: skip
    decision = ask(
        floor,
        persons.RecordPerson,
        person="kim",
        identities=(LICENSE, PASSPORT)[:papers],
        tax_number=TAX_NUMBER if taxed else None,
        is_of_age=of_age,
        badge="ann",
    )
    assert not isinstance(decision, Told)
    return floor, award


def another(floor: Floor, name: str, *, taxed: bool = True, papers: int = 2) -> None:
    """Somebody else whose data are recorded."""
    tax_number = TAX_NUMBER if taxed else None
    identities = (LICENSE, PASSPORT)[:papers]
    recorded = ask(
        floor, persons.RecordPerson, person=name, identities=identities, tax_number=tax_number,
        is_of_age=True, badge="ann",
    )  # fmt: skip
    assert not isinstance(recorded, Told)


# ---- what a wager won ---------------------------------------------------------------------------


def test_two_envies_of_1000_dollars_on_one_dollar_are_a_form() -> None:
    floor, award = a_winner()
    jackpot = floor.state.award(award).award.jackpot
    envy = tuple(EnvyPay(4, 1, jackpot, "royal", hit, Cents(100_000)) for hit in (1, 2))
    floor.state.round_wins[round_name("T1", 77)] = RoundWins(envy=envy)
    rules, wager = TaxRules(WASHINGTON, Cents(200_000)), SeatWager("T1", 77, 4, jackpot)
    win = envy_win_of(floor.state, wager)
    assert (win.total_cents, win.wager_cents) == (200_000, 100)
    assert is_reported(rules, win)
    alone = RoundWins(envy=envy[:1])
    floor.state.round_wins[round_name("T1", 77)] = alone
    assert not is_reported(rules, envy_win_of(floor.state, wager))


@pytest.mark.parametrize(
    ("cents", "wager", "reported"),
    [(199_999, 100, False), (200_000, 100, True), (200_000, 667, False), (200_100, 667, True)],
)
def test_a_win_is_reported_from_the_amount_and_the_multiple_on(
    cents: int, wager: int, *, reported: bool
) -> None:
    win = TaxedWin(Cents(cents), Cents(wager))
    assert is_reported(TaxRules(WASHINGTON, Cents(200_000)), win) == reported


def test_awards_and_envy_of_one_wager_are_added_up() -> None:
    floor, award = a_winner()
    found = floor.state.award(award)
    other = replace(found.award, award="X", meter_cents=Cents(100))
    floor.state.awards["X"] = replace(found, award=other)
    elsewhere = replace(other, award="Y", seat=found.award.seat + 1)
    floor.state.awards["Y"] = replace(found, award=elsewhere)
    undone = replace(other, award="Z")
    floor.state.awards["Z"] = replace(found, award=undone, status="backed out")
    pay = EnvyPay(found.award.seat, 1, found.award.jackpot, "royal", 6, Cents(7))
    place = round_name(found.table, found.round)
    floor.state.round_wins[place] = RoundWins((award, "X", "Y", "Z"), (pay,))
    assert win_of(floor.state, found).total_cents == found.award.total_cents + 107


# ---- no number in the journal -------------------------------------------------------------------


def tray_prize() -> Floor:
    """$3,000 that the tray has paid, as `tray-1`, to somebody without a tax number."""
    floor, award = washington(taxed=False)
    found: AwardState = floor.state.award(award)
    at_table = replace(
        found.award,
        award="tray-1",
        level="",
        meter_cents=Cents(0),
        house_cents=Cents(0),
        tray_cents=Cents(300_000),
    )
    floor.state.awards["tray-1"] = replace(found, award=at_table, round=99, movement=None)
    floor._again = None  # no event has made this award
    return floor


def test_a_tray_award_may_have_its_form() -> None:
    """$3,000 from the tray are reported; without a tax number 24 % of $2,999 come back."""
    floor = tray_prize()
    paid = replace(CHECKED, method="tray", check_number="")
    found = floor.state.award("tray-1")
    assert win_of(floor.state, found).total_cents == 300_000
    command = payments.PayPrize(
        command_id="c", at_ms=DAY_15_NOV_2026, award="tray-1", payment=paid, badge="ann"
    )
    decision = decide(floor.state, command, BOOK)
    assert not isinstance(decision, Told), decision
    (event,) = decision
    assert isinstance(event, payments.PrizePaid)
    assert (event.cents, event.withheld_cents) == (0, 71_976)
    assert list_postings(floor.state, event) == [
        ("players", -micros(71_976)),
        ("withheld", micros(71_976)),
    ]


# ---- the hand -----------------------------------------------------------------------------------


def test_aces_marked_and_kings_typed_are_not_the_hand() -> None:
    paytable = BOOK[FOUR_CARD]
    kings, aces = (
        catalog.outcome_of_typed(paytable, f"{r}s {r}h {r}d {r}c 2d", {}, game_name="crazy4")
        for r in "KA"
    )
    assert (kings, aces) == ("four_of_a_kind", "four_aces")
    floor = hired_floor()
    floor.open_jackpot("fours", FOUR_CARD)
    floor.open_table("T1", "fours")
    floor.start("T1", 1)
    floor.press("T1", 1, "four_aces")
    recorded, _ = floor.confirm("T1")
    looked = {
        "award": recorded.awards[0].award, "deck_cards": 52, "camera": "7", "shown_at": "20:01",
    }  # fmt: skip
    wrong = {**looked, "cards": "Ks Kh Kd Kc 2d", "found": kings, "badge": "ann"}
    assert floor.refused(payments.VerifyHand, **wrong) == "HAND_NOT_SO"
    floor.must(payments.VerifyHand, **{**wrong, "cards": "As Ah Ad Ac 2d", "found": aces})
    assert floor.state.award(recorded.awards[0].award).steps[0].badge == "ann"


@pytest.mark.parametrize("paytable", [each for each in BOOK if BOOK[each].levels])
def test_any_hand_of_the_marked_line_is_verified_and_no_other(paytable: str) -> None:
    """A layout prints one line, and one button, for several hands: Blazing 7's 1 has *Same Suit*
    for three sevens of diamonds too."""
    book = BOOK[paytable]
    floor = hired_floor(replays=False)
    floor.open_jackpot("one", paytable, wager_cents=book.wager_cents)
    floor.open_table("T1", "one", game=book.games[0])
    lines = lines_of(floor.state.jackpot("one").terms, book)
    for line in lines:
        floor.start("T1", 1)
        floor.press("T1", 1, line.outcome, (1,) if book.is_shared(line.outcome) else ())
        recorded, *_ = floor.must(awards.ConfirmAwards, table="T1", badge="eve")
        assert isinstance(recorded, awards.AwardsRecorded)
        looked: dict[str, Any] = {
            "award": recorded.awards[0].award,
            "deck_cards": 0,
            "camera": "7",
            "shown_at": "20:01",
        }
        floor.must(rounds.EndRound, table="T1")
        for outcome in book.outcomes:
            found = made(book, cards_of(book, outcome))
            before = floor.state.award(looked["award"]).step("verify")
            looked["instead_of_ms"] = before.at_ms if before is not None else 0
            decision = floor.ask(
                payments.VerifyHand, **looked, cards="as dealt", found=found, badge="ann"
            )
            is_refused = isinstance(decision, Told) and decision.code == "HAND_NOT_SO"
            assert is_refused == (found not in line.outcomes), (line.outcome, outcome)


@pytest.mark.parametrize(
    ("paytable", "button", "cards", "said"),
    [
        (
            "blackjack/blazing_7s/1",
            "three_sevens_suited",
            "7h 7d / 7d",
            "the cards make Three 7's - Same Color, but the award is for Three 7's - Same Suit.",
        ),
        (
            "holdem_bonus/progressive/quick-hit-11",
            "royal_after_7",
            "9h 9d / As Ks Qs Js Ts",
            "the cards make Community Royal Flush, but the award is for Royal Flush.",
        ),
    ],
)
def test_a_hand_of_another_line_is_refused_by_both_names(
    paytable: str, button: str, cards: str, said: str
) -> None:
    floor = hired_floor()
    floor.open_jackpot("one", paytable)
    floor.open_table("T1", "one", game=BOOK[paytable].games[0])
    floor.start("T1", 1)
    floor.press("T1", 1, button)
    recorded, _ = floor.confirm("T1")
    looked = {
        "award": recorded.awards[0].award,
        "deck_cards": 0,
        "camera": "7",
        "shown_at": "20:01",
    }
    found = made(BOOK[paytable], cards)
    refused = floor.ask(payments.VerifyHand, **looked, cards=cards, found=found, badge="ann")
    assert isinstance(refused, Told)
    assert said in refused.reason


def made(paytable: Paytable, cards: str) -> str:
    """What typed cards make at a table of the paytable's first game."""
    return catalog.outcome_of_typed(paytable, cards, {}, game_name=paytable.games[0])
