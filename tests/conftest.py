"""Random tests are the same at every run, so that a failure stays until it is mended. To look for
new ones: PITBOSS_RANDOM=1 make test."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from functools import cache

import fastapi.dependencies.utils
import httpx
import pytest
import typer.main
import typer.testing
from fastapi.dependencies.utils import get_typed_signature
from hypothesis import HealthCheck, settings

from pitboss.floor import extension

extension.load()  # lists of commands and events are whole in every test
# A busy machine is slow at making examples; that is no fault of what is tested.
SLOW = (HealthCheck.too_slow,)
settings.register_profile("steady", derandomize=True, deadline=None, suppress_health_check=SLOW)
settings.register_profile("random", deadline=None, suppress_health_check=SLOW)
settings.load_profile("random" if os.environ.get("PITBOSS_RANDOM") else "steady")

# A command line is put together once, and not at each call: that takes longer than most commands.
vars(typer.testing)["_get_command"] = cache(typer.main.get_command)
# Nor are the world's certificates read again for each client of a server on loopback.
vars(httpx._transports.default)["create_ssl_context"] = cache(httpx.create_ssl_context)
# Each test has an application of its own, and all of them have the same routes.
vars(fastapi.dependencies.utils)["get_typed_signature"] = cache(get_typed_signature)

# Workers take adjoining tests. Those of a browser take longest and wait often: one worker begins
# with them, and the others always have something to do beside it. What compiles the same kernels
# comes together and early, so that one of them compiles.
PLACES = {"browser": 0, "maths": 1, "games": 2}
NAME_MOST = 1000  # characters that a test's name takes from what it is given
YOUNG_MOST = 20_000  # things made before somebody looks for garbage among them


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the folders of PLACES where they belong, all others after."""
    items.sort(key=lambda item: min(PLACES.get(part, 3) for part in item.path.parts))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """A text of megabytes is no name: workers would send it to and fro with each report."""
    is_long = isinstance(val, str | bytes) and len(val) > NAME_MOST
    return f"long {argname}" if is_long else None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """While tests are looked for, thousands of things are made, and all of them stay: nobody looks
    for garbage then, nor at them afterward. A test, too, makes thousands of things that live as
    long as it does: looking after every 700 of them takes a fourteenth of all time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(YOUNG_MOST)
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def vault_key(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test makes a vault's key in the state directory of whoever runs it."""
    os.environ["PITBOSS_VAULT_KEY"] = str(tmp_path_factory.mktemp("keys") / "vault-key")


@pytest.fixture(scope="session", autouse=True)
def _state_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test makes a key of the house in the folder of whoever runs it. And none speaks with the
    world: who asks over HTTP reads no list of its authorities first."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        patch.delenv("SSL_CERT_FILE", raising=False)
        patch.setenv("SSL_CERT_DIR", str(tmp_path_factory.mktemp("authorities")))
        yield
