"""Prizes paid right: gross, withheld and net, the form that is due, who is paid, what is kept."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.demo.hands import cards_of
from pitboss.floor.decide import decide
from pitboss.floor.facts import awards, changes, payments, persons, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import EnvyPay, GroupShare, IdentityNote, Payment
from pitboss.floor.money.ledger import postings
from pitboss.floor.money.tax import SeatWager, TaxedWin, TaxRules, envy_win_of, is_reported, win_of
from pitboss.floor.state.floor import AwardState
from pitboss.floor.state.payouts import RoundWins, round_name
from pitboss.floor.view.labels import lines_of
from pitboss.money import Cents
from pitboss.refusal import Told
from pitboss.rules import catalog
from pitboss.rules.law import CitedText, CitedTexts
from pitboss.rules.paytable import Paytable

from .support import BOOK, FOUR_CARD, Floor, micros
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


# ---- gross, withheld and net --------------------------------------------------------------------


def test_missing_tax_number_means_backup_withholding() -> None:
    """24 % of $4,999.20 is $1,199.80, rounded down."""
    floor, award = washington(taxed=False)
    (paid,) = ask_pay(floor, award)
    assert isinstance(paid, payments.PrizePaid)
    assert (paid.cents, paid.withheld_cents, paid.net_cents) == (500_020, 119_980, 380_040)
    assert floor.state.balance("withheld") == micros(119_980)
    assert floor.state.balance("owed") == 0


def test_a_void_takes_the_tax_back_and_the_check_number_stays_used() -> None:
    floor, award = washington(taxed=False)
    ask_pay(floor, award)
    voided = ask(
        floor, payments.VoidPayment, award=award, reason="the check was lost", badges=("sam", "eve")
    )
    assert not isinstance(voided, Told)
    assert floor.state.balance("withheld") == 0
    assert floor.state.balance("owed") == micros(500_020)
    again = ask_pay(floor, award)
    assert code(again) == "CHECK_NUMBER_TWICE"
    for typed in ("01001", " 1001 ", "\uff11\uff10\uff10\uff11"):
        same = replace(CHECKED, check_number=typed)
        again = ask_pay(floor, award, same)
        assert code(again) == "CHECK_NUMBER_TWICE"
    for typed in ("#1002", "No. 1002", "10 02", "1002.", "1002 1003", "000", "A1002"):
        wrong = replace(CHECKED, check_number=typed)
        again = ask_pay(floor, award, wrong)
        assert code(again) == "CHECK_NUMBER_WRONG"
    other = replace(CHECKED, check_number="1002")
    assert not isinstance(ask_pay(floor, award, other), Told)


def test_1042_S_is_a_persons_choice_with_a_reason() -> None:
    floor, award = washington()
    alien = replace(CHECKED, tax_form="1042-S")
    assert code(ask_pay(floor, award, alien)) == "TEXT_MISSING"
    said = replace(alien, tax_reason="a passport of Norway, no treaty claimed")
    (paid,) = ask_pay(floor, award, said)
    assert paid.withheld_cents == 150_006  # 30 % of $5,000.20: the wager is not taken off


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


def test_no_form_is_refused_where_one_is_due() -> None:
    floor, award = washington()
    for form in ("", "none"):
        paid = replace(CHECKED, tax_form=form)
        assert code(ask_pay(floor, award, paid)) == "FORM_DUE"


def test_a_form_names_a_person_who_is_old_enough_and_shows_two_identities() -> None:
    floor, award = washington()
    nobody = replace(CHECKED, person="")
    assert code(ask_pay(floor, award, nobody)) == "PERSON_MISSING"
    stranger = replace(CHECKED, person="lee")
    asked = ask_pay(floor, award, stranger)
    assert code(asked) == "PERSON_UNKNOWN"
    floor, award = washington(of_age=False)
    assert code(ask_pay(floor, award)) == "UNDER_AGE"
    floor, award = washington(taxed=False, papers=1)
    asked = ask_pay(floor, award)
    assert code(asked) == "IDENTITY_MISSING"
    assert "kim" not in asked.reason  # an id of the vault tells nobody anything


def test_a_second_identity_is_asked_for_as_soon_as_tax_is_withheld() -> None:
    """Without a number 24 % are withheld from kim; on Form 1042-S 30 %, which is known with it."""
    floor, award = washington(taxed=False, papers=1)
    step: dict[str, Any] = {"award": award, "badge": "ann"}
    named = ask(
        floor, payments.NotePayoutStep, step="person", payment=Payment(person="kim"), **step
    )
    assert code(named) == "IDENTITY_MISSING"
    floor, award = washington(papers=1)
    named = ask(
        floor, payments.NotePayoutStep, step="person", payment=Payment(person="kim"), **step
    )
    assert code(named) == ""
    form = Payment(tax_form="1042-S", tax_reason="a passport of Norway")
    assert (
        code(ask(floor, payments.NotePayoutStep, step="tax", payment=form, **step))
        == "IDENTITY_MISSING"
    )


def test_two_identities_of_one_kind_are_one_form_of_identity() -> None:
    """A second license is no second form; a passport beside it is."""
    floor, award = washington(taxed=False, papers=1)
    known: dict[str, Any] = {"person": "kim", "tax_number": None, "is_of_age": True, "badge": "ann"}
    step: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    other = replace(LICENSE, last_four="4712")
    ask(floor, persons.RecordPerson, identities=(LICENSE, other), **known)
    named = ask(floor, payments.NotePayoutStep, payment=Payment(person="kim"), **step)
    assert code(named) == "IDENTITY_MISSING"
    assert "two of one kind (driver license) count as one" in named.reason
    ask(floor, persons.RecordPerson, identities=(LICENSE, other, PASSPORT), **known)
    named = ask(floor, payments.NotePayoutStep, payment=Payment(person="kim"), **step)
    assert code(named) == ""


def test_a_group_shares_the_whole_prize_on_form_5754() -> None:
    floor, award = washington()
    half = (GroupShare("kim", Cents(250_010)), GroupShare("lee", Cents(250_000)))
    paid = replace(
        CHECKED, person="", tax_form="5754", group=half, check_number="", group_checks=("1", "2")
    )
    asked = ask_pay(floor, award, paid)
    assert code(asked) == "PAYMENT_WRONG"
    below = (GroupShare("kim", Cents(500_020)), GroupShare("lee", Cents(0)))
    asked = ask_pay(floor, award, replace(paid, group=below))
    assert asked.reason == "a share is above $0.00; leave out whoever gets nothing"
    twice = replace(paid, group=(half[0], half[0]))
    assert code(ask_pay(floor, award, twice)) == "PAYMENT_WRONG"
    paid = replace(paid, group=(half[0], GroupShare("lee", Cents(250_010))))
    asked = ask_pay(floor, award, paid)
    assert code(asked) == "PERSON_UNKNOWN"
    another(floor, "lee")
    for number, checks, answer in (
        ("1", (), "PAYMENT_WRONG"),
        ("", ("1",), "PAYMENT_WRONG"),
        ("", ("1", "01"), "CHECK_NUMBER_TWICE"),
    ):
        short = replace(paid, check_number=number, group_checks=checks)
        asked = ask_pay(floor, award, short)
        assert code(asked) == answer
    assert not isinstance(ask_pay(floor, award, paid), Told)


def test_of_a_group_those_show_two_identities_from_whom_tax_is_withheld() -> None:
    """Backup tax falls on lee alone, who gave no number: 24 % of $2,000.00 less $0.40 wagered."""
    floor, award = washington(papers=1)
    another(floor, "lee", taxed=False, papers=1)
    shares = (GroupShare("kim", Cents(300_020)), GroupShare("lee", Cents(200_000)))
    step: dict[str, Any] = {"award": award, "step": "person", "badge": "ann"}
    asked = ask(floor, payments.NotePayoutStep, payment=Payment(group=shares), **step)
    assert asked.reason.startswith("$479.90 of tax is withheld: note two identities of person 2;")
    another(floor, "lee", taxed=False)
    assert code(ask(floor, payments.NotePayoutStep, payment=Payment(group=shares), **step)) == ""


# ---- the list of the self-excluded --------------------------------------------------------------


@pytest.mark.parametrize(
    ("listed", "answer"),
    [
        ("", "EXCLUSION_LIST_OLD"),
        ("yesterday", "EXCLUSION_LIST_OLD"),
        ("2026-11-13 19:59", "EXCLUSION_LIST_OLD"),
        ("2026-11-15 20:01", "EXCLUSION_LIST_OLD"),
        ("2026-11-13 20:00", ""),
    ],
)
def test_the_exclusion_list_is_at_most_48_hours_old(listed: str, answer: str) -> None:
    floor, award = washington()
    paid = replace(CHECKED, exclusion_list=listed)
    assert code(ask_pay(floor, award, paid)) == answer


# ---- how long a person's data are kept ----------------------------------------------------------


def test_a_payment_of_15_november_2026_is_not_purged_before_2030() -> None:
    floor, award = washington()
    ask_pay(floor, award)
    last_ms = int(datetime(2029, 12, 31, 23, 59, tzinfo=UTC).timestamp() * 1000)
    purge: dict[str, Any] = {
        "person": "kim",
        "reason": "retention is over",
        "badges": ("eve", "ann"),
    }
    assert code(ask(floor, persons.PurgePerson, at_ms=last_ms, **purge)) == "PURGE_TOO_EARLY"
    assert code(ask(floor, persons.PurgePerson, at_ms=last_ms + 60_000, **purge)) == ""
    assert (
        code(ask(floor, persons.ReadPerson, person="kim", reason="why", badge="ann"))
        == "PERSON_PURGED"
    )
    people: dict[str, Any] = {"people": ("kim",), "reason": "why", "badge": "ann"}
    assert code(ask(floor, persons.ExportPeople, **people)) == "PERSON_PURGED"


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
    assert postings(floor.state, event) == [
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
    floor = Floor()
    floor.hire()
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
    floor = Floor(replays=False)
    floor.hire()
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
            "the cards make Three 7's - Same Color, the award is for Three 7's - Same Suit;",
        ),
        (
            "holdem_bonus/progressive/quick-hit-11",
            "royal_after_7",
            "9h 9d / As Ks Qs Js Ts",
            "the cards make Community Royal Flush, the award is for Royal Flush;",
        ),
    ],
)
def test_a_hand_of_another_line_is_refused_by_both_names(
    paytable: str, button: str, cards: str, said: str
) -> None:
    floor = Floor()
    floor.hire()
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
