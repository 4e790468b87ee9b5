"""The page of the site file has every key that its reader knows."""

from __future__ import annotations

import re

from documents.pages import DOCS
from pitboss.site.parse import parse_site

UNKNOWN = "zz = 1"
FILE = f"""
{UNKNOWN}
[property]
{UNKNOWN}
[payer]
{UNKNOWN}
[bank]
{UNKNOWN}
[wide]
{UNKNOWN}
[hub]
{UNKNOWN}
[[hub.property]]
{UNKNOWN}
[signs]
{UNKNOWN}
[time_stamp]
{UNKNOWN}
[[badge]]
{UNKNOWN}
[[jackpot]]
{UNKNOWN}
[jackpot.levels.main]
{UNKNOWN}
[[table]]
{UNKNOWN}
[table.equipment.shuffler]
{UNKNOWN}
[table.approval]
{UNKNOWN}
"""


def test_every_key_of_a_site_file_is_on_its_page() -> None:
    """A key that nobody knows is refused with those that there are: so every part says its keys."""
    page = (DOCS / "site.md").read_text("utf-8")
    refused = [each for each in parse_site(FILE).faults if each.code == "SITE_KEY_UNKNOWN"]
    assert len(refused) == FILE.count(UNKNOWN)
    known: set[str] = set()
    for each in refused:
        named = each.told.values["known"]
        assert isinstance(named, tuple)
        known |= set(map(str, named))
    assert {"lock_at_mark", "seed", "signer", "rounds_an_hour", "ein", "version"} <= known
    assert [key for key in sorted(known) if not re.search(rf"\b{key}\b", page)] == []
