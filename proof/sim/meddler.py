"""Somebody who presses what he shouldn't."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts import awards, days, people, rounds, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import AdjustMeter, OpenJackpot
from pitboss.floor.facts.values import Spot
from pitboss.money import Cents
from proof.sim.office import REASONS
from proof.sim.people import AskingPerson, CommandMaker, SharedFloor
from proof.sim.site import BADGES, DrawnSite


class Meddler:
    """Presses what he shouldn't, asks for what doesn't exist."""

    def __init__(self, floor: SharedFloor, site: DrawnSite) -> None:
        self._floor = floor
        self._site = site
        self._asker = CommandMaker("meddler", floor.clock)
        self._idle_percent = floor.chance.choice((60, 90, 100))

    def meddle(self) -> AskingPerson:
        """Do some nonsense now and then."""
        return self._floor.now_and_then(self._draw, idle_percent=self._idle_percent)

    def _draw(self) -> Command:
        draws = (
            self._at_a_table,
            self._hand,
            self._swipe,
            self._open,
            self._jackpot,
            self._fortune,
        )
        return self._floor.chance.choice(draws)()

    def _at_a_table(self) -> Command:
        chance, make = self._floor.chance, self._asker.make
        table = self._draw_table()
        spot = Spot(chance.randint(0, 10), chance.randint(0, 3))
        return chance.choice(
            (
                make(rounds.StartRound, table=table, spots=(spot,)),
                make(rounds.EndRound, table=table),
                make(rounds.SeeLateBet, table=table, spot=spot),
                make(awards.PressJackpot, table=table, spot=spot),
                make(people.SignOut, table=table),
            )
        )

    def _hand(self) -> Command:
        chance = self._floor.chance
        table = chance.choice(self._site.tables)
        jackpot = chance.choice(table.jackpots)
        sensor = table.jackpots.index(jackpot) + 1
        seat = chance.randint(1, table.seats)
        return self._asker.make(
            rounds.PressHand,
            table=table.name,
            spot=Spot(seat, sensor),
            outcome=chance.choice((*jackpot.outcomes, "five_aces")),
            sharers=chance.choice(((), (), (seat,), (seat, seat), (1, 2, 3))),
        )

    def _swipe(self) -> Command:
        chance, make = self._floor.chance, self._asker.make
        table, badge = self._draw_table(), chance.choice((*BADGES, "nobody"))
        return chance.choice(
            (
                make(awards.ConfirmAwards, table=table, badge=badge),
                make(people.SignIn, table=table, badge=badge),
                make(
                    awards.TurnKey,
                    table=table,
                    position=chance.choice(("JPH", "RUN", "OFF")),
                    badge=badge,
                ),
                make(rounds.VoidRound, table=table, badge=badge, reason=chance.choice(REASONS)),
                make(days.CloseDay, day="doomsday", badges=(badge, "una")),
            )
        )

    def _open(self) -> Command:
        chance, make = self._floor.chance, self._asker.make
        number = chance.randrange(1000)
        return chance.choice(
            (
                make(people.IssueBadge, badge=f"b{number}", name="x", role="emperor"),
                make(people.IssueBadge, badge=f"b{number}", name="x", role="dealer"),
                make(
                    people.IssueBadge,
                    badge=chance.choice((f"b{number}", "sam")),
                    name="x",
                    role="dealer",
                    by=chance.choice((("eve", "sam"), ("sam", "ann"), ("eve", "eve"))),
                ),
                self._table(),
            )
        )

    def _table(self) -> Command:
        """A table that must not be opened: a duplicate, or an impossible shape."""
        table, seats, jackpots = self._floor.chance.choice(
            (
                (self._site.tables[0].name, 7, ("J1",)),
                ("T99", 0, ("J1",)),
                ("T99", 99, ("J1",)),
                ("T99", 7, ()),
                ("T99", 7, ("J1", "J1")),
            )
        )
        return self._asker.make(
            tables.OpenTable,
            table=table,
            game=self._site.tables[0].game,
            seats=seats,
            jackpots=jackpots,
            badges=("sam", "eve"),
        )

    def _jackpot(self) -> Command:
        """A jackpot that must not be opened: a duplicate, or one with negative amounts."""
        chance = self._floor.chance
        like = chance.choice(self._site.jackpots)
        there, wager_cents = chance.choice(
            ((True, like.terms.wager_cents), (False, Cents(0)), (False, Cents(-100)))
        )
        return self._asker.make(
            OpenJackpot,
            jackpot=like.name if there else f"X{chance.randrange(1000)}",
            terms=replace(like.terms, wager_cents=wager_cents),
            badges=("sam", "eve"),
        )

    def _fortune(self) -> Command:
        """A correction by more money than there is: no meter and no record can hold it."""
        jackpot = self._floor.chance.choice(self._site.jackpots)
        return self._asker.make(
            AdjustMeter,
            jackpot=jackpot.name,
            level=jackpot.terms.levels[0].level if jackpot.terms.levels else "none",
            adjustment="faulty_display",
            cents=Cents(10**15),
            reason="a dream",
            badges=("sam", "ann"),
        )

    def _draw_table(self) -> str:
        names = [table.name for table in self._site.tables]
        return self._floor.chance.choice((*names, "T99"))
