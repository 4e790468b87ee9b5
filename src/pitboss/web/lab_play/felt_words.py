"""What practice pages say about cards, wagers, decisions and settled lines, for the reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from pitboss.lab.drills import AskedPay
from pitboss.lab.practice import DEALS, SEAT, Decided
from pitboss.notation import count, title_text, whole_dollars
from pitboss.notation import dollars as dollars_text
from pitboss.refusal import Refusal
from pitboss.rules.cards import JOKER, RANK_OF, RANKS, SUIT_OF, SUIT_SIGNS, Card, parse_card
from pitboss.rules.game import Act, Line
from pitboss.rules.paytable import Paytable
from pitboss.rules.round import Round, Table
from pitboss.web.office.figure_words import pay_said
from pitboss.words.language import WordTable

PLAY = WordTable("play")
WAGERS = WordTable("wagers")
RED_SUITS = (1, 2)
JOKER_SIGN = "★"
RULE_NUMBER = re.compile(r"^[A-Z0-9]+-\d+(?:: |, )")


class CardFace(NamedTuple):
    """A card as it is drawn; `name` is read aloud."""

    rank: str
    sign: str
    is_red: bool
    name: str


def face_of(card: Card) -> CardFace:
    """How a card is drawn."""
    if card == JOKER:
        return CardFace("", JOKER_SIGN, is_red=False, name=PLAY["joker"])
    rank, suit = RANK_OF[card], SUIT_OF[card]
    name = PLAY["card"].format(rank=PLAY["ranks"][rank], suit=PLAY["suits"][suit])
    return CardFace(RANKS[rank].replace("T", "10"), SUIT_SIGNS[suit], suit in RED_SUITS, name)


def faces(cards: Iterable[Card]) -> list[CardFace | None]:
    """Cards face up."""
    return [face_of(card) for card in cards]


def places_of(played: Round) -> Iterator[tuple[str, list[CardFace | None], bool]]:
    """The places on the felt with their cards, the seat's own last, each of several hands apart,
    and whether it is being decided. None is a card face down."""
    own = str(SEAT)
    for place in [*(each for each in played.cards if each != own), own]:
        cards = played.hand(place)
        up = len(cards) - played.face_down.get(place, 0)
        whose = PLAY["places"].get("you" if place == own else place) or title_text(place)
        apart = played.hands_apart.get(place, ())
        if len(apart) > 1:
            for number, hand in enumerate(apart, 1):
                said = PLAY["hand"].format(whose=whose, number=number)
                yield said, faces(hand), tuple(hand) == getattr(played.waiting, "cards", None)
        elif cards:
            hidden: list[CardFace | None] = [None] * (len(cards) - up)
            yield whose, faces(cards[:up]) + hidden, False


def wager_text(name: str) -> str:
    """A wager as the layout names it, or the bonus paid with it."""
    base = name if name in WAGERS else name.removesuffix("_bonus")
    known: str = PLAY["bets"].get(base) or WAGERS.get(base) or title_text(base)
    return PLAY["bonus_of"].format(wager=known) if base != name else known


def act_text(act: Act) -> str:
    """A decision with its money: Play $30, Fold, 9♦ 5♣."""
    name, _, units = act.name.rpartition("_")
    acts = PLAY["acts"]
    said = acts.get(act.name) or (acts.get(name) if units.isdecimal() else None)
    said = said or _pair_text(act.name) or title_text(act.name)
    return f"{said} {whole_dollars(act.cents)}" if act.cents else said


def _pair_text(name: str) -> str:
    """Two cards that a player sets in front."""
    try:
        shown = [face_of(parse_card(part)) for part in name.split("-")]
    except Refusal:
        return ""
    return str(PLAY["in_front"]).format(cards=" ".join(face.rank + face.sign for face in shown))


def worth_text(worth: Fraction, error: float = 0) -> str:
    """An average in cents, rounded to a cent, with the error of a simulated one."""
    text = dollars_text(round(worth))
    return f"{text} ± {dollars_text(round(error))}" if error else text


def decided_text(decided: Decided) -> str:
    """What a decision cost, and what was best."""
    if not decided.cost:
        is_best = max(each.worth for each in decided.offered) == decided.own.worth
        return str(PLAY["best_play" if is_best else "too_close"])
    less = PLAY["less"].format(least=dollars_text(1))
    cents = round(decided.cost)
    amount = worth_text(decided.cost, decided.own.gap_error) if cents else less
    return str(PLAY["costs"].format(amount=amount, best=act_text(decided.best.act)))


def how_text(decided: Decided) -> str:
    """Where the values of a decision come from."""
    return str(PLAY["simulated" if decided.is_simulated else "exact"]).format(deals=count(DEALS))


def pays_text(table: Table, line: Line) -> str:
    """What a settled line paid, as on the layout."""
    if line.result != "wins":
        return ""
    slots = {wager.name: wager.slot for wager in table.game.wagers}  # a bonus is its wager's
    slot = slots.get(line.wager) or slots[line.wager.removesuffix("_bonus")]
    return pay_said(line.pays, table.paytables[slot])


def rule_text(line: Line) -> str:
    """Why a line was settled so, without the number of its rule."""
    return RULE_NUMBER.sub("", line.rule)


def settled_text(line: Line) -> str:
    """A line of a settlement to choose: the seat, the wager and how it ended."""
    said: str = PLAY["settled"].format(
        seat=line.seat, wager=wager_text(line.wager), result=PLAY["results"][line.result]
    )
    return said


def bet_text(table: Table, paytable: Paytable) -> str:
    """A bet as the layout prints it, or by a name of its own if another is printed the same."""
    same = [each for each in table.paytables.values() if each.bet == paytable.bet]
    return wager_text(paytable.slot) if same[1:] else paytable.bet


def arithmetic_text(asked: AskedPay) -> str:
    """How a pay is worked out."""
    times, least = asked.times, "by_one" if asked.times.denominator == 1 else "by_more"
    said: str = PLAY["sums"][least].format(
        amount=whole_dollars(asked.stake_cents),
        times=count(times.numerator),
        parts=count(times.denominator),
        pays=whole_dollars(asked.pays_cents),
    )
    return said


def pay_text(asked: AskedPay) -> str:
    """What the layout says of a pay."""
    return pay_said(str(asked.prize), asked.paytable)


SAYING: dict[str, Callable[..., Any]] = {
    each.__name__: each
    for each in (
        act_text, arithmetic_text, bet_text, decided_text, faces, how_text, pay_text,
        pays_text, places_of, rule_text, settled_text, wager_text, whole_dollars,
        worth_text,
    )
}  # fmt: skip
