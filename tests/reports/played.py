"""A house that was played on for two days, small enough to be reckoned by hand, and its rows as
`pitboss export` gives them to anybody."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from msgspec.structs import replace
from typer.testing import CliRunner

from pitboss.cli.app import GROUPS, command_line
from pitboss.floor.facts import bank, clock, days, jackpots, payments, people, persons, rounds
from pitboss.floor.facts.awards import BackOutAward, ConfirmAwards
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.tables import PauseTable, ResumeTable
from pitboss.floor.facts.values import BankAccount, IdentityNote, Payment, Spot
from pitboss.money import Cents
from pitboss.reports.making import report_named
from web.history import Past
from web.office_support import approve_tables
from web.server_support import STARTER

Rows: TypeAlias = list[dict[str, Any]]
CsvSheets: TypeAlias = dict[str, list[dict[str, str]]]
app = command_line(GROUPS)
MORE = """
[[badge]]
id = "T500"
name = "Technician"
role = "technician"
"""


def make_house(
    folder: Path,
    *,
    then: Callable[[Past], object] = lambda past: None,
    more: str = "",
    first: Sequence[Command] = (),
) -> None:
    """The starter's site, with both Crazy 4 tables on one jackpot of 20 % and 5 %, two days, and
    what happens `then`; `more` is what its file says besides, `first` is asked before it opens."""
    folder.mkdir(parents=True)
    head, *tables = STARTER.read_text("utf-8").split("[[table]]")
    tables[1] = tables[1].replace('jackpots = ["rooms"]', 'jackpots = ["fours"]')
    text = "[[table]]".join([head + MORE + more, *tables])
    text = text.replace('paytable = "crazy4/progressive/pays-3"', FOURS)
    for name, paytable in TITLED.items():
        text = text.replace(
            f'paytable = "{paytable}"', f'title = "{name}"\npaytable = "{paytable}"'
        )
    (folder / "site.toml").write_text(text, "utf-8")
    approve_tables(folder / "site.toml")
    past = Past(folder, first=first)
    first_day(past)
    second_day(past)
    then(past)
    past.close()


FOURS = 'title = "Crazy 4 Progressive"\npaytable = "crazy4/progressive/pays-3"'

TITLED = {
    "rooms": "multi_game/five_card/ml01",
    "sevens": "blackjack/blazing_7s/1",
    "dragon": "baccarat/dragon_progressive/1",
}

LISTED = "2026-11-07 00:00"  # when the list of the self-excluded came


def first_day(past: Past) -> None:
    """120 bets of $1 at C1 and 80 at C2; no hand hits."""
    entry = {"reference": "slip 1", "day": "2026-11-07", "badge": "A400"}
    account = BankAccount("Cedar Bank", "WA", "4821")
    past.ask(bank.NameBankAccount, account=account, badges=("E300", "A400"))
    past.ask(bank.RecordDeposit, cents=Cents(3_000_000), **entry)
    past.ask(people.SignIn, table="C1", badge="D100")
    past.ask(people.SignIn, table="C2", badge="D101")
    for _ in range(40):
        past.round("C1", [1, 2, 3])
        past.round("C2", [4, 5])
    past.end_day(closes=False)
    shift = {"day": "2026-11-07", "shift": 1}
    (ended,) = past.state.calendar.days[0].shifts
    late = [sign for sign in ended.ledger if sign.jackpot == "fours"]
    signs = tuple(
        replace(sign, cents=Cents(sign.cents - 20)) if sign in late else sign
        for sign in ended.ledger
    )
    said = {"explanation": "C1 was a round late", "camera": "C7 06:00"}
    past.ask(days.RecordReading, signs=signs, badges=("S200", "A400"), **said, **shift)
    counts = (days.BoxCount("C1", "fours", 119, 121), days.BoxCount("C2", "fours", 80))
    past.ask(days.RecordCounts, counts=counts, badges=("A400", "S200"), **shift)
    case = {"table": "C1", "jackpot": "fours", "reason": "found in the tray", "badge": "E300"}
    past.ask(days.CloseVariance, **case, **shift)
    past.ask(days.CloseDay, day="2026-11-07", badges=("A400", "U600"))


def dropped(past: Past) -> None:
    """A third day: 200 bets at C1, of which 198 chips are counted."""
    past.end_day(closes=False)
    for _ in range(40):
        past.round("C1", [1, 2, 3, 4, 5])
    past.end_day(closes=False)
    count = days.BoxCount("C1", "fours", 198, 201)
    past.ask(days.RecordCounts, day="2026-11-09", shift=1, counts=(count,), badges=("A400", "S200"))


SIGNED: dict[str, Any] = {"winner_signed": True, "witness": "S200"}


def verify(past: Past, outcome: str) -> None:
    """The cards of the last award of a hand, typed."""
    past.ask(
        payments.VerifyHand, award=award_of(past, outcome), cards="as dealt", deck_cards=52,
        camera="7",
        shown_at=LISTED, witness="S200", found=outcome, badge="A400",
    )  # fmt: skip


def second_day(past: Past) -> None:
    """A full award that is paid, a tray award that is backed out, a void, and what goes wrong."""
    past.ask(people.SignOn, badge="A400", device="office", session_sha256="0" * 64)
    past.round("C1", [1, 2, 3], hands={2: "four_aces"})
    check = Payment(
        method="check", check_number="1042", exclusion="clear, 08:10", exclusion_list=LISTED,
        seal="S-7", identity="driver license", of_age=True, **SIGNED,
    )  # fmt: skip
    verify(past, "four_aces")
    past.ask(payments.PayPrize, award=award_of(past, "four_aces"), payment=check, badge="A400")
    past.round("C2", [4], hands={4: "four_of_a_kind"})
    tray = award_of(past, "four_of_a_kind")
    past.ask(BackOutAward, award=tray, reason="misread", badges=("A400", "S200"))
    past.ask(rounds.StartRound, table="C1", spots=(Spot(1, 1), Spot(6, 1)))
    past.ask(rounds.SeeLateBet, table="C1", spot=Spot(5, 1))
    past.ask(rounds.VoidRound, table="C1", badge="S200", reason="misdeal")
    past.try_to(ConfirmAwards, table="C1", badge="D100")
    past.ask(
        jackpots.AdjustMeter, jackpot="fours", level="main", adjustment="faulty_display",
        cents=Cents(2_500), reason="=the sign showed $25 too little", badges=("A400", "S200"),
    )  # fmt: skip
    past.ask(PauseTable, table="C1", badge="D100", reason="@dispute")
    past.ask(ResumeTable, table="C1", badge="S200", reason="@settled")
    past.ask(people.RenewKeys, badge="D101", reason="card lost", by=("E300", "A400"))
    past.ask(clock.NoteClockJump, expected_ms=past.at_ms, found_ms=past.at_ms + 5_000)
    past.ask(people.SignOut, table="C2")
    past.ask(people.SignIn, table="H2", badge="D101")
    past.round("H2", [1, 2], hands={1: "royal_after_7"})
    cash = Payment(
        method="cash", exclusion="clear", exclusion_list=LISTED, person="ada", tax_form="W-2G",
        seal="S-8", **SIGNED,
    )  # fmt: skip
    verify(past, "royal_after_7")
    number = IdentityNote("tax number", "6789", "0" * 64)
    past.ask(
        persons.RecordPerson,
        person="ada",
        identities=(),
        tax_number=number,
        is_of_age=True,
        badge="A400",
    )
    past.ask(payments.PayPrize, award=award_of(past, "royal_after_7"), payment=cash, badge="A400")
    past.ask(
        bank.RecordWithdrawal, cents=Cents(104_060), reference="check 1042", day="2026-11-08",
        purpose="prize", badges=("A400", "E300"),
    )  # fmt: skip


def award_of(past: Past, outcome: str) -> str:
    """The award that was recorded for a hand: the one to be paid, if there is one."""
    awards = past._core.state.awards.items()
    named = [(name, found) for name, found in awards if found.award.outcome == outcome]
    owed = [name for name, found in named if found.status == "moved"]
    return owed[0] if owed else named[0][0]


def command(*words: str) -> str:
    """What `pitboss` answers to these words."""
    result = CliRunner(env={"COLUMNS": "100", "NO_COLOR": "1"}).invoke(app, words)
    assert result.exit_code == 0, result.output
    return result.stdout_bytes.decode()


def whole(name: str) -> list[str]:
    """The words that ask for a report with nothing in sums."""
    options = (f"{each.name}={each.whole}" for each in report_named(name).options)
    return [word for option in options for word in ("--option", option)]


def exported_rows(folder: Path) -> Rows:
    """All rows, with what was asked and what followed as plain data."""
    rows = [json.loads(line) for line in command("export", str(folder / "floor.db")).splitlines()]
    for row in rows:
        row["asked"], row["events"] = json.loads(row["asked"]), json.loads(row["events"])
    return rows


def sheets_of(text: str, names: list[str]) -> CsvSheets:
    """The sheets of a report that was written as CSV, each with its rows."""
    blocks = text.split("\r\n\r\n") if len(names) > 1 else [f"{names[0]}\r\n{text}"]
    found = {}
    for block in blocks:
        name, _, rest = block.partition("\r\n")
        found[name] = list(csv.DictReader(io.StringIO(rest, newline="")))
    assert list(found) == names
    return found
