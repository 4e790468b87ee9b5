"""A running site to attack, a broker, and the command line."""

from __future__ import annotations

from cli.conftest import run
from devices.conftest import broker
from journal.conftest import cluster
from web.conftest import folder, keys, quick_clerks, site

__all__ = ["broker", "cluster", "folder", "keys", "quick_clerks", "run", "site"]
