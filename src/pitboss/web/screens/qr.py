"""QR codes for pages."""

from __future__ import annotations

import segno

MASK = 3


def qr_code(text: str) -> str:
    """A QR code as the address of a picture, dark on white, so that a phone reads it anywhere. Its
    mask is set: to look for the best one takes five times as long, and anybody may ask for one."""
    made: str = segno.make(text, error="m", micro=False, mask=MASK, boost_error=False).svg_data_uri(
        scale=4, border=3, light="#fff", dark="#000"
    )
    return made
