"""What people call a jackpot whose title another one has, too."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

from pitboss.floor.view.board import Names
from pitboss.live.running_site import RunningSite
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.web.screens.titles import explain_titled, jackpot_title, name_place

PAYS = "crazy4/progressive/pays-3"


def site_of(
    titles: dict[str, str],
    tables: dict[str, tuple[str, ...]],
    properties: dict[str, str] | None = None,
) -> RunningSite:
    """Of a running site what says how its jackpots are called."""
    found = SimpleNamespace(
        paytable_of=dict.fromkeys(titles, PAYS),
        paytable_lookup={PAYS: Paytables().get(PAYS)},
        level=lambda _, level: Paytables().get(PAYS).level_label(level),
        names=Names(jackpots=titles, properties=properties or {}),
        site=SimpleNamespace(
            tables=[SimpleNamespace(table=name, jackpots=own) for name, own in tables.items()]
        ),
    )
    return cast("RunningSite", found)


def test_jackpots_of_one_title_are_told_apart_by_their_tables() -> None:
    titles = {"east": "Four-Card", "west": "Four-Card", "spare": "Four-Card", "sevens": "Blazing"}
    tables = {"C1": ("east",), "C2": ("west",), "C3": ("west", "sevens"), "B1": ("sevens",)}
    site = site_of(titles, tables)
    assert [jackpot_title(site, name) for name in titles] == [
        "Four-Card (C1)",
        "Four-Card (C2, C3)",
        "Four-Card (spare)",  # at no table
        "Blazing",
    ]


def test_a_refusal_at_a_jackpot_is_told_with_its_title() -> None:
    site = site_of({"multi": "Multi-game 01"}, {"N1": ("multi",)})
    told = "return these wagers. This jackpot is closed right now"
    assert name_place(site, f"multi: {told}") == f"Multi-game 01: {told}"
    assert name_place(site, f"N1: {told}") == f"N1: {told}"
    assert name_place(site, "multi") == "multi"
    assert name_place(site, f"multi main: {told}") == f"Multi-game 01: {told}"
    assert name_place(site, f"multi side: {told}") == f"multi side: {told}"
    several = name_place(site, "multi main $1.00; multi main $2.00: the ledger has another amount")
    assert several.startswith("Multi-game 01 $1.00; Multi-game 01 $2.00: the ledger")


def test_a_drop_box_is_told_with_the_title_of_its_jackpot() -> None:
    site = site_of({"five-card": "Five-Card Progressive"}, {"H1": ("five-card",)})
    lacks = (
        "before you can close: drop not counted: shift 1, H1 {} (accounting with a second person)"
    )
    assert name_place(site, lacks.format("five-card")) == lacks.format("Five-Card Progressive")
    assert name_place(site, "H1 five-card-2, XH1 five-card") == "H1 five-card-2, XH1 five-card"


def test_a_refusal_names_the_houses_of_a_hub_by_their_titles() -> None:
    site = site_of({}, {}, {"north": "North Room", "south": "South Room"})
    refused = Refusal("FORK_UNDECIDED", where="north", others=("south", "east"))
    told = explain_titled(site, refused.told)
    assert told.startswith("North Room: this hub was restored. ")
    assert told.endswith("once two people decide about South Room, east")
