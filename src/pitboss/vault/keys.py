"""The master key of a vault: where it lies, how it is made, what is derived of it."""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.refusal import Refusal

KEY_VARIABLE = "PITBOSS_VAULT_KEY"
KEY_BYTES = 32
OTHERS_MAY = 0o077  # read, write or run it


@dataclass(frozen=True, slots=True)
class MasterKey:
    """What seals the keys of records, and what makes digests of numbers; neither is ever shown."""

    file: Path
    is_new: bool
    wrapping: bytes = field(repr=False)
    digesting: bytes = field(repr=False)

    def digest(self, text: str) -> str:
        """The same for the same number, however it is grouped; nothing to whoever lacks the key."""
        plain = "".join(letter for letter in text.upper() if letter.isalnum())
        return hmac.new(self.digesting, plain.encode(), sha256).hexdigest()


def key_file(folder: Path, *, named: Path | None, environment: Mapping[str, str]) -> Path:
    """Where the key of a site's vault lies: where somebody says, else in the state directory of
    the user, under the name of the site's folder."""
    if named is not None:
        return named
    if environment.get(KEY_VARIABLE):
        return Path(environment[KEY_VARIABLE])
    state = environment.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    whole = folder.resolve()
    place = sha256(str(whole).encode()).hexdigest()[:8]
    return Path(state) / "pitboss" / f"{whole.name}-{place}.vault-key"


def master_key(file: Path, *, folder: Path, may_make: bool) -> MasterKey:
    """The key in a file; a vault that is still empty gets a new one."""
    need_elsewhere(file, folder)
    is_new = not file.exists()
    if is_new and not may_make:
        reason = (
            "the vault has records, and its key is not here; put it back, or name it with "
            "--vault-key"
        )
        raise Refusal("VAULT_KEY_MISSING", where=str(file), reason=reason)
    if is_new:
        _make(file)
    secret = _read(file)
    return MasterKey(file, is_new, _derived(secret, b"wrap"), _derived(secret, b"digest"))


def need_elsewhere(file: Path, folder: Path) -> None:
    """Refuse a key that lies with what it protects."""
    if file.resolve().is_relative_to(folder.resolve()):
        reason = (
            "this is inside the site's folder; whoever copies the folder would have data and key: "
            "keep the key elsewhere"
        )
        raise Refusal("VAULT_KEY_INSIDE", where=str(file), reason=reason)


def _make(file: Path) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as opened:
            opened.write(token_bytes(KEY_BYTES).hex() + "\n")
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as fault:
        reason = f"the vault's key cannot be written: {fault.strerror or fault}"
        raise Refusal("VAULT_KEY_WRONG", where=str(file), reason=reason) from None


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_mode & OTHERS_MAY:
            reason = "others can read the vault's key; chmod 600 it"
            raise Refusal("VAULT_KEY_WRONG", where=str(file), reason=reason)
        secret = bytes.fromhex(file.read_text("ascii").strip())
    except OSError as fault:
        reason = f"the vault's key cannot be read: {fault.strerror or fault}"
        raise Refusal("VAULT_KEY_WRONG", where=str(file), reason=reason) from None
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        reason = f"a vault's key is {KEY_BYTES} bytes in hexadecimal; this file is none"
        raise Refusal("VAULT_KEY_WRONG", where=str(file), reason=reason)
    return secret


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=b"pitboss vault " + purpose).derive(secret)
