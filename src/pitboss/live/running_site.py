"""A running site: one engine on one journal, asked from an event loop.

Every caller gets a durable answer. Every watcher gets the newest pictures, each made once its
content is durable. A beat once a second says that the site is running and whether its journal can
write."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import TypeVar

import msgspec

from pitboss.engine import AsyncClient, Core, Engine, Reply
from pitboss.engine.batch import ANSWER_S, answer_late, in_time
from pitboss.floor.facts import jackpots, rounds
from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.values import Spot
from pitboss.floor.state.floor import State
from pitboss.floor.state.gambling_day import WaitingClose, find_waiting_close
from pitboss.floor.state.leading import LeadingEngine
from pitboss.floor.state.paytable_lookup import PaytableLookup
from pitboss.floor.view.labels import hand_label
from pitboss.journal import Journal, Row, last_row
from pitboss.journal.place import JournalPlace
from pitboss.journal.whole import live_of
from pitboss.live import chores
from pitboss.live.background import Work, begin_work
from pitboss.live.beat import beat_of
from pitboss.live.behind import Behind
from pitboss.live.bet_lights import NONE, BetLights
from pitboss.live.clocks import SiteClock, passed_ms
from pitboss.live.contact import Contact
from pitboss.live.counts import SiteCounters
from pitboss.live.folder import BoardWords, Folder, grow_folder, open_floor, read_folder
from pitboss.live.hub import FOLLOWER_PLACES, PLACES, Hub, Picture, Watcher, make_picture
from pitboss.live.identity import EngineIdentity, this_machine
from pitboss.live.line_standing import HubCallers, LineStanding
from pitboss.live.painter import BEAT, LIGHTS, PIT, Painted, Painter
from pitboss.live.pit_drawing import PitDrawing
from pitboss.live.release import running_release
from pitboss.live.remembering import remember
from pitboss.live.row_reader import ROWS_MOST, RowReader
from pitboss.live.sending import as_sent
from pitboss.live.site_law import OF_FIGURES, SiteLaw
from pitboss.live.snapshot_proof import SnapshotProof
from pitboss.live.software import OF_APPROVALS, SoftwareStanding
from pitboss.live.tenure import Tenure
from pitboss.live.training import only_trains
from pitboss.live.waiting import wait_for
from pitboss.refusal import Refusal
from pitboss.rules.outcome_labels import Label
from pitboss.rules.profile import Profile

Found = TypeVar("Found")

NO_WORDS: Mapping[str, BoardWords] = {}
BEAT_S, BEAT_PARTS = 1.0, 10


class RunningSite:
    """One site in one process; used from one event loop."""

    def __init__(
        self,
        folder: Folder,
        *,
        journal: Journal | None,
        reading: Callable[[], Journal],
        taking: Callable[[], Journal] | None = None,
        identity: EngineIdentity | None = None,
        words: Mapping[str, BoardWords],
        clock: SiteClock | None = None,
        with_snapshot: bool = True,
    ) -> None:
        assert journal is None or taking is None, "it leads, or waits for its turn, or follows"
        self.folder: Path = folder.path
        self._words = words
        self._take(folder)
        self.law = SiteLaw(folder, self.now_ms)
        self.follows = journal is None and taking is None
        self.hub = Hub(FOLLOWER_PLACES if self.follows else PLACES)
        self.lights, self.counts = BetLights(), SiteCounters()
        self.line = LineStanding()  # a property's line to its hub, while this engine leads
        self.claimed = asyncio.Event()  # a hub must hear of a hit
        self.callers = HubCallers()  # at a hub: its callers
        self.clock = clock or SiteClock()
        self.started_ms, self._identity = self.now_ms(), identity or this_machine()
        self.open_reading, self._reader = reading, RowReader(reading)
        self.behind = Behind(lambda: self.seq) if self.follows else None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._client: AsyncClient | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._disbelieved = False
        self.paytable_of: dict[str, str] = {}  # by jackpot, for the words of its hands
        self._painter = Painter(
            paytables=self.paytable_lookup, names=self.names, hub=self.hub, steady_ms=self.steady_ms
        )
        self.proof: SnapshotProof | None = None
        self.software = SoftwareStanding("" if self.follows else running_release().sha256)
        self._open(journal, taking, with_snapshot=with_snapshot)

    def _open(
        self, journal: Journal | None, taking: Callable[[], Journal] | None, *, with_snapshot: bool
    ) -> None:
        """Read the floor, and lead it or stand by."""
        first = journal or live_of(self.open_reading())
        self._core = Core(
            first,
            self.paytable_lookup,
            self._publish,
            with_snapshot=with_snapshot,
            passed_ms=passed_ms,
            on_fault=self.counts.report,
        )
        self._take(self.law.read_again(self._folder, self._core.state))
        self.tenure = Tenure(self._core, leads=journal is not None, taking=taking)
        self.contact = Contact(self._core, self.folder, self._proven)
        if journal is None:
            self._stand_by(is_next=taking is not None)
        else:
            self._lead(journal)
        self.only_trains = only_trains(self._core.state)  # as it opened
        self._learn(self._core.state)
        remember(self._painter, self._core.state, first)
        self._engine = Engine(self._core)
        self._pit = PitDrawing(self.hub, self._engine, self._painter, self.lights, self.now_ms)

    @property
    def profile(self) -> Profile:
        """The jurisdiction's current rules, with the figures entered here."""
        return self.law.now

    def _take(self, folder: Folder) -> None:
        """Take from the site file what pages and boards show."""
        self._folder, self.site = folder, folder.site
        self.paytables, self.names = folder.paytables, folder.names(self._words)
        self.paytable_lookup: PaytableLookup = folder.paytable_lookup

    async def grow(self, newer: Folder) -> None:
        """Add what is new in the site file; the rest of it counts from the next start."""
        await self.look(lambda _: self._take(grow_folder(self._folder, newer)))
        self._painter.names = self.names

    def now_ms(self) -> int:
        """The wall clock's time, for the record."""
        return self.clock.now_ms()

    def steady_ms(self) -> int:
        """Elapsed time, for everything that lasts; it never jumps."""
        return self.clock.steady_ms()

    def hand(self, jackpot: str, outcome: str) -> Label:
        """The printed words of a jackpot's hand; empty for an award without one."""
        return hand_label(self.paytable_lookup[self.paytable_of[jackpot]], outcome)

    def level(self, jackpot: str, level: str) -> str:
        """A jackpot's level as its letter names it; its id if the jackpot isn't ours."""
        paytable = self.paytable_of.get(jackpot)
        return self.paytable_lookup[paytable].level_label(level) if paytable else level

    async def ask(self, command: Command) -> Reply:
        """Send the floor a command; the answer is durable."""
        return (await self.ask_then(command, lambda _: None))[0]

    async def ask_then(
        self, command: Command, question: Callable[[State], Found]
    ) -> tuple[Reply, Found | None]:
        """The same, plus the floor's answer to a question afterward; None if the engine didn't get
        to it."""
        assert self._client is not None, "a site is asked after it has begun"
        started, begun_ms = time.perf_counter(), passed_ms()
        try:
            async with asyncio.timeout(ANSWER_S):
                reply, found = await self._client.ask_then(as_sent(command), question)
        except TimeoutError:
            reply, found = answer_late(command.command_id, seq=self.seq), None
        # Old answers come from memory, but need the journal just as a new row does.
        begun_ms = min(begun_ms, self._core.contact_ms)
        reply = in_time(reply, begun_ms=begun_ms, now_ms=passed_ms())
        self.counts.count_delay(time.perf_counter() - started)
        self.counts.count_answer(command, reply)
        if reply.accepted:
            self.contact.available = True
        elif reply.code in chores.ASK_AGAIN and reply.code != "ENGINE_BUSY":
            self.contact.available = False
        return reply, found

    async def look(self, question: Callable[[State], Found]) -> Found:
        """Ask the state on the engine's thread, where it can't change; refused if the engine
        doesn't get to it in time."""
        return await self._in_time(lambda: self._engine.look(question))

    async def first_answer(self, command_id: str) -> tuple[Command, Reply] | None:
        """The first command with an id and its answer; None if the id is new."""
        return await self._in_time(lambda: self._engine.first_answer(command_id))

    async def _in_time(self, asked: Callable[[], Future[Found]]) -> Found:
        try:
            async with asyncio.timeout(ANSWER_S):
                return await self._looked(asked)
        except TimeoutError:
            raise Refusal("ENGINE_BUSY", where="engine", answer_s=f"{ANSWER_S:.0f}") from None

    async def _looked(self, asked: Callable[[], Future[Found]]) -> Found:
        try:
            return await wait_for(asked())
        except RuntimeError as fault:
            raise Refusal("ENGINE_STOPPED", where="engine", fault=fault) from fault

    async def rows(self, *, after_seq: int, limit: int) -> list[Row]:
        """Rows of the journal, over a reading connection of its own."""
        return await self._reader.rows(after_seq=after_seq, limit=limit)

    async def _newer_rows(self) -> list[Row]:
        return await self.rows(after_seq=self.seq, limit=ROWS_MOST)

    async def watch(
        self,
        topics: Iterable[str],
        *,
        identity: str,
        is_console: bool = False,
        can_wait: Iterable[str] = (),
    ) -> Watcher:
        """Add a page: the newest picture of each of its topics, then newer ones."""
        await self.contact.is_there()
        beat = f"{BEAT}{len(self.hub) % BEAT_PARTS}"
        watcher = self.hub.join(
            [*topics, beat], identity=identity, is_console=is_console, can_wait=can_wait
        )
        loop = asyncio.get_running_loop()

        def welcome(state: State) -> None:
            # Handed over from the engine's thread, so that no newer picture can overtake it.
            made = self._painter.pictures(state, watcher.topics, at_ms=self.now_ms())
            if PIT in watcher.topics:
                made[PIT] = self._pit.paint(state)
            for topic, shown in made.items():
                loop.call_soon_threadsafe(watcher.show, topic, shown)

        for topic in watcher.topics:
            if topic.startswith(LIGHTS):
                watcher.show(topic, self._lights_picture(topic.removeprefix(LIGHTS)))
        # A stopped engine has no pictures; the beat says so.
        with contextlib.suppress(Refusal):
            await self.look(welcome)
        watcher.show(beat, self._beat_picture())  # last: a page that gets it has all the others
        return watcher

    def light(self, table: str, spot: Spot, *, lit: bool) -> None:
        """Note that a chip came or went."""
        (self.lights.light if lit else self.lights.put_out)(table, spot)
        self.show_lights(table)

    def show_lights(self, table: str) -> None:
        """Show a table's lights as they are now."""
        self.hub.show({LIGHTS + table: self._lights_picture(table)})

    def begin(self) -> None:
        """Start the beat, on the running loop."""
        self._loop = asyncio.get_running_loop()
        self._client = AsyncClient(self._engine, self._loop)
        self._engine.look(self._learn)  # what it folded since it opened
        if (begun := self._core.believed) is not None:
            told = self.counts.work_ended
            self.proof = SnapshotProof(begun, self.open_reading, self._disbelieve, told)
        self._begin_work("beat", self._beating())
        self._begin_work("pace", self._pit.keep_pace())
        self._begin_work("prove", self.contact.keep_proving())
        self._begin_work("leader", self.tenure.watch(self.contact, self._newer_rows))
        if self.tenure.leads:
            self._begin_leading()
        if self.behind is not None:
            asking = self.behind.keep_asking(lambda: self.leader.address if self.leader else "")
            self._begin_work("behind", asking)

    def _begin_leading(self) -> None:
        """Start what only the leader does."""
        for watch in chores.OF_LEADER:
            self._begin_work(watch.__name__, watch(self))

    def _begin_work(self, name: str, work: Work) -> None:
        self._tasks.append(begin_work(name, work, self.counts.work_ended))

    async def wait_for_turn(self) -> None:
        """Stand by until this engine leads, or its tenure ends before that."""

        async def lead(journal: Journal) -> None:
            await wait_for(self._engine.look(lambda _: self._take_over(journal)))

        await self.tenure.wait_for_turn(lead)
        if self.tenure.leads:
            self.contact.available = True
            self._begin_leading()

    async def hand_over(self, *, anyway: bool = False) -> None:
        """Hand over to a standby engine: it leads when this returns."""

        async def let_go() -> None:
            last = [chores.stop_note(at_ms=self.now_ms())]
            await self.look(lambda _: self._core.hand_over(last, anyway=anyway))

        await self.tenure.hand_over(let_go, self._newer_rows)

    async def close(self) -> None:
        """Answer what waits, keep a snapshot, release everything."""
        self.hub.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._client is not None and self.available and self.tenure.holds:
            await self.ask(chores.stop_note(at_ms=self.now_ms()))
        # A full disk must not keep a site from closing: the snapshot only saves time.
        with contextlib.suppress(Refusal):
            await asyncio.to_thread(self._engine.stop)
        self._loop = None
        if self.proof is not None:
            await asyncio.to_thread(self.proof.stop)
        self._reader.close()
        self._core.journal.close()

    async def _beating(self) -> None:
        """Send each page a beat a second, in turn, so that a picture need not wait for thousands of
        them."""
        for part in itertools.cycle(range(BEAT_PARTS)):
            await self.contact.is_there()
            if self.hub.is_watched(f"{BEAT}{part}"):
                self.hub.show({f"{BEAT}{part}": self._beat_picture()})
            await asyncio.sleep(BEAT_S / BEAT_PARTS)

    def waiting_day(self) -> WaitingClose | None:
        """The gambling day whose close people should be reminded of."""
        return find_waiting_close(self.calendar, self.profile.law, self.now_ms())

    def _stand_by(self, *, is_next: bool) -> None:
        """Follow another engine. The next in line prepares whatever would delay it then."""
        self._core.stand_by()
        if is_next:
            _ = self._folder.tables

    def _learn(self, state: State) -> None:
        """Learn what pages ask of the floor without waiting for the engine."""
        self.calendar, self.signs = state.calendar, state.signs
        self.badges = dict(state.badges.items())
        self.devices = dict(state.devices.items())
        self.seq = state.seq
        self.software.look(state)
        for name, jackpot in state.jackpots.items():
            self.paytable_of[name] = jackpot.terms.paytable

    def _lead(self, journal: Journal) -> None:
        """Begin an epoch, before anybody asks anything."""
        last = last_row(journal)
        behind = None if last is None else self.clock.wait_for(last.at_ms)
        at_ms = self.now_ms()
        begun = self._identity.begin(self._core.state, at_ms=at_ms)
        notes = chores.first_notes(last, behind, at_ms=at_ms)
        first: list[Command] = [begun, *notes]
        open_floor(self._folder, self._core, running_release(), first, at_ms=at_ms)

    def _take_over(self, journal: Journal) -> None:
        """Take over the journal, on the engine's thread."""
        self._core.take_over(journal)
        self._lead(journal)

    async def _proven(self) -> bool:
        """Whether the journal takes rows or, if another engine leads, can be followed."""
        if not self.tenure.leads:
            return self.contact.is_fresh and not self._disbelieved
        can_write, really = self._core.can_write, not self.available  # cheap while all is well
        return await self._looked(lambda: self._engine.look(lambda _: can_write(really=really)))

    @property
    def leader(self) -> LeadingEngine | None:
        """The engine that leads, as far as this one knows."""
        return self._core.state.engine

    @property
    def epoch(self) -> int:
        """The epoch in which this engine leads; 0 while it doesn't."""
        return self._core.epoch

    @property
    def available(self) -> bool:
        """Whether the last try reached the journal and, if it is our turn, could lead with it."""
        return self.contact.available and self.tenure.unfit is None

    @property
    def has_stopped(self) -> bool:
        """Whether a fault of its own has stopped the engine."""
        return self._engine.fault is not None

    def _disbelieve(self, refusal: Refusal) -> None:
        """Close the floor, on the proof's thread."""
        self._core.close(refusal)
        self._disbelieved = True
        self.contact.available = False
        logging.getLogger(__name__).error("the floor is closed: %s", refusal)

    def _publish(self, state: State, batch: Sequence[Event]) -> None:
        """Make pictures, on the engine's thread, once events are durable."""
        self.calendar, self.signs = state.calendar, state.signs
        kinds = set(map(type, batch))
        if kinds & OF_FIGURES:
            self.law.learn(state)
        if kinds & OF_APPROVALS:
            self.software.look(state)
        for event in batch:
            if isinstance(event, rounds.RoundStarted) and self.tenure.leads:
                self.counts.count("pitboss_rounds_total")
            elif isinstance(event, jackpots.JackpotOpened):
                self.paytable_of[event.jackpot] = event.terms.paytable
        if self._loop is None:
            return  # nobody can watch yet
        painted = self._painter.paint(state, batch, at_ms=self.now_ms())
        self._loop.call_soon_threadsafe(self._shown, painted, state.seq)

    def _shown(self, painted: Painted, seq: int) -> None:
        """Hand out the pictures, on the loop."""
        self.seq = seq
        self.badges = painted.badges or self.badges
        self.devices = painted.devices or self.devices
        self.hub.show(painted.pictures)
        if painted.has_claim:
            self.claimed.set()
        for table in painted.started:
            if self.lights.board(table) == NONE and self.lights.find_lit(table):
                self.lights.clear(table)
                self.show_lights(table)
        self._pit.need()

    def _lights_picture(self, table: str) -> Picture:
        data = msgspec.json.encode(self.lights.as_plain(table))
        return make_picture("lights", seq=self.seq, data=data)

    def _beat_picture(self) -> Picture:
        beat = beat_of(
            now_ms=self.now_ms(),
            is_there=self.available and self.contact.is_fresh,
            jump=self._painter.clock_jump,
            day=self.waiting_day(),
            behind=self.behind,
            signs=self.signs.key_at(self.now_ms(), self.site.time_zone),
        )
        return make_picture("beat", seq=self.seq, data=msgspec.json.encode(beat))


def open_running_site(
    folder: Path,
    *,
    database: str = "",
    words: Mapping[str, BoardWords] = NO_WORDS,
    clock: SiteClock | None = None,
    with_snapshot: bool = True,
    standby: bool = False,
    follow: bool = False,
    identity: EngineIdentity | None = None,
) -> RunningSite:
    """Open the site of a folder: `site.toml`, with the journal in `floor.db` or a database. An
    empty journal gets the site's first commands. A second engine is refused, or stands by if
    `standby`; a follower never leads, and only reads. `words` are the boards' words in each
    language; without the snapshot every row is replayed first; `identity` is what it calls itself.
    """
    found = read_folder(folder)
    release = running_release().sha256 if standby else ""
    place = JournalPlace(folder, database, stands_by=standby, release=release)
    journal = None if follow else place.taken_at_once() if standby else place.open()
    try:
        return RunningSite(
            found,
            journal=journal,
            reading=place,
            taking=place.take if journal is None and not follow else None,
            identity=identity,
            words=words,
            clock=clock,
            with_snapshot=with_snapshot,
        )
    except BaseException:
        if journal is not None:
            journal.close()
        raise
