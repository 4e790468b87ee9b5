"""R12: the floor's inventory: equipment with versions, enrolled devices with the digests of their
keys, paytables in play with theirs, and this system's release with the digest of its files."""

from __future__ import annotations

from pitboss.floor.facts.devices import ACTING
from pitboss.floor.state.devices import DeviceState
from pitboss.reports.sheet import Sheet, columns
from pitboss.reports.source import ReportSource

READERS = ("technician", "accounting", "executive", "auditor")
SIGNERS = ("technician",)

EQUIPMENT = columns("table part:words name version mode serial made approval:long")
DEVICES = columns("device kind:words table status:words enrolled_by confirmed_by sha256")
PAYTABLES = columns("jackpot status:words paytable sha256 tables")
SOFTWARE = columns("part version sha256")


def make(source: ReportSource) -> tuple[Sheet, ...]:
    """Equipment, devices, paytables and software."""
    state = source.closing
    equipment = [
        (
            name,
            part.part,
            part.name,
            part.version,
            part.mode,
            part.serial,
            part.made,
            part.approval,
        )
        for name, table in state.tables.items()
        if not table.closed
        for part in table.equipment
    ]
    devices = [
        (
            name,
            each.kind,
            each.table,
            _status(each),
            source.person(each.enrolled_by),
            source.person(each.confirmed_by),
            each.key_sha256,
        )
        for name, each in state.devices.items()
    ]
    paytables = [
        (
            source.title(name),
            jackpot.status,
            jackpot.terms.paytable,
            jackpot.terms.paytable_sha256,
            ", ".join(
                table
                for table, each in state.tables.items()
                if name in each.jackpots and not each.closed
            ),
        )
        for name, jackpot in state.jackpots.items()
    ]
    software = [
        ("pitboss", release.version, digest)
        for digest, release in state.releases.items()
        if digest == state.release
    ]
    return (
        source.sheet("equipment", EQUIPMENT, equipment),
        source.sheet("devices", DEVICES, devices),
        source.sheet("paytables_in_play", PAYTABLES, paytables),
        source.sheet("software", SOFTWARE, software),
    )


def _status(device: DeviceState) -> str:
    if device.retired:
        return "retired"
    is_open = device.kind in ACTING and not device.confirmed_by
    return "enrolled_by_one" if is_open else "enrolled"
