"""Every paytable that comes with the product against the printed letters.

letters.toml has what the letters print, typed from them and not from the files."""

from __future__ import annotations

import pytest

from pitboss.rules import catalog
from pitboss.rules.paytable import Fixed, Loses, Odds, Paytable, Push, Share

from .support import LETTERS, PAYTABLES

IDS = PAYTABLES.ids()

PAYS = {name: letter for name, letter in LETTERS.items() if "pays" in letter}

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


# ---- as printed ---------------------------------------------------------------------------------


def test_every_paytable_from_a_letter_is_checked_here() -> None:
    of_letters = [name for name in IDS if "seed" in PAYTABLES.get(name).source]
    assert set(of_letters) <= {*PAYS, "caribbean_stud/cover_all/standard"}
    assert set(PAYS) <= set(IDS)
    assert all(PAYTABLES.get(name).spec for name in of_letters)


@pytest.mark.parametrize("paytable_id", PAYS)
def test_the_pays_are_those_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    printed = dict(entry.split(" ", 1) for entry in PAYS[paytable_id]["pays"].splitlines())
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
    dollars = PAYS[paytable_id].get("envy", {})
    assert dict(table.envy) == {outcome: amount * 100 for outcome, amount in dollars.items()}
    assert table.envy_times_wager == paytable_id.startswith("multi_game/")


@pytest.mark.parametrize("paytable_id", PAYS)
def test_the_figures_are_those_of_the_letters(paytable_id: str) -> None:
    table = PAYTABLES.get(paytable_id)
    kept = sorted(figure_text(row.figure, row.value, dict(row.where)) for row in table.printed)
    assert kept == sorted(PAYS[paytable_id].get("figures", "").splitlines())


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


# As printed: a natural tie pays more than a natural win.
TIES_PAY_MORE = "baccarat/dragon_bonus/golden-talons-b"


def is_ranked(paytable_id: str) -> bool:
    """Whether the lines are one wager's outcomes, from worst to best."""
    return paytable_id != TIES_PAY_MORE and all(
        slot.is_ranked for slot in catalog.slots_for(paytable_id).values()
    )


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
