"""The evidence for taking players' money off a meter: a malfunction notice that says how much too
high a display was, or a kept copy of the closing liability that says how much no meter shows.

A training house, and a floor without a site, has no regulator and needs none."""

from __future__ import annotations

from pitboss.floor.facts import jackpots, papers
from pitboss.floor.money.ledger import is_training
from pitboss.floor.state.floor import State
from pitboss.money import Cents
from pitboss.refusal import Refusal

FAULTY, RELEASED = "faulty_display", "gross_receipts"
LIABILITY = "closing_liability"


def level_name(jackpot: str, level: str) -> str:
    """The state's key for what no meter shows of a level."""
    return f"{jackpot} {level}"


def needs_evidence(state: State, command: jackpots.AdjustMeter) -> bool:
    """Whether a change takes players' money that someone must account for."""
    if command.cents >= 0 or command.adjustment not in (FAULTY, RELEASED):
        return False
    return state.site is not None and not is_training(state, command.jackpot)


def need_evidence(state: State, command: jackpots.AdjustMeter) -> None:
    """Refuse a change without its evidence, or beyond it."""
    if not needs_evidence(state, command):
        if command.evidence:
            raise Refusal("EVIDENCE_WRONG", "what_takes_players", where="evidence")
        return
    asked = Cents(-command.cents)
    said, left = (
        _notice(state, command) if command.adjustment == FAULTY else _report(state, command)
    )
    if asked > left:
        raise Refusal(
            "AMOUNT_WRONG",
            "asked_says_which",
            where="cents",
            asked=asked,
            evidence=command.evidence,
            said=said,
            left=left,
        )


def _notice(state: State, command: jackpots.AdjustMeter) -> tuple[Cents, Cents]:
    found = state.papers.get(command.evidence)
    if found is None or found.paper_kind != papers.MALFUNCTION or found.status == "dismissed":
        raise Refusal(
            "EVIDENCE_WRONG",
            "name_malfunction_notice",
            where="evidence",
            example=_example(state),
            rule=_rule(state),
        )
    if (found.jackpot, found.level) != (command.jackpot, command.level):
        raise Refusal("EVIDENCE_WRONG", "notice_about_another", where="evidence")
    for badge in command.badges:
        if badge in found.opened_by:
            raise Refusal("BADGE_TWICE", "who_reported_takes", where=badge)
    return found.cents, Cents(found.cents - found.taken_cents)


def _report(state: State, command: jackpots.AdjustMeter) -> tuple[Cents, Cents]:
    copy = state.reports.get(LIABILITY) or 0
    if not copy or command.evidence != f"{LIABILITY} {copy}":
        case, rule = "last_report" if copy else "keep_report", _rule(state)
        last = f"{LIABILITY} {copy}"
        raise Refusal("EVIDENCE_WRONG", case, where="evidence", last=last, rule=rule)
    left = Cents(state.unshown.get(level_name(command.jackpot, command.level)) or 0)
    return left, left


def _example(state: State) -> str:
    open_ones = [
        name for name, each in state.papers.items() if each.paper_kind == papers.MALFUNCTION
    ]
    return open_ones[-1] if open_ones else "paper-12"


def _rule(state: State) -> str:
    return state.law.reduction_reasons.rule
