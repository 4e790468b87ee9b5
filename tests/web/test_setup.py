"""The setup before there is a floor: who may, what it keeps, and that nothing else is there."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import BrowserContext

from pitboss.maths.analysis import analyze
from pitboss.refusal import Refusal, Told
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.faults import ERROR, Fault
from pitboss.web.setup import guard
from pitboss.web.setup.draft_file import DRAFT_FILE, DraftFile, awaits_setup
from pitboss.web.setup.fault_groups import onward, part_of, place_of
from pitboss.web.setup.guard import SETTER
from pitboss.web.setup.offers import percent
from pitboss.web.setup.setup_app import create_setup_app
from pitboss.web.shell.addresses import EVERY_INTERFACE, Addresses
from pitboss.web.shell.server import address_of, bind_socket, server_of

from .office_support import written
from .server_support import ANSWER_S

DRAFT = re.compile(r'name="draft" value="([0-9a-f]{64})"')
CSRF = re.compile(r'<meta name="csrf" content="([0-9a-f]{64})">')
PINS = re.compile(r'class="pin">(\d{4})<')
HOUSE = {"name": "Cedar Room", "time_zone": "America/Los_Angeles", "profile": "washington"}
PEOPLE = {
    f"{key}-{row}": value
    for row, (name, role) in enumerate(
        [
            ("Dana", "dealer"),
            ("Sofia", "supervisor"),
            ("Elias", "executive"),
            ("Anna", "accounting"),
        ]
    )
    for key, value in (("name", name), ("role", role), ("badge", ""))
}


@dataclass
class SettingUp:
    """A setup that runs, and a browser on the same machine."""

    app: FastAPI
    client: httpx.Client
    port: int

    def load(self, path: str, **headers: str) -> httpx.Response:
        """A page."""
        return self.client.get(path, headers=headers)

    def send(self, path: str, *, page: str = "", **fields: str) -> httpx.Response:
        """A form, after the page that has it was loaded, which mostly has the same address."""
        return self.client.post(path, data={**self.hidden(page or path), **fields})

    def hidden(self, page: str) -> dict[str, str]:
        """What every form of a page carries."""
        text = self.load(page).text
        found, draft = CSRF.search(text), DRAFT.search(text)
        assert found is not None
        return {"csrf": found[1]} | ({"draft": draft[1]} if draft else {})

    def let_in(self, context: BrowserContext) -> None:
        """Another browser that may set up."""
        token = self.client.cookies[SETTER]
        context.add_cookies([{"name": SETTER, "value": token, "url": str(self.client.base_url)}])

    def write(self) -> None:
        """House, people and two tables."""
        assert self.send("/setup/house", **HOUSE).status_code == 303
        assert self.send("/setup/people", **PEOPLE).status_code == 303
        added = self.send("/setup/tables", **{"count-crazy4": "2"})
        assert added.headers["location"] == "/setup/jackpots"


@contextmanager
def setting_up(folder: Path, *, enters: bool = True) -> Iterator[SettingUp]:
    """Run the setup of a folder, for who has opened its link, until the test is over."""
    folder.mkdir(exist_ok=True)
    app = create_setup_app(folder, addresses=Addresses(), opens=FastAPI)
    server = server_of(app)
    listener = bind_socket("127.0.0.1", 0)
    port = listener.getsockname()[1]
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=ANSWER_S) as client:
            if enters:
                client.get("/setup/code", params={"code": app.state.keys.code})
            yield SettingUp(app, client, port)
    finally:
        server.should_exit = True
        thread.join()


@pytest.fixture
def setup(tmp_path: Path) -> Iterator[SettingUp]:
    with setting_up(tmp_path / "room") as running:
        yield running


# ---- who may ------------------------------------------------------------------------------------


def test_a_room_has_a_table_before_it_has_jackpots(setup: SettingUp) -> None:
    assert setup.send("/setup/house", **HOUSE).status_code == 303
    none = setup.send("/setup/tables", **{"count-crazy4": "0"})
    assert (none.status_code, "NUMBER_WRONG" in none.text) == (409, True)
    assert "Enter the number of tables for at least one game" in none.text


def _steps(page: str) -> list[tuple[str, str]]:
    """The list of the setup: each step, and what it says of itself."""
    nav = page.partition("<ol>")[2].partition("</ol>")[0]
    return re.findall(r"<span>([^<]*)</span><small>([^<]*)</small>", nav)


def test_every_step_is_in_the_list_from_the_first_page_on(setup: SettingUp) -> None:
    first = setup.load("/setup/house").text
    later = ["After step 3"] * 2 + [""] + ["After step 6"] * 5
    assert [said for _, said in _steps(first)] == ["", "", "", *later]
    assert [name for name, _ in _steps(first)][6::4] == ["Consoles and signs", "Go live"]
    assert 'href="/setup/jackpots"' not in first
    assert "--host" not in first  # the house has a name before it has a network
    setup.write()
    written = setup.load("/setup/check").text
    assert [said for _, said in _steps(written)][3:6] == ["", "", ""]
    assert 'href="/setup/jackpots"' in written
    assert 'href="/setup/devices"' not in written


def test_the_notices_that_the_house_posts_are_asked_for_and_kept(setup: SettingUp) -> None:
    said = {"staff_play": "Employees do not play.", "disputes": 'Ask "the floor".'}
    assert setup.send("/setup/house", **HOUSE, **said).status_code == 303
    signs = setup.app.state.step_room.file.draft.site().signs
    assert (signs.staff_play, signs.disputes) == tuple(said.values())
    assert "Employees do not play.</textarea>" in setup.load("/setup/house").text
    assert setup.send("/setup/house", **HOUSE).status_code == 303
    assert "signs" not in setup.app.state.step_room.file.draft.data


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[SettingUp]:
    """Somebody who has not opened the link."""
    with setting_up(tmp_path / "room", enters=False) as running:
        yield running


def test_nobody_begins_without_the_code_not_even_at_the_machine(strange: SettingUp) -> None:
    for host in (f"127.0.0.1:{strange.port}", f"{socket.gethostname()}:{strange.port}"):
        for page in ("/", "/setup/house", "/setup/check"):
            answer = strange.load(page, Host=host)
            assert (answer.status_code, answer.headers["location"]) == (303, "/setup/code")
        assert strange.load("/setup/code", Host=host).status_code == 200


def test_the_link_in_the_terminal_is_enough_and_lets_one_browser_in(strange: SettingUp) -> None:
    link = f"/setup/code?code={strange.app.state.keys.code}"
    entered = strange.load(link)
    assert (entered.status_code, entered.headers["location"]) == (303, "/setup")
    assert strange.load("/").headers["location"] == "/setup/house"
    assert strange.load("/setup/house").status_code == 200
    assert strange.load(link).headers["location"] == "/setup"  # a bookmark
    with httpx.Client(base_url=strange.client.base_url) as other:
        again = other.get(link)
    assert (again.status_code, "CODE_WRONG" in again.text) == (403, True)


@pytest.mark.parametrize(
    ("host", "shown"),
    [(EVERY_INTERFACE[0], "127.0.0.1"), (EVERY_INTERFACE[1], "[::1]"), ("10.0.0.5", "10.0.0.5")],
)
def test_the_address_to_open_is_one_that_a_browser_opens(host: str, shown: str) -> None:
    listener = bind_socket("127.0.0.1", 0)
    with listener:
        port = listener.getsockname()[1]
        assert address_of(host, listener, None) == f"http://{shown}:{port}"


def test_the_code_lets_one_browser_in_once(strange: SettingUp) -> None:
    setup = strange
    code = setup.app.state.keys.code
    wrong = setup.send("/setup/code", code="WRONGONE")
    assert (wrong.status_code, "CODE_WRONG" in wrong.text) == (403, True)
    right = setup.send("/setup/code", code=f"{code[:4]} {code[4:]}".lower())
    assert (right.status_code, right.headers["location"]) == (303, "/setup")
    token = right.cookies[SETTER]
    there = {"Host": f"{socket.gethostname()}:{setup.port}"}
    entered = setup.load("/setup/house", **there, Cookie=f"{SETTER}={token}")
    assert entered.status_code == 200
    again = setup.send("/setup/code", code=code)
    assert (again.status_code, "CODE_WRONG" in again.text) == (403, True)


def test_a_page_of_another_site_can_do_nothing(setup: SettingUp, tmp_path: Path) -> None:
    found = CSRF.search(setup.load("/setup/house").text)
    assert found is not None
    fields = {"csrf": found[1], **HOUSE}
    foreign = setup.client.post(
        "/setup/house", data=fields, headers={"Origin": "https://evil.example"}
    )
    assert (foreign.status_code, "CROSS_SITE" in foreign.text) == (403, True)
    tokenless = setup.client.post("/setup/house", data=HOUSE)
    assert (tokenless.status_code, "CSRF_WRONG" in tokenless.text) == (403, True)
    named = setup.load("/setup/house", Host="evil.example")
    assert (named.status_code, "HOST_UNKNOWN" in named.text) == (421, True)
    assert not (tmp_path / "room" / DRAFT_FILE).exists()


def test_no_page_of_a_floor_is_there(setup: SettingUp) -> None:
    for page in ("/sign-on", "/office", "/pit", "/api/commands/start-round"):
        assert setup.load(page).status_code == 404
    assert setup.load("/healthz").text == "setup\n"
    policy = setup.load("/setup/house").headers["content-security-policy"]
    assert "default-src 'none'" in policy


def test_a_body_that_is_too_large_is_refused(setup: SettingUp) -> None:
    answer = setup.client.post("/setup/house", content=b"x" * 70_000)
    assert (answer.status_code, "BODY_TOO_LARGE" in answer.text) == (413, True)


# ---- what it keeps ------------------------------------------------------------------------------


def test_it_is_left_and_resumed_at_any_step(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    with setting_up(folder) as setup:
        setup.send("/setup/house", **HOUSE)
        assert setup.load("/setup").headers["location"] == "/setup/people"
    assert awaits_setup(folder)
    with setting_up(folder) as setup:
        assert setup.load("/setup").headers["location"] == "/setup/people"
        assert "Cedar Room" in setup.load("/setup/house").text
        setup.write()
        assert setup.load("/setup").headers["location"] == "/setup/jackpots"


def test_seeds_and_rates_are_written_only_where_they_differ(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    same = {
        "title-four-card": "Four-Card Progressive",
        "seed-four-card-main": "$1,000.00",
        "rate-four-card-main": "20",
        "reserve-four-card-main": "5",
        "share-four-card-C1": "1",
        "share-four-card-C2": "1",
    }
    setup.send("/setup/jackpots", **same)
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert "levels" not in jackpot
    changed = {**same, "seed-four-card-main": "$5,000", "rate-four-card-main": "22.5"}
    setup.send("/setup/jackpots", **changed)
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert jackpot["levels"] == {
        "main": {"seed": "$5,000", "rate_ppm": 225_000, "reserve_ppm": 50_000}
    }
    assert jackpot["house_ppm"] == 725_000
    wrong = setup.send("/setup/jackpots", **{**same, "rate-four-card-main": "x"})
    assert "isn&#39;t a percentage such as 15 or 12.5" in wrong.text


def test_a_jackpot_shows_what_it_costs_and_gives_at_an_assumed_pace(setup: SettingUp) -> None:
    setup.write()
    # Four aces in five cards: one hand in C(52,5) / 48 = 54,145. Two tables of 40 rounds an hour,
    # 4 wagers a round, 12 hours a day make 3,840 wagers: 14 days. $1,000 and 25 % of 54,145 wagers.
    page = setup.load("/setup/jackpots").text
    assert re.search(r">\$14,536\.25</span></td>\s*<td[^>]*><span[^>]*>14<", page)
    assert 'Cash needed for the seeds</dt><dd class="figure">$1,000.00<' in page
    # 17,280 wagers a day: 3.13 days.
    busy = setup.load("/setup/jackpots?rounds=60&wagers=6&hours=24").text
    assert re.search(r">\$14,536\.25</span></td>\s*<td[^>]*><span[^>]*>3\.1<", busy)


FOUR_CARD = {
    "title-four-card": "Four-Card Progressive",
    "seed-four-card-main": "$2,345.67",
    "rate-four-card-main": "18.5",
    "reserve-four-card-main": "3.25",
    "share-four-card-C1": "1",
    "share-four-card-C2": "1",
}


RESERVE = "Of that, into the reserve for the next seed"


def _figures(page: str) -> dict[str, str]:
    return dict(re.findall(r'<dt>([^<]*)</dt><dd class="figure">([^<]*)</dd>', page))


def test_an_average_award_is_rounded_to_the_cent_as_the_odds_are(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/jackpots", **FOUR_CARD)
    # $2,345.67 + 21.75 % of 54,145 wagers of $1 = $2,345.67 + $11,776.5375 = $14,122.2075.
    assert ">$14,122.21</span>" in setup.load("/setup/jackpots").text


def test_the_parts_of_a_wager_are_the_whole_of_it(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/jackpots", **FOUR_CARD)
    figures = _figures(setup.load("/setup/jackpots").text)
    # 21.75 % and the seed, $2,345.67 / 54,145 = 4.3322 %.
    assert figures["Returned to players through the meters, including seeds"] == "26.08%"
    assert figures["House keeps over the long run"] == "23.23%"
    del figures[RESERVE]
    parts = [Decimal(text[:-1]) for text in figures.values() if text.endswith("%")]
    assert abs(sum(parts, Decimal(-100))) <= Decimal("0.02")


def test_what_the_house_keeps_heeds_envy_among_the_wagers_of_a_round(setup: SettingUp) -> None:
    setup.write()
    paytable = Paytables().get("crazy4/progressive/pays-3")
    for players in ("1", "4", "9"):
        page = setup.load(f"/setup/jackpots?wagers={players}").text
        odds = analyze(paytable, {"players": players})  # as `pitboss odds` answers
        figures = _figures(page)
        assert figures["House keeps over the long run"] == written(percent(odds.long_run_edge))
        envy = figures[f"Returned to players in envy (jackpot wagers a round: {players})"]
        assert envy == written(percent(odds.envy_return))
        edge = written(percent(odds.long_run_edge))
        assert f"House edge {edge} · {paytable.title}" in page
    assert 'name="wagers" min="1" max="9" value="9"' in setup.load("/setup/jackpots?wagers=18").text


def test_a_jackpot_has_a_wager_of_its_own_and_its_figures_follow_PS_16(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    usual = {**FOUR_CARD, "seed-four-card-main": "$1,000.00", "wager-four-card": "$2"}
    usual |= {"rate-four-card-main": "20", "reserve-four-card-main": "5"}
    at_one = _figures(setup.load("/setup/jackpots").text)
    setup.send("/setup/jackpots", **usual)
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert (jackpot["wager"], "levels" in jackpot) == ("$2", False)
    page = setup.load("/setup/jackpots").text
    assert 'name="seed-four-card-main" value="$2,000.00"' in page
    # $2,000 and 25 % of 54,145 wagers of $2; as many wagers between two hits as before.
    assert re.search(r">\$29,072\.50</span></td>\s*<td[^>]*><span[^>]*>14<", page)
    at_two = _figures(page)
    assert at_two["Cash needed for the seeds"] == "$2,000.00"
    # Fixed pays double with the wager, envy does not: the house keeps half of its part more.
    envy, keeps = (
        "Returned to players in envy (jackpot wagers a round: 4)",
        "House keeps over the long run",
    )
    one, two = ([Decimal(each[key][:-2]) for key in (envy, keeps)] for each in (at_one, at_two))
    assert abs(two[0] - one[0] / 2) <= Decimal("0.01")
    assert abs(two[1] - one[1] - one[0] / 2) <= Decimal("0.01")
    for typed, told in (
        ("$0", "a wager can&#39;t be zero"),
        ("two", "is not an amount such as"),
    ):
        wrong = {**usual, "wager-four-card": typed}
        refused = setup.send("/setup/jackpots", **wrong).text
        assert told in refused
        assert f'name="wager-four-card" value="{typed}"' in refused
    setup.send("/setup/jackpots", **{**usual, "wager-four-card": ""})
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert "wager" not in jackpot


def test_an_average_award_is_never_above_the_maximum(setup: SettingUp) -> None:
    setup.write()
    capped = {**FOUR_CARD, "maximum-four-card-main": "$5,000"}
    setup.send("/setup/jackpots", **capped)
    page = setup.load("/setup/jackpots").text
    assert ">$5,000.00</span>" in page
    assert "$14,122" not in page
    # $5,000 / 54,145 = 9.2345 % is won; of 26.0822 % that come in the rest waits, and the house has
    # no part in it.
    figures = _figures(page)
    assert figures["Returned to players through the meters, including seeds"] == "9.23%"
    assert figures["Held back by the maximum"] == "16.85%"
    assert figures["House keeps over the long run"] == "23.23%"


def test_a_maximum_above_the_average_award_changes_no_average(setup: SettingUp) -> None:
    setup.write()
    capped = {**FOUR_CARD, "maximum-four-card-main": "$15,000"}
    setup.send("/setup/jackpots", **capped)
    page = setup.load("/setup/jackpots").text
    assert ">$14,122.21</span>" in page
    assert "Held back" not in page


def test_a_maximum_over_awards_of_a_part_is_shown_as_a_bound(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-blackjack": "1"})
    sevens = {
        "title-sevens": "Blazing 7's", "seed-sevens-main": "$1,000", "rate-sevens-main": "15",
        "reserve-sevens-main": "0", "maximum-sevens-main": "$1,500", "share-sevens-B1": "1",
    }  # fmt: skip
    setup.send("/setup/jackpots", **FOUR_CARD, **sevens)
    page = setup.load("/setup/jackpots").text
    assert "at most $1,500.00" in page
    assert "including seeds, ignoring the maximum" in page


def test_an_unreadable_figure_is_refused_in_percent_and_stays_as_typed(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    for rate, reserve, told in (
        ("150", "3.25", "150% is more than the whole wager"),
        ("60", "45", "meters and reserves would get 105% of each wager"),
    ):
        typed = {**FOUR_CARD, "rate-four-card-main": rate, "reserve-four-card-main": reserve}
        refused = setup.send("/setup/jackpots", **typed)
        assert told in refused.text
        assert f'name="rate-four-card-main" value="{rate}"' in refused.text
        assert 'name="seed-four-card-main" value="$2,345.67"' in refused.text
    amount = {**FOUR_CARD, "maximum-four-card-main": "lots"}
    refused = setup.send("/setup/jackpots", **amount)
    assert 'name="maximum-four-card-main" value="lots"' in refused.text
    large = {**FOUR_CARD, "seed-four-card-main": "999999999999"}
    refused = setup.send("/setup/jackpots", **large)
    assert "Main: enter at most $90,071,992.54" in refused.text
    assert 'name="seed-four-card-main" value="999999999999"' in refused.text
    assert "These figures use what you last saved" in refused.text
    assert "These figures use what you last saved" not in setup.load("/setup/jackpots").text
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert "levels" not in jackpot


def test_figures_follow_the_typing_as_a_save_would_and_nothing_is_kept(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    kept = (tmp_path / "room" / DRAFT_FILE).read_text("utf-8")
    typed = {**FOUR_CARD, "rounds": "60", "wagers": "6", "hours": "24"}
    moved = setup.send("/setup/jackpots/figures", page="/setup/jackpots", **typed)
    assert moved.status_code == 200
    assert (tmp_path / "room" / DRAFT_FILE).read_text("utf-8") == kept
    unread = {**typed, "rate-four-card-main": "1x"}
    told = setup.send("/setup/jackpots/figures", page="/setup/jackpots", **unread)
    assert (told.status_code, 'data-field="rate-four-card-main"' in told.text) == (200, True)
    assert "isn&#39;t a percentage" in told.text
    saved = setup.send("/setup/jackpots", **typed)
    page = setup.load(saved.headers["location"]).text
    figures = re.findall(r'<(?:span|b|div)[^>]* id="(?:average|days|cash|gives)[^"]*"', moved.text)
    assert len(figures) == 4
    assert _figures(moved.text) == _figures(page)
    for place in ("average-four-card-main", "days-four-card-main", "cash"):
        each = re.compile(rf' id="{place}">([^<]+)<')
        assert each.findall(moved.text) == each.findall(page)


def test_the_reserve_is_told_as_a_part_of_what_goes_through_the_meters(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/jackpots", **FOUR_CARD)
    assert _figures(setup.load("/setup/jackpots").text)[RESERVE].startswith("3.25")


def test_saving_keeps_the_pace(setup: SettingUp) -> None:
    setup.write()
    pace = {"rounds": "60", "wagers": "6", "hours": "24"}
    saved = setup.send("/setup/jackpots", **FOUR_CARD, **pace)
    assert saved.headers["location"] == "/setup/jackpots?rounds=60&wagers=6&hours=24"
    page = setup.load(saved.headers["location"]).text
    assert 'name="rounds" min="1" max="500" value="60"' in page
    assert 'value="$2,345.67"' in page
    assert page.count('<form method="post"') == 1


def test_each_bet_has_its_exact_edge_beside_it(setup: SettingUp) -> None:
    setup.write()
    games = setup.load("/setup/tables").text
    assert re.search(r"<dt>Queens Up</dt><dd class=\"figure\">3\.06%</dd>", games)
    table = setup.load("/setup/tables/C1").text
    assert re.search(r'value="crazy4/queens_up/c4p-09" selected>House edge 3\.06% ·', table)
    assert table.count("House edge") == 7  # one main game, four Queens Up, two Bad Beat


def test_a_link_that_is_refused_says_why_PS_30(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-blackjack": "2"})
    eight = {
        "id": "B2", "title": "House Money", "seats": "7", "keypad": "atlas", "option-decks": "8",
        "slot-base": "blackjack/base/standard", "least-blackjack": "$5", "most-blackjack": "$300",
    }  # fmt: skip
    setup.send("/setup/tables/B2", **eight)
    page = setup.load("/setup/jackpots").text
    assert "LINK_REFUSED" in page
    assert "tables B1 House Money and B2 House Money" in page
    assert "LINK_REFUSED" in setup.load("/setup/check").text
    assert 'id="to-fix"' not in page  # nobody has pressed the button yet
    every = _ticked(setup, ("C1", "C2", "B1", "B2"))
    kept = setup.send("/setup/jackpots", **every, go="1")
    assert kept.headers["location"].endswith("fix=1#to-fix")
    page = setup.load(kept.headers["location"]).text
    first, _, rest = page.partition("<form")
    summary = first.partition('id="to-fix"')[2]
    assert "tables B1 House Money and B2 House Money" in summary
    assert "House Money). Take one off, or give them the same settings." in summary
    (target,) = set(re.findall(r'href="#(wrong-[\w-]+)"', first))
    assert f'id="{target}"' in rest
    assert "Make PIN slips" not in setup.load("/setup/check").text


def test_a_jackpot_just_added_has_its_only_table_or_waits_for_one_calmly(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-holdem_bonus": "1"})
    for paytable in ("holdem_bonus/progressive/quick-hit-11", "crazy4/progressive/pays-1"):
        setup.send("/setup/jackpots", add="1", paytable=paytable)
    draft = DraftFile(tmp_path / "room").draft
    shared = {row["id"]: row["jackpots"] for row in draft.rows("table")}
    *_, hit, pays = (row["id"] for row in draft.rows("jackpot"))
    assert hit in shared["H1"]
    assert pays not in shared["C1"] + shared["C2"]  # either may have it: the house chooses
    page = setup.load("/setup/jackpots").text
    assert page.count("Not on any table yet.") == 1
    assert "JACKPOT_UNUSED" not in page
    assert "JACKPOT_UNUSED" in setup.load("/setup/check").text


def test_a_jackpot_of_the_own_side_says_which_settings_its_letter_speaks_of_MB_5(
    setup: SettingUp,
) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-baccarat": "1"})
    paytable = Paytables().get("baccarat/dragon_progressive/1")
    own = written(percent(analyze(paytable, {"decks": "8", "side": "player"}).long_run_edge))
    as_printed = {"decks": "8", "side": "either", "naturals": "yes"}
    either = written(percent(analyze(paytable, as_printed).long_run_edge))
    page = setup.load("/setup/jackpots").text
    assert f'<dd class="figure">{own}</dd>' in page
    assert "22.90%, is closest to: side: either side, naturals count: yes." in page
    assert f"the house would keep {either}" in page
    table = setup.load("/setup/tables/M1").text
    sent = dict(re.findall(r'<input name="([^"]+)" value="([^"]*)"', table))
    chosen = re.findall(
        r'<select name="([^"]+)">(?:(?!</select>).)*value="([^"]*)" selected', table
    )
    sent |= dict(chosen) | {"seats": "7"}
    sent |= {"option-progressive_side": "either", "option-naturals": "yes"}
    setup.send("/setup/tables/M1", **sent)
    page = setup.load("/setup/jackpots").text
    assert "Why so high" not in page
    assert f'<dd class="figure">{either}</dd>' in page


def _ticked(setup: SettingUp, tables: tuple[str, ...]) -> dict[str, str]:
    """The form of the jackpots as it is, with every tick of some tables."""
    page = setup.load("/setup/jackpots").text
    typed = re.findall(r'name="((?:title|seed|rate|reserve|maximum)-[^"]+)" value="([^"]*)"', page)
    ticks = re.findall(r'name="(share-[^"]+)"', page)
    return dict(typed) | {tick: "1" for tick in ticks if tick.endswith(tables)}


def test_jackpots_that_do_not_go_together_are_fixed_where_they_are_chosen(
    setup: SettingUp,
) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-blackjack": "1"})
    for paytable in (
        "blackjack/trilux/6",
        "multi_game/five_card/ml03",
        "crazy4/progressive/pays-1",
    ):
        setup.send("/setup/jackpots", add="1", paytable=paytable)
    everything = _ticked(setup, ("-B1", "-C1"))
    kept = setup.send("/setup/jackpots", **everything, go="1")
    assert kept.headers["location"].startswith("/setup/jackpots")
    page = setup.load("/setup/jackpots").text
    assert "<span>Tables</span><small>Done" in page
    assert "<span>Jackpots</span><small>2 to fix</small>" in page
    check = setup.load("/setup/check").text
    for code, table, told in (
        ("JACKPOTS_BOTH", "B1", "House Money can have Blazing 7&#39;s or TriLux"),
        ("SENSORS_WRONG", "C1", "3 jackpots named. Name one for each sensor, at most 2"),
    ):
        for each in (page, check, own := setup.load(f"/setup/tables/{table}").text):
            (line,) = re.findall(rf'<li[^>]*"{code}">.*?</li>', each, re.DOTALL)
            assert re.match(rf"<li[^>]*>{told}", line)
            assert ('href="/setup/jackpots#at-tables"' in line) == (each is not page)
        assert setup.load(f"/help/refusals/{code}").status_code == 200
        assert f'<form method="post" action="/setup/tables/{table}"' in own
    assert 'id="at-tables"' in page
    assert page.count('checked aria-invalid="true" aria-describedby="at-tables"') == 5


def test_where_no_rule_is_known_none_is_announced(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/house", **{**HOUSE, "profile": "nevada"})
    setup.send("/setup/tables/C1", **{**CRAZY4, "seats": "10"})
    page = setup.load("/setup/tables/C1").text
    assert "SEATS_WRONG" in page
    assert not re.search(r"·\s*</small>", page)


CRAZY4 = {
    "id": "C1", "title": "Crazy 4 Poker", "seats": "7", "keypad": "atlas",
    "slot-base": "crazy4/base/standard", "slot-queens_up": "crazy4/queens_up/c4p-09",
    "least-ante": "$5", "most-ante": "$100", "least-queens_up": "$1", "most-queens_up": "$50",
}  # fmt: skip


def _table(tmp_path: Path, number: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = DraftFile(tmp_path / "room").draft.rows("table")[number]
    return found


@pytest.mark.parametrize(
    ("wanted", "code"),
    [("BJ 1", "ID_WRONG"), ("../x <i>", "ID_WRONG"), ("", "ID_WRONG"), ("c2", "ID_TWICE")],
)
def test_a_table_number_that_no_address_has_is_refused_at_once(
    setup: SettingUp, tmp_path: Path, wanted: str, code: str
) -> None:
    setup.write()
    typed = {**CRAZY4, "id": wanted, "title": "Crazy 4"}
    refused = setup.send("/setup/tables/C1", **typed)
    assert code in refused.text
    assert 'name="title" value="Crazy 4"' in refused.text
    assert setup.load("/setup/tables/C1").status_code == 200
    assert (_table(tmp_path)["id"], _table(tmp_path)["title"]) == ("C1", "Crazy 4 Poker")


def test_a_limit_that_cannot_be_read_stays_as_typed_beside_its_fault(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    typed = {**CRAZY4, "least-ante": "five", "least-queens_up": "", "most-queens_up": ""}
    for _ in range(2):
        kept = setup.send("/setup/tables/C1", **typed)
        assert kept.headers["location"] == "/setup/tables/C1?fix=1#to-fix"
        page = setup.load(kept.headers["location"]).text
        assert "Ante: &#39;five&#39; is not an amount" in to_fix(page)
        assert 'name="least-ante" value="five"' in page
        assert "AMOUNT_UNREADABLE" in page
        assert 'name="least-queens_up" value=""' in page
    assert _table(tmp_path)["limits"] == {"ante": ["five", "$100"]}


def to_fix(page: str) -> str:
    """What the page of a saved step says that must be fixed."""
    return page.partition('id="to-fix"')[2].partition("</div>")[0]


def test_a_step_that_is_saved_and_not_right_says_so_at_its_top(
    setup: SettingUp, tmp_path: Path
) -> None:
    """As the jackpots do: people, tables and equipment have the same summary."""
    setup.send("/setup/house", **HOUSE)
    alone = {"name-0": "Dana", "role-0": "dealer", "badge-0": "D1"}
    kept = setup.send("/setup/people", **alone)
    assert kept.headers["location"] == "/setup/people?fix=1#to-fix"
    page = setup.load(kept.headers["location"]).text
    assert "Nobody has the supervisor role yet" in to_fix(page)
    assert page.count("obody has the supervisor role yet") == 1
    assert to_fix(setup.load("/setup/people").text) == ""  # whoever only looks has saved nothing
    setup.write()
    setup.send("/setup/tables/C1", **{**CRAZY4, "least-ante": "five"})
    kept = setup.send("/setup/tables", **{"count-crazy4": "1"})
    assert kept.headers["location"] == "/setup/tables?fix=1#to-fix"
    said = to_fix(setup.load(kept.headers["location"]).text)
    assert 'href="/setup/tables/C1"' in said
    assert "Ante" in said


def test_a_part_that_the_file_does_not_have_right_is_mended_with_the_equipment() -> None:
    where = "site.toml: table.C1.equipment.console.version"
    fault = Fault(Told("SITE_VALUE_WRONG", where=where))
    assert place_of(fault) == "equipment"
    assert part_of(fault) == "version"
    assert onward([fault], "equipment", "check") == "equipment?fix=1#to-fix"
    assert onward([], "equipment", "check") == "check"


def test_a_refused_link_names_each_table_by_its_title_and_no_jackpot_by_its_id(
    setup: SettingUp,
) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-baccarat": "2"})
    file = setup.app.state.step_room.file
    file.draft.row("table", "M2")["options"] = {"decks": 4}
    file.save()
    page = setup.load("/setup/jackpots").text
    assert (
        "t share this jackpot: decks: 8 at one, 4 at the other (tables M1 Mini-Baccarat and M2"
        " Mini-Baccarat). Take one off, or give them the same settings." in page
    )
    assert re.search(
        r"likely: [0-9/]+ with M1 Mini-Baccarat, [0-9/]+ with M2 Mini-Baccarat\.<", page
    )
    assert "<summary>More differences between these tables: 4</summary>" in page


def test_a_fault_leads_to_its_page(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/tables/C1", **{**CRAZY4, "least-ante": "five"})
    page = setup.load("/setup/tables/C1").text
    assert '<a href="/help/refusals/AMOUNT_UNREADABLE" target="_blank">' in page
    assert 'Fix it: <a href="/setup/tables/C1">C1</a>' in setup.load("/setup/check").text


def test_a_bet_that_is_not_offered_is_not_posted(setup: SettingUp, tmp_path: Path) -> None:
    setup.write()
    setup.send("/setup/tables/C1", **{**CRAZY4, "slot-queens_up": ""})
    assert "queens_up" not in _table(tmp_path)["limits"]
    assert 'name="least-queens_up"' not in setup.load("/setup/tables/C1").text


@pytest.mark.parametrize(
    ("blank", "told"),
    [
        ("name", "the house has no name"),
        ("profile", "choose the jurisdiction"),
        ("time_zone", "choose the time zone"),
    ],
)
def test_a_house_needs_a_name_a_jurisdiction_and_a_time_zone_of_its_own(
    setup: SettingUp, tmp_path: Path, blank: str, told: str
) -> None:
    refused = setup.send("/setup/house", **{**HOUSE, blank: "   "})
    assert "SITE_INCOMPLETE" in refused.text
    assert told in refused.text
    assert not (tmp_path / "room" / DRAFT_FILE).exists()


def test_nothing_is_chosen_for_a_house_and_its_zones_are_places(setup: SettingUp) -> None:
    page = setup.load("/setup/house").text
    assert "selected" not in page.partition('name="day_begins"')[0]
    zones = re.findall(r'<option value="([^"]+/[^"]+)"', page)
    assert {"America/New_York", "Pacific/Guam"} <= set(zones)
    assert not [zone for zone in zones if zone.startswith(("Etc/", "US/"))]
    assert 'value="UTC"' not in page


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"badge-0": "S1", "badge-1": "s1"}, "Dana and Sofia both have badge s1"),
        ({"badge-0": "D 1"}, "is not a badge number"),
        ({"badge-0": "D1", "name-0": ""}, "badge D1 has no name"),
    ],
)
def test_a_wrong_badge_is_refused_beside_what_was_typed(
    setup: SettingUp, tmp_path: Path, typed: dict[str, str], told: str
) -> None:
    refused = setup.send("/setup/people", **{**PEOPLE, **typed})
    assert told in refused.text
    assert f'value="{typed["badge-0"]}"' in refused.text
    assert not (tmp_path / "room" / DRAFT_FILE).exists()


def test_the_first_pages_ask_for_languages_and_when_the_day_begins(setup: SettingUp) -> None:
    page = setup.load("/setup/house").text
    assert re.search(r'name="day_begins"[^>]* value="06:00"', page)
    told = {**HOUSE, "day_begins": "04:30", "language": "es"}
    wrong = setup.send("/setup/house", **{**told, "day_begins": "25:00"})
    assert "DAY_TIMES_WRONG" in wrong.text
    setup.send("/setup/house", **told)
    setup.send("/setup/people", **PEOPLE, **{"language-0": "es"})
    site = setup.app.state.step_room.file.draft.site()
    assert (site.day_begins, site.language) == ("04:30", "es")
    assert [each.language for each in site.badges] == ["es", "", "", ""]
    page = setup.load("/setup/people").text
    assert '<option value="es" lang="es" selected>' in page
    assert "Accounting (cashier)</option>" in page


def test_the_people_page_tells_who_is_missing_and_offers_no_inspector(setup: SettingUp) -> None:
    first = setup.load("/setup/people").text
    assert "inspector" not in first
    assert "></option>" not in first
    assert "No auditor, no closing the day." in first
    setup.send("/setup/people", **PEOPLE)
    assert "Nobody has the auditor role" in setup.load("/setup/people").text
    # The step itself says so, wherever one is.
    assert "<span>People</span><small>Done, 1 note</small>" in setup.load("/setup/tables").text
    setup.send("/setup/tables", **{"count-crazy4": "1"})
    check = setup.load("/setup/check").text
    assert "<details open><summary>Before real money" in re.sub(r"\s+", " ", check)


def test_slips_have_a_pin_and_a_card_of_everybody_once(setup: SettingUp) -> None:
    setup.write()
    first = setup.send("/setup/slips", page="/setup/check", instead_of="0").text
    pins = PINS.findall(first)
    assert len(pins) == 4
    assert (first.count("data:image/svg+xml"), first.count("Set 1, made ")) == (4, 4)
    assert setup.app.state.access.is_pin("D100", pins[0])


def test_printed_slips_stay_good_until_somebody_replaces_them_knowingly(setup: SettingUp) -> None:
    setup.write()
    pins = PINS.findall(setup.send("/setup/slips", page="/setup/check", instead_of="0").text)
    access = setup.app.state.access
    again = setup.send("/setup/slips", page="/setup/check", instead_of="0")
    assert (again.status_code, again.headers["location"]) == (303, "/setup/check")
    assert access.is_pin("D100", pins[0])
    asked = setup.load("/setup/check").text
    assert "set 1, made " in asked
    assert "All PINs and cards from set 1 stop working." in asked
    second = setup.send("/setup/slips", page="/setup/check", instead_of="1").text
    assert second.count("Set 2, made ") == 4
    (new, *_) = PINS.findall(second)
    assert access.is_pin("D100", new)
    assert pins[0] == new or not access.is_pin("D100", pins[0])


def test_the_written_file_is_one_that_the_check_accepts(setup: SettingUp, tmp_path: Path) -> None:
    setup.write()
    opened = setup.send("/setup/open", page="/setup/check")
    assert (opened.status_code, "Opening the floor" in opened.text) == (200, True)
    folder = tmp_path / "room"
    assert not (folder / DRAFT_FILE).exists()
    assert not awaits_setup(folder)


def test_an_unfinished_draft_opens_no_floor(setup: SettingUp, tmp_path: Path) -> None:
    setup.send("/setup/house", **HOUSE)
    refused = setup.send("/setup/open", page="/setup/house")
    assert (refused.status_code, "SITE_WRONG" in refused.text) == (409, True)
    assert not (tmp_path / "room" / "site.toml").exists()
    faults = check(DraftFile(tmp_path / "room").draft.site(), DraftFile(tmp_path).paytables)
    assert any(fault.severity == ERROR for fault in faults)


# ---- what is written by hand --------------------------------------------------------------------


def test_a_draft_that_is_changed_by_hand_meanwhile_is_read_and_not_written_over(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    hidden = setup.hidden("/setup/jackpots")
    file = tmp_path / "room" / DRAFT_FILE
    by_hand = file.read_text("utf-8").replace("[[jackpot]]", '[[jackpot]]\nwager = "$2"')
    file.write_text(by_hand, "utf-8")
    refused = setup.client.post("/setup/jackpots", data={**hidden, **FOUR_CARD})
    assert (refused.status_code, "DRAFT_CHANGED" in refused.text) == (409, True)
    assert 'at-name" role="alert">site.draft.toml: ' in refused.text
    assert file.read_text("utf-8") == by_hand
    assert "+ wager = &#34;$2&#34;" in refused.text  # what changed
    assert 'name="seed-four-card-main" value="$2,345.67"' in refused.text  # what was typed
    assert 'name="wager-four-card" value="$2.00"' in setup.load("/setup/jackpots").text
    setup.send("/setup/jackpots", **FOUR_CARD)
    (jackpot,) = DraftFile(tmp_path / "room").draft.rows("jackpot")
    assert (jackpot["wager"], jackpot["levels"]["main"]["seed"]) == ("$2", "$2,345.67")


def test_of_two_windows_the_later_form_does_not_write_over_the_earlier(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    here, there = setup.hidden("/setup/jackpots"), setup.hidden("/setup/jackpots")
    assert here == there
    saved = setup.client.post("/setup/jackpots", data={**here, **FOUR_CARD})
    assert saved.status_code == 303
    for path, form in (
        ("/setup/jackpots", {**FOUR_CARD, "seed-four-card-main": "$1,000"}),
        ("/setup/house", {**HOUSE, "name": "Other"}),
        ("/setup/tables/C1", {**CRAZY4, "seats": "5"}),
        ("/setup/open", {}),
    ):
        refused = setup.client.post(path, data={**there, **form})
        assert (refused.status_code, "DRAFT_CHANGED" in refused.text) == (409, True)
    file = DraftFile(tmp_path / "room")
    (jackpot,) = file.draft.rows("jackpot")
    assert (jackpot["levels"]["main"]["seed"], file.draft.house["name"]) == (
        "$2,345.67",
        "Cedar Room",
    )
    # A save that changes nothing hinders nobody.
    again = {**setup.hidden("/setup/jackpots"), **FOUR_CARD}
    for _ in range(2):
        assert setup.client.post("/setup/jackpots", data=again).status_code == 303


def test_a_draft_that_is_being_written_by_hand_is_told_and_left_alone(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    hidden = setup.hidden("/setup/house")
    file = tmp_path / "room" / DRAFT_FILE
    file.write_text("[property", "utf-8")
    refused = setup.client.post("/setup/house", data={**hidden, **HOUSE})
    assert (refused.status_code, "SITE_UNREADABLE" in refused.text) == (409, True)
    assert file.read_text("utf-8") == "[property"
    there = {"Host": f"{socket.gethostname()}:{setup.port}"}
    assert str(file) not in setup.load("/setup/code", **there).text


# ---- which folder -------------------------------------------------------------------------------


def test_only_an_empty_folder_or_one_with_a_draft_is_set_up(tmp_path: Path) -> None:
    assert not awaits_setup(tmp_path / "nowhere")
    assert awaits_setup(tmp_path)
    (tmp_path / DRAFT_FILE).write_text("")
    (tmp_path / "access.db").write_text("")
    assert awaits_setup(tmp_path)
    (tmp_path / "holiday.jpg").write_text("")
    assert not awaits_setup(tmp_path)


def test_a_draft_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / DRAFT_FILE).write_text("[property")
    with pytest.raises(Refusal, match="SITE_UNREADABLE"):
        DraftFile(tmp_path)


# ---- what it says -------------------------------------------------------------------------------


def test_who_is_missing_is_named_and_has_a_line(setup: SettingUp) -> None:
    setup.send("/setup/house", **HOUSE)
    two = {key: text for key, text in PEOPLE.items() if key.endswith(("-0", "-1"))}
    setup.send("/setup/people", **two)
    page = setup.load("/setup/people").text
    assert "one is supervisor or executive, the other" in page
    one = {key: text for key, text in PEOPLE.items() if key.endswith("-0")}
    setup.send("/setup/people", **one)
    alone = setup.load("/setup/people").text
    for role in ("supervisor", "executive"):  # each by name, and none as "more like this one"
        assert f"nobody has the {role} role yet" in alone.lower()
    assert "more like this one" not in alone
    setup.send("/setup/people", **two)
    rows = re.findall(r'<option value="(\w+)" selected>', page)
    assert rows == ["dealer", "supervisor", "executive", "accounting", "technician", "auditor"]


def test_limits_that_make_no_sense_name_their_bet_and_lead_to_help(setup: SettingUp) -> None:
    setup.write()
    fields = {
        "id": "C1", "title": "Crazy 4 Poker", "seats": "6", "keypad": "atlas",
        "slot-base": "crazy4/base/standard", "slot-queens_up": "crazy4/queens_up/qu-01",
        "least-ante": "$5", "most-ante": "$100", "least-queens_up": "$500", "most-queens_up": "abc",
    }  # fmt: skip
    setup.send("/setup/tables/C1", **fields)
    page = setup.load("/setup/tables/C1").text
    assert "Queens Up: &#39;abc&#39; is not an amount" in page
    assert '<a href="/help/refusals/AMOUNT_UNREADABLE"' in page
    assert setup.load("/help/refusals/AMOUNT_UNREADABLE").status_code == 200


def test_only_keypads_that_the_letter_approves_are_offered(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/tables", **{"count-blackjack": "1"})
    assert 'value="aquarius"' in setup.load("/setup/tables/C1").text
    page = setup.load("/setup/tables/B1").text  # the letter of the sevens names Nexus and Atlas
    assert '<option value="atlas" selected>Console (Atlas)</option>' in page
    assert '<option value="nexus" >Nexus keypad</option>' in page
    assert 'value="aquarius"' not in page


def test_papers_are_for_later_and_lead_to_no_step(setup: SettingUp) -> None:
    setup.write()
    page = setup.load("/setup/check").text
    each = re.findall(r'<li[^>]*"APPROVAL_MISSING">.*?</li>', page, re.DOTALL)
    (told,) = each  # once, with its tables
    assert "<b>C1</b>, <b>C2</b>" in told
    assert "Add it under Approvals after the floor opens." in told
    assert not re.search(r"bundle|[0-9a-f]{64}", told)
    assert 'href="/setup/tables"' not in told


def test_what_several_tables_have_is_said_once_with_their_names(setup: SettingUp) -> None:
    setup.write()
    setup.send("/setup/tables/C2", **{**CRAZY4, "id": "C2", "seats": "99"})
    page = setup.load("/setup/check").text
    items = re.findall(r"<li data-severity.*?</li>", page, re.DOTALL)
    own = [each for each in items if "this system" in each]
    assert [each.count("PART_NOT_APPROVED") for each in own] == [1]  # for programs alone
    assert "PS-36" not in page
    assert "<b>C1</b>, <b>C2</b>" in own[0]
    (seats,) = [each for each in items if "SEATS" in each]
    assert 'Fix it: <a href="/setup/tables/C2">C2</a>' in seats


def test_a_part_that_a_table_has_not_is_cleared_and_can_come_back(
    setup: SettingUp, tmp_path: Path
) -> None:
    setup.write()
    page = setup.load("/setup/equipment").text
    typed = dict(re.findall(r'name="((?:name|version)-C1-\w+)" value="([^"]*)"', page))
    setup.send("/setup/equipment", **{**typed, "name-C1-shuffler": ""})
    first = DraftFile(tmp_path / "room").draft.rows("table")[0]
    assert "shuffler" not in first["equipment"]
    assert 'name="name-C1-shuffler" value=""' in setup.load("/setup/equipment").text
    blank = {**typed, "version-C1-shuffler": ""}
    refused = setup.send("/setup/equipment", **blank)
    assert (refused.status_code, "the version is missing" in refused.text) == (409, True)
    setup.send("/setup/equipment", **typed)
    first = DraftFile(tmp_path / "room").draft.rows("table")[0]
    assert first["equipment"]["shuffler"]["name"] == typed["name-C1-shuffler"]


def test_the_terminal_keeps_quiet_while_pages_are_read(
    setup: SettingUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    is_told = threading.Event()

    def keep(_: str, **fields: object) -> None:
        told.append(str(fields["path"]))
        is_told.set()

    monkeypatch.setattr(guard, "log", keep)
    for path in ("/setup/house", "/static/base.css", "/office"):  # the last is not there
        setup.load(path)
    assert is_told.wait(30)
    assert told == ["/office"]


def test_a_browser_elsewhere_is_not_sent_what_it_would_complain_about(setup: SettingUp) -> None:
    header = "cross-origin-opener-policy"
    there = {"Host": f"{socket.gethostname()}:{setup.port}"}
    assert setup.load("/setup/code").headers[header] == "same-origin"
    assert header not in setup.load("/setup/code", **there).headers


def test_an_open_server_says_where_a_phone_finds_it() -> None:
    assert Addresses().elsewhere("http://127.0.0.1:8765") == ""
    found = Addresses(host=EVERY_INTERFACE[0]).elsewhere("http://127.0.0.1:8765")
    assert re.fullmatch(r"http://(?!127\.)[\w.-]+:8765", found)
    named = Addresses(["https://floor.example:8443"], host=EVERY_INTERFACE[0])
    assert named.elsewhere("http://127.0.0.1:8765") == "https://floor.example:8443"
