"""The submission pack of a game: rules and pays, worked examples, PAR sheets, best play, a
simulation, what card counters win and the rack card, as one PDF and an archive with a manifest.

Nothing reads a clock: the same game, settings, paytables, release and seed make the same bytes.
What can't be computed says why, in its place."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

from msgspec import Struct

from pitboss.journal.signed_zip import MANIFEST, zip_entry
from pitboss.maths import parts
from pitboss.maths import simulation as running
from pitboss.maths.analysis import choose
from pitboss.maths.counting import counts_path
from pitboss.maths.threads import use_threads
from pitboss.refusal import Refusal
from pitboss.reports import parsheet_text as write
from pitboss.reports.game_examples import ABOUT, example_sections, find_examples
from pitboss.reports.parsheet import SIGNATURES, parsheet_data
from pitboss.reports.parsheet_counting import vulnerability_section
from pitboss.reports.parsheet_identity import content_hash, sheet_date, subject
from pitboss.reports.parsheet_text import LEFT, SheetSection
from pitboss.reports.parsheet_xlsx import parsheet_xlsx
from pitboss.reports.simulation_text import comparison_blocks
from pitboss.reports.table_papers import TablePapers, game_rack_card, papers_pdf
from pitboss.reports.typeset import typeset
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Table
from pitboss.words.language import ENGLISH, recording, texts

FORM, PDF_FILE = "pitboss game pack 1", "game-pack.pdf"


class GamePackSource(Struct, frozen=True, kw_only=True):
    """What a pack is made from: the table, its paytables' texts, each wager with its settings, the
    version and digests of the software, and the simulation."""

    table: Table
    paytables: Paytables
    wagers: Sequence[tuple[Paytable, Mapping[str, str]]]
    software: Mapping[str, str]
    rounds: int
    rng_seed: int


def make_game_pack(
    source: GamePackSource, *, paper: str, report: Callable[[float], None] = lambda done: None
) -> tuple[bytes, bytes]:
    """The PDF, and the archive that it is also in."""
    with recording(ENGLISH):
        examples = find_examples(source.table)
        files = _input_files(source)
        runs_as = content_hash(_digests({"settings": _json(dict(source.table.options)), **files}))
        day = max(sheet_date(each)[0] for each, _ in source.wagers).isoformat()
        card = _rack_card(source, runs_as)
        files["rack-card.pdf"] = papers_pdf(
            card, "rack_card", texts(ENGLISH)["table_papers"], day=day, printed="", paper=paper
        )
        for rng_seed, (dealt, _) in examples.items():
            files[f"examples/deal-{rng_seed}.json"] = _json(dealt)
        for number, (paytable, way) in enumerate(source.wagers, 1):
            name = f"par-sheets/{number}-{paytable.id.replace('/', '-')}.xlsx"
            files[name] = parsheet_xlsx(paytable, way)
        digests = _digests(files)
        bodies = [
            _rules_part(card),
            _part("Examples", *example_sections(examples, source.paytables), subtitle=ABOUT),
            *(parsheet_data(*each) for each in source.wagers),
            _part("Best play", _section_or_why("In words", partial(_strategy, source))),
            _part("Simulation", *_simulations(source, report)),
            _part("Card counting and seen cards", *_vulnerabilities(source)),
        ]
        digest = content_hash(digests)
        data = {
            "title": "Submission of a game",
            "id": source.table.game.name,
            "date": day,
            "version": f"pitboss {source.software['version']}",
            "hash": digest,
            "parts": [_cover(source, digests, digest), *bodies],
        }
        files[PDF_FILE] = typeset("parsheet.typ", data, paper=paper)
        return files[PDF_FILE], _zip({MANIFEST: _manifest(source, files), **files})


# ---- files --------------------------------------------------------------------------------------


def _input_files(source: GamePackSource) -> dict[str, bytes]:
    """The paytables, the stored counts and the conditions of bets in files, unchanged."""
    files = {}
    for paytable, way in source.wagers:
        files[f"paytables/{paytable.id}.toml"] = source.paytables.text(paytable.id).encode()
        for name in subject(paytable, way, {}, {}).counts:
            counts = counts_path(name)
            files[f"counts/{name}.json"] = counts.read_bytes()
            if "/" in name:
                files[f"counts/{name}.toml"] = counts.with_name("bet.toml").read_bytes()
    return files


def _digests(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: sha256(files[name]).hexdigest() for name in sorted(files)}


def _manifest(source: GamePackSource, files: Mapping[str, bytes]) -> bytes:
    return _json(
        {
            "form": FORM,
            "game": source.table.game.name,
            "software": dict(source.software),
            "settings": dict(source.table.options),
            "paytables": {slot: each.id for slot, each in source.table.paytables.items()},
            "simulation": {"rounds": source.rounds, "rng_seed": source.rng_seed},
            "files": {
                name: {"sha256": digest, "bytes": len(files[name])}
                for name, digest in _digests(files).items()
            },
        }
    )


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(files):
            archive.writestr(zip_entry(name), files[name])
    return made.getvalue()


def _json(value: object) -> bytes:
    return json.dumps(value, indent=2).encode() + b"\n"


# ---- rack card ----------------------------------------------------------------------------------


def _rack_card(source: GamePackSource, digest: str) -> TablePapers:
    words = texts(ENGLISH)
    said = {"options": words["game_options"], "values": words["game_values"]}
    return game_rack_card(source.table, digest, said)


def _rules_part(card: TablePapers) -> dict[str, Any]:
    """The rack card, as a part of the PDF."""
    sections = [write.make_section("Rules", write.number_lines(card.rules))]
    if card.settings:
        sections.append(write.make_section("At this table", write.pairs(card.settings)))
    for bet in card.bets:
        heads = ("Hand", *(bet.columns or ("Pays",)), *(("Envy, each",) if bet.has_envy else ()))
        rows = [(hand, *pays, *((envy,) if bet.has_envy else ())) for hand, pays, envy in bet.rows]
        blocks = [write.table(write.columns(*heads), rows)]
        notes = [write.text(*bet.footnotes)] if bet.footnotes else []
        sections.append(write.make_section(bet.title, *blocks, *notes))
    return _part("Rules and pays", *sections)


# ---- parts --------------------------------------------------------------------------------------


def _part(title: str, *sections: SheetSection, subtitle: str = "") -> dict[str, Any]:
    return {"title": title, "id": "", "subtitle": subtitle, "sections": list(sections)}


def _cover(source: GamePackSource, digests: Mapping[str, str], digest: str) -> dict[str, Any]:
    about = [(write.words(name), value) for name, value in source.software.items()]
    about += [(slot, each.id) for slot, each in source.table.paytables.items()]
    about += [(write.words(name), str(each)) for name, each in source.table.options.items()]
    files = write.table(
        {"File": LEFT, "SHA-256": LEFT}, [*digests.items(), ("content hash", digest)]
    )
    return _part(
        source.table.game.title,
        write.make_section("Game", write.text(source.table.game.summary), write.pairs(about)),
        write.make_section(
            "Files", files, write.text(f"{MANIFEST} in the archive lists them and this PDF.")
        ),
        write.make_section("Signatures", {"kind": "signatures", "lines": list(SIGNATURES)}),
    )


def _section_or_why(title: str, make: Callable[[], SheetSection]) -> SheetSection:
    """A section, or in its place why there is none."""
    try:
        return {**make(), "title": title}
    except Refusal as refusal:
        return write.make_section(title, write.text(f"Not available: {refusal.reason}"))


def _wager_text(paytable: Paytable, way: Mapping[str, str]) -> str:
    settings = ", ".join(f"{write.words(name)} {value}" for name, value in way.items())
    return f"{paytable.title} ({settings})" if settings else paytable.title


def _strategy(source: GamePackSource) -> SheetSection:
    use_threads(None)
    found = parts.strategy_part(source.table.game.name)
    known = {option.name for option in found.OPTIONS}
    told = {name: str(each) for name, each in source.table.options.items() if name in known}
    return write.make_section(
        "", write.text(*found.in_words(choose(found.OPTIONS, told)).split("\n"))
    )


def _vulnerabilities(source: GamePackSource) -> Iterator[SheetSection]:
    for paytable, way in source.wagers:
        make = partial(vulnerability_section, subject(paytable, way, {}, {}))
        yield _section_or_why(_wager_text(paytable, way), make)


def _simulations(source: GamePackSource, report: Callable[[float], None]) -> Iterator[SheetSection]:
    if not source.rounds:
        yield write.make_section("Left out", write.text("No rounds were simulated."))
        return
    for done, (paytable, way) in enumerate(source.wagers, 1):
        make = partial(_simulation, source, paytable, way)
        yield _section_or_why(_wager_text(paytable, way), make)
        report(done / len(source.wagers))


def _simulation(source: GamePackSource, paytable: Paytable, way: Mapping[str, str]) -> SheetSection:
    use_threads(None)
    made = running.simulate(
        paytable, way, rounds=source.rounds, rng_seed=source.rng_seed, report=lambda done: None
    )
    return write.make_section("", *comparison_blocks(made, ENGLISH))
