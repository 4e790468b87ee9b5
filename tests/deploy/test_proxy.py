"""The configuration of HAProxy: HAProxy reads it, it asks each engine whether it leads, and whoever
opens a page while nobody does gets one that comes back."""

from __future__ import annotations

import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from pitboss.cluster.packing import FILES, fill_in
from pitboss.web.shell.server import api_description

TEXT = (FILES / "haproxy.cfg").read_text("utf-8")
PAGE = FILES / "nobody-leads.http"
BIND = ":443 ssl crt /etc/haproxy/floor.pem alpn http/1.1"
ALIVE = "bind 127.0.0.1:8404"
WAIT_S = 60


@pytest.fixture
def haproxy() -> str:
    program = shutil.which("haproxy", path="/usr/sbin:/usr/bin")
    if program is None:
        pytest.skip("there is no haproxy here")
    return program


def written(folder: Path, *, bind: str, engine: str = "127.0.0.1:8080") -> Path:
    """The configuration with one address for both engines, and the page from here."""
    servers = "".join(f"    server {name} {engine}\n" for name in ("A", "B"))
    text = fill_in("haproxy.cfg", {"engine_servers": servers})
    text = text.replace(BIND, bind).replace("/etc/haproxy/nobody-leads.http", str(PAGE))
    text = text.replace(ALIVE, f"bind unix@{folder}/alive")
    text = text.replace("    log /dev/log local0\n", "")
    file = folder / "haproxy.cfg"
    file.write_text(text.replace("    user haproxy\n    group haproxy\n", ""), "utf-8")
    return file


@contextmanager
def proxy(program: str, folder: Path, engine: str) -> Iterator[httpx.Client]:
    """HAProxy, at a port that the system has chosen."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        file = written(folder, bind=f"fd@{listener.fileno()}", engine=engine)
        words = [program, "-db", "-f", str(file)]
        process = subprocess.Popen(words, pass_fds=[listener.fileno()])
        try:
            address = "http://{}:{}".format(*listener.getsockname())
            with httpx.Client(base_url=address, timeout=WAIT_S) as client:
                yield client
        finally:
            process.terminate()
            process.wait()


def first_answer(client: httpx.Client, path: str) -> httpx.Response:
    """What the proxy answers. A request that is under way while an engine is marked down is cut
    off, and a browser asks again."""
    while True:
        with suppress(httpx.RemoteProtocolError):
            return client.get(path)


def test_haproxy_reads_it(tmp_path: Path, haproxy: str) -> None:
    file = written(tmp_path, bind="127.0.0.1:8443")
    checked = subprocess.run([haproxy, "-c", "-f", str(file)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr


def test_it_asks_what_a_server_answers() -> None:
    asked = next(line for line in TEXT.splitlines() if "http-check send" in line)
    path, _, question = asked.split(" uri ")[1].split()[0].partition("?")
    parameters = api_description()["paths"][path]["get"]["parameters"]
    assert question in {each["name"] for each in parameters}


def test_a_page_opened_while_nobody_leads_comes_back(tmp_path: Path, haproxy: str) -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))  # it does not listen: nobody answers there
        engine = "{}:{}".format(*silent.getsockname())
        with proxy(haproxy, tmp_path, engine) as client:
            told = first_answer(client, "/sign/C1")
    assert told.status_code == 503
    assert told.headers["content-type"] == "text/html; charset=utf-8"
    assert told.headers["cache-control"] == "no-store"
    assert '<meta http-equiv="refresh" content="2">' in told.text
    assert "This page comes back by itself." in told.text
    assert "Esta página vuelve sola." in told.text
    assert "<script" not in told.text


def test_that_page_calls_a_jackpot_what_the_screens_call_it() -> None:
    page = PAGE.read_text("utf-8")
    assert "apuestas al pozo" in page
    assert "bote" not in page


def test_every_error_of_the_proxy_itself_has_that_page() -> None:
    for status in (502, 503, 504):
        assert f"    errorfile {status} /etc/haproxy/nobody-leads.http\n" in TEXT
