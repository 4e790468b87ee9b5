"""`pitboss deal` and `pitboss settle`."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from typer.testing import Result

from pitboss.rules import catalog

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]

SEATS_MOST = {name: catalog.game(name).seats_most for name in catalog.game_names()}

# A pair of aces played for three times the ante beats a dealer who qualifies with king-queen.
ACES: dict[str, Any] = {
    "game": "crazy4",
    "paytables": {"queens_up": "crazy4/queens_up/c4p-09"},
    "cards": {"1": "As Ah Kd 7c 2s", "dealer": "Kh Qd 9c 4s 3h"},
    "wagers": {"1": {"ante": 1000, "super_bonus": 1000, "queens_up": 500}},
    "actions": [{"seat": 1, "action": "play", "cents": 3000}],
}

# Eights are split; the first hand makes 18 and the second busts against the dealer's 17.
EIGHTS: dict[str, Any] = {
    "game": "blackjack",
    "cards": {"1": "8s 8d Tc 7h Ks", "dealer": "Th 7d"},
    "wagers": {"1": {"blackjack": 1000}},
    "actions": [
        {"seat": 1, "action": "split"},
        {"seat": 1, "action": "stand"},
        {"seat": 1, "action": "hit"},
    ],
}


def settled(run: Run, record: dict[str, Any]) -> dict[str, Any]:
    result = run("settle", "-", "--json", typed=json.dumps(record))
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def changed(record: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A record with one value replaced, or taken out when the value is None."""
    copied = copy.deepcopy(record)
    *way, last = path.split(".")
    inner: Any = copied
    for key in way:
        inner = inner[int(key) if isinstance(inner, list) else key]
    if value is None:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return copied


# ---- settle -------------------------------------------------------------------------------------


def test_c4_4_settlement_as_json(run: Run) -> None:
    found = settled(run, ACES)
    assert found["game"] == "crazy4"
    rule = "C4-4: pair of aces against the dealer's king-queen high, a win"
    assert found["lines"][0] == {
        "seat": 1,
        "wager": "play",
        "result": "wins",
        "outcome": "",
        "pays": "1 to 1",
        "rule": rule,
        "source": "tray",
        "stake_cents": 3000,
        "back_cents": 3000,
        "paid_cents": 3000,
        "net_cents": 3000,
    }
    assert [(line["wager"], line["net_cents"]) for line in found["lines"]] == [
        ("play", 3000),
        ("ante", 1000),
        ("queens_up", 500),
        ("super_bonus", 0),
    ]
    assert found["seats"] == {
        "1": {"staked_cents": 5500, "returned_cents": 10000, "net_cents": 4500}
    }
    assert found["house_net_cents"] == -4500


def test_c4_8_settlement_for_people(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "aces.json"
    file.write_text(json.dumps(ACES), "utf-8")
    text = run("settle", str(file)).stdout
    assert "seat 1  A♠ A♥ K♦ 7♣ 2♠  play $30.00\n" in text
    assert (
        "   1  play         $30.00  wins    1 to 1  $30.00    $30.00  +$30.00\n"
        "      C4-4: pair of aces against the dealer's king-queen high, a win\n"
    ) in text
    assert "   1  super_bonus  $10.00  pushes           $0.00    $10.00    $0.00\n" in text
    assert "    1  $55.00   $100.00  +$45.00\nhouse                    -$45.00\n" in text


def test_bj1_split_hands_are_numbered(run: Run) -> None:
    found = settled(run, EIGHTS)
    assert [(line["hand"], line["result"], line["net_cents"]) for line in found["lines"]] == [
        (2, "loses", -1000),
        (1, "wins", 1000),
    ]
    text = run("settle", "-", typed=json.dumps(EIGHTS)).stdout
    assert "blackjack (hand 2)" in text
    assert "BJ-1: 25, over 21" in text


def test_all1_a_misdeal_gives_every_wager_back(run: Run) -> None:
    record = changed(ACES, "actions", [{"action": "misdeal", "reason": "six\x1b[31m cards"}])
    record = changed(record, "cards", {"1": "As Ah Kd 7c 2s"})
    found = settled(run, record)
    assert {line["result"] for line in found["lines"]} == {"void"}
    assert found["house_net_cents"] == 0
    text = run("settle", "-", typed=json.dumps(record)).stdout
    assert "ALL-1: misdeal, six" in text
    assert "\x1b" not in text


def test_ps20_an_award_from_a_meter_says_so(run: Run) -> None:
    record = {
        "game": "crazy4",
        "paytables": {"progressive": "crazy4/progressive/pays-1"},
        "meters": {"progressive": {"main": 123456}},
        "cards": {"1": "As Ah Ad Ac 2s", "2": "9h 9d 5c 4s 3s", "dealer": "Kh Qd 9c 4h 3h"},
        "wagers": {
            str(seat): {"ante": 500, "super_bonus": 500, "progressive": 100} for seat in (1, 2)
        },
        "actions": [{"seat": seat, "action": "play", "cents": 500} for seat in (1, 2)],
    }
    found = settled(run, record)
    award = next(line for line in found["lines"] if line["pays"] == "100 % of main")
    assert (award["paid_cents"], award["source"]) == (123456, "main")
    envy = next(line for line in found["lines"] if line["result"] == "envy")
    assert (envy["seat"], envy["paid_cents"]) == (2, 10000)
    text = run("settle", "-", typed=json.dumps(record)).stdout
    assert "PS-40: four aces (from the main meter)" in text


def test_a_byte_order_mark_is_no_harm(run: Run) -> None:
    typed = b"\xef\xbb\xbf" + json.dumps(ACES).encode()
    assert run("settle", "-", typed=typed).exit_code == 0


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (changed(ACES, "game", "crazy5"), "GAME_UNKNOWN: {}: game: "),
        (changed(ACES, "cards.dealer", "As Qd 9c 4s 3h"), "CARD_DUPLICATED: {}: cards.dealer: "),
        (changed(ACES, "cards.1", "As Ah Kd 7c 1s"), "CARD_UNKNOWN: {}: cards.1: "),
        (changed(ACES, "cards.1", "As Ah Kd 7c"), "CARDS_WRONG_NUMBER: {}: cards.1: "),
        (changed(ACES, "cards.1", "As Ah Kd 7c 2s 3s"), "CARDS_WRONG_NUMBER: {}: cards.1: "),
        (changed(ACES, "wagers.1.super_bonus", None), "WAGER_MISSING: {}: wagers.1: super_bonus: "),
        (changed(ACES, "wagers.1.tip", 100), "WAGER_UNKNOWN: {}: wagers.1: tip: "),
        (changed(ACES, "wagers.1.super_bonus", 900), "WAGER_NOT_EQUAL: {}: wagers.1: super_bonus"),
        (changed(ACES, "wagers.1.queens_up", 40001), "WAGER_OUTSIDE_LIMITS: {}: wagers.1: queens"),
        (changed(ACES, "wagers.1.bad_beat", 100), "PAYTABLE_MISSING: {}: wagers.1: bad_beat: "),
        (changed(ACES, "wagers.1.queens_up", "5.5"), "AMOUNT_UNREADABLE: {}: wagers.1.queens_up: "),
        (changed(ACES, "wagers", {"10": {}}), "SEAT_UNKNOWN: {}: wagers.10: "),
        (changed(ACES, "actions.0.action", "raise"), "ACTION_ILLEGAL: {}: actions.0: "),
        (changed(ACES, "actions.0.cents", 3100), "ACTION_AMOUNT_WRONG: {}: actions.0: "),
        (changed(ACES, "actions", []), "ACTION_MISSING: {}: actions: "),
        (changed(ACES, "paytables.queens_up", "crazy4/queens_up/c4p-08"), "PAYTABLE_UNKNOWN: {}: "),
        (changed(ACES, "options", {"folded": "yes"}), "OPTION_UNKNOWN: {}: options.folded: "),
        (changed(ACES, "limits", {"ante": [1, 99999]}), "LIMITS_ABOVE_CEILING: {}: limits.ante: "),
        (changed(ACES, "cardz", {}), "RECORD_KEY_UNKNOWN: {}: cardz: "),
        (changed(ACES, "cards", []), "RECORD_UNREADABLE: {}: cards: "),
    ],
)
def test_a_bad_record_is_refused_by_name(
    refuses: Refuses, tmp_path: Path, record: dict[str, Any], told: str
) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps(record), "utf-8")
    assert refuses("settle", str(file)).startswith(told.format(file))
    assert refuses("settle", "-", "--json", typed=json.dumps(record)).startswith(
        told.format("standard input")
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "RECORD_UNREADABLE: standard input: not JSON ("),
        (b"{", "RECORD_UNREADABLE: standard input: not JSON ("),
        (b"[]", "RECORD_UNREADABLE: standard input: must be a JSON object"),
        (b'"\xff"', "RECORD_UNREADABLE: standard input: not UTF-8 text (byte 1)"),
        (b"[" * 100_000, "RECORD_UNREADABLE: standard input: lists and tables are nested too deep"),
        (b"9" * 5_000, "RECORD_UNREADABLE: standard input: a whole number is too long. "),
        (b" " * 1_000_001, "FILE_TOO_LARGE: standard input: "),
        (b'{"game": "crazy4", "game": "crazy4"}', "RECORD_KEY_TWICE: standard input: game: "),
        (
            b'{"wagers": {"1": {"ante": 5, "ante": 6}}}',
            "RECORD_KEY_TWICE: standard input: wagers.1.ante: ",
        ),
        (
            b'{"actions": [{}, {"seat": 1, "seat": 2}]}',
            "RECORD_KEY_TWICE: standard input: actions.1.seat: ",
        ),
    ],
)
def test_bytes_that_are_no_record(refuses: Refuses, content: bytes, told: str) -> None:
    assert refuses("settle", "-", typed=content).startswith(told)


def test_files_that_can_not_be_read(refuses: Refuses, tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    assert refuses("settle", str(missing)) == f"FILE_MISSING: {missing}: no such file"
    told = f"FILE_UNREADABLE: {tmp_path}: this is a folder, not a file"
    assert refuses("settle", str(tmp_path)) == told
    assert refuses("settle", "x" * 5000).startswith("FILE_UNREADABLE: ")
    assert refuses("settle", "a\x00b").startswith("FILE_UNREADABLE: ")
    assert refuses("settle", "two\nlines").startswith("FILE_MISSING: two lines: ")


# ---- deal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SEATS_MOST)
@pytest.mark.parametrize("rng_seed", range(3))
def test_all3_what_is_dealt_can_be_settled(run: Run, game: str, rng_seed: int) -> None:
    for seats in {1, 3, SEATS_MOST[game]}:
        words = ("deal", game, "--rng-seed", str(rng_seed), "--seats", str(seats))
        dealt = run(*words, "--json")
        assert dealt.stderr == ""
        found = settled(run, json.loads(dealt.stdout))
        assert list(found["seats"]) == [str(seat) for seat in range(1, seats + 1)]
        net = sum(seat["net_cents"] for seat in found["seats"].values())
        assert net == -found["house_net_cents"] == sum(x["net_cents"] for x in found["lines"])
        for seat in found["seats"].values():
            assert seat["net_cents"] == seat["returned_cents"] - seat["staked_cents"]
        assert run(*words).exit_code == 0


def test_the_same_rng_seed_deals_the_same_round(run: Run) -> None:
    words = ("deal", "crazy4", "--seats", "2", "--json", "--rng-seed")
    assert run(*words, "7").stdout == run(*words, "7").stdout
    assert run(*words, "7").stdout != run(*words, "8").stdout


def test_an_rng_seed_by_chance_is_told_and_repeats(run: Run) -> None:
    first = run("deal", "crazy4", "--json")
    told = first.stderr.split()[2]
    assert first.stderr == f"rng seed {told} (repeat with --rng-seed {told})\n"
    assert run("deal", "crazy4", "--json", "--rng-seed", told).stdout == first.stdout


def test_deal_puts_down_every_wager_on_offer(run: Run) -> None:
    dealt = json.loads(run("deal", "crazy4", "--rng-seed", "1", "--json").stdout)
    assert dealt["wagers"] == {
        "1": {
            "ante": 1000,
            "super_bonus": 1000,
            "queens_up": 500,
            "bad_beat": 500,
            "progressive": 100,
            "five_card": 100,
        }
    }


def test_mb2_seats_bet_on_alternate_sides(run: Run) -> None:
    dealt = json.loads(run("deal", "baccarat", "--rng-seed", "1", "--seats", "2", "--json").stdout)
    assert dealt["wagers"] == {
        "1": {"player": 1000, "tie": 500, "dragon_player": 500, "dragon_progressive": 100},
        "2": {"banker": 1000, "tie": 500, "dragon_banker": 500, "dragon_progressive": 100},
    }


def test_bj8_one_of_the_two_jackpots(run: Run) -> None:
    words = ("deal", "blackjack", "--rng-seed", "1", "--json")
    usual = json.loads(run(*words).stdout)["paytables"]
    assert usual == {
        "base": "blackjack/base/standard",
        "house_money": "blackjack/house_money/1",
        "blazing_7s": "blackjack/blazing_7s/1",
    }
    asked = json.loads(run(*words, "--paytable", "trilux=blackjack/trilux/6").stdout)["paytables"]
    assert set(asked) == {"base", "house_money", "trilux"}


def test_bj2_a_single_deck_gets_its_own_house_money_table(run: Run) -> None:
    words = ("deal", "blackjack", "--rng-seed", "1", "--json", "--option", "decks=1")
    dealt = json.loads(run(*words).stdout)
    assert dealt["paytables"] == {
        "base": "blackjack/base/standard",
        "house_money": "blackjack/house_money/2",
    }
    assert dealt["options"]["decks"] == 1


def test_a_slot_can_be_left_out(run: Run) -> None:
    words = ("deal", "six_five_four", "--rng-seed", "1", "--json", "--paytable", "queens_up=none")
    assert json.loads(run(*words).stdout)["wagers"] == {"1": {"ante": 1000}}


def test_settings_that_are_not_the_default_are_shown(run: Run) -> None:
    words = ("deal", "blackjack", "--rng-seed", "1", "--option", "soft_17=hit")
    assert "settings   soft_17 hit\n" in run(*words).stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("crazy5",), "GAME_UNKNOWN: crazy5: "),
        (("crazy4", "--seats", "0"), "SEAT_UNKNOWN: --seats 0: "),
        (("caribbean_stud", "--seats", "8"), "SEAT_UNKNOWN: --seats 8: "),
        (("blackjack", "--option", "decks"), "OPTION_UNREADABLE: --option decks: "),
        (("blackjack", "--option", "decks=7"), "OPTION_UNKNOWN: options.decks: "),
        (("blackjack", "--option", "deck=6"), "OPTION_UNKNOWN: options.deck: "),
        (("blackjack", "--option", "decks=6", "--option", "decks=6"), "OPTION_TWICE: "),
        (("crazy4", "--paytable", "queens=none"), "SLOT_UNKNOWN: queens: "),
        (("crazy4", "--paytable", "base=none"), "PAYTABLE_MISSING: --paytable base: "),
        (("crazy4", "--paytable", "queens_up=x"), "PAYTABLE_UNKNOWN: --paytable queens_up: x: "),
        (
            ("crazy4", "--paytable", "queens_up=six_five_four/queens_up/1"),
            "PAYTABLE_NOT_FOR_GAME: paytables.queens_up: ",
        ),
        (
            ("blackjack", "--option", "decks=2", "--paytable", "trilux=blackjack/trilux/6"),
            "PAYTABLE_NOT_FOR_DECKS: paytables.trilux: ",
        ),
    ],
)
def test_bad_words_for_deal(refuses: Refuses, words: tuple[str, ...], told: str) -> None:
    assert refuses("deal", *words, "--rng-seed", "1").startswith(told)


def test_views_fit_eighty_columns(run: Run) -> None:
    for game, most in SEATS_MOST.items():
        for rng_seed in ("1", "2"):
            text = run("deal", game, "--rng-seed", rng_seed, "--seats", str(most)).stdout
            assert max(map(len, text.splitlines())) <= 80, game
