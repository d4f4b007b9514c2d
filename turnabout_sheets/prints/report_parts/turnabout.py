"""What the report has in Turnabout only."""

from __future__ import annotations

from turnabout_sheets.core.outcomes import PLAYED
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.turnabout.scales import VICTORY_POINTS, VP_STEPS, victory_points
from turnabout_sheets.prints.charts import Bar, Chart, bar_chart
from turnabout_sheets.prints.slips.turnabout import vp_scale
from turnabout_sheets.prints.words import Words


def draw_differences(results: Results, width: float, height: float, w: Words) -> Chart:
    """Return how many matches ended with which difference: the steps of the VP table (rules 1.3.2)."""
    played = results.matches[results.matches["outcome_a"].isin(PLAYED)]
    shares = [max(share, VICTORY_POINTS - share) for share in map(victory_points, played["mp_a"], played["mp_b"])]
    bars = [
        Bar(shares.count(share), (step.difference, step.division))
        for (_, share), step in zip(VP_STEPS, vp_scale(), strict=True)
    ]
    return bar_chart(w("report.differences"), w("report.difference_and_vp"), w("report.how_many_matches"), bars, width,
                     height)  # fmt: skip
