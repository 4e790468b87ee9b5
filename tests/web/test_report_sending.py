"""Reports on a schedule: into a folder, by encrypted mail, each day once, again after a fault."""

from __future__ import annotations

import asyncio
import email
import email.policy
import ssl
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pitboss.books.clerk import Clerk
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import Folder, read_folder
from pitboss.reports.making import reports
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check
from pitboss.site.model import SiteMail, SiteSend
from pitboss.site.parse import parse_site
from pitboss.site.sends import MAILED, REPORTS
from pitboss.web.shell.report_sending import SENT_FILE, ReportSender
from pitboss.web.shell.telling import BOARD_WORDS
from reports.played import make_house

from .history import Past
from .mail_server import MailServer, make_certificate
from .server_support import STARTER

HOUR_MS = 3_600_000
BOTH_CLOSED = ["2026-11-07", "2026-11-08"]


def close_second(past: Past) -> None:
    past.end_day()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    """Two closed gambling days."""
    folder = tmp_path_factory.mktemp("sending") / "site"
    make_house(folder, then=close_second)
    return read_folder(folder)


class Sending:
    """A house whose file says these sends, served by one engine after another."""

    def __init__(self, house: Folder, *sends: SiteSend, mail: SiteMail | None = None) -> None:
        self.folder, self.now_ms = house.path, 4_000_000_000_000
        site = SimpleNamespace(
            sends=sends, mail=mail, language="en", time_zone=house.site.time_zone,
            name=house.site.name, tables=house.site.tables, signs=house.site.signs,
            payer=house.site.payer,
        )  # fmt: skip
        running_site = SimpleNamespace(
            site=site, folder=house.path, now_ms=lambda: self.now_ms, only_trains=False,
            law=SimpleNamespace(stated=house.profile), names=house.names(BOARD_WORDS),
            tenure=SimpleNamespace(leads=True),
        )  # fmt: skip
        self.running_site: Any = cast(Any, running_site)
        self.clerk = Clerk(JournalPlace(house.path), house.path)
        self.sender = ReportSender(self.running_site, self.clerk)
        (house.path / SENT_FILE).unlink(missing_ok=True)

    async def look(self) -> None:
        await self.sender.look()

    def starts_again(self) -> None:
        """The server stops and starts."""
        self.sender = ReportSender(self.running_site, self.clerk)


def into(folder: Path, **more: Any) -> SiteSend:
    return SiteSend("books", ("R1", "R5"), "csv", folder=str(folder), **more)


def test_a_day_is_sent_once_whatever_restarts(house: Folder, tmp_path: Path) -> None:
    async def run() -> None:
        sending = Sending(house, into(tmp_path))
        await sending.look()
        names = ["R1-accrual-2026-11-09.csv", "R5-coin_in-2026-11-09.csv"]
        assert [each.name[:11] for each in sorted(tmp_path.iterdir())] == [
            each[:11] for each in names
        ]
        for each in tmp_path.iterdir():
            each.unlink()
        sending.starts_again()
        await sending.look()
        assert list(tmp_path.iterdir()) == []
        await sending.clerk.close()

    asyncio.run(run())


def test_days_missed_while_the_server_was_off_are_made_up(house: Folder, tmp_path: Path) -> None:
    async def run() -> None:
        sending = Sending(house, into(tmp_path))
        (house.path / SENT_FILE).write_text('{"books": "2026-11-06"}', "utf-8")
        await sending.look()
        assert len(list(tmp_path.glob("R1-*.csv"))) == len(BOTH_CLOSED)
        await sending.clerk.close()

    asyncio.run(run())


def test_a_fault_is_shown_and_tried_again_later_and_later(house: Folder, tmp_path: Path) -> None:
    async def run() -> None:
        gone = tmp_path / "gone"
        sending = Sending(house, into(gone))
        await sending.look()
        why, since_ms = sending.sender.failing["books"]
        assert "gone" in why
        gone.mkdir()
        await sending.look()  # not yet: it waits
        assert list(gone.iterdir()) == []
        sending.now_ms += HOUR_MS
        await sending.look()
        assert list(gone.iterdir()) != []
        assert (sending.sender.failing, since_ms) == ({}, sending.now_ms - HOUR_MS)
        await sending.clerk.close()

    asyncio.run(run())


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_certificate(tmp_path_factory.mktemp("mail"))


def mailed(server: MailServer, secrets: Path) -> tuple[SiteSend, SiteMail]:
    secrets.write_text("open sesame\n", "utf-8")
    secrets.chmod(0o600)
    mail = SiteMail("localhost", server.port, "starttls", "books@house.example", "books",
                    str(secrets))  # fmt: skip
    return SiteSend("mail", ("R1", "R5"), "csv", mail=("controller@house.example",)), mail


def test_mail_goes_encrypted_with_the_reports_and_no_name_of_staff(
    house: Folder, tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))

    async def run() -> MailServer:
        async with MailServer(certificate).serving() as server:
            send, mail = mailed(server, tmp_path / "password")
            sending = Sending(house, send, mail=mail)
            await sending.look()
            assert sending.sender.failing == {}
            await sending.look()
            await sending.clerk.close()
            return server

    server = asyncio.run(run())
    (taken,) = server.taken
    message = email.message_from_bytes(taken, policy=email.policy.default)
    assert message["To"] == "controller@house.example"
    attached = {each.get_filename(): each.get_content() for each in message.iter_attachments()}
    assert [str(name).partition("-")[0] for name in attached] == ["R1", "R5"]
    assert b"Accounting Clerk" not in b"".join(attached.values())
    assert [line.split()[0].upper() for line in server.plain] == [b"EHLO", b"STARTTLS"]


@pytest.mark.parametrize("is_trusted", [True, False])
def test_no_mail_goes_plain_or_to_a_server_nobody_vouches_for(
    house: Folder, tmp_path: Path, certificate: Path, monkeypatch: pytest.MonkeyPatch,
    *, is_trusted: bool,
) -> None:  # fmt: skip
    """One server is trusted and offers no encryption; the other's certificate is unknown."""
    if is_trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert ssl.create_default_context().cert_store_stats()["x509"]

    async def run() -> None:
        async with MailServer(certificate, offers_tls=not is_trusted).serving() as server:
            send, mail = mailed(server, tmp_path / "password")
            sending = Sending(house, send, mail=mail)
            await sending.look()
            assert "mail" in sending.sender.failing
            assert server.taken == []
            assert not any(b"AUTH" in line for line in server.plain)
            await sending.clerk.close()

    asyncio.run(run())


def faults_of(more: str) -> set[str]:
    site = parse_site(STARTER.read_text("utf-8") + more)
    return {fault.where for fault in check(site, Paytables())}


SEND = '[[send]]\nid = "x"\nreports = {reports}\n{more}\n'
MAIL = '[mail]\nhost = "mail.example"\nfrom = "a@b.example"\n'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (SEND.format(reports='["R6"]', more='mail = ["a@b.example"]') + MAIL, "send.x.mail"),
        (SEND.format(reports='["R1"]', more='mail = ["a@b.example"]'), "mail"),
        (SEND.format(reports='["R99"]', more='folder = "/srv"'), "send.x.reports"),
        (SEND.format(reports='["R1"]', more='folder = "here"'), "send.x.folder"),
        (SEND.format(reports='["R1"]', more='folder = "/srv"\nat = "6"'), "send.x.at"),
        (SEND.format(reports='["R1"]', more=""), "send.x.folder"),
        (MAIL + 'tls = "none"\n', "mail.tls"),
    ],
)
def test_a_wrong_send_is_a_fault_of_the_site_file(text: str, where: str) -> None:
    assert any(found.endswith(where) for found in faults_of(text) - faults_of(""))


def test_every_report_is_known_and_those_about_people_are_not_mailed() -> None:
    assert tuple(each.label for each in reports()) == REPORTS
    assert not {"R6", "R11", "R13", "R15", "R19"} & set(MAILED)
