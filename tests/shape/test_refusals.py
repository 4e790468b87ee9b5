"""docs/refusals.md names every refusal there is, and no other."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')
# Words in capitals that are no refusals: kinds of hands, and names of environment variables.
OTHERS = {
    "FOUR_OF_A_KIND", "FULL_HOUSE", "HIGH_CARD", "NO_COLOR", "PITBOSS_MQTT_PASSWORD",
    "PITBOSS_MQTT_PASSWORD_FILE", "PITBOSS_PIN", "PITBOSS_SECOND_PIN",
    "PITBOSS_VAULT_KEY", "THREE_OF_A_KIND", "TWO_PAIR", "WAYLAND_DISPLAY", "XDG_STATE_HOME",
}  # fmt: skip


def test_every_refusal_is_explained() -> None:
    used = {
        code
        for path in (ROOT / "src").rglob("*.py")
        for code in CODE.findall(path.read_text("utf-8"))
    }
    page = (ROOT / "docs" / "refusals.md").read_text("utf-8")
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.M)) == used - OTHERS
