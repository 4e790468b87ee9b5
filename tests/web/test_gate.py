"""Who comes in: sign-on, lock-out, sessions, devices, roles, and what other sites may not do."""

from __future__ import annotations

import time
from pathlib import Path
from unittest.mock import Mock

import pytest
from opentelemetry import _logs, metrics, trace

from pitboss.floor.facts import people
from pitboss.floor.facts.values import ROLES
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.gate import PAGES, Person, check_page, page_of
from pitboss.web.access.store import FileStore
from pitboss.web.screens.qr import qr_code

from .server_support import PINS, Site, by_pin, code_of

QUARTER_MS = 15 * 60_000
HALF_DAY_MS = 12 * 3_600_000
WAIT_S = 30.0


def test_signing_on_leads_to_ones_own_page(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    assert supervisor.load("/").headers["location"] == "/pit"
    clerk = site.visitor().enroll("console", "C1").sign_on("A400")
    assert clerk.load("/").headers["location"] == "/office"
    console = site.visitor().enroll("console", "C1")
    assert console.load("/").headers["location"] == "/table/C1"
    assert console.load("/table/C1").status_code == 200


def test_a_wrong_pin_is_told_on_the_page(site: Site) -> None:
    answer = site.visitor().form("/sign-on", badge="S200", pin="9999")
    assert answer.status_code == 401
    assert "PIN_WRONG" in answer.text
    unknown = site.visitor().form("/sign-on", badge="Z999", pin="9999")
    assert (unknown.status_code, "PIN_WRONG" in unknown.text) == (401, True)


def test_nobody_is_sent_to_another_site(site: Site) -> None:
    pin = PINS["S200"]
    for address, place in (
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("/pit", "/pit"),
    ):
        answer = site.visitor().form("/sign-on", badge="S200", pin=pin, next=address)
        assert answer.headers["location"] == place


def test_pages_send_strangers_to_the_door(site: Site) -> None:
    stranger = site.visitor()
    assert stranger.load("/pit").headers["location"] == "/sign-on?next=/pit"
    assert stranger.load("/table/C1").headers["location"] == "/enroll?next=/table/C1"
    assert code_of(stranger.load("/api/stream/pit")) == (401, "NOT_SIGNED_ON")
    assert stranger.load("/nowhere").status_code == 404
    assert code_of(stranger.load("/api/nowhere")) == (404, "PAGE_UNKNOWN")


def test_a_dealer_is_led_to_enroll_a_console_that_is_none(site: Site) -> None:
    dealer = site.visitor().sign_on("D100")
    assert dealer.load("/table/C1").headers["location"] == "/enroll?next=/table/C1"
    assert dealer.load("/sign/C1").status_code == 200
    dealer.enroll("console", "C2")
    assert "DEVICE_ELSEWHERE" in dealer.load("/table/C1").text


def test_a_sign_sees_its_own_table_only(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    assert sign.load("/sign/C1").status_code == 200
    elsewhere = sign.load("/sign/C2")
    assert elsewhere.status_code == 403
    assert "this screen is the sign at table C1 and doesn&#39;t show this page" in elsewhere.text
    assert sign.load("/table/C1").status_code == 403


def test_the_pits_wall_is_a_screen_without_a_table(site: Site) -> None:
    wall = site.visitor().enroll("sign", "")
    assert wall.load("/pit/wall").status_code == 200
    assert code_of(wall.load("/api/stream/pit"))[0] in (401, 403)
    for kind in ("sign", "console"):
        screen = site.visitor().enroll(kind, "C1")
        assert code_of(screen.load("/api/stream/pit/wall")) == (403, "DEVICE_ELSEWHERE")
    supervisor = site.visitor().sign_on("S200")
    assert supervisor.load("/pit/wall?tables=C1").status_code == 200
    assert "TABLE_UNKNOWN" in supervisor.load("/pit/wall?tables=C9").text


def test_whoever_stands_at_a_console_is_asked_to_sign_on_for_a_page_of_people(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    for page in ("/pit", "/office"):
        answer = console.load(page)
        assert (answer.status_code, answer.headers["location"]) == (303, f"/sign-on?next={page}")


def test_a_dealer_has_no_business_in_the_office(site: Site) -> None:
    dealer = site.visitor().sign_on("D100")
    assert dealer.load("/office").status_code == 403
    assert dealer.load("/pit").status_code == 403


def test_one_session_for_each_badge(site: Site) -> None:
    site.running_site.only_trains = False
    first = site.visitor().sign_on("S200")
    second = site.visitor().sign_on("S200")
    assert first.load("/pit").status_code == 303
    assert second.load("/pit").status_code == 200
    second.form("/sign-off")
    assert second.load("/pit").status_code == 303
    # As it is loaded again by a proxy's page, where nobody led when it was sent.
    assert second.load("/sign-off").headers["location"] == "/"


def test_a_session_ends_after_half_a_day(folder: Path) -> None:
    access = Access(folder)
    session = access.sign_on("S200", now_ms=1000)
    assert access.badge_of(session, now_ms=1000 + HALF_DAY_MS - 1) == "S200"
    assert access.badge_of(session, now_ms=1000 + HALF_DAY_MS) == ""
    access.close()
    again = Access(folder)
    assert again.badge_of(session, now_ms=2000) == "S200"
    again.close()


def test_a_full_disk_is_told_in_our_words_and_passes_by_itself(folder: Path) -> None:
    access = Access(folder)
    store = access._store
    assert isinstance(store, FileStore)
    (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
    store._connection.execute(f"PRAGMA max_page_count = {pages}").fetchone()
    told = ""
    for _ in range(200):
        try:
            access.sign_on("S200", now_ms=1000, alone=False)
        except Refusal as refusal:
            told = str(refusal)
    assert told.startswith(f"ACCESS_UNAVAILABLE: {folder / 'access.db'}: its disk is full. Free")
    store._connection.execute("PRAGMA max_page_count = 1000000").fetchone()
    assert access.sign_on("S200", now_ms=1000)
    access.close()


# ---- lock-out -----------------------------------------------------------------------------------


def test_a_locked_badge_is_answered_429(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    wrong = {"badge": "D100", "pin": "0000"}
    for _ in range(5):
        answer = console.press("sign-in", table="C1", swipe=wrong)
        assert code_of(answer) == (401, "PIN_WRONG")
    right = {"badge": "D100", "pin": PINS["D100"]}
    assert code_of(console.press("sign-in", table="C1", swipe=right)) == (429, "LOCKED_OUT")


def test_no_secret_is_kept_as_it_is(folder: Path, site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    supervisor = site.visitor().sign_on("S200")
    kept = (folder / "access.db").read_bytes()
    assert site.cards["S200"].track.split("=")[1].rstrip("?").encode() not in kept
    assert console.cookies["pitboss_device"].encode() not in kept
    assert supervisor.cookies["pitboss_session"].encode() not in kept
    assert (folder / "access.db").stat().st_mode & 0o077 == 0


def pins_noted(site: Site) -> list[tuple[str, str]]:
    """Each change of a PIN on the record: whose, and where."""
    return [(each.badge, each.place) for each in pin_changes(site)]


def pin_changes(site: Site) -> list[people.PinChanged]:
    """Each change of a PIN on the record."""
    journal = JournalPlace(site.running_site.folder)()
    try:
        events = [each for row in every_row(journal) for each in events_of(row.events)]
    finally:
        journal.close()
    return [each for each in events if isinstance(each, people.PinChanged)]


def test_each_change_of_a_pin_is_an_entry(site: Site) -> None:
    """By its owner, and on the command line; a wrong old PIN changes nothing."""
    clerk = site.visitor().sign_on("A400")
    clerk.form("/pin", old="9999", new="738215")
    first = [(badge, "command line") for badge in sorted(PINS)]  # those it opened with
    assert pins_noted(site) == first
    clerk.form("/pin", old=PINS["A400"], new="738215")
    assert pins_noted(site) == [*first, ("A400", "own page")]
    site.access.issue("D100")  # a while before the server looks
    ((_, _, changed_ms, _),) = site.access.list_unnoted()
    until_s = time.monotonic() + WAIT_S
    while site.access.list_unnoted() and time.monotonic() < until_s:
        time.sleep(0.05)  # the server looks every two seconds
    assert pins_noted(site) == [*first, ("A400", "own page"), ("D100", "command line")]
    assert pin_changes(site)[-1].changed_ms == changed_ms


def test_a_person_changes_his_own_pin(site: Site) -> None:
    clerk = site.visitor().sign_on("A400")
    assert clerk.form("/pin", old="9999", new="738215").status_code == 401
    assert clerk.form("/pin", old=PINS["A400"], new="77x").status_code == 422
    assert clerk.form("/pin", old=PINS["A400"], new="738215").status_code == 303
    assert clerk.load("/pin?done=true").status_code == 200
    old = site.visitor().form("/sign-on", badge="A400", pin=PINS["A400"])
    assert old.status_code == 401
    assert site.visitor().form("/sign-on", badge="A400", pin="738215").status_code == 303


def test_new_keys_end_a_session_and_are_told_once(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    clerk = site.visitor().sign_on("A400")
    asked = {"reason": "lost the card", "second_swipe": by_pin("E300")}
    told = clerk.post("/api/badges/S200/keys", asked).json()
    assert told["code"] == qr_code(told["track"])  # for the slip: a reader is fed with it
    assert supervisor.load("/pit").status_code == 303
    console = site.visitor().enroll("console", "C1")
    swiped = console.press("sign-in", table="C1", swipe={"track": told["track"]})
    assert swiped.status_code == 200
    dealer = site.visitor().sign_on("D100")
    refused = dealer.post("/api/badges/S200/keys", asked)
    assert code_of(refused) == (403, "ROLE_TOO_LOW")
    needed = "This needs another badge: supervisor, executive, accounting or technician"
    assert refused.json()["reason"] == f"D100: dealer's badge refused. {needed}"


def test_whose_badge_was_revoked_is_told_so_at_every_door(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    assert supervisor.load("/pit").status_code == 200
    revoked = {"badge": "S200", "reason": "left", "second_swipe": by_pin("A400")}
    answer = site.visitor().sign_on("E300").press("revoke-badge", **revoked)
    assert answer.status_code == 200, answer.text
    told = "this badge was revoked. Ask the office"
    pressed = supervisor.press("pause-table", table="C1", reason="a spill")
    assert code_of(pressed) == (403, "BADGE_REVOKED")
    assert pressed.json()["reason"] == f"S200: {told}"
    page = supervisor.request("GET", "/pit")
    assert (page.status_code, told in page.text) == (403, True)
    door = supervisor.request("GET", "/sign-on").text
    assert told in door
    assert "twelve hours" not in door
    again = supervisor.form("/sign-on", badge="S200", pin=PINS["S200"])
    assert (again.status_code, told in again.text) == (403, True)
    guessed = site.visitor().form("/sign-on", badge="S200", pin="9999")
    assert "PIN_WRONG" in guessed.text  # only who has proven that it is his is told


def test_nobody_makes_somebody_elses_keys_alone(site: Site) -> None:
    clerk = site.visitor().sign_on("A400")
    why = {"reason": "lost the card"}
    for body, expected in (
        (why, (401, "SWIPE_MISSING")),
        ({**why, "second_swipe": by_pin("A400")}, (409, "BADGE_TWICE")),
        ({**why, "second_swipe": by_pin("S200")}, (409, "BADGE_CONCERNED")),
        ({"second_swipe": by_pin("E300")}, (422, "COMMAND_UNREADABLE")),
    ):
        assert code_of(clerk.post("/api/badges/S200/keys", body)) == expected
    assert site.visitor().sign_on("S200").load("/pit").status_code == 200  # the old PIN holds


# ---- devices ------------------------------------------------------------------------------------


def test_a_code_enrolls_one_device_once(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    told = executive.post("/api/devices/codes", {"kind": "console", "table": "C1"}).json()
    assert len(told["device_code"]) == 8
    first = site.visitor().form("/enroll", code=told["device_code"].lower())
    assert first.status_code == 303
    second = site.visitor().form("/enroll", code=told["device_code"])
    assert (second.status_code, "CODE_WRONG" in second.text) == (403, True)


def test_a_code_is_made_for_a_table_that_is_there(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    nowhere = executive.post("/api/devices/codes", {"kind": "console", "table": "Z9"})
    assert code_of(nowhere) == (404, "TABLE_UNKNOWN")
    unknown = executive.post("/api/devices/codes", {"kind": "toaster", "table": "C1"})
    assert code_of(unknown) == (422, "DEVICE_KIND_UNKNOWN")
    supervisor = site.visitor().sign_on("S200")
    low = supervisor.post("/api/devices/codes", {"kind": "console", "table": "C1"})
    assert code_of(low) == (403, "ROLE_TOO_LOW")


def test_a_code_is_good_for_a_quarter_of_an_hour(folder: Path) -> None:
    access = Access(folder)
    code = access.make_code(kind="sign", table="C1", now_ms=1000)
    with pytest.raises(Refusal, match="CODE_WRONG"):
        access.enroll(code, now_ms=1000 + QUARTER_MS)
    code = access.make_code(kind="sign", table="C1", now_ms=1000)
    device, token = access.enroll(code, now_ms=1000 + QUARTER_MS - 1)
    assert access.device_of(token) == device
    assert (device.kind, device.table, device.enrolled_by) == ("sign", "C1", "")
    access.close()


def test_another_process_may_change_the_keys(folder: Path) -> None:
    server, command_line = Access(folder), Access(folder)
    session = server.sign_on("S200", now_ms=1000)
    command_line.issue("S200")
    server.refresh()
    assert server.badge_of(session, now_ms=1001) == ""
    server.close()
    command_line.close()


# ---- other sites --------------------------------------------------------------------------------


def test_a_page_of_another_site_gets_nothing_done(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    body = {"command_id": "x", "table": "C1", "reason": "x"}
    path = "/api/commands/pause-table"
    crossed = supervisor.post(path, body, **{"Sec-Fetch-Site": "cross-site"})
    assert code_of(crossed) == (403, "CROSS_SITE")
    foreign = supervisor.post(path, body, Origin="https://evil.example")
    assert code_of(foreign) == (403, "CROSS_SITE")
    own = supervisor.post(path, body, Origin=site.address, **{"Sec-Fetch-Site": "same-origin"})
    assert own.status_code == 200


def test_a_request_without_the_pages_token_gets_nothing_done(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    body = {"command_id": "x", "table": "C1", "reason": "x"}
    missing = supervisor.request("POST", "/api/commands/pause-table", json=body)
    assert code_of(missing) == (403, "CSRF_WRONG")
    other = site.visitor()
    other.load()
    borrowed = supervisor.request(
        "POST", "/api/commands/pause-table", json=body, headers={"X-CSRF-Token": other.csrf}
    )
    assert code_of(borrowed) == (403, "CSRF_WRONG")
    form = site.visitor().request("POST", "/sign-on", data={"badge": "S200", "pin": "1"})
    assert code_of(form) == (403, "CSRF_WRONG")


def test_every_answer_is_closed_to_strangers(site: Site) -> None:
    for path in ("/sign-on", "/healthz", "/static/base.css", "/nowhere"):
        headers = site.visitor().load(path).headers
        assert headers["content-security-policy"].startswith(
            "default-src 'none'; script-src 'self'"
        )
        assert headers["x-content-type-options"] == "nosniff"
    answer = site.visitor().load("/sign-on")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly; SameSite=Strict" in cookie


def test_what_is_no_page_has_an_icon_too(site: Site) -> None:
    answer = site.visitor().request("GET", "/favicon.ico")
    assert (answer.status_code, answer.headers["location"]) == (308, "/static/icon.svg")
    assert site.visitor().request("GET", "/static/icon.svg").status_code == 200


# ---- the table of pages -------------------------------------------------------------------------


def test_the_longest_prefix_decides() -> None:
    assert page_of("/sign/themes/ruby.css").anybody
    assert not page_of("/sign/C1").anybody
    assert page_of("/office").prefix == page_of("/office/meters").prefix == "/office"
    with pytest.raises(Refusal, match="PAGE_UNKNOWN"):
        page_of("/officers")


@pytest.mark.parametrize("role", ROLES)
def test_an_auditor_reads_and_a_dealer_does_not(role: str) -> None:
    """An inspector, who is no staff, has a reading room of his own."""
    who = Person(badge="X1", name="X", role=role)
    for path in ("/office", "/pit", "/wins/x"):
        if role in ("dealer", "inspector"):
            with pytest.raises(Refusal, match="ROLE_TOO_LOW"):
                check_page(path, who, None)
        else:
            check_page(path, who, None)


def test_no_page_is_for_nobody() -> None:
    assert [page.prefix for page in PAGES if not (page.anybody or page.roles or page.devices)] == []


# ---- what a request passes ----------------------------------------------------------------------


def test_no_provider_of_telemetry_is_asked(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Mock()
    monkeypatch.setattr(trace, "get_tracer_provider", asked)
    monkeypatch.setattr(metrics, "get_meter_provider", asked)
    monkeypatch.setattr(_logs, "get_logger_provider", asked)
    assert site.visitor().load("/sign-on").status_code == 200
    asked.assert_not_called()


def test_a_program_is_no_visitor(site: Site) -> None:
    assert "set-cookie" not in site.watch("/nowhere").headers
