"""Blackjack itself: the total-dependent basic strategy and its exact value from a full shoe.

One player, the first round of a fresh shoe, one unit wagered; the dealer checks an ace or a ten for
blackjack first. Nothing is approximated: the dealer's draws and the player's are counted card by
card with everything seen removed, split hands included (`hands.split_terms` says how). The strategy
looks only at the player's total (or pair) and the up card; no change of a single line improves it.
A pair is split again as often as the rules allow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from numba import get_num_threads

from pitboss.maths.blackjack_solution import THREE_TO_TWO, Solution
from pitboss.maths.kernels.hand_values import scale_of
from pitboss.maths.kernels.up_card import UpCard, UpTotals
from pitboss.maths.point_hands import (
    ACE_KIND,
    KINDS,
    TEN_KIND,
    BlackjackRules,
    KindCounts,
    dealer_ends,
    full_shoe,
    hand_of,
    kind_of,
)
from pitboss.maths.strategy_tables import (
    DOUBLE,
    HIT,
    SPLIT,
    STAND,
    SURRENDER,
    ZAP,
    TotalsPlay,
    first_guess,
    tables_of,
)
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card, card_text

# What is solved at a time: the rules, the shoe and the up card.
Task: TypeAlias = tuple[BlackjackRules, KindCounts, int]
Solved: TypeAlias = tuple[TotalsPlay, UpTotals]


def solve(rules: BlackjackRules, *, shoe: KindCounts, report: TellProgress) -> Solution:
    """The strategy of these rules and its exact value, from a shoe of up to eight decks that one
    round can't use up."""
    return solution_of(rules, shoe, solve_all(tasks_of(rules, shoe), report))


def tasks_of(rules: BlackjackRules, shoe: KindCounts) -> list[Task]:
    """A task for each possible up card.

    If a soft 17 can't come up, the dealer may as well stand on it: one solution covers both.
    """
    tasks = []
    for up in range(KINDS):
        same = dealer_ends(up=up, soft_17="stand") == dealer_ends(up=up, soft_17=rules.soft_17)
        if shoe[up]:
            tasks.append((replace(rules, soft_17="stand") if same else rules, shoe, up))
    return tasks


def solve_all(tasks: Sequence[Task], report: TellProgress) -> dict[Task, Solved]:
    """Solve tasks in parallel, on as many threads as numba is set to."""
    different = list(dict.fromkeys(tasks))
    solved: dict[Task, Solved] = {}
    with ThreadPoolExecutor(get_num_threads()) as pool:
        for task, answer in zip(different, pool.map(_solve, different), strict=True):
            solved[task] = answer
            report(len(solved) / len(different))
    return solved


def _solve(task: Task) -> Solved:
    rules, shoe, up = task
    solver = UpCard(shoe=shoe, up=up, rules=rules)
    play = solver.best_play()
    return play, solver.totals(play)


def solution_of(rules: BlackjackRules, shoe: KindCounts, solved: Mapping[Task, Solved]) -> Solution:
    """Combine the up cards of a shoe."""
    plays = [first_guess(with_free=rules.free_bets == "yes")] * KINDS
    weighed: list[tuple[int, UpTotals]] = []
    for task in tasks_of(rules, shoe):
        up = task[2]
        plays[up], totals = solved[task]
        weighed.append((shoe[up], totals))
    cards = sum(shoe)
    dealt = scale_of(cards)[cards]

    def share(number: Callable[[UpTotals], int | Fraction]) -> Fraction:
        return Fraction(sum(ways * number(totals) for ways, totals in weighed), dealt)

    return Solution(
        tables=tables_of(plays),
        return_without_naturals=share(lambda totals: totals.value),
        naturals_paid=share(lambda totals: totals.naturals),
        dealer_blackjack=share(lambda totals: totals.dealer_blackjacks),
        average_stake=1 + share(lambda totals: totals.extra_stake),
        first_actions={
            name: share(lambda totals, name=name: totals.first_actions[name])  # type: ignore[misc]
            for name in weighed[0][1].first_actions
        },
        insurance_return=Fraction(3 * shoe[TEN_KIND], cards - 1) - 1,
    )


def action_values(
    player_cards: Sequence[Card],
    dealer_up: Card,
    *,
    rules: BlackjackRules,
    decks: int,
    blackjack_pays: Fraction = THREE_TO_TWO,
) -> dict[str, Fraction]:
    """The exact value of each action that first cards allow, after the dealer's check.

    What comes after the action follows the total-dependent strategy. The player's cards and the up
    card have left the shoe; with an ace or ten up the dealer is known to have no blackjack.
    """
    _check(player_cards, dealer_up, decks)
    kinds = sorted(kind_of(card) for card in player_cards)
    if kinds == [ACE_KIND, TEN_KIND]:
        return {STAND: blackjack_pays}
    up, hand = kind_of(dealer_up), hand_of(*kinds)
    solver = UpCard(shoe=full_shoe(decks), up=up, rules=rules)
    play = solver.best_play()
    values = solver.follow(play)
    found = {STAND: values.stand(hand), HIT: values.hit(hand)}
    if len(kinds) == 2:
        if solver.may_double(hand):
            found[DOUBLE] = values.double(hand)
        if kinds[0] == kinds[1]:
            found[SPLIT] = solver.split(kinds[0], play)
    worth = {
        action: Fraction(value, solver.base.sum_played(hand)) for action, value in found.items()
    }
    if len(kinds) == 2 and rules.surrender == "late":
        worth[SURRENDER] = Fraction(-1, 2)
    if len(kinds) == 2 and rules.may_zap(kinds):
        worth[ZAP] = solver.zap((kinds[0], kinds[1]), play)[0]
    return worth


def need_copies(cards: Sequence[Card], decks: int) -> None:
    """Refuse a card that is there more often than the shoe has it."""
    for card, times in Counter(cards).items():
        if times > decks:
            raise Refusal(
                "CARD_DUPLICATED", "times_decks", card=card_text(card), times=times, decks=decks
            )


def _check(player_cards: Sequence[Card], dealer_up: Card, decks: int) -> None:
    """Refuse cards that no player with a choice can hold."""
    need_copies((*player_cards, dealer_up), decks)
    if len(player_cards) < 2:
        raise Refusal("CARDS_WRONG_NUMBER", "player_two_cards")
    if sum(kind_of(card) + 1 for card in player_cards) > 21:
        raise Refusal("CARDS_IMPOSSIBLE", "player_cards_over")
