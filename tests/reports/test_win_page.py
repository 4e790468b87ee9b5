"""The win page: what it says is the record, in figures and words, the same bytes every time."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from pitboss.floor.facts.values import Award, EnvyPay
from pitboss.floor.money.tax import TaxedWin
from pitboss.floor.view.tax_due import TaxDue
from pitboss.local_time import local_day, local_time
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.reports.amount_words import amount_words
from pitboss.reports.win_page import (
    Confirmer,
    Meter,
    PaymentRecord,
    Win,
    facts,
    status_text,
    verify_text,
    win_page,
    win_page_data,
)
from pitboss.rules.catalog import profile
from pitboss.rules.cited_law import CitedAmount, CitedFlag, CitedNumber
from pitboss.rules.profile import Profile
from pitboss.words import language

WASHINGTON = profile("washington")
IN_2026 = WASHINGTON.on("2026-11-14").law
WORDS = language.WORDS["win"]
ADDRESS = "https://floor.example:8443"
HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"

# 2026-11-15 05:24:30 UTC, which is the evening before on the house's clock.
AT_MS = 1_794_720_270_000

FULL = Award(
    award="C1-1204-812.1",
    seat=2,
    sensor=1,
    jackpot="fours",
    outcome="four_aces",
    level="main",
    meter_cents=Cents(12_481_743),
    house_cents=Cents(0),
    tray_cents=Cents(0),
    restarts=True,
)
WIN = Win(
    house="The Card Room",
    time_zone="America/Los_Angeles",
    award=FULL,
    hand="Four aces",
    number=1,
    table="C1",
    title="Crazy 4 Poker",
    round=1204,
    jackpot_title="Crazy 4 Progressive, pays 3",
    level="Main",
    wager_cents=Cents(100),
    status="moved",
    at_ms=AT_MS,
    seq=812,
    hash=HASH,
    confirmed_by=Confirmer(badge="E300", name="Shift Executive", role="executive"),
    meter=Meter(before_cents=Cents(12_481_743), after_cents=Cents(512_000)),
    envy=(EnvyPay(3, 1, "fours", "four_aces", 2, Cents(100_000)),),
    payment=(),
    copies=1,
    # $300 of envy beside it: 24 % of $125,116.43 is $30,027.9432.
    tax=TaxDue(
        TaxedWin(Cents(12_511_743), Cents(100)),
        Cents(200_000),
        Cents(12_481_743),
        Cents(3_002_794),
        rule="3402",
    ),
)
SMALL = replace(
    WIN,
    award=structs.replace(
        FULL, award="C1-9-40.2", outcome="flush", level="", meter_cents=Cents(0),
        tray_cents=Cents(400), stake_cents=Cents(500), restarts=False,
    ),
    number=2,
    seq=40,
    meter=None,
    envy=(),
    tax=None,
)  # fmt: skip


def text_of(document: bytes, folder: Path) -> str:
    """What a reader sees, in lines as they are laid out."""
    path = folder / "page.pdf"
    path.write_bytes(document)
    shown = subprocess.run(
        ["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True
    )
    return re.sub(r" +", " ", shown.stdout)


# ---- amounts in words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "zero and 00/100 dollars"),
        (1, "zero and 01/100 dollars"),
        (100, "one and 00/100 dollars"),
        (2_107, "twenty-one and 07/100 dollars"),
        (1_900, "nineteen and 00/100 dollars"),
        (4_000, "forty and 00/100 dollars"),
        (10_000, "one hundred and 00/100 dollars"),
        (99_999, "nine hundred ninety-nine and 99/100 dollars"),
        (100_000, "one thousand and 00/100 dollars"),
        (100_100, "one thousand one and 00/100 dollars"),
        (
            12_481_743,
            "one hundred twenty-four thousand eight hundred seventeen and 43/100 dollars",
        ),
        (100_000_000, "one million and 00/100 dollars"),
        (100_001_200, "one million twelve and 00/100 dollars"),
        (1_000_000_000_000, "ten billion and 00/100 dollars"),
        (-5_012, "minus fifty and 12/100 dollars"),
    ],
)
def test_an_amount_in_words(cents: int, said: str) -> None:
    assert amount_words(Cents(cents), "en") == said


@pytest.mark.parametrize(
    ("cents", "said"),
    [
        (0, "cero dólares con 00 centavos"),
        (101, "un dólar con 01 centavo"),
        (2_107, "veintiún dólares con 07 centavos"),
        (3_100, "treinta y un dólares con 00 centavos"),
        (10_000, "cien dólares con 00 centavos"),
        (10_100, "ciento un dólares con 00 centavos"),
        (50_000, "quinientos dólares con 00 centavos"),
        (100_000, "mil dólares con 00 centavos"),
        (2_100_000, "veintiún mil dólares con 00 centavos"),
        (10_000_000, "cien mil dólares con 00 centavos"),
        (12_481_743, "ciento veinticuatro mil ochocientos diecisiete dólares con 43 centavos"),
        (100_000_000, "un millón de dólares con 00 centavos"),
        (100_001_200, "un millón doce dólares con 00 centavos"),
        (200_100_000, "dos millones mil dólares con 00 centavos"),
        (1_000_000_000_000, "diez mil millones de dólares con 00 centavos"),
        (-5_012, "menos cincuenta dólares con 12 centavos"),
    ],
)
def test_an_amount_in_spanish_words(cents: int, said: str) -> None:
    assert amount_words(Cents(cents), "es") == said


def test_an_amount_in_a_language_without_numerals_is_in_figures() -> None:
    assert amount_words(Cents(12_481_743), "fr") == "$124,817.43"


# ---- times --------------------------------------------------------------------------------------


def test_times_are_the_house_s_own_with_their_zone() -> None:
    assert local_time(AT_MS, "America/Los_Angeles") == "2026-11-14 21:24:30 PST"
    assert local_time(AT_MS, "UTC") == "2026-11-15 05:24:30 UTC"
    assert local_day(AT_MS, "America/Los_Angeles") == "2026-11-14"
    # Half a year earlier the same place keeps summer time.
    assert local_time(1_780_000_000_999, "America/Los_Angeles") == "2026-05-28 13:26:40 PDT"


# ---- the page -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("spoken", "day"), [("en", "Nov 14, 2026"), ("es", "14 nov 2026")])
def test_a_screen_has_the_day_of_a_win_as_its_reader_writes_it(spoken: str, day: str) -> None:
    """On paper it is plain in every language."""
    recorded = language.texts(spoken)["win"]["facts"]["recorded"]
    with language.speaking(spoken):
        assert dict(facts(WIN, language.WORDS["win"]))[recorded] == f"{day}, 9:24:30 PM PST"
    with language.recording(spoken):
        assert dict(facts(WIN, language.WORDS["win"]))[recorded] == "2026-11-14 21:24:30 PST"


def test_the_page_says_the_record(tmp_path: Path) -> None:
    text = text_of(win_page(WIN, WASHINGTON, WORDS, address=ADDRESS), tmp_path)
    for said in (
        "The Card Room",
        "Win page",
        "812.1",
        "Original",
        "C1, Crazy 4 Poker",
        "1,204",
        "2, sensor 1",
        "Four aces",
        "$124,817.43",
        "one hundred twenty-four thousand eight hundred seventeen and 43/100 dollars",
        "2026-11-14 21:24:30 PST",
        "Shift Executive, executive, badge E300",
        "Main meter before $124,817.43",
        "Main meter after (restarted) $5,120.00",
        "Seat 3 $1,000.00",
        "Recorded, owed to the winner",
        HASH,
        f"{ADDRESS}/verify/812/9f86d081884c7d65",
        "Winner: name, signature, time",
        "page 812.1",
    ):
        assert said in text, said


def test_a_page_says_who_confirmed_by_the_role_and_that_payment_is_held(tmp_path: Path) -> None:
    held = replace(WIN, held="Retenido, disputa")
    words = language.texts("es")["win"]
    with language.recording("es"):
        text = text_of(win_page(held, WASHINGTON, words, address=ADDRESS), tmp_path)
    assert "Shift Executive, ejecutivo, credencial E300" in text
    assert "Retenido, disputa" in text
    assert words["status_moved"] not in text


def test_a_small_award_from_the_tray_has_no_meter_and_no_notes_of_tax(tmp_path: Path) -> None:
    text = text_of(win_page(SMALL, WASHINGTON, WORDS, address=ADDRESS), tmp_path)
    assert "Paid from the tray $4.00" in text
    assert "Plus the wager back $5.00" in text
    assert "meter" not in text.lower()
    assert "W-2G" not in text
    assert "40.2" in text


def test_cards_that_were_verified_are_printed(tmp_path: Path) -> None:
    seen = replace(WIN, cards="As Ah Ad Ac Kd")
    assert "Cards As Ah Ad Ac Kd" in text_of(
        win_page(seen, WASHINGTON, WORDS, address=ADDRESS), tmp_path
    )


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_payment_voided_and_made_again_stays_on_one_sheet(paper: str, tmp_path: Path) -> None:
    paid = tuple((f"Line {number}", f"what it says {number}") for number in range(12))
    records = (
        PaymentRecord("Prize paid", "17:24:10", paid),
        PaymentRecord("Payment voided", "17:22:00", paid[:2]),
        PaymentRecord("Prize paid", "17:20:51", paid, "VOIDED"),
    )
    page = win_page(replace(WIN, payment=records), WASHINGTON, WORDS, address=ADDRESS, paper=paper)
    lines = [line.strip() for line in text_of(page, tmp_path).splitlines() if line.strip()]
    told = subprocess.run(
        ["pdfinfo", str(tmp_path / "page.pdf")], capture_output=True, text=True, check=True
    )
    assert re.search(r"^Pages: +1$", told.stdout, re.MULTILINE)
    for record in records:  # each under its title, and whole before the next begins
        first = (
            lines.index(f"{record.title} {record.at}{f' · {record.mark}' if record.mark else ''}")
            + 1
        )
        rows = " ".join(lines[first : first + len(record.fields) // 2])
        assert all(f"{name} {said}" in rows for name, said in record.fields)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_sheet_and_the_same_bytes_every_time(paper: str, tmp_path: Path) -> None:
    first = win_page(WIN, WASHINGTON, WORDS, address=ADDRESS, paper=paper)
    assert first == win_page(WIN, WASHINGTON, WORDS, address=ADDRESS, paper=paper)
    path = tmp_path / "page.pdf"
    path.write_bytes(first)
    told = subprocess.run(["pdfinfo", str(path)], capture_output=True, text=True, check=True)
    pages = dict(line.split(":", 1) for line in told.stdout.splitlines())
    assert pages["Pages"].strip() == "1"
    size = {"a4": "595.276 x 841.89 pts (A4)", "letter": "612 x 792 pts (letter)"}
    assert pages["Page size"].strip() == size[paper]


def test_another_paper_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        win_page(WIN, WASHINGTON, WORDS, address=ADDRESS, paper="a3")
    assert refused.value.code == "PAPER_UNKNOWN"


@pytest.mark.parametrize(
    ("copies", "said"),
    [
        (0, "VIEW ONLY: not a recorded print"),
        (1, "Original"),
        (2, "REPRINT 1 (copy 2)"),
        (12, "REPRINT 11 (copy 12)"),
    ],
)
def test_a_reprint_says_so_and_counts(copies: int, said: str) -> None:
    data = win_page_data(replace(WIN, copies=copies), WASHINGTON, WORDS, address=ADDRESS)
    assert data["copy"] == said


def test_an_award_that_was_backed_out_warns(tmp_path: Path) -> None:
    page = win_page(replace(WIN, status="backed out"), WASHINGTON, WORDS, address=ADDRESS)
    assert "BACKED OUT: do not pay" in text_of(page, tmp_path)
    assert not win_page_data(WIN, WASHINGTON, WORDS, address=ADDRESS)["warning"]


def test_envy_of_an_open_round_is_told_to_come() -> None:
    data = win_page_data(replace(WIN, envy=None), WASHINGTON, WORDS, address=ADDRESS)
    assert data["envy"] == []
    assert data["envy_text"] == "Envy is paid when the round ends."


def test_what_is_checked_is_the_entry_and_its_figures() -> None:
    assert verify_text(WIN, address=ADDRESS) == (
        "https://floor.example:8443/verify/812/9f86d081884c7d65"
        "?award=C1-1204-812.1&table=C1&round=1204&seat=2&total_cents=12481743"
    )


# ---- what the payer has to mind -----------------------------------------------------------------


def notes(win: Win, law: Profile = WASHINGTON) -> list[str]:
    found: list[str] = win_page_data(win, law, WORDS, address=ADDRESS)["notes"]
    return [note.split(" (")[0] for note in found]


def test_the_notes_of_a_large_win() -> None:
    assert notes(replace(WIN, envy=())) == [
        "Show the cards to the camera, count the deck and seal the winning hand."
        " Keep it for 7 days.",
        "Check the winner against the self-exclusion list before you pay.",
        "Over $5,000.00: pay by check within 24 hours.",
        "Report it on Form W-2G, or 1042-S for a foreign person. It's at least $2,000.00 and "
        "at least 300 times the $1.00 wager.",
        "Withhold $30,027.94 tax: $125,117.43 won on $1.00. Pay $94,789.49.",
    ]


def test_envy_is_a_win_for_the_tax_office_too() -> None:
    due = TaxDue(TaxedWin(Cents(200_000), Cents(100)), Cents(200_000), Cents(200_000), Cents(0))
    told = notes(replace(WIN, envy_tax=((3, due),)))
    assert told[-1].startswith("Envy of seat 3: Report it on Form W-2G")
    assert not notes(WIN)[-1].startswith("Envy")


def test_what_waits_in_the_tray_for_its_form_says_so() -> None:
    award = structs.replace(WIN.award, meter_cents=Cents(0), tray_cents=Cents(300_000))
    due = TaxDue(
        TaxedWin(Cents(300_000), Cents(100)), Cents(200_000), Cents(300_000), Cents(0),
        at_table=True,
    )  # fmt: skip
    tray = replace(WIN, award=award, status="moved", held="", tax=due)
    assert status_text(tray, WORDS) == "Recorded, held in the tray until the tax form is done"
    assert notes(tray)[-1] == "The dealer holds $3,000.00 in the tray until the form is done."
    paid = replace(tray, tax=None)
    assert status_text(paid, WORDS) == "Recorded, paid from the tray"


def test_no_page_says_that_nothing_is_paid_out() -> None:
    """$300.00 and $2,000.00 of envy: 24 % of $2,299.00 is more than the prize."""
    due = TaxDue(
        TaxedWin(Cents(230_000), Cents(100)), Cents(200_000), Cents(30_000), Cents(30_000),
        Cents(25_176), "3406",
    )  # fmt: skip
    told = notes(replace(WIN, tax=due))
    assert told[-1] == (
        "Withhold all $300.00 for tax and collect $251.76 more: $2,300.00 won on $1.00."
    )
    assert not [note for note in told if "$0.00" in note]


def test_a_win_that_is_paid_or_too_small_has_no_word_of_a_form() -> None:
    assert not any("W-2G" in note for note in notes(replace(WIN, tax=None)))


def test_a_jurisdiction_that_asks_for_less_has_fewer_notes() -> None:
    most = CitedAmount(Cents(10**12), "none")
    free = structs.replace(
        WASHINGTON.law, prize_cash_most=most, exclusion_check=CitedFlag(value=False, rule="none"),
    )  # fmt: skip
    less = structs.replace(
        WASHINGTON, law=structs.replace(free, deck_counted_from=most), cash_report_above=most
    )
    assert WIN.tax is not None
    untaxed = structs.replace(WIN.tax, withheld_cents=Cents(0))
    told = notes(replace(WIN, tax=untaxed), less)
    assert [note[:10] for note in told] == ["Report it "]


def test_where_no_rule_says_how_long_the_note_does_not_either() -> None:
    none = CitedNumber(0, "no rule found: not required")
    law = structs.replace(WASHINGTON.law, hand_kept_days=none)
    free = structs.replace(WASHINGTON, law=law, prize_check_hours=none)
    told = notes(replace(WIN, envy=()), free)
    assert told[0] == "Show the cards to the camera, count the deck and seal the winning hand."
    assert told[2] == "Over $5,000.00: pay by check."
