"""A site that runs in this process, new for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.books import clerk
from pitboss.web.access import pins
from pitboss.web.access.issued import Secret

from .forked import start_forking
from .server_support import QUICK_HASHER, Site, make_keys, running


@pytest.fixture(autouse=True, scope="session")
def quick_pins() -> Iterator[None]:
    """A PIN is hashed with the least work there is, in a thousand tests; test_pins holds how much
    work a server takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "_HASHER", QUICK_HASHER)
        yield


@pytest.fixture(autouse=True, scope="session")
def quick_clerks() -> Iterator[None]:
    """Hundreds of sites keep books, each in a process of its own as always; they are forked from
    one that has loaded everything, and no thread. test_clerk starts them as a server does."""
    start_forking()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clerk, "STARTED_BY", "forkserver")
        yield


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Secret]]:
    """A site's folder with its keys, to copy from."""
    folder = tmp_path_factory.mktemp("keys")
    return folder, make_keys(folder)


@pytest.fixture
def folder(tmp_path: Path, keys: tuple[Path, dict[str, Secret]]) -> Path:
    """A site's folder of one's own."""
    shutil.copytree(keys[0], tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def site(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> Iterator[Site]:
    """A running site."""
    with running(folder, keys[1]) as opened:
        yield opened
