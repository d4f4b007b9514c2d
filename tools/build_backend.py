"""Builds the package with hatchling, or says which Python is needed, where an old pip would speak of something else.

Python from 3.6 reads this.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    found = f"{sys.version_info[0]}.{sys.version_info[1]}"
    sys.exit(f"turnabout-sheets needs Python 3.11 or newer, and this is Python {found}: see https://www.python.org")

from hatchling.build import *  # noqa: F403
