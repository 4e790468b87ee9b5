"""`pitboss device`: emulators of sensors, keypads and badge readers, for testing.

A device enrolls once with a code, then speaks the open protocol in docs/devices.md.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli import paper
from pitboss.cli.device_code import code
from pitboss.cli.files import write_text
from pitboss.cli.options import argument, option
from pitboss.cli.paper import command_text
from pitboss.refusal import Refusal

if TYPE_CHECKING:
    from pitboss.devices.emulator import Enrolled, Wire
    from pitboss.devices.signals import Signal

BEAT_S = 1.0
SPEAKING = ("sensor", "keypad", "reader")

commands = typer.Typer()
device_commands = typer.Typer(
    help="Emulate a sensor board, keypad or badge reader.", no_args_is_help=True
)
commands.add_typer(device_commands, name="device")
device_commands.command("code")(code)

File = Annotated[Path, argument("FILE", of="device")]
Broker = Annotated[str, option("--mqtt URL", of="device")]


@device_commands.command("enroll")
def enroll_device(
    server: Annotated[str, argument("SERVER")],
    code: Annotated[str, argument("CODE")],
    file: Annotated[Path, argument("FILE", of="enroll")],
) -> None:
    """Enroll this emulator with a code from the office."""
    from pitboss.devices.emulator import enroll

    enrolled = enroll(server, code)
    write_text(file, enrolled.as_text())
    file.chmod(0o600)
    about = {"device": enrolled.device, "kind": enrolled.kind, "file": file}
    name = "device.enrolled_at" if enrolled.table else "device.enrolled"
    typer.echo(command_text(name, **about, table=enrolled.table))
    if enrolled.kind in SPEAKING:
        typer.echo(command_text("device.next", **about))


@device_commands.command("sensor")
def sensor(file: File, mqtt: Broker = "") -> None:
    """Emulate a sensor board. Type `on 3` or `off 3` for a chip at seat 3 (3.2 is its second
    sensor)."""
    _speak("sensor", file, mqtt)


@device_commands.command("keypad")
def keypad(file: File, mqtt: Broker = "") -> None:
    """Emulate a dealer's keypad. Type its buttons: `start`, `hand 3 royal_flush`, `end`."""
    _speak("keypad", file, mqtt)


@device_commands.command("reader")
def reader(file: File, mqtt: Broker = "") -> None:
    """Emulate a badge reader. Type `swipe ;BADGE=CODE?`."""
    _speak("reader", file, mqtt)


def _speak(kind: str, file: Path, mqtt: str) -> None:
    """Read lines until input ends, and send a heartbeat every second meanwhile."""
    from pitboss.devices.emulator import Enrolled, count_on, first_number, send
    from pitboss.devices.signals import Beat
    from pitboss.devices.words import HELP, signal_of

    enrolled = Enrolled.read(file)
    if enrolled.kind != kind:
        raise Refusal("DEVICE_KIND_WRONG", "enrolled", where=str(file), kind=enrolled.kind)
    wire = _wire(enrolled, mqtt)
    about = {"device": enrolled.device, "table": enrolled.table}
    typer.echo(command_text("device.begins", **about, help=HELP[kind]))
    last, in_turn = first_number(), threading.Lock()

    def say(make: Callable[..., Signal]) -> dict[str, Any]:
        nonlocal last
        with in_turn:  # a device's numbers must arrive in order
            last += 1
            answer = send(wire, [make(n=last)])
            last = count_on(last, answer)
            return answer

    over = threading.Event()
    threading.Thread(target=_beat, args=(over, partial(say, Beat)), daemon=True).start()
    try:
        for text in filter(str.strip, sys.stdin):
            _show(_said(say, partial(signal_of, text, kind=kind)))
    finally:
        over.set()


def _beat(over: threading.Event, beat: Callable[[], object]) -> None:
    while not over.wait(BEAT_S):
        beat()


def _said(say: Callable[..., dict[str, Any]], make: Callable[..., Signal]) -> dict[str, Any]:
    """Report a line that isn't a signal, and keep going."""
    try:
        return say(make)
    except Refusal as refusal:
        return {"heard": [{"accepted": False, "code": refusal.code, "reason": refusal.reason}]}


def _show(answer: dict[str, Any]) -> None:
    for heard in answer.get("heard", []):
        name = "device.ok" if heard["accepted"] else "device.refused"
        why = {"code": heard.get("code"), "reason": heard.get("reason")}
        typer.echo(paper.printable(command_text(name, **why)))
    if "lights" in answer:
        lights = [
            f"{light['seat']}.{light['sensor']} {light['light']}" for light in answer["lights"]
        ]
        name = "device.lights" if lights else "device.lights_off"
        typer.echo(command_text(name, lights=", ".join(lights)))


def _wire(enrolled: Enrolled, mqtt: str) -> Wire:
    from pitboss.devices.emulator import HttpWire

    if not mqtt:
        return HttpWire(enrolled)
    try:
        from pitboss.devices.mqtt_wire import MqttWire
    except ImportError:
        raise Refusal("AIOMQTT_MISSING", where="MQTT") from None
    return MqttWire(enrolled, mqtt)
