"""What a table needs besides its rules: equipment of known versions (PS-63) and an approval
(PS-64).

An approval names the digest of what was approved. A change of rules, paytables, wagers, meters or
equipment voids it until somebody enters a new one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from pitboss.floor.decide.approvals import need_approved_wager, need_record
from pitboss.floor.decide.limits import need_limits
from pitboss.floor.facts.values import KEYPADS, ApprovalRecord, BundleItem
from pitboss.floor.state import approved
from pitboss.floor.state.equipment import KEYPAD, OWN_PARTS, shortfalls
from pitboss.money import dollars
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.catalog import letters_of, packaged_game
from pitboss.rules.letters import Clause, Letter
from pitboss.rules.profile import Profile
from pitboss.rules.round import Table
from pitboss.site.faults import Faults
from pitboss.site.model import Approval, Site, SiteTable
from pitboss.site.terms import PlayedJackpot

Items: TypeAlias = list[tuple[str, str]]
CARDS_FROM = ("shuffler", "shoe")
TRAINING_MIXED = "TRAINING_MIXED"


def plays_of(table: SiteTable, opened: Table) -> tuple[BundleItem, ...]:
    """What a table plays, as the floor records it: its game, options, paytables and limits,
    aggregate limits included."""
    pairs = [("game", table.game)]
    title, limits = posted_items(table)
    pairs += title
    pairs += [
        (f"{approved.OPTION_ITEM}{name}", str(value))
        for name, value in sorted(opened.options.items())
    ]
    if len(opened.game.deck) != approved.DECK_CARDS:
        pairs.append((approved.DECK_ITEM, str(len(opened.game.deck))))
    for slot, paytable in sorted(opened.paytables.items()):
        pairs.append((f"{approved.PAYTABLE_ITEM}{slot}", f"{paytable.id} {paytable.sha256}"))
    if second := opened.second_sensor:
        pairs.append(("paytable of the second sensor", f"{second.id} {second.sha256}"))
    pairs += _from_outside(opened)
    return tuple(BundleItem(item, value) for item, value in (*pairs, *limits))


def _from_outside(opened: Table) -> Items:
    """The rules that aren't pitboss's own: a package's game, bets of the house."""
    packaged = packaged_game(opened.game.name)
    package = [("game package", f"{packaged.package.name} {packaged.sha256}")] if packaged else []
    bets = [bet for bet in opened.game.bets if bet.sha256 and bet.name in opened.paytables]
    return package + [(f"bet {bet.name}", bet.sha256) for bet in bets]


def posted_items(table: SiteTable) -> tuple[Items, Items]:
    """What a table posts besides its pays: its title and its limits."""
    title = [(approved.TITLE_ITEM, table.title)] if table.title else []
    limits = [
        (
            f"{approved.WAGER_ITEM}{wager}",
            f"{dollars(least)}{approved.LIMITS_BETWEEN}{dollars(most)}",
        )
        for wager, (least, most) in sorted(table.limits.items())
    ]
    limits += [
        (f"{approved.AGGREGATE_ITEM}{wager}", dollars(most))
        for wager, most in sorted(table.aggregate.items())
    ]
    return title, limits


def items_of(
    table: SiteTable, opened: Table, played: Mapping[str, PlayedJackpot]
) -> tuple[BundleItem, ...]:
    """Everything an approval of a table covers, from the file; the floor makes the same list of
    what runs."""
    terms = [played[name].terms for name in table.jackpots if name in played]
    return approved.bundle_items(plays_of(table, opened), terms, table.keypad, table.equipment)


def bundle_of(table: SiteTable, opened: Table, played: Mapping[str, PlayedJackpot]) -> str:
    """The digest in an approval of a table."""
    return approved.bundle_sha256(items_of(table, opened, played))


def is_approved(
    table: SiteTable, opened: Table, played: Mapping[str, PlayedJackpot], profile: Profile
) -> bool:
    """Whether a table runs for money: it has every paper, and they fit what it plays now."""
    return not why_training(table, opened, played, profile)


def why_training(
    table: SiteTable, opened: Table, played: Mapping[str, PlayedJackpot], profile: Profile
) -> Told | None:
    """What keeps a table from running for money; None if nothing does."""
    approval, bundle = table.approval, bundle_of(table, opened, played)
    if approval is None:
        return say("WHY_TRAINING", "no_approval", bundle=bundle)
    if approval.bundle != bundle:
        return say("WHY_TRAINING", "other_bundle", approved=approval.bundle, bundle=bundle)
    papers = [paper for paper in profile.law.approval_needs.value if not approval.papers[paper]]
    return say("WHY_TRAINING", "lacks", papers=papers) if papers else None


def record_of(approval: Approval) -> ApprovalRecord:
    """An approval in the file, as the floor records it."""
    return ApprovalRecord(
        papers=tuple((paper, text) for paper, text in approval.papers.items() if text),
        date=approval.date,
        signer=approval.signer,
        until=approval.until,
        release=approval.release,
    )


def check_training_mix(
    sharing: Sequence[SiteTable], for_money: Collection[str], profile: Profile, faults: Faults
) -> None:
    """Tables that share a jackpot must all train, or all run for money (PS-64)."""
    runs = {table.table: table.table in for_money for table in sharing}
    training = [name for name, plays in runs.items() if not plays]
    if training and len(training) < len(runs):
        rest = [name for name in runs if name not in training]
        rule = f"PS-64; {profile.law.approval_needs.rule}"
        faults.error(
            TRAINING_MIXED, "", "may_train_shares", rule=rule, training=training, rest=rest
        )


def check_wager(
    played: PlayedJackpot,
    sharing: Sequence[SiteTable],
    for_money: Collection[str],
    faults: Faults,
) -> None:
    """A jackpot whose letter has one wager allows no other, except in training."""
    try:
        need_approved_wager(played.terms, played.paytable)
    except Refusal as refusal:
        if any(table.table in for_money for table in sharing):
            faults.refusal(refusal, "wager", rule="PS-36")
        else:
            faults.warning(refusal.code, "wager", "trains_only", rule="PS-36", fault=refusal)


def check_approval(
    table: SiteTable,
    opened: Table,
    played: Mapping[str, PlayedJackpot],
    profile: Profile,
    faults: Faults,
) -> None:
    """A table without a complete and matching approval isn't an error: it can train."""
    rule = f"PS-64; {profile.law.approval_needs.rule}"
    bundle = bundle_of(table, opened, played)
    if table.approval is None:
        faults.warning(
            "APPROVAL_MISSING", "approval", "table_runs_training", rule=rule, bundle=bundle
        )
        return
    if table.approval.bundle != bundle:
        faults.warning(
            "APPROVAL_VOID", "approval.bundle", "what_table_plays", rule=rule, bundle=bundle
        )
    for paper in profile.law.approval_needs.value:
        if not table.approval.papers[paper]:
            faults.warning(
                "APPROVAL_INCOMPLETE", f"approval.{paper}", "table_runs_training", rule=rule
            )
    try:
        need_record(record_of(table.approval))
    except Refusal as refusal:
        faults.refusal(refusal, "approval")


def check_dates(site: Site, today: str, faults: Faults) -> None:
    """Nobody has signed a paper with a future date yet; no floor opens with one."""
    for table in site.tables:
        if table.approval is not None:
            try:
                need_limits(record_of(table.approval), lambda: today)
            except Refusal as refusal:
                where = f"table.{table.table}.approval.{refusal.where}"
                faults.add(refusal.told, where, rule="PS-64")


def clauses_of(opened: Table, profile: Profile) -> tuple[Clause, ...]:
    """What the letters say about a table's equipment as it is played."""
    clauses = [clause for letter in _letters(opened, profile) for clause in letter.clauses]
    own = [clause for clause in clauses if not clause.games or opened.game.name in clause.games]
    return tuple(dict.fromkeys(own))


def shuffler_steps_of(opened: Table, profile: Profile) -> tuple[str, ...]:
    """How the letter of a table's game replaces a shuffler that keeps failing."""
    letters = _letters(opened, profile)
    return next((each.shuffler_steps for each in letters if each.shuffler_steps), ())


def titles_of(opened: Table, profile: Profile) -> tuple[str, ...]:
    """The titles in a table's letters; empty if no letter names any."""
    return tuple(title for letter in _letters(opened, profile) for title in letter.titles)


def _letters(opened: Table, profile: Profile) -> list[Letter]:
    """The letters that apply to a table, its game's first."""
    paytables = sorted(opened.paytables.values(), key=lambda paytable: bool(paytable.levels))
    return letters_of(paytables, profile)


def check_recorded(table: SiteTable, profile: Profile, faults: Faults) -> None:
    """Parts must be recorded as the jurisdiction lists devices."""
    inventory = profile.law.device_inventory
    for part in table.equipment:
        if inventory.value and not (part.serial and part.made):
            faults.warning(
                "SERIAL_MISSING", f"equipment.{part.part}", "serial_number_day", rule=inventory.rule
            )


def fitting_keypads(
    table: SiteTable, opened: Table, played: Mapping[str, PlayedJackpot], profile: Profile
) -> tuple[str, ...]:
    """The keypads that the letters of a table's jackpots approve: any if it has none."""
    systems = tuple(played[name].terms.systems for name in table.jackpots if name in played)
    clauses = clauses_of(opened, profile)
    return tuple(
        keypad
        for keypad in KEYPADS
        if all(
            short.part != KEYPAD
            for short in shortfalls(table.game, keypad, table.equipment, clauses, systems)
        )
    )


def check_equipment(
    table: SiteTable,
    opened: Table,
    played: Mapping[str, PlayedJackpot],
    profile: Profile,
    faults: Faults,
) -> None:
    """Check that the letters approve the equipment at a table. A wrong keypad keeps a real-money
    table from opening; a part is only a warning, because a technician records later changes."""
    systems = tuple(played[name].terms.systems for name in table.jackpots if name in played)
    clauses = clauses_of(opened, profile)
    for_money = is_approved(table, opened, played, profile)
    found = shortfalls(table.game, table.keypad, table.equipment, clauses, systems)
    for short in found:
        # A letter's list of other systems doesn't cover this system's own parts.
        rule = "PS-36" if short.part in OWN_PARTS else f"PS-36; {short.clause.quoted}"
        if short.part != KEYPAD:
            key = f"equipment.{short.part}"
            faults.warning(short.code, key, "no_round_for_money", rule=rule, fault=short.told)
        elif for_money:
            faults.add(short.told, KEYPAD, rule=rule)
        else:
            faults.warning(short.code, KEYPAD, "or_train", rule=rule, fault=short.told)
    # Equipment that no letter asks for: a shuffler or a shoe, and a whole system if no letter names
    # one.
    unlettered = table.jackpots and not any(systems)
    asked = [(part,) for own in OWN_PARTS.values() for part in own] if unlettered else []
    recorded = {part.part for part in table.equipment} | {short.part for short in found}
    recorded |= {part for own in recorded & OWN_PARTS.keys() for part in OWN_PARTS[own]}
    for parts in (*asked, CARDS_FROM):
        if not recorded & set(parts):
            faults.warning("EQUIPMENT_MISSING", f"equipment.{parts[0]}", rule="PS-63", parts=parts)
