"""What audit and replay print about a journal: pages for people, data for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pitboss.audit import JournalAuditor
from pitboss.audit.meter_entries import Explained
from pitboss.cli import paper
from pitboss.cli.paper import command_text
from pitboss.evidence.filling import exact
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.floor import AwardState, RoundState, State
from pitboss.journal import Last
from pitboss.journal.stamps import Stamp, find_unstamped_days
from pitboss.money import Micros, dollars, shown_down
from pitboss.words.language import WORDS

if TYPE_CHECKING:
    from pitboss.audit.redecide import Redecider
    from pitboss.live.outside_witness import WitnessAnswer

NOTICES_SHOWN = 20  # rows of other releases, on a page


@dataclass(frozen=True, slots=True)
class Outside:
    """What a journal was compared with outside itself."""

    books_seq: int = 0  # the books cover the rows up to this one; 0: not compared

    witnesses: Sequence[WitnessAnswer] = ()

    stamps: Mapping[str, Sequence[Stamp]] = field(default_factory=dict)  # by who gave them

    attachments: int = 0  # files of notes, each the one on record

    def lines(self, known: Last | None) -> list[str]:
        """What each witness knew, for people; or that no witness knew any row."""
        found = [
            command_text("audit.witness", witness=paper.printable(_witness_text(each)))
            for each in self.witnesses
        ]
        for place, stamps in self.stamps.items():
            found.append(command_text("audit.stamps", place=place, number=len(stamps)))
            found += map(_stamp_text, stamps)
        is_known = (
            known
            or any(each.seq for each in self.witnesses)
            or len(self.find_late()) < len(self._stamps())
        )
        return found if is_known else [*found, command_text("audit.no_witness")]

    def find_unasked(self, auditor: JournalAuditor) -> list[str]:
        """Witnesses that the record names and nobody asked."""
        asked = {each.place for each in self.witnesses}
        return [place for place in auditor.witnesses if place not in asked]

    def find_late(self) -> list[Stamp]:
        """Stamps whose time doesn't match their row."""
        return [stamp for stamp in self._stamps() if not stamp.is_in_time]

    def unstamped_days(self, auditor: JournalAuditor) -> list[str]:
        """Closed days without a stamp, if other days have one."""
        stamps = self._stamps()
        return find_unstamped_days(stamps, auditor.closes, auditor.at_ms) if stamps else []

    def _stamps(self) -> list[Stamp]:
        return [stamp for stamps in self.stamps.values() for stamp in stamps]


def _witness_text(answer: WitnessAnswer) -> str:
    if answer.fault:
        return command_text("audit.witness_silent", place=answer.place, fault=answer.fault)
    known = "audit.witness_knows" if answer.seq else "audit.witness_empty"
    return command_text(known, place=answer.place, seq=answer.seq)


def _stamp_text(stamp: Stamp) -> str:
    signed, dated = _time_text(stamp.signed_ms), _time_text(stamp.dated_ms)
    name = "audit.stamp" if stamp.is_in_time else "audit.stamp_late"
    return command_text(name, seq=stamp.seq, signed=signed, dated=dated)


def audit_page(auditor: JournalAuditor, outside: Outside) -> list[str]:
    """What an audit prints for a sound journal."""
    compared = "audit.row" if outside.books_seq else "audit.not_compared"
    books = (command_text("audit.books"), command_text(compared, seq=outside.books_seq))
    files = (command_text("audit.attachments"), str(outside.attachments))
    counted = [*_counts(auditor), books, *([files] if outside.attachments else [])]
    lines = [*paper.lined_up(counted, right=(1,)), ""]
    for explained in _levels(auditor):
        lines += [*_explanation(explained), ""]
    required = exact(required_micros(auditor.state))
    lines += [command_text("audit.held", amount=required), *outside.lines(auditor.known)]
    notes = []
    if unasked := outside.find_unasked(auditor):
        lines += [
            command_text("audit.witness_unasked", place=paper.printable(place)) for place in unasked
        ]
        notes.append(command_text("audit.unasked", number=len(unasked)))
    if silent := sum(bool(each.fault) for each in outside.witnesses):
        notes.append(command_text("audit.silent", number=silent))
    if knowing_nothing := sum(not (each.seq or each.fault) for each in outside.witnesses):
        notes.append(command_text("audit.empty", number=knowing_nothing))
    if late := outside.find_late():
        notes.append(command_text("audit.late", number=len(late)))
    if days := outside.unstamped_days(auditor):
        lines += paper.wrap_text(
            ", ".join(days), first=command_text("audit.unstamped_days"), rest="  "
        )
        notes.append(command_text("audit.unstamped", number=len(days)))
    last_row = f"{auditor.last.seq}:{auditor.last.hash}"
    lines += [*_verdicts(auditor), command_text("audit.last_row", row=last_row)]
    if not notes:
        return [*lines, paper.paint("OK", f"{paper.BOLD};{paper.GREEN}")]
    return [*lines, paper.paint(command_text("audit.but", notes=", ".join(notes)), paper.YELLOW)]


def _verdicts(auditor: JournalAuditor) -> list[str]:
    """The two answers of an audit: whether the record is sound, and whether this release makes the
    same decisions."""
    rows = auditor.last.seq - (auditor.begun.seq if auditor.begun else 0)
    sound = command_text("audit.sound", rows=rows)
    redecider = auditor.redecider
    if redecider is None:
        return [sound]
    name = "audit.same_of_others" if redecider.otherwise else "audit.same"
    done = command_text("audit.commands", number=redecider.done)
    refused = command_text("audit.refused", number=redecider.refused)
    same = command_text(name, done=done, refused=refused)
    return [sound, *otherwise_lines(auditor), same, *undecided_lines(redecider)]


def undecided_lines(redecider: Redecider) -> list[str]:
    """Commands that could not be decided again, if there are any."""
    if not (number := redecider.undecided.total()):
        return []
    named = ", ".join(paper.printable(each) for each in sorted(redecider.undecided))
    return [command_text("audit.undecided", number=number, paytables=named)]


def otherwise_lines(auditor: JournalAuditor) -> list[str]:
    """Rows of other releases that this one would decide differently: at most a page."""
    redecider = auditor.redecider
    if redecider is None or not redecider.otherwise:
        return []
    by_release = ", ".join(
        command_text(
            "audit.rows_of_release_one" if number == 1 else "audit.rows_of_release",
            number=number,
            release=release,
        )
        for release, number in sorted(redecider.otherwise.items())
    )
    shown = redecider.notices[:NOTICES_SHOWN]
    lines = [command_text("audit.otherwise", rows=by_release)]
    for each in shown:
        row = command_text("audit.row", seq=each.seq)
        first = f"  {row}  {_time_text(each.at_ms)}  {each.command}: "
        lines += paper.wrap_text(paper.printable(each.told.reason), first=first, rest="    ")
    more = redecider.otherwise.total() - len(shown)
    return [*lines, command_text("audit.more", number=more)] if more else lines


def _counts(auditor: JournalAuditor) -> list[tuple[str, str]]:
    kinds, statuses = auditor.kinds, _statuses(auditor.state)
    counted = {
        command_text("audit.counted_commands"): auditor.last.seq
        - (auditor.begun.seq if auditor.begun else 0),
        command_text("audit.counted_events"): sum(kinds.values()),
        command_text("audit.counted_rounds"): kinds["round-started"],
        command_text("audit.counted_voided"): kinds["round-voided"],
        command_text("audit.counted_days"): kinds["day-closed"],
        command_text("audit.counted_refused"): kinds["command-refused"],
        command_text("audit.counted_awards"): statuses.total(),
    }
    counted |= {
        command_text("audit.counted_status", status=status): number
        for status, number in sorted(statuses.items())
    }
    snapshot = command_text("audit.none")
    if auditor.snapshot:
        name = "audit.row" if auditor.snapshot_is_ours else "audit.snapshot_other"
        snapshot = command_text(name, seq=auditor.snapshot.seq)
    counts = [(name, f"{number:,}") for name, number in counted.items()]
    counts += [
        (command_text("audit.decided_by", release=paper.printable(str(release))), f"{number:,}")
        for release, number in sorted(auditor.releases.items())
        if release.version
    ]
    if auditor.begun is not None:
        counts.insert(0, (command_text("audit.begins"), f"{auditor.begun.seq:,}"))
    return [*counts, *_redecided_rows(auditor), (command_text("audit.snapshot"), snapshot)]


def _redecided_rows(auditor: JournalAuditor) -> list[tuple[str, str]]:
    """How many commands were decided again, and how many lack a paytable for it."""
    redecider = auditor.redecider
    if redecider is None:
        return []
    missing = [
        (command_text("audit.not_again", paytable=paper.printable(paytable)), f"{number:,}")
        for paytable, number in sorted(redecider.undecided.items())
    ]
    return [
        (command_text("audit.decided_again"), f"{redecider.done:,}"),
        (command_text("audit.refused_again"), f"{redecider.refused:,}"),
        *missing,
    ]


def _explanation(explained: Explained) -> list[str]:
    """One meter: its value and how it got there."""
    rows = [
        (
            cause if cause == "opening" else f"{'+' if amount >= 0 else '-'} {cause}",
            exact(abs(amount)),
        )
        for cause, amount in explained.causes.items()
        if amount or cause == "opening"
    ]
    rows.append((command_text("audit.meter"), exact(explained.meter_micros)))
    rows += [
        (command_text(f"audit.{name}"), exact(amount))
        for name, amount in (
            ("reserve", explained.reserve_micros),
            ("overflow", explained.overflow_micros),
        )
        if amount
    ]
    title = paper.format_heading(paper.printable(f"{explained.jackpot} {explained.level}"))
    return [title, *paper.lined_up(rows, right=(1,), indent="  ")]


def audit_data(auditor: JournalAuditor, outside: Outside) -> dict[str, object]:
    """The audit as data for programs."""
    return {
        "ok": True,
        "sound": True,
        "commands": auditor.last.seq - (auditor.begun.seq if auditor.begun else 0),
        "events": sum(auditor.kinds.values()),
        "last_hash": auditor.last.hash,
        "kinds": dict(sorted(auditor.kinds.items())),
        **_redecided(auditor),
        "awards": dict(_statuses(auditor.state)),
        "snapshot_seq": auditor.snapshot.seq if auditor.snapshot else None,
        "snapshot_compared": auditor.snapshot_is_ours,
        "books_seq": outside.books_seq or None,
        "attachments": outside.attachments,
        "witnesses": {each.place: each.seq for each in outside.witnesses},
        "witnesses_silent": {each.place: each.fault for each in outside.witnesses if each.fault},
        "witnesses_not_asked": outside.find_unasked(auditor),
        "stamps": {
            place: [{**stamp._asdict(), "is_in_time": stamp.is_in_time} for stamp in stamps]
            for place, stamps in outside.stamps.items()
        },
        "unstamped_days": outside.unstamped_days(auditor),
        "meters": [
            {
                **_place_data(explained),
                "causes_micros": {cause: str(amount) for cause, amount in explained.causes.items()},
            }
            for explained in _levels(auditor)
        ],
        "required_micros": str(required_micros(auditor.state)),
    }


def _redecided(auditor: JournalAuditor) -> dict[str, object]:
    found = auditor.redecider
    if found is None:
        return {}
    return {
        "decided": found.done,
        "refused": found.refused,
        "undecided": dict(sorted(found.undecided.items())),
        "releases": [
            {**release._asdict(), "rows": number, "otherwise": found.otherwise[release]}
            for release, number in sorted(auditor.releases.items())
        ],
        "decides_the_same": not found.otherwise,
        "otherwise": [
            {
                "seq": each.seq,
                "at_ms": each.at_ms,
                "command": each.command,
                **each.release._asdict(),
                "differs": each.told.reason,
            }
            for each in found.notices
        ],
    }


def _levels(auditor: JournalAuditor) -> list[Explained]:
    return [explained for _, explained in sorted(auditor.levels.items())]


def _place_data(explained: Explained) -> dict[str, object]:
    return {
        "jackpot": explained.jackpot,
        "level": explained.level,
        "shown_cents": str(_shown(explained)),
        "meter_micros": str(explained.meter_micros),
        "reserve_micros": str(explained.reserve_micros),
        "overflow_micros": str(explained.overflow_micros),
    }


# ---- replay -------------------------------------------------------------------------------------


def replay_page(auditor: JournalAuditor) -> list[str]:
    """What a replay prints: meters, open rounds and money owed."""
    state = auditor.state
    meters = [tuple(WORDS["commands"]["replay"]["meters"])]
    meters += [
        (
            paper.printable(f"{each.jackpot} {each.level}"),
            dollars(_shown(each)),
            exact(each.meter_micros),
            exact(each.reserve_micros),
            exact(each.overflow_micros),
        )
        for each in _levels(auditor)
    ]
    rounds = [tuple(WORDS["commands"]["replay"]["rounds"])]
    rounds += [
        (f"{table} {opened.number}", f"{len(opened.spots)}", f"{len(opened.marks)}",
         f"{len(opened.awards)}")
        for table, opened in _open_rounds(state)
    ]  # fmt: skip
    owed = [tuple(WORDS["commands"]["replay"]["owed"])]
    owed += [
        (each.award.award, str(each.award.seat), dollars(each.award.owed_cents), each.status)
        for each in _owed(state)
    ]
    lines = [command_text("replay.row", seq=auditor.last.seq, moment=_moment(auditor)), ""]
    for part, right in ((meters, (1, 2, 3, 4)), (rounds, (1, 2, 3)), (owed, (1, 2))):
        lines += [
            *paper.lined_up(part, right=right),
            *([] if part[1:] else [command_text("replay.none")]),
            "",
        ]
    return [
        *lines,
        command_text("replay.owed_in_all", amount=exact(state.balance("owed"))),
        command_text("audit.held", amount=exact(required_micros(state))),
    ]


def replay_data(auditor: JournalAuditor) -> dict[str, object]:
    """The replay as data for programs."""
    state = auditor.state
    return {
        "seq": auditor.last.seq,
        "at_ms": auditor.at_ms,
        "meters": [_place_data(explained) for explained in _levels(auditor)],
        "open_rounds": [
            {
                "table": table,
                "round": opened.number,
                "wagers": len(opened.spots),
                "marks": len(opened.marks),
                "awards": len(opened.awards),
            }
            for table, opened in _open_rounds(state)
        ],
        "owed": [
            {
                "award": each.award.award,
                "table": each.table,
                "round": each.round,
                "seat": each.award.seat,
                "status": each.status,
                "owed_cents": str(each.award.owed_cents),
            }
            for each in _owed(state)
        ],
        "owed_micros": str(state.balance("owed")),
        "required_micros": str(required_micros(state)),
    }


def _open_rounds(state: State) -> list[tuple[str, RoundState]]:
    return [(name, table.round) for name, table in state.tables.items() if table.round is not None]


def _statuses(state: State) -> Counter[str]:
    """The number of awards by status; most have left the floor."""
    statuses = Counter(found.status for _, found in state.awards.items())
    return statuses + Counter(dict(state.let_go.items()))


def _owed(state: State) -> list[AwardState]:
    """Awards recorded and not yet paid, if they pay anything."""
    return [state.award(name) for name, _ in state.owed.items()]


def _moment(auditor: JournalAuditor) -> str:
    """The time of the last row, in UTC."""
    is_begun = auditor.last.seq
    return _time_text(auditor.at_ms) if is_begun else command_text("replay.before_everything")


def _time_text(at_ms: int) -> str:
    seconds, milliseconds = divmod(at_ms, 1000)
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):  # the clock was thousands of years ahead
        return command_text("replay.far_away", at_ms=at_ms)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def _shown(explained: Explained) -> int:
    return shown_down(Micros(explained.meter_micros))
