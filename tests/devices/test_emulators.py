"""`pitboss device`: what a person types is what a device says."""

from __future__ import annotations

import json
import ssl
import subprocess
import sys
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from coded import code_first
from pitboss.devices import emulator
from pitboss.live.clocks import clock_ms
from pitboss.refusal import Refusal
from web.server_support import Site

from .support import swipe, table_of

LONG_S = 60


def pitboss(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pitboss", "device", *words],
        input=typed, capture_output=True, text=True, timeout=LONG_S, check=False,
    )  # fmt: skip


def test_a_keypad_is_enrolled_and_played(site: Site, tmp_path: Path) -> None:
    code = site.access.make_code(kind="keypad", table="C1", now_ms=clock_ms())
    file = tmp_path / "keypad.json"
    told = pitboss("enroll", site.address, code, str(file))
    assert told.returncode == 0, told.stderr
    assert f"is enrolled as the keypad of table C1. Its keys are in {file}" in told.stdout
    assert file.stat().st_mode & 0o777 == 0o600
    lines = [swipe(site, "D100"), "start", "jump", "coin-in", "end"]
    told = pitboss("keypad", str(file), typed="\n".join(lines) + "\n")
    answers = [line for line in told.stdout.splitlines() if line.startswith(("ok", "refused"))]
    assert [line.split(":")[0] for line in answers] == [
        "ok", "ok", "refused SIGNAL_UNKNOWN", "refused SIGNAL_UNKNOWN", "ok",
    ]  # fmt: skip
    assert table_of(site, "C1").rounds == 1


def test_a_server_of_a_private_CA_is_not_called_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    def post(*_: object) -> None:
        fault = ssl.SSLCertVerificationError(1, "certificate verify failed")
        fault.verify_message = "unable to get local issuer certificate"
        raise fault

    monkeypatch.setattr(HTTPSConnection, "request", post)
    with pytest.raises(
        Refusal, match=r"CERTIFICATE_WRONG: .*: unable to get local issuer.*SSL_CERT"
    ):
        emulator.enroll("https://pitboss.example", "KJQWERTZ")


def test_what_is_wrong_is_told_in_one_line(site: Site, tmp_path: Path) -> None:
    told = pitboss("enroll", site.address, "WRONGCOD", str(tmp_path / "x.json"))
    assert (told.returncode, code_first(told.stderr).split(":")[0]) == (2, "CODE_WRONG")
    told = pitboss("enroll", "http://127.0.0.1:1", "WRONGCOD", str(tmp_path / "x.json"))
    assert (told.returncode, code_first(told.stderr).split(":")[0]) == (2, "SERVER_UNREACHABLE")
    told = pitboss("sensor", str(tmp_path / "x.json"))
    assert (told.returncode, code_first(told.stderr).split(":")[0]) == (2, "DEVICE_FILE_UNREADABLE")
    file = tmp_path / "sign.json"
    keys = {"server": "", "device": "", "kind": "reader", "table": "", "token": "", "key": ""}
    file.write_text(json.dumps(keys))
    told = pitboss("sensor", str(file))
    assert (told.returncode, code_first(told.stderr).split(":")[0]) == (2, "DEVICE_KIND_WRONG")
