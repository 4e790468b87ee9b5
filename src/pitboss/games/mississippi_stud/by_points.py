"""A rule of thumb for Mississippi Stud: points for high cards, three antes on what is good."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rules.cards import ACE, EIGHT, FIVE, FOUR, JACK, RANK_OF, SIX, SUIT_OF, TEN, Card

WORDS = (
    "Count two points for an ace, king, queen or jack, one for a six to a ten. Bet three times the "
    "ANTE on every pair of sixes or better and whatever else can't lose, on two cards with any "
    "pair. 3RD STREET: otherwise bet once with two points, or with six-five suited. 4TH STREET: "
    "bet three times with three suited cards that can make a straight flush, in a row from "
    "five-six-seven up, with one gap and a jack or higher, or with two gaps and two of them; once "
    "with three other suited cards, a low pair, three points, four-five-six or higher in a row, or "
    "two cards of six to ten in a straight with one gap. 5TH STREET: bet three times with four to "
    "a flush, or four in a row that end in an eight to a king; once with another four to a "
    "straight, a low pair, four points, or three cards of six to ten after a bet of three. Fold "
    "the rest."
)
STRAIGHTS = ({ACE, *range(FIVE)}, *({*range(low, low + 5)} for low in range(TEN + 1)))


def bet_by_points(cards: Sequence[Card], *, paid: bool, raised: bool) -> int:
    """The bet in antes with two to four cards, 0 to fold: `paid` if they can't lose anymore,
    `raised` if an earlier bet was of three."""
    ranks = sorted({RANK_OF[card] for card in cards})
    suited = len({SUIT_OF[card] for card in cards}) == 1
    if paid:
        return 3
    if len(ranks) < len(cards):
        return 3 if len(cards) == 2 else 1
    high, middle = sum(rank >= JACK for rank in ranks), sum(SIX <= rank < JACK for rank in ranks)
    points, gaps = 2 * high + middle, ranks[-1] - ranks[0] - len(ranks) + 1
    if len(cards) == 2:
        return int(points >= 2 or (suited and ranks == [FIVE, SIX]))
    if len(cards) == 3:
        row = gaps == 0 and ranks[0] >= FOUR
        if suited and gaps <= 2 and (high >= max(gaps, 1) or (gaps == 0 and ranks[0] >= FIVE)):
            return 3
        return int(suited or points >= 3 or row or (gaps == 1 and middle >= 2))
    in_straights = sum({*ranks} <= straight for straight in STRAIGHTS)
    if suited or (in_straights == 2 and ranks[-1] >= EIGHT):
        return 3
    return int(in_straights > 0 or points >= 4 or (middle == 3 and raised))
