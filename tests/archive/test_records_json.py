"""Records of events as JSON: nothing is lost, and the same record is the same bytes."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dose import examples
from turnabout_sheets.archive.codecs import read_status
from turnabout_sheets.archive.records import Entry, EventRecord, Meeting, as_json, from_json
from turnabout_sheets.core.outcomes import Outcome
from turnabout_sheets.event.status import Status, StatusKind


def status_of(kind: StatusKind) -> Status:
    """Return a status of a kind, in the round that it has if it has one."""
    rounds = {StatusKind.DROPPED: 0, StatusKind.JOINED: 12, StatusKind.OUT: 3}
    return Status(kind, rounds.get(kind), "guest of honour" if kind is StatusKind.OTHER else "")


counts = st.integers(0, 10**9)
figures = st.none() | st.fractions()
outcomes = st.none() | st.sampled_from(Outcome)
statuses = st.none() | st.sampled_from(StatusKind).map(status_of) | st.text().map(read_status)
numbers = st.none() | st.integers(1, 999)

entries = st.builds(
    Entry, st.text(), st.text(), numbers, counts, counts, counts, counts, figures, figures, st.none() | st.booleans(),
    numbers, figures, statuses,
)  # fmt: skip
meetings = st.builds(
    Meeting, st.integers(1, 999), numbers, counts, st.none() | counts, outcomes, outcomes, figures, figures
)
records = st.builds(
    EventRecord, st.text(), st.text(), st.text(), counts, st.lists(entries, max_size=4).map(tuple),
    st.lists(meetings, max_size=4).map(tuple), st.text(), st.text(), st.text(), numbers, st.booleans(),
)  # fmt: skip


def between_entries(record: EventRecord) -> EventRecord:
    """Return a record of whose meetings everybody is among its entries."""

    def among(number: int | None) -> int | None:
        return None if number is None else number % len(record.entries)

    meetings = [replace(each, a=among(each.a), b=among(each.b)) for each in record.meetings if record.entries]
    return replace(record, meetings=tuple(meetings))


@examples(60)
@given(records.map(between_entries))
def test_a_record_comes_back_as_it_was(record: EventRecord) -> None:
    data = as_json(record)
    assert from_json(data) == record
    assert as_json(from_json(data)) == data


def test_a_record_is_compact_and_in_a_fixed_order() -> None:
    entry = Entry("Zoë", "7", 1, 3, 1, points=Fraction(41), match_wins=Fraction(7, 2), played_all=True)
    meeting = Meeting(1, None, 0, None, Outcome.BYE, None, Fraction(18))
    record = EventRecord("Open", "2010-05-01", "Turnabout", 4, (entry,), (meeting,), "E1", rounds=4)
    assert as_json(record).decode() == (
        '{"computed":false,"date":"2010-05-01","entries":{"columns":["name","player_id","position","wins","draws","losses","byes",'
        '"points","match_wins","played_all","multiplier","award","status"],'
        '"rows":[["Zoë","7",1,3,1,0,0,"41","7/2",true,null,null,""]]},"event_id":"E1","field":4,"format":"Turnabout",'
        '"meetings":{"columns":["round","table","a","b","outcome_a","outcome_b","points_a","points_b"],'
        '"rows":[[1,null,0,null,"bye",null,"18",null]]},"name":"Open","organizer":"","provisional":false,"rounds":4,'
        '"venue":"","version":1}'
    )


def test_a_record_of_another_version_is_refused() -> None:
    data = as_json(EventRecord("Open", "2010-05-01", "Turnabout", 4, ()))
    with pytest.raises(ValueError, match=r"^it is a record that a newer version of turnabout wrote$"):
        from_json(data.replace(b'"version":1', b'"version":3'))


MEETING = '{"columns":["round","table","a","b","outcome_a","outcome_b"],"rows":[[1,null,%d,null,null,null]]}'


def record_with(**values: str) -> bytes:
    """A record as JSON, with some values of it as given."""
    whole = {"date": '""', "field": "4", "format": '""', "name": '""', "version": "1", "points": '"1"', **values}
    points = whole.pop("points")
    entries = f'{{"columns":["name","points"],"rows":[["Ann",{points}]]}}'
    return (
        f'{{{",".join(f"{json.dumps(name)}:{value}" for name, value in whole.items())},"entries":{entries}}}'.encode()
    )


def test_a_record_of_few_words_is_read() -> None:
    assert from_json(record_with(meetings=MEETING % 0)).meetings == (Meeting(1, None, 0, None, None, None),)
    assert from_json(record_with()) == EventRecord("", "", "", 4, (Entry("Ann", points=Fraction(1)),))


@pytest.mark.parametrize(
    "data",
    [
        record_with(format="{}"), record_with(name="7"), record_with(field="4.0"), record_with(field=str(1 << 63)),
        record_with(rounds='"3"'), record_with(name=r'"\ud800"'), record_with(points='"1e999999999"'),
        record_with(points="1"),
        record_with(meetings=MEETING % 1), record_with(meetings=MEETING % -1), record_with(points='"1_0"'),
        b"[" * 100_000,
        b"", b"[]", b"7", b"{}", b"\xff", b'{"version":1}', b'{"version":1,"stars":5}',
        b'{"version":1,"date":"","entries":{"columns":["name","points"],"rows":[["Ann","1/0"]]},"field":4,"format":"",'
        b'"name":""}',
        b'{"version":1,"date":"","entries":{"columns":["name"],"rows":[["Ann",3]]},"field":4,"format":"","name":""}',
    ],
)  # fmt: skip
def test_what_is_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it is not the record of an event$"):
        from_json(data)
