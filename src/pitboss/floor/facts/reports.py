"""Reports that left the system: printed or saved, each copy numbered."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TimeMs
from pitboss.floor.facts.meanings import AwardId, BadgeId, Coded
from pitboss.floor.facts.permission import OWN_PAGE, READERS, Permission


class RecordReport(Command):
    """A report was made to keep: which one, for which period, in which format. `sha256` is the
    digest of its content, `last_seq` the last row it rests on. `award` is the award on a form;
    empty for a report on a period. `options` say which parts are only totals; empty: none."""

    permission = Permission(at=(OWN_PAGE,), roles=READERS, badge_field="badge")
    report: Coded
    file_format: str
    from_ms: TimeMs
    to_ms: TimeMs
    last_seq: int
    sha256: str
    badge: BadgeId
    award: AwardId = ""
    options: str = ""


class ReportRecorded(Event):
    """A copy of a report left the system; each report's copies are numbered from 1."""

    report: Coded
    copy: int
    file_format: str
    from_ms: int
    to_ms: int
    last_seq: int
    sha256: str
    badge: BadgeId
    award: AwardId = ""
    options: str = ""
