"""`pitboss approve` with the files beside its PDF, and `pitboss verify-install`."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from importlib import resources
from pathlib import Path

import pytest
from typer.testing import Result

import pitboss
from coded import code_first
from pitboss.cli import approve
from pitboss.live import installation
from pitboss.live.compiled_code import NO_SOURCE
from pitboss.live.house_key import HouseKey
from pitboss.live.release import running_release
from pitboss.refusal import Refusal

describe_submission = partial(approve.describe_submission, made="2026-11-16T00:00:00-08:00")
MACHINE = {
    "interpreter/python3.11": "1" * 64,
    "stdlib/os.py": "0" * 64,
    "system/libc6:amd64": "2.36-9",
}
EARLIER = {"pitboss/floor/money/meter.py": "1" * 64, "pitboss/words/en/floor.toml": "1" * 64}


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is installed, which a test may alter; three compiled files of it are right."""
    found = MACHINE | EARLIER
    monkeypatch.setattr(installation, "list_installation", lambda: found)
    monkeypatch.setattr(installation, "find_foreign_code", lambda: ())
    monkeypatch.setattr(installation, "find_foreign_libraries", lambda: ())
    compiled = dict.fromkeys(("pitboss/a.pyc", "pitboss/b.pyc", "stdlib/c.pyc"), "")
    monkeypatch.setattr(installation, "check_compiled_code", lambda *, libraries: compiled.items())
    return found


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """The starter site with its first table alone."""
    whole = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")
    head, first, *_ = whole.split("[[table]]")
    folder = tmp_path / "room"
    folder.mkdir()
    (folder / "site.toml").write_text(f"{head}[[table]]{first}", "utf-8")
    return folder


def test_what_was_approved_is_verified_on_demand(
    run: Callable[..., Result], room: Path, machine: dict[str, str]
) -> None:
    pdf, listed = room / "bundle.pdf", room / "bundle.sha256"
    assert run("approve", str(room), "--pdf", str(pdf), "--day", "2026-11-16").exit_code == 0
    assert running_release().sha256 in (room / "bundle.json").read_text("utf-8")
    told = run("verify-install", str(listed))
    assert (told.exit_code, told.stdout.splitlines()) == (
        0,
        [
            "Compiled files checked against their source: 3.",
            "As approved: 5 files and packages.",
        ],
    )
    machine |= {"stdlib/os.py": "2" * 64, "system/libc6:amd64": "2.36-10"}
    told = run("verify-install", str(listed))
    assert told.exit_code == 2
    assert told.stdout.splitlines() == [
        "stdlib/os.py: altered",
        "system/libc6:amd64: 2.36-9 is now 2.36-10",
        "Compiled files checked against their source: 3.",
    ]
    assert code_first(told.stderr).startswith(
        f"INSTALLATION_ALTERED: {listed}: 2 differences. Put back"
    )


def test_code_that_no_list_has_is_refused(
    run: Callable[..., Result],
    room: Path,
    machine: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    listed = room / "list.sha256"
    listed.write_text(installation.write_list(machine), "utf-8")
    foreign = [("PYTHONPATH", installation.IS_SET)]
    monkeypatch.setattr(installation, "find_foreign_code", lambda: foreign)
    told = run("verify-install", str(listed))
    assert told.exit_code == 2
    assert told.stdout.startswith(f"PYTHONPATH: {installation.IS_SET}\n")


@pytest.mark.parametrize(
    ("words", "named", "checked"),
    [([], ["pitboss/__pycache__/rules.pyc"], 1),
     (["--packages"], ["pitboss/__pycache__/rules.pyc", "site-packages/jinja2/b.pyc"], 2)],
)  # fmt: skip
def test_compiled_code_without_its_source_is_refused(
    run: Callable[..., Result],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    named: list[str],
    checked: int,
) -> None:
    """Of pitboss always, of the libraries if somebody asks."""
    own, packages, listed = tmp_path / "own", tmp_path / "packages", tmp_path / "list.sha256"
    for file in (own / "__pycache__" / "rules.pyc", packages / "jinja2" / "b.pyc"):
        file.parent.mkdir(parents=True)
        file.write_bytes(b"code")
    (tmp_path / "lib").mkdir()
    places = {"stdlib": tmp_path / "lib", "purelib": packages}
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(places[name]))
    monkeypatch.setattr(pitboss, "__file__", str(own / "__init__.py"))
    monkeypatch.setattr(installation, "list_installation", lambda: MACHINE)
    monkeypatch.setattr(installation, "find_foreign_code", lambda: ())
    monkeypatch.setattr(installation, "find_foreign_libraries", lambda: ())
    monkeypatch.setattr(installation, "altered_system_files", list)
    listed.write_text(installation.write_list(MACHINE), "utf-8")
    told = run("verify-install", str(listed), *words)
    assert told.exit_code == 2
    assert told.stdout.splitlines() == [
        *(f"{name}: {NO_SOURCE}" for name in named),
        f"Compiled files checked against their source: {checked}.",
    ]
    differences = "1 difference" if checked == 1 else f"{checked} differences"
    assert code_first(told.stderr).startswith(
        f"INSTALLATION_ALTERED: {listed}: {differences}. Put back"
    )


def test_a_release_is_classed_by_what_it_changes(room: Path, machine: dict[str, str]) -> None:
    before = room / "before.sha256"
    before.write_text(installation.write_list(machine), "utf-8")
    assert describe_submission(None).release_class == "major"
    told = {"pitboss/words/en/floor.toml": "2" * 64, "system/libc6:amd64": "2.36-10"}
    machine |= told | {"system-lists/libc6": "2" * 64}
    made = describe_submission(before)
    assert (made.release_class, made.changed) == (
        "minor",
        [
            ("pitboss/words/en/floor.toml", "altered"),
            ("system/libc6:amd64", "2.36-9 is now 2.36-10"),
            ("system-lists/", "1 differ"),
        ],
    )
    assert made.since == sha256(before.read_bytes()).hexdigest()
    for decides in ("pitboss/floor/money/meter.py", "interpreter/python3.11", "stdlib/os.py"):
        was, machine[decides] = machine[decides], "2" * 64
        made = describe_submission(before)
        assert (made.release_class, (decides, "altered") in made.changed) == ("major", True)
        machine[decides] = was


def test_a_list_of_another_kind_is_refused(
    refuses: Callable[..., str], room: Path, machine: dict[str, str]
) -> None:
    told = refuses("verify-install", str(room / "site.toml"))
    assert told.startswith(f"INSTALLATION_UNREADABLE: {room / 'site.toml'}: ")


def result_of(software: str) -> str:
    """What a trial writes."""
    tried = '{"fault": "engine killed", "loss": "power", "times": 5, "longest_ms": 900,'
    tried += ' "bound_ms": 3000}'
    head = f'"version": "0.2.0", "software": "{software}", "day": "2026-11-16", "is_sound": true'
    return f'{{{head}, "tried": [{tried}], "found": ["lost 0, doubled 0"]}}'


@pytest.fixture
def signed(run: Callable[..., Result], room: Path, tmp_path: Path) -> Path:
    """A signed report of a trial of this release."""
    result, report = tmp_path / "result.json", tmp_path / "signed.json"
    result.write_text(result_of(running_release().sha256), "utf-8")
    files = (str(room), str(result), "--to", str(report))
    told = run("sign-trial", *files, "--house-key", str(tmp_path / "house.key"))
    assert told.exit_code == 0, told.output
    return report


def test_a_signed_trial_of_this_release_is_bundled(signed: Path, machine: dict[str, str]) -> None:
    made = describe_submission(None, [signed])
    assert made.files()["signed.json"] == signed.read_bytes()
    part = json.dumps(dict(made.parts())["trial-signed.json"])
    for told in ('["engine killed", "power", "5", "900 ms", "3000 ms"]', "sound", "lost 0"):
        assert told in part, told


def test_an_altered_trial_is_refused(
    refuses: Callable[..., str], room: Path, signed: Path, machine: dict[str, str]
) -> None:
    signed.write_text(signed.read_text("utf-8").replace("900", "100"), "utf-8")
    told = refuses("approve", str(room), "--pdf", str(room / "b.pdf"), "--trial", str(signed))
    assert told.startswith(f"SIGNATURE_WRONG: {signed}: signature: ")
    assert not (room / "b.pdf").exists()


def test_a_trial_of_another_release_is_not_signed(
    refuses: Callable[..., str], room: Path, tmp_path: Path
) -> None:
    result = tmp_path / "result.json"
    result.write_text(result_of("0" * 64), "utf-8")
    key = tmp_path / "house.key"
    HouseKey(key, site_folder=room).sign(b"")
    files = (str(room), str(result), "--to", str(tmp_path / "signed.json"))
    told = refuses("sign-trial", *files, "--house-key", str(key))
    assert told.startswith(f"TRIAL_OTHER_RELEASE: {result}: software: this trial tested 0.2.0")


def commit(folder: Path, text: str, day: str) -> None:
    """Write the guide, and commit it on a day."""
    (folder / "guide.md").write_text(text, "utf-8")
    who = {"GIT_COMMITTER_NAME": "Kim", "GIT_COMMITTER_EMAIL": "kim@example.org"}
    who |= {"GIT_AUTHOR_NAME": "Kim", "GIT_AUTHOR_EMAIL": "kim@example.org"}
    dated = os.environ | who | {"GIT_COMMITTER_DATE": f"{day}T12:00:00Z"}
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Say more"]):
        subprocess.run(["git", *words], cwd=folder, env=dated, check=True)


def test_a_manual_goes_along_with_its_revision(tmp_path: Path, machine: dict[str, str]) -> None:
    commit(tmp_path, "# Guide\n", "2026-11-02")
    commit(tmp_path, "# Guide\n\nPress START.\n", "2026-11-16")
    made = describe_submission(None, manuals=tmp_path)
    assert made.files()["manual-guide.md"] == (
        b"Revision 2, 2026-11-16\n\n# Guide\n\nPress START.\n"
    )
    assert '["guide.md", "2", "2026-11-16"]' in json.dumps(dict(made.parts())["manuals"])
    (tmp_path / "guide.md").write_text("other", "utf-8")
    with pytest.raises(Refusal, match=r"MANUALS_UNREVISED.*Commit your changes"):
        describe_submission(None, manuals=tmp_path)


def test_manuals_outside_a_clone_have_no_revision(tmp_path: Path, machine: dict[str, str]) -> None:
    with pytest.raises(Refusal, match="MANUALS_UNREVISED"):
        describe_submission(None, manuals=tmp_path / "nowhere")
