"""What the jurisdiction of a site asks on the day on which somebody looks."""

from __future__ import annotations

from pitboss.rules import catalog
from pitboss.rules.profile import Profile
from pitboss.site.model import Site

# Faults that a figure of the law decides. The house may have entered another one, so that a file
# alone does not tell: whoever knows the journal looks again.
BY_FIGURE = (
    "AGGREGATE_WRONG", "CONTRIBUTION_UNREASONABLE", "GAMES_TOO_MANY", "LIMITS_ABOVE_CEILING",
    "LINKS_TOO_MANY", "ODDS_TOO_LONG", "SEATS_WRONG", "SENSORS_WRONG",
)  # fmt: skip


def profile_of(site: Site) -> Profile:
    """The profile of a site, with the figures that hold on its day."""
    return catalog.profile(site.profile).on(site.law_day, site.entered)
