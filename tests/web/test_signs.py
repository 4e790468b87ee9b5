"""Signs and walls as the server serves them: last winners, images, and who may open a wall."""

from __future__ import annotations

import hashlib
import struct
from pathlib import Path
from typing import Any

import pytest

from pitboss.floor.view.winners import WINNERS_MOST
from pitboss.refusal import Refusal
from pitboss.web.access.issued import Secret

from .server_support import Site, Visitor, by_pin, code_of, running
from .test_stream import SPOT, listening

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 360)
LOGO = f"/sign/themes/images/{hashlib.sha256(PNG).hexdigest()[:16]}/fours.png"


def win(console: Visitor, outcome: str) -> None:
    """A round at C1 with one winner."""
    console.press("start-round", table="C1", spots=[SPOT])
    console.press("press-hand", table="C1", spot=SPOT, outcome=outcome)
    console.press("confirm-awards", table="C1", swipe=by_pin("E300"))
    answer = console.press("end-round", table="C1")
    assert answer.status_code == 200, answer.text


def dealt(site: Site) -> Visitor:
    """The console of C1 with a dealer."""
    console = site.visitor().enroll("console", "C1")
    console.press("sign-in", table="C1", swipe=by_pin("D100"))
    return console


def last(site: Site, visitor: Visitor, path: str = "/api/stream/wall?jackpots=fours") -> Any:
    """The last winners as a wall gets them when it begins."""
    with listening(site, visitor, path) as heard:
        return heard.until("winners", jackpot="fours")


# ---- what costs a player money ------------------------------------------------------------------


def test_PS_51_what_costs_a_player_money_stands_in_both_languages_on_a_sign(site: Site) -> None:
    """As the letter prints it, and in the words of who reads; the rest as it is printed."""
    printed = "Original Wager is NOT Returned"
    visitor = site.visitor().enroll("sign", "C1")
    spanish = visitor.request("GET", "/sign/C1?language=es").text
    assert f'"{printed} / La apuesta original NO se devuelve"' in spanish
    english = visitor.request("GET", "/sign/C1").text
    assert f'"{printed}": "{printed}"' in english
    bets = site.visitor().enroll("sign", "B1").request("GET", "/sign/B1?language=es").text
    assert "Multi-deck paytable (2+ decks)</p>" in bets


# ---- the last winners ---------------------------------------------------------------------------


def test_a_sign_hears_of_the_last_winners_and_of_nobody(site: Site) -> None:
    console = dealt(site)
    with listening(site, site.visitor().enroll("sign", "C1"), "/api/stream/sign/C1") as heard:
        assert heard.until("winners")["winners"] == []
        win(console, "four_aces")
        (found,) = heard.until("winners")["winners"]
    assert (found["table"], found["hand_long"], found["level"]) == ("C1", "Four Aces", "main")
    assert set(found) == {
        "award", "table", "level", "level_name", "hand", "hand_long", "cents", "at_ms",
    }  # fmt: skip


def test_a_win_from_the_tray_is_no_news(site: Site) -> None:
    console = dealt(site)
    win(console, "straight_flush")
    assert last(site, site.visitor().sign_on("S200"))["winners"] == []


def test_only_a_few_winners_are_kept_the_newest_first(site: Site) -> None:
    console = dealt(site)
    for _ in range(WINNERS_MOST + 2):
        win(console, "four_aces")
    found = last(site, site.visitor().sign_on("S200"))["winners"]
    assert len(found) == WINNERS_MOST
    times = [each["at_ms"] for each in found]
    assert times == sorted(times, reverse=True)


def test_an_award_that_is_backed_out_leaves_the_winners(site: Site) -> None:
    win(dealt(site), "four_aces")
    accounting = site.visitor().sign_on("A400")
    (found,) = last(site, accounting)["winners"]
    accounting.press(
        "back-out-award", award=found["award"], reason="wrong seat", second_swipe=by_pin("S200")
    )
    after = last(site, accounting)
    assert (after["winners"], after["undone"]) == ([], [found["award"]])


def test_a_restart_knows_the_last_winners_and_when_they_won(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    with running(folder, keys[1]) as site:
        console = dealt(site)
        win(console, "four_aces")
        win(console, "four_aces")
        before = last(site, site.visitor().sign_on("S200"))["winners"]
    with running(folder, keys[1]) as site:
        after = last(site, site.visitor().sign_on("S200"))["winners"]
    assert [each["award"] for each in after] == [each["award"] for each in before]
    for now, then in zip(after, before, strict=True):
        # A picture has the clock of its drawing, a row that of its command, a moment before.
        assert 0 <= then["at_ms"] - now["at_ms"] < 60_000


# ---- a wall -------------------------------------------------------------------------------------


def test_a_sign_of_any_table_may_be_a_wall(site: Site) -> None:
    sign = site.visitor().enroll("sign", "C1")
    every, some = sign.load("/wall").text, sign.load("/wall/fours").text
    assert every.count('class="jackpot"') == len(site.running_site.site.jackpots)
    assert some.count('class="jackpot"') == 1
    assert "JACKPOT_UNKNOWN" in sign.load("/wall/nines").text


def test_a_wall_is_for_nobody_else(site: Site) -> None:
    assert 'class="sign' not in site.visitor().load("/wall").text
    assert code_of(site.visitor().load("/api/stream/wall")) == (401, "NOT_SIGNED_ON")


def test_a_wall_streams_the_jackpots_that_it_names(site: Site) -> None:
    visitor = site.visitor().sign_on("S200")
    with listening(site, visitor, "/api/stream/wall?jackpots=rooms") as heard:
        kinds = {}
        while "beat" not in kinds:
            kind, board = heard.next()
            kinds[kind] = board.get("jackpot")
    assert kinds == {"jackpot": "rooms", "winners": "rooms", "beat": None}
    assert code_of(visitor.load("/api/stream/wall?jackpots=nines")) == (404, "JACKPOT_UNKNOWN")


# ---- images -------------------------------------------------------------------------------------


def brand(folder: Path, more: str, *, signs: str = "") -> None:
    """Put an image into the house's folder, and lines of its own into the first jackpot, or for all
    signs."""
    (folder / "themes").mkdir()
    (folder / "themes" / "fours.png").write_bytes(PNG)
    file = folder / "site.toml"
    text = file.read_text("utf-8").replace('id = "fours"', f'id = "fours"\n{more}', 1)
    file.write_text(text.replace("[signs]", f"[signs]\n{signs}", 1), "utf-8")


def test_a_logo_is_served_by_its_digest_and_kept_for_good(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    brand(folder, 'logo = "fours.png"')
    with running(folder, keys[1]) as site:
        sign = site.visitor().enroll("sign", "C1")
        assert f'src="{LOGO}"' in sign.load("/sign/C1").text
        image = sign.request("GET", LOGO)
        assert (image.status_code, image.headers["content-type"]) == (200, "image/png")
        assert image.content == PNG
        assert image.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert image.headers["x-content-type-options"] == "nosniff"
        other = LOGO.replace(LOGO.split("/")[4], "0" * 16)
        assert "THEME_UNKNOWN" in sign.request("GET", other).text
        style = sign.request("GET", "/sign/themes/midnight.fours.css")
        assert style.headers["content-type"].startswith("text/css")
        assert '[data-theme="midnight.fours"]' in style.text


def test_a_site_whose_logo_is_none_does_not_open(
    folder: Path, keys: tuple[Path, dict[str, Secret]]
) -> None:
    brand(folder, 'logo = "gone.png"')
    with pytest.raises(Refusal) as caught, running(folder, keys[1]):
        pass
    assert (caught.value.code, caught.value.where) == ("THEME_VALUE_WRONG", "jackpot.fours: logo")


def test_no_data_in_the_houses_words(folder: Path, keys: tuple[Path, dict[str, Secret]]) -> None:
    words = 'no_data = "The meters are resting"\nlogo = "fours.png"'
    brand(folder, "", signs=words)
    with running(folder, keys[1]) as site:
        sign = site.visitor().enroll("sign", "C1")
        page = sign.load("/sign/C1").text
    assert "The meters are resting" in page
    assert page.count(f'src="{LOGO}"') == 2  # in the head, and where there is no data
