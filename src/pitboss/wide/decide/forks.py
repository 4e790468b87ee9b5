"""Shows that a property or its hub was restored: a statement contradicts an earlier one, or the
property has heard of a row that the hub doesn't have (docs/wide.md)."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.floor.state.floor import State
from pitboss.refusal import Refusal, Told, say
from pitboss.wide.decide.possible import is_proven
from pitboss.wide.facts import sharing
from pitboss.wide.signing import statement_digest
from pitboss.wide.state import PropertyState


def is_first_word(
    state: State, found: PropertyState, heard: sharing.HubRow, *, own_hash: str
) -> bool:
    """Whether a property reports for the first time a row of the engine that leads now: the last
    row it has heard of isn't one that this hub has lost."""
    engine = state.engine
    if engine is None or found.heard_epoch == engine.epoch:
        return False
    return heard.seq >= engine.seq and heard.hash == own_hash


def is_known(found: PropertyState, stated: sharing.StatementRow) -> bool:
    """Whether a statement has come before: it was posted, is held, or has shown a fork; or it is
    late, made before the last posted one and too old to be remembered."""
    if stated in (found.held, found.fork):
        return True
    number = stated.statement.number
    if (number, statement_digest(stated)) in found.recent:
        return True
    is_next = stated.statement.restored and number > found.number
    if is_next or any(number == known for known, _ in found.recent):
        return False
    return number <= found.number and stated.statement.made_ms < found.made_ms


def lost_row(
    found: PropertyState, heard: sharing.HubRow, *, asked_ms: int, own_hash: str
) -> sharing.HubRow | None:
    """The row of this hub that a property has heard of and the hub doesn't have; None if the hub
    has it, or two people have decided about it. Questions from before their decision are late."""
    settled = found.settled
    if settled is not None and (heard == settled.heard or asked_ms <= settled.asked_ms):
        return None
    return heard if heard.seq and heard.hash != own_hash else None


def is_lost_anew(found: PropertyState, lost: sharing.HubRow | None, *, asked_ms: int) -> bool:
    """Whether a hub went back to a time when it had a fork to decide, whoever was restored then:
    the property has heard of a row not known to be lost, and has grants of such rows. Then what it
    showed before is incomplete; questions from before the fork was found, or shown, are late."""
    if lost is None or found.fork is None or lost in (found.lost, found.unproven):
        return False
    shown_ms = -1 if found.shown is None else found.shown.asked_ms
    return asked_ms > max(found.fork_asked_ms, shown_ms)


def shown_fork(found: PropertyState, command: sharing.TakeStatement) -> sharing.ForkFound | None:
    """The fork that a statement shows, if any. A restored property's statement replaces the one
    that showed its fork before, unless it comes late, and so does a new loss at the hub; nothing
    else does."""
    stated, asked_ms = command.stated, command.asked_ms
    heard = lost_row(found, command.heard, asked_ms=asked_ms, own_hash=command.own_hash)
    anew, proven = is_lost_anew(found, heard, asked_ms=asked_ms), is_proven(found, command)
    lost, unproven = (heard, None) if proven else (None, heard)
    is_late = found.fork is not None and asked_ms < found.fork_asked_ms
    if stated.statement.restored and not is_late:
        why = say("FORK_SHOWN", "restored")
        return sharing.ForkFound(stated=stated, why=why, lost=lost, unproven=unproven)
    if found.fork is not None and not (anew and proven):
        case = "forked" if found.lost is None else "hub_restored"
        raise Refusal("PROPERTY_STOPPED", case, where=found.property)
    if lost is not None:
        why = say("FORK_SHOWN", "lost", seq=lost.seq)
        return sharing.ForkFound(stated=stated, why=why, lost=lost)
    if unproven is not None:
        why = say("FORK_SHOWN", "unproven", seq=unproven.seq)
        return sharing.ForkFound(stated=stated, why=why, unproven=unproven)
    contradiction = _contradiction(found, stated)
    if contradiction is None:
        return None
    # A property that has heard of a lost row, already decided about, has nothing else to say.
    awaited = command.heard.hash == command.own_hash
    return sharing.ForkFound(stated=stated, why=contradiction, awaited=awaited)


def _contradiction(found: PropertyState, stated: sharing.StatementRow) -> Told | None:
    """Why a statement can't follow the property's earlier ones; None if it can."""
    number, before = stated.statement.number, found.number
    if found.held is not None and number == found.held.statement.number:
        return say("FORK_SHOWN", "held_again", number=number)
    if number <= before:
        return say("FORK_SHOWN", "again", number=number)
    if number > before + 1:
        return say("FORK_SHOWN", "gap", number=number, before=before)
    if stated.seq <= found.seq:
        return say("FORK_SHOWN", "row", seq=stated.seq, last=found.seq, before=before)
    return _lowered(found.sums, stated.statement.sums)


def _lowered(before: Sequence[sharing.LevelSum], after: Sequence[sharing.LevelSum]) -> Told | None:
    """Which sum went down."""
    by_level = {(each.jackpot, each.level): each for each in after}
    for each in before:
        now = by_level.get((each.jackpot, each.level))
        if now is None or any(
            getattr(now, name) < getattr(each, name)
            for name in sharing.LevelSum.__struct_fields__[2:]
        ):
            return say("FORK_SHOWN", "less", jackpot=each.jackpot, level=each.level)
    return None
