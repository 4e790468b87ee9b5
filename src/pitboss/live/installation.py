"""What a release runs on: interpreter, standard library, installed packages, and the operating
system's packages. The list made for an approval can be compared with the machine at any time."""

from __future__ import annotations

import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from hashlib import md5, sha256
from pathlib import Path

import pitboss
from pitboss.file_digests import digest_file, digest_files
from pitboss.live.compiled_code import check_compiled
from pitboss.live.release import running_release
from pitboss.live.service_units import LAUNCHER, VARIABLES
from pitboss.packaged_games import packaged_games
from pitboss.refusal import Refusal

OWN, LIBRARIES, SYSTEM, SYSTEM_LISTS = "pitboss/", "site-packages/", "system/", "system-lists/"
INTERPRETER, SCRIPTS, ABOUT = "interpreter/", "scripts/", "pitboss.dist-info/"
# An installer's notes about its own work: they differ from machine to machine, and run nothing.
NOTES = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json")
# A release is minor if it changes nothing but these: sentences and layouts, the demonstration, and
# the system's packages. Everything else may decide an award, a meter, money, a permission or the
# record. So may any other code, which works out a report's figures or runs beside all of it.
TELLS = re.compile(
    rf"{re.escape(SYSTEM)}.*|{re.escape(SYSTEM_LISTS)}.*|{OWN}demo/.*|{OWN}reports/.*\.typ"
    rf"|{OWN}web/themes/.*\.toml|{OWN}words/.*\.toml"
    rf"|{LIBRARIES}pitboss_docs/.*|{re.escape(ABOUT)}(METADATA|WHEEL|licenses/.*)"
)
IS_SET = "set, and brings code that is not in the list"
SYSTEM_PACKAGES = "does not leave out the system's packages, which are not in the list"
NOT_LISTED = "Python imports from there, and it is not in the list"
LOADED = "loaded by this Python, and it is in no list"
LINK = "a link to a folder, whose files are not in the list"
_NO_SYSTEM_PACKAGES = re.compile(r"^include-system-site-packages *= *false *$", re.MULTILINE)
_OWN_ABOUT = re.compile(rf"^{re.escape(LIBRARIES)}pitboss-[^/]+\.dist-info/")
_DPKG = "var/lib/dpkg"
_FIELD = re.compile(r"^(Package|Architecture|Version|Status): (.+)$", re.MULTILINE)
_LINE = re.compile(r"(\S+)  (\S.*)")


def list_installation(root: Path = Path("/")) -> dict[str, str]:
    """Every file by name with its SHA-256, and every system package with its version and the
    SHA-256 of its list: `altered_system_files` trusts those lists."""
    found = {f"{INTERPRETER}{file.name}": digest_file(file) for file in _programs()}
    for head, (folder, besides) in _libraries().items():
        files = digest_files(folder, besides=besides)
        found |= {_name_of(f"{head}{path}"): sha for path, sha in files if not _is_note(path)}
    found |= {f"{SCRIPTS}{path}": sha for path, sha in _scripts()}
    found |= {f"{OWN}{path}": sha for path, sha in read_list(running_release().manifest).items()}
    found |= {f"{SYSTEM_LISTS}{file.stem}": digest_file(file) for file in _system_lists(root)}
    return found | {f"{SYSTEM}{name}": version for name, version in _system_packages(root)}


def _programs() -> set[Path]:
    """The interpreter, and its shared library if it has one."""
    shared = Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("LDLIBRARY"))
    return {Path(sys.executable).resolve(), *([shared.resolve()] if shared.is_file() else [])}


def _is_note(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return folder.endswith(".dist-info") and name in NOTES


def _name_of(path: str) -> str:
    """A file's name in the list: our own metadata is listed without the version."""
    return _OWN_ABOUT.sub(ABOUT, path)


def check_compiled_code(*, libraries: bool) -> Iterator[tuple[str, str]]:
    """Every compiled file of pitboss, and of packages that bring games, by name, with what is wrong
    with it, or nothing; on request also those of Python and the installed packages."""
    folders: dict[str, tuple[Path, Path | None]] = {OWN: (Path(pitboss.__file__).parent, None)}
    brought = {game.package for game in packaged_games().values()}
    folders |= {f"{LIBRARIES}{package.name}/": (package, None) for package in brought}
    for head, (folder, besides) in (folders | (_libraries() if libraries else {})).items():
        for path, fault in check_compiled(folder, besides=besides):
            yield f"{head}{path}", fault


def find_foreign_code() -> Iterator[tuple[str, str]]:
    """What can run code that no list has, each by name with what is wrong: variables, the settings
    of the virtual environment, folders that Python imports from, links to folders."""
    for name in filter(os.environ.get, VARIABLES):
        if not (sys.flags.ignore_environment and name.startswith("PYTHON")):
            yield name, IS_SET
    settings = Path(sys.prefix, "pyvenv.cfg")
    if settings.is_file() and not _NO_SYSTEM_PACKAGES.search(settings.read_text("utf-8")):
        yield settings.name, SYSTEM_PACKAGES
    listed = {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "scripts")}
    listed |= {each / "lib-dynload" for each in listed} | {
        Path(pitboss.__file__).resolve().parents[1]
    }
    searched = [*sys.path, *([site.getusersitepackages()] if site.ENABLE_USER_SITE else [])]
    for folder in dict.fromkeys(Path(each).resolve() for each in searched):
        if folder.exists() and folder not in listed:
            yield str(folder), NOT_LISTED
    folders = {OWN: (Path(pitboss.__file__).parent, None), **_libraries()}
    for head, (top, besides) in folders.items():
        for place, below, _ in os.walk(top):
            for each in (Path(place, name) for name in sorted(below)):
                if each.is_symlink():
                    yield f"{head}{each.relative_to(top).as_posix()}", LINK
            below[:] = [name for name in below if Path(place, name) != besides]


def find_foreign_libraries(
    root: Path = Path("/"), *, maps: Path = Path("/proc/self/maps")
) -> Iterator[tuple[str, str]]:
    """What the system's loader has put into this process beyond the list: preloaded, or found
    before a package's own library. Nothing if no list has the system's packages."""
    lines = maps.read_text("utf-8").splitlines() if maps.is_file() else []
    parts = (line.split(maxsplit=5) for line in lines)
    code = {part[5] for part in parts if len(part) == 6 and "x" in part[1] and part[5][0] == "/"}
    folders = [Path(pitboss.__file__).parent, *(folder for folder, _ in _libraries().values())]
    known = {file.as_posix() for file in _programs()}
    for listed in _system_lists(root):
        paths = read_list(listed.read_text("utf-8"))
        # If /lib is /usr/lib, packages use one name and the system the other.
        known |= {f"/{path}" for path in paths} | {f"/usr/{path}" for path in paths}
    for path in sorted(code - known) if _system_lists(root) else ():
        if not any(Path(path).is_relative_to(folder.resolve()) for folder in folders):
            yield path, LOADED


def _scripts() -> Iterator[tuple[str, str]]:
    """The launcher, and anything beside it that Python would import. Installers write the
    interpreter's folder into scripts; it is treated as empty, because it differs between machines.
    """
    folder = Path(sysconfig.get_path("scripts"))
    for path, _ in digest_files(folder) if (folder / LAUNCHER).is_file() else ():
        if path == LAUNCHER or path.endswith((".py", ".pyc", ".so")):
            text = (folder / path).read_bytes().replace(os.fsencode(folder), b"")
            yield path, sha256(text).hexdigest()


def _libraries() -> dict[str, tuple[Path, Path | None]]:
    """Python's own library and the installed packages, each with the subfolder that doesn't belong
    to it."""
    library, packages = (Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib"))
    return {
        "stdlib/": (library, library / packages.name),
        LIBRARIES: (packages, Path(pitboss.__file__).parent),
    }


def _system_lists(root: Path) -> list[Path]:
    """The system packages' lists of their files; a package without files has none."""
    return sorted(file for file in (root / _DPKG / "info").glob("*.md5sums") if file.stat().st_size)


def _system_packages(root: Path) -> Iterator[tuple[str, str]]:
    """The installed packages of Debian and its kin; empty elsewhere."""
    status = root / _DPKG / "status"
    for stanza in status.read_text("utf-8").split("\n\n") if status.is_file() else ():
        said = dict(_FIELD.findall(stanza))
        if said.get("Status", "").endswith(" installed"):
            yield f"{said['Package']}:{said['Architecture']}", said["Version"]


def altered_system_files(root: Path = Path("/")) -> list[str]:
    """The system packages' files that differ from their package. Documents and translations may be
    missing: small systems omit them."""
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
    """Write a list as text, in sha256sum's format."""
    return "".join(f"{value}  {name}\n" for name, value in sorted(found.items()))


def read_list(text: str) -> dict[str, str]:
    """Read a list by name; refuse anything else."""
    lines = [_LINE.fullmatch(line) for line in text.splitlines()]
    found = {line[2]: line[1] for line in lines if line}
    if len(found) != len(lines) or not lines:
        raise Refusal("INSTALLATION_UNREADABLE")
    return found


def find_differences(before: Mapping[str, str], now: Mapping[str, str]) -> list[tuple[str, str]]:
    """Each name that differs, and how: altered, added or missing; a system package with both
    versions."""
    said = []
    for name in sorted(before.keys() | now.keys()):
        was, is_now = before.get(name), now.get(name)
        if was != is_now:
            how = "added" if was is None else "missing" if is_now is None else "altered"
            if how == "altered" and name.startswith(SYSTEM):
                how = f"{was} is now {is_now}"
            said.append((name, how))
    return said


def sum_up_changes(changed: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each difference by name; dpkg's own lists only as a count, because each package's version
    covers them."""
    named = [each for each in changed if not each[0].startswith(SYSTEM_LISTS)]
    count = len(changed) - len(named)
    return named + ([(SYSTEM_LISTS, f"{count:,} differ")] if count else [])


def is_major(changed: Sequence[tuple[str, str]]) -> bool:
    """Whether a release that differs this way from the one before needs a full test."""
    return not all(TELLS.fullmatch(name) for name, _ in changed)
