"""Decks other than the usual 52 cards: one with a joker, one without tens."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pitboss.games.three_card_poker.rules import ThreeCardPoker
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import (
    DECK,
    JOKER,
    JOKER_DECK,
    NO_TENS,
    Card,
    card_text,
    parse_card,
    parse_cards,
    shoe,
)
from pitboss.rules.game import Play
from pitboss.rules.record import make_record, play_record
from pitboss.rules.round import Game, Round
from pitboss.rules.typed_hand import TypedGroup, TypedHand, TypedTerms

from .support import PAYTABLES, record


class OneCard(ThreeCardPoker):
    """One card to each seat; it decides nothing."""

    def play(self, round: Round) -> Play:
        for seat in round.seats:
            yield from round.deal(seat, 1)
            round.pay(seat, "pair_plus", "nothing", rule="a toy")


class WithJoker(OneCard):
    deck = JOKER_DECK


class WithoutTens(OneCard):
    deck = NO_TENS


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Put another game in the place of Three Card Poker."""

    def put(game: Game) -> None:
        monkeypatch.setattr(catalog, "game", lambda _name: game)

    return put


def dealt(card: str, *actions: str) -> dict[str, Any]:
    """A round of one card."""
    wagers = {1: {"pair_plus": 500}}
    paytables = {"pair_plus": "three_card_poker/pair_plus/40-30-6-4-1"}
    return record(
        "three_card_poker", cards={1: card}, wagers=wagers, actions=actions, paytables=paytables
    )


def test_the_joker_is_the_53rd_card() -> None:
    assert parse_card("jk") == JOKER == 52
    assert parse_cards("As Jk 2c") == (51, 52, 0)
    assert [card_text(card) for card in JOKER_DECK[50:]] == ["Ah", "As", "Jk"]


def test_a_deck_without_tens_has_48_cards() -> None:
    assert len(NO_TENS) == 48
    assert {card_text(card) for card in set(DECK) - set(NO_TENS)} == {"Tc", "Td", "Th", "Ts"}
    assert len(shoe(6, NO_TENS)) == 288


@pytest.mark.parametrize(
    ("game", "taken", "refused"),
    [
        (OneCard, "Ts", "Jk"),
        (WithJoker, "Jk", ""),
        (WithoutTens, "9s", "Ts"),
        (WithoutTens, "9s", "Jk"),
    ],
)
def test_a_card_that_the_deck_does_not_have_is_refused_by_name(
    plays: Any, game: type[Game], taken: str, refused: str
) -> None:
    plays(game())
    assert play_record(dealt(taken), PAYTABLES).hand(1) == (parse_card(taken),)
    if refused:
        with pytest.raises(Refusal, match=f"{refused} isn't in this game's deck") as caught:
            play_record(dealt(refused), PAYTABLES)
        assert (caught.value.code, caught.value.where) == ("CARD_DUPLICATED", "cards.1")


def test_a_second_joker_is_refused(plays: Any) -> None:
    plays(WithJoker())
    again = dealt("Jk") | {"cards": {"1": "Jk", "2": "Jk"}}
    again["wagers"]["2"] = again["wagers"]["1"]
    with pytest.raises(Refusal, match="Jk is dealt more times than 1 deck holds it"):
        play_record(again, PAYTABLES)


def test_a_fouled_deck_with_two_jokers_is_a_misdeal(plays: Any) -> None:
    plays(WithJoker())
    fouled = dealt("Jk", "misdeal") | {"cards": {"1": "Jk", "2": "Jk"}}
    fouled["wagers"]["2"] = fouled["wagers"]["1"]
    played = play_record(fouled, PAYTABLES)
    assert played.voided
    assert played.hand(2) == (JOKER,)


def test_a_shuffled_record_deals_every_card_of_the_deck(plays: Any) -> None:
    plays(WithJoker())
    table = play_record(dealt("Jk"), PAYTABLES).table
    cards = shoe(1, table.game.deck)
    random.Random("deck").shuffle(cards)
    made = {
        make_record(table, {1: {"pair_plus": 500}}, iter([card]), table.game.simple)["cards"]["1"]  # type: ignore[dict-item]
        for card in cards
    }
    assert len(made) == 53


def test_typed_cards_are_of_the_deck() -> None:
    hand = TypedHand((TypedGroup("a card", 1, 1),), lambda parts, _: card_text(parts[0][0]))
    terms: Any = TypedTerms(PAYTABLES.get("three_card_poker/base/5-4-1"), {})
    assert hand.outcome("jk", terms, decks=1, deck=JOKER_DECK) == "Jk"
    with pytest.raises(Refusal, match="Jk isn't in this game's deck"):
        hand.outcome("jk", terms, decks=1)
    with pytest.raises(Refusal, match="Td isn't in this game's deck"):
        hand.outcome("10d", terms, decks=6, deck=NO_TENS)


def test_the_joker_has_no_rank() -> None:
    """A game that forgets the joker stops instead of taking it for a card."""
    from pitboss.rules.hands import best_five

    with pytest.raises(IndexError):
        best_five((JOKER, *(Card(card) for card in range(4))))
