"""Counts blackjack and the wagers beside it, and gives the basic strategy.

The counts are "sides", as `sides.count` says, and "base". That has the usual settings (double any
two cards and after a split, four hands, aces split once with one card each, no surrender), by
number of decks ("1", "2", "4", "6", "8") and then by what the dealer does on a soft 17 ("stand",
"hit"); six decks also with one other setting changed, under its name ("surrender late"); the rest:
`solve`. There:

- "house_edge_3_to_2", "house_edge_6_to_5": the house's share of the first wager, as "p/q";
- "return_without_naturals": expected win of all rounds in which no natural is paid;
- "naturals_paid": probability of a player's natural that no dealer's blackjack ties. With a pay of
  b to 1 the edge is -(return_without_naturals + b * naturals_paid);
- "dealer_blackjack": its probability;
- "average_stake": expected sum of wagers, doubles and splits included;
- "first_actions": probability of each first decision ("stand", "hit", "double", "split",
  "surrender"); with "naturals_paid" and "dealer_blackjack" they add up to one;
- "insurance_return": expected win of one unit of insurance at 2 to 1, not looking at own cards;
- "strategy": "hard" and "soft" by total, "pairs" by card ("A", "2", ... "9", "T"): ten letters for
  the dealer's 2, 3, ... 9, ten, ace, as in `tables`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.games.blackjack import sides
from pitboss.games.blackjack.best_play import action_values, solution_of, solve_all, tasks_of
from pitboss.games.blackjack.odds import house_settings, solution
from pitboss.games.blackjack.point_hands import DECKS, full_shoe, named_rules, rules_of
from pitboss.games.blackjack.strategy_tables import Tables, rule_in_words, strategy_rows
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts, read_stored
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable


def count(report: TellProgress) -> Counts:
    """Solve the game and count the wagers beside it."""
    return {"base": count_base(report), "sides": sides.count(report)}


def count_base(report: TellProgress) -> Counts:
    """Solve the usual settings for every number of decks, with the dealer standing or hitting, and
    each other setting for the usual number of decks."""
    known = named_rules()
    usual_decks = house_settings()[0].choices[0]
    houses = {
        decks: known if decks == usual_decks else {name: known[name] for name in ("stand", "hit")}
        for decks in DECKS
    }
    shoes = {decks: full_shoe(decks) for decks in DECKS}
    tasks = [
        task
        for decks, shoe in shoes.items()
        for rules in houses[decks].values()
        for task in tasks_of(rules, shoe)
    ]
    solved = solve_all(tasks, report)
    return {
        str(decks): {
            name: solution_of(rules, shoe, solved).as_counts()
            for name, rules in houses[decks].items()
        }
        for decks, shoe in shoes.items()
    }


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS = house_settings()


def in_words(settings: Mapping[str, Setting]) -> str:
    """The basic strategy in sentences."""
    return "\n".join(rule_in_words(_tables(settings)))


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[list[str]]:
    """A row for each total and pair, a column for each up card."""
    yield from strategy_rows(_tables(settings))


def _tables(settings: Mapping[str, Setting]) -> Tables:
    return solution(settings, read_stored("blackjack")).tables


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in units of the wager."""
    if len(cards) < 3:
        raise Refusal("CARDS_WRONG_NUMBER", "cards", count=len(cards))
    return action_values(
        cards[:-1],
        cards[-1],
        rules=rules_of(settings),
        decks=int(settings["decks"]),
        blackjack_pays=base_odds(paytable)["blackjack"],
    )
