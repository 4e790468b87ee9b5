"""The gate: who is asking, and may they open this page or send this command?

Pages have a table here; each command declares who may send it (`floor/facts/permission.py`). The
floor checks everyone again. The gate refuses first, so that made-up pages and addresses get no
further, and records it. For a swipe the gate only proves whose it is: the floor refuses a wrong
role, with the table and the round.
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

from fastapi import Request
from msgspec import Struct

from pitboss.floor.decide.permissions import refuse_ended_badge
from pitboss.floor.facts import command_of_kind, people, persons
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.devices import EnrollDevice, RetireDevice
from pitboss.floor.facts.permission import (
    ACCOUNTANTS,
    ANYWHERE,
    APPROVERS,
    CHANGERS,
    OWN_PAGE,
    STAFF,
    SUPERVISORS,
    Permission,
    role_too_low,
)
from pitboss.floor.facts.values import INSPECTOR, ROLES, SYSTEM, TILL
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal, Told, say
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Device

PATHS_KEPT = 1000  # with the row of each


class Person(Struct, frozen=True, kw_only=True):
    """A staff member who signed in or swiped."""

    badge: str
    name: str
    role: str


class Page(Struct, frozen=True, kw_only=True):
    """Who may open addresses under a prefix: these roles, and these kinds of devices at the table
    named after the prefix. `anybody` needs neither."""

    prefix: str
    roles: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    anybody: bool = False
    any_table: bool = False


# The longest matching prefix decides; an address without a match doesn't exist. Commands and lights
# have finer rules of their own.
PAGES = (
    Page(prefix="/static/", anybody=True),
    Page(prefix="/enroll", anybody=True),
    Page(prefix="/sign-on", anybody=True),
    Page(prefix="/sign-off", anybody=True),
    Page(prefix="/verify/", anybody=True),
    Page(prefix="/check/", anybody=True),
    Page(prefix="/help", anybody=True),
    Page(prefix="/healthz", anybody=True),
    Page(prefix="/metrics", anybody=True),
    Page(prefix="/favicon.ico", anybody=True),
    Page(prefix="/sign/themes/", anybody=True),
    Page(prefix="/sign_worker.js", anybody=True),
    Page(prefix="/phone_worker.js", anybody=True),
    Page(prefix="/phone/app.webmanifest", anybody=True),
    Page(prefix="/phone/offline", anybody=True),
    Page(prefix="/api/openapi.json", anybody=True),
    Page(prefix="/api/outbox/schema", anybody=True),
    Page(prefix="/api/commands/", anybody=True),
    Page(prefix="/api/tables/", anybody=True),
    Page(prefix="/sign/", roles=ROLES, devices=("sign", "console")),
    Page(prefix="/wall", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/table/", roles=STAFF, devices=("console",)),
    Page(prefix="/wins/", roles=STAFF, devices=("console",), any_table=True),
    Page(prefix="/pit", roles=STAFF),
    Page(prefix="/pit/wall", roles=STAFF, devices=("sign",)),  # one without a table
    Page(prefix="/phone", roles=SUPERVISORS),
    Page(prefix="/office", roles=STAFF),
    Page(prefix="/till", roles=APPROVERS),
    Page(prefix="/inspect", roles=(*ACCOUNTANTS, "auditor", INSPECTOR)),
    Page(prefix="/setup", roles=CHANGERS),
    Page(prefix="/pair", roles=EnrollDevice.permission.roles),
    Page(prefix="/pin", roles=ROLES),
    Page(prefix="/language", roles=ROLES),
    Page(prefix="/posted/table/", anybody=True),  # what hangs at the table, for its players
    Page(prefix="/posted", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/demo/", devices=("console",), any_table=True),
    Page(prefix="/api/stream/sign/", roles=ROLES, devices=("sign", "console")),
    Page(prefix="/api/stream/wall", roles=ROLES, devices=("sign", "console"), any_table=True),
    Page(prefix="/api/stream/table/", roles=STAFF, devices=("console",)),
    Page(prefix="/api/stream/pit", roles=STAFF),
    Page(prefix="/api/stream/pit/wall", roles=STAFF, devices=("sign",)),
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
    """Who has signed in, or NOT_SIGNED_ON."""
    found: Person | None = request.state.person
    if found is None:
        raise Refusal("NOT_SIGNED_ON", "sign", where=request.url.path)
    return found


def device(request: Request) -> Device:
    """The device that asks, or DEVICE_UNKNOWN."""
    found: Device | None = request.state.device
    if found is None:
        raise refuse_unknown_device(request.url.path)
    return found


def till_of(request: Request) -> str:
    """The till that asks; empty: no till does."""
    found: Device | None = request.state.device
    return found.device if found is not None and found.kind == TILL else ""


def refuse_unknown_device(where: str) -> Refusal:
    """The refusal for a device that isn't enrolled."""
    return Refusal("DEVICE_UNKNOWN", "device_not_enrolled", where=where)


def person_of(running_site: RunningSite, badge: str) -> Person | None:
    """The badge's owner if the badge is valid now; without one, no session counts."""
    found = running_site.badges.get(badge)
    if found is None or found.revoked or found.has_ended(running_site.now_ms()):
        return None
    return Person(badge=found.badge, name=found.name, role=found.role)


def refuse_invalid_badge(running_site: RunningSite, badge: str) -> Refusal:
    """Why a badge isn't valid now."""
    found = running_site.badges.get(badge)
    if found is None:
        return Refusal("BADGE_UNKNOWN", "badge_not_issued", where=badge)
    if found.revoked:
        return Refusal("BADGE_REVOKED", where=badge)
    return refuse_ended_badge(badge)


def refuse_not_on_record(where: str, case: str) -> Refusal:
    """Something is in the access store but not in the journal: someone wrote it there."""
    return Refusal("NOT_ON_RECORD", case, where=where)


def need_role(who: Person, roles: tuple[str, ...]) -> None:
    """Refuse a role that isn't one of these."""
    if not roles:
        raise Refusal("ROLE_TOO_LOW", "server_itself_does", where=who.badge)
    if who.role not in roles:
        raise role_too_low(who.badge, who.role, roles)


def may_ask(who: Person | None, tag: str) -> bool:
    """Whether a person's role may send a command."""
    command = command_of_kind(tag)
    return who is not None and command is not None and who.role in command.permission.roles


def page_of(path: str) -> Page:
    page = _page_of(path)
    if page is None:
        raise Refusal("PAGE_UNKNOWN", "no_such_page", where=path)
    return page


@lru_cache(PATHS_KEPT)
def _page_of(path: str) -> Page | None:
    """The row with the longest matching prefix."""
    if path == "/":
        return HOME
    fits = (page for page in PAGES if _fits(page.prefix, path))
    return max(fits, key=lambda page: len(page.prefix), default=None)


def _fits(prefix: str, path: str) -> bool:
    return path.startswith(prefix) if prefix.endswith("/") else f"{path}/".startswith(f"{prefix}/")


def check_page(path: str, who: Person | None, at: Device | None) -> None:
    """Refuse a page to anyone it isn't for."""
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
        raise refuse_unknown_device(path)
    raise Refusal("NOT_SIGNED_ON", "sign", where=path)


def _is_dealers_screen(page: Page, who: Person) -> bool:
    """Whether a dealer is asking for the table's screen: it works there once enrolled, so the
    answer is about the screen, not the role."""
    is_table = bool(page.devices) and not page.any_table
    return is_table and who.role == "dealer" and who.role not in page.roles


def check_place(command: type[Command], table: str, who: Person | None, at: Device | None) -> None:
    """Refuse a command without a valid place: neither from its table's device nor from a person."""
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
        raise refuse_unknown_device(name)
    raise Refusal("NOT_SIGNED_ON", "sign", where=name)


def _only_at(permission: Permission, table: str) -> Told:
    """The only place a restricted command may come from."""
    if permission.devices:
        case = "pressed_at" if table else "pressed_there"
        return say("PART", case, kinds=permission.devices, table=table)
    return say("PART", "own_page" if OWN_PAGE in permission.at else "by_server")


def stands_at(command: type[Command], table: str, at: Device | None) -> bool:
    """Whether this is a device at the command's table, of a kind that may send it."""
    return at is not None and at.kind in command.permission.devices and at.serves(table)


def check_confirmed(
    command: type[Command], table: str, at: Device | None, site: RunningSite
) -> None:
    """Refuse to confirm awards away from their table if the jurisdiction doesn't allow it. Signals
    of keypads and readers come from the table and skip this check."""
    if stands_at(command, table, at):
        return
    confirmed_at = site.profile.confirmed_at
    if "pit" not in confirmed_at.value:
        raise Refusal("CONFIRM_AT_TABLE", where=table, rule=confirmed_at.rule)


# ---- pages' tokens ------------------------------------------------------------------------------


class Cookies(Struct, frozen=True, kw_only=True):
    """A browser's valid cookies: visitor, session and device. Each is a secret of this browser and
    this site."""

    visitor: str
    session: str = ""
    device: str = ""


def csrf_token(access: Access, cookies: Cookies, path: str) -> str:
    """The token a page sends back to prove it came from here. It belongs to the device on a
    device's page, else to the session, so another session's token won't do."""
    return _bound(access, cookies, *_owners(cookies, path)[0])


def check_csrf(access: Access, cookies: Cookies, path: str, token: str) -> None:
    """Refuse a request that didn't come from one of our pages in this session or on this device."""
    # As bytes: compare_digest refuses non-ASCII text.
    sent = token.encode()
    for owner in _owners(cookies, path):
        if cookies.visitor and hmac.compare_digest(_bound(access, cookies, *owner).encode(), sent):
            return
    raise Refusal("CSRF_WRONG", where="X-CSRF-Token")


def _owners(cookies: Cookies, path: str) -> list[tuple[str, str]]:
    """Possible owners of a page's token, likeliest first. A console keeps working when someone
    signs in or out in the same browser; other pages accept only their own session's token."""
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
