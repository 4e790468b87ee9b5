"""A golden playthrough of each game: cards, decisions and results as text a person can check.

After a wanted change write the files anew, read the difference, and keep it:

    PITBOSS_GOLDEN=write pytest tests/rules/test_playthroughs.py
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pitboss.money import dollars
from pitboss.rules import catalog
from pitboss.rules.cards import cards_text
from pitboss.rules.game import Act, Deal, place
from pitboss.rules.record import play_record

from .support import PAYTABLES, record

GOLDEN = Path(__file__).parents[1] / "golden"

PLAYTHROUGHS: dict[str, dict[str, Any]] = {
    # A losing straight, a fold, and four aces with three times the ante; envy at the end.
    "crazy4": record(
        "crazy4",
        options={"folded_qualify": "no"},
        paytables={
            "queens_up": "crazy4/queens_up/c4p-09",
            "bad_beat": "crazy4/bad_beat/bbb-01",
            "progressive": "crazy4/progressive/pays-1",
        },
        meters={"progressive": {"main": 1250075}},
        cards={
            1: "5c 6d 7h 8s Kd",
            2: "Qc Qd 9c 7s 2d",
            3: "Ac Ad Ah As 9d",
            "dealer": "Kh Th 6h 4h 2c",
        },
        wagers={
            1: {"ante": 1000, "super_bonus": 1000, "bad_beat": 100, "progressive": 100},
            2: {"ante": 500, "super_bonus": 500, "queens_up": 500},
            3: {"ante": 1000, "super_bonus": 1000, "queens_up": 500, "progressive": 100},
        },
        actions=("1 play 1000", "2 fold", "3 play 3000"),
    ),
    # The dealer throws away a king and plays five cards.
    "six_five_four": record(
        "six_five_four",
        paytables={"queens_up": "six_five_four/queens_up/1"},
        cards={
            1: "5s 6s 7s 8s Ad",
            2: "Qc Qd 9c 7h 2d",
            4: "3d 4d 5h 6h Jc",
            "dealer": "Ks 9s 9h 9d 2c 8h",
        },
        wagers={seat: {"ante": 1000, "queens_up": 500} for seat in (1, 2, 4)},
        actions=("1 play", "2 fold", "4 play"),
    ),
    # A royal complete on the turn, four tens, and a folded ace-king that wins its bonus.
    "holdem_bonus": record(
        "holdem_bonus",
        options={"folded_qualify": "no"},
        paytables={
            "base": "holdem_bonus/base/three_tens",
            "bonus": "holdem_bonus/bonus/2",
            "progressive": "holdem_bonus/progressive/thbp-08",
        },
        meters={"progressive": {"main": 1000000}},
        cards={
            1: "Ah Kh",
            2: "As Kc",
            5: "Tc Td",
            "dealer": "Ac Ad",
            "board": "Qh Jh Ts Th 2c",
        },
        wagers={
            1: {"ante": 1000, "bonus": 500, "progressive": 100},
            2: {"ante": 1000, "bonus": 500},
            5: {"ante": 1000, "progressive": 100},
        },
        actions=("1 bet", "2 fold", "5 bet", "1 bet", "5 check", "1 bet", "5 bet"),
    ),
    # Four hands, the best of them the dealer's: Cover All pays even the seat that folded.
    "caribbean_stud": record(
        "caribbean_stud",
        paytables={"cover_all": "caribbean_stud/cover_all/standard"},
        cards={
            1: "2c 4d 6h 8s Tc",
            2: "Ac Ad 3h 9d 5c",
            3: "6c 6d 6s Kd 2h",
            "dealer": "9c 9h 9s Kc Ks",
        },
        wagers={
            1: {"ante": 1000, "cover_all": 500},
            2: {"ante": 1000},
            3: {"ante": 2000, "cover_all": 100},
        },
        actions=("1 fold", "2 raise", "3 raise"),
    ),
    # Banker wins 9 over 0 with a suited 2-3-4: two seats on the banker share the 10 %.
    "baccarat": record(
        "baccarat",
        options={"decks": 8},
        paytables={
            "dragon_bonus": "baccarat/dragon_bonus/1",
            "dragon_progressive": "baccarat/dragon_progressive/1",
        },
        meters={"dragon_progressive": {"main": 2000005}},
        cards={"player": "Kh 4d 6c", "banker": "2s 3s 4s"},
        wagers={
            1: {"banker": 2000, "dragon_banker": 500, "dragon_progressive": 100},
            2: {"player": 1000, "tie": 100, "dragon_progressive": 100},
            7: {"banker": 1000, "dragon_player": 500, "dragon_progressive": 100},
        },
    ),
    # House Money left on a pair of eights, split, one hand doubled; a third seven on the first hit.
    "blackjack": record(
        "blackjack",
        options={"decks": 6},
        paytables={
            "house_money": "blackjack/house_money/1",
            "blazing_7s": "blackjack/blazing_7s/1",
        },
        meters={"blazing_7s": {"main": 500000}},
        cards={1: "8c 8d 3h Ts 9s", 2: "7h 7d 7s", 3: "Ah Kh", "dealer": "6c Td 5s"},
        wagers={
            1: {"blackjack": 1000, "house_money": 500},
            2: {"blackjack": 1000, "blazing_7s": 100},
            3: {"blackjack": 1500, "house_money": 500},
        },
        actions=(
            "1 leave 2000", "3 take", "1 split 3000", "1 double 3000", "1 stand", "2 hit",
        ),
    ),
}  # fmt: skip


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
            lines.append(f"to {place(action.to)}: {cards_text(action.cards)}")
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


def test_every_game_has_a_playthrough() -> None:
    assert set(PLAYTHROUGHS) == set(catalog.game_names())
    kept = {path.name for path in GOLDEN.glob("playthrough_*.txt")}
    assert kept == {f"playthrough_{name}.txt" for name in catalog.game_names()}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_playthrough_is_as_it_was(name: str) -> None:
    path = GOLDEN / f"playthrough_{name}.txt"
    text = playthrough(PLAYTHROUGHS[name])
    if os.environ.get("PITBOSS_GOLDEN") == "write":
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, "to keep the change, see the head of this file"
