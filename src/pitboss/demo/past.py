"""The demonstration's past: three weeks that end now, played before its first visitor comes.

Rounds are played many at once, which is much faster than crews; a crew plays a round with a winner.
Everything follows from one rng seed and the house's clock."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from msgspec.structs import replace

from pitboss.demo.crew import Crew
from pitboss.demo.past_office import PastOffice
from pitboss.demo.past_site import PastSite
from pitboss.floor.facts import awards, people, rounds, tables
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.offered import LISTS
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.view.board import Board, jackpot_board
from pitboss.journal.place import JOURNAL_FILE
from pitboss.live.chores import turn_shift
from pitboss.live.clocks import clock_ms
from pitboss.live.folder import Folder, new_id, read_folder
from pitboss.local_time import days_before, instant, local_day
from pitboss.maths.analysis import analyze
from pitboss.rules.paytable import Paytable
from pitboss.site.model import Site, SiteTable

DAYS = 21
OPEN_PERCENT = {1: 35, 2: 100, 3: 45}  # of the tables, by shift
ROUNDS = range(30, 61)  # of an open table
GAP_S = range(100, 160)  # from START to START
DEALT_S = range(50, 90)  # from START to END
QUIET_MS = 20 * 60_000  # at both ends of a shift, and before the first visitor
SEATS_TAKEN = range(2, 6)
WAGER, SEAT_CHANGES, LATE, VOID, TWICE = 850, 150, 5, 3, 3  # of 1,000
STEP_MS = 5_000  # between presses
PAUSE = 50  # of 1,000 open tables
SMALL_CENTS = 10_000  # the most a hand pays that isn't planned
SUPERVISORS = {1: "S200", 2: "S200", 3: "S201"}  # by shift

_Command = TypeVar("_Command", bound=Command)
Step: TypeAlias = Command | Callable[[], Awaitable[None]]
Agenda: TypeAlias = Iterator[tuple[int, Step]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedHit:
    """A hand that hits so many gambling days ago, and what happens to its prize."""

    days_ago: int
    table: str
    jackpot: str
    outcome: str
    then: str = ""  # empty: it is simply paid
    shift: int = 2


HITS = (
    PlannedHit(days_ago=19, table="H1", jackpot="rooms", outcome="four_of_a_kind"),
    PlannedHit(days_ago=17, table="C1", jackpot="fours", outcome="four_aces"),
    PlannedHit(days_ago=15, table="B2", jackpot="sevens", outcome="three_sevens_color"),
    PlannedHit(days_ago=12, table="H3", jackpot="holdem", outcome="royal_after_6"),
    PlannedHit(days_ago=10, table="H1", jackpot="rooms", outcome="straight_flush", then="void"),
    PlannedHit(days_ago=8, table="M1", jackpot="dragon", outcome="two_three_four_suited"),
    PlannedHit(days_ago=6, table="H2", jackpot="royals", outcome="royal_after_7"),
    PlannedHit(days_ago=5, table="B3", jackpot="trilux", outcome="three_aces_suited", then="hold"),
    PlannedHit(days_ago=3, table="C2", jackpot="fours", outcome="four_of_a_kind", then="back_out"),
    PlannedHit(days_ago=1, table="R2", jackpot="rooms", outcome="four_of_a_kind"),
    PlannedHit(days_ago=1, table="B2", jackpot="sevens", outcome="three_sevens_diamonds"),
    PlannedHit(
        days_ago=1, shift=3, table="B1", jackpot="sevens", outcome="three_sevens_suited",
        then="wait",
    ),
)  # fmt: skip


def make_past(folder: Path, *, rng_seed: int, vault_key: Path | None = None) -> None:
    """Give a demonstration's folder its past; there is no journal yet."""
    past = Past(read_folder(folder), end_ms=clock_ms(), rng_seed=rng_seed, vault_key=vault_key)
    asyncio.run(past.play())
    past.site.keep(folder / JOURNAL_FILE)


class Past:
    """Everyone who worked in the room these weeks."""

    def __init__(
        self, folder: Folder, *, end_ms: int, rng_seed: int, vault_key: Path | None = None
    ) -> None:
        self._today = _gambling_day(folder.site, end_ms)
        first = days_before(self._today, DAYS)
        self.site = PastSite(folder, begin_ms=_begins_ms(folder.site, first), end_ms=end_ms)
        self._chance = random.Random(f"{rng_seed} past")  # noqa: S311 - repeatable
        self._dealers = [each.badge for each in folder.site.badges if each.role == "dealer"]
        self._hands: Mapping[str, Sequence[Board]] = {}
        self._chances = {
            each.jackpot: _chances_of(folder.paytables.get(each.paytable))
            for each in folder.site.jackpots
        }
        self._office = PastOffice(self.site, self._chance, vault_key=vault_key)

    async def play(self) -> None:
        """Play shift after shift, until now."""
        self._hands = await self.site.look(self._list_hands)
        while True:
            await self._play_shift()
            if self.site.calendar.ends_ms > self.site.end_ms:
                break
            self.site.wait_until(self.site.calendar.ends_ms)
            await turn_shift(self.site)
            await self._office.work(days_ago=self._days_ago)
        await self._office.pay()

    @property
    def _days_ago(self) -> int:
        day = self.site.calendar.days[-1].day
        return (date.fromisoformat(self._today) - date.fromisoformat(day)).days

    def _list_hands(self, state: State) -> Mapping[str, Sequence[Board]]:
        """List the hands to mark, by jackpot."""
        lookup = self.site.paytable_lookup
        return {
            name: jackpot_board(state, lookup, name)["hands"] for name, _ in state.jackpots.items()
        }

    async def _play_shift(self) -> None:
        """Play everything at the tables, in order."""
        batch: list[Command] = []
        for at_ms, step in sorted(self._agenda(), key=lambda each: each[0]):
            if isinstance(step, Command):
                batch.append(step)
                continue
            self._ask_all(batch)
            batch = []
            self.site.wait_until(at_ms)
            await step()
        self._ask_all(batch)

    def _ask_all(self, commands: Iterable[Command]) -> None:
        """Anything that took longer than planned makes the others wait."""
        now_ms = self.site.now_ms()
        self.site.handle([replace(each, at_ms=max(each.at_ms, now_ms)) for each in commands])

    def _agenda(self) -> Agenda:
        """Plan which tables open in the present shift, and what happens there."""
        calendar, chance = self.site.calendar, self._chance
        first_ms = calendar.begins_ms + QUIET_MS
        last_ms = min(calendar.ends_ms, self.site.end_ms) - QUIET_MS
        now = (self._days_ago, calendar.shift)
        hits = {each.table: each for each in HITS if (each.days_ago, each.shift) == now}
        turn = chance.randrange(len(self._dealers))
        tables = self.site.site.tables
        count = len(tables) * OPEN_PERCENT[calendar.shift] // 100
        opened = chance.sample(tables, count)
        for place, table in enumerate(tables):
            if table in opened or table.table in hits:
                dealer = self._dealers[(place + turn) % len(self._dealers)]
                session = _Session(
                    self.site,
                    table,
                    dealer=dealer,
                    supervisor=SUPERVISORS[calendar.shift],
                    chance=chance,
                    hands=self._hands,
                    chances=self._chances,
                    office=self._office,
                )
                yield from session.agenda(first_ms, last_ms, hits.get(table.table))


class _Session:
    """A table that opens for some rounds, with its dealer and its players."""

    def __init__(
        self,
        site: PastSite,
        table: SiteTable,
        *,
        dealer: str,
        supervisor: str,
        chance: random.Random,
        hands: Mapping[str, Sequence[Board]],
        chances: Mapping[str, Mapping[str, float]],
        office: PastOffice,
    ) -> None:
        self._site, self._table, self._chance, self._office = site, table, chance, office
        self._hands, self._chances = hands, chances
        self._dealer, self._supervisor = dealer, supervisor
        self._crew = Crew(
            site, table.table, dealer=dealer, supervisor=supervisor, chance=chance, pause=site.wait
        )
        self._taken: set[int] = set()

    def agenda(self, first_ms: int, last_ms: int, hit: PlannedHit | None) -> Agenda:
        """What happens between two times; empty if that is too short."""
        chance, gap_ms = self._chance, GAP_S.stop * 1000
        count = min(chance.choice(ROUNDS), (last_ms - first_ms) // gap_ms)
        if count < 1:
            return
        at_ms = chance.randrange(first_ms, last_ms - count * gap_ms + 1)
        self._taken = {*chance.sample(range(1, self._table.seats + 1), chance.choice(SEATS_TAKEN))}
        yield at_ms, self._made(people.SignIn, at_ms, badge=self._dealer)
        for number in range(count):
            at_ms += chance.choice(GAP_S) * 1000
            yield from self._round(at_ms, hit if number == count // 2 else None)
        at_ms += DEALT_S.stop * 1000
        if self._happens(PAUSE):
            reason = {"badge": self._dealer, "reason": LISTS["pause"][0]}
            yield at_ms, self._made(tables.PauseTable, at_ms, **reason)
            at_ms += 30_000
            settled = {"badge": self._supervisor, "reason": LISTS["resume"][0]}
            yield at_ms, self._made(tables.ResumeTable, at_ms, **settled)
        yield at_ms, self._made(people.SignOut, at_ms)

    def _round(self, at_ms: int, hit: PlannedHit | None) -> Agenda:
        if self._happens(SEAT_CHANGES):
            self._taken ^= {self._chance.randint(1, self._table.seats)}
        spots = tuple(
            Spot(seat, sensor)
            for seat in sorted(self._taken)
            for sensor in range(1, len(self._table.jackpots) + 1)
            if self._happens(WAGER)
        )
        hands = len(self._taken) + 1 if self._taken else 0
        start = self._made(rounds.StartRound, at_ms, spots=spots, hands=hands)
        if hit is not None:
            yield at_ms, partial(self._play_hit, start, hit)
            return
        yield at_ms, start
        if self._happens(TWICE):  # a second press, to be refused
            yield at_ms + 5_000, replace(start, command_id=new_id(), at_ms=at_ms + 5_000)
        free = {*range(1, self._table.seats + 1)} - {spot.seat for spot in spots}
        if spots and free and self._happens(LATE):
            late = Spot(min(free), 1)
            yield at_ms + 10_000, self._made(rounds.SeeLateBet, at_ms + 10_000, spot=late)
        end_ms = at_ms + self._chance.choice(DEALT_S) * 1000
        if self._happens(VOID):
            why = {"badge": self._supervisor, "reason": LISTS["void"][0]}
            yield end_ms, self._made(rounds.VoidRound, end_ms, **why)
            return
        for step, press in enumerate(self._win_small(spots), -4):
            pressed_ms = end_ms + step * STEP_MS
            yield pressed_ms, replace(press, at_ms=pressed_ms)
        yield end_ms, self._made(rounds.EndRound, end_ms)

    def _win_small(self, spots: Sequence[Spot]) -> Iterator[Command]:
        """A wager that wins a small pay, marked and confirmed at the table's keypad."""
        won = next(((spot, hand) for spot in spots if (hand := self._draw_hand(spot))), None)
        if won is None:
            return
        spot, hand = won
        yield self._made(rounds.PressHand, 0, **_press(spot, hand, spots))
        by = {"badge": self._supervisor}
        if self._table.keypad == "aquarius":
            yield self._made(awards.TurnKey, 0, position="JPH", **by)
            yield self._made(awards.PressJackpot, 0, spot=spot)
            yield self._made(awards.TurnKey, 0, position="RUN", **by)
        else:
            yield self._made(awards.ConfirmAwards, 0, **by)

    def _draw_hand(self, spot: Spot) -> Board | None:
        """The hand of a wager, if it pays little; those that pay more are planned."""
        chances, drawn = self._chances[self._table.jackpots[spot.sensor - 1]], self._chance.random()
        for hand in self._hands_of(spot):
            if not hand["takes_all_of"] and hand["pays_cents"] <= SMALL_CENTS:
                drawn -= sum(chances.get(outcome, 0) for outcome in hand["outcomes"])
                if drawn < 0:
                    return hand
        return None

    async def _play_hit(self, start: rounds.StartRound, hit: PlannedHit) -> None:
        """Play a round with a hit: the crew finishes it, whoever has to confirm."""
        site = self._site
        seat = self._chance.choice(sorted(self._taken) or [1])
        spot = Spot(seat, self._table.jackpots.index(hit.jackpot) + 1)
        spots = tuple(sorted({*start.spots, spot}, key=lambda each: (each.seat, each.sensor)))
        await site.ask(replace(start, at_ms=site.now_ms(), spots=spots))
        await site.wait(self._chance.choice(DEALT_S))
        hand = next(each for each in self._hands_of(spot) if hit.outcome in each["outcomes"])
        await site.ask(self._made(rounds.PressHand, site.now_ms(), **_press(spot, hand, spots)))
        await self._crew.leave()
        if hit.then:
            await self._office.follow(hit.then, table=hit.table, outcome=hit.outcome)

    def _hands_of(self, spot: Spot) -> Sequence[Board]:
        return self._hands[self._table.jackpots[spot.sensor - 1]]

    def _made(self, kind: Callable[..., _Command], at_ms: int, **content: object) -> _Command:
        return kind(command_id=new_id(), at_ms=at_ms, table=self._table.table, **content)

    def _happens(self, of_thousand: int) -> bool:
        return self._chance.randrange(1000) < of_thousand


def _chances_of(paytable: Paytable) -> Mapping[str, float]:
    """How often each hand comes, at the usual settings."""
    found: dict[str, float] = {}
    cases = analyze(paytable, {}).cases
    for case in cases.cases:
        found[case.outcome] = found.get(case.outcome, 0) + case.weight / cases.total
    return found


def _press(spot: Spot, hand: Board, spots: Iterable[Spot]) -> dict[str, Any]:
    """A spot's hand button; everyone with the wager gets a shared prize."""
    seats = tuple(each.seat for each in spots if each.sensor == spot.sensor)
    return {
        "spot": spot,
        "outcome": hand["outcome"],
        "sharers": seats if hand["shared"] else (),
    }


def _gambling_day(site: Site, at_ms: int) -> str:
    day = local_day(at_ms, site.time_zone)
    return day if at_ms >= _begins_ms(site, day) else days_before(day, 1)


def _begins_ms(site: Site, day: str) -> int:
    found = instant(f"{day} {site.day_begins}", site.time_zone)
    assert found is not None, day
    return found
