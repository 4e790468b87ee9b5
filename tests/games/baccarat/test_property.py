"""Random shoes of baccarat against a slow settlement written for this test alone (MB-1 to MB-6)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from examples import third
from pitboss.money import Cents
from pitboss.rules.cards import parse_card
from pitboss.rules.record import make_record, play_out, play_record
from pitboss.rules.round import Round
from rules.shoe_support import PAYTABLES, open_house

RANKS, SUITS = "A23456789TJQK", "cdhs"
WAGERS = ("player", "banker", "tie", "dragon_player", "dragon_banker")
DRAGON = {
    "1": {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30},
    "2": {4: 1, 5: 3, 6: 4, 7: 7, 8: 8, 9: 20},
    "3": {4: 2, 5: 2, 6: 4, 7: 4, 8: 10, 9: 30},
}
# One row for each two-card total of the banker, one column for each third card of the player.
DRAWING = (
    "DDDDDDDDDD", "DDDDDDDDDD", "DDDDDDDDDD", "DDDDDDDDSD",
    "SSDDDDDDSS", "SSSSDDDDSS", "SSSSSSDDSS", "SSSSSSSSSS",
)  # fmt: skip


def count(cards: list[str]) -> int:
    """Points by walking round the ten."""
    points = 0
    for card in cards:
        for _ in range("A23456789".find(card[0]) + 1):
            points = 0 if points == 9 else points + 1
    return points


def deal(shoe: list[str]) -> tuple[list[str], list[str]]:
    """Player's and banker's hand, two cards to the player, then two to the banker, then draws."""
    cards = iter(shoe)
    player, banker = [next(cards), next(cards)], [next(cards), next(cards)]
    if count(player) in (8, 9) or count(banker) in (8, 9):
        return player, banker
    on_two = count(banker)
    if count(player) in (6, 7):
        if on_two not in (6, 7):
            banker.append(next(cards))
        return player, banker
    player.append(next(cards))
    if DRAWING[on_two][count(player[2:])] == "D":
        banker.append(next(cards))
    return player, banker


def expected(wager: str, cents: int, player: list[str], banker: list[str], pays: str) -> int:
    """What one wager wins or loses."""
    ahead = count(player) - count(banker)
    if wager == "tie":
        return 8 * cents if ahead == 0 else -cents
    if wager == "player":
        return cents if ahead > 0 else -cents if ahead < 0 else 0
    if wager == "banker":
        hundredths = 95 * cents
        return (hundredths - hundredths % 100) // 100 if ahead < 0 else -cents if ahead > 0 else 0
    natural = len(player) == len(banker) == 2 and max(count(player), count(banker)) in (8, 9)
    if ahead == 0:
        return 0 if natural else -cents
    margin = ahead if wager == "dragon_player" else -ahead
    if margin < 0:
        return -cents
    return cents if natural else cents * DRAGON[pays].get(margin, -1)


@dataclass(frozen=True)
class Case:
    """A shoe, the wagers of some seats and the Dragon Bonus paytable in use."""

    shoe: list[str]
    bets: dict[int, dict[str, Cents]]
    pays: str
    decks: int


def make_case(rng_seed: int) -> Case:
    rng = Random(rng_seed)
    decks = rng.choice((4, 6, 8))
    shoe = [rank + suit for rank in RANKS for suit in SUITS] * decks
    rng.shuffle(shoe)
    bets = {}
    for seat in rng.sample(range(1, 10), rng.randint(1, 4)):
        names = rng.sample(WAGERS, rng.randint(1, len(WAGERS)))
        bets[seat] = {name: Cents(rng.randint(1, 40_000)) for name in names}
    return Case(shoe, bets, rng.choice(tuple(DRAGON)), decks)


TABLES = {
    (pays, decks): open_house(
        "baccarat",
        {"base": "standard", "dragon_bonus": pays},
        decks=decks,
        base_required="no",
    )
    for pays in DRAGON
    for decks in (4, 6, 8)
}


@settings(max_examples=third(600), deadline=None)
@given(st.integers(0, 2**32))
def test_MB_3_random_shoes_agree_with_a_slow_settlement(rng_seed: int) -> None:
    case = make_case(rng_seed)
    table = TABLES[case.pays, case.decks]
    shoe = (parse_card(card) for card in case.shoe)
    played = play_out(Round(table, case.bets), shoe, table.game.simple)
    player, banker = deal(case.shoe)
    settled = sorted((one.seat, one.wager, one.net_cents) for one in played.settle())
    assert settled == sorted(
        (seat, wager, expected(wager, cents, player, banker, case.pays))
        for seat, placed in case.bets.items()
        for wager, cents in placed.items()
    )


@settings(max_examples=third(60), deadline=None)
@given(st.integers(0, 2**32))
def test_ALL_3_random_baccarat_rounds_replay_from_their_record(rng_seed: int) -> None:
    case = make_case(rng_seed)
    table = TABLES[case.pays, case.decks]
    shoe = (parse_card(card) for card in case.shoe)
    record = make_record(table, case.bets, shoe, table.game.simple)
    player, banker = deal(case.shoe)
    assert record["cards"] == {"player": " ".join(player), "banker": " ".join(banker)}
    settled = {
        (one.seat, one.wager): one.net_cents for one in play_record(record, PAYTABLES).settle()
    }
    assert settled == {
        (seat, wager): expected(wager, cents, player, banker, case.pays)
        for seat, placed in case.bets.items()
        for wager, cents in placed.items()
    }
