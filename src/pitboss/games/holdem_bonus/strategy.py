"""The best play of Texas Hold'em Bonus: its rule in words, its tables, the value of each action.

Before the flop the stored counts have every answer; after it, the cards to come are counted on
demand. Values are in antes, measured from before the round: folding is worth -1.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from pitboss.games.holdem_bonus.ahead import bet_lists, results_ahead
from pitboss.maths.counting import read_stored
from pitboss.maths.starting_hands import STARTING_HANDS, by_rank, combinations, starting_hand_name
from pitboss.progress import TellProgress
from pitboss.refusal import Refusal
from pitboss.rules.cards import RANK_NAMES, RANKS, Card, cards_text

CRITERIA = ("three_tens", "straight", "flush")
PUBLISHED_FOLDS = ("32o", "42o", "52o", "62o", "72o")

# The wins that pay the ANTE under each criterion, and all of them.
_PAID = {
    "three_tens": ("win_three_tens", "win_straight", "win_flush"),
    "straight": ("win_straight", "win_flush"),
    "flush": ("win_flush",),
}
_WINS = ("win_lower", "win_three_tens", "win_straight", "win_flush")
_FLOP_BET = 2


Results = Mapping[str, int]


def best_folds(starting_hands: Mapping[str, Mapping[str, Results]], criterion: str) -> list[str]:
    """The starting hands that are worth no more than folding."""
    return [
        name
        for name, paths in starting_hands.items()
        if _played_value(paths, criterion) <= Fraction(-1)
    ]


def _net(results: Results, *, bets: int, criterion: str) -> int:
    """The total of results in antes, with this many antes bet besides the ANTE."""
    paid = sum(results[win] for win in _PAID[criterion])
    return bets * sum(results[win] for win in _WINS) + paid - (bets + 1) * results["loss"]


def _path_bets(path: str) -> int:
    return _FLOP_BET + path.count("bet")


def _played_value(paths: Mapping[str, Results], criterion: str) -> Fraction:
    net = sum(
        _net(results, bets=_path_bets(path), criterion=criterion) for path, results in paths.items()
    )
    return Fraction(net, sum(sum(results.values()) for results in paths.values()))


def _stored_hands() -> Mapping[str, Mapping[str, Results]]:
    counts = read_stored("holdem_bonus")["starting_hands"]
    return cast("Mapping[str, Mapping[str, Results]]", counts)


def action_values(
    hole: Sequence[Card], board: Sequence[Card] = (), *, criterion: str, turn_bet_antes: int = 0
) -> dict[str, Fraction]:
    """The value of each action in antes, the best play following it.

    Two cards: "fold", "bet" (FLOP). With three of the board: "check", "bet" (TURN). With four:
    "check", "bet" (RIVER), where `turn_bet_antes` says whether the TURN bet was made (0 or 1); it
    moves both values and not the decision.
    """
    _check(hole, board, criterion, turn_bet_antes)
    if not board:
        paths = _stored_hands()[starting_hand_name(hole)]
        return {"fold": Fraction(-1), "bet": _played_value(paths, criterion)}
    by_turn = results_ahead(hole, board)
    total = sum(sum(results.values()) for results in by_turn)
    lead = sum(_lead(results) for results in by_turn)
    bets = _FLOP_BET + turn_bet_antes
    check = sum(_net(results, bets=bets, criterion=criterion) for results in by_turn)
    if len(board) == 3:
        check += sum(max(0, _lead(results)) for results in by_turn)
    return {"check": Fraction(check, total), "bet": Fraction(check + lead, total)}


def _lead(results: Results) -> int:
    """Wins less losses: what one more ante bet is worth."""
    return sum(results[win] for win in _WINS) - results["loss"]


def _check(
    hole: Sequence[Card], board: Sequence[Card], criterion: str, turn_bet_antes: int
) -> None:
    if criterion not in CRITERIA:
        raise Refusal("CRITERION_UNKNOWN", criterion=criterion, criteria=CRITERIA)
    if len(hole) != 2 or len(board) not in (0, 3, 4):
        raise Refusal("CARDS_WRONG_NUMBER", "decision_taken_two")
    if len({*hole, *board}) != len(hole) + len(board):
        raise Refusal("CARD_DUPLICATED", "among", cards=cards_text([*hole, *board]))
    if turn_bet_antes not in ((0, 1) if len(board) == 4 else (0,)):
        raise Refusal("TURN_BET_WRONG")


def preflop_rows() -> Iterator[tuple[str, ...]]:
    """A CSV table of all 169 starting hands: under each criterion, the value of playing."""
    yield ("hand", "combinations", *(f"{c}_{part}" for c in CRITERIA for part in ("play", "bet")))
    for name in by_rank(STARTING_HANDS):
        row = [name, str(combinations(name))]
        for criterion in CRITERIA:
            value = _played_value(_stored_hands()[name], criterion)
            row += ["bet" if value > -1 else "fold", str(value)]
        yield tuple(row)


def postflop_rows(report: TellProgress) -> Iterator[tuple[str, ...]]:
    """A CSV table of every bet after the flop; counts all showdowns first.

    One row for each flop (the TURN bet) and for each flop with turn (the RIVER bet, the same
    whichever of the four came last), one for all that differ in the names of the suits only. "bets"
    lists the holdings that bet, all others check: "AK" means every ace-king that can still be held,
    "AKs" and "AKo" all suited or all unsuited ones, "AhKd" the one.
    """
    yield ("decision", "board", "holdings", "bets")
    yield from bet_lists(report)


def rule_in_words(criterion: str) -> str:
    """The best play in a few sentences."""
    if criterion not in CRITERIA:
        raise Refusal("CRITERION_UNKNOWN", criterion=criterion, criteria=CRITERIA)
    folds = best_folds(_stored_hands(), criterion)
    return (
        f"Before the flop fold {_in_words(folds)}; make the FLOP bet with everything else. "
        "Make the TURN bet after the flop, and the RIVER bet after the turn, exactly when you win "
        "more often than you lose against the cards the dealer may hold and the board may bring; "
        "ties do not matter, and nor does what the ANTE needs to be paid."
    )


def _in_words(names: Collection[str]) -> str:
    """'deuce with three, four or five of another suit': starting hands, grouped by lower card."""
    groups: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: (RANKS.index(name[1]), RANKS.index(name[0]))):
        kind = {"": "", "s": " of the same suit", "o": " of another suit"}[name[2:]]
        lower = RANK_NAMES[RANKS.index(name[1])]
        groups.setdefault(f"{lower}|{kind}", []).append(RANK_NAMES[RANKS.index(name[0])])
    parts = []
    for key, others in groups.items():
        lower, kind = key.split("|")
        listed = ", ".join(others[:-1]) + " or " + others[-1] if len(others) > 1 else others[0]
        parts.append(f"a {lower} with a {listed}{kind}")
    return " and ".join(parts) if parts else "nothing"
