"""What may be asked beside the rounds: the bank, papers, equipment, calls, devices, people."""

from __future__ import annotations

from pitboss.floor.asking import Asked
from pitboss.floor.values import Equipment
from pitboss.money import Cents


class RecordDeposit(Asked, frozen=True, kw_only=True, gc=False):
    """Money went to the jackpot bank account (PS-62); `day` is the bank's, `reference` its own."""

    cents: Cents
    reference: str
    day: str
    badge: str


class RecordWithdrawal(Asked, frozen=True, kw_only=True, gc=False):
    """Money left the jackpot bank account, for a purpose of the closed list."""

    cents: Cents
    reference: str
    day: str
    purpose: str
    badge: str


class EnterApproval(Asked, frozen=True, kw_only=True, gc=False):
    """Enter the papers that let a table run what it has, for money (PS-64)."""

    table: str
    papers: tuple[tuple[str, str], ...]
    bundle: str
    badges: tuple[str, str]


class ChangeBundle(Asked, frozen=True, kw_only=True, gc=False):
    """The rules or paytables of a table are others than those on record: its approval is void."""

    table: str
    bundle: str
    badge: str


class RecordEquipment(Asked, frozen=True, kw_only=True, gc=False):
    """Parts were put in at a table; each replaces the part of its name (PS-63)."""

    table: str
    parts: tuple[Equipment, ...]
    badge: str


class PrintWinPage(Asked, frozen=True, kw_only=True, gc=False):
    """A win page goes to the printer (PS-8): the first is the original, others are reprints."""

    award: str
    table: str = ""  # whose printer; empty: the office's
    badge: str


class CallSupervisor(Asked, frozen=True, kw_only=True, gc=False):
    """A dealer asks somebody to come."""

    table: str
    reason: str


class AnswerCall(Asked, frozen=True, kw_only=True, gc=False):
    """Who was called is there."""

    table: str
    badge: str


class EnrolDevice(Asked, frozen=True, kw_only=True, gc=False):
    """Let a device speak to the floor; only the digest of its key is kept."""

    device: str
    kind: str
    table: str = ""  # empty: it belongs to no table
    key_sha256: str
    badge: str


class RetireDevice(Asked, frozen=True, kw_only=True, gc=False):
    """A device speaks no more."""

    device: str
    reason: str
    badge: str


class RefuseAccess(Asked, frozen=True, kw_only=True, gc=False):
    """An edge turned somebody away: keep it (PS-60)."""

    what: str
    who: str
    device: str
    code: str
    reason: str


class SignOn(Asked, frozen=True, kw_only=True, gc=False):
    """A person begins to work at the office."""

    badge: str
    device: str


class SignOff(Asked, frozen=True, kw_only=True, gc=False):
    """A person ends work at the office."""

    badge: str
    device: str


class CloseBetting(Asked, frozen=True, kw_only=True, gc=False):
    """A device that reads wagers is dead: no round starts at its table."""

    table: str
    reason: str
    device: str


class OpenBetting(Asked, frozen=True, kw_only=True, gc=False):
    """The device reads wagers again."""

    table: str
    device: str
