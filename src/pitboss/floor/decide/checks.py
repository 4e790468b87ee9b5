"""What several decisions ask first: who is it, is the table ready, is a round open?"""

from __future__ import annotations

import re
from collections.abc import Collection
from unicodedata import normalize

from pitboss.floor.approved import SOFTWARE_ALTERED
from pitboss.floor.change_state import ChangeState
from pitboss.floor.custody import bank_stop
from pitboss.floor.exposure import cover_above, is_short, large_prizes_at, recorded_cents
from pitboss.floor.facts.permission import role_too_low
from pitboss.floor.facts.values import Award, Spot
from pitboss.floor.state import JackpotState, RoundState, State, TableState
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal

TEXT_MOST = 200
REASON_MOST = 1000
# As in a site file: names stand in addresses, in accounts and on cards.
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)


def need_role(
    state: State, badge: str, *roles: str, above_cents: Cents | None = None, rule: str = ""
) -> None:
    """Refuse a badge of another role; awards over `above_cents` need the highest of these."""
    role = state.badge(badge).role
    if role not in roles:
        raise role_too_low(badge, role, roles, above_cents=above_cents, rule=rule)


def is_running(state: State) -> bool:
    """Whether anything is on the floor; before that, it is set up without badges."""
    return state.jackpots.any() or state.tables.any()


def need_proof(
    state: State, table: str, jackpots: Collection[str], *, proof: str, already: Collection[str]
) -> None:
    """Who joins a table to others' meters says what was proven of that link; `already` are the
    links that the table has."""
    if state.site is None or proof.strip():
        return
    wanted = (state.jackpot(name) for name in jackpots if name not in already)
    fresh = {each.jackpot for each in wanted if each.named and each.terms.kind == "progressive"}
    for name, other in state.tables.items() if fresh else ():
        joined = fresh & set(other.jackpots)
        if name != table and not other.closed and joined:
            rule = state.law.link_rule.rule
            raise Refusal(
                "LINK_UNPROVEN",
                where=table,
                reason=f"it would share {min(joined)} with {name}; check the link first ({rule})",
            )


def holding_change(state: State, jackpot: str) -> ChangeState | None:
    """The change that has begun and keeps a jackpot from taking wagers until it is applied."""
    return next(
        (
            asked
            for _, asked in state.changes.items()
            if asked.status == "approved" and jackpot in asked.held
        ),
        None,
    )


def need_wagers_taken(jackpot: JackpotState) -> None:
    if jackpot.status == "suspended":
        detail = "return these wagers; it takes none now"
        raise Refusal("JACKPOT_SUSPENDED", where=jackpot.jackpot, reason=detail)


def need_reduction_reason(state: State, kind: str) -> None:
    """A meter goes down only for the reasons of the jurisdiction's closed list."""
    reasons = state.law.reduction_reasons
    if kind not in reasons.value:
        raise Refusal(
            "REDUCTION_NOT_ALLOWED",
            where=kind,
            reason=f"an amount goes down only for {', '.join(reasons.value)} ({reasons.rule})",
        )


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("REASON_MISSING", where="reason", reason="say why")
    need_short(reason, where="reason", most=REASON_MOST)


def need_text(text: str, *, where: str) -> None:
    if not text.strip():
        raise Refusal("TEXT_MISSING", where=where, reason="write something here")
    need_short(text, where=where)


def need_short(text: str, *, where: str, most: int = TEXT_MOST) -> None:
    if len(text) > most:
        raise Refusal("TEXT_TOO_LONG", where=where, reason=f"at most {most:,} characters")


def need_no_badge(state: State, text: str, *, where: str) -> None:
    """Refuse a text that names anybody of the house, by badge or by name."""
    said = f" {_words(text)} "
    whole = said.replace(" ", "")  # as in e.v.e
    for badge, person in state.badges.items():
        names = [name for name in map(_words, (badge, person.name)) if name]
        if any(f" {name} " in said or name.replace(" ", "") == whole for name in names):
            reason = f"that is badge {badge}; nobody of the house gets what is kept for others"
            raise Refusal("PAYMENT_WRONG", where=where, reason=reason)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", normalize("NFKC", text).casefold()))


def need_id(name: str, *, where: str) -> None:
    if not ID.fullmatch(name):
        detail = "an id has letters, digits, - and _, at most 32 of them, a letter or digit first"
        raise Refusal("ID_WRONG", where=where, reason=detail)


def need_digest(text: str, *, where: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise Refusal("DIGEST_WRONG", where=where, reason="64 hexadecimal digits (SHA-256)")


def need_here(state: State, award: Award) -> None:
    """Refuse to undo an award that a hub has granted."""
    if award.level and state.kept_jackpot(award.jackpot).terms.wide:
        reason = "the hub has granted it, and it is final here; put it right at the hub"
        raise Refusal("JACKPOT_WIDE", where=award.award, reason=reason)


def need_own(jackpot: JackpotState) -> None:
    """Refuse to change a jackpot of a hub: what its meters hold here is what was collected."""
    if jackpot.terms.wide:
        reason = f"it is {jackpot.terms.wide}'s jackpot; change it there"
        raise Refusal("JACKPOT_WIDE", where=jackpot.jackpot, reason=reason)


def need_betting(state: State, table: TableState, *, at_ms: int | None) -> None:
    """Whether wagers may be taken at all: shuffler and sensors work, what is played is approved,
    and what players are owed lies in the bank, at this time; none where nobody asks for a round."""
    if table.shuffler is not None:
        raise Refusal("SHUFFLER_OUT", where=table.table, reason=table.shuffler_next)
    if table.betting_closed:
        device, reason = table.betting_closed[0]
        detail = (
            f"{reason} ({device}); once it answers, wait a second and press START again; if it is"
            " gone, have a technician retire it"
        )
        raise Refusal("BETTING_CLOSED", where=table.table, reason=detail)
    if table.training:
        return
    approval = table.approval
    if table.drift or (approval is not None and approval.until_ms is not None):
        need_as_approved(state, table, at_ms)  # every START comes by: it asks only if it must
    if is_short(state.bank.cover, at_ms):
        _need_cover(state, table, at_ms)
    stop = bank_stop(state, at_ms)
    if stop is None or not any(state.kept_jackpot(name).levels for name in table.jackpots):
        return
    if stop.is_unnamed:
        detail = f"no bank account is on record; two people name it first ({stop.rule})"
        raise Refusal("BANK_UNNAMED", where=table.table, reason=detail)
    detail = f"the bank account lacks {dollars(stop.due_cents)}; deposit it first ({stop.rule})"
    raise Refusal("BANK_SHORT", where=table.table, reason=detail)


def _need_cover(state: State, table: TableState, at_ms: int | None) -> None:
    """The second highest prize by odds does not lie ready: where this table offers such prizes, it
    stops."""
    cover, above = state.bank.cover, cover_above(state)
    if not large_prizes_at(table, above.cents):
        return
    there = dollars(recorded_cents(cover, at_ms))
    detail = (
        f"{dollars(cover.needed_cents)} must lie ready for the second highest prize by odds, and "
        f"{there} is recorded; record the cover or lower the limits "
        f"({above.rule})"
    )
    raise Refusal("COVER_SHORT", where=table.table, reason=detail)


def need_as_approved(state: State, table: TableState, at_ms: int | None) -> None:
    """Whether a table for money runs what was approved; what differs was found when it changed."""
    approval = table.approval
    if approval is not None and approval.is_over(at_ms):
        detail = f"its approval ended with {approval.record.until}; enter a new one (PS-64)"
        raise Refusal("APPROVAL_EXPIRED", where=table.table, reason=detail)
    for drift in table.drift:
        is_software = drift.code == SOFTWARE_ALTERED
        switch = state.law.software_check if is_software else state.law.terms_drift
        if switch.value == "stop":
            detail = f"{drift.says}; change it back, or enter a new approval ({switch.rule})"
            raise Refusal(drift.code, where=table.table, reason=detail)


def need_parts(table: TableState) -> None:
    """Whether the letters approve what stands at a table for money (PS-36)."""
    if table.shortfalls and not table.training:
        short = table.shortfalls[0]
        detail = f"{short.reason}; {short.clause.quoted}"
        raise Refusal(short.code, where=table.table, reason=detail)


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


def need_jackpot(table: TableState) -> None:
    if not table.jackpots:
        detail = "this table has no jackpot and no sensors; its wagers are paid at the table"
        raise Refusal("NO_JACKPOT", where=table.table, reason=detail)


def need_spot(table: TableState, spot: Spot) -> None:
    need_jackpot(table)
    if not (1 <= spot.seat <= table.seats and 1 <= spot.sensor <= len(table.jackpots)):
        detail = f"it has seats 1 to {table.seats} and sensors 1 to {len(table.jackpots)}"
        raise Refusal(
            "SPOT_UNKNOWN", where=f"{table.table} {spot.seat}.{spot.sensor}", reason=detail
        )
