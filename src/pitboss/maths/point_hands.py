"""Blackjack by point values: the house's settings, every hand a player can hold, dealer's draws.

Suits and the difference between ten, jack, queen and king don't matter here, so a card is its
*kind*: 0 is the ace, 1 the deuce, ... 8 the nine, 9 any ten-card. A *shoe* is a tuple of ten
counts, one for each kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from math import comb
from typing import Protocol, TypeAlias

from pitboss.refusal import Refusal
from pitboss.rules.cards import ACE, RANK_OF, Card
from pitboss.rules.game import Setting

KINDS = 10
ACE_KIND, FOUR_KIND, TEN_KIND = 0, 3, 9
KIND_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")

# Strategies read from left to right as printed: the dealer shows 2, 3, ... ten, ace.
UP_ORDER = (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)

KindCounts: TypeAlias = tuple[int, ...]  # cards left of each kind

_ALLOWED: Mapping[str, tuple[object, ...]] = {
    "soft_17": ("stand", "hit"),
    "double": ("any", "9-11", "10-11"),
    "double_after_split": ("yes", "no"),
    "split_hands": (2, 3, 4),
    "resplit_aces": ("yes", "no"),
    "hit_split_aces": ("yes", "no"),
    "surrender": ("none", "late"),
    "dealer_22": ("loses", "pushes"),
    "free_bets": ("no", "yes"),
    "free_fours": ("yes", "no"),
    "zap": ("no", "15-17", "15-18"),
    "zapped_blackjack": ("wins", "21"),
}
DECKS = (1, 2, 4, 6, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlackjackRules:
    """The house settings that the best play depends on; a blackjack's pay isn't one."""

    soft_17: str = "stand"
    double: str = "any"
    double_after_split: str = "yes"
    split_hands: int = 4
    resplit_aces: str = "no"
    hit_split_aces: str = "no"
    surrender: str = "none"
    dealer_22: str = "loses"
    free_bets: str = "no"
    free_fours: str = "yes"
    zap: str = "no"
    zapped_blackjack: str = "wins"

    def __post_init__(self) -> None:
        for name, allowed in _ALLOWED.items():
            if getattr(self, name) not in allowed:
                raise Refusal(
                    "OPTION_UNKNOWN",
                    "none",
                    where=name,
                    value=getattr(self, name),
                    allowed=tuple(map(str, allowed)),
                )

    def may_double(self, *, total: int, is_soft: bool) -> bool:
        """Whether two cards of this total can double; 9-11 and 10-11 mean hard totals."""
        if self.double == "any":
            return True
        return not is_soft and total <= 11 and total >= (9 if self.double == "9-11" else 10)

    def is_free_double(self, *, total: int, is_soft: bool) -> bool:
        """Whether doubling two cards of this total is free."""
        return self.free_bets == "yes" and not is_soft and 9 <= total <= 11

    def is_free_split(self, kind: int) -> bool:
        """Whether splitting a pair of this kind is free: all but tens, in some houses fours."""
        if kind == FOUR_KIND and self.free_fours == "no":
            return False
        return self.free_bets == "yes" and kind != TEN_KIND

    def may_zap(self, kinds: Sequence[int]) -> bool:
        """Whether two first cards can be changed for two new ones: hard totals from 15 on."""
        most = {"no": 0, "15-17": 17, "15-18": 18}[self.zap]
        return ACE_KIND not in kinds and 15 <= sum(kinds) + 2 <= most

    def most_hands(self, kind: int) -> int:
        """How many hands a pair of this kind can become."""
        return 2 if kind == ACE_KIND and self.resplit_aces == "no" else self.split_hands


USUAL_RULES = BlackjackRules()


def named_rules(
    usual: BlackjackRules, choices: Mapping[str, Sequence[Setting]]
) -> dict[str, BlackjackRules]:
    """The rules with stored solutions, by name: the usual ones with the dealer standing or hitting,
    and those with one setting changed to another of the house's choices."""
    soft_17 = {name: replace(usual, soft_17=name) for name in ("stand", "hit")}
    return soft_17 | {
        f"{name} {choice}": replace(usual, **{name: choice})  # type: ignore[arg-type]
        for name in _ALLOWED
        for choice in choices.get(name, ())
        if name != "soft_17" and choice != getattr(usual, name)
    }


def rules_of(
    settings: Mapping[str, Setting], usual: BlackjackRules = USUAL_RULES
) -> BlackjackRules:
    """The relevant settings of a table, ignoring the rest; those left out are the usual ones."""
    names = {field.name for field in fields(BlackjackRules)}
    chosen = {name: value for name, value in settings.items() if name in names}
    if str(chosen.get("split_hands", "")).isdecimal():
        chosen["split_hands"] = int(chosen["split_hands"])
    return replace(usual, **chosen)  # type: ignore[arg-type]  # __post_init__ checks each value


def full_shoe(decks: int) -> KindCounts:
    """A new shoe by kind: four of each per deck, sixteen ten-cards."""
    if decks not in DECKS:
        raise Refusal("OPTION_UNKNOWN", "none", where="decks", value=decks, allowed=DECKS)
    return (4 * decks,) * 9 + (16 * decks,)


def kind_of(card: Card) -> int:
    """The kind of a card 0..51."""
    rank = RANK_OF[card]
    return ACE_KIND if rank == ACE else min(rank + 1, TEN_KIND)


def without(shoe: KindCounts, *kinds: int) -> KindCounts:
    """The shoe after these cards have left it."""
    left = list(shoe)
    for kind in kinds:
        left[kind] -= 1
    return tuple(left)


def best_total(*, hard: int, has_ace: bool) -> tuple[int, bool]:
    """The total of a hand that is `hard` with aces as ones, and whether it is soft."""
    is_soft = has_ace and hard + 10 <= 21
    return (hard + 10 if is_soft else hard), is_soft


# A cell is one line of a strategy: hard totals are 0..21, soft totals 22..43.
CELLS = 44


def cell_of(*, total: int, is_soft: bool) -> int:
    """A total's line in a strategy."""
    return total + (22 if is_soft else 0)


class HoldsFor(Protocol):
    """A rule about a total."""

    def __call__(self, *, total: int, is_soft: bool) -> bool:
        """Whether it holds for two cards of that total."""


def lines_where(holds: HoldsFor) -> tuple[bool, ...]:
    """For each line: whether a rule holds for two cards of it."""
    lines = [False] * CELLS
    for total in range(4, 22):
        lines[total] = holds(total=total, is_soft=False)
        if total >= 12:
            lines[cell_of(total=total, is_soft=True)] = holds(total=total, is_soft=True)
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class Hands:
    """Every multiset of kinds of at most 21 points, numbered so that a drawn card leads upward.

    `children[hand][kind]` is the hand after that card, or -1 for a bust.
    """

    counts: tuple[KindCounts, ...]
    sizes: tuple[int, ...]
    totals: tuple[int, ...]
    cells: tuple[int, ...]
    children: tuple[tuple[int, ...], ...]
    number: Mapping[KindCounts, int]


@cache
def all_hands() -> Hands:
    """All hands of none to 21 cards: 3,083 of them."""
    hards: dict[KindCounts, int] = {}
    _collect((0,) * KINDS, 0, hards)
    counts = tuple(sorted(hards, key=lambda held: (hards[held], held)))
    number = {held: index for index, held in enumerate(counts)}
    totals = [best_total(hard=hards[held], has_ace=held[ACE_KIND] > 0) for held in counts]
    children = tuple(
        tuple(number.get(_with(held, kind), -1) for kind in range(KINDS)) for held in counts
    )
    return Hands(
        counts=counts,
        sizes=tuple(sum(held) for held in counts),
        totals=tuple(total for total, _ in totals),
        cells=tuple(cell_of(total=total, is_soft=soft) for total, soft in totals),
        children=children,
        number=number,
    )


def _collect(held: KindCounts, hard: int, found: dict[KindCounts, int]) -> None:
    if held in found or hard > 21:
        return
    found[held] = hard
    for kind in range(KINDS):
        _collect(_with(held, kind), hard + kind + 1, found)


def _with(held: KindCounts, kind: int) -> KindCounts:
    return (*held[:kind], held[kind] + 1, *held[kind + 1 :])


@cache
def hands_of_cell(cell: int) -> tuple[int, ...]:
    """All hands of two or more cards that a line of a strategy covers."""
    hands = all_hands()
    return tuple(
        hand for hand, size in enumerate(hands.sizes) if size >= 2 and hands.cells[hand] == cell
    )


@cache
def hand_of(*kinds: int) -> int:
    """The number of these cards' hand."""
    counts = [0] * KINDS
    for kind in kinds:
        counts[kind] += 1
    return all_hands().number[tuple(counts)]


@cache
def blackjack_kind(up: int) -> int:
    """The hole card that makes this up card a blackjack, or -1."""
    return {ACE_KIND: TEN_KIND, TEN_KIND: ACE_KIND}.get(up, -1)


BUST = 23  # or more; the dealer's 22 is a result of its own


@cache
def dealer_ends(*, up: int, soft_17: str) -> Mapping[KindCounts, tuple[int, int]]:
    """What the dealer can draw to an up card, hole card included, if he has no blackjack.

    Each multiset of draws has his final total (23 for any above 22) and the number of orders it can
    be drawn in. The order doesn't change the total.
    """
    ends: dict[KindCounts, tuple[int, int]] = {}
    open_hands: dict[KindCounts, int] = {(0,) * KINDS: 1}
    first = True
    while open_hands:
        longer: dict[KindCounts, int] = {}
        for held, orders in open_hands.items():
            for kind in range(KINDS):
                if first and kind == blackjack_kind(up):
                    continue
                drawn = _with(held, kind)
                hard = up + 1 + sum((index + 1) * count for index, count in enumerate(drawn))
                total, is_soft = best_total(
                    hard=hard, has_ace=up == ACE_KIND or drawn[ACE_KIND] > 0
                )
                if total < 17 or (total == 17 and is_soft and soft_17 == "hit"):
                    longer[drawn] = longer.get(drawn, 0) + orders
                else:
                    before = ends.get(drawn, (0, 0))[1]
                    ends[drawn] = (min(total, BUST), before + orders)
        open_hands, first = longer, False
    return ends


@dataclass(frozen=True, slots=True)
class SplitTerm:
    """One term of a split's value: `removed` further pair cards are out of the shoe.

    `other` multiplies the value of a hand whose second card is not of the pair's kind, `same` of
    one whose second card is.
    """

    removed: int
    other: int
    same: int


@cache
def split_terms(most_hands: int) -> tuple[SplitTerm, ...]:
    """The value of a split as a sum over single hands, exact for any number of hands.

    Play does not look at the other hands, so by linearity the value is the sum of the values of
    all hands in the end, and by exchangeability the second cards of all of them may be dealt first.
    Those draws make a short tree: a pair card splits again while hands are fewer than allowed, any
    other card finishes a hand. At a leaf `again` draws were pair cards and `done` were not, and
    what is left to say about a hand is its value if some other cards of the shoe are known to be
    pair cards, and some known not to be. The latter is turned into the former by inclusion and
    exclusion: "b cards are not" is the alternating sum over i of C(b, i) times "i of them are".
    The factor of a term, the chance that those cards are pair cards, is left to the caller.
    """
    others = [0] * (2 * most_hands)
    anys = [0] * (2 * most_hands)

    def leaf(*, again: int, done: int, unseen: int) -> None:
        for taken in range(done):
            others[again + taken] += done * (-1) ** taken * comb(done - 1, taken)
        for taken in range(done + 1):
            anys[again + taken] += unseen * (-1) ** taken * comb(done, taken)

    def deal(*, again: int, done: int, pending: int) -> None:
        if pending == 0 or again + 2 == most_hands:
            leaf(again=again, done=done, unseen=pending)
            return
        deal(again=again + 1, done=done, pending=pending + 1)
        deal(again=again, done=done + 1, pending=pending - 1)

    deal(again=0, done=0, pending=2)
    return tuple(
        SplitTerm(removed=removed, other=other + anyhow, same=anyhow)
        for removed, (other, anyhow) in enumerate(zip(others, anys, strict=True))
        if other or anyhow
    )


@cache
def first_hand_terms(most_hands: int) -> Mapping[int, tuple[int, int]]:
    """The part of `split_terms` that is the first hand's own, by the pair cards removed: the factor
    of its value if its second card is not of the pair's kind, and if it is.

    It draws pair cards, each making a new hand, until another card comes or no hand may be made.
    """
    *before, last = range(most_hands - 1)
    return dict.fromkeys(before, (1, 0)) | {last: (1, 1)}
