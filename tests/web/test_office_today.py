"""The first page of the office, and lists that speak as people do: titles, dollars and cents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.floor.state.devices import DeviceState
from pitboss.floor.view.attention import AttentionThing
from pitboss.money import Cents
from pitboss.rules.cited_law import CitedAmount
from pitboss.web.access.issued import Secret
from pitboss.web.office import figures, today
from pitboss.web.office.page_labels import devices_named, format_wait
from pitboss.words.language import speaking

from .office_support import FOURS, WON_BY_HAND, award_of, exported, played, signed_on
from .server_support import Site, by_pin, code_of

MINUTE_MS, HOUR_MS, DAY_MS = 60_000, 3_600_000, 86_400_000
IDS = ("fours", "rooms", "sevens", "dragon", "royals")
TOLD = "A meter is past its break-even"
LISTS = (
    "today", "prizes", "wins", "meters", "adjustments", "bank", "day", "days", "jackpots",
    "paytables", "changes", "devices", "badges",
)  # fmt: skip


@pytest.fixture(scope="module")
def known(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """The site of the known history, on which nothing is changed."""
    with played(tmp_path_factory.mktemp("office") / "site", keys) as opened:
        yield opened


@pytest.fixture
def site(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A played site of one's own."""
    with played(tmp_path / "site", keys) as opened:
        yield opened


def texts_of(page: str) -> list[str]:
    """What a person reads of tables, choices and heads."""
    found = re.findall(r"<(?:td|option|h[123]|summary|dt|dd|b)\b[^>]*>([^<]*)", page)
    return [text.strip() for text in found if text.strip()]


# ---- the first page -----------------------------------------------------------------------------


def test_pages_name_things_and_leave_digests_to_their_details(known: Site) -> None:
    visitor = signed_on(known, "A400")
    award = award_of(visitor, "Four Aces")
    for path in ("paytables", "approvals", "system", f"wins/{award}"):
        page = visitor.request("GET", f"/office/{path}").text
        shown = re.sub(
            r"<details class=\"digests\">.*?</details>|<(?:a|form|input)\b[^>]*>",
            "",
            page,
            flags=re.S,
        )
        assert not re.search(r">[^<]*\b(?=[0-9a-f]*\d)[0-9a-f]{16,}\b[^<]*<", shown), path


def test_the_first_page_says_what_to_pay_with_a_button_that_leads_there(known: Site) -> None:
    visitor = signed_on(known, "A400")
    award = award_of(visitor, "Four Aces")
    page = visitor.request("GET", "/office/today").text
    assert f'href="/office/payout/{award}"' in page
    line = page[page.index(f"/office/payout/{award}") :][:900]
    for said in ("PAY", "$1,003.60", "Four Aces", "C1 ", FOURS):
        assert said in line


def test_what_is_due_today_stands_apart_from_what_is_due_later(known: Site) -> None:
    page = signed_on(known, "A400").request("GET", "/office/today").text
    now, later = (
        page.partition(f'aria-labelledby="{name}"')[2].partition("</section>")[0]
        for name in ("due", "due-later")
    )
    assert "Due today" in now
    assert '<span class="when"><span class="quiet">' not in now  # each is marked
    assert "Start or dismiss" in later  # the malfunction notice has three days
    assert '<b class="bad">' not in later


def test_a_check_is_due_and_a_prize_that_is_held_needs_attention(site: Site) -> None:
    """As long as it is held nobody may pay it: it is no button to press on, in no list."""
    clerk = signed_on(site, "A400")
    award, profile = award_of(clerk, "Four Aces"), site.running_site.profile
    cash_to = CitedAmount(Cents(100_000))  # the prize is more
    site.running_site.law.stated = replace(
        profile, law=replace(profile.law, prize_cash_most=cash_to)
    )

    def part(title: str) -> str:
        page = clerk.request("GET", "/office/today").text
        return page.partition(f'<h2 id="{title}">')[2].partition("</section>")[0]

    def button() -> str:
        page = clerk.request("GET", "/office/prizes").text
        return page[: page.index(f'href="/office/payout/{award}"')].rpartition("<a")[2]

    assert f'<a href="/office/payout/{award}">Pay a prize by check</a>' in part("due")
    assert "$1,003.60" in part("due")
    assert f"/office/payout/{award}" not in part("attention")
    assert 'class="go"' in button()
    clerk.press("hold-payment", award=award, ground="dispute", reason="two claim it")
    assert f"/office/payout/{award}" not in part("due")
    assert f'<a href="/office/payout/{award}">Payment on hold' in part("attention")
    assert "Dispute" in part("attention")
    assert 'class="go"' not in button()


def test_who_was_turned_away_from_a_command_is_told_in_words(site: Site) -> None:
    executive = signed_on(site, "E300")
    refused = executive.press("start-round", table="C1", spots=[])
    assert code_of(refused) == (401, "DEVICE_UNKNOWN")  # only a console starts one
    tried = {row["what"] for row in exported(executive, "/office/devices", "turned_away")}
    assert "Start a round" in tried


def test_who_may_not_pay_is_offered_a_look(known: Site) -> None:
    page = signed_on(known, "U600").request("GET", "/office/today").text
    assert "VIEW" in page
    assert 'class="button go small"' not in page


def test_the_first_page_is_one_light_answer(known: Site) -> None:
    """It asks no process that reads the journal, and is small."""
    visitor = signed_on(known, "S200")
    page = visitor.request("GET", "/office/today")
    assert "Entries to go" not in page.text
    assert len(page.content) < 32_000


def test_a_technician_sees_nothing_on_the_first_page_that_he_may_not_open(known: Site) -> None:
    page = signed_on(known, "T500").request("GET", "/office/today").text
    assert "To pay" not in page
    assert "/office/bank" not in page
    assert "Start or dismiss a malfunction notice" in page


def test_what_waits_at_tables_and_in_the_office_needs_attention(site: Site) -> None:
    executive = signed_on(site, "E300")
    figure = {"figure": "tax_threshold", "value": "$2,000", "citation": "so that none is missing"}
    executive.press("enter-figure", **figure, first_day="2050-01-01", second_swipe=by_pin("A400"))
    assert "All clear: nothing needs attention." in executive.request("GET", "/office/today").text
    answer = executive.press("suspend-jackpot", jackpot="fours", reason="new sensor board")
    assert answer.status_code == 200, answer.text
    console = site.visitor().enroll("console", "C1")
    called = console.press("call-supervisor", table="C1", reason="@player_question")
    assert called.status_code == 200, called.text
    page = executive.request("GET", "/office/today").text
    assert "Jackpot suspended" in page
    assert "A dealer is calling" in page
    assert "Player question" in page
    site.access.choose_language("E300", "es")  # the reason was chosen from the console's list
    assert "Pregunta de un jugador" in executive.request("GET", "/office/today").text


@pytest.mark.parametrize(("language", "said"), [("en", "its sign"), ("es", "su pantalla")])
def test_a_dark_screen_is_named_by_what_it_is(language: str, said: str) -> None:
    dark = AttentionThing(what="screen_dark", about="sign-4fa1c2", address="/pit/C1", table="C1")
    with speaking(language):
        assert today._said_of(dark) == said


def void_after_a_win(site: Site) -> None:
    """H1 starts a round of five wagers, C2 wins the mega meter that both share, and the round at H1
    is voided."""
    consoles = {table: site.visitor().enroll("console", table) for table in ("C2", "H1")}
    for table, badge in (("C2", "D101"), ("H1", "D100")):
        if table == "H1":  # the known history left the first dealer at another table
            site.visitor().enroll("console", "C1").press("sign-out", table="C1")
        signed = consoles[table].press("sign-in", table=table, swipe=by_pin(badge))
        assert signed.status_code == 200, signed.text
    for table, seats in (("H1", range(1, 6)), ("C2", (1,))):
        spots = [{"seat": seat, "sensor": 1} for seat in seats]
        started = consoles[table].press("start-round", table=table, spots=spots)
        assert started.status_code == 200, started.text
    spot = {"seat": 1, "sensor": 1}
    for command, fields in (
        ("press-hand", {"spot": spot, "outcome": "royal_flush"}),
        ("confirm-awards", {"swipe": by_pin("E300")}),
        ("end-round", {}),
    ):
        answer = consoles["C2"].press(command, table="C2", **fields)
        assert answer.status_code == 200, answer.text
    voided = signed_on(site, "S200").press("void-round", table="H1", reason="misdeal")
    assert voided.status_code == 200, voided.text


def test_PS_61_a_meter_keeps_its_seed_after_a_void_and_says_what_the_house_added(
    site: Site,
) -> None:
    """Five wagers of $1 had brought 12 % each; the one at C2 left its reserve of 1 cent."""
    void_after_a_win(site)
    accounting = signed_on(site, "A400")
    meter = accounting.request("GET", "/office/meters/rooms/mega").text
    assert "$5,000.00" in meter
    line = meter[meter.index("Added by the house") :][:200]
    assert "$0.59" in line
    story = accounting.request("GET", "/office/story/meter/rooms/mega").text
    assert "The house added $0.59 to the meter." in story


def test_a_meter_past_its_break_even_is_told_on_the_first_page_and_its_own(
    known: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pays 3 gives back 1,259,840 of 2,598,960 in fixed awards: 48 hands give the rest."""
    monkeypatch.setattr(
        figures, "read_shown", lambda level: Cents(3_523_034 if level.hits else 100_000)
    )
    visitor = signed_on(known, "A400")
    page = visitor.request("GET", "/office/today").text
    assert page.count(TOLD) == 1
    line = page[page.index(TOLD) :].partition("</li>")[0]
    assert "$35,230.34, break-even $27,898.34" in line, line
    assert "/office/meters/fours/main" in page
    meter = visitor.request("GET", "/office/meters/fours/main").text
    assert "past its break-even of $27,898.34" in meter
    monkeypatch.undo()
    assert TOLD not in visitor.request("GET", "/office/today").text
    assert "past its break-even" not in visitor.request("GET", "/office/meters/fours/main").text


def test_a_time_stamping_server_that_gives_no_stamp_is_told_with_since_when(site: Site) -> None:
    said = "The timestamp server isn"
    technician = signed_on(site, "E300")
    assert said not in technician.request("GET", "/office/today").text
    since_ms = site.running_site.now_ms() - 2 * HOUR_MS
    site.app.state.stamps.failing = ("https://stamps.example/tsr", since_ms)
    page = technician.request("GET", "/office/today").text
    line = page[page.index(said) :][:300]
    assert "https://stamps.example/tsr" in line
    assert "2 h 0 min" in line


def test_a_witness_that_cannot_be_told_is_named_with_since_when(site: Site) -> None:
    said = "reach a witness of the journal"
    technician = signed_on(site, "E300")
    assert said not in technician.request("GET", "/office/today").text
    since_ms = site.running_site.now_ms() - 3 * HOUR_MS
    site.app.state.witnesses.failing["https://two.example/"] = since_ms
    page = technician.request("GET", "/office/today").text
    line = page[page.index(said) :][:300]
    assert "https://two.example/" in line
    assert "3 h 0 min" in line


def test_who_is_locked_out_at_a_table_is_told_where_somebody_gives_a_new_pin(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    executive, supervisor = signed_on(site, "E300"), signed_on(site, "S200")
    said = "Locked out by wrong PINs"
    for _ in range(4):
        console.press("sign-in", table="C1", swipe={"badge": "S200", "pin": "0000"})
    assert said not in executive.request("GET", "/office/today").text
    console.press("sign-in", table="C1", swipe={"badge": "S200", "pin": "0000"})
    page = executive.request("GET", "/office/today").text
    line = page[page.index(said) :][:300]
    assert "Floor Supervisor (S200), C1 until " in line
    assert "Locked out until" in executive.request("GET", "/office/badges").text
    assert said not in supervisor.request("GET", "/office/today").text  # he cannot open the page
    keys = {"reason": "forgot it", "second_swipe": by_pin("A400")}
    given = executive.post("/api/badges/S200/keys", keys)
    assert given.status_code == 200, given.text
    assert said not in executive.request("GET", "/office/today").text
    assert "Locked out until" not in executive.request("GET", "/office/badges").text


@pytest.mark.parametrize(
    ("span_ms", "said"),
    [
        (-5, "0 min"),
        (59 * MINUTE_MS, "59 min"),
        (3 * HOUR_MS + 5 * MINUTE_MS, "3 h 5 min"),
        (2 * DAY_MS + 4 * HOUR_MS, "2 d 4 h"),
    ],
)
def test_how_long_something_waits_is_said_as_people_say_it(span_ms: int, said: str) -> None:
    assert format_wait(span_ms) == said


# ---- lists --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LISTS)
def test_a_list_speaks_in_titles_and_whole_cents_and_stays_small(known: Site, name: str) -> None:
    page = signed_on(known, "E300").request("GET", f"/office/{name}")
    told = texts_of(page.text)
    assert [text for text in told if text in IDS] == []
    assert [text for text in told if re.fullmatch(r"-?\$[\d,]+\.\d{3,}", text)] == []
    assert len(page.content) < 150_000


@pytest.mark.parametrize("name", ["jackpots", "badges", "devices", "adjustments", "system"])
def test_nothing_is_chosen_before_somebody_chooses(known: Site, name: str) -> None:
    page = signed_on(known, "E300").request("GET", f"/office/{name}").text
    selects = re.findall(r"<select\b[^>]*required[^>]*>\s*<option([^>]*)>", page)
    assert selects
    assert all('value=""' in first for first in selects)


def test_a_page_is_light_or_dark_as_somebody_chose_in_this_browser(known: Site) -> None:
    visitor = signed_on(known, "E300")
    pages = ("/office/today", "/pit", "/table/C1", "/setup/devices", "/sign-on")
    for path in pages:
        assert "data-scheme" not in visitor.request("GET", path).text
    for chosen, said in (("light", True), ("dark", True), ("purple", False)):
        visitor.cookies["scheme"] = chosen
        for path in pages:
            page = visitor.request("GET", path).text
            assert (f'data-scheme="{chosen}"' in page, "purple" in page) == (said, False)


def test_signs_and_walls_are_always_dark(known: Site) -> None:
    visitor = signed_on(known, "E300")
    visitor.cookies["scheme"] = "light"
    for path in ("/sign/C1", "/wall"):
        assert 'data-scheme="dark"' in visitor.request("GET", path).text


# ---- a prize that was taken off a meter by hand --------------------------------------------------


def test_a_prize_won_by_hand_is_listed_with_its_place_and_leads_to_its_page(site: Site) -> None:
    visitor = signed_on(site, "A400")
    answer = visitor.press("adjust-meter", **WON_BY_HAND, second_swipe=by_pin("E300"))
    assert answer.status_code == 200, answer.text
    won = exported(visitor, "/office/wins", "wins")[0]
    told = [won[name] for name in ("total", "status", "hand", "table", "round", "seat")]
    assert told == ["1026.10", "owed", "Four Aces", "C1", "1", "3"]
    page = visitor.request("GET", f"/office/wins/{won['award']}").text
    assert "Four Aces" in page
    assert "<dd>3, sensor 1</dd>" in page
    assert won["award"] in visitor.request("GET", "/office/today").text
    unpaid = exported(visitor, "/office/prizes", "unpaid")[-1]
    assert (unpaid["table"], unpaid["seat"], unpaid["owed"]) == ("C1", "3", "1026.10")


WAGER = ("seat", "sensor", "jackpot", "status", "award")


@pytest.mark.parametrize(
    ("table", "number", "seat", "outcome", "code"),
    [
        ("B1", 1, 1, "four_aces", "NO_WAGER"),
        ("C1", 900, 1, "four_aces", "NO_WAGER"),
        ("C1", 1, 12, "four_aces", "NO_WAGER"),
        ("C1", 1, 4, "four_aces", "NO_WAGER"),
        ("C1", 6, 2, "four_aces", "WON_AT_WRONG"),  # it has its award
        ("C1", 8, 1, "four_aces", "WON_AT_WRONG"),  # void
        ("C1", 1, 1, "straight_flush", "WON_AT_WRONG"),  # the tray pays it
        ("C1", 1, 1, "five_aces", "OUTCOME_UNKNOWN"),
    ],
)
def test_a_prize_by_hand_is_won_on_a_wager_that_the_journal_has(
    known: Site, table: str, number: int, seat: int, outcome: str, code: str
) -> None:
    place = {
        "table": table, "round": number, "spot": {"seat": seat, "sensor": 1}, "outcome": outcome,
    }  # fmt: skip
    asked = {**WON_BY_HAND, "won_at": place, "second_swipe": by_pin("E300")}
    assert code_of(signed_on(known, "A400").press("adjust-meter", **asked))[1] == code


def test_the_wagers_of_a_round_are_offered_with_what_became_of_them(known: Site) -> None:
    clerk = signed_on(known, "A400")

    def offered(table: str, number: int) -> list[tuple[object, ...]]:
        answer = clerk.request("GET", f"/office/adjustments/wagers/{table}/{number}").json()
        return [tuple(each[name] for name in WAGER) for each in answer["wagers"]]

    assert [each[:4] for each in offered("C1", 1)] == [
        (seat, 1, "fours", "ended") for seat in (1, 2, 3)
    ]
    assert [bool(each[4]) for each in offered("C1", 6)] == [False, True, False]
    assert offered("C1", 8) == [(1, 1, "fours", "void", "")]
    assert offered("C1", 900) == []
    page = clerk.request("GET", "/office/adjustments").text
    option = r'value="(\w+)" data-of="fours\|main" data-cents="(\d+)" data-takes-all [^>]+>([^<]+)<'
    assert re.findall(option, page) == [("four_aces", "102610", "Four Aces · $1,026.10")]


# ---- devices ------------------------------------------------------------------------------------


def test_who_opens_a_page_and_is_shown_where_to_sign_on_is_not_turned_away(site: Site) -> None:
    assert site.visitor().request("GET", "/office/today").status_code == 303
    turned_away = exported(signed_on(site, "E300"), "/office/devices", "turned_away")
    assert "NOT_SIGNED_ON" not in {each["code"] for each in turned_away}


def test_a_device_says_when_it_was_heard_last(site: Site) -> None:
    executive = signed_on(site, "E300")
    console = site.visitor().enroll("console", "C1")
    assert console.request("GET", "/table/C1").status_code == 200
    (device,) = exported(executive, "/office/devices", "devices")
    assert device["last_heard"].startswith("20")
    assert device["silent_for"] == ""
    page = executive.request("GET", "/office/devices").text
    name = device["device"]
    listed = (
        rf'<option value="{name}"[^>]*>Console, C1: {name}, last heard from \w+ \d+[^<]+</option>'
    )
    assert re.search(listed, page)


def test_a_browser_that_the_journal_does_not_know_has_a_name_and_no_link(site: Site) -> None:
    """The demo's browsers are enrolled without an entry, so they have no story to open."""
    opened, _ = site.access.add_device(
        kind="console", table="C1", enrolled_by="", now_ms=site.running_site.now_ms()
    )
    page = signed_on(site, "E300").request("GET", "/office/devices").text
    assert f"/story/device/{opened.device}" not in page
    assert re.search(r"<t[hd][^>]*>\s*Console, opened \w+ \d+, \d+:\d\d [AP]M", page)


def test_a_device_that_was_not_heard_says_so_where_it_is_retired(site: Site) -> None:
    code = site.access.make_code(kind="sign", table="C1", now_ms=site.running_site.now_ms())
    site.visitor().request("POST", "/api/devices/enroll", json={"code": code})
    page = signed_on(site, "T500").request("GET", "/office/devices").text
    assert re.search(r">Sign, C1: [\w-]+, not heard from since the server started</option>", page)


def test_a_badge_that_was_issued_says_by_whom(site: Site) -> None:
    executive = signed_on(site, "E300")
    asked = {"command_id": "new", "badge": "D150", "name": "New Dealer", "role": "dealer"}
    body = {**asked, "second_swipe": by_pin("A400")}
    answer = executive.post("/api/commands/issue-badge", body)
    assert answer.status_code == 200, answer.text
    newest = exported(executive, "/office/badges", "badge_record")[0]
    assert newest["badge"] == "D150"
    assert newest["who"] == "E300 Shift Executive, A400 Accounting Clerk"


def test_a_screen_that_is_due_for_a_notice_is_told_by_what_it_is() -> None:
    devices = {
        "sign-6e": DeviceState("sign-6e", "sign", "C1", ""),
        "hub-1": DeviceState("hub-1", "hub", "", ""),
    }
    with speaking("en"):
        told = devices_named(
            "C1, sign-6e: sign not responding since 21:07; sign-6e8, hub-1", devices
        )
    assert told == "Sign at C1: sign not responding since 21:07; sign-6e8, hub-1"
