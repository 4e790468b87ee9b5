"""Self-tests of a running floor: its meters match the ledger, and its paytables are those it was
opened with (GLI-12, self-test)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from pitboss.floor.money.ledger import TRAINING, is_training
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import State
from pitboss.floor.state.paytable_lookup import PaytableLookup

PASSED, FAILED, RUNNING = "passed", "failed", "running"


class SelfTest(Struct, frozen=True, gc=False):
    """One test: what was checked, its result, and how many, or which one failed."""

    test: str
    result: str
    about: str = ""


def self_tests(state: State, paytables: PaytableLookup) -> list[SelfTest]:
    """The meters against the ledger, the ledger against itself, the paytables."""
    return [
        _end_test("meters", list(_wrong_meters(state)), sum(1 for _ in list_readings(state))),
        _end_test("ledger", list(_find_unbalanced(state)), sum(1 for _ in state.balances.items())),
        _end_test(
            "paytables", list(_other_paytables(state, paytables)), len(list(_find_paytables(state)))
        ),
    ]


def _end_test(test: str, wrong: list[str], looked_at: int) -> SelfTest:
    if wrong:
        return SelfTest(test, FAILED, ", ".join(wrong))
    return SelfTest(test, PASSED, f"{looked_at:,}")


def _wrong_meters(state: State) -> Iterator[str]:
    """Levels whose history doesn't match their postings."""
    for jackpot, reading in list_readings(state):
        place = f"{jackpot}:{reading.level}"
        prefix = TRAINING if is_training(state, jackpot) else ""
        held = {
            "meter": reading.meter_micros,
            "reserve": reading.reserve_micros,
            "overflow": reading.overflow_micros,
        }
        for account, micros in held.items():
            if state.balance(f"{prefix}{account}:{place}") != micros:
                yield f"{account} {place}"


def _find_unbalanced(state: State) -> Iterator[str]:
    """The sum of all accounts, if not zero: one account's gain is another's loss."""
    if total := sum(amount for _, amount in state.balances.items()):
        yield f"{total:,}"


def _find_paytables(state: State) -> Iterator[tuple[str, str]]:
    """The paytables in play, each with its digest on the floor's record."""
    for _, jackpot in state.jackpots.items():
        if jackpot.status != "retired":
            yield jackpot.terms.paytable, jackpot.terms.paytable_sha256


def _other_paytables(state: State, paytables: PaytableLookup) -> Iterator[str]:
    for name, digest in _find_paytables(state):
        if name not in paytables or paytables[name].sha256 != digest:
            yield name
