"""Drills for dealers: questions about a table's own cards, pays and order, with their answers.

A question is made from the game's rules, its paytables and a seed alone: the same seed, level and
number ask the same again, so a trainer can repeat a drill.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pitboss.lab.seating import fixed_cents, generator, shuffle_shoe, usual_bets
from pitboss.money import Cents, parse_dollars
from pitboss.refusal import Refusal
from pitboss.rules.cards import DECK, JOKER, RANK_OF, SUIT_OF, Card
from pitboss.rules.envy import Envied, envy_of_hit
from pitboss.rules.game import Line
from pitboss.rules.paytable import Fixed, Odds, Paytable
from pitboss.rules.posted import posted_lines
from pitboss.rules.record import play_out, seed_meters
from pitboss.rules.round import Round, Table
from pitboss.rules.typed_hand import TypedTerms

LEVELS = (1, 2, 3)
QUESTIONS = 10
OTHER_HANDS = "-"  # a hand that the bet's paytable doesn't name
CHOICES = {1: 4, 2: 6}  # of hands to choose from; all of them on the last level
DEALS = 60  # tried for a question, so that rare hands are asked as often as common ones
LINES_MOST = 5  # of a settlement to choose from

# The console's phases and what the dealer does in each, by the names of its words.
_WINNER = (("idle", "start"), ("open", "play"), ("marked", "confirm"), ("awarded", "end"))
_STOPPED = (("no_dealer", "sign_in"), ("paused", "resume"), ("shuffler", "shuffler"))
_BY_KEY = (
    ("idle", "start_with_key"), ("open", "play"), ("marked", "key_jph"),
    ("recorded", "key_run"), ("awarded", "end"),
)  # fmt: skip
CONSOLE = (_WINNER, (*_WINNER, *_STOPPED), _BY_KEY)


@dataclass(frozen=True, slots=True)
class _AskedHand:
    """A hand on a bet."""

    paytable: Paytable
    outcome: str

    @property
    def hand(self) -> str:
        """Its name as the layout prints it."""
        return self.paytable.labels[self.outcome].long


@dataclass(frozen=True, slots=True)
class AskedPay(_AskedHand):
    """A hand to be paid. `hands` is how many are dealt, if the pays depend on it."""

    stake_cents: Cents
    hands: str

    @property
    def prize(self) -> Odds | Fixed:
        """What the paytable says."""
        found = self.paytable.prize(self.outcome, self.hands)
        assert isinstance(found, Odds | Fixed)
        return found

    @property
    def times(self) -> Fraction:
        """What it pays on one dollar."""
        return Fraction(*self.prize.ratio(self.paytable.wager_cents))

    @property
    def pays_cents(self) -> Cents:
        """What it pays, rounded down."""
        return self.prize.pays_cents(self.stake_cents, self.paytable.wager_cents)


@dataclass(frozen=True, slots=True)
class AskedEnvy(_AskedHand):
    """A hit that pays envy to the others. `wagers` are those of the whole table."""

    seat: int
    wagers: Mapping[int, Cents]

    @property
    def envied(self) -> tuple[Envied, ...]:
        """What each of the others gets."""
        winners = frozenset({self.seat})
        return tuple(envy_of_hit(self.paytable, self.outcome, winners=winners, wagers=self.wagers))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrillQuestion:
    """What a drill asks. Without choices an amount is typed, and `answer` is its cents."""

    answer: str
    choices: tuple[str, ...] = ()
    paytable: Paytable | None = None
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()  # each group with its title
    pays: tuple[AskedPay, ...] = ()
    envy: tuple[AskedEnvy, ...] = ()
    lines: tuple[Line, ...] = ()  # a settlement in its order; choices are places in it
    phase: str = ""

    def is_answered_by(self, typed: str) -> bool:
        """Whether an answer is right, to the cent."""
        if self.choices:
            return typed == self.answer
        try:
            return str(parse_dollars(typed)) == self.answer
        except Refusal:
            return False


_Maker: TypeAlias = Callable[[Table, int, random.Random], DrillQuestion]


def drills_of(table: Table) -> tuple[str, ...]:
    """The drills that a table has questions for."""
    needs = {"hand": _readable(table), "envy": _envied(table), "pay": _payable(table)}
    return tuple(drill for drill in _MAKERS if needs.get(drill, True))


def make_question(
    table: Table, drill: str, *, level: int, rng_seed: int, number: int
) -> DrillQuestion:
    """One question of a drill that the table has."""
    place = (rng_seed * len(LEVELS) + level - 1) * QUESTIONS + number
    return _MAKERS[drill](table, level, generator(place))


# ---- reading hands ------------------------------------------------------------------------------


def _readable(table: Table) -> list[str]:
    """The bets whose hands the game can class from cards."""
    return [slot for slot in table.game.typed if slot in table.paytables]


def _ask_hand(table: Table, level: int, chance: random.Random) -> DrillQuestion:
    """The cards of one bet: the fewest on the first level, the most on the last."""
    typed = table.game.typed
    sizes = {slot: sum(group.most for group in typed[slot].groups) for slot in _readable(table)}
    wanted = {1: {min(sizes.values())}, 3: {max(sizes.values())}}.get(level, {*sizes.values()})
    slot = chance.choice([slot for slot, size in sizes.items() if size in wanted])
    hand, paytable = typed[slot], table.paytables[slot]
    terms = TypedTerms(paytable, table.options)
    found: dict[str, list[tuple[Card, ...]]] = {}
    counts = [group.least if level == 1 else group.most for group in hand.groups]
    for _ in range(DEALS):
        dealt = _deal(table, counts, chance)
        try:
            outcome = hand.classed(dealt, terms)
        except Refusal:
            continue  # cards that no round deals so
        label = paytable.labels.get(outcome)
        found.setdefault(label.long if label else OTHER_HANDS, dealt)
    answer = chance.choice(sorted(found))
    titles = [group.title for group in hand.groups]
    return DrillQuestion(
        answer=answer,
        choices=tuple(
            _near(_names(paytable), answer, CHOICES.get(level, len(paytable.labels) + 1))
        ),
        paytable=paytable,
        cards=tuple(zip(titles, found[answer], strict=True)),
    )


def _names(paytable: Paytable) -> list[str]:
    """Every hand as the layout prints it, best first."""
    named = [*dict.fromkeys(line.label.long for line in posted_lines(paytable))]
    return named if "nothing" in paytable.labels else [*named, OTHER_HANDS]


def _near(names: list[str], answer: str, most: int) -> list[str]:
    """The hands around the right one."""
    names = names if answer in names else [*names, answer]
    begin = max(0, min(names.index(answer) - most // 2, len(names) - most))
    return names[begin : begin + most]


def _deal(table: Table, counts: Sequence[int], chance: random.Random) -> list[tuple[Card, ...]]:
    """Cards for each group, often from few suits or neighboring ranks, where good hands are."""
    suits = chance.sample(range(4), chance.choice((1, 2, 4)))
    lowest, span = chance.randrange(13), chance.choice((3, 6, 13))
    ranks = {(lowest + each) % 13 for each in range(span)}
    near = [card for card in DECK if SUIT_OF[card] in suits and RANK_OF[card] in ranks]
    pool = [card for card in table.game.deck if card in near or card == JOKER]
    if len(pool) < sum(counts):
        pool = list(table.game.deck)
    dealt = iter(chance.sample(pool * min(2, table.decks), sum(counts)))
    return [tuple(next(dealt) for _ in range(count)) for count in counts]


# ---- pays ---------------------------------------------------------------------------------------


def _payable(table: Table) -> list[tuple[str, str, str]]:
    """Each slot, line and column that pays odds or an amount, as the layout prints it."""
    return [
        (slot, line.outcome, column)
        for slot, paytable in table.paytables.items()
        for line in posted_lines(paytable)
        for column, prizes in paytable.columns.items()
        if isinstance(prize := prizes[line.outcome], Odds | Fixed) and any(prize.ratio(Cents(1)))
    ]


def _ask_pay(table: Table, level: int, chance: random.Random) -> DrillQuestion:
    """One pay in round dollars, then in any, then two at once."""
    known = _payable(table)
    picked = chance.sample(known, min(len(known), 2 if level == 3 else 1))
    pays = tuple(
        AskedPay(table.paytables[slot], outcome, _stake(table, slot, level, chance), column)
        for slot, outcome, column in picked
    )
    return DrillQuestion(answer=str(sum(each.pays_cents for each in pays)), pays=pays)


def _stake(table: Table, slot: str, level: int, chance: random.Random) -> Cents:
    """An amount that a seat might have on a bet."""
    unit = table.paytables[slot].wager_cents
    limits = [
        (fixed_cents(table, wager.name), table.limits[wager.name])
        for wager in table.game.wagers
        if wager.slot == slot and wager.name in table.limits
    ]
    if limits and limits[0][0]:
        return limits[0][0]
    step = unit or Cents(500 if level == 1 else 100)
    times = range(1, 6) if level == 1 else range(1, 101 if step == 100 else 20)
    amounts = [Cents(step * each) for each in times]
    fit = [each for each in amounts if all(low <= each <= high for _, (low, high) in limits)]
    return chance.choice(fit or amounts)


# ---- envy ---------------------------------------------------------------------------------------


def _envied(table: Table) -> list[tuple[Paytable, str]]:
    return [
        (paytable, outcome) for paytable in table.paytables.values() for outcome in paytable.envy
    ]


def _ask_envy(table: Table, level: int, chance: random.Random) -> DrillQuestion:
    """Envy for two seats, then a table, then for two hits in one round."""
    paytable, first = chance.choice(_envied(table))
    unit = paytable.wager_cents or Cents(100)
    count = 2 if level == 1 else chance.randint(3, 5)
    seats = sorted(chance.sample(range(1, table.game.seats_most + 1), count))
    times = range(1, 4) if level > 1 and paytable.envy_times_wager else (1,)
    wagers = {seat: Cents(unit * chance.choice(times)) for seat in seats}
    hits = [(seat, first) for seat in chance.sample(seats, 2 if level == 3 else 1)]
    if level == 3:
        hits[1] = (hits[1][0], chance.choice(list(paytable.envy)))
    envy = tuple(AskedEnvy(paytable, outcome, seat, wagers) for seat, outcome in hits)
    return DrillQuestion(
        answer=str(sum(each.cents for hit in envy for each in hit.envied)), envy=envy
    )


# ---- the order of settlement, and the console ---------------------------------------------------


def _ask_order(table: Table, level: int, chance: random.Random) -> DrillQuestion:
    """Which of some wagers is settled first, in a round of one seat or more: of as many as it takes
    for two wagers that can be told apart."""
    for count in range(level, table.game.seats_most + 1):
        bets = {seat: usual_bets(table, seat) for seat in range(1, count + 1)}
        shoe = shuffle_shoe(table.decks, chance, table.game.deck)
        played = play_out(Round(table, bets, seed_meters(table)), shoe, table.game.simple)
        lines = played.settle()
        first = {
            (line.seat, line.wager, line.result): n for n, line in reversed([*enumerate(lines)])
        }
        if len(first) > 1:
            break
    shown = chance.sample(sorted(first.values()), min(len(first), LINES_MOST))
    return DrillQuestion(answer=str(min(shown)), choices=tuple(map(str, shown)), lines=lines)


def _ask_console(table: Table, level: int, chance: random.Random) -> DrillQuestion:
    """What the dealer does next, by what the console shows."""
    steps = CONSOLE[level - 1]
    phase, answer = chance.choice(steps)
    choices = [step for _, step in steps]
    chance.shuffle(choices)
    return DrillQuestion(answer=answer, choices=tuple(choices), phase=phase)


_MAKERS: Mapping[str, _Maker] = {
    "hand": _ask_hand,
    "pay": _ask_pay,
    "envy": _ask_envy,
    "order": _ask_order,
    "console": _ask_console,
}
