"""A site file in the making: the browser's setup changes it step by step.

A draft is the data of a site file, under its own keys, so a person could have written any of it by
hand. It may be incomplete; the regular reader says what is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from pitboss.floor.state.equipment import OWN_PARTS
from pitboss.rules.catalog import Paytables
from pitboss.site.check import opener_roles, played_of, tables_of
from pitboss.site.model import PROGRESSIVE, Site
from pitboss.site.parse import site_of
from pitboss.site.table_approval import bundle_of
from pitboss.site.usual_table import SiteData, usual_table
from pitboss.site.writing import site_text

# A badge's first letter, and the first number of its role.
NUMBERS = {
    "dealer": ("D", 100),
    "supervisor": ("S", 200),
    "executive": ("E", 300),
    "accounting": ("A", 400),
    "technician": ("T", 500),
    "auditor": ("R", 600),
}


class SetupPerson(NamedTuple):
    """Somebody in a line of the setup; without a language he reads the house's."""

    badge: str
    name: str
    role: str
    language: str = ""


class Draft:
    """The data of a site file, and the steps that change it."""

    def __init__(self, data: SiteData | None = None) -> None:
        self.data: SiteData = data if data is not None else {}

    @property
    def text(self) -> str:
        """The site file."""
        return site_text(self.data)

    def site(self, *, file: str = "site.toml") -> Site:
        """What the regular reader makes of it."""
        return site_of(self.data, file=file)

    def rows(self, kind: str) -> list[SiteData]:
        """The badges, jackpots or tables."""
        rows: list[SiteData] = self.data.setdefault(kind, [])
        return rows

    def row(self, kind: str, identifier: str) -> SiteData | None:
        return next((row for row in self.rows(kind) if row.get("id") == identifier), None)

    # ---- house and people ---------------------------------------------------------------------

    @property
    def house(self) -> SiteData:
        """Name, time zone, jurisdiction, and who opens the floor."""
        house: SiteData = self.data.setdefault("property", {})
        return house

    @property
    def house_form(self) -> SiteData:
        """The fields of the house's page, including notices in its own words."""
        return {**self.data.get("signs", {}), **self.house}

    def set_house(
        self,
        *,
        name: str,
        time_zone: str,
        profile: str,
        day_begins: str = "",
        language: str = "",
        staff_play: str = "",
        disputes: str = "",
    ) -> None:
        """Set the house's name, its law, the start of its day and its language; empty fields stay
        as they are, and an empty notice is removed."""
        said = {"day_begins": day_begins, "language": language}
        self.data["property"] = {
            **self.house,  # anything written by hand stays
            **{key: value for key, value in said.items() if value},
            "name": name,
            "currency": "USD",
            "time_zone": time_zone,
            "profile": profile,
        }
        signs = self.data.pop("signs", {}) | {"staff_play": staff_play, "disputes": disputes}
        if signs := {key: value for key, value in signs.items() if value}:
            self.data["signs"] = signs

    def set_people(self, people: Iterable[SetupPerson]) -> None:
        """Set everyone's badge, name, role and language; a person without a badge gets the next of
        the role. Two of them open the floor."""
        badges: list[SiteData] = []
        named = [each for each in people if each.name]
        taken = {each.badge for each in named if each.badge}
        for each in named:
            made = each.badge or self._next_badge(each.role, taken)
            taken.add(made)
            row = {"id": made, "name": each.name, "role": each.role}
            badges.append(row | ({"language": each.language} if each.language else {}))
        self.data["badge"] = badges
        self.house["opened_by"] = openers_of(badges)

    @staticmethod
    def _next_badge(role: str, taken: set[str]) -> str:
        letter, number = NUMBERS.get(role, ("X", 900))
        while f"{letter}{number}" in taken:
            number += 1
        return f"{letter}{number}"

    # ---- tables and jackpots ------------------------------------------------------------------

    def add_table(self, name: str, *, part_words: Mapping[str, str] = MappingProxyType({})) -> str:
        """Add a table of a game, with the next number, and its jackpots, unless a jackpot with the
        same paytable exists: then it shares that. `part_words` has another language's words for
        parts without a maker's name. Returns its id."""
        made = usual_table(name)
        (table,) = made["table"]
        there = {row.get("paytable"): row["id"] for row in reversed(self.rows("jackpot"))}
        for jackpot in made.get("jackpot", []):
            if shared := there.get(jackpot["paytable"]):
                named = table["jackpots"]
                table["jackpots"] = [shared if each == jackpot["id"] else each for each in named]
            else:
                self.rows("jackpot").append(jackpot)
        letter, number = table["id"], 1
        while self.row("table", f"{letter}{number}") is not None:
            number += 1
        table["id"] = f"{letter}{number}"
        for part in table.get("equipment", {}).values():
            part["name"] = part_words.get(part["name"], part["name"])
        self.rows("table").append(table)
        return f"{letter}{number}"

    def add_jackpot(self, paytable: str, *, title: str) -> str:
        """Add a progressive jackpot without a table. Returns its id."""
        stem = paytable.split("/")[1].replace("_", "-")
        number = 1
        while self.row("jackpot", f"{stem}-{number}") is not None:
            number += 1
        identifier = f"{stem}-{number}"
        row = {"id": identifier, "kind": PROGRESSIVE, "paytable": paytable, "title": title}
        self.rows("jackpot").append(row)
        return identifier

    def remove(self, kind: str, identifier: str) -> None:
        """Remove a table or a jackpot; a jackpot leaves its tables, too."""
        self.data[kind] = [row for row in self.rows(kind) if row.get("id") != identifier]
        if kind == "jackpot":
            for table in self.rows("table"):
                self._set_jackpots(table, identifier, has=False)

    def share(
        self, jackpot: str, tables: Iterable[str], *, is_asked: Callable[[str], bool] = bool
    ) -> None:
        """Set which of the listed tables have a jackpot; two or more make a link."""
        named = frozenset(tables)
        for table in self.rows("table"):
            if is_asked(str(table.get("id", ""))):
                self._set_jackpots(table, jackpot, has=table.get("id") in named)

    @staticmethod
    def _set_jackpots(table: SiteData, jackpot: str, *, has: bool) -> None:
        now = table.get("jackpots", [])
        if has and jackpot not in now:
            table["jackpots"] = [*now, jackpot]
        elif not has:
            table["jackpots"] = [each for each in now if each != jackpot]

    @property
    def wide_jackpots(self) -> list[str]:
        """The jackpots that a hub keeps, if somebody wrote `[wide]` by hand."""
        named: list[str] = self.data.get("wide", {}).get("jackpots", [])
        return named

    # ---- what money needs ---------------------------------------------------------------------

    def approve(
        self,
        tables: Iterable[str],
        paytables: Paytables,
        *,
        papers: Mapping[str, str],
        date: str,
        signer: str,
        own: str,
    ) -> None:
        """Enter the papers of tables for what they play in the draft now; `own` is the approval of
        this system's own console and sign, which no letter names."""
        named = frozenset(tables)
        for table in self.rows("table"):
            equipment = table.get("equipment", {})
            for part in OWN_PARTS:
                if table.get("id") in named and own and part in equipment:
                    equipment[part] = {**equipment[part], "approval": own}
        site = self.site()
        opened, played = tables_of(site, paytables), played_of(site, paytables)
        bundles = {
            table.table: bundle_of(table, opened[table.table], played)
            for table in site.tables
            if table.table in named and table.table in opened
        }
        for table in self.rows("table"):
            if table.get("id") in bundles:
                table["approval"] = {
                    **{paper: text for paper, text in papers.items() if text},
                    "date": date,
                    "signer": signer,
                    "bundle": bundles[table["id"]],
                }

    def set_bank(self, **said: str) -> None:
        """Set the account of the players' money, and the first deposit."""
        self.data["bank"] = {key: value for key, value in said.items() if value}


def openers_of(badges: Sequence[Mapping[str, str]]) -> list[str]:
    """Up to two badges that may open a floor; the first also opens tables."""
    of_first, of_both = opener_roles()
    first = [badge["id"] for badge in badges if badge["role"] in of_first][:1]
    ranked = sorted(
        (badge for badge in badges if badge["role"] in of_both),
        key=lambda badge: badge["role"] != "accounting",
    )
    return first + [badge["id"] for badge in ranked if badge["id"] not in first][:1]
