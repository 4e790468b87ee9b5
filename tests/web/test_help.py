"""Help: a "?" on every screen, a page for each refusal, cards to print."""

from __future__ import annotations

import json
import re
import subprocess
from importlib import resources
from pathlib import Path

import pytest

from pitboss.web.access.issued import Secret
from pitboss.web.office.printed_cards import Kind, _dealers_parts
from pitboss.words.language import WORDS

from .office_support import FOURS, signed_on
from .office_support import played_site as site
from .server_support import Site, code_of, running

__all__ = ["site"]

STATIC = Path(str(resources.files("pitboss.web"))) / "static"
TEMPLATES = Path(str(resources.files("pitboss.web"))) / "templates"
CODES = ("NO_DEALER", "ROLE_TOO_LOW", "PIN_WRONG")


def text_of(made: bytes, folder: Path) -> list[str]:
    """The text of each page of a PDF."""
    file = folder / "card.pdf"
    file.write_bytes(made)
    told = subprocess.run(
        ["pdftotext", "-layout", str(file), "-"],
        check=True,
        capture_output=True,
    )
    return told.stdout.decode().split("\f")[:-1]


def test_a_refusal_has_a_page_that_says_what_it_means_and_what_to_do(site: Site) -> None:
    page = site.visitor().load("/help/refusals/NO_DEALER").text
    assert "nobody is signed in at the table" in page
    assert "swipe a dealer&#39;s badge" in page
    listed = site.visitor().load("/help/refusals").text
    assert all(f'id="{code}"' in listed for code in CODES)
    assert "PAGE_UNKNOWN" in site.visitor().load("/help/refusals/NO_SUCH_CODE").text


def test_a_refusal_on_a_page_leads_there(site: Site) -> None:
    page = site.visitor().form("/sign-on", badge="S200", pin="9999").text
    assert 'href="/help/refusals/PIN_WRONG"' in page
    assert site.visitor().load("/help/refusals/PIN_WRONG").status_code == 200


def test_the_documents_are_pages_of_the_server(site: Site) -> None:
    visitor = site.visitor()
    for typed in ("/help", "/help/docs"):
        assert visitor.load(typed).headers["location"] == "/help/docs/index.html"
    page = visitor.load("/help/docs/floor.html").text
    assert '<h1 id="work-the-floor">' in page
    assert 'src="/static/documents.js"' in page
    assert visitor.load("/help/docs/pictures/pit.webp").headers["content-type"] == "image/webp"
    found = visitor.load("/help/docs/search.json").json()
    assert ["floor.html#the-dealer", "Work the floor", "The dealer"] in [row[:3] for row in found]


@pytest.mark.parametrize(
    "name", ["nowhere.html", "pictures/nowhere.webp", "pictures/..%2Ffloor.md"]
)
def test_no_other_file_is_one_of_the_documents(site: Site, name: str) -> None:
    answer = site.visitor().load(f"/help/docs/{name}")
    assert answer.status_code == 404
    assert "PAGE_UNKNOWN" in answer.text


def test_help_says_which_badges_may_do_what_the_reader_may_not(site: Site) -> None:
    def others(badge: str, path: str) -> list[str]:
        page = signed_on(site, badge).load(path).text
        listed = page.partition('id="help-others"')[2].partition("</section>")[0]
        return re.findall("<li>([^<]*)", listed)

    adjust = "Adjust a meter by hand: supervisor, executive, accounting"
    assert others("U600", "/office/adjustments") == [adjust]
    assert others("E300", "/office/adjustments") == []
    assert "Pause a table: supervisor, technician, executive" in others("U600", "/pit/C1")
    assert others("E300", "/pit/C1") == []


def test_every_screen_has_help_by_its_state(site: Site) -> None:
    person = signed_on(site, "E300")
    for path in ("/pit", "/pit/C1", "/office/meters", "/office/badges", "/table/C1", "/pin"):
        assert 'id="help-open"' in person.load(path).text, path
    console = person.load("/table/C1").text
    assert set(re.findall(r'data-help-state="(\w+)"', console)) >= {"idle", "open", "marked"}
    pit = person.load("/pit").text
    needs = re.search(r"const URGENCY = (\[.*\]);", (STATIC / "pit.js").read_text("utf-8"))
    assert needs
    told = set(re.findall(r'data-help-state="(\w+)"', pit))
    assert told == {*json.loads(needs[1]), "no_dealer", "well"}
    assert 'data-help="meter"' in person.load("/office/meters/fours/main").text
    for path in ("/sign-on", "/enroll"):
        assert 'id="help-open"' in site.visitor().load(path).text
    assert 'id="help-open"' not in person.load("/sign/C1").text


def test_every_screen_has_a_place_for_it_in_its_header() -> None:
    for file in sorted(TEMPLATES.rglob("*.html")):
        text = file.read_text("utf-8")
        if file.name == "slips.html":  # a sheet of paper, and a screen before it is printed
            assert "{% set screen" in text
        if "{% set screen" in text and '{% extends "base.html" %}' in text:
            assert text.count('class="help-place"') == 1, file.name


def test_a_refusal_is_told_in_the_readers_language_with_its_exact_reason(site: Site) -> None:
    site.access.choose_language("S200", "es")
    person = signed_on(site, "S200")
    answer = person.press("suspend-jackpot", jackpot="j99", reason="prueba").json()
    assert answer["code"] == "JACKPOT_UNKNOWN"
    assert answer["reason"] == "j99: no existe ese pozo"


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_dealers_card_is_one_sheet_for_its_game(site: Site, tmp_path: Path, paper: str) -> None:
    person = signed_on(site, "S200")
    listed = person.load("/office/cards").text
    assert "/office/cards/C1.pdf" in listed
    for path in sorted(set(re.findall(r'href="(/office/cards/[^"?]+\.pdf)"', listed))):
        made = person.request("GET", f"{path}?paper={paper}")
        assert made.headers["content-type"] == "application/pdf"
        assert len(text_of(made.content, tmp_path)) == 1, path
    card = person.request("GET", "/office/cards/C1.pdf").content
    (page,) = text_of(card, tmp_path)
    assert "Press START GAME" in page
    assert re.search(r"Four Aces .*100% .*\$100", page)  # and the envy beside it
    assert f"C1 · Console (Atlas) · {FOURS}" in page
    assert "press SHUFFLER" in page
    assert "The list shows the envy" in page
    (other,) = text_of(person.request("GET", "/office/cards/B1.pdf").content, tmp_path)
    assert "SHUFFLER" not in other  # no letter has steps for its game, so no console has the button
    assert "envy" not in other.lower()
    assert "share" not in other
    (baccarat,) = text_of(person.request("GET", "/office/cards/M1.pdf").content, tmp_path)
    assert "share" in baccarat  # the lines of its columns stand beside each other


def test_the_card_of_an_older_keypad_says_who_shares_a_hand_too() -> None:
    shared = Kind(
        "baccarat", "aquarius", ("baccarat/dragon_progressive/2",), has_shuffler=False,
        shares=("share",),
    )  # fmt: skip
    ((_, _), (_, won), (_, _)) = _dealers_parts(shared, pays_envy=False)
    console = WORDS["console"]["sheet"]
    (said,) = [each for each in won if console["share"] in each]
    assert console["share_go"] in said
    assert won.index(said) < next(place for place, each in enumerate(won) if "J-POT" in each)


def test_a_card_is_in_the_language_of_who_prints_it(site: Site, tmp_path: Path) -> None:
    site.access.choose_language("S200", "es")
    made = signed_on(site, "S200").request("GET", "/office/cards/supervisor.pdf").content
    (page,) = text_of(made, tmp_path)
    assert "Tarjeta del supervisor" in page
    assert "$500.00" in page  # the deck is counted from there on
    assert "hasta $2,500.00" in page  # as the house's own jackpots say


def test_a_card_of_a_table_that_the_house_does_not_have_is_refused(site: Site) -> None:
    answer = signed_on(site, "S200").request("GET", "/office/cards/B99.pdf")
    assert answer.status_code == 404
    assert "PAGE_UNKNOWN" in answer.text
    assert code_of(signed_on(site, "S200").press("no-such-command"))[0] == 404


def test_help_at_a_table_names_the_buttons_it_has(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with running(folder, keys[1]) as site:  # B1 has a key keypad
        for table, button, other in (
            ("C1", "START GAME", "COIN IN"),
            ("B1", "COIN IN", "START GAME"),
        ):
            page = signed_on(site, "S200").load(f"/table/{table}").text
            now = page.partition('id="help-now"')[2].partition("</section>")[0]
            assert f"When all bets are down, press {button}." in now
            assert other not in now
