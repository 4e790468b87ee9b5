"""A site's jurisdiction on the day somebody looks."""

from __future__ import annotations

from pitboss.rules import catalog
from pitboss.rules.profile import Profile
from pitboss.site.model import Site

# Faults that depend on a figure of the law. The house may have entered another figure, so the file
# alone can't tell: the owner of the journal checks again.
BY_FIGURE = (
    "AGGREGATE_WRONG", "CONTRIBUTION_UNREASONABLE", "GAMES_TOO_MANY", "LIMITS_ABOVE_CEILING",
    "LINKS_TOO_MANY", "ODDS_TOO_LONG", "SEATS_WRONG", "SENSORS_WRONG",
)  # fmt: skip


def profile_of(site: Site) -> Profile:
    """A site's profile, with the figures in force on its day."""
    return catalog.profile(site.profile).on(site.law_day, site.entered)
