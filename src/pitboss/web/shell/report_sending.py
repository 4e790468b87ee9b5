"""Sends reports of each gambling day into folders and by mail, as the site file says.

What was sent last is in a file of the site's folder, so a stop neither repeats nor misses a day. A
try that fails is repeated, at longer and longer intervals, and the office says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

from pitboss.books import Books, Period
from pitboss.books.clerk import Clerk
from pitboss.live.background import call_aside
from pitboss.live.mailing import send_mail
from pitboss.live.running_site import RunningSite
from pitboss.live.whole_file import write_whole
from pitboss.local_time import local
from pitboss.refusal import Refusal
from pitboss.reports.making import make_report, report_named, write_report
from pitboss.reports.source import SiteFacts
from pitboss.site.model import SiteSend
from pitboss.web.office.report_site import site_facts
from pitboss.web.shell.log import log
from pitboss.words.language import recording, texts

SENT_FILE = "sent.json"
LOOK_S = 60.0
WAIT_MOST_MS = 3_600_000
DAYS_MOST = 62  # as many are made up after a stop
PAPER = "letter"


class ReportSender:
    """Sends what is due, at the leader alone."""

    def __init__(self, running_site: RunningSite, clerk: Clerk) -> None:
        self._running_site = running_site
        self._clerk = clerk
        self._retry: dict[str, tuple[int, int]] = {}  # how long to wait, and until when
        self.failing: dict[str, tuple[str, int]] = {}  # by the send's name: why, since when

    async def keep(self) -> None:
        """Run as long as the site does; a training floor has nothing to report."""
        running_site = self._running_site
        while running_site.site.sends and not running_site.only_trains:
            if running_site.tenure.leads:
                await self.look()
            await asyncio.sleep(LOOK_S)

    async def look(self) -> None:
        """Send everything that is due now."""
        for send in self._running_site.site.sends:
            now_ms = self._running_site.now_ms()
            if now_ms < self._retry.get(send.send, (0, 0))[1]:
                continue
            try:
                await self._send_due(send, now_ms)
            except (Refusal, OSError, ValueError) as fault:
                if isinstance(fault, Refusal) and fault.code == "BOOKS_BEHIND":
                    continue  # they aren't read yet
                self._put_off(send.send, str(fault), now_ms)
            else:
                self._retry.pop(send.send, None)
                self.failing.pop(send.send, None)

    def _put_off(self, name: str, why: str, now_ms: int) -> None:
        wait_ms = min(WAIT_MOST_MS, 2 * self._retry.get(name, (int(LOOK_S * 500), 0))[0])
        self._retry[name] = (wait_ms, now_ms + wait_ms)
        _, since_ms = self.failing.get(name, ("", now_ms))
        self.failing[name] = (why, since_ms)
        log("not sent", send=name, why=why)

    async def _send_due(self, send: SiteSend, now_ms: int) -> None:
        file = self._running_site.folder / SENT_FILE
        sent = await asyncio.to_thread(_read_sent, file)
        zone = self._running_site.site.time_zone
        due = await self._clerk.ask(find_due, send.at, zone, now_ms)
        begun = [day for day in due if day > sent.get(send.send, "")]
        if send.send not in sent:
            begun = begun[-1:]  # a new line of the file begins with the newest day
        for day in begun:
            await self._send(send, day, due[day])
            sent = {**sent, send.send: day}
            await asyncio.to_thread(write_whole, file, json.dumps(sent, indent=1).encode())
            log("sent", send=send.send, day=day)

    async def _send(self, send: SiteSend, day: str, period: Period) -> None:
        site, folder = self._running_site.site, self._running_site.folder
        facts = site_facts(site, self._running_site.law.stated, self._running_site.names, folder)

        async def make(facts: SiteFacts) -> Mapping[str, bytes]:
            asked = (send.reports, period, facts, site.language, send.file_format)
            return await self._clerk.ask(make_files, *asked)

        if send.folder:
            for name, content in (await make(facts)).items():
                await asyncio.to_thread(write_whole, Path(send.folder) / name, content)
        if send.mail and site.mail is not None:
            said = texts(site.language)["sending"]
            posting = partial(
                send_mail,
                site.mail,
                send.mail,
                subject=said["subject"].format(house=site.name, day=day),
                text=said["text"],
                files=await make(replace(facts, names_staff=False)),
                number=f"{send.send}.{day}",
            )
            if missed := await asyncio.wrap_future(call_aside(posting, "mail")):
                log("not sent", send=send.send, to=missed)


def find_due(books: Books, at: str, time_zone: str, now_ms: int) -> dict[str, Period]:
    """The newest gambling days whose reports are due, oldest first: closed ones, or with a time
    those that ended before it."""
    ended = books.newest("day-ended", most=DAYS_MOST)[::-1]
    closed = {entry.event.ended_seq for entry in books.newest("day-closed", most=DAYS_MOST)}
    first = books.row(1)
    found, begin_ms = {}, first.at_ms if first else 0
    if len(ended) == DAYS_MOST:  # the one before them is only where the next begins
        begin_ms, ended = ended[0].at_ms, ended[1:]
    for entry in ended:
        is_due = (
            entry.seq in closed if not at else _clock_after(entry.at_ms, at, time_zone) <= now_ms
        )
        if is_due and entry.at_ms > begin_ms:
            found[entry.event.day] = Period(begin_ms, entry.at_ms)
        begin_ms = entry.at_ms
    return found


def make_files(
    books: Books,
    names: tuple[str, ...],
    period: Period,
    site: SiteFacts,
    language: str,
    file_format: str,
) -> Mapping[str, bytes]:
    """The reports as files, by their names; asked of whoever keeps the books."""
    found = {}
    with recording(language):
        for name in names:
            usual = report_named(name).choose_options({})
            made = make_report(books, name, period, site, usual)
            content = write_report(made, texts(language)["office"], file_format, paper=PAPER)
            found[made.file_name(file_format)] = content
    return found


def _clock_after(at_ms: int, clock: str, time_zone: str) -> int:
    """The first time after an instant at which the house's clock shows this."""
    moment = local(at_ms, time_zone)
    hour, minute = map(int, clock.split(":"))
    shown = moment.replace(hour=hour, minute=minute, second=0, microsecond=0)
    if shown < moment:
        shown += timedelta(days=1)
    return int(shown.timestamp() * 1000)


def _read_sent(file: Path) -> dict[str, str]:
    if not file.exists():
        return {}
    sent: dict[str, str] = json.loads(file.read_bytes())
    return sent
