"""Changes the site during play: settings, money between jackpots, people."""

from __future__ import annotations

from msgspec.structs import replace

from pitboss.floor.facts import jackpots, people, values
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.changes import (
    ApplyChange,
    ApproveChange,
    RejectChange,
    RequestChange,
    WithdrawChange,
)
from pitboss.money import Cents, Ppm
from pitboss.refusal import say
from pitboss.rules.game import SPLITS
from proof.sim.people import Asking, AskingPerson, CommandMaker, SharedFloor
from proof.sim.site import BADGES, DrawnSite

ATTEMPTS_MOST = 10
WARNING = say("HOUSE_EDGE", edges=("33.2197 %",))
REASONS = (*["the controls say so"] * 9, " ")
TWO = (("eve", "sam"), ("eve", "tom"), ("ann", "eve"), ("sam", "ann"), ("eve", "n1"))


class Manager:
    """Asks for changes, approves them, applies them, and sometimes doesn't know the rules."""

    def __init__(self, floor: SharedFloor, site: DrawnSite) -> None:
        self._floor = floor
        self._site = site
        self._asker = CommandMaker("manager", floor.clock)
        self._idle_percent = floor.chance.choice((30, 80, 100))
        self._people = 0
        every = (self._request, self._settle, self._stand, self._badge)
        self._leaning = (*every, *floor.chance.choices(every, k=3))

    def work(self) -> AskingPerson:
        """Do something now and then, until the rounds are used up."""
        while self._floor.rounds_left > 0:
            if self._floor.often(self._idle_percent):
                yield None
            elif self._floor.often(10):
                yield from self._carry_through()
            else:
                yield self._floor.chance.choice(self._leaning)()

    def _carry_through(self) -> Asking:
        """Somebody who knows the rules brings a change from request to end, if possible."""
        what = self._floor.chance.choice((self._set, self._transfer, self._transfer))()
        known = set(self._floor.books.changes)
        code = yield self._asker.make(
            RequestChange, what=what, reason="the controls say so", badge="ann"
        )
        fresh = [name for name in self._floor.books.changes if name not in known]
        if code or not fresh:
            return code
        change = fresh[0]
        yield self._asker.make(ApproveChange, change=change, badge="sam")
        for _ in range(ATTEMPTS_MOST):
            for jackpot in (
                what.jackpot,
                *([what.into] if isinstance(what, values.Transfer) else []),
            ):
                yield self._asker.make(
                    jackpots.SuspendJackpot, jackpot=jackpot, badge="sam", reason="a change"
                )
            code = yield self._asker.make(ApplyChange, change=change, badge="tom")
            if code not in ("ROUND_OPEN", "AWARD_PENDING", "LINK_NOT_SUSPENDED"):
                break
        return code

    def _request(self) -> Command:
        chance = self._floor.chance
        draws = (self._set, self._set, self._transfer, self._transfer, self._order)
        # Keep most jackpots and tables: a floor without any proves nothing.
        what = (self._gone if self._floor.often(8) else chance.choice(draws))()
        return self._asker.make(
            RequestChange,
            what=what,
            reason=chance.choice(REASONS),
            warnings=chance.choice(((), (WARNING,))),
            badge=chance.choice(("sam", "ann", "ann", "eve", "tom", "dora")),
        )

    def _set(self) -> values.SetTerms:
        jackpot = self._floor.chance.choice(self._site.jackpots).name
        levels = self._floor.books.jackpots[jackpot].levels.values()
        chosen = [self._changed(level.setting) for level in levels if self._floor.often(60)]
        above = self._floor.chance.choice((None, Cents(0), Cents(50_000), Cents(-1)))
        named = ("", *self._floor.books.jackpots[jackpot].levels)
        return values.SetTerms(
            jackpot=jackpot,
            levels=tuple(chosen),
            executive_above_cents=above,
            house_prizes=self._prizes(jackpot),
            lock_at_mark=self._floor.chance.choice((None, None, True, False)),
            fixed_from=self._floor.chance.choice((None, None, *named)),
            split_among=self._floor.chance.choice((None, None, *SPLITS, "nobody")),
            dealer_records_up_to_cents=self._floor.chance.choice(
                (None, None, Cents(0), Cents(1_000), Cents(-1))
            ),
        )

    def _prizes(self, jackpot: str) -> tuple[tuple[str, Cents], ...]:
        """Other amounts for some of what a house jackpot posts."""
        posted = self._floor.books.jackpots[jackpot].terms.house_prizes
        return tuple(
            (outcome, Cents(self._floor.chance.choice((0, 1, 77_777, cents))))
            for outcome, cents in posted
            if self._floor.often(60)
        )

    def _changed(self, setting: values.LevelSetting) -> values.LevelSetting:
        chance, seed_cents = self._floor.chance, setting.seed_cents
        return replace(
            setting,
            seed_cents=Cents(chance.choice((0, 1_000, seed_cents, seed_cents + 250))),
            rate_ppm=Ppm(chance.choice((0, 77_777, 300_000, 1_000_001, setting.rate_ppm))),
            reserve_ppm=Ppm(chance.choice((0, 12_345, setting.reserve_ppm))),
            maximum_cents=chance.choice((None, Cents(2_000), Cents(10**7), setting.maximum_cents)),
        )

    def _transfer(self) -> values.Transfer:
        source, target, pairs = self._between()
        return values.Transfer(jackpot=source, into=target, pairs=pairs)

    def _gone(self) -> values.Retire | values.CloseTable:
        if self._floor.often(30):
            table = self._floor.chance.choice(self._site.tables).name
            return values.CloseTable(table=table)
        home = self._floor.often(50)
        source, target, pairs = self._between()
        return values.Retire(jackpot=source, into=target, pairs=pairs, seed_to_house=home)

    def _between(self) -> tuple[str, str, tuple[tuple[str, str], ...]]:
        """One jackpot and another, with their levels paired in some way."""
        chance, books = self._floor.chance, self._floor.books
        names = [jackpot.name for jackpot in self._site.jackpots]
        source, target = chance.sample((*names, *names), 2)
        into = list(books.jackpots[target].levels) or ["none"]
        pairs = tuple((level, chance.choice(into)) for level in books.jackpots[source].levels)
        return source, target, pairs

    def _order(self) -> values.SetTable:
        table = self._floor.chance.choice(self._site.tables)
        seats = range(1, table.seats + 1)
        order = tuple(self._floor.chance.sample(seats, table.seats))
        return values.SetTable(table=table.name, order=order)

    def _settle(self) -> Command:
        """Approve, apply, reject or withdraw one of the last changes."""
        chance = self._floor.chance
        changes = self._floor.books.changes
        ready = [name for name, asked in changes.items() if asked.status == "approved"]
        change = chance.choice((*list(changes)[-4:], *ready[-2:], "change-0"))
        asked = changes.get(change)
        badge = chance.choice(("ann", "sam", "eve", "tom"))
        if asked is not None and asked.status == "approved" and self._floor.often(80):
            return self._asker.make(ApplyChange, change=change, badge=badge)
        if self._floor.often(80):
            return self._asker.make(ApproveChange, change=change, badge=badge)
        kind = chance.choice((RejectChange, WithdrawChange))
        return self._asker.make(kind, change=change, badge=badge, reason="not now")

    def _stand(self) -> Command:
        chance = self._floor.chance
        kind = chance.choice((jackpots.SuspendJackpot, jackpots.ResumeJackpot))
        jackpot = chance.choice(self._site.jackpots).name
        badge = chance.choice(("sam", "eve", "ann"))
        return self._asker.make(kind, jackpot=jackpot, badge=badge, reason=chance.choice(REASONS))

    def _badge(self) -> Command:
        """The manager's own people come, change and go; the crews keep theirs."""
        chance, by = self._floor.chance, self._floor.chance.choice(TWO)
        badge, role = f"n{chance.randint(0, self._people)}", chance.choice(tuple(BADGES.values()))
        if self._floor.often(50):
            self._people += 1
            return self._asker.make(people.IssueBadge, badge=badge, name="New", role=role, by=by)
        if self._floor.often(50):
            return self._asker.make(
                people.ChangeBadge, badge=badge, name="New", role=role, reason="moved", by=by
            )
        return self._asker.make(people.RevokeBadge, badge=badge, reason="left", by=by)
