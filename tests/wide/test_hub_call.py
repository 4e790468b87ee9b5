"""What a property makes of a hub that hangs up: a line that is cut says nothing of certificates."""

from __future__ import annotations

import socket
import ssl
import struct
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from pitboss.demo.wide_folders import HUB, WideFolder, make_folders
from pitboss.live.line_tls import answering_tls, calling_tls, known_certificates
from pitboss.refusal import Refusal
from pitboss.wide.line.hub_call import call_hub
from wide.line import Line

RESET = struct.pack("ii", 1, 0)  # to linger for no time: the line ends with a reset


@contextmanager
def hub_that_hangs_up(
    folder: WideFolder, *, reads: bool, resets: bool
) -> Iterator[tuple[str, Future[None]]]:
    """Who shows the hub's certificate, and ends a line once keys are agreed on."""
    tls = answering_tls(HUB, folder.key(), known_certificates(folder.path))
    listener = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        line, _ = listener.accept()
        with suppress(ssl.SSLError), tls.wrap_socket(line, server_side=True) as made:
            if reads:
                made.recv(100)
            if resets:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)

    with ThreadPoolExecutor(1) as pool, listener:
        host, port = listener.getsockname()
        yield f"{host}:{port}", pool.submit(answer)


def refused(folders: dict[str, WideFolder], address: str, known: tuple[str, ...]) -> Refusal:
    """Why the room in the north has no answer of a hub there."""
    room, line = folders["north"], Line()
    line.state(line.p1)
    tls = calling_tls("north", room.key(), known)
    with pytest.raises(Refusal) as found:
        call_hub(address, tls, folders[HUB].key().public_hex, line.message(line.p1))
    return found.value


@pytest.mark.parametrize("reads", [False, True])
@pytest.mark.parametrize("resets", [False, True])
def test_a_line_that_is_cut_once_keys_are_agreed_on_is_down(
    tmp_path: Path, *, reads: bool, resets: bool
) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    known = known_certificates(folders["north"].path)
    with hub_that_hangs_up(folders[HUB], reads=reads, resets=resets) as (address, hung_up):
        found = refused(folders, address, known)
        hung_up.result()
    assert (found.code, found.where) == ("LINE_DOWN", address)
    assert found.reason.startswith("the line dropped before the hub's reply arrived. ")


def test_a_hub_that_does_not_know_our_certificate_says_so(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    known = known_certificates(folders["north"].path)
    (folders[HUB].path / "line" / "north.pem").unlink()
    with hub_that_hangs_up(folders[HUB], reads=False, resets=False) as (address, hung_up):
        found = refused(folders, address, known)
        hung_up.result()
    assert (found.code, found.where) == ("CERTIFICATE_FOREIGN", address)
    assert found.reason.startswith("the hub cut the line after seeing this house's certificate")


def test_a_certificate_of_a_known_name_with_another_key_is_foreign(tmp_path: Path) -> None:
    folders = make_folders(tmp_path, address="127.0.0.1:1")
    other = make_folders(tmp_path / "other", address="127.0.0.1:1")
    known = known_certificates(folders["north"].path)
    with hub_that_hangs_up(folders[HUB], reads=False, resets=False) as (address, hung_up):
        found = refused({**folders, "north": other["north"]}, address, known)
        hung_up.result()
    assert found.code == "CERTIFICATE_FOREIGN"
