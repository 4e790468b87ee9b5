"""Every sentence is about an event that there is, and names fields that it has."""

from __future__ import annotations

import string
from collections.abc import Mapping
from types import MappingProxyType

import pytest

from pitboss.books.things import AWARD, DEVICE, ROUND, SEAT, TABLE, Thing
from pitboss.evidence.filling import text_of
from pitboss.evidence.known_names import KnownNames
from pitboss.evidence.teller import Teller
from pitboss.floor.facts import (
    EVENTS,
    approvals,
    awards,
    changes,
    days,
    devices,
    jackpots,
    papers,
    payments,
    people,
    reports,
    rounds,
    shufflers,
    tables,
)
from pitboss.floor.facts.base import CommandRefused, Event, kind_of
from pitboss.floor.facts.permission import role_too_low
from pitboss.floor.facts.values import (
    Award,
    JackpotStanding,
    JackpotTerms,
    LevelSetting,
    Mark,
    Movement,
    Payment,
    Reading,
    SetTable,
    SetTerms,
    Spot,
    TableStanding,
)
from pitboss.floor.state.floor import AwardState
from pitboss.money import Cents, Micros, Ppm
from pitboss.refusal import say
from pitboss.words.language import WORDS, speaking, texts

ROSTER = {"S200": "Sam Ortiz", "A400": "Alma Reyes", "D100": "Dana Lee"}


def award_of(name: str, *, level: str = "", house: int = 0, tray: int = 0) -> Award:
    """An award that has a number and a source."""
    return Award(
        name,
        int(name[-1]),
        1,
        "fours",
        "flush",
        level,
        Cents(0),
        Cents(house),
        Cents(tray),
        restarts=False,
    )


PRIZE, POSTED = award_of("T1-4-1.2", tray=1_000), award_of("T1-4-1.3", house=1_000)
LOCKED = award_of("T1-4-1.4", level="main")  # it came off its meter when it was marked


def teller_in(
    language: str,
    *,
    roster: Mapping[str, str] = MappingProxyType({}),
    tells_payments: bool = False,
) -> Teller:
    """Who tells in a language, and names whoever is on the roster."""
    known = KnownNames(
        hand=lambda _, hand: hand,
        title=lambda jackpot: {"fours": "Crazy 4 Progressive"}.get(jackpot, jackpot),
        level=lambda _, level: level.capitalize(),
        meter=lambda jackpot, _: {"fours": "Crazy 4 Progressive"}[jackpot],
        person=lambda badge: roster.get(badge, ""),
        award={
            each.award: AwardState(each, "T1", 4, 9, "recorded") for each in (PRIZE, POSTED, LOCKED)
        }.get,
        device={"console-191c": ("console", "F1"), "wall-1": ("sign", "")}.get,
        tells_payments=tells_payments,
    )
    return Teller(texts(language), time_zone="UTC", known=known)


# What sentences tell that is no field of their event.
RECKONED = {"reason", "differences", "about", "hand"}


def test_sentences_fit_their_events() -> None:
    fields = {kind_of(event): {*event.__struct_fields__, *RECKONED} for event in EVENTS}
    wrong = [
        (kind, name)
        for kind, text in WORDS["sentences"]["kinds"].items()
        for _, name, _, _ in string.Formatter().parse(text)
        if name is not None and name not in fields.get(kind, set())
    ]
    assert wrong == []


def test_every_kind_of_event_has_a_sentence_of_its_own() -> None:
    told = WORDS["sentences"]["kinds"]
    assert [kind_of(event) for event in EVENTS if kind_of(event) not in told] == []


def test_a_voided_payment_is_told_with_its_reason() -> None:
    voided = payments.PaymentVoided(
        award="T1-4-1.2", cents=Cents(1_000), withheld_cents=Cents(0), check_number="1001",
        reason="the check was lost", badges=("A400", "S200"),
    )  # fmt: skip
    said = teller_in("en").tell_text(voided)
    assert said.strip().endswith(
        ": A400 and S200 voided the payment of $10.00. Reason: the check was lost."
    )
    assert "Motivo: the check was lost." in teller_in("es").tell_text(voided)


def test_a_reason_that_ends_in_a_period_gets_no_second_one() -> None:
    paused = tables.TablePaused(table="T1", badge="S200", reason="se revisa la cámara.")
    assert teller_in("es").tell_text(paused).endswith(": se revisa la cámara.")


def test_why_something_was_done_about_a_person_is_told_within_the_house() -> None:
    forfeited = payments.PrizeForfeited(
        award="T1-4-1.2", cents=Cents(1_000), to="state", reason="Two claim it", notice_due_ms=0,
        keep_until="2031-12-31", badges=("A400", "E300"),
    )  # fmt: skip
    staff = teller_in("en", tells_payments=True)
    assert staff.tell_text(forfeited).endswith(" Reason: Two claim it.")
    assert "Two claim it" not in teller_in("en").tell_text(forfeited)


@pytest.mark.parametrize(
    ("recorded", "told"),
    [
        ("@misdeal", "Mano nula"),
        ("@misdeal_at_keypad", "mano nula presionada en el teclado"),
        ("Misdeal", "Misdeal"),  # typed
    ],
)
def test_a_reason_that_the_product_offers_is_told_in_the_language_of_the_reader(
    recorded: str, told: str
) -> None:
    paused = tables.TablePaused(table="T1", badge="S200", reason=recorded)
    assert f": {told}." in teller_in("es").tell_text(paused)


@pytest.mark.parametrize(
    ("language", "said", "over"),
    [
        ("en", "no wagers on Crazy 4 Progressive", "Change 87 is over"),
        ("es", "sin apuestas a Crazy 4 Progressive", "Cambio 87 terminado"),
    ],
)
def test_a_change_that_holds_one_jackpot_and_its_end_are_told_by_its_number(
    language: str, said: str, over: str
) -> None:
    begun = changes.ChangeBegun(change="change-87", jackpots=("fours",), badge="S200")
    assert said in teller_in(language).tell_text(begun)
    resumed = jackpots.JackpotResumed(
        jackpot="fours", badge="S200", told=say("CHANGE_OVER", change="87")
    )
    with speaking(language):
        assert teller_in(language).tell_text(resumed).endswith(f": {over}.")


def test_a_meter_is_told_by_its_title() -> None:
    change = Movement(
        "", "fours", Micros(20), Micros(0), Micros(0), Micros(0),
        Reading("main", Micros(20), Micros(0), Micros(0)),
    )  # fmt: skip
    assert "Crazy 4 Progressive meter" in teller_in("en").tell_text(
        awards.MetersMoved(table="T1", round=1, awards=(), movements=(change,))
    )


def test_no_sentence_tells_what_is_noted_of_a_winner() -> None:
    kinds = WORDS["sentences"]["kinds"]
    others = ("badge-changed", "site-opened")  # of staff and of the house
    told = " ".join(text for kind, text in kinds.items() if kind not in others)
    for name in ("{payment", "{identity", "check_number", "exclusion", "{seal", "{name}"):
        assert name not in told


def test_what_nobody_signed_is_said_of_the_server_or_the_site_file() -> None:
    teller = teller_in("en")
    for badge, said in (("", "the server"), ("T500", "T500")):
        event = approvals.BundleChanged(
            table="T1", badge=badge, before=(), plays=(), folded_qualify=True
        )
        assert teller.tell_text(event) == f"Table T1 now runs different terms, recorded by {said}."
    issued = people.BadgeIssued(badge="D100", name="Dana", role="dealer", ends_ms=0, by=("", ""))
    assert teller.tell_text(issued) == "The site file issued badge D100 (dealer)."


def test_a_sentence_leaves_out_what_its_entry_does_not_have() -> None:
    paper = papers.PaperOpened(
        paper="dispute-1", paper_kind="dispute", award="T1-4-1", text="a royal flush",
        learned_ms=1, due_ms=0, badges=("S200",),
    )  # fmt: skip
    refused = CommandRefused(command="adjust-meter", table="", badge="", code="CHANGE_STALE")
    enrolled = devices.DeviceEnrolled(
        device="sign-1", device_kind="sign", table="", key_sha256="", badge="T500"
    )
    said = {}
    for language in ("en", "es"):
        with speaking(language):
            tell = teller_in(language).tell_text
            said[language] = [tell(each) for each in (paper, refused, enrolled)]
    assert said == {
        "en": [
            "Paper dispute-1 (dispute) opened by S200, T1-4-1: a royal flush.",
            "REFUSED: adjust a meter by hand. Reason: things have changed since the request. Make "
            "a new one (CHANGE_STALE).",
            "Device sign-1 was paired as sign by T500.",
        ],
        "es": [
            "Documento dispute-1 (disputa) abierto por S200, T1-4-1: a royal flush.",
            "RECHAZADO: ajustar un acumulado a mano. Motivo: algo cambió desde la "
            "solicitud. Haga una nueva (CHANGE_STALE).",
            "El dispositivo sign-1 se emparejó como pantalla, por T500.",
        ],
    }


def test_a_sentence_has_each_part_that_its_entry_has() -> None:
    paper = papers.PaperOpened(
        paper="P-1", paper_kind="dispute", table="T1", round=4, award="T1-4-1", jackpot="fours",
        text="[a royal flush]", learned_ms=1, due_ms=60_000, badges=("S200",),
    )  # fmt: skip
    assert teller_in("en").tell_text(paper) == (
        "Paper P-1 (dispute) opened by S200, table T1, round 4, T1-4-1, jackpot Crazy 4 "
        "Progressive: [a royal flush]. Due 1970-01-01 00:01:00 UTC."
    )


def test_people_are_told_by_name_with_their_badge() -> None:
    signed_in = people.DealerSignedIn(table="T1", badge="D100")
    named, unnamed = teller_in("en", roster=ROSTER), teller_in("en")
    assert named.tell_text(signed_in) == "Dealer Dana Lee (D100) signed in at table T1."
    assert unnamed.tell_text(signed_in) == "Dealer D100 signed in at table T1."
    issued = people.BadgeIssued(
        badge="D100", name="Dana", role="dealer", ends_ms=0, by=("A400", "S200")
    )
    assert named.tell_text(issued) == (
        "Alma Reyes (A400) and Sam Ortiz (S200) issued badge D100 of Dana Lee (dealer)."
    )


def test_a_press_that_was_turned_away_has_its_name() -> None:
    away = people.AccessRefused(
        what="POST /api/commands/confirm-awards",
        who="S200",
        device="C1",
        code="CHANGE_UNKNOWN",
    )
    said = teller_in("en", roster=ROSTER).tell_text(away)
    assert said == (
        "TURNED AWAY: Sam Ortiz (S200) at C1, asking for confirm awards. Reason: no such change "
        "was requested (CHANGE_UNKNOWN)."
    )


@pytest.mark.parametrize(
    ("language", "step"), [("en", "Turn off the shuffler"), ("es", "Apague la barajadora")]
)
def test_a_step_of_a_letter_is_told_in_the_language_of_the_reader(language: str, step: str) -> None:
    taken = shufflers.ShufflerStepTaken(
        table="T1", step=1, text="Turn off the shuffler.", badge="D100"
    )
    assert teller_in(language).tell_text(taken).endswith(f": {step}.")


@pytest.mark.parametrize(
    ("language", "why"),
    [("en", "supervisor's badge refused. Awards over $5,000.00 need an executive; "
      "swipe an executive's badge"),
     ("es", "credencial rechazada (supervisor). Más de $5,000.00: hace falta un ejecutivo; "
      "deslice la de un ejecutivo")],
)  # fmt: skip
def test_what_stands_for_a_rule_that_was_not_found_is_not_told(language: str, why: str) -> None:
    refusal = role_too_low(
        "S200", "supervisor", ("supervisor", "executive"), above_cents=Cents(500_000),
        rule="no rule found: we use the strictest",
    )  # fmt: skip
    refused = CommandRefused(
        command="confirm-awards", table="T1", badge="S200", code=refusal.code, case=refusal.case,
        values=refusal.told.values,
    )  # fmt: skip
    with speaking(language):
        said = teller_in(language).tell_text(refused)
    assert said.endswith(f"{why} (ROLE_TOO_LOW).")


@pytest.mark.parametrize(
    ("rule", "end"),
    [
        ("no rule found: we use the strictest", "chips: 198."),
        ("WAC 230-15-720", "chips: 198 (WAC 230-15-720)."),
    ],
)
def test_an_answer_cites_a_rule_only_where_one_was_found(rule: str, end: str) -> None:
    opened = days.VarianceOpened(
        day="2026-11-14", shift=1, table="T1", jackpot="fours", bets=200, chips=198, sensor=None,
        rule=rule,
    )  # fmt: skip
    assert teller_in("en").tell_text(opened).endswith(end)
    assert "no rule" not in teller_in("es").tell_text(opened)


def test_who_is_turned_away_is_named_where_he_is_known() -> None:
    told = {
        who: teller_in("en", roster=ROSTER)
        .tell_text(people.AccessRefused(what="swipe", who=who, device="C1", code="X"))
        .partition(" at ")[0]
        for who in ("", "unknown badge", "S200")
    }
    assert told == {
        "": "TURNED AWAY: someone",
        "unknown badge": "TURNED AWAY: an unknown badge",
        "S200": "TURNED AWAY: Sam Ortiz (S200)",
    }


def applied(rate_ppm: int) -> JackpotStanding:
    """A jackpot with a rate."""
    level = LevelSetting("mega", Cents(100_000), Ppm(rate_ppm), Ppm(rate_ppm // 3))
    terms = JackpotTerms(
        kind="progressive", paytable="p", paytable_sha256="", wager_cents=Cents(100),
        levels=(level,), executive_above_cents=Cents(250_000),
        fixed_from="mega" if rate_ppm > 150_000 else "",
    )  # fmt: skip
    return JackpotStanding(jackpot="fours", terms=terms)


def test_a_change_that_is_applied_says_what_it_did() -> None:
    change = changes.ChangeApplied(
        change="change-3", what=SetTerms(jackpot="fours"), before=applied(150_000),
        after=applied(180_000), movements=(), badge="A400",
    )  # fmt: skip
    assert teller_in("en", roster=ROSTER).tell_text(change) == (
        "Alma Reyes (A400) applied change 3 of Crazy 4 Progressive: Mega rate: 15 % → 18 %; "
        "Mega reserve rate: 5 % → 6 %; fixed pays come from: – → Mega."
    )
    assert teller_in("es").tell_text(change) == (
        "A400 aplicó el cambio 3 de Crazy 4 Progressive: tasa de Mega: 15 % → 18 %; "
        "tasa de reserva de Mega: 5 % → 6 %; los pagos fijos salen de: – → Mega."
    )


def test_a_change_of_a_table_names_jackpots_by_title() -> None:
    before, after = (
        TableStanding(
            table="C1", jackpots=each, keypad="atlas", order=(), keys_are_personal=personal
        )
        for each, personal in ((("fours",), False), (("fours", "sevens"), True))
    )
    change = changes.ChangeApplied(
        change="change-4", what=SetTable(table="C1"), before=before, after=after, movements=(),
        badge="A400",
    )  # fmt: skip
    assert teller_in("en").tell_text(change) == (
        "A400 applied change 4 of table C1: jackpots: Crazy 4 Progressive → "
        "Crazy 4 Progressive, sevens; personal keys: no → yes."
    )


def test_other_software_says_what_ran_before_and_how_much_differs() -> None:
    for before, said in (
        ("", "SOFTWARE: this floor runs version 0.2.0, release aaaaaaaaaaaaaaaa."),
        (
            "b" * 64,
            "SOFTWARE CHANGED: version 0.2.0 is running (release aaaaaaaaaaaaaaaa, before "
            "bbbbbbbbbbbbbbbb); files that differ: 2.",
        ),
    ):
        noted = approvals.ReleaseNoted(
            version="0.2.0", release="a" * 64, before=before, altered=("x", "y"), manifest=""
        )
        assert teller_in("en").tell_text(noted) == said


def test_only_what_a_meter_paid_is_told_as_paid_by_it() -> None:
    names = ("T1-4-1.1", "T1-4-1.2", "T1-4-1.3", "T1-4-1.4", "T1-4-1.5")
    still = Reading("main", Micros(0), Micros(0), Micros(0))
    none = Micros(0)
    paid = Movement(names[0], "fours", none, none, none, none, still)
    moved = awards.MetersMoved(table="T1", round=4, awards=names, movements=(paid,))
    assert teller_in("en").tell_text(moved) == (
        "Table T1, round 4: the meters paid T1-4-1.1, flush at T1, seat 4; paid from the tray, no"
        " meter moved: flush at T1, seat 2; owed by the house, no meter moved: flush at T1, seat 3;"
        " no meter has moved for T1-4-1.5."
    )
    tray = awards.MetersMoved(table="T1", round=4, awards=("T1-4-1.2",), movements=())
    assert teller_in("es").tell_text(tray) == (
        "Mesa T1, ronda 4: pagado de la bandeja, ningún acumulado se movió: flush en T1, puesto 2."
    )


def test_a_shared_mark_is_told_with_the_seats_that_share() -> None:
    mark = Mark(Spot(1, 1), "dragon", "suited", (3, 1))
    alone = Mark(Spot(1, 1), "dragon", "suited", (1,))
    marked, back = (
        kind(table="M1", round=2, mark=mark)
        for kind in (rounds.WinnerMarked, rounds.WinnerUnmarked)
    )
    english, spanish = teller_in("en"), teller_in("es")
    told = "suited at seat 1, shared by seats 3, 1."
    assert english.tell_text(marked) == f"Table M1, round 2: the dealer marked {told}"
    assert english.tell_text(back) == f"Table M1, round 2: the dealer unmarked {told}"
    single = english.tell_text(rounds.WinnerMarked(table="M1", round=2, mark=alone))
    assert single == "Table M1, round 2: the dealer marked suited at seat 1."
    assert spanish.tell_text(marked) == (
        "Mesa M1, ronda 2: el crupier marcó suited en el puesto 1, compartida por los puestos 3, 1."
    )


@pytest.mark.parametrize(
    ("device", "said"),
    [
        ("console-191c", "Sam Ortiz (S200) signed in at the console of table F1."),
        ("wall-1", "Sam Ortiz (S200) signed in at wall-1."),  # of no table
        ("office", "Sam Ortiz (S200) signed in at office."),
    ],
)
def test_a_device_of_a_table_is_told_by_what_it_is(device: str, said: str) -> None:
    teller = teller_in("en", roster=ROSTER)
    assert (
        teller.tell_text(
            people.PersonSignedOn(badge="S200", device=device, session_sha256="0" * 64)
        )
        == said
    )


def linked(language: str, event: Event) -> dict[str, Thing]:
    """What a sentence names, as it is told, with the thing that each leads to."""
    told = teller_in(language, roster=ROSTER).entry(7, 1, (event,))
    return {piece.text: piece.thing for piece in told.pieces if piece.thing}


def test_each_thing_that_a_sentence_names_is_a_piece_of_it_with_its_noun() -> None:
    marked = rounds.WinnerMarked(table="M1", round=2, mark=Mark(Spot(1, 1), "fours", "flush"))
    table, number, seat = Thing(TABLE, "M1"), Thing(ROUND, "M1/2"), Thing(SEAT, "M1/1")
    assert linked("en", marked) == {"Table M1": table, "round 2": number, "seat 1": seat}
    assert linked("es", marked) == {"Mesa M1": table, "ronda 2": number, "puesto 1": seat}
    signed_on = people.PersonSignedOn(badge="S200", device="console-191c", session_sha256="0" * 64)
    assert linked("es", signed_on)["la consola de la mesa F1"] == Thing(DEVICE, "console-191c")


def test_what_an_entry_names_and_its_sentence_does_not_say_is_listed() -> None:
    paid = payments.PrizePaid(
        award="T1-4-1.2", cents=Cents(1_000), withheld_cents=Cents(0), parts=(), badge="A400",
        payment=Payment(witness="S200"), keep_until="2031-12-31",
    )  # fmt: skip
    told = teller_in("en").entry(7, 1, (paid,))
    assert Thing(AWARD, "T1-4-1.2") in {piece.thing for piece in told.pieces}
    assert told.also == (Thing("badge", "S200"),)


def test_seats_that_were_lit_at_start_lead_nowhere() -> None:
    started = rounds.RoundStarted(
        table="M1", round=2, badge="D100", spots=(Spot(1, 1),), contributions=(), takings=()
    )
    assert "seat 1" not in linked("en", started)


@pytest.mark.parametrize(
    ("language", "marked", "ended"),
    [("en", "The dealer marked flush at seat 1.", "The round ended."),
     ("es", "El crupier marcó flush en el puesto 1.", "La ronda terminó.")],
)  # fmt: skip
def test_a_sentence_does_not_repeat_what_its_page_is_about(
    language: str, marked: str, ended: str
) -> None:
    implied = {Thing(TABLE, "M1"), Thing(ROUND, "M1/2")}
    mark = rounds.WinnerMarked(table="M1", round=2, mark=Mark(Spot(1, 1), "fours", "flush"))
    end = rounds.RoundEnded(table="M1", round=2, envy=())
    teller = teller_in(language)
    assert [text_of(teller.tell(each, implied)) for each in (mark, end)] == [marked, ended]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("W-2G", "Method: check. Check: 77801. Tax form: W-2G. Seal: 0711."),
        ("none", "Method: check. Check: 77801. Seal: 0711."),
    ],
)
def test_a_payment_says_how_it_was_made_with_which_form_and_seal(form: str, said: str) -> None:
    paid = payments.PrizePaid(
        award="T1-4-1.2", cents=Cents(1_000), withheld_cents=Cents(0), parts=(), badge="A400",
        payment=Payment(method="check", check_number="77801", tax_form=form, seal="0711"),
        keep_until="2031-12-31",
    )  # fmt: skip
    told = "A400 paid flush at T1, seat 2: $10.00."
    assert teller_in("en", tells_payments=True).tell_text(paid) == f"{told} {said}"
    assert teller_in("en").tell_text(paid) == told  # outside of the house


NOTED = Payment(
    method="check", check_number="77801", person="person-31", identity="driver license",
    of_age=True, exclusion="A400", exclusion_list="2026-11-14 08:00", seal="0711",
    tax_form="none", tax_collected_cents=Cents(1_250), winner_signed=True, witness="S200",
)  # fmt: skip


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("person", "ID shown: driver license."),
        ("exclusion", "Exclusion list checked by: A400. Exclusion list dated: 2026-11-14 08:00."),
        ("tax", "Tax form: none. Tax collected from the winner: $12.50."),
        ("method", "Method: check. Check: 77801."),
        ("signatures", "Signed by the winner: yes. Witness: Sam Vo (S200)."),
        ("seal", "Seal: 0711."),
    ],
)
def test_a_step_of_a_pay_out_says_what_was_noted(step: str, said: str) -> None:
    noted = payments.PayoutStepNoted(
        award="T1-4-1.2", step=step, payment=NOTED, at_ms=0, badge="A400"
    )
    teller = teller_in("en", roster={"S200": "Sam Vo"}, tells_payments=True)
    told = teller.tell_text(noted)
    assert told.endswith(f"”. {said}")
    assert "person-31" not in told  # who it is, is in the vault alone
    assert teller_in("en").tell_text(noted).endswith("”.")  # outside of the house


def test_a_form_that_is_none_is_said_in_the_readers_language() -> None:
    noted = payments.PayoutStepNoted(
        award="T1-4-1.2", step="tax", payment=NOTED, at_ms=0, badge="A400"
    )
    assert "Formulario fiscal: ninguno." in teller_in("es", tells_payments=True).tell_text(noted)


def test_a_copy_of_a_report_is_told_by_the_reports_title() -> None:
    made = reports.ReportRecorded(
        report="tax_and_cash", file_format="pdf", from_ms=0, to_ms=1, last_seq=1, sha256="0" * 64,
        copy=2, badge="A400",
    )  # fmt: skip
    assert teller_in("es").tell_text(made) == (
        "A400 guardó la copia 2 del reporte Impuestos y efectivo como pdf."
    )


def test_a_hold_and_its_release_say_ground_and_reason_within_the_house() -> None:
    held = payments.PaymentHeld(
        award="T1-4-1.2", ground="dispute", reason="two claim it", badge="A400"
    )
    released = payments.PaymentReleased(
        award="T1-4-1.2", ground="dispute", reason="the tape agrees", badges=("A400", "E300")
    )
    within, outside = teller_in("en", tells_payments=True), teller_in("en")
    said = "flush at T1, seat 2: A400 put the payment on hold. Cause: dispute."
    assert within.tell_text(held) == f"{said} Reason: two claim it."
    assert outside.tell_text(held) == said
    said = "flush at T1, seat 2: A400 and E300 released the payment. Cause of the hold: dispute."
    assert within.tell_text(released) == f"{said} Reason: the tape agrees."
