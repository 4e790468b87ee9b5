"""The one shape that every game has.

A game declares its wagers, its house settings and the outcomes its paytables pay, and plays a round
as a straight line: it deals, asks a seat for its decision, and resolves wagers, in the order in
which a dealer does. A table is a game with its house settings, paytables and posted limits chosen.
A round is a table, the wagers before the deal, and a list of actions: the same list gives the same
round. Chance is an actor like any other: what it deals is an action too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, TypeAlias, TypeVar

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.cards import Card
from pitboss.rules.paytable import PLAIN, Paytable

if TYPE_CHECKING:
    from pitboss.rules.round import Round

SEATS_MOST = 9  # WAC 230-15-055 as proposed in 2008: nine players at a table
DEALER = "dealer"


# ---- wagers -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mandatory:
    """Each seat in the round makes it."""

    def __str__(self) -> str:
        return "mandatory"


@dataclass(frozen=True, slots=True)
class Optional:
    """A seat may make it, in any amount within the posted limits."""

    def __str__(self) -> str:
        return "optional"


@dataclass(frozen=True, slots=True)
class Equal:
    """Mandatory, and the same amount as another wager."""

    to: str

    def __str__(self) -> str:
        return f"mandatory, equal to the {self.to}"


@dataclass(frozen=True, slots=True)
class Multiple:
    """Made during the round: a fixed multiple of another wager."""

    of: str
    times: int

    def __str__(self) -> str:
        return f"during the round, {self.times} x the {self.of}"


@dataclass(frozen=True, slots=True)
class Range:
    """Made during the round: any amount between two percentages of another wager."""

    of: str
    least_percent: int
    most_percent: int

    def __str__(self) -> str:
        least, most = self.least_percent, self.most_percent
        if least and least % 100 == most % 100 == 0:
            return f"during the round, {least // 100} to {most // 100} x the {self.of}"
        if least:
            return f"during the round, {least} % to {most} % of the {self.of}"
        return f"during the round, up to {most} % of the {self.of}"


Relation: TypeAlias = Mandatory | Optional | Equal | Multiple | Range


@dataclass(frozen=True, slots=True)
class Wager:
    """A place on the layout. `slot` is the paytable that pays it; `needs` the wagers of which one
    must lie beside it."""

    name: str
    relation: Relation
    slot: str = "base"
    needs: tuple[str, ...] = ()

    @property
    def before_the_deal(self) -> bool:
        """Whether it is made before any card is dealt."""
        return isinstance(self.relation, Mandatory | Optional | Equal)


@dataclass(frozen=True, slots=True)
class Slot:
    """What one paytable pays: the outcomes from worst to best, in each of the ways they may be
    classed, and the columns where the pays depend on the round."""

    name: str
    schemes: Mapping[str, tuple[str, ...]]
    usual: str
    columns: tuple[str, ...] = (PLAIN,)
    shared: str = ""  # the folder of paytables that several games use


def slot(name: str, outcomes: Sequence[str], *, usual: str, shared: str = "") -> Slot:
    """A slot whose outcomes are classed in one way and paid the same in every round."""
    return Slot(name, {name: tuple(outcomes)}, usual=usual, shared=shared)


_Named = TypeVar("_Named", Wager, Slot)


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
        """What holds unless the house says otherwise."""
        return self.choices[0]


YES_NO = ("yes", "no")
NO_YES = ("no", "yes")


# ---- actions ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """The round waits for chance: so many cards to one place."""

    to: str
    count: int
    phase: str
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a seat may do now; with a wager, its least and most amount."""

    name: str
    wager: str = ""
    least_cents: Cents = field(default=Cents(0))
    most_cents: Cents = field(default=Cents(0))


@dataclass(frozen=True, slots=True)
class Turn:
    """The round waits for a seat, which decides about `cards`."""

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
    """A seat's action. The amount may be left out where there is only one."""

    seat: int
    name: str
    cents: Cents = field(default=Cents(0))


@dataclass(frozen=True, slots=True)
class Misdeal:
    """The dealer's action when a hand has the wrong number of cards: all is void (ALL-1)."""

    reason: str


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


# ---- the game and the table ---------------------------------------------------------------------


class Game(ABC):
    """The rules of one game: subclass it once, in a file of `games/`, and make one `GAME`."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    spec: ClassVar[tuple[str, ...]]
    wagers: ClassVar[tuple[Wager, ...]]
    slots: ClassVar[tuple[Slot, ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    card: ClassVar[tuple[str, ...]]  # the rules card, a line for each rule
    seats_most: ClassVar[int] = SEATS_MOST

    @abstractmethod
    def play(self, round: Round) -> Play:
        """One round as a straight line: deal, ask, resolve."""

    @abstractmethod
    def simple(self, round: Round, turn: Turn) -> Act:
        """What a simple player does: a rule of thumb, not the best play."""

    def check_table(self, table: Table) -> None:  # noqa: B027 - most games have nothing to add
        """Refuse what this game does not allow of options and paytables together."""

    def check_bets(self, table: Table, bets: Mapping[str, Cents]) -> None:  # noqa: B027
        """Refuse what this game does not allow of one seat's wagers together."""

    def slot(self, name: str) -> Slot:
        """The slot of that name."""
        return _find(self.slots, name, "SLOT_UNKNOWN", f"{self.title} has no paytable slot")

    def wager(self, name: str) -> Wager:
        """The wager of that name."""
        return _find(self.wagers, name, "WAGER_UNKNOWN", f"{self.title} has no wager")


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one house offers it."""

    game: Game
    options: Mapping[str, Setting]
    paytables: Mapping[str, Paytable]
    limits: Mapping[str, tuple[Cents, Cents]]
    ceiling_cents: Cents  # the regulator's, for each single wager (ALL-2)

    @property
    def decks(self) -> int:
        """How many decks the round is dealt from."""
        return int(self.options.get("decks", 1))

    def says(self, option: str) -> bool:
        """Whether a yes-or-no setting is yes."""
        return self.options[option] == "yes"


def open_table(
    game: Game,
    *,
    options: Mapping[str, object],
    paytables: Mapping[str, Paytable],
    limits: Mapping[str, tuple[Cents, Cents]],
    ceiling_cents: Cents,
) -> Table:
    """Choose a game's settings, paytables and posted limits; refuse what does not fit."""
    table = Table(
        game=game,
        options=_settings(game, options),
        paytables=dict(paytables),
        limits=_posted(game, limits, paytables, ceiling_cents),
        ceiling_cents=ceiling_cents,
    )
    for name, paytable in paytables.items():
        _check_paytable(table, name, paytable)
    game.check_table(table)
    return table


def check_bets(table: Table, bets: Bets) -> None:
    """Refuse wagers that are missing, extra, off their relation or outside the limits (ALL-2)."""
    if not bets:
        raise Refusal("WAGER_MISSING", where="wagers", reason="no seat has made a wager")
    for seat, placed in bets.items():
        if not 1 <= seat <= table.game.seats_most:
            raise Refusal(
                "SEAT_UNKNOWN",
                where=f"wagers.{seat}",
                reason=f"{table.game.title} has seats 1 to {table.game.seats_most}",
            )
        try:
            _check_seat(table, placed)
        except Refusal as refusal:
            raise refusal.at(f"wagers.{seat}") from None


def _check_seat(table: Table, placed: Mapping[str, Cents]) -> None:
    for name, cents in placed.items():
        wager = table.game.wager(name)
        if not wager.before_the_deal:
            raise Refusal(
                "WAGER_NOT_BEFORE_DEAL", where=name, reason=f"it is made {wager.relation}"
            )
        if wager.slot not in table.paytables:
            raise Refusal(
                "PAYTABLE_MISSING", where=name, reason=f"the table has no {wager.slot} paytable"
            )
        least, most = table.limits[name]
        if not least <= cents <= most:
            raise Refusal(
                "WAGER_OUTSIDE_LIMITS",
                where=name,
                reason=f"{cents} cents is not within the posted {least} to {most} cents",
            )
    for wager in table.game.wagers:
        _check_relation(wager, placed)
    if not placed:
        raise Refusal("WAGER_MISSING", reason="the seat has made no wager")
    table.game.check_bets(table, placed)


def _check_relation(wager: Wager, placed: Mapping[str, Cents]) -> None:
    relation = wager.relation
    if isinstance(relation, Mandatory | Equal) and wager.name not in placed:
        raise Refusal("WAGER_MISSING", where=wager.name, reason=f"it is {relation}")
    if isinstance(relation, Equal) and placed[wager.name] != placed[relation.to]:
        raise Refusal(
            "WAGER_NOT_EQUAL",
            where=wager.name,
            reason=f"{placed[wager.name]} cents is not the {relation.to}'s {placed[relation.to]}",
        )
    if wager.name in placed and wager.needs and not any(name in placed for name in wager.needs):
        raise Refusal(
            "WAGER_NEEDS_ANOTHER", where=wager.name, reason=f"it needs {' or '.join(wager.needs)}"
        )


def _settings(game: Game, given: Mapping[str, object]) -> dict[str, Setting]:
    known = {option.name: option for option in game.options}
    for name in given:
        if name not in known:
            raise Refusal(
                "OPTION_UNKNOWN",
                where=f"options.{name}",
                reason=f"{game.title} has {', '.join(known) or 'no options'}",
            )
    settings = {}
    for name, option in known.items():
        value = given.get(name, option.default)
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if value not in option.choices:
            raise Refusal(
                "OPTION_UNKNOWN",
                where=f"options.{name}",
                reason=f"{value!r} is not one of {', '.join(map(str, option.choices))}",
            )
        settings[name] = next(choice for choice in option.choices if choice == value)
    return settings


def _posted(
    game: Game,
    limits: Mapping[str, tuple[Cents, Cents]],
    paytables: Mapping[str, Paytable],
    ceiling_cents: Cents,
) -> dict[str, tuple[Cents, Cents]]:
    """The limits of each wager before the deal. A jackpot's wager is one fixed amount (PS-16), and
    a wager that a fixed multiple must follow leaves room for it below the ceiling."""
    for name in limits:
        try:
            wager = game.wager(name)
        except Refusal as refusal:
            raise Refusal(refusal.code, where=f"limits.{name}", reason=refusal.reason) from None
        if not wager.before_the_deal:
            raise Refusal(
                "LIMITS_WRONG", where=f"limits.{name}", reason=f"it is made {wager.relation}"
            )
    posted = {}
    for wager in game.wagers:
        if not wager.before_the_deal:
            continue
        paytable = paytables.get(wager.slot)
        fixed = paytable.wager_cents if paytable else None
        highest = Cents(ceiling_cents // _times(game, wager.name))
        usual = (fixed, fixed) if fixed else (Cents(1), highest)
        posted[wager.name] = limits.get(wager.name, usual)
        _check_limits(wager.name, posted[wager.name], highest, paytable)
    return posted


def _times(game: Game, wager: str) -> int:
    """The largest multiple of a wager that has to follow it."""
    following = [
        other.relation.times
        for other in game.wagers
        if isinstance(other.relation, Multiple) and other.relation.of == wager
    ]
    return max(following, default=1)


def _check_limits(
    name: str, limits: tuple[Cents, Cents], highest: Cents, paytable: Paytable | None
) -> None:
    least, most = limits
    where = f"limits.{name}"
    if not 0 < least <= most:
        raise Refusal("LIMITS_WRONG", where=where, reason="write the least, then the most")
    if most > highest:
        raise Refusal(
            "LIMITS_ABOVE_CEILING",
            where=where,
            reason=f"{most} cents is above {highest}, what the regulator's ceiling leaves (ALL-2)",
        )
    if paytable and paytable.levels and least != most:
        raise Refusal(
            "LIMITS_WRONG", where=where, reason="a jackpot's wager is one fixed amount (PS-16)"
        )


def _check_paytable(table: Table, slot_name: str, paytable: Paytable) -> None:
    where = f"paytables.{slot_name}"
    table.game.slot(slot_name)
    if table.game.name not in paytable.games or paytable.slot != slot_name:
        raise Refusal(
            "PAYTABLE_NOT_FOR_GAME",
            where=where,
            reason=f"{paytable.id} does not pay the {slot_name} of {table.game.title}",
        )
    if paytable.decks and table.decks not in paytable.decks:
        raise Refusal(
            "PAYTABLE_NOT_FOR_DECKS",
            where=where,
            reason=f"{paytable.id} is for {', '.join(map(str, paytable.decks))} decks, "
            f"not {table.decks}",
        )


def _find(known: Sequence[_Named], name: str, code: str, text: str) -> _Named:
    for item in known:
        if item.name == name:
            return item
    names = ", ".join(item.name for item in known)
    raise Refusal(code, where=name, reason=f"{text} {name!r}; it has {names}")
