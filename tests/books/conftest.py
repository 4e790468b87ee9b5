"""The storages of the journal's own tests."""

from __future__ import annotations

from journal.conftest import cluster, place

__all__ = ["cluster", "place"]
