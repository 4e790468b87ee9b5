"""A key in a file of its own: outside the site's folder, its owner's alone, made when it is first
needed. The house signs with one, and the vault is sealed with another."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pitboss.refusal import Refusal, say

OWNER_ONLY, FOLDER_OWNER_ONLY = 0o600, 0o700
OTHERS = 0o077
BYTES_MOST = 10_000


def state_file(name: str, environment: Mapping[str, str]) -> Path:
    """Where a key lies unless somebody says: in the user's folder for state."""
    state = environment.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "pitboss" / name


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyFile:
    """A file with a key, and by which names it is refused: in the folder that it is kept apart
    from, readable by others, not to be read or made. `option` names another one."""

    path: Path
    folder: Path
    inside: str
    open_to_others: str
    unusable: str
    option: str

    def need_outside(self) -> None:
        """Refuse a key in the folder: whoever copies that would have both."""
        if self.path.resolve().is_relative_to(self.folder.resolve()):
            raise self._refused(self.inside, "inside")

    def exists(self) -> bool:
        """Whether there is a key already."""
        try:
            return self.path.exists()
        except OSError as fault:
            raise self._unusable(fault) from None

    def read(self) -> bytes:
        try:
            about = self.path.stat()
            if stat.S_IMODE(about.st_mode) & OTHERS:
                raise self._refused(self.open_to_others, "open_to_others")
            if not stat.S_ISREG(about.st_mode) or about.st_size > BYTES_MOST:
                raise self.refuse_missing()
            return self.path.read_bytes()
        except OSError as fault:
            raise self._unusable(fault) from None

    def make(self, content: bytes) -> None:
        """Whole or not at all, and never over another: a second process may make one now."""
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            self.path.parent.mkdir(mode=FOLDER_OWNER_ONLY, parents=True, exist_ok=True)
            handle = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(beside, self.path)
            except FileExistsError:
                return
            finally:
                beside.unlink()
        except OSError as fault:
            raise self._unusable(fault) from None

    def refuse_missing(self) -> Refusal:
        """What is in the file is something else."""
        return self._refused(self.unusable, "no_key")

    def _refused(self, code: str, case: str, **values: object) -> Refusal:
        """The key cannot be used."""
        why = say("KEY_FILE", case, option=self.option, **values)
        return Refusal(code, "because", where=str(self.path), why=why)

    def _unusable(self, fault: OSError) -> Refusal:
        return self._refused(self.unusable, "fails", fault=fault.strerror or fault)
