"""A drill's measurements as a table, and what the journal says about it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from rich.box import SIMPLE_HEAD
from rich.table import Table

from pitboss.audit import audit
from pitboss.evidence.trial import Trial, Tried
from pitboss.journal import every_row
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import read_folder
from pitboss.live.release import Release
from pitboss.refusal import Refusal
from proof.drill.faults import FAULTS
from proof.drill.load import Load

REFUSED = "command-refused"
EVENTS = {  # for each press
    "start-round": "round-started", "press-hand": "winner-marked", "end-round": "round-ended",
    "confirm-awards": "awards-recorded", "pay-prize": "prize-paid",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Measure:
    """One fault that happened once."""

    name: str
    waits_s: Mapping[str, float]  # of the table that waited longest, at each door
    late: int  # answers that should not have been given
    load: float
    idle: float  # of the processors

    @property
    def longest_s(self) -> float:
        """The longest wait of any table, at any door."""
        return max(self.waits_s.values())


@dataclass
class Measures:
    """All measurements."""

    done: list[Measure] = field(default_factory=list)

    def table(self) -> Table:
        table = Table(title="Seconds that the table waited that waited longest", box=SIMPLE_HEAD)
        table.add_column("fault", no_wrap=True)
        doors = list(self.done[0].waits_s) if self.done else []
        for title in ("times", "median", *doors, "at most", "late", "load", "idle"):
            table.add_column(title, justify="right", no_wrap=True)
        table.add_column("")
        for name, fault in FAULTS.items():
            found = [each for each in self.done if each.name == name]
            if not found:
                continue
            longest_s = [each.longest_s for each in found]
            table.add_row(
                fault.title, str(len(found)), f"{median(longest_s):.2f}",
                *(f"{max(each.waits_s[door] for each in found):.2f}" for door in doors),
                f"{fault.target_s:.0f}", str(sum(each.late for each in found)),
                f"{median(each.load for each in found):.1f}",
                f"{median(each.idle for each in found):.0%}",
                "" if max(longest_s) <= fault.target_s else "too long",
            )  # fmt: skip
        return table

    @property
    def too_long(self) -> list[str]:
        """The faults after which a table waited too long."""
        over = [each for each in self.done if each.longest_s > FAULTS[each.name].target_s]
        return list(dict.fromkeys(FAULTS[each.name].title for each in over))

    @property
    def late(self) -> int:
        """Answers that should not have been given, in total."""
        return sum(each.late for each in self.done)


def trial_of(measures: Measures, count: Count, release: Release, *, day: str) -> Trial:
    """The drill as the house signs it."""
    tried = []
    for name, fault in FAULTS.items():
        waits_s = [each.longest_s for each in measures.done if each.name == name]
        if waits_s:
            longest_ms, bound_ms = round(max(waits_s) * 1000), round(fault.target_s * 1000)
            tried.append(Tried(fault.title, fault.loss, len(waits_s), longest_ms, bound_ms))
    return Trial(
        version=release.version,
        software=release.sha256,
        day=day,
        is_sound=count.is_sound and not measures.late and not measures.too_long,
        tried=tuple(tried),
        found=(*count.lines(), f"answers that should not have been given: {measures.late}"),
    )


@dataclass(frozen=True, kw_only=True)
class Count:
    """Every acknowledged command, looked up in the journal, with a count of what it did there."""

    acknowledged: int
    lost: int
    doubled: int  # rounds, marks, awards and payments beyond their presses
    unknown: int  # rows of tables that nobody was told about
    rows: int
    fault: str  # what the audit found

    @property
    def is_sound(self) -> bool:
        """Whether everything is right, and something was played at all."""
        is_wrong = self.lost or self.doubled or self.unknown or self.fault
        return bool(self.acknowledged) and not is_wrong

    def lines(self) -> list[str]:
        """The same in words."""
        return [
            f"acknowledged {self.acknowledged:,}: lost {self.lost}, doubled {self.doubled};"
            f" presses on record that nobody was told of: {self.unknown}",
            f"audit of {self.rows:,} rows: {self.fault or 'sound'}",
        ]


def count_commands(folder: Path, database: str, load: Load) -> Count:
    """Audit the journal, look up every acknowledged command, and count what happened at the tables:
    an id is in a journal only once, so a press done twice shows in its rounds."""
    fault, rows = "", 0
    on_record: dict[str, str] = {}  # what was done, by id
    done: Counter[str] = Counter()
    with closing(JournalPlace(folder, database)()) as journal:
        try:
            audit(journal, paytables=read_folder(folder).paytable_lookup)
        except Refusal as refusal:
            fault = str(refusal)
        for row in every_row(journal):
            rows += 1
            happened = [event.kind for event in events_of(row.events)]
            if REFUSED not in happened:
                on_record[row.command_id] = command_of(row.asked).kind
            done.update(happened)
    told = {each.command_id: each.command for each in (*load.yes, *load.late)}
    asked = Counter(told.values())
    pressed = {press for press, kind in on_record.items() if kind in EVENTS}
    return Count(
        acknowledged=len(told),
        lost=sum(press not in on_record for press in told),
        doubled=sum(max(0, done[event] - asked[press]) for press, event in EVENTS.items()),
        unknown=len(pressed - told.keys()),
        rows=rows,
        fault=fault,
    )
