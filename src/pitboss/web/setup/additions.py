"""What two people are about to add to a running floor: tables, jackpots and the house's own
paytables, in separate files beside the site file until they are opened."""

from __future__ import annotations

import hashlib
import shutil
from copy import deepcopy
from pathlib import Path

from pitboss.live.folder import PAYTABLES_FOLDER, SITE_FILE, read_site_text
from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables, game, game_names
from pitboss.rules.paytable import Paytable
from pitboss.rules.reading import toml_data
from pitboss.site.faults import ERROR, Fault
from pitboss.site.file_keys import ID
from pitboss.site.table_approval import TRAINING_MIXED
from pitboss.site.usual_table import SiteData
from pitboss.site.writing import parts_text
from pitboss.web.setup.draft_file import DraftFile
from pitboss.web.setup.fault_groups import key_of, owner_of

ADDITIONS_FILE, PAYTABLES_DRAFT = "additions.draft.toml", "paytables.draft"
KINDS = ("jackpot", "table")


def wagers() -> dict[str, tuple[str, str]]:
    """Every wager with paytables, by their folder: a game that has it, and its name."""
    found: dict[str, tuple[str, str]] = {}
    for each in map(game, game_names()):
        for slot in each.slots:
            found.setdefault(f"{slot.shared or each.name}/{slot.name}", (each.title, slot.name))
    return found


class AdditionsFile(DraftFile):
    """The site file plus the additions. Only the additions are stored and can change; the rest is
    read fresh each time."""

    def __init__(self, folder: Path) -> None:
        self._known: dict[str, frozenset[str]] = {}
        super().__init__(folder, ADDITIONS_FILE)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is added, not even a paytable."""
        return not any(self._own().values()) and not self.new_paytables()

    @property
    def fingerprint(self) -> str:
        """Identifies exactly these additions."""
        texts = (self.draft.text, *(self.paytables.text(each) for each in self.new_paytables()))
        return hashlib.sha256("\n".join(texts).encode()).hexdigest()

    def reread(self) -> None:
        """Pick up changes to the site file."""
        for paytable in self.new_paytables():
            if (self.folder / PAYTABLES_FOLDER / f"{paytable}.toml").is_file():  # it was published
                (self.folder / PAYTABLES_DRAFT / f"{paytable}.toml").unlink()
        self.paytables = self._all_paytables()
        self._take(self._read())

    def is_own(self, kind: str, identifier: str) -> bool:
        """Whether it is an addition, and not in the site file."""
        return identifier not in self._known[kind]

    def faults(self) -> list[Fault]:
        """Every error, and what else the check says about the additions; except missing papers of
        money tables that share a jackpot, which come last."""
        return [
            each
            for each in super().faults()
            if each.code != TRAINING_MIXED and (each.severity == ERROR or self._is_about(each))
        ]

    def find_unpapered(self) -> list[Fault]:
        """Why tables can't share a jackpot before their papers are entered."""
        return [each for each in super().faults() if each.code == TRAINING_MIXED]

    def _is_about(self, fault: Fault) -> bool:
        kind = key_of(fault).partition(".")[0]
        return kind in KINDS and self.is_own(kind, owner_of(fault))

    def _parsed(self, text: str) -> SiteData:
        known = toml_data(
            read_site_text(self.folder / SITE_FILE), code="SITE_UNREADABLE", where=SITE_FILE
        )
        self._known = {
            kind: frozenset(str(row.get("id", "")) for row in known.get(kind, [])) for kind in KINDS
        }
        added, merged = super()._parsed(text), deepcopy(known)
        for kind in KINDS:
            rows = [row for row in added.get(kind, []) if self.is_own(kind, row.get("id", ""))]
            merged[kind] = [*known.get(kind, []), *rows]
        return merged

    def _own(self) -> SiteData:
        return {
            kind: [row for row in self.draft.rows(kind) if self.is_own(kind, row.get("id", ""))]
            for kind in KINDS
        }

    def _written(self) -> str:
        return parts_text(self._own())

    # ---- paytables ----------------------------------------------------------------------------

    def _all_paytables(self) -> Paytables:
        folders = (self.folder / PAYTABLES_FOLDER, self.folder / PAYTABLES_DRAFT)
        return Paytables(*(each for each in folders if each.is_dir()))

    def new_paytables(self) -> list[str]:
        """The added paytables, by id."""
        draft = self.folder / PAYTABLES_DRAFT
        found = draft.glob("*/*/*.toml") if draft.is_dir() else ()
        return sorted(str(path.relative_to(draft).with_suffix("")) for path in found)

    def add_paytable(self, wager: str, name: str, text: str) -> Paytable:
        """Add a house paytable for a wager such as crazy4/queens_up, if it can be read."""
        if wager not in wagers():
            raise Refusal("PAYTABLE_NOT_FOR_GAME", "no_game_wager_choose", where="wager")
        if not ID.match(name):
            raise Refusal("ID_WRONG", "no_name", where="name", name=name)
        paytable = f"{wager}/{name}"
        if paytable in self.paytables.ids():
            raise Refusal("PAYTABLE_ID_TAKEN", where="name", paytable_id=paytable)
        path = self.folder / PAYTABLES_DRAFT / f"{paytable}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text.encode())
        try:
            self.paytables = self._all_paytables()
            return self.paytables.get(paytable)
        except Refusal as refusal:
            self.remove_paytable(paytable)
            raise Refusal.of(refusal.told, "text") from None

    def remove_paytable(self, paytable: str) -> None:
        if paytable in self.new_paytables():
            (self.folder / PAYTABLES_DRAFT / f"{paytable}.toml").unlink()
            self.paytables = self._all_paytables()

    # ---- the end ------------------------------------------------------------------------------

    def publish(self) -> None:
        """Move its paytables into the house's folder and append the rest to the site file, whose
        text stays as it is; then the draft is done."""
        before = read_site_text(self.folder / SITE_FILE).rstrip("\n")
        text = f"{before}\n{self._written()}"
        toml_data(
            text, code="SITE_UNREADABLE", where=SITE_FILE
        )  # fails if a one-line list can't grow
        for paytable in self.new_paytables():
            path = self.folder / PAYTABLES_FOLDER / f"{paytable}.toml"
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, self.paytables.text(paytable).encode())
        write_whole(self.folder / SITE_FILE, text.encode())
        self.file.unlink(missing_ok=True)
        self.reread()

    def discard(self) -> None:
        """Start over."""
        self.file.unlink(missing_ok=True)
        shutil.rmtree(self.folder / PAYTABLES_DRAFT, ignore_errors=True)
        self.reread()
