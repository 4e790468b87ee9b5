"""A running site's own counters, in Prometheus text format."""

from __future__ import annotations

import logging
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Mapping

from pitboss.engine import CommandFault, Reply
from pitboss.floor.facts.base import Command
from pitboss.live.background import tell_fault

BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
CODES_MOST = 500  # label values of one name; more would be someone's prank
FAULTS_MOST = 50  # the newest, for people; the log has all of them
FAULTS = "pitboss_command_faults_total"
DROPPED = "pitboss_device_messages_dropped_total"
# Metrics with alarms exist at 0 from the start: one that appears with its first burst hasn't grown.
STATUSES_WATCHED = ("500", "502", "503", "504")
CODES_WATCHED = (
    "CODE_WRONG", "DEVICE_FORGED", "JOURNAL_TAMPERED", "LOCKED_OUT", "NOT_ON_RECORD", "PIN_WRONG",
    "SESSION_FORGED",
)  # fmt: skip
HELP = {
    "pitboss_rounds_total": "Rounds started.",
    "pitboss_commands_total": "Commands answered, by name and outcome.",
    "pitboss_refusals_total": "Refused commands and requests, by code.",
    FAULTS: "Commands refused because of a fault of the program.",
    DROPPED: "Messages over MQTT that nobody looked at, of devices and of strangers.",
    "pitboss_requests_total": "HTTP requests, by status.",
    "pitboss_command_seconds": "Time from asking to the durable answer.",
    "pitboss_streams": "Event streams open now.",
    "pitboss_journal_seq": "The last row of the journal.",
    "pitboss_journal_available": "1 while the journal can write; of a standby, could.",
    "pitboss_engine_leads": "1 while this engine leads, 0 while it stands by.",
    "pitboss_engine_stopped": "1 once a fault of its own has stopped this engine.",
    "pitboss_work_ended": "Background works that a fault has ended since this server started.",
    "pitboss_software_unapproved": "Tables for money that are approved with other software than"
    " this server's, which leads or may lead.",
    "pitboss_engine_epoch": "The epoch of the engine that leads, as far as this one has heard.",
    "pitboss_behind_rows": "Rows of the leader that this server, which follows, has not read.",
    "pitboss_behind_milliseconds": "How old what this server, which follows, shows may be,"
    " counted from its start where it has never reached the leader.",
    "pitboss_outbox_seq": "The last row whose messages the broker has.",
    "pitboss_line_up": "1 while the hub of this property answers.",
    "pitboss_property_stopped": "1 while the hub lets this property take no wagers, on all of its"
    " jackpots or on some.",
    "pitboss_statements_held": "Statements that two people of this hub have yet to look at.",
    "pitboss_statements_refused": "Properties of this hub whose statement two people refused.",
    "pitboss_properties_forked": "Properties of this hub about whose journal people must decide.",
    "pitboss_properties_silent": "Properties of this hub that have not asked for half a minute.",
    "pitboss_hub_short": "1 while the account of this hub lacks money, and no property plays.",
    "pitboss_disk_has_room": "1 while the disk takes what a busy moment writes.",
}


class SiteCounters:
    """Counters and one histogram; one thread at a time writes each."""

    def __init__(self) -> None:
        self._counters: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
        self.faults: deque[CommandFault] = deque(maxlen=FAULTS_MOST)
        self.faults_total = 0
        self.ended: list[str] = []  # background work that a fault ended
        self.count("pitboss_rounds_total", by=0)
        self.count(FAULTS, by=0)
        for status in STATUSES_WATCHED:
            self.count("pitboss_requests_total", {"status": status}, by=0)
        for sender in ("device", "stranger"):
            self.count(DROPPED, {"sender": sender}, by=0)
        for code in CODES_WATCHED:
            self.count("pitboss_refusals_total", {"code": code}, by=0)
        self._buckets = [0] * (len(BOUNDS_S) + 1)
        self._seconds = 0.0

    def count(self, name: str, labels: Mapping[str, str] | None = None, *, by: int = 1) -> None:
        """Add one."""
        key = (name, tuple(labels.items()) if labels else ())
        if key in self._counters or len(self._counters) < CODES_MOST:
            self._counters[key] += by

    def count_answer(self, command: Command, reply: Reply) -> None:
        outcome = "accepted" if reply.accepted else "refused"
        labels = {"command": type(command).__name__, "outcome": outcome}
        self.count("pitboss_commands_total", labels)
        if not reply.accepted:
            self.count("pitboss_refusals_total", {"code": reply.code})

    def report(self, fault: CommandFault) -> None:
        """Count a command that showed a program fault."""
        self.faults.append(fault)
        self.faults_total += 1
        self.count(FAULTS)
        told = (fault.number, fault.kind, fault.command_id, fault.trace)
        logging.getLogger(__name__).error("fault %s: %s %s: %s", *told)

    def work_ended(self, name: str, fault: BaseException) -> None:
        """Count background work that a fault ended."""
        self.ended.append(name)
        tell_fault(name, fault)

    def count_delay(self, seconds: float) -> None:
        """Record the delay of a durable answer."""
        self._buckets[bisect_left(BOUNDS_S, seconds)] += 1
        self._seconds += seconds

    def text(self, gauges: Mapping[str, int]) -> str:
        """The page: counters, the histogram, and gauges read now."""
        lines: list[str] = []
        by_name: dict[str, list[tuple[tuple[tuple[str, str], ...], int]]] = {}
        for (name, labels), value in sorted(self._counters.items()):
            by_name.setdefault(name, []).append((labels, value))
        for name, values in by_name.items():
            lines += _head(name, "counter")
            lines += [f"{name}{_labels_text(labels)} {value}" for labels, value in values]
        lines += self._histogram()
        for name, value in gauges.items():
            lines += [*_head(name, "gauge"), f"{name} {value}"]
        return "\n".join(lines) + "\n"

    def _histogram(self) -> list[str]:
        name = "pitboss_command_seconds"
        lines = _head(name, "histogram")
        below = 0
        for bound, number in zip((*BOUNDS_S, "+Inf"), self._buckets, strict=True):
            below += number
            lines.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*lines, f"{name}_sum {self._seconds:.6f}", f"{name}_count {below}"]


def _head(name: str, kind: str) -> list[str]:
    return [f"# HELP {name} {HELP[name]}", f"# TYPE {name} {kind}"]


def _labels_text(labels: tuple[tuple[str, str], ...]) -> str:
    if not labels:
        return ""
    shown = (f'{name}="{_escaped(value)}"' for name, value in sorted(labels))
    return "{" + ",".join(shown) + "}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
