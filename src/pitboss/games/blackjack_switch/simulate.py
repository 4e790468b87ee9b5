"""Plays Blackjack Switch by its basic strategy and the chosen way to switch. Every round is dealt
from a full shoe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

import numpy as np
from numba import njit

from pitboss.games.blackjack_switch.odds import BASE, find_switching
from pitboss.games.blackjack_switch.switches import BEST, DEALS, READINGS, find_alike
from pitboss.maths.analysis import Analysis
from pitboss.maths.cases import odds
from pitboss.maths.comparison import Comparison, Figure, share
from pitboss.maths.counting import Counts, read_stored, tally
from pitboss.maths.kernels.arrays import Ints
from pitboss.maths.kernels.chance import Session
from pitboss.maths.kernels.playing import (
    MOST_HANDS,
    Cards,
    HouseRules,
    draw_card,
    draw_dealer,
    house_rules,
    play_two,
    settle_hands,
    shoe_of,
)
from pitboss.maths.point_hands import ACE_KIND, KINDS, TEN_KIND
from pitboss.rules.game import Setting

# Blackjacks paid, the other win in half units, and the sums of their squares and products.
SUMS = ("naturals", "win", "naturals_squared", "both", "win_squared")


@njit(cache=True, nogil=True)
def _is_natural(first: int, second: int) -> bool:
    return first + second == TEN_KIND and first * second == ACE_KIND


@njit(cache=True, nogil=True)
def _play_round(
    switches: Ints, reading: int, tie: int, house: HouseRules, cards: Cards
) -> tuple[int, int]:
    """Blackjacks paid, and the win of all other hands in half units."""
    a, b, c, d = draw_card(cards), draw_card(cards), draw_card(cards), draw_card(cards)
    up, hole = draw_card(cards), draw_card(cards)
    if _is_natural(up, hole):
        naturals = int(_is_natural(a, b)) + int(_is_natural(c, d))
        return naturals * tie, -2 * (2 - naturals)
    switched = switches[up, a, b, c, d]
    if switched:
        b, d = d, b
    pays = reading == 1 or not switched
    results = np.zeros((2, 3, MOST_HANDS), np.int64)
    naturals, win, waiting = 0, 0, 0
    hands = np.zeros(2, np.int64)
    for box in range(2):
        first, second = (a, b) if box == 0 else (c, d)
        if pays and _is_natural(first, second):
            naturals += 1
            continue
        totals, owns, frees = results[box, 0], results[box, 1], results[box, 2]
        hands[box] = play_two(first, second, up, totals, owns, frees, house, cards)
        if hands[box]:
            waiting += 1
        else:
            win -= 1
    if waiting:
        dealers = draw_dealer(up, hole, house, cards)
        for box in range(2):
            played = results[box]
            win += settle_hands(hands[box], dealers, played[0], played[1], played[2], house)
    return naturals, win


@njit(cache=True, nogil=True)
def _play_block(
    start: np.uint64,
    rounds: int,
    shoe: Ints,
    switches: Ints,
    reading: int,
    tie: int,
    house: HouseRules,
) -> Ints:
    sums = np.zeros(5, dtype=np.int64)
    place, state = np.zeros(1, dtype=np.int64), np.array([start], dtype=np.uint64)
    cards = Cards(shoe.copy(), place, state)
    for _ in range(rounds):
        place[0] = 0
        naturals, win = _play_round(switches, reading, tie, house, cards)
        sums += np.array([naturals, win, naturals**2, naturals * win, win**2])
    return sums


def simulate(settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
    """The blackjacks paid and the other wins of all rounds, with their squares and products."""
    found = find_switching(settings, read_stored("blackjack_switch"))
    reading = str(settings.get("switched_blackjack", READINGS[0]))
    sums = session.play(
        _play_block,
        shoe_of(int(settings["decks"])),
        _switches(found.bits(reading, str(settings.get("strategy", BEST)))),
        READINGS.index(reading),
        int(settings.get("blackjack_tie") == "wins"),
        house_rules(found.tables, BASE.rules(settings)),
    ).take_named(SUMS)
    return {**sums}


def compare_averages(exact: Analysis, session: Session) -> Comparison:
    """A round can be many hands, and for all but the blackjacks only the mean is known. So this
    compares how often a hand is a blackjack that is paid, and the edge."""
    settings, rounds = exact.options, session.rounds
    sums = tally(simulate(settings, "base", session))
    pays = odds(exact.paytable.prize("blackjack"), exact.paytable)
    mean = (sums["naturals"] * pays + Fraction(sums["win"], 2)) / rounds
    squares = sums["naturals_squared"] * pays**2 + sums["both"] * pays
    squares += Fraction(sums["win_squared"], 4)
    error = sqrt((squares / rounds - mean**2) / rounds)
    edge, natural = exact.house_edge, exact.probability(exact.cases.cases[0])
    assert edge is not None
    return Comparison(
        paytable=exact.paytable,
        options=settings,
        unit=exact.cases.unit,
        rounds=rounds,
        rng_seed=session.rng_seed,
        outcomes=(share("blackjack", natural, hits=sums["naturals"], rounds=2 * rounds),),
        figures=(Figure("house_edge", edge, -mean / 2, error / 2),),
    )


def _switches(bits_by_up: Sequence[int]) -> Ints:
    """Whether to switch, by the up card and the four cards."""
    switches = np.zeros((KINDS,) * 5, dtype=np.int64)
    for up, bits in enumerate(bits_by_up):
        for place, deal in enumerate(DEALS):
            if bits >> place & 1:
                for each in find_alike(deal):
                    switches[up, *each] = 1
    return switches
