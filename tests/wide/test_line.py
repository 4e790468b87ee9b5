"""A property and its hub in real servers: over TLS on loopback, with clocks that a test moves."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import Request
from msgspec.structs import replace

from pitboss.audit import audit
from pitboss.floor.facts import bank, jackpots, rounds
from pitboss.journal import every_row
from pitboss.journal.place import JournalPlace
from pitboss.live.folder import read_folder
from pitboss.live.house_key import HouseKey
from pitboss.live.line_tls import (
    ENDING,
    LINE_FOLDER,
    calling_tls,
    certificate_of,
    known_certificates,
)
from pitboss.money import Cents
from pitboss.refusal import Refusal
from pitboss.wide.decide import at_hub
from pitboss.wide.facts.sharing import JoinHub
from pitboss.wide.line import hub_line, serving
from pitboss.wide.line.hub_call import call_hub
from pitboss.wide.line.hub_line import HubLine
from pitboss.wide.messages import AnswerMessage, StatementMessage
from pitboss.wide.reconcile import reconcile
from pitboss.wide.signing import answer_bytes
from pitboss.wide.state import grants_of, properties_of, wide_of
from pitboss.wide.sums import collect_sums
from wide.ends import LOCAL, WIDE, End, Ends, play

SEED = 2_500_000_000_000  # $25,000.00
WAGER = 12_000_000  # 12 % of $1


async def posted_everywhere(ends: Ends) -> None:
    """What each room has collected is on the hub's record, to the micro."""
    hub = await ends.hub.state()
    for room in (ends.north, ends.south):
        found = properties_of(hub).get(room.name)
        assert found is not None
        assert found.sums == collect_sums(await room.state())


async def need_sound(ends: Ends) -> None:
    """Every journal holds before an auditor, and all of them together."""
    journals = []
    for name, folder in ends.folders.items():
        journal = JournalPlace(folder.path)()
        audit(journal, paytables=read_folder(folder.path).paytable_lookup)
        journals.append((name, list(every_row(journal))))
        journal.close()
    assert reconcile(journals).differences == ()


# ---- wagers and hits ----------------------------------------------------------------------------


def test_a_wager_at_a_property_is_on_the_meter_of_the_hub_and_on_both_signs(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        assert await ends.north.speak() == ""
        await ends.north.play(3)
        assert await ends.north.speak() == ""
        assert await ends.hub.meter_micros() == SEED + 3 * WAGER
        assert await ends.south.speak() == ""
        for room in (ends.north, ends.south):
            state = await room.state()
            assert wide_of(state).shown_cents("wide", "mega") == 2_500_036
        assert set(ends.hub.site.callers.heard_ms) == {"north", "south"}
        await need_sound(ends)

    play(tmp_path, act)


def test_a_hit_is_pending_without_waiting_and_granted_once_though_the_answer_was_lost(
    tmp_path: Path,
) -> None:
    def loses_answer(*asked: object) -> AnswerMessage:
        call_hub(*asked)  # type: ignore[arg-type]
        raise Refusal("LINE_DOWN", where="hub")

    async def act(ends: Ends) -> None:
        north = ends.north
        await north.speak()
        assert (await north.start(3)).accepted
        await north.hit()
        assert await north.owed_cents() == []
        assert north.line is not None
        north.line.call = loses_answer
        assert await north.speak(after_ms=1_000) == "LINE_DOWN"
        assert len(grants_of(await ends.hub.state())) == 1
        assert await north.owed_cents() == []
        north.line.call = call_hub
        assert await north.speak(after_ms=1_000) == ""
        assert await north.owed_cents() == [2_500_036]
        assert await north.speak() == ""
        assert await north.owed_cents() == [2_500_036]
        assert await ends.hub.meter_micros() == SEED
        await need_sound(ends)

    play(tmp_path, act)


def test_a_hit_that_the_hub_puts_off_is_answered_and_granted_when_it_comes_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def undecided(*asked: object) -> None:
        raise Refusal("FORK_UNDECIDED", where="north")

    async def act(ends: Ends) -> None:
        north = ends.north
        await north.speak()
        assert (await north.start(3)).accepted
        await north.hit()
        with monkeypatch.context() as patched:
            patched.setattr(at_hub, "need_decided", undecided)
            assert await north.speak(after_ms=1_000) == ""
        assert (await north.owed_cents(), len(grants_of(await ends.hub.state()))) == ([], 0)
        assert await north.speak(after_ms=1_000) == ""
        assert await north.owed_cents() == [2_500_036]

    play(tmp_path, act)


def test_a_claim_is_sent_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_line, "EVERY_S", 3600.0)

    async def act(ends: Ends) -> None:
        north = ends.north
        await north.speak()
        ends.clock.now_ms += 1_000
        assert north.line is not None
        speaking = asyncio.create_task(north.line.keep_speaking())
        assert (await north.start(1)).accepted
        await north.hit()
        async with asyncio.timeout(30):
            while not await north.owed_cents():
                ends.clock.now_ms += 1
        speaking.cancel()
        assert await north.owed_cents() == [2_500_012]

    play(tmp_path, act)


# ---- who is at the other end --------------------------------------------------------------------


def lined(end: End, key: HouseKey) -> HubLine:
    """The line of a room, with another key."""
    wide = end.site.site.wide
    assert wide is not None
    return HubLine(end.site, wide, key)


def test_what_the_hub_has_closed_is_told_with_the_line_that_is_well(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        hub, north = ends.hub, ends.north
        seized = {"cents": Cents(24_000_000), "day": "2024-02-01", "badges": ("A400", "E300")}
        assert await north.speak() == ""
        assert (north.site.line.closed, north.site.line.account_short) == ((), False)
        await hub.accepted(bank.RecordWithdrawal, **seized, reference="order 1", purpose="seizure")
        assert await north.speak() == ""
        line = north.site.line
        assert (line.standing, line.closed, line.account_short) == ("open", ("wide",), True)
        back = {"reference": "order 1", "reason": "set aside", "badges": ("A400", "E300")}
        await hub.accepted(bank.VoidWithdrawal, **back)
        why = {"jackpot": "wide", "badge": "S200", "reason": "a faulty sign"}
        await hub.accepted(jackpots.SuspendJackpot, **why)
        assert await north.speak() == ""
        assert (north.site.line.closed, north.site.line.account_short) == (("wide",), False)
        await hub.accepted(jackpots.ResumeJackpot, **why)
        assert await north.speak() == ""
        assert north.site.line.closed == ()

    play(tmp_path, act)


def test_a_house_that_the_hub_does_not_know_is_refused_by_name_at_both_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged: list[tuple[str, object]] = []
    monkeypatch.setattr(
        serving, "log", lambda event, **fields: logged.append((event, fields["code"]))
    )

    async def act(ends: Ends) -> None:
        north = ends.north
        north.line = lined(north, HouseKey(tmp_path / "foreign.key", site_folder=tmp_path / "hub"))
        assert await north.speak() == "CERTIFICATE_FOREIGN"
        assert ends.hub.site.callers.heard_ms == {}
        assert logged == [("certificate refused", "CERTIFICATE_FOREIGN")]

    play(tmp_path, act)


def test_a_house_cannot_speak_for_another(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        def as_south(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            known = known_certificates(ends.folders["south"].path)
            south = calling_tls("south", ends.folders["south"].key(), known)
            return call_hub(address, south, key, message)

        assert ends.north.line is not None
        ends.north.line.call = as_south
        assert await ends.north.speak() == "CERTIFICATE_FOREIGN"
        assert "two people admitted" in ends.north.site.line.reason
        assert ends.hub.site.callers.heard_ms == {}

    play(tmp_path, act)


def test_a_hub_notes_who_speaks_and_is_not_admitted(tmp_path: Path) -> None:
    """It may have been restored to before it admitted that house."""

    async def act(ends: Ends) -> None:
        def before_admission(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            statement = replace(message.stated.statement, property="east")
            stated = replace(message.stated, statement=statement)
            return call_hub(address, tls, key, replace(message, stated=stated))

        assert ends.north.line is not None
        ends.north.line.call = before_admission
        assert await ends.north.speak() == "PROPERTY_UNKNOWN"
        (found,) = ends.hub.site.callers.not_admitted.values()
        assert (found.name, found.key) == ("east", ends.folders["north"].key().public_hex)

    play(tmp_path, act)


def test_a_hub_that_the_house_does_not_know_is_refused_by_name(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        foreign = HouseKey(tmp_path / "foreign.key", site_folder=tmp_path / "hub")
        known = ends.folders["north"].path / LINE_FOLDER / f"hub{ENDING}"
        known.write_bytes(certificate_of("hub", foreign))
        assert await ends.north.speak() == "CERTIFICATE_FOREIGN"
        assert "isn't in line/" in ends.north.site.line.reason
        known.write_text("no certificate")
        assert await ends.north.speak() == "CERTIFICATE_WRONG"

    play(tmp_path, act)


def test_two_certificates_of_one_name_are_refused_by_name(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        lying = ends.folders["north"].path / LINE_FOLDER
        (lying / f"hub-copy{ENDING}").write_bytes((lying / f"hub{ENDING}").read_bytes())
        assert await ends.north.speak() == "", "the same one twice is one"
        newer = HouseKey(tmp_path / "newer.key", site_folder=tmp_path / "hub")
        (lying / f"hub-new{ENDING}").write_bytes(certificate_of("hub", newer))
        assert await ends.north.speak() == "CERTIFICATE_TWICE"
        assert "hub-copy.pem is another certificate for hub" in ends.north.site.line.reason

    play(tmp_path, act)


def test_a_hub_with_another_key_than_the_one_on_record_is_refused_by_name(tmp_path: Path) -> None:
    """Its certificate lies in the folder, and two people have agreed on another one."""

    async def act(ends: Ends) -> None:
        def other_key(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            return call_hub(address, tls, "0" * 64, message)

        assert ends.north.line is not None
        ends.north.line.call = other_key
        assert await ends.north.speak() == "CERTIFICATE_FOREIGN"
        assert "two people entered here" in ends.north.site.line.reason

    play(tmp_path, act)


def test_a_wrong_signature_is_refused_by_name_at_either_end(tmp_path: Path) -> None:
    async def act(ends: Ends) -> None:
        def forged_statement(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            return call_hub(address, tls, key, replace(message, signature="0" * 128))

        def forged_answer(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            return replace(call_hub(address, tls, key, message), signature="0" * 128)

        north = ends.north
        assert north.line is not None
        for forged in (forged_statement, forged_answer):
            north.line.call = forged
            assert await north.speak() == "SIGNATURE_WRONG"
            assert (await north.start(1)).code == "LEASE_LOST"

    play(tmp_path, act)


# ---- outages ------------------------------------------------------------------------------------


def test_a_cut_line_closes_wide_wagers_alone_and_mended_every_micro_is_posted(
    tmp_path: Path,
) -> None:
    async def act(ends: Ends) -> None:
        north, south = ends.north, ends.south
        for room in (north, south):
            await room.speak()
            await room.play(6)
        await ends.cut()
        assert await north.speak() == "LINE_DOWN"
        await north.play(6)  # the lease still runs
        assert (await north.start(1)).accepted
        ends.clock.now_ms += 20_000
        await north.hit("straight_flush")  # of a round that was locked before
        assert await north.speak(after_ms=1) == "LINE_DOWN"
        assert (await north.start(2)).code == "LEASE_LOST"
        assert (await north.start(2, sensors=(WIDE, LOCAL))).code == "LEASE_LOST"
        assert (await north.start(2, sensors=(LOCAL,))).accepted
        await north.accepted(rounds.EndRound, table="H1")
        assert await north.owed_cents() == []
        await ends.mend()
        assert await north.speak() == ""
        assert await south.speak() == ""
        # North's 13 wagers came first, 5 % of $1 each: the major meter had $2,000.65.
        assert await north.owed_cents() == [200_065]
        assert await ends.hub.meter_micros() == SEED + 19 * WAGER
        assert (await north.start(2)).accepted
        await north.accepted(rounds.EndRound, table="H1")
        await north.speak()
        await posted_everywhere(ends)
        await need_sound(ends)

    play(tmp_path, act)


@pytest.mark.parametrize("is_granted", [False, True])
def test_a_hub_that_restarts_between_claim_and_answer_grants_once(
    tmp_path: Path,
    *,
    is_granted: bool,
) -> None:
    def loses_answer(*asked: object) -> AnswerMessage:
        if is_granted:
            call_hub(*asked)  # type: ignore[arg-type]
        raise Refusal("LINE_DOWN", where="hub")

    async def act(ends: Ends) -> None:
        north = ends.north
        await north.speak()
        assert (await north.start(2)).accepted
        await north.hit()
        assert north.line is not None
        north.line.call = loses_answer
        assert await north.speak() == "LINE_DOWN"
        await ends.cut()
        await ends.again("hub")
        assert len(grants_of(await ends.hub.state())) == is_granted
        await ends.mend()
        north.line.call = call_hub
        assert await north.speak() == ""
        assert await north.owed_cents() == [2_500_024]
        assert await ends.hub.meter_micros() == SEED
        await need_sound(ends)

    play(tmp_path, act)


def test_a_property_that_restarts_sends_what_it_has_claimed_and_has_no_lease_before(
    tmp_path: Path,
) -> None:
    async def act(ends: Ends) -> None:
        await ends.north.speak()
        assert (await ends.north.start(2)).accepted
        await ends.north.hit()
        await ends.again("north")
        north = ends.north
        ends.clock.now_ms += 60_000
        assert (await north.start(1)).code == "LEASE_LOST"
        assert await north.speak() == ""
        assert await north.owed_cents() == [2_500_024]
        assert (await north.start(1)).accepted
        await need_sound(ends)

    play(tmp_path, act)


def test_a_line_that_breaks_in_a_statement_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logged: list[dict[str, str]] = []
    monkeypatch.setattr(serving, "log", lambda event, **told: logged.append(told))
    messages: Iterator[dict[str, object]] = iter(
        [
            {"type": "http.request", "body": b'{"stated":', "more_body": True},
            {"type": "http.disconnect"},
        ]
    )

    async def receive() -> dict[str, object]:
        return next(messages)

    request = Request({"type": "http", "method": "POST", "headers": []}, receive)
    desk = serving.StatementDesk(None, None)  # type: ignore[arg-type]
    asyncio.run(desk.take_statement(request))
    (told,) = logged
    assert told["code"] == "MESSAGE_UNREADABLE"
    assert "the line dropped before all of it arrived." in told["refused"]


# ---- a hub that was restored --------------------------------------------------------------------


def test_a_house_that_has_joined_again_waits_for_the_hub_and_its_line_is_well(
    tmp_path: Path,
) -> None:
    async def act(ends: Ends) -> None:
        def restored(
            address: str, tls: ssl.SSLContext, key: str, message: StatementMessage
        ) -> AnswerMessage:
            said = call_hub(address, tls, key, message).answer
            lost = replace(said, own_hash="", standing="restored")
            return AnswerMessage(lost, ends.folders["hub"].key().sign(answer_bytes(lost)).hex())

        north = ends.north
        assert await north.speak() == ""
        assert north.line is not None
        north.line.call = restored
        assert await north.speak() == "HUB_FORKED"
        wide = wide_of(await north.state())
        again = {"hub": wide.hub, "property": wide.property, "key": wide.key}
        await north.accepted(JoinHub, **again, badges=("S200", "A400"))
        assert await north.speak() == ""
        assert north.site.line.standing == "restored"
        assert (await north.start(1)).code == "LEASE_LOST"
        north.line.call = call_hub
        assert await north.speak() == ""
        assert north.site.line.standing == "open"
        assert (await north.start(1)).accepted

    play(tmp_path, act)
