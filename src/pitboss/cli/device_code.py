"""`pitboss device code`: a code that enrolls one device of a site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.files import Database, HouseKeyFile, key_of_house
from pitboss.cli.options import option
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.floor.state.floor import State
    from pitboss.live.folder import Folder
    from pitboss.site.model import Site
    from pitboss.web.access.admission import Access

SiteFolder = Annotated[Path, option("--site DIR", of="code")]


def code(
    site: SiteFolder,
    kind: Annotated[str, option("--kind")],
    table: Annotated[str, option("--table T")] = "",
    seat: Annotated[list[int] | None, option("--seat", min=1, max=9)] = None,
    replaces: Annotated[str, option("--replaces DEVICE")] = "",
    database: Database = "",
    house_key: HouseKeyFile = None,
) -> None:
    """Make a code that enrolls one device within fifteen minutes. Type it on the device at /enroll.
    The record shows it was made on this command line, without a badge."""
    from pitboss.floor.decide.devices import need_place  # late: other commands start faster
    from pitboss.live.clocks import clock_ms
    from pitboss.live.folder import read_folder

    folder = read_folder(site)
    _check_table(kind, table, folder.site)
    seats = tuple(seat or ())
    if (state := _floor_of(folder, database)) is not None:
        need_place(state, kind, table, seats=seats, replaces=replaces)
    with access_of(site, database, house_key) as access:
        made = access.make_code(
            kind=kind, table=table, now_ms=clock_ms(), seats=seats, replaces=replaces
        )
    name = "device.code_at" if table else "device.code"
    typer.echo(command_text(name, code=made, kind=kind, table=table))


def _check_table(kind: str, table: str, site: Site) -> None:
    """Require a table of the site for a table device, and none for a till or a system."""
    from pitboss.floor.facts.values import TABLELESS

    known = [each.table for each in site.tables]
    if kind in TABLELESS and table:
        raise Refusal("DEVICE_KIND_WRONG", "no_table", where=f"--table {table}")
    if kind not in TABLELESS and table not in known:
        raise Refusal("TABLE_UNKNOWN", "there_are", where=f"--table {table}", known=known)


def check_badge(badge: str, folder: Folder, access: Access, database: str) -> None:
    """Refuse an unknown badge: not in the site file, never given a PIN, and not issued by the
    office."""
    known = [each.badge for each in folder.site.badges]
    if badge in known or access.has_keys(badge) or _is_issued(badge, folder, database):
        return
    raise Refusal("BADGE_UNKNOWN", "no_such_badge", where=badge, known=known)


def _is_issued(badge: str, folder: Folder, database: str) -> bool:
    """Whether the floor has an unrevoked badge of this name; false if the floor never started."""
    state = _floor_of(folder, database)
    found = None if state is None else state.badges.get(badge)
    return found is not None and not found.revoked


def _floor_of(folder: Folder, database: str) -> State | None:
    """The floor at the end of its journal; none if it never started."""
    from pitboss.engine import Core
    from pitboss.journal.place import JournalPlace
    from pitboss.journal.whole import live_of

    try:
        journal = JournalPlace(folder.path, database)()
    except Refusal as refusal:
        if refusal.code != "FILE_MISSING":
            raise
        return None
    with closing(journal):
        return Core(live_of(journal), folder.paytable_lookup).state


@contextmanager
def access_of(site: Path, database: str, house_key: Path | None = None) -> Iterator[Access]:
    """The access store beside a site's journal."""
    from pitboss.live.folder import SITE_FILE
    from pitboss.web.access.admission import Access

    if not (site / SITE_FILE).is_file():
        raise Refusal("FILE_MISSING", "no_site", where=str(site / SITE_FILE))
    with (
        key_of_house(site, house_key) as key,
        closing(Access(site, database, house_key=key)) as access,
    ):
        yield access
