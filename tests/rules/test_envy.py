"""Envy that a house writes into its own files: settled as the floor pays it (PS-20)."""

from __future__ import annotations

from pathlib import Path

from pitboss.rules.catalog import Paytables

from .support import record, told


def own_files(folder: Path, shipped: str, envy: str) -> Paytables:
    """A house that has one shipped paytable with envy of its own, under the name `ours`."""
    path = folder / shipped.rpartition("/")[0] / "ours.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f"{Paytables().text(shipped)}\n[envy]\n{envy}\n", "utf-8")
    return Paytables(folder)


def test_PS_20_blazing_7s_pays_the_others(tmp_path: Path) -> None:
    """Seat 2 has two sevens: $5 to seats 1 and 3, who made the wager, not to seat 4."""
    paytables = own_files(tmp_path, "blackjack/blazing_7s/1", 'two_sevens = "$5"')
    wager = {"blackjack": 1000, "blazing_7s": 100}
    played = record(
        "blackjack",
        cards={1: "Tc 9d", 2: "7c 7d", 3: "Th 8d", 4: "Ts 9s", "dealer": "6c Td 5h"},
        wagers={1: wager, 2: wager, 3: wager, 4: {"blackjack": 1000}},
        actions=["1 stand", "2 stand", "3 stand", "4 stand"],
        paytables={"blazing_7s": "blackjack/blazing_7s/ours"},
    )
    jackpot = [line for line in told(played, paytables) if "blazing_7s" in line]
    assert jackpot == [
        "3 blazing_7s loses -100",
        "2 blazing_7s wins +2400",
        "1 blazing_7s loses -100",
        "3 blazing_7s envy +500",
        "1 blazing_7s envy +500",
    ]


def test_PS_20_who_shares_a_hand_is_not_envious_of_it(tmp_path: Path) -> None:
    """The player wins with 2-3-4 of one suit over nothing: 10 % of $10,000 for seats 1 and 2, and
    $25 for seat 3, whose side lost."""
    envy = 'two_three_four_suited = "$25"'
    paytables = own_files(tmp_path, "baccarat/dragon_progressive/1", envy)
    player = {"player": 1000, "dragon_progressive": 100}
    played = record(
        "baccarat",
        cards={"player": "2s 3s 4s", "banker": "Tc Kd Jh"},
        wagers={1: player, 2: player, 3: {"banker": 1000, "dragon_progressive": 100}},
        paytables={"dragon_progressive": "baccarat/dragon_progressive/ours"},
        meters={"dragon_progressive": {"main": 1_000_000}},
    )
    jackpot = [line for line in told(played, paytables) if "progressive" in line]
    assert jackpot == [
        "3 dragon_progressive loses -100",
        "2 dragon_progressive wins +49900",
        "1 dragon_progressive wins +49900",
        "3 dragon_progressive envy +2500",
    ]


def test_PS_20_a_side_bet_of_6_5_4_pays_envy_too(tmp_path: Path) -> None:
    """Envy needs the wager it is for: Queens Up has none printed, so the house writes one."""
    path = tmp_path / "six_five_four" / "queens_up" / "ours.toml"
    path.parent.mkdir(parents=True)
    text = Paytables().text("six_five_four/queens_up/1")
    title, _, rest = text.partition("\n")
    path.write_text(f'{title}\nwager = "$1"\n{rest}\n[envy]\nflush = "$3"\n', "utf-8")
    wager = {"ante": 1000, "queens_up": 100}
    played = record(
        "six_five_four",
        cards={1: "2s 4s 6s 9s Jd", 2: "2c 4d 6h 8d Tc", "dealer": "Kc Qd Jh 7s 3c 5d"},
        wagers={1: wager, 2: wager},
        actions=["1 play", "2 fold"],
        paytables={"queens_up": "six_five_four/queens_up/ours"},
    )
    lines = told(played, Paytables(tmp_path))
    assert [line for line in lines if "envy" in line] == ["2 queens_up envy +300"]
