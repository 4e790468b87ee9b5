"""A practice hand: one seat against the dealer, and what each decision cost.

A seed, the wagers and the decisions are the whole hand, so the same three give the same hand again
and nobody has to remember it. Values are exact where the game's own solver knows them; they count
the base game, not the side bets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from pitboss.lab.seating import generator, shuffle_shoe
from pitboss.maths import parts
from pitboss.maths.analysis import choose
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import Card
from pitboss.rules.game import Act, Choice, Deal, Draw, Turn
from pitboss.rules.record import seed_meters
from pitboss.rules.round import Round, Table

SEAT = 1
TIMES_MOST = 5  # a wager of any amount is offered as so many units at most
KEPT = 512

_counting = Lock()  # one count at a time: a server has other things to do


class Offered(NamedTuple):
    """Something the seat may do now, and what that is worth, in cents; None if not known."""

    act: Act
    worth: Fraction | None


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that was taken, among those on offer."""

    act: Act
    cards: tuple[Card, ...]
    offered: tuple[Offered, ...]

    @property
    def best(self) -> Offered | None:
        """The best play; None if not every action was valued."""
        known = [each for each in self.offered if each.worth is not None]
        return max(known, key=lambda each: each.worth or 0, default=None)

    @property
    def cost(self) -> Fraction | None:
        """What the decision gives away on average, in cents; None if not known."""
        own = next((each.worth for each in self.offered if each.act == self.act), None)
        best = self.best
        return None if own is None or best is None else (best.worth or 0) - own


@dataclass(frozen=True, slots=True)
class PracticeHand:
    """A hand as far as it was played. `choices` are empty when it is over."""

    round: Round
    decided: tuple[Decided, ...]
    choices: tuple[Act, ...]

    @property
    def net_cents(self) -> Cents:
        """What the seat is better or worse off by so far, with what lies on the table gone."""
        down = sum(self.round.stake(SEAT, wager.name) for wager in self.round.table.game.wagers)
        return Cents(sum(line.net_cents for line in self.round.lines) - down)

    @property
    def cost(self) -> Fraction:
        """What all decisions gave away, as far as that is known, in cents."""
        return sum((each.cost or Fraction(0) for each in self.decided), Fraction(0))


def play_practice(
    table: Table, bets: Mapping[str, Cents], acts: Sequence[tuple[str, Cents]], *, rng_seed: int
) -> PracticeHand:
    """Play a hand from its first card to the next decision, or to its end."""
    played = Round(table, {SEAT: bets}, seed_meters(table))
    shoe = shuffle_shoe(table.decks, generator(rng_seed), table.game.deck)
    waiting_acts = iter(acts)
    decided: list[Decided] = []
    while (waiting := played.waiting) is not None:
        if isinstance(waiting, Draw):
            played.step(Deal(waiting.to, tuple(next(shoe) for _ in range(waiting.count))))
            continue
        taken = next(waiting_acts, None)
        if taken is None:
            return PracticeHand(played, tuple(decided), _choices(played, waiting))
        act = Act(SEAT, *taken)
        offered = value_turn(played, waiting)
        played.step(act)
        decided.append(Decided(act, waiting.cards, offered))
    return PracticeHand(played, tuple(decided), ())


# ---- what may be done, and what it is worth -----------------------------------------------------


def _choices(played: Round, turn: Turn) -> tuple[Act, ...]:
    """What a person can press: wagers of any amount as whole units."""
    unit = _unit_cents(played, turn)
    return tuple(
        Act(turn.seat, choice.name, cents)
        for choice in turn.choices
        for cents in _amounts(choice, unit)
    )


def _amounts(choice: Choice, unit: Cents) -> list[Cents]:
    """The amounts of a choice: its only one, whole units, or at least the highest."""
    least, most = choice.least_cents, choice.most_cents
    if least == most:
        return [least]
    times = (Cents(unit * each) for each in range(1, TIMES_MOST + 1))
    return [each for each in times if least <= each <= most] or [most]


def _unit_cents(played: Round, turn: Turn) -> Cents:
    """The wager that values are in units of: the one being decided, else the game's unit, else the
    first on the layout."""
    game = played.table.game
    names = (turn.phase, game.unit, *(wager.name for wager in game.wagers))
    return next(each for name in names if (each := played.stake(turn.seat, name)))


def value_turn(played: Round, turn: Turn) -> tuple[Offered, ...]:
    """Everything on offer with its worth. Where the game can't value a decision, no action has
    one: another of its questions is asked, or a split hand, whose other half it doesn't see."""
    unit, acts = _unit_cents(played, turn), _choices(played, turn)
    values = {} if len(turn.cards) < len(played.hand(turn.seat)) else _values(played, turn, unit)
    named = {act: _key(act, unit, values) for act in acts}
    names = {*named.values()}
    if not (names <= values.keys() or (names and values.keys() <= names)):
        values = {}
    worth = {act: values.get(name) for act, name in named.items()}
    return tuple(Offered(act, None if w is None else w * unit) for act, w in worth.items())


def _key(act: Act, unit: Cents, values: Mapping[str, Fraction]) -> str:
    """What a solver calls an action: by its name, or with the units bet, such as play_3."""
    return act.name if act.name in values else f"{act.name}_{Fraction(act.cents, unit)}"


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
