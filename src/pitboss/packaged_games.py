"""Games that installed packages bring, by the entry point `pitboss.games`.

The entry point's name is the game's, and its value the game's folder as Python imports it:
`lucky_six = "lucky_games.lucky_six"`. Nothing of a package runs until its game is looked up.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pitboss.file_digests import digest_folder

GROUP = "pitboss.games"


@dataclass(frozen=True, slots=True)
class PackagedGame:
    """A game of an installed package: its module, its folder, and the folder of the package."""

    module: str
    folder: Path
    package: Path

    @property
    def sha256(self) -> str:
        """The digest of every file of the package: a game may use all of them."""
        return digest_folder(self.package)


@cache
def packaged_games() -> Mapping[str, PackagedGame]:
    """Every game of an installed package by name, as when the program started."""
    if not any(GROUP.encode() in text for text in _entry_points()):
        return {}
    from importlib import metadata, util  # late: hardly any house has such a package

    found: dict[str, PackagedGame] = {}
    for point in sorted(metadata.entry_points(group=GROUP)):
        package, *below = point.module.split(".")
        spec = util.find_spec(package) if f"{point.name}.{point.module}".isascii() else None
        for place in (spec.submodule_search_locations or ())[:1] if spec else ():
            folder = Path(place, *below)
            if point.name.isidentifier() and (folder / "rules.py").is_file():
                found.setdefault(point.name, PackagedGame(point.module, folder, Path(place)))
    return found


def package_digests() -> dict[str, str]:
    """The packages that bring games, each with its digest."""
    return {game.package.name: game.sha256 for game in packaged_games().values()}


def _entry_points() -> Iterator[bytes]:
    """What installed packages offer. The standard library's reader would slow down every start."""
    for place in dict.fromkeys(sys.path):
        with suppress(OSError):
            for name in os.listdir(place or "."):  # noqa: PTH208 - a Path for each costs more
                if name.endswith(".dist-info"):
                    with suppress(OSError), open(f"{place}/{name}/entry_points.txt", "rb") as file:  # noqa: PTH123
                        yield file.read()
