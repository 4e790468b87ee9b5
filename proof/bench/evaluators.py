"""Hands evaluated per second, next to the evaluators a Python user can install.

All get the same random hands, each in its own form, prepared outside the measured time; the best of
a few runs counts. First, every evaluator must agree on the order of the hands. Run `python -m
proof.bench evaluators`; a line ends with the ratio of pitboss over that evaluator.
"""

from __future__ import annotations

import argparse
import importlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from pitboss.maths.kernels.fives import evaluate5, evaluate7
from pitboss.rules.cards import DECK, card_text

RUNS = 5
BATCH = 4_000_000
SAMPLE = 20_000


@dataclass(frozen=True, slots=True)
class Peer:
    """An installable evaluator: how it writes a card, and the strengths of a list of hands."""

    name: str
    cards: Sequence[Any]
    strengths: Callable[[list[list[Any]]], list[int]]
    # Some count the best hand as the lowest number.
    sign: int


def _eval7(_size: int) -> Peer:
    module = importlib.import_module("eval7")
    evaluate = module.evaluate
    cards = [module.Card(card_text(card)) for card in DECK]
    return Peer("eval7", cards, lambda hands: [evaluate(hand) for hand in hands], 1)


def _phevaluator(size: int) -> Peer:
    evaluate = getattr(importlib.import_module("phevaluator"), f"evaluate_{size}cards")
    # It numbers the cards as pitboss does.
    return Peer("phevaluator", DECK, lambda hands: [evaluate(*hand) for hand in hands], -1)


def _phevaluator_core(size: int) -> Peer:
    """Its compiled function, bypassing the checks of its public one."""
    evaluate = getattr(importlib.import_module("phevaluator._pheval"), f"evaluate_{size}cards")
    return Peer("  its C core", DECK, lambda hands: [evaluate(*hand) for hand in hands], -1)


def _treys(_size: int) -> Peer:
    module = importlib.import_module("treys")
    evaluate = module.Evaluator().evaluate
    cards = [module.Card.new(card_text(card)) for card in DECK]
    return Peer("treys", cards, lambda hands: [evaluate([], hand) for hand in hands], -1)


PEERS = (_eval7, _phevaluator, _phevaluator_core, _treys)


def _random_hands(size: int, rng_seed: int) -> NDArray[np.uint8]:
    """A batch of shuffled decks, each cut into as many hands as it holds."""
    rng = np.random.default_rng(rng_seed)
    a_deck = 52 // size
    decks = np.tile(np.arange(52, dtype=np.uint8), (BATCH // a_deck + 1, 1))
    shuffled = rng.permuted(decks, axis=1)[:, : a_deck * size]
    return np.ascontiguousarray(shuffled.reshape(-1, size)[:BATCH])


def _best_seconds(work: Callable[[], object]) -> float:
    seconds = []
    for _ in range(RUNS):
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _same_order(ours: NDArray[np.int64], theirs: NDArray[np.int64]) -> bool:
    """Whether both rise and fall together over all hands, ties included."""
    order = np.argsort(ours, kind="stable")
    return bool(np.array_equal(np.sign(np.diff(ours[order])), np.sign(np.diff(theirs[order]))))


def _compare(peer: Peer, hands: NDArray[np.uint8], ours: NDArray[np.int64], rate: float) -> None:
    sample = [[peer.cards[card] for card in hand] for hand in hands[:SAMPLE].tolist()]
    theirs = peer.sign * np.array(peer.strengths(sample), dtype=np.int64)
    if not _same_order(ours[:SAMPLE], theirs):
        raise SystemExit(f"{peer.name} and pitboss order some hands differently")
    theirs_rate = SAMPLE / _best_seconds(lambda: peer.strengths(sample))
    print(f"  {peer.name:<12} {theirs_rate:>14,.0f} hands/s  agrees  {rate / theirs_rate:>8,.1f} x")


def _compare_all(size: int, evaluate: Callable[[NDArray[Any]], NDArray[np.int32]]) -> None:
    threads = numba.get_num_threads()
    hands = _random_hands(size, rng_seed=7)
    ours = evaluate(hands).astype(np.int64)
    print(f"{size} cards, {BATCH:,} random hands, {threads} thread(s)")
    rate = BATCH / _best_seconds(lambda: evaluate(hands))
    print(f"  {'pitboss':<12} {rate:>14,.0f} hands/s")
    for find in PEERS:
        try:
            peer = find(size)
        except ImportError:
            print(f"  {find.__name__.strip('_')} is not installed: skipped")
            continue
        _compare(peer, hands, ours, rate)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Hands evaluated a second, beside others.")
    parser.add_argument("--threads", type=int, default=numba.get_num_threads())
    numba.set_num_threads(parser.parse_known_args()[0].threads)
    _compare_all(5, evaluate5)
    _compare_all(7, evaluate7)


if __name__ == "__main__":
    main()
