"""What a release runs on: interpreter, standard library, installed packages, and the packages of
the operating system. The list made for an approval is compared with the machine at any time."""

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
from pitboss.live.compiled_code import check_compiled
from pitboss.live.release import digest_file, digest_files, running_release
from pitboss.live.service_units import LAUNCHER, VARIABLES
from pitboss.refusal import Refusal

OWN, LIBRARIES, SYSTEM, SYSTEM_LISTS = "pitboss/", "site-packages/", "system/", "system-lists/"
INTERPRETER, SCRIPTS, ABOUT = "interpreter/", "scripts/", "pitboss.dist-info/"
# What an installer notes of its own work: it differs from machine to machine, and runs nothing.
NOTES = ("INSTALLER", "RECORD", "REQUESTED", "direct_url.json", "uv_cache.json")
# A release is minor if it changes nothing but these: what only tells, the demonstration, and the
# system's packages. All else may decide an award, a meter, money, a permission or the record; so
# may any other code, which works out what a report asks for, or runs beside all of it.
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
    """Every file by its name with its SHA-256, and every package of the system with its version and
    the SHA-256 of what it lists: `altered_system_files` believes those lists."""
    found = {f"{INTERPRETER}{file.name}": digest_file(file) for file in _programs()}
    for head, (folder, besides) in _libraries().items():
        files = digest_files(folder, besides=besides)
        found |= {_name_of(f"{head}{path}"): sha for path, sha in files if not _is_note(path)}
    found |= {f"{SCRIPTS}{path}": sha for path, sha in _scripts()}
    found |= {f"{OWN}{path}": sha for path, sha in read_list(running_release().manifest).items()}
    found |= {f"{SYSTEM_LISTS}{file.stem}": digest_file(file) for file in _system_lists(root)}
    return found | {f"{SYSTEM}{name}": version for name, version in _system_packages(root)}


def _programs() -> set[Path]:
    """The interpreter, and the library that it is in where it is in one."""
    shared = Path(sysconfig.get_config_var("LIBDIR"), sysconfig.get_config_var("LDLIBRARY"))
    return {Path(sys.executable).resolve(), *([shared.resolve()] if shared.is_file() else [])}


def _is_note(path: str) -> bool:
    folder, _, name = path.rpartition("/")
    return folder.endswith(".dist-info") and name in NOTES


def _name_of(path: str) -> str:
    """The name of a file in the list: that of our own metadata does not have the version."""
    return _OWN_ABOUT.sub(ABOUT, path)


def check_compiled_code(*, libraries: bool) -> Iterator[tuple[str, str]]:
    """Every compiled file of pitboss by its name, with what is wrong with it, or nothing; those of
    Python and of the installed packages if they are asked for."""
    folders: dict[str, tuple[Path, Path | None]] = {OWN: (Path(pitboss.__file__).parent, None)}
    for head, (folder, besides) in (folders | (_libraries() if libraries else {})).items():
        for path, fault in check_compiled(folder, besides=besides):
            yield f"{head}{path}", fault


def find_foreign_code() -> Iterator[tuple[str, str]]:
    """What lets code run that no list has, each by its name with what is wrong: variables, the
    settings of the virtual environment, folders that Python imports from, links to folders."""
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
    """What the system's loader has put into this process beside what is listed: preloaded, or found
    before the library of a package. Nothing where no list says what the system's packages have."""
    lines = maps.read_text("utf-8").splitlines() if maps.is_file() else []
    parts = (line.split(maxsplit=5) for line in lines)
    code = {part[5] for part in parts if len(part) == 6 and "x" in part[1] and part[5][0] == "/"}
    folders = [Path(pitboss.__file__).parent, *(folder for folder, _ in _libraries().values())]
    known = {file.as_posix() for file in _programs()}
    for listed in _system_lists(root):
        paths = read_list(listed.read_text("utf-8"))
        # Where /lib is /usr/lib, packages say the one, and the system the other.
        known |= {f"/{path}" for path in paths} | {f"/usr/{path}" for path in paths}
    for path in sorted(code - known) if _system_lists(root) else ():
        if not any(Path(path).is_relative_to(folder.resolve()) for folder in folders):
            yield path, LOADED


def _scripts() -> Iterator[tuple[str, str]]:
    """The launcher, and what Python would import from beside it. Installers write the folder of
    the interpreter into scripts; it counts as empty, as machines differ in it."""
    folder = Path(sysconfig.get_path("scripts"))
    for path, _ in digest_files(folder) if (folder / LAUNCHER).is_file() else ():
        if path == LAUNCHER or path.endswith((".py", ".pyc", ".so")):
            text = (folder / path).read_bytes().replace(os.fsencode(folder), b"")
            yield path, sha256(text).hexdigest()


def _libraries() -> dict[str, tuple[Path, Path | None]]:
    """Python's own library and the installed packages, each with the folder in it that is none of
    it."""
    library, packages = (Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib"))
    return {
        "stdlib/": (library, library / packages.name),
        LIBRARIES: (packages, Path(pitboss.__file__).parent),
    }


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
        raise Refusal("INSTALLATION_UNREADABLE")
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


def sum_up_changes(changed: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Each difference by its name; of dpkg's own lists how many there are, as the version of each
    package tells it."""
    named = [each for each in changed if not each[0].startswith(SYSTEM_LISTS)]
    count = len(changed) - len(named)
    return named + ([(SYSTEM_LISTS, f"{count:,} differ")] if count else [])


def is_major(changed: Sequence[tuple[str, str]]) -> bool:
    """Whether a release with these differences from the one before needs to be tested whole."""
    return not all(TELLS.fullmatch(name) for name, _ in changed)
