"""How far a follower is behind the leader, according to the leader.

A replica can't tell what it hasn't received. So the follower asks the leader where its journal
ends. Once the rows up to there are folded, everything shown is as true as at that moment. If the
leader doesn't answer, there is no new moment: the display grows old."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from pitboss.live.clocks import passed_ms
from pitboss.live.leader_line import LeaderRequest, ask_leader
from pitboss.refusal import Refusal

ASK_EVERY_S = 0.5
TOO_FAR_MS = 3000  # anything older isn't shown
ANSWER_S = 2.0
HEALTH = "/healthz?leader"
OK = 200
WORDS_MOST = 1000  # leader reports not reached yet


class Behind:
    """The leader's reports, and how much of them this server has; used on one event loop."""

    def __init__(self, seq: Callable[[], int], *, passed_ms: Callable[[], int] = passed_ms) -> None:
        self._seq = seq
        self._passed_ms = passed_ms
        self._stated: deque[tuple[int, int]] = deque(
            maxlen=WORDS_MOST
        )  # when it was asked, its end
        self._leader_seq = 0
        self._current_ms: int | None = None  # the last moment that is fully known
        self._began_ms = passed_ms()

    def note_leader(self, *, asked_ms: int, leader_seq: int) -> None:
        """Note that the leader's journal ended there, at that moment or a little later."""
        self._leader_seq = max(self._leader_seq, leader_seq)
        self._stated.append((asked_ms, leader_seq))
        self._settle()

    @property
    def rows(self) -> int:
        """How many rows the leader has reported that are missing here."""
        return max(0, self._leader_seq - self._seq())

    @property
    def ms(self) -> int | None:
        """How old the display may be; None while the leader has never been reached."""
        self._settle()
        return None if self._current_ms is None else max(0, self._passed_ms() - self._current_ms)

    @property
    def least_ms(self) -> int:
        """How old it is at least, for an alarm: if it never reached the leader, it counts from its
        start."""
        ms = self.ms
        return self._passed_ms() - self._began_ms if ms is None else ms

    def _settle(self) -> None:
        """Drop the reports that were reached; the last of them is the moment that counts."""
        seq = self._seq()
        while self._stated and self._stated[0][1] <= seq:
            self._current_ms = self._stated.popleft()[0]

    @property
    def is_too_far(self) -> bool:
        """Whether the data here is too old to show as it is."""
        ms = self.ms
        return ms is None or ms > TOO_FAR_MS

    def as_plain(self) -> dict[str, object]:
        """For health and the beat: rows, and seconds with one decimal."""
        ms = self.ms
        return {"rows": self.rows, "seconds": None if ms is None else round(ms / 1000, 1)}

    async def keep_asking(self, address: Callable[[], str]) -> None:
        """Ask the leader, at its current address, as long as the server runs. It uses a thread of
        its own: a silent leader holds up nobody else."""
        loop, thread = asyncio.get_running_loop(), ThreadPoolExecutor(1, "leader")
        try:
            while True:
                asked_ms = self._passed_ms()
                leader_seq = await loop.run_in_executor(thread, _end_of, address())
                if leader_seq is not None:
                    self.note_leader(asked_ms=asked_ms, leader_seq=leader_seq)
                await asyncio.sleep(ASK_EVERY_S)
        finally:
            thread.shutdown(wait=False)


def _end_of(address: str) -> int | None:
    """Where the leader's journal ends, if it answers and is healthy."""
    try:
        asked = LeaderRequest(method="GET", target=HEALTH)
        answer = ask_leader(address, asked, answer_s=ANSWER_S)
        return int(json.loads(answer.body)["seq"]) if answer.status == OK else None
    except (Refusal, ValueError, KeyError, TypeError):
        return None
