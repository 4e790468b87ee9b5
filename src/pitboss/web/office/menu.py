"""The sections of the office and of the reading room: who reads which, and what may be asked for
there."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.facts.approvals import ApproveRelease, EnterApproval
from pitboss.floor.facts.awards import BackOutAward, NoteCamera
from pitboss.floor.facts.bank import RecordDeposit, RecordWithdrawal
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.changes import ApplyChange, ApproveChange, PlanChange, RequestChange
from pitboss.floor.facts.cover import RecordCover
from pitboss.floor.facts.days import CloseDay, CloseVariance, RecordCounts, RecordReading
from pitboss.floor.facts.devices import EnrollDevice, RetireDevice
from pitboss.floor.facts.jackpots import AdjustMeter, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.law import EnterFigure, WithdrawFigure
from pitboss.floor.facts.papers import (
    AnnounceRemoval,
    CloseDispute,
    DismissPaper,
    OpenDispute,
    ReportMalfunction,
    SendPaper,
    TakeUpPaper,
)
from pitboss.floor.facts.payments import (
    ForfeitPrize,
    HandOverPrize,
    HoldPayment,
    NoteEnvyForm,
    NotePayoutStep,
    PayPrize,
    ReleasePayment,
    SkipPayoutStep,
    VerifyHand,
    VoidPayment,
)
from pitboss.floor.facts.people import ChangeBadge, IssueBadge, RenewKeys, RevokeBadge
from pitboss.floor.facts.permission import ACCOUNTANTS, STAFF
from pitboss.floor.facts.persons import CLEAR_READERS
from pitboss.floor.facts.remittances import RecordRemittance, VoidRemittance
from pitboss.floor.facts.tables import RecordEquipment
from pitboss.floor.facts.values import INSPECTOR
from pitboss.floor.facts.wide import DecideFork, JoinHub, RefuseStatement, ReleaseStatement
from pitboss.floor.facts.wide_lost import GiveUpProperty, TakeOverGrant
from pitboss.refusal import Refusal

READERS = (*ACCOUNTANTS, "auditor")
OFFICE, READING_ROOM = "office", "inspect"  # as their addresses begin


@dataclass(frozen=True, slots=True)
class Section:
    """One entry of the menu, with the commands that its forms ask for. An auditor reads everything,
    signs the close of a gambling day, and changes nothing else."""

    name: str
    readers: tuple[str, ...] = READERS
    asks: tuple[type[Command], ...] = ()
    group: str = ""  # under which head of the menu it stands
    room: str = OFFICE
    saves: bool = True  # whether its tables are given as CSV
    is_shared: bool = False  # only where the house shares a jackpot with others

    @property
    def writers(self) -> frozenset[str]:
        """Who may ask for something there."""
        return frozenset(role for command in self.asks for role in command.permission.roles)

    @property
    def address(self) -> str:
        """Where it stands."""
        return f"/{self.room}/{self.name}"

    @property
    def withholds(self) -> bool:
        """Whether nothing about people is told here."""
        return self.room == READING_ROOM


SECTIONS = (
    Section("today", readers=(*READERS, "supervisor", "technician")),
    Section("prizes", group="prizes", readers=(*READERS, "supervisor"), asks=(NoteEnvyForm,)),
    Section(
        "wins",
        group="prizes",
        readers=(*READERS, "supervisor"),
        asks=(
            VerifyHand,
            PayPrize,
            BackOutAward,
            NoteCamera,
            VoidPayment,
            HoldPayment,
            ReleasePayment,
            ForfeitPrize,
            HandOverPrize,
            NotePayoutStep,
            SkipPayoutStep,
        ),
    ),
    Section("winners", group="prizes", readers=CLEAR_READERS),
    Section("meters", group="accounts", readers=(*READERS, "supervisor")),
    Section("adjustments", group="accounts", asks=(AdjustMeter,)),
    Section("bank", group="accounts", asks=(RecordDeposit, RecordWithdrawal, RecordCover)),
    Section(
        "wide",
        group="accounts",
        readers=(*READERS, "supervisor"),
        asks=(
            ReleaseStatement,
            RefuseStatement,
            DecideFork,
            JoinHub,
            TakeOverGrant,
            GiveUpProperty,
            RecordRemittance,
            VoidRemittance,
        ),
        is_shared=True,
    ),
    Section(
        "day",
        group="accounts",
        readers=(*READERS, "supervisor"),
        asks=(RecordReading, RecordCounts, CloseVariance, CloseDay),
    ),
    Section("days", group="accounts"),
    Section("reports", group="accounts", readers=STAFF),
    Section(
        "jackpots",
        group="floor",
        readers=(*READERS, "supervisor"),
        asks=(SuspendJackpot, ResumeJackpot),
    ),
    Section("paytables", group="floor"),
    Section(
        "changes",
        group="floor",
        readers=STAFF,
        asks=(RequestChange, ApproveChange, PlanChange, ApplyChange),
    ),
    Section(
        "approvals",
        group="floor",
        readers=(*READERS, "supervisor", "technician"),
        asks=(EnterApproval, ApproveRelease),
    ),
    Section(
        "devices",
        group="floor",
        readers=(*READERS, "technician"),
        asks=(EnrollDevice, RetireDevice),
    ),
    Section("badges", group="people", asks=(IssueBadge, ChangeBadge, RevokeBadge, RenewKeys)),
    Section("permissions", group="people", readers=STAFF),
    Section(
        "papers",
        group="records",
        readers=(*READERS, "supervisor", "technician"),
        asks=(
            ReportMalfunction,
            TakeUpPaper,
            DismissPaper,
            SendPaper,
            AnnounceRemoval,
            OpenDispute,
            CloseDispute,
        ),
    ),
    Section("rules", group="records", readers=STAFF, asks=(EnterFigure, WithdrawFigure)),
    Section("journal", group="records"),
    Section("system", group="records", readers=(*READERS, "technician"), asks=(RecordEquipment,)),
)
# What an inspector reads: everything but people's data. What leaves the house of entries and
# reports is an export, on record; meters and rules are saved as they are.
INSPECTED = tuple(
    Section(
        name,
        readers=(*READERS, INSPECTOR),
        room=READING_ROOM,
        saves=name in ("past_meters", "rules"),
    )
    for name in ("journal", "past_meters", "reports", "export", "rules")
)
BY_NAME = {section.name: section for section in SECTIONS}
INSPECTED_BY_NAME = {section.name: section for section in INSPECTED}


def sections_for(role: str, room: str = OFFICE) -> tuple[Section, ...]:
    """What a role finds in the menu of a room."""
    sections = SECTIONS if room == OFFICE else INSPECTED
    return tuple(section for section in sections if role in section.readers)


def home_of(role: str) -> Section:
    """Where a role begins."""
    return sections_for(role)[0]


def need_reader(section: Section, role: str) -> None:
    """Refuse a role that has no business in a section."""
    if role not in section.readers:
        readers = ", ".join(section.readers)
        raise Refusal(
            "ROLE_TOO_LOW", where=section.name, reason=f"this page is for {readers}; sign on as one"
        )
