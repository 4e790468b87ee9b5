"""The house's signing key, which shows others that evidence comes from here.

It is created on first use, outside the site's folder: a person who copies or receives a folder
can't sign for the house."""

from __future__ import annotations

import hmac
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from pitboss.key_file import KeyFile, state_file

if TYPE_CHECKING:
    from cryptography.x509 import CertificateBuilder


class HouseKey:
    """An Ed25519 key in a file; read, or created, on first use."""

    def __init__(self, file: Path, *, site_folder: Path) -> None:
        self._file = KeyFile(
            path=file,
            folder=site_folder,
            inside="HOUSE_KEY_INSIDE",
            open_to_others="HOUSE_KEY_OPEN",
            unusable="HOUSE_KEY_UNREADABLE",
            option="--house-key",
        )
        self._found: Ed25519PrivateKey | None = None

    @property
    def public_pem(self) -> bytes:
        """The key that others check a signature with."""
        public = self._key.public_key()
        return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    @property
    def public_hex(self) -> str:
        """The same, as site files and journals write it: 64 hexadecimal digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def signed_certificate(self, builder: CertificateBuilder) -> bytes:
        """A certificate for this key, self-signed, in PEM."""
        made = builder.public_key(self._key.public_key()).sign(self._key, algorithm=None)
        return made.public_bytes(Encoding.PEM)

    @property
    def path(self) -> Path:
        """The file, once the key exists and nobody else can read it."""
        _ = self._key
        return self._file.path

    def exists(self) -> bool:
        """Whether a key exists already."""
        return self._file.exists()

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes: 64 bytes."""
        return self._key.sign(data)

    def digest(self, purpose: str, text: str) -> bytes:
        """A digest of a text that only this key can make, for one purpose."""
        private = self._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        own = hmac.digest(private, f"pitboss {purpose}".encode(), "sha256")
        return hmac.digest(own, text.encode(), "sha256")

    def apart(self) -> HouseKey:
        """The same key for another process, which reads it on its own."""
        return HouseKey(self._file.path, site_folder=self._file.folder)

    def need_outside(self) -> None:
        """Refuse a key in the folder whose content it will sign."""
        self._file.need_outside()

    @property
    def _key(self) -> Ed25519PrivateKey:
        if self._found is None:
            self.need_outside()
            if not self._file.exists():
                made = Ed25519PrivateKey.generate()
                self._file.make(
                    made.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
                )
            self._found = self._read()
        return self._found

    def _read(self) -> Ed25519PrivateKey:
        try:
            found = load_pem_private_key(self._file.read(), password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            found = None
        if not isinstance(found, Ed25519PrivateKey):
            raise self._file.refuse_missing()
        return found


def house_key_file(named: Path | None = None) -> Path:
    """The key's file: where somebody says, or in the user's state folder."""
    return named if named is not None else state_file("house.key", os.environ)
