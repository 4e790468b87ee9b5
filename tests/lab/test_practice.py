"""Practice hands: dealt by the engine, and priced where a game can say what an action is worth."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pitboss.lab import practice
from pitboss.lab.practice import PracticeHand, play_practice
from pitboss.lab.seating import choose_table, first_bets, usual_bets
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import cards_text
from pitboss.rules.round import Table

Acts = list[tuple[str, Cents]]


def table_of(game: str) -> Table:
    return choose_table(catalog.game(game), catalog.Paytables(), options={}, chosen={})


def hand_of(game: str, *acts: str, rng_seed: int, cents: int = 0) -> PracticeHand:
    """A hand with the game's main wagers, $10 each, and these decisions."""
    table = table_of(game)
    taken = [(name, Cents(cents)) for name in acts]
    return play_practice(table, first_bets(table), taken, rng_seed=rng_seed)


@pytest.mark.parametrize("game", catalog.game_names())
def test_every_game_is_dealt_to_its_end(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "_count", lambda *_: {})  # this is about the cards
    table, chance = table_of(game), random.Random(1)
    for rng_seed in range(6):
        bets = usual_bets(table, 1) if rng_seed % 2 else first_bets(table)
        acts: Acts = []
        hand = play_practice(table, bets, acts, rng_seed=rng_seed)
        while hand.choices:
            chosen = chance.choice(hand.choices)
            acts.append((chosen.name, chosen.cents))
            hand = play_practice(table, bets, acts, rng_seed=rng_seed)
        lines = hand.round.settle()
        back = sum(line.back_cents + line.paid_cents for line in lines)
        assert hand.net_cents == back - sum(bets.values()) - sum(cents for _, cents in acts)
        assert [each.act.name for each in hand.decided] == [name for name, _ in acts]


def test_the_same_seed_deals_the_same_hand() -> None:
    first, again = (hand_of("let_it_ride", rng_seed=9) for _ in range(2))
    assert first.round.cards == again.round.cards
    assert first.round.cards != hand_of("let_it_ride", rng_seed=10).round.cards


def test_riding_on_four_high_cards_costs_three_quarters_of_a_bet() -> None:
    """With 9 5 K Q of three suits, six of the 48 cards left pair the king or queen and win one bet;
    42 lose it: -36/48 of $10. Taking the bet back is worth nothing."""
    hand = hand_of("let_it_ride", "take_back", "ride", rng_seed=0)
    decided = hand.decided[1]
    assert cards_text(decided.cards) == "9c 5c Kd Qd"
    assert decided.cost == 750
    assert decided.best is not None
    assert decided.best.act.name == "take_back"


def test_surrendering_a_tie_at_war_costs_what_the_war_is_worth_more() -> None:
    """Six decks without two sixes: 310 x 309 ways to deal two cards, of which 12 x 24 x 23 +
    22 x 21 tie and pay 2; the others win 1 and lose 2 equally often. A surrender loses half."""
    ties, ways = 12 * 24 * 23 + 22 * 21, 310 * 309
    war = Fraction(2 * ties, ways) - Fraction(ways - ties, 2 * ways)
    hand = hand_of("casino_war", "surrender", rng_seed=1)
    assert cards_text(hand.decided[0].cards) == "6c"
    assert hand.cost == 1000 * (war + Fraction(1, 2))


def test_fold_of_nothing_and_a_raise_of_it_are_both_priced() -> None:
    """Three Card Poker's player plays queen-six-four or better, as every guide says."""
    table, checked = table_of("three_card_poker"), 0
    for rng_seed in range(2):
        hand = play_practice(table, {"ante": Cents(500)}, [("fold", Cents(0))], rng_seed=rng_seed)
        best = hand.decided[0].best
        assert best is not None
        turn_cards = sorted((card // 4 for card in hand.decided[0].cards), reverse=True)
        is_plain = len(set(turn_cards)) == 3 and len({c % 4 for c in hand.decided[0].cards}) > 1
        if is_plain and turn_cards[0] - turn_cards[2] > 2:
            checked += 1
            assert (best.act.name == "play") == (turn_cards >= [10, 4, 2])
    assert checked


def test_a_decision_the_solver_does_not_know_has_no_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Zappit's solver says what a zap is worth, and each action after it, but not *keep*."""
    values = {"stand": Fraction(-1, 5), "hit": Fraction(-1, 2), "zap": Fraction(1, 10)}
    monkeypatch.setattr(practice, "_count", lambda *_: values)
    kept = hand_of("zappit", "keep", rng_seed=1).decided[0]
    assert kept.best is None
    assert kept.cost is None
    assert hand_of("zappit", "keep", rng_seed=1).cost == 0


def test_a_machine_that_cannot_count_still_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(game: str) -> None:
        raise ModuleNotFoundError(game)

    monkeypatch.setattr("pitboss.maths.parts.strategy_part", missing)
    practice._count.cache_clear()
    hand = hand_of("casino_war", "surrender", rng_seed=1)
    practice._count.cache_clear()
    assert hand.decided[0].best is None


def test_a_decision_that_is_not_on_offer_is_refused() -> None:
    with pytest.raises(Refusal, match="ACTION_ILLEGAL"):
        hand_of("let_it_ride", "surrender", rng_seed=0)


@pytest.mark.proof
@pytest.mark.parametrize(
    "game", [game for game in catalog.game_names() if game not in ("pai_gow", "three_card_draw")]
)
def test_the_best_play_never_costs_and_others_never_gain(game: str) -> None:
    table = table_of(game)
    for rng_seed in range(3):
        acts: Acts = []
        hand = play_practice(table, first_bets(table), acts, rng_seed=rng_seed)
        while hand.choices:
            chosen = hand.choices[-1]
            acts.append((chosen.name, chosen.cents))
            hand = play_practice(table, first_bets(table), acts, rng_seed=rng_seed)
        for each in hand.decided:
            assert each.cost is None or each.cost >= 0
            if each.best is not None and each.best.act == each.act:
                assert each.cost == 0
