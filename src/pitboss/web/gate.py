"""The gate: who is asking, and may he open this page or ask for this command?

Pages have a table here; a command says itself who may ask for it (`floor/facts/permission.py`). The
floor checks everybody against that again; the gate says no first, so that a page or an address that
somebody made up gets no further, and keeps a record of it. Of a swipe the gate only proves whose it
is: a wrong role is the floor's to refuse, with the table and the round."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

from fastapi import Request

from pitboss.floor.decide.permissions import badge_ended
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import Command, kind_of
from pitboss.floor.facts.devices import EnrollDevice, RetireDevice
from pitboss.floor.facts.people import RenewKeys
from pitboss.floor.facts.permission import (
    ACCOUNTANTS,
    ANYWHERE,
    CHANGERS,
    OWN_PAGE,
    STAFF,
    Permission,
    role_too_low,
)
from pitboss.floor.facts.persons import RecordPerson
from pitboss.floor.facts.values import INSPECTOR, ROLES, SYSTEM
from pitboss.floor.state import REVOKED
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.rules.profile import Profile
from pitboss.web.access import Access
from pitboss.web.access_values import Device


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody on the staff who signed on or swiped."""

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


# The longest prefix that fits decides; what fits none is not there. Commands and lights have finer
# rules of their own.
PAGES = (
    Page(prefix="/static/", anybody=True),
    Page(prefix="/enroll", anybody=True),
    Page(prefix="/sign-on", anybody=True),
    Page(prefix="/sign-off", anybody=True),
    Page(prefix="/verify/", anybody=True),
    Page(prefix="/check/", anybody=True),
    Page(prefix="/help/", anybody=True),
    Page(prefix="/healthz", anybody=True),
    Page(prefix="/metrics", anybody=True),
    Page(prefix="/favicon.ico", anybody=True),
    Page(prefix="/sign/themes/", anybody=True),
    Page(prefix="/api/openapi.json", anybody=True),
    Page(prefix="/api/outbox/schema", anybody=True),
    Page(prefix="/api/commands/", anybody=True),
    Page(prefix="/api/tables/", anybody=True),
    Page(prefix="/sign/", roles=ROLES, devices=("sign", "console")),
    Page(prefix="/wall", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/table/", roles=STAFF, devices=("console",)),
    Page(prefix="/wins/", roles=STAFF, devices=("console",), any_table=True),
    Page(prefix="/pit", roles=STAFF),
    Page(prefix="/office", roles=STAFF),
    Page(prefix="/inspect", roles=(*ACCOUNTANTS, "auditor", INSPECTOR)),
    Page(prefix="/setup", roles=CHANGERS),
    Page(prefix="/pair", roles=EnrollDevice.permission.roles),
    Page(prefix="/pin", roles=ROLES),
    Page(prefix="/language", roles=ROLES),
    Page(prefix="/posted", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/demo/", devices=("console",), any_table=True),
    Page(prefix="/api/stream/sign/", roles=ROLES, devices=("sign", "console")),
    Page(prefix="/api/stream/wall", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/api/stream/table/", roles=STAFF, devices=("console",)),
    Page(prefix="/api/stream/pit", roles=STAFF),
    Page(prefix="/api/stream/office", roles=STAFF),
    Page(prefix="/api/stream/start", roles=ROLES, devices=("console",), any_table=True),
    Page(prefix="/api/outbox", devices=(SYSTEM,), any_table=True),
    Page(prefix="/api/devices", roles=RetireDevice.permission.roles),
    Page(prefix="/api/devices/enroll", anybody=True),
    Page(prefix="/api/devices/signals", devices=("sensor", "keypad", "reader"), any_table=True),
    Page(prefix="/api/badges/", roles=RenewKeys.permission.roles),
    Page(prefix="/api/people", roles=(*RecordPerson.permission.roles, "auditor")),
)
HOME = Page(prefix="/", anybody=True)
_PERMISSIONS = {kind_of(kind): kind.permission for kind in COMMANDS}


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
    """No enrolled device."""
    reason = "this device is not enrolled; type a code from the office at /enroll"
    return Refusal("DEVICE_UNKNOWN", where=where, reason=reason)


def person_of(running_site: RunningSite, badge: str) -> Person | None:
    """Whose badge it is, if it is good now; sessions end with it."""
    found = running_site.badges.get(badge)
    if found is None or found.revoked or found.has_ended(running_site.now_ms()):
        return None
    return Person(badge=found.badge, name=found.name, role=found.role)


def barred_of(running_site: RunningSite, badge: str) -> Refusal:
    """Why a badge is not good now."""
    found = running_site.badges.get(badge)
    if found is None:
        reason = "this badge is not issued; ask the office"
        return Refusal("BADGE_UNKNOWN", where=badge, reason=reason)
    if found.revoked:
        return Refusal("BADGE_REVOKED", where=badge, reason=REVOKED)
    return badge_ended(badge)


DEVICE_UNRECORDED = "this device is not on record; enroll it again"


def not_on_record(where: str, reason: str) -> Refusal:
    """What the store of who may come in has, and the journal has not: somebody wrote it there."""
    return Refusal("NOT_ON_RECORD", where=where, reason=reason)


def need_role(who: Person, roles: tuple[str, ...]) -> None:
    """Refuse a role that is not one of these."""
    if not roles:
        reason = "only the server itself does this"
        raise Refusal("ROLE_TOO_LOW", where=who.badge, reason=reason)
    if who.role not in roles:
        raise role_too_low(who.badge, who.role, roles)


def may_ask(who: Person | None, tag: str) -> bool:
    """Whether a person's role is one of those that may ask for a command."""
    return who is not None and who.role in _PERMISSIONS[tag].roles


def page_of(path: str) -> Page:
    """The row of a path."""
    fits = _pages_of(path)
    if not fits:
        raise Refusal(
            "PAGE_UNKNOWN", where=path, reason="there is no such page; go to the home page"
        )
    return fits[0]


def _pages_of(path: str) -> list[Page]:
    """The rows that fit a path, the longest first."""
    if path == "/":
        return [HOME]
    fits = [page for page in PAGES if _fits(page.prefix, path)]
    return sorted(fits, key=lambda page: -len(page.prefix))


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
    if who is not None and not _is_dealers_screen(page, who):
        need_role(who, page.roles)
        return
    if at is not None and page.devices:
        reason = (
            f"this screen is {at.named} and does not show this page; enroll it again, or sign on"
        )
        raise Refusal("DEVICE_ELSEWHERE", reason=reason)
    if page.devices and not (page.any_table and page.roles):
        raise device_unknown(path)
    raise Refusal("NOT_SIGNED_ON", where=path, reason="sign on first")


def _is_dealers_screen(page: Page, who: Person) -> bool:
    """Whether a dealer asks for the screen at a table: he works there once it is enrolled, so he
    is told about the screen and not about his role."""
    is_table = bool(page.devices) and not page.any_table
    return is_table and who.role == "dealer" and who.role not in page.roles


def check_place(command: type[Command], table: str, who: Person | None, at: Device | None) -> None:
    """Refuse a command that comes from nowhere: not from its table's device, nor from a person."""
    permission, name = command.permission, command.__name__
    if stands_at(command, table, at):
        return
    if who is not None:
        if ANYWHERE not in permission.at:
            raise Refusal("DEVICE_UNKNOWN", where=name, reason=_only_at(permission, table))
        need_role(who, permission.away)
        return
    if at is not None:
        reason = f"this is {at.named}; press it there, or sign on"
        if at.kind == SYSTEM:
            reason = "another system only reads; sign on to ask for something"
        if not permission.is_asked:
            reason = _only_at(permission, table)
        raise Refusal("DEVICE_ELSEWHERE", where=name, reason=reason)
    if permission.devices:
        raise device_unknown(name)
    raise Refusal("NOT_SIGNED_ON", where=name, reason="sign on first")


def _only_at(permission: Permission, table: str) -> str:
    """Where alone a command comes from that nobody sends from just anywhere."""
    if kinds := " or ".join(permission.devices):
        return f"this is pressed at the {kinds} of {f'table {table}' if table else 'its table'}"
    if OWN_PAGE in permission.at:
        return "this has a page of its own; do it there"
    return "the server does this by itself; nobody has to ask for it"


def stands_at(command: type[Command], table: str, at: Device | None) -> bool:
    """Whether this is a device of the command's table, of a kind that may ask for it."""
    return at is not None and at.kind in command.permission.devices and at.serves(table)


def check_confirmed(
    command: type[Command], table: str, at: Device | None, profile: Profile
) -> None:
    """Refuse a confirmation away from its table where the jurisdiction does not let it. What a
    keypad or reader signals comes from its table, and does not pass here."""
    if not command.permission.confirms or "pit" in profile.confirmed_at.value:
        return
    if not stands_at(command, table, at):
        reason = f"confirm it at the table's own console or keypad ({profile.confirmed_at.rule})"
        raise Refusal("CONFIRM_AT_TABLE", where=table, reason=reason)


# ---- pages' tokens ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Cookies:
    """What a browser shows of itself: the visitor, the session and the device, where they are good;
    each is a secret of this browser and this site."""

    visitor: str
    session: str = ""
    device: str = ""


def csrf_token(access: Access, cookies: Cookies, path: str) -> str:
    """What a page must send back to prove that it came from here. It belongs to the device where
    the page is a device's, else to the session, so that no other session's will do."""
    return _bound(access, cookies, *_owners(cookies, path)[0])


def check_csrf(access: Access, cookies: Cookies, path: str, token: str) -> None:
    """Refuse a request that no page of ours sent, to this session or device."""
    # As bytes: a text that is not ASCII cannot be compared.
    sent = token.encode()
    for owner in _owners(cookies, path):
        if cookies.visitor and hmac.compare_digest(_bound(access, cookies, *owner).encode(), sent):
            return
    raise Refusal("CSRF_WRONG", where="X-CSRF-Token", reason="reload the page")


def _owners(cookies: Cookies, path: str) -> list[tuple[str, str]]:
    """Whose a page's token may be, the likeliest first. A console goes on when somebody signs on
    or off in the same browser; a page of people's only takes its own session's."""
    fits = _pages_of(path)
    owners = []
    if cookies.device and any(page.devices or page.anybody for page in fits[:1]):
        owners.append(("device", cookies.device))
    if cookies.session:
        owners.append(("session", cookies.session))
    return owners or [("nobody", "")]


def _bound(access: Access, cookies: Cookies, kind: str, secret: str) -> str:
    said = "\n".join((cookies.visitor, kind, secret))
    return hmac.new(access.secret, said.encode(), hashlib.sha256).hexdigest()
