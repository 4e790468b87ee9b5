"""Somebody writes into access.db, past the server: what the journal does not have counts not."""

from __future__ import annotations

import hashlib
import sqlite3

import pytest

from pitboss.floor.facts.people import AccessRefused
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from web.server_support import PINS, Site, by_pin, code_of

OWN = hashlib.sha256(b"made up").hexdigest()
SOON_MS = 4_000_000_000_000


def write(site: Site, statement: str, *values: object) -> None:
    """Write into the store as whoever has the file can, and let the server see it."""
    site.client.get("/healthz")  # it runs, and has noted the PINs it opened with
    with sqlite3.connect(site.running_site.folder / "access.db") as store:
        store.execute(statement, values)
    store.close()
    site.access.refresh()


def need_alarm(site: Site, where: str) -> None:
    """The try is on the record, and counted where the alarm looks."""
    journal = JournalPlace(site.running_site.folder)()
    rows = [each for row in every_row(journal) for each in events_of(row.events)]
    journal.close()
    (found,) = [each for each in rows if isinstance(each, AccessRefused)]
    assert (found.code, found.who) == ("NOT_ON_RECORD", where)
    assert 'refusals_total{code="NOT_ON_RECORD"} 1' in site.running_site.counts.text({})


def test_a_session_that_is_not_on_record_is_refused(site: Site) -> None:
    write(site, "INSERT INTO session VALUES (?, ?, ?)", OWN, "E300", SOON_MS)
    stranger = site.visitor()
    stranger.cookies["pitboss_session"] = "made up"
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
    bearer = {"Authorization": "Bearer made up"}
    body = {"command_id": "1", "table": "C1", "swipe": by_pin("D100")}
    answer = site.client.post("/api/commands/sign-in", json=body, headers=bearer)
    assert code_of(answer) == (403, "NOT_ON_RECORD")


def test_a_device_is_what_the_record_says(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    write(site, "UPDATE device SET kind = ?", "console")
    assert sign.request("GET", "/table/C1").status_code == 403


def test_a_card_that_is_not_on_record_is_refused(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    digest = hashlib.sha256(b"1234567890").hexdigest()
    write(site, "UPDATE badge SET code_sha256 = ? WHERE badge = ?", digest, "S200")
    forged = {"track": ";S200=1234567890?"}
    answer = console.press("answer-call", table="C1", swipe=forged)
    assert code_of(answer) == (403, "NOT_ON_RECORD")
    need_alarm(site, "S200")


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
        assert site.access.unnoted() == []
    answer = site.visitor().form("/sign-on", badge="E300", pin=PINS["U600"])
    assert (answer.status_code, "NOT_ON_RECORD" in answer.text) == (403, True)
    need_alarm(site, "E300")


def test_a_code_written_into_the_store_enrolls_nothing(site: Site) -> None:
    digest = hashlib.sha256(b"ABCDEFGH").hexdigest()
    row = (digest, "console", "C1", SOON_MS, "E300", "", "", "")
    write(site, "INSERT INTO device_code VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
    answer = site.client.post("/api/devices/enroll", json={"code": "ABCDEFGH"})
    assert code_of(answer) == (403, "NOT_ON_RECORD")
    assert site.access.devices() == []


def test_a_code_enrolls_what_it_was_made_for(site: Site) -> None:
    code = site.access.make_code(kind="sign", table="C1", made_by="E300", now_ms=SOON_MS)
    write(site, "UPDATE device_code SET kind = ?", "console")
    answer = site.client.post("/api/devices/enroll", json={"code": code})
    assert code_of(answer) == (403, "NOT_ON_RECORD")
