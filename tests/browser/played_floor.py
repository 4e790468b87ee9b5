"""A floor with every kind of table, every theme of a sign, and a past of three days."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from browser.live_site import LiveSite, crazy4_table, make_keys
from pitboss.floor.facts import awards, bank, papers, people
from pitboss.floor.facts.jackpots import AdjustMeter
from pitboss.money import Cents
from pitboss.rules.catalog import Paytables
from pitboss.site.check import played_of, tables_of
from pitboss.site.parse import parse_site
from pitboss.site.table_approval import bundle_of
from web.history import Past

THEMES = {"sevens": "plain", "trilux": "ivory"}
TRAINING = """
[[jackpot]]
id = "school"
kind = "progressive"
paytable = "crazy4/progressive/pays-3"
title = "Training Progressive"
"""


def site_text() -> str:
    """The demonstration's site with a table that trains, a lock at the mark and every theme."""
    text = resources.files("pitboss.demo").joinpath("site.toml").read_text("utf-8")
    head, *jackpots = text.split("[[jackpot]]")
    changed = [head]
    for jackpot in jackpots:
        name = jackpot.partition('id = "')[2].partition('"')[0]
        own, table, rest = jackpot.partition("[[table]]")
        if name in THEMES:
            before, _, after = own.partition('theme = "')
            own = f'{before}theme = "{THEMES[name]}"{after[after.index(chr(34)) + 1 :]}'
        if name == "rooms":
            own = own.replace('theme = "violet"', 'theme = "violet"\nlock_at_mark = true')
        changed.append(f"{own}{table}{rest}")
    approved = approve("[[jackpot]]".join(changed))
    return approved + TRAINING + crazy4_table("T1", "school", seats=6)


def approve(text: str) -> str:
    """The site with approvals of what its tables play now: they run for money."""
    site, paytables = parse_site(text), Paytables()
    opened, played = tables_of(site, paytables), played_of(site, paytables)
    head, *tables = text.split("[[table]]")
    for number, table in enumerate(site.tables):
        digest = bundle_of(table, opened[table.table], played)
        tables[number] = re.sub(r'bundle = "\w+"', f'bundle = "{digest}"', tables[number])
    return "[[table]]".join((head, *tables))


def write_past(folder: Path) -> None:
    """Three days on the floor: wagers, wins of every size, payments, corrections, a deposit."""
    past = Past(folder)
    play_days(past)
    past.close()


def play_days(past: Past) -> None:
    """What happens on these days."""
    for number, table in enumerate(("C1", "C2", "H1", "B1", "M1", "H2", "B2", "T1", "H3")):
        past.ask(people.SignIn, table=table, badge=f"D10{number}")
    for day in range(3):
        for turn in range(60):
            past.round("C1", [1, 2, 3, 5])
            past.round("H1", [2, 4])
            past.round("M1", [1, 3, 6, 7])
            past.at_ms += 4 * 60_000
            if turn % 20 == 7:
                past.round("C1", [1, 4, 6], hands={4: "four_of_a_kind"})
        past.round("C1", [2, 5], hands={2: "four_aces"} if day == 1 else {5: "straight_flush"})
        past.round("H1", [1, 4], hands={4: "four_of_a_kind"})
        past.round("T1", [3], hands={3: "four_aces"})
        past.end_day(closes=day < 2)
    notice = f"paper-{past.state.seq + 1}"
    past.ask(
        papers.ReportMalfunction, table="C1", jackpot="fours", level="main", cents=Cents(2_500),
        reason="the sign showed $25 too much", badge="E300",
    )  # fmt: skip
    past.ask(
        AdjustMeter, jackpot="fours", level="main", adjustment="faulty_display",
        cents=Cents(-2_500), evidence=notice, reason="the sign showed $25 too much",
        badges=("A400", "S200"),
    )  # fmt: skip
    past.ask(
        bank.RecordDeposit, cents=Cents(5_000_000), reference="slip 4417",
        day="2026-11-09", badge="A400",
    )  # fmt: skip
    past.try_to(awards.ConfirmAwards, table="C1", badge="D100")


@contextmanager
def opened(folder: Path) -> Iterator[LiveSite]:
    """The floor of the pictures, running, with a past."""
    keys = make_keys(folder / "keys")
    with LiveSite(folder, keys, text=site_text(), before=write_past).serving() as site:
        yield site
