"""Reports that a site file sends by itself: which, when, and where to."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from pitboss.site.faults import Faults
from pitboss.site.file_keys import Keys, incomplete
from pitboss.site.model import SiteMail, SiteSend

FORMATS = ("pdf", "xlsx", "csv")
TLS, STARTTLS = "tls", "starttls"
PORTS = {TLS: 465, STARTTLS: 587}
REPORTS = tuple(f"R{number}" for number in range(1, 20))
# By mail only what names no player, prize or text of the staff; people appear as badges.
MAILED = ("R1", "R5", "R9", "R10", "R14", "R17", "R18")
CLOCK = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
ADDRESS = re.compile(r"[^\s@<>,;]+@[^\s@<>,;]+", re.ASCII)


def read_send(keys: Keys, name: str) -> SiteSend:
    """One `[[send]]` of the file."""
    return SiteSend(
        send=name,
        reports=keys.texts("reports"),
        file_format=keys.choice("format", FORMATS, default=FORMATS[0]),
        at=keys.text("at", default=""),
        folder=keys.text("folder", default=""),
        mail=keys.texts("mail"),
    )


def read_mail(keys: Keys) -> SiteMail | None:
    """The `[mail]` of the file."""
    if not keys.has("mail"):
        return None
    with closing(keys.below("mail", keys.raw("mail"))) as mail:
        tls = mail.choice("tls", tuple(PORTS), default=STARTTLS)
        return SiteMail(
            host=mail.text("host"),
            port=mail.number("port") or PORTS[tls or STARTTLS],
            tls=tls,
            sender=mail.text("from"),
            user=mail.text("user", default=""),
            password_file=mail.text("password_file", default=""),
        )


def check_sends(sends: tuple[SiteSend, ...], mail: SiteMail | None, faults: Faults) -> None:
    """Check what each sends, and where to."""
    for each in sends:
        at = faults.below(f"send.{each.send}")
        _check_reports(each, at)
        if each.at and not CLOCK.fullmatch(each.at):
            at.error("SITE_VALUE_WRONG", "at", "send_clock")
        if not each.folder and not each.mail:
            incomplete(at, "folder")
        if each.folder and not Path(each.folder).is_absolute():
            at.error("SITE_VALUE_WRONG", "folder", "send_folder")
        if not all(map(ADDRESS.fullmatch, each.mail)):
            at.error("SITE_VALUE_WRONG", "mail", "mail_address")
    if mail is None:
        if any(each.mail for each in sends):
            incomplete(faults, "mail")
        return
    if mail.sender and not ADDRESS.fullmatch(mail.sender):
        faults.error("SITE_VALUE_WRONG", "mail.from", "mail_address")
    if bool(mail.user) != bool(mail.password_file):
        missing = "password_file" if mail.user else "user"
        incomplete(faults, missing, f"mail.{missing}")


def _check_reports(send: SiteSend, at: Faults) -> None:
    if not send.reports:
        incomplete(at, "reports")
    for report in send.reports:
        if report not in REPORTS:
            at.error("SITE_VALUE_WRONG", "reports", "not_one_of", value=report, known=REPORTS)
        elif send.mail and report not in MAILED:
            at.error("SITE_VALUE_WRONG", "mail", "not_by_mail", value=report, known=MAILED)
