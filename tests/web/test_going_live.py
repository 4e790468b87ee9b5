"""From training to money: a site written by hand goes live by two people, and only so."""

from __future__ import annotations

import re
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from pitboss.audit import audit
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.training import TRAINING_FOLDER, set_training_aside
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site.parse import parse_site
from pitboss.web.access.pairing import is_unseen

from .server_processes import AGAIN_S
from .server_support import PINS, STARTER, Site, Visitor, by_pin
from .test_process import Served, served

TABLES = ("C1", "C2", "H1", "B1", "M1", "H2")
PAPERS = {
    "letter": "letter of 14 June",
    "internal_controls": "section 12",
    "maker_license": "20-00001",
    "own": "laboratory report 77",
    "date": "2026-06-14",
    "signer": "M. Rowe",
}
BANK = {
    "name": "Cedar Bank",
    "state": "wa",  # as people type it
    "last_four": "4821",
    "deposit": "$50,000",
    "reference": "opening deposit",
    "day": "2026-01-02",
    "deposited_by": "A400",
}
WAIT_S = 30.0


def approvals(visitor: Visitor, *tables: str) -> httpx.Response:
    return visitor.form("/setup/approvals", **PAPERS, **{f"table-{each}": "1" for each in tables})


def two(first: str, second: str) -> dict[str, str]:
    return {
        "badge-1": first,
        "pin-1": PINS[first],
        "badge-2": second,
        "pin-2": PINS[second],
    }


@pytest.fixture
def plain(folder: Path) -> Path:
    """The starter as it is written, every keypad one that may play for money."""
    (folder / "site.toml").write_text(STARTER.read_text("utf-8"), "utf-8")
    return folder


# ---- who may, and what is written ---------------------------------------------------------------


def test_the_setup_of_a_floor_that_trains_is_for_its_staff(site: Site) -> None:
    assert site.visitor().load("/setup").headers["location"] == "/sign-on?next=/setup"
    assert site.visitor().sign_on("D100").load("/setup").status_code == 403
    executive = site.visitor().sign_on("E300")
    assert executive.load("/setup").headers["location"] == "/setup/devices"
    assert "Setup: go live" in executive.load("/office/meters").text


def _steps(page: str) -> dict[str, str]:
    return dict(re.findall(r"<span>([^<]*)</span><small>([^<]*)</small>", page))


def test_steps_before_the_opening_are_done_and_screens_count_until_all_are_there(
    site: Site,
) -> None:
    executive = site.visitor().sign_on("E300")
    steps = _steps(executive.load("/setup/devices").text)
    assert list(steps.values()) == ["Done"] * 6 + ["0 of 12 done", "", "0 of 6 done", "", ""]
    for table in TABLES:
        site.visitor().enroll("console", table)
    site.visitor().enroll("sign", "C1")
    assert _steps(executive.load("/setup/bank").text)["Consoles and signs"] == "Skipped, 5 to pair"
    assert _steps(executive.load("/setup/devices").text)["Consoles and signs"] == "7 of 12 done"
    site.visitor().enroll("sign", "")  # a wall shows all jackpots
    assert _steps(executive.load("/setup/bank").text)["Consoles and signs"] == "Done"


def test_what_keeps_several_tables_from_money_is_said_once(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    console = {each: site.visitor().enroll("console", each) for each in ("C1", "C2")}
    for badge, table in (("D100", "C1"), ("D101", "C2")):
        console[table].press("sign-in", table=table, swipe=by_pin(badge))
        console[table].press("start-round", table=table, spots=[])
    assert "C1, C2: end the round first" in executive.load("/setup/live").text


def test_screens_left_for_later_are_a_step_done(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    page = executive.load("/setup/rehearsal").text
    assert _steps(page)["Consoles and signs"] == "Skipped, 12 to pair"
    assert '<a class="step" href="/setup/devices" data-state="done">' in " ".join(page.split())


def test_codes_are_made_by_who_may_enroll(site: Site) -> None:
    clerk = site.visitor().sign_on("A400").form("/setup/devices")
    assert (clerk.status_code, "ROLE_TOO_LOW" in clerk.text) == (403, True)
    made = site.visitor().sign_on("E300").form("/setup/devices")
    assert made.text.count("data:image/svg+xml") == 2 * len(TABLES)


def test_papers_are_written_into_the_site_file(site: Site, folder: Path) -> None:
    by_hand = (folder / "site.toml").read_text("utf-8")
    executive = site.visitor().sign_on("E300")
    missing = executive.form("/setup/approvals", **{**PAPERS, "letter": "", "table-C1": "1"})
    assert "APPROVAL_INCOMPLETE" in missing.text
    early = executive.form("/setup/approvals", **{**PAPERS, "date": "2999-01-01", "table-C1": "1"})
    assert ("DAY_WRONG" in early.text, "is in the future" in early.text) == (True, True)
    assert (folder / "site.toml").read_text("utf-8") == by_hand
    assert approvals(executive, "C1", "C2", "H1").status_code == 303
    written = parse_site((folder / "site.toml").read_text("utf-8"))
    assert [table.table for table in written.tables if table.approval] == ["C1", "C2", "H1"]
    assert written.tables[0].approval is not None
    papers = written.tables[0].approval.papers
    assert (papers["letter"], papers["maker_license"]) == ("letter of 14 June", "20-00001")
    assert papers["distributor_license"] == "", "a license may be left out"
    assert (folder / "site.before.toml").read_text("utf-8") == by_hand


def test_papers_cite_a_rule_only_where_one_is_known(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    executive = site.visitor().sign_on("E300")
    assert "Required by WAC 230-15-" in executive.load("/setup/approvals").text
    monkeypatch.setattr(site.running_site.law, "stated", catalog.profile("nevada"))
    page = executive.load("/setup/approvals").text
    assert "Use the date of the most recent one.</p>" in page


def test_papers_that_would_break_the_file_leave_it_as_it_was(site: Site, folder: Path) -> None:
    before = (folder / "site.toml").read_text("utf-8")
    executive = site.visitor().sign_on("E300")
    # C2 shares its jackpot with H1, which would train on.
    mixed = approvals(executive, "C2")
    assert (mixed.status_code, "TRAINING_MIXED" in mixed.text) == (409, True)
    # An older keypad with a key may not play this for money.
    keyed = approvals(executive, "B1")
    assert "SYSTEM_NOT_APPROVED" in keyed.text
    wrong = executive.form("/setup/bank", **{**BANK, "last_four": "48210000"})
    assert "ACCOUNT_WRONG" in wrong.text
    assert (folder / "site.toml").read_text("utf-8") == before


def test_a_deposit_of_a_day_to_come_is_refused(site: Site, folder: Path) -> None:
    before = (folder / "site.toml").read_text("utf-8")
    executive = site.visitor().sign_on("E300")
    early = executive.form("/setup/bank", **{**BANK, "day": "2999-01-01"})
    assert ("DAY_WRONG" in early.text, "Jan 1, 2999 is in the future" in early.text) == (True, True)
    assert (folder / "site.toml").read_text("utf-8") == before


def test_what_the_floor_would_refuse_is_told_without_names_of_commands(
    site: Site, folder: Path
) -> None:
    executive = site.visitor().sign_on("E300")
    approvals(executive, "C1")
    executive.form("/setup/bank", **BANK)
    file = folder / "site.toml"
    file.write_text(file.read_text("utf-8").replace("2026-01-02", "2999-01-01"), "utf-8")
    page = executive.load("/setup/live").text
    assert "DAY_WRONG" in page
    assert "RecordDeposit" not in page


def test_it_says_what_would_refuse_the_first_round(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    page = executive.load("/setup/live").text
    assert "No table has its approvals" in page
    assert 'class="button go" href="/setup/approvals">Back to: Approvals<' in page
    approvals(executive, "C1")
    page = executive.load("/setup/live").text
    # The seed of C1's jackpot; the others train.
    assert "No bank account is on file. Enter it and deposit $1,000.00" in page
    assert "plays for real money" not in page  # not before nothing is in the way
    asked = executive.load("/setup/bank").text
    assert "Approved tables need $1,000.00 of that. The rest stay in training." in asked
    assert 'name="deposit" required maxlength="20" value="$1,000.00"' in asked
    assert 'class="button go" href="/setup/bank">Back to: First deposit<' in page
    assert "name=&#34;badge-2&#34;" not in page
    executive.form("/setup/bank", **{**BANK, "deposit": "$1,000"})
    page = executive.load("/setup/live").text
    assert "Everything is ready." in page
    assert "<span>First deposit</span><small>Done</small>" in page
    # A round of the training would be lost, with the winner that is marked in it.
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    console.press("start-round", table="C1", spots=[{"seat": 2, "sensor": 1}])
    unended = executive.load("/setup/live").text
    assert "C1: end the round first" in unended
    assert 'name="badge-1"' not in unended
    assert "ROUND_OPEN" in executive.form("/setup/live", **two("E300", "A400")).text
    console.press("end-round", table="C1")
    page = executive.load("/setup/live").text
    # Who signs reads first what becomes of the tables without papers, and what to do later.
    assert page.index("stay in training permanently") < page.index('name="badge-1"')
    assert "Add a table with a new number" in page


@pytest.mark.parametrize(
    ("first", "second", "code", "why"),
    [
        ("E300", "E300", "BADGE_TWICE", "two different people must go live"),
        ("D100", "E300", "ROLE_TOO_LOW", "D100: dealer&#39;s badge refused. This needs another"),
    ],
)
def test_one_person_or_a_dealer_does_not_go_live(
    site: Site, first: str, second: str, code: str, why: str
) -> None:
    executive = site.visitor().sign_on("E300")
    approvals(executive, "C1")
    executive.form("/setup/bank", **BANK)
    refused = executive.form("/setup/live", **two(first, second))
    assert code in refused.text
    assert why in refused.text


def test_a_floor_without_an_auditor_is_ready_with_a_warning(site: Site, folder: Path) -> None:
    executive = site.visitor().sign_on("E300")
    approvals(executive, "C1")
    executive.form("/setup/bank", **{**BANK, "deposit": "$1,000"})
    assert 'id="no-auditor"' not in executive.load("/setup/live").text
    file = folder / "site.toml"
    file.write_text(re.sub(r"\[\[?badge[^\[]*auditor[^\[]*", "", file.read_text("utf-8")), "utf-8")
    page = executive.load("/setup/live").text
    assert "Ready, with one warning." in page
    assert "You have no auditor, so nobody can close a gambling day." in page


def test_a_wrong_pin_does_not_go_live_and_is_on_the_record(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    approvals(executive, "C1")
    executive.form("/setup/bank", **BANK)
    refused = executive.form("/setup/live", **{**two("E300", "A400"), "pin-2": "9999"})
    assert (refused.status_code, "PIN_WRONG" in refused.text) == (401, True)
    assert "A400: " in refused.text  # whose it was
    assert 'value="A400"' in refused.text  # and is not typed again


@pytest.mark.parametrize("table", TABLES)
def test_a_win_is_rehearsed_at_every_kind_of_table(site: Site, table: str) -> None:
    executive = site.visitor().sign_on("E300")
    played = executive.form("/setup/rehearsal", table=table)
    assert f"Table {table} awarded $" in played.text
    assert "in play money" in played.text
    console = site.visitor().enroll("console", table)
    assert console.press("start-round", table=table, spots=[]).status_code == 200
    busy = executive.form("/setup/rehearsal", table=table)
    assert (busy.status_code, "REHEARSAL_BUSY" in busy.text) == (409, True)


# ---- pairing by a phone -------------------------------------------------------------------------


def test_a_screen_is_paired_by_the_phone_of_who_may_enroll(site: Site) -> None:
    screen = site.visitor()
    ticket = screen.load("/enroll").text.partition('data-ticket="')[2].partition('"')[0]
    assert screen.load(f"/enroll/waiting/{ticket}").json() == {"code": ""}
    door = site.visitor().load(f"/pair/{ticket}").headers["location"]
    assert door.startswith("/sign-on")
    assert "Only a technician or an executive can pair" in site.visitor().load(door).text
    assert site.visitor().sign_on("A400").load(f"/pair/{ticket}").status_code == 403
    phone = site.visitor().sign_on("E300")
    assert phone.form("/pair", ticket=ticket, place="console Z9").status_code == 404
    assert phone.form("/pair", ticket=ticket, place="console C1").status_code == 303
    code = screen.load(f"/enroll/waiting/{ticket}").json()["code"]
    assert screen.form("/enroll", code=code).status_code == 303
    assert screen.load("/").headers["location"] == "/table/C1"
    # Who presses twice makes no second code.
    phone.form("/pair", ticket=ticket, place="console C2")
    assert screen.load(f"/enroll/waiting/{ticket}").json()["code"] == code


def test_a_console_that_is_not_seen_is_replaced_by_the_one_that_is_paired(site: Site) -> None:
    old, phone = site.visitor().enroll("console", "C1"), site.visitor().sign_on("E300")
    assert old.load("/table/C1").status_code == 200
    (dead,) = site.access.devices()
    screen = site.visitor()
    ticket = screen.load("/enroll").text.partition('data-ticket="')[2].partition('"')[0]
    assert "Console again" in phone.load(f"/pair/{ticket}").text
    site.app.state.last_heard.pop(dead.device)
    assert "Console again" in phone.load(f"/pair/{ticket}").text  # it may be on its way back
    site.app.state.leads_since_ms = 0
    assert "Console, replacing the one" in phone.load(f"/pair/{ticket}").text
    assert phone.form("/pair", ticket=ticket, place="console C1").status_code == 303
    code = screen.load(f"/enroll/waiting/{ticket}").json()["code"]
    assert screen.form("/enroll", code=code).status_code == 303
    (found,) = site.access.devices()
    assert (found.table, found.device == dead.device) == ("C1", False)
    story = phone.load(f"/office/story/device/{dead.device}").text
    assert "replaced by another console" in story


@pytest.mark.parametrize(
    ("heard_ms", "now_ms", "unseen"),
    [
        (0, 1_001, False),  # the server has just begun
        (0, 31_000, False),
        (0, 31_001, True),
        (900, 31_000, False),  # heard while another server led
        (40_000, 50_000, False),
        (40_000, 50_001, True),
    ],
)
def test_a_console_has_time_to_come_back_after_a_start(
    heard_ms: int, now_ms: int, *, unseen: bool
) -> None:
    """The server leads since 1,000."""
    assert is_unseen(heard_ms, 1_000, now_ms=now_ms) == unseen


def test_a_wall_is_paired_by_a_phone_as_the_sign_of_no_table(site: Site) -> None:
    screen, phone = site.visitor(), site.visitor().sign_on("E300")
    ticket = screen.load("/enroll").text.partition('data-ticket="')[2].partition('"')[0]
    assert "Wall of all jackpots" in phone.load(f"/pair/{ticket}").text
    assert phone.form("/pair", ticket=ticket, place="console ").status_code == 404
    assert phone.form("/pair", ticket=ticket, place="sign ").status_code == 303
    code = screen.load(f"/enroll/waiting/{ticket}").json()["code"]
    assert screen.form("/enroll", code=code).status_code == 303
    assert screen.load("/").headers["location"] == "/wall"
    assert screen.load("/wall").status_code == 200
    assert screen.load("/sign/C1").status_code == 403
    (found,) = [each for each in site.access.devices() if each.kind == "sign"]
    assert (found.table, "table" in found.named.reason) == ("", False)


def test_a_screen_that_nobody_knows_waits_for_nothing(site: Site) -> None:
    assert site.visitor().load("/enroll/waiting/nothing").status_code == 403
    assert site.visitor().sign_on("E300").load("/pair/nothing").status_code == 403


# ---- live ---------------------------------------------------------------------------------------


def gone_live(server: Served, executive: Visitor) -> None:
    """Enter everything, go live, and wait until the floor for money answers."""
    assert approvals(executive, *TABLES).headers["location"] == "/setup/bank"
    assert executive.form("/setup/bank", **BANK).headers["location"] == "/setup/live"
    opening = executive.form("/setup/live", **two("A400", "E300"))
    assert "Opening the floor" in opening.text
    until = time.monotonic() + WAIT_S
    while time.monotonic() < until:
        try:
            if executive.load("/setup").status_code == 404:
                return
        except httpx.TransportError:
            pass
        time.sleep(AGAIN_S)
    raise AssertionError("the floor did not open for money")


@pytest.mark.slow
def test_a_site_written_by_hand_goes_live_in_the_same_process(plain: Path) -> None:
    with served(plain) as server:
        console = server.visitor().enroll("console", "C1")
        assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
        spot = {"seat": 2, "sensor": 1}
        assert console.press("start-round", table="C1", spots=[spot]).status_code == 200
        assert console.press("end-round", table="C1").status_code == 200
        gone_live(server, server.visitor().sign_on("E300"))
        # The console goes on; its dealer and the round that was trained are not of this floor.
        over = server.visitor().sign_on("E300").load("/setup")
        assert (over.status_code, "Page not found" in over.text) == (404, False)
        assert "Setup is finished. Pair more screens in the office: " in over.text
        assert '<a href="/office/devices">Devices</a>' in over.text
        assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
        started = console.press("start-round", table="C1", spots=[spot])
        assert (started.status_code, started.json()["events"][0]["round"]) == (200, 1)
        assert server.process.poll() is None
    (aside,) = (plain / TRAINING_FOLDER).iterdir()
    paytables = Paytables()
    lookup = {each: paytables.get(each) for each in paytables.ids()}
    for folder in (plain, aside):
        with closing(SqliteJournal(folder / "floor.db", read_only=True)) as journal:
            audit(journal, paytables=lookup)
    written = parse_site((plain / "site.toml").read_text("utf-8"))
    assert written.opened_by == ("E300", "A400")


def test_a_training_is_set_aside_whole(tmp_path: Path) -> None:
    kept = ("access.db", "site.toml")
    record = ("floor.db", "floor.db-wal", "floor.db.lock", "books.db", "vault.db")
    for name in (*kept, *record):
        (tmp_path / name).write_text(name)
    aside = set_training_aside(tmp_path, at_ms=1_700_000_000_000)
    assert aside == tmp_path / "training" / "2023-11-14T221320Z"
    assert sorted(path.name for path in aside.iterdir()) == sorted((*record, "site.toml"))
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted((*kept, "training"))
    with pytest.raises(Refusal, match="FILE_UNWRITABLE"):
        set_training_aside(tmp_path, at_ms=1_700_000_000_000)


# ---- signing on while it trains -----------------------------------------------------------------


def test_a_keypad_that_no_letter_approves_is_changed_where_the_papers_are_entered(
    site: Site,
) -> None:
    executive = site.visitor().sign_on("E300")
    page = executive.load("/setup/approvals").text
    assert "t play for real money with this keypad" in page
    assert '<option value="nexus">' in page
    assert 'value="aquarius"' not in page
    fields = {**PAPERS, "table-B1": "1", "keypad-B1": "atlas"}
    assert executive.form("/setup/approvals", **fields).status_code == 303
    assert "with its keypad" not in executive.load("/setup/approvals").text
    assert "aquarius" not in (site.running_site.folder / "site.toml").read_text("utf-8")


def test_a_setup_is_done_at_a_desk_and_with_a_phone_by_one_person(site: Site) -> None:
    desk, phone = site.visitor().sign_on("E300"), site.visitor().sign_on("E300")
    assert desk.load("/setup/devices").status_code == 200
    assert phone.load("/setup/devices").status_code == 200


def test_a_badge_is_known_in_any_capitals_and_kept_after_a_wrong_pin(site: Site) -> None:
    stranger = site.visitor()
    wrong = stranger.form("/sign-on", badge="e300", pin="9999")
    assert (wrong.status_code, 'name="badge" value="e300"' in wrong.text) == (401, True)
    right = stranger.form("/sign-on", badge=" e300 ", pin=PINS["E300"])
    assert right.status_code == 303
    assert stranger.load("/setup/devices").status_code == 200


def test_whoever_may_not_can_sign_on_as_somebody_else_who_may(site: Site) -> None:
    dealer = site.visitor().sign_on("D100")
    page = dealer.load("/setup/devices")
    assert (page.status_code, "Sign in as someone else" in page.text) == (403, True)
    off = dealer.form("/sign-off", next="/setup/devices")
    assert off.headers["location"] == "/sign-on?next=/setup/devices"
    on = dealer.form("/sign-on", badge="E300", pin=PINS["E300"], next="/setup/devices")
    assert on.headers["location"] == "/setup/devices"


def test_a_session_that_another_has_ended_says_so(site: Site) -> None:
    visitor = site.visitor().sign_on("E300")
    assert "been signed out (12-hour" not in visitor.load("/sign-on").text
    site.access.sign_on("E300", now_ms=site.running_site.now_ms())
    assert visitor.load("/pit").headers["location"] == "/sign-on?next=/pit"
    assert "been signed out (12-hour" in visitor.load("/sign-on").text
