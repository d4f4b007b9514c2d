"""Makes turnabout.ico, and the installer's picture setup.bmp, from turnabout.svg:  python -m tools.windows.make_icon

Chromium draws it, and Pillow, which matplotlib brings, writes it.
"""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image

DRAWING: Final = Path(__file__).with_name("turnabout.svg")
SIZES: Final = (256, 64, 48, 40, 32, 24, 20, 16)
"""Widths in pixels that Windows asks for, at 100 to 250 percent."""

PICTURE: Final = (164, 314)
"""Width and height in pixels of the picture beside the installer's last words."""


def make_pictures() -> None:
    """Draw the icon in every size, each by itself and not made smaller, and write them; and the picture."""
    with tempfile.TemporaryDirectory() as work:
        drawn = [draw(size, Path(work) / f"{size}.png") for size in SIZES]
        icon = draw(128, Path(work) / "128.png")
    picture = Image.new("RGB", PICTURE, "white")
    picture.paste(icon, (18, 24), icon)
    picture.quantize().save(DRAWING.with_name("setup.bmp"))
    drawn[0].save(DRAWING.with_suffix(".ico"), sizes=[(size, size) for size in SIZES], append_images=drawn[1:])


def draw(size: int, picture: Path) -> Image.Image:
    """Draw the icon ``size`` pixels wide, on nothing."""
    switches = "--headless --no-sandbox --disable-gpu --hide-scrollbars --default-background-color=00000000".split()
    shot = [f"--window-size={size},{size}", f"--screenshot={picture}", DRAWING.as_uri()]
    subprocess.run(["chromium", *switches, *shot], check=True, capture_output=True)
    return Image.open(picture).convert("RGBA")


if __name__ == "__main__":
    make_pictures()
