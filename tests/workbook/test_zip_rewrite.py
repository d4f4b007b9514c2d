"""The zip file is rewritten without touching the members that stay."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Collection, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from tests.workbook.untouched import raw_members
from tests.workbook.workbooks import handmade
from turnabout_sheets.workbook.ooxml import zip_rewrite

NAMES = st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1, max_size=12)
MEMBERS = st.dictionaries(NAMES, st.tuples(st.binary(max_size=300), st.booleans()), min_size=1, max_size=6)


def rewrite(data: bytes, changes: Mapping[str, bytes], removed: Collection[str] = ()) -> bytes:
    written = zip_rewrite.rewrite(data, changes, removed)
    contents(written)
    return written


def zipped(members: dict[str, tuple[bytes, bool]]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, (content, deflated) in members.items():
            archive.writestr(name, content, zipfile.ZIP_DEFLATED if deflated else zipfile.ZIP_STORED)
    return out.getvalue()


def contents(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return {info.filename: archive.read(info) for info in archive.infolist()}


@examples(60)
@given(members=MEMBERS, new=st.dictionaries(NAMES, st.binary(max_size=300), max_size=3), data=st.data())
def test_only_what_is_named_changes(
    members: dict[str, tuple[bytes, bool]], new: dict[str, bytes], data: st.DataObject
) -> None:
    before = zipped(members)
    removed = data.draw(st.sets(st.sampled_from(sorted(members))))
    new = {name: content for name, content in new.items() if name not in removed}
    after = rewrite(before, new, removed)
    expected = {name: new.get(name, content) for name, (content, _) in members.items() if name not in removed} | new
    assert contents(after) == expected
    assert list(contents(after)) == list(expected)
    untouched = expected.keys() - new.keys()
    old_raw, new_raw = raw_members(before), raw_members(after)
    assert {name: new_raw[name] for name in untouched} == {name: old_raw[name] for name in untouched}


def test_streamed_members_get_their_sizes_and_keep_everything_else() -> None:
    before = handmade()
    after = rewrite(before, {"new.xml": b"<new/>"})
    raw = raw_members(after)
    assert list(raw) == [*raw_members(before), "new.xml"]
    assert raw.pop("new.xml").date == (1980, 1, 1, 0, 0, 0)
    assert raw == raw_members(before)
    with zipfile.ZipFile(io.BytesIO(after)) as archive:
        assert archive.testzip() is None
        assert archive.comment == b"kept"
        assert not any(info.flag_bits & 8 for info in archive.infolist())
        assert archive.getinfo("customXml/item1.xml").extra == b"\xca\xfe\x02\x00ok"


def test_a_replaced_member_keeps_its_date_attributes_and_comment() -> None:
    before = handmade()
    after = rewrite(before, {"book/chart.xml": b"<new/>"})
    old, new = raw_members(before)["book/chart.xml"], raw_members(after)["book/chart.xml"]
    assert (new.date, new.attributes, new.comment) == (old.date, old.attributes, old.comment)
    assert contents(after)["book/chart.xml"] == b"<new/>"


def test_zip64_fields_of_small_members_are_left_out() -> None:
    out = io.BytesIO()
    with (
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.xml", "w", force_zip64=True) as file,
    ):
        file.write(b"content" * 100)
    after = rewrite(out.getvalue(), {"b.xml": b"<b/>"})
    assert contents(after) == {"a.xml": b"content" * 100, "b.xml": b"<b/>"}
    assert b"\x01\x00\x10\x00" not in after[: after.index(b"b.xml")]


def test_data_before_the_archive_does_not_shift_members() -> None:
    before = zipped({"a.xml": (b"one", True), "b.xml": (b"two", False)})
    assert contents(rewrite(b"junk before" + before, {"b.xml": b"new"})) == {"a.xml": b"one", "b.xml": b"new"}


def test_an_archive_that_breaks_off_is_refused() -> None:
    with pytest.raises(zipfile.BadZipFile):
        rewrite(handmade()[:-40], {})
