"""Whether this server's software is approved for the tables that play for money here. The log says
so before the server leads and until two people have entered its approval (PS-64)."""

from __future__ import annotations

import logging

from pitboss.floor.facts import approvals, changes, tables
from pitboss.floor.state.floor import State
from pitboss.floor.view.approvals import unapproved_tables

OF_APPROVALS = frozenset(
    (
        approvals.ApprovalEntered,
        changes.ChangeApplied,
        approvals.ReleaseApproved,
        approvals.ReleaseNoted,
        tables.TableOpened,
    )
)


class SoftwareStanding:
    """The release of a server that leads or may lead, and how many tables for money are approved
    with another. Nothing stops such a server: it leads, and the floor starts no round for money
    where the law forbids it, whoever led before."""

    def __init__(self, release: str) -> None:
        self.release = release
        self.unapproved = 0

    def look(self, state: State) -> None:
        """After events `OF_APPROVALS`, count the tables, and log any change."""
        before, self.unapproved = self.unapproved, len(unapproved_tables(state, self.release))
        log = logging.getLogger(__name__)
        if self.unapproved and not before:
            log.warning(
                "software not approved: this server runs release %s, but %d real-money tables are"
                " approved with another; two people must enter its approval in the office, under"
                " Approvals, or install the approved release",
                self.release,
                self.unapproved,
            )
        elif before and not self.unapproved:
            log.info("software approved: release %s", self.release)
