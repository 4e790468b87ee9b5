"""What a house sends its regulator for approval, as one PDF: what each table plays, the PAR sheet
of every wager, the paytables, the software, and the site check; each part with its SHA-256. The
files themselves are attached to the PDF, so that the reader can check every digest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any

from msgspec import Struct

from pitboss.evidence.standards import standards_part
from pitboss.evidence.submission import Submission, make_part
from pitboss.floor.facts.values import BundleItem
from pitboss.money import Cents
from pitboss.progress import TellProgress
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet import SIGNATURES, parsheet_data
from pitboss.reports.parsheet_text import LEFT
from pitboss.reports.typeset import typeset
from pitboss.rules import bets as bets_in_files
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.check import check, played_of, tables_of
from pitboss.site.faults import Fault
from pitboss.site.jackpot_figures import ways_at
from pitboss.site.model import HOUSE, Site, SiteTable
from pitboss.site.table_approval import bundle_of, items_of
from pitboss.site.terms import PlayedJackpot

MANIFEST, SITE_FILE, SOFTWARE_FILE = "manifest.json", "site.toml", "software.sha256"


class ApprovalBundle(Struct, frozen=True):
    """The PDF, and the manifest that comes beside it and inside it."""

    pdf: bytes
    manifest: bytes


class BundleSource(Struct, frozen=True, kw_only=True):
    """What a bundle is made from: the site and its text, its paytables, the software and its files,
    the day, and the attachments."""

    site: Site
    text: str
    paytables: Paytables
    version: str
    software: str
    day: str
    submission: Submission

    @property
    def profile(self) -> Profile:
        """The jurisdiction it is for."""
        return catalog.profile(self.site.profile)


def approval_bundle(
    source: BundleSource, *, paper: str, report: TellProgress = lambda done: None
) -> ApprovalBundle:
    """Make the whole bundle; the same facts and day make the same bytes."""
    parts = dict(_parts(source, report))
    files = _files(source) | {f"{name}.json": _canonical(part) for name, part in parts.items()}
    said = _manifest(source, files)
    manifest = json.dumps(said, indent=2, sort_keys=True).encode() + b"\n"
    digest = sha256(manifest).hexdigest()
    attached = {name: text.decode() for name, text in files.items()}
    data = {
        "title": "Request for approval",
        "id": source.site.name,
        "date": source.day,
        "version": f"pitboss {source.version}",
        "hash": digest,
        "parts": [_cover(source, files, digest), *parts.values()],
        "attached": attached | {MANIFEST: manifest.decode()},
    }
    return ApprovalBundle(typeset("parsheet.typ", data, paper=paper, standard="a-3b"), manifest)


# ---- parts --------------------------------------------------------------------------------------


def _parts(source: BundleSource, report: TellProgress) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part by name, in PDF order. The PAR sheets take the most time."""
    opened = tables_of(source.site, source.paytables)
    played = played_of(source.site, source.paytables)
    for table in source.site.tables:
        items = items_of(table, opened[table.table], played)
        digest = bundle_of(table, opened[table.table], played)
        yield f"table-{table.table}", _table_part(table, items, digest)
    if source.profile.submission_sheet.value:
        yield "submission-sheet", _submission_part(source, played)
    yield "check", _check_part(source)
    yield from source.submission.parts()
    yield "standards", standards_part(source.profile)
    sheets = _par_sheets(source, opened, played)
    for done, sheet in enumerate(sheets, 1):
        data = parsheet_data(sheet.paytable, sheet.way, {}, sheet.posted)
        yield f"par-sheet-{done}-{sheet.paytable.id.replace('/', '-')}", data
        report(done / len(sheets))
    for paytable in sorted({each.id for table in opened.values() for each in _all_of(table)}):
        yield f"paytable-{paytable.replace('/', '-')}", _file_part(source, paytable)


def _all_of(table: Table) -> list[Paytable]:
    second = [table.second_sensor] if table.second_sensor else []
    return [*table.paytables.values(), *second]


def _table_part(table: SiteTable, items: Sequence[BundleItem], digest: str) -> dict[str, Any]:
    rows = [(write.words(each.item), each.value) for each in items]
    about = (
        "An approval of this table covers every line below. A table that runs anything else can't "
        "start a real-money round, and names the line that differs."
    )
    return make_part(
        f"Table {table.table}",
        table.table,
        table.title or catalog.game(table.game).title,
        write.make_section("What is approved", write.text(about), write.pairs(rows)),
        write.make_section("Digest", write.pairs([("bundle", digest)])),
        write.make_section("Rules", write.number_lines(catalog.game(table.game).card)),
    )


class _ParSheet(Struct, frozen=True):
    """A PAR sheet to include: the paytable, how it is played, and a house jackpot's prizes."""

    paytable: Paytable
    way: Mapping[str, str]
    posted: Mapping[str, Cents]


def _par_sheets(
    source: BundleSource, opened: Mapping[str, Table], played: Mapping[str, PlayedJackpot]
) -> list[_ParSheet]:
    """The PAR sheet of every wager, once for each way it is played here; a jackpot's uses the
    house's own seeds, rates and prizes."""
    sheets: dict[tuple[object, ...], _ParSheet] = {}
    for table in source.site.tables:
        own = {played[name].paytable.id: played[name] for name in table.jackpots}
        for paytable in _all_of(opened[table.table]):
            jackpot = own.get(paytable.id)
            is_house = jackpot is not None and jackpot.terms.kind == HOUSE
            sheet_of = paytable if jackpot is None or is_house else jackpot.own_paytable()
            posted = dict(jackpot.terms.house_prizes) if jackpot is not None and is_house else {}
            for way in ways_at(paytable, opened[table.table]):
                name = jackpot.jackpot if jackpot is not None else ""
                key = (paytable.id, name, *sorted(way.items()))
                sheets.setdefault(key, _ParSheet(sheet_of, way, posted))
    return list(sheets.values())


def _file_part(source: BundleSource, paytable: str) -> dict[str, Any]:
    text = source.paytables.text(paytable)
    digest = sha256(text.encode()).hexdigest()
    block = {"kind": "file", "text": text}
    return make_part(
        "Paytable",
        paytable,
        source.paytables.get(paytable).title,
        write.make_section("The file", block),
        write.make_section("Digest", write.pairs([("SHA-256", digest)])),
    )


def _check_part(source: BundleSource) -> dict[str, Any]:
    """The site check: a site without errors opens. A table without an approval is normal here: this
    is the request."""
    found = [
        fault
        for fault in check(source.site, source.paytables)
        if fault.code not in ("APPROVAL_MISSING", "APPROVAL_VOID", "APPROVAL_INCOMPLETE")
    ]
    columns = {"Severity": LEFT, "Code": LEFT, "Meaning": LEFT}
    rows = [(each.severity, each.code, _fault_text(each)) for each in found]
    detail = (
        "Links are proven by exact odds; limits, seeds and rates are checked against the profile."
    )
    result = write.table(columns, rows) if rows else write.text("No errors, no warnings.")
    title = source.profile.title
    return make_part(
        "Verdicts",
        "check",
        title,
        write.make_section("Check of the site", write.text(detail), result),
    )


def _fault_text(fault: Fault) -> str:
    return f"{fault.where.rpartition(': ')[2]}: {fault.cited.reason}"


def _submission_part(source: BundleSource, played: Mapping[str, PlayedJackpot]) -> dict[str, Any]:
    """Amounts, holders of keys and codes, and rates; the probabilities are in the PAR sheets."""
    columns = {
        "Jackpot": LEFT,
        "Level": LEFT,
        "Initial and reset": LEFT,
        "Rate": LEFT,
        "Maximum": LEFT,
    }
    rows = [
        (
            name,
            level.level,
            write.cents(level.seed_cents),
            f"{level.rate_ppm:,} ppm, reserve {level.reserve_ppm:,} ppm",
            "none" if level.maximum_cents is None else write.cents(level.maximum_cents),
        )
        for name, jackpot in played.items()
        for level in jackpot.terms.levels
    ]
    keys = [
        (badge.badge, badge.name, badge.role)
        for badge in source.site.badges
        if badge.role != "dealer"
    ]
    return make_part(
        "Submission sheet",
        "submission-sheet",
        source.profile.submission_sheet.rule,
        write.make_section("Amounts and rates", write.table(columns, rows)),
        write.make_section(
            "Who holds keys and codes",
            write.table({"Badge": LEFT, "Name": LEFT, "Role": LEFT}, keys),
        ),
        write.make_section(
            "Probability of each jackpot",
            write.text("The PAR sheet of each jackpot in this bundle has them, exact."),
        ),
    )


# ---- cover and manifest -------------------------------------------------------------------------


def _cover(source: BundleSource, files: Mapping[str, bytes], digest: str) -> dict[str, Any]:
    profile, notice = source.profile, source.profile.software_notice_hours
    rows = [
        ("house", source.site.name),
        ("jurisdiction", profile.title),
        ("day", source.day),
        ("software", f"pitboss {source.version}"),
        ("SHA-256 of its files", sha256(source.software.encode()).hexdigest()),
        ("SHA-256 of the manifest", digest),
    ]
    if notice.value:
        detail = f"The house tells the agency in writing {notice.value} hours before installing it"
        rows.append(("installation", f"{detail} ({notice.rule})."))
    papers = ", ".join(map(write.words, profile.law.approval_needs.value))
    rows.append(("papers required", f"{papers} ({profile.law.approval_needs.rule})"))
    columns = {"Part": LEFT, "SHA-256": LEFT}
    listed = [(name, sha256(text).hexdigest()) for name, text in sorted(files.items())]
    about = (
        "Each part is a file attached to this PDF, and the digest is that file's. The manifest "
        "lists them all. It is also next to this PDF."
    )
    return make_part(
        "Request for approval",
        "",
        source.site.name,
        write.make_section("What this is", write.pairs(rows)),
        write.make_section("Parts", write.text(about), write.table(columns, listed)),
        write.make_section("Signatures", {"kind": "signatures", "lines": list(SIGNATURES)}),
    )


def _files(source: BundleSource) -> dict[str, bytes]:
    """The files of the house and of the software, unchanged."""
    opened = tables_of(source.site, source.paytables)
    paytables = sorted({each.id for table in opened.values() for each in _all_of(table)})
    return {
        SITE_FILE: source.text.encode(),
        SOFTWARE_FILE: source.software.encode(),
        **source.submission.files(),
        **{
            f"{paytable.replace('/', '-')}.toml": source.paytables.text(paytable).encode()
            for paytable in paytables
        },
        **_bet_files(opened.values()),
    }


def _bet_files(opened: Iterable[Table]) -> dict[str, bytes]:
    """The conditions and counts of bets that are the house's own."""
    bets = {
        bet.folder: f"{bet.game}-bets-{bet.name}"
        for table in opened
        for bet in table.game.bets
        if bet.sha256 and bet.name in table.paytables
    }
    return {
        f"{name}-{file.name}": file.read_bytes()
        for folder, name in bets.items()
        for file in (folder / bets_in_files.FILE, folder / bets_in_files.COUNTS_FILE)
        if file.is_file()
    }


def _manifest(source: BundleSource, files: Mapping[str, bytes]) -> dict[str, Any]:
    opened, played = (
        tables_of(source.site, source.paytables),
        played_of(source.site, source.paytables),
    )
    return {
        "house": source.site.name,
        "profile": source.site.profile,
        "day": source.day,
        "software": {
            "version": source.version,
            "sha256": sha256(source.software.encode()).hexdigest(),
        },
        "tables": {
            table.table: bundle_of(table, opened[table.table], played)
            for table in source.site.tables
        },
        "parts": {
            name: {"sha256": sha256(text).hexdigest(), "bytes": len(text)}
            for name, text in sorted(files.items())
        },
    }


def _canonical(part: Mapping[str, Any]) -> bytes:
    return json.dumps(part, indent=1, sort_keys=True).encode() + b"\n"
