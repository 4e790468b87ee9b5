"""What may be asked beside the rounds: the bank, papers, equipment, calls, devices, people."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.asking import Asked
from pitboss.floor.values import Equipment
from pitboss.money import Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDeposit(Asked):
    """Money went to the jackpot bank account (PS-62); `day` is the bank's, `reference` its own."""

    cents: Cents
    reference: str
    day: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordWithdrawal(Asked):
    """Money left the jackpot bank account, for a purpose of the closed list."""

    cents: Cents
    reference: str
    day: str
    purpose: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterApproval(Asked):
    """Enter the papers that let a table run what it has, for money (PS-64)."""

    table: str
    papers: tuple[tuple[str, str], ...]
    bundle: str
    badges: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeBundle(Asked):
    """The rules or paytables of a table are others than those on record: its approval is void."""

    table: str
    bundle: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEquipment(Asked):
    """Parts were put in at a table; each replaces the part of its name (PS-63)."""

    table: str
    parts: tuple[Equipment, ...]
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintWinPage(Asked):
    """A win page goes to the printer (PS-8): the first is the original, others are reprints."""

    award: str
    table: str = ""  # whose printer; empty: the office's
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallSupervisor(Asked):
    """A dealer asks somebody to come."""

    table: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerCall(Asked):
    """Who was called is there."""

    table: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnrolDevice(Asked):
    """Let a device speak to the floor; only the digest of its key is kept."""

    device: str
    kind: str
    table: str = ""  # empty: it belongs to no table
    key_sha256: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RetireDevice(Asked):
    """A device speaks no more."""

    device: str
    reason: str
    badge: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefuseAccess(Asked):
    """An edge turned somebody away: keep it (PS-60)."""

    what: str
    who: str
    device: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOn(Asked):
    """A person begins to work at the office."""

    badge: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SignOff(Asked):
    """A person ends work at the office."""

    badge: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseBetting(Asked):
    """A device that reads wagers is dead: no round starts at its table."""

    table: str
    reason: str
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenBetting(Asked):
    """The device reads wagers again."""

    table: str
    device: str
