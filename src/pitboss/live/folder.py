"""A site's folder: its file, its paytables, its journal. It either opens or is refused."""

from __future__ import annotations

import stat
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from uuid import uuid4

from msgspec import Struct

from pitboss.engine import Core, Reply
from pitboss.floor.facts import approvals, days
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import JackpotTerms
from pitboss.floor.state.approved import terms_items
from pitboss.floor.state.gambling_day import is_turn_due
from pitboss.floor.view.board import Names
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.clocks import clock_ms
from pitboss.live.release import Release, list_functions
from pitboss.local_time import known_day
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables, PaytableTexts
from pitboss.rules.cited_law import DatedFigure
from pitboss.rules.house_jackpot import percentage_hands
from pitboss.rules.profile import Profile
from pitboss.site.check import check, errors_while_running
from pitboss.site.faults import ERROR, Fault
from pitboss.site.first_commands import (
    TableInFile,
    changed_bundles,
    changed_limits,
    commands_of,
    tables_in_file,
)
from pitboss.site.jurisdiction import BY_FIGURE
from pitboss.site.model import HOUSE, Site
from pitboss.site.parse import parse_site
from pitboss.site.table_approval import TRAINING_MIXED
from pitboss.site.terms import as_played

SITE_FILE, PAYTABLES_FOLDER = "site.toml", "paytables"
SITE_BYTES_MOST = 4_000_000
ROOM_FILE, ROOM_BYTES = ".room", 256 * 1024
UNFINISHED_FILE = "restore.unfinished"  # exists while a backup is being restored


class BoardWords(Struct, frozen=True, kw_only=True):
    """Words on boards, in the house's language: the title of a house jackpot that has none, because
    its paytable may wrongly say progressive."""

    house_jackpot: str = ""


NO_WORDS = BoardWords()


@dataclass(frozen=True, kw_only=True)
class Folder:
    """A site's folder, read and checked."""

    path: Path
    site: Site
    profile: Profile
    paytables: Paytables
    paytable_lookup: PaytableTexts
    mixed: Refusal | None = None  # why no new floor can open with it, though an open one continues
    unlawful: Refusal | None = None  # a profile figure forbids it; only the house's own may not

    @cached_property
    def tables(self) -> Mapping[str, TableInFile]:
        """What the file sets at each table. A standby engine computes this in advance: when it
        leads, someone is waiting."""
        return tables_in_file(self.site, self.paytables)

    def names(self, by_language: Mapping[str, BoardWords]) -> Names:
        """What boards call tables and jackpots, what pages call the hub's properties, and the
        notices a house jackpot needs."""
        played = {
            each.jackpot: as_played(each, self.paytables, self.profile).terms
            for each in self.site.jackpots
        }
        words = by_language.get(self.site.language, NO_WORDS)
        return Names(
            tables={table.table: table.title for table in self.site.tables if table.title},
            jackpots={
                **{each.jackpot: each.title for each in self.site.jackpots if each.title},
                **self._untitled(words.house_jackpot),
            },
            properties=self._properties(),
            notices={name: self._notices(terms) for name, terms in played.items()},
            terms={name: dict(terms_items(terms)) for name, terms in played.items()},
            reserves={name for name, terms in played.items() if self._tells_reserve(terms)},
        )

    def _properties(self) -> dict[str, str]:
        """What the houses of a hub are called, and this house as one of them; titles that several
        have are told apart by ids."""
        if wide := self.site.wide:
            return {wide.property: self.site.name}
        titled = [each for each in self.site.hub.properties if each.title] if self.site.hub else []
        count = Counter(each.title for each in titled)
        return {
            name: f"{title} ({name})" if count[title] > 1 else title
            for name, title in ((each.property, each.title) for each in titled)
        }

    def _untitled(self, word: str) -> dict[str, str]:
        """House jackpots without a title: several are told apart by their best hands, or by numbers
        if those are the same."""
        own = [each for each in self.site.jackpots if each.kind == HOUSE and not each.title]
        if len(own) < 2 or not word:
            return {each.jackpot: word for each in own if word}
        hands: dict[str, list[str]] = {}
        for each in own:
            paytable = self.paytable_lookup[each.paytable]
            best = paytable.labels[[*percentage_hands(paytable)][-1]].long
            hands.setdefault(f"{word}: {best}", []).append(each.jackpot)
        return {
            name: title if len(names) == 1 else f"{title} ({number})"
            for title, names in hands.items()
            for number, name in enumerate(names, 1)
        }

    def _notices(self, terms: JackpotTerms) -> tuple[str, ...]:
        """The notices the law requires beside a house jackpot."""
        return self.profile.house_jackpot_notices.value if terms.kind == HOUSE else ()

    def _tells_reserve(self, terms: JackpotTerms) -> bool:
        """Whether a reserve is fed, and the profile requires a sign that says so."""
        fed = terms.kind != HOUSE and any(level.reserve_ppm for level in terms.levels)
        return fed and self.profile.reserve_disclosure.value == "sign"


def read_folder(
    path: Path, entered: Sequence[DatedFigure] = (), *, now_ms: int | None = None
) -> Folder:
    """Read the site file under the figures entered on its floor; refuse a site with errors, naming
    the first. A floor can't open if tables for money and in training would share a jackpot, or if a
    training table plays a hub's jackpot. On an open floor, its recorded tables stay, and a changed
    line there is a drift that START reports."""
    need_whole(path)
    file = path / SITE_FILE
    site, paytables = _read(path, entered, clock_ms() if now_ms is None else now_ms)
    errors = [fault for fault in check(site, paytables) if fault.severity == ERROR]
    for wrong in errors_while_running(errors):
        if wrong.code not in BY_FIGURE:
            raise _wrong(wrong, file)
    mixed, unlawful = (
        next((_wrong(fault, file) for fault in errors if fault.code in codes), None)
        for codes in ((TRAINING_MIXED,), BY_FIGURE)
    )
    return Folder(
        path=path,
        site=site,
        profile=catalog.profile(site.profile),
        paytables=paytables,
        # Every paytable, because a change may pick another one while the floor runs.
        paytable_lookup=PaytableTexts(paytables),
        mixed=mixed,
        unlawful=unlawful,
    )


def read_lawful(folder: Folder, entered: Sequence[DatedFigure], *, now_ms: int) -> Folder:
    """Read a folder under the figures on its floor's record; refused if they forbid it."""
    found = read_folder(folder.path, entered, now_ms=now_ms) if entered else folder
    if found.unlawful is not None:
        raise found.unlawful
    return found


def file_faults(path: Path, entered: Sequence[DatedFigure], *, now_ms: int) -> list[Fault]:
    """Why an open floor doesn't use the site file, error by error."""
    site, paytables = _read(path, entered, now_ms)
    return errors_while_running(check(site, paytables))


def _read(path: Path, entered: Sequence[DatedFigure], now_ms: int) -> tuple[Site, Paytables]:
    file, own = path / SITE_FILE, path / PAYTABLES_FOLDER
    site = parse_site(read_site_text(file), file=str(file))
    site = replace(site, law_day=known_day(now_ms, site.time_zone), entered=tuple(entered))
    return site, Paytables(own if own.is_dir() else None)


def grow_folder(folder: Folder, newer: Folder) -> Folder:
    """Add the tables, jackpots and paytables of a newer reading. The engine and the boards share
    the same paytables, so this adds to those."""
    folder.paytable_lookup.grow(newer.paytable_lookup)
    site, more = folder.site, newer.site
    jackpots = {each.jackpot: each for each in (*more.jackpots, *site.jackpots)}
    tables = {each.table: each for each in (*more.tables, *site.tables)}
    larger = replace(site, jackpots=tuple(jackpots.values()), tables=tuple(tables.values()))
    return replace(folder, site=larger, paytables=newer.paytables)


def need_whole(path: Path) -> None:
    """Refuse a folder that holds only part of a restore: a floor would open there with new PINs,
    and with every meter at its opening amount."""
    if (path / UNFINISHED_FILE).exists():
        raise Refusal("RESTORE_UNFINISHED", where=str(path))


def _wrong(fault: Fault, file: Path) -> Refusal:
    return Refusal("SITE_WRONG", where=fault.where, named=fault.code, fault=fault.told, file=file)


def read_site_text(file: Path) -> str:
    """The text of a site file, or a refusal."""
    try:
        _need_site_file(file)
        return file.read_text("utf-8-sig")  # some editors put a mark before the first letter
    except UnicodeDecodeError as fault:
        raise Refusal("SITE_UNREADABLE", where=str(file), start=fault.start) from None
    except (FileNotFoundError, NotADirectoryError):
        raise Refusal("FILE_MISSING", "no_such_file_put", where=str(file)) from None
    except OSError as fault:
        raise Refusal(
            "FILE_UNREADABLE", "cannot_read", where=str(file), fault=fault.strerror or fault
        ) from None


def _need_site_file(file: Path) -> None:
    """Refuse anything that isn't a readable site file; reading a pipe would never end."""
    about = file.stat()
    if stat.S_ISDIR(about.st_mode):
        inner = file / SITE_FILE
        case = "folder_name_file" if inner.is_file() else "folder_put_file"
        raise Refusal("FILE_UNREADABLE", case, where=str(file), inner=inner)
    if not stat.S_ISREG(about.st_mode):
        raise Refusal("FILE_UNREADABLE", "pipe_socket_device", where=str(file))
    if about.st_size > SITE_BYTES_MOST:
        raise Refusal(
            "FILE_TOO_LARGE",
            "site_file_at",
            where=str(file),
            site_bytes_most=SITE_BYTES_MOST,
            st_size=about.st_size,
        )


def open_floor(
    folder: Folder, core: Core, release: Release, first: Sequence[Command], *, at_ms: int
) -> None:
    """Begin to lead, with these commands first. An empty journal also gets the site's first
    commands; everything is rehearsed in memory, so a floor opens completely or not at all. On an
    open floor, this records what a table plays differently than before, other limits, and which
    software runs; anything unapproved starts no round (PS-64). Either way the clock decides the
    shift."""
    if core.state.seq:
        _ask(folder, core.lead, first)
        tables = {name: each for name, each in core.state.tables.items() if not each.closed}
        plays = {name: table.plays for name, table in tables.items()}
        prizes = {name: table.odds_prizes for name, table in tables.items()}
        changed = changed_bundles(folder.tables, plays, at_ms=at_ms, ids=_ids())
        noted = _noted(release, core.state.release, at_ms)
        _ask(folder, core.handle, [*noted, *changed])
        _ask(folder, core.handle, changed_limits(folder.tables, prizes, at_ms=at_ms, ids=_ids()))
    else:
        for wrong in filter(None, (folder.mixed, folder.unlawful)):
            raise wrong
        opening = commands_of(folder.site, folder.paytables, at_ms=at_ms, ids=_ids())
        commands = [*first, *_noted(release, "", at_ms), *opening]
        for target in (Core(MemoryJournal(MemoryStore()), folder.paytable_lookup), core):
            _ask(folder, target.lead, commands)
    if is_turn_due(core.state.calendar, at_ms):
        _ask(folder, core.handle, [days.TurnShift(command_id=new_id(), at_ms=at_ms)])


def _noted(release: Release, on_record: str, at_ms: int) -> Iterator[approvals.NoteRelease]:
    if release.sha256 != on_record:
        yield approvals.NoteRelease(
            command_id=new_id(),
            at_ms=at_ms,
            version=release.version,
            manifest=release.manifest,
            functions=list_functions(),
        )


def _ask(
    folder: Folder, ask: Callable[[Sequence[Command]], list[Reply]], commands: Sequence[Command]
) -> None:
    for command, reply in zip(commands, ask(commands), strict=True):
        reply.need(f"{folder.path / SITE_FILE}: {type(command).__name__}")


def has_room(path: Path) -> bool:
    """Whether the disk has room for a busy moment. A journal may find gaps in its own files for a
    while after the disk is full; by then a warning is too late."""
    file = path / ROOM_FILE
    try:
        file.write_bytes(bytes(ROOM_BYTES))
        return True
    except OSError:
        return False
    finally:
        with suppress(OSError):
            file.unlink()


def new_id() -> str:
    """A unique command id; ids of the same time are together in the journal's index."""
    return f"{clock_ms():012x}-{uuid4().hex}"


def _ids() -> Iterator[str]:
    while True:
        yield new_id()
