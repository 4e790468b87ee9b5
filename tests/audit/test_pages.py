"""What the pages say of the journal and the ledger is what the code does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from documents.pages import DOCS, between
from pitboss.audit.meter_entries import CAUSES
from pitboss.floor.facts import bank, drawers, paying_over, payments
from pitboss.floor.facts.base import Event, kind_of
from pitboss.floor.facts.values import PaidPart, Payment
from pitboss.floor.fold import apply
from pitboss.floor.money.ledger import HELD, POSTS, list_postings
from pitboss.floor.state.floor import State
from pitboss.journal import Row, Snapshot
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryStore
from pitboss.money import Cents
from pitboss.wide.facts import remittances
from pitboss.wide.state import properties_of
from wide.line import Line

from .support import canceled, filled_store, locked_store, rechained, retirement

JOURNAL = (DOCS / "journal.md").read_text("utf-8")
LEDGER = (DOCS / "ledger.md").read_text("utf-8")
VERIFIER_LINES_MOST = 52
ACCOUNTS = (
    "players", "house", "meter", "reserve", "overflow", "owed", "withheld", "forfeited",
    "unclaimed", "paid_over", "pending", "held", "bank", "cage", "bank_charges", "drawer", "vault",
    "drawer_paid", "over_short", "property", "hub", "remitted",
)  # fmt: skip
BANKED = (
    bank.DepositRecorded(
        cents=Cents(9), reference="a", day="2026-02-25", purpose="deposit", badge="ann", at_ms=1
    ),
    bank.DepositRecorded(
        cents=Cents(9), reference="i", day="2026-02-25", purpose="interest", badge="ann", at_ms=1
    ),
    bank.WithdrawalRecorded(
        cents=Cents(9),
        reference="b",
        day="2026-02-25",
        purpose="surplus",
        corrects="",
        badges=("ann", "eve"),
        at_ms=2,
    ),
    bank.WithdrawalVoided(
        cents=Cents(9),
        reference="b",
        purpose="surplus",
        reason="destroyed",
        badges=("ann", "eve"),
        at_ms=3,
    ),
    paying_over.PaidOver(
        purpose="unclaimed",
        cents=Cents(9),
        to="the state",
        reference="u",
        day="2026-02-25",
        badges=("ann", "eve"),
    ),
    paying_over.PayOverVoided(
        purpose="unclaimed", cents=Cents(9), reference="u", reason="x", badges=("ann", "eve")
    ),
)

_AT_TILL: dict[str, Any] = {"till": "till-1", "badges": ("ann", "eve")}
OPENED = (
    drawers.DrawerOpened(**_AT_TILL, cents=Cents(90_000)),
    drawers.CashMoved(**_AT_TILL, purpose="fill", cents=Cents(20_000)),
    drawers.CashMoved(**_AT_TILL, purpose="drop", cents=Cents(10_000)),
)
CLOSED = (
    drawers.DrawerHandedOver(
        till="till-1", badges=("ann", "bob"), cents=Cents(99_999), expected_cents=Cents(100_000)
    ),
    drawers.DrawerClosed(
        **_AT_TILL, cents=Cents(100_000), expected_cents=Cents(99_999), cashier="bob"
    ),
)
_WON: dict[str, Any] = {"award": "adjustment-27", "cents": Cents(50_000)}
_TWO: dict[str, Any] = {"reason": "why", "badges": ("sam", "ann")}
SETTLED: tuple[Event, ...] = (
    payments.EnvyFormNoted(
        table="T1",
        round=99,
        seat=1,
        jackpot="multi",
        cents=Cents(0),
        withheld_cents=Cents(500),
        before_cents=Cents(0),
        keep_until="2029-12-31",
        payment=Payment(),
        badge="ann",
    ),
    payments.PaymentVoided(**_WON, **_TWO, withheld_cents=Cents(0), check_number=""),
    payments.PrizePaid(
        **_WON,
        withheld_cents=Cents(9),
        parts=(PaidPart("", Cents(50_000), Cents(9)),),
        keep_until="2029-12-31",
        payment=Payment(),
        badge="ann",
        till="till-1",
        drawer_cents=Cents(49_991),
    ),
    payments.PaymentVoided(
        **_WON,
        **_TWO,
        withheld_cents=Cents(9),
        check_number="",
        till="till-1",
        drawer_cents=Cents(49_991),
    ),
    payments.PrizeForfeited(
        **_WON, **_TWO, to="the agency", notice_due_ms=0, keep_until="2029-12-31"
    ),
)
HANDED_OVER = payments.PrizeHandedOver(
    **_WON, badges=("sam", "ann"), reference="UP-1", day="2029-11-14", keep_until="2033-12-31"
)


def test_every_field_of_a_row_is_on_the_page() -> None:
    told = re.findall(r"^\| `(\w+)` \| (?:integer|text) \|", JOURNAL, re.M)
    assert told == list(Row._fields)
    assert set(Snapshot._fields) <= {*told, "text"}


# ---- the ledger ---------------------------------------------------------------------------------


def posting_rows() -> dict[str, str]:
    """Kind of event -> the accounts its row of the page names."""
    lines = between(LEDGER, "postings")[2:]
    cells = [line.split(" | ") for line in lines]
    return {cell[0].strip("| `"): cell[1] for cell in cells}


def wide_stores() -> Iterator[MemoryStore]:
    """A hub and a property of it, with a hit; and a property that was restored."""
    line = Line()
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    line.hit(line.p1)
    line.talk(line.p1)
    for node, party in ((line.hub, "p1"), (line.p1, "hub")):
        ids, day = line.ids(node), {"day": "2026-02-25"}
        came = {
            "party": party,
            "direction": remittances.RECEIVED,
            "cents": Cents(9),
            "reference": "w",
            **day,
        }
        line.accepted(node, remittances.RecordRemittance(**ids, **came, badges=("ann", "eve")))  # type: ignore[arg-type]
        back = remittances.VoidRemittance(
            **line.ids(node),  # type: ignore[arg-type]
            reference="w",
            reason="x",
            badges=("ann", "eve"),
        )
        line.accepted(node, back)
    yield from (line.hub.store, line.p1.store, _restored_store(), _corrected_store())


def _restored_store() -> MemoryStore:
    """A property that learns from its hub what it has lost."""
    line = Line()
    line.talk(line.p1)
    line.collect(line.p1, 6)
    backup = line.kept(line.p1)
    line.collect(line.p1, 6)
    line.restore(line.p1, backup)
    line.exchange(line.p1, times=2)
    found = properties_of(line.hub.state)["p1"]
    assert found.fork is not None
    assert line.decide(line.p1, found.fork.statement.number, posts=False).accepted
    line.exchange(line.p1)
    return line.p1.store


def _corrected_store() -> MemoryStore:
    """A hub that was restored, and grants a hit again that its property has with another amount."""
    line = Line()
    line.talk(line.p1)
    assert line.start(line.p1, 6).accepted
    older, backup = line.kept(line.hub), line.kept(line.p1)
    line.win(line.p1)
    disk = line.kept(line.p1)
    line.restore(line.hub, older)
    line.restore(line.p1, backup)
    assert line.start(line.p1, 6, table="T2").accepted
    line.win(line.p1)
    line.restore(line.p1, disk)
    line.exchange(line.p1, times=2)
    found = properties_of(line.hub.state)["p1"]
    assert found.fork is not None
    assert line.decide(line.p1, found.fork.statement.number, posts=False).accepted
    return line.hub.store


def posted() -> Iterator[tuple[str, str, int]]:
    """Every posting of journals in which everything happens: kind, account, amount."""
    for store, more in (
        (filled_store((*retirement(), *canceled())), SETTLED),
        (filled_store(), (HANDED_OVER,)),
        (locked_store(), ()),
        *((store, ()) for store in wide_stores()),
    ):
        state = State()
        stored = [events_of(row.events) for row in store.rows]
        for events in (*stored, BANKED, OPENED, more, CLOSED):
            state.seq += 1
            if events is BANKED:
                state.balances["unclaimed"] = 9_000_000  # a prize that nobody claimed
            for event in events:
                for account, amount in list_postings(state, event):
                    yield event.kind, account.partition(":")[0], amount
                apply(state, event)


def test_PS_61_the_table_of_postings_has_every_event_that_posts() -> None:
    assert set(posting_rows()) == set(map(kind_of, POSTS))


def test_an_event_posts_to_the_accounts_and_in_the_direction_that_the_page_names() -> None:
    rows = posting_rows()
    for kind, account, amount in posted():
        signs = "+±" if amount > 0 else "−±"
        told = re.findall(rf"([+−±]) `{account}`", rows[kind])
        assert set(told) & set(signs), f"{kind} posts {amount} to {account}"


def test_every_event_of_the_table_posts_in_the_journal_of_these_tests() -> None:
    assert {kind for kind, _, _ in posted()} == set(posting_rows())


def test_every_account_is_on_the_page() -> None:
    told = re.findall(r"^\| `(\w+)(?::J:L|:P|:T)?` \|", LEDGER, re.M)
    assert tuple(told) == ACCOUNTS
    assert {account for _, account, _ in posted()} == set(ACCOUNTS)


def test_PS_62_the_accounts_that_are_held_for_players() -> None:
    assert {held.rstrip(":") for held in HELD} == {
        "meter", "reserve", "overflow", "owed", "pending", "held",
    }  # fmt: skip


def test_every_cause_is_on_the_page() -> None:
    told = re.findall(r"^\| ([a-z-]+) \|", LEDGER.partition("## What explains")[2], re.M)
    assert [cause for cause in told if cause != "cause"] == list(CAUSES)


# ---- the verifier -------------------------------------------------------------------------------


def exported(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """An export as data."""
    previous, made = "0" * 64, []
    for row in rows:
        made.append({"previous_hash": previous, **row._asdict()})
        previous = row.hash
    return made


@pytest.fixture
def lines() -> list[dict[str, Any]]:
    """The sample's export."""
    return exported(filled_store().rows)


def verified(lines: list[dict[str, Any]], folder: Path) -> subprocess.CompletedProcess[str]:
    """The page's own program on an export, with nothing but the standard library in reach."""
    (program,) = re.findall(r"^```python\n(.*?)^```", JOURNAL, re.M | re.S)
    assert len(program.splitlines()) <= VERIFIER_LINES_MOST
    (folder / "verify.py").write_text(program, "utf-8")
    (folder / "export.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    words = [sys.executable, "-I", "-S", "verify.py", "export.jsonl"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_PS_60_the_verifier_proves_an_export(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    done = verified(lines, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout == f"36 rows hold, the last is 36:{lines[-1]['hash']}\n"


def test_the_verifier_proves_a_later_part(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    done = verified(lines[20:], tmp_path)
    assert done.stdout == f"16 rows hold, the last is 36:{lines[-1]['hash']}\n"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("previous_hash", "1" * 64),
        ("seq", 8),
        ("at_ms", 5),
        ("at_ms", "1772000007000"),
        ("command_id", "other"),
        ("asked", "{}"),
        ("events", "[]"),
        ("hash", "0" * 64),
        ("more", ""),
    ],
)
def test_the_verifier_finds_a_changed_field(
    lines: list[dict[str, Any]], tmp_path: Path, field: str, value: object
) -> None:
    lines[6][field] = value
    done = verified(lines, tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("row 7 ")
    assert done.stdout == ""


def test_the_verifier_finds_a_changed_word_in_a_text(
    lines: list[dict[str, Any]], tmp_path: Path
) -> None:
    lines[6]["events"] = lines[6]["events"].replace('"seats":7', '"seats":8')
    assert verified(lines, tmp_path).stderr == "row 7 does not have the hash of its content\n"


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"at_ms": 5}, "asks another id or time in its text"),
        ({"command_id": "other"}, "asks another id or time in its text"),
        ({"asked": "5"}, "is not JSON as the journal writes it"),
        ({"asked": "{"}, "is not JSON as the journal writes it"),
        ({"events": "{}"}, "is not JSON as the journal writes it"),
        ({"events": "[]"}, "is not JSON as the journal writes it"),
        ({"events": "[" * 100_000}, "is not JSON as the journal writes it"),
    ],
)
def test_the_verifier_finds_what_a_forger_with_fitting_hashes_left(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    rows = filled_store().rows
    rows[6] = rows[6]._replace(**changes)
    assert verified(exported(rechained(rows)), tmp_path).stderr == f"row 7 {told}\n"


def test_the_verifier_finds_a_command_that_is_answered_twice(tmp_path: Path) -> None:
    rows = filled_store().rows
    assert verified(exported(rechained([*rows, rows[3]])), tmp_path).stderr == (
        "row 37 answers a command a second time\n"
    )


def test_the_verifier_finds_missing_rows(lines: list[dict[str, Any]], tmp_path: Path) -> None:
    assert verified(lines[:6] + lines[7:], tmp_path).stderr.startswith("row 7 ")
    lines[0]["previous_hash"] = "1" * 64
    assert verified(lines, tmp_path).stderr == "row 1 does not begin a journal\n"


@pytest.mark.parametrize("line", ["{", "5", "[]", "{}", '"row"', "\u00e9", "[" * 100_000])
def test_the_verifier_tells_of_a_line_that_is_no_row(tmp_path: Path, line: str) -> None:
    verified([], tmp_path)
    (tmp_path / "export.jsonl").write_text(line + "\n", "utf-8")
    words = [sys.executable, "-I", "-S", "verify.py", "export.jsonl"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("a line is not a row: ")
