"""Two wagers on the same cards: how often each pair of outcomes comes, and their covariance.

Every deal is counted that both wagers see: by one bet of both bets' conditions, by the player's own
cards, or by the best play's hands with the dealer's results. What is counted has to come to each
wager's own stored counts; otherwise it is refused.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from math import copysign, sqrt
from typing import TypeAlias

from pitboss.lab.lab_wagers import LabWager
from pitboss.maths import parts
from pitboss.maths.bet_counting import BetParts
from pitboss.maths.cases import total_of
from pitboss.maths.counting import Counts, branch, read_stored
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.bet_vocabulary import BetCards
from pitboss.rules.bets import NOTHING, Bet, Look
from pitboss.rules.cards import DECK, Card, parse_cards
from pitboss.rules.typed_hand import TypedGroup, TypedTerms

BESIDE = " & "  # between two outcomes of a joined bet
PLAIN_SIZE = 3  # hands of so many cards are dealt one by one, larger ones by suit classes
DEALT = ("cards", "deals", "hand", "action")  # of a strategy's row; the dealer's results follow

_Deals: TypeAlias = Mapping[tuple[str, str], int]


@dataclass(frozen=True)
class JointFigures:
    """Two wagers of one unit each in the same round. `deals` are equally likely."""

    one: LabWager
    two: LabWager
    deals: _Deals

    @property
    def total(self) -> int:
        """How many deals were counted."""
        return sum(self.deals.values())

    def find_probability(self, first: str, second: str) -> Fraction:
        """How often both outcomes come together."""
        return Fraction(self.deals.get((first, second), 0), self.total)

    @cached_property
    def covariance(self) -> Fraction | None:
        """Of the two net results, in units; None while a meter is unknown."""
        if self.one.variance is None or self.two.variance is None:
            return None
        found = [(number, *self.find_nets(*pair)) for pair, number in self.deals.items()]
        both = total_of(number * one * two for number, one, two in found) / self.total
        first = total_of(number * one for number, one, _ in found) / self.total
        return both - first * total_of(number * two for number, _, two in found) / self.total

    def find_nets(self, first: str, second: str) -> tuple[Fraction, Fraction]:
        """What both wagers net with these outcomes, in units."""
        return self._nets[0][first], self._nets[1][second]

    @cached_property
    def _nets(self) -> tuple[Mapping[str, Fraction], ...]:
        return tuple(
            {case.outcome: found.back(case) - case.staked for case in found.cases.cases}
            for found in (self.one.analysis, self.two.analysis)
        )

    @property
    def correlation(self) -> float | None:
        """The covariance over both standard deviations. Only its root is rounded, so wagers that
        always net alike have exactly 1."""
        if self.covariance is None or not (self.one.variance and self.two.variance):
            return None
        squared = self.covariance**2 / (self.one.variance * self.two.variance)
        return copysign(sqrt(squared), self.covariance)


def join(one: LabWager, two: LabWager) -> JointFigures:
    """The joint figures of two wagers that a seat makes in one round, exact; refused if their cards
    can't be counted together."""
    for counted in (_join_bets, _join_hands, _join_play):
        deals = counted(one, two) if set(one.paytable.games) & set(two.paytable.games) else None
        if deals and _has_own_counts(one, deals, 0) and _has_own_counts(two, deals, 1):
            return JointFigures(one, two, deals)
    raise Refusal("WAGERS_NOT_JOINED", one=one.paytable.id, two=two.paytable.id)


def _has_own_counts(wager: LabWager, deals: _Deals, at: int) -> bool:
    """Whether the joint counts have each outcome as often as the wager's own."""
    own: Counter[str] = Counter()
    for pair, number in deals.items():
        own[pair[at]] += number
    stored = {line.outcome: line.deals for line in wager.lines}
    total = own.total()
    return all(
        own[name] * wager.deals == stored.get(name, 0) * total for name in own.keys() | stored
    )


# ---- bets that are files ------------------------------------------------------------------------


def _join_bets(one: LabWager, two: LabWager) -> _Deals | None:
    """By one bet that has an outcome for each pair of theirs, best first."""
    bets = [_bet_of(each) for each in (one, two)]
    first, second = bets
    if first is None or second is None or first.game != second.game:
        return None
    look = _widest(first.look, second.look)
    settings = {**one.analysis.options, **two.analysis.options}
    if look is None or {**two.analysis.options, **one.analysis.options} != settings:
        return None
    both = _BetPair.of(first, second, look)
    counts = BetParts(both).count_at({name: settings[name] for name in look.options})
    named = ((name.split(BESIDE), number) for name, number in counts.items() if BESIDE in name)
    return {(name[0], name[1]): number for name, number in named if number}


@dataclass(frozen=True, slots=True)
class _BetPair(Bet):
    """Two bets as one that has an outcome for each pair of theirs."""

    bets: tuple[Bet, ...] = ()

    @classmethod
    def of(cls, one: Bet, two: Bet, look: Look) -> _BetPair:
        every = product(*((*each.outcomes.items(), (NOTHING, ((),))) for each in (one, two)))
        outcomes = {
            f"{a}{BESIDE}{b}": tuple((*c, *d) for c, d in product(above, below))
            for (a, above), (b, below) in every
        }
        own = {each.name: getattr(one, each.name) for each in fields(Bet)}
        return cls(**{**own, "look": look, "outcomes": outcomes}, bets=(one, two))

    def find_outcome(self, hands: Sequence[BetCards]) -> str:
        names = list(self.look.hands)
        seen = ([hands[names.index(name)] for name in bet.look.hands] for bet in self.bets)
        found = (bet.find_outcome(own) for bet, own in zip(self.bets, seen, strict=True))
        return BESIDE.join(found)

    def find_outcome_early(self, first: BetCards) -> str | None:
        if any(next(iter(bet.look.hands)) != next(iter(self.look.hands)) for bet in self.bets):
            return None
        found = [bet.find_outcome_early(first) for bet in self.bets]
        return None if None in found else BESIDE.join(filter(None, found))


def _bet_of(wager: LabWager) -> Bet | None:
    bets = catalog.game(wager.paytable.games[0]).bets
    return next((bet for bet in bets if bet.name == wager.paytable.slot), None)


def _widest(one: Look, two: Look) -> Look | None:
    """A look that sees the hands of both; None if they see different cards of one hand, or a hand
    that draws beside one that the other look doesn't have."""
    hands = {**one.hands, **two.hands}
    if hands != {**two.hands, **one.hands} or one.offer or two.offer:
        return None
    for wide in (one, two):
        if wide.hands.keys() == hands.keys():
            return wide
    return None if one.draws or two.draws else replace(one, hands=hands)


# ---- the player's own cards ---------------------------------------------------------------------


def _join_hands(one: LabWager, two: LabWager) -> _Deals | None:
    """By every hand of the player, where both wagers look at nothing else."""
    hand = _hand_of(one)
    if hand is None or hand != _hand_of(two):
        return None
    deals: Counter[tuple[str, str]] = Counter()
    for cards, number in _list_hands(hand.most):
        deals[_classify(one, cards), _classify(two, cards)] += number
    return deals


def _hand_of(wager: LabWager) -> TypedGroup | None:
    """The one hand that decides a wager; None if it sees others too."""
    typed = catalog.game(wager.paytable.games[0]).typed.get(wager.paytable.slot)
    return typed.groups[0] if typed and len(typed.groups) == 1 else None


def _classify(wager: LabWager, cards: Sequence[Card]) -> str:
    typed = catalog.game(wager.paytable.games[0]).typed[wager.paytable.slot]
    return typed.classed((tuple(cards),), TypedTerms(wager.paytable, wager.analysis.options))


def _list_hands(size: int) -> Iterator[tuple[Sequence[Card], int]]:
    """Every hand, or one for each class of hands that differ by suits alone, with their number."""
    if size <= PLAIN_SIZE:
        yield from ((cards, 1) for cards in combinations(DECK, size))
    elif size == PLAIN_SIZE + 2:
        from pitboss.maths.kernels.suits import suit_classes  # imports numba

        classes = suit_classes(size)
        for cards, number in zip(classes.firsts.tolist(), classes.sizes.tolist(), strict=True):
            yield [DECK[card] for card in cards], number


# ---- a base game and the player's own cards -----------------------------------------------------


def _join_play(one: LabWager, two: LabWager) -> _Deals | None:
    """By the hands of the best play, with the dealer's hands by result."""
    if two.paytable.slot == "base":
        turned = _join_play(two, one) if one.paytable.slot != "base" else None
        return turned and {(b, a): number for (a, b), number in turned.items()}
    game, settings = one.paytable.games[0], one.analysis.options
    hand = _hand_of(two)
    if one.paytable.slot != "base" or settings.get("strategy") != "best":
        return None
    if hand is None or hand != _hand_of(one):
        return None
    head, *rows = parts.strategy_part(game).rows(settings, lambda done: None)
    if tuple(head[: len(DEALT)]) != DEALT or len(parse_cards(str(rows[0][0]))) != hand.most:
        return None
    kinds = list(branch(read_stored(game), "base", str(rows[0][3])))
    trees: dict[str, Counts] = defaultdict(dict)
    for text, number, _, action, *results in rows:
        cards = parse_cards(str(text))
        kind = _classify(one, cards)
        tree: Counts = trees[_classify(two, cards)]
        for name in (str(action), kind if kind in kinds else kinds[0]):
            tree = tree.setdefault(name, {})  # type: ignore[assignment]
        for result, dealer in zip(map(str, head[len(DEALT) :]), results, strict=True):
            tree[result] = int(tree.get(result, 0)) + int(number) * int(dealer)  # type: ignore[arg-type]
    odds = parts.odds_part(game)
    return {
        (case.outcome, outcome): case.weight
        for outcome, tree in trees.items()
        for case in odds.cases(one.paytable, settings, {"base": tree}).cases
    }
