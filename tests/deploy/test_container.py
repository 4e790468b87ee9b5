"""The Containerfile: what it copies and starts exists; where a builder runs, it is built."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from fnmatch import fnmatch

import pytest

from deploy.support import DEPLOY, ROOT, unknown_words

CONTAINERFILE = DEPLOY / "Containerfile"
BUILDERS = ("podman", "docker")


def steps() -> list[tuple[str, str]]:
    """Each instruction and what it says, lines that go on joined."""
    text = re.sub(r"\\\n", " ", CONTAINERFILE.read_text("utf-8"))
    lines = [line.strip() for line in text.splitlines()]
    pairs = [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]
    return [(name, said) for name, said in pairs]


def said_last(name: str) -> str:
    return [said for each, said in steps() if each == name][-1]


def copied() -> list[str]:
    """What is copied from the repository."""
    copies = [said.split() for name, said in steps() if name == "COPY"]
    return [source for words in copies for source in words[:-1] if "--from=build" not in words]


def reaches_the_builder(source: str) -> bool:
    """Whether .dockerignore lets it through: the last line that fits decides."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    fitting = [line for line in lines if fnmatch(source, line.removeprefix("!"))]
    return not fitting or fitting[-1].startswith("!")


def test_everything_that_is_copied_exists_and_reaches_the_builder() -> None:
    sources = copied()
    assert sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert [source for source in sources if not reaches_the_builder(source)] == []


def test_the_container_starts_a_command_that_exists() -> None:
    assert json.loads(said_last("ENTRYPOINT")) == ["pitboss"]
    command, *words = json.loads(said_last("CMD"))
    assert command == "serve"
    assert unknown_words(command, words) == []


def test_the_container_keeps_the_site_in_its_volume_and_is_not_root() -> None:
    words = json.loads(said_last("CMD"))
    assert words[words.index("--site") + 1] == said_last("VOLUME")
    assert said_last("USER") == "pitboss"


def test_the_container_asks_its_own_server_whether_it_is_well() -> None:
    assert f"http://127.0.0.1:{said_last('EXPOSE')}/healthz" in said_last("HEALTHCHECK")


def test_uv_is_the_one_that_was_locked_by_its_hash() -> None:
    lock = (ROOT / "tools.lock").read_text("utf-8")
    assert re.match(r"uv==[\d.]+ \\\n    --hash=sha256:", lock)
    for file in (ROOT / "Makefile", CONTAINERFILE):
        assert "--require-hashes -r tools.lock" in file.read_text("utf-8")


def working_builder() -> str:
    """The first builder whose engine answers; empty if there is none."""
    for name in BUILDERS:
        if shutil.which(name):
            asked = subprocess.run([name, "info"], capture_output=True, check=False)
            if asked.returncode == 0:
                return name
    return ""


def test_the_container_is_built_where_a_builder_runs() -> None:
    builder = working_builder()
    if not builder:
        pytest.skip(f"no container engine answers here: {', '.join(BUILDERS)}")
    tag = "pitboss-test"
    subprocess.run([builder, "build", "-f", CONTAINERFILE, "-t", tag, ROOT], check=True)
    shown = subprocess.run(
        [builder, "run", "--rm", tag, "--version"], capture_output=True, text=True, check=True
    )
    assert shown.stdout.startswith("pitboss ")
