"""Pictures and videos of the signs, by their digests, in the access store: a second engine reads
them there, and a backup has them.

A file arrives in parts, each within the limit of any request. It counts once the journal says that
it was kept; parts of files that never came to that make room for the next."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections import OrderedDict
from collections.abc import Collection
from hashlib import sha256

from pitboss.floor.facts.signs import FILE_BYTES_MOST
from pitboss.live.attachments import PART_BYTES_MOST
from pitboss.refusal import Refusal
from pitboss.web.access.store import AccessStore

PARTS_MOST = -(-FILE_BYTES_MOST // PART_BYTES_MOST)
UNFINISHED_MOST = 4  # files that have begun to arrive
CACHED_BYTES_MOST = 32_000_000


class SignFiles:
    """The content of the signs' files; the ones that are asked for most are in memory."""

    def __init__(self, store: AccessStore) -> None:
        self._store = store
        self._cached: OrderedDict[str, bytes] = OrderedDict()

    def take_part(self, digest: str, part: int, content: bytes, *, kept: Collection[str]) -> None:
        """Store one part; those of `kept` files stay as they are."""
        if digest in kept:
            return
        if not (0 <= part < PARTS_MOST and len(content) <= PART_BYTES_MOST):
            raise Refusal("SIGN_LOOK_WRONG", "file_parts", where="file")
        stored = {digest for (digest,) in self._store.read("SELECT DISTINCT sha256 FROM sign_file")}
        unfinished = stored - set(kept) - {digest}
        with self._store.writing() as execute:
            for each in unfinished if len(unfinished) >= UNFINISHED_MOST else ():
                execute("DELETE FROM sign_file WHERE sha256 = ?", (each,))
            execute("DELETE FROM sign_file WHERE sha256 = ? AND part = ?", (digest, part))
            text = b64encode(content).decode()
            execute("INSERT INTO sign_file VALUES (?, ?, ?)", (digest, part, text))

    def read(self, digest: str) -> bytes | None:
        """A whole file; None if it isn't all there, or isn't what its digest says."""
        if digest in self._cached:
            self._cached.move_to_end(digest)
            return self._cached[digest]
        parts = self._store.read(
            "SELECT content FROM sign_file WHERE sha256 = ? ORDER BY part", (digest,)
        )
        content = b"".join(b64decode(text) for (text,) in parts)
        if sha256(content).hexdigest() != digest:
            return None
        self._cached[digest] = content
        while sum(map(len, self._cached.values())) > CACHED_BYTES_MOST:
            self._cached.popitem(last=False)
        return content
