"""What several decisions check first: who it is, whether the table is ready, whether a round is
open."""

from __future__ import annotations

import re
from collections.abc import Collection
from unicodedata import normalize

from pitboss.floor.facts.offered import MARK, OFFERED
from pitboss.floor.facts.permission import role_too_low
from pitboss.floor.facts.values import Award, Spot
from pitboss.floor.money.custody import bank_stop
from pitboss.floor.money.exposure import cover_above, is_short, large_prizes_at, recorded_cents
from pitboss.floor.state.approved import SOFTWARE_ALTERED
from pitboss.floor.state.changes import ChangeState
from pitboss.floor.state.floor import JackpotState, RoundState, State, TableState
from pitboss.money import Cents
from pitboss.refusal import Refusal

TEXT_MOST = 200
REASON_MOST = 1000
# As in a site file: names appear in addresses, in accounts and on cards.
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,31}", re.ASCII)


def need_role(
    state: State, badge: str, *roles: str, above_cents: Cents | None = None, rule: str = ""
) -> None:
    """Refuse a badge of another role; awards over `above_cents` need the highest of these."""
    role = state.badge(badge).role
    if role not in roles:
        raise role_too_low(badge, role, roles, above_cents=above_cents, rule=rule)


def is_running(state: State) -> bool:
    """Whether the floor has anything yet; before that, setup needs no badges."""
    return state.jackpots.any() or state.tables.any()


def need_proof(
    state: State, table: str, jackpots: Collection[str], *, proof: str, already: Collection[str]
) -> None:
    """Require proof of a link from whoever joins a table to others' meters; `already` are the links
    the table has."""
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
                "would_share",
                where=table,
                joined=min(joined),
                name=name,
                rule=rule,
            )


def holding_change(state: State, jackpot: str) -> ChangeState | None:
    """The active change that keeps a jackpot from taking wagers until it applies."""
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
        raise Refusal("JACKPOT_SUSPENDED", "return_these_wagers", where=jackpot.jackpot)


def need_reduction_reason(state: State, kind: str) -> None:
    """Refuse to lower a meter for a reason that isn't on the jurisdiction's closed list."""
    reasons = state.law.reduction_reasons
    if kind not in reasons.value:
        raise Refusal("REDUCTION_NOT_ALLOWED", where=kind, value=reasons.value, rule=reasons.rule)


def need_reason(reason: str) -> None:
    if not reason.strip():
        raise Refusal("REASON_MISSING", where="reason")
    if reason.startswith(MARK) and reason not in OFFERED:
        raise Refusal("TEXT_WRONG", "marked", where="reason")
    need_short(reason, where="reason", most=REASON_MOST)


def need_text(text: str, *, where: str) -> None:
    if not text.strip():
        raise Refusal("TEXT_MISSING", where=where)
    need_short(text, where=where)


def need_short(text: str, *, where: str, most: int = TEXT_MOST) -> None:
    if len(text) > most:
        raise Refusal("TEXT_TOO_LONG", where=where, most=most)


def need_no_badge(state: State, text: str, *, where: str) -> None:
    """Refuse a text that names anyone of the house, by badge or by name."""
    said = f" {_words(text)} "
    whole = said.replace(" ", "")  # even as e.v.e
    for badge, person in state.badges.items():
        names = [name for name in map(_words, (badge, person.name)) if name]
        if any(f" {name} " in said or name.replace(" ", "") == whole for name in names):
            raise Refusal("PAYMENT_WRONG", "badge", where=where, badge=badge)


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", normalize("NFKC", text).casefold()))


def need_id(name: str, *, where: str) -> None:
    if not ID.fullmatch(name):
        raise Refusal("ID_WRONG", "id_letters_digits", where=where)


def need_digest(text: str, *, where: str) -> None:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise Refusal("DIGEST_WRONG", where=where)


def need_here(state: State, award: Award) -> None:
    """Refuse to undo an award that a hub has granted."""
    if award.level and state.kept_jackpot(award.jackpot).terms.wide:
        raise Refusal("JACKPOT_WIDE", "hub_granted_final", where=award.award)


def need_own(jackpot: JackpotState) -> None:
    """Refuse to change a jackpot of a hub: what its meters hold here is what was collected."""
    if jackpot.terms.wide:
        raise Refusal("JACKPOT_WIDE", "jackpot", where=jackpot.jackpot, wide=jackpot.terms.wide)


def need_betting(state: State, table: TableState, *, at_ms: int | None) -> None:
    """Refuse wagers unless shuffler and sensors work, everything in play is approved, and what
    players are owed is in the bank at this time; `at_ms` is None if nobody starts a round."""
    if table.shuffler is not None:
        raise table.refuse_shuffler("SHUFFLER_OUT")
    if table.betting_closed:
        device, why = table.betting_closed[0]
        raise Refusal(
            "BETTING_CLOSED", "once_answers_wait", where=table.table, why=why, device=device
        )
    if table.training:
        return
    approval = table.approval
    if table.drift or (approval is not None and approval.until_ms is not None):
        need_as_approved(state, table, at_ms)  # every START asks: check only if needed
    if is_short(state.bank.cover, at_ms):
        _need_cover(state, table, at_ms)
    stop = bank_stop(state, at_ms)
    if stop is None or not any(state.kept_jackpot(name).levels for name in table.jackpots):
        return
    if stop.is_unnamed:
        raise Refusal("BANK_UNNAMED", where=table.table, rule=stop.rule)
    raise Refusal(
        "BANK_SHORT", "bank_account_lacks", where=table.table, due=stop.due_cents, rule=stop.rule
    )


def _need_cover(state: State, table: TableState, at_ms: int | None) -> None:
    """Stop a table that offers large prizes by odds while the money for the second highest isn't
    ready."""
    cover, above = state.bank.cover, cover_above(state)
    if not large_prizes_at(table, above.cents):
        return
    raise Refusal(
        "COVER_SHORT",
        "must_lie_ready",
        where=table.table,
        needed=cover.needed_cents,
        there=recorded_cents(cover, at_ms),
        rule=above.rule,
    )


def need_as_approved(state: State, table: TableState, at_ms: int | None) -> None:
    """Refuse a table for money that doesn't run as approved; differences were found when it
    changed."""
    approval = table.approval
    if approval is not None and approval.is_over(at_ms):
        raise Refusal("APPROVAL_EXPIRED", where=table.table, until=approval.record.until)
    for drift in table.drift:
        is_software = drift.code == SOFTWARE_ALTERED
        switch = state.law.software_check if is_software else state.law.terms_drift
        if switch.value == "stop":
            raise Refusal(drift.code, where=table.table, drift=drift.told, rule=switch.rule)


def need_parts(table: TableState) -> None:
    """Refuse equipment at a table for money that the letters don't approve (PS-36)."""
    if table.shortfalls and not table.training:
        short = table.shortfalls[0]
        found, quoted = short.told, short.clause.quoted
        raise Refusal(found.code, found.case, where=table.table, **found.values, rule=quoted)


def need_playing(state: State, name: str) -> TableState:
    table = state.table(name)
    if table.paused:
        raise Refusal("TABLE_PAUSED", "resume_table", where=name)
    if not table.dealer:
        raise Refusal("NO_DEALER", "sign_badge", where=name)
    return table


def open_round(table: TableState) -> RoundState:
    if table.round is None:
        raise Refusal("NO_ROUND", where=table.table)
    return table.round


def need_jackpot(table: TableState) -> None:
    if not table.jackpots:
        raise Refusal("NO_JACKPOT", "table_no_jackpot", where=table.table)


def need_spot(table: TableState, spot: Spot) -> None:
    need_jackpot(table)
    if not (1 <= spot.seat <= table.seats and 1 <= spot.sensor <= len(table.jackpots)):
        raise Refusal(
            "SPOT_UNKNOWN",
            "spots_there",
            where=f"{table.table} {spot.seat}.{spot.sensor}",
            seats=table.seats,
            count=len(table.jackpots),
        )
