"""Paytable files that a house may get wrong: each is refused by name, with file, key and reason."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from house_files import COVER_ALL_LABELS, FOUR_CARD_LABELS, QUEENS_UP_LABELS
from pitboss.refusal import Refusal, Told
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Fixed, Odds, Share, parse_prize
from pitboss.rules.reading import TOO_DEEP, TOO_LONG

from .support import PAYTABLES

QUEENS_UP = (
    """
title = "Our Queens Up"
games = ["crazy4"]
spec = ["C4-6"]

[source]
name = "our own"

[pays]
nothing = "loses"
queens_or_better = "1 to 1"
two_pair = "2 to 1"
straight = "3 to 1"
flush = "4 to 1"
three_of_a_kind = "7 to 1"
straight_flush = "30 to 1"
four_of_a_kind = "50 to 1"
four_aces = "60 to 1"
"""
    + QUEENS_UP_LABELS
)
PROGRESSIVE = (
    """
title = "Our progressive"
games = ["crazy4"]
wager = "$1"
envy_times_wager = true

[source]
name = "our own"

[pays]
nothing = "loses"
three_of_a_kind = "9 for 1"
straight_flush = "$100 from mega"
four_of_a_kind = "10 % of mega"
four_aces = "100 % of mega"

[envy]
four_aces = "$100"

[levels.mega]
seed = "$1,000"
rate_ppm = 200_000
reserve_ppm = 50_000

[split]
house_ppm = 750_000

[[printed]]
figure = "house_edge"
value = "20 %"
where = { decks = "1" }
"""
    + FOUR_CARD_LABELS
)
COVER_ALL_COLUMN = """
[pays.{hands}]
nothing = "loses"
three_of_a_kind = "3 to 1"
straight = "4 to 1"
flush = "5 to 1"
full_house = "6 to 1"
four_of_a_kind = "7 to 1"
straight_flush = "8 to 1"
royal_flush = "9 to 1"
"""
COVER_ALL = 'title = "Ours"\ngames = ["caribbean_stud"]\n[source]\nname = "our own"\n' + "".join(
    COVER_ALL_COLUMN.format(hands=hands) for hands in range(2, 9)
)
COVER_ALL += COVER_ALL_LABELS
FILES = {
    "crazy4/queens_up/own": QUEENS_UP,
    "crazy4/progressive/own": PROGRESSIVE,
    "caribbean_stud/cover_all/own": COVER_ALL,
}


def house(folder: Path, paytable_id: str, text: str) -> Paytables:
    """A house's folder with one file in it."""
    path = folder / f"{paytable_id}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text, "utf-8")
    return Paytables(folder)


def refusal_of(folder: Path, paytable_id: str, text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        house(folder, paytable_id, text).get(paytable_id)
    return caught.value


@pytest.mark.parametrize("paytable_id", FILES)
def test_PS_44_a_houses_own_file_is_read(tmp_path: Path, paytable_id: str) -> None:
    tables = house(tmp_path, paytable_id, FILES[paytable_id])
    assert paytable_id in tables.ids()
    assert paytable_id not in PAYTABLES.ids()
    assert tables.get(paytable_id).id == paytable_id


def test_PS_44_what_a_houses_file_says(tmp_path: Path) -> None:
    read = house(tmp_path, "crazy4/progressive/own", PROGRESSIVE).get("crazy4/progressive/own")
    assert read.prize("three_of_a_kind") == Odds(9, 1, stake_back=False)
    assert read.prize("straight_flush") == Fixed(10000, level="mega")  # type: ignore[arg-type]
    assert read.prize("four_of_a_kind") == Share(100_000, "mega")  # type: ignore[arg-type]
    assert (read.wager_cents, dict(read.envy), read.envy_times_wager) == (
        100,
        {"four_aces": 10000},
        True,
    )
    level = read.level("mega")
    assert (level.seed_cents, level.rate_ppm, level.reserve_ppm, read.house_ppm) == (
        100_000,
        200_000,
        50_000,
        750_000,
    )
    assert [(at.figure, at.value, dict(at.where)) for at in read.printed] == [
        ("house_edge", "20 %", {"decks": "1"})
    ]


Q, P, C = FILES
FLUSH = 'flush = { short = "Flush", long = "Flush" }'
case = pytest.param
# file, what is replaced, by what, the refusal, the key that it names
WRONG = [
    case(Q, "two_pair =", "three_pair =", "OUTCOME_UNKNOWN", "pays.three_pair", id="unk"),
    case(Q, 'flush = "4 to 1"\n', "", "OUTCOME_MISSING", "pays.flush", id="missing outcome"),
    case(Q, '"4 to 1"', '"-4 to 1"', "PAY_NEGATIVE", "pays.flush", id="negative odds"),
    case(Q, '"4 to 1"', "-4", "PAY_NEGATIVE", "pays.flush", id="negative number"),
    case(Q, '"4 to 1"', "-4.5", "PAY_NEGATIVE", "pays.flush", id="negative float"),
    case(P, '"9 for 1"', '"$-9"', "PAY_NEGATIVE", "pays.three_of_a_kind", id="neg dollars"),
    case(Q, '"4 to 1"', "4", "PAY_UNREADABLE", "pays.flush", id="a number"),
    case(Q, '"4 to 1"', "true", "PAY_UNREADABLE", "pays.flush", id="a flag"),
    case(Q, '"4 to 1"', '"4 to 0"', "PAY_UNREADABLE", "pays.flush", id="to nothing"),
    case(Q, '"4 to 1"', '"4.5 to 1"', "PAY_UNREADABLE", "pays.flush", id="half odds"),
    case(Q, '"4 to 1"', '"four"', "PAY_UNREADABLE", "pays.flush", id="a word"),
    case(Q, '"4 to 1"', '""', "PAY_UNREADABLE", "pays.flush", id="empty"),
    case(Q, '"4 to 1"', '"5 % of mega"', "LEVEL_UNKNOWN", "pays.flush", id="no level"),
    case(Q, '"4 to 1"', '"4 to 1 from x"', "LEVEL_UNKNOWN", "pays.flush", id="from none"),
    case(P, "10 % of mega", "0 % of mega", "PAY_UNREADABLE", "pays.four_of_a_kind", id="0%"),
    case(P, "10 % of mega", "101 % of mega", "PAY_UNREADABLE", "pays.four_of", id="101%"),
    case(P, "10 % of mega", "10 % of major", "LEVEL_UNKNOWN", "pays.four_of", id="level"),
    case(P, '= "loses"', '= "push"', "PAY_UNREADABLE", "pays", id="a push feeds no meter"),
    case(Q, '"4 to 1"', '"$4"', "PAYTABLE_INCOMPLETE", "wager", id="fixed needs wager"),
    case(P, 'wager = "$1"\n', "", "PAYTABLE_INCOMPLETE", "wager", id="meter needs wager"),
    case(P, 'wager = "$1"', 'wager = "$0"', "", "wager", id="a wager must be more than $0.00"),
    case(P, 'wager = "$1"', 'wager = "1 chip"', "AMOUNT_UNREADABLE", "wager", id="chip"),
    case(P, 'wager = "$1"', "wager = 1", "PAYTABLE_UNREADABLE", "wager", id="wager type"),
    case(P, '"$100"', '"-$100"', "PAY_NEGATIVE", "envy.four_aces", id="negative envy"),
    case(P, '"$100"', '"lots"', "AMOUNT_UNREADABLE", "envy.four_aces", id="envy"),
    case(P, 'aces = "$1', 'kings = "$1', "OUTCOME_UNKNOWN", "envy.four_kings", id="envy of"),
    case(P, "house_ppm = 750", "house_ppm = 751", "SPLIT_WRONG", "split", id="over"),
    case(P, "house_ppm = 750", "house_ppm = 749", "SPLIT_WRONG", "split", id="under"),
    case(P, "rate_ppm = 200_000", "rate_ppm = -200_000", "SPLIT_WRONG", "split", id="neg"),
    case(P, "rate_ppm = 200_000", "rate_ppm = 0.2", "PAYTABLE_UNREADABLE", "rate", id="0.2"),
    case(P, "rate_ppm = 200_000", "rate_ppm = true", "PAYTABLE_UNREADABLE", "rate", id="b"),
    case(P, "[split]\nhouse_ppm = 750_000", "", "PAYTABLE_INCOMPLETE", "house_ppm", id="ns"),
    case(P, "[split]", "[split]\nx_ppm = 1", "PAYTABLE_KEY_UNKNOWN", "split.x_ppm", id="sk"),
    case(P, 'seed = "$1,000"', "", "PAYTABLE_INCOMPLETE", "levels.mega.seed", id="no seed"),
    case(P, "[split]", "cap = 1\n[split]", "PAYTABLE_KEY_UNKNOWN", "levels.mega.cap", id="c"),
    case(P, "[levels.mega]", "[levels]\nminor = 5\n[levels.mega]", "", "minor", id="no tab"),
    case(P, "[[printed]]", "[[prints]]", "PAYTABLE_KEY_UNKNOWN", "prints", id="unknown key"),
    case(P, 'value = "20 %"', "", "PAYTABLE_INCOMPLETE", "printed.0.value", id="no value"),
    case(P, 'value = "20 %"', "value = 20", "PAYTABLE_UNREADABLE", "printed.0.value", id="v"),
    case(P, "= true", '= "yes"', "PAYTABLE_UNREADABLE", "envy_times_wager", id="flag"),
    case(Q, 'title = "Our Queens Up"', "", "PAYTABLE_INCOMPLETE", "title", id="no title"),
    case(Q, 'title = "Our', 'titel = "x"\ntitle = "Our', "PAYTABLE_KEY_U", "titel", id="typo"),
    case(Q, 'games = ["crazy4"]', "", "PAYTABLE_INCOMPLETE", "games", id="no games"),
    case(Q, '["crazy4"]', '"crazy4"', "PAYTABLE_UNREADABLE", "games", id="games a text"),
    case(Q, '"crazy4"', '"crazy5"', "PAYTABLE_NOT_FOR_GAME", "games", id="no such game"),
    case(Q, '"crazy4"', '"holdem_bonus"', "PAYTABLE_NOT_FOR_GAME", "games", id="other game"),
    case(Q, "[source]", 'decks = ["six"]\n[source]', "PAYTABLE_UNREADABLE", "decks", id="d"),
    case(Q, "[source]", 'scheme = "x"\n[source]', "PAYTABLE_UNREADABLE", "scheme", id="sch"),
    case(Q, "[pays]", "[pays", "PAYTABLE_UNREADABLE", "TOML", id="no TOML"),
    case(Q, "[pays]", "[pays]\nflush = 1", "PAYTABLE_UNREADABLE", "TOML", id="key twice"),
    case(Q, FLUSH + "\n", "", "LABEL_MISSING", "labels.flush", id="no words"),
    case(Q, "[labels]", "[words]", "LABEL_MISSING", "labels.nothing", id="no labels"),
    case(Q, FLUSH, 'flush = "Flush"', "LABEL_WRONG", "labels.flush", id="one text"),
    case(Q, FLUSH, FLUSH.replace("Flush", "", 1), "LABEL_WRONG", "labels.flush.s", id="blank"),
    case(Q, FLUSH, FLUSH.replace("Flush", "x" * 25, 1), "LABEL_WRONG", ".short", id="too long"),
    case(Q, FLUSH, FLUSH.replace("Flush", "Straight"), "LABEL_TWICE", "labels.", id="twice"),
    case(Q, "[labels]\n", "[labels]\nfives = 1\n", "OUTCOME_UNKNOWN", "labels.fives", id="label"),
    case(Q, "[source]", 'after_start = "eat"\n[source]', "PAYTABLE_U", "after_start", id="chips"),
    case(C, "[pays.8]", "[pays.9]", "COLUMN_UNKNOWN", "pays.9", id="column unknown"),
    case(C, "[pays.8]", "[more]", "PAYTABLE_INCOMPLETE", "pays.8", id="column missing"),
    case(C, '"3 to 1"', '"x"', "PAY_UNREADABLE", "pays.2.three_of_a_kind", id="in a column"),
    case(Q, 'title = "Our', 'printed = [1]\ntitle = "Our', "", "printed", id="printed of no table"),
]  # fmt: skip


@pytest.mark.parametrize(("paytable_id", "old", "new", "code", "key"), WRONG)
def test_a_wrong_file_is_refused_with_file_key_and_reason(
    tmp_path: Path, paytable_id: str, old: str, new: str, code: str, key: str
) -> None:
    text = FILES[paytable_id]
    assert old in text
    refusal = refusal_of(tmp_path, paytable_id, text.replace(old, new, 1))
    assert refusal.code.startswith(code)
    assert str(tmp_path / f"{paytable_id}.toml") in refusal.where
    assert key in str(refusal)
    assert len(refusal.reason.split()) >= 3


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    tables = house(tmp_path, "crazy4/queens_up/own", QUEENS_UP)
    (tmp_path / "crazy4/queens_up/own.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(Refusal) as caught:
        tables.get("crazy4/queens_up/own")
    assert caught.value.code == "PAYTABLE_UNREADABLE"
    assert "own.toml" in caught.value.where


def test_an_id_of_the_product_is_taken(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        house(tmp_path, "crazy4/queens_up/c4p-09", QUEENS_UP)
    assert caught.value.code == "PAYTABLE_ID_TAKEN"
    assert "c4p-09.toml" in caught.value.where


def test_a_file_for_a_wager_that_no_game_has(tmp_path: Path) -> None:
    for paytable_id in (
        "crazy4/jacks_up/own",
        "crazy5/queens_up/own",
        "crazy4/five_card/own",
    ):
        refusal = refusal_of(tmp_path / paytable_id.replace("/", "-"), paytable_id, QUEENS_UP)
        assert refusal.code == "PAYTABLE_NOT_FOR_GAME"
        assert "own.toml" in refusal.where


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(Refusal) as caught:
        Paytables(tmp_path / "none")
    assert caught.value.code == "FOLDER_MISSING"


def test_an_unknown_paytable_with_a_near_name() -> None:
    with pytest.raises(Refusal) as caught:
        PAYTABLES.get("crazy4/queens_up/c4p-9")
    assert caught.value.code == "PAYTABLE_UNKNOWN"
    assert "crazy4/queens_up/c4p-09" in caught.value.reason


def test_near_names_and_shipped_files_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page names a paytable that the house no longer has in each of a hundred lines."""
    looked: list[str] = []

    def looks_for(what: str) -> Callable[..., list[str]]:
        def noted(*_: object, **__: object) -> list[str]:
            looked.append(what)
            return []

        return noted

    Paytables()  # perhaps the first of this process
    monkeypatch.setattr(Path, "glob", looks_for("files"))
    monkeypatch.setattr(difflib, "get_close_matches", looks_for("names"))
    for _ in range(3):
        with pytest.raises(Refusal):
            Paytables().get("crazy4/queens_up/looked-for-once")
    assert looked == ["names"]


@pytest.mark.parametrize(
    "text",
    ["push", "loses", "3 to 2", "1,000 for 1", "$3,000", "$2.50 from mega", "12.5 % of mega"],
)
def test_a_pay_is_shown_as_it_is_written(text: str) -> None:
    assert str(parse_prize(text, levels=("mega",))) == text


def test_a_pay_with_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    text = QUEENS_UP.replace("4 to 1", f"{'9' * 5000} to 1")
    assert "pays.flush" in refusal_of(tmp_path, "crazy4/queens_up/own", text).where


def test_PS_44_a_house_file_at_the_wrong_depth_is_not_passed_over(tmp_path: Path) -> None:
    (tmp_path / "crazy4").mkdir()
    (tmp_path / "crazy4" / "own.toml").write_text('title = "Lost"\n')
    with pytest.raises(Refusal, match="PAYTABLE_MISPLACED"):
        Paytables(tmp_path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = " + "[" * 3_000 + "]" * 3_000, TOO_DEEP),
        ("a = " + "9" * 5_000, TOO_LONG),
    ],
    ids=["nested", "digits"],
)
def test_a_file_of_no_toml_is_refused_in_plain_words(tmp_path: Path, text: str, why: Told) -> None:
    refusal = refusal_of(tmp_path, "crazy4/queens_up/own", text)
    assert (refusal.code, refusal.reason) == ("PAYTABLE_UNREADABLE", why.reason)


def test_a_pipe_among_a_houses_files_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "crazy4" / "queens_up" / "own.toml"
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    with pytest.raises(Refusal) as caught:
        Paytables(tmp_path).get("crazy4/queens_up/own")
    assert (caught.value.code, caught.value.reason) == ("PAYTABLE_UNREADABLE", "not a plain file")


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    refusal = refusal_of(tmp_path, "crazy4/queens_up/own", "#" * 1_000_001)
    assert refusal.code == "PAYTABLE_UNREADABLE"


@pytest.mark.parametrize(
    "pay",
    [
        "1,5 to 1",
        "10,00 to 1",
        "1,0000 to 1",
        ",5 to 1",
        "5, to 1",
        "1,,000 to 1",
        "$1,5",
        "0,500 to 1",
        "007 to 1",
    ],
)
def test_commas_stand_between_thousands(pay: str) -> None:
    with pytest.raises(Refusal) as caught:
        parse_prize(pay, levels=())
    assert caught.value.code in ("PAY_UNREADABLE", "AMOUNT_UNREADABLE")


def test_commas_in_their_places_are_read() -> None:
    assert parse_prize("25,000 to 1", levels=()) == Odds(25_000, 1, stake_back=True)
    assert parse_prize("1,000,000 for 1", levels=()) == Odds(1_000_000, 1, stake_back=False)
    assert parse_prize("25000 to 1", levels=()) == Odds(25_000, 1, stake_back=True)


def test_PS_45_several_meters_need_their_printed_names(tmp_path: Path) -> None:
    two = PROGRESSIVE.replace("rate_ppm = 200_000", "rate_ppm = 150_000")
    two += '\n[levels.minor]\nlabel = "Minor"\nseed = "$100"\nrate_ppm = 50_000\n'
    refusal = refusal_of(tmp_path, "crazy4/progressive/own", two)
    assert (refusal.code, refusal.where.split(": ")[-1]) == ("LABEL_MISSING", "levels.mega.label")
    named = two.replace("[levels.mega]", '[levels.mega]\nlabel = "Grand Prize"')
    read = house(tmp_path / "named", "crazy4/progressive/own", named).get("crazy4/progressive/own")
    assert [level.label for level in read.levels] == ["Grand Prize", "Minor"]


def test_PS_45_an_only_meter_needs_no_printed_name(tmp_path: Path) -> None:
    read = house(tmp_path, "crazy4/progressive/own", PROGRESSIVE).get("crazy4/progressive/own")
    assert read.level_label("mega") == "Main"
    too_long = PROGRESSIVE.replace("[levels.mega]", f'[levels.mega]\nlabel = "{"x" * 25}"')
    assert refusal_of(tmp_path / "long", "crazy4/progressive/own", too_long).code == "LABEL_WRONG"


def test_a_paytable_is_parsed_once_for_each_text_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "crazy4" / "progressive" / "own.toml"
    file.parent.mkdir(parents=True)
    text = Paytables().text("crazy4/progressive/pays-3")
    file.write_text(text, "utf-8")
    paytables = Paytables(tmp_path)
    first = paytables.get("crazy4/progressive/own")
    assert paytables.get("crazy4/progressive/own") is first
    file.write_text(text.replace('seed = "$1,000"', 'seed = "$2,000"'), "utf-8")
    assert paytables.get("crazy4/progressive/own").sha256 != first.sha256


def test_one_more_game_leaves_the_digest_as_it_is(tmp_path: Path) -> None:
    def digest(games: str) -> str:
        text = re.sub("^games = .*", games, PROGRESSIVE, flags=re.MULTILINE)
        return (
            house(tmp_path / f"{hash(games)}", "crazy4/progressive/own", text)
            .get("crazy4/progressive/own")
            .sha256
        )

    one = digest('games = ["crazy4"]')
    assert one == digest('games = [\n    "crazy4",  # first\n    "four_card_poker",\n]')
    assert one != digest('games = ["crazy4"]\nbet = "Own"')
