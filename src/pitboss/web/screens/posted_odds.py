"""The odds of a table's bets, for players: how often each hand comes, and the house's share. They
are exact, from the stored counts, with the rules of that table."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import NamedTuple

from pitboss.lab.lab_wagers import LabWager
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.site.model import Site, SiteTable
from pitboss.web.lab_pages.lab_figures import likely_text, outcome_text, share_text
from pitboss.web.office.figures import ByContent, known_paytable
from pitboss.words.language import language_now, speaking

KEPT = 128
_ONE_AT_A_TIME = Lock()  # the first reader's figures take a moment, and anybody may ask


class BetOdds(NamedTuple):
    """A bet: its hands with how often each comes, and the house's share in the long run."""

    title: str
    rows: tuple[tuple[str, str, str], ...]  # hand, one in so many, pays
    edge: str
    has_meter: bool


def odds_of(site: Site, table: SiteTable, paytables: Paytables) -> list[BetOdds]:
    """Every bet of a table whose odds are counted, the jackpots first."""
    ids = [each.paytable for each in site.jackpots if each.jackpot in table.jackpots]
    ids += table.paytables.values()
    options = tuple(sorted((name, str(value)) for name, value in table.options.items()))
    found = []
    with _ONE_AT_A_TIME:
        for name in dict.fromkeys(ids):
            odds = _odds(known_paytable(paytables.get(name)), options, language_now())
            found += [odds] if odds is not None else []
    return found


@lru_cache(KEPT)
def _odds(
    asked: ByContent[Paytable], options: tuple[tuple[str, str], ...], language: str
) -> BetOdds | None:
    """A bet's odds at the settings of its table; none where they can't be counted."""
    paytable = asked.value
    wager = LabWager(paytable)
    try:
        known = {option.name for option in wager.options}
        chosen = {name: value for name, value in options if name in known}
        figures = wager.at(**chosen)
        with speaking(language):
            rows = tuple(
                (outcome_text(line.outcome, paytable), likely_text(line.probability), line.pays)
                for line in figures.lines
                if line.outcome in paytable.outcomes  # not every way that a round may go
            )
            return BetOdds(paytable.bet, rows, share_text(figures.edge, 2), bool(paytable.levels))
    except Refusal:
        return None
