"""The site of the documents, as files: `make docs`. It fails where a link leads nowhere."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path
from posixpath import normpath

from pitboss.web.screens import documents
from pitboss.web.shell.page_templates import compiled_templates
from pitboss.words.language import ENGLISH, texts

SITE = Path(__file__).parents[2] / "site"
STATIC = Path(documents.__file__).parents[1] / "static"
SCRIPTS = ("documents.css", "documents.js")
LINK = re.compile(r'(?:href|src)="([^"#]*)#?([^"]*)"')
ANCHOR = re.compile(r' id="([^"]*)"')


def write_site(folder: Path) -> None:
    """Every page, with its pictures, the search and what the pages load."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(documents.documents_folder() / "docs" / documents.PICTURES, folder / "pictures")
    template = compiled_templates().get_template("document.html")
    for address in documents.page_names():
        shown = documents.page_context(address, static="")
        (folder / address).write_text(template.render(shown, words=texts(ENGLISH)), "utf-8")
    (folder / documents.INDEX).write_bytes(documents.search_index())
    for name in SCRIPTS:
        shutil.copyfile(STATIC / name, folder / name)


def find_broken_links(folder: Path) -> list[str]:
    """Links of pages to files or headings that are not there."""
    pages = {path.name: path.read_text("utf-8") for path in folder.glob("*.html")}
    anchors = {name: set(ANCHOR.findall(text)) for name, text in pages.items()}
    return [
        f"{name}: {target}#{anchor}"
        for name, text in sorted(pages.items())
        for target, anchor in LINK.findall(text)
        if not documents.OUTSIDE.match(target)
        and (
            not (folder / normpath(target or name)).is_file()
            or (anchor and anchor not in anchors[target or name])
        )
    ]


if __name__ == "__main__":
    write_site(SITE)
    if broken := find_broken_links(SITE):
        sys.exit("\n".join(("these links lead nowhere:", *broken)))
    sys.stdout.write(f"{SITE / documents.FIRST_PAGE}\n")
