"""What a table needs beside its rules: equipment of known versions (PS-63) and an approval (PS-64).

An approval names the digest of what was approved, so that any change of rules or paytables voids
it until a new one is entered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from pitboss.rules.game import Table
from pitboss.rules.profile import Profile
from pitboss.site.faults import Faults
from pitboss.site.model import SiteTable
from pitboss.site.terms import Terms

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


def check_approval(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Without a whole and fitting approval a table is no error: it may train."""
    rule = f"PS-64; {profile.rule('approval_needs')}"
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
    for paper in profile.approval_needs:
        if not table.approval.papers[paper]:
            faults.warning("APPROVAL_INCOMPLETE", f"approval.{paper}", TRAINING, rule=rule)


def check_equipment(table: SiteTable, terms: Sequence[Terms], faults: Faults) -> None:
    """Every part is recorded, and none falls short of what a jackpot needs."""
    versions = {part.part: part.version for part in table.equipment}
    for parts in RECORDED:
        if not versions.keys() & set(parts):
            faults.warning(
                "EQUIPMENT_MISSING",
                f"equipment.{parts[0]}",
                f"no {' or '.join(parts)} is recorded",
                rule="PS-63",
            )
    for each in terms:
        for part, least in each.jackpot.equipment_least.items():
            found = versions.get(part)
            if found is None or _numbers(found) < _numbers(least):
                faults.warning(
                    "EQUIPMENT_OLD",
                    f"equipment.{part}",
                    f"{each.jackpot.jackpot} needs version {least}; this is {found or 'missing'}",
                    rule="PS-63",
                )


def _numbers(version: str) -> tuple[int, ...]:
    """The numbers of a version in order: 2.10 is above 2.9, whatever letters stand between."""
    digits = "".join(char if char in "0123456789" else " " for char in version)
    return tuple(int(number) for number in digits.split())
