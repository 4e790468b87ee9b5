"""What several decisions ask first: who is it, is the table ready, is a round open?"""

from __future__ import annotations

from collections.abc import Collection

from pitboss.floor.state import RoundState, State, TableState
from pitboss.floor.values import APPROVERS, NOBODY, Spot
from pitboss.refusal import Refusal


def need_role(state: State, badge: str, *roles: str, rule: str = "") -> None:
    role = state.badge(badge).role
    if role not in roles:
        needed = " or ".join(dict.fromkeys(roles))
        cited = f" ({rule})" if rule else ""
        raise Refusal("ROLE_TOO_LOW", where=badge, reason=f"{role}; needs {needed}{cited}")


def need_two_approvers(state: State, badges: tuple[str, str]) -> None:
    if badges[0] == badges[1]:
        raise Refusal("BADGE_TWICE", where=badges[0], reason="two different people must agree")
    for badge in badges:
        need_role(state, badge, *APPROVERS)


def is_running(state: State) -> bool:
    """Whether anything is on the floor; before that, it is set up without badges."""
    return state.jackpots.any() or state.tables.any()


def need_authority(state: State, by: tuple[str, str], *, concerned: str = "") -> None:
    """Two people, one an executive, and never the one it is about (25 CFR 543.10(a))."""
    if by == NOBODY:
        raise Refusal(
            "AUTHORITY_MISSING",
            where=concerned,
            reason="the floor is running: two people agree to this, one of them an executive",
        )
    if by[0] == by[1]:
        raise Refusal("BADGE_TWICE", where=by[0], reason="two different people must agree")
    if concerned in by:
        raise Refusal(
            "BADGE_CONCERNED",
            where=concerned,
            reason="nobody decides about his own badge; two others must (25 CFR 543.10(a))",
        )
    for badge in by:
        need_role(state, badge, *APPROVERS, "technician")
    if "executive" not in {state.badge(badge).role for badge in by}:
        raise Refusal("ROLE_TOO_LOW", where=" ".join(by), reason="one must be an executive")


def need_proof(
    state: State, table: str, jackpots: Collection[str], *, proof: str, already: Collection[str]
) -> None:
    """Who joins a table to others' meters says what was proven of that link; `already` are the
    links that the table has."""
    if state.site is None or proof.strip():
        return
    fresh = {name for name in jackpots if state.jackpot(name).kind == "progressive"} - set(already)
    for name, other in state.tables.items():
        joined = fresh & set(other.jackpots)
        if name != table and not other.closed and joined:
            rule = state.switch("link_rule").rule
            raise Refusal(
                "LINK_UNPROVEN",
                where=table,
                reason=f"it would share {min(joined)} with {name}; check the link first ({rule})",
            )


def need_wagers_taken(state: State, jackpot: str) -> None:
    if state.jackpot(jackpot).status == "suspended":
        raise Refusal(
            "JACKPOT_SUSPENDED", where=jackpot, reason="give these wagers back; it takes none now"
        )


def need_reduction_reason(state: State, kind: str) -> None:
    """A meter goes down only for the reasons of the jurisdiction's closed list."""
    reasons = state.switch("reduction_reasons")
    if kind not in reasons.words:
        raise Refusal(
            "REDUCTION_NOT_ALLOWED",
            where=kind,
            reason=f"an amount goes down only for {', '.join(reasons.words)} ({reasons.rule})",
        )


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("REASON_MISSING", where="reason", reason="say why")


def playing(state: State, name: str) -> TableState:
    table = state.table(name)
    if table.paused:
        raise Refusal("TABLE_PAUSED", where=name, reason="resume the table first")
    if not table.dealer:
        raise Refusal("NO_DEALER", where=name, reason="sign in with a badge first")
    return table


def open_round(table: TableState) -> RoundState:
    if table.round is None:
        raise Refusal("NO_ROUND", where=table.table, reason="press START GAME first")
    return table.round


def need_spot(table: TableState, spot: Spot) -> None:
    if not (1 <= spot.seat <= table.seats and 1 <= spot.sensor <= len(table.jackpots)):
        raise Refusal("SPOT_UNKNOWN", where=table.table, reason="no such seat or sensor")
