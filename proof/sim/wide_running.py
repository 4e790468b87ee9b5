"""One run of several properties and their hub: played, proven, audited."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from pitboss.audit import BadRow, audit
from pitboss.journal.memory import MemoryJournal
from pitboss.refusal import Refusal
from proof.sim import wide_floor as made
from proof.sim.model import Discrepancy
from proof.sim.running import Outcome
from proof.sim.wide import WideSettings, WideSimulation

HITS_MOST, OUTAGES_MOST, RESTORES_MOST, ROUNDS_A_HIT = 200, 1_000, 20, 100
# Rounds per outage and per restore, by the rng seed: when faults are dense, most rounds are local
# only, so other runs have more of the play that a shared jackpot is for.
_CROWDS = ((100, 400), (1_000, None), (400, 2_500))
DISKS_BACK = 0.3  # of restores
# How many messages are lost and repeated, and how often an engine stops and the hub fails over.
_PARTS = {"none": (0.0, 0.0, 0.0), "some": (0.1, 0.1, 0.01), "many": (0.3, 0.2, 0.03)}


def wide_settings(*, rng_seed: int, rounds: int, properties: int, faults: str) -> WideSettings:
    """How much happens in this many rounds, and how badly."""
    lost, repeated, stops = _PARTS[faults]
    hits = min(HITS_MOST, max(4, rounds // ROUNDS_A_HIT))
    to_outage, to_restore = _CROWDS[rng_seed % len(_CROWDS)]
    restores = 0
    if faults != "none" and to_restore is not None:
        restores = min(RESTORES_MOST, max(1, rounds // to_restore))
    return WideSettings(
        seed=rng_seed,
        properties=properties,
        rounds=rounds,
        hits=hits,
        pairs=hits // 4 if properties > 1 else 0,
        outages=min(OUTAGES_MOST, max(4, rounds // to_outage)) if faults != "none" else 0,
        lost=lost,
        repeated=repeated,
        stops=stops,
        fail_overs=stops,
        restores=restores,
        property_restores=restores,
        disks=DISKS_BACK,
        closings=restores,
        is_drawn=True,
    )


def simulate_wide(
    *,
    rng_seed: int,
    rounds: int,
    properties: int,
    faults: str = "some",
    report: Callable[[float], None] = lambda done: None,
) -> Outcome:
    """One run from one rng seed; the same seed gives the same trace."""
    settings = wide_settings(rng_seed=rng_seed, rounds=rounds, properties=properties, faults=faults)
    simulation = WideSimulation(settings)
    nodes = (simulation.hub, *simulation.properties)
    failure = ""
    try:
        simulation.run(report)
        for node in nodes:
            audit(MemoryJournal(node.store, read_only=True), paytables=made.BOOK)
    except (BadRow, Discrepancy, Refusal) as found:
        failure = str(found)
    except Exception as fault:  # noqa: BLE001 - anything that stops an engine is a finding
        failure = f"an engine stopped: {fault!r}"
    trace = sha256("".join(node.store.rows[-1].hash for node in nodes).encode())
    return Outcome(
        rng_seed=rng_seed,
        rounds=simulation.seen["wide rounds"] + simulation.seen["local rounds alone"],
        steps=sum(simulation.seen[each] for each in ("hits", "outages", "messages lost")),
        commands=sum(len(node.store.rows) for node in nodes),
        seen={name: times for name, times in sorted(simulation.seen.items()) if times},
        trace=trace.hexdigest()[:16],
        failure=failure,
    )
