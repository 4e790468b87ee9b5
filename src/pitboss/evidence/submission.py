"""What goes with a request for approval beside the tables: the class of the software, its bill of
materials, what it runs on, the manuals, and the signed reports of trials."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.evidence.trial import SignedTrial, read_trial
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import LEFT, RIGHT

INSTALLATION_FILE, BILL_FILE = "installation.sha256", "bom.cdx.json"
MAJOR, MINOR = "major", "minor"
CLASSES = (
    "A release is major if it changes what decides: rules, mathematics, games, profiles, letters,"
    " money, the floor, its journal and engine, what a site file may say, jackpots of several"
    " properties, devices, or the interpreter."
    " Every other release is minor. The first release submitted is major."
)
RANDOMNESS = (
    "The floor uses no random numbers. Cards on the table decide every award; the rules, the"
    " floor, the journal and the engine import no source of randomness, and a test holds that."
    " Training, demonstrations and simulations draw cards from a seeded generator, never for money."
    " Elsewhere chance makes only ids, keys and codes."
)


@dataclass(frozen=True, slots=True)
class Manual:
    """A page of the manuals: how many times it was revised, and the day of the last time."""

    name: str
    revision: int
    day: str
    text: str

    @property
    def printed(self) -> bytes:
        """The page with its revision above it."""
        return f"Revision {self.revision}, {self.day}\n\n{self.text}".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """The texts that go along: the list of the installation and its bill of materials; the class
    of the release with the files of it that differ from the release approved before; signed
    reports of trials, by the name of their file; the manuals."""

    installed: str
    bill: str
    release_class: str = MAJOR
    changed: Sequence[tuple[str, str]] = ()
    trials: Mapping[str, bytes] = field(default_factory=dict)
    manuals: Sequence[Manual] = ()

    def files(self) -> dict[str, bytes]:
        """What is attached, by its name."""
        texts = {INSTALLATION_FILE: self.installed.encode(), BILL_FILE: self.bill.encode()}
        manuals = {f"manual-{each.name}": each.printed for each in self.manuals}
        return texts | dict(self.trials) | manuals

    def parts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What is printed, by its name."""
        yield "software", _software_part(self)
        if self.manuals:
            yield "manuals", _manuals_part(self.manuals)
        for name, signed in self.trials.items():
            yield f"trial-{name}", _trial_part(name, read_trial(signed))


def make_part(title: str, name: str, subtitle: str, *sections: Any) -> dict[str, Any]:
    """One part of the PDF."""
    return {"title": title, "id": name, "subtitle": subtitle, "sections": list(sections)}


def _software_part(of: Submission) -> dict[str, Any]:
    bill = json.loads(of.bill)
    about = bill["metadata"]["component"]
    changed = write.table({"File": LEFT, "Now": LEFT}, of.changed)
    rows = [
        (each["name"], each["version"], _license_text(each["licenses"]))
        for each in bill["components"]
    ]
    verify = (
        f"{INSTALLATION_FILE} lists interpreter, libraries and system packages of the machine that"
        " made this bundle. `pitboss verify-install` with that file names what differs, any time."
    )
    return make_part(
        "Software",
        "software",
        f"pitboss {about['version']}",
        write.section("Class", write.text(f"This release is {of.release_class}.", CLASSES)),
        *([write.section("Changed since the release approved before", changed)] * bool(of.changed)),
        write.section("Randomness", write.text(RANDOMNESS)),
        write.section("Verification", write.text(verify)),
        write.section(
            "Bill of materials",
            write.table({"Package": LEFT, "Version": LEFT, "License": LEFT}, rows),
        ),
    )


def _license_text(licenses: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(each.get("expression") or each["license"]["name"] for each in licenses)


def _manuals_part(manuals: Sequence[Manual]) -> dict[str, Any]:
    columns = {"Page": LEFT, "Revision": RIGHT, "Day": LEFT}
    rows = [(each.name, str(each.revision), each.day) for each in manuals]
    about = "Each page goes along in this PDF, with its revision above it."
    pages = write.section("Pages", write.text(about), write.table(columns, rows))
    return make_part("Manuals", "manuals", "", pages)


def _trial_part(name: str, signed: SignedTrial) -> dict[str, Any]:
    trial = signed.trial
    columns = {"Fault": LEFT, "Loss of": LEFT} | dict.fromkeys(("Times", "Longest", "Bound"), RIGHT)
    rows = [
        (each.fault, each.loss, str(each.times), f"{each.longest_ms} ms", f"{each.bound_ms} ms")
        for each in trial.tried
    ]
    about = [
        ("software", f"pitboss {trial.version}, release {trial.software}"),
        ("day", trial.day),
        ("result", "sound" if trial.is_sound else "NOT SOUND"),
        ("signed with the key", signed.key),
    ]
    return make_part(
        "Trial of power loss and network loss",
        name,
        "Longest is the longest time in which no table was answered.",
        write.section("The trial", write.pairs(about)),
        write.section("What was done", write.table(columns, rows)),
        write.section("What was found", write.text(*trial.found)),
    )
