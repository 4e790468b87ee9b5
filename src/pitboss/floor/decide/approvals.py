"""Decisions about what lets a table run for money: its approval, and its equipment (PS-63, PS-64).

A table that trains has jackpots that train; their money is play money, and no paper is needed."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.checks import need_digest, need_short, need_text
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.tables import (
    ApprovalEntered,
    BundleChanged,
    ChangeBundle,
    EnterApproval,
    EquipmentRecorded,
    OpenTable,
    RecordEquipment,
)
from pitboss.floor.facts.values import PARTS, Equipment, JackpotTerms
from pitboss.floor.paytable_lookup import PaytableLookup
from pitboss.floor.state import State
from pitboss.money import dollars
from pitboss.refusal import Refusal
from pitboss.rules.law import APPROVALS
from pitboss.rules.paytable import Paytable


def enter_approval(
    state: State, command: EnterApproval, paytables: PaytableLookup
) -> Sequence[Event]:
    table = state.table(command.table)
    if table.training:
        detail = "it trains on play money; go live at /setup, or open a table with its own jackpots"
        raise Refusal("TABLE_TRAINS", where=command.table, reason=detail)
    need_digest(command.bundle, where="bundle")
    if command.bundle != table.bundle:
        detail = f"this approval is for something else; the table runs {table.bundle or 'nothing'}"
        raise Refusal("APPROVAL_VOID", where=command.table, reason=detail)
    _need_papers(state, command.table, command.papers)
    return [
        ApprovalEntered(
            table=command.table,
            papers=command.papers,
            bundle=command.bundle,
            badges=command.badges,
        )
    ]


def change_bundle(
    state: State, command: ChangeBundle, paytables: PaytableLookup
) -> Sequence[Event]:
    table = state.table(command.table)
    need_digest(command.bundle, where="bundle")
    if command.bundle == table.bundle:
        raise Refusal("BUNDLE_SAME", where=command.table, reason="it already runs this")
    return [
        BundleChanged(
            table=command.table,
            before=table.bundle,
            bundle=command.bundle,
            folded_qualify=command.folded_qualify,
            badge=command.badge,
        )
    ]


def record_equipment(
    state: State, command: RecordEquipment, paytables: PaytableLookup
) -> Sequence[Event]:
    state.table(command.table)
    if not command.parts:
        raise Refusal("EQUIPMENT_WRONG", where=command.table, reason="name the parts put in")
    need_equipment(command.parts)
    return [EquipmentRecorded(table=command.table, parts=command.parts, badge=command.badge)]


def need_equipment(parts: Sequence[Equipment]) -> None:
    """Known parts, each once, with name and version."""
    for part in parts:
        if part.part not in PARTS:
            detail = f"there are {', '.join(PARTS)}"
            raise Refusal("EQUIPMENT_WRONG", where=part.part, reason=detail)
        need_text(part.name, where=f"{part.part} name")
        need_text(part.version, where=f"{part.part} version")
        need_short(part.mode, where=f"{part.part} mode")
        need_short(part.approval, where=f"{part.part} approval")
    if len({part.part for part in parts}) < len(parts):
        raise Refusal("EQUIPMENT_WRONG", where="parts", reason="name each part once")


def forbid_training_mix(state: State, jackpots: Sequence[str], *, training: bool) -> None:
    """Play money and money never meet at a table."""
    for name in jackpots:
        if state.jackpot(name).terms.training != training:
            detail = "training and real-money jackpots cannot be mixed at a table (PS-64)"
            raise Refusal("TRAINING_MIXED", where=name, reason=detail)


def need_approval(state: State, command: OpenTable) -> None:
    """For money only with every paper that the jurisdiction asks for."""
    need_short(command.title, where="title")
    if command.bundle:
        need_digest(command.bundle, where="bundle")
    if not command.training:
        _need_papers(state, command.table, command.approval)


def need_approved_wager(terms: JackpotTerms, paytable: Paytable) -> None:
    """A paytable whose letter has one wager is played for no other."""
    if paytable.wager_only and terms.wager_cents != paytable.wager_cents:
        assert paytable.wager_cents is not None
        own, asked = dollars(paytable.wager_cents), dollars(terms.wager_cents)
        detail = f"the letter has it for a {own} wager and no other; this one is {asked}"
        detail += f" ({paytable.wager_only})"
        raise Refusal("WAGER_NOT_APPROVED", where=paytable.id, reason=detail)


def _need_papers(state: State, table: str, papers: Sequence[tuple[str, str]]) -> None:
    for paper, reference in papers:
        if paper not in APPROVALS:
            detail = f"there are {', '.join(APPROVALS)}"
            raise Refusal("APPROVAL_INCOMPLETE", where=paper, reason=detail)
        need_text(reference, where=paper)
    needed = state.law.approval_needs
    missing = [paper for paper in needed.value if paper not in dict(papers)]
    if missing:
        detail = f"no {' and no '.join(missing)}; it may only train (PS-64; {needed.rule})"
        raise Refusal("APPROVAL_MISSING", where=table, reason=detail.replace("_", " "))
