"""Bets beside a host game, each a file of conditions: `games/GAME/bets/BET/bet.toml`.

A host game says which cards a bet can look at, when they are all dealt (`Look`), and how it
measures cards (`total`). A bet names one look and its outcomes, best first, each with conditions on
those cards; cards that meet none make nothing. The same conditions settle a round, read typed cards
and count the odds.

A condition is a text: the hand, if a look has several; `not`, if it must be false; a word of the
vocabulary; and what the word needs. Without a hand it covers all cards together.

| condition | holds where |
|---|---|
| `suited`, `one_color` | all cards have one suit, one color |
| `suit h` | all cards are hearts |
| `ranks K Q` | the ranks are these, in any order |
| `cards Qh Qh` | the cards are these, in any order |
| `among T J Q K A` | every card has one of these ranks |
| `straight` | the ranks follow each other, the ace low or high |
| `alike 2` | so many cards of the most frequent rank |
| `twins 2` | so many of the most frequent card, rank and suit |
| `count 5`, `count 5+`, `count 2..4` | so many cards |
| `matches 1` | so many cards of the first hand have the rank of the second one, in another suit |
| `twin_matches 1` | so many cards of the first hand are the card of the second one |
| `total 20` | what the host measures, such as blackjack's best total |
| `player leads 1+` | the hand has so many points more than the other |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias

from pitboss.compiled_toml import read_toml
from pitboss.file_digests import digest_folder
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_OF, RANKS, SUIT_OF, SUITS, Card, parse_cards
from pitboss.rules.game import (
    Act,
    Action,
    Choice,
    Option,
    Optional,
    Play,
    Range,
    Setting,
    Slot,
    Wager,
    Waiting,
    slot,
)
from pitboss.rules.hands import is_sequence
from pitboss.rules.reading import toml_data
from pitboss.rules.typed_hand import TypedGroup, TypedHand

NOTHING = "nothing"
FILE = "bet.toml"
LEADS = "leads"
FILE_BYTES_MOST = 100_000  # of a house's bet
_NAME = re.compile(r"[a-z][a-z0-9_]*")

BetCards: TypeAlias = tuple[Card, ...]
Measure: TypeAlias = Callable[[BetCards], int]
NextHand: TypeAlias = Callable[[Sequence[BetCards], Mapping[str, Setting]], int | None]


class AtTable(Protocol):
    """The table where a bet is made."""

    @property
    def paytables(self) -> Mapping[str, object]:
        """The paytable of each slot on offer."""


class InPlay(Protocol):
    """The round where a bet is made."""

    seats: tuple[int, ...]

    @property
    def table(self) -> AtTable:
        """The table it is played at."""

    def hand(self, to: str | int) -> BetCards:
        """All cards dealt to a place so far."""

    def stake(self, seat: int, wager: str) -> int:
        """The amount on a wager's place now."""

    def offer(self, seat: int, name: str, wager: str) -> Choice:
        """The choice to make a wager during the round."""

    def ask(
        self, seat: int, phase: str, choices: Iterable[Choice]
    ) -> Generator[Waiting, Action, Act]:
        """Ask a seat for its decision."""

    def pay(self, seat: int, wager: str, outcome: str, *, rule: str) -> None:
        """Resolve a wager as its paytable pays the outcome."""


class HostGame(Protocol):
    """The game that bets are beside."""

    title: ClassVar[str]
    wagers: tuple[Wager, ...]
    slots: tuple[Slot, ...]
    typed: Mapping[str, TypedHand]
    bets: tuple[Bet, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """A bet that is made during the round: its amount, what a player who makes it has seen of the
    first hand, and the deals that get so far."""

    relation: Range
    seen: Option
    sees: Callable[[BetCards], str]
    is_reached: Callable[[Sequence[BetCards]], bool]


@dataclass(frozen=True, slots=True)
class Look:
    """Cards that a bet can look at: the hands, and the point in the round when a host pays the
    bets. The last hand, or every hand, may still draw; bets may then ask only for its count and for
    what the host measures."""

    name: str
    hands: Mapping[str, TypedGroup]
    moment: str
    seen: Callable[[InPlay, int], tuple[BetCards, ...]]
    options: tuple[str, ...] = ("decks",)  # the host's settings that change its odds
    draws: NextHand | None = None  # which hand draws the next card, by its place, if any
    offer: Offer | None = None  # for bets made when the first hand is seen
    deck: tuple[Card, ...] = DECK  # the host's
    compares: Measure | None = None  # what two hands are compared by
    check: Callable[[Sequence[BetCards]], object] | None = None  # refuses hands no round ends with

    @property
    def drawn(self) -> tuple[int, ...]:
        """The hands that may draw, by their places."""
        groups = enumerate(self.hands.values())
        return tuple(place for place, group in groups if group.least < group.most)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: the hands it looks at, by their place in the look, and its test."""

    text: str
    about: tuple[int, ...]
    holds: Callable[[Sequence[BetCards]], bool]


_Clause: TypeAlias = tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet: its outcomes best first, each with clauses, one of which must hold."""

    game: str
    name: str
    title: str
    look: Look
    outcomes: Mapping[str, tuple[_Clause, ...]]
    usual: str
    measures: Mapping[str, Measure]
    folder: Path
    spec: tuple[str, ...] = ()
    sha256: str = ""  # of its folder, if a house brings it

    @property
    def rule(self) -> str:
        """The rule that decides it, as a settlement cites it."""
        return f"{self.title}: {' and '.join(each.title for each in self.look.hands.values())}"

    @property
    def wager(self) -> Wager:
        """Its place on the layout."""
        offer = self.look.offer
        return Wager(self.name, offer.relation if offer else Optional(), slot=self.name)

    @property
    def slot(self) -> Slot:
        """The slot that its paytables fill."""
        return slot(self.name, (NOTHING, *reversed(tuple(self.outcomes))), usual=self.usual)

    @property
    def typed(self) -> TypedHand:
        """How a cashier types its cards."""
        return TypedHand(tuple(self.look.hands.values()), lambda parts, _: self._classify(parts))

    def _classify(self, hands: Sequence[BetCards]) -> str:
        """The outcome of typed cards."""
        if self.look.check:
            self.look.check(hands)
        return self.find_outcome(hands)

    def find_outcome(self, hands: Sequence[BetCards]) -> str:
        """The outcome the cards make."""
        for name, clauses in self.outcomes.items():
            if any(all(each.holds(hands) for each in clause) for clause in clauses):
                return name
        return NOTHING

    def find_outcome_early(self, first: BetCards) -> str | None:
        """The outcome the cards make whatever the second hand is; None if that hand matters."""
        for name, clauses in self.outcomes.items():
            open_clauses = [
                clause
                for clause in clauses
                if all(each.holds((first,)) for each in clause if each.about == (0,))
            ]
            if any(all(each.about == (0,) for each in clause) for clause in open_clauses):
                return name
            if open_clauses:
                return None
        return NOTHING


def join_bets(host: HostGame, bets: Sequence[Bet]) -> None:
    """Add bets to a game that is being made."""
    taken = {each.name for each in host.slots} | {each.name for each in host.wagers}
    for bet in bets:
        if bet.name in taken:
            raise Refusal("BET_WRONG", "name_taken", where=str(bet.folder), game=host.title)
    host.bets = (*host.bets, *bets)
    host.wagers = (*host.wagers, *(bet.wager for bet in bets))
    host.slots = (*host.slots, *(bet.slot for bet in bets))
    host.typed = {**host.typed, **{bet.name: bet.typed for bet in bets}}


# ---- in a round ---------------------------------------------------------------------------------


def pay_bets(bets: Sequence[Bet], round: InPlay, moment: str) -> None:
    """Pay the bets whose cards are all dealt at this point in the round, from the right."""
    for seat in reversed(round.seats):
        for bet in bets:
            if bet.look.moment == moment and round.stake(seat, bet.name):
                outcome = bet.find_outcome(bet.look.seen(round, seat))
                round.pay(seat, bet.name, outcome, rule=bet.rule)


def offer_bets(bets: Sequence[Bet], round: InPlay) -> Play:
    """Ask every seat for the bets that are made at this point in the round."""
    for bet in bets:
        for seat in round.seats if bet.look.offer and bet.name in round.table.paytables else ():
            choice = round.offer(seat, "bet", bet.name)
            yield from round.ask(seat, bet.title, (Choice("decline"), choice))


def needs_draw(bets: Sequence[Bet], round: InPlay) -> bool:
    """Whether a bet waits for a hand that is drawn to its end."""
    waiting = [bet.name for bet in bets if bet.look.draws]
    return any(round.stake(seat, name) for seat in round.seats for name in waiting)


# ---- reading ------------------------------------------------------------------------------------


def read_bets(
    game: str, folder: Path, *, looks: Sequence[Look], measures: Mapping[str, Measure]
) -> tuple[Bet, ...]:
    """The bets in a folder of the product, by name."""
    return tuple(
        _read_bet(game, path, read_toml, looks=looks, measures=measures)
        for path in sorted(folder.glob(f"*/{FILE}"))
    )


def read_house_bets(
    game: str, folder: Path, *, looks: Sequence[Look], measures: Mapping[str, Measure]
) -> tuple[Bet, ...]:
    """The bets in a house's folder, by name, each with the digest that its approval covers. No
    compiled file stands for theirs: nobody checks those."""
    return tuple(
        replace(
            _read_bet(game, path, _read_plain, looks=looks, measures=measures),
            sha256=digest_folder(path.parent),
        )
        for path in sorted(folder.glob(f"*/{FILE}"))
    )


def _read_plain(file: Path) -> dict[str, Any]:
    if not file.is_file() or file.stat().st_size > FILE_BYTES_MOST:  # a pipe would never end
        raise Refusal("BET_WRONG", "not_plain", most=FILE_BYTES_MOST)
    return toml_data(file.read_text("utf-8"), code="BET_WRONG")


def _read_bet(
    game: str,
    path: Path,
    read: Callable[[Path], dict[str, Any]],
    *,
    looks: Sequence[Look],
    measures: Mapping[str, Measure],
) -> Bet:
    where = f"{game}/{path.parent.name}/{FILE}"
    try:
        return _parse_bet(game, path.parent, read(path), looks=looks, measures=measures)
    except (OSError, ValueError) as fault:
        raise Refusal("BET_WRONG", "unreadable", where=where, fault=fault) from None
    except Refusal as refusal:
        raise refusal.at(where) from None


def _parse_bet(
    game: str,
    folder: Path,
    data: dict[str, Any],
    *,
    looks: Sequence[Look],
    measures: Mapping[str, Measure],
) -> Bet:
    known = {look.name: look for look in looks}
    if not _NAME.fullmatch(folder.name):
        raise Refusal("BET_WRONG", "name")
    for key in ("title", "looks_at", "usual"):
        if not isinstance(data.get(key), str):
            raise Refusal("BET_WRONG", "key_missing", where=key)
    for key in data.keys() - {"title", "looks_at", "usual", "spec", "outcome"}:
        raise Refusal("BET_WRONG", "key_unknown", where=key)
    if data["looks_at"] not in known:
        raise Refusal(
            "BET_WRONG", "look_unknown", where="looks_at", look=data["looks_at"], known=known
        )
    look = known[data["looks_at"]]
    rows = data.get("outcome", [])
    if not rows or not isinstance(rows, list) or not all(map(_is_outcome, rows)):
        raise Refusal("BET_WRONG", "outcomes_wrong", where="outcome")
    outcomes = {row["name"]: _read_clauses(row["when"], look, measures) for row in rows}
    if len(outcomes) < len(rows) or NOTHING in outcomes:
        raise Refusal("BET_WRONG", "outcome_twice", where="outcome")
    return Bet(
        game=game,
        name=folder.name,
        title=data["title"],
        look=look,
        outcomes=outcomes,
        usual=data["usual"],
        measures=measures,
        folder=folder,
        spec=tuple(data["spec"]) if isinstance(data.get("spec"), list) else (),
    )


def _is_outcome(row: object) -> bool:
    """Whether it has a name, and a list of conditions or of such lists."""
    if not isinstance(row, dict) or row.keys() != {"name", "when"}:
        return False
    name, when = row["name"], row["when"]
    is_list = isinstance(when, list) and {type(each) for each in when} in ({str}, {list})
    return is_list and isinstance(name, str) and bool(_NAME.fullmatch(name))


def _read_clauses(
    when: list[str] | list[list[str]], look: Look, measures: Mapping[str, Measure]
) -> tuple[_Clause, ...]:
    """One list of conditions that must all hold, or several lists, one of which must."""
    clauses = when if isinstance(when[0], list) else [when]
    return tuple(
        tuple(read_condition(str(text), look, measures) for text in clause) for clause in clauses
    )


def read_condition(text: str, look: Look, measures: Mapping[str, Measure]) -> Condition:
    """Read a condition from its text; a refusal quotes it."""
    words = text.split()
    places = tuple(range(len(look.hands)))
    names = list(look.hands)
    if words and words[0] in names:
        places = (names.index(words.pop(0)),)
    negated = bool(words) and words[0] == "not"
    word, *needed = words[negated:] or [""]
    try:
        if word in _OF_TWO and len(names) == 2:
            wanted = _range(needed)
            places, test = (0, 1), _counting(_OF_TWO[word], wanted)
        elif word == LEADS and look.compares:
            (own,) = places
            places, test = (0, 1), _leading(look.compares, own, _range(needed))
        elif word in measures or word in _NUMBERS:
            test = _measuring(measures.get(word) or _NUMBERS[word], _range(needed), places)
        else:
            test = _together(_WORDS[word](needed), places)
    except (KeyError, ValueError, IndexError, Refusal):
        known = (*_WORDS, *_NUMBERS, *_OF_TWO, *measures, *([LEADS] if look.compares else []))
        raise Refusal("BET_WRONG", "condition", where="when", text=text, known=known) from None
    if not {*look.drawn}.isdisjoint(places) and word not in ("count", LEADS, *measures):
        raise Refusal("BET_WRONG", "drawn", where="when", text=text)
    holds = (lambda hands: not test(hands)) if negated else test
    return Condition(text, places, holds)


# ---- the vocabulary -----------------------------------------------------------------------------

_Test: TypeAlias = Callable[[BetCards], bool]
_HandsTest: TypeAlias = Callable[[Sequence[BetCards]], bool]


def _together(test: _Test, places: tuple[int, ...]) -> _HandsTest:
    """A test of all cards of some hands."""
    if len(places) == 1:
        place = places[0]
        return lambda hands: test(hands[place])
    return lambda hands: test(tuple(card for place in places for card in hands[place]))


def _measuring(measure: Measure, wanted: range, places: tuple[int, ...]) -> _HandsTest:
    return _together(lambda cards: measure(cards) in wanted, places)


def _counting(count: Callable[[BetCards, BetCards], int], wanted: range) -> _HandsTest:
    return lambda hands: count(hands[0], hands[1]) in wanted


def _leading(measure: Measure, own: int, wanted: range) -> _HandsTest:
    return lambda hands: measure(hands[own]) - measure(hands[1 - own]) in wanted


def _range(needed: Sequence[str]) -> range:
    """`5` is 5, `5+` is 5 and more, `2..4` is 2 to 4."""
    (text,) = needed
    if text.endswith("+"):
        return range(int(text[:-1]), 1 << 31)
    least, _, most = text.partition("..")
    return range(int(least), int(most or least) + 1)


def _none(needed: Sequence[str]) -> None:
    if needed:
        raise ValueError


def _suited(needed: Sequence[str]) -> _Test:
    _none(needed)
    return lambda cards: len({SUIT_OF[card] for card in cards}) == 1


def _one_color(needed: Sequence[str]) -> _Test:
    _none(needed)
    return lambda cards: len({SUIT_OF[card] in (1, 2) for card in cards}) == 1


def _suit(needed: Sequence[str]) -> _Test:
    (suit,) = (SUITS.index(each) for each in needed)
    return lambda cards: all(SUIT_OF[card] == suit for card in cards)


def _ranks(needed: Sequence[str]) -> _Test:
    wanted = sorted(RANKS.index(each) for each in needed)
    return lambda cards: sorted(RANK_OF[card] for card in cards) == wanted


def _cards(needed: Sequence[str]) -> _Test:
    wanted = sorted(parse_cards(" ".join(needed)))
    return lambda cards: sorted(cards) == wanted


def _among(needed: Sequence[str]) -> _Test:
    wanted = frozenset(RANKS.index(each) for each in needed)
    return lambda cards: all(RANK_OF[card] in wanted for card in cards)


def _straight(needed: Sequence[str]) -> _Test:
    _none(needed)
    return lambda cards: is_sequence([RANK_OF[card] for card in cards])


_WORDS: dict[str, Callable[[Sequence[str]], _Test]] = {
    "suited": _suited,
    "one_color": _one_color,
    "suit": _suit,
    "ranks": _ranks,
    "cards": _cards,
    "among": _among,
    "straight": _straight,
}
_NUMBERS: dict[str, Measure] = {
    "count": len,
    "alike": lambda cards: max(Counter(RANK_OF[card] for card in cards).values()),
    "twins": lambda cards: max(Counter(cards).values()),
}
_OF_TWO: dict[str, Callable[[BetCards, BetCards], int]] = {
    "matches": lambda first, second: sum(
        RANK_OF[card] == RANK_OF[second[0]] and card != second[0] for card in first
    ),
    "twin_matches": lambda first, second: sum(card == second[0] for card in first),
}
