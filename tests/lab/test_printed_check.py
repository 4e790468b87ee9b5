"""Other people's paytables, judged. The counts of three cards and the edges 7.28 % and 2.32 % are
those of casinocitytimes.com/john-grochowski/article/three-card-poker-and-pair-plus-67518; those of
Lucky Ladies by decks are of its article 63961."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import pitboss
from pitboss.lab.printed_text import read_printed, to_figure, to_pay
from pitboss.lab.published import judge_published
from pitboss.maths.verdicts import AGREES, CONTRADICTS, DIFFERS
from pitboss.refusal import Refusal

PAIR_PLUS = """Pair Plus
Hand  Pays  Combinations  Probability  Return
Straight flush  40  48  0.002172  0.086878
Three of a kind  30  52  0.002353  0.070588
Straight  6  720  0.032579  0.195475
Flush  3  1,096  0.049593  0.148778
Pair  1  3,744  0.169412  0.169412
Loser  -1  16,440  0.743891  -0.743891
Total    22,100  1.000000  -0.072760
House edge  7.28%
Hit frequency  25.61 %
"""
LUCKY_LADIES = """Lucky Ladies
Queens of hearts and dealer blackjack  1,000-1
Queens of hearts  125-1
Matched 20  19-1
Suited 20  9-1
Unsuited 20  4-1
"""


def wrong(found: pitboss.CheckedTable) -> list[tuple[str, str, str]]:
    judged = (each for each in found.figures if each.verdict != AGREES)
    return [(each.label, each.figure, each.verdict) for each in judged]


def judge(text: str, wager: str = "", **settings: Any) -> pitboss.CheckedFigure:
    """The verdict on the last figure of a text."""
    return pitboss.check_printed(text, wager, **settings).figures[-1]


def test_a_right_table_is_found_by_its_lines_and_agrees_in_every_figure() -> None:
    found = pitboss.check_printed(PAIR_PLUS)
    assert found.wager.paytable.id == "three_card_poker/pair_plus/40-30-6-3-1"
    assert (wrong(found), found.count(AGREES), found.unread) == ([], 23, ())


@pytest.mark.parametrize("form", ["csv", "tabs", "markdown", "toml"])
def test_every_form_of_a_table_reads_alike(form: str) -> None:
    rows = [[cell for cell in row.split("  ") if cell] for row in PAIR_PLUS.splitlines()[1:]]
    rows[7].insert(1, "")  # the total has no pay
    match form:
        case "csv":
            text = "\n".join(",".join(f'"{cell}"' for cell in row) for row in rows)
        case "tabs":
            text = "\n".join("\t".join(row) for row in rows)
        case "markdown":
            rule = "|---|---:|---:|---:|---:|"
            text = "\n".join(f"| {' | '.join(row)} |" for row in rows).replace(
                "|\n", f"|\n{rule}\n", 1
            )
        case _:
            names = ("hand", "pays", "combinations", "probability", "return")
            lines = [zip(names, row, strict=True) for row in rows[1:7]]
            text = 'house_edge = "7.28 %"\nhit_frequency = "25.61 %"\n' + "".join(
                "[[lines]]\n" + "".join(f'{name} = "{cell}"\n' for name, cell in line)
                for line in lines
            )
    found = pitboss.check_printed(text)
    assert wrong(found) == []
    assert found.count(AGREES) == (20 if form == "toml" else 23)


def test_a_product_that_is_not_its_factors_contradicts_itself() -> None:
    found = pitboss.check_printed(PAIR_PLUS.replace("0.148778", "0.149778"))
    assert wrong(found) == [("Flush", "returns", CONTRADICTS)]
    (flush,) = (each for each in found.figures if each.verdict == CONTRADICTS)
    assert flush.against == ("probability_times_pay", "sum_of_lines")
    assert flush.exact == Fraction(3 * 1096, 22100)
    assert flush.difference == Fraction(149778, 1000000) - Fraction(3 * 1096, 22100)


def test_a_total_that_its_lines_do_not_make_contradicts_them() -> None:
    found = pitboss.check_printed(PAIR_PLUS.replace("-0.072760", "-0.082760"))
    assert wrong(found) == [("total", "returns", CONTRADICTS)]


def test_the_edge_of_another_paytable_is_named() -> None:
    edge = judge("House edge 2.32%", "three_card_poker/pair_plus/40-30-6-3-1")
    assert edge.verdict == DIFFERS
    assert edge.reading == {"paytable": "three_card_poker/pair_plus/40-30-6-4-1"}


def test_other_decks_are_named_under_which_a_figure_would_agree() -> None:
    assert judge(f"{LUCKY_LADIES}House edge  24.71 %", decks=6).verdict == AGREES
    edge = judge(f"{LUCKY_LADIES}House edge  24.05 %", decks=6)
    assert (edge.verdict, edge.reading) == (DIFFERS, {"decks": "8"})
    by_decks = pitboss.check_printed(
        f"{LUCKY_LADIES}House edge, six decks  24.71 %\nHouse edge, 8 decks  24.05 %\n"
        "House edge, 2 decks  30.15 %"
    )
    assert [each.verdict for each in by_decks.figures] == [AGREES, AGREES, DIFFERS]


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("House edge 2.01%", {"stake": "all_wagers"}),  # 3.37 % of the ante, 2.01 % of all
        ("House edge -3.37%", {"sign": "other_side"}),
        ("Player edge 3.37%", {"sign": "other_side"}),
        ("Element of risk 3.37%", {"stake": "one_wager"}),
    ],
)
def test_a_figure_of_another_stake_or_side_is_named(text: str, reading: dict[str, str]) -> None:
    figure = judge(text, "three_card_poker/base/5-4-1")
    assert (figure.verdict, figure.reading) == (DIFFERS, reading)


def test_digits_cut_off_are_named() -> None:
    edge = judge("House edge 2.65%", "blackjack/lucky_lucky/1", decks=6)  # 2.6556
    assert (edge.verdict, edge.reading) == (DIFFERS, {"rounding": "cut"})


def test_pays_for_one_are_told_from_pays_to_one() -> None:
    text = PAIR_PLUS.partition("Loser")[0].replace("  40  ", "  40 for 1  ")
    lines = [row.replace("  6  ", "  6 for 1  ") for row in text.splitlines()]
    found = pitboss.check_printed("\n".join([*lines, "House edge  7.28%"]))
    assert found.reading["pays"] == "to"


def test_a_hand_that_is_not_printed_joins_the_line_it_belongs_to() -> None:
    """Three of a kind in six decks, suited or not: 13 x C(24, 3) of C(312, 3)."""
    found = pitboss.check_printed(
        "21+3, 6 decks\nHand  Combinations  Pays\nStraight flush  10368  9 to 1\n"
        "Three of a kind  26312  9 to 1\nStraight  155520  9 to 1\nFlush  292896  9 to 1\n"
        "Nothing  4528224  Loss\nTotal  5013320\nHouse edge  3.24 %"
    )
    assert (wrong(found), found.reading["unlisted"]) == ([], "line_named")


def test_a_paytable_of_ours_is_read_with_its_printed_figures() -> None:
    found = pitboss.check_printed(
        'title = "Bad Beat"\n[pays]\nnothing = "loses"\n'
        '[[printed]]\nfigure = "house_edge"\nvalue = "19.3 %"\n'
        '[[printed]]\nfigure = "house_edge"\nvalue = "19.87 %"\n',
        "crazy4/bad_beat/bbb-01",
    )
    assert [each.verdict for each in found.figures] == [CONTRADICTS, CONTRADICTS]


def test_what_is_published_has_its_mistakes() -> None:
    found = {(each.paytable_id, each.printed): each for each in judge_published()}
    cards = found["let_it_ride/three_card_bonus/50-40-30-6-3-1", "9720"]
    assert (cards.verdict, cards.exact) == (
        DIFFERS,
        Fraction(22100 - 48 - 52 - 720 - 1096 - 3744),
    )
    assert found["baccarat/dragon_bonus/1", "9.7%"].verdict == DIFFERS
    assert found["baccarat/dragon_bonus/1", "-0.026517"].verdict == AGREES


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("nothing to see", "no_figures"),
        ("Green dragon 5 to 1\nRed dragon 3 to 1", "no_wager"),
        ("Flush 5 to 1\n" * 501, "too_long"),
        ('[pays]\nflush = "5 to 1', "because"),
    ],
)
def test_what_is_no_paytable_is_refused(text: str, case: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.check_printed(text)
    assert (refused.value.code, refused.value.told.case) == ("PRINTED_UNREADABLE", case)


def test_a_wrong_setting_is_refused_by_its_name() -> None:
    with pytest.raises(Refusal, match="OPTION_UNKNOWN"):
        pitboss.check_printed(PAIR_PLUS, "three_card_poker/pair_plus/40-30-6-3-1", decks=6)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7.10 %", "71/1000"),
        ("-.0364", "-91/2500"),
        ("1,096", "1096"),
        ("$2,500.50", "5001/2"),
        ("1 in 220", "220"),
        ("3/25", "3/25"),
        ("about 3", None),
        ("1/0", None),
    ],
)
def test_a_figure_is_read_as_printed(text: str, value: str | None) -> None:
    figure = to_figure(text)
    assert (figure and figure.value) == (value and Fraction(value))


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("5 to 1", "5 to 1"),
        ("1,000:1", "1000 to 1"),
        ("40-1", "40 to 1"),
        ("6 for 1", "6 for 1"),
        ("1.5", "3 to 2"),
        ("even money", "1 to 1"),
        ("Push", "push"),
        ("Loss", "loses"),
        ("-1", "loses"),
        ("100% Jackpot", ""),
        ("$250", "$250"),
    ],
)
def test_a_pay_is_read_as_printed(text: str, pay: str) -> None:
    assert to_pay(text) == pay


def test_labels_with_numbers_and_bare_pays_are_read() -> None:
    """Pay table 1 of Lucky Lucky, as printed at nilapub.com (a copy of wizardofodds.com)."""
    found = pitboss.check_printed(
        "Event Pays Combinations Probability Return\nSuited 7-7-7 200 80 0.000016 0.003191\n"
        "Suited 6-7-8 100 864 0.000172 0.017234\nUnsuited 7-7-7 50 1,944 0.000388 0.019388\n"
        "Unsuited 6-7-8 30 12,960 0.002585 0.077553\n"
        "Suited total of 21 15 26,568 0.005299 0.079492\n"
        "Unsuited total of 21 3 406,296 0.081043 0.243130\n"
        "Total of 20 2 377,568 0.075313 0.150626\nHouse edge 2.66%",
        "blackjack/lucky_lucky/1",
    )
    assert (wrong(found), found.figures[0].reading) == ([], {"deals": "5,013,320"})  # C(312, 3)
    bare = read_printed("Flush 7\nStraight 4\nThree of a kind 3")
    assert [line.pays for line in bare.lines] == ["7 to 1", "4 to 1", "3 to 1"]


def test_a_name_that_ends_in_a_number_is_a_title() -> None:
    table = read_printed("Dragon 7\nHouse edge 7.61 %\n8 decks")
    assert (table.lines, table.title, table.settings) == ((), "Dragon 7\n8 decks", {"decks": "8"})


@pytest.mark.parametrize(
    ("text", "wager"),
    [
        ("Casino War tie 10 to 1\nHouse edge 18.65 %", "casino_war/tie/10"),
        ("Hand,Pays,Probability\nPanda 8,25 to 1,0.034543", "baccarat/panda_8/1"),
        ("Panda 8 pays 25 to 1\nHouse edge 10.19 %", "baccarat/panda_8/1"),
    ],
)
def test_a_table_of_one_line_is_read(text: str, wager: str) -> None:
    found = pitboss.check_printed(text)
    assert found.wager.paytable.id == wager
    assert [each.verdict for each in found.figures] == [AGREES]


def pairs_for_one(pays: tuple[int, ...]) -> str:
    hands = ("Straight flush", "Three of a kind", "Straight", "Flush", "Pair")
    return "".join(f"{hand} {pay} for 1\n" for hand, pay in zip(hands, pays, strict=True))


def test_three_to_one_is_four_for_one() -> None:
    """So a table that counts the stake in is the paytable that it pays the same as, not the one
    whose numbers it has: 40-30-5-4-1 also pays four for a flush."""
    text = pairs_for_one((41, 31, 7, 4, 2))
    found = pitboss.check_printed(f"Pair Plus\n{text}House edge 7.28 %")
    assert (found.wager.paytable.id.rpartition("/")[2], found.others) == ("40-30-6-3-1", ())
    assert dict(found.reading) == {}


def test_the_word_for_by_mistake_is_named_as_a_reading() -> None:
    text = pairs_for_one((40, 30, 6, 3, 1))
    found = pitboss.check_printed(f"Pair Plus\n{text}House edge 7.28 %")
    assert found.wager.paytable.id.rpartition("/")[2] == "40-30-6-3-1"
    assert (dict(found.reading), wrong(found)) == ({"pays": "to"}, [])


@pytest.mark.parametrize("figure", ["9" * 5000 + " %", "1/" + "9" * 5000, "1." + "3" * 5000])
def test_a_number_without_end_is_refused(figure: str) -> None:
    with pytest.raises(Refusal) as refused:
        pitboss.check_printed(f"Straight flush 40 to 1\nFlush 3 to 1\nHouse edge {figure}")
    assert (refused.value.code, refused.value.case) == ("PRINTED_UNREADABLE", "number")


def test_a_candidate_that_cannot_be_computed_leaves_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Caribbean Stud has no decks to choose."""
    ids = ("caribbean_stud/base/standard", "casino_war/tie/10")
    monkeypatch.setattr("pitboss.lab.printed_check.find_wagers", lambda table, house=None: ids)
    found = pitboss.check_printed("Tie 10 to 1\nHouse edge 18.65 %", decks=6)
    assert found.wager.paytable.id == "casino_war/tie/10"


TRIPS = """Ultimate Trips
Royal flush 50 to 1 1 in 30,940
Straight flush 40 to 1 1 in 3,591
Four of a kind 30 to 1 1 in 595
Full house 8 to 1 1 in 38.52
Flush 7 to 1 1 in 33.05
Straight 4 to 1 1 in 21.65
Three of a kind 3 to 1 1 in 20.70
"""
FLUSH_AT_FOUR = """Straight flush 40 to 1
Three of a kind 30 to 1
Straight 6 to 1
Flush 4 to 1
Pair 1 to 1
"""
FLUSH_AT_FOUR_ID = "three_card_poker/pair_plus/40-30-6-4-1"


def to_against(text: str) -> str:
    """Odds of 1 in 33.05 as 32.05 to 1."""
    for one_in in ("30,940", "3,591", "595", "38.52", "33.05", "21.65", "20.70"):
        whole, _, decimals = one_in.replace(",", "").partition(".")
        against = ".".join(filter(None, (str(int(whole) - 1), decimals)))
        text = text.replace(f"1 in {one_in}", f"{against} to 1")
    return text


@pytest.mark.parametrize("head", ["", "Hand Pays Odds\n", "Hand Pays Probability\n"])
def test_odds_after_the_pay_are_how_often_a_hand_comes(head: str) -> None:
    found = pitboss.check_printed(TRIPS.replace("Royal", f"{head}Royal"))
    assert found.wager.paytable.id == "ultimate_holdem/trips/50-40-30-8-7-4-3"
    assert {(each.figure, each.verdict) for each in found.figures} == {("one_in", AGREES)}
    assert len(found.figures) == 7


def test_odds_against_after_the_pay_agree_as_such() -> None:
    found = pitboss.check_printed(to_against(TRIPS))
    assert (wrong(found), found.count(AGREES)) == ([], 7)
    assert found.wager.paytable.id == "ultimate_holdem/trips/50-40-30-8-7-4-3"


def test_one_line_with_odds_has_them_alone() -> None:
    text = "\n".join(row.partition(" 1 in")[0] for row in TRIPS.splitlines())
    found = pitboss.check_printed(text.replace("Flush 7 to 1", "Flush 7 to 1 1 in 33.05"))
    assert [(each.label, each.figure, each.verdict) for each in found.figures] == [
        ("Flush", "one_in", AGREES)
    ]


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("House edge 2.32%, hit frequency 25.61%", ["house_edge", "hit_frequency"]),
        ("House edge 2.32%; hit frequency 25.61%", ["house_edge", "hit_frequency"]),
        ("The house edge is 2.32 %, and the hit frequency is 25.61 %.",
         ["house_edge", "hit_frequency"]),
        ("The house edge is 2.32 %.", ["house_edge"]),
        ("HA = 2.32%", ["house_edge"]),
    ],
)  # fmt: skip
def test_a_sentence_says_its_figures(text: str, figures: list[str]) -> None:
    found = pitboss.check_printed(FLUSH_AT_FOUR + text)
    assert [each.figure for each in found.figures] == figures
    assert (wrong(found), found.unread) == ([], ())


@pytest.mark.parametrize(
    ("row", "unread"),
    [
        ("Super duper 7 to 1", "Super duper"),
        ("My lucky number 5.57 %", "My lucky number"),
        ("A pair of aces -40 to 1", "A pair of aces -40 to 1"),
        ("A pair of aces \N{MINUS SIGN}40 to 1", "A pair of aces \N{MINUS SIGN}40 to 1"),
    ],
)
def test_a_line_that_is_no_hand_of_the_wager_is_named_as_unread(row: str, unread: str) -> None:
    found = pitboss.check_printed(f"{FLUSH_AT_FOUR}{row}\nHouse edge 2.32%")
    (edge,) = (each for each in found.figures if each.figure == "house_edge")
    assert (edge.verdict, found.unread) == (AGREES, (unread,))


def test_a_pay_below_nothing_is_none() -> None:
    table = read_printed("Straight flush -40 to 1\nPair 1 to 1\nFlush 4 to 1")
    assert [line.label for line in table.lines] == ["Pair", "Flush"]
    assert table.unread == ("Straight flush -40 to 1",)
    assert (to_pay("-40 to 1"), to_pay("-40")) == ("", "")


@pytest.mark.parametrize("between", [", ", "; ", " ", ",", ". "])
@pytest.mark.parametrize("title", ["", "Pair Plus: "])
def test_hands_on_one_line_are_read_one_by_one(between: str, title: str) -> None:
    found = pitboss.check_printed(
        title + between.join([*FLUSH_AT_FOUR.splitlines(), "House edge 2.32%"])
    )
    assert found.wager.paytable.id == FLUSH_AT_FOUR_ID
    assert [(each.figure, each.verdict) for each in found.figures] == [("house_edge", AGREES)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" to ", "\N{EN DASH}"),
        (" to ", "\N{NON-BREAKING HYPHEN}"),
        ("flush ", "flush \N{EM DASH} "),
        ("Three of", "3 of"),
    ],
)
def test_pays_are_read_with_any_dash(old: str, new: str) -> None:
    table = read_printed(FLUSH_AT_FOUR.replace(old, new))
    pays = ["40 to 1", "30 to 1", "6 to 1", "4 to 1", "1 to 1"]
    assert [line.pays for line in table.lines] == pays
    assert (table.lines[0].label, table.unread) == ("Straight flush", ())
