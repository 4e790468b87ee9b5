"""What goes with a request for approval besides the tables: the software's class, its bill of
materials, what it runs on, the manuals, and signed trial reports."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct

from pitboss.evidence.trial import SignedTrial, read_trial
from pitboss.reports import parsheet_text as write
from pitboss.reports.parsheet_text import LEFT, RIGHT

INSTALLATION_FILE, BILL_FILE = "installation.sha256", "bom.cdx.json"
MAJOR, MINOR = "major", "minor"
CLASSES = (
    "A release is major if it changes what may decide an award, a meter, money, a permission or"
    " the record. It is minor if it changes nothing but its version, sentences, the layout of"
    " printed reports, themes, the demonstration or packages of the operating system. All else is"
    " major: other code and data of pitboss, its launcher, the interpreter, the standard library"
    " and the installed packages. The first release submitted is major."
)
RANDOMNESS = (
    "The floor uses no random numbers. Cards on the table decide every award; the rules, the"
    " floor, the journal and the engine import no source of randomness, which"
    " tests/shape/test_imports.py::test_no_chance_where_money_is_decided holds."
    " Training, demonstrations and simulations draw cards from a seeded generator, never for money."
    " Elsewhere chance makes only ids, keys and codes."
)


class Manual(Struct, frozen=True):
    """A page of the manuals: its revision count, and the day of the last one."""

    name: str
    revision: int
    day: str
    text: str

    @property
    def printed(self) -> bytes:
        """The page with its revision on top."""
        return f"Revision {self.revision}, {self.day}\n\n{self.text}".encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """The texts to include: the installation's list and bill of materials; the release's class with
    the digest of the list it was compared with, and the differences; signed trial reports by file
    name; the manuals."""

    installed: str
    bill: str
    release_class: str = MAJOR
    since: str = ""
    changed: Sequence[tuple[str, str]] = ()
    trials: Mapping[str, bytes] = field(default_factory=dict)
    manuals: Sequence[Manual] = ()

    def files(self) -> dict[str, bytes]:
        """The attachments, by name."""
        texts = {INSTALLATION_FILE: self.installed.encode(), BILL_FILE: self.bill.encode()}
        manuals = {f"manual-{each.name}": each.printed for each in self.manuals}
        return texts | dict(self.trials) | manuals

    def parts(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The printed parts, by name."""
        yield "software", _software_part(self)
        if self.manuals:
            yield "manuals", _manuals_part(self.manuals)
        for name, signed in self.trials.items():
            yield f"trial-{name}", _trial_part(name, read_trial(signed))


def make_part(title: str, name: str, subtitle: str, *sections: Any) -> dict[str, Any]:
    return {"title": title, "id": name, "subtitle": subtitle, "sections": list(sections)}


def _software_part(of: Submission) -> dict[str, Any]:
    bill = json.loads(of.bill)
    about = bill["metadata"]["component"]
    (system,) = (each for each in bill["components"] if each["type"] == "operating-system")
    needed = _find_needed(bill)
    released = f"This release is {of.release_class}."
    released += "" if of.since else " No earlier approval was named."
    rows = [
        (
            each["name"],
            each["version"],
            _licenses_text(each),
            "yes" if each["bom-ref"] in needed else "no",
        )
        for each in bill["components"]
        if each is not system
    ]
    verify = (
        f"{INSTALLATION_FILE} lists the interpreter, libraries and system packages of the machine"
        " that made this bundle. Run `pitboss verify-install` with that file at any time. It names"
        " what differs, every compiled file of pitboss that does not match its source, and code a"
        " variable, the loader or a systemd unit brings in. With `--packages` it also checks"
        " Python, the libraries and every file of the system's packages."
    )
    bill_text = (
        f"{BILL_FILE} has all of this as CycloneDX 1.6, with digests and which package needs which."
        " It also has the parts a package bundles, if its wheel lists them, and each library file"
        " that comes with it."
        f" The operating system is {system['name']} {system['version']}. Its"
        f" {len(system['components']):,} packages are in that file; their licenses are in"
        " /usr/share/doc on the machine."
    )
    return make_part(
        "Software",
        "software",
        f"pitboss {about['version']}",
        write.make_section("Class", write.text(released, CLASSES)),
        *([_changes_section(of)] if of.since else []),
        write.make_section("Randomness", write.text(RANDOMNESS)),
        write.make_section("Verification", write.text(verify)),
        write.make_section(
            "Bill of materials",
            write.text(bill_text),
            write.table(
                dict.fromkeys(("Package", "Version", "License", "Needed by pitboss"), LEFT), rows
            ),
        ),
    )


def _find_needed(bill: Mapping[str, Any]) -> set[str]:
    """What pitboss needs, and what that needs in turn, installed extras included."""
    needs = {each["ref"]: each["dependsOn"] for each in bill["dependencies"]}
    found: set[str] = set()
    waiting = [bill["metadata"]["component"]["bom-ref"]]
    while waiting:
        each = waiting.pop()
        waiting += [] if each in found else needs.get(each, [])
        found.add(each)
    return found


def _changes_section(of: Submission) -> Any:
    compared = f"Compared with the previous approval, SHA-256 of its list {of.since}."
    if not of.changed:
        found = write.text("Nothing differs.")
    else:
        found = write.table({"File": LEFT, "Now": LEFT}, of.changed)
    return write.make_section("Changed since the previous approval", write.text(compared), found)


def license_text(component: Mapping[str, Any]) -> str:
    """A component's license, as its bill of materials states it."""
    said = ((each, each.get("license", {})) for each in component["licenses"])
    return ", ".join(
        each.get("expression") or named.get("id") or named["name"] for each, named in said
    )


def _licenses_text(component: Mapping[str, Any]) -> str:
    """Its license, and those of the libraries it bundles."""
    bundled = [each for each in component.get("components", ()) if "licenses" in each]
    if not bundled:
        return license_text(component)
    found = "; ".join(sorted({license_text(each) for each in bundled}))
    return f"{license_text(component)}. Bundles {len(bundled):,} parts: {found}"


def _manuals_part(manuals: Sequence[Manual]) -> dict[str, Any]:
    columns = {"Page": LEFT, "Revision": RIGHT, "Day": LEFT}
    rows = [(each.name, str(each.revision), each.day) for each in manuals]
    about = "Each page is attached to this PDF, with its revision at the top."
    pages = write.make_section("Pages", write.text(about), write.table(columns, rows))
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
        "Longest is the longest time tables went without an answer.",
        write.make_section("The trial", write.pairs(about)),
        write.make_section("What was done", write.table(columns, rows)),
        write.make_section("What was found", write.text(*trial.found)),
    )
