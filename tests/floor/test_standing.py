"""How an award stands is said alike wherever it is told."""

from __future__ import annotations

import pytest

from pitboss.floor.facts.values import Award
from pitboss.floor.state.floor import AwardState, State
from pitboss.floor.state.papers import PaperState
from pitboss.floor.view.standing import standing_of
from pitboss.money import Cents

from .support import MULTI_GAME, hired_floor


def state_of(*, training: bool = False, papers: tuple[PaperState, ...] = ()) -> State:
    floor = hired_floor()
    floor.open_jackpot("own", MULTI_GAME, training=training)
    draft = floor.state.draft()
    for paper in papers:
        draft.papers[paper.paper] = paper
    return draft


def award_state(status: str, *, meter: int, tray: int = 0, hold: str = "") -> AwardState:
    award = Award(
        "T1-7-1", 3, 1, "own", "royal", "mega", Cents(meter), Cents(0), Cents(tray), restarts=True
    )
    return AwardState(award, "T1", 7, 40, status, payment_hold=hold)


@pytest.mark.parametrize(
    ("found", "standing"),
    [
        (award_state("moved", meter=500), "owed"),
        (award_state("moved", meter=500, hold="dispute"), "held, dispute"),
        (award_state("moved", meter=0, tray=500), "paid at the table"),
        (award_state("recorded", meter=500), "recorded"),
        (award_state("paid", meter=500), "paid"),
        (award_state("backed out", meter=500, hold="dispute"), "backed out"),
    ],
)
def test_an_award_stands_as_a_cashier_would_say(found: AwardState, standing: str) -> None:
    assert standing_of(state_of(), found) == standing


def test_play_money_is_owed_to_nobody() -> None:
    assert standing_of(state_of(training=True), award_state("moved", meter=500)) == "play money"


@pytest.mark.parametrize(
    ("paper", "standing"),
    [
        (PaperState("N1", "dispute", "open", 9, 0, 0, award="T1-7-1"), "paid, disputed"),
        (PaperState("N1", "dispute", "open", 9, 0, 0, table="T1", round=7), "paid, disputed"),
        (PaperState("N1", "dispute", "closed", 9, 0, 0, award="T1-7-1"), "paid"),
        (PaperState("N1", "dispute", "open", 9, 0, 0, award="T1-8-1"), "paid"),
    ],
)
def test_an_award_says_that_its_dispute_is_open(paper: PaperState, standing: str) -> None:
    assert standing_of(state_of(papers=(paper,)), award_state("paid", meter=500)) == standing
