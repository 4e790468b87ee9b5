"""docs/refusals.md names every refusal there is, and no other."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')
# Words in capitals that are no refusals: kinds of hands, and names of environment variables and of
# what /etc/os-release says.
OTHERS = {
    "FOUR_OF_A_KIND", "FULL_HOUSE", "HIGH_CARD", "LD_AUDIT", "LD_LIBRARY_PATH", "LD_PRELOAD",
    "NO_COLOR", "OPENSSL_CONF", "OPENSSL_ENGINES", "OPENSSL_MODULES", "PITBOSS_MQTT_PASSWORD",
    "PITBOSS_MQTT_PASSWORD_FILE", "PITBOSS_PIN", "PITBOSS_SECOND_PIN",
    "PITBOSS_VAULT_KEY", "THREE_OF_A_KIND", "TWO_PAIR", "VERSION_ID", "WAYLAND_DISPLAY",
    "XDG_STATE_HOME",
    # sentences of a comparison, which refuse nothing
    "JOURNALS_DIFFER", "RECONCILING_EXPLAINED", "RECONCILING_WAITS", "SITE_DIFFERS",
}  # fmt: skip


TOLD = re.compile(r'\bsay\(\s*"([A-Z_]+)"')  # a sentence that is no refusal


def test_every_refusal_is_explained() -> None:
    texts = [path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py")]
    named = {code for text in texts for code in CODE.findall(text)} - OTHERS
    refused = {code for text in texts for code in CODE.findall(TOLD.sub("", text))} - OTHERS
    page = (ROOT / "docs" / "refusals.md").read_text("utf-8")
    explained = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.M))
    assert refused - explained == set()
    assert explained - named == set()
