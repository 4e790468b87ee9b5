"""Tables, jackpots, links and paytables added to a house that runs, by two people in the office."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from pitboss.floor.facts import jackpots, tables
from pitboss.journal import every_row
from pitboss.journal.codec import events_of
from pitboss.journal.place import JournalPlace
from pitboss.refusal import Refusal
from pitboss.rules.catalog import Paytables
from pitboss.web.access.issued import Secret

from .office_support import played, signed_on
from .office_support import played_site as site
from .server_support import Site, Visitor, by_pin, code_of, running

__all__ = ["site"]

BASE = "/office/open"
PAPERS = {
    "letter": "L-77", "internal_controls": "IC-9", "own": "report 26-0117",
    "date": "2026-01-01", "signer": "M. Rowe",
}  # fmt: skip


def sent(visitor: Visitor, step: str, **fields: str) -> httpx.Response:
    """A step of the draft, from its page as it is now."""
    page = visitor.load(f"{BASE}/{step}").text
    draft = re.search(r'name="draft" value="(\w+)"', page)
    answer = visitor.form(f"{BASE}/{step}", **({"draft": draft[1]} if draft else {}), **fields)
    assert answer.status_code == 303, answer.text
    return answer


def levels_of(page: str) -> dict[str, str]:
    """The fields of the jackpots' form, as a browser would send them."""
    named = re.findall(
        r'<input[^>]*name="((?:title|wager|seed|rate|reserve|maximum)-[^"]+)"[^>]*value="([^"]*)"',
        page,
    )
    ticked = re.findall(r'name="(share-[^"]+)" value="1" checked', page)
    return dict(named) | dict.fromkeys(ticked, "1")


def opened(visitor: Visitor, second: str = "E300", **more: object) -> httpx.Response:
    """Both people open what the page shows."""
    page = visitor.load(BASE).text
    shown = re.search(r'name="fingerprint" value="(\w+)"', page)
    body = {
        "command_id": str(uuid4()), "fingerprint": shown[1] if shown else "",
        "second_swipe": by_pin(second),
    }  # fmt: skip
    return visitor.post(BASE, body | more)


def add_money_table(visitor: Visitor) -> None:
    """A table with a jackpot of its own that starts at $2,500, with its papers."""
    sent(visitor, "tables", **{"count-crazy4": "1"})
    sent(visitor, "jackpots", add="1", paytable="crazy4/progressive/pays-1")
    fields = levels_of(visitor.load(f"{BASE}/jackpots").text)
    fields.pop("share-fours-C3")
    fields |= {"title-progressive-1": "New Fours", "seed-progressive-1-main": "$2,500"}
    fields |= {"share-progressive-1-C3": "1"}
    sent(visitor, "jackpots", **fields)
    sent(visitor, "approvals", **{"table-C3": "1"}, **PAPERS)


def test_a_look_names_every_amount_and_two_people_open_it_PS_62(site: Site) -> None:
    clerk = signed_on(site, "A400")
    file = site.running_site.folder / "site.toml"
    before = file.read_text("utf-8")
    seq = site.running_site.seq
    add_money_table(clerk)
    page = clerk.load(BASE).text
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    assert "The house puts up $2,500.00" in text
    # $19,000 of seeds, $26.15 on and behind the meter of `fours`, $1,003.60 won and not paid
    assert "Required balance $20,029.75 → $22,529.75" in text
    assert "New Fours Main $1.00 $2,500.00 20.00% $5,000.00 38.03% Total $2,500.00" in text
    assert "C3 Crazy 4 Poker 6 New Fours real money" in text
    assert (site.running_site.seq, file.read_text("utf-8")) == (seq, before)
    assert code_of(opened(clerk, "A400"))[1] == "BADGE_TWICE"
    assert code_of(opened(clerk, fingerprint="other"))[1] == "DRAFT_CHANGED"
    assert (site.running_site.seq, file.read_text("utf-8")) == (seq, before)
    done = opened(clerk)
    assert done.status_code == 200, done.text
    assert "C3" in done.json()["told"]
    state = site.running_site._core.state
    assert state.jackpot("progressive-1").levels["main"].reading.meter_micros == 250_000_000_000
    assert not state.table("C3").training
    assert file.read_text("utf-8").startswith(before.rstrip("\n"))  # as it was written
    assert "New Fours" in clerk.load("/office/jackpots").text


def test_a_look_names_all_that_two_people_sign_PS_62(site: Site) -> None:
    clerk = signed_on(site, "A400")
    add_money_table(clerk)
    page = clerk.load(BASE).text
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))
    for said in (
        "Executive above Kept by the house New Fours Main $1.00 $2,500.00 20.00% $5,000.00",
        "letter L-77",
        "internal controls IC-9",
        "report 26-0117",
        "M. Rowe",
        "C3 wager ante $5.00 to $100.00",
        "C3 paytable queens up crazy4/queens_up/c4p-09",
        "C3 keypad atlas",
        "C3 equipment shuffler i-Deal 1.0, Crazy 4 Poker",
        "New Fours paytable crazy4/progressive/pays-1",
    ):
        assert said in text, said


def test_what_was_opened_is_on_record_by_both_and_found_by_a_restart(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with played(tmp_path / "site", keys) as site:
        clerk = signed_on(site, "A400")
        add_money_table(clerk)
        assert opened(clerk).status_code == 200
    with running(tmp_path / "site", keys[1]) as again:
        clerk = signed_on(again, "A400")
        rows = clerk.request("GET", "/office/changes/file?csv=site_file").text.splitlines()
        assert len(rows) == 1  # its head
        page = clerk.request("GET", "/office/changes/file").text
        assert "The site file matches the running floor." in page
        journal = JournalPlace(tmp_path / "site")()
        events = [each for row in every_row(journal) for each in events_of(row.events, seq=row.seq)]
        journal.close()
    by = {
        each.kind: each.badges
        for each in events
        if isinstance(each, jackpots.JackpotOpened | tables.TableOpened)
    }
    assert by == {"jackpot-opened": ("A400", "E300"), "table-opened": ("A400", "E300")}


def test_a_new_table_joins_a_jackpot_that_is_played_with_its_proof_PS_30(site: Site) -> None:
    clerk = signed_on(site, "A400")
    sent(clerk, "tables", **{"count-crazy4": "1"})
    page = clerk.load(BASE).text
    told = "Four-card progressive, Pays 3: C3 can only train, and shares this jackpot with C1"
    assert told in page
    assert 'href="/office/open/approvals"' in page
    sent(clerk, "approvals", **{"table-C3": "1"}, **PAPERS)
    page = clerk.load(BASE).text
    assert "Four-card progressive, Pays 3: same hand equal odds with C1" in page
    assert "The house puts up" in page
    assert opened(clerk).status_code == 200
    assert site.running_site._core.state.table("C3").jackpots == ("fours",)


def test_a_jackpot_that_the_account_does_not_cover_is_told_before(site: Site) -> None:
    clerk = signed_on(site, "A400")
    add_money_table(clerk)
    fields = levels_of(clerk.load(f"{BASE}/jackpots").text)
    sent(clerk, "jackpots", **fields | {"seed-progressive-1-main": "$50,000"})
    sent(clerk, "approvals", **{"table-C3": "1"}, **PAPERS)
    page = clerk.load(BASE).text
    assert "Deposit $49,029.75 first, or real-money play stops. WAC 230-15-455(2)" in page


def test_a_houses_paytable_is_checked_shown_and_opened_with_its_table_PS_44(site: Site) -> None:
    clerk = signed_on(site, "A400")
    text = Paytables().text("crazy4/progressive/pays-1")
    body = {"wager": "crazy4/progressive", "name": "house-1", "text": "nothing"}
    refused = clerk.post(f"{BASE}/paytable", body)
    assert (refused.json()["code"], refused.json()["field"]) == ("PAYTABLE_UNREADABLE", "text")
    for wager in ("../../outside", "crazy4", "crazy4/no_such_bet", "/etc/x"):
        strange = clerk.post(f"{BASE}/paytable", body | {"wager": wager, "text": text})
        assert strange.json()["code"] == "PAYTABLE_NOT_FOR_GAME"
    own = text.replace("Four-card progressive, Pays 1", "Our own progressive")
    assert clerk.post(f"{BASE}/paytable", body | {"text": own}).status_code == 200
    taken = clerk.post(f"{BASE}/paytable", body | {"text": own})
    assert (taken.json()["code"], taken.json()["field"]) == ("PAYTABLE_ID_TAKEN", "name")
    assert "Our own progressive" in clerk.load(BASE).text
    assert "Hit frequency" in clerk.load(f"{BASE}/paytables/crazy4/progressive/house-1").text
    sent(clerk, "tables", **{"count-crazy4": "1"})
    sent(clerk, "jackpots", add="1", paytable="crazy4/progressive/house-1")
    fields = levels_of(clerk.load(f"{BASE}/jackpots").text)
    fields.pop("share-fours-C3")
    sent(clerk, "jackpots", **fields | {"share-progressive-1-C3": "1"})
    assert opened(clerk).status_code == 200
    folder = site.running_site.folder
    assert (folder / "paytables/crazy4/progressive/house-1.toml").read_text("utf-8") == own
    assert not list((folder / "paytables.draft").rglob("*.toml"))
    assert site.running_site._core.state.table("C3").training  # no papers were entered


def test_two_people_open_a_paytable_alone_and_it_is_offered_PS_44(site: Site) -> None:
    clerk = signed_on(site, "A400")
    text = Paytables().text("crazy4/queens_up/c4p-09")
    own = text.replace("Crazy 4 Poker: Queens Up C4P-09", "Ours")
    body = {"wager": "crazy4/queens_up", "name": "house-1", "text": own}
    assert clerk.post(f"{BASE}/paytable", body).status_code == 200
    done = opened(clerk)
    assert done.status_code == 200, done.text
    assert " opened paytable Ours." in done.json()["told"]
    folder = site.running_site.folder
    assert (folder / "paytables/crazy4/queens_up/house-1.toml").read_text("utf-8") == own
    assert 'name="fingerprint"' not in clerk.load(BASE).text  # nothing is left to open
    assert "Ours" in clerk.load("/office/paytables").text
    assert "Ours" in clerk.load("/office/changes").text
    sent(clerk, "tables", **{"count-crazy4": "1"})
    assert 'value="crazy4/queens_up/house-1"' in clerk.load(f"{BASE}/tables/C3").text


def test_only_who_may_open_comes_here_and_only_what_is_new_is_changed(site: Site) -> None:
    assert code_of(signed_on(site, "U600").request("POST", BASE))[1] in (
        "CSRF_WRONG",
        "ROLE_TOO_LOW",
    )
    auditor = signed_on(site, "U600").request("GET", BASE)
    assert (auditor.status_code, "ROLE_TOO_LOW" in auditor.text) == (403, True)
    clerk = signed_on(site, "A400")
    assert clerk.request("GET", f"{BASE}/tables/C1").status_code == 404
    sent(clerk, "tables", **{"count-crazy4": "1"})
    fields = levels_of(clerk.load(f"{BASE}/jackpots").text)
    sent(
        clerk,
        "jackpots",
        **fields | {"seed-fours-main": "$1", "share-fours-C1": "", "remove": "fours"},
    )
    added = tomllib.loads((site.running_site.folder / "additions.draft.toml").read_text("utf-8"))
    assert [row["id"] for row in added["table"]] == ["C3"]
    assert "jackpot" not in added


def test_what_is_half_put_together_is_discarded_whole(site: Site) -> None:
    clerk = signed_on(site, "A400")
    sent(clerk, "tables", **{"count-crazy4": "2"})
    assert clerk.post(f"{BASE}/discard", {}).status_code == 200
    assert not (site.running_site.folder / "additions.draft.toml").exists()
    assert "C3" not in clerk.load(f"{BASE}/tables").text


def test_a_step_counts_what_is_added_and_leads_back_to_the_office(site: Site) -> None:
    clerk = signed_on(site, "A400")
    page = clerk.load(f"{BASE}/tables").text
    assert re.findall(r'data-state="(\w+)"', page) == ["open"] * 5
    assert '<a href="/office/open">← Add to the floor</a>' in page
    assert "<h1>Add tables</h1>" in page
    sent(clerk, "tables", **{"count-crazy4": "1"})
    page = clerk.load(f"{BASE}/tables").text
    assert re.findall(r'data-state="(\w+)"', page) == ["done", "open", "open", "open", "open"]


def test_a_site_file_that_can_not_grow_stays_as_it_is_and_nothing_is_opened(site: Site) -> None:
    """Its jackpots are one list in a line, which nothing can be put behind."""
    clerk = signed_on(site, "A400")
    add_money_table(clerk)
    file = site.running_site.folder / "site.toml"
    data = tomllib.loads(file.read_text("utf-8"))
    start = file.read_text("utf-8")
    first = start.index("[[jackpot]]")
    rest = start.index("[[table]]", first)
    written = ", ".join(inline(row) for row in data["jackpot"])
    closed = f"jackpot = [{written}]\n{start[:first]}{start[rest:]}"
    file.write_text(closed, "utf-8")
    seq = site.running_site.seq
    refused = opened(clerk)
    assert code_of(refused)[1] == "SITE_UNREADABLE"
    assert (site.running_site.seq, file.read_text("utf-8")) == (seq, closed)


def inline(value: object) -> str:
    """A value of a site file, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {inline(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_what_a_server_wrote_and_did_not_open_is_opened_from_the_file(
    tmp_path: Path, keys: tuple[Path, dict[str, Secret]], monkeypatch: pytest.MonkeyPatch
) -> None:
    with played(tmp_path / "site", keys) as site:
        clerk = signed_on(site, "A400")
        add_money_table(clerk)

        async def end(_: object) -> None:
            raise Refusal("ENGINE_STOPPED", where="")

        monkeypatch.setattr(site.running_site, "grow", end)
        assert code_of(opened(clerk))[1] == "ENGINE_STOPPED"
        assert "progressive-1" not in site.running_site._core.state.jackpots
    with running(tmp_path / "site", keys[1]) as again:
        clerk = signed_on(again, "A400")
        for where in ("jackpot.progressive-1", "table.C3"):
            body = {"command_id": str(uuid4()), "where": where, "second_swipe": by_pin("E300")}
            assert clerk.post("/office/changes/file/open", body).status_code == 200
        state = again.running_site._core.state
        assert (state.table("C3").jackpots, state.table("C3").training) == (
            ("progressive-1",),
            False,
        )
        page = clerk.request("GET", "/office/changes/file").text
        assert "The site file matches the running floor." in page
