"""A running site on its own: what is opened, painted, remembered and refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.facts import people, rounds, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.values import Spot
from pitboss.journal.chain import is_command_id
from pitboss.journal.codec import command_of
from pitboss.live.folder import new_id
from pitboss.live.hub import Watcher
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.refusal import Refusal

STARTER = Path(__file__).parents[2] / "src" / "pitboss" / "site" / "starter.toml"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "site.toml").write_text(STARTER.read_text("utf-8"), "utf-8")
    return tmp_path


def run(folder: Path, act: Callable[[RunningSite], Awaitable[None]]) -> None:
    """Open the site, do something with it, close it."""

    async def live() -> None:
        running_site = open_running_site(folder)
        running_site.begin()
        try:
            await act(running_site)
        finally:
            await running_site.close()

    asyncio.run(live())


class Asker:
    """Asks things of a running site."""

    def __init__(self, running_site: RunningSite) -> None:
        self._running_site = running_site
        self._numbers = count(1)

    async def ask(self, kind: Callable[..., Command], **content: object) -> None:
        number = f"{id(self)}-{next(self._numbers)}"
        made = kind(command_id=number, at_ms=self._running_site.now_ms(), **content)
        reply = await self._running_site.ask(made)
        assert reply.accepted, reply


async def seen(watcher: Watcher) -> dict[str, Any]:
    """The next pictures, by kind and name."""
    found: dict[str, Any] = {}
    for message in (await watcher.next()).decode().split("\n\n")[:-1]:
        kind, _, data = message.split("\n")
        picture = json.loads(data.removeprefix("data: "))
        name = picture.get("table") or picture.get("jackpot") or ""
        found[f"{kind.removeprefix('event: ')} {name}".strip()] = picture
    return found


async def seen_until(watcher: Watcher, topic: str) -> Any:
    """The next picture of a topic."""
    while True:
        found = await seen(watcher)
        if topic in found:
            return found[topic]


def test_an_empty_journal_gets_the_site_and_only_once(folder: Path) -> None:
    async def opened(running_site: RunningSite) -> None:
        # Engine, software, site, six badges, five jackpots, six tables, the day.
        assert running_site.seq == 21
        assert sorted(running_site.badges) == ["A400", "D100", "D101", "E300", "S200", "U600"]

    run(folder, opened)

    async def opened_again(running_site: RunningSite) -> None:
        assert running_site.seq == 23  # that it was stopped, and the next engine

    run(folder, opened_again)


def proposed(running_site: RunningSite) -> list[str]:
    """Why the system has proposed papers, in the order of their names."""
    return [found.cause for _, found in running_site._core.state.papers.items()]


def test_a_site_that_was_stopped_in_order_proposes_no_notice(folder: Path) -> None:
    async def nothing(running_site: RunningSite) -> None:
        assert proposed(running_site) == []

    run(folder, nothing)
    run(folder, nothing)


def test_a_site_that_was_cut_off_proposes_one_notice(folder: Path) -> None:
    async def cut_off(running_site: RunningSite) -> None:
        running_site.contact.available = False  # so that its end is not written

    async def found(running_site: RunningSite) -> None:
        assert proposed(running_site) == ["stop"]

    run(folder, cut_off)
    run(folder, found)
    run(folder, found)  # that end was in order


def test_a_marked_winner_is_priced_anew_when_another_table_plays_PS_30(folder: Path) -> None:
    async def act(running_site: RunningSite) -> None:
        asker = Asker(running_site)
        for table, badge in (("C2", "D100"), ("H1", "D101")):
            await asker.ask(people.SignIn, table=table, badge=badge)
        await asker.ask(rounds.StartRound, table="C2", spots=(Spot(1, 1),))
        await asker.ask(rounds.PressHand, table="C2", spot=Spot(1, 1), outcome="royal_flush")
        watcher = await running_site.watch(["table C2"], identity="a sign")
        first = await seen_until(watcher, "table C2")
        # $5,000.00 and 12 % of one wager of $1.
        assert first["confirm"]["total_cents"] == 500012
        await asker.ask(rounds.StartRound, table="H1", spots=(Spot(1, 1), Spot(2, 1)))
        again = await seen_until(watcher, "table C2")
        assert again["confirm"]["total_cents"] == 500036

    run(folder, act)


def test_what_nobody_watches_is_not_painted(folder: Path) -> None:
    async def act(running_site: RunningSite) -> None:
        asker = Asker(running_site)
        watcher = await running_site.watch(["table C1"], identity="a sign")
        await seen_until(watcher, "table C1")
        await asker.ask(people.SignIn, table="C2", badge="D100")
        await asker.ask(people.SignIn, table="C1", badge="D101")
        found = await seen_until(watcher, "table C1")
        assert found["dealer"]["badge"] == "D101"
        assert not running_site.hub.is_watched("table C2")

    run(folder, act)


def test_reasons_and_late_bets_are_remembered_over_a_restart(folder: Path) -> None:
    async def before(running_site: RunningSite) -> None:
        asker = Asker(running_site)
        await asker.ask(people.SignIn, table="C1", badge="D100")
        await asker.ask(rounds.StartRound, table="C1", spots=(Spot(1, 1),))
        await asker.ask(rounds.SeeLateBet, table="C1", spot=Spot(3, 1))
        await asker.ask(tables.PauseTable, table="C1", badge="S200", reason="a chip fell")

    async def after(running_site: RunningSite) -> None:
        watcher = await running_site.watch(["table C1"], identity="a sign")
        table = await seen_until(watcher, "table C1")
        assert (table["phase"], table["why"]) == (
            "paused",
            [{"word": "said", "text": "a chip fell"}],
        )
        assert table["late"] == [{"seat": 3, "sensor": 1}]

    run(folder, before)
    run(folder, after)


def test_a_site_with_errors_is_refused_and_leaves_nothing(folder: Path) -> None:
    file = folder / "site.toml"
    file.write_text(file.read_text("utf-8").replace('game = "baccarat"', 'game = "faro"'), "utf-8")
    with pytest.raises(Refusal, match=r"SITE_WRONG: .*GAME_UNKNOWN"):
        open_running_site(folder)
    assert not (folder / "floor.db").exists()


def test_a_folder_without_a_site_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="FILE_MISSING"):
        open_running_site(tmp_path)


def test_a_second_house_of_a_folder_is_refused(folder: Path) -> None:
    async def act(running_site: RunningSite) -> None:
        with pytest.raises(Refusal, match="JOURNAL_IN_USE"):
            open_running_site(folder)

    run(folder, act)


def test_who_stops_waiting_takes_nothing_back(folder: Path) -> None:
    async def act(running_site: RunningSite) -> None:
        asker = Asker(running_site)
        waiting = asyncio.create_task(asker.ask(people.SignIn, table="C1", badge="D100"))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        dealer = await running_site.look(lambda state: state.table("C1").dealer)
        assert dealer == "D100"
        await asker.ask(rounds.StartRound, table="C1", spots=())  # the engine lives

    run(folder, act)


def test_rows_are_read_by_a_connection_of_their_own(folder: Path) -> None:
    async def act(running_site: RunningSite) -> None:
        rows = await running_site.rows(after_seq=18, limit=1000)
        assert [(row.seq, command_of(row.asked).kind) for row in rows] == [
            (19, "open-table"),
            (20, "open-table"),
            (21, "turn-shift"),
        ]

    run(folder, act)


def test_ids_differ_and_lie_in_the_order_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for at_ms in (1_794_720_270_000, 1_794_720_270_001, 2_000_000_000_000):
        monkeypatch.setattr("pitboss.live.folder.clock_ms", lambda at_ms=at_ms: at_ms)
        made += [new_id()]
    assert made == sorted(made)
    assert len({new_id() for _ in range(1000)}) == 1000
    assert is_command_id(made[0])


def test_a_standby_whose_journal_was_put_back_stays_up_and_cannot_lead(folder: Path) -> None:
    """Rows are gone that were written here; once that is settled, it leads."""
    note = folder / "floor.db.lock"

    async def start() -> tuple[str, bool]:
        site = open_running_site(folder, standby=True)
        site.begin()
        if site.tenure.leads:
            await site.close()
            return "", True
        waits = asyncio.create_task(site.wait_for_turn())
        while site.tenure.unfit is None:
            await asyncio.sleep(0)
        code = site.tenure.unfit.code
        note.unlink()
        await waits
        led = site.tenure.leads
        await site.close()
        return code, led

    assert asyncio.run(start()) == ("", True)
    note.write_text(f"{10**6:020d}:{'f' * 64}\n")
    assert asyncio.run(start()) == ("JOURNAL_DAMAGED", True)


def test_a_follower_shows_what_it_folded_before_it_began(folder: Path) -> None:
    """The leader writes while a busy machine is still between the two."""

    async def follow() -> None:
        leader = open_running_site(folder)
        leader.begin()
        follower = open_running_site(folder, follow=True)
        opened = follower.seq
        await Asker(leader).ask(people.SignIn, table="C1", badge="D100")
        while await follower.look(lambda state: state.seq) == opened:
            await asyncio.sleep(0)
        assert follower.seq == opened
        follower.begin()
        while follower.seq != leader.seq:
            await asyncio.sleep(0)
        await follower.close()
        await leader.close()

    asyncio.run(follow())
