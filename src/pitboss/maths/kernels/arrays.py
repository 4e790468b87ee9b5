"""The array types that kernels take and fill, by content."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]
Choices: TypeAlias = NDArray[np.bool_]
