"""A simulated hub that continues from an older copy of its journal, and the people at both ends who
resolve that: a property's people join the hub again, and the hub's people wait until all properties
have spoken, then decide."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.engine import Reply
from pitboss.journal import Row
from pitboss.wide.facts import sharing
from pitboss.wide.messages import StatementMessage
from pitboss.wide.signing import statement_digest
from pitboss.wide.state import FOUND, properties_of, wide_of
from proof.sim import wide_floor as made
from proof.sim.model import Discrepancy
from proof.sim.wide_node import Node
from proof.sim.wide_world import WideWorld

LOST_ROWS_MOST = 300
LOOK_MS = 60_000  # how often people look
PUT_OFF, TOO_EARLY = "FORK_UNDECIDED", "FORK_NOT_STATED"


class People:
    """The people who decide about a restored hub."""

    def __init__(self, simulation: WideWorld) -> None:
        self._simulation = simulation
        self._opening = len(simulation.hub.store.rows)  # no copy is older than the opening
        self._restored_ms = 0
        self._heard: set[str] = set()  # since then
        self.are_needed = False
        self._disk: Sequence[Row] = ()  # the rows that the hub had before its restore

    def restore(self) -> None:
        """The hub continues from an older copy, once the last restore is settled."""
        simulation = self._simulation
        if self.are_needed or simulation.restores.are_needed:
            simulation.later(LOOK_MS, self.restore)
            return
        simulation.follow_hub()
        rows = simulation.hub.store.rows
        if self._disk and simulation.is_disk_back():
            kept, self._disk = self._disk, ()
            simulation.seen["hub's first disk back"] += 1
        else:
            lost = simulation.random.randrange(1, LOST_ROWS_MOST)
            kept, self._disk = rows[: max(self._opening, len(rows) - lost)], tuple(rows)
            simulation.seen["rows that the hub lost"] += len(rows) - len(kept)
        simulation.hub.restore(kept, at_ms=simulation.now_ms)
        simulation.seen["hub restored"] += 1
        self._restored_ms, self.are_needed = simulation.now_ms, True
        self._heard.clear()
        simulation.later(LOOK_MS, self._look)

    def hear_statement(self, node: Node, message: StatementMessage) -> None:
        """A property has spoken to the present hub."""
        if message.asked_ms > self._restored_ms:
            self._heard.add(node.name)

    def count_unasked(self, node: Node, message: StatementMessage) -> None:
        """Count a statement that asks nothing of the hub: it is on record, or it is the next one,
        and its claims are put off."""
        simulation, statement = self._simulation, message.stated.statement
        found = properties_of(simulation.hub.state).get(node.name)
        assert found is not None
        is_stopped = found.fork is not None or found.held is not None
        is_kept = (statement.number, statement_digest(message.stated)) in found.recent
        if is_stopped or is_kept or statement.number <= found.number:
            simulation.seen["statements repeated"] += 1
        elif statement.claims:
            self.put_off(node.name)
        else:
            raise Discrepancy(f"{node.name}: statement {statement.number} is not taken")

    def put_off(self, name: str) -> None:
        """Claims of a property wait, rightly while another property that has heard of lost rows is
        undecided."""
        others = [
            other
            for other, found in properties_of(self._simulation.hub.state).items()
            if other != name and found.lost is not None and not found.given_up
        ]
        if not others:
            raise Discrepancy(f"{name}: its claims are put off, and nobody is undecided")
        self._simulation.seen["claims put off"] += 1

    def forget(self, node: Node) -> None:
        """A property was given up: forget its last word, and listen again when it is back."""
        self._heard.discard(node.name)

    def _look(self) -> None:
        """Decide what can be decided; look again until nothing is left. A property also speaks
        here, not only by its own clock: the last rounds may have been played."""
        simulation = self._simulation
        for node in simulation.properties:
            simulation.restores.admit_again(node)
            simulation.speak(node)
        if all(node.name in self._heard for node in simulation.properties):
            self._decide()
        self._release()
        for node in simulation.properties:
            if simulation.random.randrange(2):
                self.join(node)
        hub_state = simulation.hub.state
        is_lost = any(found.fork or found.held for _, found in properties_of(hub_state).items())
        is_forked = any(wide_of(node.state).hub_fork for node in simulation.properties)
        has_all = len(self._heard) == len(simulation.properties)
        self.are_needed = is_lost or is_forked or not has_all
        if self.are_needed:
            simulation.later(LOOK_MS, self._look)
        else:
            simulation.restores.open_again()

    def join(self, node: Node) -> None:
        """Two people at a property join a restored hub again."""
        simulation = self._simulation
        if wide_of(node.state).hub_fork == FOUND:
            hub = simulation.hub.public_key
            _accept(node.ask(made.join(node.new_id(), simulation.now_ms, node.name, hub)))
            simulation.seen["hub joined again"] += 1

    def _decide(self) -> None:
        """Two people at the hub continue from what each property has, in any order, once it has
        said everything and shown its grants; the last one that has heard of lost rows posts them
        all."""
        hub = self._simulation.hub
        ready = [
            (name, found.fork.statement.number)
            for name, found in properties_of(hub.state).items()
            if found.fork is not None and (found.lost is None or found.shown is not None)
        ]
        self._simulation.random.shuffle(ready)
        for name, number in ready:
            found = properties_of(hub.state).get(name)
            if found is not None and found.fork is not None and found.agreed is None:
                self._decide_about(name, number)
        left = [found for _, found in properties_of(hub.state).items() if found.lost is not None]
        if left and all(found.agreed is not None for found in left):
            raise Discrepancy("all are decided about, and nothing is posted")

    def _decide_about(self, name: str, number: int) -> None:
        """Two people decide about a property; its claims may wait for others, or it still has to
        state what it has."""
        hub = self._simulation.hub
        decided = sharing.DecideFork(
            command_id=hub.new_id(),
            at_ms=self._simulation.now_ms,
            property=name,
            number=number,
            posts_difference=True,
            reason="the hub was restored",
            badges=made.TWO,
        )
        (reply,) = hub.ask(decided)
        if reply.code == PUT_OFF:
            self.put_off(name)
        elif reply.code == TOO_EARLY:
            self._simulation.seen["decisions that came too early"] += 1
        else:
            _accept([reply])
            self.count_decided(reply)

    def count_decided(self, reply: Reply) -> None:
        """Count the results of one decision, or that it waits for others."""
        kinds = [event.kind for event in reply.events]
        self._simulation.seen["decisions that wait for others"] += "fork-agreed" in kinds
        self._simulation.seen["forks decided"] += kinds.count("fork-decided")
        self._simulation.seen["grants brought back or given"] += kinds.count("claim-granted")
        self.count_repeated(reply)

    def count_repeated(self, decided: Reply) -> None:
        """Count grants for repeated claims, from before or after the hub's restore."""
        who = "restored hub" if self.are_needed else "restored property"
        repeated = sum(event.kind == "claim-repeated" for event in decided.events)
        self._simulation.seen[f"claims repeated, {who}"] += repeated

    def _release(self) -> None:
        """Two people at the hub release the statement of a property that learned, before the hub's
        restore, that an amount it had lost stays: the new decision took it back, and it returns at
        once, faster than tables collect."""
        hub = self._simulation.hub
        for name, found in list(properties_of(hub.state).items()):
            if found.held is None:
                continue
            released = sharing.ReleaseStatement(
                command_id=hub.new_id(),
                at_ms=self._simulation.now_ms,
                property=name,
                number=found.held.statement.number,
                reason="it heard of it before the hub was restored",
                badges=made.TWO,
            )
            (reply,) = hub.ask(released)
            if reply.code == PUT_OFF:
                self.put_off(name)
                continue
            _accept([reply])
            self._simulation.seen["statements released"] += 1


def _accept(replies: list[Reply]) -> None:
    for reply in replies:
        if not reply.accepted:
            raise Discrepancy(f"{reply.refused}")
