"""How long a full round takes to replay and settle, next to reading its record as JSON."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from pitboss.lab.seating import choose_table
from pitboss.money import Cents
from pitboss.rules import catalog
from pitboss.rules.cards import shoe
from pitboss.rules.game import Action, Bets
from pitboss.rules.record import make_record, play_record, seed_meters
from pitboss.rules.round import Round, Table

SEATS = 7
REPEATS = 200


def main() -> None:
    """Print a line for each game."""
    paytables = catalog.Paytables()
    print(f"   {'game':16}{'settle':>12}{'read JSON':>12}{'ratio':>9}")
    for name in catalog.game_names():
        table = choose_table(catalog.game(name), paytables, options={}, chosen={})
        bets = _bets(table)
        cards = shoe(table.decks)
        random.Random(7).shuffle(cards)
        record = make_record(table, bets, iter(cards), table.game.simple)
        history = play_record(record, paytables).history
        text = json.dumps(record)

        settle_us = _best_us(partial(_settle, table, bets, history))
        read_us = _best_us(partial(json.loads, text))
        print(f"   {name:16}{settle_us:>9.0f} us{read_us:>9.0f} us{settle_us / read_us:>8.1f}x")


def _settle(table: Table, bets: Bets, history: Sequence[Action]) -> object:
    played = Round(table, bets, seed_meters(table))
    for action in history:
        played.step(action)
    return played.settle()


def _bets(table: Table) -> Bets:
    placed = {
        wager.name: table.paytables[wager.slot].wager_cents or Cents(1000)
        for wager in table.game.wagers
        if wager.before_the_deal and wager.slot in table.paytables
    }
    return dict.fromkeys(range(1, min(SEATS, table.game.seats_most) + 1), placed)


def _best_us(work: Callable[[], object]) -> float:
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(REPEATS):
            work()
        best = min(best, (time.perf_counter() - start) / REPEATS)
    return best * 1e6
