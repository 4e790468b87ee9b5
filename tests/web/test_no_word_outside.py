"""No page says a word that is not in the words: in a language that is marked all over, whatever has
no mark is data, or a word outside."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

import msgspec
import pytest

from pitboss.maths.analysis import analyze, options_for
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.web.access.issued import Secret
from pitboss.words.language import texts

from .office_support import PIN, issue_inspector, played
from .pseudo_language import BEGIN, END, PSEUDO, pseudo_language
from .server_support import PINS, Site, Visitor
from .test_language import FINISHED_GAMES
from .test_setup import setting_up

UNSEEN = ("script", "style", "code", "kbd", "template")
SAID = ("title", "placeholder", "aria-label", "alt", "data-look", "data-sure")
MARKED = re.compile(f"{BEGIN}[^{BEGIN}{END}]*{END}")
FIGURES = re.compile(
    r"(?:WAC|RCW) \d[\d.()-]*|[A-Z]\w+/[\w/+-]+|\b[A-Z]{4}\b|[0-9a-f]{16,}"
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|\b[A-Z]{1,2}\d+\b|\d+[a-z]?|\b(?:PST|PDT|UTC)\b"
)
WORD = re.compile(r"[^\W\d_]{2,}")


class VisibleText(HTMLParser):
    """What a person reads of a page: its texts, and the attributes that are shown or spoken."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """The attributes that are read; what a script or a code holds is not."""
        self._unseen += tag in UNSEEN
        self.texts += [value for name, value in attrs if name in SAID and value]

    def handle_endtag(self, tag: str) -> None:
        """The end of what is not read."""
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        """A text."""
        if not self._unseen and data.strip():
            self.texts.append(" ".join(data.split()))


def strings_in(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from strings_in(name)
            yield from strings_in(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for each in fields(value):
            yield from strings_in(getattr(value, each.name, None))
    elif isinstance(value, msgspec.Struct):
        yield from strings_in(msgspec.structs.asdict(value))
    elif isinstance(value, Iterable) and not isinstance(value, bytes):
        for each in value:
            yield from strings_in(each)


def data_of(site: Site) -> re.Pattern[str]:
    """What this house, its papers, its people and the letters say themselves; the longest first."""
    running_site = site.running_site
    found = set(strings_in(running_site.site)) | set(strings_in(running_site.profile))
    for name in running_site.paytables.ids():
        found |= set(strings_in(running_site.paytables.get(name)))
    for name in catalog.game_names():
        found |= {catalog.game(name).title, name, name.replace("_", " ").capitalize()}
        if name not in FINISHED_GAMES:
            found |= odds_words(name)
    found |= {texts(running_site.site.language)["posted"]["rules"]}  # posted in these words
    found |= {badge.name for badge in running_site.badges.values()}
    found |= {catalog.profile(name).title for name in catalog.profile_names()}
    zones = {zone.replace("_", " ") for zone in available_timezones()}
    found |= set(DATA) | available_timezones() | zones | {socket.gethostname()}
    longest = sorted((each for each in found if WORD.search(each)), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")


def odds_words(game: str) -> set[str]:
    """What the odds of a game that somebody adds call its cases and settings: pages say it so."""
    paytables = Paytables()
    own = [each for each in map(paytables.get, paytables.ids()) if game in each.games]
    found = {case.outcome for each in own for case in analyze(each).printed_cases}
    named = {option.name for each in own for option in options_for(each.id, each)}
    parts = {part for outcome in found for part in outcome.split(", ")}
    return parts | {name.replace("_", " ") for name in named}


# Names of makes, formats, forms and addresses, which are the same in every language.
DATA = (
    "pitboss", "PIN", "PAR", "CSV", "SHA", "QR", "SQLite", "Python", "English", "Español", "OFX",
    "localhost", "Ed25519", "House jackpot", "Four-Card Progressive",
    "Royal Progressive", "nexus", "aquarius",
    *texts("en")["notation"]["months_short"], *texts("en")["notation"]["halves"],
    "and the approval letters", "royal after",  # of a citation, of a hand by its id
    # Pays as layouts print them.
    "for 1", "to 1", "3 to 2", "loses", "push",
)  # fmt: skip


# Where a page shows what is not ours to word: the law, the mathematics and the letters, the lines
# of an approval as the agency gets them, versions, and entries of the record as they are stored.
NOT_OURS = (
    "/office/rules", "/posted", "/office/system", "/office/lab",
    "/office/journal/", "/inspect",
)  # fmt: skip
# What people typed in the history, exact settings of a game.
TYPED = re.compile(
    r"misdeal|=the sign showed .* too little"
    r"|\w+ \w+(?:, [\w ]+)*, (?:players \d|naturals \w+|side \w+)"
    r"|^\w+:\w+:\w+$|the player's cards|^decks \d+, third card \w+$"
)


def outside(page: str, data: re.Pattern[str]) -> list[str]:
    """The words of a page that come from nowhere."""
    reader = VisibleText()
    reader.feed(page)
    found = []
    for text in reader.texts:
        rest = text
        while MARKED.search(rest):
            rest = MARKED.sub(" ", rest)
        rest = FIGURES.sub(" ", data.sub(" ", TYPED.sub(" ", rest)))
        if WORD.search(rest):
            found.append(f"{rest.strip()!r} in {text!r}")
    return found


@pytest.fixture(scope="module")
def site(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """A played site, whose people all read the marked language."""
    folder = tmp_path_factory.mktemp("marked")
    with pseudo_language(folder), played(folder / "site", keys) as opened:
        issue_inspector(opened)
        for badge in (*PINS, "T500", "I700"):
            opened.access.choose_language(badge, PSEUDO)
        yield opened


def reader_of(site: Site, badge: str) -> Visitor:
    """Somebody signed on."""
    visitor = site.visitor()
    assert visitor.form("/sign-on", badge=badge, pin=PINS.get(badge, PIN)).status_code == 303
    return visitor


def links_in(page: str) -> set[str]:
    """Where a page leads, within the product."""
    found = re.findall(r'href="(/(?:office|pit|wins|table|posted|verify|inspect)[^"#?]*)"', page)
    return {each for each in found if not each.endswith((".pdf", ".zip"))}


# Pages that no other leads to.
ALONE = (
    "/sign/C1?language=zz", "/wall?language=zz", "/office/search?q=fours",
    "/office/search?q=00000000",
)  # fmt: skip


def test_no_page_of_the_house_has_a_word_outside(site: Site) -> None:
    data, person = data_of(site), reader_of(site, "E300")
    waiting, seen, found = ["/office/meters", "/pit", "/pin", *ALONE], set(), []
    while waiting:
        path = waiting.pop()
        kind = re.sub(r"\d+", "N", path)
        if kind in seen or path.startswith(NOT_OURS):
            continue
        seen.add(kind)
        page = person.request("GET", path)
        if page.headers.get("content-type", "").startswith("text/html"):
            found += [f"{path}: {each}" for each in outside(page.text, data)]
            waiting += sorted(links_in(page.text))
    assert len(seen) > 25, seen
    assert not found, "\n".join(found)


def test_no_page_of_the_doors_and_the_setup_has_a_word_outside(site: Site, tmp_path: Path) -> None:
    asked, data = {"Accept-Language": PSEUDO}, data_of(site)
    pages = {
        path: site.visitor().request("GET", path, headers=asked).text
        for path in (
            "/sign-on",
            "/enroll",
            "/help/refusals/NO_DEALER",
            "/check/x",
        )
    }
    with setting_up(tmp_path / "room") as setup:
        setup.write()
        for name in ("house", "people", "tables", "jackpots", "equipment"):
            page = setup.load(f"/setup/{name}", **asked).text
            pages[f"/setup/{name}"] = page.replace(str(tmp_path / "room"), "")
    found = [f"{path}: {each}" for path, page in pages.items() for each in outside(page, data)]
    assert not found, "\n".join(found)
