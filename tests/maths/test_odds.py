"""Exact figures against independently known ones, and the shape of the answers."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.maths.analysis import Analysis, analyze, options_for
from pitboss.maths.answer import as_data
from pitboss.maths.cases import Case, Cases, base_game, decided_case, fraction_text
from pitboss.maths.counting import Counts
from pitboss.maths.verdicts import round_like, verdicts
from pitboss.money import Cents, Ppm
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Fixed, Paytable

PAYTABLES = Paytables()


def about(paytable_id: str, **options: str) -> Analysis:
    return analyze(PAYTABLES.get(paytable_id), options)


@pytest.mark.parametrize(
    ("side", "results"),
    [
        ("player", ["player", "tie", "banker"]),
        ("banker", ["banker", "tie", "player"]),
        ("tie", ["tie", "banker", "player"]),
    ],
)
def test_results_of_baccarat_stand_by_pays_then_by_name(side: str, results: list[str]) -> None:
    found = about("baccarat/base/standard", side=side).cases
    assert [case.outcome for case in found.cases] == results


@pytest.mark.parametrize(
    ("paytable_id", "options", "percent"),
    [
        ("baccarat/base/standard", {"side": "banker"}, "1.06 %"),
        ("baccarat/base/standard", {"side": "player"}, "1.24 %"),
        ("baccarat/base/standard", {"side": "tie"}, "14.36 %"),
        ("caribbean_stud/base/standard", {}, "5.22 %"),
        ("crazy4/base/c4p", {}, "3.42 %"),
        ("blackjack/base/standard", {}, "0.41 %"),
        ("holdem_bonus/base/straight", {}, "2.04 %"),
        ("baccarat/dragon_bonus/1", {"decks": "8", "side": "player"}, "2.65 %"),
        ("baccarat/dragon_bonus/1", {"decks": "8", "side": "banker"}, "9.37 %"),
        ("blackjack/blazing_7s/1", {"decks": "6"}, "24.78 %"),
        ("blackjack/blazing_7s/ml03", {"decks": "8"}, "21.65 %"),
        ("baccarat/dragon_progressive/3", {"side": "either"}, "24.22 %"),
    ],
)
def test_published_edges(paytable_id: str, options: dict[str, str], percent: str) -> None:
    edge = about(paytable_id, **options).house_edge
    assert edge is not None
    assert round_like(edge, percent) == percent


@pytest.mark.parametrize(
    ("paytable_id", "options", "edge"),
    [
        # By hand: 6 decks, C(312, 2) = 48516 pairs of cards; A-K suited 144, other suited
        # neighbors 12 x 144, pairs 13 x 276, offsuit neighbors 13 x 432.
        ("blackjack/house_money/1", {"decks": "6"}, Fraction(1071, 4043)),
        ("blackjack/house_money/2", {"decks": "1"}, Fraction(11, 39)),
        # Two decks of 104 cards, A-2 not a straight.
        ("blackjack/house_money/1", {"decks": "2", "ace_two": "no"}, Fraction(427, 1339)),
        # 1,326 x 1,225 starting hands: 3 x 66150 + 5 x 29400 + 10 x 22050 + 15 x 14700 +
        # 20 x 9800 + 25 x 4900 + 30 x 7350 less 1,470,000 lost.
        ("holdem_bonus/bonus/1", {}, Fraction(1470000 - 1325450, 1624350)),
        ("crazy4/queens_up/c4p-09", {}, Fraction(79544, 2598960)),
    ],
)
def test_edges_done_by_hand(paytable_id: str, options: dict[str, str], edge: Fraction) -> None:
    assert about(paytable_id, **options).house_edge == edge


@pytest.mark.parametrize("paytable_id", PAYTABLES.ids())
def test_every_wager_adds_up(paytable_id: str) -> None:
    paytable = PAYTABLES.get(paytable_id)
    for option in options_for(paytable_id, paytable):
        for choice in option.choices:
            analysis = analyze(paytable, {option.name: str(choice)})
            cases = analysis.cases.cases
            assert sum(analysis.probability(case) for case in cases) == 1
            if analysis.hit_frequency is not None:
                assert 0 < analysis.hit_frequency < 1
            returned = sum(analysis.probability(case) * case.back for case in cases)
            assert returned == analysis.fixed_return
            if not analysis.meter_lines:
                assert (
                    analysis.house_edge == analysis.average_stake - returned - analysis.envy_return
                )
                assert (analysis.variance is None) is analysis.cases.averaged


def test_PS_11_a_meter_is_worth_its_probability() -> None:
    paytable = PAYTABLES.get("multi_game/five_card/01")
    analysis = analyze(paytable)
    royal, straight_flush = analysis.meter_lines
    assert (royal.probability, royal.share) == (Fraction(1, 649740), Fraction(1))
    assert royal.return_per_1000 == Fraction(1000, 649740)
    assert straight_flush.return_per_1000 == Fraction(100 * 36, 2598960)
    # 9 x 54912 + 30 x 10200 + 40 x 5108 + 50 x 3744 + 300 x 624 of 2,598,960.
    assert analysis.fixed_return == Fraction(1378928, 2598960)


def test_break_even_is_where_the_edge_turns() -> None:
    paytable = PAYTABLES.get("crazy4/progressive/pays-1")
    level = analyze(paytable).break_even_cents
    assert level is not None
    at = analyze(paytable, {}, {"main": level}).house_edge
    below = analyze(paytable, {}, {"main": Cents(level - 1)}).house_edge
    assert at is not None
    assert below is not None
    assert at <= 0 < below


def test_PS_20_envy_is_worth_the_other_players_hands() -> None:
    alone = about("multi_game/five_card/01", players="1")
    seven = about("multi_game/five_card/01", players="7")
    assert alone.envy_return == 0
    # Six others, each with $1,000 for 4 and $300 for 36 hands of 2,598,960, on a $1 wager.
    assert seven.envy_return == 6 * Fraction(1000 * 4 + 300 * 36, 2598960)


def test_PS_35_folded_hands_change_the_holdem_progressive_only() -> None:
    for game, same in (("crazy4", True), ("four_card_poker", True), ("holdem_bonus", False)):
        hits = [
            about("multi_game/five_card/01", game=game, folded_qualify=answer).hit_frequency
            for answer in ("yes", "no")
        ]
        assert (hits[0] == hits[1]) is same


def test_multi_level_break_even_needs_the_other_meters() -> None:
    paytable = PAYTABLES.get("blackjack/blazing_7s/ml03")
    assert analyze(paytable).break_even_cents is None
    some = analyze(paytable, {}, {"mega": Cents(100)})
    assert some.house_edge is None
    assert some.variance is None
    others = {"major": Cents(100_000), "minor": Cents(50_000)}
    assert analyze(paytable, {}, others).break_even_cents is not None


def test_the_answer_has_every_key_the_format_promises() -> None:
    paytable = PAYTABLES.get("baccarat/dragon_progressive/2")
    data = as_data(analyze(paytable), verdicts(paytable), posted_cents={})
    assert set(data) >= {
        "id", "options", "unit", "house_edge", "hit_frequency", "element_of_risk", "variance",
        "outcomes", "meters", "fixed_return", "break_even_cents", "printed",
    }  # fmt: skip
    assert data["variance"] is None
    json.dumps(data, default=fraction_text)


@pytest.mark.parametrize(
    ("paytable_id", "options"),
    [
        ("baccarat/dragon_bonus/1", {"side": "either"}),
        ("baccarat/dragon_bonus/1", {"decks": "5"}),
        ("blackjack/blazing_7s/1", {"decks": "1"}),
        ("caribbean_stud/cover_all/standard", {"hands": "9"}),
        ("crazy4/queens_up/c4p-09", {"decks": "6"}),
        ("crazy4/base/c4p", {"strategy": "luck"}),
    ],
)
def test_an_impossible_option_is_refused(paytable_id: str, options: dict[str, str]) -> None:
    with pytest.raises(Refusal, match="OPTION_UNKNOWN"):
        about(paytable_id, **options)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(Refusal, match="LEVEL_UNKNOWN"):
        analyze(PAYTABLES.get("crazy4/progressive/pays-1"), {}, {"mega": Cents(1)})


def test_PS_44_a_houses_own_file_has_exact_figures(tmp_path: Path) -> None:
    text = PAYTABLES.text("crazy4/queens_up/c4p-09").replace('"9 to 1"', '"10 to 1"')
    path = tmp_path / "crazy4" / "queens_up" / "own.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    ours = analyze(Paytables(tmp_path).get("crazy4/queens_up/own")).house_edge
    theirs = about("crazy4/queens_up/c4p-09").house_edge
    assert ours is not None
    assert theirs is not None
    assert theirs - ours == Fraction(58656, 2598960)


@pytest.mark.parametrize(
    ("paytable_id", "old", "new"),
    [
        ("holdem_bonus/base/flush", '"1 to 1"', '"2 to 1"'),
        ("caribbean_stud/base/standard", 'high_card = "1 to 1"', 'high_card = "2 to 1"'),
    ],
)
def test_a_base_paytable_whose_best_play_is_not_counted_is_refused(
    tmp_path: Path, paytable_id: str, old: str, new: str
) -> None:
    text = PAYTABLES.text(paytable_id)
    assert old in text
    game, slot, _ = paytable_id.split("/")
    path = tmp_path / game / slot / "own.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(old, new))
    with pytest.raises(Refusal, match="COUNTS_MISSING"):
        analyze(Paytables(tmp_path).get(f"{game}/{slot}/own"))


def test_odds_are_answered_without_numba() -> None:
    script = (
        "import sys\n"
        "from pitboss.rules.catalog import Paytables\n"
        "from pitboss.maths.analysis import analyze\n"
        "import pitboss.cli.app\n"
        "for name in Paytables().ids(): analyze(Paytables().get(name))\n"
        "assert not {'numba', 'numpy'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_fixed_awards_off_a_meter_lower_its_average_and_cost_the_house_nothing_more() -> None:
    """By hand, of 1,000 deals: 1 takes the meter, 9 take $10 of it. $0.50 of each $1 come in and
    $0.09 go out a round: $100 of seed and 1,000 x $0.41 are $510.00. The house keeps $1 less the
    $0.50 and $0.10 of seed."""
    paytable = PAYTABLES.get("crazy4/progressive/pays-3")
    (level,) = paytable.levels
    level = replace(level, seed_cents=Cents(10_000), rate_ppm=Ppm(500_000), reserve_ppm=Ppm(0))
    pays = {**paytable.columns[""], "four_of_a_kind": Fixed(Cents(1_000), level="main")}
    own = replace(paytable, levels=(level,), columns={"": pays}, envy={})
    one = Fraction(1)
    cases = (
        Case("four_aces", "", 1, one, Fraction(0), level="main", share=one),
        Case("four_of_a_kind", "", 9, one, Fraction(10)),
        Case("nothing", "", 990, one, Fraction(0)),
    )
    found = Analysis(own, {}, Cases("wager", cases), {})
    assert found.levels[0].average_award_cents == 51_000
    assert found.long_run_edge == Fraction(4, 10)


def stand_or_hit(paytable: Paytable, action: str, kind: str, result: str, *, weight: int) -> Case:
    return decided_case(f"{action}, {kind}, {result}", action, weight, staked=1, net=1)


@pytest.mark.parametrize(
    ("paytable_id", "unit"),
    [("crazy4/base/c4p", "ante"), ("blackjack/base/standard", "wager")],
)
def test_a_base_game_is_told_in_the_unit_that_the_game_says(paytable_id: str, unit: str) -> None:
    counts: Counts = {"base": {"stand": {"flush": {"win": 1}}}}
    paytable, settings = PAYTABLES.get(paytable_id), {"strategy": "best"}
    assert base_game(paytable, counts, settings, stand_or_hit, order=()).unit == unit


def test_cases_come_in_the_game_s_own_order_its_hands_from_best_to_worst() -> None:
    results: Counts = {"loss": 1, "win": 1}
    hands: Counts = {"below_straight": results, "flush": results, "four_aces": results}
    counts: Counts = {"base": {"hit": {"straight": {"win": 1}}, "stand": hands}}
    order = ("stand", "hit", "win", "loss")
    paytable, settings = PAYTABLES.get("crazy4/base/c4p"), {"strategy": "best"}
    found = base_game(paytable, counts, settings, stand_or_hit, order=order)
    assert [case.outcome for case in found.cases] == [
        "stand, four_aces, win", "stand, four_aces, loss", "stand, flush, win",
        "stand, flush, loss", "stand, below_straight, win", "stand, below_straight, loss",
        "hit, straight, win",
    ]  # fmt: skip
