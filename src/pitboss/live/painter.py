"""Boards as pictures: finds those an event touches and makes them on the engine's thread.

Only watched boards are made. A page that joins gets its pictures from the same thread, so it misses
nothing in between."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
from msgspec import Struct

from pitboss.floor import extension
from pitboss.floor.facts import awards, clock, engines, papers, people, reports, rounds
from pitboss.floor.facts.base import CommandRefused, Event
from pitboss.floor.facts.devices import (
    DeviceCodeMade,
    DeviceConfirmed,
    DeviceEnrolled,
    DeviceRetired,
)
from pitboss.floor.facts.jackpots import JackpotOpened, JackpotResumed, JackpotSuspended
from pitboss.floor.facts.tables import TableOpened
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import Badge, State
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.board import Names, hit_board, jackpot_board, links, pit_board, table_board
from pitboss.floor.view.floor_plan import plan_board
from pitboss.floor.view.pit_memory import QUIET, PitMemory, remember_event, remember_start
from pitboss.floor.view.winners import LastWinners
from pitboss.live.hub import Hub, Picture, make_picture
from pitboss.refusal import Refusal

TABLE, JACKPOT, HIT, LIGHTS, BEAT = "table ", "jackpot ", "hit ", "lights ", "beat "
WINNERS = "winners "
PIT = "pit"
# Events that change no board, though they name neither table nor jackpot.
ON_NO_BOARD = (
    CommandRefused, people.AccessRefused, clock.ClockJumped, reports.ReportRecorded,
    papers.PaperProposed, papers.PaperTakenUp, papers.PaperSent, papers.SiteStopped,
    papers.SiteRestarted, engines.EngineBegan,
    DeviceCodeMade, DeviceConfirmed,
)  # fmt: skip
# Whose badges they are, and which they count as.
OF_BADGES = (
    people.BadgeIssued, people.BadgeChanged, people.BadgeRevoked,
    people.PersonSignedOn, people.PersonSignedOff, people.PinChanged,
)  # fmt: skip
HIT_KEPT_MS = 20_000  # a page that joins later misses the hit


class Painted(Struct, frozen=True, kw_only=True):
    """What follows from a batch of events: pictures by topic, tables whose round started, badges or
    devices if they have changed, and whether a hub must hear of a hit."""

    pictures: Mapping[str, Picture]
    started: tuple[str, ...] = ()
    badges: dict[str, Badge] | None = None
    devices: dict[str, DeviceState] | None = None
    has_claim: bool = False


@dataclass(slots=True)
class _Touched:
    tables: set[str] = field(default_factory=set)
    jackpots: set[str] = field(default_factory=set)
    everything: bool = False
    badges: bool = False
    devices: bool = False


class Painter:
    """Makes pictures from the state; used only on the engine's thread."""

    def __init__(
        self,
        *,
        paytables: PaytableLookup,
        names: Names,
        hub: Hub,
        steady_ms: Callable[[], int],
    ) -> None:
        self._paytables = paytables
        self.names = names
        self._hub = hub
        self._steady_ms = steady_ms
        self.clock_jump: clock.ClockJumped | None = None  # the last one
        self._memories: dict[str, PitMemory] = {}
        self._links: dict[str, tuple[str, ...]] = {}
        # The tables with an unpaid mark, by jackpot. Searching all linked tables for each batch
        # would cost more the larger the floor is.
        self._marked: dict[str, set[str]] = {}
        self._hits: dict[str, tuple[int, Picture]] = {}
        self.winners = LastWinners()
        self._last_shown: dict[str, dict[str, object]] = {}

    def begin(self, state: State) -> None:
        """Start with a floor, or start over after it changed completely."""
        self._links = links(state)
        self._marked.clear()
        for name, _ in state.tables.items():
            self._note_marks(state, name)

    def watch(self, event: Event, *, at_ms: int) -> None:
        """Fold in an event stored before this start."""
        if isinstance(event, clock.ClockJumped):
            self.clock_jump = event
        table = getattr(event, "table", "")
        if table:
            found = self._memories.get(table, QUIET)
            self._memories[table] = remember_event(found, event, at_ms=at_ms)

    def watch_start(self, table: str, *, at_ms: int) -> None:
        """Note a round that was over before this start."""
        found = self._memories.get(table, QUIET)
        self._memories[table] = remember_start(found, at_ms=at_ms)

    def paint(self, state: State, batch: Sequence[Event], *, at_ms: int) -> Painted:
        """The watched pictures that these events touch."""
        touched = _Touched()
        made: dict[str, Picture] = {}
        won: set[str] = set()  # the jackpots whose last winners have changed
        started, has_claim = list[str](), False
        for event in batch:
            self.watch(event, at_ms=at_ms)
            self._touch(state, event, touched)
            if isinstance(event, awards.AwardsRecorded | awards.WideAwardRecorded) and event.round:
                made |= self._hit(state, event, at_ms=at_ms)
                self.winners.record(state, event, at_ms=at_ms)
                won |= {award.jackpot for award in event.awards}
            elif isinstance(event, rounds.RoundStarted):
                started.append(event.table)
            elif isinstance(event, awards.ClaimMade):
                has_claim = True
            elif isinstance(event, awards.AwardBackedOut):
                undone = state.award(event.award).award
                self.winners.undo(undone.jackpot, undone.award)
                won.add(undone.jackpot)
        if touched.everything:
            self.begin(state)
        topics = [*self._topics(state, touched), *map(WINNERS.__add__, won)]
        watched_now = filter(self._hub.is_watched, topics)
        made |= self.pictures(state, watched_now, at_ms=at_ms, only_new=True)
        return Painted(
            pictures=made,
            started=tuple(started),
            badges=dict(state.badges.items()) if touched.badges else None,
            devices=dict(state.devices.items()) if touched.devices else None,
            has_claim=has_claim,
        )

    def pictures(
        self, state: State, topics: Iterable[str], *, at_ms: int, only_new: bool = False
    ) -> dict[str, Picture]:
        """The newest pictures of these topics, if any; with `only_new`, only those that differ from
        the last one made, which watchers have."""
        made: dict[str, Picture] = {}
        for topic in topics:
            # Items that left the floor while someone watched them have no picture.
            with contextlib.suppress(Refusal):
                shown = self._picture(state, topic, at_ms=at_ms, only_new=only_new)
                if shown is not None:
                    made[topic] = shown
        return made

    def pit(self, state: State, *, dead: Iterable[str], at_ms: int) -> Picture:
        """The pit, every table of it."""
        shown = pit_board(
            state, self._paytables, names=self.names, memories=self._memories, dead=dead
        )
        shown |= plan_board(state, self._memories, at_ms=at_ms)
        return _encoded("pit", state.seq, shown)

    def _picture(self, state: State, topic: str, *, at_ms: int, only_new: bool) -> Picture | None:
        kind, _, name = topic.partition(" ")
        if kind == "table":
            memory = self._memories.get(name, QUIET)
            shown = table_board(
                state, self._paytables, name, names=self.names, memory=memory, at_ms=at_ms
            )
            return _encoded(kind, state.seq, shown)
        if kind == "jackpot":
            shown = jackpot_board(state, self._paytables, name, names=self.names)
            # Hundreds of signs show one jackpot; most events at its tables don't change it.
            content = {**shown, "seq": ""}
            if only_new and self._last_shown.get(name) == content:
                return None
            self._last_shown[name] = content
            return _encoded(kind, state.seq, shown)
        if kind == "winners":
            return _encoded(kind, state.seq, self.winners.board(state, self._paytables, name))
        if kind == "hit":
            hit_ms, hit = self._hits.get(name, (0, None))
            return hit if hit_ms > self._steady_ms() - HIT_KEPT_MS else None
        return None

    def _hit(
        self, state: State, event: awards.AwardsRecorded | awards.WideAwardRecorded, *, at_ms: int
    ) -> dict[str, Picture]:
        board = hit_board(state, self._paytables, event, at_ms=at_ms, names=self.names)
        shown = _encoded("hit", state.seq, board)
        jackpots = {award.jackpot for award in event.awards}
        self._hits |= dict.fromkeys(jackpots, (self._steady_ms(), shown))
        return {HIT + name: shown for name in jackpots if self._hub.is_watched(HIT + name)}

    def _touch(self, state: State, event: Event, touched: _Touched) -> None:
        """Which boards an event changes; an event that names no table, jackpot or badge may change
        all of them."""
        if isinstance(event, ON_NO_BOARD):
            return
        if (shared := extension.here().jackpots_shown(event)) is not None:
            touched.jackpots |= shared
            return
        if isinstance(event, OF_BADGES):
            touched.badges = True
            return
        if isinstance(event, DeviceEnrolled | DeviceRetired):
            touched.devices = True
        table, jackpot = getattr(event, "table", ""), getattr(event, "jackpot", "")
        award = getattr(event, "award", "")
        recorded = state.awards.get(award) if isinstance(award, str) else None
        if recorded is not None:
            table, jackpot = recorded.table, recorded.award.jackpot
        touched.tables |= {table} - {""}
        touched.jackpots |= {jackpot} - {""}
        for moved in (*getattr(event, "movements", ()), getattr(event, "movement", None)):
            if moved is not None:
                touched.jackpots.add(moved.jackpot)
        if isinstance(event, JackpotSuspended | JackpotResumed):
            touched.tables |= set(self._links.get(jackpot, ()))  # what a table may do has changed
        if isinstance(event, TableOpened | JackpotOpened) or not (table or jackpot):
            touched.everything = True

    def _topics(self, state: State, touched: _Touched) -> Iterable[str]:
        if touched.everything:
            tables, jackpots = {n for n, _ in state.tables.items()}, set(self._links)
        else:
            tables, jackpots = set(touched.tables), set(touched.jackpots)
            for name in touched.tables:
                table = state.tables.get(name)
                jackpots.update(table.jackpots if table else ())
                self._note_marks(state, name)
        # A marked winner's pay changes with the meter, whoever moved it.
        for jackpot in jackpots:
            tables.update(self._marked.get(jackpot, ()))
        return [*map(TABLE.__add__, tables), *map(JACKPOT.__add__, jackpots)]

    def _note_marks(self, state: State, name: str) -> None:
        """Note whether a table has marks; they change only with events that name it."""
        table = state.tables.get(name)
        if table is None:
            return
        opened = table.round
        has_marks = opened is not None and bool(opened.marks or opened.unmoved)
        for jackpot in table.jackpots:
            marked = self._marked.setdefault(jackpot, set())
            (marked.add if has_marks else marked.discard)(name)


def _encoded(kind: str, seq: int, board: Mapping[str, object]) -> Picture:
    return make_picture(kind, seq=seq, data=msgspec.json.encode(board))
