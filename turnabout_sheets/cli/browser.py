"""Opens pages in the browser that is set as the default, or named by the variable BROWSER."""

from __future__ import annotations

from pathlib import Path

import click

INDEX = "index.html"
"""The page from which all others are opened."""


def open_page(page: Path) -> None:
    """Open a page that lies on this computer."""
    open_address(page.absolute().as_uri(), str(page))


def open_address(address: str, called: str = "") -> None:
    """Open what has an address; where no browser can be started, say so of what it is ``called``."""
    import webbrowser  # slow to load

    if not webbrowser.open(address):
        click.echo(f"No browser could be started; open {called or address} in one.", err=True)
