"""What a start reads, and what it leaves until somebody asks."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.support import BOOK, Asker
from house_files import STARTER
from pitboss.compiled_toml import read_toml
from pitboss.engine import Core
from pitboss.floor.facts import rounds, tables
from pitboss.floor.view.board import NAMELESS
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.memory import MemoryJournal, MemoryStore
from pitboss.live.folder import read_folder
from pitboss.live.hub import Hub
from pitboss.live.painter import Painter
from pitboss.live.remembering import newest_rows, remember
from pitboss.refusal import Refusal
from pitboss.rules import catalog


def painter() -> Painter:
    return Painter(paytables=BOOK, names=NAMELESS, hub=Hub(), steady_ms=lambda: 0)


def played() -> tuple[Core, MemoryJournal]:
    """Three tables: one paused after fifty rounds, one whose last round is void, one in a round."""
    journal = MemoryJournal(MemoryStore())
    core, ask = Core(journal, BOOK), Asker("played-")
    commands = ask.opening(tables=3)
    for _ in range(50):
        for table in ("T1", "T2", "T3"):
            commands += ask.round(table)
    commands += [
        tables.PauseTable(**ask.ids(), table="T1", reason="a spilled drink", badge="sam"),  # type: ignore[arg-type]
        ask.round("T2")[0],
        rounds.VoidRound(**ask.ids(), table="T2", reason="misdeal", badge="sam"),  # type: ignore[arg-type]
        *ask.round("T3", hit=2)[:2],
    ]
    for reply in core.handle(commands):
        assert reply.accepted, reply
    return core, journal


def test_a_start_remembers_the_same_from_the_last_round_of_each_table_as_from_all() -> None:
    core, journal = played()
    short, whole = painter(), painter()
    remember(short, core.state, journal)
    for row in every_row(journal):
        for event in events_of(row.events, seq=row.seq):
            whole.watch(event, at_ms=row.at_ms)
    assert short._memories == whole._memories
    assert short._memories["T1"].why == "a spilled drink"
    assert len(short._memories["T2"].returned) == 7
    assert [spot.seat for spot in short._memories["T3"].marked] == [2]


def test_a_start_reads_no_events_of_rounds_that_are_over() -> None:
    _, journal = played()
    opening = len(Asker().opening(tables=3))
    # START and END of T1; START and void of T2; START and mark of T3; the pause
    assert len(newest_rows(journal, after_seq=opening)[0]) == 7


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is parsed as TOML."""
    found: list[str] = []
    loads = tomllib.loads

    def noted(text: str) -> dict[str, Any]:
        found.append(text)
        return loads(text)

    monkeypatch.setattr(tomllib, "loads", noted)
    return found


def test_a_file_of_words_is_parsed_once_and_again_when_it_has_changed(
    tmp_path: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    file = tmp_path / "words.toml"
    file.write_text('[boards]\ntold = "señal"\nfew = ["a", "b"]\n', "utf-8")
    assert read_toml(file) == read_toml(file) == {"boards": {"told": "señal", "few": ["a", "b"]}}
    assert len(parsed) == 1
    file.write_text('[boards]\ntold = "another"\n', "utf-8")
    assert read_toml(file) == {"boards": {"told": "another"}}
    assert len(parsed) == 2


def test_a_paytable_of_the_product_is_parsed_when_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(STARTER, "utf-8")
    catalog._parsed.cache_clear()
    lookup = read_folder(tmp_path).paytable_lookup
    few = catalog._parsed.cache_info().currsize
    assert few < len(lookup) == len(catalog._shipped())
    assert lookup["caribbean_stud/base/standard"].id == "caribbean_stud/base/standard"
    assert catalog._parsed.cache_info().currsize == few + 1
    assert "caribbean_stud/base/unusual" not in lookup


def test_a_paytable_of_the_house_that_is_wrong_is_refused_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "site.toml").write_text(STARTER, "utf-8")
    own = tmp_path / "paytables" / "crazy4" / "progressive"
    own.mkdir(parents=True)
    (own / "ours.toml").write_text("nonsense = 1\n", "utf-8")
    with pytest.raises(Refusal, match=r"ours\.toml"):
        read_folder(tmp_path)
