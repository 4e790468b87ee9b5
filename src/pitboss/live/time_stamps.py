"""Time stamps of a journal's end (RFC 3161): an authority outside the house signs that a row
existed at a time. Someone who rewrites the journal later can't get signatures for that earlier
time, so a stamp counts only if its time matches its row's.

Each is kept as received, in `stamps/SEQ.tsr` of the site's folder; it covers the row's own hash."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.request import urlopen

from cryptography.x509 import Certificate, load_pem_x509_certificates
from msgspec import Struct

from pitboss.floor.state.calendar import CalendarState
from pitboss.journal import EMPTY, Journal, Last, Row
from pitboss.journal.chain import refuse_tampered, row_lines
from pitboss.journal.stamps import Stamp
from pitboss.live.background import call_aside
from pitboss.live.folder import SITE_FILE, read_site_text
from pitboss.live.outside_witness import (
    ANSWER_S,
    NO_ANSWER,
    describe_fault,
    need_row,
    place_name,
    web_request,
)
from pitboss.live.tenure import Tenure
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal
from pitboss.site.model import SiteTimeStamp
from pitboss.site.parse import parse_site

STAMPS_FOLDER, ENDING = "stamps", ".tsr"
QUERY = {"Content-Type": "application/timestamp-query"}
ANSWER_BYTES_MOST = 100_000
LONG_LENGTH, CERTIFICATES_TAG = 0x80, 0xA0  # of DER
LOOK_S = 60.0  # for a newly closed day, and after a server that gave no stamp


class StampAuthority(Struct, frozen=True):
    """A server that gives time stamps, and whose signature they carry."""

    server: str
    certificates: tuple[Certificate, ...]

    @property
    def name(self) -> str:
        """The server's name for people, without the secrets of its address."""
        return place_name(self.server)

    def stamp(self, rows: Sequence[Row]) -> bytes:
        """The time stamp for a journal's last row, given its last two; TIME_STAMP_MISSING if the
        server gives none."""
        from rfc3161_client import HashAlgorithm, TimestampRequestBuilder  # late: few sites stamp

        previous_hash = rows[-2].hash if len(rows) > 1 else EMPTY.hash
        builder = TimestampRequestBuilder().data(row_lines(previous_hash, rows[-1]))
        asked = builder.hash_algorithm(HashAlgorithm.SHA256).build()
        try:
            request = web_request(self.server, asked.as_bytes(), QUERY)
            with urlopen(request, timeout=ANSWER_S) as answer:  # noqa: S310
                stamp: bytes = answer.read(ANSWER_BYTES_MOST)
        except NO_ANSWER as fault:
            raise self._missing(describe_fault(fault)) from None
        try:
            proven, _ = self.prove(stamp, nonce=asked.nonce)
        except ValueError as fault:
            raise self._missing(str(fault)) from None
        if proven != rows[-1].hash:
            raise Refusal("TIME_STAMP_MISSING", "other_row", where=self.name)
        return stamp

    def _missing(self, why: str) -> Refusal:
        return Refusal("TIME_STAMP_MISSING", "fails", where=self.name, fault=why)

    def prove(self, stamp: bytes, *, nonce: int | None = None) -> tuple[str, int]:
        """The hash that the authority signed, and when; a ValueError if it signed none."""
        from rfc3161_client import VerificationError, VerifierBuilder, decode_timestamp_response

        found = decode_timestamp_response(with_sorted_certificates(stamp))
        verifier = VerifierBuilder(roots=list(self.certificates), nonce=nonce).build()
        try:
            signed = found.tst_info.message_imprint.message
            verifier.verify(found, signed)
        except VerificationError as fault:
            raise ValueError(str(fault)) from None
        return signed.hex(), int(found.tst_info.gen_time.timestamp() * 1000)


def with_sorted_certificates(stamp: bytes) -> bytes:
    """A stamp with its certificates in DER order. Many servers send their chain in signing order,
    which the decoder refuses; no signature covers it."""
    begin, end = 0, len(stamp)
    try:
        for child in (0, 1, 1, 0):  # of the answer: the token, its content, what is signed
            _, begin, end = _elements(stamp, begin, end)[child]
        parts = _elements(stamp, begin, end)
        begin, end = next(part[1:] for part in parts if stamp[part[0]] == CERTIFICATES_TAG)
        certificates = sorted(stamp[at:until] for at, _, until in _elements(stamp, begin, end))
    except (IndexError, StopIteration):
        return stamp  # another form, which the decoder reports
    return stamp[:begin] + b"".join(certificates) + stamp[end:]


def _elements(stamp: bytes, begin: int, end: int) -> list[tuple[int, int, int]]:
    """The DER elements in part of a stamp: where each begins, where its content begins, and where
    it ends."""
    found: list[tuple[int, int, int]] = []
    while begin < end:
        content, length = begin + 2, stamp[begin + 1]
        if length & LONG_LENGTH:
            digits = length - LONG_LENGTH
            length = int.from_bytes(stamp[content : content + digits])
            content += digits
        found.append((begin, content, content + length))
        begin = content + length
    return found


def authority_of(said: SiteTimeStamp, folder: Path) -> StampAuthority | None:
    """The server that a site file names, with its authority's certificates."""
    if not said.server:
        return None
    return StampAuthority(said.server, _certificates(folder / STAMPS_FOLDER / said.certificate))


def _certificates(file: Path) -> tuple[Certificate, ...]:
    try:
        return tuple(load_pem_x509_certificates(file.read_bytes()))
    except (OSError, ValueError) as fault:
        raise Refusal(
            "CERTIFICATE_WRONG", "put_certificate_stamps", where=str(file), fault=fault
        ) from None


def keep_stamp(folder: Path, authority: StampAuthority, rows: Sequence[Row]) -> Last:
    """Have the last of a journal's last two rows stamped, and keep the stamp beside it."""
    stamp, last = authority.stamp(rows), rows[-1]
    (folder / STAMPS_FOLDER).mkdir(exist_ok=True)
    write_whole(folder / STAMPS_FOLDER / f"{last.seq}{ENDING}", stamp)
    return Last(last.seq, last.hash)


def check_stamps(
    journal: Journal, folder: Path, certificate: Path | None = None
) -> dict[str, list[Stamp]]:
    """Compare a journal with every stamp in its folder: who gave them, and what each proves, in row
    order; empty if a site has no stamps. A certificate from the auditor, or else the one in the
    site file, proves the signatures. Refused with JOURNAL_TAMPERED if the journal has another row,
    ends before it, or a stamp isn't the authority's."""
    found = (folder / STAMPS_FOLDER).glob(f"*{ENDING}")
    files = [file for file in found if file.stem.isdecimal()]
    said = SiteTimeStamp()
    with suppress(Refusal):  # a folder may be audited even if its site file is broken
        said = parse_site(read_site_text(folder / SITE_FILE)).time_stamp
    place = place_name(said.server) or str(folder / STAMPS_FOLDER)
    if certificate is None and said.certificate:
        certificate = folder / STAMPS_FOLDER / said.certificate
    if certificate is None or not files:
        return {place: []} if said.server or files else {}
    authority, stamps = StampAuthority(said.server, _certificates(certificate)), []
    for file in files:
        try:
            proven, signed_ms = authority.prove(file.read_bytes())
        except ValueError as fault:
            raise refuse_tampered(str(file), "signature", fault=fault) from None
        row = need_row(journal, Last(int(file.stem), proven), place)
        if row is not None:
            stamps.append(Stamp(row.seq, row.at_ms, signed_ms))
    return {place: sorted(stamps)}


class StampedSite(Protocol):
    """The site whose journal is stamped."""

    folder: Path
    seq: int
    only_trains: bool
    calendar: CalendarState
    tenure: Tenure

    def now_ms(self) -> int:
        """The wall clock's time."""

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]: ...


class StampKeeper:
    """Has the journal's end stamped when this engine begins to lead, and after each day's close.
    Nobody waits for it: if a server gives no stamp, it asks again and tells the office."""

    def __init__(self, authority: StampAuthority | None, site: StampedSite) -> None:
        self._authority = authority
        self._site = site
        self.failing: tuple[str, int] | None = None  # which server gives none, since when

    async def keep(self) -> None:
        """Run as long as the site does; a training floor has nothing to prove."""
        if self._authority is None or self._site.only_trains:
            return
        stamped: str | None = None
        while True:
            closed = self._site.calendar.closed
            if self._site.tenure.leads and closed != stamped and await self._stamp(self._authority):
                stamped = closed
            await asyncio.sleep(LOOK_S)

    async def _stamp(self, authority: StampAuthority) -> bool:
        """Whether the newest row has a stamp now."""
        try:
            rows = await self._site.rows(after_seq=max(0, self._site.seq - 2), limit=2)
            keeping = call_aside(partial(keep_stamp, self._site.folder, authority, rows), "stamp")
            await asyncio.wrap_future(keeping)
        except (Refusal, OSError) as fault:
            logging.getLogger(__name__).warning("no time stamp: %s", fault)
            self.failing = self.failing or (authority.name, self._site.now_ms())
            return False
        self.failing = None
        return True
