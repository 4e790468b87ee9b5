"""Solves, explains and plays a game of 21 in which the number of cards counts: what the `solve.py`
and `simulate.py` of these games share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.maths.analysis import Analysis
from pitboss.maths.bet_counting import bet_parts
from pitboss.maths.cases import base_odds
from pitboss.maths.comparison import Comparison, Figure, share
from pitboss.maths.counting import Counts, read_stored
from pitboss.maths.kernels.chance import Session
from pitboss.maths.kernels.many_card_actions import DOUBLE, HIT, NAMES, SPLIT, STAND, SURRENDER
from pitboss.maths.kernels.many_card_play import Ended, ManyCardUp
from pitboss.maths.kernels.many_card_rounds import ManyCardSums, play_rounds
from pitboss.maths.kernels.many_card_solve import solve, solve_ups
from pitboss.maths.many_card_odds import ManyCardOdds
from pitboss.maths.many_cards import ManyCardRules
from pitboss.maths.point_hands import ACE_KIND, TEN_KIND, hand_of, kind_of
from pitboss.maths.strategy_tables import Tables, rule_in_words, strategy_rows
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import SPADES, SUIT_OF, Card, card_text, need_in_deck
from pitboss.rules.game import Setting
from pitboss.rules.paytable import Paytable


@dataclass(frozen=True, slots=True)
class ManyCardLab:
    """One game, by its odds."""

    odds: ManyCardOdds

    def count_base(
        self, houses: Mapping[int, Mapping[str, ManyCardRules]], report: TellProgress
    ) -> Counts:
        """Solve these rules, by number of decks and then by their name."""
        every = sum(len(named) for named in houses.values())
        counts: Counts = {}
        done = 0
        for decks, named in houses.items():
            kept: Counts = {}
            for name, rules in named.items():
                solution = solve(rules, decks=decks, pays=self.odds.pays, report=lambda _: None)
                kept[name] = solution.as_counts()
                done += 1
                report(done / every)
            counts[str(decks)] = kept
        return counts

    def in_words(self, settings: Mapping[str, Setting]) -> str:
        """The play by total and number of cards, in sentences."""
        return "\n".join(rule_in_words(self._tables(settings)))

    def rows(self, settings: Mapping[str, Setting], report: TellProgress) -> Iterator[list[str]]:
        """A row for each total and pair, a column for each up card."""
        yield from strategy_rows(self._tables(settings))

    def _tables(self, settings: Mapping[str, Setting]) -> Tables:
        return self.odds.solution(settings, read_stored(self.odds.game.name)).tables

    def values(
        self, cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
    ) -> dict[str, Fraction]:
        """The exact value of each action that first cards allow, the best play after it."""
        decks = int(settings["decks"])
        *player, up = cards
        self._check(cards, decks)
        kinds = sorted(kind_of(card) for card in player)
        pays = base_odds(paytable)
        if kinds == [ACE_KIND, TEN_KIND]:
            return {NAMES[STAND]: pays["blackjack"]}
        rules = self.odds.rules(settings)
        usual = {name: pays[name] for name in self.odds.pays}
        shoe = rules.shoe(decks)
        solver = ManyCardUp(rules=rules, shoe=shoe, decks=decks, up=kind_of(up), pays=usual)
        hand = hand_of(*kinds)
        suits = {SUIT_OF[card] for card in player}
        suit = 0 if len(suits) > 1 else 2 if suits == {SPADES} else 1
        known = suit if hand in solver.suited else None
        allowed = [STAND, HIT, DOUBLE]
        if rules.surrender == "any" or (rules.surrender == "first_two" and len(kinds) == 2):
            allowed.append(SURRENDER)
        ended = {}
        for action in allowed:
            ended[action] = Ended()
            starts, first = {hand: solver.whole}, {hand: action}
            solver.follow(ended[action], 0, starts, solver.first, first=first, suit=known)
        if len(kinds) == 2 and kinds[0] == kinds[1]:
            ended[SPLIT] = solver.follow_split(kinds[0], solver.after_split[kinds[0]])
        solver.settle(list(ended.values()))
        played = solver.values.sum_played(hand) * solver.whole
        return {NAMES[action]: solver.win(each) / played for action, each in ended.items()}

    def _check(self, cards: Sequence[Card], decks: int) -> None:
        """Refuse cards that no player with a choice can hold."""
        if len(cards) < 3:
            raise Refusal("CARDS_WRONG_NUMBER", "cards", count=len(cards))
        for card in cards:
            need_in_deck(card, self.odds.game.deck, where="cards")
            times = cards.count(card)
            if times > decks:
                raise Refusal(
                    "CARD_DUPLICATED", "times_decks", card=card_text(card), times=times, decks=decks
                )
        if sum(kind_of(card) + 1 for card in cards[:-1]) > 21:
            raise Refusal("CARDS_IMPOSSIBLE", "player_cards_over")

    def simulate(self, settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
        """How often each outcome of a bet came up, or hands were paid at once."""
        if wanted != "base":
            source = f"{self.odds.game.name}/bets/{wanted}"
            return bet_parts(source).simulate(settings, wanted, session)
        return {"paid": dict(self._play(settings, self.odds.pays, session).hits)}

    def _play(
        self, settings: Mapping[str, Setting], pays: Mapping[str, Fraction], session: Session
    ) -> ManyCardSums:
        rules, decks = self.odds.rules(settings), int(settings["decks"])
        shoe, usual = rules.shoe(decks), self.odds.pays
        solved = solve_ups(rules, shoe, decks=decks, pays=usual, report=lambda _: None)
        strategy = str(settings["strategy"])
        return play_rounds(solved, strategy, rules, decks=decks, pays=pays, session=session)

    def compare_averages(self, exact: Analysis, session: Session) -> Comparison:
        """Compare how often hands are paid at once, and the edge, with the error of the play."""
        found = base_odds(exact.paytable)
        pays = {name: found[name] for name in self.odds.pays}
        played = self._play(exact.options, pays, session)
        edge = exact.house_edge
        assert edge is not None
        return Comparison(
            paytable=exact.paytable,
            options=exact.options,
            unit=exact.cases.unit,
            rounds=session.rounds,
            rng_seed=session.rng_seed,
            outcomes=tuple(
                share(
                    case.outcome,
                    exact.probability(case),
                    hits=played.hits[case.outcome],
                    rounds=session.rounds,
                )
                for case in exact.cases.cases
                if case.outcome in played.hits
            ),
            figures=(Figure("house_edge", edge, -played.mean, played.standard_error),),
        )
