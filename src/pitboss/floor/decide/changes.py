"""Decisions about the site and changes of the running floor."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from pitboss.floor import extension
from pitboss.floor.decide.checks import holding_change, is_running, need_proof, need_reason
from pitboss.floor.decide.papers import end_removal, need_announced
from pitboss.floor.decide.permissions import refuse_missing_authority
from pitboss.floor.decide.plans import jackpots_of, new_plan, plan, plan_movements
from pitboss.floor.facts import changes, people, values
from pitboss.floor.facts.base import Event, event_from
from pitboss.floor.facts.jackpots import JackpotResumed
from pitboss.floor.state.changes import ChangeState, change_number
from pitboss.floor.state.floor import JackpotState, State
from pitboss.floor.state.gambling_day import times_fault
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.local_time import known_day
from pitboss.refusal import Refusal, say
from pitboss.rules.cited_law import cited_of, fault_of

WARNINGS_MOST = 50
PLAN_MOST_MS = 31 * 86_400_000  # how far ahead a change may be planned


def open_site(state: State, command: changes.OpenSite) -> Sequence[Event]:
    if state.site is not None or is_running(state):
        if command.by == values.NOBODY:
            raise refuse_missing_authority(command.permission)
        need_reason(command.reason)
    stated = [
        *cited_of(command.law).items(),
        *((each.figure, each.cited) for each in command.dated),
    ]
    for name, cited in stated:
        fault = fault_of(name, cited) if cited.rule.strip() else say("SWITCH_WRONG", "cites_none")
        if fault:
            raise Refusal("SWITCH_WRONG", "take_from_profile", where=name, fault=fault)
    if not known_day(0, command.time_zone):
        raise Refusal("TIME_ZONE_UNKNOWN", "no_such_time", where=command.time_zone)
    if fault := times_fault(command.day_begins, command.shifts):
        raise Refusal.of(fault, "shifts")
    if command.winnings_reported not in values.WINNINGS_REPORTED:
        raise Refusal(
            "SWITCH_WRONG", where="winnings_reported", winnings_reported=values.WINNINGS_REPORTED
        )
    return [event_from(changes.SiteOpened, command)]


# ---- changes ------------------------------------------------------------------------------------


def request_change(
    state: State, command: changes.RequestChange, paytables: PaytableLookup
) -> Sequence[Event]:
    need_reason(command.reason)
    if len(command.warnings) > WARNINGS_MOST:
        raise Refusal("CHANGE_WRONG", "more_than", where="warnings", warnings_most=WARNINGS_MOST)
    before, after = new_plan(state, command.what, paytables)
    if isinstance(command.what, values.SetTable):
        assert isinstance(before, values.TableStanding)
        assert isinstance(after, values.TableStanding)
        need_proof(state, after.table, after.jackpots, proof=command.proof, already=before.jackpots)
    return [
        event_from(
            changes.ChangeRequested,
            command,
            change=f"change-{state.seq + 1}",
            before=before,
            after=after,
        )
    ]


def approve_change(
    state: State, command: changes.ApproveChange, paytables: PaytableLookup
) -> Sequence[Event]:
    asked = _waiting(state, command.change, "requested")
    _need_independence(state, asked, role=state.badge(command.badge).role)
    _need_same_basis(state, asked, paytables)
    return [event_from(changes.ChangeApproved, command)]


def _need_independence(state: State, asked: ChangeState, *, role: str) -> None:
    """Require approval by someone independent of the requester, if the jurisdiction says so."""
    if not _jackpots(asked):
        return
    needed = state.law.parameter_change
    if "independent" in needed.value and values.DEPARTMENTS[role] == values.DEPARTMENTS[asked.role]:
        raise Refusal("DEPARTMENT_SAME", where=values.DEPARTMENTS[role], rule=needed.rule)
    if "accounting_notice" in needed.value and "accounting" not in (role, asked.role):
        raise Refusal("ACCOUNTING_MISSING", where=asked.change, rule=needed.rule)


def reject_change(state: State, command: changes.RejectChange) -> Sequence[Event]:
    asked = _waiting(state, command.change, "requested", "approved")
    need_reason(command.reason)
    return [
        event_from(changes.ChangeRejected, command),
        *_resume_jackpots(state, asked, badge=command.badge),
    ]


def withdraw_change(state: State, command: changes.WithdrawChange) -> Sequence[Event]:
    asked = _waiting(state, command.change, "requested", "approved")
    need_reason(command.reason)
    return [
        event_from(changes.ChangeWithdrawn, command),
        *_resume_jackpots(state, asked, badge=command.badge),
    ]


def plan_change(
    state: State, command: changes.PlanChange, paytables: PaytableLookup
) -> Sequence[Event]:
    asked = _waiting(state, command.change, "approved")
    _need_same_basis(state, asked, paytables)
    if command.from_ms > command.at_ms + PLAN_MOST_MS:
        raise Refusal("CHANGE_WRONG", "more_than_month", where=command.change)
    if asked.held and command.from_ms > command.at_ms:
        raise Refusal("JACKPOT_IN_CHANGE", "begun_applied_when", where=command.change)
    from_ms = max(command.from_ms, command.at_ms)
    return [event_from(changes.ChangePlanned, command, from_ms=from_ms)]


def begin_change(
    state: State, command: changes.BeginChange, paytables: PaytableLookup
) -> Sequence[Event]:
    """Begin a change: if players are at its jackpots, they first take no more wagers. Once their
    rounds are over it applies, and they take wagers again."""
    asked = _waiting(state, command.change, "approved")
    if not asked.planned_by or command.at_ms < asked.planned_ms:
        raise Refusal("CHANGE_NOT_DUE", where=command.change)
    _need_same_basis(state, asked, paytables)
    jackpots = _jackpots(asked)
    opened = tuple(name for name in jackpots if state.kept_jackpot(name).status == "open")
    if opened and (_is_played(state, jackpots) or "suspended" in state.law.parameter_change.value):
        return [changes.ChangeBegun(change=asked.change, jackpots=opened, badge=asked.planned_by)]
    return _apply_change(state, asked, badge=asked.planned_by, at_ms=command.at_ms)


def due_change(state: State, at_ms: int, paytables: PaytableLookup) -> str:
    """A planned change that can move forward now; empty if all of them wait."""
    for name, asked in state.changes.items():
        if asked.status != "approved" or not asked.planned_by or at_ms < asked.planned_ms:
            continue
        with suppress(Refusal):
            begin_change(
                state, changes.BeginChange(command_id="", at_ms=at_ms, change=name), paytables
            )
            return name
    return ""


def _is_played(state: State, jackpots: Sequence[str]) -> bool:
    """Whether an open round, here or at a property, has a wager on one of these."""
    return any(extension.here().players_of(state, name) for name in jackpots) or any(
        taking.jackpot in jackpots
        for _, table in state.tables.items()
        if table.round is not None
        for taking in table.round.takings
    )


def _resume_jackpots(
    state: State, asked: ChangeState, *, badge: str, others: Sequence[str] = ()
) -> list[Event]:
    """Let jackpots take wagers again after a change that stopped them, unless they are gone, and
    `others` that it changed."""
    gone = asked.what.jackpot if isinstance(asked.what, values.Retire) else ""
    over = say("CHANGE_OVER", change=change_number(asked.change))
    return [
        JackpotResumed(jackpot=name, badge=badge, told=over)
        for name in (*asked.held, *others)
        if name != gone and state.kept_jackpot(name).status == "suspended"
    ]


def _held_for_another(state: State, asked: ChangeState) -> list[str]:
    """The jackpots of this change that another change holds. That one's basis may differ once this
    one applies: it begins again if it can; otherwise it holds nothing until someone decides."""
    found = ((name, holding_change(state, name)) for name in _jackpots(asked))
    return [name for name, other in found if other is not None and other.change != asked.change]


def _jackpots(asked: ChangeState) -> Sequence[str]:
    return jackpots_of(asked.what, asked.before, asked.after)


def apply_change(
    state: State, command: changes.ApplyChange, paytables: PaytableLookup
) -> Sequence[Event]:
    asked = _waiting(state, command.change, "approved")
    _need_same_basis(state, asked, paytables)
    return _apply_change(state, asked, badge=command.badge, at_ms=command.at_ms)


def _apply_change(state: State, asked: ChangeState, *, badge: str, at_ms: int) -> Sequence[Event]:
    _need_standing(state, asked, at_ms=at_ms)
    leaving: list[Event] = []
    if isinstance(asked.what, values.CloseTable):
        dealer = state.table(asked.what.table).dealer
        if dealer:
            leaving.append(people.DealerSignedOut(table=asked.what.table, badge=dealer))
    ended = _end_removals(state, asked.what, badge=badge)
    return [
        *leaving,
        changes.ChangeApplied(
            change=asked.change,
            what=asked.what,
            before=asked.before,
            after=asked.after,
            movements=plan_movements(state, asked.what),
            badge=badge,
        ),
        *ended,
        *_resume_jackpots(state, asked, badge=badge, others=_held_for_another(state, asked)),
    ]


def _end_removals(state: State, what: values.Change, *, badge: str) -> Sequence[Event]:
    """End the removal of a retired jackpot."""
    return end_removal(state, what.jackpot, badge) if isinstance(what, values.Retire) else ()


def _waiting(state: State, change: str, *statuses: str) -> ChangeState:
    found = state.change(change)
    if found.status == "requested" and "requested" not in statuses:
        raise Refusal("CHANGE_NOT_APPROVED", where=change)
    if found.status not in statuses:
        raise Refusal("CHANGE_CLOSED", where=change, status=found.status)
    return found


def _need_same_basis(state: State, asked: ChangeState, paytables: PaytableLookup) -> None:
    """Refuse a change whose basis has changed since the request."""
    if plan(state, asked.what, paytables) != (asked.before, asked.after):
        raise Refusal("CHANGE_STALE", where=asked.change)


def _need_standing(state: State, asked: ChangeState, *, at_ms: int) -> None:
    """Require a change to be made between rounds, with no awards pending and, if the jurisdiction
    says so, while the jackpot takes no wagers."""
    jackpots = _jackpots(asked)
    at_table = (
        asked.what.table if isinstance(asked.what, values.SetTable | values.CloseTable) else ""
    )
    standing = [state.kept_jackpot(name) for name in jackpots]
    for jackpot in standing:
        for level in jackpot.levels:
            if tables := jackpot.awaited_at(level):
                raise Refusal(
                    "AWARD_PENDING",
                    "award_pending_at",
                    where=jackpot.jackpot,
                    level=level,
                    tables=tables,
                )
    for name, table in state.tables.items():
        wagers = {taking.jackpot for taking in table.round.takings} if table.round else set()
        if wagers & set(jackpots) or (table.round is not None and name == at_table):
            raise Refusal("ROUND_OPEN", "end_round", where=name)
    if isinstance(asked.what, values.SetTable) and state.table(at_table).key != "RUN":
        raise Refusal("KEY_NOT_IN_RUN", where=at_table)
    if isinstance(asked.what, values.Retire):
        _need_retirable(state, state.jackpot(asked.what.jackpot), at_ms=at_ms)
    needed = state.law.parameter_change
    for jackpot in standing:  # a table may leave a retired one behind
        if "suspended" in needed.value and jackpot.status == "open":
            raise Refusal("LINK_NOT_SUSPENDED", where=jackpot.jackpot, rule=needed.rule)


def _need_retirable(state: State, jackpot: JackpotState, *, at_ms: int) -> None:
    """Refuse to retire a jackpot whose slow steps aren't done, before anyone stops play for it. An
    award that can still be backed out needs its meter."""
    need_announced(state, jackpot, at_ms=at_ms)
    extension.here().need_done(state, jackpot)
    for name, _ in state.owed.items():
        if state.award(name).award.jackpot == jackpot.jackpot:
            raise Refusal("AWARD_UNPAID", where=name)
