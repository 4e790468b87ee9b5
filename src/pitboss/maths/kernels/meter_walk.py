"""A meter that fixed awards come off, as a walk on a grid of amounts.

A wager's step is a matrix; squaring it doubles the time. An award that falls between two amounts is
spread over three of them so that mean and variance stay exact.
"""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any, TypeAlias

import numpy as np

from pitboss.maths.level_flow import LevelFlow

Grid: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

DEPTH = 16  # beyond so many times the walk's own depth, running dry is too rare to count
STRETCH = 3.0  # the grid's cells grow by e to this
SPREAD = 7  # standard deviations that a walk is followed


def walk_dry(flow: LevelFlow, wagers: int, cells: int) -> float:
    """The chance to run dry within so many wagers, on a grid of so many amounts."""
    top = _top(flow, wagers)
    amounts = np.arange(top + 1.0)
    if top >= cells:
        amounts = top * _stretched(np.linspace(0, 1, cells))
    cells = len(amounts)
    fed = np.minimum(amounts + float(flow.feed_cents), top)
    step, dry = np.zeros((cells, cells)), np.zeros(cells)
    left = 1.0
    for chance, cents in flow.draws:
        after = fed - float(cents)
        enough = after >= 0
        step += float(chance) * np.where(enough[:, None], _spread(after, amounts), 0)
        dry += float(chance) * ~enough
        left -= float(chance)
    for chance, share in flow.shares:
        step += float(chance) * _spread(fed * float(1 - share), amounts)
        left -= float(chance)
    restart = np.full(cells, min(float(flow.seed_cents), top))
    step += float(flow.hit) * _spread(restart, amounts)
    step += (left - float(flow.hit)) * _spread(fed, amounts)
    gone = np.zeros(cells)
    while wagers:  # the binary digits of the number of wagers
        if wagers & 1:
            gone = dry + step @ gone
        dry, step = dry + step @ dry, step @ step
        wagers >>= 1
    return float(min(1.0, max(0.0, (_spread(restart[:1], amounts) @ gone)[0])))


def _top(flow: LevelFlow, wagers: int) -> int:
    """An amount that the walk hardly passes, or from where it hardly comes back."""
    chances = [float(chance) for chance, _ in flow.draws]
    awards = [float(cents) for _, cents in flow.draws]
    drift = float(flow.feed_cents - flow.drawn_cents)
    spread = sum(chance * cents**2 for chance, cents in zip(chances, awards, strict=True))
    lives = min(wagers, 40 / float(flow.hit)) if flow.hit else wagers
    highest = max(0.0, drift) * lives + SPREAD * sqrt(spread * lives)
    if drift > 0:
        highest = min(highest, DEPTH * spread / drift)
    top = ceil(float(flow.seed_cents) + highest + max(awards))
    return top if flow.maximum_cents is None else min(top, flow.maximum_cents)


def _stretched(places: Grid) -> Grid:
    """From 0 to 1, closer together where the meter is low."""
    found: Grid = np.expm1(STRETCH * places) / np.expm1(STRETCH)
    return found


def _spread(targets: Grid, amounts: Grid) -> Grid:
    """For each target the weights of the three amounts around it, exact in mean and variance."""
    cells = len(amounts)
    targets = np.clip(targets, 0, amounts[-1])
    right = np.clip(np.searchsorted(amounts, targets), 1, cells - 1)
    nearer = targets - amounts[right - 1] < amounts[right] - targets
    middle = np.clip(right - nearer, 1, cells - 2)
    low, at, high = (amounts[middle + step] for step in (-1, 0, 1))
    weights = np.zeros((len(targets), cells))
    rows = np.arange(len(targets))
    weights[rows, middle - 1] = (at - targets) * (high - targets) / ((at - low) * (high - low))
    weights[rows, middle] = (targets - low) * (high - targets) / ((at - low) * (high - at))
    weights[rows, middle + 1] = (targets - low) * (targets - at) / ((high - low) * (high - at))
    return weights
