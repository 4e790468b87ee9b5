"""What players' money leaves a meter by: a malfunction notice that says how much a display was too
high, or a kept copy of the closing liability that says how much no meter shows.

A house that only trains, and a floor without a site, has no regulator and needs none."""

from __future__ import annotations

from pitboss.floor.facts.jackpots import AdjustMeter
from pitboss.floor.facts.papers import MALFUNCTION
from pitboss.floor.ledger import is_training
from pitboss.floor.state import State
from pitboss.money import Cents, dollars
from pitboss.refusal import Refusal

FAULTY, RELEASED = "faulty_display", "gross_receipts"
LIABILITY = "closing_liability"


def level_name(jackpot: str, level: str) -> str:
    """By which the state keeps what no meter shows of a level."""
    return f"{jackpot} {level}"


def needs_evidence(state: State, command: AdjustMeter) -> bool:
    """Whether a change takes players' money that somebody must account for."""
    if command.cents >= 0 or command.adjustment not in (FAULTY, RELEASED):
        return False
    return state.site is not None and not is_training(state, command.jackpot)


def need_evidence(state: State, command: AdjustMeter) -> None:
    """Refuse a change without its evidence, or beyond what that says."""
    if not needs_evidence(state, command):
        if command.evidence:
            reason = "only what takes players' money names its evidence; leave it empty"
            raise Refusal("EVIDENCE_WRONG", where="evidence", reason=reason)
        return
    asked = Cents(-command.cents)
    said, left = (
        _notice(state, command) if command.adjustment == FAULTY else _report(state, command)
    )
    if asked > left:
        reason = (
            f"{dollars(asked)} asked; {command.evidence} says {dollars(said)}, of which "
            f"{dollars(left)} is left"
        )
        raise Refusal("AMOUNT_WRONG", where="cents", reason=reason)


def _notice(state: State, command: AdjustMeter) -> tuple[Cents, Cents]:
    found = state.papers.get(command.evidence)
    if found is None or found.paper_kind != MALFUNCTION or found.status == "dismissed":
        reason = (
            "name the malfunction notice that says by how much the display was too high, such as "
            f"{_example(state)}; report the malfunction first ({_rule(state)})"
        )
        raise Refusal("EVIDENCE_WRONG", where="evidence", reason=reason)
    if (found.jackpot, found.level) != (command.jackpot, command.level):
        reason = "that notice is about another meter, or about none; name this meter's own"
        raise Refusal("EVIDENCE_WRONG", where="evidence", reason=reason)
    for badge in command.badges:
        if badge in found.opened_by:
            reason = "who reported it takes no money off a meter by it; two others must"
            raise Refusal("BADGE_TWICE", where=badge, reason=reason)
    return found.cents, Cents(found.cents - found.taken_cents)


def _report(state: State, command: AdjustMeter) -> tuple[Cents, Cents]:
    copy = state.reports.get(LIABILITY) or 0
    if not copy or command.evidence != f"{LIABILITY} {copy}":
        last = f"name the last one kept, {LIABILITY} {copy}" if copy else "keep one first"
        reason = (
            f"the closing liability (R16) says how much no meter shows: {last} ({_rule(state)})"
        )
        raise Refusal("EVIDENCE_WRONG", where="evidence", reason=reason)
    left = Cents(state.unshown.get(level_name(command.jackpot, command.level)) or 0)
    return left, left


def _example(state: State) -> str:
    open_ones = [name for name, each in state.papers.items() if each.paper_kind == MALFUNCTION]
    return open_ones[-1] if open_ones else "paper-12"


def _rule(state: State) -> str:
    return state.law.reduction_reasons.rule
