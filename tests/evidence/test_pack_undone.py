"""A pack of a prize that was taken back: when it was voided and canceled stands with its times."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

from pitboss.floor.facts import payments
from reports.played import award_of, command, make_house
from web.history import Past


def test_the_times_hold_the_void_and_the_cancellation(tmp_path: Path) -> None:
    awards: list[str] = []

    def undo(past: Past) -> None:
        award = award_of(past, "four_aces")
        awards.append(award)
        past.ask(
            payments.VoidPayment, award=award, reason="three aces only", badges=("S200", "E300")
        )
        past.ask(
            payments.CancelPrize, award=award, reason="three aces only", evidence="camera 7",
            badges=("S200", "E300"),
        )  # fmt: skip

    house, pack = tmp_path / "site", tmp_path / "pack.zip"
    make_house(house, then=undo)
    command("pack", str(house), "--award", awards[0], "-o", str(pack))
    with zipfile.ZipFile(pack) as opened:
        times = json.loads(opened.read("facts.json"))["times"]
        story = opened.read("story.txt").decode()
    told = [each["what"] for each in times]
    assert told == ["locked", "marked", "confirmed", "paid", "voided", "canceled"]
    assert times[-1]["at_ms"] > times[-2]["at_ms"] > times[-3]["at_ms"]
    assert "Payment voided: " in story
    assert "Prize canceled: " in story
