"""Witnesses of a journal's end on other machines: someone who rewrites a whole journal can't
rewrite what the witnesses know. A witness is a file on another machine's disk, or a web address
that keeps what is posted to it; each line is a row's number and hash."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import wait
from contextlib import closing, contextmanager, suppress
from functools import partial
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

from pitboss.journal import Journal, Last, Row
from pitboss.journal.chain import refuse_tampered
from pitboss.live.background import call_aside
from pitboss.refusal import Refusal

PLACES_FILE = "witnesses"  # in a site's folder: where its server tells them, one per line
ANSWER_S = 10.0
SILENT_S = 15.0  # after this long a witness counts as silent, whatever it does
END_S = 3.0  # how long a stopping server waits for its witnesses
TELL_S = 600.0
ANSWER_BYTES_MOST = 64_000_000  # of a witness told every ten minutes for years
PART_BYTES = 65_536
NO_ANSWER = (OSError, HTTPException, ValueError)  # whatever another machine, or an address, does
SILENT = "no answer"
ON_THE_WEB = ("http://", "https://")
# Only a whole line: a truncated one runs into the next.
LINE = re.compile(r"^([1-9]\d{0,17}):([0-9a-f]{64})$", re.ASCII | re.MULTILINE)
SECRET = re.compile(r"(?<=://)[^/]*@|[?#].*", re.DOTALL)
_Found = TypeVar("_Found")


class WitnessAnswer(NamedTuple):
    """A witness's answer: the last row it knows, 0 if none, and why it couldn't be asked."""

    place: str
    seq: int
    fault: str = ""


def remember_places(folder: Path, places: Sequence[str]) -> None:
    """Note where a site's witnesses are, so that an audit of its folder asks them."""
    text = "".join(f"{place}\n" for place in dict.fromkeys([*places_of(folder), *places]))
    if places:
        (folder / PLACES_FILE).write_text(text, "utf-8")


def places_of(folder: Path) -> list[str]:
    """Where a site's witnesses are."""
    file = folder / PLACES_FILE
    return file.read_text("utf-8").splitlines() if file.is_file() else []


def to_place(typed: str) -> str:
    """A witness's place as typed: a file, reachable from any folder, or an address. An unusable one
    is refused without quoting it."""
    if not typed.startswith(ON_THE_WEB):
        return str(Path(typed).absolute())
    with suppress(ValueError):
        found = urlsplit(typed)
        if found.hostname and found.port != 0:
            return typed
    raise Refusal("OPTION_UNREADABLE", "witness_place", where="--witness")


def place_name(place: str) -> str:
    """A witness's place for people and the record, without the secrets of its address."""
    return SECRET.sub("", place) if place.startswith(ON_THE_WEB) else place


def describe_fault(fault: BaseException) -> str:
    """Why a place can't be reached. The request and the answer may hold secrets."""
    match fault:
        case HTTPError():
            return f"HTTP {fault.code}"
        case URLError():
            return str(fault.reason)
        case OSError():
            return fault.strerror or str(fault)
    return type(fault).__name__


def web_request(
    place: str, data: bytes | None = None, headers: Mapping[str, str] | None = None
) -> Request:
    """A request to an address; its user and password go into a header."""
    found = urlsplit(place)
    user, at, host = found.netloc.rpartition("@")
    request = Request(found._replace(netloc=host).geturl(), data, dict(headers or {}))  # noqa: S310
    if at:
        token = base64.b64encode(unquote(user).encode()).decode()
        request.add_unredirected_header("Authorization", f"Basic {token}")
    return request


def tell(place: str, last: Last) -> None:
    """Tell a witness of a durable row; raises `NO_ANSWER` if it can't be told."""
    line = f"{last.seq}:{last.hash}\n"
    if place.startswith(ON_THE_WEB):
        with _answered(web_request(place, line.encode())):
            return
    with Path(place).open("a", encoding="utf-8") as file:
        file.write(line)


def ask(place: str) -> list[Last]:
    """What a witness knows; raises `NO_ANSWER` if it can't be asked."""
    if place.startswith(ON_THE_WEB):
        told = _read_web(place)
    else:
        with Path(place).open("rb") as file:
            told = file.read(ANSWER_BYTES_MOST)
    lines = LINE.findall(told.decode("ascii", "replace").replace("\r\n", "\n"))
    return [Last(int(seq), found) for seq, found in lines]


@contextmanager
def _answered(request: Request) -> Iterator[HTTPResponse]:
    try:
        answer = urlopen(request, timeout=ANSWER_S)  # noqa: S310
    except HTTPError as fault:
        fault.close()  # otherwise its connection stays open with the fault
        raise
    with answer:
        yield answer


def _read_web(place: str) -> bytes:
    """The whole answer of an address, if it isn't too long and doesn't take too long."""
    end_s, found = time.monotonic() + ANSWER_S, bytearray()
    with _answered(web_request(place)) as answer:
        while part := answer.read1(PART_BYTES):
            found += part
            if len(found) > ANSWER_BYTES_MOST or time.monotonic() > end_s:
                raise TimeoutError(SILENT)
        if answer.length:  # the rest of the promised length
            raise HTTPException
    return bytes(found)


def check_witnesses(journal: Journal, places: Iterable[str]) -> Iterator[WitnessAnswer]:
    """Compare a journal with everything its witnesses know; they are asked at the same time, so
    that a silent one delays nobody twice. Refused with JOURNAL_TAMPERED if the journal has another
    row than a witness knows, or ends before it."""
    asked = {place: call_aside(partial(ask, place), "witness") for place in dict.fromkeys(places)}
    wait(asked.values(), timeout=SILENT_S)
    for place, answer in asked.items():
        name = place_name(place)
        try:
            told = answer.result(timeout=0)
        except NO_ANSWER as fault:  # a silent one raises TimeoutError
            yield WitnessAnswer(name, 0, describe_fault(fault) if answer.done() else SILENT)
        else:
            yield WitnessAnswer(name, _check_told(journal, told, place))


def _check_told(journal: Journal, told: Iterable[Last], place: str) -> int:
    """The last row a witness knows, once the journal has been shown to hold all of them."""
    seq = 0
    for last in told:
        need_row(journal, last, place)
        seq = max(seq, last.seq)
    return seq


def need_row(journal: Journal, last: Last, place: str) -> Row | None:
    """The row a witness knows; None if it is in an archive elsewhere. Refuse a journal that has
    another."""
    sealed = journal.read_seal()
    if sealed is not None and last.seq < sealed.seq:
        return None
    row = next(iter(journal.rows(after_seq=last.seq - 1, limit=1)), None)
    if row is None or (row.seq, row.hash) != last:
        raise refuse_tampered(f"row {last.seq}", "other_than_told", place=place_name(place))
    return row


class WitnessedSite(Protocol):
    """The site whose journal has witnesses."""

    folder: Path
    seq: int
    only_trains: bool

    def now_ms(self) -> int:
        """The wall clock's time."""

    def open_reading(self) -> Journal:
        """Open the journal for reading."""

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]: ...


class WitnessKeeper:
    """Tells each witness of the newest row, every ten minutes and at the end. First it asks what
    the witness knows: a journal that lacks that row is an older copy, or rewritten. The office
    hears which witnesses can't be told."""

    def __init__(
        self,
        places: Iterable[str],
        site: WitnessedSite,
        on_tampered: Callable[[Refusal, str], Awaitable[None]],
    ) -> None:
        self._places = tuple(places)
        self._site = site
        self._on_tampered = on_tampered
        self.failing: dict[str, int] = {}  # who can't be told, and since when

    @property
    def _is_witnessed(self) -> bool:
        """Whether there is anything to prove: a training floor has nothing."""
        return bool(self._places) and not self._site.only_trains

    async def keep(self) -> None:
        """Run as long as the site does."""
        if self._is_witnessed:
            await asyncio.to_thread(remember_places, self._site.folder, self._places)
            await asyncio.gather(*map(self._keep, self._places))

    async def _keep(self, place: str) -> None:
        is_compared, told = False, 0
        while True:
            is_compared = is_compared or await self._compare(place)
            with suppress(Refusal):  # the next try may find the journal healthy
                for row in await self._site.rows(after_seq=self._site.seq - 1, limit=1):
                    if row.seq > told and await self._tell(place, row):
                        told = row.seq
            await asyncio.sleep(TELL_S)

    async def _compare(self, place: str) -> bool:
        """Whether a witness said what it knows, and the journal agrees."""

        def compare(told: Sequence[Last]) -> None:
            with closing(self._site.open_reading()) as journal:
                _check_told(journal, told, place)

        try:
            told = await self._waited(place, partial(ask, place))
            await asyncio.to_thread(compare, told)
        except NO_ANSWER as fault:
            self._log(place, "not asked", describe_fault(fault))
            return False
        except Refusal as refusal:
            self._log(place, "not compared", str(refusal))
            if refusal.code != "JOURNAL_TAMPERED":
                return False
            await self._on_tampered(refusal, place_name(place))
        return True

    async def _tell(self, place: str, row: Row) -> bool:
        """Whether a witness has the last row now."""
        try:
            await self._waited(place, partial(tell, place, Last(row.seq, row.hash)))
        except NO_ANSWER as fault:
            self._log(place, "not told", describe_fault(fault))
            self._fail(place)
            return False
        self.failing.pop(place_name(place), None)
        return True

    async def _waited(self, place: str, call: Callable[[], _Found]) -> _Found:
        """A call's result, however long it takes, so that a hanging witness isn't called twice.
        Meanwhile the witness counts as unreachable."""
        calling = asyncio.wrap_future(call_aside(call, "witness"))
        if not (await asyncio.wait([calling], timeout=SILENT_S))[0]:
            self._fail(place)
        return await calling

    async def tell_end(self) -> None:
        """Tell all witnesses of the last row, once nothing more is written."""
        if self._is_witnessed:
            with suppress(Refusal):  # an unreadable row is reported at the next start
                last = await asyncio.to_thread(self._read_last)
                told = [call_aside(partial(tell, each, last), "witness") for each in self._places]
                await asyncio.to_thread(wait, told, END_S)

    def _read_last(self) -> Last:
        with closing(self._site.open_reading()) as journal:
            return journal.last()

    def _fail(self, place: str) -> None:
        self.failing.setdefault(place_name(place), self._site.now_ms())

    def _log(self, place: str, what: str, why: str) -> None:
        logging.getLogger(__name__).warning("witness %s %s: %s", place_name(place), what, why)
