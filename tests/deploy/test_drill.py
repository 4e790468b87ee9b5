"""`make drill`: what was chosen wrongly is said first, before anybody installs what it needs."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from deploy.support import ROOT
from pitboss.live.release import Release
from proof.bench.web import Poster
from proof.drill import machines
from proof.drill.engines import Keys
from proof.drill.load import Load, Yes
from proof.drill.services import Service, read_service
from proof.drill.table import Count, Measure, Measures, trial_of


@pytest.fixture
def load() -> Load:
    return Load((), Keys(tokens={}, tracks={}, supervisor="", cashier_pin=""))


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (("--faults", "kill,freze"), "FAULT_UNKNOWN: freze: no such fault"),
        (("--pause", "3"), "PAUSE_TOO_SHORT: 3 s: "),
    ],
)
def test_choices_are_checked_before_programs_are_missed(choice: tuple[str, ...], code: str) -> None:
    words = [sys.executable, "-m", "proof.drill", *choice]
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 2, found.stderr
    assert found.stdout.startswith(code)


def test_a_drill_writes_what_the_house_signs() -> None:
    kills = [
        Measure(name="kill", waits_s=waits_s, late=0, load=1.0, idle=0.5)
        for waits_s in ({"engines": 0.5, "HAProxy": 0.25}, {"engines": 0.75, "HAProxy": 1.25})
    ]
    count = Count(acknowledged=9, lost=0, doubled=0, unknown=0, rows=12, fault="")
    made = trial_of(Measures(kills), count, Release("0.2.0", ""), day="2026-11-16")
    (killed,) = made.tried
    assert (killed.loss, killed.times, killed.longest_ms, killed.bound_ms) == (
        "process",
        2,
        1250,
        3000,
    )
    assert made.is_sound
    late = trial_of(Measures(kills), replace(count, lost=1), Release("0.2.0", ""), day="")
    assert not late.is_sound


def test_what_is_missing_is_said_before_anything_is_built(tmp_path: Path) -> None:
    """By the machine's own Python, which has none of our packages: `-S` leaves them out."""
    (recipe,) = re.findall(r"^drill:\n\t@(.*)\n", (ROOT / "Makefile").read_text("utf-8"), re.M)
    assert recipe == "PYTHONPATH=src $(PYTHON) -m proof.drill.tools"
    nowhere = "import proof.drill.tools as t, pathlib; t.PATRONI = pathlib.Path('/nowhere')"
    code = f"{nowhere}; t.DEBIAN = {{'no-such-program': 'no-such-package'}}; t.check_tools()"
    path = {**os.environ, "PYTHONPATH": f"{ROOT}/src"}
    words = [sys.executable, "-S", "-c", code]
    told = subprocess.run(words, cwd=ROOT, env=path, capture_output=True, text=True, check=False)
    assert "DRILL_MISSING: this machine: something is missing; as root:" in told.stderr
    assert "--no-install-recommends no-such-package" in told.stderr


def yes(asked_s: float, at_s: float, *, number: int, door: str, engine: str = "A") -> Yes:
    return Yes(asked_s, at_s, "start-round", f"press-{number}", f"T{number}", door, engine)


def test_the_table_that_waited_longest_is_judged_at_each_door(load: Load) -> None:
    load.yes += [
        yes(9.0, 9.1, number=1, door="engines"),  # before the fault
        yes(9.5, 12.5, number=2, door="engines"),  # 2.5 of it after
        *(yes(10 + n, 10.1 + n, number=3, door="HAProxy") for n in range(9)),
        yes(11.0, 18.0, number=4, door="HAProxy"),
    ]
    assert load.longest_s(10.0, door="engines") == 2.5
    assert load.longest_s(10.0, door="HAProxy") == 7.0
    assert load.longest_s(10.0) == 7.0


def test_a_table_that_still_waits_counts(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.monotonic", lambda: 30.0)
    load.yes.append(yes(10.0, 10.5, number=1, door="engines"))
    load.pending["press-2"] = (11.0, "T2", "HAProxy")
    assert load.longest_s(10.0) == 19.0
    assert load.answered_since(9.0) == 1


def test_a_late_answer_through_haproxy_counts_by_the_engine_that_gave_it(load: Load) -> None:
    load.late.append(yes(10.0, 15.0, number=1, door="HAProxy", engine="A"))
    load.yes.append(yes(10.0, 15.0, number=2, door="HAProxy", engine="B"))
    assert load.said_since(14.0, "A") == 1
    assert load.said_since(14.0) == 2


def test_an_answer_on_its_way_to_a_durable_press_is_not_late(load: Load) -> None:
    load.yes += [yes(10.0, 15.0, number=n, door="engines") for n in (1, 2)]
    assert load.said_since(14.0, durable={"press-1"}) == 1
    assert load.said_since(14.0, durable={"press-1", "press-2"}) == 0


def test_a_table_leaves_a_connection_that_an_engine_has_ended() -> None:
    async def answer_once(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"{}")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()

    async def ask_twice() -> None:
        async with await asyncio.start_server(answer_once, "127.0.0.1", 0) as server:
            poster = Poster(server.sockets[0].getsockname()[1], "token")
            for _ in range(2):
                assert await poster("/", {}) == {}
                ((reader, writer),) = poster._free
                while not reader.at_eof():
                    await asyncio.sleep(0)
            writer.close()
            await writer.wait_closed()

    asyncio.run(ask_twice())


def test_a_machine_that_has_ended_leaves_a_folder_that_can_be_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A drill mounts a disk there, in namespaces that a test does not make."""
    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr(machines, "_run", lambda *words: ran.append(words))
    holder = partial(subprocess.Popen, ["sleep", "infinity"], stdout=subprocess.PIPE)
    monkeypatch.setattr(machines.Machine, "_hold", lambda machine, disk: holder(text=True))
    machines.Machine("one", "10.77.0.11", tmp_path, tmp_path).end()
    assert ran[-1] == ("umount", "--lazy", str(tmp_path / "one"))


def test_a_drill_starts_what_a_unit_says_with_what_is_laid_over_it(tmp_path: Path) -> None:
    units = tmp_path / "etc/systemd/system"
    (units / "floor.service.d").mkdir(parents=True)
    (tmp_path / "etc/default").mkdir()
    (units / "floor.service").write_text(
        "[Service]\nUser=postgres\nEnvironment=A=1 B=2\nEnvironmentFile=-/etc/default/%p\n"
        "EnvironmentFile=-/etc/not-there\nExecStartPre=/bin/true\nExecStart=/bin/old $ARGUMENTS\n"
    )
    laid_over = units / "floor.service.d" / "cluster.conf"
    laid_over.write_text("[Service]\nExecStart=\nExecStart=/bin/new $ARGUMENTS --last\n")
    (tmp_path / "etc/default/floor").write_text('# B=4\nB=3\nARGUMENTS="--two words"\n')
    assert read_service("floor", tmp_path) == Service(
        user="postgres",
        words=("/bin/new", "--two", "words", "--last"),
        environment={"A": "1", "B": "3", "ARGUMENTS": "--two words"},
    )
