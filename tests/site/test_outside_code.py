"""Bets from a house's folder and games from installed packages (TI-2): in training they play at
once, and for money as they were approved."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from site_support import EQUIPMENT, HOUSE, changed, table
from typer.testing import CliRunner

from pitboss import packaged_games
from pitboss.cli.app import command_line
from pitboss.evidence.approval_bundle import BundleSource, approval_bundle
from pitboss.evidence.submission import Submission
from pitboss.floor.facts import people, rounds
from pitboss.live.folder import new_id, read_folder
from pitboss.live.release import release_in, running_release
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.maths import analysis, counting, parts
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site.check import played_of, tables_of
from pitboss.site.table_approval import bundle_of, items_of
from rules.support import record, told

TOYS = Path(__file__).parents[1] / "rules" / "toy"
SEVENS = "blackjack/house_sevens/1"
BET = """
title = "House Sevens"
looks_at = "player_two"
usual = "1"
[[outcome]]
name = "suited_sevens"
when = ["ranks 7 7", "suited"]
[[outcome]]
name = "sevens"
when = ["ranks 7 7"]
"""
LABELS = """
[source]
name = "our own layout"
[labels]
nothing = { short = "All Other", long = "All Other Hands" }
sevens = { short = "Sevens", long = "Two Sevens" }
suited_sevens = { short = "Suited Sevens", long = "Two Sevens of One Suit" }
"""
PAYS = f"""
title = "House Sevens"
games = ["blackjack"]
{LABELS}
[pays]
nothing = "loses"
sevens = "20 to 1"
suited_sevens = "100 to 1"
"""
METER = f"""
title = "House Sevens Progressive"
games = ["blackjack"]
wager = "$1"
{LABELS}
[pays]
nothing = "loses"
sevens = "20 for 1"
suited_sevens = "100 % of main"
[levels.main]
seed = "$500"
rate_ppm = 150_000
reserve_ppm = 0
[split]
house_ppm = 850_000
"""


BILL = """{"metadata": {"component": {"version": "0.3.0", "bom-ref": "pitboss"}}, "dependencies":
 [{"ref": "pitboss", "dependsOn": []}], "components": [{"type": "operating-system",
 "bom-ref": "debian", "name": "debian", "version": "12", "components": []}]}"""


def forget() -> None:
    """Begin again, as a new process does."""
    catalog._HOUSE_BETS.clear()
    for cached in (
        packaged_games.packaged_games, catalog.game_names, catalog.game, catalog._game,
        catalog._shipped, catalog._parsed, running_release, parts.games_with,
    ):  # fmt: skip
        cached.cache_clear()


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "lucky_games"]:
        del sys.modules[name]
    forget()


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A house's folder with a bet, counted."""
    folder = tmp_path / "paytables"
    bet = folder / "blackjack" / "bets" / "house_sevens"
    (bet / "paytables").mkdir(parents=True)
    (bet / "bet.toml").write_text(BET)
    (bet / "paytables" / "1.toml").write_text(PAYS)
    (bet / "paytables" / "meter.toml").write_text(METER)
    Paytables(folder)
    counted = counting.as_text(
        parts.solve_part("blackjack/bets/house_sevens").count(lambda _: None)
    )
    (bet / "counts.json").write_text(counted)
    forget()
    return folder


LINE = command_line(["odds_commands", "recount_commands", "simulation_commands"])


def run(folder: Path, *words: str, code: int = 0) -> str:
    """Run a command with the house's folder."""
    runner = CliRunner(env={"COLUMNS": "80", "NO_COLOR": "1"})
    result = runner.invoke(LINE, ["--house", str(folder), *words])
    assert result.exit_code == code, result.output
    return result.output


# ---- a bet of the house -------------------------------------------------------------------------


@pytest.mark.parametrize("n", [1, 2, 4, 6, 8])
def test_a_houses_bet_is_counted(house: Path, n: int) -> None:
    Paytables(house)
    assert counting.read_stored("blackjack/bets/house_sevens")[str(n)] == {
        "suited_sevens": 4 * comb(n, 2),
        "sevens": comb(4 * n, 2) - 4 * comb(n, 2),
        "nothing": comb(52 * n, 2) - comb(4 * n, 2),
        "total": comb(52 * n, 2),
    }


def test_a_houses_bet_has_its_edge_and_simulates(house: Path) -> None:
    """Six decks: 60 suited pairs of sevens, 216 others, of 48,516 hands."""
    found = analysis.analyze(Paytables(house).get(SEVENS), {"decks": "6"})
    assert found.house_edge == 1 - Fraction(60 * 101 + 216 * 21, 48_516)
    shown = run(house, "simulate", SEVENS, "--rounds", "100000", "--rng-seed", "1")
    assert "within 4 standard errors" in shown
    assert "as stored" in run(house, "recount", "blackjack/bets/house_sevens")


def test_a_houses_bet_is_settled_and_typed(house: Path) -> None:
    paytables = Paytables(house)
    settled = told(
        record(
            "blackjack",
            cards={1: "7d 7d", "dealer": "Ts 7h"},
            wagers={1: {"blackjack": 1000, "house_sevens": 500}},
            actions=["1 stand"],
            paytables={"house_sevens": SEVENS},
        ),
        paytables,
    )
    assert settled == ["1 house_sevens wins +50000", "1 blackjack loses -1000"]
    outcome = catalog.outcome_of_typed(
        paytables.get(SEVENS), "7c 7h", {"decks": 6}, game_name="blackjack"
    )
    assert outcome == "sevens"


def test_a_houses_bet_is_linked_by_its_odds(house: Path) -> None:
    meter = "blackjack/house_sevens/meter"
    run(house, "link", f"{meter},decks=6", f"{meter},decks=6")
    assert "decks" in run(house, "link", f"{meter},decks=6", f"{meter},decks=8", code=1)


def test_a_houses_bet_is_offered_at_another_game_that_it_names(tmp_path: Path) -> None:
    file = tmp_path / "blackjack" / "bets" / "ours" / "bet.toml"
    file.parent.mkdir(parents=True)
    file.write_text(f'games = ["zappit"]{BET}')
    Paytables(tmp_path)
    names = {name: {bet.name for bet in catalog.game(name).bets} for name in ("zappit", "free_bet")}
    assert "ours" in names["zappit"]
    assert "ours" not in names["free_bet"]


def test_a_bet_without_a_house_is_unknown(house: Path) -> None:
    Paytables(house)
    assert "house_sevens" in {bet.name for bet in catalog.game("blackjack").bets}
    forget()
    assert "house_sevens" not in {bet.name for bet in catalog.game("blackjack").bets}


@pytest.mark.parametrize(
    ("path", "text", "says"),
    [
        ("crazy4/bets/ours/bet.toml", BET, "BET_WRONG: {}/crazy4/bets: Crazy 4 Poker takes no"),
        ("blackjack/bets/trilux/bet.toml", BET, "has a wager of this name"),
        ("blackjack/bets/Ours/bet.toml", BET, "small letters"),
        ("blackjack/bets/ours/bet.toml", "title = ", "BET_WRONG"),
        ("blackjack/bets/ours/bet.toml", BET.replace('"sevens"', "7"), "each with a name"),
        ("blackjack/bets/ours/bet.toml", BET.replace('["ranks 7 7"]', "[7]"), "each with a name"),
        ("blackjack/bets/ours/bet.toml", f'games = ["baccarat"]{BET}', "player_two"),
        ("blackjack/bets/ours/bet.toml", f'games = ["blackjak"]{BET}', "GAME_UNKNOWN"),
        ("blackjack/bets/ours.toml", BET, "PAYTABLE_MISPLACED"),
        ("blackjak/bets/ours/bet.toml", BET, "GAME_UNKNOWN"),
    ],
)
def test_a_houses_bet_that_cant_be_is_refused(
    tmp_path: Path, path: str, text: str, says: str
) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(text)
    with pytest.raises(Refusal) as refused:
        Paytables(tmp_path)
    assert says.format(tmp_path) in str(refused.value)
    assert catalog.game("blackjack").bets, "and the game is as it was"


def test_a_bet_doesnt_change_under_a_process_that_read_it(house: Path) -> None:
    Paytables(house)
    bet = house / "blackjack" / "bets" / "house_sevens" / "bet.toml"
    bet.write_text(BET.replace("7 7", "8 8"))
    with pytest.raises(Refusal, match="restart pitboss"):
        Paytables(house)
    bet.write_text(BET)
    Paytables(house)


# ---- what is approved ---------------------------------------------------------------------------


def with_sevens(more: str = "") -> str:
    text = HOUSE + table("B1", "blackjack", "[]", options="decks = 6", more='title = "Blackjack"')
    return (
        changed("[table.paytables]", f'[table.paytables]\nhouse_sevens = "{SEVENS}"', text) + more
    )


def write_site(folder: Path, text: str, *, for_money: bool = True) -> None:
    """A site file, with an approval of what its last table plays."""
    file = folder / "site.toml"
    file.write_text(text)
    if for_money:
        papers = 'letter = "letter 3119"\ninternal_controls = "controls 12"'
        papers += '\ndate = "2026-01-15"\nsigner = "M. Rowe"'
        file.write_text(f'{text}\n[table.approval]\n{papers}\nbundle = "{bundle(folder)[0]}"\n')


def bundle(folder: Path) -> tuple[str, dict[str, str]]:
    """What the last table's approval covers: the digest, and each item."""
    found = read_folder(folder)
    site, paytables = found.site, found.paytables
    last, opened = site.tables[-1], tables_of(site, paytables)[site.tables[-1].table]
    played = played_of(site, paytables)
    items = {each.item: each.value for each in items_of(last, opened, played)}
    return bundle_of(last, opened, played), items


def started(folder: Path, name: str) -> str:
    """What START answers at a table: nothing, or what was refused."""
    answers = []

    async def live() -> None:
        site = open_running_site(folder)
        site.begin()
        try:
            await start(site)
        finally:
            await site.close()

    async def start(site: RunningSite) -> None:
        asked: dict[str, Any] = {"at_ms": site.now_ms(), "table": name}
        await site.ask(people.SignIn(command_id=new_id(), badge="D1", **asked))
        reply = await site.ask(rounds.StartRound(command_id=new_id(), spots=(), **asked))
        trains = await site.look(lambda state: state.tables[name].training)
        answers.append(str(reply.refused or ("training" if trains else "money")))
        await site.ask(rounds.EndRound(command_id=new_id(), **asked))

    forget()
    asyncio.run(live())
    return answers[0]


@pytest.mark.parametrize("file", ["bet.toml", "counts.json", "paytables/1.toml"])
def test_a_changed_file_of_a_bet_changes_the_bundle_and_stops_money(house: Path, file: str) -> None:
    folder = house.parent
    write_site(folder, with_sevens())
    before, items = bundle(folder)
    assert len(items["bet house_sevens"]) == 64
    assert started(folder, "B1") == "money"
    path = house / "blackjack" / "bets" / "house_sevens" / file
    path.write_text(path.read_text() + "\n")
    answer = started(folder, "B1")
    assert answer.startswith("TERMS_DRIFT: B1: bet house_sevens: approved ") or (
        file.startswith("paytables") and "paytable house_sevens" in answer
    )
    forget()
    assert bundle(folder)[0] != before


def test_a_houses_bet_trains_without_an_approval(house: Path) -> None:
    write_site(house.parent, with_sevens(), for_money=False)
    assert started(house.parent, "B1") == "training"


def test_the_request_for_approval_attaches_the_bet(house: Path) -> None:
    folder = house.parent
    write_site(folder, with_sevens(), for_money=False)
    found, release = read_folder(folder), running_release()
    source = BundleSource(
        site=found.site, text=(folder / "site.toml").read_text(), paytables=found.paytables,
        version=release.version, software=release.manifest, day="2026-01-15",
        submission=Submission(installed="", bill=BILL),
    )  # fmt: skip
    made = approval_bundle(source, paper="letter")
    assert "blackjack-bets-house_sevens-bet.toml" in made.manifest.decode()


# ---- a game of a package ------------------------------------------------------------------------


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small installed package that brings a game."""
    place = tmp_path / "installed"
    shutil.copytree(TOYS / "red_card", place / "lucky_games" / "red_card")
    (place / "lucky_games" / "__init__.py").write_text("")
    about = place / "lucky_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: lucky-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[pitboss.games]\nred_card = lucky_games.red_card\nblackjack = lucky_games.red_card\n"
    )
    monkeypatch.syspath_prepend(str(place))
    forget()
    return place


RED = """
[table.limits]
bet = ["$5", "$100"]
"""


def with_red_card() -> str:
    return HOUSE + table("R1", "red_card", "[]", more='title = "Red Card"').replace(
        EQUIPMENT, RED + EQUIPMENT
    )


def test_a_packages_game_is_found_and_answers(installed: Path) -> None:
    assert "red_card" in catalog.game_names()
    assert catalog.game("blackjack").title == "Blackjack with House Money", "ours stays"
    found = analysis.analyze(Paytables().get("red_card/base/standard"))
    assert found.house_edge == 1 - (25 * Fraction(19, 10) + 3) / 52
    lines = told(
        record("red_card", cards={1: "Ah", 2: "2c"}, wagers={1: {"bet": 1000}, 2: {"bet": 1000}}),
        Paytables(),
    )
    assert sorted(lines) == ["1 bet wins +2000", "2 bet loses -1000"]


def test_a_packages_game_has_the_name_it_is_offered_by(installed: Path) -> None:
    offered = installed / "lucky_games-1.0.dist-info" / "entry_points.txt"
    offered.write_text("[pitboss.games]\nblue_card = lucky_games.red_card\n")
    forget()
    with pytest.raises(Refusal, match="offers it as blue_card, but its own name is red_card"):
        catalog.game("blue_card")


def test_a_packages_game_trains_at_once(installed: Path, tmp_path: Path) -> None:
    write_site(tmp_path, with_red_card(), for_money=False)
    assert started(tmp_path, "R1") == "training"


def test_a_packages_game_plays_for_money_as_its_approval_names_it(
    installed: Path, tmp_path: Path
) -> None:
    write_site(tmp_path, with_red_card())
    assert bundle(tmp_path)[1]["game package"].startswith("lucky_games ")
    assert started(tmp_path, "R1") == "money"
    (installed / "lucky_games" / "__init__.py").write_text("1")
    assert started(tmp_path, "R1").startswith(("TERMS_DRIFT: R1: game package", "SOFTWARE_ALTERED"))
    new = tmp_path / "new"
    new.mkdir()
    shutil.copy(tmp_path / "site.toml", new)
    assert started(new, "R1") == "training", "its approval names the package as it was"


def test_a_packages_files_are_in_the_release(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    before = release_in(tmp_path / "own")
    assert before.manifest.endswith("  pitboss.games/lucky_games\n")
    rules = installed / "lucky_games" / "red_card" / "rules.py"
    rules.write_text(rules.read_text() + "\n")
    assert release_in(tmp_path / "own").sha256 != before.sha256


def test_counts_are_those_of_the_conditions_as_they_are(house: Path) -> None:
    bet = house / "blackjack" / "bets" / "house_sevens" / "bet.toml"
    bet.write_text(BET.replace('["ranks 7 7"]', '["total 14"]'))
    with pytest.raises(Refusal) as refused:
        analysis.analyze(Paytables(house).get(SEVENS))
    assert (refused.value.code, refused.value.case) == ("COUNTS_MISSING", "bet_changed")


def test_an_outcome_that_never_happens_is_not_counted(house: Path) -> None:
    bet = house / "blackjack" / "bets" / "house_sevens" / "bet.toml"
    bet.write_text(BET.replace('"ranks 7 7", "suited"', '"ranks 7 7 7"'))
    Paytables(house)
    with pytest.raises(Refusal) as refused:
        parts.solve_part("blackjack/bets/house_sevens").count(lambda _: None)
    assert (refused.value.code, refused.value.case) == ("BET_WRONG", "never")
