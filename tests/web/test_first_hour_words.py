"""What the setup tells people before they find out: who signs on, who may, what is settled."""

from __future__ import annotations

from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.site.parse import parse_site
from pitboss.web.access.issued import Secret
from pitboss.web.setup.draft_file import DRAFT_FILE, DraftFile
from pitboss.wide.state import wide_of

from .office_support import written
from .server_support import Site, code_of
from .test_going_live import approvals
from .test_office_changes import open_of_file
from .test_setup import HOUSE, PEOPLE, setting_up
from .wide_support import NORTH, running_wide

Keys = tuple[Path, dict[str, Secret]]
WIDE = """
[wide]
hub = "cedar-hub"
property = "cedar-room"
key = "1111111111111111111111111111111111111111111111111111111111111111"
addresses = ["hub.example:8443"]
jackpots = ["four-card"]
"""
JACKPOTS = {"title-four-card": "Four-Card Progressive", "share-four-card-C1": "1"}


def test_what_comes_filled_in_is_done_once_somebody_has_sent_it(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    with setting_up(folder) as setup:
        setup.write()
        assert setup.load("/setup").headers["location"] == "/setup/jackpots"
        levels = {"seed-four-card-main": "$1,000", "rate-four-card-main": "20"}
        sent = {**JACKPOTS, "share-four-card-C2": "1", **levels, "reserve-four-card-main": "5"}
        setup.send("/setup/jackpots", **sent, go="1")
        assert setup.load("/setup").headers["location"] == "/setup/equipment"
        setup.send("/setup/equipment")
    with setting_up(folder) as setup:  # and it is remembered
        assert setup.load("/setup").headers["location"] == "/setup/check"
        setup.send("/setup/tables", **{"count-crazy4": "1"})
        assert setup.load("/setup").headers["location"] == "/setup/jackpots"
    assert parse_site((folder / DRAFT_FILE).read_text("utf-8")).faults == ()


def test_what_was_written_by_hand_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "room"
    with setting_up(folder) as setup:
        setup.write()
    text = (folder / DRAFT_FILE).read_text("utf-8") + WIDE
    text = text.replace("[property]", '[property]\nday_begins = "06:00"')
    text = text.replace('name = "Dana"', 'name = "Dana"\nlanguage = "es"')
    (folder / DRAFT_FILE).write_text(text, "utf-8")
    with setting_up(folder) as setup:
        shown = setup.load("/setup/jackpots").text
        assert "cedar-hub keeps this jackpot" in shown
        assert 'name="seed-four-card-main"' not in shown
        setup.send("/setup/jackpots", **JACKPOTS, go="1")
        setup.send("/setup/house", **HOUSE)
        assert '<option value="es" lang="es" selected>' in setup.load("/setup/people").text
        named = {**PEOPLE, "badge-0": "D100", "language-0": "es"}
        setup.send("/setup/people", **named)
    site = DraftFile(folder).draft.site()
    assert site.wide is not None
    assert (site.wide.hub, site.wide.addresses) == ("cedar-hub", ("hub.example:8443",))
    assert (site.day_begins, site.badges[0].language) == ("06:00", "es")
    (jackpot,) = site.jackpots
    assert jackpot.levels == ()  # no seed, which is the hub's


def test_the_door_to_the_setup_says_who_comes_in_and_where_the_pin_is(site: Site) -> None:
    shown = site.visitor().load("/sign-on?next=/setup").text
    assert "Your PIN is on the slip printed for you." in shown
    assert "An executive can do every step" in shown
    assert "on the slip" not in site.visitor().load("/sign-on").text


def test_the_door_to_the_setup_names_nobody_to_a_stranger(site: Site) -> None:
    """A plain proxy on this machine makes a stranger look as if he sat here."""
    shown = site.visitor().load("/sign-on?next=/setup").text
    named = [name for name in ("E300", "Shift Executive") if name in shown]
    assert named == []


def test_who_may_not_pair_is_told_whose_badge_it_takes(site: Site) -> None:
    supervisor = site.visitor().sign_on("S200").load("/setup/devices").text
    assert "you need the badge of a technician or an executive" in supervisor
    assert "E300 Shift Executive" in supervisor
    assert "Show the codes" not in supervisor
    assert "Show the codes" in site.visitor().sign_on("E300").load("/setup/devices").text


def test_approvals_are_shown_once_they_are_entered(site: Site) -> None:
    executive = site.visitor().sign_on("E300")
    assert 'id="entered"' not in executive.load("/setup/approvals").text
    assert approvals(executive, "C1", "C2", "H1").status_code == 303
    shown = executive.load("/setup/approvals").text
    assert shown.count("letter of 14 June") == 3
    assert ("laboratory report 77" in shown, written("2026-06-14") in shown) == (True, True)
    assert 'name="table-C1" value="1" >' in shown  # entered: not chosen again
    assert 'name="table-B1" value="1" checked>' in shown


def test_a_property_joins_the_hub_of_its_file_by_two_people(tmp_path: Path, keys: Keys) -> None:
    """The file has another key of the hub than the one on record."""
    with running_wide(tmp_path, keys, NORTH) as room:
        visitor = room.site.visitor().sign_on("A400")
        assert code_of(open_of_file(visitor, "wide"))[1] == "NOT_IN_FILE"
        file = room.site.running_site.folder / "site.toml"
        before = room.look(lambda state: wide_of(state).key)
        other = Ed25519PrivateKey.from_private_bytes(bytes(32)).public_key().public_bytes_raw()
        file.write_text(file.read_text("utf-8").replace(before, other.hex()), "utf-8")
        shown = visitor.load("/office/changes/file").text
        assert "Record as in the file: wide" in shown
        joined = open_of_file(visitor, "wide")
        assert joined.status_code == 200, joined.text
        assert room.look(lambda state: wide_of(state).key) == other.hex()


def test_parts_that_no_maker_has_named_are_filled_in_in_the_house_s_words(tmp_path: Path) -> None:
    with setting_up(tmp_path / "room") as setup:
        setup.client.headers["Accept-Language"] = "es"
        setup.write()
        setup.send("/setup/tables", **{"count-baccarat": "1"})
        shown = setup.load("/setup/equipment").text
        assert 'value="sabot"' in shown
        assert 'value="dealing shoe"' not in shown
        assert 'value="i-Deal"' in shown  # a maker's name
