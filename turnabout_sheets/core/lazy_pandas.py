"""pandas, loaded when something of it is first used: that alone takes longer than all that a check does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd
else:

    class _Pandas:
        """What stands for the module, until it is loaded and after."""

        def __getattr__(self, name: str) -> Any:
            import pandas

            return getattr(pandas, name)

    pd = _Pandas()

__all__ = ["pd"]
