"""What can have happened beside the rounds: the bank, papers, equipment, calls, devices, people."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from pitboss.floor.values import Equipment
from pitboss.money import Cents, Micros


class DepositRecorded(Struct, frozen=True, kw_only=True, gc=False):
    """Money went to the jackpot bank account."""

    kind: ClassVar[str] = "deposit-recorded"
    version: ClassVar[int] = 1
    cents: Cents
    reference: str
    day: str
    badge: str
    at_ms: int


class WithdrawalRecorded(Struct, frozen=True, kw_only=True, gc=False):
    """Money left the jackpot bank account."""

    kind: ClassVar[str] = "withdrawal-recorded"
    version: ClassVar[int] = 1
    cents: Cents
    reference: str
    day: str
    purpose: str
    badge: str
    at_ms: int


class BankFellShort(Struct, frozen=True, kw_only=True, gc=False):
    """The account holds less than it must, for longer than the rule allows: play stops."""

    kind: ClassVar[str] = "bank-fell-short"
    version: ClassVar[int] = 1
    required_micros: Micros
    bank_micros: Micros
    since_ms: int
    rule: str


class BankCovered(Struct, frozen=True, kw_only=True, gc=False):
    """The account holds what it must again: play goes on."""

    kind: ClassVar[str] = "bank-covered"
    version: ClassVar[int] = 1
    required_micros: Micros
    bank_micros: Micros


class ApprovalEntered(Struct, frozen=True, kw_only=True, gc=False):
    """A table has the papers for what it runs."""

    kind: ClassVar[str] = "approval-entered"
    version: ClassVar[int] = 1
    table: str
    papers: tuple[tuple[str, str], ...]
    bundle: str
    badges: tuple[str, str]


class BundleChanged(Struct, frozen=True, kw_only=True, gc=False):
    """A table runs something else than before; what was approved is void."""

    kind: ClassVar[str] = "bundle-changed"
    version: ClassVar[int] = 1
    table: str
    before: str
    bundle: str
    badge: str


class EquipmentRecorded(Struct, frozen=True, kw_only=True, gc=False):
    """Parts were put in at a table."""

    kind: ClassVar[str] = "equipment-recorded"
    version: ClassVar[int] = 1
    table: str
    parts: tuple[Equipment, ...]
    badge: str


class WinPagePrinted(Struct, frozen=True, kw_only=True, gc=False):
    """A win page went to the printer; copies are counted from 1, the original."""

    kind: ClassVar[str] = "win-page-printed"
    version: ClassVar[int] = 1
    award: str
    copy: int
    table: str
    badge: str


class SupervisorCalled(Struct, frozen=True, kw_only=True, gc=False):
    """A dealer waits for somebody."""

    kind: ClassVar[str] = "supervisor-called"
    version: ClassVar[int] = 1
    table: str
    badge: str
    reason: str
    at_ms: int


class CallAnswered(Struct, frozen=True, kw_only=True, gc=False):
    """Somebody came."""

    kind: ClassVar[str] = "call-answered"
    version: ClassVar[int] = 1
    table: str
    badge: str
    reason: str
    waited_ms: int


class DeviceEnrolled(Struct, frozen=True, kw_only=True, gc=False):
    """A device may speak to the floor."""

    kind: ClassVar[str] = "device-enrolled"
    version: ClassVar[int] = 1
    device: str
    device_kind: str
    table: str
    key_sha256: str
    badge: str


class DeviceRetired(Struct, frozen=True, kw_only=True, gc=False):
    """A device may speak no more."""

    kind: ClassVar[str] = "device-retired"
    version: ClassVar[int] = 1
    device: str
    reason: str
    badge: str


class AccessRefused(Struct, frozen=True, kw_only=True, gc=False):
    """An edge turned somebody away (PS-60)."""

    kind: ClassVar[str] = "access-refused"
    version: ClassVar[int] = 1
    what: str
    who: str
    device: str
    code: str
    reason: str


class PersonSignedOn(Struct, frozen=True, kw_only=True, gc=False):
    """A person works at the office."""

    kind: ClassVar[str] = "person-signed-on"
    version: ClassVar[int] = 1
    badge: str
    device: str


class PersonSignedOff(Struct, frozen=True, kw_only=True, gc=False):
    """A person has left the office."""

    kind: ClassVar[str] = "person-signed-off"
    version: ClassVar[int] = 1
    badge: str
    device: str


class BettingClosed(Struct, frozen=True, kw_only=True, gc=False):
    """No round starts at a table while a device can not read wagers."""

    kind: ClassVar[str] = "betting-closed"
    version: ClassVar[int] = 1
    table: str
    reason: str
    device: str


class BettingOpened(Struct, frozen=True, kw_only=True, gc=False):
    """The device reads wagers again."""

    kind: ClassVar[str] = "betting-opened"
    version: ClassVar[int] = 1
    table: str
    device: str
