"""Simulated crews play every table of the demonstration and leave it tidy."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pitboss.audit import audit
from pitboss.demo import crew as crew_module
from pitboss.demo.crew import Crew
from pitboss.demo.players import Players
from pitboss.demo.running import PINS, Demonstration, make_folder
from pitboss.floor.facts import people
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import AwardState, State, TableState
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.parse import parse_site
from pitboss.web.setup.additions import AdditionsFile

SITE = parse_site((resources.files("pitboss.demo") / "site.toml").read_text("utf-8"))
TABLES = tuple(table.table for table in SITE.tables)
JACKPOT_TABLES = tuple(table.table for table in SITE.tables if table.jackpots)
STEPS_MOST = 40


def run(folder: Path, played: Callable[[RunningSite], Coroutine[Any, Any, None]]) -> None:
    """Open the site of a demonstration, play, close it."""
    make_folder(folder)

    async def whole() -> None:
        running_site = open_running_site(folder)
        running_site.begin()
        try:
            await played(running_site)
        finally:
            await running_site.close()

    asyncio.run(whole())


def crew_of(running_site: RunningSite, table: str) -> Crew:
    """A crew that waits for nothing."""

    async def at_once(seconds: float) -> None:
        pass

    dealer = f"D{100 + TABLES.index(table)}"
    return Crew(running_site, table, dealer=dealer, chance=random.Random(table), pause=at_once)


async def table_of(running_site: RunningSite, table: str) -> TableState:
    return await running_site.look(lambda state: state.table(table))


def awards(state: State) -> list[AwardState]:
    return [found for _, found in state.awards.items()]


def test_the_site_has_neither_errors_nor_warnings(tmp_path: Path) -> None:
    make_folder(tmp_path)
    site = parse_site((tmp_path / "site.toml").read_text("utf-8"))
    assert check(site, Paytables()) == []
    assert site == SITE
    assert PINS.keys() <= {badge.badge for badge in site.badges}


def test_every_table_runs_as_if_for_money(tmp_path: Path) -> None:
    def opened(state: State) -> dict[str, tuple[str, bool, dict[str, str]]]:
        return {
            name: (table.game, table.training, dict(table.approval.record.papers))
            for name, table in state.tables.items()
            if table.approval is not None
        }

    async def looked(running_site: RunningSite) -> None:
        found = await running_site.look(opened)
        assert {game for game, _, _ in found.values()} <= set(catalog.game_names())
        assert not any(training for _, training, _ in found.values())
        papers = {paper for _, _, approval in found.values() for paper in approval.values()}
        assert papers == {"DEMO-1"}

    run(tmp_path, looked)


def test_every_table_is_played_and_the_journal_holds(tmp_path: Path) -> None:
    async def played(running_site: RunningSite) -> None:
        for table in TABLES:
            crew = crew_of(running_site, table)
            for _ in range(STEPS_MOST):
                await crew.step()
            await crew.leave()
            found = await table_of(running_site, table)
            assert found.rounds >= 10
            assert found.round is None
            assert running_site.lights.find_lit(table) == ()

    run(tmp_path, played)
    journal = SqliteJournal(tmp_path / "floor.db", read_only=True)
    paytables = Paytables()
    book = {name: paytables.get(name) for name in paytables.ids()}
    proven = audit(journal, paytables=book)
    journal.close()
    assert proven.redecider is not None
    assert not proven.redecider.undecided
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

    async def played(running_site: RunningSite) -> None:
        crew = crew_of(running_site, table)
        for _ in range(STEPS_MOST):
            await crew.step()
            found = await table_of(running_site, table)
            if found.rounds and found.round is None:
                break
        won = await running_site.look(awards)
        assert won
        assert {each.status for each in won} == {"moved"}
        best = won[0].award
        assert best.restarts or table == "H2" or len(won) > 1

    run(tmp_path, played)


def test_players_leave_a_table_to_a_visitor_and_come_back(tmp_path: Path) -> None:
    async def played(running_site: RunningSite) -> None:
        dealers = [badge.badge for badge in running_site.site.badges if badge.role == "dealer"]
        players = Players(running_site, dealers=dealers, rng_seed=1)
        players.begin()
        await players.send_away("C1")
        assert players.away == {"C1"}
        assert (await table_of(running_site, "C1")).round is None
        players.set_speed(0)
        assert players.speed == 0
        players.call_back("C1")
        assert players.away == frozenset()
        await players.end()

    run(tmp_path, played)


def test_players_who_come_to_a_floor_that_goes_on_wager_in_their_first_round(
    tmp_path: Path,
) -> None:
    async def first_wagers(running_site: RunningSite) -> tuple[Spot, ...]:
        """Of a crew that comes now; it leaves again."""
        crew = crew_of(running_site, "C1")
        before = (await table_of(running_site, "C1")).rounds
        while (await table_of(running_site, "C1")).rounds == before:
            await crew.step()
        begun = (await table_of(running_site, "C1")).round
        assert begun is not None
        await crew.leave()
        return begun.spots

    async def played(running_site: RunningSite) -> None:
        wagers = await first_wagers(running_site)
        assert wagers
        assert await first_wagers(running_site) == wagers  # the same chance

    run(tmp_path, played)


def test_a_folder_with_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text("[property]\n", "utf-8")
    with pytest.raises(Refusal) as caught:
        make_folder(tmp_path)
    assert caught.value.code == "FOLDER_NOT_EMPTY"


def test_a_folder_resumes_with_a_table_that_was_opened_and_a_paytable_that_waits(
    tmp_path: Path,
) -> None:
    make_folder(tmp_path)
    file = AdditionsFile(tmp_path)
    file.draft.add_table("crazy4")
    file.save()
    file.publish()
    text = Paytables().text("crazy4/progressive/pays-1")
    file.add_paytable("crazy4/progressive", "house-1", text)
    written = (tmp_path / "site.toml").read_text("utf-8")
    make_folder(tmp_path)
    assert (tmp_path / "site.toml").read_text("utf-8") == written
    assert len(AdditionsFile(tmp_path).new_paytables()) == 1


def test_a_table_that_was_added_is_the_visitors_and_the_others_are_played_on(
    tmp_path: Path,
) -> None:
    async def look(running_site: RunningSite) -> None:
        assert Demonstration(running_site, badges=(), rng_seed=1).away == frozenset()

    run(tmp_path, look)
    file = AdditionsFile(tmp_path)
    file.draft.add_table("crazy4")
    file.save()
    file.publish()

    async def play(running_site: RunningSite) -> None:
        players = Demonstration(running_site, badges=(), rng_seed=1)
        assert players.away == {"C3"}
        players.call_back("C3")
        assert players.away == {"C3"}
        players.begin()
        await players.end()

    run(tmp_path, play)


def test_a_crew_leaves_its_dealer_at_the_table_where_a_visitor_deals(tmp_path: Path) -> None:
    async def play(running_site: RunningSite) -> None:
        signed_in = people.SignIn(
            command_id="visitor", at_ms=running_site.now_ms(), table="C2", badge="D100"
        )
        assert (await running_site.ask(signed_in)).accepted
        crew = crew_of(running_site, "C1")
        for _ in range(STEPS_MOST):
            await crew.step()
        assert (await table_of(running_site, "C1")).rounds == 0
        assert (await table_of(running_site, "C2")).dealer == "D100"

    run(tmp_path, play)


def test_a_misdeal_is_voided_with_a_reason_that_the_console_offers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So every visitor reads it in his own language."""
    monkeypatch.setattr(crew_module, "MISDEAL_PERCENT", 100)

    async def play(running_site: RunningSite) -> None:
        crew = crew_of(running_site, "C1")
        for _ in range(STEPS_MOST):
            await crew.step()
        rows = await running_site.rows(after_seq=0, limit=500)
        voids = [row.events for row in rows if '"round-voided"' in row.events]
        assert voids
        assert all('"reason":"@misdeal"' in each for each in voids)

    run(tmp_path, play)
