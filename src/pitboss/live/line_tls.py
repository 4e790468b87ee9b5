"""Mutual TLS between a property and its hub. Each end shows a certificate of its house's key, which
that key has signed, and lets in nobody whose certificate does not lie in its own folder `line/`.
Who that is, the key in the certificate says: it must be the one that two people put on record.

A certificate does not end by itself: the line ends when another key is put on record."""

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
BYTES_MOST = 10_000  # of one of them
FROM, UNTIL = datetime(2020, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)


def certificate_of(name: str, key: HouseKey) -> bytes:
    """The certificate of a house on the line, in PEM; always the same for the same name and key, so
    that each start makes it anew."""
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
    """The public key in a certificate (DER), as it is on record; empty where it is of another
    kind."""
    found = x509.load_der_x509_certificate(certificate).public_key()
    return found.public_bytes_raw().hex() if isinstance(found, Ed25519PublicKey) else ""


def known_certificates(folder: Path) -> tuple[str, ...]:
    """The certificates of those at the other end, from `line/` of a site's folder."""
    found = sorted((folder / LINE_FOLDER).glob(f"*{ENDING}"))[:CERTIFICATES_MOST]
    known: dict[str, tuple[Path, str]] = {}
    for file in found:
        name, text = _certificate(file)
        before, other = known.setdefault(name, (file, text))
        if other != text:
            # The library would look at the first alone, and turn away who shows the second.
            raise Refusal("CERTIFICATE_TWICE", where=str(file), before_name=before.name, name=name)
    return tuple(text for _, text in known.values())


def _certificate(file: Path) -> tuple[str, str]:
    """The name in a certificate, and the certificate."""
    try:
        text = file.read_bytes()[: BYTES_MOST + 1]
        subject = x509.load_pem_x509_certificate(text).subject.rfc4514_string()
        return subject.removeprefix("CN="), text.decode("ascii")
    except (OSError, ValueError) as fault:
        raise Refusal(
            "CERTIFICATE_WRONG", "no_certificate_pem", where=str(file), fault=fault
        ) from None


# Whom a connection tells that its certificate is not known; set where it is accepted.
foreign: ContextVar[Callable[[ssl.SSLCertVerificationError], None]] = ContextVar("foreign")


class AnsweringTls(ssl.SSLObject):
    """The hub's end of a line. The event loop hangs up on a certificate that it does not know
    before the library's alert has gone out, and the other end would see a line that was cut: so it
    is told to wait first, and sends that alert. It hangs up when anything else comes."""

    _fault: ssl.SSLCertVerificationError | None = None

    def do_handshake(self) -> None:
        """Agree on keys, as far as what has come allows."""
        if self._fault is not None:
            raise self._fault
        try:
            super().do_handshake()
        except ssl.SSLCertVerificationError as fault:
            self._fault = fault
            foreign.get()(fault)
            raise ssl.SSLWantReadError from fault


def calling_tls(name: str, key: HouseKey, known: tuple[str, ...]) -> ssl.SSLContext:
    """What a property calls its hub with. The hub's certificate is known as it is; by which name
    its machine is found says nothing."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    return _settled(context, name, key, known)


def answering_tls(name: str, key: HouseKey, known: tuple[str, ...]) -> ssl.SSLContext:
    """What a hub answers its properties with; each must show its certificate."""
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
    with tempfile.NamedTemporaryFile(suffix=ENDING) as own:  # the library reads files alone
        own.write(certificate_of(name, key))
        own.flush()
        context.load_cert_chain(own.name, key.path)
    return context
