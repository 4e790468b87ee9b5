"""Every sentence of the code that a screen can show is said in every language, by its template."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from pitboss.floor.facts.payments import NotePayoutStep
from pitboss.floor.facts.values import Payment
from pitboss.notation import names_in
from pitboss.phrasebook import NAME, FoundPhrase, Phrasebook, joins_of
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.web.language import (
    ENGLISH,
    explained,
    field_in,
    field_of,
    languages,
    retold,
    speaking,
    texts,
)

from .reason_templates import HOLE, Call, Place, Source, has_words, made_by, texts_in

# What nobody reads on a screen: the terminal's, a start that fails, archives and backups, programs
# that read the outbox, figures that are counted at the terminal.
ELSEWHERE = (
    "audit", "devices.emulator", "devices.mqtt", "devices.sealing", "devices.words",
    "evidence.outbox", "journal.backup_file", "journal.place", "journal.seals",
    "journal.signed_zip", "live.line_tls", "maths.parts", "rules.record",
    "rules.round", "web.access_copy", "web.control",
    "web.outbox", "web.server",
)  # fmt: skip
# Calls that carry a sentence, and which argument it is: of what is wrong with a site file, of parts
# that fall short of the letters, of what the file has otherwise, of notices that are proposed.
FAULTS = (("error", 2), ("warning", 2), ("Shortfall", 2), ("Difference", 1), ("proposed", 2))
# Events that carry one on the record, and in which field.
RECORDED = (("StatementHeld", "why"), ("ForkFound", "why"))
# Tables of sentences.
TABLES = (
    ("floor.decide.permissions", "_DETAILS"), ("floor.decide.payouts", "_MISSING"),
    ("floor.decide.days", "LACKS"),
    ("floor.decide.bank", "ACCOUNT_FIELDS"), ("file_words", "CAUSES"), ("file_words", "FULL"),
    ("journal.postgres", "HUNG"),
    ("journal.server_words", "CAUSES"), ("journal.server_words", "ANSWERS"),
    ("reports.r08_exceptions", "WITHHELD"), ("web.pins", "_RULES"), ("rules.reading", "KINDS"),
)  # fmt: skip
# Functions that make sentences which are no refusal's.
MAKERS = (
    ("site.approvals", "why_training"), ("site.jackpots", "_warnings"),
    ("site.jackpots", "_seed_warnings"),
    ("site.jackpots", "edge_change_text"), ("site.changes", "odds_warnings"),
    ("site.changes", "approval_warnings"), ("site.changes", "stopped_play"),
    ("site.changes", "unplayed"),
    ("maths.linking", "_against"), ("maths.linking", "_hands_against"),
    ("reports.r06_prize_register", "_why"), ("reports.r08_exceptions", "_jump_text"),
)  # fmt: skip
# Values that sentences are filled with, by other code than what writes them.
VALUES = (
    # what a close lacks, and who does it
    "marks", "prizes", "shift {}", "round {}", "{} with a second person",
    # what is proven of a link, and in which settings two wagers differ
    "same hand equal odds with {}", "approved equivalence with {}",
    "decks {} and {}", "third card {} and {}", "side {} and {}", "naturals {} and {}",
    # what other decks than a paytable is designed for change
    "the house edge is {} instead of {}", "the hit frequency is {} instead of {}",
    # what an approval covers, item by item, and in what a table differs from it
    "{}: approved {}, runs {}", "{}: approved {}, then {}", "sensor {} {}", "{} seed", "{} rate",
    "{} reserve rate", "{} maximum", "prize {}", "fixed awards from", "percentage shared by",
    "the tray", "amount locked at the mark", "equipment {}", "option {}", "paytable {}",
    "paytable of the second sensor", "wager {}", "aggregate limit {}", "{} to {}", "{} and {} more",
    "kind", "wager", "paytable", "game", "title", "letter {}", "internal controls {}",
    "console {}",
    "the systems of its letter", "its hub",
    # why betting is closed, which column is missing, what is typed, how a value is bounded
    "its sensor board does not answer", "no column for the date; it has {}: choose one",
    "{} was typed {} times; the game has {}", "{}: {} to {} cards, such as As Kd",
    "must be a whole number {}", "must be a text of length {}",
    # why a file or database fails, and what a server does then
    "no database: {}", "{}; fix that", "{}, and it goes on by itself",
    "{}, and play goes on by itself", "it refused that ({}); its log says why",
    # what a game refuses of a table
    "a House Money table offers Blazing 7's or TriLux, not both",
    # when a wager is made that is none before the deal
    "during the round, {} x the {}", "during the round, {} to {} x the {}",
    "during the round, {} to {} of the {}", "during the round, up to {} of the {}",
)  # fmt: skip
# Settings by name (see VALUES), a card by its signs, a key of the site file by its name.
OPEN = re.compile(r".*\{\} \{\} and \{\}|23456789TJQKAcdhs .*|the [a-z_]+ is missing; write it")


@cache
def source() -> Source:
    """The package, read once."""
    return Source()


# Footnotes that say what a player does not get.
COSTS = re.compile(r"returned|Only the highest", re.IGNORECASE)


def refusals() -> Iterator[tuple[str, str]]:
    """Where each reason of a refusal that a screen can show stands, and its template."""
    shown = set(texts(ENGLISH)["refusals"])
    for call in source().calls["Refusal"]:
        reason = next((each.value for each in call.node.keywords if each.arg == "reason"), None)
        codes = source().templates(call.node.args[0], call.place) if call.node.args else {HOLE}
        if reason is not None and (HOLE in codes or codes & shown):
            yield from _templates(_at(call), reason, call.place)


def faults() -> Iterator[tuple[str, str]]:
    """The same of what is found wrong, and of what is proposed."""
    for name, number in FAULTS:
        for call in source().calls[name]:
            is_fault = call.place.module.name.startswith(("pitboss.site", "pitboss.floor"))
            if is_fault and len(call.node.args) > number:
                yield from _templates(_at(call), call.node.args[number], call.place)


def recorded() -> Iterator[tuple[str, str]]:
    """The same of what the engine writes into a record."""
    for name, field in RECORDED:
        for call in source().calls[name]:
            for each in call.node.keywords:
                if each.arg == field and call.place.module.name.startswith("pitboss.floor.decide"):
                    yield from _templates(_at(call), each.value, call.place)


def others() -> Iterator[tuple[str, str]]:
    """Sentences of tables and makers."""
    for name, table in TABLES:
        module = source().modules[f"pitboss.{name}"]
        constant = module.constants[table]
        rows = constant.values if isinstance(constant, ast.Dict) else [constant]
        for row in rows:
            for text in [row] if isinstance(row, ast.Constant) else texts_in(row):
                yield from _templates(name, text, Place(module, None))
    for name, maker in MAKERS:
        for module, function in source().functions[maker]:
            if module.name == f"pitboss.{name}":
                for text in made_by(function):
                    yield from _templates(name, text, Place(module, function))


def values() -> Iterator[tuple[str, str]]:
    """What sentences are filled with; settings of games by name."""
    games = map(catalog.game, catalog.game_names())
    options = {option.name for game in games for option in game.options}
    for value in (*VALUES, *(f"option {name.replace('_', ' ')}" for name in options)):
        yield "", value


def profiles() -> Iterator[tuple[str, str]]:
    """What a jurisdiction is called, what its rules ask of people, and what is said of each rule.
    What a law has posted stays as it is."""
    for profile in map(catalog.profile, catalog.profile_names()):
        yield "", profile.title
        yield from (("", each.says) for each in profile.for_people)
        cited = (*profile.switches.values(), *profile.for_people)
        yield from (("", each.rule) for each in cited)


def paytables() -> Iterator[tuple[str, str]]:
    """What is noted of a paytable, and what its letter prints that costs a player money."""
    found = Paytables()
    for paytable in map(found.get, found.ids()):
        yield from (("", each) for each in paytable.notes)
        yield from (("", each) for each in paytable.footnotes if COSTS.search(each))


def sentences() -> dict[str, str]:
    """Every template that a screen can show, and where it stands."""
    found: dict[str, str] = {}
    for at, template in (
        *refusals(), *faults(), *recorded(), *others(), *values(), *profiles(), *paytables()
    ):  # fmt: skip
        is_sentence = " " in template or at in ("", "rules.reading")
        if is_sentence and has_words(template) and not at.startswith(ELSEWHERE):
            found.setdefault(template, at)
    return {template: at for template, at in found.items() if not OPEN.fullmatch(template)}


def _templates(at: str, node: ast.expr, place: Place) -> Iterator[tuple[str, str]]:
    for template in source().templates(node, place):
        yield at, template


def _at(call: Call) -> str:
    return f"{call.place.module.name.removeprefix('pitboss.')}:{call.node.lineno}"


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_sentence_fills_in_what_the_english_one_does(language: str) -> None:
    for text, said in texts(language)["reasons"].items():
        assert sorted(NAME.findall(said)) == sorted(NAME.findall(text)), text


class Examined(Phrasebook):
    """A phrasebook that remembers what it has used, and what it could not say."""

    def __init__(self, language: str) -> None:
        said = texts(language)
        self.used: set[str] = set()
        self.left: list[str] = []
        super().__init__(said["reasons"], joins_of(said), names_in(said))

    def filled(self, found: FoundPhrase) -> str:
        self.used.add(found.said)
        return super().filled(found)

    def value(self, text: str) -> str:
        said = super().value(text)
        if said == text and text not in self._exact and re.search(r"[a-z]{2}", text):
            self.left.append(text)
        return said


def filled_in(template: str) -> str:
    """A sentence with values that are no words."""
    first, *rest = template.split(HOLE)
    return first + "".join(f"◊{number}{each}" for number, each in enumerate(rest))


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_language_says_every_sentence_that_a_screen_can_show_and_no_other(language: str) -> None:
    book, lacking = Examined(language), []
    with speaking(language):
        for template, at in sorted(sentences().items(), key=lambda item: (item[1], item[0])):
            book.left.clear()
            book.value(filled_in(template))
            if book.left:
                lacking.append(f'"{template}" = ""  # {at}: {book.left[0]!r}')
    assert not lacking, f"[reasons] of {language}.toml lacks:\n" + "\n".join(lacking)
    unused = [text for text, said in texts(language)["reasons"].items() if said not in book.used]
    assert not unused, f"[reasons] of {language}.toml has what nothing says:\n" + "\n".join(unused)


def test_a_short_number_and_one_person_twice_are_told_as_what_they_are() -> None:
    """In Spanish as exactly as in English, without the general words of the code."""
    short = (
        "the number of the second identity (driver license) needs four characters or more; type it"
        " as it stands on the paper"
    )
    twice = "whoever pays is not the one who signs beside him; name another badge"
    with speaking("es"):
        assert explained(short, "IDENTITY_UNREADABLE") == (
            "el número de la segunda identificación (licencia de conducir) necesita cuatro"
            " caracteres o más; escríbalo como está en el documento"
        )
        assert "firma" in explained(twice, "BADGE_TWICE")
        assert twice not in explained(twice, "BADGE_TWICE")


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_rule_stands_behind_its_sentence_which_is_whole_where_a_state_has_none(
    language: str,
) -> None:
    """In the middle of one, a rule that was not found would leave a sentence that nobody knows."""
    within = re.compile(r"\(\{rule\}\).")
    assert [text for text in texts(language)["reasons"] if within.search(text)] == []


def test_a_step_that_nobody_leaves_out_is_told_in_one_language_where_a_state_has_no_rule() -> None:
    reason = "nobody leaves this step out; do it, or hold the payment (no rule found; 7 days)"
    with speaking("es"):
        told = explained(reason, "STEP_REQUIRED")
    assert told == "nadie omite este paso; hágalo, o retenga el pago"


FIELD = re.compile(r"[a-z]+(?:_[a-z0-9]+)*")
PLACES = ("pitboss.floor.decide", "pitboss.web")


def fields_refused() -> dict[str, str]:
    """The fields at which a command is refused, and where the code says so."""
    return {
        str(text.value): _at(call)
        for calls in source().calls.values()
        for call in calls
        if call.place.module.name.startswith(PLACES)
        for each in call.node.keywords
        if each.arg == "where" and not isinstance(each.value, ast.JoinedStr)
        for text in ast.walk(each.value)
        if isinstance(text, ast.Constant) and FIELD.fullmatch(str(text.value))
    }


@pytest.mark.parametrize("language", languages())
def test_every_field_at_which_a_command_is_refused_has_its_word(language: str) -> None:
    names, found = names_in(texts(language)), fields_refused()
    assert len(found) > 50
    lacking = [f"{field}: {at}" for field, at in sorted(found.items()) if field not in names]
    assert not lacking, f"[names] of {language}.toml lacks:\n" + "\n".join(lacking)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "cards in the deck: it is not text"),
        ("es", "cartas en la baraja: no es texto"),
    ],
)
def test_the_record_of_a_refusal_names_its_field_by_its_word(language: str, told: str) -> None:
    with speaking(language):
        assert retold("deck_cards: it is not text") == told


@pytest.mark.parametrize("field", ["cents", "cards", "witness", "method", "tax_form", "seal"])
def test_a_refusal_does_not_name_a_programs_field(field: str) -> None:
    reason = "-$5.00 asked"
    for language in languages():
        with speaking(language):
            assert explained(f"{field}: {reason}", "X") == explained(reason, "X")
    assert explained(f"fours: {reason}", "X") == f"fours: {reason}"  # a jackpot is a place


@pytest.mark.parametrize(
    ("reason", "field"),
    [
        ("award: there is none", "award"),
        ("method: only cash", "payment.method"),
        ("tax_form: name the form", "payment.tax_form"),
        ("fours: it is suspended", ""),  # a jackpot is a place
        ("S200: supervisor's badge refused: use another", ""),
        ("already paid", ""),
        ("", ""),
    ],
)
def test_the_field_that_the_floor_refuses_is_known_to_programs(reason: str, field: str) -> None:
    command = NotePayoutStep(
        command_id="1", at_ms=1, award="1", step="method", payment=Payment(), badge="A400"
    )
    assert field_in(reason, command) == field


@pytest.mark.parametrize(
    ("where", "field"), [("reason", "reason"), ("payment.seal", "payment.seal"), ("EndRound", "")]
)
def test_a_command_that_is_refused_whole_is_no_field_of_it(where: str, field: str) -> None:
    assert field_of(where) == field
    assert explained("press it there", "DEVICE_UNKNOWN", where) == "press it there"


def test_where_there_is_no_rule_a_refusal_names_no_other_states() -> None:
    """An Ohio reader asks what Washington has to do with it."""
    reason = "the account lacks $4,000.00; deposit it first (no rule found: the strictest reading)"
    assert explained(reason, "BANK_SHORT") == "the account lacks $4,000.00; deposit it first"
    read = "won; name the form (IRS Form W-2G; from 2026 $2,000, read here as for all wagers)"
    assert explained(read, "FORM_DUE") == "won; name the form (IRS Form W-2G)"
    cited = "the account lacks $4,000.00; deposit it first (WAC 230-15-455)"
    assert explained(cited, "BANK_SHORT") == cited
    for language in languages():
        refusals = texts(language)["refusals"].items()
        assert not [code for code, said in refusals if "WAC " in said["says"]]


COUNTED = re.compile(
    r"\{\} (?:more )?(?:awards|bets|cards|chips|claims|days|decks|entries|files|hands|hours|hubs"
    r"|jackpots|marks|meters|pages|people|prizes|properties|rounds|rows|seats|statements|tables"
    r"|times|wagers|years)\b"
)
# What these count is never one: bounds of a rule or of the product, what a place holds more of than
# it may, and texts that have another for one.
MANY = (
    "at most {} hours", "less than {} days", "{} days ahead", "not {} years old",
    "the round has {} hands already", "hits of {} rounds at once", "was typed {} times",
    "at most {} prizes of one table", "deal {} to {} hands", "{} pages of {} are watching",
    "{} entries; at most", "{} seats; 1 to", "{} jackpots; one to a sensor",
    "{} prizes by odds are above", "the {} decks have", "designed for {} decks", "with {} decks",
    "{} cards, such as", "more than {} entries", "about {} entries", "{} pages are watching",
    "{} jackpots have this title", "because {} people have it", "to {} seats", "to {} cards",
    "{} rows; take a shorter period",
)  # fmt: skip


def test_no_sentence_tells_one_in_the_plural() -> None:
    found = [
        f"{at}: {template}"
        for template, at in sentences().items()
        for counted in COUNTED.finditer(template)
        if not any(many in template for many in MANY)
    ]
    assert found == []
