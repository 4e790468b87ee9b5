"""The palette of the office (Ctrl-K): what the reader may do, where, and what he may look for, each
one press away. What can be done is read off the forms of the pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse, Response
from jinja2 import nodes

from pitboss.books import things as of
from pitboss.evidence.typed import Typed
from pitboss.floor.facts import COMMANDS
from pitboss.floor.facts.base import kind_of
from pitboss.web.office.desk import Desk, desk
from pitboss.web.office.menu import OFFICE, SECTIONS
from pitboss.web.office.search import PAGE, ShownHit, find_hits, find_pages, is_called, read_text
from pitboss.web.shell.page_templates import compiled_templates
from pitboss.words.language import WORDS

router = APIRouter(prefix="/office", include_in_schema=False)
# A section that everyone in the office reads, so that anyone has the palette.
AnyDesk = Annotated[Desk, Depends(desk("permissions"))]

ACT = "act"
SHOWN_MOST = 6  # of one group
DRAWS = ("ask", "form")  # the macros that draw a command's form


class FoundForm(NamedTuple):
    """A form on a section's page: its command, and where the words have its title."""

    section: str
    command: str
    title: tuple[str, ...]


@router.get("/palette")
async def palette(desk: AnyDesk, q: str = "") -> Response:
    """What a text may mean, by group: first what to do about it."""
    typed = read_text(desk, q)
    floor = await desk.floor()
    groups = {}
    if desk.tells_stories:
        groups = await find_hits(desk, floor, typed)
    elif typed.text:
        groups = {PAGE: list(find_pages(desk, floor, typed))}
    acts = [*_payments(desk, groups.get(of.AWARD, ())), *_forms(desk, typed)]
    shown = {ACT: acts} if acts else {}
    return JSONResponse([_plain(group, hits) for group, hits in (shown | groups).items()])


def _plain(group: str, hits: list[ShownHit]) -> dict[str, Any]:
    title = WORDS["palette"]["acts"] if group == ACT else WORDS["story"]["kinds"][group]
    lines = [
        {"name": each.name, "address": each.address, "line": _line(each)}
        for each in hits[:SHOWN_MOST]
    ]
    return {"title": title, "hits": lines}


def _line(hit: ShownHit) -> str:
    return " · ".join(filter(None, (hit.line, hit.standing)))


def _payments(desk: Desk, hits: Iterable[ShownHit]) -> Iterator[ShownHit]:
    """Paying each prize that was found and is owed."""
    for each in hits:
        address = f"/office/payout/{each.address.rpartition('/')[2]}"
        if each.is_owed and desk.opens(address):
            name = WORDS["palette"]["pay"].format(prize=each.name)
            yield ShownHit(ACT, name, address, "")


def _forms(desk: Desk, typed: Typed) -> Iterator[ShownHit]:
    """The forms that are called so, of pages that the reader may open, for commands of his; those
    by their own title first, then those of a page that is called so."""
    if not typed.text:
        return
    kinds = {kind_of(each): each for each in COMMANDS}
    found = [
        form
        for form in forms_of_pages()
        if desk.who.role in kinds[form.command].permission.roles
        and desk.reads(form.section)
        and is_called(typed, partial(_called, form))
    ]
    for form in sorted(found, key=lambda form: not is_called(typed, partial(_title, form))):
        section = WORDS["office"]["sections"][form.section]
        yield ShownHit(ACT, _title(form), f"/{OFFICE}/{form.section}#{form.command}", section)


def _called(form: FoundForm) -> str:
    section = WORDS["office"]["sections"][form.section]
    return f"{_title(form)} {section} {WORDS['search']['acts'].get(form.section, '')}"


def _title(form: FoundForm) -> str:
    found: Any = WORDS
    for key in form.title:
        found = found[key]
    return str(found)


# ---- the forms of the pages ---------------------------------------------------------------------


@cache
def forms_of_pages() -> tuple[FoundForm, ...]:
    """Every form that stands on a section's own page and asks what it is about; those about one
    thing stand on the page of the thing."""
    return tuple(form for section in SECTIONS for form in _forms_on(section.name))


def _forms_on(section: str) -> Iterator[FoundForm]:
    environment = compiled_templates()
    assert environment.loader is not None
    if f"office/{section}.html" not in environment.list_templates():
        return
    source, _, _ = environment.loader.get_source(environment, f"office/{section}.html")
    listed: set[str] = set()
    for call in environment.parse(source).find_all(nodes.Call):
        drawn = call.node
        if not (isinstance(drawn, nodes.Getattr) and drawn.attr in DRAWS and call.args):
            continue
        given = {each.key for each in call.kwargs}
        command = call.args[0]
        if isinstance(command, nodes.Const) and not given & {"fixed", "folded"}:
            if command.value not in listed:
                yield FoundForm(section, command.value, _title_place(call))
            listed.add(command.value)


def _title_place(call: nodes.Call) -> tuple[str, ...]:
    """Where the words have a form's title: a form by hand names it, others go by their command."""
    assert isinstance(call.node, nodes.Getattr)
    if call.node.attr == "form":
        return _keys(call.args[1])
    return "forms", call.args[0].as_const(), "title"


def _keys(node: nodes.Node) -> tuple[str, ...]:
    """A place in the words, as a template writes it: `w.adjust.title`."""
    if isinstance(node, nodes.Getattr):
        return (*_keys(node.node), node.attr)
    if isinstance(node, nodes.Getitem):
        return (*_keys(node.node), node.arg.as_const())
    assert isinstance(node, nodes.Name)
    return (OFFICE,) if node.name == "w" else ()
