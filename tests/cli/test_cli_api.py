"""`pitboss api`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from typer.testing import Result

from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import kind_of


def test_the_document_has_every_command_and_needs_no_server(
    run: Callable[..., Result], tmp_path: Path
) -> None:
    file = tmp_path / "openapi.json"
    assert run("api", "--out", str(file)).exit_code == 0
    paths = json.loads(file.read_text("utf-8"))["paths"]
    assert {f"/api/commands/{kind_of(kind)}" for kind in COMMANDS} <= set(paths)
    answer = paths["/api/commands/press-hand"]["post"]["responses"]["200"]["content"]
    assert answer["application/json"]["schema"] == {"$ref": "#/components/schemas/Answer"}
