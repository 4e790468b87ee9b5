"""What was asked for, told from what happened: the way back from events to their command.

Whoever proves a record asks again and looks whether the same comes of it. Most events hold their
command word for word; a few do not, and say so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.floor.facts.awards import (
    AwardBackedOut,
    AwardsRecorded,
    BackOutAward,
    ConfirmAwards,
    KeyTurned,
    PayPrize,
    PressJackpot,
    PrintWinPage,
    PrizePaid,
    TurnKey,
    WinPagePrinted,
)
from pitboss.floor.facts.bank import (
    CloseDay,
    DayClosed,
    DepositRecorded,
    RecordDeposit,
    RecordWithdrawal,
    WithdrawalRecorded,
)
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    ChangeApplied,
    ChangeApproved,
    ChangeRejected,
    ChangeRequested,
    ChangeWithdrawn,
    OpenSite,
    RejectChange,
    RequestChange,
    SiteOpened,
    WithdrawChange,
)
from pitboss.floor.facts.devices import DeviceEnrolled, DeviceRetired, EnrolDevice, RetireDevice
from pitboss.floor.facts.jackpots import (
    AdjustMeter,
    JackpotOpened,
    JackpotResumed,
    JackpotSuspended,
    MeterAdjusted,
    OpenJackpot,
    ResumeJackpot,
    SuspendJackpot,
)
from pitboss.floor.facts.people import (
    AccessRefused,
    BadgeChanged,
    BadgeIssued,
    BadgeRevoked,
    ChangeBadge,
    DealerSignedIn,
    DealerSignedOut,
    IssueBadge,
    KeysRenewed,
    PersonSignedOff,
    PersonSignedOn,
    RefuseAccess,
    RenewKeys,
    RevokeBadge,
    SignIn,
    SignOff,
    SignOn,
    SignOut,
)
from pitboss.floor.facts.rounds import (
    EndRound,
    HoldsChanged,
    LateBetSeen,
    PressHand,
    RoundEnded,
    RoundStarted,
    RoundVoided,
    SeeLateBet,
    StartRound,
    VoidRound,
    WinnerMarked,
    WinnerUnmarked,
)
from pitboss.floor.facts.tables import (
    AnswerCall,
    ApprovalEntered,
    BettingClosed,
    BettingOpened,
    BundleChanged,
    CallAnswered,
    CallSupervisor,
    ChangeBundle,
    CloseBetting,
    EnterApproval,
    EquipmentRecorded,
    OpenBetting,
    OpenTable,
    PauseTable,
    RecordEquipment,
    ResumeTable,
    SupervisorCalled,
    TableOpened,
    TablePaused,
    TableResumed,
)
from pitboss.floor.facts.values import Award, Mark, Spot
from pitboss.floor.state import State


class AskedFor(NamedTuple):
    """The commands that may have been asked, none if no command leads to such events. `is_worded`
    tells whether one of them is the command word for word."""

    commands: tuple[Command, ...]
    is_worded: bool = True


# event -> the command that leads to it. What it has of the command has the same name there.
_ASKED: dict[type, Any] = {
    SiteOpened: OpenSite,
    BadgeIssued: IssueBadge,
    BadgeChanged: ChangeBadge,
    BadgeRevoked: RevokeBadge,
    KeysRenewed: RenewKeys,
    JackpotOpened: OpenJackpot,
    TableOpened: OpenTable,
    DealerSignedIn: SignIn,
    DealerSignedOut: SignOut,
    RoundStarted: StartRound,
    LateBetSeen: SeeLateBet,
    KeyTurned: TurnKey,
    RoundEnded: EndRound,
    RoundVoided: VoidRound,
    TablePaused: PauseTable,
    TableResumed: ResumeTable,
    AwardBackedOut: BackOutAward,
    PrizePaid: PayPrize,
    DayClosed: CloseDay,
    DepositRecorded: RecordDeposit,
    WithdrawalRecorded: RecordWithdrawal,
    ApprovalEntered: EnterApproval,
    BundleChanged: ChangeBundle,
    EquipmentRecorded: RecordEquipment,
    WinPagePrinted: PrintWinPage,
    SupervisorCalled: CallSupervisor,
    CallAnswered: AnswerCall,
    DeviceEnrolled: EnrolDevice,
    DeviceRetired: RetireDevice,
    AccessRefused: RefuseAccess,
    PersonSignedOn: SignOn,
    PersonSignedOff: SignOff,
    BettingClosed: CloseBetting,
    BettingOpened: OpenBetting,
    JackpotSuspended: SuspendJackpot,
    JackpotResumed: ResumeJackpot,
    ChangeRequested: RequestChange,
    ChangeApproved: ApproveChange,
    ChangeRejected: RejectChange,
    ChangeWithdrawn: WithdrawChange,
    ChangeApplied: ApplyChange,
}


# These come first where a command leads to more; alone, the first is a command's only event.
_LEADING = (DealerSignedOut, HoldsChanged)
# Not word for word: spots are put in order, long texts are cut off.
_REWORDED = (RoundStarted, AccessRefused)


def asked_for(state: State, facts: Sequence[Event], *, command_id: str, at_ms: int) -> AskedFor:
    """What may have led to these events, all of one command. `state` is the floor before them."""
    ids: dict[str, Any] = {"command_id": command_id, "at_ms": at_ms}
    fact = next((each for each in facts if not isinstance(each, _LEADING)), facts[0])
    match fact:
        case WinnerMarked(table=table, mark=mark):
            return AskedFor((_pressed(table, mark, ids),))
        case WinnerUnmarked(table=table, mark=mark):
            # Who takes a mark back need not name the sharers again.
            return AskedFor((_pressed(table, mark, ids),), is_worded=False)
        case AwardsRecorded(table=table, badge=badge) if len(facts) > 1:
            return AskedFor((ConfirmAwards(**ids, table=table, badge=badge),))
        case AwardsRecorded(table=table, awards=awards):
            spots = {_spot_of(state, table, award) for award in awards[:1]}
            return AskedFor(tuple(PressJackpot(**ids, table=table, spot=spot) for spot in spots))
        case MeterAdjusted():
            return AskedFor(_adjustments(fact, ids))
    made = _ASKED.get(type(fact))
    if made is None:
        return AskedFor(())
    fields = {name: getattr(fact, name) for name in made.__struct_fields__ if name not in ids}
    return AskedFor((made(**ids, **fields),), is_worded=_is_worded(fact))


def _is_worded(fact: Event) -> bool:
    return not isinstance(fact, _REWORDED)


def _pressed(table: str, mark: Mark, ids: dict[str, Any]) -> PressHand:
    return PressHand(**ids, table=table, spot=mark.spot, outcome=mark.outcome, sharers=mark.sharers)


def _spot_of(state: State, table: str, award: Award) -> Spot:
    """The spot whose mark is awarded: the award's own, or that of the mark it has a share of."""
    found = state.tables.get(table)
    for mark in found.round.marks if found is not None and found.round is not None else ():
        if mark.sharers and (mark.jackpot, mark.outcome) == (award.jackpot, award.outcome):
            return mark.spot
    return Spot(award.seat, award.sensor)


def _adjustments(fact: MeterAdjusted, ids: dict[str, Any]) -> tuple[AdjustMeter, ...]:
    """Whether it was to restart is seen from what comes of it."""
    return tuple(
        AdjustMeter(
            **ids,
            jackpot=fact.jackpot,
            level=fact.level,
            adjustment=fact.adjustment,
            cents=fact.cents,
            restarts=restarts,
            corrects=fact.corrects,
            reason=fact.reason,
            badges=fact.badges,
        )
        for restarts in (False, True)
    )
