"""Loaded last by the process that others are forked from: what it has loaded by then stays, and a
server or a clerk that begins does not look through all of it for garbage, and so copy it."""

from __future__ import annotations

import gc

gc.collect()
gc.freeze()
