"""Casino War, counted in closed form for one to eight decks.

One entry for each number of decks. Its weights add up to n (n - 1) (n - 2) (n - 3) for the n cards
of the shoe: the ways to deal two cards, and two more for a war, which otherwise nobody looks at.

- "base": "win" and "loss" of the first card; after a tie "war_win", "war_tie", "war_loss".
- "tie": "tie", "nothing".

Player and dealer are alike, so wins and losses are half each of what isn't a tie. Of the cards left
after a tie, two of its rank are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitboss.games.casino_war.odds import DECKS
from pitboss.maths.cases import base_odds
from pitboss.maths.counting import Counts
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, RANK_OF, Card, card_text
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable

RANKS: Final = 13


def count(report: TellProgress) -> Counts:
    """Count from scratch."""
    counts: Counts = {
        str(decks): count_shoe(cards=52 * int(decks), alike=4 * int(decks))
        for decks in DECKS.choices
    }
    report(1.0)
    return counts


def count_shoe(*, cards: int, alike: int) -> Counts:
    """The entry of a shoe with so many cards, `alike` of each rank."""
    wars = (cards - 2) * (cards - 3)
    ties = cards * (alike - 1)
    decided = (cards * (cards - 1) - ties) // 2 * wars
    second_ties = (RANKS - 1) * alike * (alike - 1) + (alike - 2) * (alike - 3)
    war_decided = ties * ((wars - second_ties) // 2)
    return {
        "base": {
            "win": decided,
            "loss": decided,
            "war_win": war_decided,
            "war_tie": ties * second_ties,
            "war_loss": war_decided,
        },
        "tie": {"tie": ties * wars, "nothing": 2 * decided},
    }


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS: Final[tuple[Option, ...]] = (DECKS,)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action on a tie of these two cards, by dealing every war."""
    if len(cards) != 2 or RANK_OF[cards[0]] != RANK_OF[cards[1]]:
        raise Refusal("CARDS_IMPOSSIBLE", "hand", title="Casino War", number=2)
    left = Counter(card for card in DECK for _ in range(int(settings["decks"])))
    left.subtract(cards)
    if min(left.values()) < 0:
        raise Refusal("CARD_DUPLICATED", "deck_holds_each", where="CARDS")
    pays = base_odds(paytable)
    worth, wars = Fraction(0), 0
    for own, owned in left.items():
        for other, others in left.items():
            ways = owned * (others - (own == other))
            gap = RANK_OF[own] - RANK_OF[other]
            worth += ways * (pays["war_win"] if gap > 0 else -2 if gap else pays["war_tie"])
            wars += ways
    return {"surrender": Fraction(-1, 2), "war": worth / wars}


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str | int, ...]]:
    """The whole best play: a tie of each rank, with the wars it wins, ties and loses."""
    decks = int(settings["decks"])
    cards, alike = 52 * decks, 4 * decks
    second_ties = (RANKS - 1) * alike * (alike - 1) + (alike - 2) * (alike - 3)
    decided = ((cards - 2) * (cards - 3) - second_ties) // 2
    yield ("tie", "action", "win", "tie", "loss")
    for rank in range(RANKS):
        yield (card_text(DECK[4 * rank])[0], "war", decided, second_ties, decided)
    report(1.0)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return "Go to WAR on every tie. A surrender costs more."
