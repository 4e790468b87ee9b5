"""The files of each machine, filled in and packed: a tar that root unpacks at the machine's root,
with the owner and mode that each file's program needs."""

from __future__ import annotations

import io
import re
import tarfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from importlib import resources
from pathlib import Path

from pitboss.cluster.authority import AUTHORITY_FILE, FLOOR_DAYS, CertificateAuthority
from pitboss.cluster.plan import Plan
from pitboss.live.whole_file import write_whole

FILES = resources.files("pitboss.cluster") / "files"
SLOT = re.compile(r"\$\{(\w+)\}")
ROOT, PUBLIC, PRIVATE, PROGRAM = "root", 0o644, 0o600, 0o755
# A file, where it goes, its owner, and its mode. Anything without a file in `files/` is made here.
Placed = tuple[str, str, str, int]
ETCD: tuple[Placed, ...] = (
    ("etcd", "etc/default/etcd", ROOT, PUBLIC),
    ("again.conf", "etc/systemd/system/etcd.service.d/again.conf", ROOT, PUBLIC),
    ("ca.crt", "etc/etcd/ca.crt", ROOT, PUBLIC),
    ("machine.crt", "etc/etcd/machine.crt", ROOT, PUBLIC),
    ("machine.key", "etc/etcd/machine.key", "etcd", PRIVATE),
)
DATABASE: tuple[Placed, ...] = (
    ("patroni.yml", "etc/patroni/patroni.yml", "postgres", PRIVATE),
    ("make-floor", "etc/patroni/make-floor", "postgres", 0o700),
    ("ca.crt", "etc/patroni/ca.crt", ROOT, PUBLIC),
    ("machine.crt", "etc/patroni/machine.crt", ROOT, PUBLIC),
    ("machine.key", "etc/patroni/machine.key", "postgres", PRIVATE),
    ("patroni.service", "etc/systemd/system/patroni.service", ROOT, PUBLIC),
    ("again.conf", "etc/systemd/system/patroni.service.d/again.conf", ROOT, PUBLIC),
)
ENGINE: tuple[Placed, ...] = (
    ("pitboss.conf", "etc/systemd/system/pitboss.service.d/cluster.conf", ROOT, PUBLIC),
    ("again.conf", "etc/systemd/system/pitboss.service.d/again.conf", ROOT, PUBLIC),
    ("ca.crt", "etc/pitboss/ca.crt", ROOT, PUBLIC),
    ("pgpass", "etc/pitboss/pgpass", "pitboss", PRIVATE),
    ("house.key", "var/lib/pitboss-keys/house.key", "pitboss", PRIVATE),
)
PROXY: tuple[Placed, ...] = (
    ("haproxy.cfg", "etc/haproxy/haproxy.cfg", ROOT, PUBLIC),
    ("nobody-leads.http", "etc/haproxy/nobody-leads.http", ROOT, PUBLIC),
    ("floor.pem", "etc/haproxy/floor.pem", ROOT, PRIVATE),
    ("keepalived.conf", "etc/keepalived/keepalived.conf", ROOT, PUBLIC),
    ("ask-haproxy", "etc/keepalived/ask-haproxy", ROOT, PROGRAM),
    ("again.conf", "etc/systemd/system/keepalived.service.d/again.conf", ROOT, PUBLIC),
)
TLS = "sslmode=verify-full&sslrootcert=/etc/pitboss/ca.crt&passfile=/etc/pitboss/pgpass"


def pack_machines(
    plan: Plan, folder: Path, *, interface: str, postgresql: int, now: datetime
) -> list[Path]:
    """Write NAME.tar for every machine, and the authority's certificate for browsers."""
    authority = CertificateAuthority(folder, now)
    write_whole(folder / AUTHORITY_FILE, authority.certificate.encode())
    shared = {
        **_shared_values(plan), "interface": interface, "postgresql": str(postgresql),
        **{f"{role}_password": word for role, word in authority.passwords.items()},
    }  # fmt: skip
    floor = authority.issue(plan.host, str(plan.floor.ip), days=FLOOR_DAYS)
    made = {
        "ca.crt": authority.certificate,
        "house.key": authority.house_key,
        "floor.pem": floor.certificate + floor.key,
        "pgpass": f"*:5432:floor:pitboss:{authority.passwords['pitboss']}\n",
    }
    first, second = plan.proxies
    written = []
    for name, address in (plan.databases | plan.engines | plan.proxies).items():
        issued = authority.issue(name, address)
        own = {"machine.crt": issued.certificate, "machine.key": issued.key}
        values = {
            **shared, "name": name, "address": address,
            "other_proxy": plan.proxies[second if name == first else first],
            "proxy_state": "MASTER" if name == first else "BACKUP",
            "proxy_priority": "110" if name == first else "100",
        }  # fmt: skip
        placed = [
            each
            for machines, files in (
                (plan.databases, DATABASE), (plan.etcd, ETCD), (plan.engines, ENGINE),
                (plan.proxies, PROXY),
            )
            if name in machines
            for each in files
        ]  # fmt: skip
        written.append(_pack(folder / f"{name}.tar", placed, made | own, values, now))
    return written


def database_address(plan: Plan) -> str:
    """The engines' address for the database; its password is in a file beside them."""
    hosts = ",".join(plan.databases.values())
    return f"postgresql://pitboss@{hosts}/floor?target_session_attrs=read-write&{TLS}"


def _shared_values(plan: Plan) -> dict[str, str]:
    peers = [f"{name}=https://{address}:2380" for name, address in plan.etcd.items()]
    servers = [f"    server {name} {address}:8080" for name, address in plan.engines.items()]
    return {
        "etcd_hosts": ",".join(f"{address}:2379" for address in plan.etcd.values()),
        "etcd_cluster": ",".join(peers),
        "engine_servers": "\n".join(servers),
        "network": str(plan.floor.network),
        "floor_name": plan.host,
        "floor_address": str(plan.floor),
        "proxies": ",".join(plan.proxies.values()),
        "database": database_address(plan),
    }


def _pack(
    file: Path,
    placed: Sequence[Placed],
    made: Mapping[str, str],
    values: Mapping[str, str],
    now: datetime,
) -> Path:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for folder in sorted({str(Path(place).parent) for _, place, _, _ in placed}):
            _add(tar, folder, b"", owner=ROOT, mode=PROGRAM, now=now, is_folder=True)
        for source, place, owner, mode in placed:
            text = made.get(source) or fill_in(source, values)
            _add(tar, place, text.encode(), owner=owner, mode=mode, now=now)
    write_whole(file, packed.getvalue())
    return file


def _add(
    tar: tarfile.TarFile,
    place: str,
    content: bytes,
    *,
    owner: str,
    mode: int,
    now: datetime,
    is_folder: bool = False,
) -> None:
    entry = tarfile.TarInfo(place)
    entry.type = tarfile.DIRTYPE if is_folder else tarfile.REGTYPE
    entry.uname = entry.gname = owner
    entry.mode, entry.size, entry.mtime = mode, len(content), int(now.timestamp())
    tar.addfile(entry, io.BytesIO(content))


def fill_in(source: str, values: Mapping[str, str]) -> str:
    """A shipped file with the plan's values in it."""
    return SLOT.sub(lambda slot: values[slot[1]], (FILES / source).read_text("utf-8"))
