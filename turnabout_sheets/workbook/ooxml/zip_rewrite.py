"""Rewriting a zip file so that every member we do not touch keeps its very bytes.

`zipfile` reads archives well, but can only write members that it compresses itself: a copy through it would
recompress the organizer's parts, and drop what it does not model. So this module reads through `zipfile` (which knows
about damaged, prefixed and oversized archives) and writes the three simple records of the format itself: the local
header before each member's data, the central directory, and its end record (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12
and 4.3.16).

Copying compressed data needs care in three places:

* The length of a member's name and extra field must be taken from its *local* header: the central directory may hold
  another extra field.
* Sizes may follow the data in a data descriptor (flag bit 3). The sizes are known here, so they are written into the
  header, and the flag is cleared.
* A zip64 extra field (id 0x0001) would contradict the plain 32-bit sizes that are written; it is left out. Archives
  that really need zip64 are refused.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

_LOCAL: Final = struct.Struct("<4s5H3L2H")
_CENTRAL: Final = struct.Struct("<4s6H3L5H2L")
_END: Final = struct.Struct("<4s4H2LH")

_SIZES_FOLLOW: Final = 0x0008
_UTF8_NAME: Final = 0x0800
_ZIP64_EXTRA: Final = 0x0001
_LONGEST: Final = 0xFFFFFFFF
_MOST_MEMBERS: Final = 0xFFFF

_NEW_MEMBER_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest date that a zip file can hold: the same input gives the same bytes at any time of day."""


class ArchiveTooLargeError(ValueError):
    """The archive would need zip64, which no workbook of a sane size does."""


class _Member(NamedTuple):
    """One member as it will be written: its description, raw name, local extra field and compressed data."""

    info: zipfile.ZipInfo
    name: bytes
    extra: bytes
    payload: bytes | memoryview


def rewrite(data: bytes, changes: Mapping[str, bytes], removed: Collection[str] = ()) -> bytes:
    """Return the zip file `data` with some members replaced, added or removed, and all others as they are, unread.

    Members keep their order. A replaced member keeps its place, date and attributes; new ones follow at the end in the
    order of `changes`, dated 1 January 1980. All names are member names as `zipfile` gives them.

    Raises `zipfile.BadZipFile` if `data` is no sound archive, `ArchiveTooLargeError` if the result would need zip64.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        present = [info for info in archive.infolist() if info.filename not in removed]
        comment = archive.comment
    members = [
        _replace(info, changes[info.filename]) if info.filename in changes else _copy(info, data) for info in present
    ]
    names = {info.filename for info in present}
    members += [
        _replace(_describe(name), content) for name, content in changes.items() if name not in names | set(removed)
    ]
    return _archive(members, comment)


def _describe(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _NEW_MEMBER_DATE)
    info.create_system = 0  # the default depends on the system that the program runs on
    return info


def _replace(info: zipfile.ZipInfo, content: bytes) -> _Member:
    """Return a member with new content under the name, date and attributes of `info`."""
    deflate = zlib.compressobj(3, zlib.DEFLATED, -zlib.MAX_WBITS)
    payload = deflate.compress(content) + deflate.flush()
    name = info.filename.encode()
    described = zipfile.ZipInfo(info.filename, info.date_time)
    described.create_system = info.create_system
    described.external_attr = info.external_attr
    described.comment = info.comment
    described.compress_type = zipfile.ZIP_DEFLATED
    described.flag_bits = 0 if name.isascii() else _UTF8_NAME
    described.CRC = zlib.crc32(content)
    described.compress_size = len(payload)
    described.file_size = len(content)
    return _Member(described, name, b"", payload)


def _copy(info: zipfile.ZipInfo, data: bytes) -> _Member:
    """Return the member that `info` describes, with its data still compressed."""
    if not 0 <= info.header_offset <= len(data) - _LOCAL.size:
        raise zipfile.BadZipFile(f"the archive ends before {info.filename}")
    fields = _LOCAL.unpack_from(data, info.header_offset)
    name_length, extra_length = fields[-2:]
    name_at = info.header_offset + _LOCAL.size
    extra_at = name_at + name_length
    payload_at = extra_at + extra_length
    if fields[0] != b"PK\3\4" or payload_at + info.compress_size > len(data):
        raise zipfile.BadZipFile(f"the archive breaks off in {info.filename}")
    return _Member(
        info,
        data[name_at:extra_at],
        _without_zip64(data[extra_at:payload_at]),
        memoryview(data)[payload_at : payload_at + info.compress_size],
    )


def _without_zip64(extra: bytes) -> bytes:
    """Return an extra field without its zip64 block; a malformed rest (some programs pad with zeros) is kept."""
    kept, at = b"", 0
    while at + 4 <= len(extra):
        kind, size = struct.unpack_from("<2H", extra, at)
        if at + 4 + size > len(extra):
            break
        if kind != _ZIP64_EXTRA:
            kept += extra[at : at + 4 + size]
        at += 4 + size
    return kept + extra[at:]


def _archive(members: Iterable[_Member], comment: bytes) -> bytes:
    out: list[bytes | memoryview] = []
    offset = 0
    directory: list[bytes] = []
    for member in members:
        info = member.info
        if max(offset, info.file_size, info.compress_size) >= _LONGEST:
            raise ArchiveTooLargeError(info.filename)
        year, month, day, hour, minute, second = info.date_time
        common = (
            info.extract_version,
            info.flag_bits & ~_SIZES_FOLLOW,
            info.compress_type,
            hour << 11 | minute << 5 | second // 2,
            (year - 1980) << 9 | month << 5 | day,
            info.CRC,
            info.compress_size,
            info.file_size,
            len(member.name),
        )
        local = _LOCAL.pack(b"PK\3\4", *common, len(member.extra)) + member.name + member.extra
        out += (local, member.payload)
        extra = _without_zip64(info.extra)
        made_by = info.create_system << 8 | info.create_version
        lengths = (len(extra), len(info.comment), 0, info.internal_attr)
        directory.append(
            _CENTRAL.pack(b"PK\1\2", made_by, *common, *lengths, info.external_attr, offset)
            + member.name
            + extra
            + info.comment
        )
        offset += len(local) + len(member.payload)
    size = sum(map(len, directory))
    if offset >= _LONGEST or len(directory) >= _MOST_MEMBERS:
        raise ArchiveTooLargeError("central directory")
    end = _END.pack(b"PK\5\6", 0, 0, len(directory), len(directory), size, offset, len(comment)) + comment
    return b"".join([*out, *directory, end])
