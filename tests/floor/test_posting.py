"""What a table's papers show beside what it runs."""

from __future__ import annotations

from pitboss.floor.facts import changes, jackpots, tables
from pitboss.floor.facts.values import BundleItem, SetTerms
from pitboss.floor.state.posting import posted_drift
from pitboss.floor.view.attention import list_attention
from pitboss.money import Cents

from .support import FOUR_CARD, hired_floor

POSTED = "posted"


def test_a_change_of_what_is_posted_is_told_until_it_is_posted_again() -> None:
    floor = hired_floor()
    prizes = (("four_aces", Cents(50_000)),)
    floor.open_jackpot("house", FOUR_CARD, kind="house", levels=(), house_prizes=prizes)
    floor.open_table("T1", "house")
    assert posted_drift(floor.state, floor.state.table("T1")) == ()  # nobody recorded a posting
    (put_up,) = floor.must(tables.PostPapers, table="T1", badge="sam")
    assert isinstance(put_up, tables.PapersPosted)
    assert BundleItem("sensor 1 prize four_aces", "$500.00") in put_up.items
    assert posted_drift(floor.state, floor.state.table("T1")) == ()

    what = SetTerms(jackpot="house", house_prizes=(("four_aces", Cents(60_000)),))
    (asked,) = floor.must(changes.RequestChange, what=what, reason="more", badge="sam")
    assert isinstance(asked, changes.ChangeRequested)
    floor.must(changes.ApproveChange, change=asked.change, badge="ann")
    floor.must(jackpots.SuspendJackpot, jackpot="house", badge="sam", reason="more")
    floor.must(changes.ApplyChange, change=asked.change, badge="ann")
    (differs,) = posted_drift(floor.state, floor.state.table("T1"))
    assert (differs.approved, differs.running) == ("$500.00", "$600.00")
    (told,) = [each for each in list_attention(floor.state, floor.at_ms) if each.what == POSTED]
    assert (told.table, told.address) == ("T1", "/office/cards")

    floor.must(tables.PostPapers, table="T1", badge="sam")
    assert posted_drift(floor.state, floor.state.table("T1")) == ()
    assert all(each.what != POSTED for each in list_attention(floor.state, floor.at_ms))
