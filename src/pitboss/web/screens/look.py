"""How a site's signs look: a theme for each jackpot and table, with the logos and colors from the
site file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.floor.state.signs import SignsState
from pitboss.refusal import Refusal
from pitboss.site.model import Site, SiteJackpot, SiteTable
from pitboss.web.screens.pictures import KeptFile, SignImage, read_image
from pitboss.web.screens.theme import (
    FONTS,
    GAME,
    LOGO_BYTES_MOST,
    OWN,
    Theme,
    brand_theme,
    own_theme,
    theme_for,
    themes,
)

NO_LOOKS = SignsState()
THEMES_FOLDER = "themes"  # of the house's folder: its own themes and images


class Looks:
    """A site's looks, as its folder has them now."""

    def __init__(
        self, site: Site, folder: Path, signs: SignsState = NO_LOOKS, *, at_ms: int = 0
    ) -> None:
        self._site = site
        self._signs, self._at_ms = signs, at_ms
        self._folder = folder / THEMES_FOLDER
        self._themes = themes(self._folder)

    def of_jackpot(self, jackpot: SiteJackpot) -> Theme:
        return self._scheduled(jackpot.jackpot) or self._of_file(jackpot)

    def _scheduled(self, jackpot: str = "") -> Theme | None:
        """The house's own look that is shown now; None where the site file decides."""
        zone = self._site.time_zone
        name = self._signs.look_at(jackpot, at_ms=self._at_ms, time_zone=zone)
        return own_theme(name, self._signs.looks[name], self._signs.files) if name else None

    def _of_file(self, jackpot: SiteJackpot) -> Theme:
        theme = theme_for(jackpot.theme, kind=jackpot.kind, known=self._themes)
        return brand_theme(theme, jackpot, self._folder)

    def of_table(self, table: SiteTable) -> Theme:
        """How the sign of a table without jackpots looks."""
        return self._scheduled() or theme_for(table.theme, kind=GAME, known=self._themes)

    def of_house(self) -> Theme:
        """How a wall looks between its jackpots: like the first of them."""
        jackpots = self._site.jackpots
        return (
            self.of_jackpot(jackpots[0])
            if jackpots
            else self._scheduled() or theme_for("", kind=GAME, known=self._themes)
        )

    def find_theme(self, name: str) -> Theme:
        """A theme by its name, or a jackpot's own look: `theme.jackpot`."""
        if name.removeprefix(OWN) in self._signs.looks and name.startswith(OWN):
            own = name.removeprefix(OWN)
            return own_theme(own, self._signs.looks[own], self._signs.files)
        theme, _, jackpot = name.partition(".")
        for each in self._site.jackpots if jackpot else ():
            if each.jackpot == jackpot and (found := self._of_file(each)).name == name:
                return found
        if jackpot or theme not in self._themes:
            raise Refusal("THEME_UNKNOWN", "no_such_theme", where=name)
        return self._themes[theme]

    def logo(self) -> SignImage | None:
        name = self._site.signs.logo
        if not name:
            return None
        return read_image(self._folder, name, bytes_most=LOGO_BYTES_MOST, at="signs.logo")

    def image(self, digest: str, file: str) -> SignImage:
        """An image of a look or of the house, by the name in its address."""
        for found in self._images():
            if (found.digest, found.path.name) == (digest, file):
                return found
        raise Refusal("THEME_UNKNOWN", "no_sign_image", where=file)

    def check(self) -> None:
        """Refuse a site whose signs can't be drawn."""
        for jackpot in self._site.jackpots:
            self.of_jackpot(jackpot)
        for table in self._site.tables:
            self.of_table(table)
        self.logo()

    def _images(self) -> Iterator[SignImage]:
        looks = [*self._themes.values(), *map(self._of_file, self._site.jackpots)]
        found = [image for look in looks for image in (look.image, look.logo)]
        yield from (image for image in (*found, self.logo()) if isinstance(image, SignImage))


def look_of(theme: Theme) -> Mapping[str, Any]:
    """What a page needs of a look before its style sheet loads."""
    return {
        "theme": theme.name,
        "pattern": theme.pattern,
        "frame": theme.frame,
        "image": theme.image is not None,
        "film": theme.image.address
        if isinstance(theme.image, KeptFile) and theme.image.is_video
        else "",
        "font": FONTS[theme.family],
        "motion": theme.motion,
        "logo": theme.logo,
    }
