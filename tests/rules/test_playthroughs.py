"""A golden playthrough of each game: cards, decisions and results as text a person can check.

`tests/golden/playthrough_GAME.json` is a round record, such as `pitboss deal GAME` writes, and the
file of that name ending in `.txt` what comes of it. After a wanted change, and for a new game,
write the texts anew, read the difference, and keep it:

    PITBOSS_GOLDEN=write pytest tests/rules/test_playthroughs.py
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import dollars
from pitboss.rules import catalog
from pitboss.rules.cards import cards_text
from pitboss.rules.game import Act, Deal, place
from pitboss.rules.record import play_record

from .support import PAYTABLES

GOLDEN = Path(__file__).parents[1] / "golden"


def playthrough(round_record: dict[str, Any]) -> str:
    """The round as text."""
    played = play_record(round_record, PAYTABLES)
    lines = [played.table.game.title, ""]
    for slot, paytable in played.table.paytables.items():
        lines.append(f"{slot:18} {paytable.id}")
    lines.append("")
    for seat in played.seats:
        wagers = round_record["wagers"][str(seat)]
        placed = ", ".join(f"{name} {dollars(cents)}" for name, cents in wagers.items())
        lines.append(f"seat {seat} wagers {placed}")
    lines.append("")
    for action in played.history:
        if isinstance(action, Deal):
            lines.append(f"to {place(action.to).reason}: {cards_text(action.cards)}")
        elif isinstance(action, Act):
            amount = f" {dollars(action.cents)}" if action.cents else ""
            lines.append(f"seat {action.seat}: {action.name}{amount}")
    lines.append("")
    for line in played.settle():
        hand = f" hand {line.hand}" if line.hand else ""
        what = f"seat {line.seat} {line.wager + hand:20} {line.result:7}"
        money = f"{dollars(line.net_cents):>12}  {line.pays or '-':30} {line.source or '-':5}"
        lines.append(f"{what} {money} {line.rule}")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", catalog.game_names())
def test_the_playthrough_is_as_it_was(name: str) -> None:
    asked, kept = (GOLDEN / f"playthrough_{name}.{kind}" for kind in ("json", "txt"))
    if not asked.is_file():
        pytest.skip(f"no {asked.name}: see the head of this file for how to write one")
    text = playthrough(json.loads(asked.read_text("utf-8")))
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        kept.write_text(text, "utf-8")
    assert kept.read_text("utf-8") == text, "to keep the change, see the head of this file"


def test_no_playthrough_is_left_without_its_game() -> None:
    kept = {path.stem.removeprefix("playthrough_") for path in GOLDEN.glob("playthrough_*")}
    assert kept <= set(catalog.game_names())
