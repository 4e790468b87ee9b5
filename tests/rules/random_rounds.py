"""Random tables, wagers and decisions for any game: whatever the game declares, a seed picks."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card, shoe
from pitboss.rules.game import Act, Action, Bets, Choice, Deal, Draw, Equal, Mandatory, Turn
from pitboss.rules.record import seed_meters
from pitboss.rules.round import Game, Round, Table, check_bets
from pitboss.rules.table import open_table

TRIES_MOST = 200


@dataclass
class Played:
    """A round as it went: for each action the choice it took, None where chance acted."""

    round: Round
    table: Table
    bets: Bets
    taken: list[Choice | None] = field(default_factory=list)

    def put_down(self, actions: int | None = None) -> dict[tuple[int, str], int]:
        """What each seat put on each wager, before the deal and in the first so many actions."""
        total = {
            (seat, wager): int(cents)
            for seat, placed in self.bets.items()
            for wager, cents in placed.items()
        }
        steps = list(zip(self.round.history, self.taken, strict=True))
        for action, choice in steps[:actions]:
            if isinstance(action, Act) and choice is not None and choice.wager:
                place = (action.seat, choice.wager)
                total[place] = total.get(place, 0) + action.cents
        return total

    def left_from_winnings(self) -> int:
        """What decisions without a wager of their own put back into the round."""
        steps = zip(self.round.history, self.taken, strict=True)
        return sum(
            action.cents
            for action, choice in steps
            if isinstance(action, Act) and choice is not None and not choice.wager
        )


def random_table(rng: random.Random, game: Game, paytables: catalog.Paytables) -> Table:
    """Any table of the game: a wager that doesn't fit what is there already is left out."""
    slots = [slot for slot in game.slots if slot.name == "base" or rng.random() < 0.7]
    slots.sort(key=lambda slot: (slot.name != "base", rng.random()))
    for _ in range(TRIES_MOST):
        options = {option.name: rng.choice(option.choices) for option in game.options}
        table: Table | None = None
        for slot in slots:
            chosen = paytables.get(rng.choice(paytables.ids_for(game.name, slot)))
            try:
                table = open_table(
                    game,
                    options=options,
                    paytables={**(table.paytables if table else {}), slot.name: chosen},
                    limits={},
                    profile=catalog.profile(),
                )
            except Refusal:
                continue
        if table is not None:
            return table
    raise AssertionError(f"no table of {game.name} in {TRIES_MOST} tries")


def random_bets(rng: random.Random, table: Table) -> Bets:
    """Any wagers of any seats that the table takes."""
    for _ in range(TRIES_MOST):
        count = rng.randint(1, min(4, table.game.seats_most))
        seats = sorted(rng.sample(range(1, table.game.seats_most + 1), count))
        bets = {seat: _placed(rng, table) for seat in seats}
        try:
            check_bets(table, bets)
        except Refusal:
            continue
        return bets
    raise AssertionError(f"no wagers of {table.game.name} in {TRIES_MOST} tries")


def _placed(rng: random.Random, table: Table) -> dict[str, Cents]:
    placed: dict[str, Cents] = {}
    for wager in table.game.wagers:
        if not wager.before_the_deal or wager.slot not in table.paytables:
            continue
        if isinstance(wager.relation, Equal):
            placed[wager.name] = placed[wager.relation.to]
        elif isinstance(wager.relation, Mandatory) or rng.random() < 0.6:
            least, most = table.limits[wager.name]
            cents = rng.choice([least, min(most, 1000), rng.randint(least, min(most, 10_000))])
            placed[wager.name] = Cents(cents)
    return placed


def random_act(rng: random.Random, turn: Turn) -> tuple[Act, Choice]:
    """Any legal decision."""
    choice = rng.choice(turn.choices)
    cents = rng.choice([choice.least_cents, choice.most_cents])
    if rng.random() < 0.3:
        cents = Cents(rng.randint(choice.least_cents, choice.most_cents))
    return Act(turn.seat, choice.name, cents), choice


def shuffled(rng: random.Random, table: Table) -> Iterator[Card]:
    """The table's shoe, shuffled."""
    cards = shoe(table.decks, table.game.deck)
    rng.shuffle(cards)
    return iter(cards)


def play_random(seed: int, name: str, paytables: catalog.Paytables) -> Played:
    """A whole random round of a game."""
    rng = random.Random(seed)
    table = random_table(rng, catalog.game(name), paytables)
    bets = random_bets(rng, table)
    cards = shuffled(rng, table)
    played = Played(Round(table, bets, seed_meters(table)), table, bets)
    while (waiting := played.round.waiting) is not None:
        action: Action
        choice: Choice | None = None
        if isinstance(waiting, Draw):
            action = Deal(waiting.to, tuple(next(cards) for _ in range(waiting.count)))
        else:
            action, choice = random_act(rng, waiting)
        played.round.step(action)
        played.taken.append(choice)
    return played
