"""What a word in capitals asks beside the rounds: bank, papers, equipment, calls, devices."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from pitboss.floor.facts import (
    approvals,
    awards,
    clock,
    devices,
    payments,
    people,
    reports,
    shufflers,
    tables,
)
from pitboss.floor.facts.values import ApprovalRecord, BundleItem, Equipment, GroupShare, Payment
from pitboss.floor.state.approved import bundle_items, bundle_sha256
from pitboss.local_time import instant
from pitboss.refusal import Told
from pitboss.rules.cited_law import APPROVALS

from .bank_verbs import BANK_COMMANDS
from .laws import digest_of
from .person_verbs import PERSON_COMMANDS
from .script import Script
from .words import Words, amount_cents

EVERY_PAPER = ApprovalRecord(
    tuple((paper, "on file") for paper in APPROVALS), date="2026-01-01", signer="the commission"
)


def plays_of(word: str) -> tuple[BundleItem, ...]:
    """The rules of a table by a word that is easier to read."""
    return (BundleItem("rules", word),)


def papers_of(text: str) -> tuple[tuple[str, str], ...]:
    """'letter=14-June,internal_controls=12' as papers with their references."""
    pairs = [pair.partition("=") for pair in text.split(",")]
    return tuple((paper, reference) for paper, _, reference in pairs)


def _keep_report(script: Script, words: Words) -> None:
    """REPORT closing_liability ann: a numbered copy is kept."""
    report, at_ms = words.take(), script.floor.at_ms
    script.ask(
        reports.RecordReport, report=report, file_format="pdf", from_ms=at_ms - 1, to_ms=at_ms,
        last_seq=script.floor.state.seq, sha256=digest_of(report), badge=words.take(),
    )  # fmt: skip


def _pay(script: Script, words: Words) -> None:
    """PAY award 1 check 1001 seen "driver license" excluded "no, 21:10" seal 77 tax W-2G ann"""
    award, payment = script.award_name(words), _noted(words)
    script.ask(payments.PayPrize, award=award, payment=payment, badge=words.take())


def _noted(words: Words) -> Payment:
    """What of a payment a line says."""
    noted: dict[str, Any] = {}
    for method in ("cash", "chips", "check", "tray"):
        if words.after(method):
            noted["method"] = method
    if noted.get("method") == "check" or words.after("number"):
        noted["check_number"] = words.take()
    if words.after("checks"):
        noted["method"], noted["group_checks"] = "check", tuple(words.take().split("+"))
    for word, name in (
        ("to", "person"), ("seen", "identity"), ("excluded", "exclusion"),
        ("list", "exclusion_list"), ("seal", "seal"), ("tax", "tax_form"),
        ("because", "tax_reason"), ("witness", "witness"),
    ):  # fmt: skip
        if words.after(word):
            noted[name] = words.take()
    if words.after("seats"):
        said = words.take()
        noted["identical_seats"] = () if said == "none" else tuple(map(int, said.split(",")))
    if words.after("collected"):
        noted["tax_collected_cents"] = amount_cents(words.take())
    group: list[GroupShare] = []
    while words.after("share"):
        group.append(GroupShare(words.take(), amount_cents(words.take())))
    noted["of_age"], noted["winner_signed"] = words.after("of-age"), words.after("signed")
    return Payment(**noted, group=tuple(group))


def _verify(script: Script, words: Words) -> None:
    """VERIFY award 1 "As Ah Ad Ac 2d" makes four_aces deck 52 camera 7 at "2026-11-15 19:10" with
    sam ann"""
    award, cards = script.award_name(words), words.take()
    found = words.take() if words.after("makes") else ""
    words.skip("deck")
    deck = int(words.take())
    words.skip("camera")
    camera = words.take()
    words.skip("at")
    shown = words.take()
    witness = words.take() if words.after("with") else ""
    script.ask(
        payments.VerifyHand, award=award, cards=cards, deck_cards=deck, camera=camera,
        shown_at=shown,
        witness=witness, found=found, badge=words.take(),
    )  # fmt: skip


def _step(script: Script, words: Words) -> None:
    """STEP award 1 method check 1001 ann"""
    award, step = script.award_name(words), words.take()
    payment = _noted(words)
    script.ask(payments.NotePayoutStep, award=award, step=step, payment=payment, badge=words.take())


def _skip_step(script: Script, words: Words) -> None:
    """SKIP-STEP award 1 seal ann 'no bag left'"""
    award, step, badge = script.award_name(words), words.take(), words.take()
    script.ask(payments.SkipPayoutStep, award=award, step=step, badge=badge, reason=words.take())


def _envy_form(script: Script, words: Words) -> None:
    """ENVY-FORM T1 round 3 seat 4 on multi to kim excluded "no" list "2026-11-15 09:00" tax W-2G
    seats none ann"""
    table = words.take()
    words.skip("round")
    number = int(words.take())
    words.skip("seat")
    seat = int(words.take())
    words.skip("on")
    jackpot, payment = words.take(), _noted(words)
    script.ask(
        payments.NoteEnvyForm, table=table, round=number, seat=seat, jackpot=jackpot,
        payment=payment,
        badge=words.take(),
    )  # fmt: skip


def _void_payment(script: Script, words: Words) -> None:
    """VOID-PAYMENT award 1 sam ann lost"""
    award, badges = script.award_name(words), (words.take(), words.take())
    script.ask(payments.VoidPayment, award=award, badges=badges, reason=words.take())


def _hold_payment(script: Script, words: Words) -> None:
    """HOLD-PAYMENT award 1 for excluded of lee ann listed"""
    award = script.award_name(words)
    words.skip("for")
    ground = words.take()
    person = words.take() if words.after("of") else ""
    badge = words.take()
    script.ask(
        payments.HoldPayment,
        award=award,
        ground=ground,
        person=person,
        badge=badge,
        reason=words.take(),
    )


def _release_payment(script: Script, words: Words) -> None:
    award, badges = script.award_name(words), (words.take(), words.take())
    script.ask(payments.ReleasePayment, award=award, badges=badges, reason=words.take())


def _forfeit(script: Script, words: Words) -> None:
    """FORFEIT award 1 to "the agency" sam ann listed"""
    award = script.award_name(words)
    words.skip("to")
    to, badges = words.take(), (words.take(), words.take())
    script.ask(payments.ForfeitPrize, award=award, to=to, badges=badges, reason=words.take())


def _hand_over(script: Script, words: Words) -> None:
    """HAND-OVER award 1 won "2026-11-15 20:00" reference "UP-1 2029" day 2029-11-16 sam ann"""
    award = script.award_name(words)
    words.skip("won")
    won_ms = instant(words.take(), script.floor.state.time_zone)
    words.skip("reference")
    reference = words.take()
    words.skip("day")
    day, badges = words.take(), (words.take(), words.take())
    script.ask(
        payments.HandOverPrize,
        award=award,
        won_ms=won_ms,
        reference=reference,
        day=day,
        badges=badges,
    )


def _cancel_prize(script: Script, words: Words) -> None:
    """CANCEL-PRIZE award 1 evidence "camera 7" into four-card main sam ann misread"""
    award = script.award_name(words)
    words.skip("evidence")
    evidence = words.take()
    jackpot, level = (words.take(), words.take()) if words.after("into") else ("", "")
    badges = (words.take(), words.take())
    script.ask(
        payments.CancelPrize, award=award, evidence=evidence, jackpot=jackpot, level=level,
        badges=badges,
        reason=words.take(),
    )  # fmt: skip


def _print(script: Script, words: Words) -> None:
    """PRINT award 1 at T1 dora"""
    award = script.award_name(words)
    table = words.take() if words.after("at") else ""
    script.ask(awards.PrintWinPage, award=award, table=table, badge=words.take())


def _papers(script: Script, words: Words) -> None:
    """PAPERS T1 bundle rules-2 papers letter=15-July by sam ann; without a bundle, of what runs."""
    state = script.floor.state
    name = words.take()
    table = state.table(name)
    bundle = table.bundle
    if words.after("bundle"):
        terms = [state.kept_jackpot(jackpot).terms for jackpot in table.jackpots]
        plays = plays_of(words.take())
        bundle = bundle_sha256(bundle_items(plays, terms, table.keypad, table.equipment))
    record = _record(words)
    words.skip("by")
    badges = (words.take(), words.take())
    script.ask(approvals.EnterApproval, table=name, bundle=bundle, approval=record, badges=badges)


def _record(words: Words) -> ApprovalRecord:
    words.skip("papers")
    papers = papers_of(words.take())
    date = words.take() if words.after("dated") else "2026-01-01"
    signer = words.take() if words.after("signed") else "the commission"
    return ApprovalRecord(papers, date, signer, words.take() if words.after("until") else "")


def _bundle(script: Script, words: Words) -> None:
    table, plays = words.take(), plays_of(words.take())
    script.ask(approvals.ChangeBundle, table=table, plays=plays, badge=words.take())


def _release(script: Script, words: Words) -> None:
    """RELEASE 0.3.0 files engine.py=a,meter.py=b: other software runs."""
    version = words.take()
    words.skip("files")
    script.ask(approvals.NoteRelease, version=version, manifest=_manifest(words.take()))


def _manifest(files: str) -> str:
    pairs = [pair.partition("=") for pair in files.split(",")]
    return "".join(f"{digest_of(content)}  {file}\n" for file, _, content in pairs)


def _release_papers(script: Script, words: Words) -> None:
    """RELEASE-PAPERS papers letter=16-August by sam ann, of what runs or of other files"""
    release = script.floor.state.release
    if words.after("files"):
        release = sha256(_manifest(words.take()).encode()).hexdigest()
    record = _record(words)
    words.skip("by")
    badges = (words.take(), words.take())
    script.ask(approvals.ApproveRelease, release=release, approval=record, badges=badges)


def _equip(script: Script, words: Words) -> None:
    table = words.take()
    if words.after("without"):
        script.ask(tables.RecordEquipment, table=table, gone=(words.take(),), badge=words.take())
        return
    name = (words.take(), words.take(), words.take())
    mode = words.take() if words.after("mode") else ""
    approval = words.take() if words.after("approval") else ""
    part = Equipment(*name, mode=mode, approval=approval)
    script.ask(tables.RecordEquipment, table=table, parts=(part,), badge=words.take())


def _call(script: Script, words: Words) -> None:
    script.ask(tables.CallSupervisor, table=words.take(), reason=words.take())


def _answer(script: Script, words: Words) -> None:
    script.ask(tables.AnswerCall, table=words.take(), badge=words.take())


def _shuffler(script: Script, words: Words) -> None:
    script.ask(
        shufflers.ReportShuffler, table=words.take(), badge=words.take(), reason=words.take()
    )


def _steps(script: Script, words: Words) -> None:
    table = words.take()
    words.skip("through")
    script.ask(
        shufflers.TakeShufflerSteps, table=table, through=int(words.take()), badge=words.take()
    )


def _cleared(script: Script, words: Words) -> None:
    script.ask(shufflers.ClearShuffler, table=words.take(), badge=words.take(), reason=words.take())


def _enroll(script: Script, words: Words) -> None:
    device, kind = words.take(), words.take()
    table = words.take() if words.after("at") else ""
    seats = tuple(map(int, words.take().split(","))) if words.after("seats") else ()
    replaces = words.take() if words.after("replaces") else ""
    key = digest_of(device)
    script.ask(
        devices.EnrollDevice, device=device, device_kind=kind, table=table, key_sha256=key,
        seats=seats, replaces=replaces, badge=words.take(),
    )  # fmt: skip


def _retire(script: Script, words: Words) -> None:
    device, badge = words.take(), words.take()
    script.ask(devices.RetireDevice, device=device, badge=badge, reason=words.take())


def _access(script: Script, words: Words) -> None:
    names = ("who", "what", "device", "code")
    script.ask(people.RefuseAccess, **{name: words.take() for name in names})


def _clock(script: Script, words: Words) -> None:
    expected_ms, found_ms = int(words.take()), int(words.take())
    script.ask(clock.NoteClockJump, expected_ms=expected_ms, found_ms=found_ms, reason=words.take())


def _keypad(script: Script, words: Words) -> None:
    names = ("table", "device", "press")
    asked = {name: words.take() for name in names}
    script.ask(devices.PressKeypad, **asked, refused=Told(words.take()))


def _sign_on(script: Script, words: Words) -> None:
    script.ask(
        people.SignOn, badge=words.take(), device=words.take(), session_sha256=digest_of("one")
    )


def _sign_off(script: Script, words: Words) -> None:
    script.ask(
        people.SignOff, badge=words.take(), device=words.take(), session_sha256=digest_of("one")
    )


def _close_betting(script: Script, words: Words) -> None:
    table, device = words.take(), words.take()
    script.ask(tables.CloseBetting, table=table, device=device, reason=words.take())


def _open_betting(script: Script, words: Words) -> None:
    script.ask(tables.OpenBetting, table=words.take(), device=words.take())


OFFICE_COMMANDS: dict[str, Callable[[Script, Words], None]] = {
    **BANK_COMMANDS,
    **PERSON_COMMANDS,
    "REPORT": _keep_report,
    "PAY": _pay,
    "VERIFY": _verify,
    "STEP": _step,
    "SKIP-STEP": _skip_step,
    "ENVY-FORM": _envy_form,
    "VOID-PAYMENT": _void_payment,
    "HOLD-PAYMENT": _hold_payment,
    "RELEASE-PAYMENT": _release_payment,
    "FORFEIT": _forfeit,
    "HAND-OVER": _hand_over,
    "CANCEL-PRIZE": _cancel_prize,
    "PRINT": _print,
    "PAPERS": _papers,
    "BUNDLE": _bundle,
    "RELEASE": _release,
    "RELEASE-PAPERS": _release_papers,
    "EQUIP": _equip,
    "CALL": _call,
    "ANSWER": _answer,
    "SHUFFLER": _shuffler,
    "STEPS": _steps,
    "CLEARED": _cleared,
    "ENROLL": _enroll,
    "RETIRE": _retire,
    "ACCESS": _access,
    "CLOCK": _clock,
    "KEYPAD": _keypad,
    "SIGN-ON": _sign_on,
    "SIGN-OFF": _sign_off,
    "CLOSE-BETTING": _close_betting,
    "OPEN-BETTING": _open_betting,
}
