"""Solves, explains and plays blackjack and the games like it: what their `solve.py` and
`simulate.py` share.

Solved are the usual settings for every number of decks, with the dealer standing or hitting, and
each other setting for the usual number of decks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.maths.blackjack_odds import BlackjackOdds
from pitboss.maths.cases import base_odds, odds
from pitboss.maths.comparison import Comparison, Figure, share
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.best_play import action_values, solution_of, solve_all, tasks_of
from pitboss.maths.kernels.chance import Session
from pitboss.maths.kernels.playing import Simulated, play_base
from pitboss.maths.point_hands import full_shoe
from pitboss.maths.strategy_tables import Tables, rule_in_words, strategy_rows
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable


@dataclass(frozen=True, slots=True)
class BlackjackPlay:
    """One game of the family, by its odds."""

    odds: BlackjackOdds

    def count_base(self, report: TellProgress) -> Counts:
        """Solve the game, by number of decks and then by the name of the rules."""
        named = self.odds.named
        usual_decks = self.odds.decks[0]
        houses = {
            decks: named
            if decks == usual_decks
            else {name: named[name] for name in ("stand", "hit")}
            for decks in self.odds.decks
        }
        shoes = {decks: full_shoe(decks) for decks in houses}
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

    def in_words(self, settings: Mapping[str, Setting]) -> str:
        """The basic strategy in sentences."""
        return "\n".join(rule_in_words(self._tables(settings)))

    def rows(self, settings: Mapping[str, Setting], report: TellProgress) -> Iterator[list[str]]:
        """A row for each total and pair, a column for each up card."""
        yield from strategy_rows(self._tables(settings))

    def _tables(self, settings: Mapping[str, Setting]) -> Tables:
        return self.odds.solution(settings, read_stored(self.odds.game.name)).tables

    def values(
        self, cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
    ) -> dict[str, Fraction]:
        """The exact value of each action in units of the wager."""
        if len(cards) < 3:
            raise Refusal("CARDS_WRONG_NUMBER", "cards", count=len(cards))
        return action_values(
            cards[:-1],
            cards[-1],
            rules=self.odds.rules(settings),
            decks=int(settings["decks"]),
            blackjack_pays=base_odds(paytable)["blackjack"],
        )

    def simulate_base(self, settings: Mapping[str, Setting], session: Session) -> Simulated:
        """The sums of the game itself."""
        rules, decks = self.odds.rules(settings), int(settings["decks"])
        return play_base(self._tables(settings), rules, decks=decks, session=session)

    def compare_averages(self, exact: Analysis, session: Session) -> Comparison:
        """A round can be several hands, and for all but the naturals only the mean is known. So
        this compares how often a natural is paid, and the edge, with the error of the play."""
        played = self.simulate_base(exact.options, session)
        pays = odds(exact.paytable.prize("blackjack"), exact.paytable)
        edge = exact.house_edge
        assert edge is not None
        natural = exact.cases.cases[0]
        paid = exact.probability(natural)
        return Comparison(
            paytable=exact.paytable,
            options=exact.options,
            unit=exact.cases.unit,
            rounds=session.rounds,
            rng_seed=session.rng_seed,
            outcomes=(share(natural.outcome, paid, hits=played.naturals, rounds=session.rounds),),
            figures=(Figure("house_edge", edge, -played.mean(pays), played.standard_error(pays)),),
        )
