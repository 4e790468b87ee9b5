"""The books of a dishonest floor notice what staff could do to a meter by hand."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.floor.facts import awards, jackpots, papers, people, rounds
from pitboss.floor.facts.values import (
    Award,
    JackpotTerms,
    LevelSetting,
    Mark,
    Movement,
    Reading,
    Spot,
)
from pitboss.money import Cents, Micros, Ppm
from proof.sim.adversary_books import AdversaryBooks
from proof.sim.adversary_seen import SeenRound
from proof.sim.model import Discrepancy
from proof.sim.site import paytables

IDS: dict[str, Any] = {"command_id": "c", "at_ms": 1}
BY = ("eve", "ann")
SHARED = "two_three_four_suited"  # 10 % of the meter
ALL = "two_three_four_diamonds"
SEED = 300_000  # cents


def books() -> AdversaryBooks:
    """A meter at its seed; B1 has ended round 1, with wagers of seats 1 and 2, and plays 2."""
    made = AdversaryBooks(paytables())
    for badge, role in (("sam", "supervisor"), ("eve", "executive"), ("ann", "accounting")):
        issued = people.BadgeIssued(badge=badge, name=badge, role=role, by=("", ""), ends_ms=0)
        made.take(people.IssueBadge(**IDS, badge=badge, name=badge, role=role), [issued])
    terms = JackpotTerms(
        kind="progressive",
        paytable="baccarat/dragon_progressive/1",
        paytable_sha256="",
        wager_cents=Cents(100),
        levels=(LevelSetting("main", Cents(SEED), Ppm(200_000), Ppm(0)),),
        executive_above_cents=Cents(250_000),
    )
    opened = jackpots.JackpotOpened(jackpot="J1", terms=terms, opening=(reading(SEED),), badges=BY)
    made.take(jackpots.OpenJackpot(**IDS, jackpot="J1", terms=terms, badges=BY), [opened])
    for number in (1, 2):
        spots = frozenset({(1, 1), (2, 1)})
        made.rounds["B1", number] = SeenRound("B1", number, "dora", spots, ("J1",), 0)
    made.rounds["B1", 1].is_over = True
    made.open_rounds["B1"] = made.rounds["B1", 2]
    return made


def reading(cents: int) -> Reading:
    return Reading("main", Micros(cents * 1_000_000), Micros(0), Micros(0))


def moved(cents: int, *, to: int, house: int, award: str = "") -> Movement:
    amounts = (Micros(cents * 1_000_000), Micros(0), Micros(0), Micros(house * 1_000_000))
    return Movement(award, "J1", *amounts, reading(to))


def adjust(made: AdversaryBooks, kind: str, cents: int, **fields: Any) -> None:
    """A change by hand, of which the house has all that is no prize."""
    award = fields.get("award", "")
    change = moved(cents, to=SEED + cents, house=0 if award else cents, award=award)
    given: dict[str, Any] = {"award": "", "movement": change} | fields
    names: dict[str, Any] = {"jackpot": "J1", "level": "main", "adjustment": kind, "badges": BY}
    adjusted = jackpots.MeterAdjusted(
        **names, cents=Cents(cents), corrects=None, reason="x", **given
    )
    made.take(jackpots.AdjustMeter(**IDS, **names, reason="x"), [adjusted])


def win(
    made: AdversaryBooks, at: jackpots.WonAt | None, *, cents: int = 30_000, award: str = "a1"
) -> None:
    adjust(made, "won", -cents, won_at=at, award=award)


def wager(*, number: int = 1, seat: int = 1) -> jackpots.WonAt:
    return jackpots.WonAt("B1", number, Spot(seat, 1), SHARED)


def report(made: AdversaryBooks, cents: int, *, by: str = "sam", jackpot: str = "J1") -> None:
    opened = papers.PaperOpened(
        paper="paper-1", paper_kind="malfunction", jackpot=jackpot, level="main",
        cents=Cents(cents), text="x", learned_ms=1, due_ms=0, badges=(by,),
    )  # fmt: skip
    made.take(papers.ReportMalfunction(**IDS, reason="x", badge=by), [opened])


def test_a_prize_of_a_locked_wager_is_owed() -> None:
    made = books()
    win(made, wager())
    assert made.required_micros() == SEED * 1_000_000


@pytest.mark.parametrize(
    "at", [None, wager(seat=3), wager(number=2), wager(number=9)], ids=lambda at: str(at)
)
def test_a_prize_of_no_wager_of_a_round_that_is_over_is_noticed(at: jackpots.WonAt | None) -> None:
    with pytest.raises(Discrepancy, match="won by hand names a locked wager once"):
        win(books(), at)


def test_a_prize_of_a_voided_round_is_noticed() -> None:
    made = books()
    made.rounds["B1", 1].is_void = True
    with pytest.raises(Discrepancy, match="won by hand names a locked wager once"):
        win(made, wager())


def share(made: AdversaryBooks, name: str, seat: int) -> None:
    cents = (Cents(0), Cents(500), Cents(0))
    award = Award(name, seat, 1, "J1", SHARED, "main", *cents, restarts=False)
    recorded = awards.AwardsRecorded(table="B1", round=2, badge="sam", awards=(award,))
    made.take(awards.ConfirmAwards(**IDS, table="B1", badge="sam"), [recorded])


def test_a_second_prize_of_one_wager_is_noticed() -> None:
    made = books()
    share(made, "a1", seat=1)
    share(made, "a2", seat=2)
    with pytest.raises(Discrepancy, match="one award for a wager"):
        share(made, "a3", seat=2)
    made.prizes["a1"].status = "backed out"
    share(made, "a4", seat=1)


def test_a_meter_that_is_lowered_under_a_mark_is_noticed() -> None:
    made = books()
    marked = rounds.WinnerMarked(table="B1", round=2, mark=Mark(Spot(1, 1), "J1", ALL))
    made.take(rounds.PressHand(**IDS, table="B1", spot=Spot(1, 1), outcome=ALL), [marked])
    with pytest.raises(Discrepancy, match="award not lowered under a mark"):
        adjust(made, "seed_recovery", -1)


def test_evidence_of_another_is_none_of_its_business() -> None:
    made = books()
    report(made, SEED)
    adjust(made, "faulty_display", -SEED, evidence="paper-1", movement=moved(0, to=SEED, house=0))


@pytest.mark.parametrize(
    ("notice", "check"),
    [
        ({"cents": SEED + 1}, "evidence is no larger than the meter showed"),
        ({"cents": 1, "by": "eve"}, "evidence is written by somebody else"),
        ({"cents": 0, "jackpot": "J2"}, "evidence is of this meter"),
    ],
)
def test_false_evidence_is_noticed(notice: dict[str, Any], check: str) -> None:
    made = books()
    report(made, **notice)
    with pytest.raises(Discrepancy, match=check):
        adjust(made, "faulty_display", -1, evidence="paper-1")


def test_evidence_that_was_used_and_dismissed_is_noticed() -> None:
    made = books()
    report(made, 1)
    adjust(made, "faulty_display", -1, evidence="paper-1", movement=moved(0, to=SEED, house=0))
    dismissed = papers.PaperDismissed(paper="paper-1", reason="x", badge="sam")
    with pytest.raises(Discrepancy, match="evidence is not dismissed once used"):
        made.take(papers.DismissPaper(**IDS, paper="paper-1", reason="x", badge="sam"), [dismissed])


def void(made: AdversaryBooks, change: Movement) -> None:
    voided = rounds.RoundVoided(
        table="B1", round=2, badge="sam", reason="x", reverses=1, movements=(change,), takings=()
    )
    made.take(rounds.VoidRound(**IDS, table="B1", reason="x", badge="sam"), [voided])


def test_a_correction_below_the_seed_is_noticed() -> None:
    with pytest.raises(Discrepancy, match="no level below its seed after a correction"):
        void(books(), moved(-1, to=SEED - 1, house=-1))


def test_a_change_by_hand_that_takes_the_seed_is_noticed() -> None:
    with pytest.raises(Discrepancy, match="no change by hand takes the seed"):
        adjust(books(), "faulty_display", -1)


def test_a_restart_below_the_seed_is_noticed() -> None:
    at = jackpots.WonAt("B1", 1, Spot(1, 1), ALL)
    with pytest.raises(Discrepancy, match="a restart leaves the seed"):
        adjust(books(), "won", -1, won_at=at, award="a1", restarts=True)
