"""The studio's looks on a running site: files by their digests, what signs show when, and the
public page of a table."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from pitboss.live.attachments import PART_BYTES_MOST
from pitboss.web.access.backup import copy_store, restore
from pitboss.web.access.sign_files import SignFiles
from pitboss.web.access.store import FileStore

from .office_support import played_site as site
from .office_support import signed_on
from .server_support import Site, Visitor
from .test_theme import JPEG, PNG

__all__ = ["site"]
COLORS = {
    "ground": "#060a18", "glow": "#1a2f6b", "panel": "#0e1630", "line": "#31457f",
    "text": "#eef3ff", "quiet": "#a9b8de", "accent": "#8fb4ff", "money": "#fff3c9",
    "hit": "#ffd873",
}  # fmt: skip
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
WEBM = b"\x1aE\xdf\xa3\x9fB\x86\x81\x01B\xf7\x81\x01B\xf2\x81\x04B\xf3\x81\x08B\x82\x84webm"


def look(**more: Any) -> dict[str, Any]:
    return {"colors": COLORS, "levels": ["#ffd873"], "family": "deco", **more}


def upload(who: Visitor, content: bytes, name: str = "lobby.png") -> Any:
    """Send a file as the studio does: in parts, then by its digest."""
    digest = sha256(content).hexdigest()
    who.reload()
    for at in range(0, len(content), PART_BYTES_MOST):
        part = content[at : at + PART_BYTES_MOST]
        sent = who.request(
            "POST", f"/office/signs/files/{digest}/{at // PART_BYTES_MOST}",
            content=part, headers={"X-CSRF-Token": who.csrf},
        )  # fmt: skip
        assert sent.status_code == 200, sent.text
    return who.post(f"/office/signs/files/{digest}", {"file_name": name})


def show(who: Visitor, **settings: Any) -> None:
    done = who.press("set-signs", settings=settings)
    assert done.status_code == 200, done.text


def test_a_scheduled_look_is_on_sign_and_wall_with_its_files(site: Site) -> None:
    who = signed_on(site, "S200")
    picture = PNG + bytes(2 * PART_BYTES_MOST)
    assert upload(who, picture).status_code == 200
    digest = sha256(picture).hexdigest()
    shows = look(picture=digest, logo=digest, veil_percent=90)
    assert who.press("save-look", look="lobby", shows=shows).status_code == 200
    assert 'data-theme="~lobby"' not in who.request("GET", "/sign/C1").text
    show(who, times=[{"look": "lobby"}])
    for address in ("/sign/C1", "/wall"):
        assert 'data-theme="~lobby"' in who.request("GET", address).text
    style = site.visitor().request("GET", "/sign/themes/~lobby.css").text
    assert f'--image: url("/sign/themes/files/{digest}");' in style
    assert "--family: Limelight," in style
    served = site.visitor().request("GET", f"/sign/themes/files/{digest}")
    assert served.content == picture
    assert served.headers["content-type"] == "image/png"
    assert served.headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert served.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("content", "name", "case"),
    [
        (SVG, "logo.svg", "is none of these: PNG, JPEG, WebP, WebM, MP4"),
        (SVG, "logo.png", "is none of these: PNG, JPEG, WebP, WebM, MP4"),
        (b"<html><script>alert(1)</script>", "page.webm", "is none of these"),
    ],
)
def test_a_file_is_what_its_first_bytes_say(
    site: Site, content: bytes, name: str, case: str
) -> None:
    who = signed_on(site, "S200")
    refused = upload(who, content, name)
    assert refused.status_code != 200
    assert case in refused.json()["reason"]
    gone = site.visitor().request("GET", f"/sign/themes/files/{sha256(content).hexdigest()}")
    assert gone.status_code == 404


def test_jpeg_and_video_are_known_by_their_content(site: Site) -> None:
    who = signed_on(site, "S200")
    for content in (JPEG, WEBM):
        assert upload(who, content, "any name").status_code == 200
    types = {each.media_type for each in site.running_site.signs.files.values()}
    assert types == {"image/jpeg", "video/webm"}


def test_a_file_that_did_not_arrive_whole_is_refused(site: Site) -> None:
    who = signed_on(site, "S200")
    who.reload()
    digest = sha256(PNG).hexdigest()
    sent = who.request(
        "POST", f"/office/signs/files/{digest}/0",
        content=PNG[:20], headers={"X-CSRF-Token": who.csrf},
    )  # fmt: skip
    assert sent.status_code == 200
    refused = who.post(f"/office/signs/files/{digest}", {"file_name": "lobby.png"})
    assert refused.json()["code"] == "SIGN_LOOK_WRONG"


def test_an_unreadable_look_is_refused_to_whoever_sends_it(site: Site) -> None:
    who = signed_on(site, "S200")
    dim = look(colors={**COLORS, "money": "#31457f"})
    refused = who.press("save-look", look="dim", shows=dim).json()
    assert (refused["code"], refused["where"]) == ("THEME_CONTRAST_LOW", "colors.money")


def test_an_auditor_sees_no_studio_button_and_changes_nothing(site: Site) -> None:
    auditor = signed_on(site, "U600")
    page = auditor.request("GET", "/office/signs").text
    assert "<iframe" in page
    assert 'id="settings"' not in page
    assert auditor.press("set-signs", settings={"calm": True}).json()["code"] == "ROLE_TOO_LOW"
    assert not site.running_site.signs.settings.calm


def test_the_settings_reach_every_sign(site: Site) -> None:
    who = signed_on(site, "S200")
    show(who, calm=True, milestone_cents=500_000, shows_code=True)
    page = who.request("GET", "/sign/C1").text
    assert re.search(r"<main [^>]*data-calm", page)
    assert '"milestone_cents": 500000' in page
    assert '"sound": false' in page
    assert "QR code: odds and rules of this table" in page


def test_a_players_phone_reads_odds_and_rules_without_signing_in(site: Site) -> None:
    """Four aces in five cards: 48 of 2,598,960 deals, 1 in 54,145."""
    page = site.visitor().request("GET", "/posted/table/C1")
    assert page.status_code == 200
    text = " ".join(re.sub(r"<[^>]+>", " ", page.text).split())
    assert re.search(r"Four Aces 1 in 54,145\b", text)
    assert "The house keeps" in text
    assert site.visitor().request("GET", "/posted").status_code in (303, 401)


def test_files_are_in_a_backup_and_parts_that_never_came_to_a_file_make_room(
    tmp_path: Path,
) -> None:
    store = FileStore(tmp_path / "access.db")
    files = SignFiles(store)
    kept = sha256(PNG).hexdigest()
    files.take_part(kept, 0, PNG, kept=())
    for at in range(5):
        files.take_part(f"{at}" * 64, 0, b"part", kept=(kept,))
    ((left,),) = store.read("SELECT count(DISTINCT sha256) FROM sign_file")
    assert left == 2  # the kept one, and the newest
    again = FileStore(tmp_path / "again.db")
    restore(again, copy_store(store))
    assert SignFiles(again).read(kept) == PNG
    store.close()
    again.close()
