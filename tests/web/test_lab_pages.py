"""The lab's pages. Expected figures are worked out by hand from known counts: a tie of Casino War
comes (4d - 1) / (52d - 1) of the time, and of 2,598,960 five-card hands 4 are royal flushes, 36
other straight flushes, 624 four of a kind, 3,744 full houses and 5,108 flushes."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil, log
from threading import Event
from unittest.mock import Mock

import httpx
import pytest

from pitboss.lab import lab_wagers
from pitboss.lab.designer import Design, Report
from pitboss.lab.lab_wagers import look_up
from pitboss.lab.meter_life import find_life
from pitboss.maths.analysis import analyze
from pitboss.refusal import Refusal
from pitboss.reports import parsheet_xlsx
from pitboss.rules.catalog import Paytables
from pitboss.web.lab_pages import lab_routes, lab_searches
from pitboss.web.lab_pages.explorer import explore
from pitboss.web.lab_pages.lab_app import create_lab_app
from pitboss.web.lab_pages.lab_figures import bar_parts, life_curve
from pitboss.web.lab_pages.lab_searches import DesignSearches
from pitboss.web.shell.addresses import Addresses
from pitboss.words.language import languages

from .office_support import signed_on
from .server_support import Site

PAYTABLES = Paytables()
TIE, STUD = "casino_war/tie/10", "caribbean_stud/progressive/250-150-100"
HANDS = 2_598_960


@pytest.fixture(scope="module")
def lab() -> httpx.AsyncClient:
    app = create_lab_app(PAYTABLES, addresses=Addresses())
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost")


def load(lab: httpx.AsyncClient, path: str, **typed: str) -> httpx.Response:
    """A page with fields typed; `set_decks` is `set.decks`."""
    params = {name.replace("_", ".", 1): text for name, text in typed.items()}
    return asyncio.run(lab.get(path, params=params))


def text_of(answer: httpx.Response) -> str:
    """What a page says, with one space between its words."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())


@pytest.mark.parametrize(
    ("decks", "pays", "edge"),
    [("6", "10 to 1", "18.6495%"), ("6", "11 to 1", "11.2540%"), ("1", "11 to 1", "29.4118%")],
)
def test_the_edge_follows_pays_and_decks(
    lab: httpx.AsyncClient, decks: str, pays: str, edge: str
) -> None:
    answer = load(lab, f"/lab/wager/{TIE}", set_decks=decks, pay_tie=pays)
    assert f"House edge {edge}" in text_of(answer)


def test_a_meter_moves_the_edge_and_shows_where_the_house_breaks_even(
    lab: httpx.AsyncClient,
) -> None:
    """Fixed pays: 5,108 x $100 + 3,744 x $150 + 624 x $250 = $1,228,400 of $2,598,960. A meter of
    M gives 36 x M / 10 + 4 x M more."""
    text = text_of(load(lab, f"/lab/wager/{STUD}", meter_main="$200,000"))
    assert "House edge at these meters -5.7500%" in text
    assert "Break-even $180,336.85" in text
    assert "The player has the edge here." in text


def test_each_dollar_goes_somewhere() -> None:
    for wager in (TIE, STUD, "pai_gow/progressive/500-375-20"):
        found = explore(PAYTABLES.get(wager), {})
        assert sum(part.share for part in found.dollar) == 1
    parts = {part.name: part.share for part in explore(PAYTABLES.get(STUD), {}).dollar}
    assert parts["pays"] == Fraction(1_228_400, HANDS)
    assert parts["seed"] == Fraction(4 * 10_000, HANDS)
    assert parts["meter"] == Fraction(4, 10)


def test_what_the_house_loses_has_no_place_in_the_bar() -> None:
    found = explore(PAYTABLES.get(TIE), {"pay.tie": "20 to 1"})
    parts = {each.name: each for each in bar_parts(found.dollar)}
    assert parts["house"].share == 1 - 21 * Fraction(23, 311)
    assert (parts["pays"].wide, parts["house"].wide) == ("1000.0", "0.0")


def test_a_meters_curve_is_marked_where_half_are_hit() -> None:
    found = explore(PAYTABLES.get("pai_gow/progressive/500-375-20"), {})
    mega = found.lives[0]
    assert mega.life is not None
    half, _ = life_curve(mega.life, 100, None).marks
    wagers = ceil(log(0.5) / log(1 - float(mega.life.hit)))
    assert half.wagers == wagers
    assert half.hours == Fraction(wagers, 100)
    assert half.cents == 10_000_000 + int(wagers * Fraction(75))  # 15 % of $5


def test_the_size_of_an_award_is_asked_for_apart(lab: httpx.AsyncClient) -> None:
    """Caribbean Stud pays shares of its meter, so its size follows no single wait."""
    page = load(lab, f"/lab/wager/{STUD}")
    assert "50% hit within" in text_of(page)
    address = html.unescape(re.findall('data-law="([^"]+)"', page.text)[0])
    law = look_up(STUD)
    rows = re.findall(r"(\d+%) \$([\d,]+\.\d\d)", text_of(load(lab, address.partition("?")[0])))
    assert dict(rows)["50%"] == f"{int(find_life(law).law.cents_at(0.5)) / 100:,.2f}"


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("set.decks", "9", "pick one from the list"),
        ("pay.tie", "lots", "isn't a pay"),
        ("pay.tie", "$20", "no fixed size"),
        ("meter.main", "-1", "is not an amount"),
        ("meter.main", "$99,999,999,999", "at most"),
        ("rate.main", "101", "whole bet"),
        ("pace", "0", "whole number"),
    ],
)
def test_what_cannot_be_read_is_refused_beside_its_field(
    lab: httpx.AsyncClient, field: str, text: str, says: str
) -> None:
    wager = TIE if field in ("set.decks", "pay.tie") else STUD
    typed = {field.replace(".", "_", 1): text, "reserve_main": "40"}
    page = load(lab, f"/lab/wager/{wager}", **typed).text
    told = re.search(rf'id="why-{re.escape(field)}"[^>]*>([^<]+)<', page)
    assert told, field
    assert says in html.unescape(told[1])
    assert 'aria-invalid="true"' in page
    assert "These figures ignore them" in page


def test_pays_that_nobody_has_counted_are_refused_and_the_rest_is_shown() -> None:
    typed = {"pay.straight_flush": "2 to 1", "set.strategy": "best"}
    found = explore(PAYTABLES.get("holdem_bonus/base/flush"), typed)
    assert found.faults["pay.straight_flush"].code == "COUNTS_MISSING"
    assert found.headline.edge == lab_wagers.look_up("holdem_bonus/base/flush").edge


def test_a_change_is_analyzed_once_and_the_same_question_never_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = Mock(side_effect=analyze)
    monkeypatch.setattr(lab_wagers, "analyze", counted)
    for _ in range(3):
        explore(PAYTABLES.get(STUD), {"meter.main": "$12,345.67", "pay.flush": "$77"})
    assert counted.call_count == 1


def test_a_script_gets_the_figures_alone(lab: httpx.AsyncClient) -> None:
    whole = load(lab, f"/lab/wager/{STUD}", pay_flush="$70")
    part = load(lab, f"/lab/wager/{STUD}", pay_flush="$70", only="figures")
    assert len(part.content) < len(whole.content) / 2
    assert re.search('data-query="pay.flush=%2470"', part.text)
    ids = re.findall(r' id="([pr]-[^"]+|panel|cases)"', part.text)
    assert {"panel", "r-flush", "p-royal_flush"} <= set(ids)
    assert all(f' id="{each}"' in whole.text for each in ids)


def test_a_pay_is_read_in_the_readers_words(lab: httpx.AsyncClient) -> None:
    page = load(lab, f"/lab/wager/{TIE}", pay_tie="11 a 1", language="es").text
    assert 'value="11 a 1"' in page
    assert "pay.tie=11+to+1" in page
    assert "11.2540 %" in page
    share = load(lab, "/lab/wager/pai_gow/progressive/500-375-20", language="es").text
    assert 'value="100 % de minor"' in share
    assert "% of" not in share[: share.index("<textarea")]
    typed = {"pay_royal_flush": "50 % de minor", "language": "es"}
    changed = load(lab, "/lab/wager/pai_gow/progressive/500-375-20", **typed).text
    assert "pay.royal_flush=50+%25+of+minor" in changed


def test_the_python_line_gives_the_same_figure() -> None:
    typed = {"set.side": "banker", "pay.nine_over_zero": "30 for 1", "meter.main": "$20,000",
             "rate.main": "15", "pace": "nonsense", "seed.main": "$5,000"}  # fmt: skip
    found = explore(PAYTABLES.get("baccarat/dragon_progressive/2"), typed)
    told: dict[str, object] = {}
    exec(f"import pitboss\nedge = {found.python_line}", told)  # noqa: S102 - our own line
    assert told["edge"] == found.headline.edge


@pytest.mark.parametrize(("kind", "begins"), [("xlsx", b"PK"), ("csv", b"outcome,")])
def test_the_sheet_is_of_the_wager_as_it_is_set(
    lab: httpx.AsyncClient, kind: str, begins: bytes
) -> None:
    answer = load(lab, f"/lab/sheet/{TIE}.{kind}", pay_tie="12 to 1")
    assert answer.content.startswith(begins)
    assert kind != "csv" or "12 to 1" in answer.text


def test_a_sheet_of_the_printed_paytable_keeps_what_is_printed(
    lab: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = Mock(return_value=b"")
    monkeypatch.setattr(parsheet_xlsx, "parsheet_xlsx", written)
    load(lab, f"/lab/sheet/{STUD}.xlsx", meter_main="$20,000")
    load(lab, f"/lab/sheet/{STUD}.xlsx", pay_flush="$99")
    (printed, changed) = (call.args[0] for call in written.call_args_list)
    assert printed == PAYTABLES.get(STUD)
    assert changed.sha256 != printed.sha256
    assert changed.title == f"{printed.title} (changed)"


def test_heavy_work_waits_for_its_turn_but_not_for_long(
    lab: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab_routes, "HEAVY_S", 0.01)
    with lab_routes.one_at_a_time():
        assert load(lab, f"/lab/sheet/{STUD}.csv").status_code == 429
    assert load(lab, f"/lab/sheet/{STUD}.csv").status_code == 200


def first_pages(lab: httpx.AsyncClient) -> Iterator[tuple[str, httpx.Response]]:
    for language in languages():
        yield language, load(lab, "/lab", language=language)


def test_the_first_page_is_small_in_each_language(lab: httpx.AsyncClient) -> None:
    titles = []
    for _, page in first_pages(lab):
        titles.append(re.findall("<h1>(.*?)</h1>", page.text)[0])
        files = re.findall(r'(?:href|src)="(/static/[^"]+)"', page.text)
        assert len(page.content) + sum(len(load(lab, each).content) for each in files) < 150_000
    assert len(set(titles)) == len(titles)


def test_nothing_can_be_sent_and_no_other_sites_name_is_answered(lab: httpx.AsyncClient) -> None:
    assert asyncio.run(lab.post("/lab")).status_code == 405
    assert asyncio.run(lab.get("/lab", headers={"host": "evil.example"})).status_code == 421
    assert load(lab, "/lab/wager/no/such/thing").status_code == 404


def test_too_much_is_refused() -> None:
    with pytest.raises(Refusal):
        explore(PAYTABLES.get(TIE), {"pay.tie": "1" * 100})
    with pytest.raises(Refusal):
        explore(PAYTABLES.get(TIE), {f"x.{each}": "1" for each in range(200)})


# ---- tables on one meter ------------------------------------------------------------------------


def ask_link(lab: httpx.AsyncClient, *tables: str) -> str:
    return text_of(asyncio.run(lab.get("/lab/link", params=[("w", each) for each in tables])))


def test_the_same_jackpot_at_different_decks_is_told_apart(lab: httpx.AsyncClient) -> None:
    wager = "baccarat/dragon_progressive/2"
    assert "Yes. They can share a meter." in ask_link(lab, wager, f"{wager},decks=8")
    text = ask_link(lab, wager, f"{wager},decks=6")
    assert "No. They can't share a meter." in text
    assert "decks: 6" in text


def test_one_multi_game_jackpot_is_proven_alike_at_each_of_its_games(
    lab: httpx.AsyncClient,
) -> None:
    text = ask_link(lab, "multi_game/five_card/01")
    assert "Royal Flush 100% of Main 1 in 649,740" in text  # 4 of 2,598,960


def test_one_table_alone_and_too_many_are_told(lab: httpx.AsyncClient) -> None:
    assert "Add at least two tables." in ask_link(lab, STUD)
    assert "At most" in ask_link(lab, *(f"{STUD},x={each}" for each in range(20))).replace(
        "at", "At"
    )
    assert ask_link(lab, TIE, STUD).count(
        "Caribbean"
    )  # a wager without a meter is refused in place


# ---- designs ------------------------------------------------------------------------------------


def ask_designs(lab: httpx.AsyncClient, wager: str, **wishes: str) -> str:
    """What the page says once the search is done."""
    params = {name.replace("_", "."): text for name, text in wishes.items()} | {"find": "1"}
    for _ in range(100):
        answer = asyncio.run(lab.get(f"/lab/design/{wager}", params=params))
        if "data-again" not in answer.text:
            break
    return text_of(answer)


def test_a_design_meets_the_wishes_and_can_be_opened(lab: httpx.AsyncClient) -> None:
    """Of all whole pays, 11 to 1 alone leaves the house of six decks 11 % to 12 %: 35 / 311."""
    text = ask_designs(lab, TIE, edge_low="11", edge_high="12")
    assert "Tie 10 to 1 11 to 1" in text
    assert "House edge 18.6495% 11.2540%" in text


def test_a_design_has_each_printed_line_once_and_opens_with_one_pay(
    lab: httpx.AsyncClient,
) -> None:
    """The cards of a mini royal and of another straight flush are one line of the layout."""
    wager = "three_card_poker/pair_plus/40-30-6-4-1"
    wishes = {"edge.low": "4", "edge.high": "5", "find": "1"}
    for _ in range(100):
        answer = asyncio.run(lab.get(f"/lab/design/{wager}", params=wishes))
        if "data-again" not in answer.text:
            break
    assert text_of(answer).count("Straight flush 40 to 1 30 to 1") == 1
    opened = html.unescape(re.findall(r'href="([^"]+)">Open 1<', answer.text)[0])
    assert "pay.straight_flush=30+to+1" in opened
    assert "pay.mini_royal=30+to+1" in opened
    assert "4.4887%" in text_of(asyncio.run(lab.get(opened)))


def test_a_progressive_is_designed_for_the_long_run_with_another_rate(
    lab: httpx.AsyncClient,
) -> None:
    """In the long run 1 - 1,228,400 / 2,598,960 - 4 x 10,000 / 2,598,960 - 40 % = 11.1959 %: a rate
    that is 1 % less leaves the house 12.1959 %."""
    wishes: dict[str, str | list[str]] = {
        "edge.low": "12", "edge.high": "13", "term": "rate.main", "find": "1",
        "keep": ["flush", "full_house", "four_of_a_kind"],
    }  # fmt: skip
    for _ in range(100):
        answer = asyncio.run(lab.get(f"/lab/design/{STUD}", params=wishes))
        if "data-again" not in answer.text:
            break
    assert "Main: Rate 40 % 39 %" in text_of(answer)
    assert "House edge in the long run 11.1959% 12.1959%" in text_of(answer)
    opened = html.unescape(re.findall(r'href="([^"]+)">Open 1<', answer.text)[0])
    assert "In the long run 12.1959%" in text_of(asyncio.run(lab.get(opened)))


def test_wishes_that_nothing_meets_are_named(lab: httpx.AsyncClient) -> None:
    text = ask_designs(lab, TIE, edge_low="12", edge_high="13")
    assert "no pays meet the wish for edge" in text
    assert "11.2540%" in text  # the nearest


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [
        ("edge.low", "x", "from -1000 to 100"),
        ("edge.low", "50", "below"),
        ("changes", "-1", "from 0"),
    ],
)
def test_wishes_that_cannot_be_read_are_refused_beside_their_field(
    lab: httpx.AsyncClient, field: str, text: str, says: str
) -> None:
    params = {"edge.high": "20", field: text, "find": "1"}
    page = asyncio.run(lab.get(f"/lab/design/{TIE}", params=params)).text
    at = "edge.high" if says == "below" else field
    told = re.search(rf'id="why-{re.escape(at)}">([^<]+)<', page)
    assert told, field
    assert says in told[1]


def test_one_search_runs_at_a_time_and_the_next_one_waits() -> None:
    searches, begun, go_on = DesignSearches(), Event(), Event()

    def find(report: Report) -> tuple[Design, ...]:
        report(0.25)
        begun.set()
        go_on.wait()
        return ()

    first = searches.ask("first", find)
    assert begun.wait(10)
    assert first.status == "searching"
    assert searches.ask("first", find).share == 0.25
    assert searches.ask("second", lambda report: ()).status == "waiting"
    go_on.set()
    assert searches.ask("first", find).status == "done"
    assert searches.ask("second", lambda report: ()).status == "done"


@pytest.mark.parametrize(
    ("limit", "ends"), [("SECONDS_MOST", "done"), ("FORGOTTEN_S", "searching")]
)
def test_a_search_ends_when_it_is_late_or_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, limit: str, ends: str
) -> None:
    monkeypatch.setattr(lab_searches, limit, -1)
    begun = Mock()

    def find(report: Report) -> tuple[Design, ...]:
        begun()
        report(0)
        raise AssertionError

    searches = DesignSearches()
    found = searches.ask("one", find)
    assert found.status == ends
    assert found.refusal is None or found.refusal.code == "SEARCH_TOO_LONG"
    searches.ask("one", find)
    assert begun.call_count == (1 if limit == "SECONDS_MOST" else 2)  # one given up begins again


# ---- doors --------------------------------------------------------------------------------------


def test_the_office_has_the_lab_for_those_who_run_jackpots(site: Site) -> None:
    office = signed_on(site, "A400")
    assert '"/office/lab"' in office.request("GET", "/office/paytables").text
    text = text_of(office.request("GET", f"/office/lab/wager/{TIE}?set.decks=1&pay.tie=11 to 1"))
    assert "House edge 29.4118%" in text
    dealer = signed_on(site, "D100").request("GET", "/office/lab")
    assert dealer.status_code == 403


def test_a_stranger_finds_no_lab_on_a_floor(site: Site) -> None:
    for path in ("/office/lab", "/demo/lab", "/lab"):
        assert site.visitor().request("GET", path).status_code in (303, 401, 404)


def test_a_bet_printed_for_two_decks_opens_on_two() -> None:
    found = explore(Paytables().get("blackjack/match_the_dealer/2"), {})
    assert found.wager.settings["decks"] == "2"
    assert found.python_line == 'pitboss.look_up("blackjack/match_the_dealer/2", decks=2).edge'
    assert f"{float(found.headline.edge or 0):.4%}" == "3.3124%"
