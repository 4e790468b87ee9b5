"""Proves the snapshot that a start trusted: replays every row before it in the background.

A snapshot saves replaying a long journal at the start. Its seal needs no secret, so anyone who can
write to the storage can forge one. So the floor opens with it at once; meanwhile each row is
verified against the chain and folded, a little at a time. If the rows lead to a different floor,
this one closes."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

from pitboss.engine import Believed
from pitboss.floor.fold import record
from pitboss.floor.state.floor import State
from pitboss.floor.state.snapshot import write_snapshot
from pitboss.journal import EMPTY, Journal, Last, Row
from pitboss.journal.chain import check_row, hex_digest, refuse_tampered
from pitboss.journal.codec import events_of
from pitboss.journal.journal_seal import sealed_state
from pitboss.journal.whole import live_of
from pitboss.live.background import TellFault, tell_fault
from pitboss.refusal import Refusal

PAGE_ROWS = 50  # two or three milliseconds of work
REST = 4.0  # times as long as it works: a fifth of a core
AGAIN_S = 5.0  # after the storage couldn't be read


class SnapshotProof:
    """One proof, on a thread of its own; `differs` hears why the floor can't be trusted."""

    def __init__(
        self,
        believed: Believed,
        reading: Callable[[], Journal],
        differs: Callable[[Refusal], None],
        on_fault: TellFault = tell_fault,
    ) -> None:
        self._believed = believed
        self._reading = reading
        self._differs = differs
        self._on_fault = on_fault
        self._failed = False
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="proof", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join()

    def wait(self) -> None:
        """Wait until it ends."""
        self._thread.join()

    @property
    def is_through(self) -> bool:
        """Whether every row before the snapshot has been replayed."""
        return not (self._thread.is_alive() or self._failed)

    def _run(self) -> None:
        try:
            state = self._replayed()
            if state is not None:
                self._compare(state)
        except Refusal as refusal:
            self._differs(Refusal(refusal.code, "replay", where=refusal.where, why=refusal))
        except Exception as fault:  # noqa: BLE001 - nothing is proven, and someone must know
            self._failed = True
            self._on_fault("proof", fault)

    def _compare(self, state: State) -> None:
        seq = self._believed.end.seq
        if hex_digest(write_snapshot(state).encode()) != self._believed.digest:
            raise refuse_tampered(f"snapshot {seq}", "not_made")
        logging.getLogger(__name__).info(
            "snapshot at row %d proven: its rows make the same state", seq
        )

    def _replayed(self) -> State | None:
        """The state the rows lead to; None if stopped."""
        state, after = self._begun()
        for rows in self._pages(after.seq):
            begun = time.monotonic()
            for row in rows:
                check_row(row, after=after)
                _fold(state, row)
                after = Last(row.seq, row.hash)
            if self._stopped.wait(REST * (time.monotonic() - begun)):
                return None
        if self._stopped.is_set():
            return None
        if after != self._believed.end:
            raise refuse_tampered(f"row {after.seq}", "other_rows")
        return state

    def _begun(self) -> tuple[State, Last]:
        """Where the rows begin: with nothing, or with the floor that archived rows left. Archives
        prove themselves."""
        while not self._stopped.is_set():
            try:
                journal = live_of(self._reading())
                sealed = journal.read_seal()
                journal.close()
            except Refusal as refusal:
                if refusal.code != "JOURNAL_UNAVAILABLE":
                    raise
                self._stopped.wait(AGAIN_S)
                continue
            if sealed is not None:
                return sealed_state(sealed), Last(sealed.seq, sealed.hash)
            break
        return State(), EMPTY

    def _pages(self, after_seq: int) -> Iterator[list[Row]]:
        """The rows up to the snapshot's; if the storage is away for a while, this waits."""
        journal: Journal | None = None
        last_seq = self._believed.end.seq
        while after_seq < last_seq and not self._stopped.is_set():
            try:
                journal = journal or live_of(self._reading())
                limit = min(PAGE_ROWS, last_seq - after_seq)
                rows = list(journal.rows(after_seq=after_seq, limit=limit))
            except Refusal as refusal:
                if refusal.code != "JOURNAL_UNAVAILABLE":
                    raise
                self._stopped.wait(AGAIN_S)
                continue
            if not rows:
                break
            yield rows
            after_seq = rows[-1].seq
        if journal is not None:
            journal.close()


def _fold(state: State, row: Row) -> None:
    try:
        record(state, events_of(row.events, seq=row.seq))
    except Refusal:
        raise
    except Exception as fault:
        fault_kind = type(fault).__name__
        raise refuse_tampered(
            f"row {row.seq}", "does_not_follow_fault", fault=fault_kind
        ) from fault
