"""What each table runs beside what was approved, line by line, with the papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from pitboss.floor.facts import jackpots, tables
from pitboss.floor.facts.values import ApprovalRecord, Equipment
from pitboss.floor.state.approved import (
    OF_LEVEL,
    PRIZE_ITEM,
    SOFTWARE_ALTERED,
    SOFTWARE_ITEM,
    altered_files,
    bundle_items,
    files_of,
    short,
    terms_items,
)
from pitboss.floor.state.equipment import OWN_PARTS
from pitboss.floor.state.floor import State, TableState

_SENSOR = re.compile(r"sensor (\d+) ")


class ComparedItem(Struct, frozen=True, gc=False):
    """A table's item: as approved, as it runs, whether they match, and by which paper."""

    table: str
    item: str
    approved: str
    running: str
    is_same: bool
    letter: str


class AlteredFile(Struct, frozen=True, gc=False):
    """A file of the software that differs from the approved release."""

    file: str
    approved: str
    running: str


def compared_items(
    state: State,
    table: TableState,
    *,
    title_of: Callable[[str], str],
    game_of: Callable[[str], str],
    hand_of: Callable[[str, str], str],
    level_of: Callable[[str, str], str],
) -> tuple[ComparedItem, ...]:
    """Every item of a table for money; empty for a training table. `title_of` names a jackpot,
    `game_of` a game, `hand_of` a hand of a jackpot, `level_of` one of its levels."""
    if table.approval is None:
        return ()
    return tuple(
        ComparedItem(
            table.table,
            _item(table, item, title_of, hand_of, level_of),
            _value(item, approved, game_of),
            _value(item, running, game_of),
            approved == running,
            letter,
        )
        for item, approved, running, letter in _lines(state, table)
    )


def _lines(state: State, table: TableState) -> Iterator[tuple[str, str, str, str]]:
    approval = table.approval
    assert approval is not None
    terms = [state.kept_jackpot(name).terms for name in table.jackpots]
    now = bundle_items(table.plays, terms, table.keypad, table.equipment)
    drifts = {drift.item: drift for drift in table.drift}
    letter = record_text(approval.record)
    for each in now:
        drift = drifts.pop(each.item, None)
        yield each.item, drift.approved if drift else each.value, each.value, letter
    software = drifts.pop(SOFTWARE_ITEM, None)
    for item, drift in drifts.items():  # approved, but gone
        yield item, drift.approved, drift.running, letter
    papers = record_text(approval.release_record) or letter
    if software is not None:
        yield SOFTWARE_ITEM, software.approved, software.running, papers
    elif (release := state.releases.get(state.release)) is not None:
        running = f"{release.version} {state.release}"
        yield SOFTWARE_ITEM, running, running, papers


def opened_items(
    opened: jackpots.OpenJackpot | tables.OpenTable, *, game_of: Callable[[str], str]
) -> Iterator[tuple[str, str]]:
    """A table's games and equipment, or a jackpot's terms; its levels and prizes are amounts,
    listed elsewhere."""
    if isinstance(opened, tables.OpenTable):
        items = bundle_items(opened.plays, (), opened.keypad, opened.equipment)
        pairs = [(each.item, each.value) for each in items]
    else:
        found = terms_items(opened.terms)
        pairs = [(item, value) for item, value in found if not _is_amount(item)]
    for item, value in pairs:
        yield item.replace("_", " "), _value(item, value, game_of)


def _is_amount(item: str) -> bool:
    return item.startswith(PRIZE_ITEM) or OF_LEVEL.fullmatch(item) is not None


def _value(item: str, value: str, game_of: Callable[[str], str]) -> str:
    """An item's value in people's words: a game by its title, a house choice spelled out."""
    if item == "game":
        return game_of(value)
    return value.replace("_", " ") if item.endswith("shared by") else short(value)


def _item(
    table: TableState,
    item: str,
    title_of: Callable[[str], str],
    hand_of: Callable[[str, str], str],
    level_of: Callable[[str, str], str],
) -> str:
    """An item with its jackpot's name, if it has one, and its hand or level."""
    found = _SENSOR.match(item)
    if found is None:
        return item.replace("_", " ")
    number = int(found[1])
    name = table.jackpots[number - 1] if number <= len(table.jackpots) else ""
    rest = item[found.end() :]
    if name and rest.startswith(PRIZE_ITEM):
        rest = f"{PRIZE_ITEM}{_hand(name, rest.removeprefix(PRIZE_ITEM), hand_of)}"
    if name and (of_level := OF_LEVEL.fullmatch(rest)):
        rest = f"{level_of(name, of_level[1])} {of_level[2]}"
    rest = rest.replace("_", " ")
    return f"{title_of(name) if name else found[0].strip()}: {rest}"


def _hand(jackpot: str, hand: str, hand_of: Callable[[str, str], str]) -> str:
    """A hand as its paytable prints it; one from the previous paytable has only its own name."""
    try:
        return hand_of(jackpot, hand)
    except LookupError:
        return hand


def record_text(record: ApprovalRecord) -> str:
    """An approval's papers in one line."""
    papers = [f"{paper.replace('_', ' ')} {reference}" for paper, reference in record.papers]
    return ", ".join(papers)


def papers_text(record: ApprovalRecord, equipment: Iterable[Equipment]) -> str:
    """The same with the papers of equipment that no letter names."""
    own = [each for each in equipment if each.part in OWN_PARTS and each.approval]
    papers = (record_text(record), *(f"{each.part} {each.approval}" for each in own))
    return ", ".join(filter(None, papers))


def stopped_by(state: State, release: str) -> tuple[str, ...]:
    """The tables for money that would start no round if different software were running."""
    stops = state.law.software_check.value == "stop"
    return unapproved_tables(state, release) if stops and release != state.release else ()


def unapproved_tables(state: State, release: str) -> tuple[str, ...]:
    """The tables for money approved with software other than this release."""
    if not release or state.release_papers.get(release):
        return ()
    return tuple(
        name
        for name, table in state.tables.items()
        if not table.closed and table.approval and table.approval.release not in ("", release)
    )


def software_alterations(state: State) -> tuple[AlteredFile, ...]:
    """The files that differ from a release some table was approved with."""
    now = state.releases.get(state.release)
    found: dict[str, AlteredFile] = {}
    for _, table in state.tables.items():
        is_altered = any(drift.code == SOFTWARE_ALTERED for drift in table.drift)
        if not is_altered or table.approval is None or table.closed or now is None:
            continue
        then = state.releases.get(table.approval.release)
        if then is None:
            continue
        before, after = files_of(then.manifest) or {}, files_of(now.manifest) or {}
        for file in altered_files(then.manifest, now.manifest):
            found[file] = AlteredFile(file, before.get(file, ""), after.get(file, ""))
    return tuple(found[file] for file in sorted(found))
