"""`/play` and `/train`, each page from its address alone."""

from __future__ import annotations

import html
import re
import warnings
from collections.abc import Iterator

import pytest

from pitboss.lab.drills import QUESTIONS, make_question
from pitboss.lab.seating import choose_table
from pitboss.rules import catalog
from pitboss.web.lab_pages.lab_app import create_lab_app
from pitboss.web.lab_play.felt_words import wager_text
from pitboss.web.shell.addresses import Addresses
from pitboss.words.language import speaking

from .server_support import Site

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from starlette.testclient import TestClient

Pairs = list[tuple[str, str]]
NOON = "1772625600"  # Mar 4, 2026, noon in UTC: the same day from Hawaii to Moscow
TIE = "/play/casino_war/hand?seed=1&chips=50000&lost=0&bet.initial=10"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    app = create_lab_app(catalog.Paytables(), addresses=Addresses())
    with TestClient(app, base_url="http://localhost") as opened:
        yield opened


def test_a_stranger_finds_no_practice_on_a_floor(site: Site) -> None:
    for path in ("/demo/play", "/demo/train/crazy4", "/play", "/train/crazy4"):
        assert site.visitor().request("GET", path).status_code in (303, 401, 404)


def test_the_lab_leads_to_practice_and_back(client: TestClient) -> None:
    assert 'href="/play"' in client.get("/lab").text
    assert 'href="/lab"' in client.get("/play/casino_war").text
    assert client.post("/play").status_code == 405


def text_of(page: str) -> str:
    body = page[page.index("<main") :]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


def hidden(page: str) -> Pairs:
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return [(name, html.unescape(value)) for name, value in found]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", catalog.game_names())
def test_every_game_has_its_pages(client: TestClient, game: str, language: str) -> None:
    for path in (f"/play/{game}", f"/train/{game}"):
        page = client.get(path, params={"language": language})
        assert page.status_code == 200
        assert "{" not in text_of(page.text)


def test_a_decision_shows_its_cost_and_the_best_play(client: TestClient) -> None:
    """A six against a six: the war is worth -31.506 %, surrender -50 %; see test_practice."""
    asked = client.get(TIE).text
    assert "Go to war $10" in text_of(asked)
    link = next(each for each in re.findall(r'href="([^"]+)"', asked) if "surrender" in each)
    page = text_of(client.get(html.unescape(link)).text)
    assert "Surrender Costs $1.85 on average. Best play: Go to war $10." in page
    assert "Chips: $495 Your mistakes so far: $1.85" in page
    assert "You lose $5" in page


def test_the_next_hand_carries_chips_and_mistakes(client: TestClient) -> None:
    page = client.get(f"{TIE}&do=surrender:0").text
    following = re.search(r'class="button go" href="([^"]+)"', page)
    assert following is not None
    again = html.unescape(following[1])
    assert "chips=49500&lost=184935797&bet.initial=10" in again
    assert client.get(again).status_code == 200


def test_a_hand_says_what_the_chips_cannot_buy(client: TestClient) -> None:
    """All $10 are on the ante, so nothing is left for the raise."""
    hand = "/play/three_card_poker/hand?seed=1&chips={}&bet.ante=10"
    assert "Fold You don't have the chips for: Play $10." in text_of(
        client.get(hand.format(1000)).text
    )
    assert "You don't have the chips" not in text_of(client.get(hand.format(2000)).text)


@pytest.mark.parametrize("typed", ["&bet.initial=0", ""])
def test_no_bet_at_all_is_asked_for_in_words(client: TestClient, typed: str) -> None:
    page = text_of(client.get(f"/play/casino_war/hand?seed=1&chips=50000{typed}").text)
    assert "Initial Wager: bet at least $" in page
    assert "wagers.1" not in page


def test_chips_are_the_most_to_bet(client: TestClient) -> None:
    page = text_of(client.get(TIE.replace("chips=50000", "chips=900")).text)
    assert "that's $10.00 and you have $9.00" in page
    assert "Your bets" in page


@pytest.mark.parametrize(
    "wrong",
    [
        ("bet.initial=ten", "Initial Wager: 'ten' is not an amount"),
        ("bet.tie=5", "Initial Wager: this wager is required"),
        ("bet.initial=10&bet.tie=5&pay.tie=none", "Tie: the table has no Tie paytable"),
    ],
)
def test_what_cannot_be_played_is_asked_again(client: TestClient, wrong: tuple[str, str]) -> None:
    """With each bet by the name that the layout has."""
    page = client.get(f"/play/casino_war/hand?seed=1&{wrong[0]}")
    assert page.status_code == 200
    assert 'role="alert"' in page.text
    assert wrong[1] in text_of(page.text)


@pytest.mark.parametrize(
    "path",
    [
        "/play/nothing", "/train/nothing", "/train/casino_war/envy", "/train/crazy4/pay?level=4",
        f"/play/crazy4?pay.base={'x' * 200}", "/play/crazy4?pay.base=casino_war/tie/10",
        "/play/crazy4?pay.zonk=1", "/play/casino_war/hand?seed=1&bet.initial=10&do=dance:0",
        "/play/casino_war/hand?seed=1&bet.initial=10&do=surrender:5",
        "/play/casino_war/hand?seed=1&bet.zonk=10",
    ],
)  # fmt: skip
def test_an_address_of_nothing_is_refused(client: TestClient, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert "no such page. Go to the home page" in page.text


def test_another_paytable_asks_about_its_own_pays(client: TestClient) -> None:
    page = client.get("/play/casino_war?pay.tie=casino_war/tie/11").text
    assert re.search(r'<option value="casino_war/tie/11" selected>', page)


def answers(drill: str, right: int) -> Pairs:
    """Ten answers to a drill with seed 7, the first of them right."""
    table = choose_table(catalog.game("crazy4"), catalog.Paytables(), options={}, chosen={})
    said = []
    for number in range(QUESTIONS):
        q = make_question(table, drill, level=1, rng_seed=7, number=number)
        known = q.answer if q.choices else f"{int(q.answer) // 100}.{int(q.answer) % 100:02}"
        said.append(("a", known if number < right else "0"))
    return said


@pytest.mark.parametrize("drill", ["hand", "pay", "envy", "order", "console"])
def test_a_drill_says_right_and_wrong_and_shows_how(client: TestClient, drill: str) -> None:
    path, given = f"/train/crazy4/{drill}?level=1&seed=7", answers(drill, 1)
    right = text_of(client.get(path, params=[*_asked(path), *given[:1]]).text)
    assert "1 of 1 right" in right
    assert "Right" in right
    wrong = text_of(client.get(path, params=[*_asked(path), ("a", "0.01")]).text)
    assert "0 of 1 right" in wrong
    assert "Not right You answered: 0.01" in wrong


def _asked(path: str) -> Pairs:
    """The query of a path: a client replaces it by its parameters."""
    return [tuple(each.split("=")) for each in path.partition("?")[2].split("&")]  # type: ignore[misc]


def test_a_pay_is_explained(client: TestClient) -> None:
    table = choose_table(catalog.game("crazy4"), catalog.Paytables(), options={}, chosen={})
    asked = make_question(table, "pay", level=1, rng_seed=7, number=0).pays[0]
    path = "/train/crazy4/pay?level=1&seed=7&a=1"
    page = text_of(client.get(path).text)
    amount, pays = asked.stake_cents // 100, asked.pays_cents / 100
    assert f"${amount} × {asked.times.numerator}" in page
    assert f"= ${pays:,.0f}" in page or f"= ${pays:,.2f}" in page


def test_eight_right_answers_open_the_next_level(client: TestClient) -> None:
    base: Pairs = [("level", "1"), ("seed", "7")]
    seven, eight = (
        client.get("/train/crazy4/console", params=[*base, *answers("console", right)]).text
        for right in (7, 8)
    )
    assert "You got 8 of 10 right" in text_of(eight)
    assert "Next level" in text_of(eight)
    assert "Next level" not in text_of(seven)
    assert "You need 8 of 10 to pass" in text_of(seven)
    assert 'name="name"' not in seven


def test_a_certificate_counts_the_answers_again(client: TestClient) -> None:
    """A name is text, a score can't be typed, and nothing is certified before the tenth answer."""
    typed: Pairs = [
        ("level", "1"), ("seed", "7"), ("ended", NOON), ("score", "10"),
        ("name", "Mia <b>Torres</b>"),
    ]  # fmt: skip
    path = "/train/crazy4/console"
    page = client.get(path, params=[*typed, *answers("console", 9)]).text
    assert "Mia &lt;b&gt;Torres&lt;/b&gt;" in page
    assert "Score 9 of 10 Pass mark 8 of 10 Date passed Mar 4, 2026" in text_of(page)
    assert "Seed 7" in text_of(page)
    assert "Crazy 4 Poker: Queens Up C4P-09" in text_of(page)
    early = client.get(path, params=[*typed, *answers("console", 10)[:9]]).text
    short = client.get(path, params=[*typed, *answers("console", 7)]).text
    assert 'class="certificate"' not in early + short
    more = client.get(path, params=[*typed, *answers("console", 9), *answers("console", 10)]).text
    assert "Score 9 of 10" in text_of(more)


def test_the_address_of_a_finished_drill_holds_when_it_was_finished(client: TestClient) -> None:
    """So that a certificate shows the day it was earned, whenever it is opened; no day to come."""
    path, given = "/train/crazy4/console", [("level", "1"), ("seed", "7"), *answers("console", 8)]
    for ended in ([], [("ended", str(10**11))]):
        found = client.get(path, params=[*given, *ended], follow_redirects=False)
        assert found.status_code == 303
        assert re.search(r"&ended=1\d{9}&", found.headers["location"])
    kept = client.get(path, params=[*given, ("ended", NOON)], follow_redirects=False)
    assert dict(hidden(kept.text))["ended"] == NOON


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", catalog.game_names())
def test_no_two_bets_of_a_game_have_the_same_name(game: str, language: str) -> None:
    found = catalog.game(game)
    with speaking(language):
        for bets in (found.wagers, found.slots):
            names = [wager_text(each.name) for each in bets]
            assert sorted({*names}) == sorted(names)


def test_only_paytables_that_fit_the_table_are_offered(client: TestClient) -> None:
    """Bet the Set has paytables for one, two, six and eight decks; the table deals six."""
    page = client.get("/play/blackjack?pay.bet_the_set=none").text
    offered = re.findall(r'value="(blackjack/bet_the_set/\d)"', page)
    assert offered
    for each in offered:
        assert client.get(f"/play/blackjack?pay.bet_the_set={each}").status_code == 200
    assert "blackjack/bet_the_set/5" not in offered  # two decks


def test_the_help_speaks_of_no_badge_where_nobody_signs_in(client: TestClient) -> None:
    for path in ("/lab", "/lab/wager/casino_war/tie/10", "/play", "/train/crazy4"):
        assert "badge" not in client.get(path).text.lower()


def test_hands_after_a_split_stand_apart(client: TestClient) -> None:
    """A pair in two hands, the first with its new card and asked about."""
    bet = "/play/blackjack/hand?seed=18&chips=50000&bet.blackjack=10"
    page = client.get(f"{bet}&do=split:1000").text
    places = re.findall(r'<div class="place([^"]*)"><h2>([^<]*)</h2>(.*?)</div>', page)
    own = [(kind, name, cards.count("aria-label")) for kind, name, cards in places[1:]]
    assert own == [(" deciding", "You, hand 1 · your turn", 2), ("", "You, hand 2", 1)]
    stood = text_of(client.get(f"{bet}&do=split:1000&do=stand:0").text)
    assert "Simulated on 1,500 deals" in stood
    assert "±" in stood


def test_the_form_of_a_drill_sends_what_it_asked(client: TestClient) -> None:
    page = client.get("/train/crazy4/console?level=2&language=es").text
    sent = dict(hidden(page))
    assert sent["level"] == "2"
    assert sent["language"] == "es"
    assert sent.keys() >= {"seed", "began"}


def test_no_decision_of_an_address_costs_more_than_the_chips(client: TestClient) -> None:
    asked = "/play/ultimate_holdem/hand?seed=1&chips=2000&bet.ante=10&do=play_4:4000"
    assert "that's $60.00 and you have $20.00" in text_of(client.get(asked).text)
