"""Designs: nothing nearer meets the wishes, figures are exact, and blame falls where it must."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

import pitboss
from pitboss.lab.designer import ROUND
from pitboss.refusal import Refusal

QUEENS_UP = "crazy4/queens_up/c4p-09"
PAIR_PLUS = "three_card_poker/pair_plus/40-30-6-4-1"


def between(low: str, high: str) -> tuple[Fraction, Fraction]:
    return Fraction(low), Fraction(high)


def test_a_design_is_exact_and_the_nearest() -> None:
    wager = pitboss.look_up(QUEENS_UP)
    wishes = pitboss.Wishes(edge=between("0.04", "0.0405"))
    found, *_ = pitboss.design(wager, wishes, most=1)
    assert found.wager.edge is not None
    assert wishes.edge is not None
    assert wishes.edge[0] <= found.wager.edge <= wishes.edge[1]
    # Every change of one line, by trying all of them.
    pays = {
        line.outcome: int(line.pays.split()[0])
        for line in wager.lines
        if line.pays.endswith(" to 1")
    }
    ladder = sorted({*ROUND, *pays.values()})
    names = tuple(pays)[::-1]  # worst first

    def nearest(number: int) -> int | None:
        best = None
        for changed in combinations(names, number):
            for values in product(ladder, repeat=number):
                new = pays | dict(zip(changed, values, strict=True))
                if any(new[low] > new[high] for low, high in pairwise(names)):
                    continue
                if any(new[name] == pays[name] for name in changed):
                    continue
                texts = {name: f"{new[name]} to 1" for name in changed}
                edge = wager.with_pays(**texts).edge
                if edge is not None and Fraction("0.04") <= edge <= Fraction("0.0405"):
                    steps = sum(
                        abs(
                            ladder.index(new[name]) - sorted({*ROUND, pays[name]}).index(pays[name])
                        )
                        for name in changed
                    )
                    best = steps if best is None else min(best, steps)
        return best

    assert nearest(1) == (found.steps if len(found.changes) == 1 else None)


def test_outcomes_with_one_printed_label_pay_the_same() -> None:
    """A straight flush and a mini royal are both "Straight Flush". With 30 to 1 on both, the house
    keeps 16,440 - 48 x 30 - 52 x 30 - 720 x 6 - 1,096 x 4 - 3,744 = 992 of 22,100."""
    wager = pitboss.look_up(PAIR_PLUS)
    found, *_ = pitboss.design(wager, pitboss.Wishes(edge=between("0.04", "0.05")), most=1)
    assert found.changes == {"straight_flush": ("40 to 1", "30 to 1")}
    pays = found.wager.paytable.columns[""]
    assert {str(pays[name]) for name in ("straight_flush", "mini_royal")} == {"30 to 1"}
    assert found.wager.edge == Fraction(992, 22_100)


@pytest.mark.parametrize("kept", ["four_aces", "four_of_a_kind"])
def test_a_kept_outcome_keeps_its_whole_printed_line(kept: str) -> None:
    wager = pitboss.look_up("six_five_four/queens_up/1")
    wishes = pitboss.Wishes(edge=between("0.04", "0.05"), keep=(kept,))
    for found in pitboss.design(wager, wishes, most=20):
        pays = found.wager.paytable.columns[""]
        assert str(pays["four_aces"]) == str(pays["four_of_a_kind"]) == "50 to 1"


def test_other_wishes_are_met() -> None:
    wager = pitboss.look_up(QUEENS_UP)
    wishes = pitboss.Wishes(
        edge=between("0.05", "0.06"),
        deviation=between("3", "4"),
        top_pay=between("100", "400"),
        keep=("flush",),
        may_lose=("queens_or_better",),
        hit_frequency=between("0.15", "0.16"),
    )
    for each in pitboss.design(wager, wishes, most=3):
        assert each.wager.edge is not None
        assert each.wager.variance is not None
        assert each.wager.hit_frequency is not None
        assert Fraction("0.05") <= each.wager.edge <= Fraction("0.06")
        assert 9 <= each.wager.variance <= 16
        assert Fraction("0.15") <= each.wager.hit_frequency <= Fraction("0.16")
        assert "flush" not in each.changes
        assert each.changes["queens_or_better"] == ("1 to 1", "loses")
        pays = each.wager.paytable.columns[""]
        assert 100 <= int(str(pays["four_aces"]).split()[0]) <= 400


def test_a_jackpot_may_restart_elsewhere_and_be_fed_otherwise() -> None:
    wager = pitboss.look_up("crazy4/progressive/pays-3")
    keep = tuple(name for name, prize in wager.paytable.columns[""].items() if "for" in str(prize))
    wishes = pitboss.Wishes(
        edge=between("0.15", "0.16"),
        keep=keep[1:],
        terms={("main", "rate_ppm"): range(200_000, 300_000, 10_000)},
    )
    (found,) = pitboss.design(wager, wishes, most=1)
    assert found.wager.edge is not None
    assert Fraction("0.15") <= found.wager.edge <= Fraction("0.16")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        (
            pitboss.Wishes(edge=between("0.6", "0.65"), top_pay=between("50", "500")),
            "no pays meet the wish for edge. The nearest is ",
        ),
        (
            pitboss.Wishes(edge=between("0.5", "0.65"), changes_most=0, in_order=False),
            "no pays meet edge, changes_most together. Without edge, the nearest is 3.0606%",
        ),
        (
            pitboss.Wishes(changes_most=0, deviation=between("3", "4")),
            "no pays meet deviation, changes_most together. Without one of them there are some",
        ),
    ],
)  # fmt: skip
def test_wishes_that_nothing_meets_are_blamed(wishes: pitboss.Wishes, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.design(pitboss.look_up(QUEENS_UP), wishes)
    assert refused.value.code == "DESIGN_IMPOSSIBLE"
    assert said in refused.value.told.reason


def test_an_edge_that_whole_pays_cannot_make_is_refused_at_once() -> None:
    """The counts 48, 52, 720, 1,096, 3,744 and 16,440 are multiples of 4, so the house keeps such a
    number of 22,100 deals; 5 % are 1,105."""
    with pytest.raises(Refusal) as refused:
        pitboss.design(
            pitboss.look_up(PAIR_PLUS), pitboss.Wishes(edge=between("0.05", "0.05")), seconds_most=5
        )
    assert (refused.value.code, refused.value.case) == ("DESIGN_IMPOSSIBLE", "alone")
    assert refused.value.told.values["wish"] == "edge"


def test_pays_that_cannot_move_a_hit_frequency_leave_it_as_it_is() -> None:
    """No line may lose, so a hand that wins wins whatever it pays."""
    wager = pitboss.look_up(QUEENS_UP)
    wishes = pitboss.Wishes(edge=between("0.04", "0.05"), hit_frequency=between("0.5", "0.6"))
    with pytest.raises(Refusal) as refused:
        pitboss.design(wager, wishes)
    often = f"{float(wager.hit_frequency or 0):.4%}"
    said = f"no pays meet the wish for hit_frequency. The nearest is {often}"
    assert said in refused.value.told.reason


def test_what_cannot_be_designed_is_refused() -> None:
    wager = pitboss.look_up("crazy4/progressive/pays-3")
    for wishes, code in (
        (pitboss.Wishes(keep=("five_aces",)), "OUTCOME_UNKNOWN"),
        (pitboss.Wishes(keep=tuple(wager.paytable.outcomes)), "DESIGN_IMPOSSIBLE"),
        (pitboss.Wishes(deviation=between("1", "2")), "DESIGN_IMPOSSIBLE"),
        (pitboss.Wishes(terms={("mega", "seed_cents"): (1,)}), "LEVEL_UNKNOWN"),
    ):
        with pytest.raises(Refusal) as refused:
            pitboss.design(wager, wishes)
        assert refused.value.code == code


@pytest.mark.parametrize("name", ["edge", "hit_frequency", "deviation", "top_pay"])
def test_a_range_the_wrong_way_round_is_refused_at_once(name: str) -> None:
    wishes = pitboss.Wishes(**{name: (Fraction(1, 10), Fraction(1, 20))})  # type: ignore[arg-type]
    with pytest.raises(Refusal) as refused:
        pitboss.design(pitboss.look_up("casino_war/tie/10"), wishes)
    found = refused.value
    assert (found.code, found.case, found.where) == ("LAB_FIELD_WRONG", "swapped", name)


@pytest.mark.parametrize("most", [0, -1, 5000])
def test_as_many_designs_as_nobody_reads_are_refused(most: int) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.design(pitboss.look_up("casino_war/tie/10"), pitboss.Wishes(), most=most)
    assert (refused.value.code, refused.value.where) == ("LAB_FIELD_WRONG", "designs")


def test_a_search_ends_in_time_with_what_it_has() -> None:
    """An edge to the last digit leaves thousands of proposals to prove, one by one."""
    wager = pitboss.look_up(QUEENS_UP)
    edge = wager.edge or Fraction(0)
    found = pitboss.design(wager, pitboss.Wishes(edge=(edge, edge)), most=100, seconds_most=2)
    assert {each.wager.edge for each in found} == {edge}
    near = edge + Fraction(1, 10**9)
    with pytest.raises(Refusal) as refused:
        pitboss.design(wager, pitboss.Wishes(edge=(near, near)), seconds_most=2)
    assert refused.value.code in ("SEARCH_TOO_LONG", "DESIGN_IMPOSSIBLE")
