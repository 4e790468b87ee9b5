"""A hub that is killed and restored from an older backup, with two rooms, each a server in its own
process: people put it right by HTTP, as an operator does (docs/wide.md)."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.app import command_line, groups_for
from pitboss.demo.wide_folders import HUB, ROOMS, WideFolder, make_folders
from pitboss.floor.facts import awards
from pitboss.floor.facts.base import Event
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.live.clocks import clock_ms
from pitboss.web.access.admission import Access
from pitboss.web.shell import server
from pitboss.wide.facts import sharing
from web.forked import Forked
from web.server_support import ANSWER_S, PINS, Visitor, by_pin

SEED_CENTS = 2_500_000  # $25,000.00
LOOK_S, LOOKS = 0.1, 600  # a minute at most: a room speaks every ten seconds, and at once of a hit
SEATS = [{"seat": seat, "sensor": 1} for seat in range(1, 7)]


def said(*words: str | Path) -> Result:
    """What a command prints and ends with, in this process."""
    asked = [str(word) for word in words]
    return CliRunner().invoke(command_line(groups_for(asked)), asked)


class Served:
    """A room or the hub, served from its folder; its people have PINs, its table H1 a console."""

    def __init__(self, folder: WideFolder, *words: str, token: str = "") -> None:
        self.folder = folder
        self._console = {"Authorization": f"Bearer {token}"}
        self.access = Access(folder.path, house_key=folder.key())
        self.process = Forked(
            *words, "--site", str(folder.path), "--port", "0", "--house-key", str(folder.key_file)
        )
        told = next(line for line in self.process.stdout if "http://" in line)
        (address,) = re.findall(r"http://[\w.:]+", told)
        self.client = httpx.Client(base_url=address, timeout=ANSWER_S)

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.communicate()
        self.client.close()
        self.access.close()

    # ---- people and presses -------------------------------------------------------------------

    def press(self, command: str, **body: object) -> None:
        """At table H1."""
        body = {"command_id": str(uuid4()), "table": "H1", **body}
        path = f"/api/commands/{command}"
        answer = self.client.post(path, json=body, headers=self._console).json()
        assert answer["accepted"], answer

    def bet(self, wagers: int = 1) -> None:
        """A round for the hub's jackpot is locked."""
        self.press("start-round", spots=SEATS[:wagers])

    def hit(self, hand: str = "royal_flush") -> None:
        """The round that is locked has a hand that takes a meter."""
        self.press("press-hand", spot=SEATS[0], outcome=hand)
        self.press("confirm-awards", swipe=by_pin("E300"))
        self.press("end-round")

    def by_two(self, command: str, **asked: object) -> dict[str, Any]:
        """What two people in the office are answered."""
        visitor = Visitor(self.client, self.access).sign_on("S200")
        answer = visitor.press(command, **asked, second_swipe=by_pin("A400"))
        told: dict[str, Any] = answer.json()
        return told

    # ---- what is on record --------------------------------------------------------------------

    def events(self) -> Iterator[Event]:
        with closing(JournalPlace(self.folder.path)()) as journal:
            for row in every_row(journal):
                yield from events_of(row.events)

    def until(self, is_so: Callable[[list[Event]], bool]) -> list[Event]:
        """Wait until something is on record; all that is."""
        for _ in range(LOOKS):
            found = list(self.events())
            if is_so(found):
                return found
            assert self.process.poll() is None
            time.sleep(LOOK_S)
        raise AssertionError(f"not on record: {found[-3:]}")

    def until_open(self) -> None:
        """Wait until the hub lets it take wagers."""
        visitor = Visitor(self.client, self.access).sign_on("S200")
        for _ in range(LOOKS):
            if (told := visitor.load("/healthz").json())["line"].get("standing") == "open":
                return
            time.sleep(LOOK_S)
        raise AssertionError(told)

    def awards(self) -> list[int]:
        """The cents of every hit on the first level that has its amount."""
        return [
            award.meter_cents
            for event in self.events()
            if isinstance(event, awards.WideAwardRecorded)
            for award in event.awards
            if award.level == "mega"
        ]


def room(folder: WideFolder) -> Served:
    """A room with a dealer at its table."""
    with closing(Access(folder.path, house_key=folder.key())) as access:
        _, token = access.add_device(
            kind="console", table="H1", enrolled_by="E300", now_ms=clock_ms()
        )
    found = Served(folder, "serve", token=token)
    found.press("sign-in", swipe=by_pin("D100"))
    return found


def restored(hub: WideFolder, backup: Path) -> WideFolder:
    """The hub from its backup, in a new folder: how many rows are lost is told, and accepted."""
    again = WideFolder(path=hub.path.with_name("hub2"), key_file=hub.key_file)
    known = (hub.path / "floor.db.lock").read_text().strip()
    words = ("restore", backup, "--site", again.path, "--known", known)
    refused = said(*words)
    (rows,) = re.findall(r"give --accept-loss (\d+)", refused.stderr)
    done = said(*words, "--accept-loss", rows)
    assert done.exit_code == 0, done.output
    return again


def of_each(events: list[Event], kind: type) -> set[str]:
    """The rooms of which a hub has such an event."""
    found = [event for event in events if isinstance(event, kind)]
    return {getattr(event, "property", "") or event.stated.statement.property for event in found}  # type: ignore[attr-defined]


@pytest.mark.proof
def test_a_hub_that_is_killed_and_restored_from_an_older_backup_pays_nothing_twice(
    tmp_path: Path,
) -> None:
    """North has won what south had collected, both have won in rows that are lost, and both have
    another hit that waits. South is decided about first."""
    with closing(server.bind_socket("127.0.0.1", 0)) as free:
        address = server.line_address(free)
    folders = make_folders(tmp_path, address=address)
    for folder in folders.values():
        with closing(Access(folder.path, house_key=folder.key())) as access:
            for badge in ("D100", "S200", "E300", "A400"):
                access.set_pin(badge, PINS[badge])
    with ExitStack() as stack:
        hub = Served(folders[HUB], "hub", "--line", address)
        stack.callback(hub.end)
        rooms = {name: room(folders[name]) for name in ROOMS}
        for each in rooms.values():
            stack.callback(each.end)
            each.until_open()
        backup = tmp_path / "hub.backup"
        key = ("--house-key", folders[HUB].key_file)
        assert said("backup", backup, "--site", folders[HUB].path, *key).exit_code == 0
        for name, wagers, hand in (("south", 6, "four_of_a_kind"), ("north", 1, "royal_flush")):
            each = rooms[name]
            each.bet(wagers)
            each.hit(hand)
            each.until(
                lambda events: any(isinstance(one, awards.WideAwardRecorded) for one in events)
            )
        for each in rooms.values():
            each.bet()
        hub.process.kill()
        for each in rooms.values():
            each.hit()
        again = Served(restored(folders[HUB], backup), "hub", "--line", address)
        stack.callback(again.end)
        events = again.until(lambda events: of_each(events, sharing.GrantsShown) == set(ROOMS))
        forks = [event for event in events if isinstance(event, sharing.ForkFound)]
        for name in reversed(ROOMS):
            number = next(
                each.stated.statement.number
                for each in forks
                if each.stated.statement.property == name
            )
            asked = {"property": name, "number": number, "posts_difference": True}
            told = again.by_two("decide-fork", **asked, reason="the disk is gone")
            assert told["accepted"], told
        for name, each in rooms.items():
            each.until(lambda events: any(isinstance(one, sharing.HubForkFound) for one in events))
            hub_key = folders[HUB].key().public_hex
            told = each.by_two("join-hub", hub=HUB, property=name, key=hub_key)
            assert told["accepted"], told
            each.until_open()
    won = [cents for each in rooms.values() for cents in each.awards()]
    assert len(won) == 3
    assert min(won) >= SEED_CENTS, "a meter that was won is not won again"
    files = []
    for folder in (*(folders[name] for name in ROOMS), again.folder):
        files.append(tmp_path / f"{folder.path.name}.jsonl")
        files[-1].write_text(said("export", folder.path / "floor.db").stdout)
    proven = said("reconcile", *files)
    assert proven.exit_code == 0, proven.output
    assert proven.stdout.splitlines()[-1].startswith("RECONCILED")
    data = json.loads(said("reconcile", *files, "--json").stdout)
    assert (data["differences"], data["unsettled"]) == ([], [])
    assert {level["property"] for level in data["levels"]} == set(ROOMS)
