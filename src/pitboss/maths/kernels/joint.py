"""Adds up solved hands: the action taken with each hand, and how it ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.maths.counting import Counts


def joint(
    names: tuple[Sequence[str], Sequence[str], Sequence[str]],
    actions: NDArray[Any],
    classes: NDArray[np.int64],
    results: NDArray[Any],
    members: NDArray[np.int64],
) -> Counts:
    """action -> class -> result -> deals, under these names.

    A row is a suit class of the player's cards with so many members, a column an up card. `actions`
    and `classes` are places in the names, by row and column and by row; `results` are the dealer's
    hands by result, row and column, none where the up card cannot be. The sums fit 63 bits.
    """
    action_names, class_names, result_names = names
    counts: Counts = {}
    for action, action_name in enumerate(action_names):
        chosen = actions == action
        sums = [np.where(chosen, hands, 0).sum(axis=1, dtype=np.int64) for hands in results]
        deals = dict(zip(result_names, (members * hands for hands in sums), strict=True))
        counts[action_name] = {
            name: {result: int(rows[classes == place].sum()) for result, rows in deals.items()}
            for place, name in enumerate(class_names)
        }
    return counts
