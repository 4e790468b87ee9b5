"""Games of 21 in which a hand's number of cards counts: Super Fun 21, Spanish 21 and their kind.

Cards are kinds, as `point_hands` says. This is what is known without numba: the rules that the best
play depends on, what a solved strategy is worth, how it is stored, and the cases of the wager.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from pitboss.maths.cases import strategy_option
from pitboss.maths.counting import Counts
from pitboss.maths.point_hands import ACE_KIND, KindCounts
from pitboss.maths.strategy_tables import Tables

# How the player decides: by every card of a hand, or by its total and number of cards.
STRATEGY = strategy_option("total_and_cards")
MOST_CARDS = 6  # six cards and more are one line of a strategy

SIX_SEVEN_EIGHT = (0, 0, 0, 0, 0, 1, 1, 1, 0, 0)
THREE_SEVENS = (0, 0, 0, 0, 0, 0, 3, 0, 0, 0)
SUITS = ("mixed", "suited", "spades")


@dataclass(frozen=True, slots=True, kw_only=True)
class ManyCardRules:
    """The house settings that the best play depends on, and which game it is."""

    game: str = "super_fun"
    soft_17: str = "hit"
    surrender: str = "any"
    rescue: str = "yes"
    doubles: int = 1
    split_hands: int = 4
    hit_split_aces: str = "yes"
    resplit_aces: str = "yes"
    split_bonus: str = "yes"

    @property
    def tens(self) -> int:
        """Cards of a deck that count ten."""
        return 16 if self.game == "super_fun" else 12

    @property
    def wins_with_21(self) -> bool:
        """Whether a player's 21 wins without a comparison."""
        return self.game != "super_fun"

    def shoe(self, decks: int) -> KindCounts:
        """A full shoe by kind."""
        return (4 * decks,) * 9 + (self.tens * decks,)

    def most_hands(self, kind: int) -> int:
        """How many hands a pair of this kind can become."""
        return 2 if kind == ACE_KIND and self.resplit_aces == "no" else self.split_hands

    def bonus(self, counts: KindCounts, total: int) -> str:
        """What an undoubled hand is paid at once, or nothing; suits are left out."""
        cards = sum(counts)
        if self.game == "super_fun":
            if total == 21:
                return "five_card_21" if cards >= 5 else ""
            return "six_cards" if cards >= 6 else ""
        if total != 21:
            return ""
        if counts == SIX_SEVEN_EIGHT:
            return "six_seven_eight"
        if counts == THREE_SEVENS:
            return "three_sevens"
        return {5: "five_card_21", 6: "six_card_21"}.get(cards, "seven_card_21" * (cards > 6))


@dataclass(frozen=True, slots=True)
class ManyCardPlay:
    """What one strategy is worth in the first round from a full shoe: one player, one unit wagered,
    never insured. All exact, by round.

    `net` is the mean win of everything but hands paid at once and blackjacks; `paid` says how many
    of those there are, each on one unit. `stake` counts doubles and splits.
    """

    net: Fraction
    stake: Fraction
    paid: Mapping[str, Fraction]
    first_actions: Mapping[str, Fraction]

    def win(self, pays: Mapping[str, Fraction]) -> Fraction:
        """The mean win by these pays to one."""
        return self.net + sum(share * pays[outcome] for outcome, share in self.paid.items())


@dataclass(frozen=True, slots=True)
class ManyCardSolution:
    """The best play, the play by total and number of cards, and that play's lines."""

    best: ManyCardPlay
    total_and_cards: ManyCardPlay
    dealer_blackjack: Fraction
    tables: Tables

    def play(self, strategy: str) -> ManyCardPlay:
        """What a strategy is worth."""
        return self.best if strategy == "best" else self.total_and_cards

    def as_counts(self) -> Counts:
        """The stored form: fractions as "p/q", rows of letters."""
        kept = {str(name): _as_text(self.play(str(name))) for name in STRATEGY.choices}
        kept["dealer_blackjack"] = str(self.dealer_blackjack)
        kept["strategy"] = {
            section: {line: " ".join(letters) for line, letters in lines.items()}
            for section, lines in self.tables.items()
        }
        return cast("Counts", kept)

    @classmethod
    def of_counts(cls, counts: Counts) -> ManyCardSolution:
        """The solution stored in this form."""
        kept = cast("dict[str, Any]", counts)
        return cls(
            best=_of_text(kept["best"]),
            total_and_cards=_of_text(kept["total_and_cards"]),
            dealer_blackjack=Fraction(kept["dealer_blackjack"]),
            tables={
                section: {
                    line: tuple(kept["strategy"][section][line].split())
                    for line in sorted(kept["strategy"][section], key=_line_order)
                }
                for section in SECTIONS
                if section in kept["strategy"]
            },
        )


DOUBLED = ("doubled ", "redoubled ", "thrice-doubled ")
SECTIONS = (
    "hard",
    "soft",
    "pairs",
    *(f"{doubled}{line}" for doubled in DOUBLED for line in ("hard", "soft")),
)


def _line_order(line: str) -> tuple[bool, str]:
    return line != "A", line.rjust(2)


def _as_text(play: ManyCardPlay) -> Any:
    return {
        "net": str(play.net),
        "stake": str(play.stake),
        "paid": {name: str(share) for name, share in play.paid.items()},
        "first_actions": {name: str(share) for name, share in play.first_actions.items()},
    }


def _of_text(kept: Any) -> ManyCardPlay:
    return ManyCardPlay(
        net=Fraction(kept["net"]),
        stake=Fraction(kept["stake"]),
        paid={name: Fraction(text) for name, text in kept["paid"].items()},
        first_actions={name: Fraction(text) for name, text in kept["first_actions"].items()},
    )


# A letter of a line: what is done with two cards, then from how many cards on what else, as in
# "S/4H": stand, but hit with four cards or more.
def letter_of(by_cards: Callable[[int], str]) -> str:
    """The letter of a line, by the number of cards."""
    letter = last = by_cards(2)
    for cards in range(3, MOST_CARDS + 1):
        if by_cards(cards) != last:
            last = by_cards(cards)
            letter += f"/{cards}{last}"
    return letter


def read_letter(letter: str, cards: int) -> str:
    """What a line says for so many cards."""
    first, *changes = letter.split("/")
    for change in changes:
        if cards >= int(change[0]):
            first = change[1:]
    return first
