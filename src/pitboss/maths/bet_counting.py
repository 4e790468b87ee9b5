"""Counts a bet that is a file, exactly, for every number of decks: the odds, solver and simulation
of any bet beside a host game.

The counts are in `counts.json` beside the bet, by number of decks and by any other host settings
that its look depends on; below that, its outcomes and their total. In a shoe, all hands with the
same copies of cards are equally likely, so the hands of one deck's cards are sorted once. A drawn
hand is followed card by card; where every hand draws, `drawn_hands` plays every round.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, lcm, prod
from typing import TYPE_CHECKING, TypeAlias, TypeVar, cast

from pitboss.maths.card_use import DealtWager, dealt_bet
from pitboss.maths.cases import Cases, single
from pitboss.maths.counting import Counts, branch, leaves, tally
from pitboss.maths.drawn_hands import card_values, count_rounds
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.bet_vocabulary import BetCards
from pitboss.rules.bets import NOTHING, Bet
from pitboss.rules.cards import RANK_OF, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

if TYPE_CHECKING:
    from pitboss.maths.kernels.chance import Session

CONDITIONS = "conditions"  # what was counted, in the stored counts
# For each held card, how often it is in the first hand and in the second; and whether the second
# hand can be any.
_Copies: TypeAlias = tuple[tuple[tuple[int, int], ...], bool]
_Key = TypeVar("_Key")
_Chances: TypeAlias = Mapping[BetCards, Fraction]  # of hands by a card of each of their values


def _after(counts: Counts, seen: Option, settings: Mapping[str, Setting]) -> dict[str, int]:
    """The weights after what a player has seen, by default after anything."""
    found: Counter[str] = Counter()
    chosen = settings[seen.name]
    for name in seen.choices[1:] if chosen == seen.default else (chosen,):
        found.update(tally(counts, str(name)))
    return dict(found)


@dataclass(frozen=True, slots=True)
class BetParts:
    """The parts of a game's folder, for a bet."""

    bet: Bet

    def options(self, slot: str) -> tuple[Option, ...]:
        """The host's settings that the bet's chances depend on."""
        assert slot == self.bet.name
        known = {option.name: option for option in catalog.game(self.bet.game).options}
        offer = self.bet.look.offer
        return (
            *(known[name] for name in self.bet.look.options),
            *([offer.seen] if offer else ()),
        )

    def cases(self, paytable: Paytable, settings: Mapping[str, Setting], counts: Counts) -> Cases:
        """Every outcome with its weight."""
        offer = self.bet.look.offer
        if cast("object", counts.get(CONDITIONS)) != self.bet.conditions_sha256:
            raise Refusal("COUNTS_MISSING", "bet_changed", where=self._source, bet=self._source)
        below = branch(counts, *(str(settings[name]) for name in self.bet.look.options))
        weights = _after(below, offer.seen, settings) if offer else tally(below)
        assert weights.pop("total") == sum(weights.values())
        return single(paytable, weights)

    def describe_cards(self, paytable: Paytable, settings: Mapping[str, Setting]) -> DealtWager:
        """The bet by its cards."""
        return dealt_bet(self.bet, settings)

    def count(self, report: TellProgress) -> Counts:
        """All of `counts.json`, counted from scratch."""
        known = {option.name: option for option in self.options(self.bet.name)}
        found = self._counted([known[name] for name in self.bet.look.options], report)
        possible = {path[-1] for path, weight in leaves(found) if weight}
        for name in self.bet.outcomes.keys() - possible:
            raise Refusal("BET_WRONG", "never", where=self._source, outcome=name)
        return self._signed(found)

    def count_at(self, settings: Mapping[str, Setting]) -> dict[str, int]:
        """The weight of each outcome under chosen settings, one for each the look names."""
        options = [Option(name, (settings[name],), "") for name in self.bet.look.options]
        return tally(self._counted(options, lambda done: None), *map(str, settings.values()))

    def _counted(self, options: Sequence[Option], report: TellProgress) -> Counts:
        drawn = self.bet.look.drawn
        counted = count_rounds if 0 in drawn else _count_drawn if drawn else _count_dealt
        return counted(self.bet, options, report)

    def simulate(self, settings: Mapping[str, Setting], wanted: str, session: Session) -> Counts:
        """How often each outcome came up."""
        from pitboss.maths.kernels.bet_kernels import play_bet  # imports numba

        assert wanted == self.bet.name
        counts = play_bet(self.bet, settings, session)
        for name in reversed(self.bet.look.options):
            counts = {str(settings[name]): counts}
        return self._signed(counts)

    @property
    def _source(self) -> str:
        return f"{self.bet.game}/bets/{self.bet.name}"

    def _signed(self, counts: Counts) -> Counts:
        """Counts that say which conditions they are of."""
        return {**counts, CONDITIONS: cast("Counts", self.bet.conditions_sha256)}


def bet_parts(source: str) -> BetParts:
    """The parts of a bet by its id, GAME/bets/BET."""
    game, _, name = source.split("/")
    return BetParts(next(bet for bet in catalog.game(game).bets if bet.name == name))


# ---- hands that are dealt -----------------------------------------------------------------------


def _count_dealt(bet: Bet, options: Sequence[Option], report: TellProgress) -> Counts:
    """Sort every hand once, then weigh it for each number of decks."""
    (decks,) = options
    sizes = [group.most for group in bet.look.hands.values()]
    sorted_once = _sort(bet, sizes, report)
    return {str(each): _weigh(bet, sorted_once, sizes, decks=int(each)) for each in decks.choices}


def _sort(bet: Bet, sizes: Sequence[int], report: TellProgress) -> Counter[tuple[str, _Copies]]:
    found: Counter[tuple[str, _Copies]] = Counter()
    firsts = list(combinations_with_replacement(bet.look.deck, sizes[0]))
    for done, first in enumerate(firsts, start=1):
        if len(sizes) == 1:
            found[bet.find_outcome((first,)), (_copies(first), True)] += 1
        elif (early := bet.find_outcome_early(first)) is not None:
            found[early, (_copies(first), True)] += 1
        else:
            for second in combinations_with_replacement(bet.look.deck, sizes[1]):
                outcome = bet.find_outcome((first, second))
                found[outcome, (_copies(first, second), False)] += 1
        report(done / len(firsts))
    return found


def _copies(first: BetCards, second: BetCards = ()) -> tuple[tuple[int, int], ...]:
    held, beside = Counter(first), Counter(second)
    return tuple(sorted((held[card], beside[card]) for card in held | beside))


def _weigh(
    bet: Bet, hands: Mapping[tuple[str, _Copies], int], sizes: Sequence[int], *, decks: int
) -> Counts:
    weights = dict.fromkeys((*bet.outcomes, NOTHING), 0)
    any_second = comb(len(bet.look.deck) * decks - sizes[0], sizes[1]) if len(sizes) > 1 else 1
    for (outcome, (copies, is_any)), number in hands.items():
        ways = prod(comb(decks, one) * comb(max(decks - one, 0), two) for one, two in copies)
        weights[outcome] += number * ways * (any_second if is_any else 1)
    return {**weights, "total": sum(weights.values())}


# ---- hands that are drawn -----------------------------------------------------------------------


def _count_drawn(bet: Bet, options: Sequence[Option], report: TellProgress) -> Counts:
    """Follow the drawn hand for every setting."""
    counts: Counts = {}
    every = list(product(*(option.choices for option in options)))
    for done, choices in enumerate(every, start=1):
        settings = {option.name: choice for option, choice in zip(options, choices, strict=True)}
        below = counts
        for choice in choices[:-1]:
            below = below.setdefault(str(choice), {})  # type: ignore[assignment]
        counted = _offered if bet.look.offer else _dealt
        below[str(choices[-1])] = counted(bet, settings)
        report(done / len(every))
    return counts


def _offered(bet: Bet, settings: Mapping[str, Setting]) -> Counts:
    """The deals that reach the offer, by what is seen: the first hand is a part of the drawn one,
    and cards of one value are alike."""
    offer, size = bet.look.offer, len(bet.look.deck)
    assert offer is not None
    chances: dict[str, dict[str, Fraction]] = {}
    for card in dict.fromkeys(bet.look.deck):
        seen = offer.sees((card,))
        if seen in chances:
            continue
        alike = sum(offer.sees((each,)) == seen for each in bet.look.deck)
        found = chances[seen] = dict.fromkeys((*bet.outcomes, NOTHING), Fraction(0))
        for rest, chance in _hands(bet, settings, (card,)).items():
            if offer.is_reached(((card,), rest)):
                found[bet.find_outcome(((card,), rest))] += chance * Fraction(alike, size)
    whole = _whole(
        {(seen, name): chance for seen, each in chances.items() for name, chance in each.items()}
    )
    return {
        seen: _totaled({name: whole[seen, name] for name in each}) for seen, each in chances.items()
    }


def _dealt(bet: Bet, settings: Mapping[str, Setting]) -> Counts:
    return _totaled(_whole(_drawn(bet, settings)))


def _drawn(bet: Bet, settings: Mapping[str, Setting]) -> dict[str, Fraction]:
    """The chance of each outcome. First hands that no condition tells apart are one group; the
    largest group is whatever the others leave of all drawn hands."""
    decks = int(settings["decks"])
    size = next(iter(bet.look.hands.values())).most
    groups: dict[tuple[bool, ...], list[BetCards]] = defaultdict(list)
    for first in combinations_with_replacement(bet.look.deck, size):
        groups[_judged(bet, first)].append(first)
    *small, largest = sorted(groups.values(), key=len)
    chances: dict[str, Fraction] = dict.fromkeys((*bet.outcomes, NOTHING), Fraction(0))
    rest: dict[BetCards, Fraction] = dict(_hands(bet, settings, ()))
    for first, weight in _by_value(bet, small, decks):
        for hand, chance in _hands(bet, settings, first).items():
            chances[bet.find_outcome((first, hand))] += weight * chance
            rest[hand] -= weight * chance
    for hand, chance in rest.items():
        chances[bet.find_outcome((largest[0], hand))] += chance
    assert sum(chances.values()) == 1
    return chances


def _judged(bet: Bet, first: BetCards) -> tuple[bool, ...]:
    """What each condition about the first hand alone says."""
    return tuple(
        each.holds((first,))
        for clauses in bet.outcomes.values()
        for clause in clauses
        for each in clause
        if each.about == (0,)
    )


def _by_value(
    bet: Bet, groups: Sequence[Sequence[BetCards]], decks: int
) -> Iterator[tuple[BetCards, Fraction]]:
    """A first hand of each kind of values in each group, with that kind's chance."""
    value_of = card_values(bet.look, bet.measures)
    for group in groups:
        kinds: dict[tuple[tuple[int, ...], ...], list[BetCards]] = defaultdict(list)
        for first in group:
            kinds[tuple(sorted(value_of[card] for card in first))].append(first)
        for firsts in kinds.values():
            ways = sum(prod(comb(decks, n) for n in Counter(each).values()) for each in firsts)
            yield firsts[0], Fraction(ways, comb(len(bet.look.deck) * decks, len(firsts[0])))


def _hands(bet: Bet, settings: Mapping[str, Setting], gone: BetCards) -> _Chances:
    """The chance of each composition of a drawn hand, after some cards have left the shoe."""
    draws = bet.look.draws
    assert draws is not None
    least = tuple(bet.look.hands.values())[-1].least
    value_of, decks = card_values(bet.look, bet.measures), int(settings["decks"])
    kinds: dict[tuple[int, ...], Card] = {}
    left: Counter[Card] = Counter()
    for card in sorted(bet.look.deck, key=lambda card: RANK_OF[card]):
        left[kinds.setdefault(value_of[card], card)] += decks
    for card in gone:
        left[kinds[value_of[card]]] -= 1
    size, over = left.total(), {}
    reached: dict[BetCards, Fraction] = {(): Fraction(1)}
    while reached:
        following: dict[BetCards, Fraction] = defaultdict(Fraction)
        for hand, chance in reached.items():
            if len(hand) >= least and draws((gone, hand), settings) is None:
                over[hand] = chance
                continue
            for card, number in left.items():
                if ways := number - hand.count(card):
                    grown = tuple(sorted((*hand, card)))
                    following[grown] += chance * Fraction(ways, size - len(hand))
        reached = following
    return over


def _whole(chances: Mapping[_Key, Fraction]) -> dict[_Key, int]:
    """Chances as whole numbers of equally likely deals."""
    total = lcm(*(chance.denominator for chance in chances.values()))
    return {name: int(chance * total) for name, chance in chances.items()}


def _totaled(weights: Mapping[str, int]) -> Counts:
    return {**weights, "total": sum(weights.values())}
