"""Journals of every release since 0.3.0 audit, replay and report as they did then, for ever."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from golden_journals import (
    FIGURES_FILE,
    FLOORS_FILE,
    FOLDER,
    HOUSE,
    ROWS_FILE,
    audited,
    figures_of,
    open_house,
    paytables_in,
    read_rows,
    report_texts,
)
from pitboss.audit import Until, replay
from pitboss.floor.facts import EVENTS
from pitboss.floor.facts.base import kind_of
from pitboss.journal import Row
from pitboss.journal.memory import MemoryJournal, MemoryStore

RELEASES = sorted(path.name for path in FOLDER.iterdir())
# What this release would decide otherwise, by release, journal and row: each is in the changelog.
OTHERWISE: Mapping[str, Mapping[str, tuple[int, ...]]] = {}
KINDS_LEAST = 100  # of events, in each release's folder
BYTES_MOST = 300_000


@cache
def journals(release: str) -> dict[str, list[Row]]:
    folder = FOLDER / release
    return {**read_rows(folder / FLOORS_FILE), **read_rows(folder / HOUSE / ROWS_FILE)}


def figures(release: str) -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / release / FIGURES_FILE).read_text("utf-8"))
    return found


@pytest.mark.parametrize("release", RELEASES)
def test_every_journal_is_sound_with_the_figures_of_its_release(release: str) -> None:
    lookup, found, otherwise = paytables_in(FOLDER / release), {}, {}
    for name, rows in journals(release).items():
        auditor = audited(rows, lookup)
        assert auditor.redecider is not None
        assert not auditor.redecider.undecided, name
        if notices := auditor.redecider.notices:
            otherwise[name] = tuple(each.seq for each in notices)
        found[name] = figures_of(auditor)
    assert found == figures(release)
    assert otherwise == OTHERWISE.get(release, {})


@pytest.mark.parametrize("release", RELEASES)
def test_every_row_names_its_release(release: str) -> None:
    for rows in journals(release).values():
        assert '"kind":"engine-began"' in rows[0].events


@pytest.mark.parametrize("release", RELEASES)
def test_a_replay_ends_with_the_same_figures(release: str) -> None:
    rows = journals(release)[HOUSE]
    journal = MemoryJournal(MemoryStore(rows=list(rows)), read_only=True)
    assert figures_of(replay(journal, Until())) == figures(release)[HOUSE]


@pytest.mark.parametrize("release", RELEASES)
def test_the_house_reports_the_same(release: str, tmp_path: Path) -> None:
    open_house(FOLDER / release, tmp_path / HOUSE)
    found = report_texts(tmp_path / HOUSE)
    for file in sorted((FOLDER / release / HOUSE).glob("R*.txt")):
        assert found[file.stem] == file.read_text("utf-8"), file.name


@pytest.mark.parametrize("release", RELEASES)
def test_a_folder_has_most_kinds_of_events_and_is_small(release: str) -> None:
    texts = [row.events for rows in journals(release).values() for row in rows]
    kinds = [made for made in map(kind_of, EVENTS) if any(f'"{made}"' in text for text in texts)]
    assert len(kinds) >= KINDS_LEAST
    size = sum(path.stat().st_size for path in (FOLDER / release).rglob("*") if path.is_file())
    assert size < BYTES_MOST
