"""Files as office programs pack them, of a few parts."""

from __future__ import annotations

import io
import zipfile

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
"""How a file of an old office program begins."""


def zipped(parts: dict[str, bytes], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


def stored(parts: dict[str, bytes]) -> bytes:
    """Return a zip file that is not compressed, as OpenDocument has its first part."""
    return zipped(parts, zipfile.ZIP_STORED)


def package(kind: str, part: str, content: bytes) -> bytes:
    relationship = f'<Relationship Id="a" Type="x/{kind}" Target="{part}"/>'
    return zipped({"_rels/.rels": f"<Relationships>{relationship}</Relationships>".encode(), part: content})
