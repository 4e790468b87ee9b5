"""Orders versions as letters print them and technicians record them: *v6.6 Build 520*, *5.4.0*,
*Mico32 v2.0.141*, *2.5.4 SP1*, *5.4.0-beta*."""

from __future__ import annotations

import re
from typing import TypeAlias

Order: TypeAlias = tuple[tuple[int, ...], int, int, int]

_PRE_RELEASES = "alpha|beta|rc|pre|preview|dev|snapshot"
_VERSION = re.compile(
    r"v?\s*(?P<release>\d{1,9}(?:\.\d{1,9}){0,9})"
    r"(?:[\s.,-]*build\s*(?P<build>\d{1,9}))?"
    rf"(?P<pre>[\s.-]*(?:{_PRE_RELEASES})[\s.-]*\d{{0,9}})?"
    r"(?P<pack>\s*sp\s*(?P<packs>\d{0,9}))?",
    re.ASCII | re.IGNORECASE,
)


def version_order(text: str, *, software: str = "") -> Order | None:
    """A version's sort key; None if unreadable. 2.10 is above 2.9 and 5.4 equals 5.4.0; builds and
    service packs count up within a release, and a pre-release is below it. `software` may come
    first, if the letter names it: Mico32 v2.0.141."""
    bare = text.strip()
    if software and bare.casefold().startswith(software.casefold()):
        bare = bare[len(software) :].lstrip()
    found = _VERSION.fullmatch(bare)
    if found is None:
        return None
    release = [int(number) for number in found["release"].split(".")]
    while release and not release[-1]:
        release.pop()
    packs = int(found["packs"] or 1) if found["pack"] else 0
    return tuple(release), int(found["build"] or 0), -1 if found["pre"] else 0, packs
