"""The API's own description against the API: whatever is sent, the server has an answer."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from pitboss.web.access import EVERY_TABLE

from .server_support import Site

EXAMPLES = 8
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)


def test_nothing_that_is_sent_breaks_the_server(site: Site) -> None:
    """As somebody who may do much: enrolled at every table and signed on."""
    _, token = site.access.add_device(
        kind="console", table=EVERY_TABLE, enrolled_by="E300", now_ms=site.running_site.now_ms()
    )
    visitor = site.visitor().sign_on("E300")
    visitor.cookies["pitboss_device"] = token
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.cookies.items())
    answer = subprocess.run(
        [
            str(Path(sys.executable).with_name("schemathesis")),
            "run", f"{site.address}/api/openapi.json",
            "--phases", "fuzzing", "--max-examples", str(EXAMPLES), "--generation-deterministic",
            "--checks", ",".join(CHECKS), "--no-color",
            "--exclude-path-regex", "^/api/stream",  # these have no end
            "-H", f"Cookie: {cookies}", "-H", f"X-CSRF-Token: {visitor.csrf}",
        ],
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout


def test_a_device_reads_what_the_answer_to_its_signals_is(site: Site) -> None:
    described = site.client.get("/api/openapi.json").json()["paths"]["/api/devices/signals"]
    answer = described["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer["required"] == ["heard", "lights"]
