"""A play of games of 21 by a hand's total and number of cards: its lines, and how they are written.

Each line takes the action that is worth most over the hands that reach it by the best play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TypeAlias

import numpy as np

from pitboss.maths.kernels.arrays import Floats
from pitboss.maths.kernels.many_card_actions import NEVER, STAND, SURRENDER, Actions, bonuses_of
from pitboss.maths.kernels.many_card_play import ManyCardUp
from pitboss.maths.many_cards import DOUBLED, MOST_CARDS, letter_of
from pitboss.maths.point_hands import KIND_NAMES, KINDS, all_hands, hand_of
from pitboss.maths.strategy_tables import Tables

LETTERS = "SHDRP"
TotalCell: TypeAlias = tuple[bool, int, int]  # soft, total, number of cards


@cache
def _cells() -> Mapping[TotalCell, list[int]]:
    """The hands of each line, by their number of cards up to six and more."""
    found: dict[TotalCell, list[int]] = defaultdict(list)
    hands = all_hands()
    for hand, (cell, total, size) in enumerate(
        zip(hands.cells, hands.totals, hands.sizes, strict=True)
    ):
        if size >= 2 and total < 21:
            found[cell != total, total, min(size, MOST_CARDS)].append(hand)
    return found


@dataclass(slots=True)
class CardLines:
    """A play by total and number of cards against one up card: the action of each cell, what else
    is done where it is a surrender that isn't allowed, and the actions of doubled hands."""

    action: dict[TotalCell, int]
    otherwise: dict[TotalCell, int]
    doubled: list[dict[TotalCell, int]]

    def actions(self, of: Actions, *, is_split: bool) -> Actions:
        """The same for every hand."""
        undoubled, doubled = of.undoubled.copy(), of.doubled.copy()
        for cell, action in self.action.items():
            is_barred = is_split and action == SURRENDER
            undoubled[:, _cells()[cell]] = self.otherwise[cell] if is_barred else action
            for doubles, by_cell in enumerate(self.doubled):
                doubled[doubles, _cells()[cell]] = by_cell[cell]
        return Actions(undoubled, doubled, of.worth, of.doubled_worth)


def lines_of(up: ManyCardUp, reached: Sequence[Mapping[int, int]]) -> CardLines:
    """For each line with a decision the action that is worth most over the hands that reach it."""
    lines = CardLines({}, {}, [{} for _ in range(up.rules.doubles)])
    bonuses = bonuses_of(up.rules, is_split=False)
    for cell, hands in _cells().items():
        worths = up.first.worth
        if not any(worths[STAND, hand] > NEVER and not bonuses[hand] for hand in hands):
            continue
        worth = _mean_worth(up, worths, reached[0], hands)
        lines.action[cell] = int(worth.argmax())
        worth[SURRENDER] = -np.inf
        lines.otherwise[cell] = int(worth.argmax())
        # One line for doubled hands of any number of cards.
        every = [hand for size in range(2, MOST_CARDS + 1) for hand in _at(cell, size)]
        for doubles, by_cell in enumerate(lines.doubled):
            worths = up.first.doubled_worth[doubles]
            worth = _mean_worth(up, worths, reached[doubles + 1], every)
            by_cell[cell] = int(worth.argmax())
    return lines


def _at(cell: TotalCell, size: int) -> list[int]:
    return _cells().get((cell[0], cell[1], size), [])


def _mean_worth(
    up: ManyCardUp, worths: Floats, reached: Mapping[int, int], hands: Sequence[int]
) -> Floats:
    """The mean worth of each action, by the weights of hands, or over all that are possible."""
    weights = [float(reached.get(hand, 0) * up.values.sum_played(hand)) for hand in hands]
    if not any(weights):
        weights = [float(worths[STAND, hand] > NEVER) for hand in hands]
    worth: Floats = worths[:, hands] @ np.array(weights)
    return worth


def _letter(lines: CardLines, cell: TotalCell) -> str:
    action = lines.action[cell]
    return LETTERS[action] + (LETTERS[lines.otherwise[cell]].lower() if action == SURRENDER else "")


def tables_of(
    lines: Sequence[CardLines], splits: Sequence[Mapping[tuple[int, int], bool]]
) -> Tables:
    """The letters of a play, by the up cards in their order."""
    tables: dict[str, dict[str, tuple[str, ...]]] = {}
    for section, is_soft, totals in (("hard", False, range(4, 21)), ("soft", True, range(12, 21))):
        tables[section] = {
            str(total): tuple(
                letter_of(partial(_by_size, each, (is_soft, total))) for each in lines
            )
            for total in totals
        }
    tables["pairs"] = {
        KIND_NAMES[kind]: tuple(
            "P" if each.get((hand_of(kind, kind), 0)) else "N" for each in splits
        )
        for kind in range(KINDS)
    }
    for doubles in range(len(lines[0].doubled)):
        words = DOUBLED[doubles]
        for name, is_soft, totals in (("hard", False, range(6, 21)), ("soft", True, range(13, 21))):
            tables[words + name] = {
                str(total): tuple(
                    _doubled_letter(each, doubles, (is_soft, total)) for each in lines
                )
                for total in totals
            }
    return tables


def _by_size(lines: CardLines, line: tuple[bool, int], size: int) -> str:
    """The letter for so many cards; where no hand has them, that of the nearest number."""
    sizes = sorted(range(2, MOST_CARDS + 1), key=lambda each: (abs(each - size), each))
    known = ((*line, each) for each in sizes)
    return next((_letter(lines, cell) for cell in known if cell in lines.action), LETTERS[STAND])


def _doubled_letter(lines: CardLines, doubles: int, line: tuple[bool, int]) -> str:
    by_cell = lines.doubled[doubles]
    return LETTERS[next((by_cell[cell] for cell in by_cell if cell[:2] == line), STAND)]
