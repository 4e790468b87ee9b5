"""The submission pack of a game: whole, the same twice, with examples that settle by the cards."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import pytest

from pitboss.lab.seating import choose_table
from pitboss.refusal import Refusal
from pitboss.reports import game_pack
from pitboss.reports.game_pack import GamePackSource, make_game_pack
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.record import play_record

PAYTABLES = Paytables()
NO_TIE = {"tie": "none"}
RANKS = "23456789TJQKA"


def source_of(game: str, chosen: Mapping[str, str], *, rounds: int = 0) -> GamePackSource:
    table = choose_table(catalog.game(game), PAYTABLES, options={}, chosen=chosen)
    return GamePackSource(
        table=table,
        paytables=PAYTABLES,
        wagers=[(each, {}) for each in table.paytables.values()],
        software={"version": "1.2.3", "release": "ab" * 32},
        rounds=rounds,
        rng_seed=1,
    )


@pytest.fixture(scope="module")
def archive() -> bytes:
    pdf, archive = make_game_pack(source_of("casino_war", NO_TIE), paper="letter")
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        assert file.read("game-pack.pdf") == pdf
    return archive


@pytest.fixture(scope="module")
def files(archive: bytes) -> Mapping[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the PDF would say, without setting it."""
    said: dict[str, Any] = {}

    def keep(template: str, data: Mapping[str, Any], *, paper: str) -> bytes:
        said.update(data)
        return b""

    monkeypatch.setattr(game_pack, "typeset", keep)
    monkeypatch.setattr(game_pack, "papers_pdf", lambda *_, **__: b"")
    return said


def lines_under(printed: Mapping[str, Any], title: str) -> dict[str, list[str]]:
    """The sentences of a part, by section."""
    (part,) = (each for each in printed["parts"] if each["title"] == title)
    return {
        section["title"]: [line for block in section["blocks"] for line in block.get("lines", ())]
        for section in part["sections"]
    }


def test_the_same_input_makes_the_same_bytes(archive: bytes) -> None:
    assert make_game_pack(source_of("casino_war", NO_TIE), paper="letter")[1] == archive


def test_the_manifest_has_the_digest_of_every_file(files: Mapping[str, bytes]) -> None:
    manifest = json.loads(files["manifest.json"])
    digests = {name: each["sha256"] for name, each in manifest["files"].items()}
    others = {name: data for name, data in files.items() if name != "manifest.json"}
    assert digests == {name: sha256(data).hexdigest() for name, data in others.items()}
    assert manifest["software"]["version"] == "1.2.3"
    assert manifest["paytables"] == {"base": "casino_war/base/bonus"}
    text = files["paytables/casino_war/base/bonus.toml"].decode()
    assert text == PAYTABLES.text("casino_war/base/bonus")
    assert {"rack-card.pdf", "counts/casino_war.json"} <= files.keys()


def test_the_examples_are_a_win_a_loss_and_a_tie_that_settle_by_the_cards(
    files: Mapping[str, bytes],
) -> None:
    """Casino War by hand, at $10: the higher card wins 1; a tie goes to war, which wins 1 or loses
    2, and wins 2 if it ties again (the bonus paytable)."""
    results = set()
    for name in (each for each in files if each.startswith("examples/")):
        record = json.loads(files[name])
        (player, dealer) = ([RANKS.index(card[0]) for card in record["cards"][place].split()]
                            for place in ("1", "dealer"))  # fmt: skip
        if player[0] != dealer[0]:
            units = 1 if player[0] > dealer[0] else -1
        else:
            units = {True: 1, False: -2}[player[1] > dealer[1]] if player[1] != dealer[1] else 2
        net = sum(line.net_cents for line in play_record(record, PAYTABLES).settle())
        assert net == 1000 * units
        results |= {"tie" if player[0] == dealer[0] else "no tie", "won" if units > 0 else "lost"}
    assert results == {"tie", "no tie", "won", "lost"}


def test_what_is_left_out_or_cannot_be_computed_says_so(printed: Mapping[str, Any]) -> None:
    sides = {slot.name: "none" for slot in catalog.game("pai_gow").slots if slot.name != "base"}
    make_game_pack(source_of("pai_gow", sides), paper="letter")
    assert lines_under(printed, "Simulation") == {"Left out": ["No rounds were simulated."]}
    ((why,),) = lines_under(printed, "Card counting and seen cards").values()
    assert why == "Not available: this game's play with seen cards isn't known"
    examples = lines_under(printed, "Examples")
    assert {title.rpartition(" ")[2] for title in examples} == {"wins", "loses", "ties"}


def test_without_the_packages_that_count_the_rest_is_there(
    printed: Mapping[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(threads: int | None) -> None:
        raise Refusal("NUMBA_MISSING")

    monkeypatch.setattr(game_pack, "use_threads", missing)
    make_game_pack(source_of("casino_war", NO_TIE, rounds=1_000), paper="letter")
    for part in ("Best play", "Simulation"):
        ((why,),) = lines_under(printed, part).values()
        assert why.startswith("Not available: ")


@pytest.mark.proof
def test_the_simulation_stands_beside_the_exact_figures(printed: Mapping[str, Any]) -> None:
    make_game_pack(source_of("casino_war", NO_TIE, rounds=100_000), paper="letter")
    ((head, verdict),) = lines_under(printed, "Simulation").values()
    assert "100,000 rounds" in head
    assert verdict.startswith("Every exact figure is within 4 standard errors")
