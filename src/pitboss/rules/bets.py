"""Bets beside a host game, each a file of conditions: `games/GAME/bets/BET/bet.toml`.

A host game says which cards a bet can look at, when they are all dealt (`Look`), and how it
measures cards (`total`). A bet names one look and its outcomes, best first, each with conditions on
those cards; cards that meet none make nothing. The same conditions settle a round, read typed cards
and count the odds.

A condition is a text: the hand, if a look has several; `not`, if it must be false; a word of
`bet_vocabulary`; and what the word needs. Without a hand it covers all cards together.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeAlias

from pitboss.compiled_toml import read_toml
from pitboss.file_digests import digest_terms
from pitboss.refusal import Refusal
from pitboss.rules.bet_vocabulary import (
    LEADS,
    NUMBERS,
    OF_TWO,
    WORDS,
    BetCards,
    Measure,
    ask_count,
    ask_lead,
    ask_measure,
    ask_together,
    read_range,
)
from pitboss.rules.cards import DECK, Card
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
from pitboss.rules.reading import toml_data
from pitboss.rules.typed_hand import TypedGroup, TypedHand

NOTHING = "nothing"
GAMES = Path(__file__).parents[1] / "games"
FILE, COUNTS_FILE = "bet.toml", "counts.json"
FILE = "bet.toml"
FILE_BYTES_MOST = 100_000  # of a house's bet
_NAME = re.compile(r"[a-z][a-z0-9_]*")

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

    name: ClassVar[str]
    title: ClassVar[str]
    wagers: tuple[Wager, ...]
    slots: tuple[Slot, ...]
    typed: Mapping[str, TypedHand]
    bets: tuple[Bet, ...]
    looks: ClassVar[tuple[Look, ...]]
    measures: ClassVar[Mapping[str, Measure]]
    kin: ClassVar[str]


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
    games: tuple[str, ...] = ()  # others that offer it, with the same look
    sha256: str = ""  # of its conditions and counts, if a house brings it
    as_written: str = ""  # its look and its conditions

    @property
    def conditions_sha256(self) -> str:
        """Names what was counted: stored counts say which conditions they are of."""
        return sha256(self.as_written.encode()).hexdigest()

    @property
    def rule(self) -> str:
        """The rule that decides it, as a settlement cites it."""
        return f"{self.title}: {' and '.join(each.title for each in self.look.hands.values())}"

    @property
    def wager(self) -> Wager:
        """Its place on the layout."""
        offer = self.look.offer
        return Wager(self.name, offer.relation if offer else Optional(), slot=self.name)

    def slot_at(self, host: str) -> Slot:
        """The slot that its paytables fill at a game."""
        outcomes = (NOTHING, *reversed(tuple(self.outcomes)))
        shared = "" if host == self.game else self.game
        return slot(self.name, outcomes, usual=self.usual, shared=shared)

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


def load_bets(host: HostGame, folder: Path) -> None:
    """Add the bets in a game's folder, and those of its kin that name it."""
    join_bets(host, read_bets(host.name, folder / "bets", looks=host.looks, measures=host.measures))
    if host.kin not in ("", host.name):
        theirs = GAMES / host.kin / "bets"
        join_bets(
            host,
            read_bets(host.kin, theirs, looks=host.looks, measures=host.measures, at=host.name),
        )


def join_bets(host: HostGame, bets: Sequence[Bet]) -> None:
    """Add bets to a game that is being made."""
    taken = {each.name for each in host.slots} | {each.name for each in host.wagers}
    for bet in bets:
        if bet.name in taken:
            raise Refusal("BET_WRONG", "name_taken", where=str(bet.folder), game=host.title)
        if bet.look not in host.looks:
            looks = [look.name for look in host.looks]
            raise Refusal(
                "BET_WRONG", "look_unknown", where=str(bet.folder), look=bet.look.name, known=looks
            )
    host.bets = (*host.bets, *bets)
    host.wagers = (*host.wagers, *(bet.wager for bet in bets))
    host.slots = (*host.slots, *(bet.slot_at(host.name) for bet in bets))
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
    game: str, folder: Path, *, looks: Sequence[Look], measures: Mapping[str, Measure], at: str = ""
) -> tuple[Bet, ...]:
    """The bets in a folder of the product, by name; those for another game only, if it is named."""
    return tuple(
        _read_bet(game, path, read_toml, looks=looks, measures=measures)
        for path in sorted(folder.glob(f"*/{FILE}"))
        if not at or at in read_toml(path).get("games", ())
    )


def read_house_bets(
    game: str, folder: Path, *, looks: Sequence[Look], measures: Mapping[str, Measure]
) -> tuple[Bet, ...]:
    """The bets in a house's folder, by name, each with the digest that its approval covers. No
    compiled file stands for theirs: nobody checks those."""
    return tuple(
        replace(
            _read_bet(game, path, _read_plain, looks=looks, measures=measures),
            sha256=_digest(path.parent),
        )
        for path in sorted(folder.glob(f"*/{FILE}"))
    )


def _digest(folder: Path) -> str:
    """One SHA-256 for a bet's conditions and counts; its paytables have their own."""
    files = [file for file in (folder / FILE, folder / COUNTS_FILE) if file.is_file()]
    lines = [f"{digest_terms(file.read_text('utf-8'))}  {file.name}\n" for file in files]
    return sha256("".join(lines).encode()).hexdigest()


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
    for key in data.keys() - {"title", "looks_at", "usual", "spec", "games", "outcome"}:
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
        games=tuple(data["games"]) if isinstance(data.get("games"), list) else (),
        as_written=json.dumps([data["looks_at"], rows]),
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
        if word in OF_TWO and len(names) == 2:
            wanted = read_range(needed)
            places, test = (0, 1), ask_count(OF_TWO[word], wanted)
        elif word == LEADS and look.compares:
            (own,) = places
            places, test = (0, 1), ask_lead(look.compares, own, read_range(needed))
        elif word in measures or word in NUMBERS:
            test = ask_measure(measures.get(word) or NUMBERS[word], read_range(needed), places)
        else:
            test = ask_together(WORDS[word](needed), places)
    except (KeyError, ValueError, IndexError, Refusal):
        known = (*WORDS, *NUMBERS, *OF_TWO, *measures, *([LEADS] if look.compares else []))
        raise Refusal("BET_WRONG", "condition", where="when", text=text, known=known) from None
    if not {*look.drawn}.isdisjoint(places) and word not in ("count", LEADS, *measures):
        raise Refusal("BET_WRONG", "drawn", where="when", text=text)
    holds = (lambda hands: not test(hands)) if negated else test
    return Condition(text, places, holds)
