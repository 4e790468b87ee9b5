"""The key of the house: what it signs with, so that others know that evidence comes from here.

It is made when it is first needed, and lies outside the site's folder: whoever copies a folder, or
is given one, cannot sign for the house."""

from __future__ import annotations

import hmac
import os
import stat
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pitboss.refusal import Refusal

KEY_FILE = "house.key"
OWNER_ONLY, FOLDER_OWNER_ONLY = 0o600, 0o700
OTHERS = 0o077
BYTES_MOST = 10_000
USE_ANOTHER = "name another file with --house-key"


class HouseKey:
    """An Ed25519 key in a file; read, or made, when it is first used."""

    def __init__(self, file: Path, *, site_folder: Path) -> None:
        self._file = file
        self._site_folder = site_folder
        self._found: Ed25519PrivateKey | None = None

    @property
    def public_pem(self) -> bytes:
        """What others check a signature with."""
        public = self._key.public_key()
        return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes: 64 bytes."""
        return self._key.sign(data)

    def digest(self, purpose: str, text: str) -> bytes:
        """What only this key makes of a text, for one purpose."""
        private = self._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        own = hmac.digest(private, f"pitboss {purpose}".encode(), "sha256")
        return hmac.digest(own, text.encode(), "sha256")

    @property
    def _key(self) -> Ed25519PrivateKey:
        if self._found is None:
            self.need_outside()
            try:
                self._found = self._read() if self._file.exists() else self._made()
            except OSError as fault:
                reason = f"{fault.strerror or fault}; {USE_ANOTHER}"
                raise self._refused("HOUSE_KEY_UNREADABLE", reason) from None
        return self._found

    def need_outside(self) -> None:
        """Refuse a key in the folder whose content it is to sign for."""
        if self._file.resolve().is_relative_to(self._site_folder.resolve()):
            reason = f"a key beside what it signs proves nothing; {USE_ANOTHER}, outside the folder"
            raise self._refused("HOUSE_KEY_INSIDE", reason)

    def _read(self) -> Ed25519PrivateKey:
        about = self._file.stat()
        if stat.S_IMODE(about.st_mode) & OTHERS:
            reason = "others on this machine may read it; chmod 600, or use another key"
            raise self._refused("HOUSE_KEY_OPEN", reason)
        if stat.S_ISREG(about.st_mode) and about.st_size <= BYTES_MOST:
            try:
                found = load_pem_private_key(self._file.read_bytes(), password=None)
            except (ValueError, TypeError, UnsupportedAlgorithm):
                found = None
            if isinstance(found, Ed25519PrivateKey):
                return found
        raise self._refused("HOUSE_KEY_UNREADABLE", f"this is no Ed25519 key in PEM; {USE_ANOTHER}")

    def _made(self) -> Ed25519PrivateKey:
        self._file.parent.mkdir(mode=FOLDER_OWNER_ONLY, parents=True, exist_ok=True)
        made = Ed25519PrivateKey.generate()
        pem = made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        # Whole or not at all, and never over another: a second process may make one now.
        beside = self._file.with_name(f".{self._file.name}.{os.getpid()}.part")
        with os.fdopen(
            os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "wb"
        ) as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(beside, self._file)
        except FileExistsError:
            return self._read()
        finally:
            beside.unlink()
        return made

    def _refused(self, code: str, reason: str) -> Refusal:
        return Refusal(code, where=str(self._file), reason=reason)


def house_key_file(named: Path | None = None) -> Path:
    """Where the key lies: where somebody says, else in the user's folder for state."""
    if named is not None:
        return named
    state = os.environ.get("XDG_STATE_HOME") or "~/.local/state"
    return Path(state).expanduser() / "pitboss" / KEY_FILE
