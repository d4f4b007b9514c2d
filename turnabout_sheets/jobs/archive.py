"""The archive at work: events from workbooks and old lists into it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path

from turnabout_sheets.archive.errors import ArchiveError
from turnabout_sheets.archive.events import Added, Source, add_event, digest_event, find_unchanged
from turnabout_sheets.archive.from_results import find_obstacles, make_record
from turnabout_sheets.archive.journal import Command
from turnabout_sheets.archive.lists.results import read_old_events
from turnabout_sheets.archive.people import find_mistyped, find_twice_in, last_player
from turnabout_sheets.archive.records import EventRecord, as_json
from turnabout_sheets.archive.store import Archive
from turnabout_sheets.core.command_line import ExitCode
from turnabout_sheets.core.file_names import as_text
from turnabout_sheets.core.parallel import TellWait, map_in_parallel
from turnabout_sheets.core.problems import Place, Problem, Remark, Said, Severity, error
from turnabout_sheets.event.results import Results
from turnabout_sheets.jobs.archive_place import (
    Confirm,
    ErrorBoundary,
    Progress,
    Tell,
    explain_damage,
    no_boundary,
    refuse,
)
from turnabout_sheets.jobs.check import check_source
from turnabout_sheets.jobs.kept_rounds import read_kept_rounds
from turnabout_sheets.jobs.known_lists import recall, remember
from turnabout_sheets.jobs.outcome import RunOutcome
from turnabout_sheets.reading.matches import title_round
from turnabout_sheets.reading.published import PublishedRound
from turnabout_sheets.rounds.next_rounds import pass_over_byes
from turnabout_sheets.sheets.csv_file import CsvError, read_csv
from turnabout_sheets.sheets.grid import Grid
from turnabout_sheets.workbook.files import save
from turnabout_sheets.workbook.ooxml.package import WorkbookError

WORKBOOKS = (".xlsx", ".xlsm")
LISTS = (".csv", ".txt", ".tsv")
"""What is looked for in a folder, by the end of the name."""

AT_ONCE = 100
"""How many events of old lists are written in one go: others who write wait no longer than for these."""


@dataclass(frozen=True, slots=True)
class Read:
    """What came of reading a file: a record of an event with its source, or why there is none.

    ``problems`` are its errors, also its warnings; ``refused`` says that the file cannot be read at all, and ``said``
    the same for pages. ``fault`` tells of a fault of the program. ``event``: what it is called that the archive keeps
    the file of.
    """

    file: Path
    record: EventRecord | None = None
    source: Source | None = None
    problems: Sequence[Problem] = ()
    refused: str = ""
    said: Said | None = None
    fault: Sequence[str] = ()
    event: str = ""

    @property
    def exit(self) -> ExitCode:
        """What the command returns for it."""
        if self.fault:
            return ExitCode.FAULT
        return ExitCode.FILE if self.refused else ExitCode.DONE if self.record else ExitCode.PROBLEMS


@dataclass(slots=True)
class ImportOutcome:
    """What a command did: what became of each event, in order, what could not be read, and what looks odd.

    ``said``: what looks odd, for pages.
    """

    added: list[Added] = field(default_factory=list)
    unreadable: list[Read] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)

    def warn(self, remarks: Sequence[Remark]) -> None:
        """Add what looks odd."""
        self.warnings += [each.text for each in remarks]
        self.said += [each.said for each in remarks]

    @property
    def exit(self) -> ExitCode:
        """What the command returns: the worst of all."""
        return max((each.exit for each in self.unreadable), default=ExitCode.DONE)


def add_workbooks(
    archive: Archive,
    paths: Sequence[Path],
    command: Command,
    *,
    provisional: bool,
    progress: Progress,
    tell: Tell,
    confirm: Confirm = refuse,
    boundary: ErrorBoundary = no_boundary,
    keep: bool = True,
    tell_wait: TellWait = lambda: None,
) -> ImportOutcome:
    """Archive the events of workbooks, each as soon as it is read. Raises `ArchiveError`.

    A workbook that cannot be archived does not stop the others, nor does a fault of the program with one, given a
    ``boundary``. If the program is stopped, what is archived is whole. Without ``keep`` it is only told what would
    become of them.
    """
    outcome = ImportOutcome()
    files: dict[int, Path] = {}
    job = partial(_read_guarded, boundary, provisional=provisional)
    with map_in_parallel(job, paths, len(paths), tell_wait) as reading:
        for read in progress(reading, len(paths), "Workbooks"):
            if read.record is None or read.source is None:
                outcome.unreadable.append(read)
                continue
            write = partial(_add, archive, command, read.record, read.source, tell, confirm, keep=keep)
            added = boundary(write, ArchiveError)
            if not isinstance(added, Added):
                outcome.unreadable.append(Read(read.file, fault=added))
                continue
            if added.kind == "doubt":
                outcome.unreadable.append(_doubtful(read.file, added))
                continue
            outcome.added.append(added)
            first = files.setdefault(added.event, read.file)
            if first is not read.file:
                outcome.warnings.append(
                    f"{first} and {read.file} are both of {added.title}; the archive has the second one."
                )
    outcome.warn(_doubles(archive, outcome))
    return outcome


def warn_of_mistyped(archive: Archive, add: Callable[[], ImportOutcome]) -> ImportOutcome:
    """Add events, and warn of each new name that is one letter or so from an old one."""
    with archive.reading() as connection:
        last = last_player(connection)
    outcome = add()
    with archive.reading() as connection:
        outcome.warn(find_mistyped(connection, last))
    return outcome


def _read_guarded(boundary: ErrorBoundary, path: Path, *, provisional: bool) -> Read:
    read = boundary(partial(read_workbook, path, provisional=provisional), ArchiveError)
    return read if isinstance(read, Read) else Read(path, fault=read)


def _add(
    archive: Archive,
    command: Command,
    record: EventRecord,
    source: Source,
    tell: Tell,
    confirm: Confirm,
    *,
    keep: bool = True,
) -> Added:
    """Archive an event and tell of it, but not if it may be another one and is not confirmed.

    What changes is said before it does. While somebody thinks about the answer, others may write.
    """
    for sure in (False, True):
        with explain_damage(archive), archive.writing(keep=keep) as connection:
            added = add_event(connection, command, record, source, sure=sure)
            if added.told and added.kind != "doubt":
                tell(added)
        if added.kind != "doubt":
            break
        if not confirm(_ask(added)):
            return added
    if not added.told:
        tell(added)
    return added


def _ask(added: Added) -> str:
    return f"{added.title}: {added.told[0]} Is it the same event, and does it replace that?"


def _doubtful(file: Path, added: Added) -> Read:
    """Return why an event is not in the archive that may be another one than what it would replace."""
    doubt = next((each for each in added.said if isinstance(each, Said)), None)
    hint = "Give this event an Event ID of its own, or, if it is the same, add it with --yes."
    return Read(file, problems=[error(Place(added.title), added.told[0], hint, said=doubt)])


def import_results(
    archive: Archive,
    paths: Sequence[Path],
    *,
    provisional: bool,
    progress: Progress,
    tell: Tell,
    confirm: Confirm = refuse,
    boundary: ErrorBoundary = no_boundary,
    tell_wait: TellWait = lambda: None,
) -> ImportOutcome:
    """Archive old results: workbooks, and CSV files of events, placings and matches, all of which belong together.

    Folders are searched as by `find_files`. Raises `ArchiveError` where nothing is found, or nothing can be written; a
    file that cannot be read is in the outcome.
    """
    files = find_files(paths)
    command = Command()
    lists = [path for path in files if path.suffix.lower() in LISTS]
    books = [path for path in files if path.suffix.lower() not in LISTS]
    old = ImportOutcome()
    read_lists = partial(_import_lists, archive, lists, command, progress, tell, confirm, old)
    if lists and (fault := boundary(read_lists, ArchiveError)):
        old.unreadable.append(Read(Path(", ".join(path.name for path in lists)), fault=fault))
    new = add_workbooks(
        archive,
        books,
        command,
        provisional=provisional,
        progress=progress,
        tell=tell,
        confirm=confirm,
        boundary=boundary,
        tell_wait=tell_wait,
    )
    return ImportOutcome(old.added + new.added, old.unreadable + new.unreadable, old.warnings + new.warnings)


def _import_lists(
    archive: Archive,
    files: Sequence[Path],
    command: Command,
    progress: Progress,
    tell: Tell,
    confirm: Confirm,
    outcome: ImportOutcome,
) -> None:
    """Archive the events of lists, and add to the outcome what becomes of each."""
    named = _name_lists(files)
    if (same := _find_known(archive, named)) is not None:
        for added in same:
            tell(added)
        outcome.added += same
        return
    lists: dict[str, str] = {}
    known: list[str] = []
    old = read_old_events(_read_lists(named, lists, outcome))
    all_names, doubtful = ", ".join(lists), []
    shown = iter(progress(old, len(old), "Events"))
    while some := list(islice(shown, AT_ONCE)):
        sources = [Source("record", all_names, as_json(record)) for record in some]
        with explain_damage(archive), archive.writing() as connection:
            each = [add_event(connection, command, *one, sure=False) for one in zip(some, sources, strict=True)]
            for added in each:
                if added.kind != "doubt":
                    tell(added)
        known += map(digest_event, some, sources)
        for record, source, added in zip(some, sources, each, strict=True):
            done = _add(archive, command, record, source, tell, confirm) if added.kind == "doubt" else added
            if done.kind == "doubt":
                doubtful.append(_doubtful(Path(all_names), done))
            else:
                outcome.added.append(done)
    problems = old.list_problems()
    if not problems and lists.keys() == set(named.values()):
        remember(lists, known)
    outcome.warnings += [str(each) for each in problems if each.severity is Severity.WARNING]
    for name in lists:
        errors = [each for each in problems if each.place.sheet == name and each.severity is Severity.ERROR]
        if errors:
            outcome.unreadable.append(Read(Path(name), problems=errors))
    outcome.unreadable += doubtful
    outcome.warn(_doubles(archive, outcome))


def _find_known(archive: Archive, named: Mapping[Path, str]) -> list[Added] | None:
    """Return what becomes of the events of lists that are known, where the archive has all just so; else None."""
    events = recall(named)
    if events is None:
        return None
    with archive.reading() as connection:
        return find_unchanged(connection, events)


def _name_lists(files: Sequence[Path]) -> dict[Path, str]:
    """Return what messages call each file: two folders may have files of one name, and they say which is meant."""
    times = Counter(path.name for path in files)
    return {path: str(path) if times[path.name] > 1 else path.name for path in files}


def _read_lists(named: Mapping[Path, str], lists: dict[str, str], outcome: ImportOutcome) -> Iterator[Grid]:
    """Yield the lists that can be read, and add the SHA-256 digest of each to ``lists``; the outcome has the others."""
    for path, name in named.items():
        digest = sha256()
        try:
            yield replace(read_csv(path, digest.update), name=name)
        except CsvError as reason:
            outcome.unreadable.append(Read(path, refused=str(reason)))
        else:
            lists[name] = digest.hexdigest()


def _doubles(archive: Archive, outcome: ImportOutcome) -> list[Remark]:
    """Return a line for everybody who now stands twice in an event, because two players were merged."""
    with archive.reading() as connection:
        return find_twice_in(connection, {each.event: each.title for each in outcome.added if each.kind != "same"})


def find_files(paths: Sequence[Path]) -> list[Path]:
    """Return the files that are named, and in folders all workbooks and lists, but for backups and hidden ones.

    Raises `ArchiveError` where there is none, or a folder cannot be searched.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if not path.is_dir():
            found[path] = None
            continue
        for each in _search(path):
            inside = each.relative_to(path)
            passed_over = each.name.startswith(("~$", ".")) or any(
                part.endswith(" backups") or part.startswith(".") for part in inside.parts[:-1]
            )
            if each.suffix.lower() in (*WORKBOOKS, *LISTS) and each.is_file() and not passed_over:
                found[each] = None
    if not found:
        raise ArchiveError(
            f"There is no workbook and no CSV file in {', '.join(map(str, paths))}; name files, or a folder with some."
        )
    return list(found)


def _search(folder: Path) -> list[Path]:
    """Return all that is in a folder. Raises `ArchiveError`."""
    try:
        next(folder.iterdir(), None)  # the search itself passes over what may not be read
        return sorted(folder.rglob("*"))
    except OSError as error:
        raise ArchiveError(
            f"The folder {folder} cannot be searched ({error.strerror or error}); name the files, or folders in it."
        ) from error


def read_workbook(path: Path, *, provisional: bool) -> Read:
    """Return what is archived of the event in a workbook, or why it cannot be."""
    try:
        source = save.open_workbook(path)
    except WorkbookError as reason:
        return Read(path, refused=str(reason), said=reason.said)
    return read_opened(path, source, read_kept_rounds(source.path), provisional=provisional)


def read_opened(path: Path, source: save.Source, kept: Sequence[PublishedRound] = (), *, provisional: bool) -> Read:
    """Return what is archived of the event in the workbook called ``path`` as it is in ``source``, or why none is.

    ``kept`` are the rounds that are published and may not be in the workbook yet.
    """
    try:
        outcome = check_source(path, source, kept)
    except WorkbookError as reason:
        return Read(path, refused=str(reason), said=reason.said)
    problems, results = list(outcome.problems), outcome.results
    if results is not None and not outcome.exit:
        results = pass_over_byes(results)[1]
        problems += _find_waiting(outcome, results) or find_obstacles(results, provisional=provisional)
    if results is None or any(each.severity is Severity.ERROR for each in problems):
        return Read(path, problems=problems)
    return Read(path, make_record(results), Source("workbook", as_text(path.name), source.data), problems)


def _find_waiting(outcome: RunOutcome, results: Results) -> list[Problem]:
    """Return that rounds still wait for their sheets, because the archive keeps the workbook and would not have them.

    An event that is over lacks nothing: what was published after its last round is not played (rules 1.4.12).
    """
    if results.finished:
        return []
    return [
        error(
            Place(title_round(number)),
            f"Round {number} is published, and its sheet is not in the workbook yet.",
            "Close the workbook, and before it is archived give:",
            ("run",),
            said=Said("desk.archive.waits", {"round": number}),
        )
        for number in outcome.kept
    ]
