"""Simulated crews play every table of the demonstration through the house, and leave it tidy."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import audit
from pitboss.demo import crew as crew_module
from pitboss.demo.crew import Crew
from pitboss.demo.players import Players
from pitboss.demo.running import PINS, make_folder
from pitboss.floor.state import AwardState, State, TableState
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.house import House, open_house
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site import check, parse_site

JACKPOT_TABLES = ("C1", "C2", "F1", "H1", "H2", "H3", "B1", "B2", "B3", "M1", "M2")
PLAIN_TABLES = ("P1", "P2")
TABLES = (*JACKPOT_TABLES, *PLAIN_TABLES)
STEPS_MOST = 40


def run(folder: Path, played: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    """Open the house of a demonstration, play, close it."""
    make_folder(folder)

    async def whole() -> None:
        house = open_house(folder)
        house.begin()
        try:
            await played(house)
        finally:
            await house.close()

    asyncio.run(whole())


def crew_of(house: House, table: str) -> Crew:
    """A crew that waits for nothing."""

    async def at_once(seconds: float) -> None:
        pass

    return Crew(house, table, dealer="D100", chance=random.Random(table), pause=at_once)


async def table_of(house: House, table: str) -> TableState:
    return await house.look(lambda state: state.table(table))


def awards(state: State) -> list[AwardState]:
    return [found for _, found in state.awards.items()]


def test_the_site_has_neither_errors_nor_warnings(tmp_path: Path) -> None:
    make_folder(tmp_path)
    site = parse_site((tmp_path / "site.toml").read_text("utf-8"))
    assert check(site, Paytables()) == []
    assert tuple(table.table for table in site.tables) == TABLES
    assert PINS.keys() <= {badge.badge for badge in site.badges}


def test_every_table_runs_as_if_for_money(tmp_path: Path) -> None:
    def opened(state: State) -> dict[str, tuple[str, bool, dict[str, str]]]:
        return {
            name: (table.game, table.training, dict(table.approval))
            for name, table in state.tables.items()
        }

    async def looked(house: House) -> None:
        found = await house.look(opened)
        assert {game for game, _, _ in found.values()} <= set(catalog.game_names())
        assert not any(training for _, training, _ in found.values())
        papers = {paper for _, _, approval in found.values() for paper in approval.values()}
        assert papers == {"demonstration: no letter", "demonstration: no controls"}

    run(tmp_path, looked)


def test_every_table_is_played_and_the_journal_holds(tmp_path: Path) -> None:
    async def played(house: House) -> None:
        for table in TABLES:
            crew = crew_of(house, table)
            for _ in range(STEPS_MOST):
                await crew.step()
            await crew.leave()
            found = await table_of(house, table)
            assert found.rounds >= 10
            assert found.round is None
            assert house.lamps.lit(table) == ()

    run(tmp_path, played)
    journal = SqliteJournal(tmp_path / "floor.db", read_only=True)
    paytables = Paytables()
    book = {name: paytables.get(name) for name in paytables.ids()}
    proven = audit(journal, book=book)
    journal.close()
    assert proven.again is not None
    assert not proven.again.undecided
    assert proven.kinds["round-started"] >= 100
    assert proven.kinds["command-refused"] <= proven.kinds["late-bet-seen"] + 20


@pytest.mark.parametrize("table", JACKPOT_TABLES)
def test_a_crew_brings_the_best_hand_to_its_award(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    monkeypatch.setattr(crew_module, "WINS_ONE_IN", 1)
    monkeypatch.setattr(crew_module, "NEXT_ONE_IN", 1)
    monkeypatch.setattr(crew_module, "MISDEAL_PERCENT", 0)
    monkeypatch.setattr(crew_module, "WAGER_PERCENT", 100)

    async def played(house: House) -> None:
        crew = crew_of(house, table)
        for _ in range(STEPS_MOST):
            await crew.step()
            found = await table_of(house, table)
            if found.rounds and found.round is None:
                break
        won = await house.look(awards)
        assert won
        assert {each.status for each in won} == {"moved"}
        best = won[0].award
        assert best.restarts or table == "H2" or len(won) > 1

    run(tmp_path, played)


def test_players_leave_a_table_to_a_visitor_and_come_back(tmp_path: Path) -> None:
    async def played(house: House) -> None:
        dealers = [badge.badge for badge in house.site.badges if badge.role == "dealer"]
        players = Players(house, dealers=dealers, rng_seed=1)
        players.begin()
        await players.send_away("C1")
        assert players.away == {"C1"}
        assert (await table_of(house, "C1")).round is None
        players.set_speed(0)
        assert players.speed == 0
        players.call_back("C1")
        assert players.away == frozenset()
        await players.end()

    run(tmp_path, played)


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("[property]\n", "utf-8")
    with pytest.raises(Refusal) as caught:
        make_folder(tmp_path)
    assert caught.value.code == "FOLDER_NOT_EMPTY"
