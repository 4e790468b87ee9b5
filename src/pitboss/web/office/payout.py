"""The payout guide: one page that takes a cashier from a recorded award to the sealed envelope."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from fastapi.responses import Response
from msgspec import Struct

from pitboss.books import Entry
from pitboss.books.clerk import Clerk
from pitboss.books.pages import about_award, forms_printed
from pitboss.books.table_rounds import last_start
from pitboss.floor.decide.payments import GROUNDS, may_forfeit, payees_named
from pitboss.floor.decide.payouts import HOUR_MS
from pitboss.floor.facts import payments, reports
from pitboss.floor.facts.base import Event
from pitboss.floor.facts.values import IDENTITIES, TAX_FORMS
from pitboss.floor.state.floor import State
from pitboss.floor.state.payouts import PersonState
from pitboss.floor.state.retention import DAY_MS, hand_kept_until, keep_until, unclaimed_term
from pitboss.live.running_site import RunningSite
from pitboss.local_time import WRITTEN, instant, local
from pitboss.money import Cents
from pitboss.notation import title_options
from pitboss.reports.payout_form import Payout, payout_form
from pitboss.reports.win_page import Win, seat_text
from pitboss.rules import catalog
from pitboss.rules.cited_law import NO_LIMIT
from pitboss.rules.game import SEATS_MOST
from pitboss.rules.typed_hand import PARTED_BY, TypedHand
from pitboss.vault.person_data import PersonData, mask_person
from pitboss.web.access.front import read_form
from pitboss.web.api.people_api import PeopleVault
from pitboss.web.office.desk import Desk, desk, floor_of
from pitboss.web.office.payout_guide import Guide, guide_of
from pitboss.web.screens.wins import find_win, win_context
from pitboss.words.language import WORDS, WordTable

router = APIRouter(prefix="/office", include_in_schema=False)
PayoutDesk = Annotated[Desk, Depends(desk("wins"))]
Seats = Annotated[list[int] | None, Query(max_length=SEATS_MOST)]

FORM = "payout_form"  # under which name its copies are numbered
PEOPLE_MOST = 20
LOOKED_BACK_MOST = 20  # entries, for what was typed last
CENTS = re.compile(r"[0-9]{1,12}")
TEXTS = WordTable("office", "payout")


class TypedPayout(Struct, frozen=True):
    """What is typed and not recorded yet: people, their shares in cents, their other seats and the
    tax form."""

    people: str | None = None
    shares: str = ""
    seats: Seats = None
    form: str = ""


TypedSoFar = Annotated[TypedPayout, Depends()]


@router.get("/payout/{award}")
async def payout(desk: PayoutDesk, award: str, typed: TypedSoFar) -> Response:
    """Each step with who did it and the next one's form; or what became of the prize."""
    return await payout_page(
        desk, award, typed, frame="office/layout.html", here="/office/payout/", at_till=False
    )


async def payout_page(desk: Desk, award: str, typed: TypedPayout, **where: Any) -> Response:
    """The payout in the office's shell or a till's."""
    site = desk.running_site
    named = None if typed.people is None else _listed(typed.people)
    shares = [
        Cents(int(each)) if CENTS.fullmatch(each) else Cents(0) for each in _listed(typed.shares)
    ]
    chosen = typed.form if typed.form in TAX_FORMS else ""
    guide = await site.look(
        lambda state: guide_of(
            state,
            award,
            named,
            site.now_ms(),
            shares=shares,
            seats=seats_said(typed.seats),
            form=chosen,
        )
    )
    found = replace(await find_win(desk.request, award), tax=guide.tax)
    hand = await _typed_hand(site, guide)
    followed = await _followed(desk, guide)
    clerk: Clerk = desk.request.app.state.clerk
    return desk.page(
        "payout",
        guide=guide,
        head=await _head(desk, found),
        printed=await clerk.glance(forms_printed, award),
        is_changing=named is not None,
        shown=[(each, await masked_person(desk, each)) for each in guide.people],
        offered=[(each, await masked_person(desk, each)) for each in guide.offered],
        now_written=local(site.now_ms(), desk.time_zone).strftime(WRITTEN),
        keep_hand=await site.look(
            lambda state: hand_kept_until(
                state, guide.found, won_ms=found.at_ms, now_ms=site.now_ms()
            )
        ),
        typed=hand,
        verified=_last(followed, payments.HandVerified),
        held=_last(followed, payments.PaymentHeld),
        may_not_pay=_may_not_pay(desk, guide),
        papers=IDENTITIES,
        papers_listed=title_options(IDENTITIES),
        may_forfeit=may_forfeit(guide.law, guide.found.payment_hold),
        payees=payees_named(guide.law, guide.found.payment_hold),
        is_unclaimed=await site.look(
            lambda state: _is_unclaimed(state, won_ms=found.at_ms, now_ms=site.now_ms())
        ),
        grounds_listed=[(each, TEXTS["grounds"][each]) for each in GROUNDS],
        usual_camera=await _usual_camera(desk, guide),
        usual_list=await _usual_list(desk, guide),
        **where,
        **win_context(site, found),
    )


@router.post("/payout-form")
async def form(desk: PayoutDesk) -> Response:
    """A payment's form in its parts, for signatures; a numbered copy, recorded before it leaves."""
    award = (await read_form(desk.request))["award"]
    site = desk.running_site
    guide = await site.look(lambda state: guide_of(state, award, None, site.now_ms()))
    found = await find_win(desk.request, award)
    clerk: Clerk = desk.request.app.state.clerk
    printed = await clerk.glance(forms_printed, award)
    about = await site.look(
        lambda state: _about(
            state, found, guide, site.now_ms(), copies=printed + 1, badge=desk.who.badge
        )
    )
    words = desk.house_words
    said = (words["payout_form"], words["win"])
    made = await asyncio.to_thread(payout_form, about, site.profile, *said, paper="letter")
    await desk.keep(
        reports.RecordReport,
        award,
        report=FORM,
        file_format="pdf",
        from_ms=found.at_ms,
        to_ms=site.now_ms(),
        last_seq=found.seq,
        sha256=sha256(made).hexdigest(),
        award=award,
    )
    headers = {"Content-Disposition": f'inline; filename="payout-{found.page}.pdf"'}
    return Response(made, media_type="application/pdf", headers=headers)


def _about(
    state: State, found: Win, guide: Guide, at_ms: int, *, copies: int, badge: str
) -> Payout:
    """What the form of a payment says."""
    noted = ((note.badge, state.badges.get(note.badge)) for note in guide.found.steps)
    return Payout(
        win=found,
        payment=guide.payment,
        parts=guide.parts,
        people=guide.people,
        steps=guide.found.steps,
        names={name: by.name for name, by in noted if by is not None},
        keep_hand=hand_kept_until(state, guide.found, won_ms=found.at_ms, now_ms=at_ms),
        keep_until=keep_until(state, at_ms),
        copies=copies,
        printed_ms=at_ms,
        printed_by=badge,
    )


def seats_said(seats: Sequence[int] | None) -> tuple[int, ...] | None:
    """The seats that were checked; 0 means none, and nothing means nobody has answered."""
    return None if seats is None else tuple(seat for seat in seats if seat)


def _is_unclaimed(state: State, *, won_ms: int, now_ms: int) -> bool:
    """Whether nobody claimed a prize within the legal time."""
    days = unclaimed_term(state, won_ms=won_ms, now_ms=now_ms).value
    return days != NO_LIMIT and now_ms - won_ms >= days * DAY_MS


def _listed(text: str) -> list[str]:
    return [each for each in text.split(",") if each][:PEOPLE_MOST]


def _may_not_pay(desk: Desk, guide: Guide) -> str:
    """Why the reader can't pay this award, and who can; nothing if the reader can."""
    roles = payments.PayPrize.permission.roles
    payers = ", ".join(WORDS["roles"][role] for role in roles)
    if desk.who.role not in roles:
        return str(TEXTS["no_payer"]).format(roles=payers)
    found, badge = guide.found, desk.who.badge
    part = "confirmer" if badge in found.confirmed_by else "dealt"
    apart = (*found.confirmed_by, found.dealt_by)
    return str(TEXTS[part]).format(roles=payers) if badge in apart else ""


async def _head(desk: Desk, found: Win) -> str:
    """Where and when it was won and who dealt: what a player tells a cashier."""
    said, clerk = TEXTS["head"], desk.request.app.state.clerk
    started = await clerk.glance(last_start, found.table, found.seq)
    is_of_round = started is not None and started.event.round == found.round
    dealer = await _name(desk, started.event.badge) if started and is_of_round else ""
    parts = [
        said["table"].format(table=found.table, title=found.title),
        said["seat"].format(seat=seat_text(found.award, WORDS["win"])),
        desk.time(found.at_ms),
        said["dealer"].format(name=dealer) if dealer else "",
        said["level"].format(level=found.level) if found.level else "",
    ]
    return " · ".join(part for part in parts if part)


async def _name(desk: Desk, badge: str) -> str:
    return (await desk.running_site.look(floor_of)).name_of(badge)


async def _followed(desk: Desk, guide: Guide) -> Sequence[Entry]:
    """What the record has about this award."""
    clerk: Clerk = desk.request.app.state.clerk
    found = guide.found
    return await clerk.glance(
        about_award, found.award.award, table=found.table, round_number=found.round
    )


def _last(followed: Sequence[Entry], kind: type[Event]) -> Event | None:
    """The last event of a kind, such as how the hand was verified; none if there is none."""
    events = [each.event for each in followed if isinstance(each.event, kind)]
    return events[-1] if events else None


async def _usual_camera(desk: Desk, guide: Guide) -> str:
    """The camera that saw the table's last verified hand."""
    seen = await desk.newest("hand-verified", most=LOOKED_BACK_MOST)

    def camera_of(state: State) -> str:
        for entry in seen:
            award = state.awards.get(entry.event.award)
            if award is not None and award.table == guide.found.table:
                return str(entry.event.camera)
        return ""

    return await desk.running_site.look(camera_of)


async def _usual_list(desk: Desk, guide: Guide) -> str:
    """The newest self-exclusion list that anyone checked, while it may still be used."""
    hours, now_ms = guide.law.exclusion_list_hours.value, desk.running_site.now_ms()
    for entry in await desk.newest("payout-step-noted", most=LOOKED_BACK_MOST):
        listed = entry.event.payment.exclusion_list
        listed_ms = instant(listed, desk.time_zone) if listed else None
        if listed_ms is not None and 0 <= now_ms - listed_ms < hours * HOUR_MS:
            return str(listed)
    return ""


async def _typed_hand(site: RunningSite, guide: Guide) -> str:
    """Which cards are typed for this award."""
    found = guide.found

    def won_at(state: State) -> tuple[str, str]:
        paytable = state.kept_jackpot(found.award.jackpot).terms.paytable
        return paytable, state.table(found.table).game

    hand = catalog.typed_hand(*await site.look(won_at))
    return said_cards(hand) if hand is not None else ""


def said_cards(hand: TypedHand) -> str:
    """Which cards are typed, group by group: in the reader's words, or the game's own."""
    said = WORDS["typed_cards"]
    return f" {PARTED_BY} ".join(said.get(_key_of(each.title), each.title) for each in hand.groups)


async def masked_person(desk: Desk, person: PersonState) -> PersonData:
    """A person as a cashier may see them: initials, year of birth, last fours."""
    people: Any = desk.request.app.state.people
    assert isinstance(people, PeopleVault)
    vault = await people.open()
    return mask_person(await asyncio.to_thread(vault.read, person.person))


def _key_of(title: str) -> str:
    """The key under which a language has a title of several words: letters and figures alone."""
    return "_".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))
