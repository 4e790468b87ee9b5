"""Witnesses of a journal's end on other machines: whoever rewrites all of a journal cannot rewrite
what they were told. One is a file, on a disk that another machine lends, or an address of the web
that keeps what is posted to it; each line is the number and the hash of a row."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.request import Request, urlopen

from pitboss.journal import Journal, Last, Row
from pitboss.journal.chain import tampered

PLACES_FILE = "witnesses"  # in a site's folder: where its server tells them, a line for each
ANSWER_S = 10.0
ON_THE_WEB = ("http://", "https://")
LINE = re.compile(r"(\d{1,18}):([0-9a-f]{64})")


def remember_places(folder: Path, places: Sequence[str]) -> None:
    """Note where a site's witnesses are, so that an audit of its folder asks them."""
    text = "".join(f"{place}\n" for place in dict.fromkeys([*places_of(folder), *places]))
    if places:
        (folder / PLACES_FILE).write_text(text, "utf-8")


def places_of(folder: Path) -> list[str]:
    """Where a site's witnesses are."""
    file = folder / PLACES_FILE
    return file.read_text("utf-8").split() if file.is_file() else []


def tell(place: str, last: Last) -> None:
    """Tell a witness of a row that is durable; an OSError where it cannot be told."""
    line = f"{last.seq}:{last.hash}\n"
    if place.startswith(ON_THE_WEB):
        urlopen(Request(place, line.encode(), method="POST"), timeout=ANSWER_S).close()  # noqa: S310
        return
    with Path(place).open("a", encoding="utf-8") as file:
        file.write(line)


def ask(place: str) -> list[Last]:
    """What a witness was told; an OSError where it cannot be asked."""
    if place.startswith(ON_THE_WEB):
        with urlopen(place, timeout=ANSWER_S) as answer:  # noqa: S310
            text = answer.read().decode("ascii", "replace")
    else:
        text = Path(place).read_text("ascii", "replace")
    return [Last(int(seq), found) for seq, found in LINE.findall(text)]


def check_witnesses(journal: Journal, places: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Compare a journal with all that its witnesses were told: each with the last row that it
    knows, 0 where it cannot be asked or knows none. Refused with JOURNAL_TAMPERED where the journal
    has another row, or ends before it."""
    for place in places:
        try:
            told = ask(place)
        except (OSError, ValueError):
            told = []
        for last in told:
            need_row(journal, last, place)
        yield place, max((last.seq for last in told), default=0)


def need_row(journal: Journal, last: Last, place: str) -> Row | None:
    """The row that a witness knows; none where it is in an archive elsewhere. Refuse a journal that
    has another."""
    sealed = journal.sealed()
    if sealed is not None and last.seq < sealed.seq:
        return None
    row = next(iter(journal.rows(after_seq=last.seq - 1, limit=1)), None)
    if row is None or (row.seq, row.hash) != last:
        raise tampered(f"row {last.seq}", f"it is not the one that {place} was told of")
    return row
