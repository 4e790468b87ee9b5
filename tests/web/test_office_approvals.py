"""The page of approvals: both columns for each table, and papers entered there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from pitboss.live.release import Release, running_release
from pitboss.web.access.issued import Secret

from .office_support import approve_tables, exported, played, signed_on
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, running

__all__ = ["site"]


def release_approved(supervisor: Visitor, release: str) -> None:
    """Two people enter the letter for a release."""
    papers = {"papers": [["letter", "20 July"]], "date": "2026-01-20", "signer": "the commission"}
    answer = supervisor.press(
        "approve-release", release=release, approval=papers, second_swipe=by_pin("A400")
    )
    assert answer.status_code == 200, answer.text


def test_both_columns_for_every_table_and_the_software(site: Site) -> None:
    rows = exported(signed_on(site, "T500"), "/office/approvals", "running_approved")
    wager = [row for row in rows if row["table"] == "C1" and row["item"] == "wager ante"]
    assert [(row["approved"], row["running"], row["same"]) for row in wager] == [
        ("$5.00 to $100.00", "$5.00 to $100.00", "yes")
    ]
    software = {row["running"] for row in rows if row["item"] == "software"}
    release = running_release()
    assert software == {f"{release.version} {release.sha256[:16]}"}
    assert exported(signed_on(site, "T500"), "/office/approvals", "drift") == []


@pytest.mark.parametrize(
    ("page", "told"),
    [
        ("approvals", '<p class="ok">All real-money tables run as approved.</p>'),
        ("devices", '<p class="ok">Nobody was turned away.</p>'),
    ],
)
def test_a_list_without_rows_says_whether_all_is_well_and_is_no_table(
    site: Site, page: str, told: str
) -> None:
    shown = signed_on(site, "E300").request("GET", f"/office/{page}").text
    assert told in shown
    assert not re.search(r"<tbody>\s*</tbody>", shown)


def test_papers_of_a_release_that_is_yet_to_run_are_entered_and_shown(site: Site) -> None:
    supervisor, release = signed_on(site, "S200"), "5e" * 32
    page = supervisor.request("GET", "/office/approvals").text
    assert 'data-command="approve-release"' in page
    assert 'id="sheet-release_papers"' not in page
    release_approved(supervisor, release)
    (row,) = exported(supervisor, "/office/approvals", "release_papers")
    assert (row["release"], row["letter"]) == (release, "letter 20 July")
    assert release in supervisor.request("GET", "/office/approvals").text
    assert exported(supervisor, "/office/approvals", "drift") == []


def test_software_that_was_not_approved_is_said_first_of_all_and_by_health(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site"
    with played(folder, keys) as before:
        assert "unapproved" not in before.watch("/healthz").json()
        assert "\npitboss_software_unapproved 0\n" in before.watch("/metrics").text
        release_approved(signed_on(before, "S200"), running_release().sha256)
    other = Release("0.9.0", running_release().manifest.replace("a", "b"))
    monkeypatch.setattr("pitboss.live.running_site.running_release", lambda: other)
    with running(folder, keys[1]) as site:
        health = site.watch("/healthz?leader")
        assert (health.status_code, health.json()["unapproved"]) == (200, other.sha256)
        assert "\npitboss_software_unapproved 0\n" not in site.watch("/metrics").text
        page = signed_on(site, "E300").request("GET", "/office/today").text
        assert page.count("Software not approved: no real-money rounds can start") == 1
        assert f"0.9.0 {other.sha256[:16]}" in page
        assert "Not running as approved" not in page


def test_another_shuffler_is_a_line_that_differs_until_its_papers_are_entered(site: Site) -> None:
    technician = signed_on(site, "T500")
    part = {"part": "shuffler", "name": "i-Deal", "version": "2.0", "mode": "Crazy 4 Poker"}
    answer = technician.press("record-equipment", table="C1", parts=[part])
    assert answer.status_code == 200, answer.text
    (line,) = exported(technician, "/office/approvals", "drift")
    assert (line["item"], line["approved"], line["running"], line["same"]) == (
        "equipment shuffler",
        "i-Deal 1.0, Crazy 4 Poker",
        "i-Deal 2.0, Crazy 4 Poker",
        "no",
    )
    reader = signed_on(site, "A400")
    reader.form("/language", language="es")
    assert "No funciona como se aprobó" in reader.request("GET", "/office/approvals").text
    supervisor = signed_on(site, "S200")
    page = supervisor.request("GET", "/office/approvals").text
    assert 'data-command="enter-approval"' in page
    bundle = page.split('<option value="C1|')[1][:64]
    approval = {
        "papers": [["letter", "15 July"], ["internal_controls", "13"], ["maker_license", "20-1"]],
        "date": "2026-01-15",
        "signer": "the commission",
    }
    answer = supervisor.press(
        "enter-approval",
        table="C1",
        bundle=bundle,
        approval=approval,
        second_swipe=by_pin("A400"),
    )
    assert answer.status_code == 200, answer.text
    assert exported(technician, "/office/approvals", "drift") == []
    (papers,) = [
        row
        for row in exported(technician, "/office/approvals", "approvals")
        if row["table"] == "C1"
    ]
    assert (papers["status"], papers["signer"], papers["date"]) == (
        "as approved",
        "the commission",
        "2026-01-15",
    )
    assert "15 July" in papers["letter"]
    assert "console" in papers["letter"]


def test_a_table_that_trains_beside_tables_for_money_is_told_what_to_do(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    folder = tmp_path / "mixed"
    shutil.copytree(keys[0], folder)
    file = folder / "site.toml"
    approve_tables(file)
    before, _, rest = file.read_text("utf-8").partition('id = "B1"')
    own, _, papers = rest.partition("[table.approval]")
    file.write_text(f'{before}id = "B1"{own}{papers[papers.index("[[") :]}', "utf-8")
    with running(folder, keys[1]) as mixed:
        page = mixed.visitor().sign_on("E300").load("/office/approvals").text
    assert "In training, play money only: B1." in page
    assert "Add a table with a new number" in page
    assert 'href="/help/refusals/TABLE_TRAINS"' in page
