"""The dispute pack of an award: its files, made from the books alone, not yet signed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from pitboss.books import ALWAYS, Books, Entry, Period
from pitboss.books.pages import ON_CAMERA
from pitboss.evidence.award_rows import AwardSpan, rows_of, span_of
from pitboss.evidence.sealed import ROWS, hashes_before, row_lines
from pitboss.evidence.teller import teller_of
from pitboss.file_digests import digest_terms
from pitboss.floor.facts import awards, clock, jackpots, payments, rounds
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.floor import AwardState
from pitboss.journal.codec import events_of
from pitboss.local_time import local
from pitboss.money import dollars, shown_down
from pitboss.refusal import Refusal
from pitboss.reports.source import ReportSource, SiteFacts, camera_text
from pitboss.rules.catalog import Paytables

ON_DUTY_MS = 86_400_000  # how long before START a sign-in still counts

PackWords = Mapping[str, Any]


class EvidenceFiles(NamedTuple):
    """Files to seal, the manifest's facts about them, and the time they cover."""

    files: dict[str, bytes]
    about: dict[str, Any]
    period: Period
    last_seq: int  # of the books they were made from


def award_files(books: Books, award: str, site: SiteFacts, words: PackWords) -> EvidenceFiles:
    """Everything about an award, or AWARD_UNKNOWN."""
    return _AwardPack(books, award, site, words).make_files()


class _AwardPack:
    """One pack in the making."""

    def __init__(self, books: Books, award: str, site: SiteFacts, words: PackWords) -> None:
        self._books, self._site, self._words = books, site, words["pack"]
        self._source = ReportSource(books, ALWAYS, site)
        self._found: AwardState = self._source.closing.award(award)
        self._span: AwardSpan = span_of(books, self._found)
        self._rows = rows_of(books, self._found, self._span)
        self._playing = books.state_after(self._span.start)
        self._teller = teller_of(books, replace(site, names_staff=False), words)

    def make_files(self) -> EvidenceFiles:
        facts = self._facts()
        previous = hashes_before(self._books, self._rows)
        files = {
            "README.txt": f"{self._words['readme']}\n".encode(),
            "story.txt": "\n".join([*self._story(facts), ""]).encode(),
            "facts.json": (json.dumps(facts, indent=2) + "\n").encode(),
            ROWS: row_lines(self._rows, previous),
            **self._terms(),
        }
        end = self._books.end
        about = {
            "title": self._words["title"].format(award=facts["award"], house=self._site.house),
            "house": self._site.house,
            "award": facts["award"],
            "journal_end": f"{end.seq}:{end.hash}",
        }
        ends = [row.at_ms for row in self._rows if row.seq >= self._span.start]
        return EvidenceFiles(files, about, Period(min(ends), max(ends) + 1), end.seq)

    # ---- facts --------------------------------------------------------------------------------

    def _facts(self) -> dict[str, Any]:
        found, award = self._found, self._found.award
        return {
            "award": award.award,
            "table": found.table,
            "round": found.round,
            "seat": award.seat,
            "sensor": award.sensor,
            "hand": self._source.hand(award.jackpot, award.outcome),
            "jackpot": award.jackpot,
            "level": award.level,
            "total": dollars(award.total_cents),
            "from_meter": dollars(award.meter_cents),
            "from_house": dollars(award.house_cents),
            "from_tray": dollars(award.tray_cents),
            "status": found.status,
            "rows": self._span._asdict(),
            "meters": self._meters(),
            "times": [self._time(name, at_ms) for name, at_ms in self._times()],
            "cameras": [
                {"seen": camera_text(entry.event), "row": entry.seq}
                for entry in self._books.find_entries(*ON_CAMERA, award=award.award)
            ],
            "clock_jumps": [
                {"row": row.seq, "expected_ms": event.expected_ms, "found_ms": event.found_ms}
                for row in self._rows
                for event in events_of(row.events, seq=row.seq)
                if isinstance(event, clock.ClockJumped)
            ],
            "signed_in": self._signed_in(),
        }

    def _meters(self) -> list[dict[str, Any]]:
        """What the levels of its jackpot held at each step."""
        span = self._span
        steps = {
            "before_start": span.start - 1,
            "before_award": span.recorded - 1,
            "after_award": span.recorded,
            "after_last_row": span.last,
        }
        return [
            {"when": when, "after_row": seq, "level": each.level,
             "shown": dollars(shown_down(each.meter_micros)), "meter_micros": each.meter_micros,
             "reserve_micros": each.reserve_micros, "overflow_micros": each.overflow_micros}
            for when, seq in steps.items()
            for jackpot, each in list_readings(self._books.state_after(seq))
            if jackpot == self._found.award.jackpot
        ]  # fmt: skip

    def _times(self) -> Iterator[tuple[str, int]]:
        """When to look at a camera: lock, mark, confirmation, payment; the grant, if a hub made one
        after the confirmation; and anything that reversed the award."""
        claim = self._claim()
        for row in self._rows:
            for event in events_of(row.events, seq=row.seq) if row.seq >= self._span.start else ():
                what = self._step(row.seq, event, claim)
                if what:
                    yield what, row.at_ms

    def _step(self, seq: int, event: Any, claim: str) -> str:
        """Which step of the award a row's event is; empty if none."""
        award, span = self._found.award, self._span
        match event:
            case rounds.RoundStarted() if seq == span.start:
                return "locked"
            case rounds.WinnerMarked(mark=mark) if seq <= span.over:
                is_it = (mark.jackpot, mark.outcome) == (award.jackpot, award.outcome)
                return "marked" if is_it else ""
            case awards.AwardsRecorded() | jackpots.MeterAdjusted() if seq == span.recorded:
                return "confirmed"
            case awards.ClaimMade() if event.claim == claim:
                return "confirmed"
            case awards.WideAwardRecorded() if event.claim == claim:
                return "granted"
        is_its = getattr(event, "award", "") == award.award
        return _OUTCOMES.get(type(event), "") if is_its else ""

    def _claim(self) -> str:
        """What was claimed from a hub; empty for an award of this house."""
        row = self._books.row(self._span.recorded)
        assert row is not None
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, awards.WideAwardRecorded) and self._found.award in event.awards:
                return event.claim
        return ""

    def _time(self, name: str, at_ms: int) -> dict[str, Any]:
        at = local(at_ms, self._site.time_zone).isoformat(timespec="milliseconds")
        return {"what": name, "house_time": at, "at_ms": at_ms}

    def _signed_in(self) -> list[dict[str, str]]:
        """The dealer, who confirmed, and everyone signed in at pit or office; no names."""
        table = self._playing.tables.get(self._found.table)
        dealer = table.dealer if table is not None else ""
        people = [(dealer, "dealer at the table")] if dealer else []
        people += [(badge, "confirmed") for badge in self._found.confirmed_by if badge]
        people += [(badge, f"signed in at {device}") for badge, device in self._signed_on().items()]
        return [
            {"badge": badge, "role": who.role if who else "", "how": how}
            for badge, how in people
            for who in (self._playing.badges.get(badge),)
        ]

    def _signed_on(self) -> dict[str, str]:
        row = self._books.row(self._span.recorded)
        assert row is not None
        period = Period(max(0, row.at_ms - ON_DUTY_MS), ALWAYS.to_ms)
        entries: list[Entry] = self._books.find_entries(
            "person-signed-on", "person-signed-off", period=period
        )
        found: dict[str, str] = {}
        for entry in entries:
            if entry.seq <= self._span.recorded:
                found.pop(entry.event.badge, None)
                if entry.event.kind == "person-signed-on":
                    found[entry.event.badge] = entry.event.device
        return found

    # ---- files --------------------------------------------------------------------------------

    def _story(self, facts: Mapping[str, Any]) -> Iterator[str]:
        """The whole story for a reader: the prize, the meters, who was there, then every row."""
        words = self._words
        yield words["title"].format(award=facts["award"], house=self._site.house)
        yield ""
        yield words["prize"].format_map(facts)
        yield ""
        yield words["meters"]
        for each in facts["meters"]:
            yield f"  {words['when'][each['when']]}: {each['level']} {each['shown']}"
        yield ""
        yield words["times"]
        for each in facts["times"]:
            yield f"  {words['what'][each['what']]}: {each['house_time']}"
        yield words["cameras"] if facts["cameras"] else words["no_camera"]
        for each in facts["cameras"]:
            yield f"  {each['seen']}"
        yield ""
        jumps = len(facts["clock_jumps"])
        yield words["clock" if jumps else "clock_steady"].format(count=jumps)
        yield ""
        yield words["people"]
        yield from (
            f"  {each['badge']} ({each['role']}): {each['how']}" for each in facts["signed_in"]
        )
        yield ""
        yield words["rows"]
        for row in self._rows:
            told = self._teller.row(row).sentence
            yield f"  {row.seq:>8}  {self._teller.time(row.at_ms)}  {told}"

    def _terms(self) -> dict[str, bytes]:
        """What was in force at START: jackpot, table, and the paytable's file."""
        terms = self._playing.kept_jackpot(self._found.award.jackpot).terms
        files = {"terms/jackpot.json": _json(terms)}
        table = self._playing.tables.get(self._found.table)
        if table is not None:
            said = {name: getattr(table, name) for name in _TABLE}
            files["terms/table.json"] = _json(said)
        text = self._paytable(terms.paytable, terms.paytable_sha256)
        name = terms.paytable.replace("/", "-")
        files[f"terms/{name}.toml" if text else f"terms/{name}.missing.txt"] = text or (
            f"{self._words['paytable_gone'].format(sha256=terms.paytable_sha256)}\n".encode()
        )
        return files

    def _paytable(self, paytable: str, digest: str) -> bytes:
        """The file with the digest in the journal; empty if it is no longer here."""
        own = self._site.own_paytables
        try:
            text = Paytables(Path(own) if own else None).text(paytable)
        except Refusal:
            return b""
        return text.encode() if digest_terms(text) == digest else b""


_OUTCOMES: Mapping[type, str] = {
    payments.PrizePaid: "paid",
    payments.PaymentVoided: "voided",
    payments.PrizeCanceled: "canceled",
    awards.AwardBackedOut: "backed_out",
    payments.PrizeForfeited: "forfeited",
    payments.PrizeHandedOver: "unclaimed",
}
_TABLE = (
    "table", "title", "game", "seats", "jackpots", "keypad", "order", "keys_are_personal",
    "plays", "bundle", "approval", "drift", "equipment", "training", "folded_qualify",
)  # fmt: skip


def _json(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n"
