"""The best switch of every deal, and what a way to switch is worth: the values of two hands beside
each other against one up card, then all up cards of a shoe together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from math import perm, prod
from typing import TypeAlias

from numba import get_num_threads

from pitboss.games.blackjack_switch.switches import (
    BEST,
    BY_VALUES,
    DEALS,
    NATURAL,
    NEVER,
    PAIRS,
    PLACE,
    READINGS,
    STRATEGIES,
    VALUE_PAIRS,
    FourKinds,
    Switching,
    SwitchWay,
    gain_by_values,
    hands_of,
    name_pair,
    naturals,
    ties,
)
from pitboss.maths.kernels.best_play import Task, tasks_of
from pitboss.maths.kernels.hand_values import scale_of
from pitboss.maths.kernels.up_card import UpCard
from pitboss.maths.point_hands import (
    ACE_KIND,
    KINDS,
    TEN_KIND,
    BlackjackRules,
    KindCounts,
    hand_of,
    without,
)
from pitboss.maths.strategy_tables import TotalsPlay, tables_of
from pitboss.progress import TellProgress


@dataclass(frozen=True, slots=True)
class Worths:
    """The two-card hands of a shoe against one up card, by their place in PAIRS: their value and
    stake where a round played counts `played`; an ace and a ten count as just 21."""

    value: Sequence[int]
    stake: Sequence[int]
    played: Sequence[int]


WorthsBeside: TypeAlias = Mapping[int, Worths]  # by the place of the other hand


@dataclass(slots=True)
class SwitchSums:
    """What a way to switch comes to over all deals, by their weight, for both hands together."""

    win: int = 0
    naturals: int = 0
    stake: int = 0
    switched: int = 0

    def add(self, other: SwitchSums, times: int = 1) -> None:
        """Add another's sums so many times."""
        self.win += times * other.win
        self.naturals += times * other.naturals
        self.stake += times * other.stake
        self.switched += times * other.switched


@dataclass(frozen=True, slots=True)
class UpSolution:
    """Everything about one up card."""

    play: TotalsPlay
    values: Sequence[int]
    sums: Mapping[str, Mapping[str, SwitchSums]]
    switches: Mapping[str, int]


def solve(rules: BlackjackRules, *, shoe: KindCounts, report: TellProgress) -> Switching:
    """The play, the switches and their value from one shoe."""
    found: dict[Task, UpSolution] = {}
    solve_all(tasks_of(rules, shoe), found, report)
    return combine(rules, shoe, found)


def solve_all(tasks: Sequence[Task], found: dict[Task, UpSolution], report: TellProgress) -> None:
    """Solve different tasks in parallel, on as many threads as numba is set to."""
    different = list(dict.fromkeys(tasks))
    with ThreadPoolExecutor(get_num_threads()) as pool:
        for task, answer in zip(different, pool.map(_solve, different), strict=True):
            found[task] = answer
            report(len(found) / len(different))


def _solve(task: Task) -> UpSolution:
    rules, shoe, up = task
    alone = UpCard(shoe=shoe, up=up, rules=rules)
    play = alone.best_play()
    values = _values(worths(UpCard(shoe=shoe, up=up, rules=rules, settled=play), play))
    beside = find_beside(task, play, range(len(PAIRS)))
    sums = {reading: {name: SwitchSums() for name in STRATEGIES} for reading in READINGS}
    switches = dict.fromkeys(READINGS, 0)
    left = without(shoe, up)
    for bit, (deal, like) in enumerate(DEALS.items()):
        ways = like * prod(perm(left[kind], deal.count(kind)) for kind in set(deal))
        if not ways:
            continue
        for reading in READINGS:
            kept, switched = arrange(beside, deal, reading)
            gain = _with_naturals(switched) - _with_naturals(kept)
            switches[reading] |= (gain > 0) << bit
            adds_up = gain_by_values(values, deal, reading)
            for name, is_switched in ((BEST, gain > 0), (BY_VALUES, adds_up > 0), (NEVER, False)):
                sums[reading][name].add(switched if is_switched else kept, ways)
    return UpSolution(play, values, sums, switches)


def find_beside(task: Task, play: TotalsPlay, others: Iterable[int]) -> WorthsBeside:
    """The hands beside each other one that the shoe has cards for."""
    rules, shoe, up = task
    found = {}
    for other in others:
        left = without(shoe, *PAIRS[other])
        if left[up] > 0 and min(left) >= 0:
            found[other] = worths(UpCard(shoe=left, up=up, rules=rules, settled=play), play)
    return found


def worths(seat: UpCard, play: TotalsPlay) -> Worths:
    """All hands of a shoe by a settled play."""
    value, stake, played = ([0] * len(PAIRS) for _ in range(3))
    for hand in seat.first_hands(play):
        place = PLACE[hand.kinds]
        value[place], stake[place] = int(hand.value), int(hand.stake)
        played[place] = hand.played
    natural = hand_of(ACE_KIND, TEN_KIND)
    value[NATURAL] = seat.base.stand(natural)
    stake[NATURAL] = played[NATURAL] = seat.base.sum_played(natural)
    return Worths(value, stake, played)


def _values(hands: Worths) -> list[int]:
    """The table of values against one up card, in hundredths of the wager."""
    found = [
        round(Fraction(100 * value, played)) if played else 0
        for value, played in zip(hands.value, hands.played, strict=True)
    ]
    just_21, found[NATURAL] = found[NATURAL], 100
    return [*found, just_21]


def arrange(beside: WorthsBeside, deal: FourKinds, reading: str) -> tuple[SwitchSums, SwitchSums]:
    """One deal as dealt and as switched."""
    kept, switched = hands_of(deal)
    return _sum(beside, kept, pays=True), _sum(beside, switched, pays=reading == "blackjack", of=1)


def _sum(beside: WorthsBeside, hands: tuple[int, int], *, pays: bool, of: int = 0) -> SwitchSums:
    """Two hands together, whose blackjacks are paid or just 21; `of` is 1 for switched ones."""
    sums = SwitchSums(switched=of * beside[hands[1]].played[hands[0]])
    for hand, other in (hands, hands[::-1]):
        worth = beside[other]
        sums.stake += worth.stake[hand]
        if hand == NATURAL and pays:
            sums.naturals += worth.played[hand]
        else:
            sums.win += worth.value[hand]
    return sums


def _with_naturals(sums: SwitchSums) -> int:
    """The win of a deal where a blackjack pays even money."""
    return sums.win + sums.naturals


def combine(rules: BlackjackRules, shoe: KindCounts, found: Mapping[Task, UpSolution]) -> Switching:
    """Combine the up cards of a shoe."""
    tasks = tasks_of(rules, shoe)
    cards = sum(shoe)
    dealt = perm(cards, 5) * scale_of(cards - 2)[cards - 5]
    by_up = {task[2]: found[task] for task in tasks}
    lost = naturals(shoe) - ties(shoe)  # to the dealer's blackjack

    def way(reading: str, strategy: str) -> SwitchWay:
        sums = SwitchSums()
        for up, solution in by_up.items():
            sums.add(solution.sums[reading][strategy], shoe[up])
        return SwitchWay(
            win=Fraction(sums.win, 2 * dealt) - lost,
            naturals=Fraction(sums.naturals, 2 * dealt),
            stake=Fraction(sums.stake, 2 * dealt) + naturals(shoe),
            switched=Fraction(sums.switched, dealt),
        )

    first = next(iter(by_up.values()))
    return Switching(
        tables=tables_of([by_up.get(up, first).play for up in range(KINDS)]),
        values={
            name_pair(pair): tuple(
                by_up[up].values[place] if up in by_up else 0 for up in range(KINDS)
            )
            for place, pair in enumerate(VALUE_PAIRS)
        },
        ways={
            reading: {strategy: way(reading, strategy) for strategy in STRATEGIES}
            for reading in READINGS
        },
        switches={
            reading: tuple(by_up[up].switches[reading] if up in by_up else 0 for up in range(KINDS))
            for reading in READINGS
        },
    )
