"""The draft of a site file in its folder, saved after each step, so you can leave and resume."""

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
# A note in the draft: the tables for which someone submitted a prefilled step.
SETTLED = re.compile(r"# Settled, (\w+): (.*)")
# Another: which set of PIN slips is valid, and when it was made.
SLIPS = re.compile(r"# PIN slips, set ([0-9]+): ([0-9]+)")
# What may be in a folder without a site: the draft itself, and the PINs made so far.
VERSIONS_KEPT = 20  # of the draft, to say what changed since a form was made
BEFORE_A_SITE = (DRAFT_FILE, "access.db", PAYTABLES_FOLDER, "themes")


class SlipSet(NamedTuple):
    """The valid PIN slips: each set voids the one before."""

    number: int  # 0: none was made
    made_ms: int


class DraftFile:
    """The draft of one folder. It becomes the site file only when the site reader accepts it."""

    def __init__(self, folder: Path, name: str = DRAFT_FILE) -> None:
        self.folder = folder
        self.file = folder / name
        self.paytables = self._all_paytables()
        self._versions: dict[str, str] = {}
        self._take(self._read())

    def _all_paytables(self) -> Paytables:
        """The product's paytables and the house's."""
        own = self.folder / PAYTABLES_FOLDER
        return Paytables(own if own.is_dir() else None)

    def is_own(self, kind: str, identifier: str) -> bool:
        """Whether a table or jackpot is the draft's own to change: here all are."""
        return True

    def _take(self, text: str) -> None:
        self.draft = Draft(self._parsed(text))
        self._keep(text)
        found = (SETTLED.match(line) for line in text.splitlines())
        self._settled = {each[1]: frozenset(each[2].split()) for each in found if each}
        made = SLIPS.search(text)
        self.slips = SlipSet(int(made[1]), int(made[2])) if made else SlipSet(0, 0)

    def reread(self) -> None:
        """Pick up changes made to the file by hand."""
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
        """The draft without its notes."""
        lines = self._text.splitlines()
        return "\n".join(line for line in lines if not (SETTLED.match(line) or SLIPS.match(line)))

    @property
    def digest(self) -> str:
        """Identifies the version of the draft a form was made from."""
        return hashlib.sha256(self._facts.encode()).hexdigest()

    def changes_since(self, digest: str) -> list[str]:
        """Lines added and removed since a form was made; none if that is too long ago."""
        before = self._versions.get(digest, self._facts).splitlines()
        lines = difflib.ndiff(before, self._facts.splitlines())
        return [line for line in lines if line[:2] in ("- ", "+ ") and line[2:].strip()]

    def need_same(self, digest: str) -> None:
        """Refuse a form made from another version of the draft."""
        if digest != self.digest:
            raise Refusal("DRAFT_CHANGED", "changed_meanwhile_another", where=self.file.name)

    def save(self) -> None:
        """Save it completely, or leave it as it was."""
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
        """The part of the draft that is saved."""
        return self.draft.text

    def count_slips(self) -> None:
        """Count a new set of PIN slips."""
        self.slips = SlipSet(self.slips.number + 1, clock_ms())

    def settle(self, step: str) -> None:
        """Note that someone reviewed and sent a step for the current tables."""
        self._settled[step] = frozenset(self.tables)

    def is_settled(self, step: str) -> bool:
        """Whether someone has, and no table came since."""
        return step in self._settled and self._settled[step].issuperset(self.tables)

    @property
    def tables(self) -> list[str]:
        """The draft's own tables."""
        named = {str(row.get("id", "")) for row in self.draft.rows("table")}
        return sorted(name for name in named if self.is_own("table", name))

    def faults(self) -> list[Fault]:
        """What the site check finds."""
        site = self.draft.site(file=SITE_FILE)
        return check(site, self.paytables, today=known_day(clock_ms(), site.time_zone))

    def publish(self) -> None:
        """Make it the folder's site file, if a floor would open with it."""
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
    """Why a draft can't be read, plus the other way out: starting over loses only the draft."""
    anew = say("PART", "or_anew")
    return Refusal(refusal.code, refusal.case, where=refusal.where, **refusal.values, also=anew)


def awaits_setup(folder: Path) -> bool:
    """Whether a folder is empty or has an unfinished setup: no site, and nothing else someone may
    want to keep."""
    if not folder.is_dir():
        return False
    return all(path.name in BEFORE_A_SITE for path in folder.iterdir())


def rehearse(folder: Path) -> Core:
    """Open a folder's floor in memory, to see whether a real one would open."""
    found = read_folder(folder)
    check_themes(found.site, folder)
    core = Core(MemoryJournal(MemoryStore()), found.paytable_lookup)
    open_floor(found, core, running_release(), (), at_ms=clock_ms())
    return core
