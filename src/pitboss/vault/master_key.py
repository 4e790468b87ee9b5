"""The master key of a vault: where it is kept, how it is made, what is derived from it."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from pitboss.key_file import KeyFile, state_file
from pitboss.refusal import Refusal

KEY_VARIABLE = "PITBOSS_VAULT_KEY"
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class MasterKey:
    """Seals the keys of records and makes digests of numbers; neither is ever shown."""

    file: Path
    is_new: bool
    wrapping: bytes = field(repr=False)
    digesting: bytes = field(repr=False)

    def digest(self, text: str) -> str:
        """A number's digest, however the number is grouped; meaningless without the key."""
        plain = "".join(letter for letter in text.upper() if letter.isalnum())
        return hmac.new(self.digesting, plain.encode(), sha256).hexdigest()


def key_file(folder: Path, *, named: Path | None, environment: Mapping[str, str]) -> Path:
    """The path of a site's vault key: the given one, or else the user's state directory, under the
    name of the site's folder."""
    if named is not None:
        return named
    if environment.get(KEY_VARIABLE):
        return Path(environment[KEY_VARIABLE])
    whole = folder.resolve()
    place = sha256(str(whole).encode()).hexdigest()[:8]
    return state_file(f"{whole.name}-{place}.vault-key", environment)


def need_elsewhere(file: Path, folder: Path) -> None:
    """Refuse a key that is kept with the data it protects."""
    _key_file(file, folder).need_outside()


def master_key(file: Path, *, folder: Path, may_make: bool) -> MasterKey:
    """Read the key from a file; an empty vault gets a new one."""
    found = _key_file(file, folder)
    found.need_outside()
    is_new = not found.exists()
    if is_new and not may_make:
        raise Refusal("VAULT_KEY_MISSING", where=str(file))
    if is_new:
        found.make(token_bytes(KEY_BYTES).hex().encode() + b"\n")
    secret = _secret(found)
    return MasterKey(file, is_new, _derived(secret, b"wrap"), _derived(secret, b"digest"))


def _key_file(file: Path, folder: Path) -> KeyFile:
    return KeyFile(
        path=file,
        folder=folder,
        inside="VAULT_KEY_INSIDE",
        open_to_others="VAULT_KEY_WRONG",
        unusable="VAULT_KEY_WRONG",
        option="--vault-key",
    )


def _secret(found: KeyFile) -> bytes:
    try:
        secret = bytes.fromhex(found.read().decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != KEY_BYTES:
        raise found.refuse_missing()
    return secret


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=b"pitboss vault " + purpose).derive(secret)
