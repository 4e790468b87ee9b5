"""PINs: which of them are too easy, by rule, and why."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import LiteralString

import pytest
from argon2 import Type, extract_parameters

from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.pins import (
    NOBODY_PIN,
    PIN_MADE_DIGITS,
    check_pin,
    fault_of,
    fits_pin,
    made_pin,
)
from pitboss.web.access.store import FoundRows

from .server_support import SERVERS_HASHER

EASY = {
    "counts": "0000 1234 4321 890123 2468 9753 111111 000123 123450 135790 864213 012347",
    "few_digits": "1000 1212 6969 1122 2112 771177 0007 101010",
    "repeats": "123123 420420 19841984",
    "stutters": "112233 778899 111222333",
    "backward": "12321 123321 908809",
    "keypad": "2580 0852 147258 741852963 159357 123789 1379 7931 1236 7896 0258 1470 0963 125896",
    "zeros": "100300 102030 00102030",
    "date": "19901231 31121990 12311990 19800101",
    "year": "1999 1900 2026 2099 1987",
    "badge": "2007 7200 520011",
}
GOOD = "4071 1018 1899 2100 147250 2581 7305 112234 480213 97531864 100423 123908 19901331"


@pytest.mark.parametrize(
    ("fault", "pin"), [(fault, pin) for fault, pins in EASY.items() for pin in pins.split()]
)
def test_a_pin_that_others_try_first_is_refused_by_its_rule(fault: str, pin: str) -> None:
    with pytest.raises(Refusal, match="PIN_TOO_EASY") as refused:
        check_pin(pin, badge="S200")
    assert refused.value.case == fault


@pytest.mark.parametrize("pin", GOOD.split())
def test_a_pin_that_fits_no_rule_is_taken(pin: str) -> None:
    check_pin(pin, badge="S200")


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "\u0661\u0662\u0663\u0664"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(Refusal, match="PIN_UNREADABLE"):
        check_pin(pin, badge="S200")


def test_the_rules_leave_more_than_nine_in_ten_pins() -> None:
    easy = sum(bool(fault_of(f"{number:04}", badge="S200")) for number in range(10_000))
    assert easy < 1_000


def test_a_pin_made_by_chance_is_never_an_easy_one() -> None:
    made = [made_pin("S200") for _ in range(200)]
    assert {len(pin) for pin in made} == {PIN_MADE_DIGITS}
    assert not any(fault_of(pin, badge="S200") for pin in made)


def test_who_steals_the_digests_of_pins_tries_each_with_19_MiB_and_two_passes() -> None:
    """What OWASP asks of argon2id at least."""
    taken = (SERVERS_HASHER.type, SERVERS_HASHER.memory_cost, SERVERS_HASHER.time_cost)
    assert taken == (Type.ID, 19_456, 2)


def test_a_badge_that_is_not_there_is_refused_at_the_price_of_one_that_is() -> None:
    assert extract_parameters(NOBODY_PIN) == extract_parameters(SERVERS_HASHER.hash("4711"))
    assert not fits_pin(NOBODY_PIN, "4711")


def test_what_is_changed_while_the_store_is_read_stays_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = Access(tmp_path)
    access.issue("D100")
    reads, reached, changed = access._store.read, threading.Event(), threading.Event()

    def read_slowly(question: LiteralString) -> FoundRows:
        found = reads(question)
        if "FROM badge" in question:
            reached.set()
            changed.wait(0.2)
        return found

    monkeypatch.setattr(access._store, "read", read_slowly)
    Access(tmp_path).issue("D200")  # another process: there is something to read
    with ThreadPoolExecutor(1) as beside:
        reading = beside.submit(access.refresh)
        reached.wait()
        access.set_pin("D100", "70916")
        changed.set()
        reading.result()
    assert access.is_pin("D100", "70916")
