"""OFX as banks write it, 1.x in SGML and 2.x in XML, as a tree. Only tags and text count: a file
can declare nothing, so nothing in it expands, and the time it takes grows with its length."""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element

from pitboss.refusal import Refusal

CHARSETS = ("1252", "ISO-8859-1", "8859-1", "UTF-8", "NONE")
_ROOT = re.compile(r"<OFX>", re.IGNORECASE)
_HEADER = re.compile(r"OFXHEADER\s*[:=]\s*[\"']?[12]00")
_CHARSET = re.compile(r"CHARSET:\s*(\S+?)(?=COMPRESSION|\s|$)")
_TAG = re.compile(r"[A-Z0-9_.]+", re.ASCII)
_CDATA = re.compile(r"<!\[CDATA\[([^<]*)\]\]>")
_ENTITY = re.compile(r"&#?\w{1,8};", re.ASCII)


def is_ofx(text: str) -> bool:
    return _ROOT.search(text) is not None


def decode_file(raw: bytes) -> str:
    """The text of a bank's file: UTF-8, or what OFX calls 1252."""
    try:
        return raw.decode()
    except UnicodeError:
        if b"OFXHEADER" not in raw[:200]:
            raise refuse_ofx("no_text") from None
        return raw.decode("cp1252", "replace")


def parse_ofx(text: str) -> Element:
    """Everything inside <OFX>. SGML leaves out the end of a field: a tag holds others only if its
    own end comes after them."""
    start = _ROOT.search(text)
    head = text[: start.start()] if start else text
    charset = _CHARSET.search(head)
    if not _HEADER.search(head) or "<!" in head or (charset and charset[1] not in CHARSETS):
        raise refuse_ofx("head")
    found: list[Element] = []
    body = _CDATA.sub(lambda each: html.escape(each[1]), text[len(head) :])
    for piece in body.split("<")[1:]:
        tag, end, written = piece.partition(">")
        name = tag.strip().upper()
        closes = name.startswith("/")
        if not end or not _TAG.fullmatch(name.strip("/")) or (closes and written.strip()):
            raise _damaged()
        if closes:
            _close(found, name[1:])
        else:
            found.append(Element(name.strip("/")))
            found[-1].text = _ENTITY.sub(lambda each: html.unescape(each[0]), written).strip()
    if len(found) != 1 or found[0].tag != "OFX":
        raise _damaged()
    return found[0]


def _close(found: list[Element], name: str) -> None:
    """The end of a tag: all since its start is inside it."""
    inside: list[Element] = []
    while found and found[-1].tag != name:
        inside.append(found.pop())
    if not found:
        raise _damaged()
    found[-1].extend(reversed(inside))


def field(element: Element, name: str) -> str:
    """What a field says; it must be there."""
    if value := optional_field(element, name):
        return value
    raise refuse_ofx("field_missing", field=name)


def optional_field(element: Element, name: str) -> str:
    """What a field says, or nothing; a file that says it twice is damaged."""
    values = [each.text or "" for each in element.findall(name)]
    if len(values) > 1:
        raise _damaged()
    return "".join(values)


def _damaged() -> Refusal:
    return refuse_ofx("damaged")


def refuse_ofx(case: str, **values: object) -> Refusal:
    return Refusal("STATEMENT_UNREADABLE", case, where="statement", **values)
