"""`pitboss settle` of house jackpots, of shared percentages and of misdeals. Amounts are cents."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from typer.testing import Result

from floor.support import hired_floor, level
from pitboss.floor.facts import awards, rounds
from pitboss.money import Cents

Run: TypeAlias = Callable[..., Result]
Refuses: TypeAlias = Callable[..., str]

ANTE = {"ante": 1000, "super_bonus": 1000}


def crazy4(wager_cents: int, **more: Any) -> dict[str, Any]:
    """Seat 1 has four aces, seat 2 four kings, seat 3 nothing; all made the progressive wager."""
    return {
        "game": "crazy4",
        "paytables": {"progressive": "crazy4/progressive/pays-1"},
        "limits": {"progressive": [wager_cents, wager_cents]},
        "cards": {
            "1": "Ac Ad Ah As 9c",
            "2": "Kc Kd Kh Ks 9d",
            "3": "2d 4c 6h 8d Tc",
            "dealer": "Qc 7d 5h 3s 2c",
        },
        "wagers": {str(seat): {**ANTE, "progressive": wager_cents} for seat in (1, 2, 3)},
        "actions": [{"seat": seat, "action": "play", "cents": 1000} for seat in (1, 2, 3)],
        **more,
    }


def dragon(paytable: str, wager_cents: int, **more: Any) -> dict[str, Any]:
    """The player's 2-3-4 of diamonds over nothing; seats 1 and 2 are on it, seat 5 is not."""
    sides = {"1": "player", "2": "player", "5": "banker"}
    return {
        "game": "baccarat",
        "paytables": {"dragon_progressive": f"baccarat/dragon_progressive/{paytable}"},
        "cards": {"player": "2d 3d 4d", "banker": "Ks Qh Jc"},
        "wagers": {
            seat: {side: 1000, "dragon_progressive": wager_cents} for seat, side in sides.items()
        },
        **more,
    }


def jackpot_lines(
    run: Run, record: dict[str, Any], *words: str, wager: str = "progressive"
) -> list[tuple[int, str, int, str]]:
    """Seat, result, what is paid and whence, of every line of the jackpot's wager."""
    result = run("settle", "-", "--json", *words, typed=json.dumps(record))
    assert result.exit_code == 0, result.output
    return [
        (line["seat"], line["result"], line["paid_cents"], line["source"])
        for line in json.loads(result.stdout)["lines"]
        if line["wager"] == wager
    ]


# ---- house jackpots -----------------------------------------------------------------------------


def test_PS_34_settle_pays_what_the_house_posts_and_the_rest_from_the_tray(run: Run) -> None:
    """Four of a kind 300 for 1; envy of $100 for the aces and $10 for the kings."""
    assert sorted(jackpot_lines(run, crazy4(100), "--posted", "main=2,000")) == [
        (1, "envy", 1_000, "tray"),
        (1, "wins", 200_000, "house"),
        (2, "envy", 10_000, "tray"),
        (2, "wins", 30_000, "tray"),
        (3, "envy", 1_000, "tray"),
        (3, "envy", 10_000, "tray"),
        (3, "loses", 0, ""),
    ]
    text = run("settle", "-", "--posted", "main=2,000", typed=json.dumps(crazy4(100))).stdout
    assert "(posted by the house)" in text


def test_PS_34_a_posted_amount_is_paid_whatever_the_wager(run: Run) -> None:
    """At $5 the fixed line multiplies, the envy of Pays 1 does not."""
    lines = jackpot_lines(run, crazy4(500), "--posted", "four_aces=2,000")
    assert sorted(line for line in lines if line[1] == "wins") == [
        (1, "wins", 200_000, "house"),
        (2, "wins", 150_000, "tray"),
    ]
    assert sum(cents for _, result, cents, _ in lines if result == "envy") == 22_000


def test_PS_34_a_record_may_say_itself_what_is_posted(run: Run) -> None:
    said = crazy4(100, posted={"progressive": {"four_aces": 200_000}})
    assert jackpot_lines(run, said) == jackpot_lines(run, crazy4(100), "--posted", "main=2000")


@pytest.mark.parametrize("wager_cents", [100, 500])
def test_PS_34_the_floor_pays_the_same(run: Run, wager_cents: int) -> None:
    floor = hired_floor()
    prizes = (("four_aces", Cents(200_000)),)
    floor.open_jackpot(
        "posted",
        "crazy4/progressive/pays-1",
        kind="house",
        levels=(),
        house_prizes=prizes,
        wager_cents=wager_cents,
    )
    floor.open_table("T1", "posted", seats=3)
    floor.start("T1", 1, 2, 3)
    floor.press("T1", 1, "four_aces")
    floor.press("T1", 2, "four_of_a_kind")
    recorded = floor.must(awards.ConfirmAwards, table="T1", badge="eve")[0]
    (ended,) = floor.must(rounds.EndRound, table="T1")
    assert isinstance(recorded, awards.AwardsRecorded)
    assert isinstance(ended, rounds.RoundEnded)
    paid = [
        (each.seat, each.total_cents, "house" if each.house_cents else "tray")
        for each in recorded.awards
    ]
    paid += [(each.seat, each.cents, "tray") for each in ended.envy]
    lines = jackpot_lines(run, crazy4(wager_cents), "--posted", "main=2000")
    assert sorted(paid) == sorted(
        (seat, cents, whence) for seat, _, cents, whence in lines if cents
    )


def test_PS_34_a_posted_amount_of_dragon_bonus_is_each_winners_in_full(run: Run) -> None:
    """$20,000 to each whose side won; 2-3-4 of one suit is not shared, and the $5 are kept."""
    posted = (
        "--posted",
        "two_three_four_suited=1,000",
        "--posted",
        "two_three_four_diamonds=20000",
    )
    record = dragon("1-five-dollar", 500)
    assert sorted(jackpot_lines(run, record, *posted, wager="dragon_progressive")) == [
        (1, "wins", 2_000_000, "house"),
        (2, "wins", 2_000_000, "house"),
        (5, "loses", 0, ""),
    ]


def test_PS_34_two_house_jackpots_are_told_apart_by_their_slots(run: Run, refuses: Refuses) -> None:
    record = crazy4(100)
    record["paytables"]["five_card"] = "multi_game/five_card/01"
    record["wagers"]["1"]["five_card"] = 100
    typed = json.dumps(record)
    known = "five_card.straight_flush"
    assert known in refuses("settle", "-", "--posted", "main=2000", typed=typed)
    words = ("--posted", "progressive.main=2000", "--posted", "five_card.main=1000")
    assert (1, "wins", 200_000, "house") in jackpot_lines(run, record, *words)
    assert refuses("settle", "-", *words[:2], typed=typed).startswith("JACKPOT_KINDS_MIXED: ")


@pytest.mark.parametrize(
    ("more", "words", "code"),
    [
        ({"meters": {"progressive": {"main": 1}}}, ("--posted", "main=5"), "HOUSE_JACKPOT_GROWS"),
        ({"posted": {"progressive": {"main": 1}}}, ("--posted", "main=5"), "OPTION_TWICE"),
        ({"posted": {"queens_up": {"main": 1}}}, (), "OUTCOME_UNKNOWN"),
        ({"posted": {"progressive": {"flush": 1}}}, (), "OUTCOME_UNKNOWN"),
        ({"posted": {"progressive": {}}}, (), "OUTCOME_MISSING"),
        ({"posted": {"progressive": {"main": 0}}}, (), "AMOUNT_WRONG"),
        ({"posted": []}, (), "RECORD_UNREADABLE"),
        ({}, ("--posted", "main=5", "--posted", "four_aces=5"), "POSTED_TWICE"),
        ({}, ("--posted", "main=lots"), "AMOUNT_UNREADABLE"),
        ({}, ("--posted", "mega=5"), "OUTCOME_UNKNOWN"),
        ({"paytables": {}}, ("--posted", "main=5"), "OUTCOME_UNKNOWN"),
        ({}, ("--split-among", "all"), "SPLIT_UNKNOWN"),
    ],
)
def test_what_cannot_be_posted_is_refused_by_name(
    refuses: Refuses, more: dict[str, Any], words: tuple[str, ...], code: str
) -> None:
    record = {**crazy4(100), **more}
    assert refuses("settle", "-", *words, typed=json.dumps(record)).startswith(f"{code}: ")


# ---- shared percentages -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("split_among", "lines"),
    [
        ("own_side", [(1, "wins", 50_030), (2, "wins", 50_030), (5, "loses", 0)]),
        ("either_side", [(1, "wins", 33_353), (2, "wins", 33_353), (5, "wins", 33_353)]),
        ("all", [(1, "wins", 33_353), (2, "wins", 33_353), (5, "wins", 33_353)]),
    ],
)
def test_MB_6_a_percentage_is_shared_as_the_house_says(
    run: Run, split_among: str, lines: list[tuple[int, str, int]]
) -> None:
    """The $1,000.60 of the scenario `dragon_shared_by_all`: $333.53 each, the odd cent stays."""
    record = dragon("1", 100, meters={"dragon_progressive": {"main": 100_060}})
    words = ("--split-among", split_among)
    found = jackpot_lines(run, record, *words, wager="dragon_progressive")
    assert sorted(line[:3] for line in found) == lines
    record["split_among"] = split_among
    assert jackpot_lines(run, record, wager="dragon_progressive") == found


def test_MB_6_the_floor_shares_the_same(run: Run) -> None:
    floor = hired_floor()
    paytable = "baccarat/dragon_progressive/1"
    floor.open_jackpot("dragon", paytable, levels=(level(seed_cents=100_000),), split_among="all")
    floor.open_table("T1", "dragon", game="baccarat", seats=7)
    floor.start("T1", 1, 2, 5)
    floor.press("T1", 1, "two_three_four_diamonds")
    recorded = floor.must(awards.ConfirmAwards, table="T1", badge="eve")[0]
    assert isinstance(recorded, awards.AwardsRecorded)
    record = dragon("1", 100, meters={"dragon_progressive": {"main": 100_060}}, split_among="all")
    lines = jackpot_lines(run, record, wager="dragon_progressive")
    assert sorted((each.seat, each.total_cents) for each in recorded.awards) == sorted(
        (seat, cents) for seat, _, cents, _ in lines
    )


def test_MB_6_who_shares_is_one_of_three(refuses: Refuses) -> None:
    record = dragon("1", 100, meters={"dragon_progressive": {"main": 100_060}})
    said = refuses("settle", "-", "--split-among", "nobody", typed=json.dumps(record))
    assert said.startswith("SPLIT_UNKNOWN: ")


def test_PS_16_a_full_award_restarts_at_the_seed_of_its_own_wager(run: Run) -> None:
    """Two royal flushes: the second gets the seed, $5,000 for a wager of $1, so $10,000 for $2."""
    record = {
        "game": "crazy4",
        "paytables": {"five_card": "multi_game/five_card/01"},
        "limits": {"five_card": [200, 200]},
        "meters": {"five_card": {"main": 700_000}},
        "cards": {
            "1": "Ts Js Qs Ks As",
            "2": "Th Jh Qh Kh Ah",
            "dealer": "Qc 7d 5h 3s 2c",
        },
        "wagers": {str(seat): {**ANTE, "five_card": 200} for seat in (1, 2)},
        "actions": [{"seat": seat, "action": "play", "cents": 1000} for seat in (1, 2)],
    }
    lines = jackpot_lines(run, record, wager="five_card")
    assert sorted(cents for _, result, cents, _ in lines if result == "wins") == [
        700_000,
        1_000_000,
    ]


# ---- misdeals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        # The ace of clubs twice: a fouled deck shows what lay there, twice.
        ({"1": "Ac Ad Ah As 9c", "dealer": "Ac 7d 5h 3s 2c"}, ["A♣ A♦ A♥ A♠ 9♣", "A♣ 7♦ 5♥ 3♠ 2♣"]),
        # Six cards at the seat, four at the dealer.
        ({"1": "Ac Ad Ah As 9c 8c", "dealer": "Kc 7d 5h 3s"}, ["A♣ A♦ A♥ A♠ 9♣ 8♣", "K♣ 7♦ 5♥ 3♠"]),
    ],
)
def test_ALL_1_a_misdeal_shows_its_cards(run: Run, cards: dict[str, str], shown: list[str]) -> None:
    record = {
        "game": "crazy4",
        "cards": cards,
        "wagers": {"1": ANTE},
        "actions": [{"action": "misdeal", "reason": "fouled"}],
    }
    result = run("settle", "-", typed=json.dumps(record))
    assert result.exit_code == 0, result.output
    rows = [line.split("  ") for line in result.stdout.splitlines()]
    found = [row[-1].strip() for row in rows if row[0].strip() in ("seat 1", "dealer")]
    assert sorted(found) == sorted(shown)
    assert "Misdeal: the cards are as recorded, and all wagers are void." in result.stdout


def test_ALL_1_a_misdeal_without_a_reason_is_told_without_one(run: Run) -> None:
    """Both hands have their five cards: nothing says that a number of cards was wrong."""
    record = {
        "game": "crazy4",
        "cards": {"1": "Ac Ad Ah As 9c", "dealer": "Kc 7d 5h 3s 2c"},
        "wagers": {"1": ANTE},
        "actions": [{"action": "misdeal"}],
    }
    found = json.loads(run("settle", "-", "--json", typed=json.dumps(record)).stdout)
    assert {line["rule"] for line in found["lines"]} == {"ALL-1: misdeal"}
    text = run("settle", "-", typed=json.dumps(record)).stdout
    assert "ALL-1: misdeal" in text
    assert "number of cards" not in text
