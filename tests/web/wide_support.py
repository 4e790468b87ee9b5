"""A hub and a room of it, each a running site. What would come over the line is made and signed
here: a statement of the room `north`, an answer of the hub."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from pitboss.demo.wide_folders import HUB, WideFolder, make_folders
from pitboss.engine import Reply
from pitboss.floor.facts.base import Command
from pitboss.floor.state.floor import State
from pitboss.money import Cents, Micros
from pitboss.web.access.issued import Secret
from pitboss.wide.facts import sharing
from pitboss.wide.signing import answer_bytes, statement_bytes
from pitboss.wide.state import wide_of

from .server_support import Site, running

NORTH = "north"
NOWHERE = "127.0.0.1:9"  # the line is cut
LEVELS = ("mega", "major", "minor")
MICROS = 1_000_000
NOTHING_HEARD = sharing.HubRow(0, "")
_ids = count(1)
_Found = TypeVar("_Found")


class WideSite:
    """The hub or a room, while it runs."""

    def __init__(self, site: Site, folders: dict[str, WideFolder]) -> None:
        self.site = site
        self._keys = {name: folder.key() for name, folder in folders.items()}
        self._hub_seq = 100

    @property
    def now_ms(self) -> int:
        return self.site.running_site.now_ms()

    def ask(self, kind: type[Command], **content: Any) -> Reply:
        """Ask the floor itself."""
        command = kind(command_id=f"w{next(_ids)}", at_ms=self.now_ms, **content)
        return self.site.running_site._engine.submit(command).result()

    def look(self, question: Callable[[State], _Found]) -> _Found:
        """Ask the state."""
        return self.site.running_site._engine.look(question).result()

    # ---- to the hub ---------------------------------------------------------------------------

    def stated(
        self,
        number: int,
        mega_cents: int,
        *,
        claims: tuple[sharing.Claim, ...] = (),
        heard: sharing.HubRow = NOTHING_HEARD,
        room: str = NORTH,
        restored: bool = False,
    ) -> Reply:
        """A statement of a room comes: so much was ever collected for the first level."""
        given = {"mega": mega_cents * MICROS, "major": 0, "minor": 0}
        sums = tuple(
            sharing.LevelSum("wide", name, Micros(given[name]), Micros(0), Micros(0), Micros(0))
            for name in LEVELS
        )
        made = sharing.Statement(HUB, room, number, self.now_ms, (), sums, claims, restored)
        row = sharing.StatementRow(made, 10 * number, f"{number:064x}")
        asked_ms = self.now_ms
        signature = self._keys[room].sign(statement_bytes(row, heard, asked_ms)).hex()
        signed: dict[str, Any] = {"heard": heard, "asked_ms": asked_ms, "signature": signature}
        if heard.seq:
            signed |= {"proof": self._told(heard, room), "own_key": self._keys[HUB].public_hex}
        return self.ask(sharing.TakeStatement, stated=row, own_hash="", **signed)

    def _told(self, heard: sharing.HubRow, room: str) -> sharing.ShownAnswer:
        """The hub's answer with which a room heard of a row."""
        answer = sharing.HubAnswer(
            HUB,
            room,
            self.now_ms,
            heard.seq,
            heard.hash,
            1,
            sharing.OPEN,
            (),
            (),
            NOTHING_HEARD,
            "",
        )
        return sharing.ShownAnswer(answer, self._keys[HUB].sign(answer_bytes(answer)).hex())

    def claim(self, name: str) -> sharing.Claim:
        """A hit at the north room."""
        sha = self.look(lambda state: state.jackpot("wide").terms.paytable_sha256)
        return sharing.Claim(name, "wide", "royal_flush", sha, "H1", 1, (3,), 1)

    # ---- to the room --------------------------------------------------------------------------

    def heard(
        self,
        mega_cents: int,
        *,
        grants: tuple[sharing.Grant, ...] = (),
        lost_grants: tuple[sharing.Grant, ...] = (),
        standing: str = sharing.OPEN,
        own_hash: str | None = None,
        open_jackpots: tuple[str, ...] = ("wide",),
        account_short: bool = False,
    ) -> None:
        """The hub has all that was stated, and answers; it has the row that was `heard` of unless
        told otherwise. On a busy machine the room's own line may have made a statement by the
        clock, and each that waits has its answer."""
        if not self.look(lambda state: wide_of(state).number):
            self.ask(sharing.MakeStatement)  # refused where the room's own line has just made it
        waiting = self.look(lambda state: len(wide_of(state).waiting))
        is_taken = standing == sharing.OPEN and own_hash is None
        for _ in range(max(1, waiting) if is_taken else 1):
            self._answered(
                mega_cents,
                grants,
                lost_grants,
                standing,
                own_hash,
                open_jackpots=open_jackpots,
                account_short=account_short,
            )

    def _answered(
        self,
        mega_cents: int,
        grants: tuple[sharing.Grant, ...],
        lost_grants: tuple[sharing.Grant, ...],
        standing: str,
        own_hash: str | None,
        **closed: Any,
    ) -> None:
        """One answer comes, asked for later than the last."""
        last_ms = self.look(lambda state: wide_of(state).asked_ms)
        while self.now_ms <= last_ms:
            pass
        self._hub_seq += 1
        number = self.look(lambda state: wide_of(state).number)
        assert number
        cents = {"mega": mega_cents, "major": 100_000, "minor": 30_000}
        readings = tuple(sharing.WideReading("wide", name, Cents(cents[name])) for name in LEVELS)
        heard = self.look(lambda state: wide_of(state).find_last_heard())
        answer = sharing.HubAnswer(
            HUB,
            NORTH,
            self.now_ms,
            self._hub_seq,
            "a" * 64,
            number,
            standing,
            readings,
            grants,
            heard,
            heard.hash if own_hash is None else own_hash,
            rests_of=number if lost_grants else 0,
            lost_grants=lost_grants,
            **closed,
        )
        signature = self._keys[HUB].sign(answer_bytes(answer)).hex()
        assert self.ask(sharing.TakeAnswer, answer=answer, signature=signature).accepted


@contextmanager
def running_wide(
    place: Path, keys: tuple[Path, dict[str, Secret]], name: str
) -> Iterator[WideSite]:
    """The hub, or the north room, whose line to it is cut."""
    folders = make_folders(place, address=NOWHERE)
    folder = folders[name].path
    shutil.copy(keys[0] / "access.db", folder)
    with running(folder, keys[1]) as site:
        yield WideSite(site, folders)
