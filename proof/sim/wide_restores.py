"""Simulated properties that continue from a backup, even with waiting statements or an open round
with a hit, and the people who decide about them and take over what is lost; jackpots closed for a
while, for one property or for all; properties given up and readmitted; and attempts to retire a
jackpot too early."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass

from msgspec.structs import replace

from pitboss.engine import Reply
from pitboss.floor.facts import changes
from pitboss.floor.facts.jackpots import OpenJackpot, ResumeJackpot, SuspendJackpot
from pitboss.floor.facts.values import Retire
from pitboss.journal import Row
from pitboss.refusal import Refusal
from pitboss.wide.facts import lost_rows
from pitboss.wide.facts.sharing import LEASE_MS, AdmitProperty, DecideFork, Statement
from pitboss.wide.messages import StatementMessage
from pitboss.wide.state import JOINED, claims_of, properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.model import Discrepancy, same
from proof.sim.wide_node import Node, store_of
from proof.sim.wide_people import PUT_OFF, TOO_EARLY
from proof.sim.wide_world import Counted, WideWorld

LOOK_MS = 30_000  # how often people look
CLOSED_MOST_MS = 300_000
PLAYED_MOST_MS = 180_000  # after a backup, until the property is restored from it
NEXT = "next"


@dataclass(frozen=True, slots=True)
class Backup:
    """A journal's rows, the time of the backup, and the model's wagers by then; `hit` is the table
    and hand of an unclaimed hit in an open round."""

    rows: tuple[Row, ...]
    at_ms: int
    counted: Counted
    hit: tuple[str, str] | None


class Restores:
    """Backups of properties, the restored properties, and the hits whose rows are lost."""

    def __init__(self, simulation: WideWorld) -> None:
        self._simulation = simulation
        self._backups: dict[str, Backup] = {}
        self._restored: set[str] = set()  # until two people have decided
        self._restored_ms: dict[str, int] = {}
        self.lost: set[tuple[str, str]] = set()  # property and claim
        self.times = dict.fromkeys((node.name for node in simulation.properties), 0)
        self._given_up: set[str] = set()  # properties that come back some minutes later
        self._at_hits: Counter[str] = Counter()  # restores from backups of the next hits

    @property
    def are_needed(self) -> bool:
        """Whether somebody has to decide about a property."""
        return bool(self._restored)

    # ---- backups and restores -----------------------------------------------------------------

    def back_up(self, node: Node, hit: tuple[str, str] | None = None) -> None:
        """Back up a property in play between rounds, or during a hit's round; statements may
        wait."""
        state, now_ms = node.state, self._simulation.now_ms
        opened = [name for name, table in state.tables.items() if table.round is not None]
        if opened == [*(hit or ())[:1]] and wide_of(state).has_lease(now_ms):
            counted = deepcopy(self._simulation.counted[node.name])
            self._backups[node.name] = Backup(tuple(node.store.rows), now_ms, counted, hit)
            self._simulation.seen["backups with a statement that waits"] += bool(
                wide_of(state).waiting
            )

    def restore_of(self, node: Node) -> Callable[[], None]:
        """A property continues from a backup of now, or of its next hit."""

        def happens() -> None:
            if self._simulation.random.randrange(2):
                self._at_hits[node.name] += 1
            else:
                self.back_up(node)
                self._restore_later(node)

        return happens

    def before_hit(self, node: Node, table: str, hand: str) -> None:
        """Perhaps take a backup after the wager of a hit, and before its claim."""
        if self._at_hits[node.name]:
            self._at_hits[node.name] -= 1
            self.back_up(node, (table, hand))
            self._restore_later(node)

    def _restore_later(self, node: Node) -> None:
        """Some minutes later the property continues from its last backup, if the hub has lost
        nothing. The backup's lease has expired by then."""
        simulation = self._simulation

        def happens() -> None:
            backup, is_held_up = self._backups.get(node.name), simulation.people.are_needed
            if backup is None:
                self.back_up(node)
            elif not is_held_up and simulation.now_ms >= backup.at_ms + LEASE_MS:
                self._restore(node, backup)
                return
            if backup is not None or is_held_up or not simulation.is_over:
                simulation.later(LOOK_MS, happens)

        simulation.later(simulation.random.randrange(PLAYED_MOST_MS), happens)

    def _restore(self, node: Node, backup: Backup) -> None:
        simulation = self._simulation
        first = Backup(tuple(node.store.rows), 0, deepcopy(simulation.counted[node.name]), None)
        self._go_on(node, backup)
        simulation.seen["properties restored"] += 1
        if simulation.is_disk_back():
            delay_ms = LEASE_MS + simulation.random.randrange(PLAYED_MOST_MS)
            simulation.later(delay_ms, self._return_of(node, first))
        if backup.hit is not None:
            delay_ms = simulation.random.choice((0, simulation.random.randrange(LOOK_MS)))
            simulation.later(delay_ms, self._confirm_of(node, *backup.hit))

    def _go_on(self, node: Node, copy: Backup) -> None:
        """A property continues from another copy of its journal: two people must decide. Hits
        missing there are lost, until it continues from a copy that has them."""
        simulation = self._simulation
        before = _claimed(node)
        node.store = store_of(copy.rows)
        node.stop()
        self.lost = (self.lost | (before - _claimed(node))) - _claimed(node)
        self.times[node.name] += 1  # what was in transit is lost with the engine
        self._restored.add(node.name)
        self._restored_ms[node.name] = simulation.now_ms
        simulation.counted[node.name] = deepcopy(copy.counted)
        simulation.seen["hits in rows that are lost"] = len(self.lost)
        simulation.later(LOOK_MS, self._look)

    def _return_of(self, node: Node, disk: Backup) -> Callable[[], None]:
        """The disk that a property was restored from returns after all, decided or not, if the hub
        has lost nothing. Then whatever it did in the meantime is lost."""
        simulation, times = self._simulation, self.times[node.name]

        def happens() -> None:
            if times != self.times[node.name]:
                return  # it was restored again
            if simulation.people.are_needed:
                simulation.later(LOOK_MS, happens)
                return
            self._backups.pop(node.name, None)  # nobody returns to the other journal
            self._go_on(node, disk)
            simulation.seen["first disks back"] += 1
            for name, table in node.state.tables.items():
                if table.round is not None:
                    _accept(node.ask(made.end(node.new_id(), simulation.now_ms, name)))

        return happens

    def _confirm_of(self, node: Node, table: str, hand: str) -> Callable[[], None]:
        """The table confirms the hit of a round that is open in a backup, even if the hub has
        granted it before; grants that the floor knows about are cleared."""
        simulation, times = self._simulation, self.times[node.name]

        def happens() -> None:
            if times != self.times[node.name]:
                return  # it was restored again
            pressed, confirmed, ended = made.hit(node.new_id, simulation.now_ms, table, hand)
            for _ in range(simulation.random.choice((1, 3))):  # its row names the claim
                _accept(node.ask(replace(pressed, command_id=node.new_id())))
            (reply,) = node.ask(confirmed)
            simulation.seen[f"hits confirmed again, {reply.code or 'claimed'}"] += 1
            if reply.accepted:
                _accept(node.ask(ended))
                simulation.seen["hits"] += 1
                simulation.speak(node)
                return
            _accept(node.ask(replace(pressed, command_id=node.new_id())))
            if reply.code == "HIT_GRANTED":
                _accept(node.ask(ended))
            elif reply.code == "PROPERTY_FORKED":
                simulation.later(LOOK_MS, happens)
            else:
                raise Discrepancy(f"{node.name}: {reply.refused}")

        return happens

    # ---- two people at the hub ----------------------------------------------------------------

    def _look(self) -> None:
        """Decide what can be decided; look again until nothing is left. A property also speaks
        here: the last rounds may have been played."""
        simulation = self._simulation
        for node in simulation.properties:
            if node.name in self._restored:
                simulation.speak(node)
                simulation.people.join(node)  # its backup may be older than a restore of the hub
                self._settle(node)
            if simulation.random.randrange(2):
                self.take_over(node)
        if self._restored:
            simulation.later(LOOK_MS, self._look)

    def _settle(self, node: Node) -> None:
        """A property that lost nothing the hub has continues without help; another waits for two
        people. What the hub has from lost rows stays, or is taken back."""
        simulation = self._simulation
        found = properties_of(simulation.hub.state).get(node.name)
        assert found is not None
        stated = found.fork
        wide = wide_of(node.state)
        # Its backup may be older than a restore of the hub, which it then finds again. If the hub
        # has settled that, it waits for the hub's people and has nothing else to say.
        is_lost = found.lost is not None
        is_all = stated is not None and (stated.statement.restored or wide.hub_fork == JOINED)
        if found.agreed is not None:
            return  # it is done with the decision about others
        if is_lost and not found.shown and not wide.hub_fork:
            if wide.asked_ms > self._restored_ms[node.name] and not found.given_up:
                self._begin_anew(node)
            return
        if stated is None or not (found.shown if is_lost else is_all):
            if found.awaited and stated is not None:
                self._need_too_early(node, stated.statement.number)
            is_forked = bool(wide.own_fork or wide.hub_fork)
            is_heard = wide.asked_ms > self._restored_ms[node.name] and not is_forked
            if is_heard and wide.number == found.number:
                self._restored.discard(node.name)
            return
        counted = deepcopy(simulation.counted[node.name])
        takes_back = not is_lost and not simulation.random.randrange(4)
        if takes_back:
            self._count_as_stated(node, stated.statement)
        else:
            self._count_what_stays(node)
        decision = self._decision(node, stated.statement.number, takes_back=takes_back)
        (reply,) = simulation.hub.ask(decision)
        if reply.code == PUT_OFF:
            simulation.people.put_off(node.name)
            simulation.counted[node.name] = counted
            return
        _accept([reply])
        simulation.people.count_repeated(reply)
        simulation.seen["forks of properties decided"] += 1
        simulation.seen["forks of properties decided, taken back"] += takes_back

    def _need_too_early(self, node: Node, number: int) -> None:
        """A property still has to state what it has: a decision before that is refused."""
        (reply,) = self._simulation.hub.ask(self._decision(node, number, takes_back=False))
        same(reply.code, TOO_EARLY, "a decision that comes too early")
        self._simulation.seen["decisions that came too early"] += 1

    def _begin_anew(self, node: Node) -> None:
        """A property continued from another copy before it had shown what the hub granted by lost
        rows, and has nothing left to show: it is given up, and admitted again."""
        _accept(self._simulation.hub.ask(self._given_up_now(node)))
        self._admit(node, ("wide",))
        self._simulation.people.forget(node)
        self._simulation.seen["properties begun anew"] += 1

    def _given_up_now(self, node: Node) -> lost_rows.GiveUpProperty:
        return lost_rows.GiveUpProperty(
            command_id=self._simulation.hub.new_id(),
            at_ms=self._simulation.now_ms,
            property=node.name,
            reason="the house is closed",
            badges=made.TWO,
        )

    def _count_what_stays(self, node: Node) -> None:
        """Players have paid what the hub has posted, and what the backup has beyond it."""
        counted, posted = self._simulation.counted[node.name], self._simulation.sum_posted()
        for level in made.RATES:
            net = counted.given[level] - counted.taken[level]
            counted.given[level] += max(0, posted[node.name, level] - net)

    def _count_as_stated(self, node: Node, statement: Statement) -> None:
        """What stayed by an earlier decision is taken back with the rest: a property that was
        restored again hasn't heard of it."""
        counted = self._simulation.counted[node.name]
        for each in statement.sums:
            net = counted.given[each.level] - counted.taken[each.level]
            counted.given[each.level] -= max(0, net - sum(each.net_micros))

    def take_over(self, node: Node) -> None:
        """Two people at a property take over what the hub has granted for lost claims."""
        for lost in wide_of(node.state).lost_grants:
            taken = lost_rows.TakeOverGrant(
                command_id=node.new_id(),
                at_ms=self._simulation.now_ms,
                claim=lost.grant.claim,
                reason="known from the camera",
                badges=made.TWO,
            )
            _accept(node.ask(taken))
            self._simulation.seen["grants taken over"] += 1

    def _decision(self, node: Node, number: int, *, takes_back: bool) -> DecideFork:
        hub = self._simulation.hub
        return DecideFork(
            command_id=hub.new_id(),
            at_ms=self._simulation.now_ms,
            property=node.name,
            number=number,
            posts_difference=takes_back,
            reason="the property was restored",
            badges=made.TWO,
        )

    # ---- closed for a while -------------------------------------------------------------------

    def close_for(self, node: Node) -> Callable[[], None]:
        """Close a property's jackpot for some minutes, then admit it again."""

        def happens() -> None:
            self._admit(node, ())
            self._simulation.seen["admissions narrowed"] += 1
            delay_ms = self._simulation.random.randrange(CLOSED_MOST_MS)
            self._simulation.later(delay_ms, lambda: self._admit(node, ("wide",)))

        return happens

    def _admit(self, node: Node, jackpots: tuple[str, ...]) -> None:
        hub = self._simulation.hub
        found = properties_of(hub.state).get(node.name)
        assert found is not None
        _accept(
            hub.ask(
                AdmitProperty(
                    command_id=hub.new_id(),
                    at_ms=self._simulation.now_ms,
                    hub="hub",
                    property=node.name,
                    key=node.public_key,
                    tables=found.tables,
                    seats=found.seats,
                    rounds_an_hour=found.rounds_an_hour,
                    jackpots=jackpots,
                    badges=made.TWO,
                )
            )
        )

    # ---- given up, and back ------------------------------------------------------------------

    def give_up(self, node: Node) -> Callable[[], None]:
        """Two people at the hub give a property up; it comes back some minutes later."""
        simulation = self._simulation

        def happens() -> None:
            if node.name in self._given_up or self.is_given_up(node):
                return  # a restored hub may not know that it is back
            _accept(simulation.hub.ask(self._given_up_now(node)))
            self._given_up.add(node.name)
            simulation.people.forget(node)
            simulation.seen["properties given up"] += 1
            simulation.later(simulation.random.randrange(CLOSED_MOST_MS), back)

        def back() -> None:
            self._given_up.discard(node.name)
            self.admit_again(node)

        return happens

    def is_given_up(self, node: Node) -> bool:
        """Whether the hub no longer waits for a property."""
        found = properties_of(self._simulation.hub.state).get(node.name)
        return found is not None and bool(found.given_up)

    def admit_again(self, node: Node) -> None:
        """Admit a returning property; a restored hub may have forgotten that it is back."""
        if self.is_given_up(node) and node.name not in self._given_up:
            self._admit(node, ("wide",))

    def need_refused(self, message: StatementMessage) -> None:
        """The hub refuses a given-up property's statement, and writes nothing."""
        try:
            self._simulation.hub.to_command(message, at_ms=self._simulation.now_ms)
        except Refusal as refusal:
            same(refusal.code, "PROPERTY_GIVEN_UP", "what it is told")
            self._simulation.seen["statements of properties given up"] += 1
        else:
            raise Discrepancy("a statement of a property that was given up is taken")

    def open_again(self) -> None:
        """A restored hub may have forgotten that it had reopened what it closed."""
        self.open_all()
        for node in self._simulation.properties:
            found = properties_of(self._simulation.hub.state).get(node.name)
            self.admit_again(node)
            if found is not None and not found.jackpots:
                self._admit(node, ("wide",))

    def close_all(self) -> None:
        """The hub suspends its jackpot for some minutes."""
        simulation, hub = self._simulation, self._simulation.hub
        if hub.state.jackpot("wide").status != "open":
            return
        asked = {"at_ms": simulation.now_ms, "jackpot": "wide", "badge": "sam", "reason": "dispute"}
        _accept(hub.ask(SuspendJackpot(command_id=hub.new_id(), **asked)))  # type: ignore[arg-type]
        simulation.seen["jackpot suspended"] += 1
        delay_ms = simulation.random.randrange(CLOSED_MOST_MS)
        simulation.later(delay_ms // 2, self._retire)
        simulation.later(delay_ms, self.open_all)

    def open_all(self) -> None:
        """It takes wagers again, if it is closed."""
        simulation, hub = self._simulation, self._simulation.hub
        if hub.state.jackpot("wide").status == "suspended":
            asked = {
                "at_ms": simulation.now_ms,
                "jackpot": "wide",
                "badge": "sam",
                "reason": "over",
            }
            _accept(hub.ask(ResumeJackpot(command_id=hub.new_id(), **asked)))  # type: ignore[arg-type]

    def _retire(self) -> None:
        """Retiring it is refused while anyone has a wager or a hit that the hub doesn't."""
        simulation, hub = self._simulation, self._simulation.hub
        is_closed = hub.state.jackpot("wide").status == "suspended"
        waited_for = [
            node
            for node in simulation.properties
            # A restored property may have less than it stated before: the hub has all of it.
            if node.name not in self._restored and not self.is_given_up(node)
        ]
        if not is_closed or not any(self._owes(node) for node in waited_for):
            return
        at_ms = simulation.now_ms
        if hub.state.jackpots.get(NEXT) is None:
            terms = hub.state.jackpot("wide").terms
            opened = OpenJackpot(
                command_id=hub.new_id(), jackpot=NEXT, terms=terms, badges=made.TWO, at_ms=at_ms
            )
            suspended = SuspendJackpot(
                command_id=hub.new_id(), jackpot=NEXT, badge="sam", reason="not yet", at_ms=at_ms
            )
            _accept(hub.ask(opened, suspended))
        what = Retire(jackpot="wide", into=NEXT, pairs=(("main", "main"),), seed_to_house=False)
        requested = changes.RequestChange(
            command_id=hub.new_id(), what=what, badge="sam", reason="the end", at_ms=at_ms
        )
        (reply,) = hub.ask(requested)
        _accept([reply])
        event = reply.events[0]
        assert isinstance(event, changes.ChangeRequested)
        of = {"change": event.change, "at_ms": at_ms}
        _accept(hub.ask(changes.ApproveChange(command_id=hub.new_id(), badge="ann", **of)))  # type: ignore[arg-type]
        (reply,) = hub.ask(changes.ApplyChange(command_id=hub.new_id(), badge="sam", **of))  # type: ignore[arg-type]
        if reply.code not in ("PROPERTY_PLAYS", "PROPERTY_UNHEARD"):
            raise Discrepancy(f"retired while properties play: {reply.refused}")
        simulation.seen[f"retirements refused, {reply.code}"] += 1

    def _owes(self, node: Node) -> bool:
        """Whether a property has wagers or hits that the hub doesn't know about."""
        counted, posted = self._simulation.counted[node.name], self._simulation.sum_posted()
        is_stated = all(
            posted[node.name, level] == counted.given[level] - counted.taken[level]
            for level in made.RATES
        )
        is_open = any(table.round is not None for _, table in node.state.tables.items())
        return is_open or not is_stated or any(each.claims for each in wide_of(node.state).waiting)


def _claimed(node: Node) -> set[tuple[str, str]]:
    """The hits that a property has claimed itself, by its rows."""
    return {(node.name, name) for name, claim in claims_of(node.state).items() if not claim.is_lost}


def _accept(replies: list[Reply]) -> None:
    for reply in replies:
        if not reply.accepted:
            raise Discrepancy(f"{reply.refused}")
