"""Counts Blackjack Switch, and says when to switch.

Each hand is played by the basic strategy of a hand dealt alone, by totals. Beside another it is
worth what that strategy makes of it with the other's two cards out of the shoe: what is drawn to
one hand tells nothing on average about the other. So a deal is worth the sum of its two hands, as
dealt or as switched, and the best switch is the higher of two exact values.

The counts are "base", for six and eight decks and then by what the dealer does on a soft 17, with
the usual settings otherwise; for six decks also with one other setting changed. There:

- "strategy": as in `blackjack.solve`;
- "values": each hand's value from a full shoe against the dealer's ace, 2, ... 9, ten, in
  hundredths of its wager; "T-A" is an ace and a ten that are just 21;
- "ways": by what an ace and a ten made by a switch are ("21", "blackjack"), for the best switch,
  the one by "values" added up (a tie keeps the cards) and none ("never"): the expected win of a
  hand but for the blackjacks paid ("win"), how often it is one of those ("naturals"), its average
  stake, and how often a round is switched;
- "switches": the best switch by the same two readings and the up card, a bit for each deal of
  `switches.DEALS`, the first the lowest, as a hexadecimal number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.games.blackjack_switch.best_switch import (
    UpSolution,
    arrange,
    combine,
    find_beside,
    solve_all,
)
from pitboss.games.blackjack_switch.odds import BASE, HOUSE, find_switching
from pitboss.games.blackjack_switch.switches import PLACE, value_rows
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.best_play import Task, need_copies, tasks_of
from pitboss.maths.kernels.blackjack_play import BlackjackPlay
from pitboss.maths.kernels.up_card import UpCard
from pitboss.maths.point_hands import full_shoe, kind_of
from pitboss.maths.strategy_tables import rule_in_words, strategy_rows
from pitboss.progress import TellProgress
from pitboss.rules.cards import Card
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable

PLAY = BlackjackPlay(BASE)
OPTIONS = (*BASE.settings, HOUSE[0])


def count(report: TellProgress) -> Counts:
    """Solve six and eight decks, the dealer hitting and standing, and the other settings."""
    found: dict[Task, UpSolution] = {}
    houses = [
        (decks, name, rules)
        for decks in BASE.decks
        for name, rules in BASE.named.items()
        if decks == BASE.decks[0] or name in ("stand", "hit")
    ]
    tasks = [task for decks, _, rules in houses for task in tasks_of(rules, full_shoe(decks))]
    solve_all(tasks, found, report)
    base: dict[str, Counts] = {}
    for decks, name, rules in houses:
        solved = combine(rules, full_shoe(decks), found)
        base.setdefault(str(decks), {})[name] = solved.as_counts()
    return {"base": {**base}}


def in_words(settings: Mapping[str, Setting]) -> str:
    """The switch and the basic strategy in sentences."""
    tables = find_switching(settings, read_stored("blackjack_switch")).tables
    return "\n".join(
        (
            "Add the values of your two hands, as dealt and as switched, from the table against "
            "the dealer's card. Switch if the second sum is higher. Then play each hand alone.",
            *rule_in_words(tables),
        )
    )


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[list[str]]:
    """The basic strategy, a row for each total and pair; then the value of each hand in hundredths
    of its wager."""
    found = find_switching(settings, read_stored("blackjack_switch"))
    yield from strategy_rows(found.tables)
    for row in value_rows(found.values):
        yield [f"value {row[0]}", *row[1:]]


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action of one hand; with five cards, the first hand, the second and
    the up card, what both hands are worth as dealt and as switched."""
    if len(cards) != 5:
        return PLAY.values(cards, paytable, settings)
    decks, rules = int(settings["decks"]), BASE.rules(settings)
    need_copies(cards, decks)
    a, b, c, d, up = map(kind_of, cards)
    shoe, pays = full_shoe(decks), base_odds(paytable)["blackjack"]
    play = UpCard(shoe=shoe, up=up, rules=rules).best_play()
    others = {PLACE[pair] for pair in ((a, b), (c, d), (a, d), (c, b))}
    beside = find_beside((rules, shoe, up), play, others)
    found = arrange(beside, (a, b, c, d), str(settings["switched_blackjack"]))
    played = beside[PLACE[a, b]].played[PLACE[c, d]]
    return {
        name: Fraction(sums.win + pays * sums.naturals, played)
        for name, sums in zip(("keep", "switch"), found, strict=True)
    }
