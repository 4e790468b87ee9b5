"""Words that a page says of wagers and records; those of hands are the paytables' own."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from pitboss.floor.facts.offered import OFFERED
from pitboss.rules import catalog
from pitboss.web.office.payout import said_cards
from pitboss.words.language import WORDS, languages, texts

TITLES = Path(__file__).parents[1] / "documents" / "titles.toml"
KEY = re.compile(rb'"(@[a-z_]+)"')
# A game that is listed there is finished; one that somebody adds says its own words until then.
_listed = {
    play.partition("/")[0]
    for title in tomllib.loads(TITLES.read_text("utf-8"))["title"]
    for play in title.get("plays", ())
}
FINISHED_GAMES = _listed & set(catalog.game_names())


def wagers_of(names: Iterable[str]) -> set[str]:
    return {wager.name for name in names for wager in catalog.game(name).wagers}


def test_every_wager_of_a_finished_game_has_words() -> None:
    assert wagers_of(FINISHED_GAMES) <= set(WORDS["wagers"]) <= wagers_of(catalog.game_names())


def test_every_setting_of_a_game_and_every_typed_card_has_its_words() -> None:
    for name in FINISHED_GAMES:
        game = catalog.game(name)
        for option in game.options:
            assert WORDS["game_options"][option.name] == option.text
            words = [each for each in option.choices if str(each).isalpha()]
            assert all(str(each) in WORDS["game_values"] for each in words), option.name
        asked = {group.title for hand in game.typed.values() for group in hand.groups}
        assert asked <= set(WORDS["typed_cards"].values())
        for hand in game.typed.values():
            assert said_cards(hand) == hand.asked


def test_every_reason_that_is_recorded_by_its_key_has_its_words() -> None:
    found = (files("pitboss.web") / "static").iterdir()
    scripts = [each for each in found if each.name.endswith(".js")]
    assert len(scripts) > 10
    written = {key for each in scripts for key in KEY.findall(each.read_bytes())}
    assert written < {key.encode() for key in OFFERED}
    for language in languages():
        said = texts(language)["offered"]
        assert set(said) == OFFERED
        assert len(set(said.values())) == len(said), "two reasons read alike"


def test_all_that_a_board_gives_as_a_reason_has_words() -> None:
    texts = {name: text for name, text in WORDS["why"].items() if name != "steps"}
    said = {name: sorted(re.findall(r"{(\w+)}", text)) for name, text in texts.items()}
    assert said == {
        "said": ["text"],
        "closed": [],
        "suspended": ["title"],
        "retired": ["title"],
        "bank_short": ["amount"],
        "bank_unnamed": [],
        "award_first": ["level"],
        "shuffler_step": ["number", "text"],
    }
