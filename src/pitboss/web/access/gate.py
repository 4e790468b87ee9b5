"""The gate: who is asking, and may he open this page or ask for this command?

Pages have a table here; a command says itself who may ask for it (`floor/facts/permission.py`). The
floor checks everybody against that again; the gate says no first, so that a page or an address that
somebody made up gets no further, and keeps a record of it. Of a swipe the gate only proves whose it
is: a wrong role is the floor's to refuse, with the table and the round."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from functools import lru_cache

from fastapi import Request

from pitboss.floor.decide.permissions import badge_ended
from pitboss.floor.facts import command_of_kind, people, persons
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.devices import EnrollDevice, RetireDevice
from pitboss.floor.facts.permission import (
    ACCOUNTANTS,
    ANYWHERE,
    CHANGERS,
    OWN_PAGE,
    STAFF,
    Permission,
    role_too_low,
)
from pitboss.floor.facts.values import INSPECTOR, ROLES, SYSTEM
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, Told, say
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Device

PATHS_KEPT = 1000  # with the row of each


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
    Page(prefix="/api/badges/", roles=people.RenewKeys.permission.roles),
    Page(prefix="/api/people", roles=(*persons.RecordPerson.permission.roles, "auditor")),
)
HOME = Page(prefix="/", anybody=True)


# ---- who is asking ------------------------------------------------------------------------------


def person(request: Request) -> Person:
    """Who has signed on, or NOT_SIGNED_ON."""
    found: Person | None = request.state.person
    if found is None:
        raise Refusal("NOT_SIGNED_ON", "sign", where=request.url.path)
    return found


def device(request: Request) -> Device:
    """The device that asks, or DEVICE_UNKNOWN."""
    found: Device | None = request.state.device
    if found is None:
        raise device_unknown(request.url.path)
    return found


def device_unknown(where: str) -> Refusal:
    """No enrolled device."""
    return Refusal("DEVICE_UNKNOWN", "device_not_enrolled", where=where)


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
        return Refusal("BADGE_UNKNOWN", "badge_not_issued", where=badge)
    if found.revoked:
        return Refusal("BADGE_REVOKED", where=badge)
    return badge_ended(badge)


def not_on_record(where: str, case: str) -> Refusal:
    """What the store of who may come in has, and the journal has not: somebody wrote it there."""
    return Refusal("NOT_ON_RECORD", case, where=where)


def need_role(who: Person, roles: tuple[str, ...]) -> None:
    """Refuse a role that is not one of these."""
    if not roles:
        raise Refusal("ROLE_TOO_LOW", "server_itself_does", where=who.badge)
    if who.role not in roles:
        raise role_too_low(who.badge, who.role, roles)


def may_ask(who: Person | None, tag: str) -> bool:
    """Whether a person's role is one of those that may ask for a command."""
    command = command_of_kind(tag)
    return who is not None and command is not None and who.role in command.permission.roles


def page_of(path: str) -> Page:
    """The row of a path."""
    page = _page_of(path)
    if page is None:
        raise Refusal("PAGE_UNKNOWN", "no_such_page", where=path)
    return page


@lru_cache(PATHS_KEPT)
def _page_of(path: str) -> Page | None:
    """The longest row that fits a path."""
    if path == "/":
        return HOME
    fits = (page for page in PAGES if _fits(page.prefix, path))
    return max(fits, key=lambda page: len(page.prefix), default=None)


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
        raise Refusal("DEVICE_ELSEWHERE", named=at.named)
    if page.devices and not (page.any_table and page.roles):
        raise device_unknown(path)
    raise Refusal("NOT_SIGNED_ON", "sign", where=path)


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
            raise Refusal("DEVICE_UNKNOWN", "only", where=name, only=_only_at(permission, table))
        need_role(who, permission.away)
        return
    if at is not None:
        if not permission.is_asked:
            raise Refusal("DEVICE_ELSEWHERE", "only", where=name, only=_only_at(permission, table))
        case = "system" if at.kind == SYSTEM else "press"
        raise Refusal("DEVICE_ELSEWHERE", case, where=name, named=at.named)
    if permission.devices:
        raise device_unknown(name)
    raise Refusal("NOT_SIGNED_ON", "sign", where=name)


def _only_at(permission: Permission, table: str) -> Told:
    """Where alone a command comes from that nobody sends from just anywhere."""
    if permission.devices:
        case = "pressed_at" if table else "pressed_there"
        return say("PART", case, kinds=permission.devices, table=table)
    return say("PART", "own_page" if OWN_PAGE in permission.at else "by_server")


def stands_at(command: type[Command], table: str, at: Device | None) -> bool:
    """Whether this is a device of the command's table, of a kind that may ask for it."""
    return at is not None and at.kind in command.permission.devices and at.serves(table)


def check_confirmed(
    command: type[Command], table: str, at: Device | None, site: RunningSite
) -> None:
    """Refuse to confirm awards away from their table where the jurisdiction does not let it. What
    a keypad or reader signals comes from its table, and does not pass here."""
    if stands_at(command, table, at):
        return
    confirmed_at = site.profile.confirmed_at
    if "pit" not in confirmed_at.value:
        raise Refusal("CONFIRM_AT_TABLE", where=table, rule=confirmed_at.rule)


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
    raise Refusal("CSRF_WRONG", where="X-CSRF-Token")


def _owners(cookies: Cookies, path: str) -> list[tuple[str, str]]:
    """Whose a page's token may be, the likeliest first. A console goes on when somebody signs on
    or off in the same browser; a page of people's only takes its own session's."""
    page = _page_of(path)
    owners = []
    if cookies.device and page is not None and (page.devices or page.anybody):
        owners.append(("device", cookies.device))
    if cookies.session:
        owners.append(("session", cookies.session))
    return owners or [("nobody", "")]


def _bound(access: Access, cookies: Cookies, kind: str, secret: str) -> str:
    said = "\n".join((cookies.visitor, kind, secret))
    return hmac.new(access.secret, said.encode(), hashlib.sha256).hexdigest()
