"""`pitboss deploy`: the files of seven machines, filled in, with certificates that hold."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coded import code_first
from deploy.support import ROOT
from pitboss.cli.app import command_line

MACHINES = {
    "--database": ("one=10.0.0.1", "two=10.0.0.2", "three=10.0.0.3"),
    "--engine": ("A=10.0.0.11", "B=10.0.0.12"),
    "--proxy": ("P=10.0.0.8", "Q=10.0.0.9"),
    "--address": ("floor.example=10.0.0.10/24",),
}
NAMES = ("one", "two", "three", "A", "B", "P", "Q")
ON_THE_MACHINE = re.compile(r"/etc/(?:etcd|haproxy|keepalived|patroni|pitboss)/[\w.-]+")


def deploy(folder: Path, changes: dict[str, tuple[str, ...]] | None = None) -> tuple[int, str]:
    """The exit code of the command, and what it said."""
    options = MACHINES | (changes or {})
    words = [word for name, given in options.items() for each in given for word in (name, each)]
    ended = CliRunner().invoke(command_line(["deploy"]), ["deploy", str(folder), *words])
    return ended.exit_code, code_first(ended.output)


def unpacked(folder: Path, name: str) -> dict[str, str]:
    with tarfile.open(folder / f"{name}.tar") as tar:
        read = {each.name: tar.extractfile(each) for each in tar if each.isfile()}
        return {f"/{place}": file.read().decode() for place, file in read.items() if file}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("deploy") / "cluster"
    code, said = deploy(made)
    assert code == 0, said
    return made


@pytest.mark.parametrize("name", NAMES)
def test_every_file_a_machine_is_told_of_is_there_and_filled(folder: Path, name: str) -> None:
    files = unpacked(folder, name)
    for text in files.values():
        assert "${" not in text
    named = {place for text in files.values() for place in ON_THE_MACHINE.findall(text)}
    assert named - files.keys() == set()


def test_the_database_takes_nobody_without_tls_and_has_what_tls_needs(folder: Path) -> None:
    told = unpacked(folder, "one")["/etc/patroni/patroni.yml"]
    assert (
        """  parameters:
    ssl: "on"
    ssl_cert_file: /etc/patroni/machine.crt
    ssl_key_file: /etc/patroni/machine.key
    ssl_ca_file: /etc/patroni/ca.crt
  pg_hba:
    - local all all peer
    - hostssl replication replicator 10.0.0.0/24 scram-sha-256
    - hostssl all all 10.0.0.0/24 scram-sha-256
"""
        in told
    )
    assert "  verify_client: required " in told


@pytest.mark.parametrize(
    "line",
    [
        "    synchronous_mode: true",
        "    failsafe_mode: true",
        "      use_pg_rewind: true",
        "    ttl: 20",  # a drill knows it too
        "  mode: automatic",  # a machine without a watchdog starts
    ],
)
def test_what_was_acknowledged_outlives_a_machine(folder: Path, line: str) -> None:
    told = unpacked(folder, "one")["/etc/patroni/patroni.yml"]
    assert re.search(rf"^{line}( +#.*)?$", told, re.MULTILINE)
    assert "TTL_S = 20.0" in (ROOT / "proof/drill/databases.py").read_text("utf-8")


def test_no_machine_has_a_database_and_an_etcd(folder: Path) -> None:
    """A primary that was frozen with etcd's leader would take its role back when both wake."""
    etcd = {name for name in NAMES if "/etc/default/etcd" in unpacked(folder, name)}
    assert etcd == {"A", "B", "P"}
    told = unpacked(folder, "one")["/etc/patroni/patroni.yml"]
    assert "\n  hosts: 10.0.0.11:2379,10.0.0.12:2379,10.0.0.8:2379\n" in told


def test_what_starts_before_the_others_does_not_give_up(folder: Path) -> None:
    """systemd would, after five tries in ten seconds; and Debian's etcd and keepalived try once."""
    started = {"one": ("patroni",), "A": ("etcd", "pitboss"), "P": ("etcd", "keepalived")}
    for name, services in started.items():
        files = unpacked(folder, name)
        for service in services:
            told = files[f"/etc/systemd/system/{service}.service.d/again.conf"]
            assert {"StartLimitIntervalSec=0", "Restart=always"} <= set(told.splitlines())


def test_keys_are_for_the_program_that_needs_them(folder: Path) -> None:
    found = set()
    for name in ("one", "A", "Q"):
        with tarfile.open(folder / f"{name}.tar") as tar:
            found |= {(each.name, each.uname, each.mode) for each in tar if each.mode & 0o077 == 0}
    assert found == {
        ("etc/etcd/machine.key", "etcd", 0o600),
        ("etc/patroni/machine.key", "postgres", 0o600),
        ("etc/patroni/patroni.yml", "postgres", 0o600),
        ("etc/patroni/make-floor", "postgres", 0o700),
        ("etc/pitboss/pgpass", "pitboss", 0o600),
        ("var/lib/pitboss-keys/house.key", "pitboss", 0o600),
        ("etc/haproxy/floor.pem", "root", 0o600),
    }


def test_both_engines_have_one_key_of_the_house(folder: Path) -> None:
    keys = {unpacked(folder, name)["/var/lib/pitboss-keys/house.key"] for name in ("A", "B")}
    assert len(keys) == 1
    assert "PRIVATE KEY" in keys.pop()


def test_each_machine_proves_its_name_and_address(folder: Path, tmp_path: Path) -> None:
    for name, place, host in (
        ("two", "/etc/patroni/machine.crt", "10.0.0.2"),
        ("P", "/etc/haproxy/floor.pem", "floor.example"),
    ):
        files = unpacked(folder, name)
        certificate = tmp_path / "certificate.pem"
        certificate.write_text(files[place] + files.get("/etc/patroni/machine.key", ""))
        client, server = ssl.MemoryBIO(), ssl.MemoryBIO()
        asking = ssl.create_default_context(cafile=str(folder / "ca.crt"))
        answering = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        answering.load_cert_chain(certificate)
        ends = (
            asking.wrap_bio(server, client, server_hostname=host),
            answering.wrap_bio(client, server, server_side=True),
        )
        waiting = list(ends)
        for _ in range(10):
            for end in list(waiting):
                try:
                    end.do_handshake()
                    waiting.remove(end)
                except ssl.SSLWantReadError:
                    pass
        assert waiting == []


def test_the_same_folder_keeps_passwords_and_authority(tmp_path: Path) -> None:
    deploy(tmp_path)
    before, authority = unpacked(tmp_path, "one"), (tmp_path / "ca.crt").read_text()
    deploy(tmp_path, {"--address": ("other.example=10.0.0.20/24",)})
    after = unpacked(tmp_path, "one")
    assert after["/etc/patroni/make-floor"] == before["/etc/patroni/make-floor"]
    assert (tmp_path / "ca.crt").read_text() == authority
    assert after["/etc/patroni/machine.crt"] != before["/etc/patroni/machine.crt"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"--engine": ("A=10.0.0.11",)}, "OPTION_UNREADABLE: --engine: give it 2 times"),
        ({"--engine": ("A=10.0.0.11", "B=10.0.0.11")}, "OPTION_UNREADABLE: 10.0.0.11: two "),
        ({"--engine": ("A=10.0.0.11", "one=10.0.0.12")}, "OPTION_UNREADABLE: one: two machines"),
        ({"--engine": ("A=10.0.0.11", "B=10.0.1.12")}, "it's outside 10.0.0.0/24"),
        ({"--engine": ("A=10.0.0.11", "B=b")}, "write it as NAME=ADDRESS"),
        ({"--engine": ("A=10.0.0.11", "../B=10.0.0.12")}, "write it as NAME=ADDRESS"),
        ({"--address": ("floor.example",)}, "write it as HOST=ADDRESS/BITS"),
        ({"--address": ("floor example=10.0.0.10/24",)}, "write it as HOST=ADDRESS/BITS"),
        ({"--interface": ("eth0; }",)}, "OPTION_UNREADABLE: --interface eth0; }: write the name"),
        ({"--interface": ("eth0\n",)}, "write the name `ip link` shows"),
        ({"--interface": ("abcdefghijklmnop",)}, "write the name `ip link` shows"),
        ({"--postgresql": ("99",)}, "takes 15 to 18"),
    ],
)
def test_a_plan_that_cannot_stand_is_refused_and_writes_nothing(
    tmp_path: Path, changes: dict[str, tuple[str, ...]], said: str
) -> None:
    code, output = deploy(tmp_path / "cluster", changes)
    assert code == 2
    assert said in output
    assert not (tmp_path / "cluster").exists()


@pytest.mark.proof
def test_seven_machines_start_with_the_files_as_they_are_packed() -> None:
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    told = {"cwd": ROOT, "env": {**os.environ, "PYTHONPATH": path}}
    words = [sys.executable, "-m", "proof.drill.tools"]
    missing = subprocess.run(words, **told, capture_output=True, text=True, check=False)  # type: ignore[call-overload]
    if missing.returncode:
        pytest.skip(missing.stdout)
    words = [sys.executable, "-m", "proof.drill", "--faults", "kill", "--kills", "0"]
    drilled = subprocess.run(words, **told, capture_output=True, text=True, check=False)  # type: ignore[call-overload]
    assert drilled.returncode == 0, drilled.stdout + drilled.stderr
    assert "lost 0, doubled 0" in drilled.stdout
