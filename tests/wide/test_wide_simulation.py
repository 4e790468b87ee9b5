"""Properties and their hub by chance, with every fault that a line and an engine have."""

from __future__ import annotations

import pytest

from pitboss.audit import audit
from pitboss.engine import Core
from pitboss.floor.state.floor import State
from pitboss.journal.memory import MemoryJournal
from pitboss.wide import hub_end
from pitboss.wide.decide import undecided
from pitboss.wide.facts import sharing
from pitboss.wide.reconcile import Reconciled, reconcile
from pitboss.wide.state import PropertyState
from proof.sim import wide_floor as made
from proof.sim.model import Discrepancy
from proof.sim.wide import WideSettings, WideSimulation


def restored_often(seed: int, *, disks: float = 0.0) -> WideSimulation:
    """Two properties and their hub that go on from older copies many times, run to the end."""
    simulation = WideSimulation(
        WideSettings(
            seed=seed,
            properties=2,
            tables=3,
            rounds=120,
            hits=16,
            pairs=2,
            outages=4,
            lost=0.15,
            restores=4,
            property_restores=6,
            disks=disks,
            closings=1,
            is_drawn=True,
        )
    )
    simulation.run()
    return simulation


def proven(simulation: WideSimulation) -> Reconciled:
    """What all journals say together, once an auditor has decided every command of them again."""
    nodes = (*simulation.properties, simulation.hub)
    for node in nodes:
        audit(MemoryJournal(node.store, read_only=True), paytables=made.BOOK)
    return reconcile([(node.name, node.store.rows) for node in nodes])


@pytest.mark.parametrize("seed", range(3))
def test_no_micro_is_lost_or_doubled_and_each_claim_is_granted_once(seed: int) -> None:
    simulation = WideSimulation(
        WideSettings(
            seed=seed, rounds=400, hits=12, pairs=4, stops=0.02, fail_overs=0.03, voids=0.05
        )
    )
    simulation.run()
    seen = simulation.seen
    assert (seen["hits"], seen["pairs"]) == (12, 4)
    assert min(seen["outages"], seen["messages lost"], seen["answers late"], seen["voids"]) > 0
    assert min(seen["stops of the hub"], seen["stops of properties"]) > 0
    assert seen["hub fail-overs"] > 0
    assert proven(simulation).differences == ()


@pytest.mark.parametrize("seed", range(3))
def test_a_hub_restored_from_older_copies_loses_no_micro_and_grants_each_hit_once(
    seed: int,
) -> None:
    simulation = WideSimulation(
        WideSettings(seed=seed, rounds=200, hits=12, pairs=2, fail_overs=0.02, restores=3)
    )
    simulation.run()
    seen = simulation.seen
    assert (seen["hits"], seen["hub restored"]) == (12, 3)
    assert min(seen["forks decided"], seen["hub joined again"]) >= 3
    found = proven(simulation)
    assert found.differences == ()
    assert (found.granted, found.recorded) == (12, 12)


@pytest.mark.parametrize("seed", range(2))
def test_properties_restored_from_backups_lose_no_micro_that_the_hub_or_the_backup_has(
    seed: int,
) -> None:
    simulation = WideSimulation(
        WideSettings(
            seed=seed,
            properties=2,
            tables=2,
            rounds=100,
            hits=4,
            pairs=1,
            outages=3,
            stops=0,
            fail_overs=0,
            property_restores=4,
            closings=1,
        )
    )
    simulation.run()
    seen = simulation.seen
    assert seen["properties restored"] >= 3
    assert min(seen["forks of properties decided"], seen["admissions narrowed"]) > 0
    assert proven(simulation).differences == ()


def test_grants_that_restored_properties_have_lost_are_taken_over_and_nothing_differs() -> None:
    simulation = WideSimulation(
        WideSettings(
            seed=144,
            tables=3,
            rounds=80,
            hits=16,
            pairs=2,
            outages=4,
            lost=0.15,
            property_restores=6,
            closings=1,
            is_drawn=True,
        )
    )
    simulation.run()
    seen = simulation.seen
    assert min(seen["grants taken over"], seen["properties given up"], seen["fixed prizes"]) > 0
    found = proven(simulation)
    assert (found.differences, found.unsettled, found.explained) == ((), (), ())


def test_a_hit_that_a_restored_property_claimed_again_is_granted_once_by_a_hub_restored_since() -> (
    None
):
    simulation = restored_often(79, disks=0.6)
    assert simulation.seen["claims repeated, restored hub"] > 0
    assert proven(simulation).differences == ()


@pytest.mark.parametrize("seed", [24, 80])
def test_first_disks_of_hub_and_properties_that_come_back_lose_no_micro(seed: int) -> None:
    simulation = restored_often(seed, disks=0.6)
    assert min(simulation.seen["first disks back"], simulation.seen["hub's first disk back"]) > 0
    assert proven(simulation).differences == ()


def test_the_same_seed_gives_the_same_journals() -> None:
    first, second = (WideSimulation(WideSettings(seed=7, rounds=60, hits=4, pairs=1)) for _ in "ab")
    first.run()
    second.run()
    assert first.hub.store.rows[-1].hash == second.hub.store.rows[-1].hash


def test_a_hub_that_answers_after_another_has_begun_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = Core._catch_up

    def unheeding(self: Core) -> None:
        epoch, self._epoch = self._epoch, 0
        try:
            whole(self)
        finally:
            self._epoch = epoch

    monkeypatch.setattr(Core, "_catch_up", unheeding)
    simulation = WideSimulation(WideSettings(seed=1, rounds=200, hits=2, pairs=1, fail_overs=0.2))
    with pytest.raises(Discrepancy, match="what a sleeper answers"):
        simulation.run()


def test_hits_that_a_restored_hub_puts_off_without_cause_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def is_claim(state: State, found: PropertyState, command: sharing.TakeStatement) -> bool:
        return bool(command.stated.statement.claims)

    monkeypatch.setattr(hub_end, "is_put_off", is_claim)
    simulation = WideSimulation(WideSettings(seed=1, rounds=60, hits=2, pairs=1))
    with pytest.raises(Discrepancy, match="put off, and nobody is undecided"):
        simulation.run()


def test_hits_that_a_restored_hub_grants_too_early_are_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert restored_often(304).seen["claims put off"] > 0
    monkeypatch.setattr(undecided, "_claims_more", lambda *asked: False)
    with pytest.raises(Discrepancy, match="while others are undecided"):
        restored_often(304)
