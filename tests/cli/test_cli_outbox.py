"""The command line for whoever connects a system: a code for it, and the schema."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from pitboss.evidence.outbox_schema import outbox_schema
from web.server_support import make_site


def test_the_schema_is_printed_without_a_server(run: Callable[..., Result]) -> None:
    printed = json.loads(run("api", "--outbox").stdout)
    assert printed == json.loads(json.dumps(outbox_schema()))


def test_a_code_for_a_system_names_no_table(
    run: Callable[..., Result], refuses: Callable[..., str], tmp_path: Path
) -> None:
    place = ("--site", str(make_site(tmp_path)))
    words = ("device", "code", *place, "--kind")
    told = run(*words, "system").stdout
    assert told.endswith("  enrolls one system, within fifteen minutes\n")
    assert refuses(*words, "system", "--table", "C1").startswith("DEVICE_KIND_WRONG: ")
    assert refuses(*words, "sensor").startswith("TABLE_UNKNOWN: ")
