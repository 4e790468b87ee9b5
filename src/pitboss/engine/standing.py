"""Why an engine that does not lead decides nothing."""

from __future__ import annotations

from pitboss.floor.leading import LeadingEngine
from pitboss.refusal import Refusal

STANDING_BY = "STANDING_BY"
SUPERSEDED = "ENGINE_SUPERSEDED"
STANDBY_MISSING = "STANDBY_MISSING"
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
    reason = "nobody stands by; start pitboss serve --standby on another machine first"
    return Refusal(STANDBY_MISSING, where="hand-over", reason=reason)
