"""Approvals: papers for what a table plays, changes to it, and the software."""

from __future__ import annotations

from pitboss.floor.facts.base import Command, Event
from pitboss.floor.facts.limits import TextLines
from pitboss.floor.facts.meanings import BadgeId, Coded, OpenName, TableId
from pitboss.floor.facts.permission import ONE_OR_SERVER, TWO_APPROVERS, Permission
from pitboss.floor.facts.values import ApprovalRecord, BundleItem, Value


class RoleFunctions(Value):
    """What a role may ask for in a release of the software."""

    role: Coded
    functions: tuple[str, ...]


class EnterApproval(Command):
    """Enter the papers that let a table play for money, with its equipment and the running software
    (PS-64). The digest says what they are for."""

    permission = TWO_APPROVERS
    office = "approvals"
    table: TableId
    bundle: str
    approval: ApprovalRecord
    badges: tuple[BadgeId, BadgeId]


class ApprovalEntered(Event):
    """A table has the papers for what it plays."""

    table: TableId
    bundle: str
    approval: ApprovalRecord
    badges: tuple[BadgeId, BadgeId]


class ChangeBundle(Command):
    """The rules, paytables or limits of a table are no longer those on record. The server reports
    this at its start, without a badge."""

    permission = ONE_OR_SERVER
    table: TableId
    plays: tuple[BundleItem, ...]
    folded_qualify: bool = True
    badge: BadgeId


class BundleChanged(Event):
    """A table's rules, paytables or limits have changed."""

    table: TableId
    before: tuple[BundleItem, ...]
    plays: tuple[BundleItem, ...]
    folded_qualify: bool
    badge: BadgeId


class NoteRelease(Command):
    """The server started with different software than the record says: the SHA-256 of each of its
    files, as sha256sum writes them, and what each role may do in it."""

    permission = Permission()
    version: str
    manifest: TextLines
    functions: tuple[RoleFunctions, ...] = ()


class ReleaseNoted(Event):
    """Different software is running; `release` is the SHA-256 of its manifest, `altered` lists the
    files that differ from the previous release."""

    version: str
    release: str
    before: OpenName
    altered: tuple[str, ...]
    manifest: str
    functions: tuple[RoleFunctions, ...] = ()


class ApproveRelease(Command):
    """Enter the papers for a release of the software. They cover every table for money: now if it
    is running, otherwise once it does."""

    permission = TWO_APPROVERS
    office = "approvals"
    release: str
    approval: ApprovalRecord
    badges: tuple[BadgeId, BadgeId]


class ReleaseApproved(Event):
    """A release of the software has its papers."""

    release: str
    approval: ApprovalRecord
    badges: tuple[BadgeId, BadgeId]
