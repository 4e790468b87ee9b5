"""Commands about journals: audit, replay, export. They only read."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from pitboss.audit import Auditor, BadRow, Explained, Until, audit, replay, stored_rows
from pitboss.cli import paper
from pitboss.cli.progress import progress
from pitboss.cli.shared import AsJson, json_text
from pitboss.floor.book import Book
from pitboss.floor.ledger import required_micros
from pitboss.floor.state import AwardState, RoundState, State
from pitboss.journal import EMPTY, Journal, Last
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.folder import PAYTABLES_FOLDER
from pitboss.money import Micros, dollars, shown_down
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables

commands = typer.Typer()

SERVERS = ("postgresql://", "postgres://")
BAD = 1  # the exit code of a journal that does not hold
NOT_PROVEN = ("JOURNAL_TAMPERED", "JOURNAL_DAMAGED")
# Milliseconds since 1970 have at least twelve digits since 1973; no journal has so many rows.
TIME_FROM = 10**11
KNOWN = re.compile(r"(\d{1,15}):([0-9a-f]{64})")
CENT_FRACTION_DIGITS = 8  # a micro is the hundred millionth part of a dollar

Address = Annotated[
    str,
    typer.Argument(metavar="JOURNAL", help="A journal file, or a postgresql:// address."),
]


@commands.command("audit")
def audit_command(
    address: Address,
    known: Annotated[
        str | None,
        typer.Option(
            "--known",
            metavar="SEQ:HASH",
            help="A row and its hash, as an earlier audit told them; proves that no row is gone.",
        ),
    ] = None,
    paytables: Annotated[
        Path | None,
        typer.Option(
            "--paytables",
            metavar="FOLDER",
            help="The house's own paytables; else those of the folder paytables beside the file.",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Prove a journal from its first event, with no other state: the chain of hashes, every event,
    every decision, the books, every meter, each day's close, the snapshot. Ends with 1 at the first
    bad row."""
    noted = _known(known)
    with _judged(), _opened(address) as journal, progress("audit") as report:
        auditor = audit(journal, book=_book(address, paytables), known=noted, report=report)
    if as_json:
        typer.echo(json_text(_audit_data(auditor)))
        return
    typer.echo("\n".join(_audit_page(auditor)))


@commands.command("replay")
def replay_command(
    address: Address,
    until: Annotated[
        str,
        typer.Option(
            "--until",
            metavar="SEQ|TIME",
            help="A row's sequence, or a time: ISO 8601 with its zone, or milliseconds.",
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Meters, open rounds and what was owed at any past row or time."""
    wanted = _until(until)
    with _judged(), _opened(address) as journal:
        _check_seq(journal, wanted.seq or 0, where=f"--until {until}")
        with progress("replay") as report:
            auditor = replay(journal, wanted, report)
    if as_json:
        typer.echo(json_text(_replay_data(auditor)))
        return
    typer.echo("\n".join(_replay_page(auditor)))


@commands.command()
def export(
    address: Address,
    after: Annotated[
        int, typer.Option("--after", metavar="SEQ", min=0, help="Only the rows behind this one.")
    ] = 0,
) -> None:
    """Every row as a line of JSON, as it is stored, for another program to verify."""
    with _judged(), _opened(address) as journal:
        _check_seq(journal, after, where=f"--after {after}")
        previous_hash = _hash_of(journal, after) if after else EMPTY.hash
        for row in stored_rows(journal, after_seq=after):
            line = {"previous_hash": previous_hash, **row._asdict()}
            # ASCII only: no terminal or pipe can then change a character.
            sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
            previous_hash = row.hash


# ---- words of the command line ------------------------------------------------------------------


@contextlib.contextmanager
def _opened(address: str) -> Iterator[Journal]:
    """The journal, for reading."""
    journal = _journal(address)
    try:
        yield journal
    finally:
        journal.close()


def _book(address: str, own: Path | None) -> Book:
    """Every paytable at hand, to price awards again."""
    beside = Path(address).parent / PAYTABLES_FOLDER
    if own is None and not address.startswith(SERVERS) and beside.is_dir():
        own = beside
    found = Paytables(own)
    return {paytable: found.get(paytable) for paytable in found.ids()}


def _journal(address: str) -> Journal:
    if not address.startswith(SERVERS):
        if not Path(address).is_file():
            raise Refusal("FILE_MISSING", where=address, reason="there is no such journal")
        return SqliteJournal(Path(address), read_only=True, prove_pages=False)
    try:
        from pitboss.journal.postgres import PostgresJournal
    except ImportError:
        raise Refusal(
            "PSYCOPG_MISSING", where="PostgreSQL", reason="install pitboss[postgres]"
        ) from None
    return PostgresJournal(address, read_only=True)


@contextlib.contextmanager
def _judged() -> Iterator[None]:
    """What is wrong with a journal, as one line and exit code 1."""
    try:
        yield
    except BadRow as bad:
        told = str(bad)
    except Refusal as refusal:
        if refusal.code not in NOT_PROVEN:
            raise
        told = f"{refusal.where}: {refusal.reason}"
    else:
        return
    code = paper.paint("JOURNAL_BAD", f"{paper.BOLD};{paper.RED}", stream=sys.stderr)
    typer.echo(f"{code}: {paper.printable(told)}", err=True)
    raise typer.Exit(BAD)


def _check_seq(journal: Journal, seq: int, *, where: str) -> None:
    last = journal.last().seq
    if seq > last:
        raise Refusal("SEQ_UNKNOWN", where=where, reason=f"the journal ends at row {last}")


def _hash_of(journal: Journal, seq: int) -> str:
    for row in journal.rows(after_seq=seq - 1, limit=1):
        if row.seq == seq:
            return row.hash
    raise BadRow(seq, "it is missing", field="seq")


def _known(text: str | None) -> Last | None:
    if text is None:
        return None
    match = KNOWN.fullmatch(text)
    if match is None:
        raise Refusal("OPTION_UNREADABLE", where=f"--known {text}", reason="write it as SEQ:HASH")
    return Last(int(match[1]), match[2])


def _until(text: str) -> Until:
    """A sequence or a time."""
    if re.fullmatch(r"\d{1,15}", text, re.ASCII):
        number = int(text)
        return Until(at_ms=number) if number >= TIME_FROM else Until(seq=number)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Refusal(
            "TIME_UNREADABLE",
            where=f"--until {text}",
            reason="a sequence, milliseconds, or a time with its zone: 2026-03-01T23:59:59-08:00",
        )
    since = moment - datetime(1970, 1, 1, tzinfo=UTC)
    return Until(at_ms=(since.days * 86_400 + since.seconds) * 1000 + since.microseconds // 1000)


# ---- what an audit tells ------------------------------------------------------------------------


def _audit_page(auditor: Auditor) -> list[str]:
    lines = [*paper.lined_up(_counts(auditor), right=(1,)), ""]
    for explained in _levels(auditor):
        lines += [*_explanation(explained), ""]
    required = exact(required_micros(auditor.state))
    lines += [f"Held for players: {required}", f"Last row: {auditor.last.seq}:{auditor.last.hash}"]
    return [*lines, paper.paint("OK", f"{paper.BOLD};{paper.GREEN}")]


def _counts(auditor: Auditor) -> list[tuple[str, str]]:
    kinds = auditor.kinds
    counted = {
        "Events": auditor.last.seq,
        "Rounds": kinds["round-started"],
        "Rounds voided": kinds["round-voided"],
        "Days closed": kinds["day-closed"],
        "Refused commands": kinds["command-refused"],
        "Awards": len(_awards(auditor.state)),
    }
    statuses = Counter(found.status for found in _awards(auditor.state))
    counted |= {f"Awards {status}": number for status, number in sorted(statuses.items())}
    snapshot = f"row {auditor.snapshot.seq:,}" if auditor.snapshot else "none"
    if auditor.snapshot and not auditor.snapshot_is_ours:
        snapshot += ", of another version: not compared"
    counts = [(name, f"{number:,}") for name, number in counted.items()]
    return [*counts, *_undecided(auditor), ("Snapshot", snapshot)]


def _undecided(auditor: Auditor) -> list[tuple[str, str]]:
    """What could not be decided again, for want of a paytable."""
    missing = auditor.again.undecided if auditor.again is not None else {}
    return [
        (f"Not decided again: {paper.printable(paytable)} is not at hand", f"{number:,}")
        for paytable, number in sorted(missing.items())
    ]


def _explanation(explained: Explained) -> list[str]:
    """One meter: what it shows, and how that came about."""
    rows = [
        (
            cause if cause == "opening" else f"{'+' if amount >= 0 else '-'} {cause}",
            _unsigned(amount),
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


def _audit_data(auditor: Auditor) -> dict[str, object]:
    return {
        "ok": True,
        "events": auditor.last.seq,
        "last_hash": auditor.last.hash,
        "kinds": dict(sorted(auditor.kinds.items())),
        "undecided": dict(sorted(auditor.again.undecided.items())) if auditor.again else {},
        "awards": dict(Counter(found.status for found in _awards(auditor.state))),
        "snapshot_seq": auditor.snapshot.seq if auditor.snapshot else None,
        "snapshot_compared": auditor.snapshot_is_ours,
        "meters": [
            {
                **_place_data(explained),
                "causes_micros": {cause: str(amount) for cause, amount in explained.causes.items()},
            }
            for explained in _levels(auditor)
        ],
        "required_micros": str(required_micros(auditor.state)),
    }


def _levels(auditor: Auditor) -> list[Explained]:
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


def _replay_page(auditor: Auditor) -> list[str]:
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


def _replay_data(auditor: Auditor) -> dict[str, object]:
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


def _awards(state: State) -> list[AwardState]:
    return [found for _, found in state.awards.items()]


def _owed(state: State) -> list[AwardState]:
    """Recorded and not yet paid, with something to pay."""
    return [
        found
        for found in _awards(state)
        if found.status in ("recorded", "moved") and found.award.owed_cents
    ]


def _moment(auditor: Auditor) -> str:
    """The time of the last row, in UTC."""
    if not auditor.last.seq:
        return "before everything"
    seconds, milliseconds = divmod(auditor.at_ms, 1000)
    try:
        moment = datetime.fromtimestamp(seconds, UTC)
    except (ValueError, OverflowError, OSError):  # a clock that was thousands of years ahead
        return f"{auditor.at_ms:,} ms after 1970"
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def _shown(explained: Explained) -> int:
    return shown_down(Micros(explained.meter_micros))


def exact(amount_micros: int) -> str:
    """Micros as dollars, every digit of them: $1,000.20, $1,000.205."""
    digits = f"{abs(amount_micros):0{CENT_FRACTION_DIGITS + 1}d}"
    whole, fraction = digits[:-CENT_FRACTION_DIGITS], digits[-CENT_FRACTION_DIGITS:]
    cents, below = fraction[:2], fraction[2:].rstrip("0")
    return f"{'-' if amount_micros < 0 else ''}${int(whole):,}.{cents}{below}"


def _unsigned(amount: int) -> str:
    return exact(abs(amount))
