"""The law of what a level restarts at: its seed, the reserve, and the overflow that waits.

Above a maximum more may wait than one restart takes, so a restart depends on the one before: the
law here is the one that stays the same from restart to restart. Between two, a level that is full
passes what comes in to its overflow; shares and fixed awards take it off the maximum, and for a
while nothing overflows. Without a reserve that has a closed form but for the chance to fill up,
which Chebyshev polynomials give. With a reserve and nothing but whole awards they give it all;
with a reserve and shares or fixed awards, a grid of amounts does.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import exp, expm1, log1p
from typing import TYPE_CHECKING, Any, TypeAlias

from pitboss.lab.panel_curve import PanelCurve, PanelRow, collocate, find_ends
from pitboss.maths.level_flow import LevelFlow

if TYPE_CHECKING:
    import numpy as np

    Grid: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

BENDS = 3  # how often a bend makes others before doubles don't see them
RARE = 40  # an overflow beyond so many times its scale is too rare for doubles
CERTAIN = 1 - 1e-9  # a sure hit would come at a rate without end
ROOMS = 5  # times seed to maximum: restarts beyond them fall off evenly
CELLS, LEVELS_MOST = 240, 800  # of a grid: from seed to maximum, and from nothing to maximum

RestartLaw: TypeAlias = Callable[[float], float]


def needs_grid(flow: LevelFlow) -> bool:
    """Whether the law is known on a grid only."""
    return bool(flow.maximum_cents is not None and flow.reserve_cents and find_falls(flow))


def find_cells(flow: LevelFlow) -> int:
    """An even number of cells from seed to maximum, such that the whole grid isn't too large."""
    slower = min(1.0, float(flow.feed_cents / flow.reserve_cents))
    most = LEVELS_MOST * slower * _room(flow) / float(flow.maximum_cents or 1)
    return 2 * max(2, int(min(CELLS, most) / 2))


def find_restart_law(flow: LevelFlow, degree: int, cells: int) -> RestartLaw:
    """The chance that a level restarts with at most so much, below its maximum. The grid has so
    many cells between the seed and the maximum."""
    hit, seed, reserve = float(flow.hit), float(flow.seed_cents), float(flow.reserve_cents)
    if flow.maximum_cents is not None and flow.maximum_cents > flow.seed_cents:
        if needs_grid(flow):
            return _restart_by_grid(flow, cells)
        if reserve:
            return _restart_after_whole_awards(flow, degree)
        return _restart_without_reserve(flow, degree)
    if reserve:
        rate, begin = find_rate(hit) / reserve, seed + reserve / 2
        return lambda cents: -expm1(-rate * max(0.0, cents - begin))
    return lambda cents: float(cents >= seed)


def find_bends(flow: LevelFlow) -> set[float]:
    """Where the law of what a restart adds bends: each bend bends it elsewhere, less and less."""
    if flow.maximum_cents is None:
        return set()
    room = _even_room(flow)
    slant, half = float(flow.reserve_cents / flow.feed_cents), float(flow.reserve_cents) / 2
    bends = {slant * room}
    for _ in range(BENDS if slant else 0):
        bends |= {each - room for each in bends} | {slant * (room - each) for each in bends}
        bends = {each for each in bends if each > 0}
    return {each + half for each in bends}


def _never(cents: float) -> float:
    """More comes in than can be won: every restart is at the maximum."""
    return 0.0


def _room(flow: LevelFlow) -> float:
    return float((flow.maximum_cents or 0) - flow.seed_cents)


def find_rate(chance: float) -> float:
    """How often what comes with this chance at each wager does so in an even flow of wagers."""
    return -log1p(-min(chance, CERTAIN))


def _even_room(flow: LevelFlow) -> float:
    """From seed to maximum for an even flow: half a wager's work is done when it comes."""
    return _room(flow) - float(flow.feed_cents + flow.reserve_cents) / 2


def find_events(flow: LevelFlow) -> float:
    """The chance that a wager takes something off the level."""
    return float(flow.hit) + sum(chance for chance, _ in find_falls(flow))


def find_falls(flow: LevelFlow) -> list[tuple[float, Callable[[float], float]]]:
    """What takes a level down between two restarts: its chance, and what it leaves."""
    return [
        *(
            (float(chance), lambda cents, left=float(1 - share): cents * left)
            for chance, share in flow.shares
        ),
        *(
            (float(chance), lambda cents, award=float(award): max(0.0, cents - award))
            for chance, award in flow.draws
        ),
    ]


def _find_tilt(rate: float, room: float) -> float:
    """The rate at which large overflows grow rare, a cent: tilt = rate (1 - exp(-tilt room))."""
    low, high = (1 - 1 / (rate * room)) / room, rate
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if middle >= -rate * expm1(-middle * room) else (middle, high)
    return high


# ---- without a reserve --------------------------------------------------------------------------


def _restart_without_reserve(flow: LevelFlow, degree: int) -> RestartLaw:
    """A level that gets full, and full again after each fall, passes on an amount with an
    exponential law. So a restart is the seed alone, or an exponential amount above it: the chance
    of the first is what comes in below the maximum, by the chances of getting full."""
    import numpy as np

    fills, room, seed = _find_fills(flow, degree), _even_room(flow), float(flow.seed_cents)
    most = float(flow.maximum_cents or 0)
    away = sum(chance * (1 - fills.at(left(most))) for chance, left in find_falls(flow))
    events = find_events(flow)
    if float(flow.hit) + away <= float(flow.feed_cents) / _room(flow):
        return _never
    rate = (float(flow.hit) + away) / events * find_rate(events) / float(flow.feed_cents)
    tilt = _find_tilt(rate, room)
    nodes, weights = np.polynomial.legendre.leggauss(degree)
    short = 0.0  # the integral of the chance not to get full, over restarts above the seed
    for begin, end in pairwise(fills.ends):
        if begin >= seed:
            half = (end - begin) / 2
            places = begin + half * (nodes + 1)
            values = [(1 - fills.at(each)) * exp(-tilt * (each - seed)) for each in places]
            short += half * float(weights @ np.array(values))
    first = fills.at(seed)
    above = first / (tilt * short + first) if first else 0.0
    return lambda cents: 1 - above * exp(-tilt * (cents - seed)) if cents >= seed else 0.0


def _find_fills(flow: LevelFlow, degree: int) -> PanelCurve:
    """The chance that a level gets full before it is hit, by what it shows."""
    feed, falls, events = float(flow.feed_cents), find_falls(flow), find_events(flow)
    rate = find_rate(events) / feed
    awards = [float(award) for _, award in flow.draws]
    bends = {award * times - feed / 2 for award in awards for times in (1, 2, 3)}

    def row(cents: float) -> PanelRow:
        after = cents + feed / 2
        sources = [(-rate * chance / events, left(after)) for chance, left in falls]
        return PanelRow(-rate, 0.0, sources)

    bends.add(float(flow.seed_cents))
    ends = find_ends(bends, float(flow.maximum_cents or 0) - feed / 2)
    return collocate(ends, degree, row, ends_at_one=True)


# ---- whole awards with a reserve ----------------------------------------------------------------


def _restart_after_whole_awards(flow: LevelFlow, degree: int) -> RestartLaw:
    """After a wait of n wagers a restart adds reserve x n to the seed, plus all that seed, last
    restart and contributions have above the maximum."""
    feed, reserve, room = float(flow.feed_cents), float(flow.reserve_cents), _even_room(flow)
    begin, bend = float(flow.seed_cents) + reserve / 2, reserve * room / feed
    rate = find_rate(float(flow.hit)) / (feed + reserve)
    if float(flow.hit) * _room(flow) <= feed + reserve:
        return _never

    def row(cents: float) -> PanelRow:
        sources = [(rate, cents + room)]
        if cents < bend:
            early = exp(-rate * (feed + reserve) * cents / reserve)
            sources.append((rate * feed / reserve * early, room - cents * feed / reserve))
        return PanelRow(rate, 0.0, sources)

    top = bend + max(room, RARE / _find_tilt(rate, room))
    bends = {each - reserve / 2 for each in find_bends(flow)}
    curve = collocate(find_ends(bends, top), degree, row)
    return lambda cents: curve.at(cents - begin) if cents > begin else 0.0


# ---- shares or fixed awards with a reserve ------------------------------------------------------


def _restart_by_grid(flow: LevelFlow, cells: int) -> RestartLaw:
    """Steps of a grid follow the level and what waits for its restart together, in exact steps of
    both; then the restarts are a chain from cell to cell."""
    import numpy as np

    room, seed = _room(flow), float(flow.seed_cents)
    waits, places = _find_waits(flow, cells)  # by amount and by what the level shows
    full = waits[:, 0]
    step = room / cells
    if step * (full.sum() - full[0] / 2) >= room:
        return _never
    most = ROOMS * cells
    longer = np.zeros((most + 1, waits.shape[1]))
    longer[: len(waits)] = waits[: len(longer)]
    beyond = np.empty((most + 1, most + 1))  # than each end of a cell, by where the last one was
    starts: Grid = seed + step * np.arange(float(cells))
    beyond[:cells] = _interpolate(places(starts), waits.shape[1]) @ longer.T
    lag = np.arange(most + 1) - np.arange(most + 1 - cells)[:, None]
    beyond[cells:] = np.where(lag >= 0, longer[np.maximum(lag, 0), 0], 1.0)
    far = _beyond_from_far(full, _find_tail(full, step, room) * step, most, cells)
    rows = np.vstack(((beyond[1:] + beyond[:-1]) / 2, far))
    chain = np.hstack((rows[:, :-1] - rows[:, 1:], rows[:, -1:]))
    system = chain.T - np.eye(most + 1)
    system[0] = 1
    found = np.linalg.solve(system, np.eye(most + 1)[0])
    ends, chances = seed + step * np.arange(most + 1), np.append(0.0, found[:-1].cumsum())
    return lambda cents: float(np.interp(cents, ends, chances))


def _beyond_from_far(full: Grid, tail: float, most: int, cells: int) -> Grid:
    """The last row of the chain: amounts beyond the grid are exponential, nearly."""
    import numpy as np

    found, kept = np.ones(most + 1), exp(-tail)
    weight = (1 - kept) / tail  # of a straight line between two cells
    last = 1.0
    for lag in range(1, cells + 1):
        new, old = (full[each] if each < len(full) else 0.0 for each in (lag, lag - 1))
        last = kept * last + (1 - weight) * new + (weight - kept) * old
        found[most - cells + lag] = last
    return found


def _find_tail(full: Grid, step: float, room: float) -> float:
    """How fast large amounts grow rare, a cent: the tilt at which what a full level's cycle adds
    and what its restart takes balance."""
    import numpy as np

    masses = full[:-1] - full[1:]
    amounts = step * (np.arange(len(masses)) + 0.5) - room
    low, high = 0.0, 1.0 / step
    for _ in range(100):
        middle = (low + high) / 2
        grows = float(masses @ np.exp(np.minimum(middle * amounts, 600))) > 1
        low, high = (low, middle) if grows else (middle, high)
    return high


def _find_waits(flow: LevelFlow, cells: int) -> tuple[Grid, Callable[[Grid], Grid]]:
    """The chance that a restart adds more than 0, 1, 2, ... steps, for levels from the maximum
    down; and where an amount is among these levels."""
    import numpy as np

    feed, reserve = float(flow.feed_cents), float(flow.reserve_cents)
    times = max(1, round(feed / reserve))  # small steps to each that is kept
    small = _room(flow) / cells / times
    cents, top = small * feed / reserve, float(flow.maximum_cents or 0)
    levels = top - cents * np.arange(int(top / cents) + 5)

    def places(amounts: Grid) -> Grid:
        return (top - amounts) / cents

    falls = find_falls(flow)
    events = float(flow.hit) + sum(chance for chance, _ in falls)
    size = len(levels)
    after = np.zeros((size, size))
    for chance, left in falls:
        amounts = np.array([left(each) for each in levels.tolist()])
        after += chance * _interpolate(places(amounts), size)
    before = after[[0, *range(size - 1)]]
    stays, now, then = np.empty(size), np.empty(size), np.empty(size)
    for part, wagers in ((slice(1, None), small / reserve), (0, small / (feed + reserve))):
        kept = exp(-events * wagers)
        mean = (1 - kept) / (events * wagers)
        stays[part], now[part], then[part] = kept, (1 - mean) / events, (mean - kept) / events
    moves = np.zeros((size, size))
    moves[range(size), [0, *range(size - 1)]] = stays
    step = np.linalg.solve(np.eye(size) - now[:, None] * after, moves + then[:, None] * before)
    step = np.linalg.matrix_power(step, times)
    found = [np.ones(size)]
    while found[-1][0] > 1e-14 and len(found) < 100 * cells:
        found.append(step @ found[-1])
    return np.array(found), places


def _interpolate(places: Grid, size: int) -> Grid:
    """Rows that take a value between the places 0, 1, 2, ... from the four around it."""
    import numpy as np

    first = np.clip(np.floor(places).astype(int) - 1, 0, size - 4)
    off = places - first
    found = np.zeros((len(places), size))
    for each in range(4):
        weight = np.ones(len(places))
        for other in {*range(4)} - {each}:
            weight *= (off - other) / (each - other)
        found[np.arange(len(places)), first + each] += weight
    return found
