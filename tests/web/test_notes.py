"""Notes on a prize, a day and the bank: on record, with files that nobody can change unseen."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pitboss.cli.app import GROUPS, command_line
from pitboss.live.attachments import ATTACHMENTS_FOLDER, PART_BYTES_MOST

from .office_support import award_of, signed_on
from .office_support import played_site as site
from .server_support import Site, Visitor
from .test_theme import PNG

__all__ = ["site"]
PDF = b"%PDF-1.7\n" + bytes(2 * PART_BYTES_MOST)
FILES = "/office/notes/files"
app = command_line(GROUPS)


def attach(who: Visitor, content: bytes, **note: Any) -> Any:
    """Send a file as the form does, in parts, then the note that names it."""
    digest = sha256(content).hexdigest()
    who.reload()
    for at in range(0, len(content), PART_BYTES_MOST):
        part = content[at : at + PART_BYTES_MOST]
        sent = who.request(
            "POST", f"{FILES}/{digest}/{at // PART_BYTES_MOST}",
            content=part, headers={"X-CSRF-Token": who.csrf},
        )  # fmt: skip
        assert sent.status_code == 200, sent.text
    return who.post("/office/notes", {"note": "See the file", **note, "sha256": digest})


def kept(site: Site, content: bytes) -> Path:
    return site.running_site.folder / ATTACHMENTS_FOLDER / sha256(content).hexdigest()


def noted(site: Site, cage: Visitor, **about: str) -> str:
    """A note with a PDF; the address of its file."""
    done = attach(cage, PDF, file_name="card.pdf", **about)
    assert done.status_code == 200, done.text
    return f"/office/notes/{done.json()['seq']}"


def test_a_note_is_on_the_prize_and_in_its_story(site: Site) -> None:
    cage = signed_on(site, "A400")
    award = award_of(cage, "Four Aces")
    done = cage.post("/office/notes", {"award": award, "note": "The player asked twice"})
    assert done.status_code == 200, done.text
    for page in (f"/office/wins/{award}", f"/office/story/award/{award}"):
        assert "The player asked twice" in cage.request("GET", page).text


def test_a_note_is_on_its_day_and_on_the_bank(site: Site) -> None:
    cage = signed_on(site, "A400")
    day = site.running_site.calendar.days[-1].day
    cage.post("/office/notes", {"day": day, "note": "The box was opened late"})
    assert "The box was opened late" in cage.request("GET", "/office/day").text
    cage.post("/office/notes", {"reference": "slip 9", "note": "The bank answered"})
    page = cage.request("GET", "/office/bank").text
    assert "The bank answered" in page
    assert "The box was opened late" not in page


@pytest.mark.parametrize("about", [{}, {"day": "2026-11-01", "reference": "slip 9"}])
def test_a_note_is_about_one_thing(site: Site, about: dict[str, str]) -> None:
    refused = signed_on(site, "A400").post("/office/notes", {"note": "What?", **about})
    assert refused.json()["code"] == "NOTE_WRONG"


def test_a_file_comes_back_as_it_was_and_nothing_in_it_runs(site: Site) -> None:
    cage = signed_on(site, "A400")
    address = noted(site, cage, award=award_of(cage, "Four Aces"))
    served = cage.request("GET", address)
    assert served.content == PDF
    headers = served.headers
    assert headers["content-type"] == "application/pdf"
    assert headers["content-disposition"].startswith("attachment;")
    assert headers["content-security-policy"] == "default-src 'none'; sandbox"
    assert headers["x-content-type-options"] == "nosniff"
    assert kept(site, PDF).stat().st_mode & 0o077 == 0


def test_a_file_that_was_changed_is_not_opened_and_fails_the_audit(site: Site) -> None:
    cage = signed_on(site, "A400")
    address = noted(site, cage, award=award_of(cage, "Four Aces"))
    journal = str(site.running_site.folder / "floor.db")
    sound = CliRunner().invoke(app, ["audit", journal])
    assert sound.exit_code == 0, sound.output
    assert "Attached files" in sound.output
    kept(site, PDF).write_bytes(PDF + b"more")
    assert "is not the one that was attached" in cage.request("GET", address).text
    changed = CliRunner().invoke(app, ["audit", journal])
    assert (changed.exit_code, "ATTACHMENT_CHANGED" in changed.output) == (1, True)
    kept(site, PDF).unlink()
    gone = CliRunner().invoke(app, ["audit", journal])
    assert (gone.exit_code, "ATTACHMENT_CHANGED" in gone.output) == (1, True)


def test_only_readers_of_winners_data_open_the_file_of_a_prize(site: Site) -> None:
    cage, floor = signed_on(site, "A400"), signed_on(site, "S200")
    award = award_of(cage, "Four Aces")
    of_prize = noted(site, cage, award=award)
    assert f'href="{of_prize}"' in cage.request("GET", f"/office/wins/{award}").text
    page = floor.request("GET", f"/office/wins/{award}").text
    assert "card.pdf" in page
    assert of_prize not in page
    assert floor.request("GET", of_prize).status_code == 403
    day = site.running_site.calendar.days[-1].day
    assert floor.request("GET", noted(site, cage, day=day)).content == PDF


@pytest.mark.parametrize("content", [b"<html><script>alert(1)</script>", b"GIF89a" + bytes(50)])
def test_a_file_is_what_its_first_bytes_say(site: Site, content: bytes) -> None:
    refused = attach(signed_on(site, "A400"), content, reference="slip 9", file_name="scan.pdf")
    assert refused.json()["code"] == "NOTE_WRONG"
    assert not kept(site, content).exists()


def test_a_file_that_did_not_arrive_whole_is_refused(site: Site) -> None:
    cage = signed_on(site, "A400")
    cage.reload()
    digest = sha256(PNG).hexdigest()
    cage.request(
        "POST", f"{FILES}/{digest}/0", content=PNG[:20], headers={"X-CSRF-Token": cage.csrf}
    )
    refused = cage.post("/office/notes", {"reference": "slip 9", "note": "x", "sha256": digest})
    assert refused.json()["code"] == "NOTE_WRONG"


def test_an_auditor_reads_notes_and_writes_none(site: Site) -> None:
    auditor = signed_on(site, "U600")
    refused = auditor.post("/office/notes", {"reference": "slip 9", "note": "Mine"})
    assert refused.json()["code"] == "ROLE_TOO_LOW"
    assert 'data-ask="add-note"' not in auditor.request("GET", "/office/bank").text


def test_a_backup_has_the_files(site: Site, tmp_path: Path) -> None:
    noted(site, signed_on(site, "A400"), reference="slip 9")
    file, folder = tmp_path / "house.backup", tmp_path / "again"
    made = CliRunner().invoke(app, ["backup", str(file), "--site", str(site.running_site.folder)])
    assert made.exit_code == 0, made.output
    restored = CliRunner().invoke(app, ["restore", str(file), "--site", str(folder)])
    assert restored.exit_code == 0, restored.output
    assert (folder / ATTACHMENTS_FOLDER / kept(site, PDF).name).read_bytes() == PDF
