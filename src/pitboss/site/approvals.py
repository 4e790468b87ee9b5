"""What a table needs beside its rules: equipment of known versions (PS-63) and an approval (PS-64).

An approval names the digest of what was approved, so that any change of rules or paytables voids
it until a new one is entered."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

from pitboss.floor.decide.approvals import need_approved_wager
from pitboss.floor.equipment import KEYPAD, shortfalls
from pitboss.floor.facts.values import CONSOLE_PART
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.letters import Clause, Letter
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.model import SiteTable
from pitboss.site.terms import PlayedJackpot

RECORDED = (("controller",), ("manager",), ("display",), ("shuffler", "shoe"))
CONSOLE_REPLACES = {"controller", "manager"}
TRAINING = "the table runs in training only"


def bundle_sha256(table: Table) -> str:
    """The digest of what an approval approves: the game, its settings and its paytables."""
    content: dict[str, object] = {
        "game": table.game.name,
        "options": {name: str(value) for name, value in sorted(table.options.items())},
        "paytables": {
            slot: [paytable.id, paytable.sha256]
            for slot, paytable in sorted(table.paytables.items())
        },
    }
    if second := table.second_sensor:
        content["second_sensor"] = [second.id, second.sha256]
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


def check_wager(
    played: PlayedJackpot,
    sharing: Sequence[SiteTable],
    opened: Mapping[str, Table],
    profile: Profile,
    faults: Faults,
) -> None:
    """A jackpot whose letter has one wager is played for no other, but in training."""
    try:
        need_approved_wager(played.terms, played.paytable)
    except Refusal as refusal:
        for_money = [
            table.table
            for table in sharing
            if table.table in opened and is_approved(table, opened[table.table], profile)
        ]
        if for_money:
            faults.refusal(refusal, "wager", rule="PS-36")
        else:
            faults.warning(refusal.code, "wager", f"{refusal.reason}; {TRAINING}", rule="PS-36")


def check_approval(table: SiteTable, opened: Table, profile: Profile, faults: Faults) -> None:
    """Without a whole and fitting approval a table is no error: it may train."""
    rule = f"PS-64; {profile.law.approval_needs.rule}"
    bundle = bundle_sha256(opened)
    if table.approval is None:
        faults.warning(
            "APPROVAL_MISSING",
            "approval",
            f"{TRAINING} until its approval is entered; the bundle is {bundle}",
            rule=rule,
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


def clauses_of(opened: Table) -> tuple[Clause, ...]:
    """What the letters say of the equipment of a table as it is played."""
    clauses = [clause for letter in _letters(opened) for clause in letter.clauses]
    own = [clause for clause in clauses if not clause.games or opened.game.name in clause.games]
    return tuple(dict.fromkeys(own))


def shuffler_steps_of(opened: Table) -> tuple[str, ...]:
    """How the letter of a table's game replaces a shuffler that keeps failing."""
    steps = (letter.shuffler_steps for letter in _letters(opened) if letter.shuffler_steps)
    return next(steps, ())


def titles_of(opened: Table) -> tuple[str, ...]:
    """The titles that the letters of a table name; none where no letter names any."""
    return tuple(title for letter in _letters(opened) for title in letter.titles)


def _letters(opened: Table) -> list[Letter]:
    """The letters of a table, those of its game first."""
    paytables = sorted(opened.paytables.values(), key=lambda paytable: bool(paytable.levels))
    names = dict.fromkeys(name for paytable in paytables for name in paytable.letters)
    return [catalog.letter(name) for name in names]


def check_recorded(table: SiteTable, faults: Faults) -> None:
    """Every kind of part is recorded; this system's own console is controller and manager."""
    recorded = {part.part for part in table.equipment}
    for parts in RECORDED:
        own = {CONSOLE_PART} if set(parts) & CONSOLE_REPLACES else set()
        if not recorded & {*parts, *own}:
            faults.warning(
                "EQUIPMENT_MISSING",
                f"equipment.{parts[0]}",
                f"no {' or '.join(parts)} is recorded",
                rule="PS-63",
            )


def check_equipment(
    table: SiteTable,
    opened: Table,
    jackpots: Sequence[PlayedJackpot],
    profile: Profile,
    faults: Faults,
) -> None:
    """Whether the letters approve what stands at a table. A wrong keypad keeps a table for money
    from opening; a part is only told of, because a technician records what he puts in later."""
    systems = tuple(each.terms.systems for each in jackpots)
    clauses = clauses_of(opened)
    for_money = is_approved(table, opened, profile)
    for short in shortfalls(table.game, table.keypad, table.equipment, clauses, systems):
        # A letter's list of other systems would say nothing of this system's own console.
        rule = "PS-36" if short.part == CONSOLE_PART else f"PS-36; {short.clause.quoted}"
        if short.part != KEYPAD:
            reason = f"{short.reason}; no round starts for money"
            faults.warning(short.code, f"equipment.{short.part}", reason, rule=rule)
        elif for_money:
            faults.error(short.code, KEYPAD, short.reason, rule=rule)
        else:
            faults.warning(short.code, KEYPAD, f"{short.reason}, or let it train", rule=rule)
