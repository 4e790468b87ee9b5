"""The exact best plays that simulations follow, kept as tables of decisions.

Solving a game takes seconds and hundreds of megabytes; its decisions take neither. `decisions/` has
one file for each table, packed by xz. Rows are suit classes, in the order of
`holdem_showdown.suit_classes`, of the cards that the player sees first; a decision that hangs on
more cards is a bit, after the renaming that turns his cards into the first member of their class:

- crazy4: the action with five cards, as the solver numbers them;
- caribbean_stud: bit u of a word: whether the player raises when the dealer shows card u;
- six_five_four: 41 words a row, as in `fours_exposed.Exposed.plays`;
- holdem_turn and holdem_river: by flop, and by flop and turn: a bit for each holding that bets.

Bits that no deal comes to, those of the player's own cards, may be set or not.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.fours_exposed import WORDS
from pitboss.maths.kernels.holdem_showdown import HOLDINGS, SuitClasses, suit_classes

# How many classes there are of so many cards.
CLASSES: Final = {3: 1_755, 4: 16_432, 5: 134_459}


@dataclass(frozen=True, slots=True)
class Form:
    """The form of a table: the number of cards its rows are classes of, columns, word size."""

    cards: int
    columns: int
    word: str

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return CLASSES[self.cards], self.columns


_HOLDING_BYTES: Final = -(-HOLDINGS // 8)
FORMS: Final = {
    "crazy4": Form(5, 1, "u1"),
    "caribbean_stud": Form(5, 1, "<u8"),
    "six_five_four": Form(5, WORDS, "<u4"),
    "holdem_turn": Form(3, _HOLDING_BYTES, "u1"),
    "holdem_river": Form(4, _HOLDING_BYTES, "u1"),
}


@cache
def classes(cards: int) -> SuitClasses:
    """The suit classes of so many cards."""
    return suit_classes(cards, classes=CLASSES[cards])


@cache
def kept(name: str) -> NDArray[Any]:
    """A table as it is kept."""
    form = FORMS[name]
    packed = _folder().joinpath(f"{name}.xz").read_bytes()
    # Column after column lies together in the file: neighbours are alike, and it packs better.
    columns = np.frombuffer(lzma.decompress(packed), dtype=form.word)
    return np.ascontiguousarray(columns.reshape(form.shape[::-1]).T)


def keep(name: str, table: NDArray[Any]) -> None:
    """Write a table in the form in which it is kept."""
    form = FORMS[name]
    assert table.shape == form.shape, f"{name} has the shape {table.shape}"
    columns = np.ascontiguousarray(table.T.astype(form.word))
    (_folder() / f"{name}.xz").write_bytes(lzma.compress(columns.tobytes()))


def is_kept(name: str, table: NDArray[Any]) -> bool:
    """Whether a table is the one that is kept."""
    return (_folder() / f"{name}.xz").is_file() and np.array_equal(kept(name), table)


@cache
def holding_bits(name: str) -> NDArray[np.uint8]:
    """A table of holdings with a byte for each of them."""
    return np.unpackbits(kept(name), axis=1, count=HOLDINGS)


def _folder() -> Path:
    return Path(str(resources.files("pitboss.maths.simulators").joinpath("decisions")))
