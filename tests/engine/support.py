"""A small floor to ask things of."""

from __future__ import annotations

from itertools import count

from pitboss.floor.facts import awards, jackpots, people, rounds
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.tables import OpenTable
from pitboss.floor.facts.values import JackpotTerms, LevelSetting, Spot
from pitboss.money import Cents, Ppm
from pitboss.rules.catalog import Paytables

PAYTABLE = Paytables().get("crazy4/progressive/pays-1")
BOOK = {PAYTABLE.id: PAYTABLE}


class Asker:
    """Makes commands with ids of their own, a second apart."""

    def __init__(self, prefix: str = "c") -> None:
        self._prefix = prefix
        self._numbers = count(1)

    def ids(self) -> dict[str, object]:
        """The id and time of the next command."""
        number = next(self._numbers)
        return {"command_id": f"{self._prefix}{number}", "at_ms": 1000 * number}

    def opening(self, tables: int = 1) -> list[Command]:
        """Badges, a jackpot with a seed of $1,000 and a rate of 20 %, tables with a dealer."""
        made: list[Command] = [
            people.IssueBadge(**self.ids(), badge=badge, name=badge, role=role)  # type: ignore[arg-type]
            for badge, role in (
                *((f"dealer-T{number}", "dealer") for number in range(1, tables + 1)),
                ("sam", "supervisor"),
                ("eve", "executive"),
                ("ann", "accounting"),
            )
        ]
        level = LevelSetting("main", Cents(100_000), Ppm(200_000), Ppm(0))
        made.append(
            jackpots.OpenJackpot(
                **self.ids(),  # type: ignore[arg-type]
                jackpot="J1",
                terms=JackpotTerms(
                    kind="progressive",
                    paytable=PAYTABLE.id,
                    paytable_sha256=PAYTABLE.sha256,
                    wager_cents=Cents(100),
                    levels=(level,),
                    executive_above_cents=Cents(1_000_000),
                ),
                badges=("sam", "eve"),
            )
        )
        for number in range(1, tables + 1):
            table = f"T{number}"
            made += [
                OpenTable(
                    **self.ids(),  # type: ignore[arg-type]
                    table=table,
                    game="crazy4",
                    seats=7,
                    jackpots=("J1",),
                    badges=("sam", "eve"),
                ),
                people.SignIn(**self.ids(), table=table, badge=f"dealer-{table}"),  # type: ignore[arg-type]
            ]
        return made

    def round(self, table: str = "T1", *, seats: int = 7, hit: int = 0) -> list[Command]:
        """A whole round; seat `hit`, if any, has four aces."""
        spots = tuple(Spot(seat, 1) for seat in range(1, seats + 1))
        made: list[Command] = [
            rounds.StartRound(**self.ids(), table=table, spots=spots)  # type: ignore[arg-type]
        ]
        if hit:
            made += [
                rounds.PressHand(
                    **self.ids(),  # type: ignore[arg-type]
                    table=table,
                    spot=Spot(hit, 1),
                    outcome="four_aces",
                ),
                awards.ConfirmAwards(**self.ids(), table=table, badge="sam"),  # type: ignore[arg-type]
            ]
        return [*made, rounds.EndRound(**self.ids(), table=table)]  # type: ignore[arg-type]
