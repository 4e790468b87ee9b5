"""How the system starts the server: files that units and the loader add and that no installation
list has."""

from __future__ import annotations

import re
import shlex
import sysconfig
from collections.abc import Iterator
from pathlib import Path

# Variables that make Python, the loader or OpenSSL load code.
VARIABLES = (
    "LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD", "OPENSSL_CONF", "OPENSSL_ENGINES",
    "OPENSSL_MODULES", "PYTHONHOME", "PYTHONPATH", "PYTHONPLATLIBDIR", "PYTHONSTARTUP",
    "PYTHONUSERBASE",
)  # fmt: skip
PRELOADED = "names a library that is loaded into every program"
SETS = "sets a variable that brings code: "
STARTS = "starts a program that is not this installation's: "
SHOWS = "shows the server other files than those that were compared: "
LAUNCHER = "pitboss"
_PRELOADS = "etc/ld.so.preload"
_UNIT_FOLDERS = (
    "etc/systemd/system", "run/systemd/system", "usr/local/lib/systemd/system",
    "usr/lib/systemd/system", "etc/systemd/system.control", "run/systemd/transient",
)  # fmt: skip
_UNITS = ("pitboss*.service", "pitboss*.service.d/*.conf", "service.d/*.conf")
_MANAGER = ("etc/systemd/system.conf", "etc/systemd/system.conf.d/*.conf")
_SETTING = re.compile(r"^[ \t]*(\w+)[ \t]*=[ \t]*(.*)$", re.MULTILINE)
_OTHER_FILES = re.compile(r"Root(Directory|Image)|Bind(ReadOnly)?Paths|(Mount|Extension)\w+")


def find_foreign_starts(root: Path = Path("/")) -> Iterator[tuple[str, str]]:
    """Each of those files by name, with what is wrong with it."""
    preloads = root / _PRELOADS
    if preloads.is_file() and preloads.read_text("utf-8", "replace").strip():
        yield f"/{_PRELOADS}", PRELOADED
    patterns = [*_MANAGER, *(f"{folder}/{unit}" for folder in _UNIT_FOLDERS for unit in _UNITS)]
    for file in sorted({file for pattern in patterns for file in root.glob(pattern)}):
        if file.is_file():
            text = file.read_text("utf-8", "replace").replace("\\\n", " ")
            for key, value in _SETTING.findall(text):
                for fault in _find_faults(root, key, value):
                    yield f"/{file.relative_to(root)}", fault


def _find_faults(root: Path, key: str, value: str) -> Iterator[str]:
    match key:
        case "Environment" | "DefaultEnvironment" | "ManagerEnvironment" | "PassEnvironment":
            yield from (SETS + name for name in _variables_in(value))
        case "EnvironmentFile":
            for file in root.glob(value.lstrip("-").lstrip("/")):
                yield from (
                    SETS + name for name in _variables_in(file.read_text("utf-8", "replace"))
                )
        case _ if key.startswith("Exec") and key != "ExecSearchPath":
            program = value.lstrip("-@:+!|").split(maxsplit=1)
            launcher = Path(sysconfig.get_path("scripts"), LAUNCHER)
            if program and Path(program[0]).resolve() != launcher.resolve():
                yield STARTS + program[0]
        case _ if _OTHER_FILES.fullmatch(key) and value:
            yield SHOWS + value


def _variables_in(text: str) -> Iterator[str]:
    try:
        words = shlex.split(text)
    except ValueError:  # an unclosed quote
        words = text.split()
    named = {word.partition("=")[0] for word in words}
    return (name for name in VARIABLES if name in named)
