"""What a level holds once something is reversed, with written numbers. A micro is a millionth of a
cent; amounts here are whole cents, told as dollars in the words beside them."""

from __future__ import annotations

from itertools import permutations

from pitboss.floor.facts import awards, payments
from pitboss.floor.facts.rounds import EndRound, VoidRound
from pitboss.floor.facts.values import Contribution, LevelSetting, Movement, Reading
from pitboss.floor.money import meter, reversal
from pitboss.floor.state.floor import LevelState
from pitboss.money import Cents, Micros

from .support import FROM_METER, Floor, level

CENT = 1_000_000


class Level:
    """A level with what happens to it, row by row; the rate is the whole wager."""

    def __init__(
        self,
        meter_cents: int,
        reserve_cents: int = 0,
        overflow_cents: int = 0,
        *,
        seed_cents: int = 0,
        reserve_ppm: int = 0,
        maximum_cents: int | None = None,
    ) -> None:
        setting = level(
            seed_cents=seed_cents,
            rate_ppm=1_000_000 - reserve_ppm,
            reserve_ppm=reserve_ppm,
            maximum_cents=maximum_cents,
        )
        self.found = meter.opened(setting, held(meter_cents, reserve_cents, overflow_cents))
        self.row = 0
        self.house_cents = 0

    def bet(self, cents: int) -> tuple[Contribution, int]:
        self.row += 1
        given = meter.contribute("J", self.found, wagers_cents=Cents(cents))
        self.found = meter.moved(self.found, given.after)
        return given, self.row

    def pay(self, award: str, cents: int, *, restarts: bool = False) -> None:
        self.row += 1
        moved = meter.pay(award, "J", self.found, Cents(cents), restarts=restarts)
        self.house_cents += moved.house_micros // CENT
        self.found = reversal.remember_award(
            self.found,
            moved.after,
            self.row,
            award=award,
            paid_micros=cents * CENT,
            restarts=restarts,
        )

    def adjust(self, moved: Movement) -> None:
        self.row += 1
        self.house_cents += moved.house_micros // CENT
        self.found = reversal.remember_amounts(self.found, moved.after, self.row)

    def change(self, setting: LevelSetting) -> None:
        self.row += 1
        self.found = reversal.remember_terms(self.found, setting, self.row)

    def void(self, started: tuple[Contribution, int]) -> Movement:
        moved = reversal.reverse_wagers(self.found, *started)
        self._put(moved, reversal.without_wagers(self.found, *started))
        return moved

    def back_out(self, award: str, cents: int, *, successor: str = "") -> Movement:
        moved = reversal.reverse_award("J", self.found, award, cents * CENT, successor=successor)
        self._put(moved, reversal.without_award(self.found, award, successor=successor))
        return moved

    def _put(self, moved: Movement, found: LevelState) -> None:
        assert found.reading == moved.after
        self.house_cents += moved.house_micros // CENT
        self.found = found

    @property
    def cents(self) -> tuple[int, int, int]:
        """On the meter, in reserve, in overflow."""
        reading = self.found.reading
        parts = (reading.meter_micros, reading.reserve_micros, reading.overflow_micros)
        assert not any(part % CENT for part in parts)
        return parts[0] // CENT, parts[1] // CENT, parts[2] // CENT


def held(meter_cents: int, reserve_cents: int = 0, overflow_cents: int = 0) -> Reading:
    parts = (meter_cents, reserve_cents, overflow_cents)
    return Reading("main", *(Micros(part * CENT) for part in parts))


# ---- rounds -------------------------------------------------------------------------------------


def test_ALL_1_wagers_go_back_as_they_came() -> None:
    """$9.50 of at most $10.00: a wager of $1.00 gives $0.05 to reserve, $0.50 to the meter and
    $0.45 over it."""
    found = Level(950, 3, maximum_cents=1_000, reserve_ppm=50_000)
    started = found.bet(100)
    assert found.cents == (1_000, 8, 45)
    found.void(started)
    assert found.cents == (950, 3, 0)
    assert found.house_cents == 0


def test_PS_17_what_another_round_brought_is_not_hidden_in_overflow() -> None:
    """$11.00 is the maximum: the first round filled the meter, the second went over it."""
    found = Level(1_000, maximum_cents=1_100)
    first = found.bet(100)
    found.bet(100)
    assert found.cents == (1_100, 0, 100)
    found.void(first)
    assert found.cents == (1_100, 0, 0)


def test_ALL_1_a_void_leaves_parked_overflow_where_it_is() -> None:
    """$5.00 went over a maximum of $10.00; an award of $4.00 leaves it there until the restart. A
    round of $1.00 comes and goes."""
    found = Level(1_000, 0, 500, maximum_cents=1_000)
    found.pay("A", 400)
    started = found.bet(100)
    assert found.cents == (700, 0, 500)
    found.void(started)
    assert found.cents == (600, 0, 500)


def test_ALL_1_what_a_restart_swept_up_comes_off_the_meter_and_the_house_adds_the_rest() -> None:
    """A round gave $0.95 and $0.05 of reserve, another one $1.90 and $0.10. All $12.85 were won,
    and the meter restarted at its seed with the $0.15. Without the first round the $0.10 are gone
    for the $0.95 that the award had too much; the house adds $0.85, so that the seed is there."""
    found = Level(1_000, seed_cents=1_000, reserve_ppm=50_000)
    started = found.bet(100)
    found.bet(200)
    found.pay("A", 1_285, restarts=True)
    assert found.cents == (1_015, 0, 0)
    moved = found.void(started)
    assert found.cents == (1_000, 0, 0)
    assert (moved.house_micros, moved.top_up_micros) == (85 * CENT, 85 * CENT)


def test_ALL_1_what_is_not_on_the_meter_the_house_bears_and_later_wagers_stay() -> None:
    """$1.00 of a meter of $3.00 came from a round that is voided after an award has taken all; it
    has no seed. $0.50 has been wagered since."""
    found = Level(200, seed_cents=0)
    started = found.bet(100)
    found.pay("A", 300)
    found.bet(50)
    moved = found.void(started)
    assert found.cents == (50, 0, 0)
    assert moved.house_micros == 100 * CENT


def test_PS_7_what_the_house_bore_for_an_award_comes_back_with_it() -> None:
    """The same, and then the award is backed out: the house has its $1.00 back."""
    found = Level(200, seed_cents=0)
    started = found.bet(100)
    found.pay("A", 300)
    found.bet(50)
    found.void(started)
    moved = found.back_out("A", 300)
    assert found.cents == (250, 0, 0)
    assert moved.house_micros == -100 * CENT
    assert found.house_cents == 0


def test_PS_7_a_back_out_does_not_repay_what_another_award_cost_the_house() -> None:
    """Award A cost the house $1.00, as above. Award B takes $0.30 later and is backed out."""
    found = Level(200, seed_cents=0)
    started = found.bet(100)
    found.pay("A", 300)
    found.bet(50)
    found.void(started)
    found.pay("B", 30)
    moved = found.back_out("B", 30)
    assert found.cents == (50, 0, 0)
    assert moved.house_micros == 0


# ---- awards -------------------------------------------------------------------------------------


def test_PS_7_a_full_award_is_undone_exactly() -> None:
    """The house has its seed of $10.00 back."""
    found = Level(1_050, 12, 7, seed_cents=1_000, maximum_cents=1_050)
    found.pay("A", 1_050, restarts=True)
    assert found.cents == (1_019, 0, 0)
    moved = found.back_out("A", 1_050)
    assert found.cents == (1_050, 12, 7)
    assert moved.house_micros == -1_000 * CENT


def test_PS_7_wagers_since_the_award_stay() -> None:
    found = Level(1_050, 12, seed_cents=1_000, reserve_ppm=50_000)
    found.pay("A", 1_050, restarts=True)
    found.bet(200)
    assert found.cents == (1_202, 10, 0)
    found.back_out("A", 1_050)
    assert found.cents == (1_240, 22, 0)


def test_PS_7_what_a_back_out_lifts_above_the_maximum_is_overflow() -> None:
    found = Level(1_040, seed_cents=1_000, maximum_cents=1_050)
    found.pay("A", 1_040, restarts=True)
    found.bet(30)
    found.back_out("A", 1_040)
    assert found.cents == (1_050, 0, 20)


def test_PS_7_an_award_between_is_paid_as_it_was() -> None:
    """A and B both took $4.00 of $10.00 with $5.00 parked. Without A the meter had shown $10.00, B
    had left $6.00, and the overflow still waits."""
    found = Level(1_000, 0, 500, maximum_cents=1_000)
    found.pay("A", 400)
    found.pay("B", 400)
    found.back_out("A", 400)
    assert found.cents == (600, 0, 500)
    found.back_out("B", 400)
    assert found.cents == (1_000, 0, 500)


def test_PS_7_after_a_later_restart() -> None:
    """A took $2.00 of $10.00, B the $8.00 that were left, with the restart at $10.00. Without A
    there had been $2.00 more, and the restart takes them up."""
    found = Level(1_000, seed_cents=1_000)
    found.pay("A", 200)
    found.pay("B", 800, restarts=True)
    assert found.cents == (1_000, 0, 0)
    found.back_out("A", 200)
    assert found.cents == (1_200, 0, 0)


def test_PS_7_two_restarts_in_either_order() -> None:
    """A took $0.50 and restarted the meter at $10.00 with $20.00 of reserve. B took the $30.00."""
    for order in ((("A", 50), ("B", 3_000)), (("B", 3_000), ("A", 50))):
        found = Level(50, 2_000, seed_cents=1_000)
        found.pay("A", 50, restarts=True)
        assert found.cents == (3_000, 0, 0)
        found.pay("B", 3_000, restarts=True)
        assert found.cents == (1_000, 0, 0)
        for award, cents in order:
            found.back_out(award, cents)
        assert found.cents == (50, 2_000, 0)
        assert found.house_cents == 0


def test_PS_7_without_the_first_restart_the_house_pays_what_the_second_lacked() -> None:
    """The same two awards. Without A there were $0.50 and $20.00 of reserve: B's $30.00 took them,
    and the house adds $9.50, for the meter was restarted."""
    found = Level(50, 2_000, seed_cents=1_000)
    found.pay("A", 50, restarts=True)
    found.pay("B", 3_000, restarts=True)
    found.back_out("A", 50)
    assert found.cents == (1_000, 0, 0)
    assert found.house_cents == 1_950  # one seed, and what was missing


def test_MB_6_the_restart_of_a_split_stays_with_the_shares_that_stand() -> None:
    """Three shares of $3.00 each; the last carries the restart at $10.00."""
    found = Level(900, seed_cents=1_000)
    for award in "ABC":
        found.pay(award, 300, restarts=award == "C")
    found.back_out("C", 300, successor="B")
    assert found.cents == (1_300, 0, 0)
    found.back_out("B", 300, successor="A")
    assert found.cents == (1_600, 0, 0)
    found.back_out("A", 300)
    assert found.cents == (900, 0, 0)
    assert found.house_cents == 0


# ---- by hand, transfers, other terms ------------------------------------------------------------


def test_PS_61_a_correction_since_keeps_its_amount() -> None:
    """$1.00 down by hand after an award of $4.00, which is then backed out."""
    found = Level(1_000)
    found.pay("A", 400)
    found.adjust(meter.correct("J", found.found, meter=-100 * CENT))
    found.back_out("A", 400)
    assert found.cents == (900, 0, 0)


def test_PS_61_a_transfer_since_keeps_its_amount() -> None:
    """All above the seed of $5.00 went elsewhere: $1.00 of the meter, $0.07 of overflow. What the
    award took comes back to the jackpot it was won on."""
    found = Level(1_000, 0, 7, seed_cents=500, maximum_cents=1_000)
    found.pay("A", 400)
    found.adjust(meter.take_out("J", found.found, left=500 * CENT))
    found.back_out("A", 400)
    assert found.cents == (900, 0, 0)


def test_PS_61_a_transfer_of_what_a_restart_brought_keeps_its_amount() -> None:
    """The restart had put $0.20 of reserve on the meter, and all above the seed of $5.00 went
    elsewhere: $0.20 off the meter. Without the restart the meter held $3.00, all of it of the seed,
    and the reserve gives the $0.20."""
    found = Level(300, 20, seed_cents=500)
    found.pay("A", 300, restarts=True)
    assert found.cents == (520, 0, 0)
    found.adjust(meter.take_out("J", found.found, left=500 * CENT))
    found.back_out("A", 300)
    assert found.cents == (300, 0, 0)
    assert found.house_cents == 0


def test_PS_61_what_a_correction_took_and_was_not_there_the_level_gives() -> None:
    """$3.00 of reserve and overflow were taken by hand, $1.00 of it brought by a round that is
    voided then. The overflow is gone, so the meter gives the $1.00."""
    found = Level(1_000, maximum_cents=1_000)
    found.bet(200)
    started = found.bet(100)
    found.adjust(meter.correct("J", found.found, overflow=-300 * CENT))
    moved = found.void(started)
    assert found.cents == (900, 0, 0)
    assert moved.house_micros == 0


def test_PS_17_a_lower_maximum_since_holds_for_what_comes_back() -> None:
    """An award took $4.00 of $10.00; then the maximum was lowered to $8.00."""
    found = Level(1_000, seed_cents=500, maximum_cents=1_000)
    found.pay("A", 400)
    found.change(level(seed_cents=500, rate_ppm=1_000_000, maximum_cents=800))
    found.bet(100)
    assert found.cents == (700, 0, 0)
    found.back_out("A", 400)
    assert found.cents == (800, 0, 300)


def test_PS_17_a_lowered_display_is_restored_with_the_award() -> None:
    """$10.00 on display, and a new maximum of $8.00 sends $2.00 to overflow. Without an award of
    $1.00 before that it had been $3.00."""
    found = Level(1_100, seed_cents=500, maximum_cents=1_200)
    found.pay("A", 100)
    found.change(level(seed_cents=500, rate_ppm=1_000_000, maximum_cents=800))
    assert found.cents == (800, 0, 200)
    found.back_out("A", 100)
    assert found.cents == (800, 0, 300)


# ---- every order --------------------------------------------------------------------------------


def test_PS_17_every_order_of_voids_and_back_outs_ends_the_same() -> None:
    """Two rounds, a share, a full award and another share, all reversed: only the round between
    them stays."""
    paid = 1_000 + 90 - 300 + 180 + 45
    undo = {"first": 0, "A": 300, "second": 0, "B": paid, "C": 500}
    for order in permutations(undo):
        found = Level(1_000, 5, 20, seed_cents=1_000, maximum_cents=1_100, reserve_ppm=100_000)
        rounds = {"first": found.bet(100)}
        found.pay("A", 300)
        rounds["second"] = found.bet(200)
        found.bet(50)
        found.pay("B", paid, restarts=True)
        found.pay("C", 500)
        for name in order:
            if name in rounds:
                found.void(rounds[name])
            else:
                found.back_out(name, undo[name])
        assert found.cents == (1_045, 10, 20), order
        assert found.house_cents == 0


# ---- what a level remembers ---------------------------------------------------------------------


def test_a_level_forgets_what_nothing_can_reverse() -> None:
    found = Level(1_000)
    found.pay("A", 100)
    found.bet(50)
    found.pay("B", 200)
    found.bet(30)
    before = found.found
    left = reversal.forget(before, lambda each: each.award == "A")
    assert [each.award for each in left.history.changes] == ["B"]
    assert left.history.first == held(900)
    assert reversal.without_award(left, "B").reading == held(980)
    assert reversal.without_award(before, "B").reading == held(980)
    assert reversal.forget(before, lambda each: each.award == "B") == before


def test_a_floor_forgets_paid_awards_and_remembers_for_open_rounds() -> None:
    floor = Floor(replays=False)
    floor.hire()
    floor.open_jackpot("own", FROM_METER, levels=(level(seed_cents=100_000),))
    for table in ("T1", "T2"):
        floor.open_table(table, "own", game="crazy4")

    def remembered() -> int:
        return len(floor.state.jackpot("own").levels["main"].history.changes)

    def win_and_pay() -> None:
        floor.start("T1", 1)
        floor.press("T1", 1, "three_of_a_kind")
        floor.must(awards.ConfirmAwards, table="T1", badge="eve")
        (award,) = [name for name, each in floor.state.awards.items() if each.status == "moved"]
        floor.must(EndRound, table="T1")
        floor.must(payments.PayPrize, award=award, badge="ann")

    for _ in range(3):
        win_and_pay()
    assert remembered() == 1  # the last, until the next award
    floor.start("T2", 1)
    for _ in range(3):
        win_and_pay()
    assert remembered() == 3  # since the round at T2 began
    floor.must(VoidRound, table="T2", badge="sam", reason="misdeal")
    win_and_pay()
    assert remembered() == 1
