"""The parts of a game: wagers and their relations, slots, house settings, actions, results.

Chance is an actor like any other: what it deals is an action too. `round` has the game itself, the
table that offers it and the round.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pitboss.money import Cents
from pitboss.refusal import Refusal, Told, say
from pitboss.rules.cards import Card
from pitboss.rules.paytable import PLAIN

SEATS_MOST = 9  # at any table
DEALER = "dealer"
# Who shares a percentage of Dragon Bonus Progressive (MB-6): the bettors on the side that won, as
# the dealer names them, or everybody who made the wager.
OWN_SIDE, EITHER_SIDE, ALL_WAGERS = "own_side", "either_side", "all"
SPLITS = (OWN_SIDE, EITHER_SIDE, ALL_WAGERS)


# ---- wagers -------------------------------------------------------------------------------------


class _Relation:
    """How a wager is made."""

    __slots__ = ()

    @property
    def told(self) -> Told:
        """How it is made, for a sentence."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.told.reason


@dataclass(frozen=True, slots=True)
class Mandatory(_Relation):
    """Each seat in the round makes it."""

    @property
    def told(self) -> Told:
        return say("RELATION", "mandatory")


@dataclass(frozen=True, slots=True)
class Optional(_Relation):
    """A seat may make it, in any amount within the posted limits."""

    @property
    def told(self) -> Told:
        return say("RELATION", "optional")


@dataclass(frozen=True, slots=True)
class Equal(_Relation):
    """Mandatory, and the same amount as another wager."""

    to: str

    @property
    def told(self) -> Told:
        return say("RELATION", "equal", to=self.to)


@dataclass(frozen=True, slots=True)
class Multiple(_Relation):
    """Made during the round: a fixed multiple of another wager."""

    of: str
    times: int

    @property
    def told(self) -> Told:
        return say("RELATION", "multiple", times=self.times, of=self.of)


@dataclass(frozen=True, slots=True)
class Range(_Relation):
    """Made during the round: any amount between two percentages of another wager."""

    of: str
    least_percent: int
    most_percent: int

    @property
    def told(self) -> Told:
        least, most = self.least_percent, self.most_percent
        if least and least % 100 == most % 100 == 0:
            times = {"least": least // 100, "most": most // 100}
            return say("RELATION", "times", of=self.of, **times)
        case = "between" if least else "up_to"
        return say("RELATION", case, least=str(least), most=str(most), of=self.of)


Relation: TypeAlias = Mandatory | Optional | Equal | Multiple | Range


@dataclass(frozen=True, slots=True)
class Wager:
    """A place on the layout. `slot` is the paytable that pays it; `needs` lists wagers, one of
    which must be made with it."""

    name: str
    relation: Relation
    slot: str = "base"
    needs: tuple[str, ...] = ()

    @property
    def before_the_deal(self) -> bool:
        """Whether it is made before any card is dealt."""
        return isinstance(self.relation, Mandatory | Optional | Equal)

    @property
    def has_limits(self) -> bool:
        """Whether a house posts limits for it: a wager that equals another uses the other's."""
        return isinstance(self.relation, Mandatory | Optional)


@dataclass(frozen=True, slots=True)
class LinkRule:
    """What a regulator requires, beyond equal odds, of tables that share a slot's meters: always
    the same paytable, plus the conditions here."""

    rule: str  # the line of the specification
    case: str  # of LINK_AGAINST: why another paytable is refused
    is_of_one_game: bool = False  # whether no other game may share
    same_settings: bool = False  # whether unequal settings break this rule too


@dataclass(frozen=True, slots=True)
class Slot:
    """What one paytable pays: the outcomes from worst to best, in each way they may be classed, and
    the columns if the pays depend on the round. If the lines pay different wagers, none is better
    than another and the slot isn't ranked."""

    name: str
    schemes: Mapping[str, tuple[str, ...]]
    usual: str
    columns: tuple[str, ...] = (PLAIN,)
    shared: str = ""  # the folder of paytables that several games use
    link: LinkRule | None = None
    is_ranked: bool = True


def slot(
    name: str,
    outcomes: Sequence[str],
    *,
    usual: str,
    shared: str = "",
    link: LinkRule | None = None,
    is_ranked: bool = True,
) -> Slot:
    """A slot with one way to class outcomes and the same pays in every round."""
    schemes = {name: tuple(outcomes)}
    return Slot(name, schemes, usual=usual, shared=shared, link=link, is_ranked=is_ranked)


# ---- house settings -----------------------------------------------------------------------------

Setting: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Option:
    """A house setting: its choices, the default first, and a sentence for the rules card."""

    name: str
    choices: tuple[Setting, ...]
    text: str

    @property
    def default(self) -> Setting:
        """The choice that holds unless the house picks another."""
        return self.choices[0]


YES_NO = ("yes", "no")
NO_YES = ("no", "yes")
# The setting of every game with a progressive: whether a folded hand can win it.
FOLDED_QUALIFY = Option("folded_qualify", YES_NO, "Can a folded hand win the progressive?")


# ---- actions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """The round waits for cards from chance: how many, to one place."""

    to: str
    count: int
    phase: str
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a seat may do now; for a wager, its lowest and highest amount."""

    name: str
    wager: str = ""
    least_cents: Cents = field(default=Cents(0))
    most_cents: Cents = field(default=Cents(0))


@dataclass(frozen=True, slots=True)
class Turn:
    """The round waits for a seat to decide about `cards`."""

    seat: int
    phase: str
    choices: tuple[Choice, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance's action."""

    to: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Act:
    """A seat's action. The amount may be omitted if there is only one."""

    seat: int
    name: str
    cents: Cents = field(default=Cents(0))


@dataclass(frozen=True, slots=True)
class Misdeal:
    """The dealer's action when a hand has the wrong number of cards: everything is void (ALL-1).
    Nobody has to say why; `cards` are those found at each place, if they differ from what the round
    dealt."""

    reason: str
    cards: Mapping[str, tuple[Card, ...]] | None = None


Action: TypeAlias = Deal | Act | Misdeal
Waiting: TypeAlias = Draw | Turn
Play: TypeAlias = Generator[Waiting, Action, None]
Bets: TypeAlias = Mapping[int, Mapping[str, Cents]]


# ---- results ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one wager: the seat staked `stake`, gets `back` of it, and is paid `paid`."""

    seat: int
    wager: str
    result: str  # wins, loses, pushes, void, surrendered, envy
    outcome: str
    pays: str
    rule: str
    stake_cents: Cents
    back_cents: Cents
    paid_cents: Cents
    source: str = ""  # tray, or the level of the meter that pays
    hand: int = 0  # which of a split seat's hands, from 1

    @property
    def net_cents(self) -> Cents:
        """What the seat is better or worse off by."""
        return Cents(self.paid_cents + self.back_cents - self.stake_cents)


# ---- in words -----------------------------------------------------------------------------------


def refuse_wrong_amount(seat: int, choice: Choice, action: Act) -> Refusal:
    """The amount a decision takes, beside the amount given."""
    least, most = choice.least_cents, choice.most_cents
    case = "takes_between" if least < most else "takes" if most else "takes_none"
    return Refusal(
        "ACTION_AMOUNT_WRONG",
        case if action.cents else f"{case}_given_none",
        where=f"seat {seat}",
        name=action.name,
        least=least,
        most=most,
        given=action.cents,
    )


def waits(waiting: Waiting) -> Told:
    """What a round is waiting for."""
    if isinstance(waiting, Draw):
        case = "card" if waiting.count == 1 else "cards"
        to = place(waiting.to)
        return say("WAITS", case, count=waiting.count, to=to, phase=waiting.phase)
    names = [choice.name for choice in waiting.choices]
    return say("WAITS", "choice", seat=waiting.seat, phase=waiting.phase, choices=names)


def place(to: str) -> Told:
    """Where cards go."""
    return say("PART", "to_seat" if to.isdigit() else "to_hand", to=to)
