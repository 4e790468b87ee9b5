"""The line of a room to its hub, in the hands of a visitor: he cuts it, and restores it."""

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
    """A line that can be cut."""

    def __init__(self, running_site: RunningSite, line: HubLine) -> None:
        self._running_site = running_site
        self._line = line
        self.is_cut = False
        line.call = self._call

    def cut(self, *, is_cut: bool) -> None:
        """Cut the line, or restore it. The room notices by itself; it is only woken to look."""
        self.is_cut = is_cut
        self._running_site.claimed.set()

    async def settle(self) -> None:
        """State what was collected last, and post it, so that the end can be proven; not over a
        line that is cut."""
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
