"""QR codes for pages."""

from __future__ import annotations

MASK = 3


def qr_code(text: str) -> str:
    """A QR code as a data address, dark on white so any phone can read it. Its mask is fixed:
    finding the best one takes five times as long, and anyone may ask."""
    import segno  # only a few screens need it

    made: str = segno.make(text, error="m", micro=False, mask=MASK, boost_error=False).svg_data_uri(
        scale=4, border=3, light="#fff", dark="#000"
    )
    return made
