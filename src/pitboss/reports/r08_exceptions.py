"""R8: exceptions: refused presses, people turned away, late bets, stopped tables and devices, clock
jumps, a short account, skipped payout steps; and papers that are proposed or overdue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from pitboss.floor.state.papers import PaperState
from pitboss.journal.withheld import is_refusal_personal
from pitboss.local_time import local_time
from pitboss.notation import title_text
from pitboss.refusal import say
from pitboss.reports.sheet import Cell, CellValue, Linked, Sheet, SingleCell, columns, value_of
from pitboss.reports.source import ReportSource, prize_text, row_link
from pitboss.words.language import WORDS

READERS = ("accounting", "executive", "auditor")
SIGNERS = ("compliance",)

# Replaces text that may repeat notes about a person: reports leave the house.
WITHHELD = say("WITHHELD")
KINDS = (
    "command-refused", "access-refused", "late-bet-seen", "table-paused", "betting-closed",
    "shuffler-reported", "jackpot-suspended", "bundle-changed", "clock-jumped", "bank-fell-short",
    "site-restarted", "screen-went-dark", "paper-proposed", "paper-dismissed",
    "payout-step-skipped",
)  # fmt: skip
COUNTED = columns("kind:words code table times:count+")
EXCEPTIONS = columns("seq:count time:time kind:words table what:titled code why:told who")
PAPERS = columns("paper kind:words status:words about:told learned:time due_by:time sent:time who")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """How often each kind came up, and every case."""
    rows = [
        (
            row_link(entry.seq),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            _table(source, entry.event),
            _what(source, entry.event),
            _refusal(getattr(entry.event, "code", "")),
            _why(source, entry.event),
            source.people(entry.event),
        )
        for entry in source.find_entries(*KINDS)
    ]
    counted = Counter((str(row[2]), str(value_of(row[5])), str(row[3])) for row in rows)
    return (
        source.sheet(
            "exceptions_counted",
            COUNTED,
            [
                (kind, _refusal(code), table, number)
                for (kind, code, table), number in sorted(counted.items())
            ],
        ),
        source.sheet("exceptions", EXCEPTIONS, rows),
        source.sheet("papers_open", PAPERS, _papers(source)),
    )


def _papers(source: ReportSource) -> Iterator[tuple[Cell, ...]]:
    """Papers that were proposed or overdue at the end of the period, or sent late in it."""
    end_ms = source.period.to_ms
    for name, found in source.closing.papers.items():
        sent_in = source.period.from_ms <= found.sent_ms < end_ms
        overdue = found.is_overdue(end_ms)
        if overdue or found.status == "proposed" or (found.is_late and sent_in):
            yield (
                Linked(name, f"/office/papers/{name}"),
                found.paper_kind,
                "overdue" if overdue else "sent late" if found.is_late else found.status,
                _about(source, found),
                found.learned_ms,
                found.due_ms or None,
                found.sent_ms or None,
                source.person(found.sent_by or found.taken_by or "".join(found.opened_by[:1])),
            )


def _about(source: ReportSource, found: PaperState) -> CellValue:
    """What a paper is about, with its place."""
    parts = ", ".join(filter(None, (found.table, found.about, _prize(source, found.award))))
    place = ": ".join(filter(None, (found.jackpot and source.title(found.jackpot), parts)))
    if found.told and place:
        return say("PART", "at_place", place=place, what=found.told)
    return found.told or ": ".join(filter(None, (place, found.typed)))


def _table(source: ReportSource, event: Any) -> str:
    """Where it happened: at a table, or at one of its devices."""
    device = source.closing.devices.get(getattr(event, "device", ""))
    return getattr(event, "table", "") or (device.table if device else "")


def _refusal(code: str) -> SingleCell:
    """A refusal's code, which a page shows in words; files have the code."""
    said = WORDS["refusals"].get(code)
    return Linked(code, f"/help/refusals/{code}", shown=said["says"]) if said else code


def _prize(source: ReportSource, award: str) -> str:
    """A prize as people call it: Four Aces at C1, seat 3; empty for none."""
    if not award:
        return ""
    found = source.closing.awards.get(award) or source.books.settled_award(award)
    if found is None:
        return award
    hand = source.hand(found.award.jackpot, found.award.outcome)
    return prize_text(WORDS["win"]["called"], hand, found.table, found.award.seat)


def _what(source: ReportSource, event: Any) -> SingleCell:
    """What was requested, or what it is about."""
    for name in ("command", "tried", "device", "jackpot", "about", "cause", "paper"):
        if found := getattr(event, name, ""):
            device = source.closing.devices.get(found) if name == "device" else None
            if device:
                return Linked(found, "", shown=title_text(device.kind))
            return source.title(found) if name == "jackpot" else str(found)
    if event.kind == "payout-step-skipped":
        step = WORDS["office"]["payout"]["step"].get(event.step, event.step)
        shown = f"{_prize(source, event.award)}: {step}"
        return Linked(f"{event.award}: {event.step}", f"/office/wins/{event.award}", shown=shown)
    spot = getattr(event, "spot", None)
    return say("PART", "to_seat", to=spot.seat) if spot else ""


def _why(source: ReportSource, event: Any) -> CellValue:
    match event.kind:
        case "command-refused" if is_refusal_personal(event.command, event.code):
            return WITHHELD
        case "clock-jumped":
            expected, found = (
                local_time(at_ms, source.site.time_zone)
                for at_ms in (event.expected_ms, event.found_ms)
            )
            jump = say("CLOCK_JUMP", expected=expected, found=found)
            if not event.reason:
                return jump
            return say("PART", "for_reason", what=jump, reason=event.reason)
        case "bank-fell-short":
            return str(event.rule)
        case "site-restarted":
            return local_time(event.since_ms, source.site.time_zone)
        case _:
            why: CellValue = getattr(event, "told", None) or getattr(event, "reason", "")
            return why
