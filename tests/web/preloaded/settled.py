"""Loaded last by the process that others are forked from. What it has loaded by then stays: a
server or a clerk that begins does not look through all of it for garbage, and so copy it. Nor does
each of them work out again which release runs, and what the state of a floor looks like."""

from __future__ import annotations

import gc

from pitboss.floor.state.snapshot import shape
from pitboss.live.release import running_release

shape()
running_release()
gc.collect()
gc.freeze()
