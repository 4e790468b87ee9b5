"""Numbers of identities: refused in every text before anything is written, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.engine import Core
from pitboss.floor.facts import awards, bank, jackpots, papers, payments, persons, tables
from pitboss.floor.facts.values import IdentityNote
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.money import Cents

from .support import BOOK
from .test_payments import CHECKED, DIGEST


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("identity", "SSN 078-05-1120"),
        ("identity", "license 12345"),
        ("exclusion", "ann, 078 05 1120"),
        ("seal", "078051120"),
        ("check_number", "078-05-1120"),
        ("tax_reason", "passport 123.456.789"),
        ("person", "078051120"),
        ("identity", "VANT7731K9"),
        ("identity", "driver license VANT 7731"),
        ("identity", "license and W-9"),
        ("seal", "457_55_5462"),
        ("seal", "457\u201455\u20145462"),
        ("seal", "457 -  55 - 5462"),
        ("seal", "457, 55, 5462"),
        ("seal", "45755546\uff12"),
        ("seal", "457\u00a055\u00a05462"),
        ("seal", "457\u200b555\u200b462"),
        ("exclusion", "\u0664\u0665\u0667\u0665\u0665\u0665\u0664\u0666\u0662"),
    ],
)
def test_a_number_of_an_identity_never_reaches_the_journal(field: str, text: str) -> None:
    store = MemoryStore()
    core = Core(MemoryJournal(store), BOOK)
    paid = replace(CHECKED, **{field: text})
    command = payments.PayPrize(
        command_id="c1", at_ms=1, award="T1-1-1.1", payment=paid, badge="ann"
    )
    (reply,) = core.handle([command])
    assert reply.code == "IDENTITY_IN_CLEAR"
    assert text not in str(reply.refused)
    assert core.state.seq == 0


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (
            awards.NoteCamera,
            {"award": "T1-1-1.1", "camera": "SSN 457-55-5462", "shown_at": "19:00"},
        ),
        (awards.NoteCamera, {"award": "T1-1-1.1", "camera": "7", "shown_at": "457-55-5462"}),
        (awards.BackOutAward, {"award": "T1-1-1.1", "reason": "SSN 457-55-5462"}),
        (tables.PauseTable, {"table": "T1", "reason": "player 457 55 5462 shouts"}),
        (persons.ReadPerson, {"person": "kim", "reason": "SSN 457/55/5462 asked"}),
        (
            persons.RecordPerson,
            {"person": "kim", "identities": (IdentityNote("VANT7731K9", "31K9", DIGEST),)},
        ),
    ],
)
def test_no_reason_and_no_camera_holds_one(kind: Any, fields: dict[str, Any]) -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    who = {"badges": ("sam", "ann")} if kind is awards.BackOutAward else {"badge": "ann"}
    more = {"is_of_age": True} if kind is persons.RecordPerson else {}
    (reply,) = core.handle([kind(command_id="c1", at_ms=1, **who, **more, **fields)])
    assert reply.code == "IDENTITY_IN_CLEAR"
    assert core.state.seq == 0


@pytest.mark.parametrize(
    "reason",
    [
        "paid $1,234,567.89 twice, on 2026-11-15 at 19:30:05",
        "11/15/2026 7:30 pm to 11/16/2026 01:10, seats 1, 2 and 3",
        "2026-11-15T19:30:05Z sensor 3 read 1000000 micros",
        "rounds 1201, 1202, 1203 and 1204 were counted again",
        "boxes: 200 / 198 / 197 chips, 5000 in all",
        "the meter showed 1234567.89, not 1234566.89",
        "award C12-41133-1860044.1 was marked for the wrong seat",
        "call extension 4455 or 4456, room 1201",
        "table 101 lost 20 of 5000 chips",
        "10000000 and 20261115",
    ],
)
def test_an_ordinary_reason_is_none(reason: str) -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    asked = awards.BackOutAward(
        command_id="c1", at_ms=1, award="T1-1-1.1", reason=reason, badges=("sam", "ann")
    )
    (reply,) = core.handle([asked])
    assert reply.code != "IDENTITY_IN_CLEAR"


def deposited(reference: str) -> str:
    """What a deposit under a reference is answered."""
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    asked = bank.RecordDeposit(
        command_id="c1", at_ms=1, cents=Cents(1), reference=reference, day="2026-11-15", badge="ann"
    )
    (reply,) = core.handle([asked])
    assert (reply.code == "IDENTITY_IN_CLEAR") == (core.state.seq == 0)
    return reply.code


@pytest.mark.parametrize(
    "reference",
    [
        "123-45-6789",
        "wire of 123 45 6789",
        "457\u201455\u20145462",
        "SSN 123456789",
        "ssn: 123456789",
        "SS# 457555462",
        "social security number 123456789",
        "tax id 912345678",
        "ITIN no. 912345678",
        "passport X1234567",
        "passport no. 12345678",
        "license VANT7731K9",
        "driver's license WDLABCD456DG",
        "DL A1234567",
    ],
)
def test_a_reference_of_the_bank_holds_no_number_of_a_person(reference: str) -> None:
    assert deposited(reference) == "IDENTITY_IN_CLEAR"


@pytest.mark.parametrize(
    "reference",
    [
        "123456789",
        "20261115 000123456789",
        "FT-2026-11-15-0000987654",
        "Fedwire 20261115MMQFMP1A000123",
        "021000021 4567",
        "0011-2233-4455",
        "deposit 12-3456789",
        "DL-2026-0012",
        "WSGC license 00-12345",
    ],
)
def test_a_reference_of_the_bank_may_have_nine_digits_and_more(reference: str) -> None:
    assert deposited(reference) == "BADGE_UNKNOWN"


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("license WDLABCD456DG was shown", "IDENTITY_IN_CLEAR"),
        ("passport C01X00T47", "IDENTITY_IN_CLEAR"),
        ("the license of table 101 is not posted", "BADGE_UNKNOWN"),
        ("passport was shown at table 101 in round 1201", "BADGE_UNKNOWN"),
        ("license expired 2026-11-15 at 10:30", "BADGE_UNKNOWN"),
    ],
)
def test_a_number_with_letters_behind_the_name_of_a_paper_is_one(reason: str, code: str) -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    asked = tables.PauseTable(command_id="c1", at_ms=1, table="T1", reason=reason, badge="sam")
    (reply,) = core.handle([asked])
    assert reply.code == code


def test_papers_are_read_for_numbers_of_people() -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    letter = {"paper": "paper-1", "sent": "2026-11-15 10:00", "badge": "ann"}
    for reference, is_refused in (("mail about 123-45-6789", True), ("letter 123456789", False)):
        asked = papers.SendPaper(command_id=reference, at_ms=1, reference=reference, **letter)
        (reply,) = core.handle([asked])
        assert (reply.code == "IDENTITY_IN_CLEAR") == is_refused


def test_a_device_is_not_read_for_numbers_of_people() -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    reason = "sensor 457555462 does not read"
    asked = tables.CloseBetting(command_id="c1", at_ms=1, table="T1", device="S-1", reason=reason)
    (reply,) = core.handle([asked])
    assert reply.code != "IDENTITY_IN_CLEAR"


@pytest.mark.parametrize(
    ("field", "text"),
    [("exclusion", "ann, 2026-11-15 21:10"), ("check_number", "00123456"), ("seal", "A-77 B-1234")],
)
def test_days_and_short_numbers_are_no_identities(field: str, text: str) -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    paid = replace(CHECKED, **{field: text})
    long_name = "T12-1234567-12345678.1"
    command = payments.PayPrize(
        command_id="c1", at_ms=1, award=long_name, payment=paid, badge="ann"
    )
    (reply,) = core.handle([command])
    assert reply.code == "BADGE_UNKNOWN"


def test_a_correction_names_its_entry_by_number() -> None:
    core = Core(MemoryJournal(MemoryStore()), BOOK)
    asked = jackpots.AdjustMeter(
        command_id="c1",
        at_ms=1,
        jackpot="J1",
        level="main",
        adjustment="correction",
        cents=Cents(1),
        reason="typed twice",
        corrects=457_555_462,
        badges=("sam", "ann"),
    )
    assert core.handle([asked])[0].code == "BADGE_UNKNOWN"
