"""Mini-Baccarat with Dragon Bonus and Dragon Bonus Progressive (MB-1 to MB-6).

Where no commission is taken, a winning banker hand of three cards and seven points pushes: EZ
Baccarat. We read 58 Pa. Code 627a.1 for it (Dragon 7, Panda 8), and the rules of Dragon Bonus
Commission Free Baccarat at Mill Creek Casino, which say the same. The other way, a banker's win
with six pays half, follows Seven Luck Casino. `bets/` has the bets beside it, each with its source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from typing import ClassVar

from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules.bet_vocabulary import BetCards, Measure
from pitboss.rules.bets import Look, pay_bets
from pitboss.rules.cards import DEUCE, DIAMONDS, FOUR, RANK_OF, SUIT_OF, THREE, Card
from pitboss.rules.game import (
    NO_YES,
    OWN_SIDE,
    YES_NO,
    LinkRule,
    Option,
    Optional,
    Play,
    Setting,
    Slot,
    Wager,
    slot,
)
from pitboss.rules.paytable import LOSES, PUSH, Loses, Paytable, Share
from pitboss.rules.round import Game, Round, Table
from pitboss.rules.typed_hand import TypedGroup, TypedHand, TypedTerms

PLAYER, BANKER, TIE = "player", "banker", "tie"
SIDES = (PLAYER, BANKER)

# Rank 0 is the deuce: deuce to nine count their pips, ten to king zero, the ace one.
POINTS = (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1)

# How the layout pays a winning banker hand: less a commission, or without one, but a push with
# seven on three cards, or half with six.
BASE_SCHEMES = {
    "base": (PLAYER, BANKER, TIE),
    "three_card_seven": (PLAYER, BANKER, "banker_three_card_seven", TIE),
    "six": (PLAYER, BANKER, "banker_six", TIE),
}
DRAGON_OUTCOMES = (
    "nothing", "natural_tie", "natural_win",
    "win_by_4", "win_by_5", "win_by_6", "win_by_7", "win_by_8", "win_by_9",
)  # fmt: skip
PROGRESSIVE_SCHEMES = {
    "nine_over_zero": (
        "nothing",
        "natural_win",
        "eight_over_zero",
        "nine_over_zero",
        "two_three_four_unsuited",
        "two_three_four_suited",
        "two_three_four_diamonds",
    ),
    "suited_nine": ("nothing", "win_by_nine", "suited_four_card", "suited_six_card"),
}


def points(cards: Sequence[Card]) -> int:
    """The last digit of the sum of the pips."""
    return sum(POINTS[RANK_OF[card]] for card in cards) % 10


def banker_draws(banker: int, player_third: int | None) -> bool:
    """Whether the banker draws a third card at this many points on two (punto banco)."""
    if player_third is None:
        return banker <= 5
    lowest, highest = {3: (0, 9), 4: (2, 7), 5: (4, 7), 6: (6, 7)}.get(banker, (10, 10))
    return banker <= 2 or (lowest <= player_third <= highest and (banker, player_third) != (3, 8))


def next_to_draw(
    hands: Sequence[BetCards], options: Mapping[str, Setting] | None = None
) -> int | None:
    """Which hand draws the next card: 0 for the player, 1 for the banker, None if neither does."""
    player, banker = hands
    if len(banker) == 3 or max(points(player[:2]), points(banker[:2])) >= 8:
        return None
    if len(player) == 2 and points(player) <= 5:
        return 0
    third = points(player[2:]) if len(player) == 3 else None
    return 1 if banker_draws(points(banker), third) else None


@dataclass(frozen=True, slots=True)
class Result:
    """How a round of baccarat ended: who won, by how many points, and whether the winner, or both
    hands of a tie, had eight or nine on two cards."""

    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    winner: str
    margin: int
    natural: bool
    words: str

    @classmethod
    def of(cls, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Result:
        """The result of two finished hands."""
        player_points, banker_points = points(player), points(banker)
        gap = player_points - banker_points
        winner = TIE if gap == 0 else PLAYER if gap > 0 else BANKER
        naturals = {
            PLAYER: len(player) == 2 and player_points >= 8,
            BANKER: len(banker) == 2 and banker_points >= 8,
        }
        natural = naturals.get(winner, all(naturals.values()))
        words = f"player {player_points}, banker {banker_points}{' (natural)' if natural else ''}"
        return cls(player, banker, winner, abs(gap), natural, words)

    def __str__(self) -> str:
        return self.words


def base_outcome(result: Result, scheme: str) -> str:
    """What the layout pays: who won, and a banker's win that it pays otherwise."""
    total, cards = points(result.banker), len(result.banker)
    special = {"three_card_seven": (total, cards) == (7, 3), "six": total == 6}
    if result.winner == BANKER and special.get(scheme):
        return f"banker_{scheme}"
    return result.winner


def dragon_bonus(result: Result, side: str) -> str:
    """DRAGON BONUS on one side: a natural win, or a non-natural one by four points or more."""
    if result.natural and result.winner == TIE:
        return "natural_tie"
    if result.winner != side:
        return "nothing"
    if result.natural:
        return "natural_win"
    return f"win_by_{result.margin}" if result.margin >= 4 else "nothing"


def nine_over_zero(result: Result, *, naturals: bool) -> str:
    """Dragon Bonus Progressive #1 and #2: wins of eight or nine over zero (MB-5).

    `naturals` counts a natural 9-0 among the nines, as the printed hit frequency of #1 does."""
    if result.winner == TIE:
        return "nothing"
    hands = (result.player, result.banker)
    winner, loser = hands if result.winner == PLAYER else reversed(hands)
    if result.natural and not (naturals and result.margin == 9):
        return "natural_win"
    if points(loser) != 0 or result.margin < 8:
        return "nothing"
    if result.margin == 8:
        return "eight_over_zero"
    if sorted(RANK_OF[card] for card in winner) != [DEUCE, THREE, FOUR]:
        return "nine_over_zero"
    suits = {SUIT_OF[card] for card in winner}
    if suits == {DIAMONDS}:
        return "two_three_four_diamonds"
    return "two_three_four_suited" if len(suits) == 1 else "two_three_four_unsuited"


def suited_nine(result: Result) -> str:
    """Dragon Bonus Progressive #3: any win by nine, better with all cards of one suit."""
    if result.margin != 9:
        return "nothing"
    cards = result.player + result.banker
    if len({SUIT_OF[card] for card in cards}) > 1:
        return "win_by_nine"
    return {4: "suited_four_card", 6: "suited_six_card"}.get(len(cards), "win_by_nine")


BOTH_HANDS = (
    TypedGroup("PLAYER's cards in the order dealt", 2, 3),
    TypedGroup("BANKER's cards", 2, 3),
)


def _is_finished(player: BetCards, banker: BetCards) -> bool:
    """Whether two hands, each in dealt order, form a finished round."""
    hands, whole = [player[:2], banker[:2]], (player, banker)
    while (place := next_to_draw(hands)) is not None:
        if hands[place] == whole[place]:
            return False
        hands[place] = whole[place][: len(hands[place]) + 1]
    return tuple(hands) == whole


def _typed_result(parts: Sequence[tuple[Card, ...]]) -> Result:
    """The result of typed hands, in any card order, if a round can end with them."""
    player, banker = parts
    orders = product(permutations(player), permutations(banker))
    if not any(_is_finished(*each) for each in orders):
        raise Refusal("CARDS_WRONG", where="cards")
    return Result.of(player, banker)


def _typed_bonus(parts: Sequence[tuple[Card, ...]], terms: TypedTerms) -> str:
    """The winning side's bonus; a tie is the same for both."""
    result = _typed_result(parts)
    return dragon_bonus(result, result.winner)


def _typed_progressive(parts: Sequence[tuple[Card, ...]], terms: TypedTerms) -> str:
    return progressive_outcome(
        _typed_result(parts), terms.paytable, naturals=terms.says("naturals")
    )


def progressive_outcome(result: Result, paytable: Paytable, *, naturals: bool) -> str:
    """A result's outcome for Dragon Bonus Progressive. The setting `naturals` is for a paytable
    that doesn't pay naturals, such as #1; #2 has a line for them."""
    if paytable.scheme == "suited_nine":
        return suited_nine(result)
    counts = naturals and isinstance(paytable.prize("natural_win"), Loses)
    return nine_over_zero(result, naturals=counts)


LOOKS = (
    Look(
        "player_two",
        {PLAYER: TypedGroup("PLAYER's first two cards", 2, 2)},
        "end",
        lambda play, _: (play.hand(PLAYER)[:2],),
    ),
    Look(
        "banker_two",
        {BANKER: TypedGroup("BANKER's first two cards", 2, 2)},
        "end",
        lambda play, _: (play.hand(BANKER)[:2],),
    ),
    Look(
        "player_final+banker_final",
        dict(zip(SIDES, BOTH_HANDS, strict=True)),
        "end",
        lambda play, _: (play.hand(PLAYER), play.hand(BANKER)),
        draws=next_to_draw,
        compares=points,
        check=_typed_result,
    ),
)
LINKED_ALONE = LinkRule(
    rule="PS-32",
    case="linked_alone",
    is_of_one_game=True,
)


class Baccarat(Game):
    """The rules of Mini-Baccarat."""

    name = "baccarat"
    title = "Mini-Baccarat with Dragon Bonus"
    summary = "Player against banker by fixed drawing rules; Dragon Bonus pays the margin."
    spec = ("MB-1", "MB-2", "MB-3", "MB-4", "MB-5", "MB-6")
    wagers = (
        Wager(PLAYER, Optional()),
        Wager(BANKER, Optional()),
        Wager(TIE, Optional()),
        Wager("dragon_player", Optional(), slot="dragon_bonus"),
        Wager("dragon_banker", Optional(), slot="dragon_bonus"),
        Wager("dragon_progressive", Optional(), slot="dragon_progressive"),
    )
    slots = (
        Slot("base", BASE_SCHEMES, usual="standard", is_ranked=False),
        slot("dragon_bonus", DRAGON_OUTCOMES, usual="1"),
        Slot("dragon_progressive", PROGRESSIVE_SCHEMES, usual="1", link=LINKED_ALONE),
    )
    typed: Mapping[str, TypedHand] = {
        "base": TypedHand(
            BOTH_HANDS,
            lambda parts, terms: base_outcome(_typed_result(parts), terms.paytable.scheme),
        ),
        "dragon_bonus": TypedHand(BOTH_HANDS, _typed_bonus),
        "dragon_progressive": TypedHand(BOTH_HANDS, _typed_progressive),
    }
    looks = LOOKS
    measures: ClassVar[Mapping[str, Measure]] = {"points": points}
    options = (
        Option("decks", (8, 6, 4), "Decks in the shoe."),
        Option("base_required", YES_NO, "Does Dragon Bonus need a base wager (MB-2)?"),
        Option(
            "progressive_side",
            ("own", "either"),
            "Which side wins the progressive: the base wager's own, or either (MB-5)?",
        ),
        Option(
            "naturals",
            NO_YES,
            "If naturals pay nothing, does a natural 9-0 count as nine over zero?",
        ),
    )
    card = (
        "Two cards to PLAYER and BANKER; the last digit of the sum counts, tens and faces are 0.",
        "Eight or nine on two cards is a natural: nobody draws.",
        "PLAYER draws on 0 to 5. If PLAYER stood, BANKER draws on 0 to 5. Else BANKER draws: on "
        "0-2 always; 3 unless the third card is an 8; 4 on 2-7; 5 on 4-7; 6 on 6-7.",
        "PLAYER pays 1 to 1, BANKER 1 to 1 less 5 % commission, TIE its odds; a tie pushes both.",
        "Without commission BANKER pays 1 to 1, but a win with three cards and seven points "
        "pushes, or a win with six pays half, as the layout says.",
        "DRAGON BONUS is on the PLAYER or the BANKER hand. A natural win pays 1 to 1, a natural "
        "tie pushes, another win pays by its margin from four points; all else loses.",
        "DRAGON BONUS PROGRESSIVE goes with the base wager's side. A percentage award is shared "
        "by all at the table who made the wager and whose side won it.",
        "Take losing wagers, then pay from your right to your left.",
    )

    def check_bets(self, table: Table, bets: Mapping[str, Cents]) -> None:
        """Check the base wager that Dragon Bonus may require, and the progressive's side."""
        if table.says("base_required") and not any(name in bets for name in (*SIDES, TIE)):
            raise Refusal("WAGER_MISSING", "wager_player_banker", where=PLAYER)
        own_side = table.options["progressive_side"] == "own"
        needed = SIDES if own_side else (*SIDES, TIE)
        if "dragon_progressive" in bets and not any(name in bets for name in needed):
            raise Refusal(
                "WAGER_NEEDS_ANOTHER", "goes_wager", where="dragon_progressive", needed=needed
            )

    def play(self, round: Round) -> Play:
        """Two cards each, the drawing rules, then every seat from the dealer's right."""
        for side in SIDES:
            yield from round.deal(side, 2)
        while (place := next_to_draw([round.hand(side) for side in SIDES])) is not None:
            yield from round.deal(SIDES[place], 1, phase="draw")
        result = Result.of(round.hand(PLAYER), round.hand(BANKER))
        for seat in reversed(round.seats):
            self._base(round, seat, result)
            for side in SIDES:
                if round.has_made(seat, f"dragon_{side}"):
                    outcome = dragon_bonus(result, side)
                    round.pay(seat, f"dragon_{side}", outcome, rule=f"MB-3: {result}")
        pay_bets(self.bets, round, "end")
        self._progressive(round, result)

    def _base(self, round: Round, seat: int, result: Result) -> None:
        rule = f"MB-1: {result}"
        for wager in (PLAYER, BANKER, TIE):
            if not round.has_made(seat, wager):
                continue
            if result.winner == wager:
                outcome = base_outcome(result, round.paytable("base").scheme)
                round.pay(seat, wager, outcome, rule=rule)
            else:
                pushes = result.winner == TIE
                round.resolve(seat, wager, PUSH if pushes else LOSES, rule=rule)

    def _progressive(self, round: Round, result: Result) -> None:
        """Everyone whose side won shares a percentage, or everyone with the wager if the house says
        so (MB-6); other prizes are each seat's own."""
        wager = "dragon_progressive"
        seats = tuple(reversed(round.seats_with(wager)))
        if not seats:
            return
        either = round.table.options["progressive_side"] == "either"
        won = [seat for seat in seats if either or round.has_made(seat, result.winner)]
        paytable = round.paytable(wager)
        outcome = progressive_outcome(result, paytable, naturals=round.table.says("naturals"))
        prize = paytable.prize(outcome)
        if isinstance(prize, Share) and round.table.split_among != OWN_SIDE:
            won = list(seats)
        rule = f"MB-5: {result}"
        why = "a tie" if result.winner == TIE else "the other side won"
        for seat in seats:
            if seat not in won:
                round.resolve(seat, wager, LOSES, rule=f"{rule}, {why}")
        if isinstance(prize, Share) and won:
            round.resolve_split(won, wager, prize, rule=f"MB-6: {result}", outcome=outcome)
            return
        for seat in won:
            round.pay(seat, wager, outcome, rule=rule)


GAME = Baccarat()
