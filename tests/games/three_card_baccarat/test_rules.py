"""Three Card Baccarat: who wins, and what each wager gets."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.typed_hand import TypedTerms
from rules.support import PAYTABLES, record, told

GAME = catalog.game("three_card_baccarat")
PUSHES = "1 player_hand pushes 0"
TOTALS = {f"dealer_{total}": 100 for total in range(10)}


USUAL = {slot.name: GAME.usual_id(slot) for slot in GAME.slots}


def settled(
    player: str, dealer: str, wagers: dict[str, int], paytables: dict[str, str] | None = None
) -> list[str]:
    """A round of one seat."""
    cards: dict[Any, str] = {1: player, "dealer": dealer}
    paytables = {**USUAL, **(paytables or {})}
    return told(record(GAME.name, cards=cards, wagers={1: wagers}, paytables=paytables))


@pytest.mark.parametrize(
    ("player", "dealer", "net"),
    [
        ("9s Th Tc", "8d Ks Qc", 950),  # nine over eight, whatever the faces
        ("8s Kh Qc", "9d Ts Tc", -1000),
        ("Jc Qd Kh", "9s Td Kc", 950),  # three faces over nine
        ("9s Kd Qc", "Jc Qd Kh", -1000),
        ("Jc Qd Kh", "Js Qs Kc", 0),
        ("9s Kd Tc", "9c Td 2s", 950),  # nine over one
        ("9s Kd Tc", "9d Th Ts", 950),  # nine and one face over nine without any
        ("9s Td Tc", "9d Kh Ts", -1000),
        ("9s Kd Tc", "9d Kh Ts", 0),
        ("Ks Qd Tc", "Kd Qh Ts", 0),  # zero with two faces each
        ("Ks Qd Tc", "Kd Td Ts", 950),
        ("As 2d 3c", "Ad 2h 2s", 950),  # six over five
    ],
)
def test_the_ranking(player: str, dealer: str, net: int) -> None:
    (line,) = settled(player, dealer, {"player_hand": 1000})
    assert line == (f"1 player_hand {'wins' if net > 0 else 'loses'} {net:+d}" if net else PUSHES)


@pytest.mark.parametrize(
    ("player", "half", "three_percent"),
    [("As 2d 3c", 500, 970), ("As 2d 4c", 1000, 970), ("Ad 2d 2c", PUSHES, PUSHES)],
)
def test_the_layout_says_what_a_win_pays(player: str, half: Any, three_percent: Any) -> None:
    for paytable, net in (("six-half", half), ("commission-3", three_percent)):
        paytables = {"base": f"three_card_baccarat/base/{paytable}"}
        (line,) = settled(player, "Ac 2s 2h", {"player_hand": 1000}, paytables=paytables)
        assert line == (net if isinstance(net, str) else f"1 player_hand wins {net:+d}")


@pytest.mark.parametrize(
    ("player", "dealer", "twenty", "eight"),
    [
        ("9s Kd Tc", "9d Kh Ts", 2000, 800),
        ("9s Kd Tc", "9d Kh Qs", -100, 800),
        ("Jc Qd Kh", "Th Td Ts", -100, 800),  # points alike, but three faces
        ("Jc Qd Kh", "Js Qs Kc", 2000, 800),
        ("9s Kd Tc", "8d Kh Qs", -100, -100),
    ],
)
def test_tie_goes_by_faces_too_or_by_the_points_alone(
    player: str, dealer: str, twenty: int, eight: int
) -> None:
    for odds, net in (("20", twenty), ("8", eight)):
        paytables = {"tie": f"three_card_baccarat/tie/{odds}"}
        line = settled(player, dealer, {"player_hand": 1000, "tie": 100}, paytables=paytables)[1]
        assert line == f"1 tie {'wins' if net > 0 else 'loses'} {net:+d}"


@pytest.mark.parametrize(
    ("dealer", "total", "faces"),
    [("Jc Qd Kh", 0, 1600), ("Th Qd Kh", 0, -100), ("9c 9d 9s", 7, -100), ("Ac 5d 3h", 9, -100)],
)
def test_the_other_wagers_are_on_the_dealers_hand(dealer: str, total: int, faces: int) -> None:
    lines = settled("2s 3s 4s", dealer, {"player_hand": 1000, "three_faces": 100, **TOTALS})[1:]
    assert lines[0] == f"1 three_faces {'wins' if faces > 0 else 'loses'} {faces:+d}"
    for each, line in enumerate(lines[1:]):
        hit = each == total
        assert line == f"1 dealer_{each} {'wins +800' if hit else 'loses -100'}"


def test_each_seat_has_its_own_hand_and_is_paid_from_the_right() -> None:
    cards: dict[Any, str] = {1: "9s Td Tc", 3: "2s 3s 3d", "dealer": "Kd Kh 8c"}
    wagers = {1: {"player_hand": 1000}, 3: {"player_hand": 1000, "tie": 100}}
    assert told(record(GAME.name, cards=cards, wagers=wagers, paytables=USUAL)) == [
        "3 player_hand loses -1000",  # eight each, but the dealer has two faces
        "3 tie loses -100",
        "1 player_hand wins +950",
    ]


@pytest.mark.parametrize(
    ("slot", "typed", "outcome"),
    [
        ("tie", "9s Kd Tc / 9d Kh Ts", "tie"),
        ("tie", "9s Kd Tc / 9d Kh Qs", "points_alike"),
        ("tie", "9s Kd Tc / 8d Kh Qs", "nothing"),
        ("three_faces", "Jc Qd Kh", "three_faces"),
        ("three_faces", "Jc Qd Th", "nothing"),
    ],
)
def test_a_cashier_types_the_hands(slot: str, typed: str, outcome: str) -> None:
    usual = PAYTABLES.get(GAME.usual_id(GAME.slot(slot)))
    assert GAME.typed[slot].outcome(typed, TypedTerms(usual, {}), decks=1) == outcome


@pytest.mark.parametrize(
    ("player", "dealer", "code"),
    [
        ("9s Kd", "9d Kh Ts", "CARDS_WRONG_NUMBER"),
        ("9s Kd Tc 2c", "9d Kh Ts", "CARDS_WRONG_NUMBER"),
        ("9s Kd Tc", "9s Kh Ts", "CARD_DUPLICATED"),
        ("Jk Kd Tc", "9s Kh Ts", "CARD_DUPLICATED"),
    ],
)
def test_impossible_cards_are_refused_by_name(player: str, dealer: str, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        settled(player, dealer, {"player_hand": 1000})
