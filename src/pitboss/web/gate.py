"""Who may do what: one table of pages, one table of commands, and who is asking.

The floor decides for itself who may do what; the gate says no first, so that a page or an address
somebody made up gets no further, and keeps a record of it."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import Request

from pitboss.floor.facts.values import APPROVERS, ROLES
from pitboss.live.house import House
from pitboss.refusal import Refusal
from pitboss.rules.profile import Profile
from pitboss.web.access import Access, Device

EVERYBODY = ROLES
FLOOR = ("supervisor", "executive")
DEALERS = ("dealer", *FLOOR)
OFFICE = ("accounting", "executive")
TECHNICAL = ("technician", "executive")
READERS = ("supervisor", "executive", "accounting", "technician", "auditor")
TRACK = re.compile(r"\s*;([^=?;\s]{1,64})=([0-9A-Za-z]{1,64})\?\s*\Z", re.ASCII)
BADGE_LENGTH_MOST = 64
PIN_LENGTH_MOST = 64
PROVING_MOST = 2  # proofs at once: each takes a core and 19 MiB for a while
WAITING_MOST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody of the house who signed on or swiped."""

    badge: str
    name: str
    role: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Who may open the addresses below a prefix: these roles, and these kinds of devices at the
    table whose name follows the prefix. `anybody` needs neither."""

    prefix: str
    roles: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    anybody: bool = False
    any_table: bool = False


# The longest prefix that fits decides; what fits none is not there. Commands and lamps have finer
# rules of their own.
PAGES = (
    Page(prefix="/static/", anybody=True),
    Page(prefix="/enrol", anybody=True),
    Page(prefix="/sign-on", anybody=True),
    Page(prefix="/sign-off", anybody=True),
    Page(prefix="/verify/", anybody=True),
    Page(prefix="/healthz", anybody=True),
    Page(prefix="/metrics", anybody=True),
    Page(prefix="/favicon.ico", anybody=True),
    Page(prefix="/sign/themes/", anybody=True),
    Page(prefix="/api/openapi.json", anybody=True),
    Page(prefix="/api/commands/", anybody=True),
    Page(prefix="/api/tables/", anybody=True),
    Page(prefix="/sign/", roles=EVERYBODY, devices=("sign", "console")),
    Page(prefix="/table/", roles=READERS, devices=("console",)),
    Page(prefix="/wins/", roles=READERS, devices=("console",), any_table=True),
    Page(prefix="/pit", roles=READERS),
    Page(prefix="/office", roles=READERS),
    Page(prefix="/pin", roles=EVERYBODY),
    Page(prefix="/demo/", devices=("console",), any_table=True),
    Page(prefix="/api/stream/sign/", roles=EVERYBODY, devices=("sign", "console")),
    Page(prefix="/api/stream/table/", roles=READERS, devices=("console",)),
    Page(prefix="/api/stream/pit", roles=READERS),
    Page(prefix="/api/stream/office", roles=READERS),
    Page(prefix="/api/stream/start", roles=EVERYBODY, devices=("console",), any_table=True),
    Page(prefix="/api/devices", roles=TECHNICAL),
    Page(prefix="/api/devices/enrol", anybody=True),
    Page(prefix="/api/devices/signals", devices=("sensor", "keypad", "reader"), any_table=True),
    Page(prefix="/api/badges/", roles=OFFICE),
)
HOME = Page(prefix="/", anybody=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Who may ask for a command: a kind of device at the command's own table, or somebody signed
    on. `roles` are those whose badge it takes, by session or swipe; none: it takes no badge."""

    roles: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()


_PRESS = Rule(devices=("console",))
CONFIRMING = ("ConfirmAwards", "TurnKey")  # by badge, or by key on older keypads
_INSIDE = Rule()  # the server's own: nobody asks for it from outside
COMMANDS: Mapping[str, Rule] = {
    "SignIn": Rule(roles=DEALERS, devices=("console",)),
    "SignOut": _PRESS,
    "StartRound": _PRESS,
    "SeeLateBet": Rule(devices=("console", "sensor")),
    "PressHand": _PRESS,
    "PressJackpot": _PRESS,
    "EndRound": _PRESS,
    "CallSupervisor": _PRESS,
    "ConfirmAwards": Rule(roles=FLOOR, devices=("console",)),
    "TurnKey": Rule(roles=FLOOR, devices=("console",)),
    "VoidRound": Rule(roles=FLOOR, devices=("console",)),
    "PauseTable": Rule(roles=(*DEALERS, "technician"), devices=("console",)),
    "ResumeTable": Rule(roles=FLOOR, devices=("console",)),
    "PrintWinPage": Rule(roles=("dealer", *APPROVERS), devices=("console",)),
    "AnswerCall": Rule(roles=(*FLOOR, "technician"), devices=("console",)),
    "AdjustMeter": Rule(roles=APPROVERS),
    "BackOutAward": Rule(roles=APPROVERS),
    "PayPrize": Rule(roles=APPROVERS),
    "CloseDay": Rule(roles=OFFICE),
    "RecordDeposit": Rule(roles=OFFICE),
    "RecordWithdrawal": Rule(roles=OFFICE),
    "IssueBadge": Rule(roles=APPROVERS),
    "ChangeBadge": Rule(roles=APPROVERS),
    "RevokeBadge": Rule(roles=APPROVERS),
    "OpenJackpot": Rule(roles=APPROVERS),
    "OpenTable": Rule(roles=(*FLOOR, "technician")),
    "SuspendJackpot": Rule(roles=FLOOR),
    "ResumeJackpot": Rule(roles=FLOOR),
    "RequestChange": _INSIDE,  # the office asks, with the warnings that the mathematics give
    "ApproveChange": Rule(roles=APPROVERS),
    "RejectChange": Rule(roles=APPROVERS),
    "WithdrawChange": Rule(roles=(*APPROVERS, "technician")),
    "ApplyChange": Rule(roles=(*APPROVERS, "technician")),
    "EnterApproval": Rule(roles=APPROVERS),
    "RecordEquipment": Rule(roles=TECHNICAL),
    "CloseBetting": _INSIDE,
    "OpenBetting": _INSIDE,
    "OpenSite": _INSIDE,
    "ChangeBundle": _INSIDE,
    "RenewKeys": _INSIDE,
    "EnrolDevice": _INSIDE,
    "RetireDevice": _INSIDE,
    "RefuseAccess": _INSIDE,
    "SignOn": _INSIDE,
    "SignOff": _INSIDE,
}


# ---- who is asking ------------------------------------------------------------------------------


def person(request: Request) -> Person:
    """Who has signed on, or NOT_SIGNED_ON."""
    found: Person | None = request.state.person
    if found is None:
        raise Refusal("NOT_SIGNED_ON", where=request.url.path, reason="sign on first")
    return found


def device(request: Request) -> Device:
    """The device that asks, or DEVICE_UNKNOWN."""
    found: Device | None = request.state.device
    if found is None:
        raise device_unknown(request.url.path)
    return found


def device_unknown(where: str) -> Refusal:
    """No device of the house."""
    reason = "this device is not enrolled; type a code from the office at /enrol"
    return Refusal("DEVICE_UNKNOWN", where=where, reason=reason)


def person_of(house: House, badge: str) -> Person | None:
    """Whose badge it is, if it is good now."""
    found = house.badges.get(badge)
    if found is None or found.revoked:
        return None
    return Person(badge=found.badge, name=found.name, role=found.role)


def need_role(who: Person, roles: tuple[str, ...], *, where: str) -> None:
    """Refuse a role that is not one of these."""
    if who.role not in roles:
        reason = f"{who.badge} is {who.role}; it takes {' or '.join(roles) or 'the server itself'}"
        raise Refusal("ROLE_TOO_LOW", where=where, reason=reason)


def page_of(path: str) -> Page:
    """The row of a path."""
    if path == "/":
        return HOME
    fits = [page for page in PAGES if _fits(page.prefix, path)]
    if not fits:
        raise Refusal("PAGE_UNKNOWN", where=path, reason="there is no such page; go to /")
    return max(fits, key=lambda page: len(page.prefix))


def _fits(prefix: str, path: str) -> bool:
    return path.startswith(prefix) if prefix.endswith("/") else f"{path}/".startswith(f"{prefix}/")


def check_page(path: str, who: Person | None, at: Device | None) -> None:
    """Refuse a page to whom it is not for."""
    page = page_of(path)
    if page.anybody:
        return
    if at is not None and at.kind in page.devices:
        table = path.removeprefix(page.prefix).partition("/")[0]
        if page.any_table or at.serves(table):
            return
    if who is not None:
        need_role(who, page.roles, where=path)
        return
    if at is not None and page.devices:
        reason = f"this is the {at.kind} of table {at.table}; enrol it again, or sign on"
        raise Refusal("DEVICE_ELSEWHERE", where=path, reason=reason)
    if page.devices and not (page.any_table and page.roles):
        raise device_unknown(path)
    raise Refusal("NOT_SIGNED_ON", where=path, reason="sign on first")


def check_place(command: str, table: str, who: Person | None, at: Device | None) -> None:
    """Refuse a command that comes from nowhere: not from its table's device, nor from a person."""
    rule = COMMANDS[command]
    if _stands_at(command, table, at):
        return
    if who is not None:
        if not rule.roles:
            kinds = " or ".join(rule.devices) or "server itself"
            reason = f"this is pressed at the {kinds} of table {table or '-'}"
            raise Refusal("DEVICE_UNKNOWN", where=command, reason=reason)
        need_role(who, rule.roles, where=command)
        return
    if at is not None:
        reason = f"this is the {at.kind} of table {at.table}; press it there, or sign on"
        raise Refusal("DEVICE_ELSEWHERE", where=command, reason=reason)
    if rule.devices:
        raise device_unknown(command)
    raise Refusal("NOT_SIGNED_ON", where=command, reason="sign on first")


def _stands_at(command: str, table: str, at: Device | None) -> bool:
    """Whether this is a device of the command's table, of a kind that may ask for it."""
    return at is not None and at.kind in COMMANDS[command].devices and at.serves(table)


def check_confirmed(command: str, table: str, at: Device | None, profile: Profile) -> None:
    """Refuse a confirmation away from its table where the jurisdiction does not let it. What a
    keypad or reader signals comes from its table, and does not pass here."""
    if (
        command not in CONFIRMING
        or "pit" in profile.confirmed_at.value
        or _stands_at(command, table, at)
    ):
        return
    reason = f"confirm it at the table's own console or keypad ({profile.confirmed_at.rule})"
    raise Refusal("CONFIRM_AT_TABLE", where=table, reason=reason)


# ---- pages' tokens ------------------------------------------------------------------------------


def csrf_token(access: Access, visitor: str) -> str:
    """What a page must send back to prove that it came from here."""
    return hmac.new(access.secret, visitor.encode(), hashlib.sha256).hexdigest()


def check_csrf(access: Access, visitor: str, token: str) -> None:
    """Refuse a request that no page of ours sent."""
    # As bytes: a text that is not ASCII can not be compared.
    expected = csrf_token(access, visitor).encode()
    if not visitor or not hmac.compare_digest(expected, token.encode()):
        raise Refusal("CSRF_WRONG", where="X-CSRF-Token", reason="load the page again")


# ---- swipes -------------------------------------------------------------------------------------


class Prover:
    """Proves swipes and PINs beside the event loop, few at once."""

    def __init__(self, house: House, access: Access) -> None:
        self._house = house
        self._access = access
        self._turns = asyncio.Semaphore(PROVING_MOST)
        self._waiting = 0

    async def prove(self, swipe: Any) -> Person:
        """Who swiped: {"track": ";S200=123?"} or {"badge": "S200", "pin": "4711"}."""
        badge, secret, by_card = _read_swipe(swipe)
        if self._waiting >= WAITING_MOST:
            raise Refusal("GATE_BUSY", where="swipe", reason="too many at once; try again")
        check = self._access.prove_code if by_card else self._access.prove_pin
        self._waiting += 1
        try:
            async with self._turns:
                await asyncio.to_thread(check, badge, secret, now_ms=self._house.now_ms())
        finally:
            self._waiting -= 1
        who = person_of(self._house, badge)
        if who is None:
            reason = "this badge is not issued, or was taken back; ask the office"
            raise Refusal("BADGE_UNKNOWN", where=badge, reason=reason)
        return who


def _read_swipe(swipe: Any) -> tuple[str, str, bool]:
    """The badge, its secret, and whether that was read from the card."""
    if isinstance(swipe, dict) and set(swipe) == {"track"} and isinstance(swipe["track"], str):
        match = TRACK.match(swipe["track"])
        if match is not None:
            return match[1], match[2], True
    if isinstance(swipe, dict) and set(swipe) == {"badge", "pin"}:
        badge, pin = swipe["badge"], swipe["pin"]
        if isinstance(badge, str) and isinstance(pin, str):
            badge = badge.strip()
            if 0 < len(badge) <= BADGE_LENGTH_MOST and 0 < len(pin) <= PIN_LENGTH_MOST:
                return badge, pin, False
    reason = "swipe again, or type badge and PIN"
    raise Refusal("SWIPE_UNREADABLE", where="swipe", reason=reason)
