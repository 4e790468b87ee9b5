"""Texas Hold'em Bonus (TH-1 to TH-6) and its progressive wagers (PS-41, PS-42), counted.

`criterion` is the hand with which a win pays the ANTE: "three_tens", "straight" or "flush" (or
better). `path` is what the player did: "fold", or his TURN and RIVER bets, "check_check",
"check_bet", "bet_check", "bet_bet" (the FLOP bet is made in all four). `result` is "win_ante_paid",
"win_ante_pushed", "tie" or "loss"; under "fold" only "loss".

Keys of the result, with what the integers under them add up to:

- "base": criterion -> path -> result, with the best play; 1326 * 1225 * 17296 * 45 * 44 (the
  player's cards, the dealer's, the flop, the turn, the river), about 5.6e13 and so far inside
  int64, in which the kernels add. Where betting and checking are worth the same the player checks;
  where folding and playing are, he folds.
- "wins": criterion -> path -> the player's hand (`HANDS` of `showdown`): the wins of
  "base", both ante results together, so that other conditions on the ANTE can be looked at.
- "starting_hands": starting hand ("AA", "AKs", "AKo") -> path (no fold) -> "win_lower",
  "win_three_tens" (three of a kind, tens or higher), "win_straight", "win_flush" (or better),
  "tie", "loss": every starting hand if it is played, best play after the flop; the same total.
- "strategies": strategy -> criterion -> path -> result, as "base", for rules of thumb: "pairs",
  "published" and "never_bet", in words in `RULES_OF_THUMB` of `play`. "published"
  folds a deuce with a card from three to seven of another suit, the others never fold.
- "bonus": outcome of the two starting cards and the dealer's two (TH-5); 1326 * 1225.
- "progressive": outcome of the player's seven cards, royals by the card that completed them;
  "all", and "played" and "folded" -> criterion, with the best play; 1326 * 19600 * 47 * 46.
- "five_card": outcome of the two starting cards and the flop; split the same way; 1326 * 19600.

The bets on turn and river are won and lost one for one whatever the other wagers do, so that the
best decision about each is the same for every criterion and is found by comparing wins with losses
alone. That holds as long as FLOP, TURN and RIVER pay 1 to 1 (TH-3). Only folding needs more of the
pays: it is decided per starting hand, once for each criterion; with another rule for the ANTE,
decide it again from "starting_hands".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from pitboss.games.holdem_bonus import play, strategy
from pitboss.games.holdem_bonus.ahead import all_bets
from pitboss.games.holdem_bonus.odds import criterion_of
from pitboss.games.holdem_bonus.outcomes import five_card_counts, seven_card_counts
from pitboss.games.holdem_bonus.rules import PROGRESSIVE_HANDS, bonus
from pitboss.games.holdem_bonus.showdown import HANDS, showdowns
from pitboss.games.holdem_bonus.strategy import CRITERIA, PUBLISHED_FOLDS, best_folds
from pitboss.maths.counting import Counts
from pitboss.maths.kernels.decisions import StoredDecisions
from pitboss.maths.kernels.holdings import HOLDING_BYTES
from pitboss.maths.kernels.suits import suit_classes
from pitboss.maths.starting_hands import STARTING_HANDS
from pitboss.progress import TellProgress
from pitboss.rules.cards import DECK, Card
from pitboss.rules.game import Option, Setting
from pitboss.rules.paytable import Paytable
from pitboss.rules.shared_prizes import FIVE_CARD_OUTCOMES

# The first hand of HANDS that pays the ANTE.
PAID_FROM = {"three_tens": 4, "straight": 5, "flush": 6}

# Counts of one starting hand: strategy -> path -> results as in `play`.
_Plays: TypeAlias = dict[str, dict[str, list[int]]]
# The starting hands to fold under each criterion.
_Folds: TypeAlias = "Mapping[str, Collection[str]]"


def count(report: TellProgress) -> Counts:
    """Count everything from scratch."""
    boards, flops = suit_classes(5), suit_classes(3)
    rows = showdowns(boards.firsts, lambda share: report(0.4 * share))
    tallies = play.play(flops, boards, rows, lambda share: report(0.4 + 0.55 * share))
    by_hand = _by_starting_hand(tallies.tolist())
    starting_hands = {name: _graded(plays["optimal"]) for name, plays in by_hand.items()}
    folds = {criterion: best_folds(starting_hands, criterion) for criterion in CRITERIA}
    seven = _named(seven_card_counts(boards, rows).tolist(), PROGRESSIVE_HANDS)
    five = _named(five_card_counts(flops).tolist(), FIVE_CARD_OUTCOMES)
    report(1.0)
    return {
        "base": _base(by_hand, "optimal", folds),
        "wins": {criterion: _wins(by_hand, folds[criterion]) for criterion in CRITERIA},
        "starting_hands": cast("Counts", starting_hands),
        "strategies": {
            "pairs": _base(by_hand, "pairs", {}),
            "published": _base(by_hand, "published", dict.fromkeys(CRITERIA, PUBLISHED_FOLDS)),
            "never_bet": _base(by_hand, "never_bet", {}),
        },
        "bonus": bonus_counts(),
        "progressive": _split(seven, folds),
        "five_card": _split(five, folds),
    }


def _by_starting_hand(tallies: list[list[list[list[int]]]]) -> dict[str, _Plays]:
    return {
        name: {
            strategy: dict(zip(play.PATHS, paths, strict=True))
            for strategy, paths in zip(play.PLAYS, plays, strict=True)
        }
        for name, plays in zip(STARTING_HANDS, tallies, strict=True)
    }


def _graded(paths: dict[str, list[int]]) -> dict[str, dict[str, int]]:
    """Wins by what they mean for the ANTE's three criteria."""
    return {
        path: {
            "win_lower": sum(results[:4]),
            "win_three_tens": results[4],
            "win_straight": results[5],
            "win_flush": sum(results[6 : play.TIE]),
            "tie": results[play.TIE],
            "loss": results[play.LOSS],
        }
        for path, results in paths.items()
    }


def _base(by_hand: dict[str, _Plays], strategy: str, folds: _Folds) -> Counts:
    return {
        criterion: _settled(by_hand, strategy, PAID_FROM[criterion], folds.get(criterion, ()))
        for criterion in CRITERIA
    }


def _settled(
    by_hand: dict[str, _Plays], strategy: str, paid_from: int, folds: Collection[str]
) -> Counts:
    """path -> result, over all starting hands."""
    folded = sum(sum(map(sum, by_hand[name][strategy].values())) for name in folds)
    settled: Counts = {"fold": {"loss": folded}}
    for path, results in _played(by_hand, strategy, folds).items():
        settled[path] = {
            "win_ante_paid": sum(results[paid_from : play.TIE]),
            "win_ante_pushed": sum(results[:paid_from]),
            "tie": results[play.TIE],
            "loss": results[play.LOSS],
        }
    return settled


def _played(
    by_hand: dict[str, _Plays], strategy: str, folds: Collection[str]
) -> dict[str, list[int]]:
    """path -> results, over the starting hands that aren't folded."""
    kept = [plays[strategy] for name, plays in by_hand.items() if name not in folds]
    return {
        path: [sum(column) for column in zip(*(paths[path] for paths in kept), strict=True)]
        for path in play.PATHS
    }


def _wins(by_hand: dict[str, _Plays], folds: Collection[str]) -> Counts:
    return {
        path: dict(zip(HANDS, results, strict=False))
        for path, results in _played(by_hand, "optimal", folds).items()
    }


def _named(tallies: list[list[int]], outcomes: Sequence[str]) -> dict[str, Counter[str]]:
    return {
        name: Counter(dict(zip(outcomes, tally, strict=True)))
        for name, tally in zip(STARTING_HANDS, tallies, strict=True)
    }


def _split(by_hand: dict[str, Counter[str]], folds: _Folds) -> Counts:
    """All starting hands together, and those played and folded under each criterion."""

    def added(names: Collection[str]) -> Counts:
        outcomes = by_hand["AA"].keys()
        return {outcome: sum(by_hand[name][outcome] for name in names) for outcome in outcomes}

    return {
        "all": added(STARTING_HANDS),
        "played": {
            criterion: added([name for name in STARTING_HANDS if name not in folds[criterion]])
            for criterion in CRITERIA
        },
        "folded": {criterion: added(folds[criterion]) for criterion in CRITERIA},
    }


def bonus_counts() -> Counts:
    """Outcomes of the BONUS over the player's two cards and the dealer's two."""
    dealer_holdings = 50 * 49 // 2
    counts: Counter[str] = Counter()
    for hole in combinations(DECK, 2):
        counts[bonus(hole, dealer=())] += dealer_holdings
    # Six pairs of aces leave the dealer one, from the other two.
    counts["aces_against_aces"] = 6
    counts["aces"] -= 6
    return dict(counts)


# ---- decisions ----------------------------------------------------------------------------------

# By flop, and by flop and turn: a bit for each holding that bets.
DECISIONS = (
    StoredDecisions(__package__, "turn_bets", cards=3, columns=HOLDING_BYTES, word="u1"),
    StoredDecisions(__package__, "river_bets", cards=4, columns=HOLDING_BYTES, word="u1"),
)


def decide(report: TellProgress) -> tuple[NDArray[np.uint8], ...]:
    """The tables of DECISIONS."""
    return tuple(np.packbits(bets, axis=1) for bets in all_bets(report))


# ---- strategy -----------------------------------------------------------------------------------

OPTIONS = (
    Option(
        "criterion", ("flush", "straight", "three_tens"), "What the ante is paid from on, in words."
    ),
    Option("part", ("preflop", "postflop"), "Which part of the table is written."),
    Option("turn_bet", ("no", "yes"), "With four board cards: whether the turn bet was made."),
)


def in_words(settings: Mapping[str, Setting]) -> str:
    """The best play in words a player can remember."""
    return strategy.rule_in_words(str(settings["criterion"]))


def rows(settings: Mapping[str, Setting], report: TellProgress) -> Iterator[tuple[str, ...]]:
    """The 169 starting hands, or every bet after the flop."""
    if settings["part"] == "preflop":
        yield from strategy.preflop_rows()
    else:
        yield from strategy.postflop_rows(report)


def values(
    cards: Sequence[Card], paytable: Paytable, settings: Mapping[str, Setting]
) -> dict[str, Fraction]:
    """The exact value of each action in antes, from here to the end of the round."""
    return strategy.action_values(
        cards[:2],
        cards[2:],
        criterion=criterion_of(paytable),
        turn_bet_antes=1 if settings["turn_bet"] == "yes" else 0,
    )
