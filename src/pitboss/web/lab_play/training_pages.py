"""`/train`: drills for dealers, ten questions each, with a score, levels and a certificate.

An address holds the drill, its seed, every answer and when the last one came, so the server works
the score out again each time: nothing is stored, and a trainer who opens a certificate's link sees
each answer and the day they were given.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime

from fastapi import APIRouter, Request
from fastapi.params import Depends
from fastapi.responses import RedirectResponse, Response

from pitboss.lab.drills import LEVELS, QUESTIONS, DrillQuestion, drills_of, make_question
from pitboss.live.release import running_release
from pitboss.rules.round import Table
from pitboss.web.lab_pages.lab_routes import PaytablesOf
from pitboss.web.lab_play.practice_pages import (
    SEEDS,
    PlayRoom,
    add_practice,
    address,
    kept_pairs,
    no_such_page,
    number_of,
    pairs_of,
)

PASSED = 8  # right answers that earn a certificate and lead to the next level
ANSWER, NAME_MOST = "a", 60
TIME_MOST_S = 86_400  # a drill that took longer shows no time


class DrillSheet:
    """One run of a drill, as far as an address holds it."""

    def __init__(self, request: Request, table: Table, drill: str) -> None:
        self.table, self.drill, self.level = table, drill, number_of(request, "level", LEVELS[0])
        if drill not in drills_of(table) or self.level not in LEVELS:
            raise no_such_page(request)
        self.rng_seed = number_of(request, "seed", secrets.randbelow(SEEDS))
        self._now_s = int(datetime.now(UTC).timestamp())
        self._began_s = number_of(request, "began", self._now_s)
        answers = [text for name, text in pairs_of(request, ANSWER) if name == ANSWER]
        self.answers = answers[:QUESTIONS]
        self.marked = [(q := self._ask(n), q.is_answered_by(a)) for n, a in enumerate(self.answers)]
        self.question = self._ask(len(answers)) if len(answers) < QUESTIONS else None
        self.right = sum(is_right for _, is_right in self.marked)
        self.passed = not self.question and self.right >= PASSED
        self.may_rise = self.passed and self.level < LEVELS[-1]
        ended_s = number_of(request, "ended", 0)
        self.ended_s = ended_s if 0 < ended_s <= self._now_s and not self.question else None
        self._path, self._kept = request.url.path, kept_pairs(request)

    def _ask(self, number: int) -> DrillQuestion:
        return make_question(
            self.table, self.drill, level=self.level, rng_seed=self.rng_seed, number=number
        )

    @property
    def minutes(self) -> str:
        """The time since the first question, such as 2:05; empty if it makes no sense."""
        spent = (self.ended_s or self._now_s) - self._began_s
        return f"{spent // 60}:{spent % 60:02}" if 0 <= spent < TIME_MOST_S else ""

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The run so far in an address."""
        numbers = {"level": self.level, "seed": self.rng_seed, "began": self._began_s}
        if not self.question:
            numbers["ended"] = self.ended_s or self._now_s
        answers = [(ANSWER, text) for text in self.answers]
        return [*self._kept, *((name, str(each)) for name, each in numbers.items()), *answers]

    @property
    def finished(self) -> str:
        """The address that holds when the last answer came."""
        return address(self._path, self.pairs)

    @property
    def day(self) -> str:
        """The day of the last answer, on the clock of the machine that the drill ran on."""
        ended = datetime.fromtimestamp(self.ended_s or self._now_s, UTC)
        return ended.astimezone().date().isoformat()

    def link(self, level: int, seed: int | None = None) -> str:
        """The drill from its first question, on the same paytables."""
        again = [] if seed is None else [("seed", str(seed))]
        return address(self._path, self._kept, [("level", str(level)), *again])


def make_play_router(
    base: str, *, home: str, paytables_of: PaytablesOf, guards: Sequence[Depends] = ()
) -> APIRouter:
    """`/play` and `/train` at an address of an application; `home` is where they lead back to."""
    router = APIRouter(prefix=base, include_in_schema=False, dependencies=list(guards))
    room = PlayRoom(base, home, paytables_of)
    add_practice(router, room)

    @router.get("/train/{game}")
    def drills(request: Request, game: str) -> Response:
        table, kept = room.table_of(request, game), kept_pairs(request)
        return room.show(
            request, "play/drills.html", table=table, drills=drills_of(table), levels=LEVELS,
            paytables=room.choices_of(request, table),
            link=lambda drill, level: address(
                f"{base}/train/{game}/{drill}", kept, [("level", str(level))]
            ),
        )  # fmt: skip

    @router.get("/train/{game}/{drill}")
    def drill(request: Request, game: str, drill: str) -> Response:
        sheet = DrillSheet(request, room.table_of(request, game), drill)
        name = " ".join(request.query_params.get("name", "").split())[:NAME_MOST]
        others = address(f"{base}/train/{game}", kept_pairs(request))
        numbers = {"questions": QUESTIONS, "pass_mark": PASSED}
        shown = {"sheet": sheet, "table": sheet.table, "others": others, **numbers}
        if not sheet.question and sheet.ended_s is None:
            return RedirectResponse(sheet.finished, 303)
        if not sheet.passed or not name:
            return room.show(request, "play/drill.html", **shown)
        release = running_release().version
        return room.show(request, "play/certificate.html", **shown, name=name, release=release)

    return router
