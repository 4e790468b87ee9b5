"""A running site that has been played on, with people of every role."""

from __future__ import annotations

import csv
import io
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from zoneinfo import ZoneInfo

import pytest

from pitboss.local_time import WRITTEN, local
from pitboss.notation import localize_text, reading_on
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.parse import parse_site
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret
from pitboss.words.language import speaking

from .history import Past, nothing_more, write_known_history
from .server_support import OLDER_KEYPAD, PINS, Site, Visitor, by_pin, running

FOURS = "Four-card progressive, Pays 3"  # as its paytable is called: the site file has no title
MORE_BADGES = {"T500": "technician"}
PIN = "4066"
APPROVED_CONSOLE = 'version = "0.2.0", approval = "report 26-0117" }'
PAPERS = """
[table.approval]
letter = "L-1"
internal_controls = "IC-1"
date = "2026-01-01"
signer = "M. Rowe"
bundle = "{bundle}"
"""
# The seeds are $19,000: dragon 10,000, fours 1,000, rooms 5,000 + 1,000, sevens 2,000. The rest is
# enough for the known history, however long ago it was.
BANK = """
[bank]
name = "Cedar Bank"
state = "WA"
last_four = "4821"
deposit = "$21,000"
reference = "opening deposit"
day = "2024-01-02"
deposited_by = "A400"
"""


def written(plain: str, language: str = "en") -> str:
    """A text with days and times of the record as a page writes it, in whichever year this runs."""
    house = ZoneInfo("America/Los_Angeles")
    with speaking(language), reading_on(lambda: datetime.now(house).date()):
        return localize_text(plain)


@contextmanager
def played(
    folder: Path,
    keys: tuple[Path, dict[str, Secret]],
    *,
    then: Callable[[Past], None] = nothing_more,
    closes: bool = True,
) -> Iterator[Site]:
    """The site of the known history, with a technician and an auditor besides; `then` is what a
    test adds to it."""
    if then is nothing_more:
        shutil.copytree(_kept_history(keys[0], closes=closes), folder)
    else:
        _write_played(folder, keys[0], then=then, closes=closes)
    with running(folder, keys[1]) as site:
        yield site


@pytest.fixture
def played_site(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A played site of a test's own."""
    with played(tmp_path / "site", keys) as site:
        yield site


@pytest.fixture(scope="module")
def seen_site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """One played site for all tests of a file, which leave it as it is."""
    with played(tmp_path_factory.mktemp("seen") / "site", keys) as site:
        yield site


_KEPT = TemporaryDirectory(prefix="played-")  # pytest takes away what lies beside a test's own


@cache
def _kept_history(keys: Path, *, closes: bool) -> Path:
    """The folder of such a site, to copy from: it is written once."""
    folder = Path(mkdtemp(dir=_KEPT.name)) / "played"
    _write_played(folder, keys, then=nothing_more, closes=closes)
    return folder


def _write_played(folder: Path, keys: Path, *, then: Callable[[Past], None], closes: bool) -> None:
    shutil.copytree(keys, folder)
    with (folder / "site.toml").open("a", encoding="utf-8") as file:
        for badge, role in MORE_BADGES.items():
            file.write(f'\n[[badge]]\nid = "{badge}"\nname = "The {role}"\nrole = "{role}"\n')
    access = Access(folder)
    for badge in MORE_BADGES:
        access.set_pin(badge, PIN)
    access.close()
    approve_tables(folder / "site.toml")
    with (folder / "site.toml").open("a", encoding="utf-8") as file:
        file.write(BANK)
    write_known_history(folder, then=then, closes=closes)


def approve_tables(file: Path) -> None:
    """Give every table the papers for what it runs, so that it runs for money (PS-64)."""
    text = file.read_text("utf-8").replace('version = "0.2.0" }', APPROVED_CONSOLE)
    text = text.replace(OLDER_KEYPAD, "")  # for money only as the letter has it (PS-36)
    told = check(parse_site(text, file=str(file)), Paytables())
    bundles = {
        fault.where.split(": ")[-1].split(".")[1]: fault.reason.rsplit(" ", 1)[1]
        for fault in told
        if fault.code == "APPROVAL_MISSING"
    }
    head, *tables = text.split("[[table]]")
    parts = [head]
    for table in tables:
        own, badge, rest = table.partition("\n[[badge]]")
        bundle = bundles[re.findall(r'^id = "(\w+)"', own, re.M)[0]]
        parts.append(f"[[table]]{own}{PAPERS.format(bundle=bundle)}{badge}{rest}")
    file.write_text("".join(parts), "utf-8")


def signed_on(site: Site, badge: str) -> Visitor:
    """A browser of a person."""
    visitor = site.visitor()
    answer = visitor.form("/sign-on", badge=badge, pin=PINS.get(badge, PIN))
    assert answer.status_code == 303, answer.text
    visitor.csrf = ""
    visitor.load("/pin")
    return visitor


def issue_inspector(site: Site, *, badge: str = "I700", days: int = 30) -> None:
    """Two people give an inspector a badge that ends by itself."""
    ends_ms = site.running_site.now_ms() + days * 86_400_000
    made = {
        "command_id": f"issue {badge}", "badge": badge, "name": "The inspector",
        "role": "inspector", "ends_ms": ends_ms, "second_swipe": by_pin("A400"),
    }  # fmt: skip
    answer = site.visitor().sign_on("E300").post("/api/commands/issue-badge", made)
    assert answer.json()["accepted"], answer.text


# Four aces of the first round that no table recorded, which take all of the meter.
WON_BY_HAND = {
    "jackpot": "fours", "level": "main", "adjustment": "won",
    "won_at": {
        "table": "C1", "round": 1, "spot": {"seat": 3, "sensor": 1}, "outcome": "four_aces",
    },
    "reason": "won while the keypad was out",
}  # fmt: skip


def second_supervisor(site: Site, *, badge: str = "S201") -> Visitor:
    """A browser of one more supervisor, whom two people gave a badge."""
    made = {
        "command_id": f"issue {badge}", "badge": badge, "name": "The other supervisor",
        "role": "supervisor", "second_swipe": by_pin("A400"),
    }  # fmt: skip
    answer = site.visitor().sign_on("E300").post("/api/commands/issue-badge", made)
    assert answer.json()["accepted"], answer.text
    site.access.set_pin(badge, PIN)
    return signed_on(site, badge)


def exported(visitor: Visitor, address: str, name: str) -> list[dict[str, str]]:
    """A table of a page, as a spreadsheet gets it."""
    joint = "&" if "?" in address else "?"
    answer = visitor.request("GET", f"{address}{joint}csv={name}")
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.text, newline="")))


def award_of(visitor: Visitor, hand: str) -> str:
    """The name of the award for a hand."""
    (found,) = [row for row in exported(visitor, "/office/wins", "wins") if row["hand"] == hand]
    return found["award"]


def list_of_today(site: Site) -> str:
    """Of when a list of the self-excluded is that somebody got this minute."""
    now_ms = site.running_site.now_ms()
    return local(now_ms, site.running_site.site.time_zone).strftime(WRITTEN)


ACES = "As Ah Ad Ac 2d"


def verified(visitor: Visitor, site: Site, award: str, cards: str = ACES) -> None:
    """The hand of an award, looked at once more."""
    answer = visitor.press(
        "verify-hand",
        award=award, cards=cards, deck_cards=52, camera="7", shown_at=list_of_today(site),
        witness="S200",
    )  # fmt: skip
    assert answer.status_code == 200, answer.text


def paid_by_check(opened: Site, number: str) -> None:
    """The prize of four aces is paid by a check."""
    cage = signed_on(opened, "A400")
    award = award_of(cage, "Four Aces")
    verified(cage, opened, award)
    payment = noted(opened, method="check", check_number=number)
    paid = cage.press("pay-prize", award=award, payment=payment)
    assert paid.json()["accepted"], paid.text


def noted(site: Site, **payment: object) -> dict[str, object]:
    """All that a plain payment in cash notes, and what a test says besides."""
    return {
        "method": "cash", "check_number": "", "identity": "driver license", "of_age": True,
        "exclusion": "A400 at 08:05", "exclusion_list": list_of_today(site), "seal": "S-77",
        "tax_form": "none", "winner_signed": True, "witness": "S200",
    } | payment  # fmt: skip
