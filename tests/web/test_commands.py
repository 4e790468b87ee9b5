"""Commands over HTTP: who may ask, what is answered, and that nothing is done twice."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from unittest.mock import Mock
from uuid import uuid4

import pytest

from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import kind_of
from pitboss.journal.codec import events_of
from pitboss.journal.sqlite import SqliteJournal
from pitboss.refusal import Refusal
from pitboss.web.access.admission import Access
from pitboss.web.access.issued import Secret

from .server_support import Site, by_pin, code_of, running

SPOT = {"seat": 2, "sensor": 1}


def kinds_after(site: Site, seq: int) -> list[str]:
    """What was put on the record since."""
    with closing(SqliteJournal(site.running_site.folder / "floor.db", read_only=True)) as journal:
        rows = list(journal.rows(after_seq=seq, limit=1000))
        return [event.kind for row in rows for event in events_of(row.events)]


def test_a_round_from_sign_in_to_the_end_PS_2_PS_6(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200
    seq = site.running_site.seq
    started = console.press("start-round", table="C1", spots=[SPOT])
    assert started.json() | {"events": []} == {
        "accepted": True, "seq": str(seq + 1), "code": "", "reason": "", "events": [],
        "table": {"phase": "open", "next": "play", "why": []},
    }  # fmt: skip
    marked = console.press("press-hand", table="C1", spot=SPOT, outcome="four_of_a_kind")
    assert marked.json()["seq"] == str(seq + 2)
    early = console.press("end-round", table="C1")
    assert code_of(early) == (409, "MARKS_UNCONFIRMED")
    card = {"track": site.cards["S200"].track}
    assert console.press("confirm-awards", table="C1", swipe=card).status_code == 200
    assert console.press("end-round", table="C1").status_code == 200


def test_a_press_is_answered_without_a_look_through_the_routes(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = site.visitor().enroll("console", "C1")
    monkeypatch.delattr("starlette.routing.Router.__call__")
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200


def test_the_same_press_asked_again_is_done_once(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    seq = site.running_site.seq
    body = {"command_id": "once", "table": "C1", "spots": [SPOT]}
    first = console.post("/api/commands/start-round", body)
    again = console.post("/api/commands/start-round", body)
    assert first.json() == again.json()
    assert (first.json()["seq"], first.json()["accepted"]) == (str(seq + 1), True)
    other = console.post("/api/commands/start-round", {**body, "spots": []})
    assert code_of(other) == (409, "COMMAND_ID_REUSED")
    assert site.running_site.seq == seq + 1


def test_an_answer_tells_marks_awards_envy_and_the_next_step(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    started = console.press("start-round", table="C1", spots=[SPOT]).json()
    (event,) = started["events"]
    assert (event["kind"], event["takings"][0]["bets"]) == ("round-started", 1)
    press = {"table": "C1", "spot": SPOT, "outcome": "four_of_a_kind"}
    for kind, step in (
        ("winner-marked", "confirm"), ("winner-unmarked", "play"), ("winner-marked", "confirm"),
    ):  # fmt: skip
        told = console.press("press-hand", **press).json()
        assert (told["events"][0]["kind"], told["table"]["next"]) == (kind, step)
    early = console.press("end-round", table="C1").json()
    assert (early["code"], early["events"], early["table"]["next"]) == (
        "MARKS_UNCONFIRMED", [], "confirm",
    )  # fmt: skip
    card = {"track": site.cards["S200"].track}
    confirmed = console.press("confirm-awards", table="C1", swipe=card).json()
    (award,) = confirmed["events"][0]["awards"]
    assert (award["seat"], award["outcome"]) == (SPOT["seat"], "four_of_a_kind")
    assert award["meter_cents"] + award["tray_cents"] > 0
    assert confirmed["table"] == {"phase": "awarded", "next": "end", "why": []}
    ended = console.press("end-round", table="C1").json()
    assert ended["events"] == [{"kind": "round-ended", "table": "C1", "round": 1, "envy": []}]


def test_a_sensor_board_says_that_it_cannot_read_and_reads_again(site: Site) -> None:
    board = site.visitor().enroll("sensor", "C1")
    closed = board.press("close-betting", table="C1", reason="the loop of seat 3 is open")
    assert closed.json()["events"][0]["device"], closed.text
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    assert code_of(console.press("start-round", table="C1", spots=[])) == (409, "BETTING_CLOSED")
    assert board.press("open-betting", table="C1").status_code == 200
    assert console.press("start-round", table="C1", spots=[]).status_code == 200
    assert code_of(board.press("close-betting", table="C1", reason="x", device="other"))[0] == 422


def test_a_dealers_badge_confirms_nothing_PS_4(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    seq = site.running_site.seq
    answer = console.press("confirm-awards", table="C1", swipe=by_pin("D101"))
    assert code_of(answer) == (409, "ROLE_TOO_LOW")
    assert kinds_after(site, seq) == ["command-refused"]


def test_a_console_works_at_its_own_table_only(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    answer = console.press("start-round", table="C2", spots=[])
    assert code_of(answer) == (403, "DEVICE_ELSEWHERE")


def test_a_sign_presses_nothing_PS_50(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    assert code_of(sign.press("start-round", table="C1", spots=[])) == (403, "DEVICE_ELSEWHERE")


def test_a_browser_nobody_enrolled_presses_nothing(site: Site) -> None:
    stranger = site.visitor()
    assert code_of(stranger.press("start-round", table="C1", spots=[])) == (401, "DEVICE_UNKNOWN")
    assert code_of(stranger.press("close-day", day="2026-11-15")) == (401, "NOT_SIGNED_ON")


def test_a_forged_device_is_no_device(site: Site) -> None:
    forged = site.visitor()
    forged.load()
    forged.cookies["pitboss_device"] = "x" * 43
    assert code_of(forged.press("start-round", table="C1", spots=[])) == (401, "DEVICE_UNKNOWN")


def test_a_retired_device_is_no_device(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    technician = site.visitor().sign_on("E300")
    (device,) = site.access.devices()
    gone = technician.post(f"/api/devices/{device.device}/retire", {"reason": "broken"})
    assert gone.status_code == 200
    assert code_of(console.press("end-round", table="C1")) == (401, "DEVICE_UNKNOWN")


def test_a_device_that_is_not_there_is_not_retired(site: Site) -> None:
    technician = site.visitor().sign_on("E300")
    site.visitor().enroll("console", "C1")
    (device,) = site.access.devices()
    seq = site.running_site.seq
    gone = technician.post("/api/devices/console-0/retire", {"reason": "broken"})
    assert code_of(gone) == (404, "DEVICE_NOT_FOUND")
    assert gone.json()["reason"].startswith("console-0: no such device")
    assert kinds_after(site, seq) == [], "a slip of the pen is no try of a stranger"
    address = f"/api/devices/{device.device}/retire"
    assert technician.post(address, {"reason": "broken"}).status_code == 200
    again = technician.post(address, {"reason": "broken"})
    assert code_of(again) == (404, "DEVICE_NOT_FOUND")


@pytest.mark.parametrize("mended", ["asked again", "started again"])
def test_a_retired_device_is_out_even_if_the_server_died_in_between(
    folder: Path,
    keys: tuple[Path, dict[str, Secret]],
    monkeypatch: pytest.MonkeyPatch,
    mended: str,
) -> None:
    def die(access: Access, device: str) -> None:
        raise RuntimeError("killed here")

    with running(folder, keys[1]) as site:
        console = site.visitor().enroll("console", "C1")
        technician = site.visitor().sign_on("E300")
        (device,) = site.access.devices()
        address = f"/api/devices/{device.device}/retire"
        with monkeypatch.context() as broken:
            broken.setattr(Access, "retire", die)
            assert technician.post(address, {"reason": "broken"}).status_code == 500
        assert console.press("call-help", table="C1", reason="help").status_code != 401
        if mended == "asked again":
            assert technician.post(address, {"reason": "broken"}).status_code == 200
            assert site.access.devices() == []
    with running(folder, keys[1]) as site:
        site.visitor().load()  # once it answers, it has started
        assert site.access.devices() == []


def test_the_pit_confirms_and_pauses_by_session_PS_4_ALL_4(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    assert supervisor.press("pause-table", table="C1", reason="count").status_code == 200
    assert code_of(supervisor.press("confirm-awards", table="C1")) == (409, "TABLE_PAUSED")
    assert supervisor.press("resume-table", table="C1", reason="counted").status_code == 200


def test_a_table_whose_record_lacks_rows_is_told_to_stop_and_not_to_remove_files(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(journal: SqliteJournal, rows: object, *, after: object) -> None:
        noted = {"last": 1, "noted": 2, "file": "noted.json"}
        raise Refusal("JOURNAL_DAMAGED", "ends_before", where="database", **noted)

    console = site.visitor().enroll("console", "C1")
    with monkeypatch.context() as put_back:
        put_back.setattr(SqliteJournal, "append", refuse)
        told = console.press("call-supervisor", table="C1", reason="help")
    assert code_of(told) == (503, "JOURNAL_DAMAGED")
    assert told.json()["reason"] == (
        "Not done: the server is missing part of its record. Stop play and call a supervisor."
        " The server log tells the technician what to restore."
    )
    assert not {"case", "where", "values"} & set(told.json())


def test_a_session_presses_no_dealers_button(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    assert code_of(executive.press("start-round", table="C1", spots=[])) == (
        401,
        "DEVICE_UNKNOWN",
    )


def test_two_people_adjust_a_meter(site: Site) -> None:
    clerk = site.visitor().sign_on("A400")
    asked = {
        "jackpot": "fours", "level": "main", "adjustment": "correction", "cents": 500,
        "reason": "a display was wrong",
    }  # fmt: skip
    alone = clerk.press("adjust-meter", **asked)
    assert code_of(alone) == (401, "SWIPE_MISSING")
    twice = clerk.press("adjust-meter", **asked, second_swipe=by_pin("A400"))
    assert code_of(twice) == (409, "BADGE_TWICE")
    low = clerk.press("adjust-meter", **asked, second_swipe=by_pin("D100"))
    assert code_of(low) == (409, "ROLE_TOO_LOW")


def test_what_can_not_be_read_is_refused_with_its_place(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")

    def reason(**body: object) -> tuple[int, str]:
        answer = console.press("start-round", **body)
        return answer.status_code, answer.json()["reason"]

    assert reason(table="C1") == (422, "body: spots is missing")
    assert reason(table="C1", spots=[], at_ms=1) == (422, "at_ms: no such field")
    assert reason(table="C1", spots=[{"seat": "2", "sensor": 1}]) == (
        422,
        "spots.0.seat: must be a whole number, not text",
    )
    assert reason(table="C1", spots=[{"seat": True, "sensor": 1}])[0] == 422
    assert reason(table="C1", spots=[{"seat": 2, "sensor": 1, "lit": True}]) == (
        422,
        "spots.0: there's no field lit",
    )
    clerk = site.visitor().sign_on("A400")
    asked = {"jackpot": "fours", "level": "main", "adjustment": "won", "reason": "x"}
    amounts = {
        "500": "cents: must be a whole number, not text",
        5.5: "cents: must be a whole number, not a fraction",
        2**53: "cents: a number can be at most 9,007,199,254,740,991",
    }
    for cents, told in amounts.items():
        assert clerk.press("adjust-meter", **asked, cents=cents).json()["reason"] == told


def test_a_press_goes_to_the_engine_once(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    monkeypatch.setattr(site.running_site, "look", Mock(side_effect=AssertionError))
    started = console.press("start-round", table="C1", spots=[SPOT])
    assert started.json()["table"]["phase"] == "open"


def test_no_json_and_too_much_of_it(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    headers = {"X-CSRF-Token": console.csrf, "Content-Type": "application/json"}
    path = "/api/commands/end-round"
    broken = console.request("POST", path, content=b"{", headers=headers)
    assert code_of(broken) == (422, "COMMAND_UNREADABLE")
    surrogate = console.request("POST", path, content=b'{"table":"\\ud800"}', headers=headers)
    assert surrogate.status_code == 422
    long = console.request("POST", path, content=b" " * 65_537, headers=headers)
    assert code_of(long) == (413, "BODY_TOO_LARGE")

    unsaid = console.request("POST", path, content=iter([b"{}"]), headers=headers)
    assert unsaid.status_code == 411


def test_lights_of_a_console_without_a_sensor_board_PS_1(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    lit = console.post("/api/tables/C1/lights", {**SPOT, "lit": True})
    assert lit.status_code == 200
    assert [(spot.seat, spot.sensor) for spot in site.running_site.lights.find_lit("C1")] == [
        (2, 1)
    ]
    unknown = console.post("/api/tables/C1/lights", {"seat": 9, "sensor": 1, "lit": True})
    assert code_of(unknown) == (409, "SPOT_UNKNOWN")
    elsewhere = console.post("/api/tables/C2/lights", {**SPOT, "lit": True})
    assert code_of(elsewhere) == (403, "DEVICE_ELSEWHERE")
    console.press("start-round", table="C1", spots=[SPOT])
    assert site.running_site.lights.find_lit("C1") == ()


def test_a_device_by_token_needs_no_page(site: Site) -> None:
    made = site.access.make_code(kind="sensor", table="C1", now_ms=site.running_site.now_ms())
    joined = site.visitor().request("POST", "/api/devices/enroll", json={"code": made}).json()
    assert (joined["kind"], joined["table"], len(joined["key"])) == ("sensor", "C1", 64)
    body = {"command_id": str(uuid4()), "table": "C1", "spot": SPOT}
    seen = site.visitor().request(
        "POST", "/api/commands/see-late-bet", json=body,
        headers={"Authorization": f"Bearer {joined['token']}"},
    )  # fmt: skip
    assert code_of(seen) == (409, "NO_ROUND")


def test_every_command_has_a_route(site: Site) -> None:
    paths = site.visitor().load("/api/openapi.json").json()["paths"]
    assert {f"/api/commands/{kind_of(kind)}" for kind in COMMANDS} <= set(paths)
    body = paths["/api/commands/start-round"]["post"]["requestBody"]["content"]
    schema = body["application/json"]["schema"]
    assert schema["required"] == ["command_id", "table", "spots"]
    assert schema["properties"]["spots"]["items"]["required"] == ["seat", "sensor"]


def test_an_answer_to_a_person_says_what_followed_in_a_sentence(site: Site) -> None:
    paused = site.visitor().sign_on("S200").press("pause-table", table="C1", reason="card count")
    assert paused.json()["told"] == "Floor Supervisor (S200) paused table C1: card count."
    console = site.visitor().enroll("console", "C2")
    assert "told" not in console.press("call-supervisor", table="C2", reason="a fill").json()
