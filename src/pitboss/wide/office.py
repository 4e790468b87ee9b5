"""Shared jackpots in the office: for a property, what it collected and claimed, and whether it
hears the hub; for a hub, each property's standing, and what two people decide; for both, the money
between them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from fastapi.responses import Response

from pitboss.books import Entry
from pitboss.floor.money.custody import bank_stop
from pitboss.floor.state.floor import State
from pitboss.live.line_standing import UnknownProperty
from pitboss.local_time import local_day
from pitboss.money import Cents, Micros, shown_down
from pitboss.notation import dollars, title_options
from pitboss.reports.r16_closing_liability import POSITIONS
from pitboss.reports.sheet import Cell, Linked, Sheet, columns
from pitboss.web.office.desk import Desk, Floor
from pitboss.web.office.who import who_cell
from pitboss.web.shell.telling import why_text
from pitboss.wide.boards import closed_though_open
from pitboss.wide.decide.at_property import level_claimed
from pitboss.wide.facts import remittances
from pitboss.wide.facts.sharing import FORKED, LEASE_MS, OPEN, RESTORED, Grant, each_cents
from pitboss.wide.positions import AtHub, AtProperty, at_hub, at_property
from pitboss.wide.state import FOUND, JOINED, ClaimState, PropertyState, shown_so_far, standing_of

LEVELS = columns(
    "jackpot level confirmed_amount:money given:money+ taken_back:money+ collected:money+",
    "won_here:money+",
)
CLAIMS = columns(
    "claim seq:count table round:count seats jackpot level hand status:words amount:money",
)
PROPERTIES = columns(
    "property standing:words statement:count stated_at:time last_heard:time? jackpots",
    "tables:count seats:count rounds_an_hour:count",
)
GRANTS = columns(
    "seq:count time:time property claim jackpot level hand seats:count each:money amount:money+",
)
DECISIONS = columns("seq:count time:time kind:words property statement:count why:long who")
REMITTANCES = columns(
    "seq:count time:time kind:words other_end direction:words amount:money reference day:day",
    "reason:long? who",
)
NO_CONTACT = "no_contact"
DECIDED = (
    "statement-held", "statement-released", "statement-refused", "fork-found", "fork-agreed",
    "fork-decided", "property-given-up",
)  # fmt: skip


async def shared_page(desk: Desk) -> Response | None:
    """The page of a property or of a hub; None if the house shares nothing."""
    floor = await desk.floor()
    here = await desk.running_site.look(at_property)
    now_ms = desk.running_site.now_ms()
    hub = await desk.running_site.look(at_hub)
    remitted = await _remittances(desk, floor)
    money = {
        "parties": _parties(desk, here, hub),
        "directions": title_options((remittances.SENT, remittances.RECEIVED)),
        "open_remittances": await desk.running_site.look(partial(_open_remittances, desk)),
        "today": local_day(now_ms, desk.time_zone),
    }
    if here is not None:
        return desk.page(
            "wide_property",
            [_levels(desk, here), _claims(desk, floor, here), remitted],
            **_standing(desk, here, await desk.running_site.look(closed_though_open)),
            **money,
        )
    if hub is not None:
        sheets = [
            _properties(desk, hub),
            desk.sheet("wide_positions", POSITIONS, _positions(desk, hub)),
            await _grants(desk),
            await _decisions(desk, floor),
            remitted,
        ]
        gone = [(each, desk.property_title(each)) for each in hub.expected]
        return desk.page(
            "wide_hub",
            sheets,
            not_admitted=_not_admitted(desk, hub),
            stopped=_stopped(desk, hub),
            given_up=gone,
            short=await desk.running_site.look(lambda state: bank_stop(state, now_ms)),
            **money,
        )
    return None


# ---- a property ---------------------------------------------------------------------------------


def _standing(desk: Desk, here: AtProperty, closed: tuple[str, ...]) -> dict[str, Any]:
    """This floor's standing with its hub, the jackpots that the hub has closed, and the state of
    the line itself."""
    now_ms, line = desk.running_site.now_ms(), desk.running_site.line
    shared = {each.jackpot for each in here.sums}
    # A restored floor still has the hub's last word to the lost journal.
    standing = FORKED if line.code == "PROPERTY_FORKED" else here.wide.standing
    # What a restored house has to do: join the hub again, or wait for the hub's people.
    to_do = {FOUND: RESTORED, JOINED: JOINED}.get(here.wide.hub_fork, "waiting")
    return {
        "wide": here.wide,
        "standing": NO_CONTACT if line.refused and standing == OPEN else standing,
        "told": to_do if standing == RESTORED else standing,
        "position": here.position,
        "is_open": here.wide.has_lease(now_ms),
        "closed": desk.titles_of(closed),
        "takes_wagers": not shared.isdisjoint(here.wide.open_jackpots),
        "is_stopped": standing not in ("", OPEN),
        "line": line,
        "pending": sum(1 for claim in here.claims if not claim.awards),
        "lost": [_lost(desk, each.grant) for each in here.wide.lost_grants],
    }


def _lost(desk: Desk, grant: Grant) -> dict[str, str]:
    """A grant whose claim this house has lost, in words."""
    return {
        "claim": grant.claim,
        "amount": dollars(each_cents(grant)),
        "seats": ", ".join(map(str, grant.seats)),
        "table": grant.table,
        "round": f"{grant.round:,}",
        "hand": desk.hand_of(grant.jackpot, grant.outcome),
    }


def _levels(desk: Desk, here: AtProperty) -> Sheet:
    rows = [
        (
            desk.jackpot_cell(each.jackpot),
            desk.meter_cell(each.jackpot, each.level),
            here.wide.shown_cents(each.jackpot, each.level),
            shown_down(Micros(each.given_micros + each.given_reserve_micros)),
            shown_down(Micros(each.taken_micros + each.taken_reserve_micros)),
            shown_down(Micros(sum(each.net_micros))),
            shown_down(here.won[each.jackpot, each.level]),
        )
        for each in here.sums
    ]
    return desk.sheet("wide_levels", LEVELS, rows)


def _claims(desk: Desk, floor: Floor, here: AtProperty) -> Sheet:
    return desk.sheet("wide_claims", CLAIMS, [_claim(desk, floor, each) for each in here.claims])


def _claim(desk: Desk, floor: Floor, claim: ClaimState) -> tuple[Cell, ...]:
    mark = claim.mark
    seats = mark.sharers or (mark.spot.seat,)
    terms = floor.jackpots[mark.jackpot]
    paytable = desk.running_site.paytable_lookup[terms.terms.paytable]
    name: Cell = claim.claim
    if claim.awards:
        name = Linked(claim.claim, f"/office/wins/{claim.awards[0]}")
    return (
        name,
        Linked(claim.seq, f"/office/journal/{claim.seq}"),
        desk.thing_cell("table", claim.table),
        None if claim.is_lost else desk.round_cell(claim.table, claim.round),
        ", ".join(map(str, seats)),
        desk.jackpot_cell(mark.jackpot),
        desk.meter_cell(mark.jackpot, level_claimed(terms, mark.outcome, paytable)),
        desk.hand_of(mark.jackpot, mark.outcome),
        "granted" if claim.awards else "pending",
        Cents(claim.each_cents * len(seats)) if claim.awards else None,
    )


# ---- a hub --------------------------------------------------------------------------------------


def _properties(desk: Desk, hub: AtHub) -> Sheet:
    heard = desk.running_site.callers.heard_ms
    rows = [
        (
            desk.property_title(each.property),
            _standing_at_hub(each, heard.get(each.property, 0), desk.running_site.now_ms()),
            each.number,
            each.made_ms,
            heard.get(each.property),
            desk.titles_of(each.jackpots),
            each.tables,
            each.seats,
            each.rounds_an_hour,
        )
        for each in hub.properties
    ]
    return desk.sheet("wide_properties", PROPERTIES, rows)


def _standing_at_hub(found: PropertyState, heard_ms: int, now_ms: int) -> str:
    """How a property stands; one that has called, and not for as long as a lease, has none."""
    standing = standing_of(found)
    is_silent = 0 < heard_ms < now_ms - LEASE_MS
    return NO_CONTACT if is_silent and standing == OPEN else standing


def _positions(desk: Desk, hub: AtHub) -> list[tuple[Cell, ...]]:
    rows = (each.row for each in hub.positions)
    return [(desk.property_title(name), *amounts) for name, *amounts in rows]


def _not_admitted(desk: Desk, hub: AtHub) -> list[UnknownProperty]:
    """Who speaks to this hub without being on record here."""
    admitted = {each.property for each in hub.properties}
    asking = desk.running_site.callers.not_admitted.values()
    unknown = (each for each in asking if each.name not in admitted)
    titled = (replace(each, name=desk.property_title(each.name)) for each in unknown)
    return sorted(titled, key=lambda each: each.name)


def _stopped(desk: Desk, hub: AtHub) -> list[dict[str, Any]]:
    """The properties that two people must decide about; a decision about one waits for the others
    that have heard of lost rows."""
    undecided = [
        desk.property_title(found.property)
        for found, _ in hub.held
        if found.lost and not found.agreed
    ]
    return [
        {
            "property": found.property,
            "title": desk.property_title(found.property),
            "standing": standing_of(found),
            "number": stated.statement.number,
            "made_ms": stated.statement.made_ms,
            "claims": len(stated.statement.claims),
            "before": Micros(sum(sum(each.net_micros) for each in found.sums)),
            "now": Micros(sum(sum(each.net_micros) for each in stated.statement.sums)),
            "refused": found.refused,
            "is_lost": found.lost is not None,
            "waits_for": ", ".join(undecided) if found.agreed else "",
            "shown": None if found.shown is None else len(shown_so_far(found)),
        }
        for found, stated in hub.held
    ]


async def _grants(desk: Desk) -> Sheet:
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            desk.property_title(entry.event.grant.property),
            entry.event.grant.claim,
            desk.jackpot_cell(entry.event.grant.jackpot),
            desk.meter_cell(entry.event.grant.jackpot, entry.event.grant.level),
            desk.hand_of(entry.event.grant.jackpot, entry.event.grant.outcome),
            len(entry.event.grant.seats),
            each_cents(entry.event.grant),
            Cents(each_cents(entry.event.grant) * len(entry.event.grant.seats)),
        )
        for entry in await desk.newest("claim-granted")
    ]
    return desk.sheet("wide_grants", GRANTS, rows)


async def _decisions(desk: Desk, floor: Floor) -> Sheet:
    """Statements that were held or contradicted, and what two people decided about them."""
    rows = [_decision(desk, floor, entry) for entry in await desk.newest(*DECIDED)]
    return desk.sheet("wide_decisions", DECISIONS, rows)


def _decision(desk: Desk, floor: Floor, entry: Entry) -> tuple[Cell, ...]:
    event = entry.event
    stated = getattr(event, "stated", None)
    return (
        Linked(entry.seq, f"/office/journal/{entry.seq}"),
        entry.at_ms,
        event.kind.replace("-", "_"),
        desk.property_title(event.property if stated is None else stated.statement.property),
        getattr(event, "number", None) if stated is None else stated.statement.number,
        why_text(event),
        who_cell(desk, floor, entry),
    )


# ---- money between them -------------------------------------------------------------------------


def _parties(desk: Desk, here: AtProperty | None, hub: AtHub | None) -> list[tuple[str, str]]:
    """The other ends that can receive money."""
    if here is not None:
        return [(here.wide.hub, here.wide.hub)]
    found = hub.properties if hub is not None else ()
    return [(each.property, desk.property_title(each.property)) for each in found]


def _open_remittances(desk: Desk, state: State) -> list[tuple[str, str]]:
    """The remittances that can still be taken back."""
    found = [
        (entry.seq, name, entry)
        for name, entry in state.bank_entries.items()
        if entry.party and not entry.cleared
    ]
    return [
        (name, f"{name}, {entry.day}, {desk.property_title(entry.party)}")
        for _, name, entry in sorted(found)
    ]


async def _remittances(desk: Desk, floor: Floor) -> Sheet:
    rows = [
        (
            Linked(entry.seq, f"/office/journal/{entry.seq}"),
            entry.at_ms,
            entry.event.kind.replace("-", "_"),
            desk.property_title(entry.event.party),
            entry.event.direction,
            entry.event.cents,
            entry.event.reference,
            getattr(entry.event, "day", ""),
            why_text(entry.event),
            who_cell(desk, floor, entry),
        )
        for entry in await desk.newest("remittance-recorded", "remittance-voided")
    ]
    return desk.sheet("remittances", REMITTANCES, rows)
