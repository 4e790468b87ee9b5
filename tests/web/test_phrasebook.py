"""What the record keeps in English is told in the reader's language, its values in his notation."""

from __future__ import annotations

import pytest

from pitboss.phrasebook import Phrasebook, joins_of
from pitboss.web.language import explained, retold, speaking, texts

JOINS = joins_of(texts("es"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "House edge 12.5000 % → 10.2500 %, before envy, in the long run",
            "Ventaja de la casa 12.5000 % → 10.2500 % (antes de los pagos de envidia),"
            " a largo plazo",
        ),
        (
            "Crazy 4 Mega is won 1 in 1,200, Sevens Main never (GLI-13)",
            "Crazy 4 Mega se gana 1 vez de cada 1,200; Sevens Main, nunca (GLI-13)",
        ),
        (
            "Crazy 4: same hand equal odds with C1, C2 (WAC 230-15-685)",
            "Crazy 4: misma mano con igual probabilidad que C1, C2 (WAC 230-15-685)",
        ),
        ("prizes: $1,003.60", "premios: $1,003.60"),
        # what is filled in is a phrase itself
        (
            "type the player's first two cards / the third card that counts, if any, in 2 groups"
            " parted by /",
            "escriba las dos primeras cartas del jugador / la tercera carta que cuenta, si la hay,"
            " en 2 grupos separados por /",
        ),
        (
            "BANKER's cards: 2 to 3 cards, such as As Kd",
            "las cartas de BANKER: de 2 a 3 cartas, por ejemplo As Kd",
        ),
        (
            "Blazing 7's 1 is designed for 6 decks; with 8 decks the house edge is 23.9969 %"
            " instead of 24.7828 % and the hit frequency is 14.8100 % instead of 14.8157 %",
            "Blazing 7's 1 está hecho para 6 barajas; con 8 barajas la ventaja de la casa es"
            " 23.9969 % en vez de 24.7828 % y la frecuencia de acierto es 14.8100 % en vez de"
            " 14.8157 %",
        ),
        (
            "House Money is not equally likely: 1/2 with Blazing 7's 1 (Blackjack with House"
            " Money), 1/3 with Blazing 7's 2 (Blackjack with House Money)",
            "House Money no tiene igual probabilidad: 1/2 con Blazing 7's 1 (Blackjack with House"
            " Money), 1/3 con Blazing 7's 2 (Blackjack with House Money)",
        ),
        (
            "M1 takes no round after this change until its new approval is entered in the office:"
            " sensor 1 Main rate: approved 20 %, then 22 %; keypad: approved atlas, then aquarius",
            "M1 no acepta rondas después de este cambio hasta que se registre su nueva aprobación"
            " en la oficina: sensor 1: tasa de Main: aprobado 20 %, después 22 %; teclado: aprobado"
            " atlas, después aquarius",
        ),
    ],
)
def test_a_sentence_of_the_record_is_told_in_the_readers_language(text: str, told: str) -> None:
    with speaking("es"):
        assert retold(text) == told
    with speaking("en"):
        assert retold(text) == text


def test_the_code_of_a_warning_is_for_programs() -> None:
    text = "SEED_ZERO: the meter restarts from nothing; house edge 1 % (PS-13)"
    with speaking("en"):
        assert retold(text) == "the meter restarts from nothing; house edge 1 %"
    with speaking("es"):
        told = "el contador reinicia desde nada; ventaja de la casa 1 %"
        assert retold(text) == told


@pytest.mark.parametrize(
    ("code", "reason", "told"),
    [
        ("AWARD_PENDING", "turn the key back to RUN", "regrese la llave a RUN"),
        ("NOT_OWED", "already paid", "ya está pagado"),
        (
            "SHUFFLER_OUT",
            "the shuffler is out; step 2: Unplug the power cord.",
            "la barajadora está fuera; paso 2: Desenchufe el cable de corriente.",
        ),
        (
            "SHUFFLER_OUT",  # a step of another letter stands as it is written there
            "the shuffler is out; step 1: Kick it.",
            "la barajadora está fuera; paso 1: Kick it.",
        ),
        (
            "ROLE_TOO_LOW",
            "dealer's badge refused: this needs a badge with the role supervisor, executive or"
            " accounting; use one (ALL-4)",
            "credencial rechazada (crupier): hace falta una de supervisor, ejecutivo o"
            " contabilidad; úsela (ALL-4)",
        ),
        (
            "DAY_INCOMPLETE",
            "still to be done: open round: C1, round 3 (dealer); signs not read: shift 1"
            " (accounting with a second person) (25 CFR 543.24(d))",
            "falta hacer: ronda abierta: C1, ronda 3 (crupier); pantallas sin leer: turno 1"
            " (contabilidad con una segunda persona) (25 CFR 543.24(d))",
        ),
        ("OUTCOME_UNKNOWN", "ml03 posts nothing (PS-34)", "ml03 no publica nada"),
        ("OUTCOME_UNKNOWN", "ml03 posts only mega, minor (PS-34)", "ml03 solo publica mega, minor"),
        (
            "DAY_ORDER",
            "days are closed in their order; close 2026-11-14 first",
            "los días se cierran en su orden; cierre primero el 14 nov 2026",
        ),
    ],
)
def test_a_refusal_is_told_whole_in_the_readers_language(code: str, reason: str, told: str) -> None:
    with speaking("es"):
        assert explained(reason, code) == told
    with speaking("en"):
        assert explained(reason, code) == reason.removesuffix(" (PS-34)")


def test_a_reason_without_a_sentence_stays_behind_what_its_code_means() -> None:
    with speaking("es"):
        told = explained("the disk is full of sand", "ACCESS_UNAVAILABLE")
    assert told.startswith("No se puede leer o escribir")
    assert told.endswith("(the disk is full of sand)")


def test_a_field_in_front_is_no_part_of_a_sentence_that_begins_with_a_value() -> None:
    reason = (
        "second_identity: $1,739.90 of tax is withheld: note two identities; record the person"
        " again with the second one (Form W-2G)"
    )
    with speaking("es"):
        assert retold(reason) == (
            "segunda identificación: se retienen $1,739.90 de impuesto: anote dos identificaciones;"
            " registre otra vez a la persona con la segunda (formulario W-2G)"
        )


def test_the_sentence_with_most_of_its_own_words_is_meant() -> None:
    book = Phrasebook(
        {"it is {what}": "es {what}", "it is {what} now": "ahora es {what}"}, JOINS, {}
    )
    assert book.say("it is open now") == "ahora es open"
    assert book.say("it is open") == "es open"
    assert book.say("it was open") is None


def test_a_sentence_of_hardly_a_word_is_not_found_in_what_others_have_written() -> None:
    book = Phrasebook(
        {"{least} to {most}": "de {least} a {most}", "only {what}": "solo {what}"}, JOINS, {}
    )
    assert book.say("$5.00 to $300.00") == "de $5.00 a $300.00"
    assert book.say("unable to open database file") is None
    assert book.say("only cash, check") == "solo cash, check"
    assert book.say("only one usage of each socket address") is None


def test_what_somebody_typed_stays_as_it_is() -> None:
    book = Phrasebook({"called: {text}": "llamado: {text}", "paid": "pagado"}, JOINS, {})
    assert book.say("called: paid") == "llamado: paid"


def test_a_title_with_and_in_it_stays_a_title() -> None:
    book = Phrasebook({"it names {what}": "nombra {what}"}, JOINS, {})
    assert book.say("it names Aces and Eights") == "nombra Aces and Eights"
    assert book.say("it names C1 and C2") == "nombra C1 y C2"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("nevada or ohio", "nevada u ohio"),
        ("ohio or nevada", "ohio o nevada"),
        ("T1 or hold", "T1 u hold"),
        ("7 or 8", "7 u 8"),
        ("10 or 11", "10 u 11"),
        ("100 or 110", "100 o 110"),
        ("maryland and iowa and indiana", "maryland y iowa e indiana"),
        ("luck and hidden", "luck e hidden"),
        ("water and hielo", "water y hielo"),
    ],
)
def test_the_word_between_two_names_fits_what_follows_it(said: str, told: str) -> None:
    book = Phrasebook({"it names {keys}": "nombra {keys}"}, JOINS, {})
    assert book.say(f"it names {said}") == f"nombra {told}"


def test_so_it_does_within_a_sentence() -> None:
    sentences = {"{name} and {text} have one badge": "{name} y {text} tienen una credencial"}
    book = Phrasebook(sentences, JOINS, {})
    assert book.say("Ana and Rosa have one badge") == "Ana y Rosa tienen una credencial"
    assert book.say("Ana and Inés have one badge") == "Ana e Inés tienen una credencial"
