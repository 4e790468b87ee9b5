"""The best plays that simulations follow, stored as tables of decisions.

Solving a game takes seconds and hundreds of megabytes; looking up its decisions takes neither. Each
table is one file of the game's folder, packed by xz. Its rows are suit classes, in the order of
`suits.suit_classes`, of the cards the player sees first. A decision that depends on more cards is a
bit, after the renaming that turns his cards into the first member of their class. Bits that no deal
reaches, those of the player's own cards, can have any value. A game's `solve.py` says what the
columns and bits mean where it declares its DECISIONS.
"""

from __future__ import annotations

import lzma
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.suits import CLASSES


@dataclass(frozen=True, slots=True)
class StoredDecisions:
    """One stored table: its package, its name, the number of cards in its row classes, its columns
    and the numpy type of its words."""

    package: str
    name: str
    cards: int
    columns: int
    word: str

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return CLASSES[self.cards], self.columns

    @property
    def path(self) -> Path:
        """Where the table is stored."""
        return Path(str(resources.files(self.package))) / f"{self.name}.xz"

    def table(self) -> NDArray[Any]:
        """The stored table."""
        return _read(self)

    def store(self, table: NDArray[Any]) -> None:
        """Replace the stored table."""
        assert table.shape == self.shape, f"{self.name} has the shape {table.shape}"
        columns = np.ascontiguousarray(table.T.astype(self.word))
        self.path.write_bytes(lzma.compress(columns.tobytes()))

    def is_stored(self, table: NDArray[Any]) -> bool:
        """Whether a table equals the stored one."""
        return self.path.is_file() and np.array_equal(self.table(), table)


@cache
def _read(stored: StoredDecisions) -> NDArray[Any]:
    # The file has column after column: neighbors are alike, so it packs better.
    columns = np.frombuffer(lzma.decompress(stored.path.read_bytes()), dtype=stored.word)
    return np.ascontiguousarray(columns.reshape(stored.shape[::-1]).T)
