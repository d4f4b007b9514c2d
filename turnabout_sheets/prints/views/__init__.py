"""What the templates receive, under the name ``page``: plain texts and numbers, and tuples of them.

Organizers may change the templates, so these names are kept. Nothing here is computed in a template: a slip already
says which word stands in which row.
"""

from __future__ import annotations

from turnabout_sheets.prints.views.bracket import (
    BracketColumn,
    BracketPage,
    BracketPlace,
    BracketSheet,
    BracketSlot,
)
from turnabout_sheets.prints.views.cards import (
    CardLine,
    CardsPage,
    PlayerCard,
)
from turnabout_sheets.prints.views.crosstable import (
    CrosstablePage,
    CrosstableRow,
    CrosstableSheet,
)
from turnabout_sheets.prints.views.head import (
    EventHead,
    Paper,
)
from turnabout_sheets.prints.views.index import (
    IndexEntry,
    IndexPage,
    IndexSection,
)
from turnabout_sheets.prints.views.movement import (
    BalanceLine,
    BalancePage,
    CardStock,
    MovementLine,
    MovementPage,
    MovementSheet,
    TableCard,
    TableCardLine,
    TableCardsPage,
)
from turnabout_sheets.prints.views.outstanding import (
    OutstandingLine,
    OutstandingPage,
)
from turnabout_sheets.prints.views.posted import (
    PairingLine,
    PairingsByPlayerPage,
    PairingsByTablePage,
    StandingsColumn,
    StandingsPage,
    TableLine,
)
from turnabout_sheets.prints.views.reference_cards import (
    AlignmentPage,
    AlignmentSlip,
    ClockCard,
    ClockPage,
    DoomLine,
    JudgeClockCard,
    JudgeClockPage,
    JudgeClockRow,
)
from turnabout_sheets.prints.views.report import (
    Chart,
    ChartName,
    ChartShape,
    ChartText,
    ReportFact,
    ReportGroup,
    ReportPage,
    ReportSheet,
    ReportTable,
)
from turnabout_sheets.prints.views.slips import (
    DuplicatePlayer,
    DuplicateSlip,
    DuplicateSlipsPage,
    NetrunnerGame,
    NetrunnerSlip,
    NetrunnerSlipsPage,
    ScaleStep,
    Slip,
    SlipGame,
    SlipPlayer,
    SlipsPage,
    SlipStock,
    SlipWin,
)

__all__ = [
    "AlignmentPage",
    "AlignmentSlip",
    "BalanceLine",
    "BalancePage",
    "BracketColumn",
    "BracketPage",
    "BracketPlace",
    "BracketSheet",
    "BracketSlot",
    "CardLine",
    "CardStock",
    "CardsPage",
    "Chart",
    "ChartName",
    "ChartShape",
    "ChartText",
    "ClockCard",
    "ClockPage",
    "CrosstablePage",
    "CrosstableRow",
    "CrosstableSheet",
    "DoomLine",
    "DuplicatePlayer",
    "DuplicateSlip",
    "DuplicateSlipsPage",
    "EventHead",
    "IndexEntry",
    "IndexPage",
    "IndexSection",
    "JudgeClockCard",
    "JudgeClockPage",
    "JudgeClockRow",
    "MovementLine",
    "MovementPage",
    "MovementSheet",
    "NetrunnerGame",
    "NetrunnerSlip",
    "NetrunnerSlipsPage",
    "OutstandingLine",
    "OutstandingPage",
    "PairingLine",
    "PairingsByPlayerPage",
    "PairingsByTablePage",
    "Paper",
    "PlayerCard",
    "ReportFact",
    "ReportGroup",
    "ReportPage",
    "ReportSheet",
    "ReportTable",
    "ScaleStep",
    "Slip",
    "SlipGame",
    "SlipPlayer",
    "SlipStock",
    "SlipWin",
    "SlipsPage",
    "StandingsColumn",
    "StandingsPage",
    "TableCard",
    "TableCardLine",
    "TableCardsPage",
    "TableLine",
]
