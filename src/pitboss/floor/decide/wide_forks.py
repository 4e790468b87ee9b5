"""What shows that a property or its hub was restored: a statement that contradicts what was stated
before, or the hub's row that a property has heard of and the hub does not have (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.decide.wide_possible import is_proven
from pitboss.floor.facts.wide import ForkFound, HubRow, LevelSum, StatementRow, TakeStatement
from pitboss.floor.signatures import statement_digest
from pitboss.floor.state import State
from pitboss.floor.wide_state import PropertyState
from pitboss.refusal import Refusal


def is_first_word(state: State, found: PropertyState, heard: HubRow, *, own_hash: str) -> bool:
    """Whether a property says for the first time that it has heard of a row of the engine that
    leads now: what it has heard of last is no row that this hub has lost."""
    engine = state.engine
    if engine is None or found.heard_epoch == engine.epoch:
        return False
    return heard.seq >= engine.seq and heard.hash == own_hash


def is_known(found: PropertyState, stated: StatementRow) -> bool:
    """Whether a statement has come before: it was posted, is held, or has shown a fork; or it is
    late, made before the last one that was posted, and too old to be remembered."""
    if stated in (found.held, found.fork):
        return True
    number = stated.statement.number
    if (number, statement_digest(stated)) in found.recent:
        return True
    is_next = stated.statement.restored and number > found.number
    if is_next or any(number == known for known, _ in found.recent):
        return False
    return number <= found.number and stated.statement.made_ms < found.made_ms


def lost_row(found: PropertyState, heard: HubRow, *, asked_ms: int, own_hash: str) -> HubRow | None:
    """The row of this hub that a property has heard of and the hub does not have; none where it
    has it, or two people have decided about it. Who asked before they did is late."""
    settled = found.settled
    if settled is not None and (heard == settled.heard or asked_ms <= settled.asked_ms):
        return None
    return heard if heard.seq and heard.hash != own_hash else None


def is_lost_anew(found: PropertyState, lost: HubRow | None, *, asked_ms: int) -> bool:
    """Whether a hub went back to a time when it had a fork to decide, whoever was restored then:
    the property has heard of a row that is not known to be lost, and has grants of those rows.
    What it showed before is not all, then; who asked before the fork was found, or it was shown, is
    late."""
    if lost is None or found.fork is None or lost in (found.lost, found.unproven):
        return False
    shown_ms = -1 if found.shown is None else found.shown.asked_ms
    return asked_ms > max(found.fork_asked_ms, shown_ms)


def shown_fork(found: PropertyState, command: TakeStatement) -> ForkFound | None:
    """The fork that a statement shows, if it shows one. What a property that was restored states
    takes the place of what has shown it before, unless it comes late, and so does what a hub has
    lost anew; nothing else does."""
    stated, asked_ms = command.stated, command.asked_ms
    heard = lost_row(found, command.heard, asked_ms=asked_ms, own_hash=command.own_hash)
    anew, proven = is_lost_anew(found, heard, asked_ms=asked_ms), is_proven(found, command)
    lost, unproven = (heard, None) if proven else (None, heard)
    is_late = found.fork is not None and asked_ms < found.fork_asked_ms
    if stated.statement.restored and not is_late:
        why = "the property was restored, and states what it has now"
        return ForkFound(stated=stated, why=why, lost=lost, unproven=unproven)
    if found.fork is not None and not (anew and proven):
        reason = "it contradicted itself; two people must decide from where it goes on"
        if found.lost is not None:
            reason = "this hub was restored; two people must decide from where it goes on"
        raise Refusal("PROPERTY_STOPPED", where=found.property, reason=reason)
    if lost is not None:
        why = f"it has heard of another row {lost.seq} of this hub than it has: it was restored"
        return ForkFound(stated=stated, why=why, lost=lost)
    if unproven is not None:
        why = f"it says that it has heard of row {unproven.seq}, and shows no answer that told it"
        return ForkFound(stated=stated, why=why, unproven=unproven)
    why = _contradiction(found, stated)
    # One that has heard of a row which was lost, and decided about, has nothing else to say.
    awaited = command.heard.hash == command.own_hash
    return ForkFound(stated=stated, why=why, awaited=awaited) if why else None


def _contradiction(found: PropertyState, stated: StatementRow) -> str:
    """Why a statement cannot follow what the property has said before; empty: it can."""
    statement = stated.statement
    if found.held is not None and statement.number == found.held.statement.number:
        return f"statement {statement.number} is held and came again with another content"
    if statement.number <= found.number:
        return f"statement {statement.number} came again with another content"
    if statement.number > found.number + 1:
        return f"statement {statement.number} follows statement {found.number}; those between lack"
    if stated.seq <= found.seq:
        return f"its row {stated.seq} does not follow row {found.seq} of statement {found.number}"
    return _lowered(found.sums, statement.sums)


def _lowered(before: Sequence[LevelSum], after: Sequence[LevelSum]) -> str:
    """Which sum went down."""
    by_level = {(each.jackpot, each.level): each for each in after}
    for each in before:
        now = by_level.get((each.jackpot, each.level))
        if now is None or any(
            getattr(now, name) < getattr(each, name) for name in LevelSum.__struct_fields__[2:]
        ):
            return f"{each.jackpot} {each.level}: less is stated than before"
    return ""
