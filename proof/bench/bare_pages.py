"""A server of plain files, for `pages` to compare with: it reads a file and sends it."""

from __future__ import annotations

import argparse
import functools
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""


def main() -> None:
    """Serve a folder, and print the address."""
    reader = argparse.ArgumentParser()
    reader.add_argument("--folder", required=True)
    reader.add_argument("--port", type=int, default=0)
    asked = reader.parse_args()
    handler = functools.partial(Quiet, directory=asked.folder)
    with ThreadingHTTPServer(("127.0.0.1", asked.port), handler) as server:
        print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
