"""The software that runs: its digest, what an altered file stops; and a tampered journal."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Awaitable, Callable
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from pitboss.demo.wide_folders import make_folders
from pitboss.floor.facts import approvals, people, rounds
from pitboss.floor.facts.values import ApprovalRecord
from pitboss.floor.state.floor import changed
from pitboss.floor.view.attention import list_attention
from pitboss.journal.sqlite import SqliteJournal
from pitboss.live import running_site as running
from pitboss.live.folder import new_id
from pitboss.live.release import Release, release_in, running_release
from pitboss.live.running_site import RunningSite, open_running_site
from pitboss.refusal import Refusal


def demonstration(folder: Path) -> Path:
    """A site that plays for money."""
    text = resources.files("pitboss.demo").joinpath("site.toml").read_text("utf-8")
    (folder / "site.toml").write_text(text, "utf-8")
    return folder


def starter(folder: Path) -> Path:
    """A site that trains."""
    folder.mkdir()
    text = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")
    (folder / "site.toml").write_text(text, "utf-8")
    return folder


def run(folder: Path, act: Callable[[RunningSite], Awaitable[None]]) -> None:
    async def live() -> None:
        site = open_running_site(folder)
        site.begin()
        try:
            await act(site)
        finally:
            await site.close()

    asyncio.run(live())


def started(folder: Path, dealer: str, table: str = "C1") -> str:
    """What START answers at a table: nothing, or what was refused."""
    answers = []

    async def act(site: RunningSite) -> None:
        asked: dict[str, Any] = {"at_ms": site.now_ms(), "table": table}
        await site.ask(people.SignIn(command_id=new_id(), badge=dealer, **asked))
        reply = await site.ask(rounds.StartRound(command_id=new_id(), spots=(), **asked))
        answers.append(str(reply.refused or ""))
        await site.ask(rounds.EndRound(command_id=new_id(), **asked))

    run(folder, act)
    return answers[0]


def altered() -> Release:
    """The release that runs, with one file altered."""
    found = running_release()
    digest, path = found.manifest.splitlines()[-1].split("  ")
    return Release(found.version, found.manifest.replace(digest, sha256(path.encode()).hexdigest()))


def approval(release: str, *, at_ms: int) -> approvals.ApproveRelease:
    """Two people enter the letter for a release."""
    record = ApprovalRecord((("letter", "16 August"),), "2026-01-01", "the commission")
    return approvals.ApproveRelease(
        command_id=new_id(), at_ms=at_ms, release=release, approval=record, badges=("S200", "E300")
    )


def test_a_release_is_the_digest_of_every_file_as_sha256sum_lists_them(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "b.py").write_bytes(b"b")
    (tmp_path / "rules" / "a.toml").write_bytes(b"a")
    (tmp_path / "__pycache__" / "b.pyc").write_bytes(b"code" + bytes(12))
    found = release_in(tmp_path)
    lines = f"{sha256(b'b').hexdigest()}  b.py\n{sha256(b'a').hexdigest()}  rules/a.toml\n"
    assert found.manifest == lines
    assert found.sha256 == sha256(lines.encode()).hexdigest()
    (tmp_path / "b.py").write_bytes(b"B")
    assert release_in(tmp_path).sha256 != found.sha256


@pytest.mark.parametrize(
    ("flags", "path", "is_listed"),
    [
        (0b00, "__pycache__/b.pyc", False),  # by the time of its source
        (0b11, "__pycache__/b.pyc", False),  # by the digest of its source
        (0b01, "__pycache__/b.pyc", True),  # whatever its source is
        (0b00, "c.pyc", True),  # it has no source
    ],
)
def test_compiled_code_that_runs_without_its_source_is_an_altered_file(
    tmp_path: Path, flags: int, path: str, *, is_listed: bool
) -> None:
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "b.py").write_bytes(b"b")
    (tmp_path / path).write_bytes(b"code" + flags.to_bytes(4, "little") + b"digest")
    assert (path in release_in(tmp_path).manifest) == is_listed


def test_a_changed_line_of_a_linked_table_is_named_at_START_alone(tmp_path: Path) -> None:
    """C1 and C2 share a jackpot. With C1's approval void, no new floor opens for this file."""
    folder, new = demonstration(tmp_path), tmp_path / "new"
    assert started(folder, "D100") == ""
    text = (folder / "site.toml").read_text("utf-8")
    other = text.replace('ante = ["$5", "$100"]', 'ante = ["$5", "$90"]', 1)
    (folder / "site.toml").write_text(other, "utf-8")
    assert started(folder, "D101").startswith("TERMS_DRIFT: C1: wager ante: approved")
    (folder / "site.toml").write_text(text, "utf-8")
    assert started(folder, "D101") == ""
    new.mkdir()
    (new / "site.toml").write_text(other, "utf-8")
    with pytest.raises(Refusal, match="TRAINING_MIXED"):
        open_running_site(new)


def test_a_table_of_a_hubs_jackpot_without_approval_stops_and_others_start(tmp_path: Path) -> None:
    """Its floor goes on; no new one opens for this file, which is told by table and bundles."""
    wide, new = make_folders(tmp_path, address="127.0.0.1:1")["north"].path, tmp_path / "new"
    assert started(wide, "D100", "H1") == ""
    text = (wide / "site.toml").read_text("utf-8")
    approved = re.findall(r'bundle = "([0-9a-f]{64})"', text)[0]
    other = text.replace('ante = ["$5", "$100"]', 'ante = ["$5", "$90"]', 1)
    (wide / "site.toml").write_text(other, "utf-8")
    told = started(wide, "D101", "H1")
    assert told.startswith("TERMS_DRIFT: H1: wager ante: approved $5.00 to $100.00, runs $5.00 to ")
    assert started(wide, "D101", "H2") == ""
    new.mkdir()
    (new / "site.toml").write_text(other, "utf-8")
    with pytest.raises(Refusal) as refused:
        open_running_site(new)
    told, reason = str(refused.value), refused.value.reason
    assert told.startswith(
        f"SITE_WRONG: {new / 'site.toml'}: jackpot.wide: TRAINING_MIXED: a hub's "
    )
    plays = re.findall(rf"H1 .* approval is for bundle {approved}, but it plays (\w{{64}})", reason)
    (new / "site.toml").write_text(other.replace(approved, plays[0], 1), "utf-8")
    assert started(new, "D100", "H1") == "", "with an approval of what it plays"


def test_an_altered_file_stops_money_and_not_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    money, training = demonstration(tmp_path), starter(tmp_path / "training")
    assert started(money, "D100") == ""
    assert started(training, "D100") == ""
    other = altered()
    monkeypatch.setattr(running, "running_release", lambda: other)
    told = started(money, "D101")
    assert told.startswith("SOFTWARE_ALTERED: C1: software: approved ")
    assert other.manifest.splitlines()[-1].split("  ")[1] in told
    assert not started(training, "D101").startswith("SOFTWARE")


def test_who_would_stop_tables_for_money_is_not_handed_over_to_before_it_is_approved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    money, training = demonstration(tmp_path), starter(tmp_path / "training")
    monkeypatch.setattr("pitboss.live.tenure.BEGUN_S", 0)  # nobody begins here
    monkeypatch.setattr(SqliteJournal, "awaited_by", lambda _: altered().sha256)

    async def told(site: RunningSite, *, anyway: bool = False) -> str:
        with pytest.raises(Refusal) as refused:
            await site.hand_over(anyway=anyway)
        return str(refused.value)

    async def approve(site: RunningSite) -> None:
        refusal = await told(site)
        assert refusal.startswith("STANDBY_UNAPPROVED: hand-over: the standby runs")
        assert altered().sha256 in refusal
        assert site.tenure.holds
        reply = await site.ask(approval(altered().sha256, at_ms=site.now_ms()))
        assert reply.code == ""
        assert (await told(site)).startswith("STANDBY_SILENT")

    async def hand_over(site: RunningSite) -> None:
        assert (await told(site, anyway=not site.only_trains)).startswith("STANDBY_SILENT")

    run(money, hand_over)
    run(money, approve)
    run(training, hand_over)
    with monkeypatch.context() as patched:
        patched.setattr(running, "running_release", altered)
        assert started(money, "D100") == ""


@pytest.mark.parametrize("takes_over", [False, True])
def test_software_that_was_not_approved_leads_and_says_so_until_it_is(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    *,
    takes_over: bool,
) -> None:
    """However it comes to lead: it is started, or whoever led is gone."""
    folder = demonstration(tmp_path)
    assert started(folder, "D100") == ""

    async def act() -> None:
        before = open_running_site(folder) if takes_over else None
        monkeypatch.setattr(running, "running_release", altered)
        site = open_running_site(folder, standby=takes_over)
        site.begin()
        assert site.software.unapproved > 0, "said before it leads"
        if before is not None:
            assert before.software.unapproved == 0
            assert not site.tenure.leads
            await before.close()
            await site.wait_for_turn()
        assert site.tenure.leads
        asked: dict[str, Any] = {"at_ms": site.now_ms(), "table": "C1"}
        start = rounds.StartRound(command_id=new_id(), spots=(), **asked)
        assert (await site.ask(start)).code == "SOFTWARE_ALTERED"
        (first, *others) = await site.look(lambda state: list_attention(state, site.now_ms()))
        assert (first.what, str(first.about).split()[1]) == (
            "software_stops",
            altered().sha256[:16],
        )
        assert "drift" not in {each.what for each in others}, "said once, and not of each table"
        assert (await site.ask(approval(altered().sha256, at_ms=site.now_ms()))).code == ""
        assert (await site.ask(changed(start, command_id=new_id()))).code == ""
        assert site.software.unapproved == 0
        assert await site.look(lambda state: list_attention(state, site.now_ms())) == others
        await site.close()

    with caplog.at_level("INFO", logger="pitboss.live.software"):
        asyncio.run(act())
    told = [
        record.getMessage() for record in caplog.records if record.name == "pitboss.live.software"
    ]
    assert [each.split(":")[0] for each in told] == ["software not approved", "software approved"]
    assert altered().sha256 in told[0]


def test_the_same_release_is_noted_once(tmp_path: Path) -> None:
    noted = []

    async def count(site: RunningSite) -> None:
        rows = await site.rows(after_seq=0, limit=1000)
        noted.append(sum("release-noted" in row.events for row in rows))

    folder = starter(tmp_path / "site")
    for _ in range(2):
        run(folder, count)
    assert noted == [1, 1]


def test_a_tampered_row_keeps_the_server_closed(tmp_path: Path) -> None:
    """A start that replays finds it at once; one with a snapshot as soon as that is proven, see
    tests/attack/test_snapshot.py."""
    folder = starter(tmp_path / "site")
    assert started(folder, "D100") == ""
    with sqlite3.connect(folder / "floor.db") as database:
        database.execute("UPDATE journal SET at_ms = at_ms + 1 WHERE seq = 15")
    database.close()
    with pytest.raises(Refusal) as caught:
        open_running_site(folder, with_snapshot=False)
    assert caught.value.code == "JOURNAL_TAMPERED"
