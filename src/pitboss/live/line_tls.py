"""Mutual TLS between a property and its hub. Each end shows a certificate signed by its house's
key, and admits only certificates in its own folder `line/`. The key in the certificate identifies
the caller: it must be the one that two people put on record.

A certificate doesn't expire: the line ends when another key is put on record."""

from __future__ import annotations

import ssl
import tempfile
from collections.abc import Callable
from contextvars import ContextVar
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.x509.oid import NameOID

from pitboss.live.house_key import HouseKey
from pitboss.refusal import Refusal

LINE_FOLDER, ENDING = "line", ".pem"
CERTIFICATES_MOST = 1_000
BYTES_MOST = 10_000  # of one certificate
FROM, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def certificate_of(name: str, key: HouseKey) -> bytes:
    """A house's certificate for the line, in PEM; always the same for the same name and key, so
    each start makes it again."""
    called = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    number = int.from_bytes(sha256(f"{name} {key.public_hex}".encode()).digest()[:16], "big") >> 1
    return key.signed_certificate(
        x509.CertificateBuilder()
        .subject_name(called)
        .issuer_name(called)
        .serial_number(number or 1)
        .not_valid_before(FROM)
        .not_valid_after(UNTIL)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    )


def key_in(certificate: bytes) -> str:
    """The public key in a certificate (DER), as recorded; empty if it is another kind of key."""
    found = x509.load_der_x509_certificate(certificate).public_key()
    return found.public_bytes_raw().hex() if isinstance(found, Ed25519PublicKey) else ""


def known_certificates(folder: Path) -> tuple[str, ...]:
    """The certificates of the other end, from `line/` in a site's folder."""
    found = sorted((folder / LINE_FOLDER).glob(f"*{ENDING}"))[:CERTIFICATES_MOST]
    known: dict[str, tuple[Path, str]] = {}
    for file in found:
        name, text = _certificate(file)
        before, other = known.setdefault(name, (file, text))
        if other != text:
            # The library would look only at the first, and turn away a caller who shows the second.
            raise Refusal("CERTIFICATE_TWICE", where=str(file), before_name=before.name, name=name)
    return tuple(text for _, text in known.values())


def _certificate(file: Path) -> tuple[str, str]:
    """A certificate, with the name in it."""
    try:
        text = file.read_bytes()[: BYTES_MOST + 1]
        subject = x509.load_pem_x509_certificate(text).subject.rfc4514_string()
        return subject.removeprefix("CN="), text.decode("ascii")
    except (OSError, ValueError) as fault:
        raise Refusal(
            "CERTIFICATE_WRONG", "no_certificate_pem", where=str(file), fault=fault
        ) from None


# Whom a connection tells that its certificate is unknown; set on accept.
foreign: ContextVar[Callable[[ssl.SSLCertVerificationError], None]] = ContextVar("foreign")


class AnsweringTls(ssl.SSLObject):
    """The hub's end of a line. The event loop hangs up on an unknown certificate before the
    library's alert goes out, and the other end would see a cut line. So this asks it to wait, sends
    that alert, and hangs up when anything else arrives."""

    _fault: ssl.SSLCertVerificationError | None = None

    def do_handshake(self) -> None:
        """Complete as much of the handshake as the received data allows."""
        if self._fault is not None:
            raise self._fault
        try:
            super().do_handshake()
        except ssl.SSLCertVerificationError as fault:
            self._fault = fault
            foreign.get()(fault)
            raise ssl.SSLWantReadError from fault


def calling_tls(name: str, key: HouseKey, known: tuple[str, ...]) -> ssl.SSLContext:
    """A property's TLS for calling its hub. It knows the hub's exact certificate; the machine's
    host name doesn't matter."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    return _settled(context, name, key, known)


def answering_tls(name: str, key: HouseKey, known: tuple[str, ...]) -> ssl.SSLContext:
    """A hub's TLS for answering its properties; each must show its certificate."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sslobject_class = AnsweringTls
    return _settled(context, name, key, known)


def _settled(
    context: ssl.SSLContext, name: str, key: HouseKey, known: tuple[str, ...]
) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.verify_mode = ssl.CERT_REQUIRED
    if known:
        context.load_verify_locations(cadata="\n".join(known))
    with tempfile.NamedTemporaryFile(suffix=ENDING) as own:  # the library only reads files
        own.write(certificate_of(name, key))
        own.flush()
        context.load_cert_chain(own.name, key.path)
    return context
