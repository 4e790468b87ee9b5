"""The draft of a site file in its folder, kept after each step: to leave and resume."""

from __future__ import annotations

import difflib
import hashlib
import re
from pathlib import Path
from typing import NamedTuple

from pitboss.engine import Core
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.clocks import clock_ms
from pitboss.live.folder import PAYTABLES_FOLDER, SITE_FILE, open_floor, read_folder, read_site_text
from pitboss.live.release import running_release
from pitboss.live.whole_file import write_whole
from pitboss.local_time import known_day
from pitboss.refusal import Refusal, say
from pitboss.rules.catalog import Paytables
from pitboss.rules.reading import toml_data
from pitboss.site.check import check
from pitboss.site.draft import Draft
from pitboss.site.faults import Fault
from pitboss.site.usual_table import SiteData
from pitboss.web.screens.sign import check_themes

DRAFT_FILE = "site.draft.toml"
# A remark in the draft: for which tables somebody has sent a step that comes filled in.
SETTLED = re.compile(r"# Settled, (\w+): (.*)")
# Another one: which set of PIN slips is good, and when it was made.
SLIPS = re.compile(r"# PIN slips, set ([0-9]+): ([0-9]+)")
# What a folder may hold that has no site yet: the draft itself, and who has been given a PIN.
VERSIONS_KEPT = 20  # of the draft, to say what has changed since a form was made
BEFORE_A_SITE = (DRAFT_FILE, "access.db", PAYTABLES_FOLDER, "themes")


class SlipSet(NamedTuple):
    """The PIN slips that are good: each set makes the one before it void."""

    number: int  # none was made: 0
    made_ms: int


class DraftFile:
    """The draft of one folder. It becomes the site file only when the one reader accepts it."""

    def __init__(self, folder: Path, name: str = DRAFT_FILE) -> None:
        self.folder = folder
        self.file = folder / name
        self.paytables = self._all_paytables()
        self._versions: dict[str, str] = {}
        self._take(self._read())

    def _all_paytables(self) -> Paytables:
        """The product's and the house's."""
        own = self.folder / PAYTABLES_FOLDER
        return Paytables(own if own.is_dir() else None)

    def is_own(self, kind: str, identifier: str) -> bool:
        """Whether a table or a jackpot is the draft's own to change: here all of them are."""
        return True

    def _take(self, text: str) -> None:
        self.draft = Draft(self._parsed(text))
        self._keep(text)
        found = (SETTLED.match(line) for line in text.splitlines())
        self._settled = {each[1]: frozenset(each[2].split()) for each in found if each}
        made = SLIPS.search(text)
        self.slips = SlipSet(int(made[1]), int(made[2])) if made else SlipSet(0, 0)

    def reread(self) -> None:
        """Heed what somebody has written into the file by hand since."""
        text = self._read()
        if text != self._text:
            self._take(text)

    def _keep(self, text: str) -> None:
        self._text = text
        self._versions[self.digest] = self._facts
        for oldest in list(self._versions)[:-VERSIONS_KEPT]:
            del self._versions[oldest]

    @property
    def _facts(self) -> str:
        """The draft without its remarks."""
        lines = self._text.splitlines()
        return "\n".join(line for line in lines if not (SETTLED.match(line) or SLIPS.match(line)))

    @property
    def digest(self) -> str:
        """What tells the draft that a form was made from, from a later one."""
        return hashlib.sha256(self._facts.encode()).hexdigest()

    def changes_since(self, digest: str) -> list[str]:
        """The lines that have gone and come since a form was made; none where that is too long
        ago."""
        before = self._versions.get(digest, self._facts).splitlines()
        lines = difflib.ndiff(before, self._facts.splitlines())
        return [line for line in lines if line[:2] in ("- ", "+ ") and line[2:].strip()]

    def need_same(self, digest: str) -> None:
        """Refuse a form that was made from another draft."""
        if digest != self.digest:
            raise Refusal("DRAFT_CHANGED", "changed_meanwhile_another", where=self.file.name)

    def save(self) -> None:
        """Keep it, whole or as it was."""
        remarks = (
            f"# Settled, {step}: {' '.join(sorted(tables))}\n"
            for step, tables in sorted(self._settled.items())
        )
        number, made_ms = self.slips
        slips = f"# PIN slips, set {number}: {made_ms}\n" if number else ""
        text = f"{self._written()}\n{''.join(remarks)}{slips}"
        write_whole(self.file, text.encode())
        self._keep(text)

    def _written(self) -> str:
        """What of the draft is kept."""
        return self.draft.text

    def count_slips(self) -> None:
        """Another set of PIN slips is made now."""
        self.slips = SlipSet(self.slips.number + 1, clock_ms())

    def settle(self, step: str) -> None:
        """Somebody has looked at a step and sent it, for the tables that there are."""
        self._settled[step] = frozenset(self.tables)

    def is_settled(self, step: str) -> bool:
        """Whether somebody has, and no table came since."""
        return step in self._settled and self._settled[step].issuperset(self.tables)

    @property
    def tables(self) -> list[str]:
        """The tables that are the draft's own."""
        named = {str(row.get("id", "")) for row in self.draft.rows("table")}
        return sorted(name for name in named if self.is_own("table", name))

    def faults(self) -> list[Fault]:
        """What the check of a site file says of it."""
        site = self.draft.site(file=SITE_FILE)
        return check(site, self.paytables, today=known_day(clock_ms(), site.time_zone))

    def publish(self) -> None:
        """Make it the site file of the folder, if a floor would open with it."""
        write_whole(self.folder / SITE_FILE, self.draft.text.encode())
        try:
            rehearse(self.folder)
        except Refusal:
            (self.folder / SITE_FILE).unlink()
            raise
        self.file.unlink(missing_ok=True)
        self._text = ""

    def _read(self) -> str:
        try:
            return read_site_text(self.file)
        except Refusal as refusal:
            if refusal.code == "FILE_MISSING":
                return ""
            raise _or_anew(refusal) from None

    def _parsed(self, text: str) -> SiteData:
        try:
            return toml_data(text, code="SITE_UNREADABLE", where=str(self.file))
        except Refusal as refusal:
            raise _or_anew(refusal) from None


def _or_anew(refusal: Refusal) -> Refusal:
    """Why a draft cannot be read, with the other way out: nothing but the draft is lost."""
    anew = say("PART", "or_anew")
    return Refusal(refusal.code, refusal.case, where=refusal.where, **refusal.values, also=anew)


def awaits_setup(folder: Path) -> bool:
    """Whether a folder is empty, or a setup has begun there: no site yet, and nothing else that
    somebody may want to keep."""
    if not folder.is_dir():
        return False
    return all(path.name in BEFORE_A_SITE for path in folder.iterdir())


def rehearse(folder: Path) -> Core:
    """Open the floor of a folder in memory, so that a real one opens or is refused here."""
    found = read_folder(folder)
    check_themes(found.site, folder)
    core = Core(MemoryJournal(MemoryStore()), found.paytable_lookup)
    open_floor(found, core, running_release(), (), at_ms=clock_ms())
    return core
