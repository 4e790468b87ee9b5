"""One run: people ask over a bad line, one or two engines answer on bad storage, an auditor
watches."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from pitboss.floor.facts.base import Command
from pitboss.journal import Row
from proof.sim.auditor import AGAIN, AGAIN_OF_TWO, FloorAuditor
from proof.sim.day_keeper import DayKeeper
from proof.sim.dealing import TableCrew
from proof.sim.evidence_office import EvidenceOffice
from proof.sim.faults import Weather, draw_faults
from proof.sim.line import FaultyLine
from proof.sim.machine import TICK_MS
from proof.sim.manager import Manager
from proof.sim.meddler import Meddler
from proof.sim.model import Discrepancy, same
from proof.sim.office import Office
from proof.sim.one_engine import OneEngine
from proof.sim.people import AskingPerson, Clock, CommandMaker, SharedFloor
from proof.sim.site import draw_site, open_floor, paytables
from proof.sim.two_engines import TwoEngines

STEPS_PER_ROUND_MOST = 400
STEPS_LEAST = 4_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run went. `failure` is empty if the auditor found nothing."""

    rng_seed: int
    rounds: int
    steps: int
    commands: int
    seen: Mapping[str, int]  # what happened to the engines
    trace: str
    failure: str = ""


def simulate(*, rng_seed: int, rounds: int, faults: str = "some", engines: int = 1) -> Outcome:
    """One run from one rng seed; the same seed gives the same trace. With two engines, one leads
    and the other stands by."""
    run = Run(rng_seed=rng_seed, rounds=rounds, faults=faults, engines=engines)
    failure = ""
    try:
        run.play()
    except Discrepancy as found:
        failure = str(found)
    except Exception as fault:  # noqa: BLE001 - anything that stops the engine is a finding
        failure = f"the engine stopped: {fault!r}"
    return run.outcome(failure)


class Run:
    """The whole world of one rng seed."""

    def __init__(self, *, rng_seed: int, rounds: int, faults: str, engines: int = 1) -> None:
        chance = random.Random(rng_seed)
        self._rng_seed = rng_seed
        self._chance = chance
        self._site = draw_site(chance)
        self._weather = Weather(chance, draw_faults(chance, faults))
        self._clock = Clock()
        self._auditor = FloorAuditor(paytables(), again=AGAIN if engines == 1 else AGAIN_OF_TWO)
        self._floor = SharedFloor(chance, self._clock, self._auditor.books, rounds)
        self._line = FaultyLine(chance, self._weather, self._clock, self._auditor)
        self._steps_most = STEPS_LEAST + STEPS_PER_ROUND_MOST * rounds
        self._steps = 0
        self._trace = sha256()
        self._engines: OneEngine | TwoEngines
        if engines == 1:
            self._engines = OneEngine(chance, self._weather, self._auditor, self._line, self._note)
        else:
            self._engines = TwoEngines(
                rng_seed=rng_seed,
                amount=faults,
                weather=self._weather,
                auditor=self._auditor,
                line=self._line,
                clock=self._clock,
                note=self._note,
            )

    def play(self) -> None:
        """Open the floor, play with faults, then without until everyone is served."""
        asker = CommandMaker("opening", self._clock)
        self._serve([_one_by_one(open_floor(self._site, asker))])
        office, meddler = Office(self._floor, self._site), Meddler(self._floor, self._site)
        manager = Manager(self._floor, self._site)
        crews = [TableCrew(self._floor, table).play() for table in self._site.tables]
        keeper, evidence = DayKeeper(self._floor), EvidenceOffice(self._floor, self._site)
        people = (office.work(), meddler.meddle(), manager.work(), keeper.work(), evidence.work())
        self._serve([*crews, *people])
        self._serve([office.pay_everything()], calm=True)
        self._serve([keeper.close_everything()], calm=True)
        self._auditor.check_end()
        self._engines.check_storage()

    @property
    def rows(self) -> Sequence[Row]:
        """The durable part of the journal."""
        return self._engines.rows

    def outcome(self, failure: str) -> Outcome:
        rows = self.rows
        if rows:
            self._trace.update(rows[-1].hash.encode())
        return Outcome(
            rng_seed=self._rng_seed,
            rounds=self._floor.rounds_played,
            steps=self._steps,
            commands=len(rows),
            seen=self._engines.seen,
            trace=self._trace.hexdigest()[:16],
            failure=failure,
        )

    # ---- steps ---------------------------------------------------------------------------------

    def _serve(self, people: Sequence[AskingPerson], *, calm: bool = False) -> None:
        """Run steps until these people have nothing more to ask. The faults stop with the last
        round, or when there are so many that nobody makes progress: from then on everything that
        waits must complete."""
        self._line.join(people)
        while self._line.busy():
            if calm or self._floor.rounds_left <= 0 or self._steps > self._steps_most // 2:
                self._weather.calm()
                self._engines.calm()
            self._step()
            if self._steps > self._steps_most:
                raise Discrepancy(f"after {self._steps} steps somebody still waits")

    def _step(self) -> None:
        self._steps += 1
        self._clock.pass_ms(TICK_MS)
        self._weather.pass_tick()
        self._engines.step(self._line.deliver())
        self._line.hand_out()

    def _note(self, line: str) -> None:
        self._trace.update(f"{self._steps} {line}\n".encode())


def _one_by_one(commands: Iterable[Command]) -> AskingPerson:
    """Somebody who asks one thing after the other, all of which must succeed."""
    for command in commands:
        code = yield command
        same(code, "", f"the answer to {command}")
