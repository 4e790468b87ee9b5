"""Somebody writes into access.db, past the server: what the journal does not have counts not."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from pitboss.floor.facts import devices, people
from pitboss.floor.facts.base import COMMAND_LINE, OFFICE, Event
from pitboss.journal import every_row
from pitboss.journal.codec import command_of, events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.clocks import clock_ms
from pitboss.live.house_key import HouseKey
from pitboss.refusal import Refusal
from pitboss.web.access.admission import SESSION_MS, Access
from pitboss.web.access.backup import copy_store, restore
from pitboss.web.access.pins import fits_pin
from pitboss.web.access.store import access_store
from web.server_support import PINS, Site, by_pin, code_of

SomeEvent = TypeVar("SomeEvent", bound=Event)
SOON_MS = 4_000_000_000_000
MADE_UP = f"made up.{SOON_MS}"
OWN = hashlib.sha256(MADE_UP.encode()).hexdigest()


def write(site: Site, statement: str, *values: object) -> None:
    """Write into the store as whoever has the file can, and let the server see it."""
    site.client.get("/healthz")  # it runs, and has noted the PINs it opened with
    with sqlite3.connect(site.running_site.folder / "access.db") as store:
        store.execute(statement, values)
    store.close()
    site.access.refresh()


def recorded(site: Site, kind: type[SomeEvent]) -> list[tuple[SomeEvent, str]]:
    """The events of a kind that the journal has, each with where its command came from."""
    with closing(JournalPlace(site.running_site.folder)()) as journal:
        rows = [(row.events, command_of(row.asked).sent_from) for row in every_row(journal)]
    events = ((each, sent_from) for text, sent_from in rows for each in events_of(text))
    return [(each, sent_from) for each, sent_from in events if isinstance(each, kind)]


def need_alarm(site: Site, where: str) -> None:
    """The try is on the record, and counted where the alarm looks."""
    ((found, _),) = recorded(site, people.AccessRefused)
    assert (found.code, found.who) == ("NOT_ON_RECORD", where)
    assert 'refusals_total{code="NOT_ON_RECORD"} 1' in site.running_site.counts.text({})


def test_a_language_that_does_not_exist_counts_as_none(site: Site) -> None:
    write(site, "INSERT INTO language VALUES (?, ?)", "E300", "xx")
    assert site.visitor().sign_on("E300").request("GET", "/pit").status_code == 200


def test_lock_outs_that_nobody_can_read_count_as_none(site: Site) -> None:
    write(site, "INSERT OR REPLACE INTO key VALUES (?, ?)", "lock-outs", "garbage")
    assert site.visitor().sign_on("E300").request("GET", "/pit").status_code == 200


@pytest.mark.parametrize(
    ("spoils", "mends"),
    [
        ("UPDATE device_line SET seats = 'one two'", "UPDATE device_line SET seats = ''"),
        ("UPDATE device SET enrolled_ms = 'soon'", "UPDATE device SET enrolled_ms = 1"),
        ("INSERT INTO badge VALUES ('S9', 'gülden', '')", "DELETE FROM badge WHERE badge = 'S9'"),
        ("INSERT INTO badge VALUES ('S9', '', 'gülden')", "DELETE FROM badge WHERE badge = 'S9'"),
    ],
)
def test_what_nobody_can_read_refuses_by_name_until_it_is_gone(
    site: Site, spoils: str, mends: str
) -> None:
    site.visitor().enroll("console", "C1")
    for statement, status in ((spoils, 503), (mends, 303)):
        with sqlite3.connect(site.running_site.folder / "access.db") as store:
            store.execute(statement)
        store.close()
        answer = site.visitor().form("/sign-on", badge="E300", pin=PINS["E300"])
        assert answer.status_code == status
        assert ("ACCESS_UNAVAILABLE" in answer.text) is (status == 503)


@pytest.mark.parametrize("pin", [b"\xff", ""])
def test_a_pin_that_nobody_can_read_is_no_pin(site: Site, pin: str | bytes) -> None:
    write(site, "UPDATE badge SET pin = ? WHERE badge = 'E300'", pin)
    assert site.visitor().form("/sign-on", badge="E300", pin=PINS["E300"]).status_code == 401


@pytest.mark.parametrize("session", [MADE_UP, "made up"])
def test_a_session_that_is_not_on_record_is_refused(site: Site, session: str) -> None:
    digest = hashlib.sha256(session.encode()).hexdigest()
    write(site, "INSERT INTO session VALUES (?, ?, ?)", digest, "E300", SOON_MS)
    stranger = site.visitor()
    stranger.cookies["pitboss_session"] = session
    answer = stranger.request("GET", "/pit")
    assert answer.status_code == 403
    assert "NOT_ON_RECORD" in answer.text
    need_alarm(site, "E300")
    assert stranger.form("/sign-on", badge="E300", pin=PINS["E300"]).status_code == 303


def test_a_session_is_its_own_badges_alone(site: Site) -> None:
    auditor = site.visitor().sign_on("U600")
    write(site, "UPDATE session SET badge = ?", "E300")
    assert auditor.request("GET", "/pit").status_code == 403
    need_alarm(site, "E300")


@pytest.mark.parametrize("table", ["C1", "*"])
def test_a_console_that_is_not_on_record_is_refused(site: Site, table: str) -> None:
    row = ("console-00000000", "console", table, OWN, 1, "E300")
    write(site, "INSERT INTO device VALUES (?, ?, ?, ?, ?, ?)", *row)
    bearer = {"Authorization": f"Bearer {MADE_UP}"}
    body = {"command_id": "1", "table": "C1", "swipe": by_pin("D100")}
    answer = site.client.post("/api/commands/sign-in", json=body, headers=bearer)
    assert code_of(answer) == (403, "NOT_ON_RECORD")


def test_a_device_is_what_the_record_says(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    write(site, "UPDATE device SET kind = ?", "console")
    assert sign.request("GET", "/table/C1").status_code == 403


def test_a_card_that_is_not_on_record_is_refused(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    digest = site.access._card_digest("S200", "1234567890")
    write(site, "UPDATE badge SET code_sha256 = ? WHERE badge = ?", digest, "S200")
    forged = {"track": ";S200=1234567890?"}
    answer = console.press("answer-call", table="C1", swipe=forged)
    assert code_of(answer) == (403, "NOT_ON_RECORD")
    need_alarm(site, "S200")


def test_nobody_tries_ten_digits_against_the_store_without_the_houses_key(site: Site) -> None:
    code = site.access.issue("S200").track[6:-1]
    assert site.access.is_card("S200", code)
    ((kept,),) = site.access._store.read("SELECT code_sha256 FROM badge WHERE badge = 'S200'")
    assert kept != hashlib.sha256(code.encode()).hexdigest()


def test_nobody_tries_pins_against_the_store_without_the_houses_key(site: Site) -> None:
    assert site.access.is_pin("E300", PINS["E300"])
    ((kept,),) = site.access._store.read("SELECT pin FROM badge WHERE badge = 'E300'")
    assert not fits_pin(str(kept), PINS["E300"])


def test_a_pin_that_is_not_on_record_is_refused(site: Site) -> None:
    ((known,),) = site.access._store.read("SELECT pin FROM badge WHERE badge = 'U600'")
    write(site, "UPDATE badge SET pin = ? WHERE badge = ?", known, "E300")
    answer = site.visitor().form("/sign-on", badge="E300", pin=PINS["U600"])
    assert answer.status_code == 403
    need_alarm(site, "E300")


def rows_of(site: Site, table: str) -> list[tuple[object, ...]]:
    """What the store has, as whoever can read the file copies it."""
    with sqlite3.connect(site.running_site.folder / "access.db") as store:
        found = store.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608
    store.close()
    return found


@pytest.mark.parametrize("used", ["used", ""])
def test_a_retired_device_that_is_put_back_is_refused(site: Site, used: str) -> None:
    console = site.visitor().enroll("console", "C1")
    if used:
        assert console.load("/table/C1").status_code == 200
    (row,) = rows_of(site, "device")
    executive = site.visitor().sign_on("E300")
    retired = executive.post(f"/api/devices/{row[0]}/retire", {"reason": "stolen"})
    assert retired.status_code == 200
    write(site, "INSERT INTO device VALUES (?, ?, ?, ?, ?, ?)", *row)
    answer = console.request("GET", "/table/C1")
    assert (answer.status_code, "NOT_ON_RECORD" in answer.text) == (403, True)


@pytest.mark.parametrize("way", ["sign off", "new PIN", "sign on elsewhere"])
def test_an_ended_session_that_is_put_back_is_refused(
    site: Site, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site.running_site, "only_trains", False)  # one session a badge
    auditor = site.visitor().sign_on("U600")
    assert auditor.load("/pin").status_code == 200
    (row,) = rows_of(site, "session")
    cookie = auditor.cookies["pitboss_session"]
    if way == "sign off":
        auditor.form("/sign-off")
    elif way == "new PIN":
        asked = {"reason": "lost", "second_swipe": by_pin("A400")}
        assert site.visitor().sign_on("E300").post("/api/badges/U600/keys", asked).is_success
    else:
        site.visitor().sign_on("U600")
    write(site, "INSERT INTO session VALUES (?, ?, ?)", *row)
    auditor.cookies["pitboss_session"] = cookie
    answer = auditor.request("GET", "/pin")
    assert (answer.status_code, "NOT_ON_RECORD" in answer.text) == (403, True)
    need_alarm(site, "U600")


def test_a_pin_and_its_note_written_into_the_store_sign_nobody_on(site: Site) -> None:
    """The note that a PIN was changed counts only with the proof that the house's key makes."""
    ((known,),) = site.access._store.read("SELECT pin FROM badge WHERE badge = 'U600'")
    write(site, "UPDATE badge SET pin = ? WHERE badge = ?", known, "E300")
    for note in ("1 command line", "1", "", f"1 {'0' * 64} command line"):
        write(site, "INSERT OR REPLACE INTO key VALUES (?, ?)", "unnoted E300", note)
        assert site.access.list_unnoted() == []
    answer = site.visitor().form("/sign-on", badge="E300", pin=PINS["U600"])
    assert (answer.status_code, "NOT_ON_RECORD" in answer.text) == (403, True)
    need_alarm(site, "E300")


def test_a_code_written_into_the_store_enrolls_nothing(site: Site) -> None:
    digest = site.access.codes._digest("ABCDEFGH")
    row = (digest, "console", "C1", SOON_MS, "E300", "", "", "")
    write(site, "INSERT INTO device_code VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    answer = site.client.post("/api/devices/enroll", json={"code": "ABCDEFGH"})
    assert code_of(answer) == (403, "NOT_ON_RECORD")
    assert site.access.devices() == []


def test_a_code_enrolls_what_it_was_made_for(site: Site) -> None:
    code = site.access.make_code(kind="sign", table="C1", now_ms=clock_ms())
    write(site, "UPDATE device_code SET kind = ?", "console")
    answer = site.client.post("/api/devices/enroll", json={"code": code})
    assert code_of(answer) == (403, "NOT_ON_RECORD")


def test_a_code_is_on_record_by_who_made_it_and_never_as_it_is(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    answer = executive.post("/api/devices/codes", {"kind": "console", "table": "C1"})
    letters = answer.json()["device_code"]
    ((made, sent_from),) = recorded(site, devices.DeviceCodeMade)
    assert (made.badge, made.device_kind, made.table) == ("E300", "console", "C1")
    assert made.code_sha256 == site.access.codes._digest(letters)
    assert made.code_sha256 != hashlib.sha256(letters.encode()).hexdigest()
    assert sent_from.startswith(OFFICE)
    assert site.visitor().form("/enroll", code=letters).status_code == 303
    ((enrolled, _),) = recorded(site, devices.DeviceEnrolled)
    assert (enrolled.badge, enrolled.code_sha256) == ("E300", made.code_sha256)


def test_a_code_of_the_command_line_is_on_record_under_nobodys_badge(site: Site) -> None:
    code = site.access.make_code(kind="sign", table="C1", now_ms=clock_ms())
    assert site.visitor().form("/enroll", code=code).status_code == 303
    ((made, sent_from),) = recorded(site, devices.DeviceCodeMade)
    assert (made.badge, sent_from) == ("", COMMAND_LINE)
    ((enrolled, _),) = recorded(site, devices.DeviceEnrolled)
    assert enrolled.badge == ""


@pytest.mark.parametrize("maker", ["E300", ""])
def test_a_used_code_that_is_put_back_enrolls_nothing(site: Site, maker: str) -> None:
    if maker:
        executive = site.visitor().sign_on(maker)
        answer = executive.post("/api/devices/codes", {"kind": "console", "table": "C1"})
        code = answer.json()["device_code"]
    else:
        code = site.access.make_code(kind="console", table="C1", now_ms=clock_ms())
    (row,) = rows_of(site, "device_code")
    assert site.client.post("/api/devices/enroll", json={"code": code}).status_code == 200
    write(site, "INSERT INTO device_code VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    answer = site.client.post("/api/devices/enroll", json={"code": code})
    assert code_of(answer) == (403, "NOT_ON_RECORD")
    assert len(site.access.devices()) == 1


def test_a_session_ends_when_it_was_to_end_whatever_the_store_says(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    session = executive.cookies["pitboss_session"]
    write(site, "UPDATE session SET until_ms = ?", SOON_MS)
    assert site.access.badge_of(session, now_ms=clock_ms()) == "E300"
    assert site.access.badge_of(session, now_ms=clock_ms() + SESSION_MS) == ""


def test_an_old_pin_put_back_with_its_note_is_refused(site: Site) -> None:
    """Whoever copied the note of a change has its proof; what was replaced counts no more."""
    site.client.get("/healthz")
    site.access.set_pin("U600", "70916")
    copied = [row for row in rows_of(site, "badge") if row[0] == "U600"]
    copied_notes = [row for row in rows_of(site, "key") if row[0] == "unnoted U600"]
    assert site.visitor().form("/sign-on", badge="U600", pin="70916").status_code == 303
    asked = {"reason": "known to others", "second_swipe": by_pin("A400")}
    assert site.visitor().sign_on("E300").post("/api/badges/U600/keys", asked).is_success
    write(site, "INSERT OR REPLACE INTO badge VALUES (?, ?, ?)", *copied[0])
    write(site, "INSERT OR REPLACE INTO key VALUES (?, ?)", *copied_notes[0])
    answer = site.visitor().form("/sign-on", badge="U600", pin="70916")
    assert (answer.status_code, "NOT_ON_RECORD" in answer.text) == (403, True)
    assert site.access.list_unnoted() == []


def test_another_key_of_the_house_opens_a_restored_store_alone(tmp_path: Path) -> None:
    site, restored = tmp_path / "site", tmp_path / "restored"
    site.mkdir()
    restored.mkdir()
    first, second = (HouseKey(tmp_path / name, site_folder=site) for name in ("one", "two"))
    with closing(Access(site, house_key=first)) as access:
        made = access.issue("S200")
        code = made.track.strip(";?").partition("=")[2]
    with pytest.raises(Refusal, match="HOUSE_KEY_OTHER"):
        Access(site, house_key=second)
    with closing(access_store(site, "")) as there, closing(access_store(restored, "")) as here:
        restore(here, copy_store(there))
    with closing(Access(restored, house_key=second)) as access:
        assert access.has_keys("S200")
        assert not access.is_card("S200", code)
        assert not access.is_pin("S200", made.pin)
