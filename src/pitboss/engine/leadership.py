"""Why an engine that doesn't lead decides nothing, and when one no longer leads."""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.floor.facts import engines
from pitboss.floor.state.floor import State
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.view.approvals import stopped_by
from pitboss.journal import CANNOT_WRITE, Row
from pitboss.journal.codec import events_of
from pitboss.refusal import Refusal

STANDING_BY = "STANDING_BY"
SUPERSEDED = "ENGINE_SUPERSEDED"
STANDBY_MISSING = "STANDBY_MISSING"
STANDBY_SILENT = "STANDBY_SILENT"
LOST = frozenset({"JOURNAL_DAMAGED", "JOURNAL_TAMPERED"})


def refuse_standing_by(leader: LeadingEngine | None) -> Refusal:
    """This engine follows the journal and waits for its turn."""
    if leader is None:
        return Refusal(STANDING_BY, "nobody_leads", where="engine")
    names = {"leader": leader.name, "address": leader.address}
    return Refusal(STANDING_BY, "another_leads", where=leader.name, **names)


def refuse_superseded(leader: LeadingEngine) -> Refusal:
    """Another engine has begun since, so anything this one would decide is void."""
    return Refusal(SUPERSEDED, where=f"{leader.name}, epoch {leader.epoch}", address=leader.address)


def refuse_missing_standby() -> Refusal:
    """A hand-over needs a standby engine."""
    return Refusal(STANDBY_MISSING, where="hand-over")


def need_standby(state: State, release: str | None, *, anyway: bool) -> None:
    """Refuse to hand over to nobody or, unless `anyway`, to software that would stop tables for
    money."""
    if release is None:
        raise refuse_missing_standby()
    if not anyway and (tables := stopped_by(state, release)):
        raise Refusal("STANDBY_UNAPPROVED", where="hand-over", release=release, count=len(tables))


def refuse_silent_standby() -> Refusal:
    """Nobody leads after a hand-over: the previous leader leads again."""
    return Refusal(STANDBY_SILENT, where="hand-over")


def ends_tenure(refusal: Refusal) -> bool:
    """Whether an engine that failed to lead must not try again: rows don't match what it followed,
    or the floor doesn't let it begin. If the journal merely can't write, it tries again."""
    return refusal.code in LOST or refusal.code not in CANNOT_WRITE


def newer_leader(rows: Iterable[Row], *, epoch: int) -> Refusal | None:
    """Why an engine of this epoch no longer leads, if rows it didn't write say so."""
    for row in rows:
        for event in events_of(row.events, seq=row.seq):
            if isinstance(event, engines.EngineBegan) and event.epoch > epoch:
                return refuse_superseded(
                    LeadingEngine(event.epoch, event.engine, event.address, event.version)
                )
    return None
