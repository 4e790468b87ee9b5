"""`pitboss device code`: a code that enrolls one device of a site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import Database, HouseKeyFile, key_of_house
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.live.folder import Folder
    from pitboss.site.model import Site
    from pitboss.web.access import Access

SiteFolder = Annotated[
    Path, typer.Option("--site", metavar="DIR", help="The site's folder, with its site.toml.")
]


def code(
    site: SiteFolder,
    kind: Annotated[
        str, typer.Option("--kind", help="console, sign, sensor, keypad, reader or system.")
    ],
    badge: Annotated[
        str,
        typer.Option("--badge", metavar="BADGE", help="Who answers for it, on the record."),
    ],
    table: Annotated[
        str,
        typer.Option("--table", metavar="T", help="Where the device stands; none for a system."),
    ] = "",
    seat: Annotated[
        list[int] | None,
        typer.Option(min=1, max=9, help="Of one of several sensor boards; give each seat."),
    ] = None,
    replaces: Annotated[
        str,
        typer.Option("--replaces", metavar="DEVICE", help="The sensor board that it retires."),
    ] = "",
    database: Database = "",
    house_key: HouseKeyFile = None,
) -> None:
    """A code that enrolls one device within fifteen minutes: type it there at /enroll."""
    from pitboss.live.folder import clock_ms, read_folder  # late: other commands start faster

    folder = read_folder(site)
    _check_table(kind, table, folder.site)
    with access_of(site, database, house_key) as access:
        check_badge(badge, folder, access, database)
        _check_enrolling(badge, folder.site)
        made = access.make_code(
            kind=kind,
            table=table,
            made_by=badge,
            now_ms=clock_ms(),
            seats=seat or (),
            replaces=replaces,
        )
    what = f"the {kind} of table {table}" if table else f"a {kind}"
    typer.echo(f"{made}  enrolls {what}, once, within fifteen minutes")


def _check_table(kind: str, table: str, site: Site) -> None:
    """Refuse a device without a table of the site, and a system with one."""
    from pitboss.floor.facts.values import SYSTEM

    known = [each.table for each in site.tables]
    if kind == SYSTEM and table:
        reason = "a system belongs to no table; leave --table out"
        raise Refusal("DEVICE_KIND_WRONG", where=f"--table {table}", reason=reason)
    if kind != SYSTEM and table not in known:
        reason = f"no such table; there are {', '.join(known)}"
        raise Refusal("TABLE_UNKNOWN", where=f"--table {table}", reason=reason)


def check_badge(badge: str, folder: Folder, access: Access, database: str) -> None:
    """Refuse a badge that nobody has: the file does not name it, it never got a PIN, and the office
    has not issued it."""
    known = [each.badge for each in folder.site.badges]
    if badge in known or access.has_keys(badge) or _is_issued(badge, folder, database):
        return
    reason = f"no such badge; the site file has {', '.join(known)}, and the office issues others"
    raise Refusal("BADGE_UNKNOWN", where=badge, reason=reason)


def _is_issued(badge: str, folder: Folder, database: str) -> bool:
    """Whether the floor has a badge, and it was not revoked; one that never began has none."""
    from pitboss.engine import Core
    from pitboss.journal.place import JournalPlace
    from pitboss.journal.whole import live_of

    try:
        journal = JournalPlace(folder.path, database)()
    except Refusal as refusal:
        if refusal.code != "FILE_MISSING":
            raise
        return False
    with closing(journal):
        found = Core(live_of(journal), folder.paytable_lookup).state.badges.get(badge)
    return found is not None and not found.revoked


def _check_enrolling(badge: str, site: Site) -> None:
    """Refuse at once what enrollment would refuse. The file does not know a badge of the office's;
    the floor does, when the code is used."""
    from pitboss.floor.facts.devices import EnrollDevice
    from pitboss.floor.facts.permission import role_too_low

    allowed = EnrollDevice.permission.roles
    role = next((each.role for each in site.badges if each.badge == badge), "")
    if role and role not in allowed:
        raise role_too_low(badge, role, allowed)


@contextmanager
def access_of(site: Path, database: str, house_key: Path | None = None) -> Iterator[Access]:
    """The store of who may come in, beside a site's journal."""
    from pitboss.live.folder import SITE_FILE
    from pitboss.web.access import Access

    if not (site / SITE_FILE).is_file():
        raise Refusal("FILE_MISSING", where=str(site / SITE_FILE), reason="there is no site")
    with (
        key_of_house(site, house_key) as key,
        closing(Access(site, database, house_key=key)) as access,
    ):
        yield access
