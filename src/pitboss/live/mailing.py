"""Sends mail over an encrypted, verified line, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.refusal import Refusal
from pitboss.site.model import SiteMail
from pitboss.site.sends import TLS

if TYPE_CHECKING:
    from smtplib import SMTP
    from ssl import SSLContext

ANSWER_S = 30.0
OTHERS = 0o077


def send_mail(
    mail: SiteMail,
    to: Sequence[str],
    *,
    subject: str,
    text: str,
    files: Mapping[str, bytes],
    number: str,
) -> list[str]:
    """Send a message with files: the addresses that the server didn't take, if it took others.
    `number` is the same at every try, so that a mailbox can tell a repeat. Refused with
    SEND_FAILED."""
    import smtplib  # late: a server that sends no mail starts faster
    import ssl
    from email.message import EmailMessage

    message = EmailMessage()
    message["Subject"], message["From"], message["To"] = subject, mail.sender, ", ".join(to)
    message["Message-ID"] = f"<{number}@{mail.sender.rpartition('@')[2]}>"
    message.set_content(text)
    for name, content in files.items():
        message.add_attachment(content, "application", "octet-stream", filename=name)
    password = _password(mail) if mail.user else ""
    try:
        with _connected(mail, ssl.create_default_context()) as line:
            if mail.user:
                line.login(mail.user, password)
            return list(line.send_message(message))
    except (OSError, smtplib.SMTPException) as fault:
        raise Refusal("SEND_FAILED", where=mail.host, fault=str(fault)) from None


def _connected(mail: SiteMail, context: SSLContext) -> SMTP:
    import smtplib

    if mail.tls == TLS:
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=ANSWER_S, context=context)
    line = smtplib.SMTP(mail.host, mail.port, timeout=ANSWER_S)
    try:
        line.starttls(context=context)
    except BaseException:
        line.close()
        raise
    return line


def _password(mail: SiteMail) -> str:
    path = Path(mail.password_file)
    try:
        if path.stat().st_mode & OTHERS:
            raise Refusal("SEND_FAILED", "password_open", where=str(path))
        return path.read_text("utf-8").strip()
    except OSError as fault:
        raise Refusal("SEND_FAILED", where=str(path), fault=fault.strerror or fault) from None
