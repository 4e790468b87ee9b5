"""The documents as searchable pages that work offline: `/help/docs` shows them, `make docs` writes
the same pages to a folder."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from msgspec import Struct

import pitboss
from pitboss.refusal import Refusal
from pitboss.web.shell.page_templates import shown_page

if TYPE_CHECKING:
    from markdown_it.token import Token

INSTALLED = "pitboss_docs"  # beside the package, where a wheel has brought it
FIRST, FIRST_PAGE, INDEX = "README.md", "index.html", "search.json"
PICTURES = "pictures"
DOOR = re.compile(r"^\*\*(I [^*]+)\.\*\*(.*?)(?=^\*\*|^#)", re.MULTILINE | re.DOTALL)
LINKED = re.compile(r"\]\(([\w./-]+\.md)")
ELSE = "Everything else"  # the heading of the menu's pages behind no door
FIRST_BEHIND, BEHIND = 2, 1  # how far ahead of reference pages the search puts a door's pages
OUTSIDE = re.compile(r"[a-z]+:")  # an address somewhere else
NOT_IN_ANCHOR = re.compile(r"[^\w\- ]")
READ = ("text", "code_inline", "softbreak")
CELLS = ("td_open", "th_open")
BREAK = "<br>"

router = APIRouter(prefix="/docs", include_in_schema=False)


class DocumentSection(Struct, frozen=True):
    """A heading, its address, and the text below it."""

    title: str
    anchor: str
    text: str


class DocumentPage(Struct, frozen=True):
    """One page: its title, its HTML, and its sections for the search."""

    title: str
    html: str
    sections: Sequence[DocumentSection]


def documents_folder() -> Path:
    """Where README.md and docs/ are: beside the installed package, or in the clone."""
    package = Path(pitboss.__file__).parent
    installed = package.parent / INSTALLED
    return installed if installed.is_dir() else package.parents[1]


@cache
def page_names() -> Mapping[str, str]:
    """The address of each page -> its file, in the order in which README.md names them."""
    folder = documents_folder()
    named = LINKED.findall((folder / FIRST).read_text("utf-8"))
    every = sorted(path.relative_to(folder).as_posix() for path in folder.glob("docs/*.md"))
    return {address_of(file): file for file in (FIRST, *named, *every, "LICENSE")}


def address_of(file: str) -> str:
    """The address of a file's page; those of the root have names that no other page has."""
    name = Path(file).stem.lower()
    if file == FIRST:
        return FIRST_PAGE
    return f"{name}.html" if file.startswith("docs/") else f"about-{name}.html"


@cache
def page_titles() -> Mapping[str, str]:
    """The address of each page -> its title."""
    return {
        address: _text_of(file).partition("\n")[0].removeprefix("# ")
        for address, file in page_names().items()
    }


@cache
def page_doors() -> Mapping[str, Sequence[str]]:
    """Each door of README.md -> the addresses of its pages; those behind no door come last."""
    text = (documents_folder() / FIRST).read_text("utf-8")
    left = [address for address in page_names() if address != FIRST_PAGE]
    doors = {}
    for door, said in DOOR.findall(text):
        named = dict.fromkeys(map(address_of, LINKED.findall(said)))
        doors[door] = [address for address in named if address in left]
        left = [address for address in left if address not in named]
    return {**doors, ELSE: left}


@cache
def page_ranks() -> Mapping[str, int]:
    """How far ahead the search puts each page behind a door."""
    pages = [door for name, door in page_doors().items() if name != ELSE]
    return {
        address: BEHIND if place else FIRST_BEHIND
        for door in pages
        for place, address in enumerate(door)
    }


def _text_of(file: str) -> str:
    text = (documents_folder() / file).read_text("utf-8")
    return text if file.endswith(".md") else f"# {file.capitalize()}\n\n```\n{text}```\n"


@cache
def read_document(file: str) -> DocumentPage:
    from markdown_it import MarkdownIt  # late: a server starts without it

    text = _text_of(file)
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    tokens = markdown.parse(text)
    sections = list(_sections(tokens))
    for token in _with_children(tokens):
        _fit(token, file)
    html = markdown.renderer.render(tokens, markdown.options, {})
    return DocumentPage(sections[0].title, html, sections)


@cache
def search_index() -> bytes:
    """Every section of every page, for the page's search script."""
    ranks = page_ranks()
    rows = [
        [
            f"{address}#{section.anchor}",
            read_document(file).title,
            section.title,
            section.text,
            ranks.get(address, 0),
        ]
        for address, file in page_names().items()
        for section in read_document(file).sections
    ]
    return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode()


def _sections(tokens: Sequence[Token]) -> Iterator[DocumentSection]:
    """A page split at its headings, which get anchors."""
    title, anchor, texts = "", "", list[str]()
    for opening, token in pairwise(tokens):
        if opening.type == "heading_open":
            if title:
                yield DocumentSection(title, anchor, " ".join(texts))
            title, texts = _plain(token), []
            anchor = NOT_IN_ANCHOR.sub("", token.content.lower()).strip().replace(" ", "-")
            opening.attrSet("id", anchor)
        elif token.type == "inline":
            texts.append(_plain(token))
        elif token.type in ("fence", "code_block"):
            texts.append(" ".join(token.content.split()))
    yield DocumentSection(title, anchor, " ".join(texts))


def _plain(token: Token) -> str:
    """The plain text of a line or paragraph."""
    return "".join(
        " " if each.type == "softbreak" else each.content
        for each in token.children or ()
        if each.type in READ
    )


def _with_children(tokens: Sequence[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _fit(token: Token, file: str) -> None:
    """Fix links between pages, and drop what our pages may not contain: HTML and inline styles."""
    if token.type == "link_open":
        token.attrSet("href", link_from(file, str(token.attrGet("href"))))
    elif token.type == "image":
        token.attrSet("src", link_from(file, str(token.attrGet("src"))))
    elif token.type in ("html_inline", "html_block"):
        token.content = BREAK if token.content == BREAK else ""
    elif token.type in CELLS and token.attrs.pop("style", "") == "text-align:right":
        token.attrSet("class", "right")


def link_from(file: str, target: str) -> str:
    """A link in a file, as that file's page has it."""
    path, mark, anchor = target.partition("#")
    if OUTSIDE.match(target) or not path:
        return target
    found = normpath(f"{Path(file).parent.as_posix()}/{path}")
    if found.startswith(f"docs/{PICTURES}/"):
        return found.removeprefix("docs/")
    return f"{address_of(found)}{mark}{anchor}"


# ---- at the server ------------------------------------------------------------------------------


@router.get("")
def first() -> RedirectResponse:
    """Redirect to the first page."""
    return RedirectResponse(f"/help/docs/{FIRST_PAGE}")


@router.get(f"/{INDEX}")
def index() -> Response:
    return Response(search_index(), media_type="application/json")


@router.get(f"/{PICTURES}/{{name}}")
def send_picture(name: str) -> Response:
    file = documents_folder() / "docs" / PICTURES / name
    if name not in {each.name for each in file.parent.iterdir()}:
        raise Refusal("PAGE_UNKNOWN", "no_such_page", where=name[:64])
    return Response(file.read_bytes(), media_type="image/webp")


@router.get("/{address}")
def page(request: Request, address: str) -> HTMLResponse:
    if address not in page_names():
        raise Refusal("PAGE_UNKNOWN", "no_such_page", where=address[:64])
    return shown_page(request, "document.html", page_context(address, static="/static/"))


def page_context(address: str, *, static: str) -> dict[str, object]:
    """The context of a page's template; `static` is where its style sheet and script are."""
    shown = read_document(page_names()[address])
    return {
        "address": address,
        "document": shown,
        "titles": page_titles(),
        "doors": page_doors(),
        "static": static,
    }
