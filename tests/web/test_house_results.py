"""What the office reports of house jackpots, from one close of a day to the next (PS-34)."""

from __future__ import annotations

from floor.support import FOUR_CARD, MULTI_GAME, Floor
from pitboss.floor.facts.awards import AwardsRecorded, BackOutAward, ConfirmAwards
from pitboss.floor.facts.rounds import EndRound, PressHand, VoidRound
from pitboss.floor.facts.values import Spot
from pitboss.money import Cents
from pitboss.web.office.house_results import HouseResult, HouseResults

CENT = 1_000_000


def test_PS_34_wagers_and_pays_of_a_house_jackpot_by_period() -> None:
    """Four aces for $2,000, four of a kind for $300 from the tray, $330 of envy. Then one award is
    backed out and a round is voided; the progressive beside it does not count."""
    floor = Floor()
    floor.hire()
    prizes = (("four_aces", Cents(200_000)),)
    floor.open_jackpot("posted", FOUR_CARD, kind="house", levels=(), house_prizes=prizes)
    floor.open_jackpot("multi", MULTI_GAME)
    floor.open_table("T1", "posted")
    floor.open_table("T2", "multi")
    floor.start("T2", 1)
    floor.start("T1", 1, 2, 3, 4)
    floor.must(PressHand, table="T1", spot=Spot(1, 1), outcome="four_aces")
    floor.must(PressHand, table="T1", spot=Spot(2, 1), outcome="four_of_a_kind")
    recorded, _ = floor.must(ConfirmAwards, table="T1", badge="eve")
    floor.must(EndRound, table="T1")
    results = HouseResults()
    for fact in (fact for row in floor.rows for fact in row):
        results.fold(fact)
    # Three seats get $100 and three get $10.
    first = HouseResult(4, 400 * CENT, 200_000 * CENT, 30_000 * CENT, 33_000 * CENT)
    assert results.now == {"posted": first}
    assert first.net_micros == -262_600 * CENT

    results.close()
    played = len(floor.rows)
    assert isinstance(recorded, AwardsRecorded)
    (fours,) = [award for award in recorded.awards if award.tray_cents]
    badges = ("sam", "ann")
    floor.must(BackOutAward, award=fours.award, badges=badges, reason="misread")
    floor.start("T1", 1, 2)
    floor.must(VoidRound, table="T1", badge="sam", reason="a card was exposed")
    for fact in (fact for row in floor.rows[played:] for fact in row):
        results.fold(fact)
    assert results.now == {"posted": HouseResult(0, 0, 0, -30_000 * CENT, 0)}
