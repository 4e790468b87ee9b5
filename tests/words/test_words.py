"""Every language has exactly the words of English, and help has a text for every screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from documents.pages import DOCS
from documents.refusal_rows import ROW
from pitboss.floor.facts import COMMANDS, EVENTS
from pitboss.floor.facts.base import kind_of
from pitboss.floor.facts.values import ROLES
from pitboss.floor.money import ledger
from pitboss.rules import catalog
from pitboss.web.office.menu import INSPECTED, SECTIONS
from pitboss.web.office.permission_pages import SUBJECTS
from pitboss.web.shell.page_templates import pages_with
from pitboss.words.language import ENGLISH, add_words, languages, texts

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "src" / "pitboss" / "web" / "templates"
OWN = "told"  # what files say in English
FREE = ("notation.",)  # patterns in which a language chooses what it names
# The parts of docs/refusals.md that a screen can show; and where the code lies whose refusals come
# to a screen, in whatever part of that page they are explained.
SHOWN = {
    "The floor", "The server", "Devices", "A running site", "Journals and the engine", "Site files",
}  # fmt: skip
SHOWING = (
    "floor", "reports", "site", "web", "wide/decide", "wide/line/serving.py", "live/folder.py",
    "rules/sign_look.py", "rules/table.py",
)  # fmt: skip
CODE = re.compile(r'"([A-Z]+(?:_[A-Z]+)+)"')


def leaves(table: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every text or list of texts, by its whole name."""
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from leaves(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", value


def names_in(value: Any) -> list[str]:
    """The {names} that a text has, in any order."""
    return sorted(re.findall(r"\{[^}]*\}", json.dumps(value)))


def test_every_command_has_an_act_and_every_subject_a_place() -> None:
    commands = {kind_of(each) for each in COMMANDS}
    acts = set(texts(ENGLISH)["permission"]["acts"])
    assert acts == commands, "words/en/floor.toml: [permission.acts] has a line for each command"
    subjects = {each.__module__.rpartition(".")[2] for each in COMMANDS}
    assert set(SUBJECTS) == subjects, "web/office/permission_pages.py: SUBJECTS orders them"


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_language_has_exactly_the_keys_of_english(language: str) -> None:
    english = dict(leaves(texts(ENGLISH)))
    other = dict(leaves({name: said for name, said in texts(language).items() if name != OWN}))
    missing = [f"{name} = {json.dumps(english[name])}" for name in english if name not in other]
    assert not missing, f"words/{language}/ lacks:\n" + "\n".join(missing)
    assert set(other) == set(english)


def test_a_table_may_go_on_in_another_file_and_a_word_is_said_once() -> None:
    said = {"forms": {"pay-prize": {"title": "Pay a prize"}}}
    add_words(said, {"forms": {"send-paper": {"title": "Send a paper"}}, "names": {}})
    assert list(said["forms"]) == ["pay-prize", "send-paper"]
    with pytest.raises(AssertionError, match="title is said twice"):
        add_words(said, {"forms": {"pay-prize": {"title": "Pay"}}})


@pytest.mark.parametrize("language", [each for each in languages() if each != ENGLISH])
def test_a_translation_names_what_english_names(language: str) -> None:
    english, other = dict(leaves(texts(ENGLISH))), dict(leaves(texts(language)))
    for name, value in english.items():
        if name in other and not name.startswith(FREE):
            assert names_in(other[name]) == names_in(value), name
        if isinstance(value, list) and name in other:
            assert len(other[name]) == len(value), name


def refused_on_screens() -> set[str]:
    """The codes that stand in code whose refusals come to a screen."""
    files = (
        file
        for place in SHOWING
        for found in [ROOT / "src" / "pitboss" / place]
        for file in (found.rglob("*.py") if found.is_dir() else [found])
    )
    return {code for file in files for code in CODE.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("language", languages())
def test_lines_of_a_sign_end_without_a_dot(language: str) -> None:
    words = texts(language)
    of_hubs = {name: text for name, text in words["wide"].items() if name.startswith("sign_")}
    said = [*leaves(words["sign"]), *leaves(of_hubs)]
    assert [name for name, text in said if text.endswith(".")] == []


# What these count is never one: hands and who shares one are two at least, the others are many.
MANY = (
    "common.shared", "console.sheet.hands", "console.sheet.hands_more", "office.reports.cut",
    "commands.settlement.offer", "commands.site.places",
    "office.today.all_prizes", "pit.new.count", "sentences.kinds.hands-corrected",
    "reasons.SEATS_WRONG", "reasons.SENSORS_WRONG", "reasons.CARDS_WRONG.groups",
    "reasons.CARDS_WRONG_NUMBER.cards", "reasons.CARDS_WRONG_NUMBER.cards_where_dealt",
    "reasons.CARDS_WRONG_NUMBER.five_and_up", "reasons.CARD_DUPLICATED.times_decks",
    "reasons.CARD_DUPLICATED.typed_times", "reasons.COVER_SHORT.prizes_odds_above",
    "reasons.GAMES_TOO_MANY.large", "reasons.GAMES_TOO_MANY.says",
    "reasons.HANDS_WRONG.deal_hands_yours", "reasons.HANDS_WRONG.round_hands",
    "reasons.OPTION_UNREADABLE.give_times_once", "reasons.SITE_TOO_LARGE.entries",
    "reasons.STATEMENT_IMPOSSIBLE.rounds", "reasons.STATEMENT_UNREADABLE.accounts",
    "reasons.STREAMS_TOO_MANY.of_one", "reasons.TERMS_DRIFT.would_drift",
    "reasons.TERMS_DRIFT.would_stop", "reasons.WAITS.cards",
)  # fmt: skip
COUNTS = "bets|chips|claims|count|files|hands|rounds_an_hour|rows|seats|sensors|shifts|tables|times"
COUNTED = re.compile(rf"\{{(?:{COUNTS})\}} (?!más\b)\w+s\b")


@pytest.mark.parametrize("language", languages())
def test_no_noun_in_the_plural_stands_behind_a_count_that_may_be_one(language: str) -> None:
    words = {name: said for name, said in texts(language).items() if name != OWN}
    said = {path: text for path, text in leaves(words) if COUNTED.search(str(text))}
    told = [path for path in said if path not in MANY and not _has_singular(words, path)]
    assert told == [], f"{language}.toml: 1 would be told in the plural"


def _has_singular(words: Mapping[str, Any], path: str) -> bool:
    """Whether a text has another beside it that is told of one."""
    *tables, name = path.split(".")
    for table in tables:
        words = words[table]
    return f"{name.removesuffix('s')}_one" in words


def test_spanish_says_bote() -> None:
    """What is written in a file keeps its name."""
    for path, said in leaves(texts("es")):
        plain = re.sub(r"`[^`]*`|\[\[\w+\]\]|\{\w+\}", "", str(said))
        assert not re.search(r"\bjackpots?\b", plain), path


def test_a_refusal_is_explained_in_the_documents_as_on_its_page() -> None:
    page = (DOCS / "refusals.md").read_text("utf-8")
    listed = ROW.findall(page)
    assert len(set(listed)) == len(listed), "a refusal is explained twice"
    parts = (part.partition("\n") for part in page.split("\n## "))
    shown = {code for title, _, rows in parts if title in SHOWN for code in ROW.findall(rows)}
    assert set(texts(ENGLISH)["refusals"]) == shown | (refused_on_screens() & set(listed))


def test_every_kind_of_entry_and_every_role_has_its_word() -> None:
    said = texts(ENGLISH)
    assert {kind_of(event).replace("-", "_") for event in EVENTS} <= set(said["names"])
    assert set(ROLES) <= set(said["roles"])


@pytest.mark.parametrize("language", languages())
def test_every_account_of_the_ledger_has_its_word(language: str) -> None:
    accounts = set(re.findall(r"`(\w+)[:\w]*`", ledger.__doc__ or "")) - {"training"}
    assert {"players", "withheld", "hub"} < accounts
    assert accounts - texts(language)["names"].keys() == set()


@pytest.mark.parametrize("language", languages())
def test_every_step_of_a_letter_has_its_words(language: str) -> None:
    letters = map(catalog.letter, catalog.letter_names())
    steps = {step for letter in letters for step in letter.shuffler_steps}
    assert steps == set(texts(language)["why"]["steps"])


def test_every_screen_has_its_help() -> None:
    screens = texts(ENGLISH)["help"]["screens"]
    named = {
        name
        for file in TEMPLATES.rglob("*.html")
        for name in re.findall(r'set screen = (?:screen or )?"(\w+)"', file.read_text("utf-8"))
    }
    assert named == set(screens)
    for file in TEMPLATES.rglob("*.html"):
        text = file.read_text("utf-8")
        if '{% extends "base.html" %}' in text and file.name not in WITHOUT_HELP:
            assert "set screen" in text, file.name


# A sign takes no input, the pages of help are help, and a page that goes on by itself needs none.
WITHOUT_HELP = (
    "sign.html", "wall.html", "refusals.html", "opening.html", "slips.html", "waiting.html",
    "books_behind.html", "phone_offline.html",
)  # fmt: skip


def test_every_section_of_the_office_has_its_help() -> None:
    sections = {each.name for each in (*SECTIONS, *INSPECTED)}
    own = {
        name
        for file in TEMPLATES.rglob("*.html")
        for name in re.findall(r'set help_state = "(\w+)"', file.read_text("utf-8"))
    }
    assert set(texts(ENGLISH)["help"]["screens"]["office"]["states"]) == sections | own


# What the Spanish of a card room does not say, and in its place: pozo, X pagó el premio, como
# testigo, pendiente, No corresponde, retención adicional, Parámetro, pacto tribal-estatal,
# Reglamento, Quién puede hacer qué, el encabezado, Historial de dispositivos, El libro cuadra,
# pagado por probabilidades.
NOT_SAID = re.compile(
    r"\bbotes?\b|\bse pagó[^.]* por \{|\bmiró\b|no toca formulario|impuesto de respaldo"
    r"|interruptor|convenio|regulación|puede qué|la cabeza de|\bhistorias?\b|\baparatos?\b"
    r"|en balance|\bcuotas?\b",
    re.IGNORECASE,
)
SOUGHT = "search"  # what people may type: other words too


def test_spanish_has_one_word_for_one_thing_as_a_card_room_says_it() -> None:
    said = {name: part for name, part in texts("es").items() if name != SOUGHT}
    found = [f"{name}: {text}" for name, text in leaves(said) if NOT_SAID.search(str(text))]
    assert not found, "\n".join(found)
    assert texts("es")["office"]["payout"]["state"]["open"] == "pendiente"


def test_a_word_that_is_named_like_a_method_is_a_word_in_a_template() -> None:
    templates = pages_with(lambda _: {}).env
    said = dict(leaves(texts(ENGLISH)))
    named = [name for name in said if name.rpartition(".")[2] in dir(dict)]
    assert "office.told.keys" in named
    for name in named:
        shown = templates.from_string(f"{{{{ words.{name} | tojson }}}}")
        assert json.loads(shown.render(words=texts(ENGLISH))) == said[name]


@pytest.mark.parametrize("language", languages())
def test_what_is_said_in_place_of_an_empty_table_names_a_table_and_is_said_once(
    language: str,
) -> None:
    office = texts(language)["office"]
    assert not {*office["well"], *office["empty"]} - set(office["sheets"])
    assert not set(office["well"]) & set(office["empty"])
