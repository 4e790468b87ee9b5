"""Simulated properties and their hub: a line that loses, repeats, delays and is cut, engines that
stop between any two steps, a hub that fails over to its second engine, and hits within a
millisecond of each other.

The model next to it counts its wagers in its own whole numbers. At the end, when every line is
whole again, not a micro may differ (docs/wide.md)."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random

from pitboss.engine import Reply
from pitboss.journal.codec import command_of, events_of
from pitboss.money import MICROS_PER_CENT
from pitboss.wide import property_end
from pitboss.wide.exports import posted_by
from pitboss.wide.facts import lost_rows
from pitboss.wide.facts.sharing import ClaimGranted, Grant, StatementPosted
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.postings import owed_to
from pitboss.wide.state import claims_of, grants_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.follow_wide import WideAuditor
from proof.sim.model import Discrepancy, same
from proof.sim.wide_node import HubNode, Node
from proof.sim.wide_people import People
from proof.sim.wide_restores import Restores
from proof.sim.wide_world import Counted

TICK_MS = 5_000  # how often a property checks whether it has something to say
PUT_OFF_MS = 2_000
DAY_MS = 86_400_000
REPORT_ROUNDS = 100
CLOSED = "JACKPOT_SUSPENDED"


@dataclass(frozen=True, slots=True)
class WideSettings:
    """How much happens, and how badly."""

    seed: int = 0
    properties: int = 3
    tables: int = 4  # of each
    rounds: int = 2_000  # in total
    hits: int = 20
    pairs: int = 5  # of hits at two properties in the same millisecond
    outages: int = 20
    lost: float = 0.1  # of messages
    repeated: float = 0.1
    stops: float = 0.01  # of an engine, before or after it handles a message
    fail_overs: float = 0.01  # of the hub, to its standby engine, as often
    voids: float = 0.01  # of rounds
    restores: int = 0  # of the hub, from an older copy of its journal
    property_restores: int = 0  # of properties, from backups
    disks: float = 0.0  # of those whose first disk comes back
    closings: int = 0  # of the jackpot, at the hub, and as often for one property
    is_drawn: bool = False  # the jackpot's seed and maximum, and whether it pays fixed prizes


class WideSimulation:
    """A hub with its properties, in one process, on its own clock."""

    def __init__(self, settings: WideSettings) -> None:
        self.settings = settings
        self.random = Random(settings.seed)
        self._events: list[tuple[int, int, Callable[[], None]]] = []
        self._order = count()
        self.now_ms = made.BEGIN_MS
        self.hub = HubNode("hub", made.BOOK, self.random)
        self.properties = [Node(f"p{n}", made.BOOK) for n in range(1, settings.properties + 1)]
        self.counted = {node.name: Counted() for node in self.properties}
        self.cut_until_ms = {node.name: 0 for node in self.properties}
        self.seen: Counter[str] = Counter()
        self._rounds_left = settings.rounds
        self._hits_left = settings.hits
        self.shared = made.drawn_terms(self.random) if settings.is_drawn else made.USUAL
        self._open_floor()
        self.people = People(self)
        self.restores = Restores(self)

    # ---- running ------------------------------------------------------------------------------

    def run(self, report: Callable[[float], None] = lambda done: None) -> None:
        """Play all rounds, heal every line, and prove the end; `report` gets the progress."""
        self._schedule()
        rounds = self.settings.rounds
        latest_ms = self.now_ms + self._span_ms() + DAY_MS
        while self._events:
            at_ms, _, happens = heapq.heappop(self._events)
            self.now_ms = at_ms
            happens()
            if at_ms > latest_ms:
                raise Discrepancy("a day after the last round somebody still waits to decide")
            if self._rounds_left % REPORT_ROUNDS == 0:
                report(1 - max(0, self._rounds_left) / rounds)
        self._heal()
        self._prove()

    def _open_floor(self) -> None:
        hub, settings = self.hub, self.settings
        names = [(node.name, node.public_key) for node in self.properties]
        tables, shared = settings.tables, self.shared
        _accept(hub.ask(*made.hub_opening(hub.new_id, names, tables=tables, shared=shared)))
        for node in self.properties:
            _accept(node.ask(node.begin(node.core, at_ms=self.now_ms)))
            opening = made.property_opening(
                node.new_id, node.name, hub.public_key, tables=tables, shared=shared
            )
            _accept(node.ask(*opening))

    def _schedule(self) -> None:
        """Every table plays separately; hits and outages are spread over the run."""
        settings = self.settings
        for node in self.properties:
            for table in range(1, settings.tables + 1):
                self.later(self.random.randrange(45_000), self._round_of(node, f"T{table}"))
            self.later(self.random.randrange(TICK_MS), self._tick_of(node))
        span_ms = self._span_ms()
        for _ in range(settings.hits - 2 * settings.pairs):
            self.later(self.random.randrange(span_ms), self._hits_of(self._one()))
        for _ in range(settings.pairs):
            both = self.random.sample(self.properties, 2)
            self.later(self.random.randrange(span_ms), self._hits_of(*both))
        for _ in range(settings.outages):
            self.later(self.random.randrange(span_ms), self._outage_of(self._one()))
        for _ in range(settings.property_restores):
            self.later(self.random.randrange(span_ms), self.restores.restore_of(self._one()))
        for _ in range(settings.closings):
            self.later(self.random.randrange(span_ms), self.restores.close_all)
            self.later(self.random.randrange(span_ms), self.restores.close_for(self._one()))
            self.later(self.random.randrange(span_ms), self.restores.give_up(self._one()))
        for _ in range(settings.restores):
            self.later(self.random.randrange(span_ms), self.people.restore)

    def _span_ms(self) -> int:
        """How long all rounds take."""
        tables = self.settings.properties * self.settings.tables
        return self.settings.rounds * made.ROUND_MS // tables

    def later(self, delay_ms: int, happens: Callable[[], None]) -> None:
        """Schedule something."""
        heapq.heappush(self._events, (self.now_ms + delay_ms, next(self._order), happens))

    @property
    def is_over(self) -> bool:
        """Whether all rounds and hits were played."""
        return self._rounds_left <= 0 and self._hits_left <= 0

    def _one(self) -> Node:
        return self.random.choice(self.properties)

    def is_disk_back(self) -> bool:
        """Whether the first disk of a restored journal comes back."""
        return bool(self.settings.disks) and self._by_chance(self.settings.disks)

    def _by_chance(self, part: float) -> bool:
        return self.random.random() < part

    # ---- rounds -------------------------------------------------------------------------------

    def _round_of(self, node: Node, table: str) -> Callable[[], None]:
        def happens() -> None:
            if self._rounds_left <= 0:
                return
            self.later(self.random.randrange(15_000, 45_001), happens)
            if node.state.table(table).round is None:
                self._rounds_left -= 1
                self._play(node, table)

        return happens

    def _play(self, node: Node, table: str) -> None:
        bets = self.random.randrange(1, made.SEATS + 1)
        if not self._start(node, table, bets):
            return
        if self._by_chance(self.settings.voids):
            times = self.restores.times[node.name]
            self.later(self.random.randrange(20_000), lambda: self._void(node, table, bets, times))
        else:
            _accept(node.ask(made.end(node.new_id(), self.now_ms, table)))

    def _start(self, node: Node, table: str, bets: int) -> bool:
        """Start a round for both jackpots, or only for the local one if the line is down; nothing
        ever stops the local one. Returns whether the wide one was played for."""
        is_open = self._is_open(node)
        if is_open or self._by_chance(0.05):
            (reply,) = node.ask(made.start(node.new_id(), self.now_ms, table, bets, wide=True))
            if reply.accepted != is_open or reply.code not in ("", "LEASE_LOST", CLOSED):
                raise Discrepancy(f"{node.name}: open {is_open}, answered {reply.code}")
            if reply.accepted:
                self._count(node, self.counted[node.name].given, bets)
                self.seen["wide rounds"] += 1
                return True
        _accept(node.ask(made.start(node.new_id(), self.now_ms, table, bets, wide=False)))
        _accept(node.ask(made.end(node.new_id(), self.now_ms, table)))
        self.seen["local rounds alone"] += 1
        return False

    def _is_open(self, node: Node) -> bool:
        """Whether the hub's jackpot takes wagers there."""
        wide = wide_of(node.state)
        return wide.has_lease(self.now_ms) and "wide" in wide.open_jackpots

    def _count(self, node: Node, sums: Counter[str], bets: int) -> None:
        for level, (rate_ppm, reserve_ppm) in made.RATES.items():
            sums[level] += bets * made.WAGER_CENTS * (rate_ppm + reserve_ppm)

    def _void(self, node: Node, table: str, bets: int, times: int) -> None:
        if times != self.restores.times[node.name]:
            return  # the round is in lost rows
        _accept(node.ask(made.void(node.new_id(), self.now_ms, table)))
        self._count(node, self.counted[node.name].taken, bets)
        self.seen["voids"] += 1

    def _hits_of(self, *nodes: Node) -> Callable[[], None]:
        """A hit at each of these properties, all in the same millisecond."""
        table = f"T{self.random.randrange(self.settings.tables) + 1}"

        def happens() -> None:
            ready = [
                self._is_open(node) and node.state.table(table).round is None for node in nodes
            ]
            if not all(ready):
                self.later(PUT_OFF_MS, happens)
                return
            for node in nodes:
                self._hit(node, table)
            self._hits_left -= len(nodes)
            self.seen["pairs"] += len(nodes) > 1

        return happens

    def _hit(self, node: Node, table: str) -> None:
        if not self._start(node, table, made.SEATS):
            raise Discrepancy("a hit without a wide wager")
        is_fixed = self.shared.pays_fixed and self._by_chance(0.5)
        hand = self.random.choice(made.FIXED_HITS) if is_fixed else made.HIT
        self.restores.before_hit(node, table, hand)
        if self._by_chance(0.3):  # the line is cut between wager and claim
            self._cut(node, self.random.randrange(120_000))
        _accept(node.ask(*made.hit(node.new_id, self.now_ms, table, hand)))
        self.seen["fixed prizes"] += is_fixed
        self.seen["hits"] += 1
        if self._by_chance(0.5):
            self.restores.back_up(node)
        self.speak(node)

    # ---- the line -----------------------------------------------------------------------------

    def _outage_of(self, node: Node) -> Callable[[], None]:
        return lambda: self._cut(node, self.random.randrange(1_000, 600_000))

    def _cut(self, node: Node, for_ms: int) -> None:
        self.seen["outages"] += 1
        until_ms = self.now_ms + for_ms
        self.cut_until_ms[node.name] = max(self.cut_until_ms[node.name], until_ms)

    def _tick_of(self, node: Node) -> Callable[[], None]:
        def happens() -> None:
            self.speak(node)
            if not self.is_over:
                self.later(TICK_MS, happens)

        return happens

    def speak(self, node: Node) -> None:
        """A property makes its statement if one is due, and sends the oldest one that waits."""
        due = property_end.due_statement(node.state, command_id=node.new_id(), at_ms=self.now_ms)
        if due is not None:
            _accept(node.ask(due))
            if self._by_chance(self.settings.stops):
                self._stop(node)
        message = node.message(at_ms=self.now_ms)
        if message is not None:
            self._send(node, lambda: self._heard_by_hub(node, message))

    def _send(self, node: Node, arrives: Callable[[], None]) -> None:
        times = self.restores.times[node.name]

        def comes() -> None:
            if times == self.restores.times[node.name]:
                arrives()

        copies = 2 if self._by_chance(self.settings.repeated) else 1
        for _ in range(copies):
            if self.cut_until_ms[node.name] > self.now_ms or self._by_chance(self.settings.lost):
                self.seen["messages lost"] += 1
                continue
            slow = self._by_chance(0.05)
            self.later(self.random.randrange(1, 60_000 if slow else 300), comes)

    def _stop(self, node: Node) -> None:
        self.seen["stops of the hub" if node is self.hub else "stops of properties"] += 1
        node.stop()

    def _fail_over(self) -> None:
        self.seen[f"hub fail-overs, {self.hub.fail_over(at_ms=self.now_ms)}"] += 1
        self.seen["hub fail-overs"] += 1

    def _heard_by_hub(self, node: Node, message: StatementMessage) -> None:
        hub = self.hub
        if self._by_chance(self.settings.stops):
            self._stop(hub)
            return
        if self._by_chance(self.settings.fail_overs):
            self._fail_over()
        if self.restores.is_given_up(node):
            self.restores.need_refused(message)
            return
        asked = hub.to_command(message, at_ms=self.now_ms)
        if asked is None:
            self.people.count_unasked(node, message)
        elif self._by_chance(self.settings.fail_overs):
            # It was asked, and sleeps: another leads when it wakes, and nobody gets an answer.
            hub.sleep_through(asked, at_ms=self.now_ms)
            self.seen["hub fail-overs, asleep"] += 1
            self.seen["hub fail-overs"] += 1
            return
        else:
            (reply,) = hub.ask(asked)
            if reply.code != "PROPERTY_STOPPED":  # it is stopped after a restore of the hub
                _accept([reply])
        self.people.hear_statement(node, message)
        if self._by_chance(self.settings.stops):
            self._stop(hub)
            return
        answer = hub.answer(message)
        self._send(node, lambda: self._heard_by_property(node, answer))

    def _heard_by_property(self, node: Node, message: AnswerMessage) -> None:
        if self._by_chance(self.settings.stops):
            self._stop(node)
            return
        taking = property_end.make_take_answer(message, command_id=node.new_id(), at_ms=self.now_ms)
        (reply,) = node.ask(taking)
        if reply.code == "ANSWER_OLD":
            self.seen["answers late"] += 1
        elif reply.code in ("HUB_FORKED", "PROPERTY_FORKED"):
            self.seen["answers refused after a restore"] += 1
        elif not reply.accepted:
            raise Discrepancy(f"{node.name}: {reply.refused}")
        if self._by_chance(self.settings.stops):
            self._stop(node)

    # ---- the end ------------------------------------------------------------------------------

    def _heal(self) -> None:
        """Every line is whole, and every property says what it still has to say."""
        self.settings = WideSettings(lost=0, repeated=0, stops=0, fail_overs=0)
        self.restores.open_all()
        self.cut_until_ms = dict.fromkeys(self.cut_until_ms, 0)
        for node in self.properties:
            for _ in range(10_000):
                self.now_ms += 60_000
                self.speak(node)
                while self._events:
                    self.now_ms, _, happens = heapq.heappop(self._events)
                    happens()
                if not wide_of(node.state).waiting and not property_end.has_news(node.state):
                    break
            self.restores.take_over(node)

    def _prove(self) -> None:
        """Not a micro of difference, each claim granted once, each award of the granted amount."""
        posted = self.sum_posted()
        grants = self._granted()
        lost = self.restores.lost  # the hub may have granted some of them
        kept = [name for name in grants if name not in lost]
        hits_lost = self.seen["hits in rows that are lost"]
        same(len(kept), self.seen["hits"] - hits_lost, "hits granted")
        for node in self.properties:
            counted = self.counted[node.name]
            for level in made.RATES:
                net = counted.given[level] - counted.taken[level]
                same(posted[node.name, level], net, f"{node.name} {level} posted")
            recorded = sorted(
                (name, claim.each_cents) for name, claim in claims_of(node.state).items()
            )
            granted = sorted(
                (claim, grant.meter_cents + grant.house_cents)
                for (name, claim), grant in grants.items()
                if name == node.name
            )
            same(recorded, granted, f"{node.name} awards")
        self._prove_meters(posted)
        self._follow()

    def _granted(self) -> dict[tuple[str, str], Grant]:
        """What the hub granted, by property and the claim's name there: a hit that two journals of
        a house claimed has the name in the one that continues."""
        found = {}
        nodes = {node.name: node for node in self.properties}
        for (name, claim), grant in _granted(self.hub).items():
            claims = claims_of(nodes[name].state)
            names = [each for each in (claim, *grant.earlier) if claims.get(each) is not None]
            here = (name, names[0] if names else claim)
            if here in found:
                raise Discrepancy(f"{name}: {claim} is granted by another name too")
            found[here] = grant
        return found

    def follow_hub(self) -> WideAuditor:
        """The auditor of shared jackpots follows every row that the hub has now: at the end, and
        before it loses some."""
        return _followed(self.hub)

    def _follow(self) -> None:
        """The auditor of shared jackpots follows every row of every floor, and must reach the same
        result."""
        hub = self.follow_hub()
        for level in made.RATES:
            reading = self.hub.state.jackpot("wide").levels[level].reading
            held = [reading.meter_micros, reading.reserve_micros, reading.overflow_micros]
            same(held, hub.meters["wide", level], f"{level} at the hub")
        for node in self.properties:
            there = _followed(node)
            owes = there.owes_micros
            same(owed_to(node.state, "hub"), owes, f"what {node.name} owes")
            same(-owed_to(self.hub.state, node.name), owes, f"what the hub is owed by {node.name}")
            same(hub.stated[node.name].owes_micros, owes, f"{node.name} by the hub's rows")

    def sum_posted(self) -> Counter[tuple[str, str]]:
        """What the hub's rows say that it posted for each property, by level."""
        return _posted(self.hub)

    def _prove_meters(self, posted: Counter[tuple[str, str]]) -> None:
        """What the hub holds and has granted is what the properties gave and its house put up."""
        house = -self.hub.state.balance("house")
        for level in made.RATES:
            reading = self.hub.state.jackpot("wide").levels[level].reading
            self.seen[f"micros held at {level}"] = reading.meter_micros + reading.reserve_micros
        held = sum(
            reading.reading.meter_micros
            + reading.reading.reserve_micros
            + reading.reading.overflow_micros
            for _, jackpot in self.hub.state.jackpots.items()
            for reading in jackpot.levels.values()
        )
        granted = sum(
            len(grant.seats) * (grant.meter_cents + grant.house_cents) * MICROS_PER_CENT
            for _, grant in grants_of(self.hub.state).items()
        )
        same(held + granted, sum(posted.values()) + house, "held and granted")


def _posted(hub: Node) -> Counter[tuple[str, str]]:
    """What the hub's rows say that it posted for each property, by level."""
    found: Counter[tuple[str, str]] = Counter()
    for row in hub.store.rows:
        for event in events_of(row.events):
            if isinstance(event, StatementPosted):
                for (_, level), micros in posted_by(event):
                    found[event.stated.statement.property, level] += micros
    return found


def _granted(hub: Node) -> dict[tuple[str, str], Grant]:
    """What the hub's rows say it granted, by property and claim; a repeated claim has its last
    name."""
    found: dict[tuple[str, str], Grant] = {}
    for row in hub.store.rows:
        for event in events_of(row.events):
            if isinstance(event, lost_rows.ClaimRepeated):
                del found[event.grant.property, event.before]
            if isinstance(event, ClaimGranted | lost_rows.ClaimRepeated):
                name = (event.grant.property, event.grant.claim)
                if name in found:
                    raise Discrepancy(f"{name} granted twice")
                found[name] = event.grant
    return found


def _followed(node: Node) -> WideAuditor:
    auditor = WideAuditor(made.BOOK)
    for row in node.store.rows:
        auditor.follow(command_of(row.asked), events_of(row.events))
    return auditor


def _accept(replies: Sequence[Reply]) -> None:
    for reply in replies:
        if not reply.accepted:
            raise Discrepancy(f"{reply.command_id}: {reply.refused}")
