"""What a release runs on: interpreter, standard library, installed packages, and the packages of
the operating system. The list made for an approval is compared with the machine at any time."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from hashlib import md5
from pathlib import Path

import pitboss
from pitboss.live.release import digest_file, digest_files, running_release
from pitboss.refusal import Refusal

OWN, LIBRARIES, SYSTEM, SYSTEM_LISTS = "pitboss/", "site-packages/", "system/", "system-lists/"
# A release is major if it changes one of these: what decides money, odds, records and presses.
DECIDES = (
    "interpreter/",
    *(f"{OWN}{path}"
      for path in ("devices/", "engine/", "floor/", "games/", "journal/", "letters/", "maths/",
                   "money.py", "profiles/", "refusal.py", "rules/", "site/", "wide/")),
)  # fmt: skip
_DPKG = "var/lib/dpkg"
_FIELD = re.compile(r"^(Package|Architecture|Version|Status): (.+)$", re.MULTILINE)
_LINE = re.compile(r"(\S+)  (\S.*)")


def list_installation(root: Path = Path("/")) -> dict[str, str]:
    """Every file by its name with its SHA-256, and every package of the system with its version and
    the SHA-256 of what it lists: `altered_system_files` believes those lists."""
    own, library = Path(pitboss.__file__).parent, Path(sysconfig.get_path("stdlib"))
    packages = Path(sysconfig.get_path("purelib"))
    shared = Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("LDLIBRARY"))
    programs = {Path(sys.executable).resolve(), *([shared.resolve()] if shared.is_file() else [])}
    found = {f"interpreter/{file.name}": digest_file(file) for file in programs}
    below = library / packages.name
    found |= {f"stdlib/{path}": sha for path, sha in digest_files(library, besides=below)}
    found |= {f"{LIBRARIES}{path}": sha for path, sha in digest_files(packages, besides=own)}
    found |= {f"{OWN}{path}": sha for path, sha in read_list(running_release().manifest).items()}
    found |= {f"{SYSTEM_LISTS}{file.stem}": digest_file(file) for file in _system_lists(root)}
    return found | {f"{SYSTEM}{name}": version for name, version in _system_packages(root)}


def _system_lists(root: Path) -> list[Path]:
    """What the system's packages say of their files; a package without files says nothing."""
    return sorted(file for file in (root / _DPKG / "info").glob("*.md5sums") if file.stat().st_size)


def _system_packages(root: Path) -> Iterator[tuple[str, str]]:
    """The installed packages of Debian and its kin; elsewhere none."""
    status = root / _DPKG / "status"
    for stanza in status.read_text("utf-8").split("\n\n") if status.is_file() else ():
        said = dict(_FIELD.findall(stanza))
        if said.get("Status", "").endswith(" installed"):
            yield f"{said['Package']}:{said['Architecture']}", said["Version"]


def altered_system_files(root: Path = Path("/")) -> list[str]:
    """The files of the system's packages that are not as their package has them. Documents and
    words may be missing: small systems leave them out."""
    altered = []
    for listed in _system_lists(root):
        for path, digest in read_list(listed.read_text("utf-8")).items():
            file = root / path
            if not file.is_file():
                is_altered = not path.startswith("usr/share/")
            else:
                is_altered = md5(file.read_bytes(), usedforsecurity=False).hexdigest() != digest
            altered += [path] if is_altered else []
    return altered


def write_list(found: Mapping[str, str]) -> str:
    """A list as text, as sha256sum writes one."""
    return "".join(f"{value}  {name}\n" for name, value in sorted(found.items()))


def read_list(text: str) -> dict[str, str]:
    """A list by name; what is no list is refused."""
    lines = [_LINE.fullmatch(line) for line in text.splitlines()]
    found = {line[2]: line[1] for line in lines if line}
    if len(found) != len(lines) or not lines:
        reason = "this is no list that pitboss approve wrote; name the file beside its PDF"
        raise Refusal("INSTALLATION_UNREADABLE", reason=reason)
    return found


def find_differences(before: Mapping[str, str], now: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each name that is not the same, and how: altered, added or missing; a package of the system
    with both versions."""
    said = []
    for name in sorted(before.keys() | now.keys()):
        was, is_now = before.get(name), now.get(name)
        if was != is_now:
            how = "added" if was is None else "missing" if is_now is None else "altered"
            if how == "altered" and name.startswith(SYSTEM):
                how = f"{was} is now {is_now}"
            said.append((name, how))
    return said


def is_major(changed: Sequence[tuple[str, str]]) -> bool:
    """Whether a release with these differences from the one before needs to be tested whole."""
    return any(name.startswith(DECIDES) for name, _ in changed)
