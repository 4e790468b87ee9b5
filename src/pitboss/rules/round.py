"""The shape that every game shares: the game, the table that offers it, and a round in play.

A game declares its wagers, its house settings and the outcomes its paytables pay. It plays a round
as a straight line: it deals, asks a seat for its decision, and resolves wagers, in a dealer's
order. A table is a game with its house settings, paytables and posted limits chosen. A round is a
table, the wagers before the deal, and a list of actions: the same list gives the same round.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, TypeVar

from pitboss.money import Cents, percent_down, split_down
from pitboss.refusal import Refusal
from pitboss.rules.bet_vocabulary import Measure
from pitboss.rules.bets import Bet, Look, load_bets
from pitboss.rules.cards import DECK, Card, card_text, need_in_deck, shoe
from pitboss.rules.envy import envy_of_hit
from pitboss.rules.game import (
    OWN_SIDE,
    SEATS_MOST,
    Act,
    Action,
    Bets,
    Choice,
    Deal,
    Draw,
    Equal,
    Line,
    Mandatory,
    Misdeal,
    Multiple,
    Option,
    Play,
    Range,
    Setting,
    Slot,
    Turn,
    Wager,
    Waiting,
    refuse_wrong_amount,
    waits,
)
from pitboss.rules.house_jackpot import Posted
from pitboss.rules.meters import Meters
from pitboss.rules.paytable import PLAIN, Fixed, Loses, Odds, Paytable, Prize, Push, Share
from pitboss.rules.typed_hand import TypedHand

NOTHING = Cents(0)

_Named = TypeVar("_Named", Wager, Slot)


class Game(ABC):
    """The rules of one game: subclass it once, in its folder's `rules.py`, and make one `GAME`."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    spec: ClassVar[tuple[str, ...]] = ()  # the lines of the specification it implements
    wagers: tuple[Wager, ...]
    slots: tuple[Slot, ...]
    options: ClassVar[tuple[Option, ...]] = ()
    unit: ClassVar[str] = "wager"  # the denominator of the base game's edge
    card: ClassVar[tuple[str, ...]]  # the rules card, one line for each rule
    seats_most: ClassVar[int] = SEATS_MOST
    deck: ClassVar[tuple[Card, ...]] = DECK
    typed: Mapping[str, TypedHand] = {}  # by slot: the cards that a cashier types
    looks: ClassVar[tuple[Look, ...]] = ()  # the cards that side bets can look at
    measures: ClassVar[Mapping[str, Measure]] = {}  # numbers that their conditions can name
    kin: ClassVar[str] = ""  # the game whose bets it offers where they name it
    bets: tuple[Bet, ...] = ()

    def __init__(self) -> None:
        """Load the bets in the game's folder."""
        if self.looks:
            load_bets(self, Path(str(sys.modules[type(self).__module__].__file__)).parent)

    @abstractmethod
    def play(self, round: Round) -> Play:
        """Play one round as a straight line: deal, ask, resolve."""

    def simple(self, round: Round, turn: Turn) -> Act:
        """What a simple player does: a rule of thumb, not the best play; by default the first
        choice."""
        first = turn.choices[0]
        return Act(turn.seat, first.name, first.least_cents)

    def check_bets(self, table: Table, bets: Mapping[str, Cents]) -> None:  # noqa: B027 - most don't
        """Refuse combinations of one seat's wagers that this game doesn't allow."""

    def slot(self, name: str) -> Slot:
        return _find(self.slots, name, "SLOT_UNKNOWN", self.title)

    def usual_id(self, slot: Slot) -> str:
        """The paytable a slot has unless the house picks another."""
        return f"{slot.shared or self.name}/{slot.name}/{slot.usual}"

    def wager(self, name: str) -> Wager:
        """The wager with that name."""
        return _find(self.wagers, name, "WAGER_UNKNOWN", self.title)


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one house offers it."""

    game: Game
    options: Mapping[str, Setting]
    paytables: Mapping[str, Paytable]
    limits: Mapping[str, tuple[Cents, Cents]]
    ceiling_cents: Cents  # of each single wager (ALL-2)
    second_sensor: Paytable | None = None  # for a slot with a jackpot on each sensor (PS-1)
    split_among: str = OWN_SIDE  # who shares a percentage of a paytable that splits it (MB-6)

    @property
    def decks(self) -> int:
        """How many decks the round is dealt from."""
        return int(self.options.get("decks", 1))

    def says(self, option: str) -> bool:
        """Whether a yes-or-no setting is yes."""
        return self.options[option] == "yes"


class Round:
    """One round at one table. `waiting` says what it waits for; None when it is over."""

    def __init__(self, table: Table, bets: Bets, meters: Meters | None = None) -> None:
        check_bets(table, bets)
        self.table = table
        self.seats = tuple(sorted(bets))
        self._made = {seat: dict(bets[seat]) for seat in self.seats}
        self._slots = {wager.name: wager.slot for wager in table.game.wagers}
        self._meters = meters or Meters({})
        self._opening = self._meters.to_reading()
        self._begin()

    def _begin(self) -> None:
        """Set everything a round changes to its state before the first card."""
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.face_down: dict[str, int] = {}
        self.hands_apart: dict[str, list[Sequence[Card]]] = {}  # of places with several hands
        self.history: list[Action] = []
        self.lines: list[Line] = []
        self.voided = False
        self._hits: list[tuple[tuple[int, ...], str, str]] = []  # winners, wager, outcome
        self._meters.restore(self._opening)
        self._stakes = {seat: dict(made) for seat, made in self._made.items()}
        self._put_down = {seat: dict(made) for seat, made in self._made.items()}
        self._left = Counter(shoe(self.table.decks, self.table.game.deck))
        self._play = self.table.game.play(self)
        self.waiting: Waiting | None = None
        self._advance(None)

    # ---- for the player -----------------------------------------------------------------------

    def step(self, action: Action) -> None:
        """Take one action, or refuse it and change nothing. A misdeal may still be called after the
        last card, because that is when a wrong hand is found."""
        if isinstance(action, Misdeal) and not self.voided:
            self._void(action)
            return
        if self.waiting is None:
            raise Refusal("ROUND_OVER")
        before = tuple(self.history)
        if isinstance(self.waiting, Draw):
            self._check_deal(self.waiting, action)
        else:
            action = self._check_act(self.waiting, action)
        self.history.append(action)
        try:
            self._advance(action)
        except Refusal:
            self._begin()
            for earlier in before:
                self.step(earlier)
            raise

    def settle(self) -> tuple[Line, ...]:
        """The result of every wager, in the order a dealer pays them."""
        if self.waiting is not None:
            raise Refusal("ROUND_NOT_OVER", waits=waits(self.waiting))
        return tuple(self.lines)

    # ---- for the rules of a game --------------------------------------------------------------

    def deal(
        self, to: str | int, count: int, *, phase: str = "deal", face_down: bool = False
    ) -> Generator[Waiting, Action, tuple[Card, ...]]:
        """Deal cards to a seat, the dealer or the board, and return the new cards."""
        answer = yield Draw(str(to), count, phase, face_down)
        assert isinstance(answer, Deal)
        return answer.cards

    def ask(
        self, seat: int, phase: str, choices: Iterable[Choice], cards: Sequence[Card] = ()
    ) -> Generator[Waiting, Action, Act]:
        """Ask a seat for its decision about all or some of its cards. A wager it makes now is
        staked."""
        answer = yield Turn(seat, phase, tuple(choices), tuple(cards) or self.hand(seat))
        assert isinstance(answer, Act)
        return answer

    def offer(self, seat: int, name: str, wager: str, *, only_least: bool = False) -> Choice:
        """The choice to make a wager during the round, in the amounts its relation allows."""
        relation = self.table.game.wager(wager).relation
        if isinstance(relation, Multiple):
            cents = Cents(relation.times * self.stake(seat, relation.of))
            return Choice(name, wager, cents, cents)
        assert isinstance(relation, Range)
        base = self.stake(seat, relation.of)
        least = percent_down(base, relation.least_percent) or Cents(1)
        most = least if only_least else percent_down(base, relation.most_percent)
        return Choice(name, wager, least, min(most, self.table.ceiling_cents))

    def hand(self, to: str | int) -> tuple[Card, ...]:
        """All cards dealt to a place so far."""
        return self.cards.get(str(to), ())

    def turn_up(self, to: str | int, *, cards: int = len(DECK)) -> None:
        """Show a place's cards to everybody: the given number of those still face down."""
        self.face_down[str(to)] = max(0, self.face_down.get(str(to), 0) - cards)

    def has_made(self, seat: int, wager: str) -> bool:
        """Whether the seat made that wager before the deal."""
        return wager in self._made[seat]

    def seats_with(self, wager: str) -> tuple[int, ...]:
        """The seats that made a wager before the deal, from the dealer's left."""
        return tuple(seat for seat in self.seats if self.has_made(seat, wager))

    def stake(self, seat: int, wager: str) -> Cents:
        """The amount on a wager's place now."""
        return self._stakes[seat].get(wager, NOTHING)

    def move(self, seat: int, cents: Cents, *, to: str) -> None:
        """Put the seat's money on a place of the layout."""
        self._stakes[seat][to] = Cents(self.stake(seat, to) + cents)

    @property
    def hands(self) -> int:
        """How many hands are dealt, including the dealer's."""
        return len(self.seats) + 1

    def on_offer(self, wager: str) -> Mapping[str, Prize]:
        """What a wager pays in this round, now that the number of hands is known (CS-3)."""
        columns = self._table_of(wager).columns
        return columns[PLAIN] if PLAIN in columns else columns[str(self.hands)]

    def paytable(self, slot: str) -> Paytable:
        return self.table.paytables[slot]

    def resolve(
        self,
        seat: int,
        wager: str,
        prize: Prize,
        *,
        rule: str,
        outcome: str = "",
        stake: Cents | None = None,
        hand: int = 0,
    ) -> None:
        """Pay, push or take a wager, or the part `stake` of it."""
        staked = self.stake(seat, wager) if stake is None else stake
        back = staked if prize.returns_stake else NOTHING
        paid, source = NOTHING, ""
        if isinstance(prize, Push | Loses):
            result = "pushes" if back else "loses"
        else:
            result = "wins"
            paid, source = self._winnings(wager, prize, staked)
            self._hits.append(((seat,), wager, outcome))
        self._close(
            Line(seat, wager, result, outcome, str(prize), rule, staked, back, paid, source, hand)
        )

    def pay(self, seat: int, wager: str, outcome: str, *, rule: str) -> None:
        """Resolve a wager as its paytable pays the outcome."""
        self.resolve(seat, wager, self.on_offer(wager)[outcome], rule=rule, outcome=outcome)

    def bonus(
        self, seat: int, wager: str, outcome: str, *, rule: str, on: Cents = NOTHING, hand: int = 0
    ) -> None:
        """Pay odds on a wager's amount, or on another, on top of the wager's own result."""
        prize = self._table_of(wager).prize(outcome)
        if isinstance(prize, Push | Loses):
            return
        paid, source = self._winnings(wager, prize, on or self._put_down[seat][wager])
        self._hits.append(((seat,), wager, outcome))
        won = (str(prize), rule, NOTHING, NOTHING, paid, source, hand)
        self.lines.append(Line(seat, f"{wager}_bonus", "wins", outcome, *won))

    def resolve_split(
        self, seats: Sequence[int], wager: str, prize: Share, *, rule: str, outcome: str
    ) -> None:
        """Split one percentage award into the same whole cents for each seat (MB-6)."""
        award = self._meters.take(self._slots[wager], prize, self._table_of(wager), ways=len(seats))
        self._hits.append((tuple(seats), wager, outcome))
        for seat in seats:
            staked = self.stake(seat, wager)
            paid = split_down(award, len(seats))
            pays = str(prize) if len(seats) == 1 else f"{prize}, shared by {len(seats)}"
            self._close(
                Line(seat, wager, "wins", outcome, pays, rule, staked, NOTHING, paid, prize.level)
            )

    def surrender(
        self, seat: int, wager: str, *, back: Cents, rule: str, hand: int = 1, of: Cents = NOTHING
    ) -> None:
        """Give back some of a wager, or `of` a part, and take the rest; `hand` 0 is never split."""
        made = of or self.stake(seat, wager)
        self._close(
            Line(seat, wager, "surrendered", "", "half back", rule, made, back, NOTHING, hand=hand)
        )

    # ---- inside -------------------------------------------------------------------------------

    def _advance(self, action: Action | None) -> None:
        try:
            self.waiting = next(self._play) if action is None else self._play.send(action)
        except StopIteration:
            self.waiting = None
            self._pay_envy()
            open_stakes = {s: w for s in self.seats if (w := self._open(s))}
            assert not open_stakes, f"wagers left unresolved: {open_stakes}"

    def _pay_envy(self) -> None:
        """Pay envy at the end of the round: each hit pays the others, at this table only."""
        for winners, wager, outcome in self._hits:
            paytable = self._table_of(wager)
            placed = {seat: made[wager] for seat, made in self._put_down.items() if wager in made}
            for envied in envy_of_hit(paytable, outcome, winners=frozenset(winners), wagers=placed):
                rule = f"PS-20: seat {winners[0]} has {outcome.replace('_', ' ')}"
                pays = f"envy {Fixed(paytable.envy[outcome])}"
                self.lines.append(
                    Line(
                        envied.seat, wager, "envy", outcome, pays, rule, NOTHING, NOTHING,
                        envied.cents, "tray",
                    )
                )  # fmt: skip

    def _open(self, seat: int) -> dict[str, Cents]:
        return {wager: cents for wager, cents in self._stakes[seat].items() if cents}

    def _check_deal(self, draw: Draw, action: Action) -> None:
        if not isinstance(action, Deal) or action.to != draw.to:
            raise Refusal("ACTION_ILLEGAL", "round_waits", waits=waits(draw))
        if len(action.cards) != draw.count:
            raise Refusal(
                "CARDS_WRONG_NUMBER",
                "cards_where_dealt",
                where=f"cards.{draw.to}",
                count=len(action.cards),
                draw_count=draw.count,
            )
        for dealt, card in enumerate(action.cards):
            if self._left[card] <= action.cards[:dealt].count(card):
                need_in_deck(card, self.table.game.deck, where=f"cards.{draw.to}")
                raise Refusal(
                    "CARD_DUPLICATED",
                    "dealt_more" if self.table.decks > 1 else "dealt_more_one",
                    where=f"cards.{draw.to}",
                    card=card_text(card),
                    decks=self.table.decks,
                )
        for card in action.cards:
            self._left[card] -= 1
        self.cards[draw.to] = self.hand(draw.to) + action.cards
        if draw.face_down:
            self.face_down[draw.to] = self.face_down.get(draw.to, 0) + draw.count

    def _check_act(self, turn: Turn, action: Action) -> Act:
        if not isinstance(action, Act) or action.seat != turn.seat:
            raise Refusal("ACTION_ILLEGAL", "round_waits", waits=waits(turn))
        choice = next((choice for choice in turn.choices if choice.name == action.name), None)
        if choice is None:
            raise Refusal(
                "ACTION_ILLEGAL",
                "not",
                where=f"seat {turn.seat}",
                name=action.name,
                choices=tuple(choice.name for choice in turn.choices),
            )
        if choice.least_cents == choice.most_cents and action.cents in (0, choice.least_cents):
            action = Act(action.seat, action.name, choice.least_cents)
        if not choice.least_cents <= action.cents <= choice.most_cents:
            raise refuse_wrong_amount(turn.seat, choice, action)
        if choice.wager:
            self.move(turn.seat, action.cents, to=choice.wager)
            put_down = self._put_down[turn.seat]
            put_down[choice.wager] = Cents(put_down.get(choice.wager, 0) + action.cents)
        return action

    def _void(self, misdeal: Misdeal) -> None:
        """Void every hand and give each seat back what it put down (ALL-1)."""
        self._play.close()
        self.history.append(misdeal)
        self.waiting = None
        self.voided = True
        if misdeal.cards is not None:
            self.cards = dict(misdeal.cards)
        self._meters.restore(self._opening)
        rule = "ALL-1: misdeal" + (f", {misdeal.reason}" if misdeal.reason else "")
        self.lines = [
            Line(seat, wager, "void", "", "", rule, cents, cents, NOTHING)
            for seat in self.seats
            for wager, cents in self._put_down[seat].items()
        ]

    def _close(self, line: Line) -> None:
        left = self.stake(line.seat, line.wager) - line.stake_cents
        assert left >= 0, f"more resolved than staked: {line}"
        self._stakes[line.seat][line.wager] = Cents(left)
        self.lines.append(line)

    def _table_of(self, wager: str) -> Paytable:
        return self.table.paytables[self._slots[wager]]

    def _winnings(
        self, wager: str, prize: Odds | Fixed | Share, staked: Cents
    ) -> tuple[Cents, str]:
        """What a prize pays on a stake, and from where. Fixed pays come from the tray, or lower a
        meter as far as it goes (PS-12); the house pays what it posted (PS-34)."""
        if isinstance(prize, Share):
            taken = self._meters.take(self._slots[wager], prize, self._table_of(wager))
            return taken, prize.level
        paid = prize.pays_cents(staked, self._table_of(wager).wager_cents)
        if prize.level:
            self._meters.lower(self._slots[wager], prize.level, paid)
        return paid, prize.level or ("house" if isinstance(prize, Posted) else "tray")


def check_bets(table: Table, bets: Bets) -> None:
    """Refuse wagers that are missing, extra, off their relation or outside the limits (ALL-2)."""
    if not bets:
        raise Refusal("WAGER_MISSING", "no_seat_made", where="wagers")
    for seat, placed in bets.items():
        if not 1 <= seat <= table.game.seats_most:
            raise Refusal(
                "SEAT_UNKNOWN",
                "seats_there",
                where=f"wagers.{seat}",
                title=table.game.title,
                seats_most=table.game.seats_most,
            )
        try:
            _check_seat(table, placed)
        except Refusal as refusal:
            raise refusal.at(f"wagers.{seat}") from None


def _check_seat(table: Table, placed: Mapping[str, Cents]) -> None:
    for name, cents in placed.items():
        wager = table.game.wager(name)
        if not wager.before_the_deal:
            raise Refusal("WAGER_NOT_BEFORE_DEAL", where=name, relation=wager.relation)
        if wager.slot not in table.paytables:
            raise Refusal("PAYTABLE_MISSING", "table_no_paytable", where=name, slot=wager.slot)
        least, most = table.limits[name]
        if not least <= cents <= most:
            raise Refusal("WAGER_OUTSIDE_LIMITS", where=name, cents=cents, least=least, most=most)
    for wager in table.game.wagers:
        _check_relation(wager, placed)
    if not placed:
        raise Refusal("WAGER_MISSING", "seat_made_no")
    table.game.check_bets(table, placed)


def _check_relation(wager: Wager, placed: Mapping[str, Cents]) -> None:
    relation = wager.relation
    if isinstance(relation, Mandatory | Equal) and wager.name not in placed:
        raise Refusal("WAGER_MISSING", "it_is", where=wager.name, relation=relation.told)
    if isinstance(relation, Equal) and placed[wager.name] != placed[relation.to]:
        raise Refusal(
            "WAGER_NOT_EQUAL",
            where=wager.name,
            placed_placed=placed[wager.name],
            to=relation.to,
            placed_2=placed[relation.to],
        )
    if wager.name in placed and wager.needs and not any(name in placed for name in wager.needs):
        raise Refusal("WAGER_NEEDS_ANOTHER", "needs", where=wager.name, needs=wager.needs)


def _find(known: Sequence[_Named], name: str, code: str, title: str) -> _Named:
    for item in known:
        if item.name == name:
            return item
    names = [item.name for item in known]
    raise Refusal(code, "of_game", where=name, title=title, name=name, known=names)
