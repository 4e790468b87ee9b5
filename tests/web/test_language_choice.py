"""Whoever reads gets his own language: a person, a dealer at a console, a sign, a visitor."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.refusal import Refusal
from pitboss.web.access.issued import EVERY_TABLE, Secret
from pitboss.words.language import ENGLISH, WORDS, choose_preferred, speaking

from .pseudo_language import BEGIN, PSEUDO, pseudo_language
from .server_support import Site, by_pin, code_of, running


@pytest.fixture(autouse=True)
def _other_language(tmp_path: Path) -> Iterator[None]:
    with pseudo_language(tmp_path):
        yield


def language_of(page: str) -> str:
    """The language that a page says it has, and has."""
    found = re.search(r'<html lang="(\w+)"', page)
    assert found is not None
    assert (BEGIN in page) == (found[1] == PSEUDO)
    return found[1]


def add(folder: Path, after: str, line: str) -> None:
    """Put a line into the site file, below one that it has."""
    file = folder / "site.toml"
    text = file.read_text("utf-8")
    assert after in text
    file.write_text(text.replace(after, f"{after}\n{line}", 1), "utf-8")


def test_words_answer_in_the_language_that_is_spoken_and_in_english_else() -> None:
    assert WORDS["common"]["close"] == "Close"
    with speaking(PSEUDO):
        assert WORDS["common"]["close"] == "⟦Close⟧"
        with speaking(ENGLISH):
            assert WORDS["common"]["close"] == "Close"
        assert WORDS["common"]["close"] == "⟦Close⟧"
    assert WORDS["common"]["close"] == "Close"


@pytest.mark.parametrize(
    ("header", "chosen"),
    [
        ("zz-ZZ,zz;q=0.9,en;q=0.8", "zz"),
        ("xx, zz;q=0.4, en;q=0.5", "en"),
        ("xx", ""),
        ("", ""),
        ("zz;q=nonsense", ""),
        (",;=,", ""),
    ],
)
def test_a_browser_gets_the_first_language_it_asks_for(header: str, chosen: str) -> None:
    assert choose_preferred(header) == chosen


def test_a_visitor_has_the_language_of_the_browser(site: Site) -> None:
    asked = {"Accept-Language": "zz-ZZ,en;q=0.5"}
    assert language_of(site.visitor().request("GET", "/sign-on", headers=asked).text) == PSEUDO
    assert language_of(site.visitor().request("GET", "/sign-on").text) == ENGLISH


def test_a_person_chooses_and_keeps_his_language(site: Site) -> None:
    person = site.visitor().sign_on("S200")
    assert language_of(person.load("/pit").text) == ENGLISH
    assert person.form("/language", language=PSEUDO).status_code == 303
    assert language_of(person.load("/pit").text) == PSEUDO
    person = site.visitor().sign_on("S200")
    assert language_of(person.load("/pit").text) == PSEUDO
    assert language_of(site.visitor().sign_on("E300").load("/pit").text) == ENGLISH
    person.form("/language", language="")
    assert language_of(person.load("/pit").text) == ENGLISH


def test_the_office_chooses_for_somebody(site: Site) -> None:
    office = site.visitor().sign_on("E300")
    chosen = office.post("/api/badges/S200/language", {"language": PSEUDO}).json()
    assert (chosen["accepted"], chosen["seq"]) == (True, "")  # no entry of the journal has it
    assert language_of(site.visitor().sign_on("S200").load("/pit").text) == PSEUDO
    for path, body, code in (
        ("S200", {"language": "qq"}, (409, "LANGUAGE_UNKNOWN")),
        ("S200", {}, (422, "COMMAND_UNREADABLE")),
        ("X1", {"language": PSEUDO}, (403, "BADGE_UNKNOWN")),
    ):
        assert code_of(office.post(f"/api/badges/{path}/language", body)) == code
    dealer = site.visitor().sign_on("D100")
    answer = dealer.post("/api/badges/E300/language", {"language": PSEUDO})
    assert code_of(answer) == (403, "ROLE_TOO_LOW")


def test_a_badge_has_the_files_language(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> None:
    add(folder, 'id = "S200"', f'language = "{PSEUDO}"')
    with running(folder, keys[1]) as site:
        assert language_of(site.visitor().sign_on("S200").load("/pit").text) == PSEUDO


def test_a_console_speaks_as_its_dealer(site: Site) -> None:
    site.access.choose_language("D101", PSEUDO)
    console = site.visitor().enroll("console", "C1")
    assert language_of(console.load("/table/C1").text) == ENGLISH
    assert console.press("sign-in", table="C1", swipe=by_pin("D101")).json()["accepted"]
    assert console.request("GET", "/table/C1/language").json() == {"language": PSEUDO}
    assert language_of(console.load("/table/C1").text) == PSEUDO


def test_a_console_of_every_table_speaks_as_its_dealer_else_as_its_visitor(site: Site) -> None:
    site.access.choose_language("D101", "es")
    site.visitor().load()  # the server has begun; it records the devices that it finds then
    console = site.visitor()
    _, console.cookies["pitboss_device"] = site.access.add_device(
        kind="console", table=EVERY_TABLE, enrolled_by="E300", now_ms=site.running_site.now_ms()
    )
    asked = {"Accept-Language": PSEUDO}
    for badge, spoken in (("D100", PSEUDO), ("D101", "es"), ("D100", PSEUDO)):
        assert console.press("sign-in", table="C1", swipe=by_pin(badge)).json()["accepted"]
        page = console.request("GET", "/table/C1", headers=asked)
        assert language_of(page.text) == spoken
        told = console.request("GET", "/table/C1/language", headers=asked).json()
        assert told == {"language": spoken}


def test_an_answer_speaks_as_the_page_that_asked(site: Site) -> None:
    person = site.visitor().sign_on("E300")
    person.reload()
    body = {"jackpot": "fours", "reason": "test"}
    command = "/api/commands/suspend-jackpot"
    told = person.post(command, {"command_id": "one", **body}, **{"X-Language": PSEUDO}).json()
    assert told["accepted"], told
    assert BEGIN in told["told"]


def test_a_sign_speaks_the_language_of_its_table_or_its_address(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    add(folder, 'id = "C1"', f'sign_language = "{PSEUDO}"')
    with running(folder, keys[1]) as site:
        sign = site.visitor().enroll("sign", "C1")
        assert language_of(sign.load("/sign/C1").text) == PSEUDO
        assert language_of(sign.load("/sign/C1?language=en").text) == ENGLISH
        person = site.visitor().sign_on("E300")
        assert language_of(person.load("/sign/C1").text) == PSEUDO


@pytest.mark.parametrize(
    ("after", "line", "where"),
    [
        ("[property]", 'language = "qq"', "property.language"),
        ('id = "S200"', 'language = "qq"', "badge.S200.language"),
        ('id = "C1"', 'sign_language = "qq"', "table.C1.sign_language"),
    ],
)
def test_a_site_with_a_language_that_is_not_there_does_not_open(
    folder: Path, keys: tuple[Path, dict[str, Secret]], after: str, line: str, where: str
) -> None:
    add(folder, after, line)
    with pytest.raises(Refusal) as refused, running(folder, keys[1]):
        pass
    assert (refused.value.code, refused.value.where) == ("LANGUAGE_UNKNOWN", where)
