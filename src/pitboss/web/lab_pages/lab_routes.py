"""The lab's pages: the list of games, a wager with its figures, and its PAR sheet.

A page's address holds all that was typed, so nothing is stored and a link shows the same figures.
The same routes serve `pitboss lab`, a demonstration and an office.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from typing import Any, TypeAlias
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.params import Depends
from fastapi.responses import Response

from pitboss.lab.designer import free_lines
from pitboss.lab.lab_wagers import LabWager
from pitboss.refusal import Refusal
from pitboss.reports.paper_report import FORMATS
from pitboss.rules import catalog
from pitboss.rules.catalog import Paytables
from pitboss.rules.paytable import Paytable
from pitboss.web.lab_pages import lab_figures, lab_wishes
from pitboss.web.lab_pages.explorer import Explored, explore
from pitboss.web.lab_pages.lab_link import list_tables, share
from pitboss.web.office.figure_words import pay_said
from pitboss.web.shell.middleware import check_origin
from pitboss.web.shell.page_templates import shown_page
from pitboss.words.language import ENGLISH, WORDS, language_now

PaytablesOf: TypeAlias = Callable[[Request], Paytables]

HEAVY, HEAVY_S = Lock(), 10  # of a second or so: one at a time, however many ask
MEDIA = {"pdf": "application/pdf", "csv": "text/csv; charset=utf-8"}
PRINTED = ("set", "meter", "pace")  # fields that leave a paytable as it is
SAYING: dict[str, Callable[..., object]] = {
    each.__name__: each
    for each in (
        lab_figures.all_cases,
        lab_figures.bar_parts,
        lab_figures.has_pays,
        lab_figures.level_views,
        lab_figures.life_curve,
        lab_figures.likely_text,
        lab_figures.long_text,
        lab_figures.outcome_text,
        lab_figures.pay_view,
        lab_figures.setting_views,
        lab_figures.share_text,
        lab_wishes.changed_terms,
        lab_wishes.design_fields,
        pay_said,
    )
}


class LabRoom:
    """Where the lab's pages are in an application, and what they show."""

    def __init__(self, base: str, home: str, paytables_of: PaytablesOf) -> None:
        self.base, self.home, self.paytables_of = base, home, paytables_of

    def show(self, request: Request, template: str, **shown: Any) -> Response:
        context = {"base": self.base, "home": self.home, "ladder": lab_figures.LADDER}
        return shown_page(request, template, {**context, **SAYING, **shown})

    def open_wager(self, request: Request, wager: str) -> Explored:
        """The wager of an address with what was typed."""
        typed = {
            name: lab_figures.plain_pay(text) if name.startswith("pay.") else text
            for name, text in request.query_params.items()
        }
        try:
            paytable = self.paytables_of(request).get(wager)
        except Refusal:
            raise Refusal("PAGE_UNKNOWN", "no_such_page", where=request.url.path) from None
        return explore(paytable, typed)


def make_lab_router(
    base: str, *, home: str, paytables_of: PaytablesOf, guards: Sequence[Depends] = ()
) -> APIRouter:
    """The lab at an address of an application; `home` is where its pages lead back to."""
    room = LabRoom(base, home, paytables_of)
    router = APIRouter(prefix=base, include_in_schema=False, dependencies=list(guards))

    @router.get("")
    def list_games(request: Request) -> Response:
        """Every game with its wagers."""
        return room.show(request, "lab/games.html", games=_games(room.paytables_of(request)))

    @router.get("/link")
    def share_meter(request: Request, only: str = "") -> Response:
        """Tables put together, and whether they may share a meter."""
        chosen = list(dict.fromkeys(request.query_params.getlist("w")))
        paytables = room.paytables_of(request)
        return room.show(
            request,
            "lab/shared.html" if only else "lab/link.html",
            shared=share(paytables, chosen),
            chosen=chosen,
            tables=[] if only else list_tables(paytables, chosen),
            query=urlencode([("w", each) for each in chosen]),
        )

    @router.get("/law/{level}/{wager:path}")
    def show_awards(request: Request, level: str, wager: str) -> Response:
        """The law of a level's award. It takes half a second, so it is asked for apart."""
        lives = {each.figures.level.name: each for each in room.open_wager(request, wager).lives}
        found = lives.get(level)
        if found is None or found.life is None:
            raise Refusal("PAGE_UNKNOWN", "no_such_page", where=level)
        with one_at_a_time():
            rows = lab_figures.award_rows(found.life)
        return room.show(request, "lab/awards.html", rows=rows, level=found.figures.level)

    @router.get("/design/{wager:path}")
    def design_wager(request: Request, wager: str, find: str = "", only: str = "") -> Response:
        """Wishes for a wager's pays, and the designs that meet them."""
        check_origin(request)  # a search costs time
        found = room.open_wager(request, wager)
        form = lab_wishes.read_wishes(found, request.query_params)
        state = lab_wishes.find_designs(found, form) if find and not form.faults else None
        return room.show(
            request,
            "lab/found.html" if only else "lab/design.html",
            found=found,
            form=form,
            state=state,
            typed=found.typed,
            paytable=found.wager.paytable,
            lines=tuple(reversed(free_lines(found.wager.paytable))),
            wish_fields=lab_wishes.FIELDS,
            query=str(request.query_params),
        )

    @router.get("/sheet/{wager:path}.{kind}")
    def write_sheet(request: Request, wager: str, kind: str) -> Response:
        """The PAR sheet of the wager as it is set."""
        found = room.open_wager(request, wager)
        is_printed = all(
            name.partition(".")[0] in PRINTED for name in found.typed.keys() - found.faults.keys()
        )
        paytable = room.paytables_of(request).get(wager) if is_printed else _changed(found)
        with one_at_a_time():
            return _sheet(paytable, found.wager, kind)

    @router.get("/wager/{wager:path}")
    def show_wager(request: Request, wager: str, only: str = "") -> Response:
        """The wager with its fields and figures, or its figures alone for the page's script."""
        found = room.open_wager(request, wager)
        template = "lab/figures.html" if only == "figures" else "lab/wager.html"
        return room.show(
            request,
            template,
            found=found,
            wager=found.wager,
            paytable=found.wager.paytable,
            query=urlencode(found.typed),
            designs=found.headline.edge is not None and free_lines(found.wager.paytable),
            link_value=",".join((wager, *_settings_of(found))),
            siblings=() if only else _siblings(room.paytables_of(request), wager),
        )

    return router


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Heavy work waits for its turn, but not for long."""
    if not HEAVY.acquire(timeout=HEAVY_S):
        raise Refusal("REQUESTS_TOO_MANY")
    try:
        yield
    finally:
        HEAVY.release()


def _settings_of(found: Explored) -> Iterator[str]:
    """The settings that differ from the usual ones, as a link names them."""
    for name, text in found.typed.items():
        kind, _, of = name.partition(".")
        if kind == "set" and name not in found.faults:
            yield f"{of}={text}"


# ---- games --------------------------------------------------------------------------------------


def _games(paytables: Paytables) -> list[dict[str, Any]]:
    """Every game by title, with the wagers on its layout."""
    found: dict[str, list[Paytable]] = {}
    for paytable in map(paytables.get, paytables.ids()):
        for game in paytable.games:
            found.setdefault(game, []).append(paytable)
    titles = {game: catalog.game_title(game) for game in found}
    return [
        {"name": game, "title": titles[game], "paytables": found[game]}
        for game in sorted(found, key=lambda each: titles[each])
    ]


def _siblings(paytables: Paytables, wager: str) -> list[tuple[str, str]]:
    """The wagers of the same games, to choose another one."""
    games = {*paytables.get(wager).games}
    known = map(paytables.get, paytables.ids())
    return [(each.id, each.title) for each in known if games & {*each.games}]


# ---- papers -------------------------------------------------------------------------------------


def _changed(found: Explored) -> Paytable:
    """A paytable with a title and a digest of its own, so that nobody takes it for the printed."""
    paytable = found.wager.paytable
    terms = repr((paytable.columns, paytable.levels)).encode()
    title = WORDS["lab"]["changed_title"].replace("{title}", paytable.title)
    return replace(paytable, title=title, sha256=sha256(terms).hexdigest())


def _sheet(paytable: Paytable, wager: LabWager, kind: str) -> Response:
    from pitboss.reports.parsheet import parsheet  # only papers wait for them
    from pitboss.reports.parsheet_xlsx import parsheet_csv, parsheet_xlsx

    asked = (paytable, wager.settings, wager.meters_cents)
    if kind == "pdf":
        data = parsheet(*asked, paper="letter" if language_now() == ENGLISH else "a4")
    elif kind == "xlsx":
        data = parsheet_xlsx(*asked)
    elif kind == "csv":
        data = parsheet_csv(*asked).encode()
    else:
        raise Refusal("PAGE_UNKNOWN", "no_such_page", where=kind)
    name = f"par-{paytable.id.replace('/', '-')}.{kind}"
    shown = "inline" if kind == "pdf" else "attachment"
    headers = {"Content-Disposition": f'{shown}; filename="{name}"'}
    return Response(data, media_type=MEDIA.get(kind) or FORMATS[kind], headers=headers)
