"""Late bets stand under the jackpot that the table had when they came."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.facts import changes, people, rounds
from pitboss.floor.facts.values import SetTable, Spot
from web.history import Past

from .played import command, make_house, sheets_of, whole
from .test_reports import SHEETS, WHOLE


def move(past: Past) -> None:
    """A chip comes late at C2, then C2 gets another jackpot."""
    past.ask(people.SignIn, table="C2", badge="D101")
    past.ask(rounds.StartRound, table="C2", spots=(Spot(1, 1),))
    past.ask(rounds.SeeLateBet, table="C2", spot=Spot(3, 1))
    past.ask(rounds.EndRound, table="C2")
    what = SetTable(table="C2", jackpots=("rooms",))
    past.ask(changes.RequestChange, what=what, reason="moved", proof="equal odds", badge="S200")
    *_, (change, _) = past.state.changes.items()
    past.ask(changes.ApproveChange, change=change, badge="E300")
    past.ask(changes.ApplyChange, change=change, badge="S200")


def test_R5_keeps_late_bets_when_the_table_gets_another_jackpot(tmp_path: Path) -> None:
    def late(folder: Path) -> dict[tuple[str, str], str]:
        text = command(
            "report", "coin_in", *whole("coin_in"), str(folder), "--format", "csv", *WHOLE
        )
        rows = sheets_of(text, SHEETS["coin_in"])["bets"]
        return {(row["table"], row["jackpot"]): row["late_bets"] for row in rows}

    make_house(tmp_path / "before")
    make_house(tmp_path / "after", then=move)
    before, after = late(tmp_path / "before"), late(tmp_path / "after")
    fours = ("C2", "Crazy 4 Progressive")
    assert int(after[fours]) == int(before.get(fours, "0")) + 1
