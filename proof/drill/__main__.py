"""`make drill`: starts everything, lets it play, and causes one fault after the other."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from pitboss.live.release import running_release
from pitboss.refusal import Refusal
from proof.bench.__main__ import cpu_times
from proof.drill.faults import FAULTS, Fault
from proof.drill.machines import go_inside
from proof.drill.scene import Scene
from proof.drill.table import Measure, Measures, count_commands, trial_of
from proof.drill.tools import ToolMissing, check_tools

SETTLE_S = 2.0
PAUSE_LEAST_S = 10.0
WIDTH = 125  # of lines written to a file
BOUNDS = (
    "The bounds (at most) are those of a machine that does nothing else: on a busy one a fault"
    " takes longer, and the drill ends with 1, though nothing is lost."
)
MANY = ("kill", "pause", "hand-over")  # faults with their own count option


def main() -> int:
    """Run the drill; 1 if something went wrong, 2 if it couldn't start."""
    options = _options()
    try:
        chosen = _chosen(options.faults)
        _check_pause(options.pause)
        check_tools()  # last: so the other options are fine when you install them
    except (Refusal, ToolMissing) as refusal:
        print(refusal)
        return 2
    go_inside()
    folder = Path(tempfile.mkdtemp(prefix="pitboss-drill-"))
    folder.chmod(0o755)  # the services' users need access
    try:
        is_sound = asyncio.run(_drill(folder, options, chosen))
    except BaseException:
        print(f"The drill did not come to its end. What its programs have said is in {folder}.")
        raise
    if not options.keep:
        shutil.rmtree(folder)
    return 0 if is_sound else 1


def _options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(prog="make drill", description=__doc__, epilog=BOUNDS)
    reader.add_argument("--faults", default="", help=f"of: {' '.join(FAULTS)}; without it, all")
    for name, times in (("kill", 5), ("pause", 2), ("hand-over", 5)):
        reader.add_argument(f"--{name}s", type=int, default=times, help="how many times")
    reader.add_argument("--times", type=int, default=1, help="how many times each other fault")
    reader.add_argument("--pause", type=float, default=30.0, help="seconds that an engine sleeps")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--result", type=Path, help="a file for pitboss sign-trial")
    reader.add_argument("--keep", action="store_true", help="keep the folder with all logs")
    return reader.parse_args()


def _chosen(names: str) -> list[Fault]:
    words = names.replace(",", " ").split() or list(FAULTS)
    for name in words:
        if name not in FAULTS:
            raise Refusal("FAULT_UNKNOWN", where=name, faults=FAULTS)
    return [FAULTS[name] for name in words]


def _check_pause(seconds: float) -> None:
    if seconds < PAUSE_LEAST_S:
        raise Refusal(
            "PAUSE_TOO_SHORT", where=f"{seconds:g} s", pause_least_s=f"{PAUSE_LEAST_S:.0f}"
        )


async def _drill(folder: Path, options: argparse.Namespace, chosen: list[Fault]) -> bool:
    console = Console(width=None if sys.stdout.isatty() else WIDTH)
    console.print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, seed {options.seed}")
    console.print("Three database machines, two engines, two proxies and fifty tables start ...")
    scene = await Scene.start(folder, seed=options.seed, pause_s=options.pause)
    try:
        measures = await _all_faults(scene, options, chosen, console)
        await scene.finish()
        await scene.whole()
        console.print(measures.table())
        engines = scene.engines
        count = await asyncio.to_thread(count_commands, engines.site, engines.database, scene.load)
    finally:
        scene.end()
    for line in count.lines():
        console.print(line, highlight=False)
    told = ", ".join(f"{code} {times}" for code, times in scene.load.codes.most_common())
    console.print(f"Meanwhile tables were told: {told or 'nothing but yes'}", highlight=False)
    if measures.late:
        console.print(f"{measures.late} answers came from an engine that no longer led")
    if measures.too_long:
        console.print(f"too long: {', '.join(measures.too_long)}")
        console.print(BOUNDS)
    trial = trial_of(measures, count, running_release(), day=datetime.now(UTC).date().isoformat())
    if options.result:
        options.result.write_bytes(msgspec.json.format(msgspec.json.encode(trial)) + b"\n")
    return trial.is_sound


async def _all_faults(
    scene: Scene, options: argparse.Namespace, chosen: list[Fault], console: Console
) -> Measures:
    measures = Measures()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeElapsedColumn(), console=console, transient=True) as progress:
        times = {
            fault.name: getattr(options, f"{fault.name}s".replace("-", "_"))
            if fault.name in MANY
            else options.times
            for fault in chosen
        }
        task = progress.add_task("", total=sum(times.values()))
        for fault in chosen:
            for number in range(1, times[fault.name] + 1):
                progress.update(task, description=f"{fault.title} ({number})")
                measure = await _happened(scene, fault)
                measures.done.append(measure)
                waits = ", ".join(f"{door} {s:.2f} s" for door, s in measure.waits_s.items())
                said = f"{fault.title} {number}: {waits}; load {measure.load:.1f}"
                console.print(said, highlight=False)
                progress.advance(task)
    return measures


async def _happened(scene: Scene, fault: Fault) -> Measure:
    """One fault, from everything healthy until everything is healthy again."""
    await scene.whole()
    await asyncio.sleep(SETTLE_S + scene.random.random())
    late, before, begun_s = scene.late, cpu_times(), time.monotonic()
    mended_s = await fault.happen(scene)
    await scene.whole()
    spent = [now - then for now, then in zip(cpu_times(), before, strict=True)]
    load, since_s = scene.load, mended_s or begun_s
    return Measure(
        name=fault.name,
        waits_s={door.name: load.longest_s(since_s, door=door.name) for door in load.doors},
        late=scene.late - late,
        load=os.getloadavg()[0],
        idle=spent[3] / max(1, sum(spent)),
    )


if __name__ == "__main__":
    sys.exit(main())
