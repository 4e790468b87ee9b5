"""Commands about exact figures, as a person types them."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coded import code_first
from pitboss.cli.app import GROUPS, command_line
from pitboss.maths import parts

RUNNER = CliRunner()
app = command_line(GROUPS)


def run(*words: str, code: int = 0) -> str:
    result = RUNNER.invoke(app, list(words))
    assert result.exit_code == code, result.output
    return result.stdout


def refused(*words: str) -> str:
    result = RUNNER.invoke(app, list(words))
    assert result.exit_code == 2
    assert result.stdout == ""
    return code_first(result.stderr)


def test_odds_read_like_a_page() -> None:
    page = run("odds", "crazy4/queens_up/c4p-09")
    assert "3 of a Kind       9 to 1    2.256903 %     44.31  22.5690 %" in page
    assert "House edge          3.060609 % = 9943/324870" in page
    assert "house edge      3.07 %   3.0606 %  differs" in page


def test_odds_as_json() -> None:
    data = json.loads(run("odds", "blackjack/house_money/1", "--decks", "6", "--json"))
    assert data["options"] == {"decks": 6, "ace_two": "yes"}
    assert data["house_edge"] == "1071/4043"
    pair = next(row for row in data["outcomes"] if row["outcome"] == "pair")
    assert pair["pays"] == "3 to 1"
    assert pair["probability"] == "23/311"


def test_odds_at_a_meter() -> None:
    words = ("odds", "multi_game/five_card/01", "--meter", "main=160,530.53", "--json")
    data = json.loads(run(*words))
    numerator, denominator = map(int, data["house_edge"].split("/"))
    assert abs(numerator / denominator) < 1e-7
    assert data["break_even_cents"] == 16_053_053


def test_PS_34_odds_of_a_house_jackpot() -> None:
    """Of 2,598,960 hands 58,656 pay 9, 2,072 pay 100, 576 pay 300, 48 the posted $2,000: 1,003,904
    come back. Each of five others is worth 48 x 100 + 576 x 10 + 2,072 x 5 = 20,920 of envy."""
    words = ("odds", "crazy4/progressive/pays-1", "--posted", "main=2,000")
    data = json.loads(run(*words, "--json"))
    assert data["house_edge"] == "99691/162435"  # 1,595,056 of 2,598,960
    assert data["posted_cents"] == {"four_aces": 200_000}
    assert data["outcomes"][0] == {
        "outcome": "four_aces",
        "probability": "1/54145",
        "pays": "$2,000",
        "return": "400/10829",
    }
    assert (data["meters"], data["long_run_edge"], data["levels"]) == ([], None, [])
    page = run(*words, "--option", "players=6")
    assert "House edge at the posted amounts  57.348170 % = 186307/324870" in page
    assert "Envy                              4.024687 % = 2615/64974 with 6 players" in page


def test_PS_34_a_posted_amount_breaks_even_where_the_house_keeps_nothing() -> None:
    """At $2,000 the house keeps 1,595,056 of 2,598,960 hands; 48 hands win the amount, so that it
    breaks even at $2,000 + 1,595,056 / 48 = 105,691 / 3 dollars."""
    words = ("odds", "crazy4/progressive/pays-1", "--posted", "main=2,000")
    assert "Break-even of main                $35,230.3333 = 105691/3 dollars" in run(*words)
    data = json.loads(run(*words, "--json"))
    assert data["posted_break_even_cents"] == {"main": "10569100/3"}


def test_PS_34_each_amount_breaks_even_with_the_others_as_posted() -> None:
    """Posted at its break-even, either amount leaves the house nothing."""
    own = "blackjack/blazing_7s/1"
    color, suited = "three_sevens_color", "three_sevens_suited"
    named = ("--posted", f"{color}=250", "--posted", f"{suited}=2500", "--json")
    data = json.loads(run("odds", own, *named))
    for name, other in ((color, f"{suited}=2500"), (suited, f"{color}=250")):
        cents = Fraction(data["posted_break_even_cents"][name])
        low, high = (f"{float(each) / 100:.2f}" for each in (cents // 1, cents // 1 + 1))
        edges = [
            Fraction(
                json.loads(
                    run("odds", own, "--posted", other, "--posted", f"{name}={at}", "--json")
                )["house_edge"]
            )
            for at in (low, high)
        ]
        assert edges[0] >= 0 > edges[1]


def test_PS_34_a_level_posts_for_all_its_lines_and_a_hand_for_itself() -> None:
    """Blazing 7's 1 pays 10 % of the meter for three sevens of one color."""
    words = ("odds", "blackjack/blazing_7s/1", "--posted", "main=$2,000", "--json")
    color, suited, diamonds = "three_sevens_color", "three_sevens_suited", "three_sevens_diamonds"
    assert json.loads(run(*words))["posted_cents"] == {
        color: 20_000,
        suited: 200_000,
        diamonds: 200_000,
    }
    by_hand = ("--posted", f"{color}=250", "--posted", f"{diamonds}=7,777.77", "--json")
    named = json.loads(run(*words[:2], *by_hand))["posted_cents"]
    assert named == {color: 25_000, suited: 777_777, diamonds: 777_777}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("odds", "blackjack/trilux/6", "--posted", "mega=5"), "OUTCOME_UNKNOWN"),
        (("odds", "blackjack/trilux/6", "--posted", "flush=5"), "OUTCOME_UNKNOWN"),
        (("odds", "blackjack/trilux/6", "--posted", "main=lots"), "AMOUNT_UNREADABLE"),
        (("odds", "blackjack/trilux/6", "--posted", "main=5", "--meter", "main=5"),
         "HOUSE_JACKPOT_GROWS"),
        (("odds", "blackjack/blazing_7s/ml04", "--posted", "major=5"), "OUTCOME_MISSING"),
        (("odds", "blackjack/blazing_7s/1", "--posted", "main=5", "--posted",
          "three_sevens_color=5"), "POSTED_TWICE"),
        (("odds", "holdem_bonus/progressive/quick-hit-11", "--posted", "royal_after_5=5",
          "--posted", "royal_after_6=4"), "LINE_AMOUNTS_DIFFER"),
        (("odds", "crazy4/queens_up/c4p-09", "--posted", "main=5"), "OUTCOME_UNKNOWN"),
        (("odds", "crazy4/queens_up/nothing"), "PAYTABLE_UNKNOWN"),
        (("odds", "baccarat/dragon_bonus/1", "--option", "side=either"), "OPTION_UNKNOWN"),
        (("odds", "baccarat/dragon_bonus/1", "--option", "side"), "OPTION_UNREADABLE"),
        (("odds", "baccarat/dragon_bonus/1", "--decks", "5"), "OPTION_UNKNOWN"),
        (("odds", "blackjack/trilux/6", "--decks", "6", "--option", "decks=8"), "OPTION_TWICE"),
        (("odds", "blackjack/trilux/6", "--meter", "mega=5"), "LEVEL_UNKNOWN"),
        (("odds", "blackjack/trilux/6", "--meter", "main=lots"), "AMOUNT_UNREADABLE"),
        (("odds", "blackjack/trilux/6", "--meter", "main=-5"), "AMOUNT_UNREADABLE"),
        (("link", "crazy4/queens_up/c4p-09", "blackjack/trilux/6"), "LINK_NO_METER"),
        (("link", "baccarat/dragon_progressive/1"), "LINK_ALONE"),
        (("strategy", "baccarat"), "STRATEGY_NONE"),
        (("strategy", "poker"), "GAME_UNKNOWN"),
        (("strategy", "crazy4", "As", "Kd"), "CARDS_IMPOSSIBLE"),
        (("strategy", "crazy4", "As", "Kd", "Qx"), "CARD_UNKNOWN"),
        (("strategy", "caribbean_stud", "AsKdQh"), "CARDS_WRONG_NUMBER"),
        (("strategy", "caribbean_stud", "AsAsQhJhTh", "9c"), "CARD_DUPLICATED"),
        (("strategy", "blackjack", "As", "Kd"), "CARDS_WRONG_NUMBER"),
        (("strategy", "crazy4", "--csv", "no/such/folder/x.csv"), "FILE_UNWRITABLE"),
        (("recount", "poker"), "GAME_UNKNOWN"),
        (("recount", "baccarat", "--threads", "4096"), "THREADS_TOO_MANY"),
        (("verify", "--page", "no/such/folder/x.md"), "FILE_UNWRITABLE"),
    ],
)  # fmt: skip
def test_bad_input_is_refused_by_name(words: Sequence[str], code: str) -> None:
    assert refused(*words).startswith(f"{code}: ")


def test_PS_44_a_hole_in_a_houses_paytable_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "crazy4" / "queens_up" / "ours.toml"
    path.parent.mkdir(parents=True)
    path.write_text('title = "Ours"\ngames = ["crazy4"]\n[pays]\nnothing = "loses"\n')
    answer = refused("odds", "crazy4/queens_up/ours", "--house", str(tmp_path))
    assert answer.startswith("OUTCOME_MISSING: ")
    assert "ours.toml" in answer
    assert "pays.queens_or_better" in answer


def test_verify_shows_every_verdict() -> None:
    page = run("verify")
    assert "printed figures: " in page
    assert "contradicts itself" in page


def test_verify_as_json() -> None:
    rows = json.loads(run("verify", "--json"))
    assert {row["verdict"] for row in rows} == {"agrees", "differs", "contradicts itself"}


def test_verify_ends_with_1_if_a_verdict_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.maths import verdicts

    kept = verdicts.read_recorded()
    kept[next(iter(kept))] = "differs: 99 %"
    monkeypatch.setattr(verdicts, "read_recorded", lambda: kept)
    result = RUNNER.invoke(app, ["verify"])
    assert result.exit_code == 1
    assert "VERDICT_CHANGED" in result.stderr


def test_link_says_yes_or_no_and_cites_the_rule() -> None:
    yes = run("link", "multi_game/five_card/01")
    assert "Yes: " in yes
    assert "PS-30" in yes
    no = run("link", "blackjack/blazing_7s/1", "blackjack/blazing_7s/1,decks=8", code=1)
    assert "No:" in no
    assert "7/1489020" in no


def test_link_as_json() -> None:
    words = ("link", "crazy4/progressive/pays-1", "baccarat/dragon_progressive/2", "--json")
    answer: dict[str, Any] = json.loads(run(*words, code=1))
    assert answer["allowed"] is False
    assert any("PS-32" in reason for reason in answer["reasons"])


def test_strategy_in_words() -> None:
    assert "PLAY three times the ANTE with a pair of aces or better" in run("strategy", "crazy4")
    assert "Hard 17 to 21: always stand." in run("strategy", "blackjack")


@pytest.mark.parametrize(
    ("words", "values", "best"),
    [
        (("caribbean_stud", "AsKdJc8h3s", "7d"), {"raise": "-169283/163185"}, "fold"),
        (("crazy4", "Ks", "Qd", "8c", "4h", "2s"), {"play_1": "-65206/32637"}, "play_1"),
        (("six_five_four", "AsAdAcAh2s", "3d"), {"fold": "-1/1"}, "play"),
        (("holdem_bonus", "7c2d"), {"bet": "-11012848181/10487862000"}, "fold"),
        (("blackjack", "8s", "8d", "Tc"), {}, "split"),
    ],
)
def test_strategy_for_cards(words: Sequence[str], values: dict[str, str], best: str) -> None:
    data = json.loads(run("strategy", *words, "--json"))
    assert data["best"] == [best]
    assert values.items() <= data["values"].items()


def test_strategy_says_that_two_actions_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = parts.strategy_part("three_card_poker")
    worth = {"fold": Fraction(-1), "wait": Fraction(-2), "play": Fraction(-1)}
    monkeypatch.setattr(solved, "values", lambda *_: worth)
    cards = ("strategy", "three_card_poker", "Qs", "6h", "4d")
    assert json.loads(run(*cards, "--json"))["best"] == ["fold", "play"]
    marks = [line.split()[3:] for line in run(*cards).splitlines()[1:]]
    assert marks == [["ties"], [], ["ties"]]


def test_odds_list_the_best_case_first_and_the_fold_last() -> None:
    lines = run("odds", "three_card_poker/base/5-4-1").splitlines()
    outcomes = [line.partition("  ")[0] for line in lines[4:20]]
    assert outcomes[:2] == ["play, Straight Flush, win", "play, Straight Flush, unqualified"]
    assert outcomes[-2:] == ["play, below straight, loss", "fold"]
    assert "Average wager       1.674208 x the ante" in lines


def test_strategy_as_a_table() -> None:
    rows = list(csv.reader(io.StringIO(run("strategy", "blackjack", "--csv", "-"))))
    assert rows[0] == ["hand", *"23456789TA"]
    assert rows[-1][0] == "T-T"


def test_strategy_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "holdem.csv"
    run("strategy", "holdem_bonus", "--csv", str(path))
    assert len(path.read_text().splitlines()) == 170
    assert list(tmp_path.iterdir()) == [path]


def test_recount_compares_with_what_is_stored() -> None:
    assert run("recount", "baccarat") == "baccarat: same as stored\n"


def test_recount_notices_a_difference(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from pitboss.maths import counting

    (tmp_path / "baccarat.json").write_text("{}\n")
    monkeypatch.setattr(counting, "counts_path", lambda game: tmp_path / f"{game}.json")
    result = RUNNER.invoke(app, ["recount", "baccarat"])
    assert result.exit_code == 1
    assert "COUNTS_DIFFER: baccarat" in result.stderr
    assert run("recount", "baccarat", "--write") == "baccarat: saved\n"
    assert run("recount", "baccarat") == "baccarat: same as stored\n"


@pytest.mark.parametrize(
    "amount", ["99999999999999", "$1,000,000,000,000", "1000000000000.00", "9" * 5000]
)
def test_an_amount_that_is_too_large_is_told_as_such(amount: str) -> None:
    told = refused("odds", "crazy4/progressive/pays-1", "--posted", f"main={amount}")
    assert told == (
        "AMOUNT_TOO_LARGE: --posted main: too large. Enter at most $999,999,999,999.99\n"
    )


def test_vulnerability_shows_effects_gains_and_what_to_do() -> None:
    words = ("vulnerability", "blackjack/lucky_ladies/1", "--decks", "6", "--penetration", "80")
    page = run(*words)
    assert re.search(r"T +-0\.\d{4} % +-2", page)
    assert "Qh" in page
    assert re.search(r"80.0 % +\+8 ", page)
    assert "cut card" in page
    data = json.loads(run(*words, "--json"))
    assert data["count"]["tags"]["T"] == -2
    assert sum(map(Fraction, data["effects"].values())) == 0
    assert "do_" not in run("vulnerability", "casino_war/tie/10")
    assert "VULNERABILITY_NONE" in refused("vulnerability", "crazy4/queens_up/c4p-09")


def test_a_game_pack_is_an_archive_with_a_pdf_beside_it(tmp_path: Path) -> None:
    words = ("game-pack", "casino_war", "--paytable", "tie=none", "--option", "decks=8")
    told = run(*words, "--rounds", "0", "-o", str(tmp_path / "war.zip"))
    assert told.count("Casino War, ") == 2
    with zipfile.ZipFile(tmp_path / "war.zip") as file:
        assert file.read("game-pack.pdf") == (tmp_path / "war.pdf").read_bytes()
        assert json.loads(file.read("manifest.json"))["settings"] == {"decks": 8}


def test_a_design_meets_the_wishes_or_blames_them() -> None:
    page = run("design", "crazy4/queens_up/c4p-09", "--edge", "4..4.1", "--designs", "1")
    assert "straight_flush" in page
    assert re.search(r"House edge +3\.0606 % +4\.\d{4} %", page)
    words = ("design", "crazy4/progressive/pays-3", "--edge", "26..27", "--json")
    (found,) = json.loads(run(*words, "--term", "main.rate=10,20", "--designs", "1"))
    assert Fraction("0.26") <= Fraction(found["house_edge"]) <= Fraction("0.27")
    for wrong, said in (("x", "isn't a range"), ("5..4", "isn't a range"), ("90..95", "nearest")):
        assert said in refused("design", "crazy4/queens_up/c4p-09", "--edge", wrong)


def test_printed_figures_are_judged_and_a_wrong_one_exits_with_1(tmp_path: Path) -> None:
    file = tmp_path / "printed.txt"
    file.write_text("House edge 3.06 %\nHit frequency 24.88 %\n", "utf-8")
    words = ("check-figures", str(file), "--wager", "crazy4/queens_up/c4p-09")
    assert re.search(r"hit frequency +24.88 % +24.7885 % +differs", run(*words, code=1))
    told = json.loads(run(*words, "--json", code=1))
    assert [each["verdict"] for each in told["figures"]] == ["agrees", "differs"]
    assert Fraction(told["figures"][1]["exact"]) == Fraction(644244, 2598960)
    file.write_text("Flush 5 to 1", "utf-8")
    assert refused("check-figures", str(file)).startswith("PRINTED_UNREADABLE: ")


def test_a_meters_life_is_a_page_and_data() -> None:
    """TriLux: $1,000 and 20 cents of each $1; 2 of 125,333 hands take it: $13,533.30 on average."""
    page = run("meter", "blackjack/trilux/6", "--wagers-a-week", "20000")
    assert re.search(r"Average award +\$13,533\.30", page)
    assert re.search(r"99%: -\$\d\d,\d{3}\.\d\d to \$4,000\.00", page)
    found = json.loads(
        run("meter", "blackjack/trilux/6", "--term", "main.seed=2000", "--maximum", "main=90000",
            "--json")
    )  # fmt: skip
    level = found["levels"]["main"]
    assert level["mean_award_cents"] == 200_000 + 20 * 125_333 // 2
    assert found["law_within"] < 1e-9
    assert "has main" in refused("meter", "blackjack/trilux/6", "--maximum", "mega=5")
    assert "no meters" in refused("meter", "casino_war/tie/10")
