"""Two engines on one database by chance: nothing is lost or doubled, and what would lose or double
something is noticed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from pitboss.engine import Core, Reply
from pitboss.floor.facts.base import Command
from pitboss.journal import Last, Row
from pitboss.journal.chain import refuse_moved_on
from pitboss.journal.memory import MemoryJournal
from pitboss.refusal import Refusal
from proof.sim import machine
from proof.sim.database import SharedJournal
from proof.sim.running import Outcome, simulate

SEEDS = range(1, 40)


def played(rng_seed: int, faults: str) -> Outcome:
    return simulate(rng_seed=rng_seed, rounds=8, faults=faults, engines=2)


def first_failure(begin: int = 0) -> str:
    """What is said of the first of some seeds that shows a fault; those from `begin` on are tried
    first."""
    for rng_seed in (*SEEDS[begin:], *SEEDS[:begin]):
        failure = played(rng_seed, "many").failure
        if failure:
            return failure
    return ""


def test_nothing_is_lost_or_doubled_when_engines_take_over_from_each_other() -> None:
    seen: Counter[str] = Counter()
    for faults in ("none", "some", "many"):
        for rng_seed in range(1, 9):
            outcome = played(rng_seed, faults)
            assert not outcome.failure, (
                f"python -m proof.sim --engines 2 --rng-seed {rng_seed} {faults}"
            )
            assert outcome.rounds == 8
            seen.update(outcome.seen)
    assert min(seen[each] for each in (
        "take-overs", "hand-overs", "pauses with batches under way", "processes killed",
        "machines switched off", "machines cut off", "deadlines passed", "waits canceled",
        "database fail-overs",
    )) > 0  # fmt: skip


def test_the_same_seed_gives_the_same_run_of_two_engines() -> None:
    assert played(4, "many") == played(4, "many")
    assert played(4, "many").trace != played(5, "many").trace


def test_a_fence_that_compares_sequences_alone_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paused leader's second batch is taken where another engine wrote as many rows as its first
    batch had."""
    whole = MemoryJournal.append

    def by_seq_alone(self: MemoryJournal, rows: Sequence[Row], *, after: Last) -> None:
        last = self.last()
        if last.seq != after.seq:
            raise refuse_moved_on(after=after, last=last)
        whole(self, rows, after=last)

    monkeypatch.setattr(MemoryJournal, "append", by_seq_alone)
    assert first_failure(2).startswith("the chain of the journal: JOURNAL_TAMPERED")


def test_a_yes_that_was_kept_through_a_pause_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def whenever(reply: Reply, *, begun_ms: int, now_ms: int) -> Reply:
        return reply

    monkeypatch.setattr(machine, "in_time", whenever)
    assert "ms after it was asked" in first_failure()


def test_an_engine_that_ignores_being_replaced_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lock comes back to it, it catches up, and goes on in the other's epoch."""
    whole = Core._catch_up

    def unheeding(self: Core) -> None:
        epoch, self._epoch = self._epoch, 0
        try:
            whole(self)
        finally:
            self._epoch = epoch

    monkeypatch.setattr(Core, "_catch_up", unheeding)
    monkeypatch.setattr(machine, "newer_leader", lambda rows, *, epoch: None)
    assert first_failure(2).startswith("who wrote row")


def test_an_engine_that_decides_before_it_began_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that begins its epoch was refused, and a press gets to it before the lock is gone."""

    def leads_anyway(self: Core, commands: Sequence[Command]) -> list[Reply]:
        self._follows = False
        replies = self.handle(commands)
        self._epoch = self.state.epoch
        return replies

    monkeypatch.setattr(Core, "lead", leads_anyway)
    assert first_failure(6)


def test_a_proof_that_does_not_look_at_the_end_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Core, "_reach_end", lambda self: None)
    assert "has of the journal" in first_failure()


def test_a_canceled_wait_that_counts_as_a_yes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first server has the row, and is lost before the second one has it."""
    assert_noticed(monkeypatch, "JOURNAL_UNSURE")


def assert_noticed(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    whole: Callable[..., None] = SharedJournal.append

    def trusting(self: SharedJournal, rows: Sequence[Row], *, after: Last) -> None:
        try:
            whole(self, rows, after=after)
        except Refusal as refusal:
            if refusal.code != code:
                raise

    monkeypatch.setattr(SharedJournal, "append", trusting)
    assert first_failure()
