"""A practice hand: one seat against the dealer, and what each decision cost.

A seed, the wagers and the decisions are the whole hand, so the same three give the same hand again
and nobody has to remember it. A decision is valued exactly by the game's own solver; where that
can't, by a simulation, with its error. Values count the base game, not the side bets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import sqrt
from statistics import stdev
from threading import Lock
from typing import NamedTuple, TypeAlias

from pitboss.lab.seating import generator, shuffle_shoe
from pitboss.maths import parts
from pitboss.maths.analysis import choose
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card, shoe
from pitboss.rules.game import Act, Choice, Deal, Draw, Turn
from pitboss.rules.record import play_out, seed_meters
from pitboss.rules.round import Round, Table

SEAT = 1
TIMES_MOST = 5  # a wager of any amount is offered as so many units at most
KEPT = 512
DEALS = 1500  # of a simulated decision
DRAWN_MOST = 60  # cards that the rest of one seat's round can need
# Refusals of what a practice table never offers: somebody made it up.
NOT_OFFERED = (
    "ACTION_AMOUNT_WRONG", "ACTION_ILLEGAL", "PAYTABLE_NOT_FOR_GAME", "PAYTABLE_UNKNOWN",
    "ROUND_OVER", "SLOT_UNKNOWN", "WAGER_NOT_BEFORE_DEAL", "WAGER_UNKNOWN",
)  # fmt: skip
SURE = 2  # standard errors: a smaller difference says nothing

_Step: TypeAlias = tuple[str, tuple[Card | None, ...]] | Act

_counting = Lock()  # one count at a time: a server has other things to do


class Offered(NamedTuple):
    """Something the seat may do now, and what that is worth, in cents."""

    act: Act
    worth: Fraction
    error: float = 0  # of a simulated worth, one standard error
    gap_error: float = 0  # of how far it is behind the best play


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was taken, among those on offer."""

    act: Act
    cards: tuple[Card, ...]
    offered: tuple[Offered, ...]

    @property
    def own(self) -> Offered:
        """What was done."""
        return next(each for each in self.offered if each.act == self.act)

    @property
    def best(self) -> Offered:
        """The best play; what was done, where a simulation can't tell the two apart."""
        best = max(self.offered, key=lambda each: each.worth)
        is_close = best.worth - self.own.worth <= SURE * self.own.gap_error
        return self.own if is_close else best

    @property
    def is_simulated(self) -> bool:
        return any(each.error for each in self.offered)

    @property
    def cost(self) -> Fraction:
        """What the decision gives away on average, in cents."""
        return self.best.worth - self.own.worth


@dataclass(frozen=True, slots=True)
class PracticeHand:
    """A hand as far as it was played. `choices` are empty when it is over."""

    round: Round
    decided: tuple[Decided, ...]
    choices: tuple[Act, ...]
    too_dear: tuple[Act, ...] = ()  # what the seat could do with more chips

    @property
    def net_cents(self) -> Cents:
        """What the seat is better or worse off by so far, with what lies on the table gone."""
        return _net_cents(self.round)

    @property
    def cost(self) -> Fraction:
        """What all decisions gave away, in cents."""
        return sum((each.cost for each in self.decided), Fraction(0))


def play_practice(
    table: Table,
    bets: Mapping[str, Cents],
    acts: Sequence[tuple[str, Cents]],
    *,
    rng_seed: int,
    chips_cents: Cents | None = None,
) -> PracticeHand:
    """Play a hand from its first card to the next decision, or to its end. Nothing is offered that
    the seat's chips, as they were before the hand, can't pay for."""
    played = Round(table, {SEAT: bets}, seed_meters(table))
    shuffled = shuffle_shoe(table.decks, generator(rng_seed), table.game.deck)
    waiting_acts = iter(acts)
    decided: list[Decided] = []
    while (waiting := played.waiting) is not None:
        if isinstance(waiting, Draw):
            played.step(Deal(waiting.to, tuple(islice(shuffled, waiting.count))))
            continue
        left = None if chips_cents is None else Cents(chips_cents + _net_cents(played))
        choices = _choices(played, waiting, left)
        taken = next(waiting_acts, None)
        if taken is None:
            every = _choices(played, waiting, None)
            too_dear = tuple(each for each in every if each not in choices)
            return PracticeHand(played, tuple(decided), choices, too_dear)
        act = _chosen(waiting, *taken)
        asked = _Question.of(played, bets, waiting)
        offered = _value_turn(played, asked, tuple(dict.fromkeys((*choices, act))))
        played.step(act)
        decided.append(Decided(act, waiting.cards, offered))
    return PracticeHand(played, tuple(decided), ())


def _net_cents(played: Round) -> Cents:
    down = sum(played.stake(SEAT, wager.name) for wager in played.table.game.wagers)
    return Cents(sum(line.net_cents for line in played.lines) - down)


# ---- what may be done ---------------------------------------------------------------------------


def _choices(played: Round, turn: Turn, left: Cents | None) -> tuple[Act, ...]:
    """What a person can press: wagers of any amount as whole units."""
    unit = _unit_cents(played, turn)
    return tuple(
        Act(turn.seat, choice.name, cents)
        for choice in turn.choices
        for cents in _amounts(choice, unit)
        if left is None or cents <= left
    )


def _amounts(choice: Choice, unit: Cents) -> list[Cents]:
    """The amounts of a choice: its only one, whole units, or at least the highest."""
    least, most = choice.least_cents, choice.most_cents
    if least == most:
        return [least]
    times = (Cents(unit * each) for each in range(1, TIMES_MOST + 1))
    return [each for each in times if least <= each <= most] or [most]


def _chosen(turn: Turn, name: str, cents: Cents) -> Act:
    """A legal decision; one that comes in a single amount needs none."""
    for choice in turn.choices:
        only = choice.least_cents if choice.least_cents == choice.most_cents else None
        if choice.name == name and (cents == 0 or cents == only):
            cents = cents if only is None else only
        if choice.name == name and choice.least_cents <= cents <= choice.most_cents:
            return Act(turn.seat, name, cents)
    raise Refusal("ACTION_ILLEGAL", "not", name=name, choices=tuple(c.name for c in turn.choices))


def _unit_cents(played: Round, turn: Turn) -> Cents:
    """The wager that values are in units of: the one being decided, else the game's unit, else the
    first on the layout."""
    game = played.table.game
    names = (turn.phase, game.unit, *(wager.name for wager in game.wagers))
    return next(each for name in names if (each := played.stake(turn.seat, name)))


# ---- what it is worth ---------------------------------------------------------------------------


def _value_turn(played: Round, asked: _Question, acts: tuple[Act, ...]) -> tuple[Offered, ...]:
    """Each action with its worth: exact where the game's solver answers for all of them. It
    doesn't where another of a game's questions is asked, or one of several hands is played."""
    turn = asked.turn
    unit = _unit_cents(played, turn)
    values = {} if len(turn.cards) < len(played.hand(turn.seat)) else _values(played, turn, unit)
    worth = [_worth(act, acts, unit, values) for act in acts]
    exact = [each * unit for each in worth if each is not None]
    if len(exact) == len(acts):
        return tuple(map(Offered, acts, exact))
    with _counting:
        return _simulate(asked, acts)


def _worth(
    act: Act, acts: Sequence[Act], unit: Cents, values: Mapping[str, Fraction]
) -> Fraction | None:
    """An action's worth in units. Solvers give the least and the most of an amount; nothing is
    decided after one, so that the worth of the others lies on the line between."""
    known = values.get(act.name, values.get(_key(act, unit)))
    if known is not None or not act.cents:
        return known
    ends = [
        (Fraction(each.cents, unit), values[_key(each, unit)])
        for each in acts
        if each.name == act.name and _key(each, unit) in values
    ]
    if len(ends) < 2:
        return None
    (least, low), (most, high) = ends[0], ends[-1]
    return low + (high - low) * (Fraction(act.cents, unit) - least) / (most - least)


def _key(act: Act, unit: Cents) -> str:
    """What a solver calls an action with the units bet, such as play_3."""
    return f"{act.name}_{Fraction(act.cents, unit)}"


def _values(played: Round, turn: Turn, unit: Cents) -> Mapping[str, Fraction]:
    table = played.table
    told = {**table.options, **dict(_bets_made(played, turn, unit))}
    asked = tuple(sorted((name, str(value)) for name, value in told.items()))
    with _counting:
        return _count(table.game.name, table.paytables["base"].id, _seen(played, turn), asked)


def _bets_made(played: Round, turn: Turn, unit: Cents) -> Iterator[tuple[str, str]]:
    """What solvers ask about bets made during the round: how many units, or whether."""
    raised = [each for each in played.table.game.wagers if not each.before_the_deal]
    for wager in raised:
        made = played.stake(turn.seat, wager.name)
        yield f"{wager.name}_bet", "yes" if made else "no"
        if made:
            yield wager.name, str(Fraction(made, unit))


def _seen(played: Round, turn: Turn) -> tuple[Card, ...]:
    """The seat's cards, then those that lie face up elsewhere."""
    own = str(turn.seat)
    if len(turn.cards) > len(played.hand(own)):
        return turn.cards  # the board is among them
    others = (
        card
        for place, cards in played.cards.items()
        if place != own
        for card in cards[: len(cards) - played.face_down.get(place, 0)]
    )
    return (*turn.cards, *others)


@lru_cache(maxsize=KEPT)
def _count(
    game: str, paytable: str, cards: tuple[Card, ...], told: tuple[tuple[str, str], ...]
) -> Mapping[str, Fraction]:
    """What a game's solver says; nothing if it has no answer, or the machine can't count."""
    try:
        part = parts.strategy_part(game)
        known = {option.name for option in part.OPTIONS}
        settings = choose(part.OPTIONS, {name: text for name, text in told if name in known})
        return part.values(cards, catalog.Paytables().get(paytable), settings)
    except (Refusal, ImportError):
        return {}


# ---- where no solver answers --------------------------------------------------------------------


@dataclass(frozen=True)
class _Question:
    """A decision with all that its seat knows. Cards that it can't see are None."""

    table: Table = field(compare=False)
    terms: tuple[str, ...]  # what tells the table from others
    bets: tuple[tuple[str, Cents], ...]
    history: tuple[_Step, ...]
    turn: Turn

    @classmethod
    def of(cls, played: Round, bets: Mapping[str, Cents], turn: Turn) -> _Question:
        table = played.table
        hidden = {place: n for place, n in played.face_down.items() if place != str(turn.seat)}
        dealt: Counter[str] = Counter()
        history: list[_Step] = []
        for step in played.history:
            if isinstance(step, Deal):
                first, up = dealt[step.to], len(played.hand(step.to)) - hidden.get(step.to, 0)
                dealt[step.to] += len(step.cards)
                shown = (c if first + n < up else None for n, c in enumerate(step.cards))
                history.append((step.to, tuple(shown)))
            elif isinstance(step, Act):
                history.append(step)
        papers = (paytable.sha256 for paytable in table.paytables.values())
        terms = (table.game.name, str(table.options), *papers)
        return cls(table, terms, tuple(bets.items()), tuple(history), turn)

    @property
    def unseen(self) -> list[Card]:
        """Every card that may still come."""
        left = Counter(shoe(self.table.decks, self.table.game.deck))
        left.subtract(
            c for s in self.history if not isinstance(s, Act) for c in s[1] if c is not None
        )
        return sorted(left.elements())

    def asked_again(self, cards: Iterator[Card]) -> Round | None:
        """The round at this decision, with other cards where nobody sees them; None if it would
        have ended before."""
        again = Round(self.table, {SEAT: dict(self.bets)}, seed_meters(self.table))
        for step in self.history:
            if isinstance(again.waiting, Turn) != isinstance(step, Act) or again.waiting is None:
                return None
            if isinstance(step, Act):
                again.step(step)
            else:
                to, shown = step
                again.step(Deal(to, tuple(next(cards) if c is None else c for c in shown)))
        return again if again.waiting == self.turn else None


@lru_cache(maxsize=KEPT)
def _simulate(asked: _Question, acts: tuple[Act, ...]) -> tuple[Offered, ...]:
    """Each action on the same deals, played on as the game's rule of thumb does."""
    unseen, chance = asked.unseen, generator(DEALS)
    nets: list[list[int]] = []
    while len(nets) < DEALS:
        drawn = chance.sample(unseen, min(len(unseen), DRAWN_MOST))
        row = []
        for act in acts:
            cards = iter(drawn)
            if (again := asked.asked_again(cards)) is None:
                break
            again.step(act)
            row.append(_base_net(play_out(again, cards, asked.table.game.simple)))
        else:
            nets.append(row)
    columns = [list(column) for column in zip(*nets, strict=True)]
    best = max(columns, key=sum)
    return tuple(
        Offered(
            act,
            Fraction(sum(column), DEALS),
            _error(column),
            _error([own - other for own, other in zip(column, best, strict=True)]),
        )
        for act, column in zip(acts, columns, strict=True)
    )


def _error(values: Sequence[int]) -> float:
    return stdev(values) / sqrt(DEALS)


def _base_net(played: Round) -> int:
    """What the round brought without its side bets."""
    slots = {w.name: w.slot if w.before_the_deal else "base" for w in played.table.game.wagers}
    return sum(
        line.net_cents
        for line in played.lines
        if slots[line.wager if line.wager in slots else line.wager.removesuffix("_bonus")] == "base"
    )
