"""`pitboss audit` of a long journal, and of a sealed year from its last seal, against the targets.

Writes a journal of fifty tables at the pace of a year and proves it whole. Then it seals all but
the last twelfth and proves it from there, as a year from its last month. Others may use the
machine, so the processor time of the longer of the two processes is next to the clock's. With
`--long` it proves a million commands; otherwise it proves some of them and estimates the rest."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from pitboss.audit import Until
from pitboss.audit.archiving import make_archive
from pitboss.audit.in_two import LONG_ROWS
from pitboss.journal.place import JOURNAL_FILE, JournalPlace
from pitboss.live.house_key import HouseKey
from proof.bench.asking import BOOK
from proof.bench.year_of_play import YEAR_COMMANDS, write_year

SIZES = (60_000, 240_000)
SIZE_LONG = 1_000_000
MILLION = 1_000_000
MILLION_S, SEALED_S = 30.0, 300.0  # the targets
MONTHS = 12


class Proven(NamedTuple):
    """How many rows an audit proved, the seconds it took, and the average processor seconds of its
    two processes."""

    rows: int
    seconds: float
    cpu_seconds: float


def main() -> None:
    """Print both figures as ratios to their targets."""
    sizes: Sequence[int] = (*SIZES, SIZE_LONG) if "--long" in sys.argv else SIZES
    if "--small" in sys.argv:
        sizes = SIZES[:1]
    print("   commands      seconds  processor  | from the last seal: rows   seconds   archive")
    whole, sealed = [], []
    for commands in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_year(folder, commands)
            whole.append(_audit(folder, commands))
            archive = _seal(folder, commands)
            sealed.append(_audit(folder, commands // MONTHS, "--from", str(archive)))
            size_mb = archive.stat().st_size / 1e6
        print(
            f"   {commands:>9,}{whole[-1].seconds:>12.1f}{whole[-1].cpu_seconds:>11.1f}  |"
            f"{sealed[-1].rows:>25,}{sealed[-1].seconds:>10.1f}{size_mb:>7.1f} MB"
        )
    print("   of the target, at most 1.00     by the clock   processor   grown a row")
    _tell("a million commands", MILLION_S, whole, MILLION)
    _tell("a sealed year, last month", SEALED_S, sealed, YEAR_COMMANDS // MONTHS)


def _tell(words: str, target_s: float, found: Sequence[Proven], rows: int) -> None:
    """Print the last size scaled to all rows, and a row's cost there against the first."""
    first, last = found[0], found[-1]
    clock, processor = (each / last.rows * rows / target_s for each in last[1:])
    grown = (last.cpu_seconds / last.rows) / (first.cpu_seconds / first.rows)
    print(f"     {words:<28}{clock:>13.2f}{processor:>12.2f}{grown:>10.2f} x")


def _audit(folder: Path, rows: int, *options: str) -> Proven:
    """Run the command itself; each of two processes has half of the processor time."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [sys.executable, "-m", "pitboss", "audit", str(folder / JOURNAL_FILE), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Proven(rows, seconds, spent / 2 if rows >= LONG_ROWS else spent)


def _seal(folder: Path, commands: int) -> Path:
    """Seal everything except the last month."""
    journal, file = JournalPlace(folder)(), folder / "sealed.zip"
    key = HouseKey(folder / "keys" / "house.key", site_folder=folder / "elsewhere")
    until = Until(seq=commands - commands // MONTHS)
    make_archive(journal, file, until, previous=None, paytables=BOOK, signer=key)
    journal.close()
    return file
