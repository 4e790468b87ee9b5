"""A time-stamping server on this machine: openssl behind an address of the web."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

AUTHORITY, SIGNER, KEY = "authority.pem", "signer.pem", "signer.key"
CONFIG = """
[tsa]
default_tsa = here
[here]
serial = serial
default_policy = 1.2.3.4
digests = sha256
signer_digest = sha256
ess_cert_id_alg = sha256
[signer]
basicConstraints = critical,CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
"""


def make_authority(folder: Path, name: str = "Stamps", *, sends_chain: bool = False) -> Path:
    """An authority and its signer; the authority's certificate."""
    folder.mkdir(exist_ok=True)
    chain = f"certs = {AUTHORITY}\n" if sends_chain else ""
    (folder / "config").write_text(CONFIG.replace("[signer]", f"{chain}[signer]"), "ascii")
    new_key = ["-newkey", "rsa:2048", "-nodes"]
    run(folder, "req", "-x509", *new_key, "-subj", f"/CN={name}", "-days", "3650",
        "-keyout", "authority.key", "-out", AUTHORITY)  # fmt: skip
    run(folder, "req", *new_key, "-subj", f"/CN={name} signer", "-keyout", KEY, "-out", "request")
    run(folder, "x509", "-req", "-in", "request", "-CA", AUTHORITY, "-CAkey", "authority.key",
        "-CAcreateserial", "-days", "3650", "-extfile", "config", "-extensions", "signer",
        "-out", SIGNER)  # fmt: skip
    return folder / AUTHORITY


def run(folder: Path, *words: str) -> None:
    subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)


@contextmanager
def stamp_server(folder: Path) -> Iterator[str]:
    """The address of a server that stamps in the name of a folder's authority."""

    class Stamping(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            """Answer one query."""
            assert self.headers["Content-Type"] == "application/timestamp-query"
            query = self.rfile.read(int(self.headers["Content-Length"]))
            (folder / "query").write_bytes(query)
            run(folder, "ts", "-reply", "-config", "config", "-section", "here", "-queryfile",
                "query", "-signer", SIGNER, "-inkey", KEY, "-out", "reply")  # fmt: skip
            self.send_response(200)
            self.end_headers()
            self.wfile.write((folder / "reply").read_bytes())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Stamping)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/tsr"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
