"""A mail server on this machine: enough of SMTP, with STARTTLS or TLS, to take what is sent."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path


def make_certificate(folder: Path) -> Path:
    """A self-signed certificate of localhost; its key lies beside it."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-days", "3650", "-keyout", "mail.key",
         "-out", "mail.pem"],
        cwd=folder, check=True, capture_output=True,
    )  # fmt: skip
    return folder / "mail.pem"


class MailServer:
    """Takes messages; `taken` has them, `plain` what came before a line was encrypted."""

    def __init__(self, certificate: Path, *, offers_tls: bool = True) -> None:
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, certificate.with_suffix(".key"))
        self.offers_tls = offers_tls
        self.taken: list[bytes] = []
        self.plain: list[bytes] = []
        self.port = 0

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[MailServer]:
        server = await asyncio.start_server(self._serve, "localhost", self.port)
        self.port = server.sockets[0].getsockname()[1]
        async with server:
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        is_secret = False
        while line := await reader.readline():
            word = line.split()[0].upper() if line.split() else b""
            if not is_secret:
                self.plain.append(line)
            if word == b"EHLO":
                has_tls = self.offers_tls and not is_secret
                writer.write(b"250-here\r\n250 " + (b"STARTTLS" if has_tls else b"AUTH PLAIN"))
                writer.write(b"\r\n")
            elif word == b"STARTTLS" and self.offers_tls:
                writer.write(b"220 go on\r\n")
                try:
                    await writer.start_tls(self.context)
                except (ssl.SSLError, ConnectionError):
                    return
                is_secret = True
            elif word == b"DATA":
                writer.write(b"354 go on\r\n")
                self.taken.append(await reader.readuntil(b"\r\n.\r\n"))
                writer.write(b"250 taken\r\n")
            elif word == b"QUIT":
                writer.write(b"221 bye\r\n")
                await writer.drain()
                break
            else:
                writer.write(b"235 welcome\r\n" if word == b"AUTH" else b"250 yes\r\n")
            await writer.drain()
        writer.close()
