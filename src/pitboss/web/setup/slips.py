"""Paper slips: each person's badge, PIN, and card track as a QR code."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pitboss.site.model import SiteBadge
from pitboss.web.access.admission import Access
from pitboss.web.screens.qr import qr_code


class BadgeSlip(Struct, frozen=True, kw_only=True):
    """What one person gets, once."""

    badge: str
    name: str
    role: str
    pin: str
    track: str
    code: str  # a picture of the track as a data address


def issue_slips(access: Access, badges: Sequence[SiteBadge]) -> list[BadgeSlip]:
    """New PINs and cards for these people; their old ones stop working."""
    slips = []
    for badge in badges:
        made = access.issue(badge.badge)
        slips.append(
            BadgeSlip(
                badge=badge.badge,
                name=badge.name,
                role=badge.role,
                pin=made.pin,
                track=made.track,
                code=qr_code(made.track),
            )
        )
    return slips
