"""The parts behind the commands: wager lines, session meters, the page."""

from __future__ import annotations

import importlib
from fractions import Fraction

import pytest

from pitboss.cli import paper
from pitboss.cli.app import GROUPS, groups_for, house_first
from pitboss.cli.paytable_text import percent
from pitboss.cli.session_meters import SessionMeters
from pitboss.cli.wager_line import parse_wagers, wagers_text
from pitboss.lab import seating
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.rules import catalog
from pitboss.rules.cards import parse_cards
from pitboss.rules.game import Line
from pitboss.rules.round import Table


def table(game: str, **chosen: str) -> Table:
    return seating.choose_table(catalog.game(game), catalog.Paytables(), options={}, chosen=chosen)


# ---- wager lines --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "bets"),
    [
        ("10", {"ante": 1000, "super_bonus": 1000}),
        ("ante $10", {"ante": 1000, "super_bonus": 1000}),
        ("ante10", {"ante": 1000, "super_bonus": 1000}),
        ("ANTE 2.50; Queens Up 5", {"ante": 250, "queens_up": 500, "super_bonus": 250}),
        ("ante 1,000, bad 5", {"ante": 100000, "bad_beat": 500, "super_bonus": 100000}),
        ("ante 10,queens-up 5", {"ante": 1000, "queens_up": 500, "super_bonus": 1000}),
        ("ante 10, progressive", {"ante": 1000, "progressive": 100, "super_bonus": 1000}),
        ("ante 10, queens_up", {"ante": 1000, "queens_up": 500, "super_bonus": 1000}),
        ("ante 10, queens_up 0", {"ante": 1000, "super_bonus": 1000}),
        ("", {}),
    ],
)
def test_wagers_as_a_player_writes_them(text: str, bets: dict[str, int]) -> None:
    assert parse_wagers(text, table("crazy4")) == bets


def test_a_name_with_a_digit_in_it() -> None:
    blackjack = table("blackjack")
    for text in ("blackjack 10, blazing_7s", "blackjack 10, blazing 7s 1", "10, blazing"):
        assert parse_wagers(text, blackjack) == {"blackjack": 1000, "blazing_7s": 100}


def test_the_line_that_says_the_wagers() -> None:
    bets = {"ante": Cents(1050), "super_bonus": Cents(1050), "queens_up": Cents(500)}
    assert wagers_text(bets, table("crazy4")) == "ante 10.50, queens_up 5"


# ---- session meters -----------------------------------------------------------------------------


def award(pays: str, paid: int, *, source: str = "main", wager: str = "progressive") -> Line:
    return Line(1, wager, "wins", "", pays, "", Cents(100), Cents(0), Cents(paid), source=source)


def test_ps10_no_part_of_a_cent_is_lost() -> None:
    meters = SessionMeters(table("baccarat"))
    for _ in range(3):
        meters.contribute({"player": Cents(1000), "dragon_progressive": Cents(1)})
    assert list(meters.list_shown()) == [("dragon_progressive", "main", 1_000_000)]  # 0.6 of a cent
    for _ in range(2):
        meters.contribute({"dragon_progressive": Cents(1)})
    assert list(meters.list_shown()) == [("dragon_progressive", "main", 1_000_001)]


def test_ps11_a_full_award_restarts_the_meter_at_seed_and_reserve() -> None:
    crazy4 = table("crazy4", progressive="crazy4/progressive/pays-3", five_card="none")
    level = crazy4.paytables["progressive"].levels[0]
    assert level.reserve_ppm == 50_000
    meters = SessionMeters(crazy4)
    for _ in range(100):
        meters.contribute({"progressive": Cents(100)})
    (shown,) = (cents for _, _, cents in meters.list_shown())
    assert shown == level.seed_cents + int(100 * Fraction(level.rate_ppm, 10_000))
    meters.award([award("100 % of main", shown)])
    assert list(meters.list_shown()) == [("progressive", "main", level.seed_cents + 500)]
    meters.award([award("100 % of main", level.seed_cents + 500)])
    assert list(meters.list_shown()) == [("progressive", "main", level.seed_cents)]


def test_ps11_a_share_leaves_the_rest_and_a_pay_of_the_tray_all() -> None:
    meters = SessionMeters(table("crazy4", progressive="none"))
    meters.award([award("10 % of main", 50000, wager="five_card")])
    assert list(meters.list_shown()) == [("five_card", "main", 450000)]
    meters.award([award("300 for 1", 30000, source="tray", wager="five_card")])
    assert list(meters.list_shown()) == [("five_card", "main", 450000)]


def test_ps12_a_fixed_pay_can_not_take_a_meter_below_nothing() -> None:
    meters = SessionMeters(table("crazy4", five_card="none"))
    meters.award([award("$2,000 from main", 200000)])
    assert list(meters.list_shown()) == [("progressive", "main", 0)]


# ---- the page -----------------------------------------------------------------------------------


def test_columns_line_up_and_the_last_is_wrapped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = "word " * 12
    assert paper.lined_up([("a", "1", text), ("bbb", "22", "short")], right=(1,)) == [
        "a     1  " + "word " * 9 + "word",
        "         word word",
        "bbb  22  short",
    ]


def test_amounts_and_percentages() -> None:
    assert [paper.format_signed(cents) for cents in (500, -500, 0)] == ["+$5.00", "-$5.00", "$0.00"]
    assert [paper.amount(cents) for cents in (1000, 250)] == ["$10", "$2.50"]
    assert [percent(ppm) for ppm in (200_000, 55_500, 1_000_000, 0, 25)] == [
        "20 %",
        "5.55 %",
        "100 %",
        "0 %",
        "0.0025 %",
    ]


def test_cards_that_lie_face_down() -> None:
    cards = parse_cards("As Td 2c")
    assert paper.cards(cards, face_down=2).split()[1:] == ["▒▒", "▒▒"]
    assert paper.cards(cards) == "A♠ T♦ 2♣"


@pytest.mark.parametrize(
    ("words", "sorted_words"),
    [
        (["games", "--house", "x", "crazy4"], ["--house", "x", "games", "crazy4"]),
        (["games", "--house=x"], ["--house=x", "games"]),
        (["games", "--house"], ["--house", "games"]),
        (["settle", "--", "--house"], ["settle", "--", "--house"]),
        ([], []),
    ],
)
def test_house_in_any_place(words: list[str], sorted_words: list[str]) -> None:
    assert house_first(words) == sorted_words


def test_a_shoe_that_runs_out_is_refused() -> None:
    cards = seating.shuffle_shoe(1, seating.generator(1))
    assert len({next(cards) for _ in range(52)}) == 52
    with pytest.raises(Refusal) as caught:
        next(cards)
    assert caught.value.code == "SHOE_EMPTY"


def test_every_group_has_the_commands_it_is_listed_with() -> None:
    for name, listed in GROUPS.items():
        group = importlib.import_module(f"pitboss.cli.{name}").commands
        found = {each.name or each.callback.__name__ for each in group.registered_commands}
        assert found | {each.name for each in group.registered_groups} == set(listed)


@pytest.mark.parametrize(
    ("words", "groups"),
    [
        (["odds", "x"], ["odds_commands"]),
        (["--house", "odds", "deal"], ["round_commands"]),
        (["deal", "--house=odds"], ["round_commands"]),
        (["--help"], list(GROUPS)),
        ([], list(GROUPS)),
        (["nonsense"], list(GROUPS)),
    ],
)
def test_only_the_group_that_is_asked_for_is_loaded(words: list[str], groups: list[str]) -> None:
    assert groups_for(words) == groups
