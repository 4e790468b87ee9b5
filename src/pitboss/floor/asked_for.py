"""What was asked for, told from what happened: the way back from events to their command.

Whoever proves a record asks again and looks whether the same comes of it. Most events hold their
command word for word; a few do not, and say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.floor import commands, events
from pitboss.floor.state import State
from pitboss.floor.values import Award, Mark, Spot


class AskedFor(NamedTuple):
    """The commands that may have been asked, none if no command leads to such events. `is_worded`
    tells whether one of them is the command word for word."""

    commands: tuple[commands.Command, ...]
    is_worded: bool = True


# event -> the command that leads to it. What it has of the command has the same name there.
_ASKED: dict[type, Any] = {
    events.SiteOpened: commands.OpenSite,
    events.BadgeIssued: commands.IssueBadge,
    events.BadgeChanged: commands.ChangeBadge,
    events.BadgeRevoked: commands.RevokeBadge,
    events.KeysRenewed: commands.RenewKeys,
    events.JackpotOpened: commands.OpenJackpot,
    events.TableOpened: commands.OpenTable,
    events.DealerSignedIn: commands.SignIn,
    events.DealerSignedOut: commands.SignOut,
    events.RoundStarted: commands.StartRound,
    events.LateBetSeen: commands.SeeLateBet,
    events.KeyTurned: commands.TurnKey,
    events.RoundEnded: commands.EndRound,
    events.RoundVoided: commands.VoidRound,
    events.TablePaused: commands.PauseTable,
    events.TableResumed: commands.ResumeTable,
    events.AwardBackedOut: commands.BackOutAward,
    events.PrizePaid: commands.PayPrize,
    events.DayClosed: commands.CloseDay,
    events.DepositRecorded: commands.RecordDeposit,
    events.WithdrawalRecorded: commands.RecordWithdrawal,
    events.ApprovalEntered: commands.EnterApproval,
    events.BundleChanged: commands.ChangeBundle,
    events.EquipmentRecorded: commands.RecordEquipment,
    events.WinPagePrinted: commands.PrintWinPage,
    events.SupervisorCalled: commands.CallSupervisor,
    events.CallAnswered: commands.AnswerCall,
    events.DeviceEnrolled: commands.EnrolDevice,
    events.DeviceRetired: commands.RetireDevice,
    events.AccessRefused: commands.RefuseAccess,
    events.PersonSignedOn: commands.SignOn,
    events.PersonSignedOff: commands.SignOff,
    events.BettingClosed: commands.CloseBetting,
    events.BettingOpened: commands.OpenBetting,
    events.JackpotSuspended: commands.SuspendJackpot,
    events.JackpotResumed: commands.ResumeJackpot,
    events.ChangeRequested: commands.RequestChange,
    events.ChangeApproved: commands.ApproveChange,
    events.ChangeRejected: commands.RejectChange,
    events.ChangeWithdrawn: commands.WithdrawChange,
    events.ChangeApplied: commands.ApplyChange,
}
# The same under another name.
_RENAMED: dict[type, dict[str, str]] = {
    events.JackpotOpened: {"kind": "jackpot_kind"},
    events.DeviceEnrolled: {"kind": "device_kind"},
    events.ChangeRequested: {"what": "after"},
}
# These come first where a command leads to more; alone, the first is a command's only event.
_LEADING = (events.DealerSignedOut, events.HoldsChanged)
# Not word for word: spots are put in order, long texts are cut off, settings are completed.
_REWORDED = (events.RoundStarted, events.AccessRefused)
_COMPLETED = ("set", "set_table")


def asked_for(
    state: State, facts: Sequence[events.Event], *, command_id: str, at_ms: int
) -> AskedFor:
    """What may have led to these events, all of one command. `state` is the floor before them."""
    ids: dict[str, Any] = {"command_id": command_id, "at_ms": at_ms}
    fact = next((each for each in facts if not isinstance(each, _LEADING)), facts[0])
    match fact:
        case events.WinnerMarked(table=table, mark=mark):
            return AskedFor((_pressed(table, mark, ids),))
        case events.WinnerUnmarked(table=table, mark=mark):
            # Who takes a mark back need not name the sharers again.
            return AskedFor((_pressed(table, mark, ids),), is_worded=False)
        case events.AwardsRecorded(table=table, badge=badge) if len(facts) > 1:
            return AskedFor((commands.ConfirmAwards(**ids, table=table, badge=badge),))
        case events.AwardsRecorded(table=table, awards=awards):
            spots = {_spot_of(state, table, award) for award in awards[:1]}
            return AskedFor(
                tuple(commands.PressJackpot(**ids, table=table, spot=spot) for spot in spots)
            )
        case events.MeterAdjusted():
            return AskedFor(_adjustments(fact, ids))
    made = _ASKED.get(type(fact))
    if made is None:
        return AskedFor(())
    renamed = _RENAMED.get(type(fact), {})
    fields = {
        name: getattr(fact, renamed.get(name, name))
        for name in made.__struct_fields__
        if name not in ids
    }
    return AskedFor((made(**ids, **fields),), is_worded=_is_worded(fact))


def _is_worded(fact: events.Event) -> bool:
    if isinstance(fact, events.ChangeRequested):
        return fact.after.action not in _COMPLETED
    return not isinstance(fact, _REWORDED)


def _pressed(table: str, mark: Mark, ids: dict[str, Any]) -> commands.PressHand:
    return commands.PressHand(
        **ids, table=table, spot=mark.spot, outcome=mark.outcome, sharers=mark.sharers
    )


def _spot_of(state: State, table: str, award: Award) -> Spot:
    """The spot whose mark is awarded: the award's own, or that of the mark it has a share of."""
    found = state.tables.get(table)
    for mark in found.round.marks if found is not None and found.round is not None else ():
        if mark.sharers and (mark.jackpot, mark.outcome) == (award.jackpot, award.outcome):
            return mark.spot
    return Spot(award.seat, award.sensor)


def _adjustments(
    fact: events.MeterAdjusted, ids: dict[str, Any]
) -> tuple[commands.AdjustMeter, ...]:
    """Whether it was to restart is seen from what comes of it."""
    return tuple(
        commands.AdjustMeter(
            **ids,
            jackpot=fact.jackpot,
            level=fact.level,
            kind=fact.adjustment,
            cents=fact.cents,
            restarts=restarts,
            corrects=fact.corrects,
            reason=fact.reason,
            badges=fact.badges,
        )
        for restarts in (False, True)
    )
