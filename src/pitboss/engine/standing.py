"""Why an engine that does not lead decides nothing, and when one no longer leads."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.engine.batch import Reply
from pitboss.floor.facts.engines import EngineBegan
from pitboss.floor.leading import LeadingEngine
from pitboss.floor.state import State
from pitboss.floor.view.approvals import stopped_by
from pitboss.journal import CANNOT_WRITE, Row
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal

STANDING_BY = "STANDING_BY"
SUPERSEDED = "ENGINE_SUPERSEDED"
STANDBY_MISSING = "STANDBY_MISSING"
STANDBY_SILENT = "STANDBY_SILENT"
LOST = frozenset({"JOURNAL_DAMAGED", "JOURNAL_TAMPERED"})
ANSWER_S = 6.0  # a journal's own deadline, and a second for the rest
LATE = f"no answer for {ANSWER_S:.0f} seconds; it may be done or not: ask again with the same id"
ASK_LEADER = "ask again with the same id, at the one address of this site"


def standing_by(leader: LeadingEngine | None) -> Refusal:
    """It follows the journal, and waits for its turn."""
    where = leader.name if leader else "engine"
    found = f"; {leader.name} leads, at {leader.address}" if leader else ""
    return Refusal(STANDING_BY, where=where, reason=f"this engine stands by{found}; {ASK_LEADER}")


def superseded(leader: LeadingEngine) -> Refusal:
    """Another engine has begun since: whatever this one would decide is void."""
    reason = f"it leads now, at {leader.address}, and this engine no longer does; {ASK_LEADER}"
    return Refusal(SUPERSEDED, where=f"{leader.name}, epoch {leader.epoch}", reason=reason)


def standby_missing() -> Refusal:
    """A floor is handed over to somebody."""
    reason = (
        "nobody stands by who can lead; start pitboss serve --standby on another machine first. If"
        " one runs there, its /healthz and its log say why it cannot"
    )
    return Refusal(STANDBY_MISSING, where="hand-over", reason=reason)


def need_standby(state: State, release: str | None, *, anyway: bool) -> None:
    """Refuse to hand over to nobody, or, unless it is wanted `anyway`, to software with which
    tables for money would stop."""
    if release is None:
        raise standby_missing()
    if not anyway and (tables := stopped_by(state, release)):
        reason = (
            f"the engine that stands by runs release {release}, which is not approved here;"
            f" tables for money that would start no round: {len(tables)}. Two people enter its"
            " approval in the office, under Approvals, first; or hand over with --anyway"
        )
        raise Refusal("STANDBY_UNAPPROVED", where="hand-over", reason=reason)


def standby_silent() -> Refusal:
    """Nobody leads after a hand-over: whoever led before leads again."""
    reason = (
        "the engine that stands by has not begun to lead, so this one leads again as soon as it"
        " can; read the other's log, start it again, then hand over once more"
    )
    return Refusal(STANDBY_SILENT, where="hand-over", reason=reason)


def ends_tenure(refusal: Refusal) -> bool:
    """Whether an engine that tried to lead is not to try again: rows do not fit what it followed,
    or the floor does not let it begin. A journal that only cannot write is tried again."""
    return refusal.code in LOST or refusal.code not in CANNOT_WRITE


def newer_leader(rows: Iterable[Row], *, epoch: int) -> Refusal | None:
    """Why an engine of this epoch leads no longer, if rows that it has not written say so."""
    for row in rows:
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, EngineBegan) and event.epoch > epoch:
                return superseded(
                    LeadingEngine(event.epoch, event.engine, event.address, event.version)
                )
    return None


def late(command_id: str, *, seq: int) -> Reply:
    """The answer to a command that got none in time."""
    return Reply(command_id, seq, "JOURNAL_UNSURE", LATE)


def in_time(reply: Reply, *, begun_ms: int, now_ms: int) -> Reply:
    """An answer as it may be given now, by a clock that counts sleep: an engine that was paused
    since it was asked, or since it heard of its journal, has no yes to give, for another may have
    led since."""
    if reply.accepted and now_ms - begun_ms > ANSWER_S * 1000:
        return late(reply.command_id, seq=reply.seq)
    return reply
