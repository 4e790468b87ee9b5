"""Decisions about what lets a table play for money: its approval, its equipment, and the software
(PS-63, PS-64).

A training table has training jackpots, whose money is play money, and needs no papers."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from pitboss.floor.decide.checks import need_digest, need_short, need_text
from pitboss.floor.facts import approvals, tables
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.values import ApprovalRecord, BundleItem, Equipment, JackpotTerms
from pitboss.floor.state.approved import altered_files, bundle_items, bundle_sha256, files_of
from pitboss.floor.state.equipment import PARTS
from pitboss.floor.state.floor import State, changed
from pitboss.refusal import Refusal
from pitboss.rules.cited_law import APPROVALS
from pitboss.rules.paytable import Paytable

ITEMS_MOST = 200
MANIFEST_MOST = 1_000_000  # characters


def enter_approval(state: State, command: approvals.EnterApproval) -> Sequence[Event]:
    table = state.table(command.table)
    if table.training:
        others_play = any(not each.training for _, each in state.tables.items())
        raise Refusal("TABLE_TRAINS", "beside_money" if others_play else "", where=command.table)
    _need_fitting(command.table, command.bundle, runs=table.bundle)
    _need_papers(state, command.table, command.approval.papers)
    record = _take_up_papers(command.approval, release=state.release)
    return [event_from(approvals.ApprovalEntered, command, approval=record)]


def change_bundle(state: State, command: approvals.ChangeBundle) -> Sequence[Event]:
    table = state.table(command.table)
    need_items(command.plays)
    if command.plays == table.plays:
        raise Refusal("BUNDLE_SAME", where=command.table)
    return [event_from(approvals.BundleChanged, command, before=table.plays)]


def note_release(state: State, command: approvals.NoteRelease) -> Sequence[Event]:
    need_text(command.version, where="version")
    if len(command.manifest) > MANIFEST_MOST or files_of(command.manifest) is None:
        raise Refusal("MANIFEST_WRONG", where="manifest")
    release = sha256(command.manifest.encode()).hexdigest()
    if release == state.release:
        raise Refusal("RELEASE_SAME", where=command.version)
    before = state.releases.get(state.release)
    return [
        approvals.ReleaseNoted(
            version=command.version,
            release=release,
            before=state.release,
            altered=altered_files(before.manifest, command.manifest) if before else (),
            manifest=command.manifest,
            functions=command.functions,
        )
    ]


def approve_release(state: State, command: approvals.ApproveRelease) -> Sequence[Event]:
    need_digest(command.release, where="release")
    if "letter" not in dict(command.approval.papers):
        raise Refusal("APPROVAL_MISSING", "no_letter", where="release")
    _need_known_papers(command.approval.papers)
    record = _take_up_papers(command.approval, release=command.release)
    return [event_from(approvals.ReleaseApproved, command, approval=record)]


def _take_up_papers(record: ApprovalRecord, *, release: str) -> ApprovalRecord:
    """Papers as entered now, naming a software release."""
    _need_signed(record)
    if record.release not in ("", release):
        raise Refusal(
            "APPROVAL_VOID", "approval_software", where="release", release=release or "none"
        )
    return changed(record, release=release)


def _need_fitting(table: str, bundle: str, *, runs: str) -> None:
    """Refuse an approval that doesn't cover exactly what a table plays."""
    need_digest(bundle, where="bundle")
    if bundle != runs:
        raise Refusal("APPROVAL_VOID", "approval_something_else", where=table, runs=runs)


def _need_signed(record: ApprovalRecord) -> None:
    """Refuse unsigned papers."""
    need_text(record.signer, where="signer")
    need_text(record.date, where="date")
    need_record(record)


def record_equipment(state: State, command: tables.RecordEquipment) -> Sequence[Event]:
    table = state.table(command.table)
    if not command.parts and not command.gone:
        raise Refusal("EQUIPMENT_WRONG", "name_parts_put", where=command.table)
    there = {part.part for part in table.equipment} - {part.part for part in command.parts}
    for name in command.gone:
        if name not in there or command.gone.count(name) > 1:
            raise Refusal("EQUIPMENT_WRONG", "part_not_recorded", where=name[:40])
    need_equipment(command.parts)
    _need_inventory(state, command.parts)
    return [event_from(tables.EquipmentRecorded, command)]


def _need_inventory(state: State, parts: Sequence[Equipment]) -> None:
    """Require serial number and date of manufacture, if the jurisdiction keeps a list of
    devices."""
    asked = state.law.device_inventory
    for part in parts if asked.value else ():
        if not (part.serial and part.made):
            raise Refusal(
                "SERIAL_MISSING", "record_serial_number", where=part.part, rule=asked.rule
            )


def need_equipment(parts: Sequence[Equipment]) -> None:
    """Require known parts, each once, with name and version."""
    for part in parts:
        if part.part not in PARTS:
            raise Refusal("EQUIPMENT_WRONG", "there_are", where=part.part, parts=PARTS)
        need_text(part.name, where=f"{part.part} name")
        need_text(part.version, where=f"{part.part} version")
        need_short(part.mode, where=f"{part.part} mode")
        need_short(part.approval, where=f"{part.part} approval")
        need_short(part.serial, where=f"{part.part} serial")
    if len({part.part for part in parts}) < len(parts):
        raise Refusal("EQUIPMENT_WRONG", "name_each_part", where="parts")


def forbid_training_mix(state: State, jackpots: Sequence[str], *, training: bool) -> None:
    """Refuse to mix play money and money at a table."""
    for name in jackpots:
        if state.jackpot(name).terms.training != training:
            raise Refusal("TRAINING_MIXED", "training_real_money", where=name)


def need_approval(state: State, command: tables.OpenTable) -> None:
    """Require every paper the jurisdiction asks for before playing for money, as if entered now."""
    need_short(command.title, where="title")
    need_items(command.plays)
    if command.training:
        need_record(command.approval)
        return
    _need_papers(state, command.table, command.approval.papers)
    if command.approval.papers:  # else the jurisdiction requires none
        terms = [state.jackpot(name).terms for name in command.jackpots]
        runs = bundle_items(command.plays, terms, command.keypad, command.equipment)
        _need_fitting(command.table, command.bundle, runs=bundle_sha256(runs))
        _need_signed(command.approval)


def need_items(items: Sequence[BundleItem]) -> None:
    """Require lines a page can show, each once."""
    for each in items:
        need_text(each.item, where="item")
        need_text(each.value, where=each.item)
    if len(items) > ITEMS_MOST or len({each.item for each in items}) < len(items):
        raise Refusal("BUNDLE_WRONG", where="plays", items_most=ITEMS_MOST)


def need_record(record: ApprovalRecord) -> None:
    """Check what an approval says of itself."""
    need_short(record.signer, where="signer")
    if record.until and record.until < record.date:
        raise Refusal(
            "DAY_WRONG", "would_end_before", where="until", until=record.until, date=record.date
        )
    if record.release:
        need_digest(record.release, where="release")


def need_approved_wager(terms: JackpotTerms, paytable: Paytable) -> None:
    """Refuse any other wager for a paytable whose letter has only one."""
    if paytable.wager_only and terms.wager_cents != paytable.wager_cents:
        assert paytable.wager_cents is not None
        raise Refusal(
            "WAGER_NOT_APPROVED",
            where=paytable.id,
            own=paytable.wager_cents,
            asked=terms.wager_cents,
            rule=paytable.wager_only,
        )


def _need_known_papers(papers: Sequence[tuple[str, str]]) -> None:
    for paper, reference in papers:
        if paper not in APPROVALS:
            raise Refusal("APPROVAL_INCOMPLETE", "there_are", where=paper, approvals=APPROVALS)
        need_text(reference, where=paper)


def _need_papers(state: State, table: str, papers: Sequence[tuple[str, str]]) -> None:
    _need_known_papers(papers)
    needed = state.law.approval_needs
    missing = [each.replace("_", " ") for each in needed.value if each not in dict(papers)]
    if missing:
        raise Refusal("APPROVAL_MISSING", "papers", where=table, missing=missing, rule=needed.rule)
