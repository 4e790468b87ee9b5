"""What pages give away, and whom they believe."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from typer.testing import Result

from coded import code_first
from pitboss.live.hub import WATCHERS_OF_IDENTITY_MOST
from pitboss.web.access.issued import Secret
from web.office_support import award_of, noted, played, signed_on, verified
from web.server_support import Site, Visitor, by_pin, code_of, make_site
from web.test_process import served
from web.test_stream import listening

CHECK = "40771"


@pytest.fixture(scope="module")
def floor(
    tmp_path_factory: pytest.TempPathFactory, keys: tuple[Path, dict[str, Secret]]
) -> Iterator[Site]:
    """A site that has been played on, with a winner who was paid by name."""
    with played(tmp_path_factory.mktemp("pages") / "site", keys) as site:
        yield site


# ---- streams ------------------------------------------------------------------------------------


def test_one_sign_takes_no_more_streams_than_its_own(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    console = site.visitor().enroll("console", "C1")
    with ExitStack() as stack:
        for _ in range(WATCHERS_OF_IDENTITY_MOST):
            stack.enter_context(listening(site, sign, "/api/stream/sign/C1"))
        assert code_of(sign.load("/api/stream/sign/C1")) == (503, "STREAMS_TOO_MANY")
        stack.enter_context(listening(site, console, "/api/stream/table/C1")).until("beat")


# ---- the address --------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "6.6.6.6", ""])
def test_a_request_for_another_address_is_turned_away(site: Site, host: str) -> None:
    answer = site.visitor().request("GET", "/sign-on", headers={"Host": host})
    assert (answer.status_code, "HOST_UNKNOWN" in answer.text) == (421, True)


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:9"])
def test_this_machine_is_always_known(site: Site, host: str) -> None:
    assert site.visitor().request("GET", "/sign-on", headers={"Host": host}).status_code == 200


def test_a_forwarded_address_is_believed_from_the_named_proxy_alone(folder: Path) -> None:
    forwarded = {"X-Forwarded-For": "6.6.6.6", "X-Forwarded-Proto": "https"}
    for words, secure in (((), False), (("--proxy", "127.0.0.1"), True)):
        with served(folder, *words) as server:
            answer = server.client.get("/sign-on", headers=forwarded)
            assert ("Secure" in answer.headers["set-cookie"]) == secure


def test_a_win_page_shows_the_configured_address(folder: Path) -> None:
    with served(folder, "--address", "https://floor.example") as server:
        for host, status in (("floor.example", 200), ("evil.example", 421)):
            assert server.client.get("/sign-on", headers={"Host": host}).status_code == status


# ---- tokens of pages ----------------------------------------------------------------------------


def test_a_pages_token_is_good_for_its_own_session_only(site: Site) -> None:
    browser = site.visitor().sign_on("S200")
    token = browser.csrf
    browser.sign_on("E300")
    body = {"command_id": "x", "table": "C1", "reason": "x"}
    headers = {"X-CSRF-Token": token}
    older = browser.request("POST", "/api/commands/pause-table", json=body, headers=headers)
    assert code_of(older) == (403, "CSRF_WRONG")


def test_a_visitors_token_is_no_sessions(site: Site) -> None:
    attacker = site.visitor()
    attacker.load()
    victim = site.visitor()
    victim.cookies = dict(attacker.cookies)  # planted: the attacker knows the token of this visitor
    victim.sign_on("E300")
    body = {"kind": "console", "table": "C1"}
    headers = {"X-CSRF-Token": attacker.csrf}
    forged = victim.request("POST", "/api/devices/codes", json=body, headers=headers)
    assert code_of(forged) == (403, "CSRF_WRONG")


def test_a_console_goes_on_while_people_sign_on_and_off_beside_it(site: Site) -> None:
    console = site.visitor().enroll("console", "C1")
    page = console.load("/table/C1")
    assert page.status_code == 200
    token = console.csrf
    console.sign_on("S200")
    console.form("/sign-off")
    console.csrf = token
    assert console.press("sign-in", table="C1", swipe=by_pin("D100")).status_code == 200


# ---- winners ------------------------------------------------------------------------------------


def test_what_is_noted_of_a_winner_is_for_those_who_pay_and_audit(floor: Site) -> None:
    clerk = signed_on(floor, "A400")
    award = award_of(clerk, "Four Aces")
    verified(clerk, floor, award)
    payment = noted(floor, method="check", check_number=CHECK)
    paid = clerk.press("pay-prize", award=award, payment=payment)
    assert paid.status_code == 200, paid.text
    console: Visitor = floor.visitor().enroll("console", "C1")
    shown = {
        "accounting": clerk,
        "supervisor": signed_on(floor, "S200"),
        "auditor": signed_on(floor, "U600"),
        "technician": signed_on(floor, "T500"),
        "console": console,
    }
    seen = {who: CHECK in visitor.load(f"/wins/{award}").text for who, visitor in shown.items()}
    assert seen == {
        "accounting": True,
        "supervisor": True,
        "auditor": True,
        "technician": False,
        "console": False,
    }


# ---- the office ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what",
    [
        {"action": "set_table", "table": "nowhere", "jackpots": ["fours"]},
        {"action": "set_table", "table": "C1", "jackpots": ["nowhere"]},
        {"action": "close_table", "table": "nowhere"},
        {"action": "set", "jackpot": "nowhere"},
        {"action": "transfer", "jackpot": "fours", "into": "nowhere", "pairs": []},
        {"action": "retire", "jackpot": "nowhere", "into": "fours", "pairs": []},
    ],
)
def test_a_change_of_what_is_not_there_is_refused_by_name(
    site: Site, what: dict[str, object]
) -> None:
    executive = site.visitor().sign_on("E300")
    for path in ("/office/changes/preview", "/office/changes/request"):
        answer = executive.post(path, {"command_id": path, "reason": "x", "what": what})
        assert answer.status_code < 500, answer.text


def test_the_office_names_no_path_of_the_server(folder: Path, site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    file = folder / "site.toml"
    text = file.read_text("utf-8")
    file.write_text(text.replace('profile = "washington"', 'profile = "atlantis"'), "utf-8")
    answer = executive.load("/office/changes/file")
    assert "atlantis" in answer.text
    assert str(folder) not in answer.text


# ---- files --------------------------------------------------------------------------------------


def test_every_file_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    before = os.umask(0o022)
    try:
        made = subprocess.run(
            [sys.executable, "-m", "pitboss", "init", str(folder)], capture_output=True
        )
        assert made.returncode == 0
        make_site(folder)
        with served(folder):
            found = {file.name: file.stat().st_mode & 0o077 for file in folder.iterdir()}
    finally:
        os.umask(before)
    assert {"floor.db", "floor.db.lock", "access.db", "first-pins.txt"} <= set(found)
    assert set(found.values()) == {0}


def test_a_broker_password_on_the_command_line_is_refused_and_not_repeated(folder: Path) -> None:
    words = ["serve", "--site", str(folder), "--port", "0", "--mqtt", "mqtt://me:sesame@127.0.0.1"]
    answer = subprocess.run(
        [sys.executable, "-m", "pitboss", *words], capture_output=True, text=True, timeout=60
    )
    said = code_first(answer.stderr)
    assert (answer.returncode, said.split(":")[0]) == (
        2,
        "BROKER_PASSWORD_SHOWN",
    )
    assert "sesame" not in answer.stdout + answer.stderr


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://pit:sesame@127.0.0.1:1/floor",
        "postgres://pit@127.0.0.1:1/floor?password=sesame",
        "postgresql://127.0.0.1:1/floor?connect_timeout=1&sslpassword=sesame",
        "postgresql://pit:ses%ame@127.0.0.1:1/floor",  # not as it should be written
        "postgresql://pit:sesame/2@127.0.0.1:1/floor",
    ],
)
def test_a_database_password_on_the_command_line_is_refused_and_not_repeated(
    folder: Path, run: Callable[..., Result], address: str
) -> None:
    for words in (
        ("serve", "--site", str(folder), "--port", "0", "--database", address),
        ("audit", address),
        ("replay", address, "--until", "1"),
        ("export", address),
    ):
        answer = run(*words)
        assert (answer.exit_code, code_first(answer.stderr).split(":")[0]) == (
            2,
            "DATABASE_PASSWORD_SHOWN",
        )
        assert "PGPASSFILE" in answer.stderr
        assert "ses" not in answer.output


def test_an_address_of_no_known_server_is_not_repeated(run: Callable[..., Result]) -> None:
    answer = run("audit", "mysql://pit:sesame@127.0.0.1/floor")
    assert (answer.exit_code, code_first(answer.stderr).split(":")[0]) == (2, "DATABASE_UNKNOWN")
    assert "sesame" not in answer.output
