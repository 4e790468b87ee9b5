"""What audit and replay print of a journal: for people in pages, for programs in data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pitboss.audit import JournalAuditor
from pitboss.audit.entries import Explained
from pitboss.cli import paper
from pitboss.floor.money.ledger import required_micros
from pitboss.floor.state.floor import AwardState, RoundState, State
from pitboss.journal import Last
from pitboss.journal.stamps import Stamp, find_unstamped_days
from pitboss.money import Micros, dollars, shown_down

if TYPE_CHECKING:
    from pitboss.live.outside_witness import WitnessAnswer

NO_WITNESS = (
    "No witness outside this machine was given: somebody who rewrote all of it would go unseen."
)
NOTICES_SHOWN = 20  # rows of other releases, on a page
CENT_FRACTION_DIGITS = 8  # a micro is the hundred millionth part of a dollar


@dataclass(frozen=True, slots=True)
class Outside:
    """What a journal was compared with, beside itself."""

    books_seq: int = 0  # the books are made of the rows up to this one; 0: none were compared

    witnesses: Sequence[WitnessAnswer] = ()

    stamps: Mapping[str, Sequence[Stamp]] = field(default_factory=dict)  # by who gave them

    def lines(self, known: Last | None) -> list[str]:
        """What each witness knew, for people; that there was none, where nobody knew a row."""
        found = [f"Witness {paper.printable(_witness_text(each))}" for each in self.witnesses]
        for place, stamps in self.stamps.items():
            found.append(f"Time stamps of {place}: {len(stamps):,}")
            found += map(_stamp_text, stamps)
        is_known = (
            known
            or any(each.seq for each in self.witnesses)
            or len(self.late()) < len(self._stamps())
        )
        return found if is_known else [*found, NO_WITNESS]

    def unasked(self, auditor: JournalAuditor) -> list[str]:
        """The witnesses that the record names, and nobody has asked."""
        asked = {each.place for each in self.witnesses}
        return [place for place in auditor.witnesses if place not in asked]

    def late(self) -> list[Stamp]:
        """The stamps that are of another time than their rows."""
        return [stamp for stamp in self._stamps() if not stamp.is_in_time]

    def unstamped_days(self, auditor: JournalAuditor) -> list[str]:
        """The closed days that have no stamp, where others have."""
        stamps = self._stamps()
        return find_unstamped_days(stamps, auditor.closes, auditor.at_ms) if stamps else []

    def _stamps(self) -> list[Stamp]:
        return [stamp for stamps in self.stamps.values() for stamp in stamps]


def _witness_text(answer: WitnessAnswer) -> str:
    if answer.fault:
        return f"{answer.place}: can't be asked ({answer.fault}); fix that and audit again"
    return f"{answer.place}: {f'row {answer.seq:,}' if answer.seq else 'knows no row'}"


def _stamp_text(stamp: Stamp) -> str:
    signed, dated = _time_text(stamp.signed_ms), _time_text(stamp.dated_ms)
    if stamp.is_in_time:
        return f"  row {stamp.seq:,}: {signed}"
    return (
        f"  row {stamp.seq:,} existed on {signed}; it is dated {dated}: not a witness of that time"
    )


def audit_page(auditor: JournalAuditor, outside: Outside) -> list[str]:
    """What an audit prints of a journal that holds."""
    books = ("Books", f"row {outside.books_seq:,}" if outside.books_seq else "not compared")
    lines = [*paper.lined_up([*_counts(auditor), books], right=(1,)), ""]
    for explained in _levels(auditor):
        lines += [*_explanation(explained), ""]
    required = exact(required_micros(auditor.state))
    lines += [f"Held for players: {required}", *outside.lines(auditor.known)]
    notes = []
    if unasked := outside.unasked(auditor):
        lines += [
            f"Witness {paper.printable(place)}: on record, but not asked; name it with --witness"
            for place in unasked
        ]
        notes.append(f"witnesses on record not asked: {len(unasked):,}")
    if silent := sum(bool(each.fault) for each in outside.witnesses):
        notes.append(f"witnesses that can't be asked: {silent:,}")
    if knowing_nothing := sum(not (each.seq or each.fault) for each in outside.witnesses):
        notes.append(f"witnesses that know no row: {knowing_nothing:,}")
    if late := outside.late():
        notes.append(f"time stamps of another time than their rows: {len(late):,}")
    if days := outside.unstamped_days(auditor):
        lines += paper.wrapped(
            ", ".join(days), first="Days closed without a time stamp: ", rest="  "
        )
        notes.append(f"days closed without a time stamp: {len(days):,}")
    lines += [*_verdicts(auditor), f"Last row: {auditor.last.seq}:{auditor.last.hash}"]
    if not notes:
        return [*lines, paper.paint("OK", f"{paper.BOLD};{paper.GREEN}")]
    return [*lines, paper.paint(f"OK, but {', '.join(notes)}", paper.YELLOW)]


def _verdicts(auditor: JournalAuditor) -> list[str]:
    """The two answers of an audit: whether the record is sound, and whether this release decides
    the same."""
    rows = auditor.last.seq - (auditor.begun.seq if auditor.begun else 0)
    sound = f"The record is sound: {rows:,} rows; chain, events, permissions, meters, ledger."
    redecider = auditor.redecider
    if redecider is None:
        return [sound]
    done, refused = f"{redecider.done:,} commands", f"{redecider.refused:,} refused"
    if not redecider.otherwise:
        return [sound, f"This release decides the same: {done}, {refused}."]
    same = f"This release decides the same of the others: {done}, {refused}."
    return [sound, *otherwise_lines(auditor), same]


def otherwise_lines(auditor: JournalAuditor) -> list[str]:
    """The rows of other releases that this one would decide otherwise: at most a page of them."""
    redecider = auditor.redecider
    if redecider is None or not redecider.otherwise:
        return []
    by_release = ", ".join(
        f"{number:,} {'row' if number == 1 else 'rows'} of release {release}"
        for release, number in sorted(redecider.otherwise.items())
    )
    shown = redecider.notices[:NOTICES_SHOWN]
    lines = [f"This release decides otherwise: {by_release}. That is no fault of the record."]
    for each in shown:
        first = f"  row {each.seq:,}  {_time_text(each.at_ms)}  {each.command}: "
        lines += paper.wrapped(paper.printable(each.told.reason), first=first, rest="    ")
    more = redecider.otherwise.total() - len(shown)
    return [*lines, f"  and {more:,} more; --json lists them"] if more else lines


def _counts(auditor: JournalAuditor) -> list[tuple[str, str]]:
    kinds, statuses = auditor.kinds, _statuses(auditor.state)
    counted = {
        "Commands": auditor.last.seq - (auditor.begun.seq if auditor.begun else 0),
        "Events": sum(kinds.values()),
        "Rounds": kinds["round-started"],
        "Rounds voided": kinds["round-voided"],
        "Days closed": kinds["day-closed"],
        "Refused commands": kinds["command-refused"],
        "Awards": statuses.total(),
    }
    counted |= {f"Awards {status}": number for status, number in sorted(statuses.items())}
    snapshot = f"row {auditor.snapshot.seq:,}" if auditor.snapshot else "none"
    if auditor.snapshot and not auditor.snapshot_is_ours:
        snapshot += ", of another version: not compared"
    counts = [(name, f"{number:,}") for name, number in counted.items()]
    counts += [
        (f"Rows decided by release {paper.printable(str(release))}", f"{number:,}")
        for release, number in sorted(auditor.releases.items())
        if release.version
    ]
    if auditor.begun is not None:
        counts.insert(0, ("Begins with row", f"{auditor.begun.seq:,}"))
    return [*counts, *_redecided_rows(auditor), ("Snapshot", snapshot)]


def _redecided_rows(auditor: JournalAuditor) -> list[tuple[str, str]]:
    """How many commands were decided again, and what could not be, for want of a paytable."""
    redecider = auditor.redecider
    if redecider is None:
        return []
    missing = [
        (f"Not decided again: {paper.printable(paytable)} is not at hand", f"{number:,}")
        for paytable, number in sorted(redecider.undecided.items())
    ]
    return [
        ("Decided again, and the same", f"{redecider.done:,}"),
        ("Refused again, for the same reason", f"{redecider.refused:,}"),
        *missing,
    ]


def _explanation(explained: Explained) -> list[str]:
    """One meter: what it shows, and how that came about."""
    rows = [
        (
            cause if cause == "opening" else f"{'+' if amount >= 0 else '-'} {cause}",
            exact(abs(amount)),
        )
        for cause, amount in explained.causes.items()
        if amount or cause == "opening"
    ]
    rows.append(("= meter", exact(explained.meter_micros)))
    rows += [
        (name, exact(amount))
        for name, amount in (
            ("reserve", explained.reserve_micros),
            ("overflow", explained.overflow_micros),
        )
        if amount
    ]
    title = paper.heading(paper.printable(f"{explained.jackpot} {explained.level}"))
    return [title, *paper.lined_up(rows, right=(1,), indent="  ")]


def audit_data(auditor: JournalAuditor, outside: Outside) -> dict[str, object]:
    """The same for programs."""
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
        "witnesses": {each.place: each.seq for each in outside.witnesses},
        "witnesses_silent": {each.place: each.fault for each in outside.witnesses if each.fault},
        "witnesses_not_asked": outside.unasked(auditor),
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


# ---- what a replay tells ------------------------------------------------------------------------


def replay_page(auditor: JournalAuditor) -> list[str]:
    """What a replay prints: meters, open rounds, what is owed."""
    state = auditor.state
    meters = [("Meter", "Shows", "Exactly", "Reserve", "Overflow")]
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
    rounds = [("Open round", "Wagers", "Marks", "Awards")]
    rounds += [
        (f"{table} {opened.number}", f"{len(opened.spots)}", f"{len(opened.marks)}",
         f"{len(opened.awards)}")
        for table, opened in _open_rounds(state)
    ]  # fmt: skip
    owed = [("Owed", "Seat", "Amount", "Status")]
    owed += [
        (each.award.award, str(each.award.seat), dollars(each.award.owed_cents), each.status)
        for each in _owed(state)
    ]
    lines = [f"Row {auditor.last.seq}, {_moment(auditor)}", ""]
    for part, right in ((meters, (1, 2, 3, 4)), (rounds, (1, 2, 3)), (owed, (1, 2))):
        lines += [*paper.lined_up(part, right=right), *([] if part[1:] else ["  none"]), ""]
    return [*lines, f"Owed in all: {exact(state.balance('owed'))}",
            f"Held for players: {exact(required_micros(state))}"]  # fmt: skip


def replay_data(auditor: JournalAuditor) -> dict[str, object]:
    """The same for programs."""
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
    """How many awards there were, by what became of them; most have left the floor."""
    statuses = Counter(found.status for _, found in state.awards.items())
    return statuses + Counter(dict(state.let_go.items()))


def _owed(state: State) -> list[AwardState]:
    """Recorded and not yet paid, with something to pay."""
    return [state.award(name) for name, _ in state.owed.items()]


def _moment(auditor: JournalAuditor) -> str:
    """The time of the last row, in UTC."""
    return _time_text(auditor.at_ms) if auditor.last.seq else "before everything"


def _time_text(at_ms: int) -> str:
    seconds, milliseconds = divmod(at_ms, 1000)
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):  # a clock that was thousands of years ahead
        return f"{at_ms:,} ms after 1970"
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def _shown(explained: Explained) -> int:
    return shown_down(Micros(explained.meter_micros))


def exact(amount_micros: int) -> str:
    """Micros as dollars, every digit of them: $1,000.20, $1,000.205."""
    digits = f"{abs(amount_micros):0{CENT_FRACTION_DIGITS + 1}d}"
    whole, fraction = digits[:-CENT_FRACTION_DIGITS], digits[-CENT_FRACTION_DIGITS:]
    cents, below = fraction[:2], fraction[2:].rstrip("0")
    return f"{'-' if amount_micros < 0 else ''}${int(whole):,}.{cents}{below}"
