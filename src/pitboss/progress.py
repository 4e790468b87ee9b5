"""How far long work has come, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Long work calls it now and then with the share that is done, from 0 to 1.
TellProgress: TypeAlias = Callable[[float], None]
