"""Witnesses of a journal's end on other machines: whoever rewrites all of a journal cannot rewrite
what they were told. One is a file, on a disk that another machine lends, or an address of the web
that keeps what is posted to it; each line is the number and the hash of a row."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from typing import Protocol
from urllib.request import Request, urlopen

from pitboss.journal import Journal, Last, Row
from pitboss.journal.chain import tampered
from pitboss.refusal import Refusal

PLACES_FILE = "witnesses"  # in a site's folder: where its server tells them, a line for each
ANSWER_S = 10.0
TELL_S = 600.0
NO_ANSWER = (OSError, HTTPException, ValueError)  # whatever another machine, or an address, does
ON_THE_WEB = ("http://", "https://")
LINE = re.compile(r"(\d{1,18}):([0-9a-f]{64})")


def remember_places(folder: Path, places: Sequence[str]) -> None:
    """Note where a site's witnesses are, so that an audit of its folder asks them."""
    text = "".join(f"{place}\n" for place in dict.fromkeys([*places_of(folder), *places]))
    if places:
        (folder / PLACES_FILE).write_text(text, "utf-8")


def places_of(folder: Path) -> list[str]:
    """Where a site's witnesses are."""
    file = folder / PLACES_FILE
    return file.read_text("utf-8").splitlines() if file.is_file() else []


def place_name(place: str) -> str:
    """A witness's place as the record has it, without a secret behind its address."""
    return place.partition("?")[0]


def tell(place: str, last: Last) -> None:
    """Tell a witness of a row that is durable; `NO_ANSWER` where it cannot be told."""
    line = f"{last.seq}:{last.hash}\n"
    if place.startswith(ON_THE_WEB):
        urlopen(Request(place, line.encode(), method="POST"), timeout=ANSWER_S).close()  # noqa: S310
        return
    with Path(place).open("a", encoding="utf-8") as file:
        file.write(line)


def ask(place: str) -> list[Last]:
    """What a witness was told; `NO_ANSWER` where it cannot be asked."""
    if place.startswith(ON_THE_WEB):
        with urlopen(place, timeout=ANSWER_S) as answer:  # noqa: S310
            text = answer.read().decode("ascii", "replace")
    else:
        text = Path(place).read_text("ascii", "replace")
    return [Last(int(seq), found) for seq, found in LINE.findall(text)]


def check_witnesses(journal: Journal, places: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Compare a journal with all that its witnesses were told: each with the last row that it
    knows, 0 where it cannot be asked or knows none. Refused with JOURNAL_TAMPERED where the journal
    has another row, or ends before it."""
    for place in places:
        try:
            told = ask(place)
        except NO_ANSWER:
            told = []
        for last in told:
            need_row(journal, last, place)
        yield place_name(place), max((last.seq for last in told), default=0)


def need_row(journal: Journal, last: Last, place: str) -> Row | None:
    """The row that a witness knows; none where it is in an archive elsewhere. Refuse a journal that
    has another."""
    sealed = journal.sealed()
    if sealed is not None and last.seq < sealed.seq:
        return None
    row = next(iter(journal.rows(after_seq=last.seq - 1, limit=1)), None)
    if row is None or (row.seq, row.hash) != last:
        raise tampered(f"row {last.seq}", "other_than_told", place=place_name(place))
    return row


class WitnessedSite(Protocol):
    """The site whose journal has witnesses."""

    folder: Path
    seq: int
    only_trains: bool

    def now_ms(self) -> int:
        """What the clock on the wall says."""
        ...

    def reading(self) -> Journal:
        """The journal, opened for reading."""
        ...

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]:
        """Rows of the journal."""
        ...


class WitnessKeeper:
    """Tells witnesses of the newest row, every ten minutes. First each is asked what it knows: a
    journal that lacks it is an older copy, or rewritten. The office is told who cannot be told."""

    def __init__(
        self,
        places: Iterable[str],
        site: WitnessedSite,
        on_tampered: Callable[[Refusal, str], Awaitable[None]],
    ) -> None:
        self._places = tuple(places)
        self._site = site
        self._on_tampered = on_tampered
        self.failing: dict[str, int] = {}  # who cannot be told, since when

    async def keep(self) -> None:
        """As long as the site runs; a floor that trains has nothing to prove."""
        if self._site.only_trains or not self._places:
            return
        await asyncio.to_thread(remember_places, self._site.folder, self._places)
        for place in self._places:
            await self._compare(place)
        told = dict.fromkeys(self._places, 0)
        while True:
            with suppress(Refusal):  # the next try may find the journal well
                for row in await self._site.rows(after_seq=self._site.seq - 1, limit=1):
                    for place in self._places:
                        if row.seq > told[place] and await self._tell(place, row):
                            told[place] = row.seq
            await asyncio.sleep(TELL_S)

    async def _compare(self, place: str) -> None:
        def compare() -> None:
            with closing(self._site.reading()) as journal:
                dict(check_witnesses(journal, [place]))

        try:
            await asyncio.to_thread(compare)
        except Refusal as refusal:
            logging.getLogger(__name__).warning("witness %s: %s", place_name(place), refusal)
            if refusal.code == "JOURNAL_TAMPERED":
                await self._on_tampered(refusal, place_name(place))

    async def _tell(self, place: str, row: Row) -> bool:
        """Whether a witness knows of a row now."""
        name = place_name(place)
        try:
            await asyncio.to_thread(tell, place, Last(row.seq, row.hash))
        except NO_ANSWER as fault:
            logging.getLogger(__name__).warning("witness %s not told: %s", name, fault)
            self.failing.setdefault(name, self._site.now_ms())
            return False
        self.failing.pop(name, None)
        return True
