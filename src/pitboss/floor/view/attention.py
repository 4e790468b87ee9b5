"""What needs attention and has no date of its own, for the office's first page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from pitboss.floor import extension
from pitboss.floor.decide.checks import holding_change
from pitboss.floor.decide.plans import subject_of
from pitboss.floor.facts import days, devices
from pitboss.floor.money.custody import bank_stop, reconcile_bank
from pitboss.floor.money.exposure import cover_standing
from pitboss.floor.money.ledger import is_training
from pitboss.floor.state.approved import SOFTWARE_ALTERED, short
from pitboss.floor.state.devices import DeviceState
from pitboss.floor.state.floor import State, TableState
from pitboss.floor.state.posting import posted_drift
from pitboss.floor.state.retention import local_today
from pitboss.floor.view.approvals import unapproved_tables
from pitboss.floor.view.statement import items_text
from pitboss.money import Cents, dollars
from pitboss.refusal import Told


class AttentionThing(Struct, frozen=True, kw_only=True, gc=False):
    """Something that is wrong, or waits for someone: `what` names its words, `about` says more,
    `address` is the page to handle it."""

    what: str
    address: str
    about: str | Told = ""
    table: str = ""
    jackpot: str = ""
    since_ms: int | None = None


def list_attention(state: State, at_ms: int) -> list[AttentionThing]:
    """Everything that needs attention: what stops play first, then what waits."""
    found = (
        _software(state),
        _money(state, at_ms),
        _hub(state),
        _tables(state),
        _devices(state),
        _jackpots(state),
        _held_payments(state),
        _figures(state, at_ms),
        _office(state),
    )
    return [thing for things in found for thing in things]


def _software(state: State) -> Iterator[AttentionThing]:
    """One line for all tables: they share the software."""
    if unapproved_tables(state, state.release):
        release, stops = state.releases.get(state.release), state.law.software_check.value == "stop"
        yield AttentionThing(
            what="software_stops" if stops else "software",
            about=short(f"{release.version if release else ''} {state.release}".strip()),
            address="/office/approvals",
        )


def _money(state: State, at_ms: int) -> Iterator[AttentionThing]:
    if (stop := bank_stop(state, at_ms)) is not None:
        what = "bank_unnamed" if stop.is_unnamed else "bank_short"
        about = stop.rule if stop.is_unnamed else f"{dollars(stop.due_cents)} ({stop.rule})"
        yield AttentionThing(what=what, about=about, address="/office/bank")
    found = reconcile_bank(state)
    if found is not None and found.unexplained:
        about = items_text(found.unexplained)
        yield AttentionThing(what="bank_differs", about=about, address="/office/bank")
    cover = cover_standing(state, at_ms)
    if cover.is_short:
        about = dollars(Cents(cover.needed_cents - cover.ready_cents))
        yield AttentionThing(what="cover_short", about=about, address="/office/bank")


def _hub(state: State) -> Iterator[AttentionThing]:
    """Why a hub stops wagers on its jackpots here."""
    for what, jackpot in extension.here().stops(state):
        yield AttentionThing(what=what, jackpot=jackpot, address="/office/wide")


def _tables(state: State) -> Iterator[AttentionThing]:
    for name, table in state.tables.items():
        if table.closed:
            continue
        address = f"/pit/{name}"
        if table.round is not None and table.round.marks:
            yield AttentionThing(what="confirm", table=name, address=address)
        for differs in posted_drift(state, table)[:1]:
            yield AttentionThing(
                what="posted", about=differs.as_posted, table=name, address="/office/cards"
            )
        if table.call is not None:
            called = table.call
            yield AttentionThing(
                what="call",
                about=called.reason,
                table=name,
                since_ms=called.since_ms,
                address=address,
            )
        for device, since_ms in table.dark_screens:
            yield AttentionThing(
                what="screen_dark", about=device, table=name, since_ms=since_ms, address=address
            )
        for what, about in _find_stops(table):
            yield AttentionThing(what=what, about=about, table=name, address=address)
        drift = next((each for each in table.drift if each.code != SOFTWARE_ALTERED), None)
        if drift is not None:
            yield AttentionThing(
                what="drift",
                about=drift.told,
                table=name,
                address="/office/approvals",
            )


def _devices(state: State) -> Iterator[AttentionThing]:
    """Tables for money with devices that one person enrolled alone."""
    for name in sorted({each.table for each in unconfirmed_devices(state)}):
        table = state.tables.get(name)
        if table is None or any(not is_training(state, each) for each in table.jackpots):
            yield AttentionThing(
                what="device_unconfirmed",
                table="" if table is None else name,
                address="/office/devices",
            )


def unconfirmed_devices(state: State) -> list[DeviceState]:
    """The acting devices that nobody but their enroller has confirmed."""
    every = (each for _, each in state.devices.items() if not each.retired)
    return [each for each in every if each.kind in devices.ACTING and not each.confirmed_by]


def _find_stops(table: TableState) -> Iterator[tuple[str, str | Told]]:
    """Why nobody plays at a table, for reasons of its own."""
    for device, why in table.betting_closed:
        yield "device_silent", why.owned_by(device)
    if table.shuffler is not None:
        yield "shuffler", table.shuffler.reason
    if table.paused:
        yield "paused", ""


def _jackpots(state: State) -> Iterator[AttentionThing]:
    for name, jackpot in state.jackpots.items():
        if jackpot.status == "suspended":
            held = holding_change(state, name) is not None
            yield AttentionThing(
                what="in_change" if held else "suspended",
                jackpot=name,
                address="/office/changes" if held else "/office/jackpots",
            )


def _held_payments(state: State) -> Iterator[AttentionThing]:
    """Prizes on hold until two people release them."""
    for name, _ in state.owed.items():
        found = state.award(name)
        if found.payment_hold and not is_training(state, found.award.jackpot):
            yield AttentionThing(
                what="payment_held",
                about=found.payment_hold,
                table=found.table,
                jackpot=found.award.jackpot,
                address=f"/office/payout/{name}",
            )


def _figures(state: State, at_ms: int) -> Iterator[AttentionThing]:
    """Yearly figures of the profile that nobody has entered for this year; in December, for the
    next."""
    site, today = state.site, local_today(state, at_ms)
    if site is None:
        return
    year = int(today[:4]) + (today[5:7] == "12")
    by_year = Counter(each.figure for each in site.dated)
    for figure in (name for name, values in by_year.items() if values > 1):
        found = (each for each in (*site.dated, *site.entered) if each.figure == figure)
        if max(each.first_day for each in found) < f"{year}-01-01":
            yield AttentionThing(what="figure_missing", about=figure, address="/office/rules")


def _office(state: State) -> Iterator[AttentionThing]:
    closer = days.CloseDay.permission.one_is
    if not any(each.role == closer and not each.revoked for _, each in state.badges.items()):
        yield AttentionThing(what="no_auditor", address="/office/badges")
    for day in (*state.calendar.late, *state.calendar.days):
        for shift in day.shifts:
            for box in shift.boxes:
                if box.is_open:
                    yield AttentionThing(
                        what="variance",
                        about=day.day,
                        table=box.table,
                        jackpot=box.jackpot,
                        address="/office/day",
                    )
    for _, change in state.changes.items():
        if change.status in ("requested", "approved"):
            subject = subject_of(change.what)
            is_jackpot = state.jackpots.get(subject) is not None
            yield AttentionThing(
                what=f"change_{change.status}",
                about=change.reason,
                table="" if is_jackpot else subject,
                jackpot=subject if is_jackpot else "",
                address="/office/changes",
            )
