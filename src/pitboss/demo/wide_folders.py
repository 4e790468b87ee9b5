"""Two rooms and a hub in their own folders, with keys and certificates: the demonstration with
several properties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from pitboss.live.folder import SITE_FILE
from pitboss.live.house_key import HouseKey
from pitboss.live.line_tls import ENDING, LINE_FOLDER, certificate_of
from pitboss.live.whole_file import write_whole

HUB = "hub"
ROOMS = {"north": "North Room", "south": "South Room"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WideFolder:
    """A room or the hub: its site's folder, with its key's file beside it."""

    path: Path
    key_file: Path

    def key(self) -> HouseKey:
        """The key that it signs with and shows on the line."""
        return HouseKey(self.key_file, site_folder=self.path)


def make_folders(place: Path, *, address: str) -> dict[str, WideFolder]:
    """Make the hub, which listens at an address, and its rooms, by name. Each gets the certificates
    of those it talks to."""
    made = {
        name: WideFolder(path=place / name, key_file=place / "keys" / f"{name}.key")
        for name in (HUB, *ROOMS)
    }
    keys = {name: folder.key() for name, folder in made.items()}
    for name, folder in made.items():
        (folder.path / LINE_FOLDER).mkdir(parents=True, exist_ok=True)
        for other in ROOMS if name == HUB else (HUB,):
            file = folder.path / LINE_FOLDER / f"{other}{ENDING}"
            write_whole(file, certificate_of(other, keys[other]))
    public = {name: key.public_hex for name, key in keys.items()}
    hub = {f"@{name.upper()}@": public[name] for name in ROOMS}
    _write(made[HUB], "wide_hub.toml", hub)
    for name, title in ROOMS.items():
        said = {"@NAME@": name, "@TITLE@": title, "@KEY@": public[HUB], "@ADDRESS@": address}
        _write(made[name], "wide_room.toml", said)
    return made


def _write(folder: WideFolder, template: str, said: Mapping[str, str]) -> None:
    text = resources.files("pitboss.demo").joinpath(template).read_text("utf-8")
    for mark, value in said.items():
        text = text.replace(mark, value)
    write_whole(folder.path / SITE_FILE, text.encode())
