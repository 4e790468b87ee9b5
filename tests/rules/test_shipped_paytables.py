"""Every paytable that comes with the product against the printed letters.

The pays and figures below were typed from the letters, not from the files: outcomes from best to
worst, as the letters print them, a line of figures where a letter has one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pitboss.rules import catalog
from pitboss.rules.paytable import Fixed, Loses, Odds, Paytable, Push, Share

from .support import PAYTABLES

IDS = PAYTABLES.ids()

# id: the pays, outcomes that are not listed lose
PAYS: dict[str, str] = {
    "crazy4/base/c4p": """
        four_aces 200 to 1; four_of_a_kind 30 to 1; straight_flush 15 to 1;
        three_of_a_kind 2 to 1; flush 3 to 2; straight 1 to 1""",
    "crazy4/queens_up/c4p-09": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 30 to 1; three_of_a_kind 9 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "crazy4/queens_up/c4p-10": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 40 to 1; three_of_a_kind 8 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "crazy4/queens_up/c4p-11": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 30 to 1; three_of_a_kind 8 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "crazy4/queens_up/c4p-12": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 40 to 1; three_of_a_kind 7 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "crazy4/bad_beat/bbb-01": """
        four_of_a_kind 25,000 to 1; straight_flush 10,000 to 1; three_of_a_kind 200 to 1;
        flush 50 to 1; straight 30 to 1; two_pair 20 to 1""",
    "crazy4/bad_beat/bbb-02": """
        four_of_a_kind 1,000 to 1; straight_flush 1,000 to 1; three_of_a_kind 500 to 1;
        flush 50 to 1; straight 20 to 1; two_pair 15 to 1""",
    "crazy4/progressive/pays-1": """
        four_aces 100 % of main; four_of_a_kind 300 for 1; straight_flush 100 for 1;
        three_of_a_kind 9 for 1""",
    "crazy4/progressive/pays-2": """
        four_aces 100 % of main; four_of_a_kind 300 for 1; straight_flush 100 for 1;
        three_of_a_kind 15 for 1""",
    "crazy4/progressive/pays-3": """
        four_aces 100 % of main; four_of_a_kind 300 for 1; straight_flush 100 for 1;
        three_of_a_kind 15 for 1""",
    "six_five_four/base/standard": """
        four_aces 100 to 1; four_of_a_kind 20 to 1; straight_flush 10 to 1""",
    "six_five_four/queens_up/1": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 40 to 1; three_of_a_kind 8 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "six_five_four/queens_up/2": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 30 to 1; three_of_a_kind 8 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "six_five_four/queens_up/3": """
        four_aces 50 to 1; four_of_a_kind 50 to 1; straight_flush 40 to 1; three_of_a_kind 7 to 1;
        flush 4 to 1; straight 3 to 1; two_pair 2 to 1; queens_or_better 1 to 1""",
    "holdem_bonus/base/flush": """
        straight_flush 1 to 1; four_of_a_kind 1 to 1; full_house 1 to 1; flush 1 to 1;
        straight push; three_tens_or_better push; low_three_of_a_kind push; two_pair push;
        pair push; high_card push""",
    "holdem_bonus/base/straight": """
        straight_flush 1 to 1; four_of_a_kind 1 to 1; full_house 1 to 1; flush 1 to 1;
        straight 1 to 1; three_tens_or_better push; low_three_of_a_kind push; two_pair push;
        pair push; high_card push""",
    "holdem_bonus/base/three_tens": """
        straight_flush 1 to 1; four_of_a_kind 1 to 1; full_house 1 to 1; flush 1 to 1;
        straight 1 to 1; three_tens_or_better 1 to 1; low_three_of_a_kind push; two_pair push;
        pair push; high_card push""",
    "holdem_bonus/bonus/1": """
        aces_against_aces 30 to 1; aces 30 to 1; ace_king_suited 25 to 1;
        ace_queen_or_jack_suited 20 to 1; ace_king_offsuit 15 to 1; high_pair 10 to 1;
        ace_queen_or_jack_offsuit 5 to 1; low_pair 3 to 1""",
    "holdem_bonus/bonus/2": """
        aces_against_aces 1,000 to 1; aces 30 to 1; ace_king_suited 25 to 1;
        ace_queen_or_jack_suited 20 to 1; ace_king_offsuit 15 to 1; high_pair 10 to 1;
        ace_queen_or_jack_offsuit 5 to 1; low_pair 3 to 1""",
    "holdem_bonus/progressive/thbp-08": """
        royal_after_5 100 % of main; royal_after_6 25 % of main; royal_after_7 5 % of main;
        community_royal $3,000; straight_flush $250; four_of_a_kind $100; full_house $10""",
    "holdem_bonus/progressive/quick-hit-11": """
        royal_after_5 100 % of main; royal_after_6 100 % of main; royal_after_7 100 % of main;
        community_royal 1,000 for 1; straight_flush 250 for 1; four_of_a_kind 75 for 1;
        full_house 10 for 1""",
    "multi_game/five_card/01": """
        royal_flush 100 % of main; straight_flush 10 % of main; four_of_a_kind 300 for 1;
        full_house 50 for 1; flush 40 for 1; straight 30 for 1; three_of_a_kind 9 for 1""",
    "multi_game/five_card/ml01": """
        royal_flush 100 % of mega; straight_flush 100 % of major; four_of_a_kind 300 for 1;
        full_house 50 for 1; flush 40 for 1; straight 30 for 1; three_of_a_kind 9 for 1""",
    "multi_game/five_card/ml03": """
        royal_flush 100 % of mega; straight_flush 100 % of major; four_of_a_kind 100 % of minor;
        full_house 50 for 1; flush 40 for 1; straight 30 for 1; three_of_a_kind 9 for 1""",
    "caribbean_stud/base/standard": """
        royal_flush 100 to 1; straight_flush 50 to 1; four_of_a_kind 20 to 1; full_house 7 to 1;
        flush 5 to 1; straight 4 to 1; three_of_a_kind 3 to 1; two_pair 2 to 1; pair 1 to 1;
        high_card 1 to 1""",
    "baccarat/base/standard": "tie 8 to 1; banker 19 to 20; player 1 to 1",
    "baccarat/dragon_bonus/1": """
        win_by_9 30 to 1; win_by_8 10 to 1; win_by_7 6 to 1; win_by_6 4 to 1; win_by_5 2 to 1;
        win_by_4 1 to 1; natural_win 1 to 1; natural_tie push""",
    "baccarat/dragon_bonus/2": """
        win_by_9 20 to 1; win_by_8 8 to 1; win_by_7 7 to 1; win_by_6 4 to 1; win_by_5 3 to 1;
        win_by_4 1 to 1; natural_win 1 to 1; natural_tie push""",
    "baccarat/dragon_bonus/3": """
        win_by_9 30 to 1; win_by_8 10 to 1; win_by_7 4 to 1; win_by_6 4 to 1; win_by_5 2 to 1;
        win_by_4 2 to 1; natural_win 1 to 1; natural_tie push""",
    "baccarat/dragon_progressive/1": """
        two_three_four_diamonds 100 % of main; two_three_four_suited 10 % of main;
        two_three_four_unsuited 1,000 for 1; nine_over_zero 10 for 1""",
    "baccarat/dragon_progressive/1-five-dollar": """
        two_three_four_diamonds 100 % of main; two_three_four_suited 10 % of main;
        two_three_four_unsuited 1,000 to 1; nine_over_zero 10 to 1""",
    "baccarat/dragon_progressive/2": """
        two_three_four_diamonds 100 % of main; two_three_four_suited 25 % of main;
        two_three_four_unsuited 1,000 for 1; nine_over_zero 40 for 1; eight_over_zero 20 for 1;
        natural_win 2 for 1""",
    "baccarat/dragon_progressive/3": """
        suited_six_card 100 % of main; suited_four_card 300 for 1; win_by_nine 10 for 1""",
    "blackjack/base/standard": "blackjack 3 to 2; win 1 to 1; insurance 2 to 1",
    "blackjack/base/six-to-five": "blackjack 6 to 5; win 1 to 1; insurance 2 to 1",
    "blackjack/house_money/1": """
        ace_king_suited 9 to 1; straight_flush 4 to 1; pair 3 to 1; straight 1 to 1""",
    "blackjack/house_money/2": """
        ace_king_suited 9 to 1; straight_flush 5 to 1; pair 3 to 1; straight 1 to 1""",
    "blackjack/blazing_7s/1": """
        three_sevens_diamonds 100 % of main; three_sevens_suited 100 % of main;
        three_sevens_color 10 % of main; three_sevens 200 for 1; two_sevens 25 for 1;
        one_seven 2 for 1""",
    "blackjack/blazing_7s/2": """
        three_sevens_diamonds 100 % of main; three_sevens_suited 10 % of main;
        three_sevens_color 500 for 1; three_sevens 200 for 1; two_sevens 25 for 1;
        one_seven 2 for 1""",
    "blackjack/blazing_7s/ml04": """
        three_sevens_diamonds 100 % of major; three_sevens_suited 100 % of minor;
        three_sevens_color 500 for 1; three_sevens 200 for 1; two_sevens 25 for 1;
        one_seven 2 for 1""",
    "blackjack/blazing_7s/ml03": """
        three_sevens_diamonds 100 % of mega; three_sevens_suited 100 % of major;
        three_sevens_color 100 % of minor; three_sevens 200 for 1; two_sevens 25 for 1;
        one_seven 2 for 1""",
    "blackjack/trilux/6": """
        three_aces_suited 100 % of main; three_of_a_kind_suited 125 for 1; straight_flush 25 for 1;
        three_of_a_kind 20 for 1; straight 7 for 1; flush 5 for 1""",
}

# Cover All as printed: a row for each outcome, from eight hands down to two, all to 1.
COVER_ALL = {
    "royal_flush": (100, 125, 150, 200, 250, 300, 500),
    "straight_flush": (40, 70, 80, 90, 100, 125, 200),
    "four_of_a_kind": (7, 15, 17, 20, 30, 40, 60),
    "full_house": (6, 9, 12, 15, 20, 30, 40),
    "flush": (5, 7, 9, 10, 15, 20, 35),
    "straight": (4, 5, 7, 8, 10, 17, 25),
    "three_of_a_kind": (3, 3, 3, 4, 5, 6, 9),
}

# id: envy in dollars
ENVY = {
    "crazy4/progressive/pays-1": {"four_aces": 100, "four_of_a_kind": 10, "straight_flush": 5},
    "crazy4/progressive/pays-2": {"four_aces": 100, "four_of_a_kind": 25},
    "crazy4/progressive/pays-3": {"four_aces": 100, "four_of_a_kind": 25},
    "multi_game/five_card/01": {"royal_flush": 1000, "straight_flush": 300},
    "multi_game/five_card/ml01": {"royal_flush": 1000, "straight_flush": 300},
    "multi_game/five_card/ml03": {"royal_flush": 1000, "straight_flush": 300},
}

_FOUR_CARD = "hit_frequency 24.88 %"
# id: figures; after @ what they hold for
FIGURES: dict[str, str] = {
    "crazy4/base/c4p": """
        house_edge 3.42 %; base_hit_frequency 48.06 %; bonus_hit_frequency 2.36 %""",
    "crazy4/queens_up/c4p-09": f"house_edge 3.07 %; {_FOUR_CARD}",
    "crazy4/queens_up/c4p-10": f"house_edge 4.53 %; {_FOUR_CARD}",
    "crazy4/queens_up/c4p-11": f"house_edge 5.33 %; {_FOUR_CARD}",
    "crazy4/queens_up/c4p-12": f"house_edge 6.79 %; {_FOUR_CARD}",
    "crazy4/bad_beat/bbb-01": """
        house_edge 19.3 %; hit_frequency 2.4 %; house_edge 19.87 %; hit_frequency 6.59 %""",
    "crazy4/bad_beat/bbb-02": "house_edge 17.3 %; hit_frequency 2.4 %",
    "baccarat/dragon_bonus/1": """
        house_edge 2.70 % @ decks 4, side player; house_edge 9.42 % @ decks 4, side banker;
        house_edge 2.67 % @ decks 6, side player; house_edge 9.39 % @ decks 6, side banker;
        house_edge 2.65 % @ decks 8, side player; house_edge 9.37 % @ decks 8, side banker""",
    "baccarat/dragon_bonus/2": """
        house_edge 2.62 % @ decks 4, side player; house_edge 8.88 % @ decks 4, side banker;
        house_edge 2.59 % @ decks 6, side player; house_edge 8.86 % @ decks 6, side banker;
        house_edge 2.58 % @ decks 8, side player; house_edge 8.85 % @ decks 8, side banker""",
    "baccarat/dragon_bonus/3": """
        house_edge 2.54 % @ decks 4, side player; house_edge 8.57 % @ decks 4, side banker;
        house_edge 2.51 % @ decks 6, side player; house_edge 8.54 % @ decks 6, side banker;
        house_edge 2.50 % @ decks 8, side player; house_edge 8.53 % @ decks 8, side banker""",
    "baccarat/dragon_progressive/1": """
        seed $10,000; house_edge 22.90 %; hit_frequency 3.47 %;
        one_in 569,182 @ outcome two_three_four_diamonds; average_award $98,101 @ level main""",
    "baccarat/dragon_progressive/1-five-dollar": """
        seed $50,000; house_edge 22.90 %; hit_frequency 3.47 %;
        one_in 569,182 @ outcome two_three_four_diamonds; average_award $490,504 @ level main""",
    "baccarat/dragon_progressive/2": """
        seed $10,000; house_edge 25.52 % @ side banker; house_edge 17.41 % @ side player;
        hit_frequency 16.87 % @ side banker; hit_frequency 16.99 % @ side player;
        one_in 2,011,729 @ outcome two_three_four_diamonds, side banker;
        one_in 855,757 @ outcome two_three_four_diamonds, side player;
        average_award $231,027 @ level main, side banker;
        average_award $104,044 @ level main, side player""",
    "baccarat/dragon_progressive/3": """
        seed $5,000; house_edge 24.22 %; hit_frequency 3.48 %;
        one_in 171,375 @ outcome suited_six_card; average_award $49,557 @ level main""",
    "blackjack/blazing_7s/1": "hold 24.78 % @ decks 6; hit_frequency 14.82 % @ decks 6",
    "blackjack/blazing_7s/2": "hold 23.59 % @ decks 6; hit_frequency 14.82 % @ decks 6",
    "blackjack/blazing_7s/ml04": "hold 22.39 % @ decks 6; hit_frequency 14.82 % @ decks 6",
    "blackjack/blazing_7s/ml03": "hold 21.65 %; hit_frequency 14.81 %",
}

WAGERS = {"baccarat/dragon_progressive/1-five-dollar": 500}
SEEDS = {
    "baccarat/dragon_progressive/1": 1_000_000,
    "baccarat/dragon_progressive/1-five-dollar": 5_000_000,
    "baccarat/dragon_progressive/2": 1_000_000,
    "baccarat/dragon_progressive/3": 500_000,
}
DECKS = {
    "baccarat/dragon_bonus": (4, 6, 8),
    "baccarat/dragon_progressive": (4, 6, 8),
    "blackjack/house_money/1": (2, 4, 6, 8),
    "blackjack/house_money/2": (1,),
    "blackjack/blazing_7s": (6, 8),
    "blackjack/trilux": (6, 8),
}


def entries(text: str) -> Iterator[str]:
    """The parts of a typed list."""
    return (" ".join(part.split()) for part in text.split(";"))


# ---- as printed ---------------------------------------------------------------------------------


LETTERS = tuple(name for name in IDS if "seed" in PAYTABLES.get(name).source)


def test_every_paytable_from_a_letter_is_checked_here() -> None:
    assert set(LETTERS) <= {*PAYS, "caribbean_stud/cover_all/standard"}
    assert set(PAYS) <= set(IDS)
    assert all(PAYTABLES.get(name).spec for name in LETTERS)


@pytest.mark.parametrize("paytable_id", PAYS)
def test_the_pays_are_those_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    printed = dict(entry.split(" ", 1) for entry in entries(PAYS[paytable_id]))
    assert set(printed) <= set(table.outcomes)
    shown = {outcome: str(table.prize(outcome)) for outcome in table.outcomes}
    assert shown == {outcome: printed.get(outcome, "loses") for outcome in table.outcomes}


def test_CS_2_the_seven_columns_of_cover_all() -> None:
    table = PAYTABLES.get("caribbean_stud/cover_all/standard")
    assert set(table.columns) == {"2", "3", "4", "5", "6", "7", "8"}
    for column in table.columns:
        assert str(table.prize("nothing", column)) == "loses"
        for outcome, odds in COVER_ALL.items():
            assert str(table.prize(outcome, column)) == f"{odds[8 - int(column)]} to 1"


@pytest.mark.parametrize("paytable_id", PAYS)
def test_the_envy_is_that_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    dollars = ENVY.get(paytable_id, {})
    assert dict(table.envy) == {outcome: amount * 100 for outcome, amount in dollars.items()}
    assert table.envy_times_wager == paytable_id.startswith("multi_game/")


@pytest.mark.parametrize("paytable_id", PAYS)
def test_the_figures_are_those_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    kept = sorted(figure_text(row.figure, row.value, dict(row.where)) for row in table.printed)
    expected = sorted(entries(FIGURES[paytable_id])) if paytable_id in FIGURES else []
    assert kept == expected


def figure_text(figure: str, value: str, where: dict[str, str]) -> str:
    holds_for = ", ".join(f"{key} {where[key]}" for key in sorted(where))
    return f"{figure} {value}" + (f" @ {holds_for}" if where else "")


@pytest.mark.parametrize("paytable_id", PAYS)
def test_decks_and_seeds_are_those_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    printed = [decks for start, decks in DECKS.items() if paytable_id.startswith(start)]
    assert table.decks == (printed[0] if printed else ())
    if table.levels:
        assert table.wager_cents == WAGERS.get(paytable_id, 100)
    if paytable_id in SEEDS:
        assert [level.seed_cents for level in table.levels] == [SEEDS[paytable_id]]


def test_PS_40_pays_3_is_pays_2_with_a_reserve_of_5_percent() -> None:
    second, third = (PAYTABLES.get(f"crazy4/progressive/pays-{n}") for n in (2, 3))
    assert second.columns == third.columns
    assert [level.reserve_ppm for level in second.levels] == [0]
    assert [level.reserve_ppm for level in third.levels] == [50_000]


# ---- every file ---------------------------------------------------------------------------------


@pytest.mark.parametrize("paytable_id", IDS)
def test_the_outcomes_are_complete_and_in_order(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    for slot in catalog.slots_for(paytable_id).values():
        assert tuple(slot.schemes[table.scheme]) == table.outcomes
        assert set(table.columns) == set(slot.columns)
        assert all(tuple(column) == table.outcomes for column in table.columns.values())


@pytest.mark.parametrize("paytable_id", IDS)
def test_a_file_says_where_it_comes_from(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    assert table.source.get("name")
    assert table.title
    assert set(table.games) <= set(catalog.slots_for(paytable_id))


@pytest.mark.parametrize("paytable_id", IDS)
def test_a_split_takes_the_whole_wager(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    fed = sum(level.rate_ppm + level.reserve_ppm for level in table.levels)
    if table.levels:
        assert table.house_ppm is not None
        assert fed + table.house_ppm == 1_000_000
    else:
        assert table.house_ppm is None


def is_ranked(paytable_id: str) -> bool:
    """Whether the lines are one wager's outcomes, from worst to best."""
    return all(slot.is_ranked for slot in catalog.slots_for(paytable_id).values())


@pytest.mark.parametrize("paytable_id", [name for name in IDS if is_ranked(name)])
def test_a_better_outcome_never_pays_less(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    for column in table.columns:
        worths = [worth(table, outcome, column) for outcome in table.outcomes]
        # A share of a meter can be compared with another share of the same one only.
        for kind in {kind for kind, _ in worths}:
            ordered = [value for at, value in worths if at == kind]
            assert ordered == sorted(ordered)


def worth(table: Paytable, outcome: str, column: str) -> tuple[str, float]:
    """What an outcome pays on the paytable's own wager, beside what it can be compared with."""
    match table.prize(outcome, column):
        case Odds() as odds:
            back = 1 if odds.stake_back else 0
            return "wager", odds.numerator / odds.denominator + back
        case Fixed() as fixed:
            assert table.wager_cents is not None
            return "wager", fixed.cents / table.wager_cents
        case Share() as share:
            return share.level, float(share.share_ppm)
        case Push():
            return "wager", 1.0
        case Loses():
            return "wager", 0.0


@pytest.mark.parametrize("paytable_id", PAYTABLES.ids())
def test_nobody_reads_how_a_paytable_was_studied(paytable_id: str) -> None:
    """What a player reads is no note of the data; what an owner reads is about his paytable."""
    paytable = PAYTABLES.get(paytable_id)
    said = " ".join((*paytable.footnotes, *paytable.notes))
    assert "Same paytable" not in said
    assert "this project" not in said
    assert "scanning" not in said
