"""The cluster's own certificate authority, and its other secrets. They all stay in the plan's
folder, so that the same command makes new certificates with the old passwords."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path

import msgspec
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from pitboss.live.whole_file import write_whole
from pitboss.refusal import Refusal

SECRETS_FILE, AUTHORITY_FILE = "secrets.json", "ca.crt"
AUTHORITY_DAYS = MACHINE_DAYS = 3650
FLOOR_DAYS = 825  # browsers accept no more
PASSWORDS = ("superuser", "replication", "pitboss", "reader")


class Secrets(msgspec.Struct, frozen=True):
    """The authority's key in PEM, each role's password, and the house key that both engines sign
    with."""

    key: str
    certificate: str
    passwords: dict[str, str]
    house_key: str


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate with its key, in PEM."""

    certificate: str
    key: str


class CertificateAuthority:
    """Makes the certificates of one cluster."""

    def __init__(self, folder: Path, now: datetime) -> None:
        self._now = now
        file = folder / SECRETS_FILE
        if file.exists():
            try:
                kept = msgspec.json.decode(file.read_bytes(), type=Secrets)
            except (OSError, msgspec.MsgspecError) as fault:
                raise Refusal(
                    "FILE_UNREADABLE", "put_back_file", where=str(file), fault=fault
                ) from None
        else:
            kept = _made(now)
            write_whole(file, msgspec.json.encode(kept))
        self.passwords = kept.passwords
        self.house_key = kept.house_key
        self.certificate = kept.certificate
        key = serialization.load_pem_private_key(kept.key.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key

    def issue(self, name: str, address: str, *, days: int = MACHINE_DAYS) -> Issued:
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.DNSName(name), x509.IPAddress(IPv4Address(address))]
        uses = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
        issuer = x509.load_pem_x509_certificate(self.certificate.encode()).subject
        certificate = (
            _begun(name, key, issuer, self._now, days)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
            .sign(self._key, hashes.SHA256())
        )
        return Issued(_pem(certificate), _key_pem(key))


def _made(now: datetime) -> Secrets:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pitboss cluster")])
    certificate = (
        _begun("pitboss cluster", key, name, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    passwords = {role: secrets.token_hex(16) for role in PASSWORDS}
    house_key = _key_pem(ed25519.Ed25519PrivateKey.generate())
    return Secrets(_key_pem(key), _pem(certificate), passwords, house_key)


def _begun(
    name: str, key: ec.EllipticCurvePrivateKey, issuer: x509.Name, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]))
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now.astimezone(UTC) - timedelta(days=1))
        .not_valid_after(now.astimezone(UTC) + timedelta(days=days))
    )


def _pem(certificate: x509.Certificate) -> str:
    return certificate.public_bytes(serialization.Encoding.PEM).decode("ascii")


def _key_pem(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> str:
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ).decode("ascii")
