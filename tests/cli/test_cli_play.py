"""`pitboss play`, driven by what a player types."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import TypeAlias

import pytest
from typer.testing import Result

from coded import code_first
from pitboss.cli.prompts import keys_of
from pitboss.lab import seating
from pitboss.rules import catalog

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]

GAMES = catalog.game_names()


def play(run: Run, *words: str, typed: str) -> str:
    result = run("play", *words, typed=typed)
    assert result.exit_code == 0, result.output
    return code_first(result.stdout)


def test_c4_a_round_of_crazy_4_from_wagers_to_chips(run: Run) -> None:
    text = play(
        run, "crazy4", "--rng-seed", "5", typed="ante 10, queens up 5, progressive\np\n\nf\nq\n"
    )
    assert "  dealer  ▒▒ ▒▒ ▒▒ ▒▒ ▒▒\n  you     4♠ 6♥ 4♦ J♥ Q♠\n" in text
    assert "  [f] fold   [p] play $10 ? p\n" in text
    assert "  dealer  8♠ A♦ J♣ A♥ A♠\n" in text
    assert "  C4-4: pair of fours against the dealer's three aces, a loss\n" in text
    assert "You lose $36.00. Chips $464.00.\n" in text
    assert "Your wagers [ante 10, queens_up 5, progressive 1]? \n" in text  # Enter repeats them
    assert "You lose $26.00. Chips $438.00.\n" in text
    assert text.endswith("You leave with $438.00 after 2 rounds (-$62.00). Good night.\n")


def test_ps10_meters_climb_with_each_wager_of_the_session(run: Run) -> None:
    text = play(run, "crazy4", "--rng-seed", "5", typed="ante 5, progressive\nf\n\nf\nq\n")
    shown = [line for line in text.splitlines() if line.startswith("  progressive jackpot")]
    assert shown == [
        "  progressive jackpot, main: $1,000.00",
        "  progressive jackpot, main: $1,000.20",
        "  progressive jackpot, main: $1,000.40",
    ]


def test_bj3_house_money_may_be_left_on_the_spot(run: Run) -> None:
    typed = "blackjack 10, house money 5, blazing 7s\nl\n\np\np\ns\ns\nq\n"
    text = play(run, "blackjack", "--rng-seed", "11", typed=typed)
    assert "house_money wins $15.00: BJ-2" in text
    assert "[t] take   [l] leave $0.01 to $20 ?" in text
    assert "[s] stand   [h] hit   [d] double $30   [p] split $30 ?" in text
    assert "  hand 2  Q♥ 7♥\n" in text
    assert "blackjack (hand 3)" in text
    assert "You win $104.00. Chips $604.00.\n" in text


def test_mb_baccarat_asks_for_nothing_but_wagers(run: Run) -> None:
    text = play(run, "baccarat", "--rng-seed", "3", typed="player 10, tie 5\nq\n")
    assert "  player  6♠ J♦\n  banker  9♦ 7♠\n" in text
    assert "You win $40.00. Chips $540.00.\n" in text


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_left_at_every_prompt(run: Run, game: str) -> None:
    steps = ["\n", "p\n", "b\n", "b\n", "b\n", "r\n", "s\n", "f\n"]
    for count in range(len(steps)):
        for end in ("q\n", ""):
            text = play(run, game, "--rng-seed", "2", typed="".join(steps[:count]) + end)
            assert text.endswith("Good night.\n")


def test_quit_may_be_written_out(run: Run) -> None:
    assert play(run, "crazy4", "--rng-seed", "2", typed="\nQuit\n").endswith("Good night.\n")


def test_leaving_in_mid_round_loses_what_lies_on_the_layout(run: Run) -> None:
    text = play(run, "crazy4", "--rng-seed", "5", typed="ante 10\nq\n")
    assert "and lose the wagers on the layout" in text
    assert "You leave with $480.00 after 1 round (-$20.00)." in text


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("tip 5", "! tip 5: the wagers are ante"),
        ("ante ten", "! ante ten: "),
        ("ante 10.555", "! AMOUNT_UNREADABLE: "),
        ("ante 401, queens_up 5", "! ante: $401.00 is outside"),
        ("ante 300", "! CHIPS_TOO_FEW: that's $600.00 and you have $500.00"),
        ("queens_up 5", "! WAGER_MISSING: ante: "),
        ("ante 0", "! WAGER_MISSING: ante: "),
        ("ante 5, ante 5", "! WAGER_TWICE: ante: "),
        ("ante 5, super_bonus 6", "! WAGER_NOT_EQUAL: super_bonus: "),
        ("progressive 2, ante 5", "! progressive: $2.00 is outside"),
        (",,,", "! WAGER_MISSING: "),
        ("-5", "! "),
        ("\x1b[31m", "! "),
        ("9" * 10_000, "! "),
    ],
)
def test_wrong_wagers_are_explained_and_asked_again(run: Run, typed: str, told: str) -> None:
    words = ("crazy4", "--rng-seed", "5", "--chips", "500")
    if typed.startswith("ante 401"):
        words = ("crazy4", "--rng-seed", "5", "--chips", "5000")
    text = play(run, *words, typed=f"{typed}\nante 5\nf\nq\n")
    assert told in text
    assert text.count("Your wagers [ante 10]?") == 2
    assert "after 1 round (-$10.00)" in text


def test_bytes_that_are_no_text_are_a_typing_mistake(run: Run) -> None:
    result = run("play", "crazy4", "--rng-seed", "5", typed=b"ante \xc3\xa9\n\nf\nq\n")
    assert result.exit_code == 0
    assert "WAGER_UNKNOWN" in result.stdout


def test_choices_that_do_not_go_are_explained_and_asked_again(run: Run) -> None:
    text = play(run, "crazy4", "--rng-seed", "5", typed="\nraise\n\np 20\n10\nq\n")
    assert text.count("! type f for fold, p for play; ? shows the rules, q quits") == 2
    assert "! $20 isn't between $10 and $10" in text
    assert "You lose $30.00." in text


def test_an_amount_is_asked_where_there_is_a_range(run: Run) -> None:
    """This rng seed deals a hand of aces or better, which may be played for up to three antes."""
    words = ("crazy4", "--rng-seed", "13")
    start = "ante 10\n"
    text = play(run, *words, typed=f"{start}p\nabc\n31\n25\nq\n")
    assert "[p] play $10 to $30 ?" in text
    assert "how much, $10 to $30 [$30]?" in text
    assert "! 'abc' is not an amount" in text
    assert "! $31 isn't between $10 and $30" in text
    assert "play         $25.00" in text
    assert "play         $30.00" in play(run, *words, typed=f"{start}p\n\nq\n")
    assert "play         $12.50" in play(run, *words, typed=f"{start}play 12.50\nq\n")


def test_a_choice_that_chips_do_not_reach_is_not_offered(run: Run) -> None:
    text = play(run, "crazy4", "--rng-seed", "5", "--chips", "25", typed="ante 10\np\nf\n\nq\n")
    assert "! play needs $10; you have $5 left" in text
    assert "  [f] fold ? p\n" in text
    assert "You lose $20.00. Chips $5.00." in text
    assert "! CHIPS_TOO_FEW: that's $20.00 and you have $5.00" in text  # Enter asks for the same


def test_the_session_ends_when_the_chips_are_gone(run: Run) -> None:
    text = play(run, "crazy4", "--rng-seed", "5", "--chips", "20", typed="\nf\n\n\n")
    assert "You are out of chips.\n" in text
    assert text.endswith("You leave with $0.00 after 1 round (-$20.00). Good night.\n")


def test_the_rules_card_is_at_hand(run: Run) -> None:
    text = play(run, "six_five_four", "--rng-seed", "5", typed="?\n\n?\nf\nq\n")
    assert text.count("6-5-4 POKER") == 2
    assert text.count("ANTE BONUS: a straight flush or better is paid") == 2


def test_a_menu_without_a_game(run: Run) -> None:
    games = len(GAMES)
    text = play(run, "--rng-seed", "5", typed=f"{games + 1}\nzzz\n?\n{games}\nq\n")
    number = GAMES.index("crazy4") + 1
    assert len(re.findall(rf"^ +{number}  crazy4 +Crazy 4 Poker$", text, re.MULTILINE)) == 2
    assert text.count(f"! type a number from 1 to {games} or a name from the list") == 2
    assert "You leave with $500.00 after 0 rounds" in text
    assert "Crazy 4 Poker" in play(run, "--rng-seed", "5", typed="cra\nq\n")
    assert play(run, "--rng-seed", "5", typed="q\n").endswith("(q to leave)? q\n")
    assert play(run, "--rng-seed", "5", typed="").endswith("(q to leave)? \n")


def test_an_rng_seed_by_chance_is_told(run: Run) -> None:
    result = run("play", "crazy4", typed="q\n")
    assert result.stderr.startswith("rng seed ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("crazy5",), "GAME_UNKNOWN: crazy5: "),
        (("crazy4", "--chips", "many"), "AMOUNT_UNREADABLE: --chips many: "),
        (("crazy4", "--chips", "0"), "CHIPS_OUTSIDE_LIMITS: --chips 0: "),
        (("crazy4", "--chips", "1000000.01"), "CHIPS_OUTSIDE_LIMITS: --chips 1000000.01: "),
        (("crazy4", "--option", "decks=2"), "OPTION_UNKNOWN: options.decks: "),
    ],
)
def test_bad_words_for_play(refuses: Refuses, words: tuple[str, ...], told: str) -> None:
    assert refuses("play", *words, "--rng-seed", "1", typed="q\n").startswith(told)


def test_keys_are_letters_of_the_choices() -> None:
    assert keys_of(["stand", "hit", "double", "split", "surrender"]) == {
        "stand": "s",
        "hit": "h",
        "double": "d",
        "split": "p",
        "surrender": "u",
    }
    assert keys_of(["quit", "q"]) == {"quit": "u", "q": "q"}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("rng_seed", range(6))
def test_any_typing_keeps_chips_and_results_in_balance(run: Run, game: str, rng_seed: int) -> None:
    """The chips at the end are those at the start and every net result, whatever is typed."""
    chance = random.Random(rng_seed)
    table = seating.choose_table(catalog.game(game), catalog.Paytables(), options={}, chosen={})
    every = ", ".join(
        f"{name} {cents // 100}" for name, cents in seating.usual_bets(table, 1).items()
    )
    answers = ["", every, "5", "f", "p", "b", "r", "s", "h", "d", "i", "t", "l", "c", "7"]
    typed = "\n".join(chance.choices(answers, k=80)) + "\n"
    text = play(run, game, "--rng-seed", str(rng_seed), "--chips", "300", typed=typed)
    chips = 30000
    for line in text.splitlines():
        if line.startswith("You win $"):
            chips += _cents(line.split()[2])
        elif line.startswith("You lose $"):
            chips -= _cents(line.split()[2])
        if ". Chips $" in line:
            assert _cents(line.split()[-1]) == chips


def _cents(shown: str) -> int:
    return int(shown.strip("$.").replace(",", "").replace(".", ""))
