"""Journals of a release, with the figures that it finds in them, for every later release to find.

`PYTHONPATH=. .venv/bin/python tests/golden_journals.py VERSION` writes `golden/journals/VERSION`
anew. A folder of a release that is out is never changed."""

from __future__ import annotations

import csv
import io
import json
import lzma
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from shutil import copyfile, rmtree
from tempfile import TemporaryDirectory
from typing import Any

from floor.scenario import play
from floor.support import _FROM_METER, FROM_METER, Floor
from floor.words import Wrong
from pitboss.audit import JournalAuditor, audit
from pitboss.audit.proof import stored_rows
from pitboss.floor.decide import Decision
from pitboss.floor.facts import approvals, engines
from pitboss.floor.facts.base import Command
from pitboss.floor.money.ledger import trial_balance
from pitboss.floor.money.meter import list_readings
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.journal import EMPTY, Row
from pitboss.journal.chain import chain_row
from pitboss.journal.codec import command_text, events_text
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.release import list_functions, running_release
from pitboss.refusal import Told
from pitboss.reports.making import reports
from pitboss.rules.catalog import Paytables
from proof.sim.running import Run
from proof.sim.wide import WideSettings, WideSimulation
from reports.played import command, dropped, make_house
from web.history import BEGIN_MS

FOLDER = Path(__file__).parent / "golden" / "journals"
SCENARIOS = Path(__file__).parent / "scenarios"
HOUSE, PAYTABLES = "house", "paytables"
ROWS_FILE, FLOORS_FILE, FIGURES_FILE = "rows.jsonl.xz", "floors.jsonl.xz", "figures.json"
PERIOD = ("--from", "2026-11-07", "--to", "2026-11-08")
# Columns in which a report says something in a sentence: those may be reworded.
SAID = {"what", "why", "functions", "citation", "rule", "note"}


# ---- what a release finds -----------------------------------------------------------------------


def figures_of(auditor: JournalAuditor) -> dict[str, Any]:
    """Where a journal ends, what its meters hold, and its trial balance."""
    return {
        "last": f"{auditor.last.seq}:{auditor.last.hash}",
        "meters": {
            f"{jackpot} {each.level}": [
                each.meter_micros, each.reserve_micros, each.overflow_micros,
            ]
            for jackpot, each in list_readings(auditor.state)
        },
        "trial_balance": {
            each.account: each.cents * 1_000_000 + each.micros
            for each in trial_balance(auditor.state)
            if each.cents or each.micros
        },
    }  # fmt: skip


def audited(rows: Sequence[Row], paytables: PaytableLookup) -> JournalAuditor:
    """The proof of a journal by this release."""
    journal = MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)
    return audit(journal, paytables=paytables, running_sha256=running_release().sha256)


def paytables_in(release: Path) -> PaytableLookup:
    """Those of this release, and the house's own."""
    found = Paytables(release / PAYTABLES)
    return {name: found.get(name) for name in found.ids()}


def report_texts(folder: Path) -> dict[str, str]:
    """Every report of the two days of a house, without what it says in sentences."""
    asked = ("--format", "csv", *PERIOD)
    return {
        each.label: _figures_in(command("report", each.label, str(folder), *asked))
        for each in reports()
    }


def _figures_in(text: str) -> str:
    lines: list[list[str]] = []
    said: list[int] = []
    for row in csv.reader(io.StringIO(text, newline="")):
        if not row or not lines or not lines[-1] or len(lines[-1]) == 1:
            said = [place for place, name in enumerate(row) if name in SAID]
            lines.append(row)
        else:
            lines.append(["" if place in said else cell for place, cell in enumerate(row)])
    return "\n".join(map(json.dumps, lines)) + "\n"


# ---- what lies in a folder ----------------------------------------------------------------------


def write_rows(file: Path, journals: Mapping[str, Iterable[Row]]) -> None:
    """Journals by name, a row a line; hashes follow from the rows, and the last is a figure."""
    lines = (
        json.dumps([name, *row[:-1]], ensure_ascii=False)
        for name, rows in journals.items()
        for row in rows
    )
    file.write_bytes(lzma.compress("\n".join(lines).encode(), preset=9))


def read_rows(file: Path) -> dict[str, list[Row]]:
    """The journals of a file."""
    found: dict[str, list[Row]] = {}
    for line in lzma.decompress(file.read_bytes()).decode().split("\n"):
        name, *row = json.loads(line)
        rows = found.setdefault(name, [])
        rows.append(chain_row(rows[-1].hash if rows else EMPTY.hash, *row))
    return found


def open_house(release: Path, folder: Path) -> None:
    """The house of a release in a folder of its own, as a site."""
    folder.mkdir(parents=True)
    copyfile(release / HOUSE / "site.toml", folder / "site.toml")
    (rows,) = read_rows(release / HOUSE / ROWS_FILE).values()
    journal = SqliteJournal(folder / "floor.db")
    journal.append(rows, after=EMPTY)
    journal.close()


# ---- what a release writes ----------------------------------------------------------------------


def named(version: str) -> dict[str, Any]:
    """What the release says of itself; no digest of a program is this."""
    digest = sha256(version.encode()).hexdigest()
    about = {"epoch": 1, "engine": "golden", "address": ""}
    return {"version": version, "code_sha256": digest, **about}


class RecordedFloor(Floor):
    """A floor of a scenario, whose commands are kept as rows."""

    def __init__(self, version: str) -> None:
        super().__init__(replays=False)
        self.journal: list[Row] = []
        at_ms = self.at_ms
        self.ask(engines.BeginEngine, **named(version))
        self.at_ms = at_ms

    def ask(self, kind: type[Any], /, **fields: object) -> Decision:
        """Ask, and keep what was done."""
        decision = super().ask(kind, **fields)
        if not isinstance(decision, Told):
            asked: Command = kind(command_id=f"c{self.asked}", at_ms=self.at_ms, **fields)
            last = self.journal[-1].hash if self.journal else EMPTY.hash
            texts = command_text(asked), events_text(decision)
            place = (len(self.journal) + 1, asked.at_ms, asked.command_id)
            self.journal.append(chain_row(last, *place, *texts))
        return decision


def scenario_rows(version: str) -> Iterator[tuple[str, list[Row]]]:
    """Every scenario that an engine could have played, one journal each."""
    for path in sorted(SCENARIOS.glob("*.txt")):
        floor = RecordedFloor(version)
        try:
            play(path, floor)
        except Wrong as wrong:
            print(f"{path.stem} is left out: {wrong}")  # noqa: T201
        else:
            yield path.stem, floor.journal


def simulated_rows() -> Iterator[tuple[str, Sequence[Row]]]:
    """A floor by chance, and two properties with their hub."""
    run = Run(rng_seed=6, rounds=20, faults="some", engines=2)
    run.play()
    yield "simulated", run.rows
    wide = WideSimulation(
        WideSettings(
            seed=1, properties=2, tables=2, rounds=40, hits=6, pairs=1, outages=2, lost=0.15,
            restores=2, property_restores=2, closings=1,
        )
    )  # fmt: skip
    wide.run()
    for node in (wide.hub, *wide.properties):
        yield f"wide-{node.name}", node.store.rows


def write_release(version: str) -> None:
    """The whole folder of a release."""
    release = FOLDER / version
    rmtree(release, ignore_errors=True)
    own = release / PAYTABLES / f"{FROM_METER}.toml"
    own.parent.mkdir(parents=True)
    own.write_text(_FROM_METER, "utf-8")
    with TemporaryDirectory() as made:
        folder = Path(made) / HOUSE
        begin = engines.BeginEngine(command_id="begin", at_ms=BEGIN_MS, **named(version))
        runs = approvals.NoteRelease(
            command_id="release",
            at_ms=BEGIN_MS,
            version=version,
            manifest=f"{'0' * 64}  release.py\n",
            functions=list_functions(),
        )
        make_house(folder, then=dropped, first=[begin, runs])
        (release / HOUSE).mkdir()
        copyfile(folder / "site.toml", release / HOUSE / "site.toml")
        journal = SqliteJournal(folder / "floor.db", read_only=True)
        house = list(stored_rows(journal))
        journal.close()
        write_rows(release / HOUSE / ROWS_FILE, {HOUSE: house})
        for label, text in report_texts(folder).items():
            (release / HOUSE / f"{label}.txt").write_text(text, "utf-8")
    floors = dict((*scenario_rows(version), *simulated_rows()))
    write_rows(release / FLOORS_FILE, floors)
    lookup = paytables_in(release)
    figures = {name: figures_of(audited(rows, lookup)) for name, rows in floors.items()}
    figures[HOUSE] = figures_of(audited(house, lookup))
    lines = (f"{json.dumps(name)}: {json.dumps(each)}" for name, each in sorted(figures.items()))
    (release / FIGURES_FILE).write_text("{" + ",\n".join(lines) + "}\n", "utf-8")


if __name__ == "__main__":
    write_release(sys.argv[1])
