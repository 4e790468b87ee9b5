"""What a table needs beside its rules: equipment of known versions (PS-63) and an approval (PS-64).

An approval names the digest of what was approved, so that any change of rules or paytables voids
it until a new one is entered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pitboss.floor.equipment import parts_below
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.model import SiteTable
from pitboss.site.terms import PlayedJackpot

RECORDED = (("controller",), ("manager",), ("display",), ("shuffler", "shoe"))
TRAINING = "the table runs in training only"


def bundle_sha256(table: Table) -> str:
    """The digest of what an approval approves: the game, its settings and its paytables."""
    content = {
        "game": table.game.name,
        "options": {name: str(value) for name, value in sorted(table.options.items())},
        "paytables": {
            slot: [paytable.id, paytable.sha256]
            for slot, paytable in sorted(table.paytables.items())
        },
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def is_approved(table: SiteTable, opened: Table, profile: Profile) -> bool:
    """Whether a table runs for money: every paper, and of what it plays now."""
    approval = table.approval
    return (
        approval is not None
        and approval.bundle == bundle_sha256(opened)
        and all(approval.papers[paper] for paper in profile.law.approval_needs.value)
    )


def check_training_mix(
    sharing: Sequence[SiteTable], opened: Mapping[str, Table], profile: Profile, faults: Faults
) -> None:
    """Tables that share a jackpot train together, or run for money together (PS-64)."""
    approved = {
        table.table: is_approved(table, opened[table.table], profile)
        for table in sharing
        if table.table in opened
    }
    training = [name for name, runs in approved.items() if not runs]
    if training and len(training) < len(approved):
        faults.error(
            "TRAINING_MIXED",
            "",
            f"{', '.join(training)} may train only and shares it with tables for money",
            rule=f"PS-64; {profile.law.approval_needs.rule}",
        )


def check_approval(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Without a whole and fitting approval a table is no error: it may train."""
    rule = f"PS-64; {profile.law.approval_needs.rule}"
    bundle = bundle_sha256(opened)
    if table.approval is None:
        faults.warning(
            "APPROVAL_MISSING", "approval", f"{TRAINING}; the bundle is {bundle}", rule=rule
        )
        return
    if table.approval.bundle != bundle:
        faults.warning(
            "APPROVAL_VOID",
            "approval.bundle",
            f"rules or paytables are not those approved; {TRAINING}; the bundle is {bundle}",
            rule=rule,
        )
    for paper in profile.law.approval_needs.value:
        if not table.approval.papers[paper]:
            faults.warning("APPROVAL_INCOMPLETE", f"approval.{paper}", TRAINING, rule=rule)


def check_equipment(table: SiteTable, jackpots: Sequence[PlayedJackpot], faults: Faults) -> None:
    """Every part is recorded, and none falls short of what a jackpot needs."""
    recorded = {part.part for part in table.equipment}
    for parts in RECORDED:
        if not recorded & set(parts):
            faults.warning(
                "EQUIPMENT_MISSING",
                f"equipment.{parts[0]}",
                f"no {' or '.join(parts)} is recorded",
                rule="PS-63",
            )
    for each in jackpots:
        name, least = each.jackpot, each.terms.equipment_least
        for short in parts_below(table.equipment, name, least):
            faults.warning(
                "EQUIPMENT_OLD",
                f"equipment.{short.part}",
                f"{name} needs version {short.least}; this is {short.found or 'missing'}",
                rule="PS-63",
            )
