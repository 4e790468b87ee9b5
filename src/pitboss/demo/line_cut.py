"""A room's line to its hub, which a visitor can cut and restore."""

from __future__ import annotations

import ssl

from pitboss.live.folder import new_id
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.wide.facts import sharing
from pitboss.wide.line.hub_call import call_hub
from pitboss.wide.line.hub_line import HubLine
from pitboss.wide.messages import AnswerMessage, StatementMessage


class LineCut:
    """A line that a visitor can cut."""

    def __init__(self, running_site: RunningSite, line: HubLine) -> None:
        self._running_site = running_site
        self._line = line
        self.is_cut = False
        line.call = self._call

    def cut(self, *, is_cut: bool) -> None:
        """Cut or restore the line. The room finds out without help; this only wakes it to look."""
        self.is_cut = is_cut
        self._running_site.claimed.set()

    async def settle(self) -> None:
        """State and post the last collections, so that the end can be proven; not over a cut
        line."""
        if not self.is_cut:
            site = self._running_site
            await site.ask(sharing.MakeStatement(command_id=new_id(), at_ms=site.now_ms()))
            await self._line.speak()

    def _call(
        self, address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
    ) -> AnswerMessage:
        if self.is_cut:
            raise Refusal("LINE_DOWN", "visitor_cut_line", where=address)
        return call_hub(address, tls, key, message)
