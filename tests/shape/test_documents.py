"""Documents lead somewhere: a link to a page and a heading that are there, a room to its files."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.live.folder import SITE_BYTES_MOST
from pitboss.live.hub import FOLLOWER_PLACES, PLACES
from pitboss.site import parse
from pitboss.web.access.admission import DEVICES_MOST

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "pitboss"
PAGES = (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"))
CODE = re.compile(r"```.*?```", re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
ROOM = re.compile(r"^\| `([\w/]+)/` \|(.*)\|$", re.MULTILINE)
NAMED = re.compile(r"`([^`]+)`")
MODULE = re.compile(r"[a-z0-9_]+")


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return CODE.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    plain = (re.sub(r"[^\w\- ]", "", found.lower()) for found in HEADING.findall(prose(page)))
    return {text.strip().replace(" ", "-") for text in plain}


def test_every_link_leads_to_a_page_and_a_heading() -> None:
    wrong = []
    for page in PAGES:
        for path, anchor in LINK.findall(prose(page)):
            target = (page.parent / path) if path else page
            if not target.exists() or (anchor and anchor not in anchors(target)):
                wrong.append(f"{page.name}: {path}#{anchor}")
    assert not wrong, wrong


def test_what_the_architecture_says_of_a_room_is_in_it() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    rooms = dict(ROOM.findall(text))
    assert {"rules", "floor/facts", "journal", "web"} <= set(rooms)
    wrong = []
    for room, says in rooms.items():
        named = (each for names in NAMED.findall(says) for each in names.split())
        for name in filter(MODULE.fullmatch, named):
            if not any(SOURCE.glob(f"{room}/{name}*")) and not any(SOURCE.glob(f"*/*/{name}.py")):
                wrong.append(f"{room}: {name}")
    assert not wrong, wrong


def test_every_room_is_in_the_architecture() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert [room for room in sorted(rooms) if f"| `{room}/" not in text] == []


def test_the_ten_files_of_a_round_are_ten_that_the_walks_name() -> None:
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
    walks, _, rest = text.partition("## The ten files of a round")
    files = re.findall(r"`([\w/]+\.py)`", rest.partition("\n\n**")[0])
    assert len(files) == len(set(files)) == 10
    assert [file for file in files if not (SOURCE / file).is_file()] == []
    assert [file for file in files if f"`{file}`" not in walks] == []


def test_a_house_that_plans_reads_the_limits_of_the_code() -> None:
    text = (ROOT / "docs" / "running.md").read_text("utf-8")
    table = text.partition("## How large a site can be")[2].partition("\n\nA larger")[0]
    assert re.findall(r"^\| (.+?) \| ([\d,]+)", table, re.MULTILINE) == [
        ("tables", f"{parse.TABLES_MOST:,}"),
        ("jackpots", f"{parse.JACKPOTS_MOST:,}"),
        ("people in the site file", f"{parse.BADGES_MOST:,}"),
        ("site file", f"{SITE_BYTES_MOST:,}"),
        ("devices", f"{DEVICES_MOST:,}"),
        ("pages that follow the floor live at the leader", f"{PLACES.most:,}"),
        ("of these, kept for consoles", f"{PLACES.kept_for_consoles:,}"),
        ("signs at each follower", f"{FOLLOWER_PLACES.most:,}"),
    ]
