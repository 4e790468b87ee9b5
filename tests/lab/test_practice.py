"""Practice hands: dealt by the engine, and priced where a game can say what an action is worth."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from pitboss.games.pai_gow.rules import set_house_way
from pitboss.lab import practice
from pitboss.lab.practice import Decided, Offered, PracticeHand, play_practice
from pitboss.lab.seating import choose_table, first_bets, usual_bets
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import RANK_OF, cards_text
from pitboss.rules.game import Act
from pitboss.rules.round import Round, Table


def value_as_nothing(played: Round, asked: object, acts: tuple[Act, ...]) -> tuple[Offered, ...]:
    return tuple(Offered(act, Fraction(0)) for act in acts)


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
    monkeypatch.setattr(practice, "_value_turn", value_as_nothing)  # this is about the cards
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
        turn_cards = sorted((card // 4 for card in hand.decided[0].cards), reverse=True)
        is_plain = len(set(turn_cards)) == 3 and len({c % 4 for c in hand.decided[0].cards}) > 1
        if is_plain and turn_cards[0] - turn_cards[2] > 2:
            checked += 1
            assert (best.act.name == "play") == (turn_cards >= [10, 4, 2])
    assert checked


def worth_by_act(decided: Decided) -> dict[tuple[str, Cents], Offered]:
    return {(each.act.name, each.act.cents): each for each in decided.offered}


def test_a_play_that_the_chips_cannot_pay_for_is_no_mistake_to_miss() -> None:
    """$10 on the ANTE leaves a cent less than PLAY takes."""
    table, bets = table_of("three_card_poker"), {"ante": Cents(1000)}
    broke = play_practice(table, bets, [], rng_seed=0, chips_cents=Cents(1999))
    assert [act.name for act in broke.choices] == ["fold"]
    folded = play_practice(table, bets, [("fold", Cents(0))], rng_seed=0, chips_cents=Cents(1999))
    assert folded.cost == 0
    with_chips = play_practice(table, bets, [], rng_seed=0, chips_cents=Cents(2000))
    assert [act.name for act in with_chips.choices] == ["fold", "play"]


def test_twice_the_ante_is_worth_what_lies_between_once_and_three_times() -> None:
    """A PLAY of x antes wins or loses x more on each deal, whatever x is."""
    bets = {"ante": Cents(500)}
    hand = play_practice(table_of("four_card_poker"), bets, [("fold", Cents(0))], rng_seed=1)
    worth = worth_by_act(hand.decided[0])
    once, twice, thrice = (worth["play", Cents(cents)].worth for cents in (500, 1000, 1500))
    assert twice - once == thrice - twice != 0
    assert worth["fold", Cents(0)].worth == -500


@pytest.mark.parametrize("game", catalog.game_names())
def test_nothing_is_decided_after_an_amount_was_chosen(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that a wager's worth lies on a line between those of its least and its most."""
    monkeypatch.setattr(practice, "_value_turn", value_as_nothing)
    table, chance = table_of(game), random.Random(1)
    for rng_seed in range(12):
        acts: Acts = []
        hand = play_practice(table, first_bets(table), acts, rng_seed=rng_seed)
        while hand.choices:
            is_amount = len(hand.choices) > len({each.name for each in hand.choices})
            chosen = chance.choice(hand.choices)
            acts.append((chosen.name, chosen.cents))
            hand = play_practice(table, first_bets(table), acts, rng_seed=rng_seed)
            assert not (is_amount and hand.choices)


def test_the_house_way_of_pai_gow_is_worth_what_its_low_hand_is() -> None:
    """A foul loses the $10."""
    hand = hand_of("pai_gow", "house_way", rng_seed=0)
    worth = worth_by_act(hand.decided[0])
    way = set_house_way(hand.round.hand("1")).name
    assert worth["house_way", Cents(0)].worth == worth[way, Cents(0)].worth
    assert worth["foul", Cents(0)].worth == -1000
    assert not hand.decided[0].is_simulated


def test_to_keep_a_hand_that_can_be_zapped_is_worth_its_best_play() -> None:
    hand = hand_of("zappit", "keep", "stand", rng_seed=1)
    keep, after = hand.decided
    best = max(each.worth for each in after.offered)
    assert worth_by_act(keep)["keep", Cents(0)].worth == best


def test_insurance_is_simulated_as_close_as_its_error_says() -> None:
    """$5 on a ten under the ace wins $10: of the cards left, the tens decide."""
    hand = hand_of("blackjack", "decline", rng_seed=22)
    [decided] = hand.decided[:1]
    seen = [*hand.round.hand("1")[:2], hand.round.hand("dealer")[0]]
    tens = 16 * hand.round.table.decks - sum(RANK_OF[card] in (8, 9, 10, 11) for card in seen)
    left = 52 * hand.round.table.decks - 3
    gain = Fraction(1000 * tens - 500 * (left - tens), left)
    worth = worth_by_act(decided)
    insured, declined = worth["insure", Cents(500)], worth["decline", Cents(0)]
    assert decided.is_simulated
    assert 0 < insured.gap_error < 60
    assert abs(insured.worth - declined.worth - gain) < 4 * insured.gap_error


def test_what_a_simulation_cannot_tell_apart_costs_nothing() -> None:
    act, other = Act(1, "stand"), Act(1, "hit")
    best = Offered(other, Fraction(30), 20.0, 0.0)
    near, far = (Offered(act, Fraction(w), 20.0, 15.0) for w in (1, -1))
    assert Decided(act, (), (near, best)).cost == 0
    assert Decided(act, (), (far, best)).cost == 31


def test_hands_after_a_split_are_simulated_and_stand_apart() -> None:
    hand = hand_of("blackjack", "split", "hit", rng_seed=18)
    after = hand.decided[1]
    worth = {each.act.name: each for each in after.offered}
    assert after.is_simulated
    assert worth["stand"].error > 0
    assert len(hand.round.hands_apart["1"]) == 2
    assert sum(map(len, hand.round.hands_apart["1"])) == len(hand.round.hand("1"))


def test_a_machine_that_cannot_count_simulates(monkeypatch: pytest.MonkeyPatch) -> None:
    """The war of six decks is worth -0.3151; see above."""

    def missing(game: str) -> None:
        raise ModuleNotFoundError(game)

    monkeypatch.setattr("pitboss.maths.parts.strategy_part", missing)
    practice._count.cache_clear()
    [decided] = hand_of("casino_war", "surrender", rng_seed=1).decided
    practice._count.cache_clear()
    worth = {each.act.name: each for each in decided.offered}
    assert worth["surrender"].worth == -500
    assert abs(worth["war"].worth + 315) < 4 * worth["war"].error < 200


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
            assert each.cost >= 0
            assert (each.cost == 0) == (each.best.act == each.act)
