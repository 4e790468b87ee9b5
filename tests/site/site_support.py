"""A small, sound site as text, and what is wrong with it after a change."""

from __future__ import annotations

from importlib import resources

from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.site.check import check, played_of, tables_of
from pitboss.site.faults import ERROR, Fault
from pitboss.site.model import Site
from pitboss.site.parse import parse_site
from pitboss.site.table_approval import bundle_of as digest_of_table

PAYTABLES = Paytables()
STARTER = resources.files("pitboss.site").joinpath("starter.toml").read_text("utf-8")

HOUSE = """
[property]
name = "Cedar Room"
time_zone = "America/Los_Angeles"
profile = "washington"
opened_by = ["S2", "A4"]

[bank]
name = "Cedar Bank"
state = "WA"
last_four = "4821"
deposit = "$500,000"
reference = "opening deposit"
day = "2023-01-02"
deposited_by = "A4"

[[badge]]
id = "D1"
name = "Dealer"
role = "dealer"

[[badge]]
id = "S2"
name = "Supervisor"
role = "supervisor"

[[badge]]
id = "E3"
name = "Executive"
role = "executive"

[[badge]]
id = "A4"
name = "Accounting"
role = "accounting"

[[badge]]
id = "U6"
name = "Auditor"
role = "auditor"
"""

FOURS = """
[[jackpot]]
id = "fours"
kind = "progressive"
paytable = "crazy4/progressive/pays-1"
"""

EQUIPMENT = """
[table.equipment]
console = { name = "pitboss console", version = "0.2.0", approval = "report 26-0117" }
display = { name = "monitor", version = "1.0" }
shuffler = { name = "i-Deal", version = "1.0", mode = "Crazy 4 Poker", approval = "list of 2026" }
"""


LEFT_OUT = ("APPROVAL_MISSING", "LIMITS_MISSING")


def jackpot(name: str, paytable: str, more: str = "") -> str:
    """A progressive jackpot with a paytable's own seeds and rates."""
    return f'\n[[jackpot]]\nid = "{name}"\nkind = "progressive"\npaytable = "{paytable}"\n{more}\n'


def usual_base(game: str) -> str:
    """The base paytable that a game has unless somebody chooses."""
    rules = catalog.game(game)
    return rules.usual_id(rules.slot("base"))


def table(name: str, game: str, jackpots: str, *, more: str = "", options: str = "") -> str:
    """A table with its usual base paytable and whole equipment."""
    return (
        f'\n[[table]]\nid = "{name}"\ngame = "{game}"\nseats = 6\njackpots = {jackpots}\n{more}\n'
        f'[table.options]\n{options}\n[table.paytables]\nbase = "{usual_base(game)}"\n{EQUIPMENT}'
    )


SMALL = HOUSE + FOURS + table("C1", "crazy4", '["fours"]')


def faults_of(text: str) -> list[Fault]:
    """All faults of a site file, but the approvals and limits that no test site has."""
    found = check(parse_site(text), PAYTABLES)
    return [fault for fault in found if fault.code not in LEFT_OUT]


def told(text: str) -> list[tuple[str, str]]:
    """Code and key of every fault."""
    return [(fault.code, fault.where.removeprefix("site.toml: ")) for fault in faults_of(text)]


def errors(text: str) -> list[Fault]:
    """The faults that keep a site from opening."""
    return [fault for fault in faults_of(text) if fault.severity == ERROR]


def changed(old: str, new: str, text: str = SMALL) -> str:
    """A site with one place changed."""
    assert old in text, old
    return text.replace(old, new, 1)


def bundle_of(site: Site) -> str:
    """The digest of what an approval of the last table covers."""
    last = site.tables[-1]
    opened, played = tables_of(site, PAYTABLES), played_of(site, PAYTABLES)
    return digest_of_table(last, opened[last.table], played)


def for_money(text: str) -> str:
    """The site with an approval of what its last table plays."""
    site = parse_site(text)
    bundle = bundle_of(site)
    papers = 'letter = "letter 3119"\ninternal_controls = "controls 12"'
    papers += '\ndate = "2026-01-15"\nsigner = "M. Rowe"'
    return f'{text}\n[table.approval]\n{papers}\nbundle = "{bundle}"\n'


def starter() -> Site:
    """The site that comes with the product."""
    return parse_site(STARTER)
