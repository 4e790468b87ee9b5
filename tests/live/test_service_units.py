"""Whether what starts the server brings code that no list of an installation has."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from pitboss.live.service_units import PRELOADED, SETS, SHOWS, STARTS, find_foreign_starts

SHIPPED = Path(__file__).parents[2] / "deploy" / "pitboss.service"
UNIT = "etc/systemd/system/pitboss.service"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine that has the unit as it is shipped."""
    monkeypatch.setattr(sysconfig, "get_path", lambda name: "/opt/pitboss/bin")
    write(tmp_path, UNIT, SHIPPED.read_text("utf-8"))
    return tmp_path


def write(machine: Path, name: str, text: str) -> None:
    file = machine / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def test_the_shipped_unit_brings_nothing(machine: Path) -> None:
    write(machine, "etc/ld.so.preload", "\n")
    own = "/opt/pitboss/bin/pitboss serve --port 8443"
    write(machine, f"{UNIT}.d/port.conf", f"[Service]\nExecStart=\nExecStart={own}\n")
    assert list(find_foreign_starts(machine)) == []


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("etc/ld.so.preload", "/srv/evil.so\n", PRELOADED),
        (f"{UNIT}.d/a.conf", "Environment=A=1 \\\n 'LD_PRELOAD=/e'", f"{SETS}LD_PRELOAD"),
        (f"{UNIT}.d/a.conf", "[Service]\nPassEnvironment=PYTHONPATH", f"{SETS}PYTHONPATH"),
        (f"{UNIT}.d/a.conf", "ExecStart=/usr/bin/python3 x", f"{STARTS}/usr/bin/python3"),
        (f"{UNIT}.d/a.conf", "[Service]\nExecStartPre=-+/srv/evil now", f"{STARTS}/srv/evil"),
        ("usr/lib/systemd/system/service.d/a.conf", "BindReadOnlyPaths=/e:/opt", f"{SHOWS}/e:/opt"),
        ("etc/systemd/system.conf", "DefaultEnvironment=LD_AUDIT=/e", f"{SETS}LD_AUDIT"),
    ],
)  # fmt: skip
def test_what_brings_code_at_the_start_is_named(
    machine: Path, name: str, text: str, fault: str
) -> None:
    write(machine, name, text)
    assert list(find_foreign_starts(machine)) == [(f"/{name}", fault)]


def test_a_variable_in_a_file_of_the_unit_is_named(machine: Path) -> None:
    write(machine, f"{UNIT}.d/a.conf", "[Service]\nEnvironmentFile=-/etc/default/pitboss\n")
    assert list(find_foreign_starts(machine)) == []
    write(machine, "etc/default/pitboss", "# it's\nPITBOSS_MQTT_PASSWORD=x\nLD_LIBRARY_PATH=/e\n")
    (found,) = find_foreign_starts(machine)
    assert found == (f"/{UNIT}.d/a.conf", f"{SETS}LD_LIBRARY_PATH")
