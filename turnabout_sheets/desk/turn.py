"""One desk for one workbook: the second one waits until the first has ended, however it ended."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

from turnabout_sheets.core.backups import make_backup_folder
from turnabout_sheets.core.stamps import Stamp
from turnabout_sheets.core.turns import NotYourTurnError, take_turn

if TYPE_CHECKING:
    from filelock import BaseFileLock


class Turn:
    """The turn at being the desk of a workbook. The lock lies with the backups, in the folder that is there now."""

    def __init__(self, file: Path) -> None:
        self._file: Final = file
        self._lock: BaseFileLock | None = None
        self._folder: Stamp | None = None

    def take(self, folder: Stamp | None) -> bool:
        """Say whether it is this desk's turn; ``folder`` is the stamp of the workbook's.

        A folder that was made anew needs a new lock. Where none can be made, it is everybody's turn.
        """
        if self._lock is not None and folder == self._folder:
            return True
        self.give_back()
        try:
            self._lock = take_turn(make_backup_folder(self._file) / ".desk", timeout=0)
        except NotYourTurnError:
            return False
        except OSError:
            return True
        self._folder = folder
        return True

    def give_back(self) -> None:
        """Let another desk have it."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.release()
        self._lock = None
