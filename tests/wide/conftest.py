"""What the tests of several properties share."""

from __future__ import annotations

import pytest

from wide.line import Line


@pytest.fixture
def line() -> Line:
    """A hub and two properties that have spoken."""
    made = Line()
    made.talk(made.p1)
    made.talk(made.p2)
    return made
