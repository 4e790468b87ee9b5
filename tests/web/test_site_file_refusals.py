"""A site file or a draft that is wrong: a page says where, what is wrong and what to do, in the
reader's language; keys and values stay as the file writes them."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from pitboss.refusal import Refusal, say
from pitboss.rules import catalog
from pitboss.web.shell.telling import explain
from pitboss.words.language import speaking

from .office_support import signed_on
from .server_support import Site
from .test_setup import setting_up

ROLES = "dealer, supervisor, executive, accounting, technician, auditor"
CHECK = ". Ejecute pitboss site check site.toml para ver todos los problemas"
MEND = "Corrija el archivo de la sala. Hasta entonces nada más de él vale"
NO_TOML = "no es un archivo TOML. Corríjalo aquí: "


def refusal_on(page: str) -> str:
    """The refusal that a page shows, without its markup."""
    found = re.search(
        r'<p class="refusal(?: at-name)?" role="alert">(.*?) <small>(.*?)</small>', page
    )
    assert found is not None, page
    assert "/help/refusals/" in found[2]
    return html.unescape(found[1])


@pytest.mark.parametrize(
    ("written", "instead", "key", "says"),
    [
        (
            'role = "dealer"',
            'role = "crupier"',
            "badge.D100.role",
            f"'crupier' no es ninguno de {ROLES}",
        ),
        (
            "[property]",
            '[property]\nidioma = "es"',
            "property.idioma",
            "los archivos de sala no tienen esa clave. Las claves son currency, day_begins, "
            "hit_seconds, language, name, opened_by, profile, shifts, time_zone, winnings_reported",
        ),
        ("seats = 6", 'seats = "six"', "table.C1.seats", "debe ser un número entero"),
        (
            'time_zone = "America/Los_Angeles"',
            'time_zone = "America/Nowhere"',
            "property.time_zone",
            "'America/Nowhere' no es una zona horaria como America/Los_Angeles",
        ),
        (
            'folded_qualify = "yes"',
            'folded_qualify = "maybe"',
            "table.C1.options.folded_qualify",
            '"maybe" no es ninguno de yes, no. Elija uno de ellos',
        ),
        (
            'folded_qualify = "yes"',
            'folded = "yes"',
            "table.C1.options.folded",
            "Crazy 4 Poker solo tiene estas opciones: folded_qualify",
        ),
    ],
)
def test_the_office_says_where_a_site_file_is_wrong_and_keeps_its_keys_and_values(
    site: Site, written: str, instead: str, key: str, says: str
) -> None:
    visitor = signed_on(site, "A400")
    write_otherwise(site, written, instead)
    page = visitor.request("GET", "/office/changes/file?language=es").text
    rows = [
        [html.unescape(re.sub("<[^>]+>", "", cell)) for cell in re.findall("<td.*?</td>", row)]
        for row in re.findall("<tr><td.*?</tr>", page)
    ]
    assert [says, key, MEND] in [row[1:] for row in rows]


def test_the_office_says_that_a_site_file_is_no_toml(site: Site) -> None:
    visitor = signed_on(site, "A400")
    write_otherwise(site, "[property]", "[property")
    shown = refusal_on(visitor.request("GET", "/office/changes/file?language=es").text)
    assert shown.startswith(f"site.toml: {NO_TOML}Expected ']' at the end of a table")


def write_otherwise(site: Site, written: str, instead: str) -> None:
    """Change one line of the site file."""
    file = site.running_site.folder / "site.toml"
    text = file.read_text("utf-8")
    assert written in text
    file.write_text(text.replace(written, instead, 1), "utf-8")


def test_the_office_says_what_is_in_the_place_of_a_site_file(site: Site) -> None:
    visitor = signed_on(site, "A400")
    file = site.running_site.folder / "site.toml"
    file.write_bytes(b"\xff\xfe")
    unreadable = refusal_on(visitor.request("GET", "/office/changes/file?language=es").text)
    assert unreadable == "site.toml: no es UTF-8 (byte 0). Guárdelo como UTF-8"
    file.unlink()
    missing = refusal_on(visitor.request("GET", "/office/changes/file?language=es").text)
    assert missing.startswith("site.toml: no existe ese archivo. Devuélvalo")
    file.mkdir()
    folder = refusal_on(visitor.request("GET", "/office/changes/file?language=es").text)
    assert folder == "site.toml: esto es una carpeta. Ponga un archivo en su lugar"


def test_names_of_paytables_that_are_near_stay_as_the_catalog_has_them() -> None:
    near = say("PAYTABLE_UNKNOWN", "did_you_mean", near=("crazy4/main",))
    where = "site.toml: jackpot.fours.paytable"
    refusal = Refusal("SITE_WRONG", where=where, named=near.code, fault=near, file="site.toml")
    with speaking("es"):
        assert explain(refusal) == (
            "site.toml: jackpot.fours.paytable: PAYTABLE_UNKNOWN: no existe esa tabla de pagos."
            f" ¿Quiso decir crazy4/main?{CHECK}"
        )


def test_the_word_between_names_that_are_near_is_the_readers() -> None:
    with pytest.raises(Refusal) as caught:
        catalog.profile("washinton")
    assert caught.value.reason == "no such profile. Did you mean washington or ohio?"
    with speaking("es"):
        assert caught.value.reason == "no existe ese perfil. ¿Quiso decir washington u ohio?"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "no es UTF-8 (byte 0). Guárdelo como UTF-8"),
        (b"[property", f"{NO_TOML}Expected ']' at the end of a table"),
        (None, "esto es una carpeta. Ponga un archivo en su lugar"),
    ],
)
def test_setup_says_what_is_wrong_in_it(tmp_path: Path, content: bytes | None, says: str) -> None:
    with setting_up(tmp_path / "room") as setup:
        draft = tmp_path / "room" / "site.draft.toml"
        draft.unlink(missing_ok=True)
        if content is None:
            draft.mkdir()
        else:
            draft.write_bytes(content)
        setup.client.headers["Accept-Language"] = "es"
        shown = refusal_on(setup.client.get("/setup/house").text)
        assert f"site.draft.toml: {says}" in shown
        assert shown.endswith("; o bórrelo para empezar de nuevo")
