"""A house's own images on its signs: kind, size and digest, from the file's content.

A name's ending says what a file should be; its first bytes say what it is. Only formats that
browsers draw and can't run are accepted: PNG, JPEG, WebP.
"""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from pitboss.refusal import Refusal

MEDIA_TYPES = {".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
SIDE_LEAST, SIDE_MOST = 16, 4096  # in pixels
DIGEST_LETTERS = 16  # of the SHA-256, in an address

_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.(?:png|jpg|webp)\Z", re.ASCII)
# The JPEG markers with a size: every start of frame, without those that share the range.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


class SignImage(Struct, frozen=True, kw_only=True):
    """An image that was read and found good."""

    path: Path
    media_type: str
    width: int
    height: int
    digest: str

    @property
    def address(self) -> str:
        """Where signs load it. The digest in it lets a browser keep it forever, and load it again
        when the house replaces the image."""
        return f"/sign/themes/images/{self.digest}/{self.path.name}"


def read_image(folder: Path, name: object, *, bytes_most: int, at: str) -> SignImage:
    """Read an image from a house's folder; `at` is the key that names it."""
    if not isinstance(name, str) or not _FILE.match(name):
        raise _wrong(at, "image_name")
    path = folder / name
    if not path.is_file():
        raise _wrong(at, "image_missing", name=name)
    found = path.stat()
    if found.st_size > bytes_most:
        raise _wrong(at, "image_bytes", name=name, most=bytes_most)
    try:
        image = _image(path, found.st_mtime_ns, found.st_size)
    except OSError:
        raise _wrong(at, "image_unreadable", name=name) from None
    if image is None:
        raise _wrong(at, "image_other", name=name)
    if not all(SIDE_LEAST <= side <= SIDE_MOST for side in (image.width, image.height)):
        sides = {"least": SIDE_LEAST, "most": SIDE_MOST}
        size = {"width": image.width, "height": image.height}
        raise _wrong(at, "image_size", name=name, **size, **sides)
    return image


class KeptFile(Struct, frozen=True, kw_only=True):
    """A picture or video that somebody uploaded, as the floor knows it."""

    media_type: str
    width: int
    height: int
    sha256: str

    @property
    def address(self) -> str:
        """Where signs load it."""
        return f"/sign/themes/files/{self.sha256}"

    @property
    def is_video(self) -> bool:
        """Whether it moves."""
        return not self.media_type.startswith("image/")


def kind_of_content(content: bytes) -> tuple[str, int, int] | None:
    """What a file is, by its first bytes, with the sides of a picture; None if signs don't show
    it. SVG isn't among them, because it can run scripts."""
    for ending, sides_of in _SIDES.items():
        if sides := sides_of(content):
            return MEDIA_TYPES[ending], *sides
    if content.startswith(b"\x1aE\xdf\xa3") and b"webm" in content[:64]:
        return "video/webm", 0, 0
    if content[4:8] == b"ftyp":
        return "video/mp4", 0, 0
    return None


@lru_cache(maxsize=64)
def _image(path: Path, changed_ns: int, size: int) -> SignImage | None:
    """The image as the file is now; none if its kind doesn't match its name."""
    content = path.read_bytes()
    sides = _SIDES[path.suffix](content)
    if sides is None:
        return None
    return SignImage(
        path=path,
        media_type=MEDIA_TYPES[path.suffix],
        width=sides[0],
        height=sides[1],
        digest=hashlib.sha256(content).hexdigest()[:DIGEST_LETTERS],
    )


def _png(content: bytes) -> tuple[int, int] | None:
    if len(content) < 24 or content[:8] != b"\x89PNG\r\n\x1a\n" or content[12:16] != b"IHDR":
        return None
    return int.from_bytes(content[16:20]), int.from_bytes(content[20:24])


def _jpeg(content: bytes) -> tuple[int, int] | None:
    if content[:3] != b"\xff\xd8\xff":
        return None
    at = 2
    while at + 9 <= len(content) and content[at] == 0xFF:
        if content[at + 1] in _FRAMES:
            height, width = content[at + 5 : at + 7], content[at + 7 : at + 9]
            return int.from_bytes(width), int.from_bytes(height)
        at += 2 + int.from_bytes(content[at + 2 : at + 4])
    return None


def _webp(content: bytes) -> tuple[int, int] | None:
    if len(content) < 30 or content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return None
    match content[12:16]:
        case b"VP8 ":
            width, height = content[26:28], content[28:30]
            return _little(width) & 0x3FFF, _little(height) & 0x3FFF
        case b"VP8L":
            bits = _little(content[21:25])
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"VP8X":
            return 1 + _little(content[24:27]), 1 + _little(content[27:30])
    return None


_SIDES = {".png": _png, ".jpg": _jpeg, ".webp": _webp}


def _little(content: bytes) -> int:
    return int.from_bytes(content, "little")


def _wrong(at: str, case: str, **values: object) -> Refusal:
    return Refusal("THEME_VALUE_WRONG", case, where=at, **values)
