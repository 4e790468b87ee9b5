"""Event streams: the newest pictures at once, newer ones after, and what is said when all fails."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.floor.state.approved import TERMS_DRIFT, Drift
from pitboss.live.hub import PLACES, Hub, make_picture
from pitboss.refusal import Refusal, say
from pitboss.web.api.stream import told_in

from .server_support import ANSWER_S, Site, Visitor, by_pin, code_of

SPOT = {"seat": 2, "sensor": 1}


class Messages:
    """The messages of a stream, one after the other."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines

    def next(self) -> tuple[str, dict[str, Any]]:
        """The next message: its kind and its data."""
        kind = ""
        for line in self._lines:
            if line.startswith("event: "):
                kind = line.removeprefix("event: ")
            if line.startswith("data: "):
                return kind, json.loads(line.removeprefix("data: "))
        raise AssertionError("the stream has ended")

    def until(self, kind: str, **wanted: object) -> dict[str, Any]:
        """The next message of a kind that has these values."""
        while True:
            found, data = self.next()
            if found == kind and all(data[name] == value for name, value in wanted.items()):
                return data


@contextmanager
def listening(site: Site, visitor: Visitor, path: str) -> Iterator[Messages]:
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    with (
        httpx.Client(base_url=site.address, timeout=ANSWER_S) as client,
        client.stream("GET", path, headers={"Cookie": cookies}) as answer,
    ):
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield Messages(answer.iter_lines())


def test_what_the_code_says_of_a_table_is_told_in_the_language_of_who_watches() -> None:
    drift = Drift(TERMS_DRIFT, "sensor 1 main rate", "20 %", "22 %")
    stopped = say(TERMS_DRIFT, drift=drift.told, rule='letter "A"')
    why = {"word": "told", "text": msgspec.json.encode(stopped).decode()}
    shown = make_picture(
        "table", seq=7, data=msgspec.json.encode({"table": "M1", "why": [why]})
    ).message
    (line,) = [each for each in told_in("es", shown).split(b"\n") if each.startswith(b"data: ")]
    assert json.loads(line.removeprefix(b"data: "))["why"][0]["text"] == (
        "sensor 1: tasa de Main: aprobado 20 %, en uso 22 %. Déjelo como estaba, o ingrese una"
        ' aprobación nueva (carta "A")'
    )


@pytest.mark.parametrize("language", ["en", "es"])
def test_where_a_rule_came_from_is_told_to_nobody_who_watches(language: str) -> None:
    why = say("BETTING_CLOSED", "closed_betting", rule="no rule found: we use the strictest")
    board = {"table": "M1", "why": [{"word": "told", "text": msgspec.json.encode(why).decode()}]}
    shown = make_picture("table", seq=7, data=msgspec.json.encode(board)).message
    said = told_in(language, shown)
    assert b"strictest" not in said
    assert b"estricta" not in said


@pytest.mark.parametrize(
    ("language", "why", "call"),
    [("es", "El crupier presionó Pausa", "Equipo"), ("en", "Dealer pressed Pause", "Equipment")],
)
def test_a_reason_that_was_chosen_is_told_in_the_language_of_who_watches(
    language: str, why: str, call: str
) -> None:
    row = {"table": "M1", "why": [{"word": "said", "text": "@pause_pressed"}], "call": "@equipment"}
    shown = make_picture("pit", seq=7, data=msgspec.json.encode(row)).message
    (line,) = [each for each in told_in(language, shown).split(b"\n") if each[:6] == b"data: "]
    told = json.loads(line.removeprefix(b"data: "))
    assert (told["why"][0]["text"], told["call"]) == (why, call)


def test_a_console_gets_the_newest_and_then_newer(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    with listening(site, console, "/api/stream/table/C1") as heard:
        first = dict(heard.next() for _ in range(4))
        assert set(first) == {"table", "jackpot", "lights", "beat"}
        assert first["table"]["phase"] == "no_dealer"
        assert first["jackpot"]["levels"][0]["meter_cents"] == 100000
        assert first["beat"]["journal"] == "ok"
        console.press("sign-in", table="C1", swipe=by_pin("D100"))
        assert heard.until("table", phase="idle")["dealer"]["name"] == "First Dealer"
        console.post("/api/tables/C1/lights", {**SPOT, "lit": True})
        assert heard.until("lights", lit=[SPOT])["board"] == "none"
        console.press("start-round", table="C1", spots=[SPOT])
        assert heard.until("table", phase="open")["spots"] == [SPOT]


def test_a_hit_reaches_every_table_of_the_link_PS_30(site: Site) -> None:
    console = site.visitor().enroll("console", "C2")
    sign = site.visitor().enroll("sign", "H1")
    console.press("sign-in", table="C2", swipe=by_pin("D100"))
    console.press("start-round", table="C2", spots=[SPOT])
    with listening(site, sign, "/api/stream/sign/H1") as heard:
        console.press("press-hand", table="C2", spot=SPOT, outcome="full_house")
        console.press("confirm-awards", table="C2", swipe=by_pin("E300"))
        hit = heard.until("hit")
        assert (hit["table"], hit["awards"][0]["outcome"]) == ("C2", "full_house")


def test_the_pit_sees_a_winner_waiting(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    supervisor = site.visitor().sign_on("S200")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    console.press("start-round", table="C1", spots=[SPOT])
    with listening(site, supervisor, "/api/stream/pit?table=C1") as heard:
        console.press("press-hand", table="C1", spot=SPOT, outcome="four_aces")
        while True:
            pit = heard.until("pit")
            row = next(row for row in pit["tables"] if row["table"] == "C1")
            if row["needs"] == "confirm":
                break
        assert [(win["seat"], win["hand"]) for win in row["wins"]] == [(2, "Four Aces")]


def test_a_stream_of_no_table_and_of_no_right(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200")
    assert code_of(supervisor.load("/api/stream/table/Z9")) == (404, "TABLE_UNKNOWN")
    sign = site.visitor().enroll("sign", "C1")
    assert code_of(sign.load("/api/stream/table/C1")) == (403, "DEVICE_ELSEWHERE")


def test_who_closes_the_page_is_gone(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    other = site.visitor().enroll("console", "C2")
    with listening(site, other, "/api/stream/table/C2") as heard:
        with listening(site, console, "/api/stream/table/C1") as closed:
            closed.next()
            assert len(site.running_site.hub) == 2
        # Every beat is tried on both; one that cannot be sent ends its stream.
        for _ in range(20):
            heard.until("beat")
            if len(site.running_site.hub) == 1:
                break
        assert len(site.running_site.hub) == 1
        assert not site.running_site.hub.is_watched("table C1")


def test_a_journal_that_is_gone_is_said_and_comes_back_by_itself(folder: Path, site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    file = folder / "floor.db"
    body = {"command_id": "again", "table": "C1", "spots": [SPOT]}
    with listening(site, console, "/api/stream/table/C1") as heard:
        file.rename(folder / "elsewhere.db")
        refused = console.post("/api/commands/start-round", body)
        assert code_of(refused) == (503, "JOURNAL_UNAVAILABLE")
        heard.until("beat", journal="unavailable")
        assert site.visitor().load("/healthz").status_code == 503
        (folder / "elsewhere.db").rename(file)
        heard.until("beat", journal="ok")
        assert console.post("/api/commands/start-round", body).status_code == 200
        assert site.visitor().load("/healthz").status_code == 200


def test_a_slow_watcher_holds_the_newest_picture_only() -> None:
    hub = Hub()
    watcher = hub.join(["table C1", "beat"], identity="a sign")
    for seq in range(1000):
        hub.show({"table C1": make_picture("table", seq=seq, data=b"{}")})
    message = asyncio.run(watcher.next())
    assert message == b"event: table\nid: 999\ndata: {}\n\n"


def test_places_are_kept_for_consoles_up_to_the_limit_on_watchers() -> None:
    hub = Hub()
    signs = PLACES.most - PLACES.kept_for_consoles
    for number in range(signs):
        hub.join(["beat"], identity=f"sign {number}")
    with pytest.raises(Refusal, match="STREAMS_TOO_MANY"):
        hub.join(["beat"], identity="one more")
    consoles = [
        hub.join(["beat"], identity=f"console {number}", is_console=True)
        for number in range(PLACES.kept_for_consoles)
    ]
    with pytest.raises(Refusal, match="STREAMS_TOO_MANY"):
        hub.join(["beat"], identity="one more", is_console=True)
    hub.leave(consoles[0])
    hub.join(["beat"], identity="one more", is_console=True)


def test_metrics_count_what_happened(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    console.press("start-round", table="C1", spots=[SPOT])
    console.press("start-round", table="C1", spots=[SPOT])
    lines = site.watch("/metrics").text.splitlines()
    assert 'pitboss_commands_total{command="StartRound",outcome="accepted"} 1' in lines
    assert 'pitboss_refusals_total{code="ROUND_OPEN"} 1' in lines
    assert "pitboss_rounds_total 1" in lines
    assert f"pitboss_journal_seq {site.running_site.seq}" in lines
    decided = sum(
        int(line.rpartition(" ")[2]) for line in lines if line.startswith("pitboss_commands_total")
    )
    assert f"pitboss_command_seconds_count {decided}" in lines


def test_the_meters_of_a_sign_go_with_its_next_beat() -> None:
    async def watched() -> list[bytes]:
        hub = Hub()
        watcher = hub.join(["meter", "hit", "beat"], identity="sign", can_wait=["meter"])
        told = []
        for shown in (["meter"], ["meter", "beat"], ["meter"], ["hit"]):
            hub.show({topic: make_picture(topic, seq=1, data=b"") for topic in shown})
            with suppress(TimeoutError):
                told.append(await asyncio.wait_for(watcher.next(), 0.01))
        return told

    kinds = [re.findall("event: (.*)", each.decode()) for each in asyncio.run(watched())]
    assert kinds == [["meter", "beat"], ["meter", "hit"]]
