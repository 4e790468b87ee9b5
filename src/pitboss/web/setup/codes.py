"""QR codes for pages."""

from __future__ import annotations

import segno


def qr_code(text: str) -> str:
    """A QR code as the address of a picture, dark on white, so that a phone reads it anywhere."""
    made: str = segno.make(text, error="m", micro=False).svg_data_uri(
        scale=4, border=3, light="#fff", dark="#000"
    )
    return made
